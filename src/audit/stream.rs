//! What is compared: streams of words, and the notes that they call.

use std::collections::BTreeSet;

use super::particulars::Particulars;
use crate::book::reading::Reading;
use crate::book::{Document, reading};
use crate::recover::ledger::{Fate, Ledger};
use crate::source::Text;
use crate::text::letters::follows_word;
use crate::text::span::Span;

/// The body and the notes of an edition, or of its sources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Streams {
    /// The body.
    pub body: Words,
    /// The notes.
    pub notes: Vec<Words>,
    /// What an edition puts before each of its notes.
    pub labels: Vec<Label>,
    /// What an edition says besides the text and its notes.
    pub matter: Vec<Matter>,
    /// The headings of an edition.
    pub headings: Vec<String>,
    /// Where parts and chapters of an edition begin, in words of the body.
    pub openings: Vec<usize>,
    /// What is known of the sources besides their words.
    pub particulars: Particulars,
    /// The files or pages of an edition, by [`Word::file`].
    pub files: Vec<String>,
}

/// What stands before a note in an edition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Label {
    /// What it says.
    pub said: String,
    /// The reference that it leads back to, by [`Call::id`].
    pub back: Option<usize>,
}

/// Something that an edition says besides the text and its notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matter {
    /// What it is.
    pub kind: MatterKind,
    /// What it says.
    pub text: String,
    /// Where it stands, in [`Streams::files`].
    pub file: usize,
}

/// What an edition says besides the text and its notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatterKind {
    /// The title in the particulars of the file.
    Title,
    /// A person, or several, in the particulars of the file.
    Names,
    /// A line of the title page, half title or imprint.
    Front,
    /// Words for a picture, such as the cover.
    Picture,
    /// A line of the contents, or a bookmark.
    Entry,
    /// A heading over the contents or over notes.
    Heading,
    /// A note said again behind one that leans on it.
    Completion,
    /// The number or bullet of a list item.
    ListLabel,
    /// Running heads, folios, ornaments.
    Furniture,
    /// Text that has no place in the structure.
    Stray,
}

/// Words in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// The words.
    pub words: Vec<Word>,
    /// The references to notes.
    pub calls: Vec<Call>,
    /// How many characters there are.
    length: usize,
    /// The last word is complete.
    parted: bool,
    /// It is, but behind it a note is called, which takes the place of the white space.
    called: bool,
}

/// A reference to a note.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Call {
    /// How many characters of the stream stand before it.
    pub at: usize,
    /// Its place among all references of an edition.
    pub id: usize,
    /// The place of the note in [`Streams::notes`], where it leads to one.
    pub note: Option<usize>,
    /// What it says in an edition.
    pub said: String,
}

/// A word: characters without white space.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// Its characters.
    pub text: String,
    /// How many characters of the stream stand before it.
    pub start: usize,
    /// Where it stands in the source.
    pub span: Option<Span>,
    /// The file of the edition in which it stands.
    pub file: usize,
    /// It stands in a heading of the edition.
    pub in_heading: bool,
}

impl Words {
    /// Adds a character; `like` tells of the word, where a new one begins.
    pub(super) fn push(&mut self, c: char, like: impl FnOnce() -> Word) {
        if c.is_whitespace() {
            self.part();
            return;
        }
        if is_mute(c) {
            return;
        }
        let goes_on = self.called && follows_word(c);
        if self.parted && !goes_on || self.words.is_empty() {
            self.words.push(Word { start: self.length, ..like() });
        }
        (self.parted, self.called) = (false, false);
        if let Some(word) = self.words.last_mut() {
            word.text.push(c);
        }
        self.length += 1;
    }

    /// Ends the last word.
    pub(super) fn part(&mut self) {
        (self.parted, self.called) = (true, false);
    }

    /// Calls a note here.
    pub(super) fn call(&mut self, id: usize, note: Option<usize>) {
        self.called = self.parted;
        self.calls.push(Call { at: self.length, id, note, said: String::new() });
    }

    /// How many characters there are, white space not counted.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.length
    }
}

impl Streams {
    /// All streams of words: the body, then the notes.
    pub(super) fn words(&self) -> impl Iterator<Item = &Words> {
        std::iter::once(&self.body).chain(&self.notes)
    }

    /// All references to notes.
    pub(super) fn calls_mut(&mut self) -> impl Iterator<Item = &mut Call> {
        let notes = self.notes.iter_mut().flat_map(|words| &mut words.calls);
        self.body.calls.iter_mut().chain(notes)
    }

