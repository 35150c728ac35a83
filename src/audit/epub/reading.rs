//! The text of an EPUB: every character belongs to the body, to a note, or to the text that
//! the edition adds.

use std::collections::BTreeMap;
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::links::{read_target, resolve_link};
use super::markup::{MarkupTag, event_characters, has_word, malformed};
use super::style::HidingRules;
use crate::audit::error::AuditError;
use crate::audit::presentation::{HiddenWords, StreamPicture};
use crate::audit::setting::{NO_LEVEL, WordSetting};
use crate::audit::stream::{
    EditionMatter, EditionNoteLabel, MatterKind, StreamWord, Streams, WordStream,
};
use crate::audit::targets::{EditionEntry, LinkEnd, StreamPlace};
use crate::audit::wording::SIGNS_OF_NUMBER;
use crate::book::purpose::{self, Purpose};

/// Inline elements, which end no word.
const PHRASES: [&str; 16] = [
    "a", "em", "strong", "i", "b", "span", "code", "img", "sup", "sub", "del", "mark",
    "kbd", "abbr", "u", "math",
];

/// The most that is kept of an EPUB, in words. A reference, a heading or a description counts
/// as [`KEPT_WORDS`]. With its part in the comparison, a word takes about a hundred bytes. No
/// book has as many.
const MOST_KEPT: usize = 5_000_000;

/// How many words a reference, a heading or a description counts as.
const KEPT_WORDS: usize = 4;

/// Where characters belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextTarget {
    /// To the body.
    Body,
    /// To a note.
    Note(usize),
    /// To the text of a reference, in the body or in a note.
    Mark(Option<usize>),
    /// To the label of a note.
    Label(usize),
    /// To the text that the edition adds.
    Matter(MatterKind),
    /// To the title of a file, which some readers show as a running head.
    FileTitle,
    /// Nowhere: text that readers do not show, and the page numbers of the printed source,
    /// which the ledger lists as removed.
    Nowhere,
}

/// The state inside an element.
#[derive(Debug, Clone)]
struct ElementState {
    target: TextTarget,
    in_notes: bool,
    in_heading: bool,
    /// The level of the heading that it is in; 0 outside headings.
    level: u8,
    /// Its language, if it is stated.
    language: Option<Arc<str>>,
    /// Its words are the TeX of a formula.
    is_formula: bool,
    /// Why its words are not seen, if they are not.
    hidden: Option<&'static str>,
    parting: WordParting,
}

/// How an element parts the words around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordParting {
    /// Not at all.
    Phrase,
    /// Its words are its own: a formula, a note in the margin.
    Apart,
    /// Nothing around it is the same text.
    Block,
}

/// The state outside all elements.
const OUTSIDE: ElementState = ElementState {
    target: TextTarget::Nowhere,
    in_notes: false,
    in_heading: false,
    level: 0,
    language: None,
    is_formula: false,
    hidden: None,
    parting: WordParting::Block,
};

/// Collects the text of an EPUB.
#[derive(Default)]
pub(super) struct EpubTextReader {
    streams: Streams,
    /// Added text of the current block.
    matter: String,
    /// Notes by file and fragment.
    notes: BTreeMap<String, usize>,
    /// References by file and fragment.
    references: BTreeMap<String, usize>,
    /// The target of each reference, by its id.
    targets: Vec<String>,
    /// The backlink of each note.
    backs: Vec<String>,
    /// Which elements the style sheets hide.
    pub(super) style: HidingRules,
    /// What the files of the pictures show, by name.
    pub(super) prints: BTreeMap<String, u64>,
    /// Where the entries of the contents lead, each with its index among the added texts.
    entry_ends: Vec<(usize, LinkEnd)>,
    /// The titles of the files.
    file_titles: Vec<EditionMatter>,
    /// How much is kept, in words.
    kept: usize,
}

