//! Drafts become blocks: rows are joined, notes set where they are called, and what falls
//! away is put on record.

use std::ops::Range;

use super::drafts::{Draft, Kind, Sketch};
use super::inlines::Writer;
use super::label::Label;
use crate::book::block::{Block, Heading, List, Paragraph, Stanza, Verse};
use crate::book::inline::{self, Inline, Note};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{Removal, RemovalKind, Zoned};
use crate::recover::rows::row::Row;
use crate::recover::spelling::hyphens::{Join, Joiner};
use crate::recover::spelling::spacing::Spacing;
use crate::source::Text;
use crate::text::letters::is_noncharacter;
use crate::text::span::{Origin, Span};

/// Notes may call notes, but not deeper than this; a deeper mark stays in the text, so
/// that no source can exhaust the stack.
const DEEPEST_NOTE: usize = 4;

/// Puts a block into what its kind calls for.
fn wrap(kind: Kind, block: Block) -> Block {
    match kind {
        Kind::Quotation => Block::Quotation(vec![block]),
        Kind::Epigraph | Kind::EpigraphVerse => Block::Epigraph(vec![block]),
        Kind::SourceNote => Block::SourceNote(vec![block]),
        Kind::Item(label) => {
            Block::List(List { start: label.number, items: vec![vec![block]] })
        }
        _ => block,
    }
}

/// A number of items.
fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// Something inside a line that is not simply text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A space is wanted here, or the white space here falls away.
    Spacing,
    /// Falls away.
    Cut(RemovalKind),
    /// Calls a note.
    Mark {
        /// Place in [`Zoned::notes`].
        note: usize,
    },
}

/// What is known of the words of a text.
#[derive(Debug)]
pub(super) struct Words<'a> {
    /// Where white space was decided anew.
    pub(super) spacing: &'a Spacing,
    /// How lines of the body are joined.
    pub(super) body: Joiner<'a>,
    /// How lines of notes are joined.
    pub(super) notes: Joiner<'a>,
}