    /// Adds a raw text as its ledger has it.
    pub fn add_ledger(&mut self, text: &Text, ledger: &Ledger) {
        let first = self.notes.len();
        self.body.part();
        let moved = |fate| fate == Fate::Moved;
        for head in [true, false] {
            // What a stream says next follows the last white space behind its last word.
            let mut last = None;
            for entry in &ledger.entries {
                match entry.fate {
                    Fate::Moved | Fate::Kept if moved(entry.fate) == head => {
                        say(&mut self.body, text, entry.span);
                        last = Some(None);
                    }
                    Fate::InNote(note) if !head => {
                        say(self.note(first + note), text, entry.span);
                        last = Some(Some(first + note));
                    }
                    Fate::Folded | Fate::Spaced => match last {
                        Some(Some(note)) => self.note(note).part(),
                        Some(None) => self.body.part(),
                        None => {}
                    },
                    Fate::Mark(note) if !head => {
                        self.note(first + note);
                        match last {
                            Some(Some(caller)) if in_note(text, ledger, entry.span) => {
                                self.note(caller).call(0, Some(first + note));
                            }
                            _ => self.body.call(0, Some(first + note)),
                        }
                    }
                    _ => {}
                }
            }
            self.body.part();
        }
        // Notes that nothing calls are set at the end.
        let calls = self.words().flat_map(|words| &words.calls);
        let called: BTreeSet<usize> = calls.filter_map(|call| call.note).collect();
        for note in (first..self.notes.len()).filter(|note| !called.contains(note)) {
            self.body.call(0, Some(note));
        }
    }

    /// Adds a document that was written as Markdown.
    pub fn add_document(&mut self, document: &Document) {
        let first = self.notes.len();
        let Reading { body, notes, heads, pictures } = Reading::of(document);
        self.particulars.heads.extend(heads);
        self.particulars.pictures.extend(pictures);
        self.notes.resize_with(first + notes.len(), Words::default);
        add_reading(&mut self.body, &body, first);
        for (words, note) in self.notes[first..].iter_mut().zip(&notes) {
            add_reading(words, note, first);
        }
    }

    fn note(&mut self, note: usize) -> &mut Words {
        if self.notes.len() <= note {
            self.notes.resize_with(note + 1, Words::default);
        }
        &mut self.notes[note]
    }
}

fn add_reading(words: &mut Words, stream: &reading::Stream, first: usize) {
    words.part();
    let mut calls = stream.calls.iter().peekable();
    let mut places = stream.places.iter().peekable();
    let mut span = stream.origin.0;
    for (at, c) in stream.text.char_indices() {
        while let Some((_, note)) = calls.next_if(|(place, _)| *place <= at) {
            words.call(0, Some(first + note));
        }
        while let Some((_, place)) = places.next_if(|(place, _)| *place <= at) {
            span = Some(*place);
        }
        words.push(c, || Word { span, ..Word::default() });
    }
    calls.for_each(|(_, note)| words.call(0, Some(first + note)));
}

/// Characters that set nothing, only say where words may be divided or not; an edition
/// may follow them and leave them out.
fn is_mute(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}') || c.is_control()
}

fn say(words: &mut Words, text: &Text, span: Span) {
    for (offset, c) in text.slice(span).char_indices() {
        let start = span.start + u32::try_from(offset).unwrap_or_default();
        words.push(c, || Word { span: Some(Span { start, ..span }), ..Word::default() });
    }
}

/// Whether the line of a mark, as far as the ledger tells, is of a note.
fn in_note(text: &Text, ledger: &Ledger, mark: Span) -> bool {
    let at = ledger.entries.partition_point(|entry| entry.span.start < mark.start);
    let next = text.lines.partition_point(|line| line.span.start <= mark.start);
    let line = next.checked_sub(1).map(|line| &text.lines[line]);
    let Some(line) = line else { return false };
    let on_line = |entry: &&crate::recover::ledger::LedgerEntry| {
        entry.span.end >= line.span.start && entry.span.start <= line.span.end
    };
    let speaks = |fate| match fate {
        Fate::InNote(_) | Fate::Label(_) => Some(true),
        Fate::Kept => Some(false),
        _ => None,
    };
    let before = ledger.entries[..at].iter().rev().take_while(on_line);
    let after = ledger.entries[at..].iter().take_while(on_line);
    before.chain(after).find_map(|entry| speaks(entry.fate)).unwrap_or(false)
}
