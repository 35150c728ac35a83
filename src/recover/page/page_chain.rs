//! Page turns of scans: the lines at the head of pages, found as one chain although OCR
//! misreads each in another way.
//!
//! A page may begin at a form feed or below blank lines. Each such place is scored by its
//! words (are they a reading of a repeated head?), its number (is it that of the page?),
//! and the white space around it. The chain of places with the best sum is found by
//! dynamic programming over all of them: pages are about equally long, and their numbers
//! count them. So each head is judged by all others. A caption that occurs once is not
//! taken for a head, and neither is a heading that running heads repeat later.

use std::collections::{BTreeMap, BTreeSet};

use super::contents::PrintedContents;
use super::furniture::{EDGE, PAGE_LENGTHS};
use super::head_readings::{HeadReadings, fold_misread};
use super::misread_numbers::{
    NumberMatch, match_number, read_misread_number, trim_page_number,
};
use super::source_layout::{PageTurn, SourceLayout};
use crate::text::note_labels::begins_with_label;
use crate::text::numerals::numbering;
use crate::text::sections;
use crate::text::sentences::runs_on;
use crate::text::viterbi::trace_chain;

// Scores in hundredths of a nat, set on the scans of the development cases.

/// A line at the head of a page that no other page repeats.
const OTHER_WORDS: i32 = -250;
/// The label of a note, or the number of a chapter.
const NO_HEAD: i32 = -600;
/// A number alone.
const NO_WORDS: i32 = -50;
/// The number of the page, by how it is read.
const NUMBER: [(NumberMatch, i32); 4] = [
    (NumberMatch::Exact, 250),
    (NumberMatch::LookAlike, 130),
    (NumberMatch::WrongFigure, 40),
    (NumberMatch::Other, -80),
];
/// A form feed, or a line of the scanner, right before.
const SHOWN_TURN: i32 = 150;
/// Above this score, words may be a bad reading of a head.
const NEARLY: i32 = -150;
/// More blank lines before it than after it.
const MORE_SPACE: i32 = 50;
/// A sentence that continues below.
const TORN: i32 = 100;
/// The start of a chain.
const BEGIN: i32 = -200;
/// A page as long as most.
const USUAL_LENGTH: i32 = 100;
/// A page that is shorter: the end of a chapter.
const SHORTER: i32 = -60;
/// A page that is longer, or much shorter.
const UNLIKELY_LENGTH: i32 = -300;
/// Each page that is missing in the chain, and all of them at most.
const MISSING: [i32; 2] = [-60, -240];

/// A page is as long as most between these shares of their length, in per cent.
const USUAL_LENGTHS: std::ops::RangeInclusive<usize> = 70..=130;
/// A page that ends a chapter is at least as long as this share, in per cent.
const SHORTEST: usize = 12;
/// Pages without any head between two others.
const MOST_MISSING: usize = 12;
/// This many places before one are tried as the page before it.
const PLACES_BEFORE: usize = 16;
/// This many places around one show what its number may be.
const PLACES_AROUND: usize = 4;

/// A chain needs this many pages that repeat the words of a head.
const FEWEST_PAGES: usize = 4;
/// Heads without numbers interrupt a sentence at least once in this many pages; about
/// every second page turn does, unless notes are above it.
const TORN_AT_LEAST: usize = 4;
/// Heads with numbers do so at least once in this many pages, where nothing else shows the
/// turns: `Article 7` is numbered, too.
const NUMBERED_TORN_AT_LEAST: usize = 10;
/// A head that this many lines repeat is one for sure.
const SURE_TIMES: usize = 3;
/// A head with other words than all others is at most this share of the measure wide, in
/// per cent.
const NARROW: u32 = 75;
/// Most lines per page for places that may begin one: more are paragraphs.
const MOST_PLACES: usize = 3;

/// The head of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageHead {
    /// Its lines: words and number on one line, or each on its own.
    pub(crate) line_nos: std::ops::Range<usize>,
    /// The number of the page, if the numbers of the chain are sure.
    pub(crate) number: Option<u32>,
    /// It has a number, however misread.
    pub(crate) numbered: bool,
    /// The repeated head that it is a reading of.
    pub(crate) head: Option<usize>,
    /// Its words are certainly those of a running head.
    pub(crate) sure: bool,
}

