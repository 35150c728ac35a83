//! The front, and the ground that it shares with spine and back.

use image::{DynamicImage, ImageFormat};

use super::clip::clip_item;
use super::fill_rect;
use super::geometry::{WrapParts, inset_rect};
use crate::book::metadata::Metadata;
use crate::book::picture::Pixels;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::cover::compose::compose_front;
use crate::edition::cover::draw::{self, CoverFaces, ScreenColour};
use crate::edition::cover::image_file::decode_image;
use crate::edition::cover::ornament::PaintExtent;
use crate::edition::cover::template::{CoverPalette, TemplateLength, WIDTH, WordSurface};
use crate::edition::cover::{
    ChosenTemplate, CoverError, IMAGE_CUT, choose_template, page_height,
    report_missing_character, report_shortened_title,
};
use crate::edition::picture::{flatten_on_white, jpeg_components};
use crate::length::{Length, Point, Rect, Size};
use crate::press::Wrap;
use crate::typeset::document::{PageImage, PlacedItem};

/// The content of the front.
#[derive(Debug, Clone, Copy)]
pub enum WrapFront<'a> {
    /// A drawn template: the named one, or the one that suits best.
    Template(Option<&'a str>),
    /// A publisher's image: the bytes of a JPEG or PNG file.
    Image(&'a [u8]),
}

/// Pixels per inch that presses ask for (Kindle Direct Publishing, IngramSpark, Lulu,
/// `BoD`: 300), less one per cent: an exported cover of 148 mm has 1748 pixels and not
/// 1748.03, and its bleed is sometimes forgotten.
const LEAST_PIXELS: i64 = 297;

/// In thousandths: how much of an image may be cut off without a finding. It is the bleed
/// of an image that has none.
const UNNOTICED: u32 = 30;

/// The colours of words, and what is under them.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordBacking {
    /// The colour of the words.
    pub(super) text: ScreenColour,
    /// The field under them.
    pub(super) field: Option<ScreenColour>,
    /// The border of the field.
    pub(super) edge: Option<ScreenColour>,
    /// The words are below this height of the wrap,
    pub(super) from: Length,
    /// and above this one.
    pub(super) to: Length,
}

impl WordBacking {
    /// Resolves a template's surface to colours.
    fn from_surface(
        surface: WordSurface,
        palette: &CoverPalette,
        height: Length,
    ) -> Self {
        let down = |measure: TemplateLength| {
            // In hundredths of the height, as in the drawing.
            Length::from_pt(f64::from(measure.at_height(100.0)) * height.to_pt() / 100.0)
        };
        Self {
            text: palette_colour(palette, surface.text),
            field: surface.field.map(|field| palette_colour(palette, field)),
            edge: surface.edge.map(|edge| palette_colour(palette, edge)),
            from: down(surface.from),
            to: down(surface.to),
        }
    }

    /// The field under words, inside its border. On a panel as wide as the front, the border
    /// is that of the front, with the thin line inside it.
    pub(super) fn paint_under(
        &self,
        rect: Rect,
        panel: Option<Length>,
    ) -> Vec<PlacedItem> {
        let field = |rect| self.field.map(|field| fill_rect(rect, field.ink()));
        let edge = |rect| self.edge.map(|edge| fill_rect(rect, edge.ink()));
        let units = |count: i64| {
            panel.map(|width| width.scaled(count, FRONT_UNITS)).unwrap_or_default()
        };
        let (width, ring) = match panel {
            Some(_) => (units(FRONT_EDGE), units(FRONT_RING)),
            None => (EDGE, RING),
        };
        let mut painted = Vec::new();
        let outer = edge(inset_rect(rect, -width));
        if outer.is_some() {
            painted.extend(field(inset_rect(rect, -width - ring)));
        }
        painted.extend(outer);
        painted.extend(field(rect));
        if panel.is_some() && self.edge.is_some() {
            let line = inset_rect(rect, units(FRONT_LINE_INSET));
            painted.extend(edge(line));
            painted.extend(field(inset_rect(line, units(FRONT_LINE))));
        }
        painted
    }
}

/// The width of the border of a field on the spine.
const EDGE: Length = Length(Length::SCALE * 9 / 4);

/// The width of the ring around that border, which parts it from a pattern of its colour.
const RING: Length = Length(Length::SCALE * 9 / 2);

/// The width of a front in units of its drawing.
pub(super) const FRONT_UNITS: i64 = 1_600;

