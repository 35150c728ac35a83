//! Footnotes: from their definitions to the places that refer to them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::attributes::AttributesOfImages;
use super::blocks::BlockBuilder;
use super::heading_names::HeadingNames;
use super::{EventAt, ReaderFindings};
use crate::book::block::{Block, Paragraph};
use crate::book::codes;
use crate::book::inline::{Inline, Note, NoteSeries};
use crate::book::markdown::SECOND;

/// How deeply notes may be nested. Critical editions have two levels (an editor's note on
/// an author's note). A deeper note is put elsewhere, like one that nothing refers to, with
/// a warning.
const DEEPEST_NOTE: usize = 4;

/// How many bytes of notes are repeated at most for further references to them. Beyond it a
/// mark stays as text: otherwise a page of such marks could produce an enormous book.
const COPIED_AT_MOST: usize = 1 << 20;

/// The definitions of a document, and which of them have been placed in the text.
pub(super) struct NoteDefinitions<'e, 'a> {
    /// The text that the events are of.
    pub(super) text: &'e str,
    events: &'e [EventAt<'a>],
    /// The attributes of images.
    pub(super) images: AttributesOfImages,
    /// What references by the words of a heading refer to.
    pub(super) headings: HeadingNames,
    /// By label, in lower case: labels are case-insensitive.
    definitions: BTreeMap<String, NoteDefinition>,
    /// The labels in the order of the definitions.
    order: Vec<String>,
    /// By the first byte of a definition: how many top-level blocks of the body precede it.
    blocks_before: BTreeMap<usize, usize>,
    /// Labels of the notes that are in the text.
    placed: BTreeSet<String>,
    /// Labels of the notes being read, from the outermost.
    open: Vec<String>,
    /// Bytes repeated so far for further references.
    copied: usize,
}

/// A definition.
struct NoteDefinition {
    /// Its events, without its own start and end.
    events: Range<usize>,
    /// Its bytes.
    place: Range<usize>,
}

