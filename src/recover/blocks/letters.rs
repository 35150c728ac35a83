//! Letters: dateline, salutation, close, name under it, postscript.
//!
//! What a line of a letter is depends on those before it: a short line is a name under a
//! close, and a close where a letter was begun. The parts of all letters of a text are
//! therefore one chain over its blocks, the dearest way through a small table of what may
//! follow what. Weights are in hundredths of a nat; they are set by hand, as no known
//! text marks its letters.

use super::drafts::{Draft, Kind, Sketch};
use crate::text::letter_lines::{
    adds, closes, is_dateline, is_salutation, signs_with, trails,
};
use crate::text::numerals;

/// A dateline, salutation, close or name has at most this many words.
const WORDS: usize = 9;

/// A close and the names under it have at most so many lines.
const CLOSE: usize = 4;

/// What a block is to a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Nothing: text outside letters.
    Text,
    /// Place and date, before or after the letter.
    Dateline,
    /// The address.
    Salutation,
    /// What is written.
    Body,
    /// The words before the name.
    Close,
    /// The name.
    Name,
    /// What was added under the name.
    Postscript,
}

impl Part {
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

/// What speaks for a line of nothing but a place and a date: it is hardly ever anything
/// else.
const DATED: i32 = 500;

/// What speaks for a line that begins as addresses do.
const ADDRESSED: i32 = 350;

/// What speaks for a line that begins as closes do.
const CLOSED: i32 = 300;

/// What speaks for a short line with a comma at its end as a close; it needs a name.
const TRAILING: i32 = 50;

/// What speaks for a line of nothing but a name.
const NAMED: i32 = 150;

/// What speaks for "P. S." and its like at the beginning of a block.
const ADDED: i32 = 300;

/// What speaks against a line that the labels took for a heading.
const HEADED: i32 = -100;

/// What speaks for a part behind another, `from` and `to` in the order of [`Part::ALL`];
/// none where it cannot be.
const STEPS: [[Option<i32>; Part::ALL.len()]; Part::ALL.len()] = {
    const NO: Option<i32> = None;
    const BY: Option<i32> = Some(0);
    [
        // Text, Dateline, Salutation, Body, Close, Name, Postscript
        [BY, BY, BY, NO, Some(-250), NO, NO],
        [BY, BY, Some(100), NO, Some(-100), Some(-50), NO],
        // An address without a letter under it is none.
        [NO, NO, NO, BY, NO, NO, NO],
        // A letter without a close may only have lost it.
        [Some(-100), BY, BY, BY, BY, Some(-100), NO],
        [Some(-100), BY, NO, NO, Some(-50), Some(100), BY],
        [BY, BY, BY, NO, NO, Some(-100), Some(100)],
        [BY, BY, BY, NO, NO, NO, BY],
    ]
};

/// What speaks against text that goes on after a close or a name, with nothing between
/// them and no heading: a line of a talk looks like a close, too.
const GOING_ON: i32 = -300;

/// Finds the parts of letters among the drafts.
pub(super) fn find(sketch: &mut Sketch) {
    part_closes(sketch);
    let drafts = sketch.drafts.iter();
    let signs: Vec<Signs> = drafts.map(|draft| signs(sketch, draft)).collect();
    for (draft, part) in sketch.drafts.iter_mut().zip(dearest(&signs)) {
        draft.kind = match part {
            Part::Dateline => Kind::Dateline,
            Part::Salutation => Kind::Salutation,
            Part::Close | Part::Name => Kind::Signature,
            Part::Text | Part::Body | Part::Postscript => draft.kind,
        };
    }
}

/// What a draft shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Signs {
    /// What speaks for it as each part; none where it cannot be that.
    own: [Option<i32>; Part::ALL.len()],
    /// Something else begins with it: it is a heading, or numbered as one.
    parts: bool,
}

/// What speaks for a draft as each part of a letter.
fn signs(sketch: &Sketch, draft: &Draft) -> Signs {
    let heading = matches!(draft.kind, Kind::Heading(_));
    let words = sketch.words(draft);
    // A label of verse or of a heading may be wrong for a line that stands alone.
    let single = draft.rows.len() == 1
        && (heading || matches!(draft.kind, Kind::Paragraph | Kind::Verse))
        && words.split_whitespace().count() <= WORDS;
    let speaks = |part| {
        let weight = match part {
            Part::Text => return Some(0),
            Part::Body => return (!heading).then_some(0),
            Part::Postscript if heading => return None,
            Part::Postscript => return adds(&words).then_some(ADDED),
            _ if !single => return None,
            Part::Dateline => is_dateline(&words).then_some(DATED),
            Part::Salutation => is_salutation(&words).then_some(ADDRESSED),
            Part::Close if closes(&words) => Some(CLOSED),
            Part::Close => trails(&words).then_some(TRAILING),
            Part::Name => signs_with(&words).then_some(NAMED),
        };
        weight.map(|weight| if heading { weight + HEADED } else { weight })
    };
    let numbered = numerals::numbering(&words).is_some_and(|number| number.keyword);
    Signs { own: Part::ALL.map(speaks), parts: heading || single && numbered }
}

/// The parts on the dearest way through all drafts.
fn dearest(signs: &[Signs]) -> Vec<Part> {
    let step = |from: usize, to: usize, goes_on: bool| {
        let ended = matches!(Part::ALL[from], Part::Close | Part::Name);
        let price = if ended && to == 0 && goes_on { GOING_ON } else { 0 };
        STEPS[from][to].map(|weight| weight + price)
    };
    // A text begins outside of letters.
    let mut best = [None; Part::ALL.len()];
    best[0] = Some(0);
    let mut ways: Vec<[usize; Part::ALL.len()]> = Vec::with_capacity(signs.len());
    for signs in signs {
        let mut next = [None; Part::ALL.len()];
        let mut way = [0; Part::ALL.len()];
        for to in 0..Part::ALL.len() {
            let Some(own) = signs.own[to] else { continue };
            let reach =
                |from: usize| Some(best[from]? + step(from, to, !signs.parts)? + own);
            let from = (0..Part::ALL.len()).rev().max_by_key(|&from| reach(from));
            way[to] = from.unwrap_or_default();
            next[to] = reach(way[to]);
        }
        best = next;
        ways.push(way);
    }
    let end = |at: usize| Some(best[at]? + step(at, 0, false)?);
    let mut at = (0..Part::ALL.len()).rev().max_by_key(|&at| end(at)).unwrap_or_default();
    let mut parts: Vec<Part> = Vec::with_capacity(signs.len());
    for way in ways.iter().rev() {
        parts.push(Part::ALL[at]);
        at = way[at];
    }
    parts.reverse();
    parts
}

/// Parts the close of a letter from the name under it, where both were taken for verse.
fn part_closes(sketch: &mut Sketch) {
    let mut drafts = Vec::with_capacity(sketch.drafts.len());
    for draft in &sketch.drafts {
        let rows = &sketch.rows[draft.rows.clone()];
        let short = rows.iter().all(|row| row.plain.split_whitespace().count() <= WORDS);
        let ends = rows.last().is_some_and(|row| signs_with(row.plain.trim()));
        let close = rows.len() <= CLOSE && short && ends && closes(&rows[0].plain);
        if draft.kind == Kind::Verse && close {
            let single = |row| Draft { kind: Kind::Paragraph, rows: row..row + 1 };
            drafts.extend(draft.rows.clone().map(single));
        } else {
            drafts.push(draft.clone());
        }
    }
    sketch.drafts = drafts;
}
