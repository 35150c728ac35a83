//! Notes: the labels that begin them, the marks that may call them, and the lines that
//! belong to them.

pub(crate) mod mark_candidate;
pub(crate) mod note_label;

mod announced_numbers;

mod chapter_numbers;

mod letter_marks;

mod find_marks;

pub(crate) mod read_labels;

mod gathered;

mod endnotes;

pub(crate) mod label_chain;

mod announced_lists;
mod enumerations;
mod identifiers;

mod number_contexts;

mod numbered_bibliography;

mod series_presence;

mod note_headings;

pub(crate) mod page_notes;

pub(crate) mod contested;

mod page_feet;

pub(crate) mod trailing_labels;

pub(crate) mod line_parts;

mod line_joins;

mod size_odds;
mod width_odds;

pub(crate) mod misread_marks;

mod note_evidence;

mod note_split;

mod decided_notes;

use label_chain::{LabelChains, LabelLines, RejectedSeries};
use letter_marks::LetterLines;
use line_parts::{LinePart, TextNoteSplit};
use mark_candidate::MarkCandidate;
use note_label::NoteLabel;
use numbered_bibliography::NumberedBibliography;
use page_notes::{PageCalls, PageNotes};

use crate::book::source_traits::SourceNotes;
use crate::recover::page::contents::PrintedContents;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::recover::words::lexicon::Lexicon;

/// The support of a label with a certain mark, in hundredths of a nat.
const LABEL_SUPPORT: i32 = 200;

/// Notes of more than this share of all lines, in per cent, are the text itself; but the few
/// lines of an excerpt may be nearly all notes. The most thoroughly annotated of the texts
/// with which it was chosen has 64.
const MOST_NOTES: usize = 80;
/// See [`MOST_NOTES`].
const FEW_NOTES: usize = 60;

/// A mark at the foot of a page is sure from this confidence on, in thousandths. If fewer
/// than half as many are, as labels have certain marks, the labels are trusted.
const SURE_CALL: u16 = 900;

/// What is found about the notes of a text.
#[derive(Default)]
pub(super) struct NoteParts {
    /// What may be a mark.
    pub(super) marks: Vec<MarkCandidate>,
    /// The labels of notes.
    pub(super) labels: Vec<NoteLabel>,
    /// Chains that number something else than notes.
    pub(super) rejected: Vec<RejectedSeries>,
    /// Which lines are text and which are notes.
    pub(super) split: TextNoteSplit,
    /// Where notes are joined to a line of the text: indices of the lines of the text, and
    /// offsets in them.
    pub(super) cuts: Vec<(usize, usize)>,
    /// The marks of the notes of scanned pages, if the text has such notes.
    pub(super) page_calls: Option<PageCalls>,
}

/// Lines that begin with a letter like notes, and the words of the text.
pub(super) struct LetteredLines {
    lines: LetterLines,
    lexicon: Option<Lexicon>,
}

/// Finds the lines that begin with a letter like notes. There are few; the words of the
/// text are counted only if there are any.
pub(super) fn find_lettered_lines(source: &SourceLayout<'_>) -> LetteredLines {
    let lines = read_labels::find_letter_lines(source);
    let lexicon = (!lines.is_empty()).then(|| letter_marks::count_words(source));
    LetteredLines { lines, lexicon }
}

/// Finds the labels of notes and the lines of each note; headings over notes become
/// furniture.
pub(super) fn find_notes(
    source: &SourceLayout<'_>,
    lettered: LetteredLines,
    printed: &PrintedContents,
    furniture: &mut Furniture,
) -> NoteParts {
    let mut parts = find_note_parts(source, lettered, printed, furniture);
    decided_notes::obey_decisions(source, &mut parts);
    parts
}

