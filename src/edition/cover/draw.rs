//! Draws covers with resvg: text is measured, drawn and turned into outlines by one and
//! the same engine, with the fonts of the book and no others.

use std::collections::BTreeMap;
use std::sync::Arc;

use resvg::tiny_skia::{Path, PathSegment, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{
    FillRule, FontFamily, FontResolver, Group, Node, Options, Paint, Tree,
};

use super::CoverError;
use super::template::Face;
use super::words::Word;
use crate::fonts::{FontFile, FontStyle, built_in};
use crate::length::{Length, Point};
use crate::text::xml::escape;
use crate::typeset::document::{Ink, Outline, Placed, Segment};

/// Size at which words are measured.
const MEASURING_SIZE: f32 = 1000.0;

/// How far small capitals are set apart, in parts of the size.
pub(super) const SMALL_CAPS_SPACING: f32 = 0.06;

/// The faces that covers are set in.
#[derive(Debug, Clone)]
pub(super) struct Faces {
    database: Arc<Database>,
    styles: BTreeMap<FontStyle, ID>,
}

impl Faces {
    /// The faces of a family. What it lacks is taken from the family that is always
    /// there.
    pub(super) fn new(fonts: &[FontFile]) -> Self {
        let mut database = Database::new();
        let mut styles = BTreeMap::new();
        for font in fonts.iter().chain(&built_in()) {
            let source = Source::Binary(Arc::new(Arc::clone(&font.bytes)));
            if let Some(&id) = database.load_font_source(source).first() {
                styles.entry(font.style).or_insert(id);
            }
        }
        Self { database: Arc::new(database), styles }
    }

    /// Reads an SVG, whose text is in the families `roman`, `italic` and `bold`.
    pub(super) fn read(&self, svg: &str) -> Result<Tree, CoverError> {
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

    /// Measures words at a size of one unit; gives the space between words too.
    pub(super) fn measure(
        &self,
        words: &[&str],
        face: Face,
    ) -> Result<(Vec<Word>, f32), CoverError> {
        let mut svg = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">");
        // The space is what two letters are farther apart with it.
        for (place, word) in words.iter().chain(&["n n", "nn"]).enumerate() {
            svg += &text(&format!("id=\"w{place}\""), face, MEASURING_SIZE, word);
        }
        let tree = self.read(&(svg + "</svg>"))?;
        let width = |place: usize| {
            let node = tree.node_by_id(&format!("w{place}"));
            node.map_or(0.0, |node| node.bounding_box().width()) / MEASURING_SIZE
        };
        // Letters are set apart also on both sides of a space.
        let space = width(words.len()) - width(words.len() + 1);
        let word = |(place, letters): (usize, &&str)| Word {
            letters: (*letters).to_owned(),
            width: width(place),
        };
        Ok((words.iter().enumerate().map(word).collect(), space))
    }
}

/// A text element; `attributes` say where it stands.
pub(super) fn text(attributes: &str, face: Face, size: f32, words: &str) -> String {
    let family = match face {
        Face::Roman | Face::SmallCaps => "roman",
        Face::Italic => "italic",
        Face::Bold => "bold",
    };
    let spaced = if face == Face::SmallCaps {
        let spacing = size * SMALL_CAPS_SPACING;
        format!(" font-variant=\"small-caps\" letter-spacing=\"{spacing}\"")
    } else {
        String::new()
    };
    let words = escape(words);
    format!(
        "<text {attributes} font-family=\"{family}\" font-size=\"{size}\"{spaced}>{words}</text>"
    )
}

/// The characters of a drawing that no face has.
pub(super) fn missing(tree: &Tree) -> Vec<char> {
    let mut missing = Vec::new();
    each_text(tree.root(), &mut |text| {
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

fn each_text(group: &Group, visit: &mut impl FnMut(&resvg::usvg::Text)) {
    for node in group.children() {
        match node {
            Node::Group(inner) => each_text(inner, visit),
            Node::Text(text) => visit(text),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// The pixels of a drawing, red, green and blue in turn: width, height, values.
pub(super) fn pixels(tree: &Tree) -> (u32, u32, Vec<u8>) {
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())
        .expect("a template has a width and a height that fit into memory");
    resvg::render(tree, Transform::identity(), &mut pixmap.as_mut());
    // Nothing shines through: the ground is painted first.
    let pixels = pixmap.data().chunks_exact(4);
    let values = pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (size.width(), size.height(), values)
}

/// The outlines of a drawing, for a page whose width is given.
pub(super) fn outlines(tree: &Tree, width: Length) -> Vec<Placed> {
    let scale = width.to_pt() / f64::from(tree.size().width());
    let mut outlines = Vec::new();
    trace(tree.root(), scale, &mut outlines);
    outlines
}

fn trace(group: &Group, scale: f64, outlines: &mut Vec<Placed>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => trace(inner, scale, outlines),
            Node::Text(text) => trace(text.flattened(), scale, outlines),
            Node::Path(path) => {
                let data = path.data().clone().transform(path.abs_transform());
                // Templates fill, by the rule of non-zero winding, and never stroke.
                let fill = path.fill().filter(|fill| fill.rule() == FillRule::NonZero);
                if let (Some(data), Some(fill)) = (data, fill)
                    && let Paint::Color(colour) = fill.paint()
                {
                    let ink = Ink::Rgb(colour.red, colour.green, colour.blue);
                    let segments = segments(&data, scale);
                    let outline = Outline { segments, ink, element: None };
                    outlines.push(Placed::Outline(outline));
                }
            }
            Node::Image(_) => {}
        }
    }
}

fn segments(path: &Path, scale: f64) -> Vec<Segment> {
    type Corner = resvg::tiny_skia::Point;
    let place = |point: Corner| Point {
        x: Length::from_pt(f64::from(point.x) * scale),
        y: Length::from_pt(f64::from(point.y) * scale),
    };
    // A quadratic curve as a cubic one: control points two thirds of the way to its own.
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
                Segment::Move(place(to))
            }
            PathSegment::LineTo(to) => {
                pen = to;
                Segment::Line(place(to))
            }
            PathSegment::QuadTo(control, to) => {
                let (a, b) = (third(pen, control), third(to, control));
                pen = to;
                Segment::Curve(place(a), place(b), place(to))
            }
            PathSegment::CubicTo(a, b, to) => {
                pen = to;
                Segment::Curve(place(a), place(b), place(to))
            }
            PathSegment::Close => Segment::Close,
        });
    }
    segments
}
