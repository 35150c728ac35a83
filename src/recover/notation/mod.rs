//! The notation of a text: what transcribers, proofreaders and converters wrote into it to say
//! what its parts are.
//!
//! A text from Project Gutenberg has a frame around the book and notes in brackets; the pages
//! of Distributed Proofreaders have separators; other collections write a code where a page
//! begins; converters leave signs of Markdown. Such signs say outright what extracted text only
//! suggests. So they are read first: their lines are hidden from the steps that measure lines,
//! and their pages and notes are taken as they are.
//!
//! A sign counts only if the whole text bears it out: codes count up, notes have references.
//! A text without notation is read as before.

pub(crate) mod decisions;

mod lines;

mod metadata_block;

mod line_kinds;

mod frame;

mod page_codes;

mod proofing;

mod labels;

mod note_blocks;

mod references;

mod markdown_signs;

mod emphasis;

mod character_references;

mod paragraphs;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::decisions::Decisions;
use crate::book::metadata::Metadata;
use crate::book::source_traits::{SourceForm, SourceNotes, SourceTraits};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::model::{
    Correction, DecidedLine, DecidedMark, EmphasisSign, Fence, NoteMark, Removal,
    RemovalKind, Zone, Zoned, ZonedHeading, ZonedNote,
};
use crate::source::{PageRegion, RegionKind, Text};
use crate::text::span::Span;
use lines::NotatedLines;

/// What the notation of a text says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notation {
    /// What is known of the text: a person stated it.
    pub(crate) traits: SourceTraits,
    /// The form of the text, if its notation shows it or a person stated one with notation.
    form: Option<SourceForm>,
    /// What each line is, if the notation says it. Empty without notation.
    lines: Vec<Option<NotatedLine>>,
    /// Signs inside lines, in source order.
    cuts: Vec<Removal>,
    /// Signs of emphasis, in source order.
    emphasis: Vec<EmphasisSign>,
    /// The lines that begin a page, and its printed number, in ascending order.
    pub(crate) pages: Vec<(usize, Option<String>)>,
    /// The codes of pages are on lines of their own.
    has_code_lines: bool,
    notes: Vec<ZonedNote>,
    /// The notes without reference, and their first lines.
    unplaced: Vec<(usize, usize)>,
    marks: Vec<NoteMark>,
    headings: Vec<ZonedHeading>,
    /// Lines whose kind the notation states, in ascending order once all are read.
    fences: Vec<(Range<usize>, Fence)>,
    /// The lines with which paragraphs begin, if blank lines state it.
    paragraphs: Option<Vec<usize>>,
    /// What a person decided of lines.
    pub(crate) decided: BTreeMap<usize, DecidedLine>,
    /// What a person decided of marks.
    pub(crate) decided_marks: Vec<DecidedMark>,
    /// What a person corrected, in source order.
    corrections: Vec<Correction>,
    /// What the metadata block states.
    stated: Metadata,
    /// What the frame of a collection says.
    framed: Metadata,
    /// Confidence of the form in the traits, in thousandths, if nobody stated it.
    form_confidence: Option<u16>,
    diagnostics: Vec<Diagnostic>,
}

/// What the notation says of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NotatedLine {
    /// It is not part of the text.
    Furniture(RemovalKind),
    /// It is part of a note, by its index.
    Note(usize),
    /// It is part of a table or a figure.
    Region,
    /// It is part of a note in the margin.
    Margin,
}

impl NotatedLine {
    /// Whether its place on the page says what it is, and not a sign of notation.
    fn is_apart(self) -> bool {
        matches!(
            self,
            Self::Region | Self::Margin | Self::Furniture(RemovalKind::LineNumber)
        )
    }
}

impl Notation {
    /// Reads the notation of a text. `traits` is what is known of it; what they do not
    /// say, a metadata block at its beginning may. `decisions` are about its lines.
    pub(crate) fn read(text: &Text, traits: SourceTraits, decisions: &Decisions) -> Self {
        let mut notation =
            Self { lines: vec![None; text.lines.len()], ..Self::default() };
        notation.hide_regions(text);
        decisions::find_decided_lines(text, decisions, &mut notation);
        metadata_block::read_metadata_block(text, &mut notation);
        notation.traits = traits.or(std::mem::take(&mut notation.stated.source_traits));
        if notation.may_have_notation(text) {
            notation.read_signs(text);
        }
        if notation.form.is_none() {
            if notation.traits.form.is_none() {
                line_kinds::find_unreadable_text(text, &mut notation);
            }
            if notation.lines.iter().flatten().all(|line| line.is_apart()) {
                let Self {
                    traits,
                    form_confidence,
                    diagnostics,
                    lines,
                    decided,
                    decided_marks,
                    corrections,
                    ..
                } = notation;
                let lines = if text.regions.is_empty() { Vec::new() } else { lines };
                return Self {
                    traits,
                    lines,
                    decided,
                    decided_marks,
                    corrections,
                    form_confidence,
                    diagnostics,
                    ..Self::default()
                };
            }
        }
        notation
    }

