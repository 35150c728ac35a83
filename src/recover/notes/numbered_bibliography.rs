//! Numbered bibliographies: below a heading that says so, entries that count `[1]`, `[2]`,
//! `[3]`. A text cites them by these numbers, several times and in any order, and has its
//! notes beside them: they are no notes.

use std::collections::BTreeSet;

use super::mark_candidate::{MarkCandidate, MarkSetting};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::bibliographies::says_bibliography;
use crate::text::note_labels::{LabelFormat, LabelHead, read_label_heads};
use crate::text::note_series::LabelSeries;

/// The first entry is at most this many lines below the heading.
const FIRST_ENTRY: usize = 3;
/// The lines of an entry at most: some have an abstract.
const LONGEST_ENTRY: usize = 40;
/// The fewest numbered entries that make a bibliography.
const FEWEST: usize = 2;

/// The entries of the numbered bibliographies of a text.
#[derive(Debug, Default)]
pub(super) struct NumberedBibliography {
    line_nos: BTreeSet<usize>,
    numbers: BTreeSet<u32>,
}

impl NumberedBibliography {
    /// Finds the entries. They are labelled `[1]`, or else `1.`, if most of their numbers are
    /// cited in square brackets.
    pub(super) fn find(source: &SourceLayout<'_>, marks: &[MarkCandidate]) -> Self {
        let cited: BTreeSet<u32> =
            marks.iter().filter(|mark| may_cite(mark)).map(|mark| mark.number).collect();
        let mut found = Self::default();
        for heading in 0..source.solid_lines.len() {
            if !says_bibliography(source.words(heading)) {
                continue;
            }
            for format in [LabelFormat::Square, LabelFormat::Point] {
                let line_nos = list_entries(source, heading, format);
                let numbers = (1..).zip(&line_nos).map(|(number, _)| number);
                let are_cited = numbers.clone().filter(|one| cited.contains(one)).count();
                let is_told =
                    format == LabelFormat::Square || are_cited * 2 >= line_nos.len();
                if line_nos.len() >= FEWEST && is_told {
                    found.numbers.extend(numbers);
                    found.line_nos.extend(&line_nos);
                    break;
                }
            }
        }
        found
    }

    /// Whether an entry begins on a solid line.
    pub(super) fn has_entry(&self, line_no: usize) -> bool {
        self.line_nos.contains(&line_no)
    }

    /// Whether a number in the text cites an entry.
    pub(super) fn is_citation(&self, mark: &MarkCandidate) -> bool {
        may_cite(mark) && self.numbers.contains(&mark.number)
    }
}

/// Whether a number is set as citations are.
fn may_cite(mark: &MarkCandidate) -> bool {
    mark.setting == MarkSetting::Square && mark.series == LabelSeries::Figure
}

/// The solid lines below a heading with which entries begin that count from one.
fn list_entries(
    source: &SourceLayout<'_>,
    heading: usize,
    format: LabelFormat,
) -> Vec<usize> {
    let mut line_nos: Vec<usize> = Vec::new();
    let mut number = 1;
    let mut end = heading + FIRST_ENTRY;
    for line_no in heading + 1..source.solid_lines.len() {
        if line_no > end {
            break;
        }
        let is_next = |head: &LabelHead| {
            head.format == format
                && head.series == LabelSeries::Figure
                && head.number == number
        };
        if read_label_heads(source.words(line_no)).iter().any(is_next) {
            line_nos.push(line_no);
            number += 1;
            end = line_no + LONGEST_ENTRY;
        }
    }
    line_nos
}
