//! Aligns the entries of a table of contents with the lines of the text: of all ways to
//! match them in order, the one with the greatest score.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::contents_lines::{PageLink, TableLine};
use crate::text::letters::fold_letters;
use crate::text::numerals::{numbering, words_after_number};
use crate::text::sections::is_contents;
use crate::text::viterbi::trace_chain;

/// Most lines of an entry.
pub(super) const LINES_OF_AN_ENTRY: usize = 8;

/// This many entries are looked for at the beginning of the text.
const FIRST_ENTRIES: usize = 3;

/// Most lines that are tried as the beginning of a title: the first is the heading, the others
/// are running heads.
const MOST_PLACES: usize = 1000;

/// A line longer than this, in bytes, is not part of a heading.
const LONGEST: usize = 250;

// Scores of a match, in hundredths.

/// Of every match, and of each of the first letters that both share.
const PAIR: i32 = 100;
const LETTER: i32 = 20;
const LETTERS: i32 = 15;
/// Of each further line of an entry that a title shares: as much as the line can be worth by
/// itself, and one more, so that a title is not divided.
const FURTHER_LINE: i32 = PAIR + LETTER * LETTERS + MAIN_SIDE + 1;
/// A running head is among this many lines at the head of a page.
const LINES_OF_A_HEAD: usize = 2;
/// It recurs on at least this many pages.
const PAGES_WITH_A_HEAD: usize = 4;
/// The letters after a colon that are a title by themselves: "Introduction: …".
const LETTERS_AFTER_A_COLON: usize = 8;
/// If the number, or a word with a colon, before the title is not part of the match.
const WITHOUT_NUMBER: i32 = -60;
/// On the side of the table that has most of the text.
const MAIN_SIDE: i32 = 50;
/// Beside a number at the edge of a page: the line is a running head.
const BESIDE_FOLIO: i32 = -150;
/// On the page that the entry names, by the most common offset; and on another page.
const ON_PAGE: i32 = 200;
const OFF_PAGE: i32 = -200;

/// An entry matched with the lines of the text that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntryMatch {
    /// Line numbers of the entry.
    pub(crate) entry: Range<usize>,
    /// Line numbers in the text.
    pub(crate) text: Range<usize>,
    worth: i32,
}

/// An index of the lines of a text by their letters.
pub(crate) struct TitleIndex {
    /// The letters and figures of each line.
    keys: Vec<String>,
    /// Lines by their letters, with and without a number before or after them.
    places: FxHashMap<String, Vec<TitlePlace>>,
}

/// A line that begins with given letters.
#[derive(Debug, Clone, Copy)]
struct TitlePlace {
    line_no: usize,
    /// The number at its beginning is left out.
    without_number: bool,
}

