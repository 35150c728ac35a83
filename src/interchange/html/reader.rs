//! What is known while pages are read: the language, the notes that are open, what waits for
//! the next line, and what was left out.

use std::collections::{BTreeMap, BTreeSet};

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::kinds::{is_machinery, name_omission};
use super::note_text::drop_label;
use super::notes::LinkedNotes;
use super::pages::ParsedPages;
use super::space::collapse_text;
use crate::interchange::addresses::{read_data_address, resolve_address};
use crate::interchange::rich::{Omission, RichInline, RichMetadata};

/// How deep notes may be in notes; the texts of editors with two sets of notes have two.
const MOST_NOTES_NESTED: usize = 4;

/// How many nodes repeated notes may have for each node of the document: a note that is
/// repeated in notes that are repeated would fill the memory.
const MOST_REPEATED: usize = 2;

/// Reads the pages of a document.
pub(super) struct HtmlReader<'a> {
    pub(super) pages: &'a ParsedPages,
    pub(super) notes: &'a LinkedNotes,
    /// The names of the places that links lead to.
    pub(super) link_names: BTreeMap<NodeId, String>,
    /// Those of places that were not reached yet.
    pub(super) names: BTreeMap<NodeId, String>,
    /// Marks of pages and names of places that wait for the next line.
    pub(super) pending: Vec<RichInline>,
    pub(super) omissions: Vec<Omission>,
    pub(super) media: BTreeMap<String, Vec<u8>>,
    /// What the first page says about the document.
    pub(super) metadata: Option<RichMetadata>,
    /// How many top-level blocks there are.
    pub(super) top_blocks: usize,
    /// The language around, in lower case as it is compared.
    pub(super) language: String,
    /// How many quotations are open.
    pub(super) open_quotes: usize,
    open_notes: Vec<usize>,
    read_notes: BTreeSet<usize>,
    repeatable: usize,
}

impl<'a> HtmlReader<'a> {
    pub(super) fn new(
        pages: &'a ParsedPages,
        notes: &'a LinkedNotes,
        names: BTreeMap<NodeId, String>,
    ) -> Self {
        Self {
            pages,
            notes,
            link_names: names.clone(),
            names,
            pending: Vec::new(),
            omissions: Vec::new(),
            media: BTreeMap::new(),
            metadata: None,
            top_blocks: 0,
            language: String::new(),
            open_quotes: 0,
            open_notes: Vec::new(),
            read_notes: BTreeSet::new(),
            repeatable: pages.tree.len().saturating_mul(MOST_REPEATED),
        }
    }

    /// Says that something was left out.
    pub(super) fn omit(&mut self, what: &'static str, text: &str) {
        let mut after_space = true;
        let text = collapse_text(text, &mut after_space).trim_end().to_owned();
        self.omissions.push(Omission { what, text, block: self.top_blocks });
    }

    /// Whether an element is not read: what is for the browser alone, and what is hidden or
    /// around the text, whose characters become an omission.
    pub(super) fn passes_over(&mut self, id: NodeId) -> bool {
        let tree = &self.pages.tree;
        if is_machinery(tree.name(id)) {
            // A template before the body is in the head.
            let templates =
                tree.children(id).iter().filter(|c| tree.name(**c) == "template");
            for text in templates.map(|one| self.shown_text(*one)).collect::<Vec<_>>() {
                self.omit_text("hidden text", &text);
            }
            return true;
        }
        let hidden =
            || (self.pages.look(id).is_hidden == Some(true)).then_some("hidden text");
        let Some(what) = name_omission(tree, id).or_else(hidden) else { return false };
        let text = self.shown_text(id);
        self.omit_text(what, &text);
        true
    }

    fn omit_text(&mut self, what: &'static str, text: &str) {
        if !text.trim().is_empty() {
            self.omit(what, text);
        }
    }

    /// The characters in a node, without those of scripts.
    pub(super) fn shown_text(&self, id: NodeId) -> String {
        let tree = &self.pages.tree;
        let is_script = |one: NodeId| {
            tree.parent(one).is_some_and(|p| matches!(tree.name(p), "script" | "style"))
        };
        let nodes = tree.descendants(id).filter(|one| !is_script(*one));
        nodes.filter_map(|one| tree.text(one)).collect()
    }

    /// Lets the name of a place wait for the next line, if links lead there.
    pub(super) fn expect_name(&mut self, id: NodeId) {
        if let Some(name) = self.names.remove(&id) {
            self.pending.push(RichInline::Span {
                classes: Vec::new(),
                language: None,
                id: Some(name),
                content: Vec::new(),
            });
        }
    }

    /// The language that an element changes to; what was spoken before is returned by
    /// [`Self::leave_language`].
    pub(super) fn enter_language(&mut self, id: NodeId) -> Option<(String, String)> {
        let tree = &self.pages.tree;
        let named =
            tree.attribute(id, "lang").or_else(|| tree.attribute(id, "xml:lang"))?;
        let tag = named.trim().to_ascii_lowercase();
        if tag.is_empty() || tag == self.language {
            return None;
        }
        Some((named.trim().to_owned(), std::mem::replace(&mut self.language, tag)))
    }

    /// Goes back to the language before.
    pub(super) fn leave_language(&mut self, entered: Option<&(String, String)>) {
        if let Some((_, before)) = entered {
            self.language.clone_from(before);
        }
    }

    /// The address of a picture: of a file in the archive, of one that was written into the
    /// page, or as it is.
    pub(super) fn take_picture(&mut self, id: NodeId, address: &str) -> String {
        match read_data_address(address.trim()) {
            Some((bytes, extension)) => {
                let name = format!("image-{}.{extension}", self.media.len() + 1);
                self.media.insert(name.clone(), bytes);
                name
            }
            None => resolve_address(self.pages.path(id), address.trim()),
        }
    }

    /// The note of a mark; `None` if it cannot be here and the mark stays as text.
    pub(super) fn read_note(&mut self, mark: NodeId) -> Option<RichInline> {
        let index = *self.notes.marks.get(&mark)?;
        let note = self.notes.notes.get(index)?;
        if self.open_notes.contains(&index) || self.open_notes.len() >= MOST_NOTES_NESTED
        {
            return None;
        }
        if self.read_notes.contains(&index) {
            self.repeatable = self.repeatable.checked_sub(note.size)?;
        }
        self.read_notes.insert(index);
        self.open_notes.push(index);
        let pending = std::mem::take(&mut self.pending);
        let quotes = std::mem::take(&mut self.open_quotes);
        let mut flow = BlockFlow::default();
        for node in &note.nodes {
            self.read_note_node(*node, &mut flow);
        }
        let (blocks, _) = self.finish_flow(flow, None);
        self.open_quotes = quotes;
        self.pending = pending;
        self.open_notes.pop();
        let blocks = drop_label(blocks, &note.labels, note.has_back_link);
        Some(RichInline::Note { kind: note.kind, blocks })
    }

    /// Reads the notes whose marks were not read, as text at the end.
    pub(super) fn read_left_notes(&mut self, flow: &mut BlockFlow) {
        for (index, note) in self.notes.notes.iter().enumerate() {
            if self.read_notes.insert(index) {
                self.open_notes.push(index);
                for node in &note.nodes {
                    self.read_note_node(*node, flow);
                }
                self.open_notes.pop();
            }
        }
    }
}
