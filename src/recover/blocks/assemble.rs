//! Drafts become blocks: rows are joined, notes set where they are called, and what falls
//! away is put on record.

use std::ops::Range;

use super::codes;
use super::drafts::{Draft, Kind};
use super::hyphens::{Join, Joiner, Vocabulary};
use super::inlines::Writer;
use super::labels::Label;
use super::rows::Row;
use crate::book::block::{Block, Heading, Paragraph, Stanza, Verse};
use crate::book::inline::{Inline, Note};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::zones::Zoned;
use crate::recover::{Removal, RemovalKind};
use crate::source::Text;
use crate::text::span::{Origin, Span};

/// Notes may call notes, but not deeper than this; a deeper mark stays in the text, so
/// that no source can exhaust the stack.
const DEEPEST_NOTE: usize = 4;

/// Rows, their labels, and the drafts they make.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// One label for each row.
    pub(super) labels: Vec<Label>,
    /// The drafts, in reading order.
    pub(super) drafts: Vec<Draft>,
}

/// Something inside a line that is not simply text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Falls away.
    Cut(RemovalKind),
    /// Calls a note.
    Mark {
        /// Place in [`Zoned::notes`].
        note: usize,
    },
}

/// Turns drafts into blocks.
pub(super) struct Assembler<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    /// Cuts and marks by their place.
    events: Vec<(Span, Event)>,
    /// The notes not yet set.
    notes: Vec<Option<Sketch>>,
    body_joins: Joiner<'a>,
    note_joins: Joiner<'a>,
    /// Place in [`Zoned::folios`] of the next page mark.
    next_folio: usize,
    /// What fell away.
    pub(super) removals: Vec<Removal>,
    /// What was guessed.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Assembler<'a> {
    /// Prepares for a document; `notes` are the sketches of its notes.
    pub(super) fn new(
        text: &'a Text,
        zoned: &'a Zoned,
        vocabulary: &'a Vocabulary,
        body: &[Row],
        notes: Vec<Sketch>,
    ) -> Self {
        let cuts = zoned.cuts.iter().map(|cut| (cut.span, Event::Cut(cut.kind)));
        let marks =
            zoned.marks.iter().map(|mark| (mark.span, Event::Mark { note: mark.note }));
        let mut events: Vec<_> = cuts.chain(marks).collect();
        events.sort_unstable_by_key(|&(span, event)| (span.start, span.end, event));
        let note_rows = notes.iter().flat_map(|note| &note.rows);
        Self {
            text,
            zoned,
            events,
            body_joins: Joiner::new(text, vocabulary, body.iter()),
            note_joins: Joiner::new(text, vocabulary, note_rows),
            notes: notes.into_iter().map(Some).collect(),
            next_folio: 0,
            removals: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The blocks of the body. Notes that nothing calls are set at its end.
    pub(super) fn body(&mut self, sketch: &Sketch) -> Vec<Block> {
        let mut blocks = self.blocks(sketch, 0);
        let left: Vec<usize> =
            (0..self.notes.len()).filter(|&note| self.notes[note].is_some()).collect();
        for note in left {
            let Some(note) = self.note(note, 0) else { continue };
            let diagnostic = Diagnostic::new(
                codes::NOTE_WITHOUT_MARK,
                Severity::Warning,
                "no mark calls this note; it is set at the end of the text",
            );
            self.diagnostics.push(match note.origin.0 {
                Some(span) => diagnostic.at(span),
                None => diagnostic,
            });
            let inline = Inline::Note(Box::new(note));
            match blocks.last_mut() {
                Some(Block::Paragraph(last)) => last.content.push(inline),
                _ => blocks.push(Block::Paragraph(Paragraph {
                    content: vec![inline],
                    origin: Origin::default(),
                })),
            }
        }
        blocks
    }

    /// The blocks of a sketch; `depth` counts the notes around it.
    fn blocks(&mut self, sketch: &Sketch, depth: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for draft in &sketch.drafts {
            let origin = Origin::from(self.span(sketch, draft));
            let block = match draft.kind {
                Kind::Paragraph | Kind::Quotation => {
                    let content = self.inlines(sketch, draft.rows.clone(), depth);
                    if content.is_empty() {
                        continue;
                    }
                    Block::Paragraph(Paragraph { content, origin })
                }
                Kind::Heading(level) => {
                    let content = self.inlines(sketch, draft.rows.clone(), depth);
                    Block::Heading(Heading { level, content, origin })
                }
                Kind::Verse => {
                    let stanzas = self.stanzas(sketch, draft, depth);
                    Block::Verse(Verse { stanzas, origin })
                }
                Kind::Ornament => {
                    let span = self.span(sketch, draft);
                    self.removals.push(Removal { span, kind: RemovalKind::Ornament });
                    Block::SceneBreak
                }
            };
            match (draft.kind, blocks.last_mut()) {
                (Kind::Quotation, Some(Block::Quotation(quoted))) => quoted.push(block),
                (Kind::Quotation, _) => blocks.push(Block::Quotation(vec![block])),
                _ => blocks.push(block),
            }
        }
        blocks
    }

    /// The stanzas of a draft of verse.
    fn stanzas(&mut self, sketch: &Sketch, draft: &Draft, depth: usize) -> Vec<Stanza> {
        let mut stanzas: Vec<Stanza> = Vec::new();
        let mut at = draft.rows.start;
        while at < draft.rows.end {
            let more = sketch.labels[at + 1..draft.rows.end].iter();
            let end = at + 1 + more.take_while(|&&l| l == Label::VerseMore).count();
            let line = self.inlines(sketch, at..end, depth);
            match stanzas.last_mut() {
                Some(stanza) if sketch.labels[at] != Label::Stanza => {
                    stanza.lines.push(line)
                }
                _ => stanzas.push(Stanza { lines: vec![line] }),
            }
            at = end;
        }
        stanzas
    }

    /// The span of a draft in the source.
    fn span(&self, sketch: &Sketch, draft: &Draft) -> Span {
        let rows = &sketch.rows[draft.rows.clone()];
        rows.iter().map(|row| row.span).reduce(Span::to).unwrap_or_default()
    }

    /// Joins rows into the inlines of one block.
    fn inlines(
        &mut self,
        sketch: &Sketch,
        rows: Range<usize>,
        depth: usize,
    ) -> Vec<Inline> {
        let rows = &sketch.rows[rows];
        let mut writer = Writer::default();
        let mut dropped_head = None;
        for (at, row) in rows.iter().enumerate() {
            let join = rows.get(at + 1).map(|next| self.join(row, next, depth));
            let dropped_tail = join.and_then(|join| join.dropped[0]);
            if depth == 0 {
                self.page_marks(row, &mut writer);
            }
            self.row(row, [dropped_head, dropped_tail], &mut writer, depth);
            if join.is_some_and(|join| join.space) {
                writer.space();
            }
            dropped_head = join.and_then(|join| join.dropped[1]);
        }
        writer.finish()
    }

    /// Decides a join and tells of it if it is doubtful.
    fn join(&mut self, first: &Row, second: &Row, depth: usize) -> Join {
        let joins = if depth == 0 { &self.body_joins } else { &self.note_joins };
        let join = joins.join(first, second);
        if let Some(confidence) = join.doubt {
            self.diagnostics.push(joins.doubt(first, second, join, confidence));
        }
        join
    }

    /// Writes the marks of the pages that begin before or with a row.
    fn page_marks(&mut self, row: &Row, writer: &mut Writer) {
        while let Some((line, number)) = self.zoned.folios.get(self.next_folio)
            && *line <= row.line
        {
            writer.page(number);
            self.next_folio += 1;
        }
    }

    /// Writes a row, without what falls away at its ends.
    fn row(
        &mut self,
        row: &Row,
        dropped: [Option<Span>; 2],
        writer: &mut Writer,
        depth: usize,
    ) {
        let mut at = row.span.start;
        let ends = dropped.into_iter().flatten();
        let mut events: Vec<(Span, Event)> =
            ends.map(|span| (span, Event::Cut(RemovalKind::LineEndHyphen))).collect();
        events.extend(self.events_in(row.span));
        events.sort_unstable_by_key(|&(span, event)| (span.start, span.end, event));
        for (span, event) in events {
            let inside = span.start >= at && span.end <= row.span.end;
            if !inside {
                continue;
            }
            let before = Span { start: at, end: span.start, ..row.span };
            self.characters(before, writer);
            at = span.start;
            match event {
                Event::Cut(kind) => self.removals.push(Removal { span, kind }),
                Event::Mark { note } => {
                    let Some(note) = self.note(note, depth) else { continue };
                    let has_mark = span.start < span.end;
                    if has_mark {
                        self.removals.push(Removal { span, kind: RemovalKind::NoteMark });
                    }
                    writer.note(note, has_mark);
                }
            }
            at = span.end;
        }
        self.characters(Span { start: at, ..row.span }, writer);
    }

    /// Cuts and marks that begin in a span or at its end.
    fn events_in(&self, span: Span) -> impl Iterator<Item = (Span, Event)> + use<'_> {
        let first = self.events.partition_point(|(event, _)| event.start < span.start);
        let events = self.events[first..].iter().copied();
        events.take_while(move |(event, _)| event.start <= span.end)
    }

    /// Writes characters of the source; those that only the extraction put there fall
    /// away.
    fn characters(&mut self, span: Span, writer: &mut Writer) {
        for (at, c) in self.text.slice(span).char_indices() {
            if is_extraction(c) {
                let start = span.start + u32::try_from(at).unwrap_or_default();
                let end = start + u32::try_from(c.len_utf8()).unwrap_or_default();
                let kind = RemovalKind::Extraction;
                self.removals.push(Removal { span: Span { start, end, ..span }, kind });
            } else {
                writer.character(c);
            }
        }
    }

    /// Takes a note that is not set yet; none if it is set, empty, or called too deep.
    fn note(&mut self, note: usize, depth: usize) -> Option<Note> {
        if depth >= DEEPEST_NOTE {
            return None;
        }
        let sketch = self.notes.get_mut(note)?.take()?;
        let first = sketch.rows.first()?.span;
        let origin = sketch.rows.iter().map(|row| row.span).fold(first, Span::to).into();
        let blocks = self.blocks(&sketch, depth + 1);
        if let Some(label) = self.zoned.notes.get(note).and_then(|note| note.label) {
            self.removals.push(Removal { span: label, kind: RemovalKind::NoteLabel });
        }
        Some(Note { blocks, origin })
    }
}

/// Whether only an extractor leaves such a character: soft hyphens, controls, and marks
/// without width.
fn is_extraction(c: char) -> bool {
    let without_width = matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}');
    without_width || c.is_control() && !c.is_whitespace()
}