impl TitleIndex {
    /// Indexes all lines of a text.
    pub(crate) fn new(source: &SourceLayout<'_>, pieces: &[TableLine<'_>]) -> Self {
        let words = |line_no: usize| {
            let line = source.words(line_no);
            if line.len() > LONGEST { "" } else { line }
        };
        let line_nos = (0..pieces.len()).into_par_iter();
        let (keys, bare_titles): (Vec<String>, Vec<Option<String>>) = line_nos
            .map(|line_no| {
                let words = words(line_no);
                (fold_letters(words), words_after_number(words).map(fold_letters))
            })
            .unzip();
        let mut places: FxHashMap<String, Vec<TitlePlace>> = FxHashMap::default();
        let mut put = |key: String, line_no, without_number| {
            if !key.is_empty() {
                places
                    .entry(key)
                    .or_default()
                    .push(TitlePlace { line_no, without_number });
            }
        };
        for (line_no, (key, title)) in keys.iter().zip(bare_titles).enumerate() {
            let bare = without_mark(key);
            if bare != key {
                put(bare.to_owned(), line_no, false);
            }
            if let Some(title) = title {
                put(title, line_no, true);
            }
            put(key.clone(), line_no, false);
        }
        Self { keys, places }
    }

    /// Whether another line has the same words.
    pub(crate) fn repeats(&self, line_no: usize) -> bool {
        self.places.get(&self.keys[line_no]).is_some_and(|places| places.len() > 1)
    }

    /// Whether a line is a running head: its words are at the head of several pages.
    fn is_running_head(&self, source: &SourceLayout<'_>, line_no: usize) -> bool {
        let is_at_head = |line_no: usize| {
            let page = source.page_lines(source.page_of(line_no));
            line_no < page.start + LINES_OF_A_HEAD
        };
        // The first line of a title is not set apart from the second.
        let is_apart = line_no + 1 < source.solid_lines.len()
            && source.blanks_before(line_no + 1) > 0;
        if source.turn != PageTurn::FormFeed || !is_apart || !is_at_head(line_no) {
            return false;
        }
        let places = self.places.get(&self.keys[line_no]).into_iter().flatten();
        places.filter(|place| is_at_head(place.line_no)).count() >= PAGES_WITH_A_HEAD
    }

    /// Finds the places where a title has lines of its own.
    fn find_title(&self, title: &str) -> Vec<(Range<usize>, bool)> {
        let ends = title.char_indices().map(|(at, c)| at + c.len_utf8());
        let mut found = Vec::new();
        for end in ends {
            let places = self.places.get(&title[..end]).into_iter().flatten();
            for place in places.take(MOST_PLACES) {
                if let Some(end) = self.match_rest(&title[end..], place.line_no + 1) {
                    found.push((place.line_no..end, place.without_number));
                }
            }
        }
        found
    }

    /// Finds the lines with which a title begins, with or without its number, in ascending
    /// order.
    pub(super) fn find_title_lines(&self, title: &str) -> Vec<usize> {
        let whole = Some(fold_letters(title));
        let bare = words_after_number(title).map(fold_letters);
        let titles = [whole, bare].into_iter().flatten();
        let places = titles.flat_map(|title| self.find_title(&title));
        let mut line_nos: Vec<usize> = places.map(|(at, _)| at.start).collect();
        line_nos.sort_unstable();
        line_nos
    }

    /// Finds the line in a range with which the text begins: where lines of words repeat
    /// one of the first entries.
    pub(crate) fn find_text_start(
        &self,
        pieces: &[TableLine<'_>],
        line_nos: &Range<usize>,
    ) -> usize {
        let mut words = String::new();
        let mut begins = line_nos.end;
        let mut entries = 0;
        for line_no in line_nos.clone() {
            let piece = &pieces[line_no];
            words.push_str(piece.title);
            if !piece.is_linked() || words.is_empty() {
                continue;
            }
            let places = self.find_title(&fold_letters(&words)).into_iter();
            let is_words = |line_no: usize| {
                let sign = pieces[line_no].sign;
                matches!(sign, PageLink::Words | PageLink::Loose | PageLink::Alone)
            };
            let again =
                places.filter(|(at, _)| at.start > line_no && at.clone().all(is_words));
            begins = again.map(|(at, _)| at.start).fold(begins, usize::min);
            words.clear();
            entries += 1;
            if entries == FIRST_ENTRIES {
                break;
            }
        }
        begins
    }

    /// Matches the rest of a title with lines from `line_no` on; gives the line after the
    /// match.
    fn match_rest(&self, rest: &str, line_no: usize) -> Option<usize> {
        if rest.is_empty() {
            return Some(line_no);
        }
        let key = self.keys.get(line_no)?;
        let said = [key.as_str(), without_mark(key)];
        let rest = said
            .into_iter()
            .filter(|said| !said.is_empty())
            .find_map(|said| rest.strip_prefix(said))?;
        self.match_rest(rest, line_no + 1)
    }
}

