//! Finished pages: what is painted where, and what it is; no methods that decide.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::book::picture::Pixels;
use crate::fonts::Bytes;
use crate::length::{Length, Point, Ratio, Rect, Size};
use crate::text::language::Language;

/// A typeset book: all that an emitter needs to write it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pages {
    /// The page as it is trimmed; all pages are alike.
    pub trim: Size,
    /// The pages in order.
    pub pages: Vec<Page>,
    /// The fonts that runs refer to by [`FaceId`].
    pub faces: Vec<EmbeddedFace>,
    /// The logical structure; an element stands after its parent. The first is the root.
    pub elements: Vec<StructElem>,
    /// The places that links and the outline lead to, by [`DestinationId`].
    pub destinations: Vec<Destination>,
    /// The outline (bookmarks).
    pub outline: Vec<Bookmark>,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// Its folio, shown or not.
    pub folio: Folio,
    /// What is painted, in reading order; page furniture last.
    pub items: Vec<PlacedItem>,
    /// How many of the last items are page furniture: running head, folio, numbers of source
    /// pages.
    pub furniture: usize,
    /// Where it can be clicked.
    pub links: Vec<Link>,
}

impl Page {
    /// The items but for the page furniture.
    #[must_use]
    pub fn text_items(&self) -> &[PlacedItem] {
        &self.items[..self.items.len().saturating_sub(self.furniture)]
    }

    /// The page furniture.
    #[must_use]
    pub fn furniture_items(&self) -> &[PlacedItem] {
        &self.items[self.items.len().saturating_sub(self.furniture)..]
    }

    /// The figures: images, and outlines that belong to an element.
    pub fn figure_items(&self) -> impl Iterator<Item = &PlacedItem> {
        self.items.iter().filter(|item| match item {
            PlacedItem::Image(_) => true,
            PlacedItem::Outline(outline) => outline.element.is_some(),
            PlacedItem::Run(_) | PlacedItem::Rule(_) => false,
        })
    }
}

/// A page number and the figures it is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Folio {
    /// Lower-case roman figures, as in front matter; else arabic.
    pub roman: bool,
    /// The number, from 1; 0 for a cover before the first page.
    pub number: u32,
}

/// Something painted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlacedItem {
    /// Glyphs on a baseline.
    Run(GlyphRun),
    /// A filled rectangle: a rule, or a ground.
    Rule(Rule),
    /// A filled outline, such as an ornament; always an artifact or a figure.
    Outline(FilledOutline),
    /// An image, such as a publisher's cover; always a figure.
    #[serde(skip)]
    Image(PlacedImage),
}

impl PlacedItem {
    /// What it belongs to; none for what is no part of the text.
    #[must_use]
    pub fn element(&self) -> Option<ElementId> {
        match self {
            Self::Run(run) => run.element,
            Self::Outline(outline) => outline.element,
            Self::Image(picture) => picture.element,
            Self::Rule(_) => None,
        }
    }
}

/// Place of a face in [`Pages::faces`].
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
)]
pub struct FaceId(pub u16);

/// Place of an element in [`Pages::elements`].
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
)]
pub struct ElementId(pub u32);

/// Place of a destination in [`Pages::destinations`].
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
)]
pub struct DestinationId(pub u32);

/// A font file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedFace {
    /// `PostScript` name.
    pub name: String,
    /// The whole file.
    pub bytes: Bytes,
}

/// Glyphs of one face, size, ink and element on one baseline.
///
/// Word spaces are glyphs too, so that copied text has its spaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GlyphRun {
    /// The face.
    pub face: FaceId,
    /// The size.
    pub size: Length,
    /// Where the baseline begins.
    pub origin: Point,
    /// Horizontal scaling of the glyphs; positions have it in them already.
    pub scaling: Ratio,
    /// The ink.
    pub ink: Ink,
    /// The glyphs from left to right.
    pub glyphs: Vec<Glyph>,
    /// The characters that the run stands for, in reading order.
    pub text: String,
    /// What a program that copies text should say for it, where that is not what its glyphs
    /// stand for: nothing for an initial, and the whole word for the rest of it.
    pub replacement: Option<String>,
    /// What it belongs to; none for page furniture, which is no part of the text.
    pub element: Option<ElementId>,
}