/// The heads of the pages of a scan, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PageChain {
    pub(crate) heads: Vec<PageHead>,
    /// What the heads repeat.
    pub(crate) readings: HeadReadings,
}

impl PageChain {
    /// Whether most heads have a number.
    pub(crate) fn is_numbered(&self) -> bool {
        let numbered = self.heads.iter().filter(|head| head.numbered).count();
        numbered * 10 >= self.heads.len() * 7
    }

    /// The lines from the first head to the last.
    pub(crate) fn span(&self) -> std::ops::Range<usize> {
        match (self.heads.first(), self.heads.last()) {
            (Some(first), Some(last)) => first.line_nos.start..last.line_nos.end,
            _ => 0..0,
        }
    }

    /// The first head that is at most `lines` lines from a line.
    pub(crate) fn head_near(&self, line_no: usize, lines: usize) -> Option<&PageHead> {
        let at = self.heads.partition_point(|head| head.line_nos.end + lines <= line_no);
        self.heads.get(at).filter(|head| head.line_nos.start <= line_no + lines)
    }
}

/// A place where a page may begin.
struct PageOpening {
    line_nos: std::ops::Range<usize>,
    /// The words at either end that may be its number.
    tokens: Vec<String>,
    letters: String,
    /// The repeated head that its words are a reading of, and the score of that.
    reading: Option<(usize, i32)>,
    /// A sentence continues across it.
    torn: bool,
    /// It is the label of a note or the number of a chapter, unless it is the number of
    /// the page.
    labelled: bool,
    /// The score of the white space around it.
    space: i32,
    /// The page of the source.
    page: usize,
    narrow: bool,
}

impl PageOpening {
    /// Whether it has words besides its number.
    fn has_words(&self) -> bool {
        self.letters.chars().count() > 1
    }

    /// Whether it has a number in figures, right or wrong: letters alone may be a Roman
    /// number, which belongs to a title.
    fn has_figures(&self) -> bool {
        let mut characters = self.tokens.iter().flat_map(|token| token.chars());
        characters.any(|c| c.is_ascii_digit())
    }
}

/// A number that the page at a place may have.
struct NumberedPlace {
    place: usize,
    number: u32,
    own: i32,
    sum: i32,
    backpointer: Option<usize>,
}

