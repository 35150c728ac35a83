//! Headings over notes that stand together: "Notes", the number or the name of the chapter.
//!
//! They are no text of the book, whose edition sets its own, and no part of the note above
//! them. Only what shows itself to be one is taken: a line that says so, one that repeats a
//! line of the text, and numbers that rise from one section to the next.

use std::collections::BTreeMap;

use super::label::Label;
use crate::recover::model::RemovalKind;
use crate::recover::page::contents::Printed;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::text::numerals::numbering;

/// A heading is shorter than this share of the measure, in per cent.
const SHORT: u32 = 75;

/// Most lines of a heading: "Notes", a number, a name over two lines.
const LONGEST: usize = 4;

/// Fewest letters of a line that is told by repeating another.
const FEWEST_LETTERS: usize = 6;

/// How headings over notes begin.
const NOTES: [&str; 18] = [
    "anmerkungen",
    "endnotes",
    "footnotes",
    "fußnoten",
    "llamadas",
    "notas",
    "note",
    "notes",
    "noten",
    "notes and references",
    "notas y referencias",
    "notas finales",
    "notas al pie",
    "примечания",
    "сноски",
    "remarques",
    "annotazioni",
    "anotaciones",
];

/// What shows that a line is a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// It says that notes follow.
    Says,
    /// It repeats a line of the text.
    Repeats,
    /// It is a number, or the word "chapter" with one.
    Number(u32),
}

/// Marks them as furniture.
pub(crate) fn find(
    sheet: &Sheet<'_>,
    labels: &[Label],
    printed: &Printed,
    furniture: &mut Furniture,
) {
    let short =
        |rank: usize| sheet.shape(rank).width * 100 < sheet.measure.saturating_mul(SHORT);
    // The word for notes, right above the first of some.
    for first in labels.iter().filter(|label| label.number == 1) {
        let above = first.rank.checked_sub(1);
        let says = |&rank: &usize| short(rank) && says_notes(sheet.words(rank));
        if let Some(rank) = above.filter(says) {
            furniture.kinds[rank].get_or_insert(RemovalKind::NoteHeading);
        }
    }
    let gathered = labels.iter().any(|label| label.gathered.is_some());
    if !gathered {
        return;
    }
    name_chapters(sheet, labels, printed, furniture);
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    for rank in (0..sheet.solid.len()).filter(|&rank| short(rank)) {
        *said.entry(sheet.key(rank)).or_default() += 1;
    }
    let sign = |rank: usize| {
        let words = sheet.words(rank);
        let letters = sheet.key(rank);
        let small = words.starts_with(char::is_lowercase);
        match numbering(words) {
            _ if !short(rank) || small => None,
            _ if says_notes(words) => Some(Sign::Says),
            Some(number) if number.rest == 0 => Some(Sign::Number(number.value)),
            _ if letters.chars().count() < FEWEST_LETTERS => None,
            _ => (said.get(letters).is_some_and(|&times| times > 1))
                .then_some(Sign::Repeats),
        }
    };
    let mut sections = 0;
    let mut headings: Vec<(bool, Vec<(usize, Sign)>)> = Vec::new();
    for (place, label) in labels.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| labels[before]);
        let Some(gathered) = label.gathered else { continue };
        let of_block = before.and_then(|before| before.gathered);
        let first = of_block.is_none_or(|before| before.block != gathered.block);
        let begins = first || before.is_some_and(|before| before.number >= label.number);
        sections += usize::from(begins);
        let top = before.map_or(0, |before| before.rank + 1);
        let lines = (top.max(label.rank.saturating_sub(LONGEST))..label.rank).rev();
        let open = lines.take_while(|&rank| furniture.kinds[rank].is_none());
        let lines = open.map_while(|rank| Some((rank, sign(rank)?)));
        headings.push((begins, lines.collect()));
    }
    let numbers: Vec<u32> =
        headings.iter().flat_map(|(_, lines)| lines).filter_map(number).collect();
    let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let many = numbers.len() > 1 && numbers.len() * 2 >= sections && rising;
    for (begins, lines) in headings {
        let says = lines.iter().any(|(_, sign)| *sign != Sign::Repeats);
        for (rank, sign) in &lines {
            let is_heading = match sign {
                Sign::Says => true,
                Sign::Number(_) => many,
                // A line of a note may be like another by chance.
                Sign::Repeats => begins && (says || sheet.blanks_before(*rank) > 0),
            };
            if is_heading {
                furniture.kinds[*rank] = Some(RemovalKind::NoteHeading);
            }
        }
    }
}

/// Marks the lines above labels that say titles of the printed contents, in their order.
fn name_chapters(
    sheet: &Sheet<'_>,
    labels: &[Label],
    printed: &Printed,
    furniture: &mut Furniture,
) {
    let mut next = 0;
    let mut top = 0;
    for label in labels.iter().filter(|label| label.gathered.is_some()) {
        let above = top.max(label.rank.saturating_sub(LONGEST))..label.rank;
        top = label.rank + 1;
        let is_open = |rank: &usize| furniture.kinds[*rank].is_none();
        let mut words = String::new();
        let mut titled = None;
        for rank in above.rev().take_while(is_open) {
            words = format!("{} {words}", sheet.words(rank));
            if let Some(place) = printed.title(words.trim(), next) {
                titled = Some((rank, place));
            }
        }
        if let Some((first, place)) = titled {
            // The word for notes stands above the first of them.
            let over = first.checked_sub(1);
            let over = over.filter(|&rank| says_notes(sheet.words(rank)));
            let first = over.unwrap_or(first);
            furniture.kinds[first..label.rank].fill(Some(RemovalKind::NoteHeading));
            next = place + 1;
        }
    }
}

/// The number that a heading is.
fn number(line: &(usize, Sign)) -> Option<u32> {
    match line.1 {
        Sign::Number(number) => Some(number),
        Sign::Says | Sign::Repeats => None,
    }
}

/// Whether a line is the word for notes, or begins with it and goes on with that of a chapter
/// and its number.
pub(crate) fn says_notes(line: &str) -> bool {
    let small = line.to_lowercase();
    let bare = small.trim_matches(|c: char| !c.is_alphanumeric());
    if NOTES.contains(&bare) {
        return true;
    }
    let mut words = bare.split_whitespace();
    let first = words.next().is_some_and(|word| NOTES.contains(&word));
    let rest: Vec<&str> = words.collect();
    first
        && rest.len() <= 4
        && (0..rest.len()).any(|at| {
            let tail = rest[at..].join(" ");
            numbering(&tail).or_else(|| numbering(&tail.to_uppercase())).is_some()
        })
}
