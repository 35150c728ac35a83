//! The types that the steps of recovery hand over: what each line is, what was left out, what
//! became of each byte.

use crate::book::Document;
use crate::text::span::Span;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// Nothing but white space.
    Blank,
    /// A line of the text.
    Body,
    /// A line of a title block (title, author, date) that the extraction set down in the
    /// midst of the text: it belongs before the text, and the text runs on across it.
    Displaced,
    /// A line of a note.
    Note {
        /// Place of the note in [`Zoned::notes`].
        note: usize,
    },
    /// Not part of the text: a running head, a folio, a stamp.
    Furniture(RemovalKind),
}

/// A source text with the part that each line plays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Zoned {
    /// One zone for every line of the text, in order.
    pub zones: Vec<Zone>,
    /// Indices of the lines with which a new page of the source begins, rising. The
    /// first page begins at line 0 and is not listed.
    pub page_starts: Vec<usize>,
    /// Printed page numbers: the first line of the page, and its number as it was printed.
    pub folios: Vec<(usize, String)>,
    /// The notes in the order of their labels.
    pub notes: Vec<ZonedNote>,
    /// The marks that call notes, in the order of the text. A mark may stand in a note.
    pub marks: Vec<Mark>,
    /// Stretches inside lines of the text or of notes that are not part of them, in the
    /// order of the source: the second copy of a note, a running head glued to a line.
    pub cuts: Vec<Removal>,
    /// Headings that a printed table of contents names, in order.
    pub announced: Vec<ZonedHeading>,
    /// How many lines, before a printed table of contents, are of a half title, a title page
    /// and what goes with them.
    pub front: usize,
}

/// A heading that a printed table of contents names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZonedHeading {
    /// Its lines, rising.
    pub lines: Vec<usize>,
    /// Its level, from 1, where the table shows levels.
    pub level: Option<u8>,
}

/// A note as lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZonedNote {
    /// Its label with the punctuation and spaces that belong to it (`12- `, `(3) `).
    pub label: Option<Span>,
    /// It belongs to the second of two series.
    pub second: bool,
    /// Its lines, rising; they may lie on several pages. The label stands on the first.
    pub lines: Vec<usize>,
}

/// A mark in the text that calls a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The characters of the mark, brackets included; not the spaces around it. Empty
    /// where the text has no mark and the note is placed there all the same.
    pub span: Span,
    /// Place of the note in [`Zoned::notes`].
    pub note: usize,
    /// How sure the match is, in thousandths.
    pub confidence: u16,
}

/// A document recovered from raw text, and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovered {
    /// The document.
    pub document: Document,
    /// What of the source is not in the document, in the order of the source.
    /// Every character of the source but white space is in the one or in the other.
    pub removals: Vec<Removal>,
    /// What became of every byte of the source.
    pub ledger: Ledger,
}

/// A stretch of the source that is not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Where it stood.
    pub span: Span,
    /// What it was.
    pub kind: RemovalKind,
}

/// What a removed stretch of the source was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemovalKind {
    /// A running head or foot.
    RunningHead,
    /// A page number; it became a page mark.
    Folio,
    /// A stamp, watermark, contact line or printer's signature mark.
    Stamp,
    /// A heading over notes that stood together; the edition sets its own.
    NoteHeading,
    /// The label before a note's text.
    NoteLabel,
    /// The mark in the text that calls a note.
    NoteMark,
    /// A hyphen that divided a word at a line end.
    LineEndHyphen,
    /// A character that only the extraction put there.
    Extraction,
    /// A second copy of a text that stands elsewhere.
    Duplicate,
    /// Title, author or date; it went into the metadata.
    Metadata,
    /// A list number or bullet; the list makes it anew.
    ListLabel,
    /// An ornament between paragraphs; the edition sets its own.
    Ornament,
    /// A line of a printed table of contents; the edition makes its own.
    Contents,
}

/// Every byte of a source, once, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// The entries. Each begins where the one before it ends, the first at 0, and the
    /// last ends with the source; together they are the file.
    pub entries: Vec<Entry>,
}

/// A stretch of the source with one fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The stretch. It is empty where something was put in that no byte stood for.
    pub span: Span,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a stretch of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It stands in the text, single spaces included.
    Kept,
    /// It stands in a note, by the note's place in the order of labels.
    InNote(usize),
    /// It stands at the head of the text: part of a displaced title block.
    Moved,
    /// White space that became one space, or the end of a line or block.
    Folded,
    /// White space that fell away: a word, or a line and the next, were joined over it.
    Joined,
    /// Nothing stood here, and a space does in the document.
    Spaced,
    /// The mark of a note; empty where a note was placed without one.
    Mark(usize),
    /// The label of a note.
    Label(usize),
    /// It is not part of the text.
    Removed(RemovalKind),
}
