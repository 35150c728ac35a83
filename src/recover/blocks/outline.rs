//! Decides over the whole document which lines are headings: the labels give the odds of
//! each line by itself; its number, its words and the other lines of its look add more.
//!
//! Scores are hundredths of natural log odds, as in `row_weights.txt`.

use std::collections::{BTreeMap, BTreeSet};

use super::prose_score::score_prose;
use super::recurring_lines::score_recurring_lines;
use super::row_label::RowLabel;
use super::row_runs::RowRuns;
use super::run_in_numbers::RunInNumbers;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::model::Fence;
use crate::recover::rows::row::ContentsRow;
use crate::recover::rows::row_ends::RowEnd;
use crate::recover::rows::stream_style::StreamStyle;
use crate::text::names::names_author;
use crate::text::numerals::{self, Numbering};
use crate::text::odds::exp;
use crate::text::sections;

/// A heading rarely has more rows; a paragraph with more does not become one.
const ROWS_OF_A_HEADING: usize = 4;

/// A line is a heading above these odds. The best F-score lies below even odds (Lipton,
/// Elkan & Naryanaswamy 2014).
const ENOUGH: i32 = -20;

/// Bound of the odds of a line by itself, either way.
const MOST_BY_ITSELF: i32 = 600;

/// Score of the best sequence of labels, besides the likelihoods, either way.
const IN_SEQUENCE: i32 = 60;

/// Weight of the odds that lines of one look give each other, in per cent.
const LOOK: i32 = 60;

/// Bounds of the odds by look: a look is coarse, and speakers share that of headings.
const BY_LOOK: [i32; 2] = [-30, 150];

/// Lower bound of the odds by look of a line with small letters that ends a sentence. If at
/// least [`MANY_SENTENCES`] lines share its look, most are short paragraphs, and the odds have
/// their full weight. The title under a number is judged by its place.
const BY_LOOK_OF_SENTENCES: i32 = -400;
const MANY_SENTENCES: f64 = 20.0;

/// Score if other lines begin with the same word in capitals and continue differently:
/// "NÚMERO 4-13", "NÚMERO 4-14".
const SAME_FIRST_WORD: i32 = 280;

/// A number with a word such as "chapter".
const CHAPTER: i32 = 80;

/// A number in Roman figures alone on its line.
const ROMAN_ALONE: i32 = 100;

/// A number alone above verse, which may count a stanza.
const OVER_VERSE: i32 = -100;

/// A number indented as far as the verse or quotation below it: it counts its stanzas.
const OF_SET_OFF: i32 = -600;

/// A line under verse that is under a heading: it names the author of an epigraph.
const UNDER_A_MOTTO: i32 = -200;

/// Below these odds a number belongs to no series of headings.
const LEAST_IN_SERIES: i32 = -150;

/// The sign of a section and its number, alone on a line: "§ 12".
const SECTION_SIGN: i32 = 300;

/// A line under a bare number, with text below it.
const UNDER_A_NUMBER: i32 = 150;

/// Added if another number has had such a title: a book gives titles to all or to none.
const UNDER_NUMBERS: i32 = 150;

/// A line whose number has a neighbour that is a heading.
const IN_A_SERIES: i32 = 120;

/// The name of a section of many books: preface, appendix.
const KNOWN_SECTION: i32 = 320;

/// The same, with other words after it.
const BEGINS_AS_SECTION: i32 = 180;

/// The last words of a text: "The end".
const LAST_WORDS: i32 = -300;

/// A letter alone that is no number, or that begins the text below: a large initial.
const INITIAL: i32 = -500;

/// Arabic figures alone, without neighbours in a series: a missed folio.
const FIGURES_ALONE: i32 = -350;

/// The same, of a number that no chapter has: `250`, `0.55`. It is on the scale of a diagram.
const ON_A_SCALE: i32 = -700;
const MOST_CHAPTERS: u32 = 200;

/// Half as many signs that no text has as letters: a misread stamp or ornament.
const SCRIBBLE: i32 = -500;

/// The word "summary" under a heading: the argument of the chapter follows.
const OVER_AN_ARGUMENT: i32 = -800;