impl EpubTextReader {
    /// Reads the metadata of the package.
    pub(super) fn read_package(
        &mut self,
        name: &str,
        markup: &str,
    ) -> Result<(), AuditError> {
        self.streams.files.push(name.to_owned());
        self.read_elements(name, markup, |_, tag, state| {
            let target = match tag.name.as_str() {
                "title" => TextTarget::Matter(MatterKind::Title),
                "creator" => TextTarget::Matter(MatterKind::Names),
                _ => TextTarget::Nowhere,
            };
            ElementState { target, ..state }
        })
    }

    /// Reads a content document, or the navigation document.
    pub(super) fn read_file(
        &mut self,
        name: &str,
        markup: &str,
        is_navigation: bool,
    ) -> Result<(), AuditError> {
        self.streams.files.push(name.to_owned());
        if is_navigation {
            self.read_elements(name, markup, |reading, tag, state| {
                reading.open_navigation_element(tag, state, name)
            })
        } else {
            self.read_elements(name, markup, |reading, tag, state| {
                reading.open_element(tag, state, name)
            })
        }
    }

    /// Reads the elements of a file; `open` returns the state inside an element.
    fn read_elements(
        &mut self,
        name: &str,
        markup: &str,
        open: impl Fn(&mut Self, &MarkupTag, ElementState) -> ElementState,
    ) -> Result<(), AuditError> {
        let mut states = vec![OUTSIDE];
        let mut reader = Reader::from_str(markup);
        loop {
            if self.kept > MOST_KEPT {
                return Err(AuditError::TooManyWords { millions: MOST_KEPT / 1_000_000 });
            }
            let event = reader.read_event().map_err(|cause| malformed(name, &cause))?;
            let state = states.last().cloned().unwrap_or(OUTSIDE);
            match event {
                Event::Start(start) => {
                    let target = state.target;
                    let inner = open(self, &MarkupTag::new(&start), state);
                    if inner.parting == WordParting::Block {
                        self.break_block(target);
                    }
                    states.push(inner);
                }
                Event::Empty(start) => {
                    let target = state.target;
                    let tag = MarkupTag::new(&start);
                    let inner = open(self, &tag, state);
                    if inner.parting == WordParting::Block && tag.name != "br" {
                        self.break_block(target);
                    } else if tag.name == "br" {
                        self.end_word(target);
                    }
                }
                Event::End(_) => {
                    states.pop();
                    let outer = states.last().cloned().unwrap_or(OUTSIDE);
                    if state.target == TextTarget::Matter(MatterKind::Reference) {
                        self.break_block(state.target);
                    }
                    if state.parting == WordParting::Block {
                        self.break_block(state.target);
                        self.break_block(outer.target);
                    }
                    if state.parting == WordParting::Apart {
                        self.add_character(' ', &outer);
                    }
                }
                Event::Eof => return Ok(()),
                event => {
                    event_characters(&event, name, &mut |c| {
                        self.add_character(c, &state);
                    })?;
                }
            }
        }
    }