    /// Hides the lines of tables, figures and margins.
    fn hide_regions(&mut self, text: &Text) {
        for PageRegion { text: range, kind } in &text.regions {
            let hidden = match kind {
                RegionKind::Table(_) | RegionKind::Figure(_) | RegionKind::Listing => {
                    NotatedLine::Region
                }
                RegionKind::MarginNote => NotatedLine::Margin,
                RegionKind::LineNumber => NotatedLine::Furniture(RemovalKind::LineNumber),
            };
            self.lines[text.lines_in(range)].fill(Some(hidden));
        }
    }

    /// Reads the signs of a text.
    fn read_signs(&mut self, text: &Text) {
        self.form = self.traits.form;
        frame::read_frame(text, self);
        proofing::read_separators(text, self);
        if self.traits.notes != Some(SourceNotes::None) {
            let lines = NotatedLines::new(text, self);
            note_blocks::read_notes(&lines, self);
        }
        page_codes::read_page_codes(text, self);
        markdown_signs::read_headings(text, self);
        character_references::read_references(text, self);
        if self.form.is_none() {
            return;
        }
        proofing::read_signs(text, self);
        markdown_signs::read_quotations(text, self);
        emphasis::read_emphasis(text, self);
        paragraphs::read_paragraphs(text, self);
        self.fences.sort_by_key(|(lines, _)| lines.start);
        self.cuts.sort_by_key(|cut| (cut.span.start, cut.span.end));
        self.place_notes(text);
        self.emphasis.sort_by_key(|sign| sign.span.start);
    }

    /// Whether signs of notation are to be sought. On a page, what looks like one is part of
    /// the text: a listing, a formula.
    fn may_have_notation(&self, text: &Text) -> bool {
        match self.traits.form {
            Some(SourceForm::Pages | SourceForm::Scan | SourceForm::Verbatim) => false,
            Some(_) => true,
            None => text.looks.is_empty(),
        }
    }

    /// Whether a person stated a form.
    fn is_stated(&self, form: SourceForm) -> bool {
        self.traits.form == Some(form)
    }

    /// Whether the text may have a form: nobody stated another.
    fn may_be(&self, form: SourceForm) -> bool {
        self.traits.form.is_none_or(|stated| stated == form)
    }

    /// Whether every line stays as it is.
    pub(crate) fn keeps_all_lines(&self) -> bool {
        self.form == Some(SourceForm::Verbatim) || self.is_stated(SourceForm::Verbatim)
    }

    /// Whether the text has pages whose furniture is to be sought.
    pub(crate) fn may_have_furniture(&self) -> bool {
        match self.form {
            None | Some(SourceForm::Pages | SourceForm::Scan) => !self.keeps_all_lines(),
            Some(SourceForm::PageCodes) => self.has_code_lines,
            Some(
                SourceForm::Transcription
                | SourceForm::Proofreading
                | SourceForm::Converted
                | SourceForm::Verbatim,
            ) => false,
        }
    }

    /// Whether the notation states what the notes are.
    pub(crate) fn states_notes(&self) -> bool {
        !self.notes.is_empty()
    }

    /// Whether notes without notation are to be sought.
    pub(crate) fn may_have_other_notes(&self) -> bool {
        if self.is_stated(SourceForm::Verbatim) {
            return false;
        }
        match self.traits.notes {
            Some(SourceNotes::None) => false,
            None | Some(SourceNotes::Page | SourceNotes::Chapter | SourceNotes::End) => {
                self.notes.is_empty()
            }
        }
    }

    /// Whether a line is hidden from the steps that measure lines.
    pub(crate) fn hides(&self, line: usize) -> bool {
        self.lines.get(line).is_some_and(Option::is_some)
    }

    /// Whether the notation has cut something out of this place.
    pub(crate) fn has_cut(&self, start: u32, end: u32) -> bool {
        let first = self.cuts.partition_point(|cut| cut.span.end <= start);
        self.cuts.get(first).is_some_and(|cut| cut.span.start < end)
    }