/// Finds the heads of the pages of a scan; `stamps` are lines of the scanner.
pub(crate) fn find_page_chain(
    source: &SourceLayout<'_>,
    printed: &PrintedContents,
    stamps: &BTreeSet<usize>,
) -> PageChain {
    // Single spaces before pages come from typeset books, whose heads are not misread.
    if source.turn == PageTurn::Space {
        return PageChain::default();
    }
    let mut places = find_places(source, printed, stamps);
    let readings = HeadReadings::learn(places.iter().map(|place| place.letters.as_str()));
    let mut known: BTreeMap<String, Option<(usize, i32)>> = BTreeMap::new();
    for place in &mut places {
        let reading = known.entry(place.letters.clone());
        place.reading = *reading.or_insert_with_key(|line| readings.find_reading(line));
    }
    let is_sure = |place: &PageOpening| {
        place.reading.is_some_and(|(head, score)| {
            score > 0 && readings.heads[head].times >= SURE_TIMES
        })
    };
    places.retain(|place| place.reading.is_some() || !place.tokens.is_empty());
    let sure: Vec<usize> = places
        .iter()
        .filter(|place| is_sure(place))
        .map(|place| place.line_nos.start)
        .collect();
    if sure.len() < FEWEST_PAGES || places.len() > source.solid_lines.len() / MOST_PLACES
    {
        return PageChain::default();
    }
    let mut gaps: Vec<usize> = sure.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    let pace = gaps[gaps.len() / 2].max(1);
    if source.turn == PageTurn::Unmarked && !PAGE_LENGTHS.contains(&pace) {
        return PageChain::default();
    }
    let chain = find_best_chain(source, &places, &readings, pace);
    let exact = |&(place, number): &(usize, u32)| {
        best_match(&places[place], number) >= Some(NumberMatch::LookAlike)
    };
    let counted = chain.iter().filter(|one| exact(one)).count() * 2 > chain.len();
    let heads = chain.iter().filter_map(|&(at, number)| {
        let place = &places[at];
        let agrees = exact(&(at, number));
        let read = place.reading.filter(|&(_, score)| score > 0);
        // No page turns before the first line: its title is there, or the first page of an
        // excerpt, whose number says so.
        let first = place.line_nos.start == 0 && !agrees;
        let nearly = place.reading.is_some_and(|(_, score)| score > NEARLY)
            && best_match(place, number) >= Some(NumberMatch::WrongFigure);
        let guessed = counted && place.narrow && (agrees || nearly);
        if first || read.is_none() && !guessed {
            return None;
        }
        Some(PageHead {
            line_nos: place.line_nos.clone(),
            number: counted.then_some(number),
            numbered: agrees || place.has_figures(),
            head: read.map(|(head, _)| head),
            sure: read.is_some() || !place.has_words(),
        })
    });
    let heads: Vec<PageHead> = heads.collect();
    // Headings repeat words, too, but number no pages and interrupt no sentences.
    let torn = chain.iter().filter(|&&(place, _)| places[place].torn).count();
    let least = match (counted, source.turn) {
        (false, _) => Some(TORN_AT_LEAST),
        (true, PageTurn::Unmarked) => Some(NUMBERED_TORN_AT_LEAST),
        (true, _) => None,
    };
    // Verse ends with each line, but its pages are as long as one another.
    let is_even = || {
        let fits = |pair: &&[(usize, u32)]| {
            let [from, to] = [0, 1].map(|at| places[pair[at].0].line_nos.start);
            let pages = pair[1].1.saturating_sub(pair[0].1).max(1) as usize;
            USUAL_LENGTHS.contains(&((to - from) * 100 / (pace * pages)))
        };
        chain.windows(2).filter(fits).count() * 3 >= chain.len().saturating_sub(1) * 2
    };
    let lacks_turns = least.is_some_and(|least| torn * least < chain.len());
    if lacks_turns && !(counted && is_even()) {
        return PageChain::default();
    }
    let repeated = heads.iter().filter(|head| head.head.is_some()).count();
    if repeated < FEWEST_PAGES {
        return PageChain::default();
    }
    PageChain { heads, readings }
}

/// Finds the places where a page may begin.
fn find_places(
    source: &SourceLayout<'_>,
    printed: &PrintedContents,
    stamps: &BTreeSet<usize>,
) -> Vec<PageOpening> {
    let lines = source.solid_lines.len();
    let mut gaps: Vec<usize> =
        (1..lines).map(|line_no| source.blanks_before(line_no)).collect();
    gaps.sort_unstable();
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or_default();
    let apart =
        |line_no: usize| line_no >= lines || source.blanks_before(line_no) > usual;
    let mut places = Vec::new();
    for line_no in 0..lines {
        if stamps.contains(&line_no) || printed.holds(line_no) {
            continue;
        }
        let fed = source.turn == PageTurn::FormFeed && is_first_words(source, line_no);
        let stamped =
            line_no.checked_sub(1).is_some_and(|before| stamps.contains(&before));
        let may_begin = match source.turn {
            PageTurn::FormFeed => fed,
            PageTurn::Space | PageTurn::Unmarked => apart(line_no) || line_no == 0,
        };
        if !may_begin {
            continue;
        }
        let number_alone =
            |line_no: usize| line_no < lines && is_number_alone(source.words(line_no));
        // Words and number may be on two lines, in either order.
        let other = line_no + 1;
        let two = other < lines
            && !stamps.contains(&other)
            && number_alone(line_no) != number_alone(other)
            && !has_own_number(source.words(line_no))
            && !has_own_number(source.words(other))
            && !names_division(source.words(other))
            && apart(other + 1)
            && (fed
                || source.blanks_before(other) <= source.blanks_before(line_no).max(1));
        let line_nos = match (two, apart(other)) {
            (true, _) => line_no..other + 1,
            (false, true) => line_no..other,
            (false, false) => continue,
        };
        places.push(read_place(source, line_nos, fed || stamped));
    }
    places
}

/// Whether a line is the first of its page that has words, or figures; dirt and the folio
/// may be above it.
fn is_first_words(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let has_words =
        |line_no: usize| source.words(line_no).contains(char::is_alphanumeric);
    let start = source.page_lines(source.page_of(line_no)).start;
    let is_text =
        |line_no: usize| has_words(line_no) && !is_number_alone(source.words(line_no));
    line_no - start < EDGE && has_words(line_no) && !(start..line_no).any(is_text)
}

