//! Galleys: type that is set and not yet broken into pages, row under row.
//!
//! Heights are counted in half lines of the galley's grid. So the white above and below a
//! quotation can be half a line each, and the text after it is on the grid again.

use serde::{Deserialize, Serialize};

use crate::book::matter::contents::ContentsTarget;
use crate::book::picture::Picture;
use crate::length::{Length, Size};
use crate::text::language::Language;
use crate::typeset::document::{BookPassage, Role};
use crate::typeset::line::{ParagraphSpan, TextLine};
use crate::typeset::page::geometry::BaselineGrid;
use crate::typeset::page::note_column::NoteColumn;
use crate::typeset::paragraph::DeferredLines;

/// The least white below a figure at the head of a page, in half lines.
const BELOW_FLOAT: HalfLines = 1;

/// The least text below a figure at the head of a page: one part of the page in this many
/// (LaTeX, `\textfraction`).
const LEAST_TEXT: HalfLines = 5;

/// A height or depth in half lines of the grid.
pub(crate) type HalfLines = u16;

/// A chapter, or another division of the book that begins on a page of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Galley {
    /// The structure elements of its lines; a tag comes after its parent.
    pub(crate) tags: Vec<GalleyTag>,
    /// Its text from top to bottom.
    pub(crate) blocks: Vec<GalleyBlock>,
    /// The notes at the foot of its pages.
    pub(crate) notes: NoteColumn,
}

/// A paragraph or other block, in every length it can be set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GalleyBlock {
    /// The lengths it can be set to, the natural one first; never empty.
    pub(crate) variants: Vec<BlockVariant>,
}

/// A block set to one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockVariant {
    /// The demerits of its lines in excess of those of the natural variant.
    pub(crate) surcharge: i64,
    /// Its rows; never empty.
    pub(crate) rows: Vec<GalleyRow>,
    /// The lines still to be set if pages use this variant, and the tag of the rows that
    /// receive them; none if they are set.
    pub(crate) deferred: Option<(DeferredLines, usize)>,
}

impl BlockVariant {
    /// The natural variant, with its lines set.
    pub(crate) fn new_natural(rows: Vec<GalleyRow>) -> Self {
        Self { surcharge: 0, rows, deferred: None }
    }
}

/// A row that no page break can part: usually one line, or several that must stay together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct GalleyRow {
    /// The white space above it; none at the head of a page.
    pub(crate) above: WhiteAbove,
    /// Its height.
    pub(crate) height: HalfLines,
    /// How far its lines are raised because they stand on a finer leading than the grid's;
    /// none for lines on the grid. At the head of a page they are not.
    pub(crate) raised: Option<Length>,
    /// What a page break above it would do.
    pub(crate) break_above: PageBreakKind,
    /// Its last line ends inside a word.
    pub(crate) ends_hyphenated: bool,
    /// It is a figure that may wait for the head of the next page, so that the text after it
    /// fills its page. The row below is then closed up to the row above.
    pub(crate) floats: bool,
    /// Its lines are shown only if it is the first or last row on its page. This is for the
    /// ornament of a pause, which is plain white space elsewhere.
    pub(crate) only_at_edge: bool,
    /// Its lines.
    pub(crate) lines: Vec<PlacedLine>,
    /// Its pictures.
    pub(crate) pictures: Vec<PlacedPicture>,
    /// Its rules, which are artifacts.
    pub(crate) rules: Vec<PlacedRule>,
    /// What is repeated above it if it is the first on its page: the head of a table that
    /// continues there.
    pub(crate) repeated_head: Option<Box<RepeatedHead>>,
    /// The destinations that begin with it.
    pub(crate) destinations: Vec<NamedDestination>,
}

/// The white space above a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WhiteAbove {
    /// The least height.
    pub(crate) minimum: HalfLines,
    /// If set, more white is added until the row is in this register; otherwise it may be
    /// anywhere.
    pub(crate) register: Option<Register>,
    /// It parts two stanzas of a poem: no page stretches it, so that all gaps of the poem are
    /// alike.
    pub(crate) fixed: bool,
}

/// How lines align with the grid, which the text on both sides of a leaf shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Register {
    /// On the grid.
    #[default]
    On,
    /// Half a line off the grid. White of half a line above and below puts what follows
    /// back on it.
    Off,
}

impl Register {
    /// The register of lines after this much white below lines in this register.
    pub(crate) fn after_white(self, white: HalfLines) -> Self {
        match (self, white % 2) {
            (same, 0) => same,
            (Self::On, _) => Self::Off,
            (Self::Off, _) => Self::On,
        }
    }

    /// The first height at or below this one, going down the page, that is in this
    /// register.
    pub(crate) fn align_down(self, top: u32) -> u32 {
        match self {
            Self::On => top.next_multiple_of(2),
            Self::Off => (top + 1).next_multiple_of(2) - 1,
        }
    }
}

/// What a page break above a row would do, from harmless to worst.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub(crate) enum PageBreakKind {
    /// Nothing.
    #[default]
    Free,
    /// An ornament must mark the pause at the edge of the page.
    AtPause,
    /// A stanza continues on the next page.
    InStanza,
    /// The page ends with a line that introduces what follows, or with one line of it.
    AfterLeadIn,
    /// The page ends with the first line of a paragraph.
    Orphan,
    /// The page begins with the last line of a paragraph.
    Widow,
    /// The page ends with a heading, or with one line of text under a heading.
    AfterHeading,
}

/// A line and its position in its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedLine {
    /// The line.
    pub(crate) line: TextLine,
    /// Its structure element, as an index into [`Galley::tags`]; none for an artifact.
    pub(crate) tag: Option<usize>,
    /// From the left edge of the text block to the left edge of the line's measure.
    pub(crate) left: Length,
    /// From the top of the row down to the baseline.
    pub(crate) drop: Length,
}

