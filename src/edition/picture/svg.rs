//! Checks SVG drawings and renders them to pixels.
//!
//! A drawing must not contain any of these: entities, scripts, event handlers, references
//! to anything outside itself, embedded images, foreign objects, or filters (which can be
//! made to run for days). Nor may it have more elements than a person could have drawn,
//! where every element counts as often as it is used. In addition, the renderer is
//! configured to open nothing.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, OnceLock};

use image::{DynamicImage, GrayImage, RgbImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::drawing_cost::{
    DrawingCost, DrawingTraits, check_style_cost, count_path_parts,
    refuse_many_attributes, refuse_more,
};
use super::render_cost::check_render_cost;
use super::{LARGE_PICTURE, PictureRefusal, PreparedPicture, USUAL_RESOLUTION, raster};
use crate::book::picture::ImageFormat;
use crate::fonts::all_built_in;
use crate::text::excerpt::excerpt;

/// The largest drawing, in bytes; a map with all its streets is no larger.
const LARGEST_DRAWING: usize = 8_000_000;
/// The most elements of a drawing, each counted as often as it is drawn.
const MOST_ELEMENTS: u64 = 50_000;
/// The deepest nesting of elements.
const DEEPEST: usize = 200;
/// SVG pixels per inch (CSS Values 4 §6.2).
const UNITS_TO_INCH: f32 = 96.0;

/// Elements that do more than show shapes and words.
const ACTIVE: [&str; 9] = [
    "script",
    "handler",
    "foreignObject",
    "image",
    "iframe",
    "audio",
    "video",
    "filter",
    "animate",
];

/// Whether a file is an SVG. It is called after the other formats were excluded.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    str::from_utf8(head)
        .unwrap_or_else(|error| {
            str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        })
        .contains("<svg")
}

/// Reads an SVG and renders it.
pub(super) fn read_svg(bytes: &[u8]) -> Result<PreparedPicture, PictureRefusal> {
    if bytes.len() > LARGEST_DRAWING {
        return Err(PictureRefusal::TooMuch);
    }
    let text = str::from_utf8(bytes).map_err(|cause| refuse_unreadable(&cause))?;
    refuse_unneeded(text)?;
    let options = Options {
        fontdb: drawing_fonts(),
        font_family: "EB Garamond".to_owned(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree =
        Tree::from_str(text, &options).map_err(|cause| refuse_unreadable(&cause))?;
    // The renderer panics where shapes intersect whose coordinates are far beyond any
    // picture.
    panic::catch_unwind(AssertUnwindSafe(|| draw_tree(&tree)))
        .unwrap_or(Err(PictureRefusal::TooMuch))
}

/// Renders a drawing at the usual resolution, or with as many pixels as a picture may have.
fn draw_tree(tree: &Tree) -> Result<PreparedPicture, PictureRefusal> {
    let size = tree.size();
    let (width, height) = (f64::from(size.width()), f64::from(size.height()));
    let usual = f64::from(USUAL_RESOLUTION) / f64::from(UNITS_TO_INCH);
    #[expect(clippy::cast_precision_loss, reason = "a number of seven figures")]
    let most = (LARGE_PICTURE as f64 / (width * height)).sqrt();
    let scale = usual.min(most);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no longer than the square of the largest picture's side"
    )]
    let pixels = |length: f64| (length * scale).floor().clamp(1.0, 65_535.0) as u32;
    let (columns, rows) = (pixels(width), pixels(height));
    check_render_cost(tree, scale)?;
    let mut pixmap = Pixmap::new(columns, rows).ok_or(PictureRefusal::TooMuch)?;
    pixmap.fill(resvg::tiny_skia::Color::WHITE);
    #[expect(clippy::cast_possible_truncation, reason = "the drawer counts so")]
    let scale = scale as f32;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let opaque = pixmap.data().chunks_exact(4);
    let image = if opaque.clone().all(|one| one[0] == one[1] && one[1] == one[2]) {
        let values = opaque.map(|pixel| pixel[0]).collect();
        GrayImage::from_raw(columns, rows, values).map(DynamicImage::ImageLuma8)
    } else {
        let values = opaque.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        RgbImage::from_raw(columns, rows, values).map(DynamicImage::ImageRgb8)
    };
    let image = image.ok_or(PictureRefusal::TooMuch)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most the usual resolution"
    )]
    let resolution = (scale * UNITS_TO_INCH).round() as u32;
    raster::prepare_picture(&image, ImageFormat::Png, resolution.max(1), None)
}

