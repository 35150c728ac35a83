//! Footnotes, endnotes and comments.

use std::collections::BTreeMap;

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::document::DocxReader;
use crate::interchange::docx::package::TextPart;
use crate::interchange::docx::part_text::collect_text;
use crate::interchange::docx::runs::RunContext;
use crate::interchange::docx::styles::DocxDraft;
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{NoteKind, RichInline};

/// How deep notes may be in each other. Word has no notes in notes.
const MOST_NOTE_DEPTH: usize = 2;

/// The notes that have not been read, by their series and id.
pub(super) type UnreadNotes<'a> =
    BTreeMap<(NoteKind, &'a str), (&'a XmlElement, &'a TextPart)>;

/// Finds the notes of both parts. The lines between text and notes are stored as notes too,
/// and have a type.
pub(super) fn index_notes<'a>(
    footnotes: &'a TextPart,
    endnotes: &'a TextPart,
) -> UnreadNotes<'a> {
    let both = [(NoteKind::Footnote, footnotes), (NoteKind::Endnote, endnotes)];
    let notes = both.into_iter().flat_map(|(kind, part)| {
        part.root.children().filter_map(move |note| {
            let is_note = matches!(note.name(), "w:footnote" | "w:endnote")
                && matches!(note.attribute("w:type"), None | Some("normal"));
            let id = note.attribute("w:id").filter(|_| is_note)?;
            Some(((kind, id), (note, part)))
        })
    });
    notes.collect()
}

/// Finds the comments.
pub(super) fn index_comments(root: &XmlElement) -> BTreeMap<&str, &XmlElement> {
    let comments = root.children().filter(|child| child.name() == "w:comment");
    comments.filter_map(|comment| Some((comment.attribute("w:id")?, comment))).collect()
}

impl DocxReader<'_> {
    /// The id of a bookmark that a link leads to, the first time that it occurs.
    pub(super) fn claim_bookmark(&mut self, name: &str) -> Option<String> {
        let is_wanted = self.survey.linked.contains(name);
        let is_new = is_wanted && self.placed.insert(name.to_owned());
        is_new.then(|| name.to_owned())
    }

    /// Reports the notes and comments that nothing refers to.
    pub(super) fn report_unread(&mut self) {
        for (note, _) in self.notes.values() {
            let text = collect_text(note);
            self.omissions.push_text("a note without a note mark in the text", &text);
        }
        for comment in self.comments.values() {
            self.omissions.push_text("a comment", &collect_text(comment));
        }
    }
}

impl<'a> StoryReader<'_, 'a> {
    /// Reads the note of a note mark.
    pub(super) fn read_note(
        &mut self,
        kind: NoteKind,
        mark: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &mut RunContext,
    ) {
        let id = mark.attribute("w:id").unwrap_or_default();
        let has_own_mark =
            matches!(mark.attribute("w:customMarkFollows"), Some("1" | "true" | "on"));
        // The rest of the run is the mark, which the note repeats.
        if has_own_mark {
            context.omitted = context.omitted.or(Some("the mark of a note"));
        }
        let is_too_deep = self.note_depth >= MOST_NOTE_DEPTH;
        let found =
            if is_too_deep { None } else { self.reader.notes.remove(&(kind, id)) };
        let Some((note, part)) = found else {
            self.reader.omissions.push("a note mark without a note of its own", id);
            return;
        };
        let mut story = StoryReader::new(self.reader, part);
        story.note_depth = self.note_depth + 1;
        story.has_own_mark = has_own_mark;
        let items = story.read_inner(note);
        let blocks = assemble_flow(items).blocks;
        let within = RunContext {
            omitted: context.omitted.filter(|_| !has_own_mark),
            ..context.clone()
        };
        self.push_object(RichInline::Note { kind, blocks }, draft, &within);
    }

    /// Reads the comment of a reference.
    pub(super) fn read_comment(&mut self, reference: &XmlElement, draft: &mut DocxDraft) {
        let id = reference.attribute("w:id").unwrap_or_default();
        if let Some(comment) = self.reader.comments.remove(id) {
            draft.settle_omitted(&mut self.reader.omissions);
            self.reader.omissions.push("a comment", &collect_text(comment));
        }
    }
}
