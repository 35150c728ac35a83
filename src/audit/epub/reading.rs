//! The text of an EPUB: every character belongs to the body, to a note, or to the text that
//! the edition adds.

use std::collections::BTreeMap;
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::links::{read_target, resolve_link};
use super::markup::{MarkupTag, event_characters, malformed};
use super::notes::NoteRoles;
use super::style::HidingRules;
use crate::audit::error::AuditError;
use crate::audit::presentation::{HiddenWords, StreamPicture};
use crate::audit::setting::WordSetting;
use crate::audit::stream::{
    EditionMatter, MatterKind, StreamWord, Streams, WordOwner, WordStream,
};
use crate::audit::targets::{EditionEntry, LinkEnd, StreamPlace};
use crate::audit::wording::SIGNS_OF_NUMBER;

/// Inline elements, which end no word.
const PHRASES: [&str; 38] = [
    "a", "em", "strong", "i", "b", "span", "code", "img", "sup", "sub", "del", "mark",
    "kbd", "abbr", "u", "math", "small", "big", "cite", "q", "dfn", "time", "bdi", "bdo",
    "s", "strike", "font", "tt", "var", "samp", "ins", "ruby", "rb", "rt", "rp", "wbr",
    "acronym", "data",
];

/// The most that is kept of an EPUB, in words. A reference, a heading or a description counts
/// as [`KEPT_WORDS`]. With its part in the comparison, a word takes about a hundred bytes. No
/// book has as many.
const MOST_KEPT: usize = 5_000_000;

/// How many words a reference, a heading or a description counts as.
pub(super) const KEPT_WORDS: usize = 4;

/// Where characters belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextTarget {
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
pub(super) struct ElementState {
    pub(super) target: TextTarget,
    pub(super) in_notes: bool,
    pub(super) in_heading: bool,
    /// The level of the heading that it is in; 0 outside headings.
    pub(super) level: u8,
    /// Its language, if it is stated.
    pub(super) language: Option<Arc<str>>,
    /// Its words are the TeX of a formula.
    pub(super) is_formula: bool,
    /// Where the TeX of the formula belongs that it is in.
    pub(super) formula: Option<TextTarget>,
    /// Why its words are not seen, if they are not.
    pub(super) hidden: Option<&'static str>,
    pub(super) parting: WordParting,
    /// Whose its words are.
    pub(super) owner: WordOwner,
    /// The number that the next item of a list has.
    pub(super) next_item: Option<u32>,
    /// The number that it has as an item of a list.
    pub(super) item: Option<u32>,
    /// The note that the element before it is, which it may go on with.
    pub(super) note_before: Option<(usize, Arc<str>)>,
}

/// How an element parts the words around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordParting {
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
    formula: None,
    hidden: None,
    parting: WordParting::Block,
    owner: WordOwner::Book,
    next_item: None,
    item: None,
    note_before: None,
};

/// Whether an element is inline, and ends no word.
pub(super) fn is_phrase(name: &str) -> bool {
    PHRASES.contains(&name)
}

/// Collects the text of an EPUB.
#[derive(Default)]
pub(super) struct EpubTextReader {
    pub(super) streams: Streams,
    /// Added text of the current block.
    pub(super) matter: String,
    /// Which elements are notes.
    pub(super) roles: NoteRoles,
    /// Notes by file and fragment.
    pub(super) notes: BTreeMap<String, usize>,
    /// References by file and fragment.
    pub(super) references: BTreeMap<String, usize>,
    /// The target of each reference, by its id.
    pub(super) targets: Vec<String>,
    /// The backlink of each note.
    pub(super) backs: Vec<String>,
    /// How many elements and characters of the file were read.
    pub(super) elements: usize,
    characters: usize,
    /// Which elements the style sheets hide.
    pub(super) style: HidingRules,
    /// What the files of the pictures show, by name.
    pub(super) prints: BTreeMap<String, u64>,
    /// Where the entries of the contents lead, each with its index among the added texts.
    pub(super) entry_ends: Vec<(usize, LinkEnd)>,
    /// The titles of the files.
    file_titles: Vec<EditionMatter>,
    /// How much is kept, in words.
    pub(super) kept: usize,
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