/// The fonts for text in drawings: the built-in ones only.
fn drawing_fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut database = Database::new();
        for font in all_built_in() {
            database.load_font_source(Source::Binary(Arc::new(font.bytes.clone())));
        }
        // Substitutes for the generic families.
        database.set_serif_family("EB Garamond");
        database.set_sans_serif_family("Source Sans 3");
        database.set_monospace_family("Source Sans 3");
        database.set_cursive_family("EB Garamond");
        database.set_fantasy_family("EB Garamond");
        Arc::new(database)
    };
    Arc::clone(FONTS.get_or_init(load))
}

/// Refuses a drawing with anything that no drawing needs.
fn refuse_unneeded(text: &str) -> Result<(), PictureRefusal> {
    if text.contains("<!ENTITY") {
        return Err(refuse_for("entities"));
    }
    let head = text.find("<svg").map_or(text, |root| &text[..root]);
    if head.contains("<?xml-stylesheet") {
        return Err(refuse_for("a style sheet outside it"));
    }
    refuse_many_attributes(text)?;
    let limit = u32::try_from(MOST_ELEMENTS * 4).unwrap_or(u32::MAX);
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: limit,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options)
        .map_err(|cause| refuse_unreadable(&cause))?;
    let mut ids: BTreeMap<&str, Vec<Node<'_, '_>>> = BTreeMap::new();
    let mut deepest = 0;
    let mut styles = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let depth = node.ancestors().take(DEEPEST + 1).count();
        if depth > DEEPEST {
            return Err(PictureRefusal::TooMuch);
        }
        deepest = deepest.max(depth);
        refuse_active_element(node)?;
        if node.tag_name().name().eq_ignore_ascii_case("style") {
            styles.push(style_text(node));
        }
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_default().push(node);
        }
    }
    let traits = DrawingTraits::of(&document);
    let mut count = ElementCounter { ids, known: BTreeMap::new(), traits };
    let cost = count.count_element(document.root_element(), 0)?;
    check_style_cost(&styles, cost.styled, deepest as u64)
}

/// Refuses an element that does more than show, or that refers to something outside.
fn refuse_active_element(node: Node<'_, '_>) -> Result<(), PictureRefusal> {
    let name = node.tag_name().name();
    if ACTIVE.iter().any(|one| name.eq_ignore_ascii_case(one))
        || name.starts_with("animate")
        || name == "set"
    {
        return Err(refuse_for(&format!("an element <{name}>")));
    }
    for attribute in node.attributes() {
        let (key, value) = (attribute.name(), attribute.value());
        let handles = key.get(..2).is_some_and(|on| on.eq_ignore_ascii_case("on"));
        if handles && key.len() > 2 {
            return Err(refuse_for(&format!("an event handler, {key}")));
        }
        let is_link = key.eq_ignore_ascii_case("href") || key.eq_ignore_ascii_case("src");
        if is_link && !value.trim().starts_with('#') {
            return Err(refuse_for(&format!(
                "a reference to '{}'",
                excerpt(value.trim())
            )));
        }
        refuse_outside_reference(value)?;
    }
    if name.eq_ignore_ascii_case("style") {
        let style = style_text(node);
        if style.contains('\\') || style.to_ascii_lowercase().contains("@import") {
            return Err(refuse_for("a style sheet outside it"));
        }
        refuse_outside_reference(&style)?;
    }
    Ok(())
}

/// The text of a style element, including its comments. `text` of an element returns only
/// that of its first node.
fn style_text(node: Node<'_, '_>) -> String {
    let texts = node.descendants().filter(|one| !one.is_element());
    texts.filter_map(|one| one.text()).collect()
}

/// Refuses a value that refers to something outside by `url(…)`.
fn refuse_outside_reference(value: &str) -> Result<(), PictureRefusal> {
    for address in referenced_addresses(value) {
        if !address.starts_with('#') {
            return Err(refuse_for(&format!("a reference to '{}'", excerpt(address))));
        }
    }
    Ok(())
}

