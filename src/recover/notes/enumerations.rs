//! Numbers that number something else than notes: in brackets, the parts of a sentence,
//! `(1) that …, (2) that …, and (3) that …`; in a row, what the row leads to.

use super::mark_candidate::{MarkCandidate, MarkSetting};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_series::LabelSeries;
use crate::text::span::Span;

/// Worth, in hundredths of a nat, of a number that is part of the sentence: no match with
/// a note makes up for it.
pub(crate) const PART_OF_SENTENCE: i32 = -500;

/// Most solid lines from one part to the next.
const LONGEST_PART: usize = 8;

/// Fewest parts that only commas separate. Two notes may follow two commas.
const FEWEST_PARTS: usize = 3;

/// Conjunctions before the last part of an enumeration. No phrase ends with one, so that
/// no mark follows it.
const CONJUNCTIONS: [&str; 14] =
    ["and", "or", "y", "e", "o", "u", "ou", "et", "und", "oder", "ed", "od", "и", "или"];

/// Fewest numbers of a row of numbers. A word may have two references in a row.
const FEWEST_IN_ROW: usize = 4;

/// Most letters between two numbers of a row: `P.1 P.2`.
const LETTERS_IN_ROW: usize = 2;

/// Gives the members of rows of numbers the worth [`PART_OF_SENTENCE`]: `1 2 3 4 5` leads to
/// the sections of a page, or is the scale of a table.
pub(crate) fn devalue_number_rows(
    source: &SourceLayout<'_>,
    candidates: &mut [MarkCandidate],
) {
    let in_row = |before: &MarkCandidate, after: &MarkCandidate| {
        let between =
            Span { start: before.span.end, end: after.span.start, ..before.span };
        before.series == LabelSeries::Figure
            && after.series == before.series
            && after.line_no - before.line_no <= 1
            && before.span.end <= after.span.start
            && before.number.checked_add(1) == Some(after.number)
            && source.text.slice(between).chars().filter(|c| c.is_alphabetic()).count()
                <= LETTERS_IN_ROW
    };
    let mut start = 0;
    for end in 1..=candidates.len() {
        if end < candidates.len() && in_row(&candidates[end - 1], &candidates[end]) {
            continue;
        }
        if end - start >= FEWEST_IN_ROW {
            candidates[start..end]
                .iter_mut()
                .for_each(|one| one.worth = PART_OF_SENTENCE);
        }
        start = end;
    }
}

/// Gives the members of enumerations the worth [`PART_OF_SENTENCE`].
pub(crate) fn devalue_enumerations(
    source: &SourceLayout<'_>,
    candidates: &mut [MarkCandidate],
) {
    for series in [LabelSeries::Figure, LabelSeries::Letter, LabelSeries::Roman] {
        let places: Vec<usize> = (0..candidates.len())
            .filter(|&place| {
                let one = &candidates[place];
                one.series == series && one.setting == MarkSetting::Round
            })
            .collect();
        let mut start = 0;
        while start < places.len() {
            let mut end = start + 1;
            while end < places.len()
                && continues(
                    source,
                    &candidates[places[end - 1]],
                    &candidates[places[end]],
                )
            {
                end += 1;
            }
            let run = &places[start..end];
            if is_enumeration(source, candidates, run) {
                for &place in run {
                    candidates[place].worth = PART_OF_SENTENCE;
                }
            }
            start = end;
        }
    }
}

/// Whether one number follows another in the same sentence.
fn continues(
    source: &SourceLayout<'_>,
    before: &MarkCandidate,
    after: &MarkCandidate,
) -> bool {
    before.number.checked_add(1) == Some(after.number)
        && after.line_no - before.line_no <= LONGEST_PART
        && (before.line_no + 1..=after.line_no)
            .all(|line_no| source.blanks_before(line_no) == 0)
        && !ends_inside(source.text.slice(Span {
            end: after.span.start,
            start: before.span.end,
            ..before.span
        }))
}

/// Whether a sentence ends inside a text: a full stop before a capital.
fn ends_inside(text: &str) -> bool {
    let mut stopped = false;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if stopped && c.is_uppercase() {
            return true;
        }
        stopped = matches!(c, '.' | '!' | '?');
    }
    false
}

/// Whether some numbers that follow one another in a sentence number its parts.
fn is_enumeration(
    source: &SourceLayout<'_>,
    candidates: &[MarkCandidate],
    run: &[usize],
) -> bool {
    let begins = |place: &usize| {
        let one = &candidates[*place];
        let line = source.text.lines[source.solid_lines[one.line_no]].span;
        let tail = source.text.slice(Span { start: one.span.end, ..line }).trim_start();
        let next = source.solid_lines.get(one.line_no + 1);
        let next = next.map_or("", |_| source.words(one.line_no + 1));
        let part = if tail.is_empty() { next } else { tail };
        part.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit())
    };
    let before = |place: usize| {
        let one = &candidates[place];
        let line = source.text.lines[source.solid_lines[one.line_no]].span;
        let head = source.text.slice(Span { end: one.span.start, ..line }).trim_end();
        match one.line_no.checked_sub(1) {
            Some(above) if head.is_empty() => source.words(above),
            _ => head,
        }
    };
    let joined = |place: &usize| {
        let word = before(*place).rsplit(char::is_whitespace).next().unwrap_or_default();
        CONJUNCTIONS.contains(&word)
    };
    let parted = |place: &usize| before(*place).ends_with([',', ';', ':']);
    let [first, .., last] = run else { return false };
    candidates[*first].number == 1
        && run.iter().all(begins)
        && (joined(last)
            || run.len() >= FEWEST_PARTS
                && run[1..].iter().all(|place| parted(place) || joined(place)))
}
