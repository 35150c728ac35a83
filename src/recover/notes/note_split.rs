//! Tells text and notes apart: a beam search for the cheapest path over all lines.
//!
//! On a page the text comes first and the notes after it; text may follow notes only
//! across a page turn. The evidence is the width of a line (notes have a measure of their
//! own), the chain of labels, and whether a line continues the one that it would follow:
//! the last line of the text, or the last line of the open note.

use super::line_parts::{LONGEST_PAGE, LinePart, TextNoteSplit};
use super::mark_candidate::MarkCandidate as Mark;
use super::note_evidence::{LABEL_IN_TEXT, NoteEvidence, UNCALLED_LABEL_IN_TEXT};
use super::note_label::{NoteLabel, find_distant_labels};
use crate::recover::page::contents::PrintedContents;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::viterbi::trace_states;

// All costs are in hundredths of a nat. They were set on the development cases; doubling
// or halving any single one changes few lines.

/// A line with the mark of a note of this page, taken for part of a note.
const MARK_IN_NOTE: i32 = 450;
/// A note after text whose label has no mark.
const UNCALLED_NOTE: i32 = 250;
/// A page that has nothing but notes, or begins with them.
const PAGE_OF_NOTES: i32 = 800;

/// A chapter that begins after the notes of the one before, below a blank line; the last
/// note may as well have a second paragraph.
const CHAPTER_BEGINS: i32 = -100;

/// The title of a chapter inside a note.
const TITLE_IN_NOTE: i32 = 200;

/// A heading inside a note that the printed contents or the headings around it confirm. It costs
/// as much as a label in the text: others of its kind confirm each of the two.
const HEADING_IN_NOTE: i32 = LABEL_IN_TEXT;

/// Text right after a label that is alone on its line.
const NO_NOTE: i32 = 800;

/// Width of the beam: how many states are kept for each line.
const BEAM: usize = 10;

/// Divides the lines into text and notes.
pub(crate) fn split_text_and_notes(
    source: &SourceLayout<'_>,
    printed: &PrintedContents,
    furniture: &Furniture,
    labels: &[NoteLabel],
    marks: &[Mark],
) -> TextNoteSplit {
    let distant = find_distant_labels(labels);
    let text: Vec<usize> = (0..source.solid_lines.len())
        .filter(|&line_no| furniture.kinds[line_no].is_none())
        .filter(|line_no| distant.binary_search(line_no).is_err())
        .collect();
    let mut split = TextNoteSplit {
        parts: vec![None; source.solid_lines.len()],
        hidden_turns: vec![],
    };
    if labels.is_empty() {
        for &line_no in &text {
            split.parts[line_no] = Some(LinePart::Body);
        }
        return split;
    }
    let evidence = NoteEvidence::new(source, printed, furniture, labels, marks, &text);
    let mut parts = evidence.guess_parts();
    // The lines taken for notes show how notes look; two rounds are enough.
    for _ in 0..2 {
        let looks = evidence.score_looks(&parts);
        parts = evidence.decode_parts(&looks);
    }
    for (place, &line_no) in text.iter().enumerate() {
        split.parts[line_no] = Some(parts[place]);
        let after_note = place > 0 && parts[place - 1] == LinePart::Note;
        let known = evidence.opens_page[place] || evidence.after_gathered[place];
        if after_note && parts[place] == LinePart::Body && !known {
            split.hidden_turns.push(line_no);
        }
    }
    split
}