fn find_note_parts(
    source: &SourceLayout<'_>,
    lettered: LetteredLines,
    printed: &PrintedContents,
    furniture: &mut Furniture,
) -> NoteParts {
    let LetteredLines { mut lines, lexicon } = lettered;
    let open = |line_no: usize| furniture.kinds[line_no].is_none();
    lines.retain(|_, line_nos| {
        line_nos.retain(|&line_no| open(line_no));
        !line_nos.is_empty()
    });
    let by_letters = lexicon.as_ref().filter(|_| !lines.is_empty());
    let by_letters = by_letters.map(|lexicon| (&lines, lexicon));
    let mut marks = find_marks::find_mark_candidates(source, by_letters, open);
    marks.retain(|mark| !source.notation.has_cut(mark.span.start, mark.span.end));
    if source.text.recognised {
        misread_marks::add_misread_marks(source, &furniture.bounds, open, &mut marks);
    }
    let bibliography = NumberedBibliography::find(source, &marks);
    marks.retain(|mark| !bibliography.is_citation(mark));
    let begins_with_cut = |line_no: usize| {
        let start = source.text.lines[source.solid_lines[line_no]].span.start;
        source.notation.has_cut(start, start + 1)
    };
    let may_begin = |line_no| {
        open(line_no) && !begins_with_cut(line_no) && !bibliography.has_entry(line_no)
    };
    let bounds = &furniture.bounds;
    if !source.notation.may_have_other_notes() {
        note_headings::mark_note_headings(source, &[], printed, furniture);
        let split =
            note_split::split_text_and_notes(source, printed, furniture, &[], &marks);
        return NoteParts { marks, split, ..NoteParts::default() };
    }
    let after = trailing_labels::find_trailing_labels(source, furniture, &marks);
    let lines = LabelLines { may_begin: &may_begin, after: &after.labels };
    let LabelChains { mut labels, mut rejected, .. } =
        contested::find_note_labels(source, printed, &marks, bounds, lines);
    let mut cuts = after.cuts;
    let mut page_calls = None;
    let may_be_at_foot =
        matches!(source.notation.traits.notes, None | Some(SourceNotes::Page));
    if may_be_at_foot && !bounds.is_empty() {
        match page_notes::find_page_notes(source, bounds, &marks, may_begin) {
            // Where most marks are read as they were printed, the chain of all labels links
            // more notes than the pages by themselves.
            Ok(found) if links_more(&found, &labels) => {
                labels = found.labels;
                marks = found.calls.values().map(|call| call.mark).collect();
                let is_note = |line_no| labels.iter().any(|one| one.line_no == line_no);
                rejected.retain(|series| !is_note(series.first.line_no));
                cuts = found.inner;
                page_calls = Some(found.calls);
            }
            Ok(_) => {}
            Err(doubt) => {
                let silent = labels.is_empty() && rejected.is_empty();
                rejected.extend(doubt.filter(|_| silent));
            }
        }
    }
    let kinds = furniture.kinds.clone();
    note_headings::mark_note_headings(source, &labels, printed, furniture);
    let split =
        note_split::split_text_and_notes(source, printed, furniture, &labels, &marks);
    if source.notation.traits.notes.is_none() && is_mostly_notes(&split) {
        let first = labels[0];
        let called = count_called(&labels);
        rejected.push(RejectedSeries {
            first,
            labels: labels.len(),
            called,
            doubtful: true,
        });
        furniture.kinds = kinds;
        note_headings::mark_note_headings(source, &[], printed, furniture);
        let split =
            note_split::split_text_and_notes(source, printed, furniture, &[], &marks);
        return NoteParts { marks, rejected, split, ..NoteParts::default() };
    }
    NoteParts { marks, labels, rejected, split, cuts, page_calls }
}

/// How many labels have a certain mark within reach.
fn count_called(labels: &[NoteLabel]) -> usize {
    labels.iter().filter(|label| label.support >= LABEL_SUPPORT).count()
}

/// Whether nearly all lines are notes. Then the notes are the text itself, in numbered
/// sections.
fn is_mostly_notes(split: &TextNoteSplit) -> bool {
    let notes = split.parts.iter().filter(|part| **part == Some(LinePart::Note)).count();
    let text = split.parts.iter().filter(|part| **part == Some(LinePart::Body)).count();
    notes > FEW_NOTES && notes * 100 > (notes + text) * MOST_NOTES
}

/// Whether the notes of the pages have more marks than some labels have certain ones within
/// reach, or as many marks and more notes.
fn links_more(notes: &PageNotes, labels: &[NoteLabel]) -> bool {
    let called = count_called(labels);
    let sure = notes.calls.values().filter(|call| call.confidence >= SURE_CALL).count();
    let linked = (notes.calls.len(), notes.labels.len());
    sure * 2 >= called && linked > (called, labels.len())
}
