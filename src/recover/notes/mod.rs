//! Notes: the labels that begin them, the marks that may call them, and the lines that
//! belong to them.

pub(crate) mod mark_candidate;
pub(crate) mod note_label;

mod announced_numbers;

mod letter_marks;

mod find_marks;

pub(crate) mod read_labels;

mod gathered;

mod endnotes;

pub(crate) mod label_chain;

mod enumerations;

mod number_contexts;

mod series_presence;

mod note_headings;

pub(crate) mod page_notes;

pub(crate) mod contested;

pub(crate) mod line_parts;

mod line_joins;

mod note_evidence;

mod note_split;

use label_chain::{LabelChains, RejectedSeries};
use letter_marks::LetterLines;
use line_parts::TextNoteSplit;
use mark_candidate::MarkCandidate;
use note_label::NoteLabel;
use page_notes::PageNotes;

use crate::recover::page::contents::PrintedContents;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::recover::words::lexicon::Lexicon;

/// What is found about the notes of a text.
pub(super) struct NoteParts {
    /// What may be a mark.
    pub(super) marks: Vec<MarkCandidate>,
    /// The labels of notes.
    pub(super) labels: Vec<NoteLabel>,
    /// Chains that number something else than notes.
    pub(super) rejected: Vec<RejectedSeries>,
    /// Which lines are text and which are notes.
    pub(super) split: TextNoteSplit,
    /// The notes of scanned pages, if the text has such notes.
    pub(super) by_page: Option<PageNotes>,
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
    let begins_with_cut = |line_no: usize| {
        let start = source.text.lines[source.solid_lines[line_no]].span.start;
        source.notation.has_cut(start, start + 1)
    };
    let may_begin = |line_no| open(line_no) && !begins_with_cut(line_no);
    let bounds = &furniture.bounds;
    let mut by_page = None;
    let LabelChains { mut labels, mut rejected, .. } =
        if source.notation.may_have_other_notes() {
            by_page =
                Some(page_notes::find_page_notes(source, bounds, &marks, may_begin));
            contested::find_note_labels(source, printed, &marks, bounds, may_begin)
        } else {
            LabelChains::default()
        };
    let by_page = match by_page {
        // Of two readings, the one with more notes has read more of the labels.
        Some(Ok(mut found)) if found.labels.len() > labels.len() => {
            labels = std::mem::take(&mut found.labels);
            marks = found.calls.values().map(|call| call.mark).collect();
            rejected.clear();
            Some(found)
        }
        Some(Err(doubt)) if labels.is_empty() && rejected.is_empty() => {
            rejected.extend(doubt);
            None
        }
        _ => None,
    };
    note_headings::mark_note_headings(source, &labels, printed, furniture);
    let split = note_split::split_text_and_notes(source, furniture, &labels, &marks);
    NoteParts { marks, labels, rejected, split, by_page }
}
