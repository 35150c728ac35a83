//! The types that the steps of recovery hand over: what each line is, what was removed,
//! and what happened to each byte.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::Document;
use crate::book::decisions::LineVerdict;
use crate::book::metadata::Metadata;
use crate::book::source_traits::{SourceForm, SourceNotes, SourceTraits};
use crate::text::character_references::read_reference;
use crate::text::span::Span;

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// Nothing but white space.
    Blank,
    /// A line of the text.
    Body,
    /// A line of a title block (title, author, date) that the extraction put into the
    /// middle of the text. It belongs before the text, and the text around it is
    /// continuous.
    Displaced,
    /// A line of the caption of a plate between two pages. It becomes a paragraph after
    /// the one that continues across the plate.
    Caption,
    /// A line of a table or of a figure, see [`crate::source::PageRegion`]. It becomes a
    /// block of its own after the paragraph that continues across it.
    Region,
    /// A line of a note in the margin, which is set beside the line that follows.
    Margin,
    /// A line of a note.
    Note {
        /// Index of the note in [`Zoned::notes`].
        note: usize,
    },
    /// Not part of the text: a running head, a folio, a stamp.
    Furniture(RemovalKind),
}

/// A source text, and what each of its lines is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Zoned {
    /// One zone for every line of the text, in order.
    pub zones: Vec<Zone>,
    /// Indices of the lines that begin a page of the source, in ascending order. The
    /// first page begins at line 0 and is not listed.
    pub page_starts: Vec<usize>,
    /// Printed page numbers: the first line of the page, and the number as printed.
    pub folios: Vec<(usize, String)>,
    /// The notes, in the order of their labels.
    pub notes: Vec<ZonedNote>,
    /// The marks that call notes, in text order. A mark may be inside a note.
    pub marks: Vec<NoteMark>,
    /// Stretches inside lines of text or notes that do not belong to them, in source
    /// order: the second copy of a note, a running head glued to a line.
    pub cuts: Vec<Removal>,
    /// Headings named by a printed table of contents, in order.
    pub announced: Vec<ZonedHeading>,
    /// How many lines at the start are a half title, a title page and the like; they
    /// precede a printed table of contents.
    pub front: usize,
    /// Signs of emphasis, in source order.
    pub emphasis: Vec<EmphasisSign>,
    /// Lines whose kind the notation of the text states, in ascending order.
    pub fences: Vec<(Range<usize>, Fence)>,
    /// The lines with which paragraphs begin, if the notation states them, in ascending
    /// order.
    pub paragraphs: Option<Vec<usize>>,
    /// What a person decided of lines, by their indices.
    pub decided: BTreeMap<usize, DecidedLine>,
    /// The characters of body and notes that a person corrected, in source order.
    pub corrections: Vec<Correction>,
    /// The metadata that a person states at the beginning of the text.
    pub stated: Metadata,
    /// The metadata that the frame of a collection gives.
    pub framed: Metadata,
    /// What a person, or a look at its lines, says of the text.
    pub traits: SourceTraits,
    /// The form of the text, if its notation shows it.
    pub form: Option<SourceForm>,
    /// Confidence of the form in the traits, in thousandths, if nobody stated it.
    pub form_confidence: Option<u16>,
    /// How many lines are there for a scanner or a binder.
    pub scan_lines: usize,
    /// How many signs of notation the text has.
    pub signs: usize,
}

/// What a person decided of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecidedLine {
    /// What it is.
    pub verdict: LineVerdict,
    /// The level of a heading, if the person gave it.
    pub level: Option<u8>,
    /// It is the first line of the decision.
    pub begins: bool,
}

/// What a person decided of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecidedMark {
    /// Its characters.
    pub span: Span,
    /// The first line of the note that it calls; `None` if it is no mark.
    pub note: Option<usize>,
}

/// Characters of a line that a person corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The characters of the source.
    pub span: Span,
    /// What the document has in their place; empty if they are left out.
    pub reading: String,
}

impl Correction {
    /// What the removal of its characters is called: those without a reading are left out.
    pub(crate) fn removal_kind(&self) -> RemovalKind {
        if self.reading.trim().is_empty() {
            RemovalKind::Decision
        } else {
            RemovalKind::Correction
        }
    }
}

