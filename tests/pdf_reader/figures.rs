//! Which images are figures of the book, and what belongs to them.

use std::fmt::Write as _;

use pliego::source::pdf::{PdfLines, build_lines, find_figures, find_tables};

use super::builder::{Builder, HELVETICA};

/// A document of pages with the images `Im` (40 × 30 samples) and `Other`.
struct Pages {
    builder: Builder,
    resources: String,
}

impl Pages {
    fn new() -> Self {
        let mut builder = Builder::new();
        let entries = "/Subtype /Image /Width 40 /Height 30 /ColorSpace /DeviceGray \
                       /BitsPerComponent 8";
        let first = builder.stream(entries, &[90; 1200]);
        let second = builder.stream(entries, &[120; 1200]);
        let resources = format!(
            "/Resources << {HELVETICA} /XObject << /Im {first} 0 R /Other {second} 0 R >> >>"
        );
        Self { builder, resources }
    }

    fn page(&mut self, content: &str) -> &mut Self {
        self.builder.page(content, &self.resources);
        self
    }

    /// The figures and drawings, with their captions and the lines over or in them.
    fn show(&self) -> String {
        let (document, _) = self.builder.read();
        let lines: Vec<PdfLines> = document
            .pages
            .iter()
            .map(|page| build_lines(page, &document.fonts, None))
            .collect();
        let mut tables = find_tables(&document, &lines);
        let figures = find_figures(&document, &lines, &mut tables);
        let mut shown = String::new();
        let texts = |page: u32, at: &[usize]| {
            let page = &lines[usize::try_from(page).unwrap() - 1];
            let texts: Vec<&str> =
                at.iter().map(|at| page.lines[*at].text.as_str()).collect();
            texts.join(" / ")
        };
        for figure in figures {
            let kind = if figure.file.is_some() { "figure" } else { "drawing" };
            let caption = texts(figure.page, &figure.caption);
            let inside = texts(figure.page, &figure.lines);
            let _ = writeln!(shown, "{kind} on {}: [{caption}] [{inside}]", figure.page);
        }
        shown
    }
}

fn image(name: &str, width: u32, height: u32, x: u32, y: u32) -> String {
    format!("q {width} 0 0 {height} {x} {y} cm /{name} Do Q ")
}

fn text(size: u32, x: u32, y: u32, words: &str) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET ")
}

/// Lines of text of 10 points, from a height downward.
fn paragraph(y: u32, lines: u32) -> String {
    let words = "The carts went over the bridge, one after another, until it was night";
    (0..lines).map(|line| text(10, 40, y - 12 * line, words)).collect()
}

/// Two axes and a curve.
pub(crate) fn plot() -> String {
    let curve: String = (0..12)
        .map(|at| {
            let (x, y) = (80 + 10 * at, 402 + at * at);
            format!("{x} {} m {} {y} l S ", 402 + at, x + 10)
        })
        .collect();
    "80 400 m 80 520 l S 80 400 m 220 400 l S ".to_owned() + &curve
}

#[test]
fn a_numbered_caption_belongs_to_its_figure() {
    let content = paragraph(560, 4)
        + &image("Im", 160, 120, 100, 380)
        + &text(10, 60, 364, "Figure 3. The bridge, from the weir")
        + &text(10, 60, 352, "where the carts waited")
        + &paragraph(320, 6);
    assert_eq!(
        Pages::new().page(&content).show(),
        "figure on 1: [Figure 3. The bridge, from the weir / where the carts waited] []\n"
    );
}

#[test]
fn small_type_below_a_picture_is_its_caption() {
    let content = paragraph(560, 4)
        + &image("Im", 160, 120, 100, 380)
        + &text(8, 110, 368, "The bridge in winter")
        + &paragraph(340, 6);
    assert_eq!(
        Pages::new().page(&content).show(),
        "figure on 1: [The bridge in winter] []\n"
    );
}

#[test]
fn text_below_a_picture_is_no_caption() {
    let content =
        paragraph(560, 4) + &image("Im", 160, 120, 100, 380) + &paragraph(368, 6);
    assert_eq!(Pages::new().page(&content).show(), "figure on 1: [] []\n");
    // A sentence that speaks of the figure.
    let content = paragraph(560, 4)
        + &image("Im", 160, 120, 100, 380)
        + &text(
            10,
            40,
            366,
            "Figure 3 shows the bridge, over which the carts went every day",
        )
        + &paragraph(354, 6);
    assert_eq!(Pages::new().page(&content).show(), "figure on 1: [] []\n");
}

#[test]
fn names_on_a_map_are_lines_over_the_figure() {
    let content = paragraph(580, 2)
        + &image("Im", 240, 180, 60, 340)
        + &text(8, 100, 400, "Emden")
        + &text(8, 180, 450, "Hull")
        + &paragraph(300, 6);
    assert_eq!(Pages::new().page(&content).show(), "figure on 1: [] [Hull / Emden]\n");
}

#[test]
fn ornaments_scans_and_grounds_are_no_figures() {
    // Three pages with the same image.
    let mut pages = Pages::new();
    for _ in 0..3 {
        pages.page(&(image("Im", 60, 45, 40, 540) + &paragraph(500, 9)));
    }
    assert_eq!(pages.show(), "");
    // A scan with hidden text, and a ground under text.
    let hidden = format!("3 Tr {}", paragraph(560, 20)).replace("BT ", "BT 3 Tr ");
    let scan = image("Im", 400, 600, 0, 0) + &hidden;
    assert_eq!(Pages::new().page(&scan).show(), "");
    let ground = image("Im", 400, 600, 0, 0) + &paragraph(560, 20);
    assert_eq!(Pages::new().page(&ground).show(), "");
    // An icon among words, and a rule.
    let icon = paragraph(560, 4)
        + &image("Im", 12, 9, 300, 520)
        + &image("Other", 300, 8, 40, 500);
    assert_eq!(Pages::new().page(&icon).show(), "");
    // An artifact.
    let artifact = format!("/Artifact BMC {} EMC", image("Im", 160, 120, 100, 380));
    assert_eq!(Pages::new().page(&artifact).show(), "");
}

#[test]
fn a_plate_is_a_figure() {
    let mut pages = Pages::new();
    pages.page(&paragraph(560, 30)).page(&image("Im", 400, 600, 0, 0));
    pages.page(&paragraph(560, 30)).page(&paragraph(560, 30));
    assert_eq!(pages.show(), "figure on 2: [] []\n");
}

#[test]
fn a_drawing_is_reported_with_its_labels() {
    let content = paragraph(590, 2)
        + &plot()
        + &text(8, 130, 480, "carts")
        + &text(8, 130, 388, "1871")
        + &text(9, 80, 366, "Figure 2. Carts on the bridge")
        + &paragraph(330, 6);
    assert_eq!(
        Pages::new().page(&content).show(),
        "drawing on 1: [Figure 2. Carts on the bridge] [carts / 1871]\n"
    );
}