/// A line that breaks off with a comma or a hyphen.
const BROKEN_OFF: i32 = -150;

/// A line of several words that announces what follows. One of 805 headings in 228 texts
/// ends with a colon, and it is a single word.
const ANNOUNCING: i32 = -250;

/// The row of a table: a line with at least four numbers, which make up half of its words, or
/// one that ends with two.
const ROW_OF_A_TABLE: i32 = -400;
const FIGURES_IN_A_ROW: usize = 4;
const FIGURES_AT_THE_END: usize = 2;

/// The caption of a picture or a table. None of 805 headings in 228 texts reads like one.
const CAPTION: i32 = -500;

/// A caption in brackets has at most this many paragraphs; a bracket that none of them closes
/// is a misprint.
const PARAGRAPHS_OF_A_CAPTION: usize = 8;

/// The place in another work: "Gesta, vol. II, p. 171".
const CITATION: i32 = -400;
const PAGES: [&str; 4] = ["p.", "pp.", "pág.", "págs."];

/// The name of a person after the word "by", with a title above it.
const BY_LINE: i32 = -400;

/// A number of a kind that begins paragraphs in this text.
const RUN_IN: i32 = -400;

/// A line that begins with the name of a speaker, whose speeches begin with it, too.
const SPEAKER: i32 = -280;

/// Decides which segments are headings.
pub(super) fn decide_headings(segmentation: &mut Segmentation, style: &StreamStyle) {
    let evidence = HeadingScores::collect(segmentation, style);
    // How many bare numbers have had a title under them so far.
    let (mut under_number, mut titled) = (false, 0);
    for at in 0..segmentation.segments.len() {
        let was = segmentation.segments[at].is_heading();
        let odds = evidence.total_odds(segmentation, at, under_number.then_some(titled));
        let heading = odds.map_or(was, |odds| odds > ENOUGH);
        titled += usize::from(heading && under_number && evidence.numbers[at].is_none());
        under_number =
            heading && evidence.numbers[at].is_some_and(|number| number.rest == 0);
        match (was, heading) {
            (false, true) => segmentation.segments[at].kind = SegmentKind::Heading(1),
            (true, false) => segmentation.segments[at].kind = SegmentKind::Paragraph,
            _ => {}
        }
    }
}

/// Makes text of headings that the printed contents give as the authors of chapters: they are
/// set off as headings are.
pub(super) fn keep_bylines_as_text(segmentation: &mut Segmentation) {
    let Segmentation { rows, segments, .. } = segmentation;
    for segment in segments.iter_mut().filter(|segment| segment.is_heading()) {
        if rows[segment.rows.start].announced == Some(ContentsRow::Byline) {
            segment.kind = SegmentKind::Paragraph;
        }
    }
}

/// The scores of all segments.
struct HeadingScores {
    /// The odds by its labels; `None` if its kind is fixed.
    own: Vec<Option<i32>>,
    /// The score by the other lines of its look.
    by_look: Vec<i32>,
    /// The score by the lines that begin with the same word.
    by_first_word: Vec<i32>,
    /// The score by the lines with the same words.
    by_recurrence: Vec<i32>,
    /// Whether it is part of a caption in brackets.
    in_caption: Vec<bool>,
    /// The number at its beginning.
    numbers: Vec<Option<Numbering>>,
    /// Whether its number has a neighbour.
    in_series: Vec<bool>,
    /// The numbers that begin paragraphs.
    run_in: RunInNumbers,
}

impl HeadingScores {
    fn collect(segmentation: &Segmentation, style: &StreamStyle) -> Self {
        let segments = || segmentation.segments.iter();
        let own: Vec<Option<i32>> =
            segments().map(|segment| score_by_labels(segmentation, segment)).collect();
        let words: Vec<String> =
            segments().map(|segment| segmentation.words_of(segment)).collect();
        let numbers: Vec<Option<Numbering>> =
            words.iter().map(|words| numerals::numbering(words)).collect();
        let by_first_word = by_first_word(&words, &own);
        let is_label = |at: usize| numbers[at].is_some() || by_first_word[at] > 0;
        Self {
            by_look: by_look(segmentation, style, &own, &numbers),
            by_recurrence: score_recurring_lines(
                segmentation,
                &words,
                &numbers,
                is_label,
            ),
            in_caption: find_captions(&words),
            by_first_word,
            in_series: find_in_series(&own, &numbers),
            run_in: RunInNumbers::find(segmentation),
            own,
            numbers,
        }
    }

