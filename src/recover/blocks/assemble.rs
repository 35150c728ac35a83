//! Turns segments into blocks: joins rows, sets notes where they are called, and records
//! what is removed.

use std::ops::Range;

use super::inline_writer::InlineWriter;
use super::letter_shapes::drop_opening_shape;
use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::book::block::{Block, Heading, List, Paragraph, Stanza, Verse};
use crate::book::inline::{self, Inline, Note};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{Correction, EmphasisEffect, Removal, RemovalKind, Zoned};
use crate::recover::rows::row::Row;
use crate::recover::spelling::hyphens::{RowJoin, RowJoiner};
use crate::recover::spelling::spacing::Spacing;
use crate::source::{LetterShape, Text};
use crate::text::character_references::read_reference;
use crate::text::letters::is_extraction_artifact;
use crate::text::span::{Origin, Span};

/// Deepest nesting of notes that call notes. A deeper mark remains in the text, so that
/// no source can exhaust the stack.
const DEEPEST_NOTE: usize = 4;

/// The share of italic characters, in per cent, from which a line is in italics: a name in
/// it may be upright.
const ITALIC_LINE: u8 = 70;

/// Puts a block into the container that its kind requires.
fn wrap_block(kind: SegmentKind, block: Block) -> Block {
    match kind {
        SegmentKind::Quotation => Block::Quotation(vec![block]),
        SegmentKind::Epigraph | SegmentKind::EpigraphVerse => {
            Block::Epigraph(vec![block])
        }
        SegmentKind::SourceNote => Block::SourceNote(vec![block]),
        SegmentKind::Item(label) => {
            let items = vec![vec![block]];
            Block::List(List { start: label.number, items, ..List::default() })
        }
        _ => block,
    }
}

/// Adds inlines to the last paragraph, or in a paragraph of their own behind another block.
fn append_inlines(blocks: &mut Vec<Block>, inlines: Vec<Inline>) {
    match blocks.last_mut() {
        Some(Block::Paragraph(last)) => last.content.extend(inlines),
        _ => blocks.push(Block::Paragraph(Paragraph {
            content: inlines,
            origin: Origin::default(),
        })),
    }
}

/// A number of items as `u32`.
fn as_u32(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// Something in a line that is not simply text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowEvent {
    /// A space is needed here, or the white space here is removed.
    Spacing,
    /// It is removed.
    Cut(RemovalKind),
    /// A person corrected it.
    Correction {
        /// Index in [`Zoned::corrections`].
        index: usize,
    },
    /// It is removed, and may open or close emphasis.
    Emphasis(EmphasisEffect),
    /// It calls a note.
    Mark {
        /// Index in [`Zoned::notes`].
        note: usize,
    },
}

/// What of the page is written between the words of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PageMatter {
    None,
    /// The marks of pages.
    Marks,
    /// These, and the notes in the margin.
    MarksAndMargins,
}

/// What is known about the words of a text.
#[derive(Debug)]
pub(super) struct TextWords<'a> {
    /// Where white space is corrected.
    pub(super) spacing: &'a Spacing,
    /// Joins rows of the body.
    pub(super) body: RowJoiner<'a>,
    /// Joins rows of notes.
    pub(super) notes: RowJoiner<'a>,
}

