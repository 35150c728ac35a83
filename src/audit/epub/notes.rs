//! Which elements of an EPUB are notes, references to notes, and links back.
//!
//! Makers of EPUBs have many customs: asides, list items, rows of definitions, paragraphs with a
//! number that is a link. Some say what an element is (`epub:type`, `role`, a usual class), and
//! all others show it by their links: a mark leads to a place that comes later, and a link at
//! that place leads back to the mark.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::Reader;
use quick_xml::events::Event;

use super::links::resolve_link;
use super::markup::{MarkupTag, event_characters, malformed};
use super::note_marks::{is_note_mark, is_short_back_link};
use super::reading::is_phrase;
use crate::audit::error::AuditError;

/// How many elements around a link are asked for their names: more than any note has between
/// its link back and its outermost element.
const MOST_AROUND: usize = 8;

/// How much of the words of a link is kept, in bytes: more than a mark or "back to the text"
/// has.
const LONGEST_TEXT: usize = 40;

/// The most places and links that are looked at; the others are no notes. No book has as many.
const MOST_PLACES: usize = 500_000;

/// What an element is to a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoteRole {
    /// It is a note, and has these names.
    Note(Vec<String>),
    /// It is a reference to a note. A link back leads to one of these names.
    Reference(Vec<String>),
    /// It is a link back from a note.
    Back {
        /// It is the label of the note, too.
        is_label: bool,
    },
    /// It is a heading over notes.
    Heading,
}

/// The place of an element, or of a character: the file, and how many come before it.
type MarkupPlace = (usize, usize);

/// What was found out about the notes of an EPUB.
#[derive(Debug, Default)]
pub(super) struct NoteRoles {
    roles: BTreeMap<MarkupPlace, NoteRole>,
    brackets: BTreeSet<MarkupPlace>,
}

impl NoteRoles {
    /// What an element is to a note.
    pub(super) fn get(&self, file: usize, element: usize) -> Option<&NoteRole> {
        self.roles.get(&(file, element))
    }

    /// Whether a character is a bracket around a mark, or the stop after a label.
    pub(super) fn is_bracket(&self, file: usize, character: usize) -> bool {
        self.brackets.contains(&(file, character))
    }
}

/// A link within the book.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
struct MarkLink {
    place: MarkupPlace,
    target: String,
    /// Its names, and those of what it stands in within its line.
    names: Vec<String>,
    /// The names of the blocks around it, the nearest first.
    around: Vec<String>,
    text: String,
    is_reference: bool,
    is_back: bool,
    in_heading: bool,
    is_first: bool,
    /// The sign before it, and the sign after it.
    before: Option<(char, usize)>,
    after: Option<(char, usize)>,
}

impl MarkLink {
    /// Whether another link leads back from the note to which this one leads.
    fn is_answered_by(&self, other: &Self) -> bool {
        self.place < other.place
            && !other.in_heading
            && (other.is_back || is_short_back_link(&other.text))
    }
}

/// An element that is open.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
struct OpenMarkup {
    element: usize,
    name: String,
    id: Option<String>,
    is_phrase: bool,
    is_note: bool,
    in_notes: bool,
    has_text: bool,
    has_blocks: bool,
    link: Option<usize>,
}

/// A heading, and the elements that are open where the next text begins.
#[derive(Debug)]
struct FoundHeading {
    place: MarkupPlace,
    followers: Vec<usize>,
}

/// Looks at the elements of all files.
#[derive(Debug, Default)]
pub(super) struct NoteFinder {
    links: Vec<MarkLink>,
    /// The block that each name means, if it may be a note.
    units: BTreeMap<String, MarkupPlace>,
    /// Elements that say that they are notes, or that are items of a list of notes.
    stated: BTreeMap<MarkupPlace, Vec<String>>,
    headings: Vec<FoundHeading>,
}