    /// The total odds of a segment; `None` if its kind is fixed. `titled` is given for a
    /// segment under a bare number: how many numbers before it have had a title under
    /// them.
    fn total_odds(
        &self,
        segmentation: &Segmentation,
        at: usize,
        titled: Option<usize>,
    ) -> Option<i32> {
        let segment = &segmentation.segments[at];
        let below = segmentation.segments.get(at + 1);
        let number = self.numbers[at].as_ref();
        let mut odds = self.own[at]?
            + self.by_look[at]
            + self.by_first_word[at]
            + self.by_recurrence[at];
        if self.in_caption[at] {
            odds += CAPTION;
        }
        odds += match segment.kind {
            SegmentKind::Heading(_) => IN_SEQUENCE,
            _ => -IN_SEQUENCE,
        };
        // A date or a subtitle may be between the title and the text.
        let mut text = segmentation.segments[at + 1..].iter().take(2);
        let text_below = text.any(|below| below.rows.len() > segment.rows.len());
        if let Some(titled) = titled.filter(|_| number.is_none() && text_below) {
            odds += UNDER_A_NUMBER + if titled > 0 { UNDER_NUMBERS } else { 0 };
        }
        if self.in_series[at]
            && number.is_some_and(|number| number.keyword || number.rest == 0)
        {
            odds += IN_A_SERIES;
        }
        let words = segmentation.words_of(segment);
        if number.is_some_and(|number| self.run_in.begin(&words, number)) {
            odds += RUN_IN;
        }
        let initial =
            below.is_some_and(|below| segmentation.words_of(below).starts_with(&words));
        let counts = number.filter(|_| self.in_series[at] || !initial);
        let heading = |above: usize| segmentation.segments[above].is_heading();
        let under_heading = at.checked_sub(1).is_some_and(heading);
        if under_heading && names_author(&words) {
            odds += BY_LINE;
        }
        if under_heading && sections::is_contents(&words) {
            odds += OVER_AN_ARGUMENT;
        }
        Some(
            odds + score_among_verse(segmentation, at, number)
                + score_words(&words, counts, self.in_series[at])
                + if titled.is_none() { score_prose(&words, number) } else { 0 },
        )
    }
}

/// Scores a line by the verse above or below it: a number above may count a stanza, and
/// words under an epigraph name its author.
fn score_among_verse(
    segmentation: &Segmentation,
    at: usize,
    number: Option<&Numbering>,
) -> i32 {
    let kind = |at: usize| segmentation.segments.get(at).map(|segment| segment.kind);
    let heading = |at: usize| matches!(kind(at), Some(SegmentKind::Heading(_)));
    let over = number.is_some_and(|number| number.rest == 0 && !number.keyword)
        && kind(at + 1) == Some(SegmentKind::Verse);
    let motto = |kind| matches!(kind, Some(SegmentKind::Verse | SegmentKind::Quotation));
    let under = number.is_none()
        && at.checked_sub(2).is_some_and(|above| heading(above) && motto(kind(at - 1)));
    let odds = match () {
        () if number.is_some() && is_of_set_off(segmentation, at) => OF_SET_OFF,
        () if over => OVER_VERSE,
        () => 0,
    };
    odds + if under { UNDER_A_MOTTO } else { 0 }
}

/// Whether a line is indented as far as the verse or quotation below it, which the notation of
/// the text sets off.
fn is_of_set_off(segmentation: &Segmentation, at: usize) -> bool {
    let first = |at: usize| {
        let segment = segmentation.segments.get(at)?;
        segmentation.rows.get(segment.rows.start)
    };
    let (Some(row), Some(below)) = (first(at), first(at + 1)) else { return false };
    below.fence == Some(Fence::SetOff)
        && row.indent > row.margin
        && row.indent == below.indent
}

