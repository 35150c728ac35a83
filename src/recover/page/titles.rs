//! The title at the head of a text, which running heads repeat: it is no running head.

use std::collections::BTreeMap;

use super::furniture::{Furniture, says};
use super::pages::Sheet;
use crate::recover::model::RemovalKind;
use crate::text::names::is_by_line;
use crate::text::numerals::{Numbering, numbering};
use crate::text::sections;

/// How many solid lines from the head of the text its title and author may stand.
const OPENING: usize = 6;

/// Lines of a title and by-lines are shorter than this share of the measure, in per cent.
const SHORT: u32 = 75;

/// So near below a running head the heading that says the same may stand, in solid lines.
const NEAR: usize = 4;

/// Keeps the title in the text: the line at the head that looks otherwise than the
/// running heads with its words, and the lines above the name of an author.
pub(crate) fn spare(sheet: &Sheet<'_>, keys: &[&str], furniture: &mut Furniture) {
    let opening = OPENING.min(sheet.solid.len());
    let is_head = |rank: usize, furniture: &Furniture| {
        furniture.kinds[rank] == Some(RemovalKind::RunningHead)
    };
    for rank in 0..opening.min(2) {
        if is_head(rank, furniture) && looks_otherwise(sheet, keys, rank) {
            furniture.kinds[rank] = None;
        }
    }
    spare_divisions(sheet, keys, furniture);
    let by_line = (1..opening).find(|&rank| {
        let name = sheet.words(rank);
        is_short(sheet, rank)
            && is_short(sheet, rank - 1)
            && sheet.number(rank - 1).is_none_or(|number| number.beside_words)
            && is_by_line(name)
            && keys[rank] != keys[rank - 1]
    });
    if let Some(rank) = by_line {
        for rank in [rank - 1, rank] {
            if is_head(rank, furniture) {
                furniture.kinds[rank] = None;
            }
        }
    }
}

/// Keeps the headings of divisions that the running heads say again: of the lines with the
/// words of a head the first, where it alone has no folio, or where it is a chapter's
/// number or the name of a section. A heading must stand somewhere.
fn spare_divisions(sheet: &Sheet<'_>, keys: &[&str], furniture: &mut Furniture) {
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (rank, &key) in keys.iter().enumerate().filter(|(_, key)| !key.is_empty()) {
        alike.entry(key).or_default().push(rank);
    }
    let has_folio =
        |rank: &usize| sheet.number(*rank).is_some_and(|one| one.beside_words);
    for ranks in alike.values() {
        let [first, others @ ..] = ranks.as_slice() else { continue };
        let is_head = furniture.kinds[*first] == Some(RemovalKind::RunningHead);
        if !is_head || has_folio(first) || others.is_empty() {
            continue;
        }
        let is_division = || {
            let chapter = |rank: usize| {
                numbering(sheet.words(rank)).filter(|number| number.keyword)
            };
            let number = chapter(*first);
            // The heading may go on over more lines than the running head.
            let said = number.is_some_and(|number| {
                let same = |other: &Numbering| other.value == number.value;
                (0..*first).any(|rank| chapter(rank).as_ref().is_some_and(same))
            });
            let said_again = (first + 1..first + 1 + NEAR)
                .any(|rank| keys.get(rank).is_some_and(|key| says(key, keys[*first])));
            let named = sections::named(sheet.words(*first)).is_some();
            (number.is_some() || named) && !said && !said_again
        };
        if others.iter().all(has_folio) || is_division() {
            furniture.kinds[*first] = None;
        }
    }
}

/// Whether no other line with the words of this one is set as it is.
fn looks_otherwise(sheet: &Sheet<'_>, keys: &[&str], rank: usize) -> bool {
    let set = |rank: usize| {
        sheet.words(rank).trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace())
    };
    let mut others = (rank + 1..keys.len()).filter(|&other| keys[other] == keys[rank]);
    others.all(|other| set(other) != set(rank))
}

fn is_short(sheet: &Sheet<'_>, rank: usize) -> bool {
    sheet.shape(rank).width * 100 < sheet.measure.saturating_mul(SHORT)
}
