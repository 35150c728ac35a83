//! Running heads that come but once and stand beside the folio of their page.
//!
//! A text of few pages has each of its heads once, and so has a chapter its only left page:
//! nothing repeats. But a line between the folio at the head of a page and its text is either
//! the head of the page or the heading of a chapter. It is a head where it stands above the
//! folio, where it names a person, or where the text behind it goes on with a small letter.
//! Else it stays in the text, and is told.

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{Part, Split};
use crate::recover::page::furniture::{EDGE, Furniture};
use crate::recover::page::pages::{Sheet, Turn};
use crate::text::names::is_person;
use crate::text::note_labels::is_label;
use crate::text::numerals::numbering;
use crate::text::sections;

/// A head is narrower than this share of the measure, in per cent; a line of text below a
/// folio is as narrow only where its paragraph ends there.
const NARROW: u32 = 80;

/// Marks such lines where it is plain, and lists those that stay in the text.
pub(super) fn find(sheet: &Sheet<'_>, split: &Split, furniture: &mut Furniture) {
    for place in 0..furniture.folios.len() {
        let folio = &furniture.folios[place];
        let (rank, at_foot) = (folio.rank, folio.at_foot);
        let at_head = !at_foot && heads_page(sheet, furniture, rank);
        if !at_head || stands_beside_words(sheet, furniture, rank) {
            continue;
        }
        let is_open = |line: usize| {
            furniture.kinds[line].is_none() && split.parts[line] == Some(Part::Body)
        };
        let above = rank.checked_sub(1).filter(|&line| {
            sheet.turn != Turn::Unmarked && sheet.page(line) == sheet.page(rank)
        });
        let below = Some(rank + 1).filter(|&line| line < sheet.solid.len());
        let found = [above, below].into_iter().flatten().find(|&line| {
            is_open(line) && is_apart(sheet, line) && looks_as_head(sheet, line)
        });
        let Some(line) = found else { continue };
        let next = sheet.words(line.max(rank) + 1);
        let goes_on = next.starts_with(char::is_lowercase);
        let words = sheet.words(line);
        if Some(line) == above || goes_on || is_person(words) {
            furniture.kinds[line] = Some(RemovalKind::RunningHead);
        } else if !words.ends_with('.') {
            furniture.unsure_heads.push(line);
        }
    }
}

/// Whether a folio stands among the first lines of its page, and a page of text behind it.
fn heads_page(sheet: &Sheet<'_>, furniture: &Furniture, rank: usize) -> bool {
    let page = furniture.bounds.partition_point(|&bound| bound <= rank);
    let start = page.checked_sub(1).map_or(0, |before| furniture.bounds[before]);
    let end = furniture.bounds.get(page).copied().unwrap_or(sheet.solid.len());
    rank - start <= 1 && end - rank > EDGE
}

/// Whether the page of a folio has its head already, on the same line or beside it.
fn stands_beside_words(sheet: &Sheet<'_>, furniture: &Furniture, rank: usize) -> bool {
    let is_head =
        |near: usize| furniture.kinds.get(near) == Some(&Some(RemovalKind::RunningHead));
    let lettered = sheet.words(rank).chars().filter(|c| c.is_alphabetic()).count() > EDGE;
    lettered || rank.checked_sub(1).is_some_and(is_head) || is_head(rank + 1)
}

/// Whether a line is parted from the one below it, and more so than the lines of the text
/// are from one another.
fn is_apart(sheet: &Sheet<'_>, rank: usize) -> bool {
    let below = rank + 1;
    below + 1 < sheet.solid.len()
        && sheet.blanks_before(below) > 0
        && sheet.blanks_before(below) >= sheet.blanks_before(below + 1)
}

/// Whether a line is cased and set as a head is, and is no heading of a division.
fn looks_as_head(sheet: &Sheet<'_>, rank: usize) -> bool {
    let words = sheet.words(rank);
    let first = words.chars().find(|c| c.is_alphanumeric());
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    first.is_some_and(char::is_uppercase)
        && letters >= EDGE
        && words.starts_with(char::is_alphabetic)
        && words.ends_with(|c: char| c.is_alphabetic() || c == '.')
        && !is_label(words)
        && sheet.shape(rank).width * 100 < sheet.measure.saturating_mul(NARROW)
        && numbering(words).is_none()
        && sections::named(words).is_none()
}
