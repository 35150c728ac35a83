//! Which lines are headings, decided over the whole document: the labels say how likely a
//! line is one by itself; its number, its words and the other lines of its look say more.
//!
//! Evidence is added in hundredths of a natural logarithm of odds, as in `weights.txt`.

use std::collections::{BTreeMap, BTreeSet};

use super::drafts::{Draft, Kind, Sketch};
use super::label::Label;
use super::runs::Runs;
use crate::recover::rows::ends::End;
use crate::recover::rows::style::Style;
use crate::text::numerals::{self, Numbering};
use crate::text::sections;

use crate::text::odds::exp;

/// A heading has seldom more rows; what has more is judged by its labels alone.
const ROWS_OF_A_HEADING: usize = 4;

/// The odds above which a line is a heading. The best mean of what is found and what is
/// right is below even odds (Lipton, Elkan & Naryanaswamy 2014).
const ENOUGH: i32 = -20;

/// The odds of a line by itself count at most this much, for and against.
const MOST_BY_ITSELF: i32 = 600;

/// What the best sequence of labels says, beside the likelihoods, for and against.
const IN_SEQUENCE: i32 = 60;

/// The odds that the lines of one look give each other are weighed by this, in per cent.
const LOOK: i32 = 60;

/// The odds by look are at least and at most these: a look is coarse, and speakers share
/// that of headings.
const BY_LOOK: [i32; 2] = [-30, 150];

/// Other lines of its look begin with the same word in capitals and go on otherwise:
/// "NÚMERO 4-13", "NÚMERO 4-14".
const SAME_FIRST_WORD: i32 = 280;

/// A number with a word such as "chapter".
const CHAPTER: i32 = 80;

/// A number in Roman figures alone on its line.
const ROMAN_ALONE: i32 = 100;

/// A number alone with verse under it may count a stanza.
const OVER_VERSE: i32 = -100;

/// A line under verse that stands under a heading says whose the verse is: a motto.
const UNDER_A_MOTTO: i32 = -200;

/// Below these odds a number is no member of a series of headings.
const LEAST_IN_SERIES: i32 = -150;

/// The sign of a section and its number, alone on a line: "§ 12".
const SECTION_SIGN: i32 = 300;

/// A line under a line that is but a number, with text below it.
const UNDER_A_NUMBER: i32 = 150;

/// The same where another number has had such a title: a book gives all or none.
const UNDER_NUMBERS: i32 = 150;

/// A line whose number has a neighbour that is a heading.
const IN_A_SERIES: i32 = 120;

/// The name of a section that many books have: preface, appendix.
const KNOWN_SECTION: i32 = 320;

/// The same with other words behind it.
const BEGINS_AS_SECTION: i32 = 180;

/// The last words of a text: "The end".
const LAST_WORDS: i32 = -300;

/// A letter alone that is no number, or with which the text below begins: a large initial.
const INITIAL: i32 = -500;

/// Arabic figures alone, with no neighbour in a series: a folio that was not told.
const FIGURES_ALONE: i32 = -350;

/// A line that breaks off with a comma or a hyphen.
const BROKEN_OFF: i32 = -150;

/// Decides which drafts are headings.
pub(super) fn decide(sketch: &mut Sketch, style: &Style) {
    let evidence = Evidence::gather(sketch, style);
    // How many numbers alone have had a title under them so far.
    let (mut under_number, mut titled) = (false, 0);
    for at in 0..sketch.drafts.len() {
        let was = matches!(sketch.drafts[at].kind, Kind::Heading(_));
        let odds = evidence.odds(sketch, at, under_number.then_some(titled));
        let heading = odds.map_or(was, |odds| odds > ENOUGH);
        titled += usize::from(heading && under_number && evidence.numbers[at].is_none());
        under_number =
            heading && evidence.numbers[at].is_some_and(|number| number.rest == 0);
        match (was, heading) {
            (false, true) => sketch.drafts[at].kind = Kind::Heading(1),
            (true, false) => sketch.drafts[at].kind = Kind::Paragraph,
            _ => {}
        }
    }
}

/// What the document says of its drafts, one entry for each.
struct Evidence {
    /// The odds by its labels; none where they are not to be changed.
    own: Vec<Option<i32>>,
    /// What the other lines of its look say.
    by_look: Vec<i32>,
    /// What the lines say that begin with the same word.
    by_first_word: Vec<i32>,
    /// The number that it begins with.
    numbers: Vec<Option<Numbering>>,
    /// Whether its number has a neighbour.
    in_series: Vec<bool>,
}