/// One glyph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Glyph {
    /// Number of the glyph in its face.
    pub id: u16,
    /// Where its origin stands, to the right of the run's origin.
    pub x: Length,
    /// How far it is raised above the baseline.
    pub rise: Length,
    /// The bytes of [`GlyphRun::text_items`] that it stands for. Empty for a glyph that stands
    /// for nothing of its own: the second of a cluster, a hyphen made by the typesetter.
    pub text: Range<u32>,
}

/// A filled rectangle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rule {
    /// The rectangle.
    pub rect: Rect,
    /// The ink.
    pub ink: Ink,
}

/// A filled outline (non-zero winding).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FilledOutline {
    /// The strokes of the pen, each subpath begun by a move.
    pub segments: Vec<OutlineSegment>,
    /// The ink.
    pub ink: Ink,
    /// The figure it belongs to; none for an ornament.
    pub element: Option<ElementId>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlacedImage {
    /// The rectangle that it fills.
    pub rect: Rect,
    /// Pixels across.
    pub columns: u32,
    /// Pixels down.
    pub rows: u32,
    /// The pixels.
    pub pixels: Pixels,
    /// The figure it belongs to.
    pub element: Option<ElementId>,
}

/// A stroke of the pen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OutlineSegment {
    /// Begin a subpath.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points, and the end.
    Curve(Point, Point, Point),
    /// Close the subpath.
    Close,
}

/// An ink on white paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Ink {
    /// Black alone.
    #[default]
    Black,
    /// A tint of black in thousandths; 1000 is black.
    Tint(u16),
    /// Red, green, blue on a screen.
    Rgb(u8, u8, u8),
}

/// A place that can be clicked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Where.
    pub rect: Rect,
    /// Where to.
    pub target: LinkTarget,
    /// The link's element, of role [`Role::Link`].
    pub element: ElementId,
    /// What it does, in words, for a reader who cannot see.
    pub description: String,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkTarget {
    /// A place in the book.
    Destination(DestinationId),
    /// An address outside.
    Address(String),
}

/// A place in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Destination {
    /// Index into [`Pages::pages`].
    pub page: u32,
    /// The point that should come to the top left of the window.
    pub point: Point,
}

/// A bookmark.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bookmark {
    /// Its words.
    pub title: String,
    /// Where it leads.
    pub target: DestinationId,
    /// What stands below it.
    pub children: Vec<Bookmark>,
}

/// A piece of the logical structure.
///
/// Its content is the runs that name it, in the order of pages and items; an element
/// takes its place among its parent's content where its own first content is painted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructElem {
    /// What it is.
    pub role: Role,
    /// The element it is part of; none for the root only.
    pub parent: Option<ElementId>,
    /// Its language, where it is not its parent's.
    pub language: Option<Language>,
    /// Words that replace it for a reader who cannot see; needed for a figure.
    pub alternative: Option<String>,
}

/// What stands before the items of a list.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum ListLabels {
    /// Numbers, each greater by one than that before.
    Numbers,
    /// The same mark before all.
    Marks,
}

/// What a piece of the structure is (ISO 32000-1 §14.8.4, standard structure types).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Role {
    /// The whole book.
    Document,
    /// A part of the book, or its front matter.
    Part,
    /// A chapter or other section.
    Section,
    /// A text that is whole in itself: a dedication, a motto, a colophon.
    Article,
    /// A heading; 1 is the highest, at most 6.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// A block quotation.
    Quotation,
    /// A list.
    List(ListLabels),
    /// An item of a list.
    ListItem,
    /// The number or bullet of an item or note.
    Label,
    /// The text of an item.
    ListBody,
    /// The table of contents.
    Contents,
    /// A line of the contents.
    ContentsItem,
    /// A note.
    Note,
    /// A note mark, or another reference inside the book.
    Reference,
    /// A link.
    Link,
    /// A stretch of text with a property of its own (language, emphasis).
    Span,
    /// A figure.
    Figure,
    /// The words that a table or figure is called by.
    Caption,
    /// A table.
    Table,
    /// A row of a table.
    TableRow,
    /// A cell that says what stands below it.
    HeadCell,
    /// A cell.
    Cell,
    /// A container without a meaning of its own.
    Division,
}
