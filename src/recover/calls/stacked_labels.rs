//! Labels that are separate from their notes.
//!
//! Some extractors put raised figures on lines of their own, and not always before their
//! text: `2`, then the text of notes 2 and 3, then `3`. The block of notes at the foot of
//! a page is then divided again, into notes in the order of their numbers. The lines keep
//! their order, and the lines with which notes begin are those of least total cost.

use super::note_layout::NoteLayout;
use crate::recover::notes::note_label::NoteLabel;
use crate::recover::notes::read_labels::read_lone_label;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_series::LabelSeries;
use crate::text::sentences::ends_sentence;
use crate::text::viterbi::trace_states;

// Costs of a note beginning with a line, in hundredths of a nat.

/// The line before does not end a sentence.
const MID_SENTENCE: u32 = 300;
/// It begins with a lower-case letter.
const SMALL_LETTER: u32 = 250;
/// The line before is full.
const AFTER_FULL_LINE: u32 = 100;
/// Another label than its own, or none, is right before it.
const FAR_FROM_LABEL: u32 = 100;
/// A line right after a label with which no note begins.
const BEHIND_LABEL: u32 = 200;

/// Most labels and lines of a block that is divided again; no page has more.
const MOST_LINES: usize = 300;

/// Divides the blocks of notes again in which labels are separate from their text.
pub(crate) fn unstack_labels(source: &SourceLayout<'_>, layout: &mut NoteLayout) {
    let mut labels: Vec<NoteLabel> = Vec::with_capacity(layout.labels.len());
    let mut line_no = 0;
    while line_no < layout.note_of.len() {
        if layout.note_of[line_no].is_none() {
            line_no += 1;
            continue;
        }
        let end = block_end(layout, line_no);
        let block = NoteBlock::new(source, layout, line_no, end);
        match block.find_note_starts(source) {
            Some(starts) => block.write_division(&starts, layout, &mut labels),
            None => keep_block(line_no, end, layout, &mut labels),
        }
        line_no = end;
    }
    layout.labels = labels;
}

/// One past the last line of the block of notes that begins with a line.
fn block_end(layout: &NoteLayout, start: usize) -> usize {
    let next_bound = layout.bounds.partition_point(|&bound| bound <= start);
    let limit = layout.bounds.get(next_bound).copied().unwrap_or(usize::MAX);
    (start..layout.note_of.len())
        .find(|&line_no| layout.note_of[line_no].is_none() || line_no >= limit)
        .unwrap_or(layout.note_of.len())
}

/// Keeps a block as it is.
fn keep_block(
    start: usize,
    end: usize,
    layout: &mut NoteLayout,
    labels: &mut Vec<NoteLabel>,
) {
    for line_no in start..end {
        let Some(note) = layout.note_of[line_no] else { continue };
        if layout.labels[note].line_no == line_no {
            labels.push(layout.labels[note]);
        }
        layout.note_of[line_no] = labels.len().checked_sub(1);
    }
}

/// A block of notes, taken apart.
struct NoteBlock {
    /// Its labels, in the order of their numbers.
    labels: Vec<NoteLabel>,
    /// Its lines with text.
    lines: Vec<usize>,
    /// Its first lines belong to the note of the page before.
    goes_on: bool,
    /// One of its labels is separate from its text.
    stacked: bool,
}