/// The words of a line that have letters or figures.
fn words_or_figures(words: &str) -> impl Iterator<Item = &str> {
    words.split_whitespace().filter(|word| word.contains(char::is_alphanumeric))
}

/// Whether a line has words and a number beside them: a number above it may be the
/// signature of a sheet, but is not a folio.
fn has_own_number(words: &str) -> bool {
    let words: Vec<&str> = words_or_figures(words).collect();
    let [first, .., last] = words.as_slice() else { return false };
    [first, last].into_iter().any(|word| {
        // A single figure may be a misread letter: `4` for `A`.
        trim_page_number(word).is_some_and(|number| {
            number.len() > 1 && number.contains(|c: char| c.is_ascii_digit())
        })
    })
}

/// Whether a line is the number of a chapter in words, or the name of a section: below a folio,
/// it is the heading with which its page begins.
fn names_division(words: &str) -> bool {
    numbering(words).is_some_and(|number| number.keyword)
        || sections::named(words) == Some(0)
}

/// Whether a line is nothing but a number, however misread.
fn is_number_alone(words: &str) -> bool {
    let mut words = words_or_figures(words);
    words.next().and_then(trim_page_number).is_some() && words.next().is_none()
}

/// Reads the lines of a place.
fn read_place(
    source: &SourceLayout<'_>,
    line_nos: std::ops::Range<usize>,
    shown: bool,
) -> PageOpening {
    let mut tokens = Vec::new();
    let mut letters = String::new();
    let mut widest = 0;
    for line_no in line_nos.clone() {
        let words: Vec<&str> = words_or_figures(source.words(line_no)).collect();
        widest = widest.max(source.shape(line_no).width);
        let last = words.len().saturating_sub(1);
        for (at, word) in words.iter().enumerate() {
            match trim_page_number(word).filter(|_| at == 0 || at == last) {
                Some(number) => tokens.push(number.to_owned()),
                None => letters.push_str(&fold_misread(word)),
            }
        }
    }
    let first_words = source.words(line_nos.start);
    let (before, after) = (line_nos.start.checked_sub(1), line_nos.end);
    let lines = source.solid_lines.len();
    let below = if after < lines { source.blanks_before(after) } else { 0 };
    let more = source.blanks_before(line_nos.start) > below;
    let torn = before.is_some_and(|before| {
        after < lines && runs_on(source.words(before), source.words(after))
    });
    let space = if shown { SHOWN_TURN } else { 0 }
        + if more { MORE_SPACE } else { 0 }
        + if torn { TORN } else { 0 };
    // A line as wide as the text is text.
    if widest > source.measure {
        letters.clear();
        tokens.clear();
    }
    PageOpening {
        tokens,
        letters,
        reading: None,
        torn,
        labelled: begins_with_label(first_words)
            || numbering(first_words).is_some_and(|number| number.keyword),
        space,
        page: source.page_of(line_nos.start),
        narrow: widest * 100 <= source.measure.saturating_mul(NARROW),
        line_nos,
    }
}

/// The best match of the words of a place with a number; `None` if it has no number.
fn best_match(place: &PageOpening, number: u32) -> Option<NumberMatch> {
    place.tokens.iter().map(|token| match_number(token, number)).max()
}

/// The score of a place as the head of a page with a number.
fn score_place(place: &PageOpening, readings: &HeadReadings, number: u32) -> i32 {
    let words = match place.reading {
        Some((head, score)) if readings.heads[head].times >= SURE_TIMES => score,
        Some((_, score)) => score / 2,
        None if place.has_words() => OTHER_WORDS,
        None => NO_WORDS,
    };
    let matched = best_match(place, number);
    let numbered = matched >= Some(NumberMatch::WrongFigure);
    if !numbered && place.labelled {
        return NO_HEAD;
    }
    let by_number = NUMBER.iter().find(|(one, _)| Some(*one) == matched);
    words + by_number.map_or(0, |&(_, score)| score) + place.space
}