    /// Reads the contents of EPUB 2 (NCX), whose entries name their targets behind their
    /// words.
    pub(super) fn read_ncx(
        &mut self,
        name: &str,
        markup: &str,
    ) -> Result<(), AuditError> {
        self.streams.files.push(name.to_owned());
        self.read_elements(name, markup, |reading, tag, state| {
            let mut state = ElementState { parting: WordParting::Block, ..state };
            match tag.name.as_str() {
                "navMap" => state.target = TextTarget::Matter(MatterKind::Entry),
                "content" if state.target == TextTarget::Matter(MatterKind::Entry) => {
                    let last = reading.streams.matter.len().saturating_sub(1);
                    let end = read_target(tag.get("src"), name);
                    reading.kept += KEPT_WORDS;
                    reading.entry_ends.push((last, end));
                }
                _ => {}
            }
            state
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
        (self.elements, self.characters) = (0, 0);
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
                    let tag = MarkupTag::new(&start);
                    let inner = open(self, &tag, state);
                    self.elements += 1;
                    if let Some(outer) = states.last_mut() {
                        outer.follow(&tag, &inner);
                    }
                    if inner.parting == WordParting::Block {
                        self.break_block(target);
                    }
                    states.push(inner);
                }
                Event::Empty(start) => {
                    let target = state.target;
                    let tag = MarkupTag::new(&start);
                    let inner = open(self, &tag, state);
                    self.elements += 1;
                    if inner.parting == WordParting::Block && tag.name != "br" {
                        self.break_block(target);
                    } else if tag.name == "br" {
                        self.end_word(target);
                    }
                }
                Event::End(_) => {
                    states.pop();
                    let outer = states.last().cloned().unwrap_or(OUTSIDE);
                    let is_matter = matches!(state.target, TextTarget::Matter(_));
                    if is_matter && state.target != outer.target {
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
                        let place = self.characters;
                        self.characters += 1;
                        if !self.roles.is_bracket(self.last_file(), place) {
                            self.add_character(c, &state);
                        }
                    })?;
                }
            }
        }
    }

    /// Adds the places that an element gives names to: its own, and that of its file.
    pub(super) fn add_place(&mut self, tag: &MarkupTag, file: &str, target: TextTarget) {
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

    pub(super) fn add_link(&mut self, note: Option<usize>, end: LinkEnd) {
        self.kept += KEPT_WORDS;
        self.stream_of(note).add_link(end);
    }

    /// Adds a picture of the body, unless it is an ornament.
    pub(super) fn add_picture(&mut self, tag: &MarkupTag, file: &str) {
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

    /// Opens a reference to a note, to which links back lead by some names.
    pub(super) fn open_reference(
        &mut self,
        tag: &MarkupTag,
        names: &[String],
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
        for name in names {
            self.kept += KEPT_WORDS;
            self.references.entry(name.clone()).or_insert(id);
        }
        self.references.insert(format!("{file}#{}", tag.get("id")), id);
        self.stream_of(caller).add_reference(id, None);
        TextTarget::Mark(caller)
    }

    /// The index of the current file.
    pub(super) fn last_file(&self) -> usize {
        self.streams.files.len().saturating_sub(1)
    }

    pub(super) fn stream_of(&mut self, note: Option<usize>) -> &mut WordStream {
        match note {
            Some(note) => &mut self.streams.notes[note],
            None => &mut self.streams.body,
        }
    }

    pub(super) fn add_character(&mut self, c: char, state: &ElementState) {
        // A chapter may be one text.
        if self.kept > MOST_KEPT {
            return;
        }
        let file = self.last_file();
        let in_heading = state.in_heading;
        let like = || StreamWord {
            file,
            in_heading,
            owner: state.owner,
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
                | TextTarget::Matter(MatterKind::Entry | MatterKind::Landmark)
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
            label.has_back = !back.is_empty();
        }
        self.streams.take_typed_labels();
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
