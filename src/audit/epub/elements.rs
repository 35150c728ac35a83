//! What the elements of an EPUB mean for the text in them.

use std::sync::Arc;

use super::links::{read_target, resolve_link};
use super::markup::{MarkupTag, has_word};
use super::notes::{NoteRole, holds_notes, is_heading, is_noteref};
use super::reading::{
    ElementState, EpubTextReader, KEPT_WORDS, TextTarget, WordParting, is_phrase,
};
use crate::audit::setting::NO_LEVEL;
use crate::audit::stream::{
    EditionMatter, EditionNoteLabel, MatterKind, WordOwner, WordStream,
};
use crate::audit::targets::LinkEnd;
use crate::book::purpose::{self, Purpose};

/// Pages with which publishers speak of themselves and of their edition.
const PUBLISHERS_PAGES: [&str; 3] = ["imprint", "colophon", "copyright-page"];

impl ElementState {
    /// Goes on behind the start of an element within.
    pub(super) fn follow(&mut self, tag: &MarkupTag, inner: &Self) {
        if tag.name == "li" {
            self.next_item = self.next_item.map(|item| item.saturating_add(1));
        }
        if inner.parting == WordParting::Block {
            self.note_before = match inner.target {
                TextTarget::Note(note) if inner.target != self.target => {
                    Some((note, kind_of(tag)))
                }
                _ => None,
            };
        }
    }

    /// The note that an element of this one goes on with, if the element says no more than
    /// that: a paragraph of the same kind, or the words behind the number of a note.
    fn note_that_goes_on(&self, tag: &MarkupTag) -> Option<usize> {
        let (note, kind) = self.note_before.as_ref()?;
        let is_definition = tag.name == "dd" && kind.starts_with("dt ");
        let is_alike = *kind == kind_of(tag);
        let is_of_notes = tag.get("class").to_lowercase().contains("note");
        let goes_on = is_definition
            || is_alike && (is_of_notes || self.in_notes)
            || tag.name == "dd" && is_alike;
        goes_on.then_some(*note)
    }
}

/// The name and the class of an element.
fn kind_of(tag: &MarkupTag) -> Arc<str> {
    format!("{} {}", tag.name, tag.get("class")).into()
}