/// Turns drafts into blocks.
pub(super) struct Assembler<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    /// Cuts and marks by their place.
    events: Vec<(Span, Event)>,
    /// The notes not yet set.
    notes: Vec<Option<Sketch>>,
    words: Words<'a>,
    /// Place in [`Zoned::folios`] of the next page mark.
    next_folio: usize,
    /// Words divided at line ends that the text has nowhere whole, and the first of them.
    unseen: (usize, Option<Span>),
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
        words: Words<'a>,
        notes: Vec<Sketch>,
    ) -> Self {
        let cuts = zoned.cuts.iter().map(|cut| (cut.span, Event::Cut(cut.kind)));
        let marks =
            zoned.marks.iter().map(|mark| (mark.span, Event::Mark { note: mark.note }));
        let mut events: Vec<_> = cuts.chain(marks).collect();
        events.sort_unstable_by_key(|&(span, event)| (span.start, span.end, event));
        Self {
            text,
            zoned,
            words,
            events,
            notes: notes.into_iter().map(Some).collect(),
            next_folio: 0,
            unseen: (0, None),
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
                codes::UNPLACED_NOTE,
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
        if let (count, Some(first)) = self.unseen {
            let message =
                format!("words joined over line ends without further evidence: {count}");
            let hint = "the first is here; the text has none of them undivided";
            self.diagnostics.push(
                Diagnostic::new(codes::UNSEEN_WORDS, Severity::Note, message)
                    .at(first)
                    .hint(hint),
            );
        }
        blocks
    }

    /// The blocks of a sketch; `depth` counts the notes around it.
    fn blocks(&mut self, sketch: &Sketch, depth: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        for draft in &sketch.drafts {
            let Some(block) = self.block(sketch, draft, depth) else { continue };
            match (draft.kind, blocks.last_mut(), block) {
                (Kind::Quotation, Some(Block::Quotation(quoted)), block)
                | (
                    Kind::Epigraph | Kind::EpigraphVerse,
                    Some(Block::Epigraph(quoted)),
                    block,
                )
                | (Kind::SourceNote, Some(Block::SourceNote(quoted)), block) => {
                    quoted.push(block);
                }
                (Kind::Item(label), Some(Block::List(list)), block)
                    if label.number.map_or(list.start.is_none(), |number| {
                        let next = |start| start + count(list.items.len());
                        list.start.map(next) == Some(number)
                    }) =>
                {
                    list.items.push(vec![block]);
                }
                (kind, _, block) => blocks.push(wrap(kind, block)),
            }
        }
        blocks
    }

    /// The block of one draft, without the quotation or list around it.
    fn block(&mut self, sketch: &Sketch, draft: &Draft, depth: usize) -> Option<Block> {
        let span = sketch.span(draft);
        let origin = Origin::from(span);
        match draft.kind {
            Kind::Verse | Kind::EpigraphVerse => {
                let stanzas = self.stanzas(sketch, draft, depth);
                return Some(Block::Verse(Verse { stanzas, origin }));
            }
            Kind::Ornament | Kind::Metadata if !self.calls(sketch, draft) => {
                let ornament = draft.kind == Kind::Ornament;
                let kind =
                    if ornament { RemovalKind::Ornament } else { RemovalKind::Metadata };
                let rows = &sketch.rows[draft.rows.clone()];
                self.removals
                    .extend(rows.iter().map(|row| Removal { span: row.span, kind }));
                return ornament.then_some(Block::SceneBreak);
            }
            _ => {}
        }
        let label = match draft.kind {
            Kind::Item(label) => Some(label.span),
            _ => None,
        };
        let content = self.inlines(sketch, draft.rows.clone(), label, depth);
        if content.is_empty() {
            return None;
        }
        let paragraph = |content| Paragraph { content, origin };
        Some(match draft.kind {
            Kind::Heading(level) => Block::Heading(Heading { level, content, origin }),
            Kind::Dateline => Block::Dateline(paragraph(content)),
            Kind::Salutation => Block::Salutation(paragraph(content)),
            Kind::Signature => Block::Signature(paragraph(content)),
            _ => Block::Paragraph(paragraph(content)),
        })
    }

    /// Whether a mark stands in a draft: its rows are not left out, or the note would have
    /// no place.
    fn calls(&self, sketch: &Sketch, draft: &Draft) -> bool {
        let rows = sketch.rows[draft.rows.clone()].iter();
        rows.flat_map(|row| self.events_in(row.span)).any(|(_, event)| {
            matches!(event, Event::Mark { note } if self.notes.get(note).is_some_and(Option::is_some))
        })
    }

    /// The stanzas of a draft of verse.
    fn stanzas(&mut self, sketch: &Sketch, draft: &Draft, depth: usize) -> Vec<Stanza> {
        let mut stanzas: Vec<Stanza> = Vec::new();
        let mut at = draft.rows.start;
        while at < draft.rows.end {
            let more = sketch.labels[at + 1..draft.rows.end].iter();
            let end = at + 1 + more.take_while(|&&l| l == Label::VerseMore).count();
            let line = self.inlines(sketch, at..end, None, depth);
            match stanzas.last_mut() {
                Some(stanza) if sketch.labels[at] != Label::Stanza => {
                    stanza.lines.push(line);
                }
                _ => stanzas.push(Stanza { lines: vec![line] }),
            }
            at = end;
        }
        stanzas
    }

    /// Joins rows into the inlines of one block; a list label at their head falls away.
    fn inlines(
        &mut self,
        sketch: &Sketch,
        rows: Range<usize>,
        label: Option<Span>,
        depth: usize,
    ) -> Vec<Inline> {
        // A displaced title block does not belong to the page it stands on.
        let in_place = depth == 0 && rows.start >= sketch.displaced;
        let rows = &sketch.rows[rows];
        let mut writer = Writer::default();
        let mut dropped_head = label.map(|span| (span, RemovalKind::ListLabel));
        for (at, row) in rows.iter().enumerate() {
            let join = rows.get(at + 1).map(|next| self.join(row, next, depth));
            let hyphen = |span| (span, RemovalKind::LineEndHyphen);
            let dropped_tail = join.and_then(|join| join.dropped[0]).map(hyphen);
            if in_place {
                self.page_marks(row, &mut writer);
            }
            self.row(row, [dropped_head, dropped_tail], &mut writer, depth);
            if join.is_some_and(|join| join.space) {
                writer.line_end();
            }
            dropped_head = join.and_then(|join| join.dropped[1]).map(hyphen);
        }
        writer.finish()
    }

    /// Decides a join and tells of it if it is doubtful.
    fn join(&mut self, first: &Row, second: &Row, depth: usize) -> Join {
        let joins = if depth == 0 { &self.words.body } else { &self.words.notes };
        let join = joins.join(first, second);
        if join.unseen {
            self.unseen.0 += 1;
            self.unseen.1.get_or_insert(first.span);
        }
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
        dropped: [Option<(Span, RemovalKind)>; 2],
        writer: &mut Writer,
        depth: usize,
    ) {
        let mut at = row.span.start;
        let ends = dropped.into_iter().flatten();
        let mut events: Vec<(Span, Event)> =
            ends.map(|(span, kind)| (span, Event::Cut(kind))).collect();
        events.extend(self.events_in(row.span));
        let edits = self.words.spacing.edits_in(row.span);
        events.extend(edits.map(|span| (span, Event::Spacing)));
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
                Event::Spacing if span.start == span.end => writer.character(' '),
                Event::Spacing => {}
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
        let label = self.zoned.notes.get(note).and_then(|note| note.label);
        let first = label.or(sketch.rows.first().map(|row| row.span))?;
        let origin = sketch.rows.iter().map(|row| row.span).fold(first, Span::to).into();
        let blocks = self.blocks(&sketch, depth + 1);
        if let Some(label) = label {
            self.removals.push(Removal { span: label, kind: RemovalKind::NoteLabel });
        }
        let second = self.zoned.notes.get(note).is_some_and(|note| note.second);
        let series =
            if second { inline::NoteSeries::Second } else { inline::NoteSeries::First };
        Some(Note { series, blocks, origin, ..Note::default() })
    }
}

/// Whether only an extractor leaves such a character: soft hyphens, controls, marks
/// without width, and what is no character at all.
fn is_extraction(c: char) -> bool {
    let invisible = matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}');
    invisible || is_noncharacter(c) || c.is_control() && !c.is_whitespace()
}
