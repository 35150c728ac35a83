//! Letters: dateline, salutation, close, name, postscript.
//!
//! What a line of a letter is depends on the lines before it: a short line is a name
//! under a close, and a close after a letter has begun. So the parts of all letters are
//! one sequence over the blocks of the text: the best path through a small table of
//! transitions. Scores are in hundredths of a nat; they are set by hand, because no known
//! text marks its letters.
//!
//! Who signs the letters of a text is known after that, so a second search finds the names
//! under letters that have neither a salutation nor a close.

use std::collections::BTreeMap;

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::text::letter_lines::{
    ends_like_salutation, is_close, is_dateline, is_postscript, is_salutation,
    is_signature, leads_to_name,
};
use crate::text::letters::fold_letters;
use crate::text::numerals;
use crate::text::viterbi::{PathScores, find_best_states};

/// A dateline, salutation, close or name has at most this many words.
const WORDS: usize = 9;

/// A close and the names under it have at most this many lines.
const CLOSE: usize = 4;

/// The part that a block plays in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterPart {
    /// None: text outside of letters.
    Text,
    /// Place and date, before or after the letter.
    Dateline,
    /// The salutation.
    Salutation,
    /// The body of the letter.
    Body,
    /// The words before the name.
    Close,
    /// The name.
    Name,
    /// What is added under the name.
    Postscript,
}

impl LetterPart {
    const ALL: [Self; 7] = [
        Self::Text,
        Self::Dateline,
        Self::Salutation,
        Self::Body,
        Self::Close,
        Self::Name,
        Self::Postscript,
    ];
}

/// Score of a line that is only a place and a date: it is hardly ever anything else.
const DATED: i32 = 500;

/// Score of a line that begins like a salutation.
const ADDRESSED: i32 = 350;

/// Score of a line that begins like a close.
const CLOSED: i32 = 300;

/// Score of a short line with a comma at its end as a close; it needs a name.
const TRAILING: i32 = 50;

/// Score of a line that is only a name.
const NAMED: i32 = 150;

/// Score of the name of somebody who has signed letters of the text.
const SIGNED: i32 = 300;

/// Fewest letters that somebody has signed.
const LETTERS_OF_A_SIGNATORY: usize = 2;

/// Score of such a name in the text: its letter has neither a salutation nor a close.
const SIGNED_ALONE: i32 = -150;

/// Score of "P. S." and the like at the beginning of a block.
const ADDED: i32 = 300;

/// Score of a line that the labels took for a heading.
const HEADED: i32 = -100;

/// Scores of one part following another, `from` and `to` in the order of
/// [`LetterPart::ALL`]; `None` if it cannot.
const STEPS: [[Option<i32>; LetterPart::ALL.len()]; LetterPart::ALL.len()] = {
    const NO: Option<i32> = None;
    const BY: Option<i32> = Some(0);
    [
        // Text, Dateline, Salutation, Body, Close, Name, Postscript
        [BY, BY, BY, NO, Some(-250), NO, NO],
        [BY, BY, Some(100), NO, Some(-100), Some(-50), NO],
        // A salutation without a letter under it is none.
        [NO, NO, NO, BY, NO, NO, NO],
        // A letter without a close may have lost it.
        [Some(-100), BY, BY, BY, BY, Some(-100), NO],
        [Some(-100), BY, NO, NO, Some(-50), Some(100), BY],
        [BY, BY, BY, NO, NO, Some(-100), Some(100)],
        [BY, BY, BY, NO, NO, NO, BY],
    ]
};

/// Score of text that follows a close or a name without a heading: a line of a
/// conversation looks like a close, too.
const GOING_ON: i32 = -300;

/// Finds the parts of letters among the segments.
pub(super) fn find_letters(segmentation: &mut Segmentation) {
    split_closes(segmentation);
    let segments = segmentation.segments.iter();
    let mut scores: Vec<PartScores> =
        segments.map(|segment| score_parts(segmentation, segment)).collect();
    let mut parts = find_best_parts(&scores);
    if credit_signatories(segmentation, &parts, &mut scores) {
        parts = find_best_parts(&scores);
    }
    for (segment, part) in segmentation.segments.iter_mut().zip(parts) {
        segment.kind = match part {
            LetterPart::Dateline => SegmentKind::Dateline,
            LetterPart::Salutation => SegmentKind::Salutation,
            LetterPart::Close | LetterPart::Name => SegmentKind::Signature,
            LetterPart::Text | LetterPart::Body | LetterPart::Postscript => segment.kind,
        };
    }
}