/// The border of the label on a front (`covers/label.svg`), in units of the drawing.
pub(super) const FRONT_EDGE: i64 = 24;

/// The ring around that border.
const FRONT_RING: i64 = 48;

/// The space between the border and the thin line inside it.
const FRONT_LINE_INSET: i64 = 32;

/// The width of that line.
const FRONT_LINE: i64 = 6;

/// The distance of that label from the edges of the front, without its border.
pub(super) const FRONT_MARGIN: i64 = 220;

/// Front and ground.
#[derive(Debug)]
pub(super) struct PaintedFront {
    /// What is painted, from the ground up.
    pub(super) items: Vec<PlacedItem>,
    /// For the words on back and flaps.
    pub(super) back: WordBacking,
    /// For the words on the spine.
    pub(super) spine: WordBacking,
}

/// Paints the ground and the front.
pub(super) fn paint_front(
    front: WrapFront<'_>,
    wrap: &Wrap,
    parts: &WrapParts,
    metadata: &Metadata,
    faces: &CoverFaces,
) -> Result<Warned<PaintedFront>, CoverError> {
    match front {
        WrapFront::Template(name) => paint_template(name, wrap, parts, metadata, faces),
        WrapFront::Image(bytes) => paint_publisher_image(bytes, wrap, parts),
    }
}

/// Paints a template's drawing.
fn paint_template(
    name: Option<&str>,
    wrap: &Wrap,
    parts: &WrapParts,
    metadata: &Metadata,
    faces: &CoverFaces,
) -> Result<Warned<PaintedFront>, CoverError> {
    let ChosenTemplate { wording, template, palette, own } =
        choose_template(metadata, name)?;
    let height = page_height(wrap.panel.width.to_pt(), wrap.panel.height.to_pt());
    let corner = parts.front.corner;
    let units = |length: Length| to_drawing_units(length, wrap.panel.width);
    let edges = PaintExtent {
        left: units(parts.sheet.corner.x - corner.x),
        top: units(parts.sheet.corner.y - corner.y),
        right: units(parts.sheet.far().x - corner.x),
        bottom: units(parts.sheet.far().y - corner.y),
    };
    let composed =
        compose_front(&template, &palette, &wording, &own, faces, height, edges)?;
    let tree = faces.parse_svg(&composed.svg)?;
    let mut found: Vec<Diagnostic> =
        composed.shortened.then(report_shortened_title).into_iter().collect();
    found.extend(
        draw::missing_characters(&tree).into_iter().map(report_missing_character),
    );
    let ground = palette_colour(&palette, "ground");
    // Below everything, so that rounding leaves no white line at an edge.
    let mut items = vec![fill_rect(parts.sheet, ground.ink())];
    let outlines =
        draw::translate(draw::collect_outlines(&tree, wrap.panel.width), corner);
    items.extend(outlines.into_iter().filter_map(|item| clip_item(item, parts.sheet)));
    let paper = |surface| WordBacking::from_surface(surface, &palette, wrap.panel.height);
    let value =
        PaintedFront { items, back: paper(template.back), spine: paper(template.spine) };
    Ok(Warned { value, diagnostics: found })
}

/// A colour of a palette.
fn palette_colour(palette: &CoverPalette, word: &str) -> ScreenColour {
    ScreenColour::parse(palette.colour_named(word))
}

/// A length in units of the front's drawing.
#[expect(clippy::cast_possible_truncation, reason = "drawings are in single precision")]
fn to_drawing_units(length: Length, width: Length) -> f32 {
    (length.to_pt() * f64::from(WIDTH) / width.to_pt()) as f32
}

