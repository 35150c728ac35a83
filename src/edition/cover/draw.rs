//! Draws covers with resvg. One engine measures text, draws it and turns it into outlines,
//! with the fonts of the book and no others.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Path, PathSegment, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{
    FillRule, FontFamily, FontResolver, Group, Node, Options, Paint, Tree,
};

use super::CoverError;
use super::template::TemplateFace;
use super::words::CoverWord;
use crate::fonts::{FontFile, FontStyle, built_in};
use crate::length::{Length, Point};
use crate::text::title_lines::TitleJoint;
use crate::text::xml::escape_xml;
use crate::typeset::document::{FilledOutline, Ink, OutlineSegment, PlacedItem};

/// The size at which words are measured.
const MEASURING_SIZE: f32 = 1000.0;

/// Letterspacing of small capitals, as a fraction of the size.
pub(super) const SMALL_CAPS_SPACING: f32 = 0.06;

/// A colour on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScreenColour(pub(super) u8, pub(super) u8, pub(super) u8);

/// From this relative luminance on, a colour is nearly white.
const NEARLY_WHITE: f64 = 0.8;
/// Up to this relative luminance, a colour is nearly black.
const NEARLY_BLACK: f64 = 0.025;

impl ScreenColour {
    /// Black.
    const BLACK: Self = Self(0, 0, 0);
    /// The colour of paper.
    const WHITE: Self = Self(255, 255, 255);

    /// Parses `#7b1e1e`; black if it is anything else.
    pub(super) fn parse(text: &str) -> Self {
        let value = |at: usize| {
            let digits = text.get(at..at + 2)?;
            u8::from_str_radix(digits, 16).ok()
        };
        match (value(1), value(3), value(5)) {
            (Some(red), Some(green), Some(blue)) => Self(red, green, blue),
            _ => Self::BLACK,
        }
    }

    /// The ink for large areas.
    pub(super) fn ink(self) -> Ink {
        match self {
            Self::BLACK => Ink::Black,
            Self::WHITE => Ink::Tint(0),
            Self(red, green, blue) => Ink::Rgb(red, green, blue),
        }
    }

    /// The ink for small letters. Nearly black becomes black, and nearly white becomes bare
    /// paper: letters of one ink, or of none, stay sharp where four inks do not register
    /// exactly.
    pub(super) fn ink_for_small_type(self) -> Ink {
        self.on_paper().ink()
    }

    /// The colour in which small letters are printed.
    pub(super) fn on_paper(self) -> Self {
        match self.luminance() {
            dark if dark <= NEARLY_BLACK => Self::BLACK,
            light if light >= NEARLY_WHITE => Self::WHITE,
            _ => self,
        }
    }

    /// Black or white, whichever contrasts more.
    pub(super) fn contrasting(self) -> Self {
        let better = self.contrast_ratio(Self::BLACK) > self.contrast_ratio(Self::WHITE);
        if better { Self::BLACK } else { Self::WHITE }
    }

    /// Contrast ratio of two colours (WCAG 2.2, "contrast ratio").
    pub(super) fn contrast_ratio(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Relative luminance (WCAG 2.2, "relative luminance").
    fn luminance(self) -> f64 {
        0.2126 * linearize(self.0)
            + 0.7152 * linearize(self.1)
            + 0.0722 * linearize(self.2)
    }
}

/// The linear light of a channel's value.
///
/// The standard's power of 2.4 is computed as the fifth root of the twelfth power, by
/// Newton's method: sums and products are the same on every machine, powers are not.
fn linearize(value: u8) -> f64 {
    let value = f64::from(value) / 255.0;
    if value <= 0.040_45 {
        return value / 12.92;
    }
    let base = (value + 0.055) / 1.055;
    let square = base * base;
    let fourth = square * square;
    let twelfth = fourth * fourth * fourth;
    (0..20).fold(square, |root, _| {
        (4.0 * root + twelfth / (root * root * root * root)) / 5.0
    })
}

impl fmt::Display for ScreenColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The faces in which covers are set.
#[derive(Debug, Clone)]
pub(super) struct CoverFaces {
    database: Arc<Database>,
    styles: BTreeMap<FontStyle, ID>,
}

impl CoverFaces {
    /// The faces of a family, with those of the built-in family where it lacks one.
    pub(super) fn new(fonts: &[FontFile]) -> Self {
        let mut database = Database::new();
        let mut styles = BTreeMap::new();
        for font in fonts.iter().chain(&built_in()) {
            let source = Source::Binary(Arc::new(font.bytes.clone()));
            if let Some(&id) = database.load_font_source(source).first() {
                styles.entry(font.style).or_insert(id);
            }
        }
        Self { database: Arc::new(database), styles }
    }

