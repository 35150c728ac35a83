//! The text of an EPUB: every character goes to the body, to a note, or to what the
//! edition says by itself.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::markup::{Tag, broken, characters, has};
use crate::audit::AuditError;
use crate::audit::stream::{Label, Matter, MatterKind, Streams, Word, Words};
use crate::book::purpose::{self, Purpose};

/// Elements that stand in a line and end no word.
const PHRASES: [&str; 10] =
    ["a", "em", "strong", "i", "b", "span", "code", "img", "sup", "sub"];

/// Where the characters go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goes {
    /// Into the body.
    Body,
    /// Into a note.
    Note(usize),
    /// Into what a reference says; of the body, or of a note.
    Mark(Option<usize>),
    /// Into what stands before a note.
    Label(usize),
    /// Into what the edition says by itself.
    Matter(MatterKind),
    /// Nowhere: what nobody reads, and the pages of the printed source, which the ledger
    /// has as removed.
    Nowhere,
}

/// What holds inside an element.
#[derive(Debug, Clone, Copy)]
struct State {
    goes: Goes,
    in_notes: bool,
    in_heading: bool,
    is_block: bool,
}

/// Outside all elements.
const OUTSIDE: State =
    State { goes: Goes::Nowhere, in_notes: false, in_heading: false, is_block: true };

/// The text of a book in the reading.
#[derive(Default)]
pub(super) struct Reading {
    streams: Streams,
    /// What the edition says by itself, until the block ends.
    matter: String,
    /// Notes by file and fragment.
    notes: BTreeMap<String, usize>,
    /// References by file and fragment.
    references: BTreeMap<String, usize>,
    /// For each reference, by its number: where it leads.
    targets: Vec<String>,
    /// For each note: where it leads back to.
    backs: Vec<String>,
}

impl Reading {
    /// Reads the particulars of the package.
    pub(super) fn package(&mut self, name: &str, markup: &str) -> Result<(), AuditError> {
        self.streams.files.push(name.to_owned());
        self.elements(name, markup, |_, tag, state| {
            let goes = match tag.name.as_str() {
                "title" => Goes::Matter(MatterKind::Title),
                "creator" => Goes::Matter(MatterKind::Names),
                _ => Goes::Nowhere,
            };
            State { goes, ..state }
        })
    }

    /// Reads a file of the text, or the navigation document.
    pub(super) fn file(
        &mut self,
        name: &str,
        markup: &str,
        is_navigation: bool,
    ) -> Result<(), AuditError> {
        self.streams.files.push(name.to_owned());
        if is_navigation {
            self.elements(name, markup, |_, tag, state| navigation(tag, state))
        } else {
            self.elements(name, markup, |reading, tag, state| {
                reading.open(tag, state, name)
            })
        }
    }

    /// Goes through a file; `open` tells what holds inside an element.
    fn elements(
        &mut self,
        name: &str,
        markup: &str,
        open: impl Fn(&mut Self, &Tag, State) -> State,
    ) -> Result<(), AuditError> {
        let mut states = vec![OUTSIDE];
        let mut reader = Reader::from_str(markup);
        loop {
            let event = reader.read_event().map_err(|cause| broken(name, &cause))?;
            let state = states.last().copied().unwrap_or(OUTSIDE);
            match event {
                Event::Start(start) => {
                    let inner = open(self, &Tag::new(&start), state);
                    if inner.is_block {
                        self.part(state.goes);
                    }
                    states.push(inner);
                }
                Event::Empty(start) => {
                    if open(self, &Tag::new(&start), state).is_block {
                        self.part(state.goes);
                    }
                }
                Event::End(_) => {
                    states.pop();
                    if state.is_block {
                        self.part(state.goes);
                        let outer = states.last().copied().unwrap_or(OUTSIDE);
                        self.part(outer.goes);
                    }
                }
                Event::Eof => return Ok(()),
                event => characters(&event, name, &mut |c| self.say(c, state))?,
            }
        }
    }

