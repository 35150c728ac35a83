//! The entries of a table of contents aligned with the lines of the text: of all ways to
//! pair them in order, the one of the greatest worth.

use std::collections::BTreeMap;
use std::ops::Range;

use super::pieces::{Piece, Sign};
use crate::recover::page::pages::{Sheet, Turn};
use crate::text::letters::base;
use crate::text::numerals::numbering;
use crate::text::sections::is_contents;

/// Most lines of an entry.
const LINES_OF_AN_ENTRY: usize = 8;

/// So many entries are looked for at the head of the text.
const FIRST_ENTRIES: usize = 3;

/// A line longer than this, in bytes, is no part of a heading.
const LONGEST: usize = 250;

// Worth of a pair, in hundredths.

/// Of any, and of each of the first letters that both have.
const PAIR: i32 = 100;
const LETTER: i32 = 20;
const LETTERS: usize = 15;
/// Where the number before the title is not part of it.
const WITHOUT_NUMBER: i32 = -60;
/// On the side of the table on which most of the text is.
const MAIN_SIDE: i32 = 50;
/// Beside a number at the edge of a page: a running head.
const BESIDE_FOLIO: i32 = -150;
/// On the page that the entry names, counted as most are; and on another.
const ON_PAGE: i32 = 200;
const OFF_PAGE: i32 = -200;

/// An entry and the lines of the text that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Ranks of the lines of the entry.
    pub(crate) entry: Range<usize>,
    /// Ranks of the lines of the text.
    pub(crate) text: Range<usize>,
    worth: i32,
}

/// The lines of a text by their letters.
pub(crate) struct Lines {
    /// The letters and figures of each line.
    keys: Vec<String>,
    /// Lines by their letters, with and without a number before or behind them.
    places: BTreeMap<String, Vec<Place>>,
}

/// A line that some letters may begin with.
#[derive(Debug, Clone, Copy)]
struct Place {
    rank: usize,
    /// The number at its head is left out.
    without_number: bool,
}

impl Lines {
    /// Reads all lines of a text.
    pub(crate) fn new(sheet: &Sheet<'_>, pieces: &[Piece<'_>]) -> Self {
        let words = |rank: usize| {
            let line = sheet.words(rank);
            if line.len() > LONGEST { "" } else { line }
        };
        let keys: Vec<String> =
            (0..pieces.len()).map(|rank| letters(words(rank))).collect();
        let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
        let mut put = |key: String, rank, without_number| {
            if !key.is_empty() {
                places.entry(key).or_default().push(Place { rank, without_number });
            }
        };
        for (rank, key) in keys.iter().enumerate() {
            let bare = without_mark(key);
            if bare != key {
                put(bare.to_owned(), rank, false);
            }
            let words = words(rank);
            if let Some(title) = behind_number(words) {
                put(letters(title), rank, true);
            }
            put(key.clone(), rank, false);
        }
        Self { keys, places }
    }

    /// Whether the words of a line are a line elsewhere, too.
    pub(crate) fn repeats(&self, rank: usize) -> bool {
        self.places.get(&self.keys[rank]).is_some_and(|places| places.len() > 1)
    }

    /// The places in the text at which a title stands on lines of its own.
    fn of_title(&self, title: &str) -> Vec<(Range<usize>, bool)> {
        let ends = title.char_indices().map(|(at, c)| at + c.len_utf8());
        let mut found = Vec::new();
        for end in ends {
            for place in self.places.get(&title[..end]).into_iter().flatten() {
                if let Some(end) = self.consume(&title[end..], place.rank + 1) {
                    found.push((place.rank..end, place.without_number));
                }
            }
        }
        found
    }

    /// The line among some on which the text begins: where one of the first entries is said
    /// again, by lines of words.
    pub(crate) fn text_begins(
        &self,
        pieces: &[Piece<'_>],
        ranks: &Range<usize>,
    ) -> usize {
        let mut words = String::new();
        let mut begins = ranks.end;
        let mut entries = 0;
        for rank in ranks.clone() {
            let piece = &pieces[rank];
            words.push_str(piece.title);
            if piece.sign == Sign::Words || words.is_empty() {
                continue;
            }
            let places = self.of_title(&letters(&words)).into_iter();
            let is_words = |rank: usize| {
                let sign = pieces[rank].sign;
                matches!(sign, Sign::Words | Sign::Loose | Sign::Alone)
            };
            let again =
                places.filter(|(at, _)| at.start > rank && at.clone().all(is_words));
            begins = again.map(|(at, _)| at.start).fold(begins, usize::min);
            words.clear();
            entries += 1;
            if entries == FIRST_ENTRIES {
                break;
            }
        }
        begins
    }

    /// The first line behind those that say the rest of a title.
    fn consume(&self, rest: &str, rank: usize) -> Option<usize> {
        if rest.is_empty() {
            return Some(rank);
        }
        let key = self.keys.get(rank)?;
        let said = [key.as_str(), without_mark(key)];
        let rest = said
            .into_iter()
            .filter(|said| !said.is_empty())
            .find_map(|said| rest.strip_prefix(said))?;
        self.consume(rest, rank + 1)
    }
}

/// The letters and figures of some words, small and without accents.
pub(crate) fn letters(words: &str) -> String {
    let letters = words.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).map(base).collect()
}