/// Finds the addresses in `url(…)`.
fn referenced_addresses(value: &str) -> impl Iterator<Item = &str> {
    let is_url = |&(at, _): &(usize, &str)| {
        let before = &value.as_bytes()[..at];
        before.len() >= 3 && before[before.len() - 3..].eq_ignore_ascii_case(b"url")
    };
    let found = value.match_indices('(').filter(is_url);
    found.map(|(at, _)| {
        let inner = &value[at + 1..];
        let inner = &inner[..inner.find(')').unwrap_or(inner.len())];
        inner.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'')
    })
}

/// Counts elements as often as they are drawn.
struct ElementCounter<'a, 'input> {
    /// The elements of each id. If several have the same one, the reference is ambiguous.
    ids: BTreeMap<&'a str, Vec<Node<'a, 'input>>>,
    /// The cost of each element that is referred to; none while it is being counted.
    known: BTreeMap<&'a str, Option<DrawingCost>>,
    traits: DrawingTraits,
}

impl<'a, 'input> ElementCounter<'a, 'input> {
    /// Counts an element and its descendants.
    fn count_element(
        &mut self,
        node: Node<'a, 'input>,
        depth: usize,
    ) -> Result<DrawingCost, PictureRefusal> {
        if depth > DEEPEST {
            return Err(PictureRefusal::TooMuch);
        }
        let mut sum = DrawingCost::of(node, &self.traits);
        for attribute in node.attributes() {
            let value = attribute.value();
            let link = (attribute.name() == "href").then(|| value.trim());
            for address in referenced_addresses(value).chain(link) {
                // A marker is drawn at each point of a line.
                let is_marker =
                    attribute.name().starts_with("marker") || value.contains("marker");
                let times = if is_marker { count_path_parts(node) } else { 1 };
                sum.add(self.count_target(address, depth)?.times(times));
            }
        }
        if node.tag_name().name() == "style" {
            self.check_style(node)?;
        }
        for child in node.children().filter(Node::is_element) {
            sum.add(self.count_element(child, depth + 1)?);
        }
        refuse_more("elements", sum.elements, MOST_ELEMENTS)?;
        sum.check()?;
        Ok(sum)
    }

    /// Counts the target of a reference; among several elements with its id, the largest
    /// count applies.
    fn count_target(
        &mut self,
        address: &'a str,
        depth: usize,
    ) -> Result<DrawingCost, PictureRefusal> {
        let Some(id) = address.strip_prefix('#') else {
            return Ok(DrawingCost::default());
        };
        match self.known.get(id) {
            Some(Some(count)) => return Ok(*count),
            // It refers to itself.
            Some(None) => return Err(PictureRefusal::TooMuch),
            None => {}
        }
        let Some(nodes) = self.ids.get(id).cloned() else {
            return Ok(DrawingCost::default());
        };
        self.known.insert(id, None);
        let mut count = DrawingCost::default();
        for node in nodes {
            count = count.highest(self.count_element(node, depth + 1)?);
        }
        self.known.insert(id, Some(count));
        Ok(count)
    }

    /// Refuses a style that refers to anything but gradients: how often other targets would
    /// be drawn cannot be counted.
    fn check_style(&self, node: Node<'a, 'input>) -> Result<(), PictureRefusal> {
        let style = style_text(node);
        let is_gradient = |id: &str| {
            let mut meant = self.ids.get(id).into_iter().flatten();
            meant.all(|node| {
                matches!(node.tag_name().name(), "linearGradient" | "radialGradient")
            })
        };
        let named =
            referenced_addresses(&style).filter_map(|address| address.strip_prefix('#'));
        if named.into_iter().all(is_gradient) {
            Ok(())
        } else {
            Err(refuse_for("a style that refers to other shapes"))
        }
    }
}

fn refuse_for(what: &str) -> PictureRefusal {
    PictureRefusal::Unsafe { what: what.to_owned() }
}

fn refuse_unreadable(cause: &dyn std::fmt::Display) -> PictureRefusal {
    PictureRefusal::Broken { cause: cause.to_string() }
}