    /// Parses an SVG whose text uses the families `roman`, `italic` and `bold`.
    pub(super) fn parse_svg(&self, svg: &str) -> Result<Tree, CoverError> {
        let styles = self.styles.clone();
        let select = move |font: &resvg::usvg::Font, _: &mut Arc<Database>| {
            let style = match font.families().first() {
                Some(FontFamily::Named(name)) if name == "italic" => FontStyle::Italic,
                Some(FontFamily::Named(name)) if name == "bold" => FontStyle::Bold,
                _ => FontStyle::Roman,
            };
            styles.get(&style).copied()
        };
        let options = Options {
            fontdb: Arc::clone(&self.database),
            font_resolver: FontResolver {
                select_font: Box::new(select),
                select_fallback: FontResolver::default_fallback_selector(),
            },
            ..Options::default()
        };
        Ok(Tree::from_str(svg, &options)?)
    }

    /// Measures words at a size of one unit; also returns the width of a word space.
    pub(super) fn measure_words(
        &self,
        words: &[&str],
        face: TemplateFace,
    ) -> Result<(Vec<CoverWord>, f32), CoverError> {
        let mut svg = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">");
        // The space is the difference that it makes between two letters.
        for (place, word) in words.iter().chain(&["n n", "nn"]).enumerate() {
            svg += &text_element(&format!("id=\"w{place}\""), face, MEASURING_SIZE, word);
        }
        let tree = self.parse_svg(&(svg + "</svg>"))?;
        let width = |place: usize| {
            let node = tree.node_by_id(&format!("w{place}"));
            node.map_or(0.0, |node| node.bounding_box().width()) / MEASURING_SIZE
        };
        // Letterspacing also applies on both sides of a space.
        let space = width(words.len()) - width(words.len() + 1);
        let word = |(place, letters): (usize, &&str)| CoverWord {
            letters: letters.trim_end_matches('\n').to_owned(),
            width: width(place),
            joint: if letters.ends_with('\n') {
                TitleJoint::LineEnd
            } else {
                TitleJoint::Within
            },
        };
        Ok((words.iter().enumerate().map(word).collect(), space))
    }
}

/// A text element; `attributes` give its position.
pub(super) fn text_element(
    attributes: &str,
    face: TemplateFace,
    size: f32,
    words: &str,
) -> String {
    let family = match face {
        TemplateFace::Roman | TemplateFace::SmallCaps => "roman",
        TemplateFace::Italic => "italic",
        TemplateFace::Bold => "bold",
    };
    let spaced = if face == TemplateFace::SmallCaps {
        let spacing = size * SMALL_CAPS_SPACING;
        format!(" font-variant=\"small-caps\" letter-spacing=\"{spacing}\"")
    } else {
        String::new()
    };
    let words = escape_xml(words);
    format!(
        "<text {attributes} font-family=\"{family}\" font-size=\"{size}\"{spaced}>{words}</text>"
    )
}

/// The characters of a drawing that no face has.
pub(super) fn missing_characters(tree: &Tree) -> Vec<char> {
    let mut missing = Vec::new();
    visit_texts(tree.root(), &mut |text| {
        let spans = text.layouted().iter();
        for glyph in spans.flat_map(|span| &span.positioned_glyphs) {
            if glyph.id.0 == 0 {
                missing.extend(glyph.text.chars());
            }
        }
    });
    missing.sort_unstable();
    missing.dedup();
    missing
}