/// The score of a step from one place to another that is `pages` pages later; `None` if
/// that is impossible.
fn score_step(
    source: &SourceLayout<'_>,
    [from, to]: [&PageOpening; 2],
    pages: u32,
    pace: usize,
) -> Option<i32> {
    let pages = pages as usize;
    if pages == 0 || pages > MOST_MISSING {
        return None;
    }
    let missing = i32::try_from(pages - 1).unwrap_or_default() * MISSING[0];
    let missing = missing.max(MISSING[1]);
    if source.turn == PageTurn::FormFeed {
        let turned = to.page - from.page;
        return Some(if turned == pages {
            USUAL_LENGTH
        } else {
            missing + UNLIKELY_LENGTH
        });
    }
    let share = (to.line_nos.start - from.line_nos.start) * 100 / (pace * pages);
    let length = if USUAL_LENGTHS.contains(&share) {
        USUAL_LENGTH
    } else if pages == 1 && share < SHORTEST || share > *USUAL_LENGTHS.end() {
        UNLIKELY_LENGTH
    } else {
        SHORTER
    };
    Some(missing + length)
}

/// How many pages there may be between two places.
fn guess_pages(
    source: &SourceLayout<'_>,
    from: &PageOpening,
    to: &PageOpening,
    pace: usize,
) -> u32 {
    let pages = if source.turn == PageTurn::FormFeed {
        to.page - from.page
    } else {
        ((to.line_nos.start - from.line_nos.start + pace / 2) / pace).max(1)
    };
    u32::try_from(pages).unwrap_or(u32::MAX)
}

/// The best chain of places, each with the number of its page.
fn find_best_chain(
    source: &SourceLayout<'_>,
    places: &[PageOpening],
    readings: &HeadReadings,
    pace: usize,
) -> Vec<(usize, u32)> {
    let own_numbers: Vec<Vec<u32>> = places
        .iter()
        .map(|place| {
            place.tokens.iter().filter_map(|token| read_misread_number(token)).collect()
        })
        .collect();
    let mut states: Vec<NumberedPlace> = Vec::new();
    // The states of each place are consecutive.
    let mut first_states: Vec<usize> = Vec::with_capacity(places.len());
    for (at, place) in places.iter().enumerate() {
        first_states.push(states.len());
        let mut numbers: BTreeSet<u32> = own_numbers[at].iter().copied().collect();
        let around =
            at.saturating_sub(PLACES_AROUND)..places.len().min(at + PLACES_AROUND + 1);
        for near in around.filter(|&near| near != at) {
            let (first, second) = (near.min(at), near.max(at));
            let pages = guess_pages(source, &places[first], &places[second], pace);
            for &number in &own_numbers[near] {
                let number = if near < at {
                    number.checked_add(pages)
                } else {
                    number.checked_sub(pages)
                };
                numbers.extend(number.filter(|&number| number > 0));
            }
        }
        let before = at.saturating_sub(PLACES_BEFORE);
        let before = first_states[before]..first_states[at];
        // What the best states before lead to.
        if let Some(best) = before.clone().max_by_key(|&state| states[state].sum) {
            let from = &places[states[best].place];
            numbers.insert(states[best].number + guess_pages(source, from, place, pace));
        }
        if numbers.is_empty() {
            numbers.insert(1);
        }
        for number in numbers {
            let own = score_place(place, readings, number);
            let steps = before.clone().filter_map(|state| {
                let from: &NumberedPlace = &states[state];
                let pages = number.checked_sub(from.number)?;
                let step = score_step(source, [&places[from.place], place], pages, pace)?;
                Some((from.sum + step, state))
            });
            let best = steps.max_by_key(|&(sum, state)| (sum, std::cmp::Reverse(state)));
            let best = best.filter(|&(sum, _)| sum > BEGIN);
            let (sum, backpointer) =
                best.map_or((BEGIN, None), |(sum, from)| (sum, Some(from)));
            states.push(NumberedPlace {
                place: at,
                number,
                own,
                sum: sum + own,
                backpointer,
            });
        }
    }
    let last = (0..states.len()).max_by_key(|&state| (states[state].sum, state));
    let chain = trace_chain(last, |state| states[state].backpointer);
    chain
        .into_iter()
        .map(|state| &states[state])
        .filter(|state| state.own > 0)
        .map(|state| (state.place, state.number))
        .collect()
}
