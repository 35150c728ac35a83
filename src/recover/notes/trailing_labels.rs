//! Labels after their notes: finds the line with which each of these notes begins.
//!
//! See `page_feet` for the form. Nothing shows where the notes of such a page begin, so one
//! dynamic program over the lines of the page divides them into text, a note that goes on from
//! the page before, and as many notes as there are labels after them. The evidence is the
//! width of a line, how lines continue each other, and the marks in the text. If a page ends
//! in a divided word, the first line of its notes is joined to it (`los mode` + `Véase` is
//! `los modeVéase`); the program may divide such a line.

use super::line_joins::LineJoins;
use super::mark_candidate::MarkCandidate;
use super::note_label::{DistantLabel, NoteLabel};
use super::page_feet::{PageFeet, PageFoot, find_page_feet};
use super::width_odds::WidthOdds;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::line_shapes::LineExtent;
use crate::recover::page::measure;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::sentences::{ends_in_number, ends_sentence};
use crate::text::viterbi::trace_states;

// Costs in hundredths of a nat; those of `note_split` and `stacked_labels` where they mean the
// same.

/// A line with the mark of a note of the page, or above one, taken for part of a note.
const MARK_IN_NOTE: i32 = 450;
/// A page that begins with notes.
const PAGE_OF_NOTES: i32 = 800;
/// A note that goes on from the page before.
const RUN_ON: i32 = 420;
/// Added if its last line there ends a sentence.
const RUN_ON_CLOSED: i32 = 380;
/// Added if it does not.
const RUN_ON_OPEN: i32 = -250;
/// A note ends in mid-sentence.
const MID_SENTENCE: i32 = 300;
/// A note begins with a lower-case letter.
const SMALL_LETTER: i32 = 250;
/// The last line of a note is full.
const AFTER_FULL_LINE: i32 = 100;
/// A blank line inside a note.
const PARTED: i32 = 200;
/// Half a word at the end of the page that the next page does not continue.
const DIVIDED_IN_VAIN: i32 = 250;
/// Half a word at the end of the page, and its other half on the next.
const DIVIDED: i32 = -100;
/// A capital right after a small letter where a line may be joined, taken for one word.
const UNDIVIDED: i32 = 300;
/// What precedes a second capital in names: `McKay`, `DeVries`, `LaSalle`.
const NAME_BEGINNINGS: [&str; 13] = [
    "Mc", "Mac", "De", "Del", "Di", "Da", "Du", "La", "Le", "Van", "Von", "Vander",
    "Fitz",
];
/// A note begins with an indented line.
const INDENTED: i32 = 150;
/// A note begins with a bracket: more often the source of what precedes is in it.
const BRACKETED: i32 = 50;
/// Largest score of the width of a line.
const WIDTH_SAYS: i32 = 350;
/// Largest score of the width of a line that fills neither measure.
const SHORT_SAYS: i32 = 15;
/// A line is short below this share of the measure, in per cent.
const SHORT: u32 = 75;
/// A line that exceeds this share of the measure, in per cent, is several printed lines.
const LONGER: u64 = 108;
/// Half a word ends a printed line at least at the first share of the measure, in per cent:
/// its other half had no room. It may exceed the measure by the second.
const DIVIDED_AT: [u64; 2] = [75, 8];
/// A division that beats the next best by less is reported.
const CLEAR_MARGIN: i32 = 150;
/// More than all other costs of a page.
const IMPOSSIBLE: i32 = 1_000_000;

/// Labels after their notes.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrailingLabels {
    /// The labels, in the order of their notes. The line of each is the first of its note.
    pub(crate) labels: Vec<NoteLabel>,
    /// Where the first line of notes is joined to the text before it: indices of the lines of
    /// the text, and offsets in them.
    pub(crate) cuts: Vec<(usize, usize)>,
}