/// Paints a publisher's image over the front and its bleed; the rest takes the image's
/// colour along the fold.
fn paint_publisher_image(
    bytes: &[u8],
    wrap: &Wrap,
    parts: &WrapParts,
) -> Result<Warned<PaintedFront>, CoverError> {
    match image::guess_format(bytes) {
        Ok(ImageFormat::Jpeg) if jpeg_components(bytes) == Some(4) => {
            return Err(CoverError::FourInks);
        }
        Ok(ImageFormat::Jpeg | ImageFormat::Png) => {}
        Ok(_) | Err(_) => return Err(CoverError::OtherFormat),
    }
    let image = decode_image(bytes)?;
    let rect = front_with_bleed(parts, wrap.bleed);
    let needed =
        |length: Length| i64::from(length.0) * 300 / (72 * i64::from(Length::SCALE));
    let (columns, rows) = (image.width(), image.height());
    let (wide, high) = crop_to_proportion(columns, rows, rect.size);
    let enough = |pixels: u32, length: Length| {
        let inches = i64::from(length.0) * LEAST_PIXELS;
        i64::from(pixels) * 72 * i64::from(Length::SCALE) >= inches
    };
    if !enough(wide, rect.size.width) || !enough(high, rect.size.height) {
        return Err(CoverError::TooSmall {
            columns,
            rows,
            size: rect.size,
            least_columns: needed(rect.size.width) + 1,
            least_rows: needed(rect.size.height) + 1,
        });
    }
    let (from, top) = ((columns - wide) / 2, (rows - high) / 2);
    let found = report_cropped_image(columns, rows, wide, high);
    let shown = image.crop_imm(from, top, wide, high);
    let edge = fold_colour(&shown, parts);
    let picture = PlacedItem::Image(PageImage {
        rect,
        columns: wide,
        rows: high,
        pixels: printed_pixels(&shown),
        element: None,
        in_line: false,
    });
    let paper = WordBacking {
        text: edge.contrasting(),
        field: None,
        edge: None,
        from: Length::ZERO,
        to: wrap.panel.height,
    };
    let value = PaintedFront {
        items: vec![fill_rect(parts.sheet, edge.ink()), picture],
        back: paper,
        spine: paper,
    };
    Ok(Warned { value, diagnostics: found.into_iter().collect() })
}

/// The front with its bleed on all edges except the spine's.
fn front_with_bleed(parts: &WrapParts, bleed: Length) -> Rect {
    let Rect { corner, size } = parts.front;
    let spine_is_left = parts.spine.corner.x <= corner.x;
    let x = if spine_is_left { corner.x } else { corner.x - bleed };
    Rect {
        corner: Point { x, y: corner.y - bleed },
        size: Size { width: size.width + bleed, height: size.height + bleed * 2 },
    }
}

/// The largest part of an image with the proportions of an area: columns and rows.
fn crop_to_proportion(columns: u32, rows: u32, room: Size) -> (u32, u32) {
    let (width, height) =
        (i64::from(room.width.0.max(1)), i64::from(room.height.0.max(1)));
    let (across, down) = (i64::from(columns), i64::from(rows));
    let part = |whole: u32, exact: i64| {
        u32::try_from(exact).map_or(whole, |n| n.clamp(1, whole))
    };
    if across * height > down * width {
        (part(columns, (down * width + height / 2) / height), rows)
    } else {
        (columns, part(rows, (across * height + width / 2) / width))
    }
}

/// Reports how much of an image is cut off.
fn report_cropped_image(
    columns: u32,
    rows: u32,
    wide: u32,
    high: u32,
) -> Option<Diagnostic> {
    let (lost, whole, where_) = if wide < columns {
        (columns - wide, columns, "width, half of it at either side")
    } else {
        (rows - high, rows, "height, half of it above and half below")
    };
    if lost == 0 {
        return None;
    }
    let tenths = lost.saturating_mul(1000) / whole;
    let severity = if tenths > UNNOTICED { Severity::Warning } else { Severity::Note };
    let message = format!(
        "the cover image was cut by {}.{} % of its {where_}",
        tenths / 10,
        tenths % 10
    );
    let note = Diagnostic::new(IMAGE_CUT, severity, message);
    Some(note.hint("give one in the proportions of the front with its bleed"))
}

/// The pixels as they are printed: greyscale if there is no colour.
fn printed_pixels(image: &DynamicImage) -> Pixels {
    match image {
        DynamicImage::ImageLuma8(grey) => Pixels::Grey(grey.as_raw().as_slice().into()),
        other => Pixels::Rgb(flatten_on_white(other).into()),
    }
}

/// The mean colour of an image beside the spine, over a fiftieth of its width.
fn fold_colour(image: &DynamicImage, parts: &WrapParts) -> ScreenColour {
    let depth = (image.width() / 50).max(1);
    let spine_is_left = parts.spine.corner.x <= parts.front.corner.x;
    let from = if spine_is_left { 0 } else { image.width() - depth };
    let strip = flatten_on_white(&image.crop_imm(from, 0, depth, image.height()));
    let mean = |channel: usize| {
        let values = strip.iter().skip(channel).step_by(3);
        let (sum, count) = values.fold((0_u64, 0_u64), |(sum, count), &value| {
            (sum + u64::from(value), count + 1)
        });
        u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX)
    };
    ScreenColour(mean(0), mean(1), mean(2))
}
