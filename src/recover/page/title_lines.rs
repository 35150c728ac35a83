//! The title at the beginning of a text, which running heads repeat: it is not a running
//! head itself.

use std::collections::BTreeMap;

use super::furniture::{Furniture, MOST_HEADS, says_head};
use super::source_layout::{PageTurn, SourceLayout};
use crate::recover::model::RemovalKind;
use crate::text::names::is_by_line;
use crate::text::numerals::{Numbering, numbering};
use crate::text::sections;
use crate::text::spelling::is_reading_of;

/// How far from the beginning title and author may be, in solid lines.
const OPENING: usize = 6;

/// Titles and by-lines are shorter than this share of the measure, in per cent.
const SHORT: u32 = 75;

/// How far below a running head a heading of the same words may be, in solid lines.
const NEAR: usize = 4;

/// Keeps the title in the text: the first line, if it looks different from the running
/// heads of its words, and the lines above the name of an author.
pub(crate) fn keep_titles(
    source: &SourceLayout<'_>,
    keys: &[&str],
    furniture: &mut Furniture,
) {
    let opening = OPENING.min(source.solid_lines.len());
    let is_head = |line_no: usize, furniture: &Furniture| {
        furniture.kinds[line_no] == Some(RemovalKind::RunningHead)
    };
    for line_no in 0..opening.min(2) {
        if is_head(line_no, furniture)
            && looks_otherwise(source, keys, line_no)
            && !is_misread_head(source, keys, furniture, line_no)
        {
            furniture.kinds[line_no] = None;
        }
    }
    keep_division_headings(source, keys, furniture);
    let by_line = (1..opening).find(|&line_no| {
        let name = source.words(line_no);
        is_short(source, line_no)
            && is_short(source, line_no - 1)
            && source.number(line_no - 1).is_none_or(|number| number.beside_words)
            && is_by_line(name)
            && keys[line_no] != keys[line_no - 1]
    });
    if let Some(line_no) = by_line {
        for line_no in [line_no - 1, line_no] {
            if is_head(line_no, furniture) {
                furniture.kinds[line_no] = None;
            }
        }
    }
}

/// Keeps the headings of divisions that running heads repeat. It is the only line with
/// the words of a head that has no folio, if it is the first or has other capitals; or
/// the first, if it is a chapter number or the name of a section. A heading
/// must exist.
fn keep_division_headings(
    source: &SourceLayout<'_>,
    keys: &[&str],
    furniture: &mut Furniture,
) {
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (line_no, &key) in keys.iter().enumerate().filter(|(_, key)| !key.is_empty()) {
        alike.entry(key).or_default().push(line_no);
    }
    let has_folio =
        |line_no: &usize| source.number(*line_no).is_some_and(|one| one.beside_words);
    for line_nos in alike.values() {
        let [first, others @ ..] = line_nos.as_slice() else { continue };
        let mut bare = line_nos.iter().filter(|line_no| !has_folio(line_no));
        if let (Some(&heading), None) = (bare.next(), bare.next())
            && others.len() > 1
            && has_other_case(source, line_nos, heading)
            && furniture.kinds[heading] == Some(RemovalKind::RunningHead)
        {
            furniture.kinds[heading] = None;
            continue;
        }
        let is_head = furniture.kinds[*first] == Some(RemovalKind::RunningHead);
        if !is_head || has_folio(first) || others.is_empty() {
            continue;
        }
        let is_division = || {
            let chapter = |line_no: usize| {
                numbering(source.words(line_no)).filter(|number| number.keyword)
            };
            let number = chapter(*first);
            // The heading may have more lines than the running head.
            let said = number.is_some_and(|number| {
                let same = |other: &Numbering| other.value == number.value;
                (0..*first).any(|line_no| chapter(line_no).as_ref().is_some_and(same))
            });
            let of_page = match source.turn {
                PageTurn::FormFeed => source.page_lines(source.page_of(*first)).end,
                PageTurn::Space | PageTurn::Unmarked => 0,
            };
            let said_again = (first + 1..of_page.max(first + 1 + NEAR)).any(|line_no| {
                keys.get(line_no).is_some_and(|key| says_head(key, keys[*first]))
            });
            let named = sections::named(source.words(*first)).is_some();
            (number.is_some() || named) && !said && !said_again
        };
        if others.iter().all(has_folio) || is_division() {
            furniture.kinds[*first] = None;
        }
    }
}

/// Whether no other line with the same words looks the same.
fn looks_otherwise(source: &SourceLayout<'_>, keys: &[&str], line_no: usize) -> bool {
    let set = |line_no: usize| {
        source
            .words(line_no)
            .trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace())
    };
    let mut others =
        (line_no + 1..keys.len()).filter(|&other| keys[other] == keys[line_no]);
    others.all(|other| set(other) != set(line_no))
}

/// Whether a line differs from running heads by a few misread letters only.
fn is_misread_head(
    source: &SourceLayout<'_>,
    keys: &[&str],
    furniture: &Furniture,
    line_no: usize,
) -> bool {
    let heads = (line_no + 1..keys.len())
        .filter(|&other| furniture.kinds[other] == Some(RemovalKind::RunningHead));
    let is_reading = |other: usize| {
        keys[other] != keys[line_no]
            && is_reading_of(source.words(other), source.words(line_no))
    };
    heads.take(MOST_HEADS).any(is_reading)
}

/// Whether none of several lines with the same letters has them in the same case.
fn has_other_case(source: &SourceLayout<'_>, alike: &[usize], line_no: usize) -> bool {
    let letters =
        |line_no: usize| source.words(line_no).chars().filter(|c| c.is_alphabetic());
    let mut others = alike.iter().filter(|&&other| other != line_no);
    others.all(|&other| !letters(other).eq(letters(line_no)))
}

fn is_short(source: &SourceLayout<'_>, line_no: usize) -> bool {
    source.shape(line_no).width * 100 < source.measure.saturating_mul(SHORT)
}
