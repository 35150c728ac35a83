//! Type that is set and not yet paged: strips of lines, one under the other.
//!
//! Heights are counted in half lines of the galley's grid, so that the white above and
//! below a quotation may be half a line each and the text after it is on the grid again.

use serde::{Deserialize, Serialize};

use crate::book::matter::contents::ContentsTarget;
use crate::book::picture::Picture;
use crate::length::{Length, Size};
use crate::text::language::Language;
use crate::typeset::document::Role;
use crate::typeset::line::{ParagraphSpan, TextLine};
use crate::typeset::page::geometry::BaselineGrid;
use crate::typeset::page::note_column::NoteColumn;
use crate::typeset::paragraph::DeferredLines;

/// A height or depth in half lines of the grid.
pub(crate) type HalfLines = u16;

/// A chapter, or another stretch of the book that begins on a page of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Galley {
    /// What its lines are part of; a tag stands after its parent.
    pub(crate) tags: Vec<GalleyTag>,
    /// Its text from top to bottom.
    pub(crate) blocks: Vec<GalleyBlock>,
    /// The notes at the foot of its pages.
    pub(crate) notes: NoteColumn,
}

/// A paragraph, or anything else that may be set to more than one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GalleyBlock {
    /// The lengths it can be set to; never empty, the natural one first.
    pub(crate) variants: Vec<BlockVariant>,
}

/// A paragraph set to one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockVariant {
    /// What its lines cost more than those of the natural version, in demerits.
    pub(crate) surcharge: i64,
    /// Its lines; never empty.
    pub(crate) rows: Vec<GalleyRow>,
    /// What the lines of a tag among them are still to be set of, if pages take them; none
    /// where they are set.
    pub(crate) deferred: Option<(DeferredLines, usize)>,
}

impl BlockVariant {
    /// The natural version, which is set.
    pub(crate) fn new_natural(rows: Vec<GalleyRow>) -> Self {
        Self { surcharge: 0, rows, deferred: None }
    }
}

/// What no page end can part: a line, or lines that must stand together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct GalleyRow {
    /// The white above; none at the head of a page.
    pub(crate) above: WhiteAbove,
    /// Its height.
    pub(crate) height: HalfLines,
    /// What it means to end a page above it.
    pub(crate) break_above: PageBreakKind,
    /// Its last line ends inside a word.
    pub(crate) ends_hyphenated: bool,
    /// Its lines are shown only where it is the first or the last on its page: the
    /// ornament of a pause, which elsewhere is plain white.
    pub(crate) only_at_edge: bool,
    /// Its lines.
    pub(crate) lines: Vec<PlacedLine>,
    /// Its pictures.
    pub(crate) pictures: Vec<PlacedPicture>,
    /// Its rules, which are no part of the text.
    pub(crate) rules: Vec<PlacedRule>,
    /// What is printed again above it where it is the first on its page: the head of a
    /// table that goes over the page.
    pub(crate) repeated_head: Option<Box<RepeatedHead>>,
    /// The places that begin with it.
    pub(crate) destinations: Vec<NamedDestination>,
}

/// White above a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WhiteAbove {
    /// At least so much.
    pub(crate) minimum: HalfLines,
    /// And as much more as brings the strip where it shall stand; none where it may stand
    /// anywhere.
    pub(crate) register: Option<Register>,
}

/// How lines stand to those of the grid, on which the text of both sides of a leaf stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Register {
    /// On them.
    #[default]
    On,
    /// Half a line off, where half a line of white above and below brings what follows
    /// back.
    Off,
}

impl Register {
    /// How lines stand so far above or below lines that stand so.
    pub(crate) fn after_white(self, white: HalfLines) -> Self {
        match (self, white % 2) {
            (same, 0) => same,
            (Self::On, _) => Self::Off,
            (Self::Off, _) => Self::On,
        }
    }

    /// The first height from this one on that stands so.
    pub(crate) fn align_down(self, top: u32) -> u32 {
        match self {
            Self::On => top.next_multiple_of(2),
            Self::Off => (top + 1).next_multiple_of(2) - 1,
        }
    }
}

/// What it means to end a page above a strip.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub(crate) enum PageBreakKind {
    /// Nothing is lost.
    #[default]
    Free,
    /// An ornament has to stand at the edge of the page.
    AtPause,
    /// A stanza goes on over the page.
    InStanza,
    /// The page ends with the first line of a paragraph.
    Orphan,
    /// The page begins with the last line of a paragraph.
    Widow,
    /// The page ends with a heading, or with one line of text under a heading.
    AfterHeading,
}

