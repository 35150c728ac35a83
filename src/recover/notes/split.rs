//! Which lines are notes: the best path over all lines, page by page.
//!
//! On a page the text comes first and the notes after it; text may follow notes only
//! across a page turn. What a line is, its width tells (notes have a measure of their
//! own), the chain of labels, and whether it goes on from the line it would follow:
//! the last line of the text before the notes, or the last line of the open note.

use super::label::Label;
use super::line_parts::{LONGEST_PAGE, Part, Split};
use super::mark::Candidate as Mark;
use super::note_evidence::{Evidence, LABEL_IN_TEXT, UNCALLED_LABEL_IN_TEXT};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;

// Costs, all in hundredths of a nat. They were set on the development cases; doubling or
// halving any one of them alone moves few lines.

/// A line with the mark of a note of this page that is taken for a line of a note.
const MARK_IN_NOTE: i32 = 450;
/// A note that begins behind text with a label that no mark supports.
const UNCALLED_NOTE: i32 = 250;
/// A page that has nothing but notes, or begins with them.
const PAGE_OF_NOTES: i32 = 800;

/// A chapter that begins behind the notes of the one before, below a blank line; the last
/// of the notes may as well have a second paragraph.
const CHAPTER_BEGINS: i32 = -100;

/// The title of a chapter within a note.
const TITLE_IN_NOTE: i32 = 200;

/// Text right behind a label that stands alone on its line.
const NO_NOTE: i32 = 800;

/// How many ways of reading the lines so far are kept.
const BEAM: usize = 10;

/// Divides the lines into text and notes.
pub(crate) fn split(
    sheet: &Sheet<'_>,
    furniture: &Furniture,
    labels: &[Label],
    marks: &[Mark],
) -> Split {
    let text: Vec<usize> =
        (0..sheet.solid.len()).filter(|&rank| furniture.kinds[rank].is_none()).collect();
    let mut split = Split { parts: vec![None; sheet.solid.len()], hidden_turns: vec![] };
    if labels.is_empty() {
        for &rank in &text {
            split.parts[rank] = Some(Part::Body);
        }
        return split;
    }
    let evidence = Evidence::new(sheet, furniture, labels, marks, &text);
    let mut parts = evidence.first_guess();
    // The widths of notes are learnt from what is taken for notes; twice is enough.
    for _ in 0..2 {
        let widths = evidence.widths(&parts);
        parts = evidence.decode(&widths);
    }
    for (place, &rank) in text.iter().enumerate() {
        split.parts[rank] = Some(parts[place]);
        let after_note = place > 0 && parts[place - 1] == Part::Note;
        let known = evidence.opens_page[place] || evidence.behind_gathered[place];
        if after_note && parts[place] == Part::Body && !known {
            split.hidden_turns.push(rank);
        }
    }
    split
}