/// Finds the labels after their notes, and the lines with which these notes begin.
pub(crate) fn find_trailing_labels(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    marks: &[MarkCandidate],
) -> TrailingLabels {
    let pages = find_page_feet(source, furniture, marks);
    let feet = &pages.feet;
    if feet.is_empty() {
        return TrailingLabels::default();
    }
    let joins = LineJoins::new(source);
    let mut divisions: Vec<Option<FootDivision>> = vec![None; feet.len()];
    // The lines taken for notes show the widths of notes; two rounds are enough.
    for _ in 0..2 {
        let widths = learn_widths(source, &pages, &divisions);
        let divide = |foot| FootPath::new(source, &joins, foot, &widths).divide();
        divisions = feet.iter().map(divide).collect();
    }
    let mut found = TrailingLabels::default();
    for (foot, division) in feet.iter().zip(divisions) {
        let Some(division) = division else { continue };
        found.cuts.extend(
            division.cut.map(|(line_no, offset)| (source.solid_lines[line_no], offset)),
        );
        for (place, (label, &line_no)) in
            foot.after.iter().zip(&division.starts).enumerate()
        {
            let sure = division.margins[place] >= CLEAR_MARGIN;
            let printed = Some(DistantLabel { line_no: label.line_no, sure });
            found.labels.push(NoteLabel { line_no, printed, alone: false, ..*label });
        }
    }
    found
}

/// What the widths of lines say.
struct LearntWidths {
    odds: WidthOdds,
    /// The measure of notes.
    note_measure: u32,
}

/// Learns the widths of the lines of text and notes, as far as they are known.
fn learn_widths(
    source: &SourceLayout<'_>,
    pages: &PageFeet,
    divisions: &[Option<FootDivision>],
) -> LearntWidths {
    let shapes = |lines: &[usize]| -> Vec<LineExtent> {
        lines.iter().map(|&line_no| source.shape(line_no)).collect()
    };
    let (mut body, mut note) = (shapes(&pages.text), shapes(&pages.notes));
    for (foot, division) in pages.feet.iter().zip(divisions) {
        let is_label = |line_no: usize| {
            foot.before.binary_search_by_key(&line_no, |label| label.line_no).is_ok()
        };
        let start = division.as_ref().map(|division| division.notes_from);
        for (place, &line_no) in foot.lines.iter().enumerate() {
            let shape = source.shape(line_no);
            if place >= foot.open || start.is_some_and(|start| line_no >= start) {
                note.extend((!is_label(line_no)).then_some(shape));
            } else if start.is_some()
                || foot.last_call.is_some_and(|call| line_no <= call)
            {
                body.push(shape);
            }
        }
    }
    let odds = WidthOdds::learn(body.iter(), note.iter());
    let widths = note.iter().map(|shape| i32::try_from(shape.width).unwrap_or(i32::MAX));
    let note_measure = u32::try_from(measure::find_measure(widths)).unwrap_or_default();
    LearntWidths { odds, note_measure }
}

/// Where the notes of a page begin.
#[derive(Debug, Clone)]
struct FootDivision {
    /// The first line of each note whose label is after it.
    starts: Vec<usize>,
    /// By how much each of these beats the next best line, in hundredths of a nat.
    margins: Vec<i32>,
    /// The first line that is no text.
    notes_from: usize,
    /// The line in which the notes begin after half a word, and the offset in it.
    cut: Option<(usize, usize)>,
}

/// A line of a page, or the rest of one after half a word.
struct FootLine<'a> {
    line_no: usize,
    /// The offset of the rest in the line.
    cut: Option<usize>,
    words: &'a str,
    /// It is a rest that begins with a capital: no word has one inside.
    sure: bool,
    /// What its width says for a note; of a rest, the difference from the whole line as text.
    width_says: i32,
}

/// The states: text, a note of the page before, and the notes of the page in order.
const TEXT: usize = 0;
/// See [`TEXT`].
const EARLIER: usize = 1;

/// The dynamic program over the lines of a page.
struct FootPath<'a> {
    source: &'a SourceLayout<'a>,
    joins: &'a LineJoins,
    foot: &'a PageFoot,
    lines: Vec<FootLine<'a>>,
    note_measure: u32,
    /// The least indent of the lines.
    margin: u32,
    /// The text goes on at the head of the next page with a small letter.
    goes_on: bool,
}