impl Evidence {
    fn gather(sketch: &Sketch, style: &Style) -> Self {
        let drafts = || sketch.drafts.iter();
        let own: Vec<Option<i32>> =
            drafts().map(|draft| by_itself(sketch, draft)).collect();
        let words: Vec<String> = drafts().map(|draft| sketch.words(draft)).collect();
        let numbers: Vec<Option<Numbering>> =
            words.iter().map(|words| numerals::numbering(words)).collect();
        Self {
            by_look: by_look(sketch, style, &own),
            by_first_word: by_first_word(&words, &own),
            in_series: in_series(&own, &numbers),
            own,
            numbers,
        }
    }

    /// The odds of a draft, all considered; none where its kind is not to be changed.
    /// `titled`, of a draft under a number alone, is how many numbers before it have had a
    /// title under them.
    fn odds(&self, sketch: &Sketch, at: usize, titled: Option<usize>) -> Option<i32> {
        let draft = &sketch.drafts[at];
        let below = sketch.drafts.get(at + 1);
        let number = self.numbers[at].as_ref();
        let mut odds = self.own[at]? + self.by_look[at] + self.by_first_word[at];
        odds += match draft.kind {
            Kind::Heading(_) => IN_SEQUENCE,
            _ => -IN_SEQUENCE,
        };
        // A date or a subtitle may part the title from the text.
        let mut text = sketch.drafts[at + 1..].iter().take(2);
        let text_below = text.any(|below| below.rows.len() > draft.rows.len());
        if let Some(titled) = titled.filter(|_| number.is_none() && text_below) {
            odds += UNDER_A_NUMBER + if titled > 0 { UNDER_NUMBERS } else { 0 };
        }
        if self.in_series[at]
            && number.is_some_and(|number| number.keyword || number.rest == 0)
        {
            odds += IN_A_SERIES;
        }
        let words = sketch.words(draft);
        let initial = below.is_some_and(|below| sketch.words(below).starts_with(&words));
        let counts = number.filter(|_| self.in_series[at] || !initial);
        Some(
            odds + among_verse(sketch, at, number)
                + by_words(&words, counts, self.in_series[at]),
        )
    }
}

/// What verse above or below a line says: a number over it may count a stanza, and words
/// under a motto say whose it is.
fn among_verse(sketch: &Sketch, at: usize, number: Option<&Numbering>) -> i32 {
    let kind = |at: usize| sketch.drafts.get(at).map(|draft| draft.kind);
    let heading = |at: usize| matches!(kind(at), Some(Kind::Heading(_)));
    let over = number.is_some_and(|number| number.rest == 0 && !number.keyword)
        && kind(at + 1) == Some(Kind::Verse);
    let motto = |kind| matches!(kind, Some(Kind::Verse | Kind::Quotation));
    let under = number.is_none()
        && at.checked_sub(2).is_some_and(|above| heading(above) && motto(kind(at - 1)));
    let odds = if over { OVER_VERSE } else { 0 };
    odds + if under { UNDER_A_MOTTO } else { 0 }
}

/// The odds of a draft by its labels; none where it cannot be a heading, is judged by its
/// labels alone, or has become a heading against its labels, by the chain of its number.
fn by_itself(sketch: &Sketch, draft: &Draft) -> Option<i32> {
    let by_label =
        matches!(sketch.labels[draft.rows.start], Label::Heading | Label::HeadingMore);
    let open = match draft.kind {
        Kind::Paragraph => true,
        Kind::Heading(_) => by_label,
        _ => false,
    };
    let body = draft.rows.start >= sketch.displaced;
    if !open || !body || draft.rows.len() > ROWS_OF_A_HEADING {
        return None;
    }
    let heading = Draft { kind: Kind::Heading(1), rows: draft.rows.clone() };
    Some(odds(sketch.kind_likely(&heading)))
}

/// A likelihood as odds, found by halving: a logarithm may differ between machines.
fn odds(likely: f64) -> i32 {
    let (mut low, mut high) = (-MOST_BY_ITSELF, MOST_BY_ITSELF);
    while low < high {
        let middle = low + (high - low + 1).div_euclid(2);
        if likelihood(middle) <= likely { low = middle } else { high = middle - 1 }
    }
    low
}

