//! Tables, figures, links and page labels of a PDF in the document.

use pliego::book::markdown;
use pliego::recover::{Hints, recover};
use pliego::source::pdf::PdfAccess;
use pliego::source::read_document;
use pliego::text::span::FileId;
use pliego::{
    AuditedEdition, BuildOptions, Format, Job, MemoryInputs, Metadata, audit, build,
};

use super::builder::{Builder, HELVETICA};
use super::figures::plot;
use super::tables::{grid, row, text};

/// The Markdown of the document of pages, and what was found on the way. The pages have an
/// image `Im`.
fn recover_pages(pages: &[String]) -> String {
    recover_with("", "", pages)
}

/// The same with entries of the catalog and of each page.
fn recover_with(catalog: &str, entries_of_page: &str, pages: &[String]) -> String {
    let mut builder = Builder::new();
    catalog.clone_into(&mut builder.catalog);
    let entries = "/Subtype /Image /Width 40 /Height 30 /ColorSpace /DeviceGray \
                   /BitsPerComponent 8";
    let image = builder.stream(entries, &[90; 1200]);
    let resources = format!(
        "/Resources << {HELVETICA} /XObject << /Im {image} 0 R >> >> {entries_of_page}"
    );
    for page in pages {
        builder.page(page, &resources);
    }
    recover_builder(&builder)
}

/// The same of a PDF.
pub(crate) fn recover_builder(builder: &Builder) -> String {
    let access = PdfAccess::default();
    let read = read_document(FileId(0), "mill.pdf", &builder.build(), &access).unwrap();
    let recovered = recover(&read.value, &Hints::default());
    let mut shown = markdown::write(&recovered.value.document)
        .replace(&(BEFORE.join(" ") + " " + &AFTER.join(" ")), "(the paragraph)")
        .replace("---\nlanguage: en\n---\n\n", "");
    for found in read.diagnostics.iter().chain(&recovered.diagnostics) {
        if !matches!(found.code.0, "r-213" | "r-209") {
            shown.push_str(&format!("{}: {}\n", found.code.0, found.message));
        }
    }
    let media: Vec<&str> = read.value.media.keys().map(String::as_str).collect();
    shown + &media.join(" ")
}

/// Lines of a paragraph, from a height downward.
fn lines(y: u32, words: &[&str]) -> String {
    words.iter().zip(0..).map(|(words, line)| text(40, y - 12 * line, words)).collect()
}

pub(crate) const BEFORE: [&str; 3] = [
    "The mill stood still all summer, because the river was so low that",
    "no wheel could turn in it, and the rags lay in the loft until the",
    "rain came back in October. Then the whole village heard it, and",
];
pub(crate) const AFTER: [&str; 3] = [
    "the children ran down to the weir to see the first sheets hang on",
    "the lines. Nobody had thought that the old miller would live to see",
    "another winter, and he was as astonished as they were.",
];

fn table(y: u32, first: usize, end: usize) -> String {
    let head: [(u32, &str); 4] =
        [(60, "Port"), (168, "1871"), (228, "1872"), (288, "1873")];
    let rows: [[(u32, &str); 4]; 6] = [
        [(60, "Bergen"), (165, "1,204"), (225, "1,310"), (293, "998")],
        [(60, "Hull"), (159, "20,411"), (219, "19,870"), (279, "21,005")],
        [(60, "Emden"), (173, "311"), (233, "287"), (293, "402")],
        [(60, "Vigo"), (165, "4,120"), (225, "4,377"), (285, "4,599")],
        [(60, "Boston"), (173, "644"), (233, "702"), (293, "715")],
        [(60, "Genoa"), (165, "7,013"), (225, "6,940"), (285, "7,226")],
    ];
    let rows = rows[first..end].iter().zip(1..);
    let rows = rows.map(|(cells, at)| row(y - 14 * at, cells));
    row(y, &head) + &rows.collect::<String>()
}

#[test]
fn a_table_stands_behind_the_paragraph_that_goes_on_across_it() {
    let page = lines(560, &BEFORE) + &table(500, 0, 4) + &lines(410, &AFTER);
    assert_eq!(
        recover_pages(&[page]),
        "(the paragraph)\n\n\
         |  |  |  |  |\n\
         | --- | --: | --: | --: |\n\
         | Port | 1871 | 1872 | 1873 |\n\
         | Bergen | 1,204 | 1,310 | 998 |\n\
         | Hull | 20,411 | 19,870 | 21,005 |\n\
         | Emden | 311 | 287 | 402 |\n\
         | Vigo | 4,120 | 4,377 | 4,599 |\n\
         s-014: mill.pdf: a table was recognised on page 1\n"
    );
}