impl<'a> FootPath<'a> {
    fn new(
        source: &'a SourceLayout<'a>,
        joins: &'a LineJoins,
        foot: &'a PageFoot,
        widths: &LearntWidths,
    ) -> Self {
        let short = source.measure * SHORT / 100;
        let says = |width: u32| {
            let most = if width < short { SHORT_SAYS } else { WIDTH_SAYS };
            widths.odds.score(width).clamp(-most, most)
        };
        let next = foot.page_after.map(|next| source.words(next));
        let goes_on = next.is_some_and(|next| next.starts_with(char::is_lowercase));
        let mut lines = Vec::with_capacity(foot.open);
        for &line_no in &foot.lines[..foot.open] {
            let (words, width) = (source.words(line_no), source.shape(line_no).width);
            lines.push(FootLine {
                line_no,
                cut: None,
                words,
                sure: false,
                width_says: says(width),
            });
            let joined = find_joined_note(words, width, source.measure)
                .filter(|(at, _)| !begins_name(&words[..*at]));
            if let Some((at, rest)) = joined {
                let line = source.text.line(source.solid_lines[line_no]);
                let indent = line.len() - line.trim_start().len();
                lines.push(FootLine {
                    line_no,
                    cut: Some(indent + at),
                    words: &words[at..],
                    sure: words[at..].starts_with(char::is_uppercase),
                    width_says: says(rest).max(0),
                });
            }
        }
        let indents =
            foot.lines[..foot.open].iter().map(|&line| source.shape(line).indent);
        let margin = indents.min().unwrap_or_default();
        let note_measure = widths.note_measure;
        Self { source, joins, foot, lines, note_measure, margin, goes_on }
    }

    /// Finds the cheapest division, and by how much it is cheaper than others.
    fn divide(&self) -> Option<FootDivision> {
        let (cost, states) = self.find_path(None)?;
        let notes = self.foot.after.len();
        let first_in = |state: usize| states.iter().position(|&other| other == state);
        let places: Vec<usize> =
            (0..notes).map(|note| first_in(EARLIER + 1 + note)).collect::<Option<_>>()?;
        let margins = places.iter().enumerate().map(|(note, &place)| {
            let other = self.find_path(Some((EARLIER + 1 + note, place)));
            other.map_or(IMPOSSIBLE, |(other, _)| other - cost)
        });
        let from = states.iter().position(|&state| state != TEXT)?;
        let first = &self.lines[from];
        Some(FootDivision {
            starts: places.iter().map(|&place| self.lines[place].line_no).collect(),
            margins: margins.collect(),
            notes_from: first.line_no + usize::from(first.cut.is_some()),
            cut: first.cut.map(|offset| (first.line_no, offset)),
        })
    }

    /// Finds the cheapest path and its cost, without one state beginning at one place.
    fn find_path(&self, without: Option<(usize, usize)>) -> Option<(i32, Vec<usize>)> {
        let states = EARLIER + 1 + self.foot.after.len();
        let mut best: Vec<Vec<(i32, usize)>> = Vec::with_capacity(self.lines.len());
        for place in 0..self.lines.len() {
            let row = (0..states).map(|state| {
                let begins = |from: usize| {
                    if from != state && without == Some((state, place)) {
                        IMPOSSIBLE
                    } else {
                        0
                    }
                };
                let Some(before) = best.last() else {
                    let cost = match state {
                        TEXT => 0,
                        EARLIER => self.run_on_cost(0),
                        _ if state == EARLIER + 1 => PAGE_OF_NOTES,
                        _ => IMPOSSIBLE,
                    };
                    return (cost + begins(states) + self.own_cost(0, state), 0);
                };
                let step = |from: usize| {
                    let step = self.step_cost(place, from, state) + begins(from);
                    (before[from].0.saturating_add(step), from)
                };
                let (cost, from) = (0..=state).map(step).min().unwrap_or((IMPOSSIBLE, 0));
                let own = if self.lines[place].cut.is_some() && from == state {
                    0
                } else {
                    self.own_cost(place, state)
                };
                (cost.saturating_add(own), from)
            });
            best.push(row.collect());
        }
        let (cost, _) = *best.last()?.last()?;
        let path = trace_states(&best, states - 1, |row, state| row[state].1);
        (cost < IMPOSSIBLE / 2).then_some((cost, path))
    }

    /// The cost of a line in a state.
    fn own_cost(&self, place: usize, state: usize) -> i32 {
        let line = &self.lines[place];
        if state == TEXT {
            return 0;
        }
        let called = self.foot.last_call.is_some_and(|call| {
            if line.cut.is_some() { line.line_no < call } else { line.line_no <= call }
        });
        i32::from(called) * MARK_IN_NOTE - line.width_says
    }

