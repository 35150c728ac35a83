//! Running heads that occur just once, beside the folio of their page.
//!
//! A text of few pages has each head once, as a chapter's only left page does: nothing
//! repeats. But a line between the folio at the head of a page and the text is either the
//! head of the page or the heading of a chapter. It is a head if it is above the folio,
//! if it names a person, or if the text after it begins with a lower-case letter.
//! Otherwise it remains in the text, and a diagnostic reports it. So does a line with a single
//! folio far from its words.

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{LinePart, TextNoteSplit};
use crate::recover::page::folios::is_set_apart;
use crate::recover::page::furniture::{EDGE, Furniture};
use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::names::is_person;
use crate::text::note_labels::begins_with_label;
use crate::text::numerals::numbering;
use crate::text::sections;

/// A head is narrower than this share of the measure, in per cent; a line of text below a
/// folio is as narrow only at the end of a paragraph.
const NARROW: u32 = 80;

/// Marks the clear cases, and lists the lines that remain in the text.
pub(super) fn mark_lone_heads(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &mut Furniture,
) {
    for place in 0..furniture.folios.len() {
        let folio = &furniture.folios[place];
        let (line_no, at_foot) = (folio.line_no, folio.at_foot);
        let at_head = !at_foot && heads_page(source, furniture, line_no);
        if !at_head
            || furniture.has_page_head(line_no)
            || stands_beside_words(source, furniture, line_no)
        {
            continue;
        }
        let is_open = |line: usize| {
            furniture.kinds[line].is_none() && split.parts[line] == Some(LinePart::Body)
        };
        let above = line_no.checked_sub(1).filter(|&line| {
            source.turn != PageTurn::Unmarked
                && source.page_of(line) == source.page_of(line_no)
        });
        let below = Some(line_no + 1).filter(|&line| line < source.solid_lines.len());
        let found = [above, below].into_iter().flatten().find(|&line| {
            is_open(line) && is_apart(source, line) && looks_like_head(source, line)
        });
        let Some(line) = found else { continue };
        let next = source.words(line.max(line_no) + 1);
        let goes_on = next.starts_with(char::is_lowercase);
        let words = source.words(line);
        if Some(line) == above || goes_on || is_person(words) {
            furniture.kinds[line] = Some(RemovalKind::RunningHead);
        } else if !words.ends_with('.') {
            furniture.unsure_heads.push(line);
        }
    }
    list_lone_folios(source, split, furniture);
}

/// Lists the lines with a number far from their words at the heads of pages: one that no other
/// folio confirms may as well be the number of a section.
fn list_lone_folios(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &mut Furniture,
) {
    let is_one = |&line: &usize| {
        furniture.kinds[line].is_none()
            && split.parts[line] == Some(LinePart::Body)
            && source.number(line).is_some_and(|one| one.beside_words && !one.roman)
            && is_set_apart(source, line)
    };
    let found: Vec<usize> = source.starts.iter().copied().filter(is_one).collect();
    furniture.unsure_heads.extend(found);
}

/// Whether a folio is among the first lines of its page, with a page of text after it.
fn heads_page(source: &SourceLayout<'_>, furniture: &Furniture, line_no: usize) -> bool {
    let page = furniture.bounds.partition_point(|&bound| bound <= line_no);
    let start = page.checked_sub(1).map_or(0, |before| furniture.bounds[before]);
    let end = furniture.bounds.get(page).copied().unwrap_or(source.solid_lines.len());
    line_no - start <= 1 && end - line_no > EDGE
}

/// Whether the page of a folio already has a head, on the same line or next to it.
fn stands_beside_words(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    line_no: usize,
) -> bool {
    let is_head =
        |near: usize| furniture.kinds.get(near) == Some(&Some(RemovalKind::RunningHead));
    let lettered =
        source.words(line_no).chars().filter(|c| c.is_alphabetic()).count() > EDGE;
    lettered || line_no.checked_sub(1).is_some_and(is_head) || is_head(line_no + 1)
}

/// Whether a line is separated from the one below it, and more than the lines of the text
/// are from each other.
fn is_apart(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let below = line_no + 1;
    below + 1 < source.solid_lines.len()
        && source.blanks_before(below) > 0
        && source.blanks_before(below) >= source.blanks_before(below + 1)
}

/// Whether a line has the case and the width of a head, and is not a heading of a
/// division.
fn looks_like_head(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let words = source.words(line_no);
    let first = words.chars().find(|c| c.is_alphanumeric());
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    first.is_some_and(char::is_uppercase)
        && letters >= EDGE
        && words.starts_with(char::is_alphabetic)
        && words.ends_with(|c: char| c.is_alphabetic() || c == '.')
        && !begins_with_label(words)
        && source.shape(line_no).width * 100 < source.measure.saturating_mul(NARROW)
        && numbering(words).is_none()
        && sections::named(words).is_none()
}