fn visit_texts(group: &Group, visit: &mut impl FnMut(&resvg::usvg::Text)) {
    for node in group.children() {
        match node {
            Node::Group(inner) => visit_texts(inner, visit),
            Node::Text(text) => visit(text),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// Rows of pixels painted at a time. A band of a cover stays in the processor's
/// second-level cache, where it is read again to be encoded; the whole image is forty times
/// as large.
const BAND: u32 = 64;

/// The width and height of a drawing in pixels.
pub(super) fn pixel_size(tree: &Tree) -> (u32, u32) {
    let size = tree.size().to_int_size();
    (size.width(), size.height())
}

/// Paints a drawing band by band from the top, and passes on the pixels of each: red,
/// green, blue and coverage, which is complete. None if the receiver refuses a band.
pub(super) fn paint_bands(
    tree: &Tree,
    mut take: impl FnMut(&[u8]) -> Option<()>,
) -> Option<()> {
    let (width, height) = pixel_size(tree);
    let mut band = Pixmap::new(width, BAND.min(height))
        .expect("a template has a width and a height that fit into memory");
    for top in (0..height).step_by(BAND as usize) {
        band.data_mut().fill(0);
        #[expect(clippy::cast_precision_loss, reason = "covers have a few thousand rows")]
        let shift = Transform::from_translate(0.0, -(top as f32));
        resvg::render(tree, shift, &mut band.as_mut());
        let rows = BAND.min(height - top) as usize;
        take(&band.data()[..rows * width as usize * 4])?;
    }
    Some(())
}

/// The outlines of a drawing, for a page of a given width.
pub(super) fn collect_outlines(tree: &Tree, width: Length) -> Vec<PlacedItem> {
    let scale = width.to_pt() / f64::from(tree.size().width());
    let mut outlines = Vec::new();
    trace_group(tree.root(), scale, &mut outlines);
    outlines
}

/// Moves items right and down.
pub(super) fn translate(mut items: Vec<PlacedItem>, by: Point) -> Vec<PlacedItem> {
    let shift = |point: &mut Point| {
        point.x += by.x;
        point.y += by.y;
    };
    for item in &mut items {
        match item {
            PlacedItem::Run(run) => shift(&mut run.origin),
            PlacedItem::Rule(rule) => shift(&mut rule.rect.corner),
            PlacedItem::Image(picture) => shift(&mut picture.rect.corner),
            PlacedItem::Outline(outline) => {
                for segment in &mut outline.segments {
                    match segment {
                        OutlineSegment::Move(to) | OutlineSegment::Line(to) => shift(to),
                        OutlineSegment::Curve(a, b, to) => {
                            [a, b, to].into_iter().for_each(shift);
                        }
                        OutlineSegment::Close => {}
                    }
                }
            }
        }
    }
    items
}

fn trace_group(group: &Group, scale: f64, outlines: &mut Vec<PlacedItem>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => trace_group(inner, scale, outlines),
            Node::Text(text) => trace_group(text.flattened(), scale, outlines),
            Node::Path(path) => {
                let data = path.data().clone().transform(path.abs_transform());
                // Templates fill by the non-zero winding rule and never stroke.
                let fill = path.fill().filter(|fill| fill.rule() == FillRule::NonZero);
                if let (Some(data), Some(fill)) = (data, fill)
                    && let Paint::Color(colour) = fill.paint()
                {
                    let ink = ScreenColour(colour.red, colour.green, colour.blue).ink();
                    let segments = path_segments(&data, scale);
                    let outline = FilledOutline { segments, ink, element: None };
                    outlines.push(PlacedItem::Outline(outline));
                }
            }
            Node::Image(_) => {}
        }
    }
}

fn path_segments(path: &Path, scale: f64) -> Vec<OutlineSegment> {
    type Corner = resvg::tiny_skia::Point;
    let place = |point: Corner| Point {
        x: Length::from_pt(f64::from(point.x) * scale),
        y: Length::from_pt(f64::from(point.y) * scale),
    };
    // A quadratic curve as a cubic: control points two thirds of the way to its own.
    let third = |from: Corner, to: Corner| Corner {
        x: from.x + (to.x - from.x) * 2.0 / 3.0,
        y: from.y + (to.y - from.y) * 2.0 / 3.0,
    };
    let mut pen = Corner { x: 0.0, y: 0.0 };
    let mut segments = Vec::new();
    for segment in path.segments() {
        segments.push(match segment {
            PathSegment::MoveTo(to) => {
                pen = to;
                OutlineSegment::Move(place(to))
            }
            PathSegment::LineTo(to) => {
                pen = to;
                OutlineSegment::Line(place(to))
            }
            PathSegment::QuadTo(control, to) => {
                let (a, b) = (third(pen, control), third(to, control));
                pen = to;
                OutlineSegment::Curve(place(a), place(b), place(to))
            }
            PathSegment::CubicTo(a, b, to) => {
                pen = to;
                OutlineSegment::Curve(place(a), place(b), place(to))
            }
            PathSegment::Close => OutlineSegment::Close,
        });
    }
    segments
}