/// What the document has in the place of some characters of the source at a span: the reading
/// of a person, or the character of a reference; `None` if it has neither. The corrections are
/// in source order.
pub(crate) fn find_replacement<'a>(
    characters: &str,
    span: Span,
    corrections: &'a [Correction],
) -> Option<Cow<'a, str>> {
    let corrected = corrections.binary_search_by_key(&span.start, |one| one.span.start);
    match corrected.ok().map(|at| &corrections[at]) {
        Some(one) if one.span.end == span.end => Some(one.reading.as_str().into()),
        _ => Some(read_reference(characters)?.0.to_string().into()),
    }
}

impl DecidedLine {
    /// Whether it is a line of a note.
    pub(crate) fn is_note(self) -> bool {
        self.verdict == LineVerdict::Note
    }

    /// Whether it is a line of the text or of its title block, and no note.
    pub(crate) fn is_text(self) -> bool {
        match self.verdict {
            LineVerdict::Heading
            | LineVerdict::Paragraph
            | LineVerdict::Verse
            | LineVerdict::Quotation
            | LineVerdict::Text
            | LineVerdict::Title
            | LineVerdict::Subtitle
            | LineVerdict::Author => true,
            LineVerdict::Note | LineVerdict::Continued | LineVerdict::LeftOut => false,
        }
    }

    /// Whether it is no part of the text.
    pub(crate) fn is_left_out(self) -> bool {
        self.verdict == LineVerdict::LeftOut
    }
}

/// What the notation of a text states that some lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fence {
    /// Verse.
    Verse,
    /// A block quotation.
    Quotation,
    /// Anything but an ordinary paragraph: it is indented.
    SetOff,
    /// An ornament between paragraphs.
    Ornament,
}

/// A sign at one end of emphasised words. It is not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmphasisSign {
    /// Its characters.
    pub span: Span,
    /// What it does.
    pub effect: EmphasisEffect,
}

/// What a sign does to the words after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EmphasisEffect {
    /// It opens emphasis.
    Opens,
    /// It closes emphasis.
    Closes,
    /// It is of another distinction, which the edition does not show.
    None,
}

/// A heading named by a printed table of contents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZonedHeading {
    /// Its lines, in ascending order.
    pub lines: Vec<usize>,
    /// Its level, from 1, if the table shows levels.
    pub level: Option<u8>,
    /// It is not a heading: the table names its author there.
    pub is_byline: bool,
}

/// A note as lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZonedNote {
    /// Its label with the punctuation and spaces that belong to it (`12- `, `(3) `).
    pub label: Option<Span>,
    /// It belongs to the second of two series of notes.
    pub second: bool,
    /// Its lines, in ascending order; they may be on several pages. The label is on the
    /// first.
    pub lines: Vec<usize>,
}

/// A mark in the text that calls a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteMark {
    /// The characters of the mark, with its brackets but without the spaces around it.
    /// Empty if the text has no mark and the note is placed here nevertheless.
    pub span: Span,
    /// Index of the note in [`Zoned::notes`].
    pub note: usize,
    /// Confidence of the match, in thousandths.
    pub confidence: u16,
}

/// A document recovered from raw text, and what was removed on the way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovered {
    /// The document.
    pub document: Document,
    /// The parts of the source that are not in the document, in source order. Every
    /// character of the source except white space is in exactly one of the two.
    pub removals: Vec<Removal>,
    /// What a person corrected, in source order. The document has the readings, and the
    /// removals have the characters of the source.
    pub corrections: Vec<Correction>,
    /// What happened to every byte of the source.
    pub ledger: Ledger,
    /// What the source was taken for; `None` for a document that was not recovered.
    pub identification: Option<Identification>,
}

/// What a raw text was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identification {
    /// Its form.
    pub form: SourceForm,
    /// Where most of its notes are.
    pub notes: SourceNotes,
    /// How many notes it has.
    pub note_count: usize,
    /// Lines of running heads.
    pub running_heads: usize,
    /// Lines of folios.
    pub folios: usize,
    /// How sure the less certain of form and notes is, in thousandths; 1000 if a person
    /// stated them.
    pub confidence: u16,
}

/// A stretch of the source that is not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Where it was.
    pub span: Span,
    /// What it was.
    pub kind: RemovalKind,
}