#[test]
fn a_table_that_goes_on_over_the_page_is_one() {
    let first = lines(560, &BEFORE) + &table(500, 0, 3);
    let second = table(560, 3, 6) + &lines(480, &AFTER);
    assert_eq!(
        recover_pages(&[first, second]),
        "(the paragraph)\n\n\
         |  |  |  |  |\n\
         | --- | --: | --: | --: |\n\
         | Port | 1871 | 1872 | 1873 |\n\
         | Bergen | 1,204 | 1,310 | 998 |\n\
         | Hull | 20,411 | 19,870 | 21,005 |\n\
         | Emden | 311 | 287 | 402 |\n\
         | Vigo | 4,120 | 4,377 | 4,599 |\n\
         | Boston | 644 | 702 | 715 |\n\
         | Genoa | 7,013 | 6,940 | 7,226 |\n\
         s-014: mill.pdf: a table was recognised on page 1\n"
    );
}

#[test]
fn a_picture_has_its_caption() {
    let page = lines(560, &BEFORE)
        + "q 160 0 0 120 100 380 cm /Im Do Q "
        + &text(60, 364, "Figure 3. The bridge, from the weir")
        + &lines(330, &AFTER);
    assert_eq!(
        recover_pages(&[page]),
        "(the paragraph)\n\n\
         <div class=\"figure\">\n\n\
         ![](mill-media/page-1-1.png)\n\n\
         Figure 3. The bridge, from the weir\n\n\
         </div>\n\
         mill-media/page-1-1.png"
    );
}

#[test]
fn a_picture_without_words_stands_where_the_page_has_it() {
    let page =
        lines(560, &BEFORE) + "q 160 0 0 120 100 380 cm /Im Do Q " + &lines(330, &AFTER);
    assert_eq!(
        recover_pages(&[page]),
        "(the paragraph)\n\n\
         ![](mill-media/page-1-1.png)\n\
         mill-media/page-1-1.png"
    );
}

#[test]
fn names_on_a_map_follow_it() {
    let page = lines(560, &BEFORE)
        + "q 240 0 0 180 60 330 cm /Im Do Q "
        + &text(100, 400, "Emden")
        + &text(180, 450, "Hull")
        + &lines(300, &AFTER);
    assert_eq!(
        recover_pages(&[page]),
        "(the paragraph)\n\n\
         ![](mill-media/page-1-1.png)\n\n\
         Hull Emden\n\
         s-013: mill.pdf, page 1: the words over a picture are a paragraph below it\n\
         mill-media/page-1-1.png"
    );
}

#[test]
fn the_words_of_a_drawing_describe_it() {
    let page = lines(590, &BEFORE)
        + &plot()
        + &text(130, 480, "carts")
        + &text(130, 388, "1871")
        + &text(80, 366, "Figure 2. Carts on the bridge")
        + &lines(330, &AFTER);
    assert_eq!(
        recover_pages(&[page]),
        "(the paragraph)\n\n\
         <div class=\"figure\">\n\n\
         ![carts 1871](mill-media/page-1-1.svg)\n\n\
         Figure 2. Carts on the bridge\n\n\
         </div>\n\
         s-013: mill.pdf, page 1: the words over a picture are its description\n\
         mill-media/page-1-1.svg"
    );
}

#[test]
fn a_link_over_two_lines_is_one() {
    let link = |left: u32, bottom: u32, right: u32| {
        format!(
            "<< /Type /Annot /Subtype /Link /Rect [{left} {bottom} {right} {}] \
             /A << /S /URI /URI (https://example.org/mill) >> >>",
            bottom + 11
        )
    };
    let entries = format!("/Annots [{} {}]", link(270, 557, 330,), link(40, 545, 75));
    let words = [
        "The mill and its ponds have been described by the keeper of",
        "the mill, and of all others.",
    ];
    assert_eq!(
        recover_with("", &entries, &[lines(560, &words)]),
        "The mill and its ponds have been described by the [keeper of the \
         mill,](https://example.org/mill) and of all others.\n"
    );
}

#[test]
fn labels_number_the_pages() {
    let catalog = "/PageLabels << /Nums [0 << /S /r /St 7 >> 1 << /S /D /St 1 >>] >>";
    let pages = [lines(560, &BEFORE), lines(560, &AFTER)];
    assert_eq!(
        recover_with(catalog, "", &pages),
        [
            "<span id=\"page-vii\" role=\"doc-pagebreak\" aria-label=\"vii\"></span>",
            &BEFORE.join(" "),
            " <span id=\"page-1\" role=\"doc-pagebreak\" aria-label=\"1\"></span>",
            &AFTER.join(" "),
            "\n",
        ]
        .concat()
    );
}

#[test]
fn the_audit_finds_words_divided_in_cells() {
    let table =
        grid().replace("The roof was", "Roof men-").replace("mended in", "ded in");
    let page = lines(560, &BEFORE) + &table + &lines(380, &AFTER);
    let inputs =
        MemoryInputs::new().with("mill.pdf", Builder::new().page(&page, "").build());
    let job = Job::from_documents(["mill.pdf"], Metadata::default());
    let options =
        BuildOptions { formats: [Format::Epub].into(), ..BuildOptions::default() };
    let editions = build(&job, &inputs, &options, &()).unwrap().value;
    let epub = AuditedEdition::from_epub(editions.bytes(Format::Epub).unwrap()).unwrap();
    let audited = audit(&epub, &[job], &inputs).unwrap();
    assert_eq!(audited.diagnostics, []);
    assert_eq!(audited.value.texts[0].regions.len(), 1);
}