impl<'e, 'a> NoteDefinitions<'e, 'a> {
    /// Finds the definitions.
    pub(super) fn find(
        text: &'e str,
        events: &'e [EventAt<'a>],
        findings: &mut ReaderFindings<'_>,
    ) -> Self {
        let mut definitions = BTreeMap::new();
        let mut order = Vec::new();
        let mut open = Vec::new();
        for (index, (event, place)) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    open.push((label, index + 1, place.clone()));
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    let Some((label, start, place)) = open.pop() else { continue };
                    let mut key = label.to_lowercase();
                    if definitions.contains_key(&key) {
                        let message = format!(
                            "a second note has the label [^{label}]; marks refer to the first"
                        );
                        findings.warn(codes::NOTE_TWICE, &place, message);
                        // No mark has a label with a line end.
                        key = format!("{key}\n{index}");
                    }
                    order.push(key.clone());
                    definitions
                        .insert(key, NoteDefinition { events: start..index, place });
                }
                _ => {}
            }
        }
        Self {
            text,
            events,
            images: AttributesOfImages::new(),
            headings: HeadingNames::default(),
            definitions,
            order,
            blocks_before: BTreeMap::new(),
            placed: BTreeSet::new(),
            open: Vec::new(),
            copied: 0,
        }
    }

    /// Reads the whole document.
    pub(super) fn read(mut self, findings: &mut ReaderFindings<'_>) -> Vec<Block> {
        let events = self.events;
        let mut blocks = BlockBuilder::text(&mut self, findings).read(events);
        let mut lined: Option<Vec<usize>> = None;
        for label in std::mem::take(&mut self.order) {
            if !self.placed.contains(&label) {
                let lined =
                    lined.get_or_insert_with(|| find_blocks_with_lines(&mut blocks));
                self.put_uncalled(&label, &mut blocks, lined, findings);
            }
        }
        blocks
    }

    /// Writes empty definitions for the notes that a separate piece of text refers to.
    pub(super) fn write_stubs(&self, text: &str) -> String {
        let labels = text.split("[^").skip(1).filter_map(|rest| rest.split(']').next());
        let known: BTreeSet<&str> = labels
            .filter(|label| self.definitions.contains_key(&label.to_lowercase()))
            .collect();
        let stubs = known.into_iter().flat_map(|label| ["\n\n[^", label, "]: x"]);
        stubs.collect()
    }

    /// Remembers how many blocks precede the definition that begins at a byte.
    pub(super) fn note_position(&mut self, start: usize, blocks: usize) {
        self.blocks_before.insert(start, blocks);
    }

    /// The note that a mark refers to; `None` if the mark must stay as text.
    pub(super) fn take_called(
        &mut self,
        label: &str,
        mark: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) -> Option<Note> {
        let key = label.to_lowercase();
        let place = self.definitions.get(&key)?.place.clone();
        if self.open.contains(&key) {
            let message =
                format!("note [^{label}] refers to itself; the mark stays as text");
            findings.warn(codes::NOTE_CALLED_AGAIN, mark, message);
            return None;
        }
        if self.open.len() >= DEEPEST_NOTE {
            findings.warn_too_deep(mark);
            return None;
        }
        if self.placed.insert(key.clone()) {
            return Some(self.build_note(&key, false, findings));
        }
        self.copied += place.len();
        if self.copied > COPIED_AT_MOST {
            let message = format!(
                "note [^{label}] is referenced again, in a text with too many such marks; the mark stays as text"
            );
            findings.warn(codes::NOTE_CALLED_AGAIN, mark, message);
            return None;
        }
        let message = format!("note [^{label}] is referenced again; it is repeated here");
        findings.warn(codes::NOTE_CALLED_AGAIN, mark, message);
        // The findings of a copy repeat those of its original.
        let before = findings.list.len();
        let copy = self.build_note(&key, true, findings);
        findings.list.truncate(before);
        Some(copy)
    }

    fn build_note(
        &mut self,
        key: &str,
        is_copy: bool,
        findings: &mut ReaderFindings<'_>,
    ) -> Note {
        let Some(NoteDefinition { events, place }) = self.definitions.get(key) else {
            return Note::default();
        };
        let (events, place) = (&self.events[events.clone()], place.clone());
        let origin = findings.places.span(&place).into();
        self.open.push(key.to_owned());
        let blocks = BlockBuilder::note(self, is_copy, findings).read(events);
        self.open.pop();
        if blocks.is_empty() && !is_copy {
            findings.warn(
                codes::NOTE_MISSING,
                &place,
                "this note has no text; it was left out",
            );
        }
        let series =
            if key.starts_with(SECOND) { NoteSeries::Second } else { NoteSeries::First };
        Note { series, blocks, origin, ..Note::default() }
    }

    /// Puts a note that nothing refers to at the end of the paragraph before it. `lined`
    /// are the indices of the blocks with a line of text, in order.
    fn put_uncalled(
        &mut self,
        label: &str,
        blocks: &mut Vec<Block>,
        lined: &mut Vec<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        let Some(definition) = self.definitions.get(label) else { return };
        let message = format!(
            "nothing refers to note [^{}]; it was put at the end of the paragraph before it",
            label.split('\n').next().unwrap_or_default()
        );
        findings.warn(codes::NOTE_NOT_CALLED, &definition.place, message);
        let before = self.blocks_before.get(&definition.place.start).copied();
        let before = before.unwrap_or(blocks.len()).min(blocks.len());
        self.placed.insert(label.to_owned());
        let note = Inline::Note(Box::new(self.build_note(label, false, findings)));
        let after = lined.partition_point(|&place| place < before);
        let place = lined[..after].last().or_else(|| lined.get(after));
        let line = place.and_then(|&place| last_line_mut(&mut blocks[place]));
        if let Some(line) = line {
            line.push(note);
        } else {
            lined.push(blocks.len());
            let content = vec![note];
            blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
        }
    }
}

/// The indices of the blocks that have a line of text.
fn find_blocks_with_lines(blocks: &mut [Block]) -> Vec<usize> {
    let lines = blocks.iter_mut().map(last_line_mut).enumerate();
    lines.filter_map(|(place, line)| line.map(|_| place)).collect()
}

/// The last line of text in a block.
fn last_line_mut(block: &mut Block) -> Option<&mut Vec<Inline>> {
    match block {
        Block::Heading(heading) => Some(&mut heading.content),
        Block::Paragraph(one)
        | Block::Dateline(one)
        | Block::Direction(one)
        | Block::Salutation(one)
        | Block::Signature(one) => Some(&mut one.content),
        Block::Quotation(inner)
        | Block::Epigraph(inner)
        | Block::Speech(inner)
        | Block::SourceNote(inner)
        | Block::Styled { blocks: inner, .. } => {
            inner.iter_mut().rev().find_map(last_line_mut)
        }
        Block::Definitions(list) => {
            let last = list.last_mut()?;
            let inner = last.descriptions.iter_mut().rev();
            let mut blocks = inner.flat_map(|blocks| blocks.iter_mut().rev());
            blocks.find_map(last_line_mut)
        }
        Block::Verse(verse) => verse.stanzas.last_mut()?.lines.last_mut(),
        Block::List(list) => list
            .items
            .iter_mut()
            .rev()
            .flat_map(|item| item.iter_mut().rev())
            .find_map(last_line_mut),
        Block::Table(table) => table.last_line(),
        Block::Figure(figure) => Some(&mut figure.caption).filter(|one| !one.is_empty()),
        Block::SceneBreak | Block::Preformatted(_) => None,
    }
}