/// The state within a file.
#[derive(Debug, Default)]
struct FileState {
    file: usize,
    open: Vec<OpenMarkup>,
    elements: usize,
    characters: usize,
    /// Names of phrases that begin where the next character is.
    pending: Vec<String>,
    /// Names that stand between blocks, and mean the next one.
    waiting: Vec<String>,
    /// The last sign of the block.
    last: Option<(char, usize)>,
    /// The link that ended where the next character is.
    ended: Option<usize>,
    /// The last heading, if no text came since.
    heading: Option<usize>,
}

impl NoteFinder {
    /// Looks at the elements of a file, which has a number among the files of the edition, and a
    /// name.
    pub(super) fn read_file(
        &mut self,
        file: usize,
        name: &str,
        markup: &str,
    ) -> Result<(), AuditError> {
        let mut state = FileState { file, ..FileState::default() };
        let mut reader = Reader::from_str(markup);
        loop {
            let event = reader.read_event().map_err(|cause| malformed(name, &cause))?;
            match event {
                Event::Start(start) => {
                    self.open(&MarkupTag::new(&start), name, &mut state);
                }
                Event::Empty(start) => {
                    self.open(&MarkupTag::new(&start), name, &mut state);
                    Self::close(&mut state);
                }
                Event::End(_) => Self::close(&mut state),
                Event::Eof => return Ok(()),
                event => event_characters(&event, name, &mut |c| {
                    self.read_character(c, &mut state);
                })?,
            }
        }
    }

    fn open(&mut self, tag: &MarkupTag, file_name: &str, state: &mut FileState) {
        let place = (state.file, state.elements);
        state.elements += 1;
        let is_phrase = is_phrase(&tag.name);
        let outer = state.open.last();
        let in_notes = outer.is_some_and(|outer| outer.in_notes) || holds_notes(tag);
        let is_item = tag.name == "li" && in_notes && !tag.get("id").is_empty();
        let is_note = is_stated_note(tag)
            || is_item
            || tag.has_class("long-note") && in_notes && !is_phrase;
        let id =
            (!tag.get("id").is_empty()).then(|| format!("{file_name}#{}", tag.get("id")));
        if !is_phrase {
            state.pending.clear();
            state.last = None;
            state.ended = None;
            if let Some(outer) = state.open.last_mut() {
                outer.has_blocks = true;
            }
        }
        let is_full = self.links.len() + self.units.len() > MOST_PLACES;
        let mut element = OpenMarkup {
            element: place.1,
            name: tag.name.clone(),
            id: id.clone(),
            is_phrase,
            is_note,
            in_notes,
            has_text: false,
            has_blocks: false,
            link: None,
        };
        let is_heading = is_heading(&tag.name);
        if is_heading && !is_full {
            state.heading = Some(self.headings.len());
            self.headings.push(FoundHeading { place, followers: Vec::new() });
        }
        let mut names: Vec<String> = id.into_iter().collect();
        if !is_phrase && !is_frame(&tag.name) {
            names.append(&mut state.waiting);
        }
        let of_link = state.open.iter().rev().find_map(|open| open.link);
        if let Some(link) = of_link {
            self.links[link].names.extend(names.iter().cloned());
        } else if is_phrase {
            state.pending.extend(names.iter().cloned());
        }
        let is_inner = tag.get("href").split_once('#').is_some_and(|(file, _)| {
            // An address outside the book has a scheme.
            !file.contains(':')
        });
        if tag.name == "a" && is_inner || is_noteref(tag) {
            element.link = (!is_full).then_some(self.links.len());
        }
        state.open.push(element);
        if !is_full {
            self.add_names(names, is_note, state);
        }
        if state.open.last().is_some_and(|open| open.link.is_some()) {
            self.add_link(tag, place, file_name, state);
        }
    }

