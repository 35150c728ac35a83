//! What is compared: streams of words, and the notes that they call.

use crate::book::reading::Reading;
use crate::book::{Document, reading};
use crate::recover::ledger::{Fate, Ledger};
use crate::source::Text;
use crate::text::span::Span;

/// The body and the notes of an edition, or of its sources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Streams {
    /// The body.
    pub body: Words,
    /// The notes.
    pub notes: Vec<Words>,
    /// What is said outside the text: particulars, title page.
    pub besides: String,
    /// The files of an edition, by [`Word::file`].
    pub files: Vec<String>,
}

/// Words in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// The words.
    pub words: Vec<Word>,
    /// For each reference to a note: how many characters, white space not counted, stand
    /// before it, and the place of the note in [`Streams::notes`], where it leads to one.
    pub calls: Vec<(usize, Option<usize>)>,
    /// How many characters there are.
    length: usize,
    /// The last word is complete.
    parted: bool,
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
    /// It may have been given by the edition: a title or a line below it.
    pub may_be_given: bool,
}

impl Words {
    /// Adds a character; `like` tells of the word, where a new one begins.
    pub(super) fn push(&mut self, c: char, like: impl FnOnce() -> Word) {
        if c.is_whitespace() {
            self.part();
            return;
        }
        if self.parted || self.words.is_empty() {
            self.words.push(Word { start: self.length, ..like() });
            self.parted = false;
        }
        if let Some(word) = self.words.last_mut() {
            word.text.push(c);
        }
        self.length += 1;
    }

    /// Ends the last word.
    pub(super) fn part(&mut self) {
        self.parted = true;
    }

    /// Calls a note here.
    pub(super) fn call(&mut self, note: Option<usize>) {
        self.calls.push((self.length, note));
    }

    /// Whether two streams say the same words.
    pub(super) fn say_as(&self, other: &Self) -> bool {
        self.words.len() == other.words.len()
            && self.words.iter().zip(&other.words).all(|(a, b)| a.text == b.text)
    }

    /// How many characters there are, white space not counted.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.length
    }
}

impl Streams {
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
                                self.note(caller).call(Some(first + note));
                            }
                            _ => self.body.call(Some(first + note)),
                        }
                    }
                    Fate::Removed(_) if !head => {
                        self.besides.push_str(text.slice(entry.span));
                        self.besides.push(' ');
                    }
                    _ => {}
                }
            }
            self.body.part();
        }
        // Notes that nothing calls are set at the end.
        let streams = std::iter::once(&self.body).chain(&self.notes);
        let calls = streams.flat_map(|words| &words.calls);
        let called: Vec<usize> = calls.filter_map(|(_, note)| *note).collect();
        for note in (first..self.notes.len()).filter(|note| !called.contains(note)) {
            self.body.call(Some(note));
        }
    }

    /// Adds a document that was written as Markdown.
    pub fn add_document(&mut self, document: &Document) {
        let first = self.notes.len();
        let Reading { body, notes } = Reading::of(document);
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
    for (at, c) in stream.text.char_indices() {
        while let Some((_, note)) = calls.next_if(|(place, _)| *place <= at) {
            words.call(Some(first + note));
        }
        words.push(c, || Word { span: stream.origin.0, ..Word::default() });
    }
    calls.for_each(|(_, note)| words.call(Some(first + note)));
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
    let line = text
        .lines
        .iter()
        .find(|line| line.span.start <= mark.start && mark.start <= line.span.end);
    let Some(line) = line else { return false };
    let on_line = |entry: &&crate::recover::ledger::Entry| {
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