impl NoteEvidence<'_> {
    /// Guesses notes for a start: the lines from a label to a page turn, a blank line, or
    /// a dozen lines on.
    fn guess_parts(&self) -> Vec<LinePart> {
        let mut parts = vec![LinePart::Body; self.text.len()];
        let mut left = 0_usize;
        for (place, part) in parts.iter_mut().enumerate() {
            let ends = self.opens_page[place] || self.turn[place] < 400;
            left = if self.labelled[place].is_some() {
                12
            } else if ends {
                0
            } else {
                left.saturating_sub(1)
            };
            if left > 0 {
                *part = LinePart::Note;
            }
        }
        parts
    }

    /// Decodes the cheapest path.
    fn decode_parts(&self, looks: &[i32]) -> Vec<LinePart> {
        let mut cells: Vec<BeamState> = Vec::new();
        // For each line, the part and the backpointer of each state of the beam.
        let mut steps: Vec<Vec<(LinePart, u8)>> = Vec::with_capacity(self.text.len());
        for place in 0..self.text.len() {
            let mut next = Vec::with_capacity(2 * BEAM);
            if place == 0 {
                self.begin_beam(looks, &mut next);
            }
            for (from, cell) in (0..).zip(&cells) {
                self.extend_state(place, looks[place], cell, from, &mut next);
            }
            cells = prune_to_beam(next);
            steps.push(cells.iter().map(|cell| (cell.part, cell.backpointer)).collect());
        }
        // The cheapest state comes first.
        let best = trace_states(&steps, 0, |beam, state| usize::from(beam[state].1));
        steps.iter().zip(best).map(|(beam, state)| beam[state].0).collect()
    }

    fn begin_beam(&self, looks: &[i32], next: &mut Vec<BeamState>) {
        let body = BeamState {
            cost: self.labelled[0].unwrap_or_default(),
            part: LinePart::Body,
            open: None,
            text_end: 0,
            backpointer: 0,
        };
        next.push(body);
        if self.labelled[0].is_some() {
            let cost = PAGE_OF_NOTES - looks[0];
            next.push(BeamState { cost, part: LinePart::Note, open: Some(0), ..body });
        }
    }

    /// Adds all states that extend a state by a line.
    fn extend_state(
        &self,
        place: usize,
        width_says: i32,
        cell: &BeamState,
        from: u8,
        next: &mut Vec<BeamState>,
    ) {
        let turns = self.opens_page[place];
        let gathered = self.gathered[place];
        let as_text = self.labelled[place].unwrap_or_default()
            + if gathered { LABEL_IN_TEXT } else { 0 };
        let labelled = self.labelled[place].is_some();
        let page_of_notes = if gathered { 0 } else { PAGE_OF_NOTES };
        let as_note = -width_says + if self.calls[place] { MARK_IN_NOTE } else { 0 };
        let mut push =
            |cost: i32, part: LinePart, open: Option<usize>, text_end: usize| {
                offer_state(
                    next,
                    BeamState {
                        cost: cell.cost + cost,
                        part,
                        open,
                        text_end,
                        backpointer: from,
                    },
                );
            };
        match cell.part {
            LinePart::Body => {
                let too_far = cell.open.is_some_and(|open| place - open > LONGEST_PAGE);
                // Without pages, a note that text has followed is over.
                let goes_on = !turns && !too_far && !self.is_transcription;
                let open = cell.open.filter(|_| goes_on);
                let join = if turns { self.join_cost(cell.text_end, place) } else { 0 };
                push(join + self.parted[place] + as_text, LinePart::Body, open, place);
                if labelled {
                    let uncalled = as_text == UNCALLED_LABEL_IN_TEXT;
                    let opens = if turns { page_of_notes } else { 0 }
                        + if uncalled { UNCALLED_NOTE } else { 0 };
                    push(opens + as_note, LinePart::Note, Some(place), cell.text_end);
                } else if let Some(last) = open {
                    let cost = self.run_on_cost(last, place);
                    push(cost + as_note, LinePart::Note, Some(place), cell.text_end);
                }
            }
            LinePart::Note => {
                let last = cell.open.unwrap_or(place - 1);
                let opens = match (turns, labelled) {
                    _ if gathered => 0,
                    (false, _) => self.further[place],
                    (true, true) => PAGE_OF_NOTES,
                    (true, false) => PAGE_OF_NOTES + self.join_cost(last, place),
                };
                let is_heading = self.confirmed_heading[place];
                let title = match () {
                    () if is_heading => HEADING_IN_NOTE,
                    () if self.opens_chapter[place] => TITLE_IN_NOTE,
                    () => 0,
                };
                push(opens + as_note + title, LinePart::Note, Some(place), cell.text_end);
                let no_note = if self.label_alone[place - 1] { NO_NOTE } else { 0 };
                let turn = match () {
                    () if turns => 0,
                    () if self.after_gathered[place] => CHAPTER_BEGINS,
                    () if is_heading || self.opens_chapter[place] => CHAPTER_BEGINS,
                    () => self.turn[place],
                };
                let turn = no_note + turn;
                let join = self.join_cost(cell.text_end, place);
                push(turn + join + as_text, LinePart::Body, Some(last), place);
            }
        }
    }
}

/// A state of the beam: one reading of the lines so far.
#[derive(Debug, Clone, Copy)]
struct BeamState {
    cost: i32,
    /// The part of the last line.
    part: LinePart,
    /// The last line of notes, until the page on which the note may continue is over.
    open: Option<usize>,
    /// The last line of text.
    text_end: usize,
    /// Index of the preceding state in the beam of the line before.
    backpointer: u8,
}

impl BeamState {
    /// The part of the state that the costs of later lines depend on: states with equal
    /// keys differ in cost only.
    fn future_key(&self) -> (bool, usize, Option<usize>) {
        (self.part == LinePart::Note, self.text_end, self.open)
    }
}

/// Adds a state, unless a state of the same key is as cheap; replaces a dearer one.
fn offer_state(cells: &mut Vec<BeamState>, cell: BeamState) {
    match cells.iter_mut().find(|known| known.future_key() == cell.future_key()) {
        Some(known) if known.cost <= cell.cost => {}
        Some(known) => *known = cell,
        None => cells.push(cell),
    }
}

/// Keeps the best states, cheapest first.
fn prune_to_beam(mut cells: Vec<BeamState>) -> Vec<BeamState> {
    cells.sort_unstable_by_key(|cell| (cell.cost, cell.future_key()));
    cells.truncate(BEAM);
    cells
}