/// What a removed stretch of the source was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemovalKind {
    /// A running head or foot.
    RunningHead,
    /// A page number, which became a page mark.
    Folio,
    /// A stamp, watermark, contact line or printer's signature mark.
    Stamp,
    /// A heading over gathered notes; the edition sets its own.
    NoteHeading,
    /// The label before a note's text.
    NoteLabel,
    /// The mark in the text that calls a note.
    NoteMark,
    /// A hyphen that divided a word at a line end.
    LineEndHyphen,
    /// A character that the extraction added.
    Extraction,
    /// A second copy of a text that is also elsewhere.
    Duplicate,
    /// Title, author or date, which went into the metadata.
    Metadata,
    /// A list number or bullet; the edition makes its own.
    ListLabel,
    /// An ornament between paragraphs; the edition sets its own.
    Ornament,
    /// A line of a printed table of contents; the edition makes its own.
    Contents,
    /// The frame of a text collection around the book: header and licence.
    Frame,
    /// A sign of the notation of a transcription, which the edition shows otherwise.
    Markup,
    /// Words inside a picture, which shows them; they are its description.
    PictureWords,
    /// The number of a line of verse or of an edition, in the margin.
    LineNumber,
    /// A character reference (`&mdash;`); the document has its character.
    CharacterReference,
    /// A line that a person left out, and that the program would have kept.
    Decision,
    /// Characters that a person corrected; the document has their reading, see
    /// [`Recovered::corrections`].
    Correction,
}

/// Every byte of a source, exactly once, in source order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// The entries. Each begins where the one before it ends, the first at 0, and the
    /// last ends with the source: together they cover the file.
    pub entries: Vec<LedgerEntry>,
}

/// A stretch of the source whose bytes share one fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerEntry {
    /// The stretch. It is empty if something was inserted that no byte represents.
    pub span: Span,
    /// What happened to it.
    pub fate: Fate,
}

impl RemovalKind {
    /// Its name, in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RunningHead => "running-head",
            Self::Folio => "folio",
            Self::Stamp => "stamp",
            Self::NoteHeading => "note-heading",
            Self::NoteLabel => "note-label",
            Self::NoteMark => "note-mark",
            Self::LineEndHyphen => "line-end-hyphen",
            Self::Extraction => "extraction",
            Self::Duplicate => "duplicate",
            Self::Metadata => "metadata",
            Self::ListLabel => "list-label",
            Self::Ornament => "ornament",
            Self::Contents => "contents",
            Self::Frame => "frame",
            Self::Markup => "markup",
            Self::PictureWords => "picture-word",
            Self::LineNumber => "line-number",
            Self::CharacterReference => "character-reference",
            Self::Decision => "decision",
            Self::Correction => "correction",
        }
    }
}

/// What happened to a stretch of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It is in the text, single spaces included.
    Kept,
    /// It is in a note; the index counts notes in the order of their labels.
    InNote(usize),
    /// It is at the beginning of the text: part of a displaced title block.
    Moved,
    /// It is later in the text: a caption, moved after the text that ends at this byte of
    /// the source.
    MovedAfter(u32),
    /// White space that became one space, or the end of a line or block.
    Folded,
    /// White space that was removed: a word, or two lines, were joined across it.
    Joined,
    /// Nothing was here, and the document has a space.
    Spaced,
    /// The mark of a note; empty if the note was placed without one.
    Mark(usize),
    /// The label of a note.
    Label(usize),
    /// A character reference, whose character is in the text, or in a note.
    Decoded(Option<usize>),
    /// Characters that a person corrected; their reading is in the text, or in a note.
    Corrected(Option<usize>),
    /// It is not part of the text.
    Removed(RemovalKind),
}

impl Fate {
    /// Its name, in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::InNote(_) => "in-notes",
            Self::Moved | Self::MovedAfter(_) => "moved",
            Self::Folded => "folded",
            Self::Joined => "joined",
            Self::Spaced => "spaced",
            Self::Mark(_) => "marks",
            Self::Label(_) => "labels",
            Self::Decoded(_) => "decoded",
            Self::Corrected(_) => "corrected",
            Self::Removed(kind) => kind.name(),
        }
    }
}
