//! Typeset pages: what is painted where, and its structure. Types only; nothing here
//! decides anything.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::book::picture::Pixels;
use crate::fonts::Bytes;
use crate::length::{Length, Point, Ratio, Rect, Size};
use crate::text::language::Language;

/// The most characters of a picture's description. A PDF string holds 32,767 bytes (ISO
/// 19005-2 §6.1.13), and a character takes up to four.
pub(crate) const LONGEST_ALTERNATIVE: usize = 8_000;

/// A typeset book: all that a PDF writer needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pages {
    /// The trimmed size, the same for all pages.
    pub trim: Size,
    /// The pages in order.
    pub pages: Vec<Page>,
    /// The embedded fonts, by [`FaceId`].
    pub faces: Vec<EmbeddedFace>,
    /// The structure tree; an element comes after its parent. The first is the root.
    pub elements: Vec<StructElem>,
    /// The targets of links and of the outline, by [`DestinationId`].
    pub destinations: Vec<Destination>,
    /// The document outline (bookmarks).
    pub outline: Vec<Bookmark>,
    /// The folios of the pages that the anchors of cross references are on, by number.
    pub anchors: BTreeMap<u32, String>,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// Its folio, whether printed or not.
    pub folio: Folio,
    /// What is painted, in reading order; page furniture last.
    pub items: Vec<PlacedItem>,
    /// The number of items at the end that are page furniture: running head, folio, source
    /// page numbers.
    pub furniture: usize,
    /// Its links.
    pub links: Vec<Link>,
}

impl Page {
    /// The items except the page furniture.
    #[must_use]
    pub fn text_items(&self) -> &[PlacedItem] {
        &self.items[..self.items.len().saturating_sub(self.furniture)]
    }

    /// The page furniture.
    #[must_use]
    pub fn furniture_items(&self) -> &[PlacedItem] {
        &self.items[self.items.len().saturating_sub(self.furniture)..]
    }

    /// Whether it has a figure that does not stand in a line of text.
    #[must_use]
    pub fn has_figure(&self) -> bool {
        self.figure_items().any(|item| match item {
            PlacedItem::Image(picture) => !picture.in_line,
            _ => true,
        })
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

/// A page number and its numerals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Folio {
    /// Lower-case roman numerals, as in front matter; otherwise arabic.
    pub roman: bool,
    /// The number, from 1; 0 for a cover before the first page.
    pub number: u32,
}

impl Folio {
    /// The folio of a page, by its index among the pages that are numbered alike.
    pub(crate) fn of_page(index: usize, roman: bool) -> Self {
        Self { roman, number: u32::try_from(index + 1).unwrap_or(u32::MAX) }
    }
}

/// An item painted on a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlacedItem {
    /// Glyphs on a baseline.
    Run(GlyphRun),
    /// A filled rectangle: a rule, or a background.
    Rule(Rule),
    /// A filled outline, such as an ornament; always an artifact or a figure.
    Outline(FilledOutline),
    /// An image, such as a publisher's cover; always a figure.
    #[serde(skip)]
    Image(PageImage),
}

impl PlacedItem {
    /// The structure element it belongs to; none for an artifact.
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

/// An index into [`Pages::faces`].
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

/// An index into [`Pages::elements`].
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

/// An index into [`Pages::destinations`].
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

/// A font file to embed.
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
    /// Horizontal scaling of the glyphs; their positions already include it.
    pub scaling: Ratio,
    /// The ink.
    pub ink: Ink,
    /// The glyphs from left to right.
    pub glyphs: Vec<Glyph>,
    /// The characters that the run represents, in reading order.
    pub text: String,
    /// The actual text (ISO 32000-1 §14.9.4), if copied text should differ from `text`:
    /// empty for an initial, and the whole word for the rest of it.
    pub replacement: Option<String>,
    /// The structure element it belongs to; none for page furniture, which is an artifact.
    pub element: Option<ElementId>,
}

/// One glyph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Glyph {
    /// Number of the glyph in its face.
    pub id: u16,
    /// The position of its origin, to the right of the run's origin.
    pub x: Length,
    /// How far it is raised above the baseline.
    pub rise: Length,
    /// The bytes of [`GlyphRun::text`] that it represents. Empty for a glyph that
    /// represents nothing of its own: the second of a cluster, or a hyphen made by the
    /// typesetter.
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
    /// Its path segments; each subpath begins with a move.
    pub segments: Vec<OutlineSegment>,
    /// The ink.
    pub ink: Ink,
    /// The figure it belongs to; none for an ornament.
    pub element: Option<ElementId>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PageImage {
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
    /// It stands in a line of text.
    pub in_line: bool,
}

/// A path segment.
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

/// A link annotation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The clickable area.
    pub rect: Rect,
    /// Its target.
    pub target: LinkTarget,
    /// The link's element, of role [`Role::Link`].
    pub element: ElementId,
    /// A description for readers who cannot see it.
    pub description: String,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkTarget {
    /// A destination in the book.
    Destination(DestinationId),
    /// An external address.
    Address(String),
}

/// A destination in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Destination {
    /// Index into [`Pages::pages`].
    pub page: u32,
    /// The point to show at the top left of the window.
    pub point: Point,
}

/// A bookmark.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bookmark {
    /// Its title.
    pub title: String,
    /// Its destination.
    pub target: DestinationId,
    /// The bookmarks below it.
    pub children: Vec<Bookmark>,
}

/// An element of the structure tree.
///
/// Its content is the runs that refer to it, in the order of pages and items. Among its
/// parent's content, an element comes where its own first content is painted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructElem {
    /// Its role.
    pub role: Role,
    /// Its parent; none for the root only.
    pub parent: Option<ElementId>,
    /// Its language, if it differs from its parent's.
    pub language: Option<Language>,
    /// The text alternative; required for a figure.
    pub alternative: Option<String>,
    /// What it was made of; none for what an edition adds. No edition is made of it.
    pub passage: Option<BookPassage>,
}

/// A passage of a book, by number. It names no place in a source: that may change where the
/// text does not, and then a section still comes from the layout cache.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum BookPassage {
    /// The title of a chapter, by the index of the chapter in the book.
    Title(usize),
    /// A block of a chapter, by the index of the chapter and its own.
    Block(usize, usize),
    /// A note, by its serial number.
    Note(u32),
}

/// How the items of a list are labelled.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum ListLabels {
    /// Consecutive numbers.
    Numbers,
    /// The same mark for all.
    Marks,
}

/// A structure type (ISO 32000-1 §14.8.4, standard structure types).
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
    /// A self-contained text: a dedication, a motto, a colophon.
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
    /// The index.
    Index,
    /// The table of contents.
    Contents,
    /// An entry of the contents.
    ContentsItem,
    /// A note.
    Note,
    /// A note mark, or another reference inside the book.
    Reference,
    /// A link.
    Link,
    /// A passage with a property of its own (language, emphasis).
    Span,
    /// A figure.
    Figure,
    /// A formula; its alternative is its TeX.
    Formula,
    /// The caption of a table or figure.
    Caption,
    /// A table.
    Table,
    /// A row of a table.
    TableRow,
    /// A header cell of a column.
    HeadCell,
    /// A cell.
    Cell,
    /// A container without a meaning of its own.
    Division,
}
