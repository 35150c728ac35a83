//! Labels that stand apart from their notes.
//!
//! Some extractors set raised figures on lines of their own, and not always before their
//! text: `2`, then the text of notes 2 and 3, then `3`. The block of notes at the foot of
//! a page is then divided anew: its labels in the order of their numbers, its lines in
//! their own order, and between them the best places for notes to begin.

use super::layout::Layout;
use crate::recover::notes::{label::Label, labels::label_alone};
use crate::recover::page::pages::Sheet;
use crate::text::note_series::Series;
use crate::text::sentences::ends_sentence;

// Costs of a note beginning with a line, in hundredths of a nat.

/// The line before does not end a sentence.
const MID_SENTENCE: u32 = 300;
/// It begins with a small letter.
const SMALL_LETTER: u32 = 250;
/// The line before is full.
const AFTER_FULL_LINE: u32 = 100;
/// Another label than its own, or none, stands right before it.
const FAR_FROM_LABEL: u32 = 100;
/// A line right behind a label with which no note begins.
const BEHIND_LABEL: u32 = 200;

/// A line is full from this share of the measure on, in per cent.
const FULL: u32 = 85;

/// Most labels and lines of a block that is divided anew; no page has more.
const MOST_LINES: usize = 300;

/// Divides anew the blocks of notes in which labels stand apart from their texts.
pub(crate) fn unstack(sheet: &Sheet<'_>, layout: &mut Layout) {
    let mut labels: Vec<Label> = Vec::with_capacity(layout.labels.len());
    let mut rank = 0;
    while rank < layout.note_of.len() {
        if layout.note_of[rank].is_none() {
            rank += 1;
            continue;
        }
        let end = block_end(layout, rank);
        let block = Block::new(sheet, layout, rank, end);
        match block.starts(sheet) {
            Some(starts) => block.rewrite(&starts, layout, &mut labels),
            None => keep(rank, end, layout, &mut labels),
        }
        rank = end;
    }
    layout.labels = labels;
}

/// One past the last line of the block of notes that begins with a line.
fn block_end(layout: &Layout, start: usize) -> usize {
    let next_bound = layout.bounds.partition_point(|&bound| bound <= start);
    let limit = layout.bounds.get(next_bound).copied().unwrap_or(usize::MAX);
    (start..layout.note_of.len())
        .find(|&rank| layout.note_of[rank].is_none() || rank >= limit)
        .unwrap_or(layout.note_of.len())
}

/// Takes a block over as it is.
fn keep(start: usize, end: usize, layout: &mut Layout, labels: &mut Vec<Label>) {
    for rank in start..end {
        let Some(note) = layout.note_of[rank] else { continue };
        if layout.labels[note].rank == rank {
            labels.push(layout.labels[note]);
        }
        layout.note_of[rank] = labels.len().checked_sub(1);
    }
}

/// A block of notes, taken apart.
struct Block {
    /// Its labels by their numbers.
    labels: Vec<Label>,
    /// Ranks of its lines with text.
    lines: Vec<usize>,
    /// Its first lines belong to the note of the page before.
    goes_on: bool,
    /// A label of it stands apart.
    stacked: bool,
}

impl Block {
    fn new(sheet: &Sheet<'_>, layout: &Layout, start: usize, end: usize) -> Self {
        let own: Vec<Label> = layout
            .labels
            .iter()
            .skip(layout.note_of[start].unwrap_or_default())
            .take_while(|label| label.rank < end)
            .filter(|label| label.rank >= start)
            .copied()
            .collect();
        let label_at = |rank: usize| own.iter().find(|label| label.rank == rank);
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
        for rank in start..end {
            if let Some(label) = label_at(rank) {
                let text_follows = rank + 1 < end && label_at(rank + 1).is_none();
                block.stacked |= label.alone && !text_follows;
                if !label.alone {
                    block.lines.push(rank);
                }
            } else if let Some(stray) = label_alone(sheet, rank).filter(|stray| {
                (stray.series, stray.manner) == (own[0].series, own[0].manner)
                    && stray.series == Series::Figure
                    && (lowest..=highest + 1).contains(&stray.number)
                    && block.labels.iter().all(|label| label.number != stray.number)
            }) {
                block.stacked = true;
                block.labels.push(stray);
            } else {
                block.lines.push(rank);
            }
        }
        block.labels.sort_by_key(|label| label.number);
        block
    }

    /// The place in [`Self::lines`] with which each label's note begins; none where the
    /// block needs no division, or allows of none.
    fn starts(&self, sheet: &Sheet<'_>) -> Option<Vec<usize>> {
        let first = usize::from(self.goes_on);
        let (notes, lines) = (self.labels.len(), self.lines.len());
        if !self.stacked || notes + first > lines {
            return None;
        }
        let costs: Vec<Vec<u32>> = (0..notes)
            .map(|note| (0..lines).map(|line| self.cost(sheet, note, line)).collect())
            .collect();
        // Cheapest division of the first lines among the first notes, with the last of
        // them beginning at a line.
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
        let mut starts = vec![last];
        for note in (1..notes).rev() {
            starts.push(best[note][starts[starts.len() - 1]].1);
        }
        starts.reverse();
        Some(starts)
    }

    /// What it costs to begin a note with a line.
    fn cost(&self, sheet: &Sheet<'_>, note: usize, line: usize) -> u32 {
        let rank = self.lines[line];
        let own = self.labels[note];
        let near = self.labels.iter().find(|label| label.rank + 1 == rank);
        let mut cost = match near {
            Some(label) if label.number == own.number => 0,
            // The label of another note stands here, and this one's on another line.
            Some(_) => FAR_FROM_LABEL,
            None if own.rank == rank => 0,
            None => FAR_FROM_LABEL + BEHIND_LABEL,
        };
        if line > 0 {
            let before = self.lines[line - 1];
            let full = sheet.shape(before).width * 100 >= sheet.measure * FULL;
            cost += if ends_sentence(sheet.words(before)) { 0 } else { MID_SENTENCE };
            cost += if full { AFTER_FULL_LINE } else { 0 };
        }
        let small = sheet.words(rank).chars().find(|c| c.is_alphanumeric());
        cost + if small.is_some_and(char::is_lowercase) { SMALL_LETTER } else { 0 }
    }

    /// Writes the division down.
    fn rewrite(self, starts: &[usize], layout: &mut Layout, labels: &mut Vec<Label>) {
        let first = labels.len();
        for (line, &rank) in self.lines.iter().enumerate() {
            let begun = starts.partition_point(|&start| start <= line);
            layout.note_of[rank] = (first + begun).checked_sub(1);
        }
        for (place, mut label) in self.labels.into_iter().enumerate() {
            layout.note_of[label.rank] = Some(first + place);
            label.rank = self.lines[starts[place]];
            labels.push(label);
        }
    }
}
