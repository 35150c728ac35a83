//! Finds entries whose number, title and page are on separate lines.
//!
//! The numbers of entries count up, and their pages never decrease. So each entry is judged
//! by its neighbours: dynamic programming finds the longest chains of entries.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::MOST;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::contents_lines::{EntryPage, PageLink, TableLine};
use crate::text::numerals::roman;
use crate::text::viterbi::trace_chain;

/// The most lines of a title.
const LINES_OF_A_TITLE: usize = 3;

/// The most lines that a page turn puts between two parts of an entry: a folio and a head.
const LINES_OF_A_TURN: usize = 2;

/// The fewest entries of a table: a chapter number, a title and a folio may follow each
/// other elsewhere, too.
const FEWEST_ENTRIES: usize = 3;

/// The most parts of a number: `2.1.4.1`.
const DEPTH: usize = 4;

/// The most figures of a part.
const FIGURES: usize = 3;

/// The score of an entry in a chain. Each line that no page turn explains subtracts one.
const ENTRY: i32 = 10;

/// The number of an entry: `3`, `3.1`, `IV`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EntryLabel {
    parts: Vec<u32>,
    roman: bool,
}

impl EntryLabel {
    /// Reads a line that is a number and nothing else.
    fn read(words: &str) -> Option<Self> {
        let bare = words.trim_end_matches(['.', ')']);
        if let Some(value) = roman(bare) {
            return Some(Self { parts: vec![value], roman: true });
        }
        let part = |part: &str| {
            let figures = part.bytes().all(|b| b.is_ascii_digit());
            (figures && part.len() <= FIGURES).then(|| part.parse().ok()).flatten()
        };
        let parts: Vec<u32> =
            bare.split('.').take(DEPTH + 1).map(part).collect::<Option<_>>()?;
        (parts.len() <= DEPTH).then_some(Self { parts, roman: false })
    }

    /// Whether this is the number after another: the first below it, or the next on its
    /// level or on a level above.
    fn follows(&self, before: &Self) -> bool {
        let Some((&last, above)) = self.parts.split_last() else { return false };
        let next = before.parts.get(above.len()).map_or(1, |before| before + 1);
        let level = before.parts.get(..above.len()) == Some(above);
        self.roman == before.roman && level && last == next
    }
}

/// Lines that may be an entry.
struct PartedEntry {
    label: EntryLabel,
    /// From the number to the page.
    line_nos: Range<usize>,
    /// The last line of the title.
    title: usize,
    page: EntryPage,
    /// The score of the best chain that ends here.
    score: i32,
    /// The number of entries in that chain.
    length: usize,
    /// The entry before this one in that chain.
    before: Option<usize>,
}

/// Finds the chains of parted entries, and rewrites their lines as if each page were on
/// the last line of its title.
pub(super) fn join_parted_entries<'a>(
    source: &SourceLayout<'a>,
    pieces: &mut [TableLine<'a>],
) -> Vec<Range<usize>> {
    let mut entries = find_entries(source, pieces);
    if entries.len() < FEWEST_ENTRIES {
        return Vec::new();
    }
    score_chains(source, &mut entries);
    let mut ends: Vec<usize> = (0..entries.len()).collect();
    ends.sort_by_key(|&at| (Reverse(entries[at].score), entries[at].line_nos.start));
    let mut used = vec![false; entries.len()];
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut tables = Vec::new();
    for end in ends.into_iter().filter(|&at| entries[at].length >= FEWEST_ENTRIES) {
        if used[end] {
            continue;
        }
        let chain =
            trace_chain(Some(end), |at| entries[at].before.filter(|&at| !used[at]));
        for &at in &chain {
            used[at] = true;
        }
        let line_nos = entries[chain[0]].line_nos.start..entries[end].line_nos.end;
        let before = taken.range(..line_nos.end).next_back();
        let free = before.is_none_or(|(_, &end)| end <= line_nos.start);
        if free && chain.len() >= FEWEST_ENTRIES {
            taken.insert(line_nos.start, line_nos.end);
            for &at in &chain {
                join_entry(source, pieces, &entries[at]);
            }
            tables.push(line_nos);
        }
        if tables.len() == MOST {
            break;
        }
    }
    tables
}

