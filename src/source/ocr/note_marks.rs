//! Finds the note marks of a line by their boxes: programs hardly ever say what is raised.

use std::ops::Range;

use crate::source::ocr::line_style::LetterStyle;
use crate::source::ocr::scanned::ScannedLine;

/// The least height of the foot of a raised figure above the baseline, in thousandths of
/// the size: superscripts of text faces stand at 300 and more.
const RAISED: i64 = 180;

/// The most figures of a note mark.
const MARK_FIGURES: usize = 3;

/// The most that a note mark is away from its word, in thousandths of the size: a word space
/// has 200 and more.
const BESIDE: i64 = 120;

/// The most note marks of a line: more are a table of figures.
const MOST_MARKS: usize = 20;

/// Makes the note marks of a line raised, and joins each to the word that it stands beside.
pub(super) fn raise_note_marks(line: &mut ScannedLine, baseline: Option<i64>, size: i64) {
    // From the last one, so that the places before it stay.
    for number in find_raised(line, baseline, size).into_iter().rev() {
        let frame = |number: usize| line.words.get(number).and_then(|word| word.frame);
        let before = number.checked_sub(1).and_then(frame);
        let is_beside = before.zip(frame(number)).is_some_and(|(before, mark)| {
            (mark.left - before.right) * 1000 <= size * BESIDE
        });
        let start = line.words.get(number).map_or(0, |word| word.text.start);
        if is_beside && line.text.get(..start).is_some_and(|text| text.ends_with(' ')) {
            line.remove_space(start - 1);
        }
        if let Some(word) = line.words.get(number) {
            raise_range(&mut line.styles, word.text.clone());
        }
    }
}

/// The words of figures alone that stand above the baseline: note marks, which programs
/// hardly ever say to be raised.
fn find_raised(line: &ScannedLine, baseline: Option<i64>, size: i64) -> Vec<usize> {
    // A line of one word has nothing to be raised beside.
    let Some(baseline) = baseline.filter(|_| size > 0 && line.words.len() > 1) else {
        return Vec::new();
    };
    let slope = line.baseline.map_or(0, |baseline| baseline.slope);
    let start = line.baseline.map_or(0, |baseline| baseline.x);
    let words = line.words.iter().enumerate().filter(|(_, word)| {
        let text = line.text.get(word.text.clone()).unwrap_or_default();
        let is_mark = (1..=MARK_FIGURES).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_above = word.frame.is_some_and(|frame| {
            let below = (frame.left - start).saturating_mul(slope) / 1_000_000;
            (baseline + below - frame.bottom) * 1000 >= size * RAISED
        });
        is_mark && is_above
    });
    words.map(|(number, _)| number).take(MOST_MARKS).collect()
}

/// Makes a range raised, in styles that are in order.
fn raise_range(styles: &mut Vec<(Range<usize>, LetterStyle)>, range: Range<usize>) {
    let at = styles.partition_point(|(other, _)| other.end <= range.start);
    let style = match styles.get(at) {
        Some((other, style)) if other.start < range.end => {
            if *other != range {
                return;
            }
            let style = LetterStyle { raised: true, ..*style };
            styles.remove(at);
            style
        }
        _ => LetterStyle { raised: true, ..LetterStyle::default() },
    };
    styles.insert(at, (range, style));
}