/// A line and where it stands in its strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedLine {
    /// The line.
    pub(crate) line: TextLine,
    /// What it is part of, by place in [`Galley::tags`]; none for an artifact.
    pub(crate) tag: Option<usize>,
    /// From the left edge of the text block to the left edge of the line's measure.
    pub(crate) left: Length,
    /// From the top of the strip down to the baseline.
    pub(crate) drop: Length,
}

/// A picture and where it stands in its strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlacedPicture {
    /// The picture.
    pub(crate) picture: Picture,
    /// What it is, by place in [`Galley::tags`]; none for an ornament.
    pub(crate) tag: Option<usize>,
    /// From the left edge of the text block.
    pub(crate) left: Length,
    /// From the top of the strip.
    pub(crate) drop: Length,
    /// The room that it fills.
    pub(crate) size: Size,
}

/// A rule and where it stands in its strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlacedRule {
    /// From the left edge of the text block.
    pub(crate) left: Length,
    /// How long it is.
    pub(crate) width: Length,
    /// From the top of the strip.
    pub(crate) drop: Length,
}

/// What is printed again at the head of a page, no part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RepeatedHead {
    /// Its height.
    pub(crate) height: HalfLines,
    /// Its lines.
    pub(crate) lines: Vec<PlacedLine>,
    /// Its rules.
    pub(crate) rules: Vec<PlacedRule>,
}

/// Something that lines are part of: a paragraph, and what it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GalleyTag {
    /// What it is.
    pub(crate) role: Role,
    /// What it is part of, by place in [`Galley::tags`]; none at the top.
    pub(crate) parent: Option<usize>,
    /// Its language, where it is not its parent's.
    pub(crate) language: Option<Language>,
    /// Words that stand for it, where it is a figure.
    pub(crate) alternative: Option<String>,
    /// Where it leads, where the whole of it is a link.
    pub(crate) target: Option<NamedDestination>,
    /// The stretches inside it that are elements of their own.
    pub(crate) spans: Vec<ParagraphSpan>,
}

/// A place that links and the outline lead to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(crate) enum NamedDestination {
    /// The title page.
    TitlePage,
    /// The table of contents.
    Contents,
    /// Something that the contents lists.
    Text(ContentsTarget),
    /// The notes of the book, or those of one chapter.
    Notes(Option<usize>),
    /// A note, by its serial number.
    Note(u32),
    /// The mark of a note, by the note's serial number.
    NoteMark(u32),
}

impl Galley {
    /// Adds a tag and tells its place.
    pub(crate) fn add_tag(&mut self, role: Role, parent: Option<usize>) -> usize {
        self.tags.push(GalleyTag {
            role,
            parent,
            language: None,
            alternative: None,
            target: None,
            spans: Vec::new(),
        });
        self.tags.len() - 1
    }

    /// The notes that its lines call, by serial number, in reading order.
    pub(crate) fn list_note_calls(&self) -> Vec<u32> {
        let rows = self.blocks.iter().flat_map(|block| &block.variants[0].rows);
        rows.flat_map(GalleyRow::note_calls).collect()
    }

    /// Adds strips that have one length only.
    pub(crate) fn push_rows(&mut self, rows: Vec<GalleyRow>) {
        if !rows.is_empty() {
            let variants = vec![BlockVariant::new_natural(rows)];
            self.blocks.push(GalleyBlock { variants });
        }
    }
}

/// How high so many lines are, if each takes so many half lines. What no page holds is no
/// higher than that sums of such heights are heights still.
pub(crate) fn row_height(lines: usize, leading: HalfLines) -> HalfLines {
    let lines = HalfLines::try_from(lines).unwrap_or(HalfLines::MAX);
    lines.saturating_mul(leading).min(HalfLines::MAX / 4)
}

impl GalleyRow {
    /// Adds lines below what it has: of a tag, so far from the left, and each so many half
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
            // Most strips are one line.
            if self.lines.is_empty() {
                self.lines.reserve_exact(1);
            }
            self.lines.push(PlacedLine { line, tag: Some(tag), left, drop });
            self.height += leading;
        }
    }

    /// The notes that its lines call, by serial number.
    pub(crate) fn note_calls(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.lines.iter().flat_map(|placed| placed.line.notes.iter().copied())
    }

    /// Where it begins on a page that is filled so far.
    pub(crate) fn top_below(&self, filled: HalfLines) -> HalfLines {
        if filled == 0 {
            return self.repeated_head.as_ref().map_or(0, |carried| carried.height);
        }
        let top = u32::from(filled) + u32::from(self.above.minimum);
        let top = self.above.register.map_or(top, |register| register.align_down(top));
        HalfLines::try_from(top).unwrap_or(HalfLines::MAX)
    }
}
