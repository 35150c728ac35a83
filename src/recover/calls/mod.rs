//! Which mark calls which note; the result of reading all lines.

pub(super) mod note_layout;

mod stacked_labels;

pub(super) mod joined_lines;

mod mark_alignment;

mod decided_calls;

mod note_calls;

mod duplicates;

mod note_doubts;

mod free_marks;

mod zone_report;

use note_layout::NoteLayout;

use crate::diagnostic::Warned;
use crate::recover::model::{Zoned, ZonedHeading};
use crate::recover::notes::label_chain::RejectedSeries;
use crate::recover::notes::line_parts::TextNoteSplit;
use crate::recover::notes::mark_candidate::MarkCandidate;
use crate::recover::notes::note_label::NoteLabel;
use crate::recover::notes::page_notes::PageCalls;
use crate::recover::page::contents::{AnnouncedHeading, PrintedContents};
use crate::recover::page::furniture::{Furniture, MovedLines};
use crate::recover::page::source_layout::SourceLayout;

/// The lines of a text, read as text, notes and furniture.
pub(super) struct LineReading {
    /// The printed tables of contents.
    pub(super) printed: PrintedContents,
    /// What is neither text nor note.
    pub(super) furniture: Furniture,
    /// What may be a mark.
    pub(super) marks: Vec<MarkCandidate>,
    /// Chains of labels that number something else than notes.
    pub(super) rejected: Vec<RejectedSeries>,
    /// Which lines are text and which are notes.
    pub(super) split: TextNoteSplit,
    /// Which lines belong to which note.
    pub(super) layout: NoteLayout,
    /// Where notes are joined to a line of the text: indices of the lines of the text, and
    /// offsets in them.
    pub(super) cuts: Vec<(usize, usize)>,
    /// The marks of the notes of scanned pages, if the text has such notes.
    pub(super) page_calls: Option<PageCalls>,
}

/// Lays out the notes: which lines belong to which.
pub(super) fn lay_out_notes(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    split: &TextNoteSplit,
    labels: &[NoteLabel],
    moved: MovedLines,
) -> NoteLayout {
    let mut layout = NoteLayout::new(source, furniture, split, labels, moved);
    stacked_labels::unstack_labels(source, &mut layout);
    layout.drop_empty_notes();
    layout.add_distant_labels();
    layout
}

/// Matches notes and marks, and gives the zone of each line, with all diagnostics.
pub(super) fn match_calls(
    source: &SourceLayout<'_>,
    reading: LineReading,
) -> Warned<Zoned> {
    let LineReading {
        printed,
        furniture,
        marks,
        rejected,
        split,
        layout,
        page_calls,
        ..
    } = reading;
    let mut called = match page_calls {
        Some(calls) => note_calls::take_calls(source, &layout, &calls),
        None => note_calls::match_notes(source, &layout, &marks),
    };
    let mut diagnostics = printed.findings(source);
    diagnostics
        .extend(zone_report::report_zones(source, &furniture, &split, &layout, &called));
    diagnostics.extend(decided_calls::report_unobeyed(source, &layout, &called));
    diagnostics.extend(note_doubts::report_rejected_series(&rejected));
    if layout.labels.is_empty() && source.notation.may_have_other_notes() {
        diagnostics.extend(free_marks::report_free_marks(&marks));
    }
    let cuts = duplicates::find_duplicates(source, &layout, &called.marks);
    duplicates::move_marks(&mut called.marks, &cuts);
    diagnostics.extend(zone_report::report_cuts(&cuts));
    let zones = layout.line_zones(source, &furniture);
    let page_starts =
        layout.bounds.iter().map(|&line_no| source.solid_lines[line_no]).collect();
    let (folios, counted) = layout.page_folios(source, &furniture);
    diagnostics.extend(zone_report::report_counted_folios(counted, &folios, source));
    let notes = layout.zoned_notes(source);
    let heading = |one: &AnnouncedHeading| {
        let lines = source.solid_lines[one.line_nos.clone()].to_vec();
        ZonedHeading { lines, level: one.level, is_byline: one.is_byline }
    };
    let announced = printed.announced.iter().map(heading).collect();
    let marks = called.marks;
    let front = if printed.front > 0 { source.solid_lines[printed.front] } else { 0 };
    let value = Zoned {
        zones,
        page_starts,
        folios,
        notes,
        marks,
        cuts,
        announced,
        front,
        scan_lines: furniture.scan_lines.len(),
        ..Zoned::default()
    };
    Warned { value, diagnostics }
}