    /// Adds what the notation says to the zones of the other lines.
    pub(crate) fn add_to(mut self, zoned: &mut Zoned) -> Vec<Diagnostic> {
        for (zone, line) in zoned.zones.iter_mut().zip(&self.lines) {
            match line {
                Some(NotatedLine::Furniture(kind)) => *zone = Zone::Furniture(*kind),
                Some(NotatedLine::Note(note)) => *zone = Zone::Note { note: *note },
                Some(NotatedLine::Region) => *zone = Zone::Region,
                Some(NotatedLine::Margin) => *zone = Zone::Margin,
                None => {}
            }
        }
        if !self.notes.is_empty() {
            zoned.notes = self.notes;
            zoned.marks = self.marks;
        }
        let lines = self.lines.iter().flatten().filter(|line| !line.is_apart());
        zoned.signs = self.cuts.len() + lines.count();
        zoned.cuts.append(&mut self.cuts);
        zoned.cuts.sort_by_key(|cut| (cut.span.start, cut.span.end));
        zoned.emphasis = self.emphasis;
        zoned.fences = self.fences;
        zoned.decided = self.decided;
        zoned.corrections = self.corrections;
        zoned.stated = self.stated;
        zoned.framed = self.framed;
        zoned.traits = self.traits;
        zoned.form = self.form;
        zoned.form_confidence = self.form_confidence;
        zoned.paragraphs = self.paragraphs;
        if !self.pages.is_empty() {
            zoned.page_starts = self
                .pages
                .iter()
                .map(|&(line, _)| line)
                .filter(|&line| line > 0)
                .collect();
            let folios = self.pages.into_iter();
            zoned.folios =
                folios.filter_map(|(line, number)| Some((line, number?))).collect();
        }
        if !self.headings.is_empty() {
            zoned.announced.append(&mut self.headings);
            zoned.announced.sort_by_key(|heading| heading.lines.first().copied());
            zoned.announced.dedup_by(|next, one| next.lines.first() == one.lines.first());
        }
        self.diagnostics
    }

    /// Places each note without reference at the end of the last line of text before it.
    fn place_notes(&mut self, text: &Text) {
        let is_text =
            |line: &usize| !self.hides(*line) && !text.line(*line).trim().is_empty();
        let lines: Vec<usize> = if self.unplaced.is_empty() {
            Vec::new()
        } else {
            (0..text.lines.len()).filter(is_text).collect()
        };
        for (note, line) in std::mem::take(&mut self.unplaced) {
            let before = lines.partition_point(|&one| one < line).checked_sub(1);
            let Some(before) = before.map(|at| lines[at]) else { continue };
            let end = text.line(before).trim_end().len();
            let end = text.lines[before].span.part(end..end);
            // What is cut out at the end of the line is after the note.
            let cut = self.cuts.partition_point(|cut| cut.span.end < end.start);
            let cut = self.cuts.get(cut).filter(|cut| cut.span.end == end.start);
            let at = cut.map_or(end.start, |cut| cut.span.start);
            let span = Span { start: at, end: at, ..end };
            self.marks.push(NoteMark { span, note, confidence: 0 });
        }
        self.marks.sort_by_key(|mark| (mark.span.start, mark.span.end, mark.note));
    }

    /// Whether a line is not part of the text.
    fn is_furniture(&self, line: usize) -> bool {
        matches!(self.lines[line], Some(NotatedLine::Furniture(_)))
    }

    /// Cuts a sign out of a line, given by its bytes.
    fn cut(&mut self, text: &Text, line: usize, bytes: Range<usize>, kind: RemovalKind) {
        let span = text.lines[line].span.part(bytes);
        self.cuts.push(Removal { span, kind });
    }

    /// For each line, the first from there on that has words and is not hidden; one item
    /// more for the end.
    fn find_shown_lines(&self, text: &Text) -> Vec<Option<usize>> {
        let mut shown = vec![None; text.lines.len() + 1];
        for line in (0..text.lines.len()).rev() {
            let is_shown = !text.line(line).trim().is_empty() && !self.hides(line);
            shown[line] = if is_shown { Some(line) } else { shown[line + 1] };
        }
        shown
    }

    /// Lets a page begin with a line, if there is one.
    fn add_page(&mut self, first: Option<usize>, number: Option<String>) {
        let Some(first) = first else { return };
        match self.pages.last_mut() {
            // A page without text.
            Some((line, last)) if *line == first => *last = number,
            _ => self.pages.push((first, number)),
        }
    }

    /// Hides the line of a sign. Tables and figures have none.
    fn hide(&mut self, line: usize, kind: RemovalKind) {
        if !self.lines[line].is_some_and(NotatedLine::is_apart) {
            self.lines[line] = Some(NotatedLine::Furniture(kind));
        }
    }

    fn warn(&mut self, code: Code, message: String, at: Span) {
        self.diagnostics.push(Diagnostic::new(code, Severity::Warning, message).at(at));
    }
}