    /// The state inside an element of a content document.
    fn open_element(
        &mut self,
        tag: &MarkupTag,
        outer: ElementState,
        file: &str,
    ) -> ElementState {
        let name = tag.name.as_str();
        let parting = match () {
            () if is_formula(tag) || tag.has_class("margin-note") => WordParting::Apart,
            () if PHRASES.contains(&name) => WordParting::Phrase,
            () => WordParting::Block,
        };
        let mut state = ElementState { parting, ..outer };
        for key in ["lang", "xml:lang"] {
            if !tag.get(key).is_empty() {
                state.language = Some(tag.get(key).into());
            }
        }
        state.hidden = state.hidden.or_else(|| self.style.find_cause(tag));
        if name == "title" && state.target == TextTarget::Nowhere {
            state.target = TextTarget::FileTitle;
        }
        if name == "body" {
            let front = tag.has_semantics("frontmatter", "");
            state.target = if front {
                TextTarget::Matter(MatterKind::Front)
            } else {
                TextTarget::Body
            };
            if !front {
                self.streams.openings.push(self.streams.body.words.len());
            }
        }
        if name == "section" && is_from_sources(tag) {
            state.target = TextTarget::Body;
            self.streams.openings.push(self.streams.body.words.len());
        }
        let is_list =
            tag.has_semantics("index", "doc-index") || tag.has_semantics("loi", "");
        if name == "section" && is_list {
            state.target = TextTarget::Matter(MatterKind::Index);
        }
        if name == "section" && tag.has_semantics("part", "doc-part") {
            self.streams.has_parts = true;
            state.level = NO_LEVEL;
        }
        if name == "hgroup" && state.target == TextTarget::Body {
            state.in_heading = true;
            state.level = NO_LEVEL;
        }
        if matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6") {
            state.in_heading = true;
            if state.level != NO_LEVEL {
                state.level = name.as_bytes()[1] - b'0';
            }
            if state.target == TextTarget::Body {
                self.kept += KEPT_WORDS;
                self.streams.headings.push(String::new());
                self.streams.heading_places.push(self.streams.body.words.len());
            }
        }
        self.add_place(tag, file, state.target);
        if state.parting == WordParting::Apart {
            self.add_character(' ', &state);
        }
        if name == "math" {
            // A formula is known by its TeX, in every edition.
            let formula = ElementState { is_formula: true, ..state.clone() };
            for c in tag.get("alttext").chars() {
                self.add_character(c, &formula);
            }
            state.target = TextTarget::Nowhere;
        }
        if name == "img" && state.target == TextTarget::Body {
            self.add_picture(tag, file);
        }
        if name == "img" && !tag.get("alt").is_empty() {
            self.kept += KEPT_WORDS;
            let (kind, text) = (MatterKind::Picture, tag.get("alt").to_owned());
            self.streams.matter.push(EditionMatter {
                kind,
                text,
                file: self.last_file(),
            });
        }
        if tag.has_semantics("endnotes", "doc-endnotes") {
            state.in_notes = true;
            state.target = TextTarget::Matter(MatterKind::Heading);
        }
        // Some readers get long notes that are not marked up as notes, nor their references
        // as references.
        let is_note =
            tag.has_semantics("endnote", "doc-endnote") || tag.has_class("long-note");
        if state.in_notes && is_note {
            self.kept += KEPT_WORDS;
            let note = self.streams.notes.len();
            self.notes.insert(format!("{file}#{}", tag.get("id")), note);
            self.streams.notes.push(WordStream::default());
            self.streams.labels.push(EditionNoteLabel::default());
            self.backs.push(String::new());
            state.target = TextTarget::Note(note);
        }
        let in_index = state.target == TextTarget::Matter(MatterKind::Index);
        if name == "span" && tag.has_class("added") && !in_index {
            state.target = TextTarget::Matter(MatterKind::Reference);
        }
        if tag.has_class("completed") && matches!(state.target, TextTarget::Note(_)) {
            state = ElementState {
                parting: WordParting::Block,
                target: TextTarget::Matter(MatterKind::Completion),
                ..state
            };
        }
        if tag.has_semantics("backlink", "doc-backlink")
            && let TextTarget::Note(note) = state.target
        {
            self.backs[note] = resolve_link(tag.get("href"), file);
            state.target = TextTarget::Label(note);
        }
        if tag.has_semantics("noteref", "doc-noteref") || tag.has_class("noteref") {
            state.target = self.open_reference(tag, state.target, file);
        } else if name == "a" && !tag.get("href").is_empty() {
            let end = read_target(tag.get("href"), file);
            match state.target {
                TextTarget::Body => self.add_link(None, end),
                TextTarget::Note(note) => self.add_link(Some(note), end),
                _ => {}
            }
        }
        state
    }

    /// The state inside an element of the navigation document.
    fn open_navigation_element(
        &mut self,
        tag: &MarkupTag,
        outer: ElementState,
        file: &str,
    ) -> ElementState {
        let mut state = ElementState { parting: WordParting::Block, ..outer };
        if tag.name == "nav" {
            let pages = has_word(tag.get("epub:type"), "page-list");
            state.target = if pages {
                TextTarget::Nowhere
            } else {
                TextTarget::Matter(MatterKind::Entry)
            };
        }
        if tag.name == "h1" && state.target != TextTarget::Nowhere {
            state.target = TextTarget::Matter(MatterKind::Heading);
        }
        if tag.name == "a" && state.target == TextTarget::Matter(MatterKind::Entry) {
            self.kept += KEPT_WORDS;
            self.entry_ends
                .push((self.streams.matter.len(), read_target(tag.get("href"), file)));
        }
        state
    }

    /// Adds the places that an element gives names to: its own, and that of its file.
    fn add_place(&mut self, tag: &MarkupTag, file: &str, target: TextTarget) {
        let (note, words) = match target {
            TextTarget::Note(note) | TextTarget::Mark(Some(note)) => {
                (Some(note), &self.streams.notes[note])
            }
            _ => (None, &self.streams.body),
        };
        let place = StreamPlace { note, at: words.count_characters() };
        if tag.name == "body" {
            self.streams.places.entry(file.to_owned()).or_insert(place);
        }
        if !tag.get("id").is_empty() {
            self.kept += KEPT_WORDS;
            let name = format!("{file}#{}", tag.get("id"));
            self.streams.places.entry(name).or_insert(place);
        }
    }

    fn add_link(&mut self, note: Option<usize>, end: LinkEnd) {
        self.kept += KEPT_WORDS;
        self.stream_of(note).add_link(end);
    }

    /// Adds a picture of the body, unless it is an ornament.
    fn add_picture(&mut self, tag: &MarkupTag, file: &str) {
        let words = tag.get("alt");
        if words.is_empty() {
            return;
        }
        self.kept += KEPT_WORDS;
        let print = self.prints.get(&resolve_link(tag.get("src"), file));
        self.streams.pictures.push(StreamPicture {
            prints: print.copied().into_iter().collect(),
            words: Some(words.to_owned()),
            file: self.last_file(),
            ..StreamPicture::default()
        });
    }

    /// Opens a reference to a note.
    fn open_reference(
        &mut self,
        tag: &MarkupTag,
        target: TextTarget,
        file: &str,
    ) -> TextTarget {
        let caller = match target {
            TextTarget::Body => None,
            TextTarget::Note(note) => Some(note),
            target => return target,
        };
        self.kept += KEPT_WORDS;
        let id = self.targets.len();
        self.targets.push(resolve_link(tag.get("href"), file));
        self.references.insert(format!("{file}#{}", tag.get("id")), id);
        self.stream_of(caller).add_reference(id, None);
        TextTarget::Mark(caller)
    }

    /// The index of the current file.
    fn last_file(&self) -> usize {
        self.streams.files.len().saturating_sub(1)
    }

    fn stream_of(&mut self, note: Option<usize>) -> &mut WordStream {
        match note {
            Some(note) => &mut self.streams.notes[note],
            None => &mut self.streams.body,
        }
    }

    fn add_character(&mut self, c: char, state: &ElementState) {
        // A chapter may be one text.
        if self.kept > MOST_KEPT {
            return;
        }
        let file = self.last_file();
        let in_heading = state.in_heading;
        let like = || StreamWord {
            file,
            in_heading,
            setting: WordSetting {
                is_known: !state.is_formula,
                level: if in_heading { state.level } else { 0 },
                language: state.language.clone(),
                ..WordSetting::default()
            },
            ..StreamWord::default()
        };
        let is_text = !matches!(
            state.target,
            TextTarget::Nowhere
                | TextTarget::FileTitle
                | TextTarget::Matter(MatterKind::Entry)
        );
        // A heading is set without the signs at the end of its number and of its words.
        let is_stop = in_heading && (c.is_whitespace() || SIGNS_OF_NUMBER.contains(&c));
        if let Some(cause) = state.hidden.filter(|_| is_text && !is_stop) {
            self.add_hidden(c, cause);
        }
        match state.target {
            TextTarget::Body => {
                let before = self.streams.body.words.len();
                self.streams.body.push(c, like);
                self.kept += self.streams.body.words.len() - before;
                if let (true, Some(heading)) =
                    (in_heading, self.streams.headings.last_mut())
                {
                    heading.push(c);
                }
            }
            TextTarget::Note(note) => {
                let before = self.streams.notes[note].words.len();
                self.streams.notes[note].push(c, like);
                self.kept += self.streams.notes[note].words.len() - before;
            }
            TextTarget::Mark(caller) => {
                if let Some(call) = self.stream_of(caller).references.last_mut() {
                    call.text.push(c);
                }
            }
            TextTarget::Label(note) => self.streams.labels[note].text.push(c),
            TextTarget::Matter(_) | TextTarget::FileTitle => self.matter.push(c),
            TextTarget::Nowhere => {}
        }
    }

    /// Ends the current word or text where a block begins or ends.
    fn break_block(&mut self, target: TextTarget) {
        match target {
            TextTarget::Body => self.streams.body.begin_block(),
            TextTarget::Note(note) => self.streams.notes[note].begin_block(),
            TextTarget::FileTitle => {
                let text = std::mem::take(&mut self.matter);
                let (kind, file) = (MatterKind::Entry, self.last_file());
                self.file_titles.push(EditionMatter { kind, text, file });
            }
            TextTarget::Matter(kind) => {
                let text = std::mem::take(&mut self.matter);
                let file = self.last_file();
                if !text.trim().is_empty() {
                    self.kept += KEPT_WORDS;
                    self.streams.matter.push(EditionMatter { kind, text, file });
                }
            }
            TextTarget::Mark(_) | TextTarget::Label(_) | TextTarget::Nowhere => {}
        }
    }

    /// Ends the current word.
    fn end_word(&mut self, target: TextTarget) {
        match target {
            TextTarget::Body => self.streams.body.end_word(),
            TextTarget::Note(note) => self.streams.notes[note].end_word(),
            TextTarget::Matter(_) => self.matter.push(' '),
            _ => {}
        }
    }

    /// Adds a character that readers do not see.
    fn add_hidden(&mut self, c: char, cause: &'static str) {
        let file = self.last_file();
        match self.streams.hidden.last_mut() {
            Some(last) if last.file == file && last.cause == cause => last.text.push(c),
            _ if c.is_whitespace() => {}
            _ => {
                self.kept += KEPT_WORDS;
                self.streams.hidden.push(HiddenWords {
                    text: c.to_string(),
                    cause,
                    file,
                });
            }
        }
    }

    /// The streams, with references resolved to notes and backlinks to references.
    pub(super) fn into_streams(mut self) -> Streams {
        for call in self.streams.references_mut() {
            call.note = self.notes.get(&self.targets[call.id]).copied();
        }
        for (label, back) in self.streams.labels.iter_mut().zip(&self.backs) {
            label.back = self.references.get(back).copied();
        }
        for (place, end) in self.entry_ends {
            if let Some(matter) = self.streams.matter.get(place) {
                let text = matter.text.clone();
                self.streams.entries.push(EditionEntry { text, end });
            }
        }
        self.streams.file_titles = self.file_titles;
        self.streams
    }
}

/// Whether an element is a formula, in `MathML` or as it is typed.
fn is_formula(tag: &MarkupTag) -> bool {
    tag.name == "math" || tag.name == "code" && tag.has_class("tex")
}

/// Whether a section of the front matter comes from the sources, by its `epub:type`; other
/// sections come from the metadata of the book.
fn is_from_sources(tag: &MarkupTag) -> bool {
    let is_front = |one: Purpose| one.matter() == purpose::BookMatter::Front;
    Purpose::STATED
        .into_iter()
        .any(|(_, one)| is_front(one) && tag.has_semantics(one.semantics(), ""))
}