impl EpubTextReader {
    /// The state inside an element of a content document.
    pub(super) fn open_element(
        &mut self,
        tag: &MarkupTag,
        outer: ElementState,
        file: &str,
    ) -> ElementState {
        let name = tag.name.as_str();
        let parting = match () {
            () if is_formula(tag) || tag.has_class("margin-note") => WordParting::Apart,
            () if is_phrase(name) => WordParting::Phrase,
            () => WordParting::Block,
        };
        let role = self.roles.get(self.last_file(), self.elements).cloned();
        let goes_on = outer.note_that_goes_on(tag).filter(|_| role.is_none());
        let number = |key: &str| tag.get(key).trim().parse::<u32>().ok();
        let item = match name {
            "li" => number("value").or(outer.next_item),
            _ => outer.item,
        };
        let next_item = (name == "ol").then(|| number("start").unwrap_or(1));
        let mut state =
            ElementState { parting, item, next_item, note_before: None, ..outer };
        for key in ["lang", "xml:lang"] {
            if !tag.get(key).is_empty() {
                state.language = Some(tag.get(key).into());
            }
        }
        // A note that is opened on request is hidden till then.
        let is_opened = name == "aside" && matches!(role, Some(NoteRole::Note(_)));
        let is_heading = matches!(name, "header" | "hgroup") || is_heading(name);
        if is_heading && tag.has("hidden") && state.target == TextTarget::Body {
            state.owner = WordOwner::HiddenHeading;
        } else if !is_opened {
            state.hidden = state.hidden.or_else(|| self.style.find_cause(tag));
        }
        self.open_matter(tag, &mut state);
        self.open_heading(tag, role.as_ref(), &mut state);
        self.add_place(tag, file, state.target);
        if state.parting == WordParting::Apart {
            self.add_character(' ', &state);
        }
        self.open_formula(tag, &mut state);
        if name == "img" {
            self.open_picture(tag, &state, file);
        }
        if tag.has_semantics("pagebreak", "doc-pagebreak")
            && matches!(state.target, TextTarget::Body | TextTarget::Note(_))
        {
            state.target = TextTarget::Matter(MatterKind::ListLabel);
        }
        if holds_notes(tag) {
            state.in_notes = true;
            state.target = TextTarget::Matter(MatterKind::Heading);
        }
        if let Some(NoteRole::Note(names)) = &role {
            self.open_note(names, &mut state);
            self.notes
                .entry(format!("{file}#{}", tag.get("id")))
                .or_insert(self.streams.notes.len() - 1);
        } else if let Some(note) = goes_on {
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
        self.open_link(tag, role, &mut state, file);
        state
    }

    /// Opens what an edition adds to the text, and what nobody reads.
    fn open_matter(&mut self, tag: &MarkupTag, state: &mut ElementState) {
        let name = tag.name.as_str();
        match name {
            "title" if state.target == TextTarget::Nowhere => {
                state.target = TextTarget::FileTitle;
            }
            // The names of drawings, which no reader shows, and brackets around readings.
            "title" | "desc" | "metadata" | "script" | "style" | "rp" => {
                state.target = TextTarget::Nowhere;
            }
            _ => {}
        }
        if name == "body" {
            let front = tag.has_semantics("frontmatter", "") && !is_from_sources(tag);
            state.target = if front {
                TextTarget::Matter(MatterKind::Front)
            } else {
                TextTarget::Body
            };
            if !front {
                self.streams.openings.push(self.streams.body.words.len());
            }
        } else if is_from_sources(tag)
            && state.target == TextTarget::Matter(MatterKind::Front)
        {
            state.target = TextTarget::Body;
            self.streams.openings.push(self.streams.body.words.len());
        }
        let is_publishers =
            PUBLISHERS_PAGES.iter().any(|kind| tag.has_semantics(kind, ""));
        match state.target {
            TextTarget::Body if is_publishers => state.owner = WordOwner::Publisher,
            TextTarget::Matter(MatterKind::Front) if is_publishers => {
                state.target = TextTarget::Matter(MatterKind::Imprint);
            }
            _ => {}
        }
        if name == "figcaption" && tag.get("aria-hidden") == "true" {
            state.owner = WordOwner::PictureDescription;
        }
        let is_list =
            tag.has_semantics("index", "doc-index") || tag.has_semantics("loi", "");
        if name == "section" && is_list {
            state.target = TextTarget::Matter(MatterKind::Index);
        }
    }

    fn open_heading(
        &mut self,
        tag: &MarkupTag,
        role: Option<&NoteRole>,
        state: &mut ElementState,
    ) {
        let name = tag.name.as_str();
        if name == "section" && tag.has_semantics("part", "doc-part") {
            self.streams.has_parts = true;
            state.level = NO_LEVEL;
        }
        if name == "hgroup" && state.target == TextTarget::Body {
            state.in_heading = true;
            state.level = NO_LEVEL;
        }
        if is_heading(name) {
            state.in_heading = true;
            if state.level != NO_LEVEL {
                state.level = name.as_bytes()[1] - b'0';
            }
            if state.target == TextTarget::Body {
                self.kept += KEPT_WORDS;
                self.streams.headings.push(String::new());
                self.streams.heading_places.push(self.streams.body.words.len());
            }
            if role == Some(&NoteRole::Heading) {
                state.owner = WordOwner::NotesHeading;
            }
        }
    }

    /// Opens a formula, which is known by its TeX in every edition.
    fn open_formula(&mut self, tag: &MarkupTag, state: &mut ElementState) {
        if is_set_formula(tag) {
            (state.owner, state.is_formula) = (WordOwner::Formula, true);
        }
        if tag.name == "math" {
            let formula = ElementState { is_formula: true, ..state.clone() };
            let tex = tag.get("alttext");
            for c in tex.chars() {
                self.add_character(c, &formula);
            }
            state.formula = tex.is_empty().then_some(state.target);
            state.target = TextTarget::Nowhere;
        }
        let is_tex =
            tag.name == "annotation" && tag.get("encoding") == "application/x-tex";
        if let Some(target) = state.formula.filter(|_| is_tex) {
            (state.target, state.is_formula) = (target, true);
            state.parting = WordParting::Phrase;
        }
    }

    fn open_picture(&mut self, tag: &MarkupTag, state: &ElementState, file: &str) {
        let is_publishers = state.owner == WordOwner::Publisher
            || state.target == TextTarget::Matter(MatterKind::Imprint);
        if is_publishers || tag.get("alt").is_empty() {
            return;
        }
        if state.target == TextTarget::Body {
            self.add_picture(tag, file);
        }
        self.kept += KEPT_WORDS;
        let (kind, text) = (MatterKind::Picture, tag.get("alt").to_owned());
        let file = self.last_file();
        self.streams.matter.push(EditionMatter { kind, text, file });
    }

    /// Opens a note that has some names.
    fn open_note(&mut self, names: &[String], state: &mut ElementState) {
        self.kept += KEPT_WORDS;
        let note = self.streams.notes.len();
        for name in names {
            self.notes.insert(name.clone(), note);
        }
        let mut words = WordStream::default();
        words.begin_block();
        self.streams.notes.push(words);
        // The items of a list show their numbers.
        let text = state.item.map(|item| item.to_string());
        let is_implied = text.is_some();
        let text = text.unwrap_or_default();
        let label = EditionNoteLabel { text, is_implied, ..EditionNoteLabel::default() };
        self.streams.labels.push(label);
        self.backs.push(String::new());
        state.target = TextTarget::Note(note);
    }

    fn open_link(
        &mut self,
        tag: &MarkupTag,
        role: Option<NoteRole>,
        state: &mut ElementState,
        file: &str,
    ) {
        match role {
            Some(NoteRole::Back { is_label }) => {
                if let TextTarget::Note(note) = state.target {
                    if self.backs[note].is_empty() {
                        self.backs[note] = resolve_link(tag.get("href"), file);
                    }
                    state.target = TextTarget::Nowhere;
                    if is_label {
                        let label = &mut self.streams.labels[note];
                        (label.is_implied, state.target) =
                            (false, TextTarget::Label(note));
                        label.text.clear();
                    }
                }
            }
            Some(NoteRole::Reference(names)) => {
                state.target = self.open_reference(tag, &names, state.target, file);
            }
            _ if is_noteref(tag) => {
                state.target = self.open_reference(tag, &[], state.target, file);
            }
            _ if tag.name == "a" && !tag.get("href").is_empty() => {
                let end = read_target(tag.get("href"), file);
                match state.target {
                    TextTarget::Body => self.add_link(None, end),
                    TextTarget::Note(note) => self.add_link(Some(note), end),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The state inside an element of the navigation document.
    pub(super) fn open_navigation_element(
        &mut self,
        tag: &MarkupTag,
        outer: ElementState,
        file: &str,
    ) -> ElementState {
        let mut state = ElementState { parting: WordParting::Block, ..outer };
        if is_phrase(&tag.name) && tag.name != "a" {
            state.parting = WordParting::Phrase;
        }
        if tag.name == "nav" {
            let is = |kind: &str| has_word(tag.get("epub:type"), kind);
            state.target = match () {
                () if is("page-list") => TextTarget::Nowhere,
                () if is("landmarks") => TextTarget::Matter(MatterKind::Landmark),
                () => TextTarget::Matter(MatterKind::Entry),
            };
        }
        let is_heading = matches!(tag.name.as_str(), "h1" | "h2" | "h3" | "h4");
        if is_heading && state.target != TextTarget::Nowhere {
            state.target = TextTarget::Matter(MatterKind::ContentsHeading);
        }
        let is_entry = matches!(
            state.target,
            TextTarget::Matter(MatterKind::Entry | MatterKind::Landmark)
        );
        if tag.name == "a" && is_entry {
            let end = read_target(tag.get("href"), file);
            // The landmark of the contents leads to these, whatever headings the text has.
            let leads_here = matches!(
                &end,
                LinkEnd::Name(name) if name.split('#').next() == Some(file)
            );
            if !leads_here {
                self.kept += KEPT_WORDS;
                self.entry_ends.push((self.streams.matter.len(), end));
            }
        }
        state
    }
}

/// Whether an element is a formula: in `MathML`, as it is typed, or set as text.
fn is_formula(tag: &MarkupTag) -> bool {
    tag.name == "math"
        || tag.name == "code" && tag.has_class("tex")
        || is_set_formula(tag)
}

/// Whether an element is a formula that is set as text.
fn is_set_formula(tag: &MarkupTag) -> bool {
    tag.name == "span" && tag.has_class("math")
}

/// Whether an element of the front matter comes from the sources, by its `epub:type`; others
/// come from the metadata of the book.
fn is_from_sources(tag: &MarkupTag) -> bool {
    let is_front = |one: Purpose| one.matter() == purpose::BookMatter::Front;
    Purpose::STATED
        .into_iter()
        .any(|(_, one)| is_front(one) && tag.has_semantics(one.semantics(), ""))
}