impl Evidence<'_> {
    /// Notes as they begin: the lines from a label to a page turn, a blank line, or a
    /// dozen lines on.
    fn first_guess(&self) -> Vec<Part> {
        let mut parts = vec![Part::Body; self.text.len()];
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
                *part = Part::Note;
            }
        }
        parts
    }

    /// The best path.
    fn decode(&self, widths: &[i32]) -> Vec<Part> {
        let mut cells: Vec<Cell> = Vec::new();
        // For each line the last steps of the ways that end with it.
        let mut steps: Vec<Vec<(Part, u8)>> = Vec::with_capacity(self.text.len());
        for place in 0..self.text.len() {
            let mut next = Vec::with_capacity(2 * BEAM);
            if place == 0 {
                self.begin(widths, &mut next);
            }
            for (from, cell) in (0..).zip(&cells) {
                self.extend(place, widths[place], cell, from, &mut next);
            }
            cells = keep_best(next);
            steps.push(cells.iter().map(|cell| (cell.part, cell.from)).collect());
        }
        // The cheapest stands first.
        let mut at = 0;
        let parts = steps.iter().rev().map(|steps| {
            let (part, from) = steps[at];
            at = usize::from(from);
            part
        });
        let mut parts: Vec<Part> = parts.collect();
        parts.reverse();
        parts
    }

    fn begin(&self, widths: &[i32], next: &mut Vec<Cell>) {
        let body = Cell {
            cost: self.labelled[0].unwrap_or_default(),
            part: Part::Body,
            open: None,
            text_end: 0,
            from: 0,
        };
        next.push(body);
        if self.labelled[0].is_some() {
            let cost = PAGE_OF_NOTES - widths[0];
            next.push(Cell { cost, part: Part::Note, open: Some(0), ..body });
        }
    }

    /// All ways to go on from a cell with a line.
    fn extend(
        &self,
        place: usize,
        width_says: i32,
        cell: &Cell,
        from: u8,
        next: &mut Vec<Cell>,
    ) {
        let turns = self.opens_page[place];
        let gathered = self.gathered[place];
        let as_text = self.labelled[place].unwrap_or_default()
            + if gathered { LABEL_IN_TEXT } else { 0 };
        let labelled = self.labelled[place].is_some();
        let page_of_notes = if gathered { 0 } else { PAGE_OF_NOTES };
        let as_note = -width_says + if self.calls[place] { MARK_IN_NOTE } else { 0 };
        let mut push = |cost: i32, part: Part, open: Option<usize>, text_end: usize| {
            offer(next, Cell { cost: cell.cost + cost, part, open, text_end, from });
        };
        match cell.part {
            Part::Body => {
                let too_far = cell.open.is_some_and(|open| place - open > LONGEST_PAGE);
                let open = cell.open.filter(|_| !turns && !too_far);
                let join = if turns { self.join(cell.text_end, place) } else { 0 };
                push(join + self.parted[place] + as_text, Part::Body, open, place);
                if labelled {
                    let uncalled = as_text == UNCALLED_LABEL_IN_TEXT;
                    let opens = if turns { page_of_notes } else { 0 }
                        + if uncalled { UNCALLED_NOTE } else { 0 };
                    push(opens + as_note, Part::Note, Some(place), cell.text_end);
                } else if let Some(last) = open {
                    let cost = self.run_on(last, place);
                    push(cost + as_note, Part::Note, Some(place), cell.text_end);
                }
            }
            Part::Note => {
                let last = cell.open.unwrap_or(place - 1);
                let opens = match (turns, labelled) {
                    _ if gathered => 0,
                    (false, _) => self.parted[place],
                    (true, true) => PAGE_OF_NOTES,
                    (true, false) => PAGE_OF_NOTES + self.join(last, place),
                };
                let title = if self.opens_chapter[place] { TITLE_IN_NOTE } else { 0 };
                push(opens + as_note + title, Part::Note, Some(place), cell.text_end);
                let no_note = if self.label_alone[place - 1] { NO_NOTE } else { 0 };
                let turn = match () {
                    () if turns => 0,
                    () if self.behind_gathered[place] => CHAPTER_BEGINS,
                    () if self.opens_chapter[place] => CHAPTER_BEGINS,
                    () => self.turn[place],
                };
                let turn = no_note + turn;
                let join = self.join(cell.text_end, place);
                push(turn + join + as_text, Part::Body, Some(last), place);
            }
        }
    }
}

/// A way of reading the lines so far.
#[derive(Debug, Clone, Copy)]
struct Cell {
    cost: i32,
    /// The part of the last line.
    part: Part,
    /// The last line of notes, while the page after it, where it may go on, is not over.
    open: Option<usize>,
    /// The last line of text.
    text_end: usize,
    /// Place of the way it goes on from, among those that end one line before.
    from: u8,
}

impl Cell {
    /// What the costs of the lines behind depend on: two ways that have it alike are judged
    /// alike from here on.
    fn future(&self) -> (bool, usize, Option<usize>) {
        (self.part == Part::Note, self.text_end, self.open)
    }
}

/// Adds a cell, unless one that is judged alike from here on is as cheap; a dearer one goes.
fn offer(cells: &mut Vec<Cell>, cell: Cell) {
    match cells.iter_mut().find(|known| known.future() == cell.future()) {
        Some(known) if known.cost <= cell.cost => {}
        Some(known) => *known = cell,
        None => cells.push(cell),
    }
}

/// The best cells, cheapest first.
fn keep_best(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable_by_key(|cell| (cell.cost, cell.future()));
    cells.truncate(BEAM);
    cells
}