/// Raises the scores of the names of those who have signed letters of the text, from the
/// first such letter on: before it, they are on the title page. Returns whether there are
/// any.
fn credit_signatories(
    segmentation: &Segmentation,
    parts: &[LetterPart],
    scores: &mut [PartScores],
) -> bool {
    let name = |segment: &Segment| fold_letters(&segmentation.words_of(segment));
    let mut signed: BTreeMap<String, usize> = BTreeMap::new();
    let mut first = None;
    for (at, segment) in segmentation.segments.iter().enumerate() {
        if parts[at] == LetterPart::Name {
            *signed.entry(name(segment)).or_default() += 1;
            first = first.or(Some(at));
        }
    }
    signed.retain(|_, letters| *letters >= LETTERS_OF_A_SIGNATORY);
    let Some(first) = first.filter(|_| !signed.is_empty()) else { return false };
    let segments = segmentation.segments.iter().zip(scores).skip(first);
    for (segment, scores) in segments {
        let Some(own) = &mut scores.own[LetterPart::Name as usize] else { continue };
        if signed.contains_key(&name(segment)) {
            *own += SIGNED - NAMED;
            scores.signs = true;
        }
    }
    true
}

/// The scores of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PartScores {
    /// Its score as each part; `None` if it cannot be that part.
    own: [Option<i32>; LetterPart::ALL.len()],
    /// Something else begins with it: it is a heading, or numbered like one.
    parts: bool,
    /// It is the name of somebody who has signed other letters.
    signs: bool,
}

/// Scores a segment as each part of a letter.
fn score_parts(segmentation: &Segmentation, segment: &Segment) -> PartScores {
    let heading = segment.is_heading();
    let words = segmentation.words_of(segment);
    // The labels of verse or of a heading may be wrong for a single line.
    let single = segment.rows.len() == 1
        && (heading
            || matches!(segment.kind, SegmentKind::Paragraph | SegmentKind::Verse))
        && words.split_whitespace().count() <= WORDS;
    let speaks = |part| {
        let weight = match part {
            LetterPart::Text => return Some(0),
            LetterPart::Body => return (!heading).then_some(0),
            LetterPart::Postscript if heading => return None,
            LetterPart::Postscript => return is_postscript(&words).then_some(ADDED),
            _ if !single => return None,
            LetterPart::Dateline => is_dateline(&words).then_some(DATED),
            LetterPart::Salutation => (is_salutation(&words)
                || ends_like_salutation(&words))
            .then_some(ADDRESSED),
            LetterPart::Close if is_close(&words) => Some(CLOSED),
            LetterPart::Close => leads_to_name(&words).then_some(TRAILING),
            LetterPart::Name => is_signature(&words).then_some(NAMED),
        };
        weight.map(|weight| if heading { weight + HEADED } else { weight })
    };
    let numbered = numerals::numbering(&words).is_some_and(|number| number.keyword);
    PartScores {
        own: LetterPart::ALL.map(speaks),
        parts: heading || single && numbered,
        signs: false,
    }
}

/// Finds the best sequence of parts for all segments.
fn find_best_parts(scores: &[PartScores]) -> Vec<LetterPart> {
    let states = find_best_states(scores.len(), &LetterPaths(scores));
    states.into_iter().map(|state| LetterPart::ALL[state]).collect()
}

/// The scores of segments as parts of letters, as scores of paths.
struct LetterPaths<'a>(&'a [PartScores]);

impl LetterPaths<'_> {
    /// The score of one part following another; `goes_on` if nothing separates the two.
    fn step(from: usize, to: usize, goes_on: bool) -> Option<i64> {
        let ended = matches!(LetterPart::ALL[from], LetterPart::Close | LetterPart::Name);
        let cost = if ended && to == 0 && goes_on { GOING_ON } else { 0 };
        Some(i64::from(STEPS[from][to]? + cost))
    }
}

impl PathScores<{ LetterPart::ALL.len() }> for LetterPaths<'_> {
    fn start(&self, state: usize) -> Option<i64> {
        // A text begins outside of letters.
        Self::step(0, state, !self.0[0].parts)
    }

    fn own(&self, position: usize, state: usize) -> Option<i64> {
        self.0.get(position)?.own[state].map(i64::from)
    }

    fn transition(&self, position: usize, from: usize, to: usize) -> Option<i64> {
        let this = self.0[position];
        let alone = || this.signs && LetterPart::ALL[to] == LetterPart::Name && from == 0;
        Self::step(from, to, !this.parts)
            .or_else(|| alone().then_some(i64::from(SIGNED_ALONE)))
    }

    fn end(&self, state: usize) -> Option<i64> {
        Self::step(state, 0, false)
    }
}

/// Separates the close of a letter from the name under it, if both were taken for verse.
fn split_closes(segmentation: &mut Segmentation) {
    let mut segments = Vec::with_capacity(segmentation.segments.len());
    for segment in &segmentation.segments {
        let rows = &segmentation.rows[segment.rows.clone()];
        let short = rows.iter().all(|row| row.plain.split_whitespace().count() <= WORDS);
        let ends = rows.last().is_some_and(|row| is_signature(row.plain.trim()));
        let close = rows.len() <= CLOSE && short && ends && is_close(&rows[0].plain);
        if segment.kind == SegmentKind::Verse && close {
            let single =
                |row| Segment { kind: SegmentKind::Paragraph, rows: row..row + 1 };
            segments.extend(segment.rows.clone().map(single));
        } else {
            segments.push(segment.clone());
        }
    }
    segmentation.segments = segments;
}