    /// The cost of the step to a line in a state from the line before in another.
    fn step_cost(&self, place: usize, from: usize, to: usize) -> i32 {
        let (before, line) = (&self.lines[place - 1], &self.lines[place]);
        let starts_note = to == EARLIER + 1;
        if line.cut.is_some() {
            return match (from, to) {
                _ if from == to => i32::from(line.sure) * UNDIVIDED,
                (TEXT, EARLIER) => self.run_on_cost(place) + self.divided_cost(),
                (TEXT, _) if starts_note => self.divided_cost(),
                _ => IMPOSSIBLE,
            };
        }
        let join = || self.joins.join_cost(before.line_no, line.line_no);
        let small = line.words.chars().find(|c| c.is_alphanumeric());
        let small = i32::from(small.is_some_and(char::is_lowercase)) * SMALL_LETTER;
        match (from, to) {
            (TEXT, TEXT) => join(),
            (TEXT, EARLIER) => self.run_on_cost(place) + self.text_end_cost(place - 1),
            (TEXT, _) if starts_note => self.text_end_cost(place - 1) + small,
            (TEXT, _) => IMPOSSIBLE,
            _ if from == to => {
                let parted = self.source.blanks_before(line.line_no) > 0;
                join() + i32::from(parted) * PARTED
            }
            _ if from + 1 == to => self.note_end_cost(place) + small,
            _ => IMPOSSIBLE,
        }
    }

    /// The cost of the text of the page ending with a line: how the next page continues it.
    fn text_end_cost(&self, place: usize) -> i32 {
        let next = self.foot.page_after;
        next.map_or(0, |next| self.joins.join_cost(self.lines[place].line_no, next))
    }

    /// The cost of the text of the page ending with half a word.
    fn divided_cost(&self) -> i32 {
        if self.goes_on { DIVIDED } else { DIVIDED_IN_VAIN }
    }

    /// The cost of a note of the page before going on with a line.
    fn run_on_cost(&self, place: usize) -> i32 {
        let Some(before) = self.foot.page_before else { return IMPOSSIBLE };
        let closed = self.joins.is_closed(before);
        let ending = if closed { RUN_ON_CLOSED } else { RUN_ON_OPEN };
        let line = &self.lines[place];
        let join = match line.cut {
            Some(_) => 0,
            None => self.joins.join_cost(before, line.line_no),
        };
        RUN_ON + ending + join
    }

    /// The cost of a note ending before a line.
    fn note_end_cost(&self, place: usize) -> i32 {
        let (line, next) = (&self.lines[place - 1], &self.lines[place]);
        let ending = match () {
            () if ends_sentence(line.words) => 0,
            () if ends_in_number(line.words) => MID_SENTENCE / 2,
            () => MID_SENTENCE,
        };
        let shape = |line: &FootLine<'_>| self.source.shape(line.line_no);
        let indented = shape(next).indent > self.margin;
        let bracketed = next.words.starts_with(['(', '[']);
        // The first word of the next line would not have fitted.
        let columns = |words: &str| words.chars().count() as u64;
        let word = next.words.split_whitespace().next().unwrap_or_default();
        let (own, more) = (columns(line.words).max(1), columns(word) + 1);
        let (width, measure) =
            (u64::from(shape(line).width), u64::from(self.note_measure.max(1)));
        // Of several printed lines in one, the last counts; the others are full.
        let last = if width * 100 > measure * LONGER { width % measure } else { width };
        let full = last + width * more / own > measure;
        ending
            + i32::from(full) * AFTER_FULL_LINE
            + i32::from(indented) * INDENTED
            + i32::from(bracketed) * BRACKETED
    }
}

/// Whether a text ends in what names begin with, before another capital: `Mc`, `De`, `La`.
fn begins_name(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    NAME_BEGINNINGS.contains(&word)
}

/// Finds where the first line of notes is joined to half a word: a capital or an opening sign
/// right after a small letter, where a printed line ends. With the offset comes the width of
/// the rest.
fn find_joined_note(words: &str, width: u32, measure: u32) -> Option<(usize, u32)> {
    let [least, more] = DIVIDED_AT;
    let measure = u64::from(measure.max(1));
    // Widths in proportion: a line has many characters, and their mean width varies little.
    let columns = words.chars().count().max(1) as u64;
    let mut before = ' ';
    let mut found = None;
    for (column, (at, c)) in (0_u64..).zip(words.char_indices()) {
        let across = u64::from(width) * column / columns;
        // Several printed lines may precede, joined by hyphens that were taken away.
        let share = across * 100 / measure;
        let ends_line = share >= least && (share % 100 >= least || share % 100 <= more);
        let opens =
            c.is_uppercase() || matches!(c, '«' | '“' | '„' | '"' | '—' | '(' | '¿');
        if opens && before.is_lowercase() && ends_line {
            let across = u32::try_from(across).unwrap_or(width);
            found = Some((at, width.saturating_sub(across)));
        }
        before = c;
    }
    found
}