impl NoteBlock {
    fn new(
        source: &SourceLayout<'_>,
        layout: &NoteLayout,
        start: usize,
        end: usize,
    ) -> Self {
        let own: Vec<NoteLabel> = layout
            .labels
            .iter()
            .skip(layout.note_of[start].unwrap_or_default())
            .take_while(|label| label.line_no < end)
            .filter(|label| label.line_no >= start)
            .copied()
            .collect();
        let label_at = |line_no: usize| own.iter().find(|label| label.line_no == line_no);
        let mut block = Self {
            labels: own.clone(),
            lines: Vec::new(),
            goes_on: label_at(start).is_none(),
            stacked: false,
        };
        let one_series = own.windows(2).all(|pair| pair[0].series == pair[1].series);
        if own.is_empty() || !one_series || end - start > MOST_LINES {
            return block;
        }
        let lowest = own.iter().map(|label| label.number).min().unwrap_or_default();
        let highest = own.iter().map(|label| label.number).max().unwrap_or_default();
        for line_no in start..end {
            if let Some(label) = label_at(line_no) {
                let text_follows = line_no + 1 < end && label_at(line_no + 1).is_none();
                block.stacked |= label.alone && !text_follows;
                if !label.alone {
                    block.lines.push(line_no);
                }
            } else if let Some(stray) = read_lone_label(source, line_no).filter(|stray| {
                (stray.series, stray.format) == (own[0].series, own[0].format)
                    && stray.series == LabelSeries::Figure
                    && (lowest..=highest + 1).contains(&stray.number)
                    && block.labels.iter().all(|label| label.number != stray.number)
            }) {
                block.stacked = true;
                block.labels.push(stray);
            } else {
                block.lines.push(line_no);
            }
        }
        block.labels.sort_by_key(|label| label.number);
        block
    }

    /// The index in [`Self::lines`] with which the note of each label begins; `None` if
    /// the block needs no division or allows none.
    fn find_note_starts(&self, source: &SourceLayout<'_>) -> Option<Vec<usize>> {
        let first = usize::from(self.goes_on);
        let (notes, lines) = (self.labels.len(), self.lines.len());
        if !self.stacked || notes + first > lines {
            return None;
        }
        let costs: Vec<Vec<u32>> = (0..notes)
            .map(|note| {
                (0..lines).map(|line| self.start_cost(source, note, line)).collect()
            })
            .collect();
        // For each note and line: the cost of the cheapest division of the lines so far
        // in which the note begins with the line, and a backpointer to the line with
        // which the note before begins.
        let mut best: Vec<Vec<(u32, usize)>> = Vec::with_capacity(notes);
        for costs in &costs {
            let mut row = vec![(u32::MAX, 0); lines];
            let mut before = (u32::MAX, 0);
            for line in 0..lines {
                row[line] = match best.last() {
                    None if line == 0 || self.goes_on => (costs[line], 0),
                    None => (u32::MAX, 0),
                    Some(_) => (before.0.saturating_add(costs[line]), before.1),
                };
                if let Some(earlier) = best.last()
                    && earlier[line].0 < before.0
                {
                    before = (earlier[line].0, line);
                }
            }
            best.push(row);
        }
        let last = (first..lines).min_by_key(|&line| best[notes - 1][line].0)?;
        if best[notes - 1][last].0 == u32::MAX {
            return None;
        }
        Some(trace_states(&best, last, |row, line| row[line].1))
    }

    /// The cost of beginning a note with a line.
    fn start_cost(&self, source: &SourceLayout<'_>, note: usize, line: usize) -> u32 {
        let line_no = self.lines[line];
        let own = self.labels[note];
        let near = self.labels.iter().find(|label| label.line_no + 1 == line_no);
        let mut cost = match near {
            Some(label) if label.number == own.number => 0,
            // The label of another note is here, and this note's label is elsewhere.
            Some(_) => FAR_FROM_LABEL,
            None if own.line_no == line_no => 0,
            None => FAR_FROM_LABEL + BEHIND_LABEL,
        };
        if line > 0 {
            let before = self.lines[line - 1];
            let full = source.is_full(before);
            cost += if ends_sentence(source.words(before)) { 0 } else { MID_SENTENCE };
            cost += if full { AFTER_FULL_LINE } else { 0 };
        }
        let small = source.words(line_no).chars().find(|c| c.is_alphanumeric());
        cost + if small.is_some_and(char::is_lowercase) { SMALL_LETTER } else { 0 }
    }

    /// Writes the division into the layout.
    fn write_division(
        self,
        starts: &[usize],
        layout: &mut NoteLayout,
        labels: &mut Vec<NoteLabel>,
    ) {
        let first = labels.len();
        for (line, &line_no) in self.lines.iter().enumerate() {
            let begun = starts.partition_point(|&start| start <= line);
            layout.note_of[line_no] = (first + begun).checked_sub(1);
        }
        for (place, mut label) in self.labels.into_iter().enumerate() {
            layout.note_of[label.line_no] = Some(first + place);
            label.line_no = self.lines[starts[place]];
            labels.push(label);
        }
    }
}