/// Odds as a likelihood.
fn likelihood(odds: i32) -> f64 {
    let odds = exp(f64::from(odds) / 100.0);
    odds / (1.0 + odds)
}

/// What the other lines of its look say for each draft.
fn by_look(sketch: &Sketch, style: &Style, own: &[Option<i32>]) -> Vec<i32> {
    let looks = Runs::of(&sketch.rows, style).looks(&sketch.rows, style);
    let look = |draft: &Draft| looks[draft.rows.start];
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    let seen = || sketch.drafts.iter().zip(own);
    for (draft, own) in seen() {
        if let (Some(look), Some(own)) = (look(draft), *own) {
            let heading = matches!(draft.kind, Kind::Heading(_));
            let (headings, all) = sums.entry(look).or_default();
            *headings += if heading { 1.0 } else { likelihood(own) };
            *all += 1.0;
        }
    }
    let others = |(draft, own): (&Draft, &Option<i32>)| {
        let (Some(look), Some(own)) = (look(draft), *own) else { return 0 };
        let (headings, all) = sums[&look];
        let heading = matches!(draft.kind, Kind::Heading(_));
        let headings = headings - if heading { 1.0 } else { likelihood(own) };
        let rate = (headings + 0.5) / all;
        (odds(rate) * LOOK / 100).clamp(BY_LOOK[0], BY_LOOK[1])
    };
    seen().map(others).collect()
}

/// What lines that begin with the same word in capitals and go on otherwise say for each
/// other.
fn by_first_word(words: &[String], own: &[Option<i32>]) -> Vec<i32> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, words) in words.iter().enumerate() {
        let first = words.split(' ').next().unwrap_or_default();
        let shouted = first.chars().count() > 2 && !first.contains(char::is_lowercase);
        if shouted
            && words.contains(' ')
            && own[at].is_some_and(|own| own > 2 * LEAST_IN_SERIES)
        {
            groups.entry(first).or_default().push(at);
        }
    }
    let mut odds = vec![0; words.len()];
    for group in groups.values() {
        let different: BTreeSet<&str> =
            group.iter().map(|&at| words[at].as_str()).collect();
        let mean = group.iter().filter_map(|&at| own[at]).sum::<i32>()
            / i32::try_from(group.len()).unwrap_or(i32::MAX);
        if different.len() > 2 && mean > LEAST_IN_SERIES {
            for &at in group {
                odds[at] = SAME_FIRST_WORD;
            }
        }
    }
    odds
}

/// Whether the number before or after that of a draft heads another likely heading.
fn in_series(own: &[Option<i32>], numbers: &[Option<Numbering>]) -> Vec<bool> {
    let members: Vec<(usize, Numbering)> = numbers
        .iter()
        .enumerate()
        .filter_map(|(at, number)| Some((at, (*number)?)))
        .filter(|&(at, _)| own[at].is_some_and(|own| own > LEAST_IN_SERIES))
        .collect();
    let mut series = vec![false; numbers.len()];
    for (place, &(at, number)) in members.iter().enumerate() {
        let alike = |other: &Numbering| {
            other.roman == number.roman && other.keyword == number.keyword
        };
        let next = members[place + 1..].iter().find(|(_, other)| alike(other));
        if let Some(&(next, other)) = next
            && other.value == number.value.saturating_add(1)
        {
            series[at] = true;
            series[next] = true;
        }
    }
    series
}

/// What the words of a line say by themselves.
fn by_words(words: &str, number: Option<&Numbering>, in_series: bool) -> i32 {
    let mut odds = 0;
    odds += match sections::named(words) {
        Some(0) => KNOWN_SECTION,
        Some(_) => BEGINS_AS_SECTION,
        None => 0,
    };
    if sections::is_last_words(words) {
        odds += LAST_WORDS;
    }
    if number.is_some_and(|number| number.keyword) {
        odds += CHAPTER;
    }
    match number {
        Some(number) if number.rest == 0 => {
            if number.roman {
                odds += ROMAN_ALONE;
            } else if words.starts_with('§') {
                odds += SECTION_SIGN;
            } else if !number.keyword && !in_series {
                odds += FIGURES_ALONE;
            }
        }
        _ if words.chars().filter(|c| c.is_alphanumeric()).count() < 2 => odds += INITIAL,
        _ => {}
    }
    if matches!(End::of(words), End::Comma | End::Hyphen) {
        odds += BROKEN_OFF;
    }
    odds
}