/// Finds all lines that may be an entry: a number, a title, and a page.
fn find_entries(source: &SourceLayout<'_>, pieces: &[TableLine<'_>]) -> Vec<PartedEntry> {
    let mut entries = Vec::new();
    for start in 0..pieces.len() {
        let Some(label) = EntryLabel::read(source.words(start)) else { continue };
        let is_title = |piece: &&TableLine<'_>| {
            piece.sign != PageLink::Alone && piece.title.contains(char::is_alphabetic)
        };
        let lines = pieces[start + 1..].iter().take(LINES_OF_A_TITLE + 1);
        let end = start + 1 + lines.take_while(is_title).count();
        if end == start + 1 || end > start + 1 + LINES_OF_A_TITLE {
            continue;
        }
        let on_title = pieces[end - 1].folio.filter(|_| pieces[end - 1].is_plain_sign());
        let below = (end..pieces.len().min(end + LINES_OF_A_TURN + 1))
            .filter(|&line_no| pieces[line_no].sign == PageLink::Alone);
        let pages = match on_title {
            Some(page) => vec![(end - 1, page)],
            None => below.filter_map(|at| Some((at, pieces[at].folio?))).collect(),
        };
        entries.extend(pages.into_iter().map(|(at, page)| PartedEntry {
            label: label.clone(),
            line_nos: start..at + 1,
            title: end - 1,
            page,
            score: ENTRY - count_strays(source, end..at) - at_page_end(source, at),
            length: 1,
            before: None,
        }));
    }
    entries
}

/// Counts the lines that no page turn explains.
fn count_strays(source: &SourceLayout<'_>, line_nos: Range<usize>) -> i32 {
    let strays = line_nos.filter(|&line_no| !source.is_at_page_edge(line_no)).count();
    i32::try_from(strays).unwrap_or(i32::MAX)
}

/// 1 for the last line of a known page, which may be its folio.
fn at_page_end(source: &SourceLayout<'_>, line_no: usize) -> i32 {
    i32::from(source.begins_known_page(line_no + 1))
}

/// Finds the best chain that ends with each entry.
fn score_chains(source: &SourceLayout<'_>, entries: &mut [PartedEntry]) {
    let mut by_end: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in 0..entries.len() {
        let start = entries[at].line_nos.start;
        let near = start.saturating_sub(LINES_OF_A_TURN)..=start;
        let before = by_end.range(near).flat_map(|(_, ended)| ended);
        let follows = |before: &&usize| {
            let (before, entry) = (&entries[**before], &entries[at]);
            let falls = before.page.roman == entry.page.roman
                && before.page.value > entry.page.value;
            entry.label.follows(&before.label) && !falls
        };
        let scored = before.filter(follows).map(|&before| {
            let between = entries[before].line_nos.end..start;
            (entries[before].score - count_strays(source, between), Reverse(before))
        });
        if let Some((score, Reverse(before))) = scored.max() {
            entries[at].length = entries[before].length + 1;
            entries[at].score += score;
            entries[at].before = Some(before);
        }
        by_end.entry(entries[at].line_nos.end).or_default().push(at);
    }
}

/// Rewrites the lines of an entry: the page is on the last line of the title, and the
/// other lines have words only.
fn join_entry<'a>(
    source: &SourceLayout<'a>,
    pieces: &mut [TableLine<'a>],
    entry: &PartedEntry,
) {
    for line_no in entry.line_nos.clone() {
        let title = if line_no == entry.line_nos.start {
            source.words(line_no)
        } else if line_no <= entry.title {
            pieces[line_no].title
        } else {
            ""
        };
        let sign = match pieces[line_no].sign {
            PageLink::Leader => PageLink::Leader,
            _ if line_no == entry.title => PageLink::Gap,
            _ => PageLink::Words,
        };
        let folio = (line_no == entry.title).then_some(entry.page);
        pieces[line_no] = TableLine { title, folio, sign };
    }
}