/// The odds of a segment by its labels; `None` if it cannot be a heading, is judged by
/// its labels alone, or has become a heading against its labels because of its number.
fn score_by_labels(segmentation: &Segmentation, segment: &Segment) -> Option<i32> {
    let by_label = matches!(
        segmentation.labels[segment.rows.start],
        RowLabel::Heading | RowLabel::HeadingMore
    );
    let open = match segment.kind {
        SegmentKind::Paragraph => true,
        SegmentKind::Heading(_) => by_label,
        _ => false,
    };
    let body = segment.rows.start >= segmentation.displaced;
    let is_long = segment.rows.len() > ROWS_OF_A_HEADING;
    if !open || !body || is_long && segment.kind == SegmentKind::Paragraph {
        return None;
    }
    let heading = Segment { kind: SegmentKind::Heading(1), rows: segment.rows.clone() };
    Some(odds_of_likelihood(segmentation.kind_likelihood(&heading)))
}

/// The log odds of a likelihood, by bisection: a logarithm may differ between machines.
fn odds_of_likelihood(likely: f64) -> i32 {
    let (mut low, mut high) = (-MOST_BY_ITSELF, MOST_BY_ITSELF);
    while low < high {
        let middle = low + (high - low + 1).div_euclid(2);
        if likelihood_of_odds(middle) <= likely {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The likelihood of log odds.
fn likelihood_of_odds(odds: i32) -> f64 {
    let odds = exp(f64::from(odds) / 100.0);
    odds / (1.0 + odds)
}

/// Scores each segment by the other lines of its look.
fn by_look(
    segmentation: &Segmentation,
    style: &StreamStyle,
    own: &[Option<i32>],
    numbers: &[Option<Numbering>],
) -> Vec<i32> {
    let looks = RowRuns::find(&segmentation.rows, style).looks(&segmentation.rows, style);
    let look = |segment: &Segment| looks[segment.rows.start];
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    let seen = || segmentation.segments.iter().zip(own);
    for (segment, own) in seen() {
        if let (Some(look), Some(own)) = (look(segment), *own) {
            let heading = segment.is_heading();
            let (headings, all) = sums.entry(look).or_default();
            *headings += if heading { 1.0 } else { likelihood_of_odds(own) };
            *all += 1.0;
        }
    }
    let others = |(at, (segment, own)): (usize, (&Segment, &Option<i32>))| {
        let (Some(look), Some(own)) = (look(segment), *own) else { return 0 };
        let (headings, all) = sums[&look];
        let heading = segment.is_heading();
        let headings = headings - if heading { 1.0 } else { likelihood_of_odds(own) };
        let odds = odds_of_likelihood((headings + 0.5) / all);
        let row = &segmentation.rows[segment.rows.start];
        let is_sentence =
            row.ends.is_sentence() && row.plain.contains(char::is_lowercase);
        let is_under_number = at
            .checked_sub(1)
            .and_then(|above| numbers[above])
            .is_some_and(|number| number.rest == 0);
        if is_sentence && !is_under_number && odds < 0 && all >= MANY_SENTENCES {
            return odds.max(BY_LOOK_OF_SENTENCES);
        }
        (odds * LOOK / 100).clamp(BY_LOOK[0], BY_LOOK[1])
    };
    seen().enumerate().map(others).collect()
}

/// Scores lines that begin with the same word in capitals and continue differently. Where
/// it is set off at the beginning of more that cannot be headings, it names a speaker.
fn by_first_word(words: &[String], own: &[Option<i32>]) -> Vec<i32> {
    let mut groups: BTreeMap<&str, (Vec<usize>, usize)> = BTreeMap::new();
    for (at, words) in words.iter().enumerate() {
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let is_set_off = first.ends_with(['.', ':', '—']) || rest.starts_with('(');
        let first = first.trim_end_matches(['.', ':', '—']);
        let shouted = first.chars().count() > 2 && !first.contains(char::is_lowercase);
        if !shouted {
            continue;
        }
        let (likely, speeches) = groups.entry(first).or_default();
        if !rest.is_empty() && own[at].is_some_and(|own| own > 2 * LEAST_IN_SERIES) {
            likely.push(at);
        } else {
            *speeches += usize::from(is_set_off);
        }
    }
    let mut odds = vec![0; words.len()];
    for (group, speeches) in groups.values() {
        let different: BTreeSet<&str> =
            group.iter().map(|&at| words[at].as_str()).collect();
        let mean = group.iter().filter_map(|&at| own[at]).sum::<i32>()
            / i32::try_from(group.len().max(1)).unwrap_or(i32::MAX);
        let score = if *speeches > group.len() {
            SPEAKER
        } else if different.len() > 2 && mean > LEAST_IN_SERIES {
            SAME_FIRST_WORD
        } else {
            0
        };
        for &at in group {
            odds[at] = score;
        }
    }
    odds
}

/// Which segments have a number whose neighbour begins another likely heading.
fn find_in_series(own: &[Option<i32>], numbers: &[Option<Numbering>]) -> Vec<bool> {
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

/// Scores the words of a line by themselves.
fn score_words(words: &str, number: Option<&Numbering>, in_series: bool) -> i32 {
    let mut odds = 0;
    odds += match sections::named(words) {
        Some(0) => KNOWN_SECTION,
        Some(_) => BEGINS_AS_SECTION,
        None => 0,
    };
    if sections::is_last_words(words) {
        odds += LAST_WORDS;
    }
    if sections::is_caption(words) {
        odds += CAPTION;
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
                let is_decimal = words.trim_end_matches('.').contains('.');
                let is_on_scale = is_decimal || number.value > MOST_CHAPTERS;
                odds += if is_on_scale { ON_A_SCALE } else { FIGURES_ALONE };
            }
        }
        _ if words.chars().filter(|c| c.is_alphanumeric()).count() < 2 => odds += INITIAL,
        _ => {}
    }
    let letters = words.chars().filter(|c| c.is_alphanumeric()).count();
    if words.chars().filter(|&c| is_scribble(c)).count() * 2 >= letters.max(1) {
        odds += SCRIBBLE;
    }
    odds += match RowEnd::classify(words) {
        RowEnd::Comma | RowEnd::Hyphen => BROKEN_OFF,
        RowEnd::Colon if words.contains(' ') => ANNOUNCING,
        _ => 0,
    };
    let count = words.split_whitespace().count();
    let figures = words.split_whitespace().filter(|word| is_figure(word)).count();
    let last = words.split_whitespace().rev().take_while(|word| is_figure(word)).count();
    let is_row = figures >= FIGURES_IN_A_ROW && figures * 2 >= count;
    if is_row || last >= FIGURES_AT_THE_END && last < count {
        odds += ROW_OF_A_TABLE;
    }
    if cites_page(words) {
        odds += CITATION;
    }
    odds
}

/// Whether words cite a page: `p. 171`.
fn cites_page(words: &str) -> bool {
    let mut words = words.split_whitespace().peekable();
    std::iter::from_fn(|| Some((words.next()?, *words.peek()?))).any(|(word, next)| {
        PAGES.contains(&word.trim_start_matches('(').to_lowercase().as_str())
            && next.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Which segments are part of a caption in brackets, of one paragraph or several.
fn find_captions(words: &[String]) -> Vec<bool> {
    let mut is_part = vec![false; words.len()];
    let opens = |at: &usize| sections::opens_caption(&words[*at]);
    for first in (0..words.len()).filter(opens) {
        let mut more = words[first..].iter().take(PARAGRAPHS_OF_A_CAPTION);
        if let Some(last) = more.position(|words| words.ends_with(']')) {
            is_part[first..=first + last].fill(true);
        }
    }
    is_part
}

/// Whether a word is a number in Arabic figures: `1 316`, `0.229`, `(12)`.
fn is_figure(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic)
}

/// Whether a character is a sign that no text has: what OCR reads from stains.
fn is_scribble(c: char) -> bool {
    matches!(c, '^' | '\\' | '<' | '>' | '{' | '}' | '©' | '®' | '•' | '■')
}
