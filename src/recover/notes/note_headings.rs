//! Headings over gathered notes: "Notes", the number or the title of the chapter.
//!
//! They are not part of the book, because the edition sets its own, nor of the note above
//! them. We take only lines that prove to be headings: those that say so, those that
//! repeat a line of the text, and numbers that rise from section to section.

use std::collections::BTreeMap;

use super::note_label::NoteLabel;
use crate::recover::model::RemovalKind;
use crate::recover::page::contents::PrintedContents;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_headings::says_notes;
use crate::text::numerals::numbering;

/// A heading is shorter than this share of the measure, in per cent.
const SHORT: u32 = 75;

/// Most lines of a heading: "Notes", a number, a name over two lines.
const LONGEST: usize = 4;

/// Fewest letters of a line that another line identifies.
const FEWEST_LETTERS: usize = 6;

/// The evidence that a line is a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeadingEvidence {
    /// It says that notes follow.
    Says,
    /// It repeats a line of the text.
    Repeats,
    /// It is a number, alone or with the word "chapter".
    Number(u32),
}

/// Marks headings over notes as furniture.
pub(crate) fn mark_note_headings(
    source: &SourceLayout<'_>,
    labels: &[NoteLabel],
    printed: &PrintedContents,
    furniture: &mut Furniture,
) {
    let short = |line_no: usize| {
        source.shape(line_no).width * 100 < source.measure.saturating_mul(SHORT)
    };
    // The word for notes, right above a first note.
    for first in labels.iter().filter(|label| label.number == 1) {
        let above = first.line_no.checked_sub(1);
        let says = |&line_no: &usize| short(line_no) && says_notes(source.words(line_no));
        if let Some(line_no) = above.filter(says) {
            furniture.kinds[line_no].get_or_insert(RemovalKind::NoteHeading);
        }
    }
    let gathered = labels.iter().any(|label| label.gathered.is_some());
    if !gathered {
        return;
    }
    mark_chapter_titles(source, labels, printed, furniture);
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    for line_no in (0..source.solid_lines.len()).filter(|&line_no| short(line_no)) {
        *said.entry(source.head_key(line_no)).or_default() += 1;
    }
    let sign = |line_no: usize| {
        let words = source.words(line_no);
        let letters = source.head_key(line_no);
        let small = words.starts_with(char::is_lowercase);
        match numbering(words) {
            _ if !short(line_no) || small => None,
            _ if says_notes(words) => Some(HeadingEvidence::Says),
            Some(number) if number.rest == 0 => {
                Some(HeadingEvidence::Number(number.value))
            }
            _ if letters.chars().count() < FEWEST_LETTERS => None,
            _ => (said.get(letters).is_some_and(|&times| times > 1))
                .then_some(HeadingEvidence::Repeats),
        }
    };
    let mut sections = 0;
    let mut headings: Vec<(bool, Vec<(usize, HeadingEvidence)>)> = Vec::new();
    for (place, label) in labels.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| labels[before]);
        let Some(gathered) = label.gathered else { continue };
        let of_block = before.and_then(|before| before.gathered);
        let first = of_block.is_none_or(|before| before.block != gathered.block);
        let begins = first || before.is_some_and(|before| before.number >= label.number);
        sections += usize::from(begins);
        let top = before.map_or(0, |before| before.line_no + 1);
        let lines = (top.max(label.line_no.saturating_sub(LONGEST))..label.line_no).rev();
        let open = lines.take_while(|&line_no| furniture.kinds[line_no].is_none());
        let lines = open.map_while(|line_no| Some((line_no, sign(line_no)?)));
        headings.push((begins, lines.collect()));
    }
    let numbers: Vec<u32> =
        headings.iter().flat_map(|(_, lines)| lines).filter_map(heading_number).collect();
    let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let many = numbers.len() > 1 && numbers.len() * 2 >= sections && rising;
    for (begins, lines) in headings {
        let says = lines.iter().any(|(_, sign)| *sign != HeadingEvidence::Repeats);
        for (line_no, sign) in &lines {
            let is_heading = match sign {
                HeadingEvidence::Says => true,
                HeadingEvidence::Number(_) => many,
                // A line of a note may equal another by chance.
                HeadingEvidence::Repeats => {
                    begins && (says || source.blanks_before(*line_no) > 0)
                }
            };
            if is_heading {
                furniture.kinds[*line_no] = Some(RemovalKind::NoteHeading);
            }
        }
    }
}

/// Marks the lines above labels that repeat titles of the printed contents, in order.
fn mark_chapter_titles(
    source: &SourceLayout<'_>,
    labels: &[NoteLabel],
    printed: &PrintedContents,
    furniture: &mut Furniture,
) {
    let mut next = 0;
    let mut top = 0;
    for label in labels.iter().filter(|label| label.gathered.is_some()) {
        let above = top.max(label.line_no.saturating_sub(LONGEST))..label.line_no;
        top = label.line_no + 1;
        let is_open = |line_no: &usize| furniture.kinds[*line_no].is_none();
        let mut words = String::new();
        let mut titled = None;
        for line_no in above.rev().take_while(is_open) {
            words = format!("{} {words}", source.words(line_no));
            if let Some(place) = printed.find_title(words.trim(), next) {
                titled = Some((line_no, place));
            }
        }
        if let Some((first, place)) = titled {
            // The word for notes is above the first title.
            let over = first.checked_sub(1);
            let over = over.filter(|&line_no| says_notes(source.words(line_no)));
            let first = over.unwrap_or(first);
            furniture.kinds[first..label.line_no].fill(Some(RemovalKind::NoteHeading));
            next = place + 1;
        }
    }
}

/// The number of a numbered heading.
fn heading_number(line: &(usize, HeadingEvidence)) -> Option<u32> {
    match line.1 {
        HeadingEvidence::Number(number) => Some(number),
        HeadingEvidence::Says | HeadingEvidence::Repeats => None,
    }
}