/// A picture and its position in its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedPicture {
    /// The picture.
    pub(crate) picture: Picture,
    /// Its structure element, as an index into [`Galley::tags`]; none for an ornament.
    pub(crate) tag: Option<usize>,
    /// From the left edge of the text block.
    pub(crate) left: Length,
    /// From the top of the row.
    pub(crate) drop: Length,
    /// The area that it fills.
    pub(crate) size: Size,
}

/// A rule and its position in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlacedRule {
    /// From the left edge of the text block.
    pub(crate) left: Length,
    /// Its length.
    pub(crate) width: Length,
    /// From the top of the row.
    pub(crate) drop: Length,
}

/// What is repeated at the head of a page, as an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RepeatedHead {
    /// Its height.
    pub(crate) height: HalfLines,
    /// Its lines.
    pub(crate) lines: Vec<PlacedLine>,
    /// Its rules.
    pub(crate) rules: Vec<PlacedRule>,
}

/// A structure element that lines belong to: a paragraph, or what contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GalleyTag {
    /// Its role.
    pub(crate) role: Role,
    /// Its parent, as an index into [`Galley::tags`]; none at the top.
    pub(crate) parent: Option<usize>,
    /// Its language, if it differs from its parent's.
    pub(crate) language: Option<Language>,
    /// The text alternative of a figure.
    pub(crate) alternative: Option<String>,
    /// The target, if the whole of it is a link.
    pub(crate) target: Option<NamedDestination>,
    /// What it is made of.
    pub(crate) passage: Option<BookPassage>,
    /// The spans inside it that are elements of their own.
    pub(crate) spans: Vec<ParagraphSpan>,
}

/// A named destination of links and of the outline.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(crate) enum NamedDestination {
    /// The title page.
    TitlePage,
    /// The table of contents.
    Contents,
    /// An entry of the contents.
    Text(ContentsTarget),
    /// The notes of the book, or those of one chapter.
    Notes(Option<usize>),
    /// A note, by its serial number.
    Note(u32),
    /// The mark of a note, by the note's serial number.
    NoteMark(u32),
    /// A place that cross references lead to, by the number of its anchor.
    Anchor(u32),
}

impl Galley {
    /// Adds a tag and returns its index.
    pub(crate) fn add_tag(&mut self, role: Role, parent: Option<usize>) -> usize {
        self.tags.push(GalleyTag {
            role,
            parent,
            language: None,
            alternative: None,
            target: None,
            passage: None,
            spans: Vec::new(),
        });
        self.tags.len() - 1
    }

    /// The notes that its lines call, by serial number, in reading order.
    pub(crate) fn list_note_calls(&self) -> Vec<u32> {
        let rows = self.blocks.iter().flat_map(|block| &block.variants[0].rows);
        rows.flat_map(GalleyRow::note_calls).collect()
    }

    /// Adds rows that have one length only.
    pub(crate) fn push_rows(&mut self, rows: Vec<GalleyRow>) {
        if !rows.is_empty() {
            let variants = vec![BlockVariant::new_natural(rows)];
            self.blocks.push(GalleyBlock { variants });
        }
    }
}

/// The height of `lines` lines of `leading` half lines each. It is capped, so that sums of
/// such heights do not overflow.
pub(crate) fn row_height(lines: usize, leading: HalfLines) -> HalfLines {
    let lines = HalfLines::try_from(lines).unwrap_or(HalfLines::MAX);
    lines.saturating_mul(leading).min(HalfLines::MAX / 4)
}

impl GalleyRow {
    /// Adds lines of a tag below those it has, `left` from the edge, each `leading` half
    /// lines below the one before.
    pub(crate) fn add_lines(
        &mut self,
        lines: impl IntoIterator<Item = TextLine>,
        tag: usize,
        left: Length,
        leading: HalfLines,
        grid: BaselineGrid,
    ) {
        for line in lines {
            let drop = grid.measure_height(self.height) + grid.first;
            self.ends_hyphenated = line.ends_hyphenated;
            // Most rows have one line.
            if self.lines.is_empty() {
                self.lines.reserve_exact(1);
            }
            self.lines.push(PlacedLine { line, tag: Some(tag), left, drop });
            self.height += leading;
        }
    }

    /// How far it fills the page that it begins, if it is a figure that was deferred: white
    /// parts it from the text below. One that leaves little room for text has the page alone.
    pub(crate) fn fill_at_head(&self, page: HalfLines) -> HalfLines {
        let filled = self.height.saturating_add(BELOW_FLOAT).next_multiple_of(2);
        let is_plate = page.saturating_sub(filled) < page / LEAST_TEXT;
        if is_plate { page.max(self.height) } else { filled }
    }

    /// The tags of its lines and pictures.
    pub(crate) fn tags(&self) -> impl Iterator<Item = usize> {
        let pictures = self.pictures.iter().map(|placed| placed.tag);
        pictures.chain(self.lines.iter().map(|placed| placed.tag)).flatten()
    }

    /// The notes that its lines call, by serial number.
    pub(crate) fn note_calls(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.lines.iter().flat_map(|placed| placed.line.notes.iter().copied())
    }

    /// Where it begins on a page that is filled to `filled`.
    pub(crate) fn top_below(&self, filled: HalfLines) -> HalfLines {
        if filled == 0 {
            return self.repeated_head.as_ref().map_or(0, |carried| carried.height);
        }
        let top = u32::from(filled) + u32::from(self.above.minimum);
        let top = self.above.register.map_or(top, |register| register.align_down(top));
        HalfLines::try_from(top).unwrap_or(HalfLines::MAX)
    }
}