/// A key without the figures at its end, which may be the mark of a note.
fn without_mark(key: &str) -> &str {
    key.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Aligns the entries in a range with the rest of the text: first by their words, then by
/// their pages too, if most of these agree.
pub(crate) fn align_entries(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    lines: &TitleIndex,
    line_nos: &Range<usize>,
) -> Vec<EntryMatch> {
    let pairs = find_matches(source, pieces, lines, line_nos);
    let first = find_best_chain(&pairs);
    match find_page_offset(source, pieces, &first) {
        Some(offset) => {
            let by_page = pairs.into_iter().map(|pair| {
                let worth = score_page(source, pieces, &pair, offset);
                EntryMatch { worth: pair.worth + worth, ..pair }
            });
            find_best_chain(&by_page.collect::<Vec<_>>())
        }
        None => first,
    }
}

/// Finds all matches of an entry and a place in the text.
fn find_matches(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    lines: &TitleIndex,
    line_nos: &Range<usize>,
) -> Vec<EntryMatch> {
    let after = pieces.len() - line_nos.end >= line_nos.start;
    let mut pairs = Vec::new();
    for start in line_nos.clone().filter(|&at| !lines.is_running_head(source, at)) {
        let mut words = String::new();
        for end in start + 1..=line_nos.end.min(start + LINES_OF_AN_ENTRY) {
            let piece = &pieces[end - 1];
            if is_contents(piece.title) {
                break;
            }
            words.push_str(piece.title);
            words.push(' ');
            let whole = fold_letters(&words);
            let bare = words_after_number(words.trim()).map(fold_letters);
            let after_colon = words.split_once(": ").map(|(_, rest)| fold_letters(rest));
            let after_colon =
                after_colon.filter(|rest| rest.chars().count() >= LETTERS_AFTER_A_COLON);
            let titles =
                [(Some(whole), 0), (bare, WITHOUT_NUMBER), (after_colon, WITHOUT_NUMBER)];
            for (title, worth) in titles {
                let Some(title) = title.filter(|title| !title.is_empty()) else {
                    continue;
                };
                let letters = i32::try_from(title.chars().count()).unwrap_or(LETTERS);
                let of_letters = LETTER * letters.min(LETTERS);
                for (text, without_number) in lines.find_title(&title) {
                    // Only one of the two may lack a number.
                    if text.start < line_nos.end && text.end > line_nos.start
                        || without_number && worth != 0
                    {
                        continue;
                    }
                    let main = (text.start >= line_nos.end) == after;
                    let entry = start..end;
                    let worth = PAIR
                        + of_letters
                        + FURTHER_LINE * count_further_lines(source, &entry, &text)
                        + if without_number { WITHOUT_NUMBER } else { worth }
                        + if main { MAIN_SIDE } else { 0 }
                        + if is_beside_folio(source, pieces, &text) {
                            BESIDE_FOLIO
                        } else {
                            0
                        };
                    pairs.push(EntryMatch { entry, text, worth });
                }
            }
            if piece.is_linked() {
                break;
            }
        }
    }
    pairs
}

/// How many lines an entry and its match in the text share beyond the first, if each is a whole:
/// no blank line inside, one case, and no number of a part on its first line.
fn count_further_lines(
    source: &SourceLayout<'_>,
    entry: &Range<usize>,
    text: &Range<usize>,
) -> i32 {
    let is_shouted = |line_no: usize| !source.words(line_no).contains(char::is_lowercase);
    let is_whole = |line_nos: &Range<usize>| {
        let mut further = line_nos.clone().skip(1);
        further.all(|line_no| {
            source.blanks_before(line_no) == 0
                && is_shouted(line_no) == is_shouted(line_nos.start)
        }) && numbering(source.words(line_nos.start)).is_none_or(|number| !number.keyword)
    };
    if !is_whole(entry) || !is_whole(text) {
        return 0;
    }
    i32::try_from(entry.len().min(text.len()) - 1).unwrap_or_default()
}

/// Whether a number at the edge of a page is beside these lines: alone on the line before or
/// after them, or at the end of the first line of a page.
fn is_beside_folio(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    text: &Range<usize>,
) -> bool {
    let number = source.number(text.start);
    if source.turn != PageTurn::Unmarked
        && number.is_some_and(|number| number.beside_words)
        && source.page_lines(source.page_of(text.start)).start == text.start
    {
        return true;
    }
    let near = [text.start.checked_sub(1), Some(text.end)];
    near.into_iter().flatten().any(|line_no| {
        pieces.get(line_no).is_some_and(|piece| {
            piece.sign == PageLink::Alone && piece.folio.is_some_and(|f| !f.roman)
        }) && (source.turn == PageTurn::Unmarked
            || source.page_of(line_no) == source.page_of(text.start))
    })
}

/// Finds the chain of matches of the greatest score; of equal ones, the one that comes
/// first.
fn find_best_chain(pairs: &[EntryMatch]) -> Vec<EntryMatch> {
    let mut by_entry: Vec<usize> = (0..pairs.len()).collect();
    by_entry.sort_by_key(|&at| (pairs[at].entry.start, pairs[at].text.start));
    let mut by_end = by_entry.clone();
    by_end.sort_by_key(|&at| (pairs[at].entry.end, pairs[at].text.end));
    let mut ended = by_end.into_iter().peekable();
    let mut best = vec![(0, None); pairs.len()];
    // The greatest sum of chains that end at or before a line of the text, where it
    // grows.
    let mut reach: BTreeMap<usize, (i32, usize)> = BTreeMap::new();
    for at in by_entry {
        let pair = &pairs[at];
        while let Some(done) =
            ended.next_if(|&done| pairs[done].entry.end <= pair.entry.start)
        {
            let (sum, end) = (best[done].0, pairs[done].text.end);
            if reach.range(..=end).next_back().is_none_or(|(_, known)| known.0 < sum) {
                let beaten: Vec<usize> = reach
                    .range(end..)
                    .take_while(|(_, known)| known.0 <= sum)
                    .map(|(&end, _)| end)
                    .collect();
                for end in beaten {
                    reach.remove(&end);
                }
                reach.insert(end, (sum, done));
            }
        }
        let before = reach.range(..=pair.text.start).next_back().map(|(_, known)| *known);
        best[at] = match before {
            Some((sum, before)) => (sum + pair.worth, Some(before)),
            None => (pair.worth, None),
        };
    }
    let last = (0..pairs.len())
        .max_by_key(|&at| (best[at].0, std::cmp::Reverse(pairs[at].text.end)));
    let chain = trace_chain(last, |at| best[at].1);
    chain.into_iter().map(|at| pairs[at].clone()).collect()
}

/// Finds the most common difference between the page of an entry and the page of its
/// match; `None` if they disagree, or if the pages are not known.
fn find_page_offset(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    chain: &[EntryMatch],
) -> Option<i64> {
    if source.turn != PageTurn::FormFeed {
        return None;
    }
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    let offsets = chain.iter().filter_map(|pair| match_offset(source, pieces, pair));
    let mut all = 0;
    for offset in offsets {
        *counts.entry(offset).or_default() += 1;
        all += 1;
    }
    let (&offset, &most) = counts.iter().max_by_key(|&(_, &count)| count)?;
    (most > 1 && most * 2 >= all).then_some(offset)
}

/// The page that an entry names minus the page of its match.
fn match_offset(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    pair: &EntryMatch,
) -> Option<i64> {
    let folio = pieces[pair.entry.end - 1].folio.filter(|folio| !folio.roman)?;
    let page = i64::try_from(source.page_of(pair.text.start)).ok()?;
    Some(i64::from(folio.value) - page)
}

/// Scores a match by the page of its entry.
fn score_page(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    pair: &EntryMatch,
    offset: i64,
) -> i32 {
    match match_offset(source, pieces, pair) {
        Some(own) if own == offset => ON_PAGE,
        Some(own) if own.abs_diff(offset) > 1 => OFF_PAGE,
        _ => 0,
    }
}