    /// Adds the names of the last element that was opened.
    fn add_names(&mut self, names: Vec<String>, is_note: bool, state: &mut FileState) {
        let Some(last) = state.open.last() else { return };
        if is_note {
            self.stated.entry((state.file, last.element)).or_default();
        }
        if names.is_empty() {
            return;
        }
        let unit = find_unit(&state.open);
        if let Some(unit) = unit {
            for name in names {
                self.units.entry(name).or_insert((state.file, unit));
            }
        } else if last.is_phrase {
            state.waiting.extend(names);
        }
    }

    fn add_link(
        &mut self,
        tag: &MarkupTag,
        place: MarkupPlace,
        file_name: &str,
        state: &FileState,
    ) {
        let blocks = || state.open.iter().rev().filter(|open| !open.is_phrase);
        let around = blocks().filter_map(|open| open.id.clone()).take(MOST_AROUND);
        let nearest = blocks().next();
        let mut names = state.pending.clone();
        names.extend(nearest.and_then(|open| open.id.clone()));
        self.links.push(MarkLink {
            place,
            target: resolve_link(tag.get("href"), file_name),
            names,
            around: around.collect(),
            is_reference: is_noteref(tag),
            is_back: is_stated_back_link(tag),
            in_heading: state.open.iter().any(|open| is_heading(&open.name)),
            is_first: !nearest.is_some_and(|open| open.has_text),
            before: state.last,
            ..MarkLink::default()
        });
    }

    fn close(state: &mut FileState) {
        let Some(closed) = state.open.pop() else { return };
        if closed.is_phrase {
            state.ended = closed.link.or(state.ended);
        } else {
            state.pending.clear();
            state.last = None;
            state.ended = None;
        }
    }

    fn read_character(&mut self, c: char, state: &mut FileState) {
        let place = state.characters;
        state.characters += 1;
        if c.is_whitespace() {
            if !state.open.iter().any(|open| open.link.is_some()) {
                state.ended = None;
            }
            return;
        }
        let link = state.open.iter().rev().find_map(|open| open.link);
        if let Some(link) = link {
            let text = &mut self.links[link].text;
            if text.len() < LONGEST_TEXT {
                text.push(c);
            }
        } else if let Some(ended) = state.ended.take() {
            self.links[ended].after = Some((c, place));
        }
        let is_bracket = matches!(c, '[' | '(');
        if link.is_none() && !is_bracket {
            state.pending.clear();
        }
        if let Some(block) = state.open.iter_mut().rev().find(|open| !open.is_phrase) {
            block.has_text |= !is_bracket;
        }
        if link.is_none() {
            state.last = Some((c, place));
        }
        let in_heading = state.open.iter().any(|open| is_heading(&open.name));
        if !in_heading && let Some(heading) = state.heading.take() {
            self.headings[heading].followers =
                state.open.iter().map(|open| open.element).collect();
        }
    }