/// Turns segments into blocks.
pub(super) struct Assembler<'a> {
    pub(super) text: &'a Text,
    pub(super) zoned: &'a Zoned,
    /// Cuts and marks, sorted by place.
    events: Vec<(Span, RowEvent)>,
    /// The notes that are not set yet.
    notes: Vec<Option<Segmentation>>,
    words: TextWords<'a>,
    /// Index in [`Zoned::folios`] of the next page mark.
    next_folio: usize,
    /// How many words divided at line ends occur nowhere whole, and the first of them.
    unseen: (usize, Option<Span>),
    /// Index in [`Text::regions`] of the next table or figure.
    next_region: usize,
    /// Index in [`Text::regions`] of the next note in the margin.
    pub(super) next_margin: usize,
    /// What was removed.
    pub(super) removals: Vec<Removal>,
    /// What was guessed.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Assembler<'a> {
    /// Prepares for a document; `notes` are the segmentations of its notes.
    pub(super) fn new(
        text: &'a Text,
        zoned: &'a Zoned,
        words: TextWords<'a>,
        notes: Vec<Segmentation>,
    ) -> Self {
        let cuts = zoned.cuts.iter().map(|cut| (cut.span, RowEvent::Cut(cut.kind)));
        let marks = zoned
            .marks
            .iter()
            .map(|mark| (mark.span, RowEvent::Mark { note: mark.note }));
        let signs = zoned
            .emphasis
            .iter()
            .map(|sign| (sign.span, RowEvent::Emphasis(sign.effect)));
        let corrections = zoned.corrections.iter().enumerate();
        let corrections =
            corrections.map(|(index, one)| (one.span, RowEvent::Correction { index }));
        let mut events: Vec<_> =
            cuts.chain(marks).chain(signs).chain(corrections).collect();
        events.sort_unstable_by_key(|&(span, event)| (span.start, span.end, event));
        Self {
            text,
            zoned,
            words,
            events,
            notes: notes.into_iter().map(Some).collect(),
            next_folio: 0,
            next_region: 0,
            next_margin: 0,
            unseen: (0, None),
            removals: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Assembles the blocks of the body. Notes without a mark are set at its end.
    pub(super) fn assemble_body(&mut self, segmentation: &Segmentation) -> Vec<Block> {
        let mut blocks = self.assemble_blocks(segmentation, 0);
        self.assemble_regions(u32::MAX, &mut blocks);
        let beside = self.take_margin_notes(u32::MAX);
        if !beside.is_empty() {
            append_inlines(&mut blocks, beside);
        }
        let left: Vec<usize> =
            (0..self.notes.len()).filter(|&note| self.notes[note].is_some()).collect();
        for note in left {
            let Some(note) = self.take_note(note, 0) else { continue };
            let diagnostic = Diagnostic::new(
                codes::UNPLACED_NOTE,
                Severity::Warning,
                "this note has no reference in the text; it is set at the end",
            );
            self.diagnostics.push(match note.origin.0 {
                Some(span) => diagnostic.at(span),
                None => diagnostic,
            });
            append_inlines(&mut blocks, vec![Inline::Note(Box::new(note))]);
        }
        if let (count, Some(first)) = self.unseen {
            let message = format!(
                "words joined across line ends without further evidence: {count}"
            );
            let hint = "this is the first; none of them occurs undivided in the text";
            self.diagnostics.push(
                Diagnostic::new(codes::UNSEEN_WORDS, Severity::Note, message)
                    .at(first)
                    .hint(hint),
            );
        }
        blocks
    }

    /// Assembles the blocks of a segmentation; `depth` is the nesting of notes.
    fn assemble_blocks(
        &mut self,
        segmentation: &Segmentation,
        depth: usize,
    ) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut rest = segmentation.segments.as_slice();
        for letter in &segmentation.quoted_letters {
            let is_in = |segment: &Segment| segment.rows.start >= letter.start;
            let (before, from) =
                rest.split_at(rest.iter().take_while(|one| !is_in(one)).count());
            let ends = |segment: &&Segment| segment.rows.end <= letter.end;
            let (quoted, after) = from.split_at(from.iter().take_while(ends).count());
            self.assemble_segments(segmentation, before, depth, &mut blocks);
            let mut inner = Vec::new();
            self.assemble_segments(segmentation, quoted, depth, &mut inner);
            blocks.extend((!inner.is_empty()).then_some(Block::Quotation(inner)));
            rest = after;
        }
        self.assemble_segments(segmentation, rest, depth, &mut blocks);
        blocks
    }

    /// Assembles the blocks of some segments, and adds them to others.
    fn assemble_segments(
        &mut self,
        segmentation: &Segmentation,
        segments: &[Segment],
        depth: usize,
        blocks: &mut Vec<Block>,
    ) {
        for segment in segments {
            // A displaced title block does not belong to the page that it is on.
            if depth == 0 && segment.rows.start >= segmentation.displaced {
                let start = segmentation.span_of(segment).start;
                self.assemble_regions(start, blocks);
            }
            let Some(mut block) = self.assemble_block(segmentation, segment, depth)
            else {
                continue;
            };
            if let (Block::Paragraph(first), None | Some(Block::Heading(_))) =
                (&mut block, blocks.last())
            {
                drop_opening_shape(&mut first.content);
            }
            match (segment.kind, blocks.last_mut(), block) {
                (SegmentKind::Quotation, Some(Block::Quotation(quoted)), block)
                | (
                    SegmentKind::Epigraph | SegmentKind::EpigraphVerse,
                    Some(Block::Epigraph(quoted)),
                    block,
                )
                | (SegmentKind::SourceNote, Some(Block::SourceNote(quoted)), block) => {
                    quoted.push(block);
                }
                (SegmentKind::Item(label), Some(Block::List(list)), block)
                    if label.number.map_or(list.start.is_none(), |number| {
                        let next = |start| start + as_u32(list.items.len());
                        list.start.map(next) == Some(number)
                    }) =>
                {
                    list.items.push(vec![block]);
                }
                (kind, _, block) => blocks.push(wrap_block(kind, block)),
            }
        }
    }

    /// Assembles the tables and figures that begin before a byte of the source.
    fn assemble_regions(&mut self, end: u32, blocks: &mut Vec<Block>) {
        let text = self.text;
        while let Some(region) = text.regions.get(self.next_region)
            && region.text.start <= end
        {
            self.next_region += 1;
            self.assemble_region(region, blocks);
        }
    }

    /// Assembles the block of one segment, without the quotation or list around it.
    fn assemble_block(
        &mut self,
        segmentation: &Segmentation,
        segment: &Segment,
        depth: usize,
    ) -> Option<Block> {
        let span = segmentation.span_of(segment);
        let origin = Origin::from(span);
        match segment.kind {
            SegmentKind::Verse | SegmentKind::EpigraphVerse => {
                let stanzas = self.assemble_stanzas(segmentation, segment, depth);
                return Some(Block::Verse(Verse { stanzas, origin }));
            }
            SegmentKind::Ornament | SegmentKind::Metadata
                if !self.has_mark(segmentation, segment) =>
            {
                let ornament = segment.kind == SegmentKind::Ornament;
                let kind =
                    if ornament { RemovalKind::Ornament } else { RemovalKind::Metadata };
                let rows = &segmentation.rows[segment.rows.clone()];
                self.removals
                    .extend(rows.iter().map(|row| Removal { span: row.span, kind }));
                return ornament.then_some(Block::SceneBreak);
            }
            _ => {}
        }
        let label = match segment.kind {
            SegmentKind::Item(label) => Some(label.span),
            _ => None,
        };
        let set_apart =
            !matches!(segment.kind, SegmentKind::Paragraph | SegmentKind::Item(_));
        let rows = segment.rows.clone();
        // The words of a heading are those of the contents, too.
        let matter = match segment.kind {
            SegmentKind::Heading(_) => PageMatter::Marks,
            _ => PageMatter::MarksAndMargins,
        };
        let content =
            self.write_inlines(segmentation, rows, label, set_apart, depth, matter);
        if content.is_empty() {
            return None;
        }
        let paragraph = |content| Paragraph { content, origin };
        Some(match segment.kind {
            SegmentKind::Heading(level) => {
                Block::Heading(Heading { level, content, origin })
            }
            SegmentKind::Dateline => Block::Dateline(paragraph(content)),
            SegmentKind::Salutation => Block::Salutation(paragraph(content)),
            SegmentKind::Signature => Block::Signature(paragraph(content)),
            _ => Block::Paragraph(paragraph(content)),
        })
    }

    /// Whether a segment has a mark: its rows must not be removed, or the note would have
    /// no place.
    fn has_mark(&self, segmentation: &Segmentation, segment: &Segment) -> bool {
        let rows = segmentation.rows[segment.rows.clone()].iter();
        rows.flat_map(|row| self.events_in(row.span)).any(|(_, event)| {
            matches!(event, RowEvent::Mark { note } if self.notes.get(note).is_some_and(Option::is_some))
        })
    }

    /// Assembles the stanzas of a segment of verse.
    fn assemble_stanzas(
        &mut self,
        segmentation: &Segmentation,
        segment: &Segment,
        depth: usize,
    ) -> Vec<Stanza> {
        let rows = &segmentation.rows[segment.rows.clone()];
        let italic = rows.iter().filter(|row| is_italic_line(self.text, row)).count();
        let set_apart = italic * 2 > rows.len();
        let mut stanzas: Vec<Stanza> = Vec::new();
        let mut at = segment.rows.start;
        while at < segment.rows.end {
            let more = segmentation.labels[at + 1..segment.rows.end].iter();
            let end = at + 1 + more.take_while(|&&l| l == RowLabel::VerseMore).count();
            let matter = PageMatter::MarksAndMargins;
            let line =
                self.write_inlines(segmentation, at..end, None, set_apart, depth, matter);
            match stanzas.last_mut() {
                Some(stanza) if segmentation.labels[at] != RowLabel::Stanza => {
                    stanza.lines.push(line);
                }
                _ => stanzas.push(Stanza { lines: vec![line] }),
            }
            at = end;
        }
        stanzas
    }

    /// Joins rows into the inlines of one block; removes the list label at their
    /// beginning. For `set_apart` see [`InlineWriter::finish`].
    fn write_inlines(
        &mut self,
        segmentation: &Segmentation,
        rows: Range<usize>,
        label: Option<Span>,
        set_apart: bool,
        depth: usize,
        matter: PageMatter,
    ) -> Vec<Inline> {
        // A displaced title block does not belong to the page that it is on.
        let in_place = depth == 0 && rows.start >= segmentation.displaced;
        let matter = if in_place { matter } else { PageMatter::None };
        self.write_rows(&segmentation.rows[rows], label, set_apart, depth, matter)
    }

    /// Joins rows into inlines.
    pub(super) fn write_rows(
        &mut self,
        rows: &[Row],
        label: Option<Span>,
        set_apart: bool,
        depth: usize,
        matter: PageMatter,
    ) -> Vec<Inline> {
        let mut writer = InlineWriter::default();
        let mut dropped_head = label.map(|span| (span, RemovalKind::ListLabel));
        for (at, row) in rows.iter().enumerate() {
            let join = rows.get(at + 1).map(|next| self.join_rows(row, next, depth));
            let hyphen = |span| (span, RemovalKind::LineEndHyphen);
            let dropped_tail = join.and_then(|join| join.dropped[0]).map(hyphen);
            if matter >= PageMatter::Marks {
                self.write_page_marks(row, &mut writer);
            }
            if matter >= PageMatter::MarksAndMargins {
                for note in self.take_margin_notes(row.span.start) {
                    writer.push_before_word(note);
                }
            }
            self.write_row(row, [dropped_head, dropped_tail], &mut writer, depth);
            if join.is_some_and(|join| join.space) {
                writer.end_line();
            }
            dropped_head = join.and_then(|join| join.dropped[1]).map(hyphen);
        }
        writer.finish(set_apart)
    }

    /// Decides a join, and reports it if it is doubtful.
    fn join_rows(&mut self, first: &Row, second: &Row, depth: usize) -> RowJoin {
        let joins = if depth == 0 { &self.words.body } else { &self.words.notes };
        let join = joins.join_rows(first, second);
        if join.unseen {
            self.unseen.0 += 1;
            self.unseen.1.get_or_insert(first.span);
        }
        if let Some(confidence) = join.doubt {
            self.diagnostics.push(joins.describe_doubt(first, second, join, confidence));
        }
        join
    }

    /// Writes the marks of pages that begin before or with a row.
    fn write_page_marks(&mut self, row: &Row, writer: &mut InlineWriter) {
        while let Some((line, number)) = self.zoned.folios.get(self.next_folio)
            && *line <= row.line
        {
            writer.push_before_word(Inline::PageMark(number.clone()));
            self.next_folio += 1;
        }
    }

    /// Writes a row, without what is removed at its ends.
    fn write_row(
        &mut self,
        row: &Row,
        dropped: [Option<(Span, RemovalKind)>; 2],
        writer: &mut InlineWriter,
        depth: usize,
    ) {
        let mut at = row.span.start;
        let ends = dropped.into_iter().flatten();
        let mut events: Vec<(Span, RowEvent)> =
            ends.map(|(span, kind)| (span, RowEvent::Cut(kind))).collect();
        // What a person read in the label of a list is what the label says.
        let label = dropped[0].filter(|(_, kind)| *kind == RemovalKind::ListLabel);
        let in_label = |span: Span| label.is_some_and(|(label, _)| label.overlaps(span));
        events.extend(self.events_in(row.span).filter(|(span, _)| !in_label(*span)));
        let edits = self.words.spacing.edits_in(row.span);
        events.extend(edits.map(|span| (span, RowEvent::Spacing)));
        events.sort_unstable_by_key(|&(span, event)| (span.start, span.end, event));
        for (span, event) in events {
            let inside = span.start >= at && span.end <= row.span.end;
            if !inside {
                continue;
            }
            let before = Span { start: at, end: span.start, ..row.span };
            self.write_characters(before, writer);
            at = span.start;
            match event {
                RowEvent::Spacing if span.start == span.end => {
                    writer.push_char(' ', LetterShape::default(), None);
                }
                RowEvent::Spacing => {}
                RowEvent::Cut(kind) => {
                    self.removals.push(Removal { span, kind });
                    if kind == RemovalKind::CharacterReference
                        && let Some((c, _)) = read_reference(self.text.slice(span))
                    {
                        writer.push_char(c, LetterShape::default(), None);
                    }
                }
                RowEvent::Correction { index } => {
                    let correction = &self.zoned.corrections[index];
                    let kind = correction.removal_kind();
                    self.removals.push(Removal { span, kind });
                    self.write_reading(correction, writer);
                }
                RowEvent::Emphasis(effect) => {
                    self.removals.push(Removal { span, kind: RemovalKind::Markup });
                    match effect {
                        EmphasisEffect::Opens => writer.open_emphasis(),
                        EmphasisEffect::Closes => writer.close_emphasis(),
                        EmphasisEffect::None => {}
                    }
                }
                RowEvent::Mark { note } => {
                    let Some(note) = self.take_note(note, depth) else { continue };
                    let has_mark = span.start < span.end;
                    if has_mark {
                        self.removals.push(Removal { span, kind: RemovalKind::NoteMark });
                    }
                    writer.push_note(note, has_mark);
                }
            }
            at = span.end;
        }
        self.write_characters(Span { start: at, ..row.span }, writer);
    }

    /// Cuts and marks that begin in a span or at its end.
    fn events_in(&self, span: Span) -> impl Iterator<Item = (Span, RowEvent)> + use<'_> {
        let first = self.events.partition_point(|(event, _)| event.start < span.start);
        let events = self.events[first..].iter().copied();
        events.take_while(move |(event, _)| event.start <= span.end)
    }

    /// Writes characters of the source; removes those that the extraction added.
    fn write_characters(&mut self, span: Span, writer: &mut InlineWriter) {
        let runs = &self.text.runs;
        let first = runs.partition_point(|run| run.end <= span.start);
        let mut runs = runs[first..].iter().peekable();
        let links = &self.text.links;
        let first = links.partition_point(|link| link.text.end <= span.start);
        let mut links = links[first..].iter().peekable();
        let mut offset = span.start;
        for (at, c) in self.text.slice(span).char_indices() {
            if is_extraction_artifact(c) {
                let kind = RemovalKind::Extraction;
                self.removals
                    .push(Removal { span: span.part(at..at + c.len_utf8()), kind });
            } else {
                while runs.next_if(|run| run.end <= offset).is_some() {}
                let run = runs.peek().filter(|run| run.start <= offset);
                let shape = run.map(|run| run.shape).unwrap_or_default();
                while links.next_if(|link| link.text.end <= offset).is_some() {}
                let link = links.peek().filter(|link| link.text.start <= offset);
                writer.push_char(c, shape, link.map(|link| link.address.as_str()));
            }
            offset += as_u32(c.len_utf8());
        }
    }

    /// Writes the reading of corrected characters, in the face of the first of them.
    fn write_reading(&self, correction: &Correction, writer: &mut InlineWriter) {
        let Correction { span, reading } = correction;
        let Text { runs, links, .. } = self.text;
        let run = runs.get(runs.partition_point(|run| run.end <= span.start));
        let run = run.filter(|run| run.start <= span.start);
        let shape = run.map(|run| run.shape).unwrap_or_default();
        let link = links.get(links.partition_point(|one| one.text.end <= span.start));
        let link = link.filter(|link| link.text.start <= span.start);
        for c in reading.chars() {
            writer.push_char(c, shape, link.map(|link| link.address.as_str()));
        }
    }

    /// Takes a note that is not set yet; `None` if it is set, empty, or nested too deep.
    fn take_note(&mut self, note: usize, depth: usize) -> Option<Note> {
        if depth >= DEEPEST_NOTE {
            return None;
        }
        let segmentation = self.notes.get_mut(note)?.take()?;
        let label = self.zoned.notes.get(note).and_then(|note| note.label);
        let first = label.or(segmentation.rows.first().map(|row| row.span))?;
        let origin =
            segmentation.rows.iter().map(|row| row.span).fold(first, Span::to).into();
        let blocks = self.assemble_blocks(&segmentation, depth + 1);
        if let Some(label) = label {
            self.removals.push(Removal { span: label, kind: RemovalKind::NoteLabel });
        }
        let second = self.zoned.notes.get(note).is_some_and(|note| note.second);
        let series =
            if second { inline::NoteSeries::Second } else { inline::NoteSeries::First };
        Some(Note { series, blocks, origin, ..Note::default() })
    }
}

/// Whether the letters of a row are in italics, those of the other face between them aside.
fn is_italic_line(text: &Text, row: &Row) -> bool {
    text.looks.get(row.line).is_some_and(|look| look.italic >= ITALIC_LINE)
}
