//! What the work on a document takes, and how much of it a document may take.
//!
//! The work is estimated before it is done, from how much there is of each kind of thing that
//! is worked on. So a document that is refused is refused in every run and on every machine,
//! and before it has taken anything from the others.
//!
//! The figures are those of one core of a server of 2024. Those of ordinary things are rounded
//! from a fit (least squares, none below zero) to runs over texts and books of 3 kB to 8 MB; those
//! of things that a hostile book has by the million follow from the largest runs over
//! `tests/hostile` in full size. `tests/bench/work.py` holds the estimates against what runs take.

use std::iter::Sum;
use std::ops::Add;

use crate::book::metadata::Metadata;
use crate::book::picture::{Picture, Pixels};
use crate::source::Text;

use super::{BookCounts, BuildError, Format, Job};

/// How much work a document or a book may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkLimits {
    /// Seconds of one core.
    pub seconds: u64,
    /// Megabytes (millions of bytes) of memory.
    pub megabytes: u64,
}

impl Default for WorkLimits {
    /// A minute and a gigabyte: enough for a PDF of 1.5 million words.
    fn default() -> Self {
        Self { seconds: 60, megabytes: 1000 }
    }
}

/// What some work takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Work {
    /// Nanoseconds of one core.
    nanoseconds: u64,
    /// Bytes of memory while it is done.
    bytes: u64,
}

/// Of any book, by the program itself: its fonts, its tables, a cover.
const PROGRAM: Work = Work::new(30_000_000, 40_000_000);

/// Of a byte of a raw text, which is recovered, and of a line of it.
const RAW_BYTE: Work = Work::new(500, 10);
const RAW_LINE: Work = Work::new(6_000, 1_000);

/// Of a byte of a text that says what it is, and of a sign of its markup, which may begin an
/// element.
const MARKED_UP_BYTE: Work = Work::new(40, 10);
const MARKUP: Work = Work::new(2_000, 650);

/// Of a byte of the file or of the pixels of a picture.
const PICTURE_BYTE: Work = Work::new(2, 1);

/// What an edition takes of each thing that a book has.
struct EditionWork {
    chapter: Work,
    heading: Work,
    paragraph: Work,
    /// A quotation, a stanza, a list, a table or a figure.
    group: Work,
    scene_break: Work,
    note: Work,
    list_item: Work,
    table_cell: Work,
    verse_line: Work,
    run: Work,
    character: Work,
    /// A character of the title, which is set in several places.
    title_character: Work,
}

/// What an EPUB takes.
const FLOWING: EditionWork = EditionWork {
    chapter: Work::new(40_000, 6_000),
    heading: Work::new(8_000, 2_300),
    paragraph: Work::new(2_000, 600),
    group: Work::new(12_000, 400),
    scene_break: Work::new(500, 300),
    note: Work::new(7_000, 600),
    list_item: Work::new(1_000, 400),
    table_cell: Work::new(400, 50),
    verse_line: Work::new(1_000, 100),
    run: Work::new(400, 360),
    character: Work::new(25, 5),
    title_character: Work::new(50, 40),
};

/// What an edition with pages takes.
const PAGED: EditionWork = EditionWork {
    chapter: Work::new(80_000, 9_500),
    heading: Work::new(24_000, 4_300),
    paragraph: Work::new(6_000, 700),
    group: Work::new(20_000, 1_000),
    scene_break: Work::new(5_000, 900),
    note: Work::new(20_000, 4_500),
    list_item: Work::new(5_000, 1_000),
    table_cell: Work::new(600, 250),
    verse_line: Work::new(6_000, 700),
    run: Work::new(1_000, 520),
    character: Work::new(350, 90),
    title_character: Work::new(4_500, 300),
};

impl Work {
    const fn new(nanoseconds: u64, bytes: u64) -> Self {
        Self { nanoseconds, bytes }
    }

    /// What the program takes for any book.
    pub(super) fn of_program() -> Self {
        PROGRAM
    }