/// Letters without the figures behind them: they may be the mark of a note.
fn without_mark(key: &str) -> &str {
    key.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The title behind the number at the head of a line.
fn behind_number(words: &str) -> Option<&str> {
    let number = numbering(words).filter(|number| number.rest > 0)?;
    let rest = words.trim_end_matches(|c: char| !c.is_alphanumeric());
    rest.get(rest.len().checked_sub(number.rest)?..)
}

/// Aligns the entries among some lines with the rest of the text: once by their words, and
/// again by their pages too, where most of these agree.
pub(crate) fn align(
    sheet: &Sheet<'_>,
    pieces: &[Piece<'_>],
    lines: &Lines,
    ranks: &Range<usize>,
) -> Vec<Pair> {
    let pairs = pairs(sheet, pieces, lines, ranks);
    let first = best_chain(&pairs);
    match offset(sheet, pieces, &first) {
        Some(offset) => {
            let by_page = pairs.into_iter().map(|pair| {
                let worth = on_page(sheet, pieces, &pair, offset);
                Pair { worth: pair.worth + worth, ..pair }
            });
            best_chain(&by_page.collect::<Vec<_>>())
        }
        None => first,
    }
}

/// All pairs of an entry and a place in the text.
fn pairs(
    sheet: &Sheet<'_>,
    pieces: &[Piece<'_>],
    lines: &Lines,
    ranks: &Range<usize>,
) -> Vec<Pair> {
    let behind = pieces.len() - ranks.end >= ranks.start;
    let mut pairs = Vec::new();
    for start in ranks.clone() {
        let mut words = String::new();
        for end in start + 1..=ranks.end.min(start + LINES_OF_AN_ENTRY) {
            let piece = &pieces[end - 1];
            if is_contents(piece.title) {
                break;
            }
            words.push_str(piece.title);
            words.push(' ');
            let whole = letters(&words);
            let bare = behind_number(words.trim()).map(letters);
            let titles = [(Some(whole), 0), (bare, WITHOUT_NUMBER)];
            for (title, worth) in titles {
                let Some(title) = title.filter(|title| !title.is_empty()) else {
                    continue;
                };
                let letters = title.chars().count().min(LETTERS);
                let of_letters = LETTER * i32::try_from(letters).unwrap_or_default();
                for (text, without_number) in lines.of_title(&title) {
                    // Only one of the two may leave a number out.
                    if text.start < ranks.end && text.end > ranks.start
                        || without_number && worth != 0
                    {
                        continue;
                    }
                    let main = (text.start >= ranks.end) == behind;
                    let worth = PAIR
                        + of_letters
                        + if without_number { WITHOUT_NUMBER } else { worth }
                        + if main { MAIN_SIDE } else { 0 }
                        + if is_beside_folio(sheet, pieces, &text) {
                            BESIDE_FOLIO
                        } else {
                            0
                        };
                    pairs.push(Pair { entry: start..end, text, worth });
                }
            }
            if piece.sign != Sign::Words {
                break;
            }
        }
    }
    pairs
}

/// Whether a number stands alone beside lines at the edge of a page.
fn is_beside_folio(sheet: &Sheet<'_>, pieces: &[Piece<'_>], text: &Range<usize>) -> bool {
    let near = [text.start.checked_sub(1), Some(text.end)];
    near.into_iter().flatten().any(|rank| {
        pieces.get(rank).is_some_and(|piece| {
            piece.sign == Sign::Alone && piece.folio.is_some_and(|f| !f.roman)
        }) && (sheet.turn == Turn::Unmarked || sheet.page(rank) == sheet.page(text.start))
    })
}

/// The chain of pairs of the greatest worth; of equal ones, that whose places come first.
fn best_chain(pairs: &[Pair]) -> Vec<Pair> {
    let mut by_entry: Vec<usize> = (0..pairs.len()).collect();
    by_entry.sort_by_key(|&at| (pairs[at].entry.start, pairs[at].text.start));
    let mut by_end = by_entry.clone();
    by_end.sort_by_key(|&at| (pairs[at].entry.end, pairs[at].text.end));
    let mut ended = by_end.into_iter().peekable();
    let mut best = vec![(0, None); pairs.len()];
    // The greatest sum of chains that end at or before a line of the text, where it grows.
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
    let mut chain = Vec::new();
    let mut next = (0..pairs.len())
        .max_by_key(|&at| (best[at].0, std::cmp::Reverse(pairs[at].text.end)));
    while let Some(at) = next {
        chain.push(pairs[at].clone());
        next = best[at].1;
    }
    chain.reverse();
    chain
}

/// By how much the pages of entries differ from the pages on which most are found; none
/// where they do not agree, or the pages are not known.
fn offset(sheet: &Sheet<'_>, pieces: &[Piece<'_>], chain: &[Pair]) -> Option<i64> {
    if sheet.turn != Turn::FormFeed {
        return None;
    }
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    let offsets = chain.iter().filter_map(|pair| of_pair(sheet, pieces, pair));
    let mut all = 0;
    for offset in offsets {
        *counts.entry(offset).or_default() += 1;
        all += 1;
    }
    let (&offset, &most) = counts.iter().max_by_key(|&(_, &count)| count)?;
    (most > 1 && most * 2 >= all).then_some(offset)
}

/// The page that an entry names, less the page on which it is found.
fn of_pair(sheet: &Sheet<'_>, pieces: &[Piece<'_>], pair: &Pair) -> Option<i64> {
    let folio = pieces[pair.entry.end - 1].folio.filter(|folio| !folio.roman)?;
    let page = i64::try_from(sheet.page(pair.text.start)).ok()?;
    Some(i64::from(folio.value) - page)
}

/// What the page of an entry says of a pair.
fn on_page(sheet: &Sheet<'_>, pieces: &[Piece<'_>], pair: &Pair, offset: i64) -> i32 {
    match of_pair(sheet, pieces, pair) {
        Some(own) if own == offset => ON_PAGE,
        Some(own) if own.abs_diff(offset) > 1 => OFF_PAGE,
        _ => 0,
    }
}
