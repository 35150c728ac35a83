//! The model of a page: glyphs, images, rules and links, in page coordinates.
//!
//! The origin is the upper left corner of the crop box after the page has been rotated; x
//! grows to the right and y downward.

use std::ops::Range;

use crate::length::Length;
use crate::source::pdf::images::raster::ImageRaster;

/// The index of a page among those of its document, by its number.
pub(super) fn page_index(number: u32) -> usize {
    number.saturating_sub(1) as usize
}

/// A page of a PDF.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourcePage {
    /// Its number in the document, from 1.
    pub number: u32,
    /// The page label, where the document has page labels (ISO 32000-1 §12.4.2).
    pub label: Option<String>,
    /// The width of the crop box after rotation.
    pub width: Length,
    /// The height of the crop box after rotation.
    pub height: Length,
    /// The characters of all glyphs; not in reading order.
    pub text: String,
    /// The glyphs in the order in which the content stream shows them.
    pub glyphs: Vec<PdfGlyph>,
    /// Where images are painted.
    pub images: Vec<PdfImage>,
    /// Thin filled rectangles and straight lines.
    pub rules: Vec<PdfRule>,
    /// Frames, grounds and what else is painted with paths, rules excepted.
    pub shapes: Vec<PdfShape>,
    /// The inline images that are large enough to be pictures.
    pub inline_images: Vec<ImageRaster>,
    /// Link annotations.
    pub links: Vec<PdfLink>,
    /// The languages that marked content names; a glyph has the index of its own.
    pub languages: Vec<String>,
}

impl SourcePage {
    /// The characters of a glyph.
    #[must_use]
    pub fn text_of(&self, glyph: &PdfGlyph) -> &str {
        let (start, end) = (glyph.text.start as usize, glyph.text.end as usize);
        self.text.get(start..end).unwrap_or_default()
    }
}

/// A glyph as the content stream shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfGlyph {
    /// Its characters in the text of the page; empty when another glyph has them.
    pub text: Range<u32>,
    /// The origin of the glyph, horizontally.
    pub x: Length,
    /// The origin of the glyph, vertically: on the baseline, raised by the text rise.
    pub baseline: Length,
    /// The advance width of the glyph in the direction of the text, without character
    /// spacing (`Tc`) and word spacing (`Tw`).
    pub advance: Length,
    /// The character spacing after it.
    pub spacing: Length,
    /// The size of the font on the page: font size times the scale of the text matrix.
    pub size: Length,
    /// The text rise (`Ts`) on the page; positive is up.
    pub rise: Length,
    /// The index of its font in the fonts of the document.
    pub font: u16,
    /// The box of its outline; `None` when the outline is empty or unknown.
    pub ink: Option<PageBox>,
    /// The direction of the text.
    pub direction: WritingDirection,
    /// Whether a reader of the page sees it.
    pub visibility: Visibility,
    /// What the glyph is beside its characters.
    pub form: GlyphForm,
    /// Filled and stroked (`2 Tr`), as programs do that have no bold font.
    pub stroked: bool,
    /// Its colour, where the colour is plain.
    pub colour: Option<Colour>,
    /// The index of its language in the languages of the page.
    pub language: Option<u16>,
    /// The marked-content identifier that a structure element refers to (ISO 32000-1
    /// §14.7.4).
    pub mcid: Option<u32>,
}

/// A box on a page; `top` is smaller than `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageBox {
    /// The left edge.
    pub left: Length,
    /// The upper edge.
    pub top: Length,
    /// The right edge.
    pub right: Length,
    /// The lower edge.
    pub bottom: Length,
}

/// The direction in which text runs on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WritingDirection {
    /// To the right.
    #[default]
    Right,
    /// Down the page: turned text or vertical writing.
    Down,
    /// To the left: upside down.
    Left,
    /// Up the page.
    Up,
    /// At another angle.
    Slanted,
}

/// Whether a reader of the page sees a glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Visibility {
    /// It is seen.
    #[default]
    Visible,
    /// It is painted as an artifact: a running head, a folio, a watermark (ISO 32000-1
    /// §14.8.2.2).
    Artifact,
    /// It is in rendering mode 3 (ISO 32000-1 §9.3.6), or its optional content is off.
    Hidden,
    /// A clipping path hides it.
    Clipped,
    /// It is outside the crop box.
    OutsideCropBox,
}

/// What a glyph is beside its characters, by its name or by its outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum GlyphForm {
    /// Nothing beside.
    #[default]
    Plain,
    /// A superior figure or letter that needs no raising.
    Superior,
    /// An inferior figure or letter that needs no lowering.
    Inferior,
    /// A small capital.
    SmallCapital,
}

/// A colour as `0xRRGGBB`, near enough to tell colours apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Colour(pub u32);

/// Where an image is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfImage {
    /// The box of the image on the page.
    pub place: PageBox,
    /// The part of the box that is within the page and the clipping path.
    pub seen: Option<PageBox>,
    /// Its width in samples.
    pub columns: u32,
    /// Its height in samples.
    pub rows: u32,
    /// Whether it is seen, as for a glyph.
    pub visibility: Visibility,
    /// Where its samples are.
    pub stream: PdfImageStream,
    /// The length of its stream in the file, in bytes.
    pub length: u32,
    /// How it is turned.
    pub turn: ImageTurn,
    /// The colour in which a stencil is painted, where the colour is plain.
    pub colour: Option<Colour>,
    /// Its marked-content identifier, as for a glyph.
    pub mcid: Option<u32>,
}

/// Where the samples of an image are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PdfImageStream {
    /// In an object of the file, by its number and generation.
    Object(u32, i32),
    /// In the content; the index in the inline images of the page.
    Inline(usize),
    /// In the content, but too small to be a picture, or refused.
    Unread,
}

/// How an image is turned on the page: transposed first, and then mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ImageTurn {
    /// Its rows run down the page.
    pub transposed: bool,
    /// Left and right are exchanged.
    pub mirrored: bool,
    /// Top and bottom are exchanged.
    pub upside_down: bool,
}

/// What is painted with a path, except a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfShape {
    /// The box around it, as far as it is seen.
    pub place: PageBox,
    /// What it is.
    pub kind: PdfShapeKind,
    /// How many points its path has.
    pub points: u32,
}

/// Kinds of painted paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfShapeKind {
    /// The outline of an upright rectangle.
    Frame,
    /// An upright rectangle that is filled, and not white.
    Ground,
    /// Anything else.
    Drawn,
}

/// A thin filled rectangle, or a straight horizontal or vertical line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfRule {
    /// Its box on the page.
    pub place: PageBox,
    /// Whether it is an artifact (ISO 32000-1 §14.8.2.2).
    pub artifact: bool,
}

/// A link annotation (ISO 32000-1 §12.5.6.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfLink {
    /// The box to click on.
    pub place: PageBox,
    /// Where the link leads.
    pub target: PdfLinkTarget,
}

/// Where a link or an outline item leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PdfLinkTarget {
    /// To an address.
    Address(String),
    /// To a place in the document.
    Place(Place),
}

/// A place in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of the page, from 1.
    pub page: u32,
    /// The distance from the upper edge of the page, where the destination gives one.
    pub top: Option<Length>,
}