    /// What was found out.
    pub(super) fn into_roles(self) -> NoteRoles {
        let Self { links, units, mut stated, headings } = self;
        // Each link by a name of its place and by its target.
        let mut returns: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for (number, link) in links.iter().enumerate() {
            for name in link.names.iter().chain(&link.around) {
                returns.insert((name, &link.target), number);
            }
        }
        let mut references: BTreeSet<usize> = BTreeSet::new();
        let mut backs: BTreeSet<usize> = BTreeSet::new();
        for (number, link) in links.iter().enumerate() {
            let Some(unit) = units.get(&link.target) else { continue };
            let names = link.names.iter();
            let mut back = names
                .filter_map(|name| returns.get(&(link.target.as_str(), name.as_str())));
            let back = back.find(|&&back| link.is_answered_by(&links[back]));
            let is_reference =
                link.is_reference || back.is_some() && is_note_mark(&link.text);
            if is_reference && !backs.contains(&number) {
                references.insert(number);
                backs.extend(back);
                stated.entry(*unit).or_default();
            }
        }
        // A mark that leads to a note is a reference even where no link leads back to it. In
        // a note, it may be a word about another.
        for (number, link) in links.iter().enumerate() {
            let is_note =
                |name: &String| units.get(name).is_some_and(|at| stated.contains_key(at));
            let is_mark = is_note_mark(&link.text) && !link.is_back;
            if is_mark
                && !backs.contains(&number)
                && is_note(&link.target)
                && !link.around.iter().any(is_note)
            {
                references.insert(number);
            }
        }
        let mut found = NoteRoles::default();
        for (number, link) in links.iter().enumerate() {
            let is_back = link.is_back || backs.contains(&number);
            if is_back {
                let is_label = is_note_mark(&link.text);
                found.roles.insert(link.place, NoteRole::Back { is_label });
            } else if link.is_reference || references.contains(&number) {
                let role = NoteRole::Reference(link.names.clone());
                found.roles.insert(link.place, role);
            } else {
                continue;
            }
            let file = link.place.0;
            let signs = link.before.map(|(c, _)| c).zip(link.after.map(|(c, _)| c));
            if matches!(signs, Some(('[', ']') | ('(', ')'))) {
                let both = link.before.into_iter().chain(link.after);
                found.brackets.extend(both.map(|(_, at)| (file, at)));
            } else if let (true, true, Some(('.' | ')' | ':', at))) =
                (is_back, link.is_first, link.after)
            {
                found.brackets.insert((file, at));
            }
        }
        for (name, unit) in units {
            if let Some(names) = stated.get_mut(&unit)
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        for FoundHeading { place, followers } in headings {
            if followers.iter().any(|&element| stated.contains_key(&(place.0, element))) {
                found.roles.insert(place, NoteRole::Heading);
            }
        }
        for (place, names) in stated {
            found.roles.insert(place, NoteRole::Note(names));
        }
        found
    }
}

/// The block that the name of the last of some open elements means, if it may be a note.
fn find_unit(open: &[OpenMarkup]) -> Option<usize> {
    let at = open.iter().rposition(|one| !one.is_phrase)?;
    let block = &open[at];
    if block.is_note {
        return Some(block.element);
    }
    // Between the blocks of a division, a name means the next of them.
    if block.has_blocks && at + 1 < open.len() {
        return None;
    }
    let outer = at.checked_sub(1).and_then(|outer| open.get(outer));
    if let Some(outer) = outer.filter(|outer| outer.is_note || outer.name == "tr") {
        return Some(outer.element);
    }
    (!is_frame(&block.name) && !is_heading(&block.name)).then_some(block.element)
}

/// Whether an element frames blocks, and is never a note without saying so.
fn is_frame(name: &str) -> bool {
    matches!(
        name,
        "html"
            | "head"
            | "body"
            | "section"
            | "article"
            | "ol"
            | "ul"
            | "table"
            | "tbody"
    )
}

/// Whether an element is a heading.
pub(super) fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Whether an element says that it is a reference to a note.
pub(super) fn is_noteref(tag: &MarkupTag) -> bool {
    tag.has_semantics("noteref", "doc-noteref") || tag.has_class("noteref")
}

/// Whether an element says that it is a link back from a note.
fn is_stated_back_link(tag: &MarkupTag) -> bool {
    tag.has_semantics("backlink", "doc-backlink") || tag.has_class("footnote-back")
}

/// Whether an element says that it is a note.
fn is_stated_note(tag: &MarkupTag) -> bool {
    let kinds = ["endnote", "footnote", "rearnote"];
    kinds.iter().any(|kind| tag.has_semantics(kind, ""))
        || tag.has_semantics("", "doc-endnote")
        || tag.has_semantics("", "doc-footnote")
}

/// Whether an element says that it holds notes.
pub(super) fn holds_notes(tag: &MarkupTag) -> bool {
    let kinds = ["endnotes", "footnotes", "rearnotes"];
    kinds.iter().any(|kind| tag.has_semantics(kind, "doc-endnotes"))
        || tag.has_class("footnotes")
}