    /// What holds inside an element of the text.
    fn open(&mut self, tag: &Tag, outer: State, file: &str) -> State {
        let name = tag.name.as_str();
        let mut state = State { is_block: !PHRASES.contains(&name), ..outer };
        if name == "body" {
            let front = tag.is("frontmatter", "");
            state.goes = if front { Goes::Matter(MatterKind::Front) } else { Goes::Body };
            if !front {
                self.streams.openings.push(self.streams.body.words.len());
            }
        }
        if name == "section" && is_from_sources(tag) {
            state.goes = Goes::Body;
            self.streams.openings.push(self.streams.body.words.len());
        }
        if matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6") {
            state.in_heading = true;
            if state.goes == Goes::Body {
                self.streams.headings.push(String::new());
            }
        }
        if name == "img" && !tag.get("alt").is_empty() {
            let (kind, text) = (MatterKind::Picture, tag.get("alt").to_owned());
            self.streams.matter.push(Matter { kind, text, file: self.last_file() });
        }
        if tag.is("endnotes", "doc-endnotes") {
            state.in_notes = true;
            state.goes = Goes::Matter(MatterKind::Heading);
        }
        // For some readers long notes are not said to be notes, nor their marks to be marks.
        let is_note = tag.is("endnote", "doc-endnote") || tag.is_of("long-note");
        if state.in_notes && is_note {
            let note = self.streams.notes.len();
            self.notes.insert(format!("{file}#{}", tag.get("id")), note);
            self.streams.notes.push(Words::default());
            self.streams.labels.push(Label::default());
            self.backs.push(String::new());
            state.goes = Goes::Note(note);
        }
        if tag.is_of("completed") && matches!(state.goes, Goes::Note(_)) {
            state = State {
                is_block: true,
                goes: Goes::Matter(MatterKind::Completion),
                ..state
            };
        }
        if tag.is("backlink", "doc-backlink")
            && let Goes::Note(note) = state.goes
        {
            self.backs[note] = address(tag.get("href"), file);
            state.goes = Goes::Label(note);
        }
        if tag.is("noteref", "doc-noteref") || tag.is_of("noteref") {
            state.goes = self.reference(tag, state.goes, file);
        }
        state
    }

    /// A reference to a note.
    fn reference(&mut self, tag: &Tag, goes: Goes, file: &str) -> Goes {
        let caller = match goes {
            Goes::Body => None,
            Goes::Note(note) => Some(note),
            goes => return goes,
        };
        let id = self.targets.len();
        self.targets.push(address(tag.get("href"), file));
        self.references.insert(format!("{file}#{}", tag.get("id")), id);
        self.words(caller).call(id, None);
        Goes::Mark(caller)
    }

    /// The place of the file at hand.
    fn last_file(&self) -> usize {
        self.streams.files.len().saturating_sub(1)
    }

    fn words(&mut self, note: Option<usize>) -> &mut Words {
        match note {
            Some(note) => &mut self.streams.notes[note],
            None => &mut self.streams.body,
        }
    }

    fn say(&mut self, c: char, state: State) {
        let file = self.last_file();
        let in_heading = state.in_heading;
        let like = || Word { file, in_heading, ..Word::default() };
        match state.goes {
            Goes::Body => {
                self.streams.body.push(c, like);
                if let (true, Some(heading)) =
                    (in_heading, self.streams.headings.last_mut())
                {
                    heading.push(c);
                }
            }
            Goes::Note(note) => self.streams.notes[note].push(c, like),
            Goes::Mark(caller) => {
                if let Some(call) = self.words(caller).calls.last_mut() {
                    call.said.push(c);
                }
            }
            Goes::Label(note) => self.streams.labels[note].said.push(c),
            Goes::Matter(_) => self.matter.push(c),
            Goes::Nowhere => {}
        }
    }

    /// A block begins or ends.
    fn part(&mut self, goes: Goes) {
        match goes {
            Goes::Body => self.streams.body.part(),
            Goes::Note(note) => self.streams.notes[note].part(),
            Goes::Matter(kind) => {
                let text = std::mem::take(&mut self.matter);
                let file = self.last_file();
                if !text.trim().is_empty() {
                    self.streams.matter.push(Matter { kind, text, file });
                }
            }
            Goes::Mark(_) | Goes::Label(_) | Goes::Nowhere => {}
        }
    }

    /// The streams, with references that lead to notes, and notes that lead back.
    pub(super) fn resolved(mut self) -> Streams {
        for call in self.streams.calls_mut() {
            call.note = self.notes.get(&self.targets[call.id]).copied();
        }
        for (label, back) in self.streams.labels.iter_mut().zip(&self.backs) {
            label.back = self.references.get(back).copied();
        }
        self.streams
    }
}

/// Whether a section of the front matter comes from the sources, by its `epub:type`; the
/// others come from the particulars of the book.
fn is_from_sources(tag: &Tag) -> bool {
    let is_front = |one: Purpose| one.matter() == purpose::BookMatter::Front;
    Purpose::STATED.into_iter().any(|(name, one)| is_front(one) && tag.is(name, ""))
}

/// What holds inside an element of the navigation document.
fn navigation(tag: &Tag, outer: State) -> State {
    let mut state = State { is_block: true, ..outer };
    if tag.name == "nav" {
        let pages = has(tag.get("epub:type"), "page-list");
        state.goes = if pages { Goes::Nowhere } else { Goes::Matter(MatterKind::Entry) };
    }
    if tag.name == "h1" && state.goes != Goes::Nowhere {
        state.goes = Goes::Matter(MatterKind::Heading);
    }
    state
}

/// File and fragment that a link in a file leads to.
fn address(link: &str, file: &str) -> String {
    if let Some(("", id)) = link.split_once('#') {
        return format!("{file}#{id}");
    }
    let folder = file.rfind('/').map_or("", |end| &file[..=end]);
    format!("{folder}{link}")
}