    /// What it takes to read a text, and to recover it if it is raw.
    pub(super) fn of_text(text: &Text, is_raw: bool) -> Self {
        let media: usize = text.media.values().map(Vec::len).sum();
        let bytes = text.text.len();
        let read = if is_raw {
            RAW_BYTE.times(bytes) + RAW_LINE.times(text.lines.len())
        } else {
            let markup = text.text.bytes().filter(|byte| is_markup(*byte));
            MARKED_UP_BYTE.times(bytes) + MARKUP.times(markup.count())
        };
        read + PICTURE_BYTE.times(media)
    }

    /// What it takes to show a picture: its file and its pixels are held.
    pub(super) fn of_picture(picture: &Picture) -> Self {
        let (Pixels::Rgb(samples)
        | Pixels::Grey(samples)
        | Pixels::Jpeg(samples)
        | Pixels::GreyJpeg(samples)) = &picture.pixels;
        PICTURE_BYTE.times(picture.bytes.len() + samples.len())
    }

    /// What it takes to make an edition of a book.
    pub(super) fn of_edition(
        counts: &BookCounts,
        metadata: &Metadata,
        format: Format,
    ) -> Self {
        let each = if format.has_pages() { &PAGED } else { &FLOWING };
        let groups = counts.quotations
            + counts.stanzas
            + counts.lists
            + counts.tables
            + counts.figures;
        let title = [&metadata.title, &metadata.subtitle].into_iter().flatten();
        let title = title.map(|title| title.chars().count()).sum();
        let parts = [
            (each.chapter, counts.chapters + counts.parts),
            (each.heading, counts.headings),
            (each.paragraph, counts.paragraphs),
            (each.group, groups),
            (each.scene_break, counts.scene_breaks),
            (each.note, counts.notes),
            (each.list_item, counts.list_items),
            (each.table_cell, counts.table_cells),
            (each.verse_line, counts.verse_lines),
            (each.run, counts.runs),
            (each.character, counts.characters),
            (each.title_character, title),
        ];
        parts.into_iter().map(|(work, count)| work.times(count)).sum()
    }

    /// The same work for each of some things.
    fn times(self, count: usize) -> Self {
        let count = count as u64;
        Self {
            nanoseconds: self.nanoseconds.saturating_mul(count),
            bytes: self.bytes.saturating_mul(count),
        }
    }

    /// This work and then another, for which its memory is free again.
    pub(super) fn then(self, next: Self) -> Self {
        Self { bytes: self.bytes.max(next.bytes), ..self + next }
    }
}

/// Whether a character may begin a quotation, a list, a link, a note, an element, emphasis or
/// a cell.
fn is_markup(byte: u8) -> bool {
    matches!(
        byte,
        b'>' | b'<' | b'[' | b'-' | b'+' | b'*' | b'_' | b'^' | b'~' | b'`' | b'|'
    )
}

/// Work side by side.
impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            nanoseconds: self.nanoseconds.saturating_add(other.nanoseconds),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }
}

impl Sum for Work {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Self::add)
    }
}

/// What work takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkResource {
    /// Time of the processor.
    Time,
    /// Memory.
    Memory,
}

impl WorkResource {
    /// What it is counted in.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Time => "seconds of one core",
            Self::Memory => "MB of memory",
        }
    }

    /// The option that allows more of it.
    pub(super) fn option(self) -> &'static str {
        match self {
            Self::Time => "--max-seconds",
            Self::Memory => "--max-memory",
        }
    }
}

impl Job {
    /// Makes sure that it may take some work.
    ///
    /// # Errors
    ///
    /// [`BuildError::TooMuchWork`] where it may not.
    pub(super) fn expect_work(&self, work: Work) -> Result<(), BuildError> {
        let WorkLimits { seconds, megabytes } = self.limits;
        let takes = [
            (WorkResource::Time, work.nanoseconds.div_ceil(1_000_000_000), seconds),
            (WorkResource::Memory, work.bytes.div_ceil(1_000_000), megabytes),
        ];
        match takes.into_iter().find(|(_, needed, allowed)| needed > allowed) {
            Some((resource, needed, allowed)) => {
                let place = self.display_path();
                Err(BuildError::TooMuchWork { place, resource, needed, allowed })
            }
            None => Ok(()),
        }
    }
}
