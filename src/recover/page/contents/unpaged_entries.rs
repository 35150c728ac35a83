//! Finds tables of contents without pages, as transcribers write them: a heading such as
//! "Contents", and lines below it that are titles of the text.

use std::ops::Range;

use super::entry_alignment::{LINES_OF_AN_ENTRY, TitleIndex};
use super::{LINES_OF_COLUMN_HEADS, MOST};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::numerals::numbering;
use crate::text::sections::is_contents;

/// Most words of a line such as "Chapter Page" below the heading.
const WORDS_OF_COLUMN_HEADS: usize = 2;

/// Fewest entries of such a table that are titles of the text, and their least share, in per
/// cent. The others have the next number.
const FEWEST_TITLES: usize = 3;
const SHARE_OF_TITLES: usize = 75;

/// The lines of a table without pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnpagedRun {
    /// With the heading.
    pub(super) line_nos: Range<usize>,
    /// The lines of each entry.
    pub(super) entries: Vec<Range<usize>>,
}

impl UnpagedRun {
    /// Whether enough of its entries are titles, given the lines of those that are.
    pub(super) fn is_borne_out(&self, titles: &[Range<usize>]) -> bool {
        let found = self.entries.iter().filter(|entry| titles.contains(entry)).count();
        found >= FEWEST_TITLES && found * 100 >= self.entries.len() * SHARE_OF_TITLES
    }
}

/// Finds the tables without pages of a text.
pub(super) fn find_unpaged_runs(
    source: &SourceLayout<'_>,
    lines: &TitleIndex,
) -> Vec<UnpagedRun> {
    let headings = (0..source.solid_lines.len())
        .filter(|&line_no| is_contents(source.words(line_no)));
    headings.take(MOST).filter_map(|heading| read_run(source, lines, heading)).collect()
}

/// Reads the entries below a heading, up to the line with which the text begins. The line
/// after them has to be that one, or farther from them than they are from each other: a table
/// is left out as a whole.
fn read_run(
    source: &SourceLayout<'_>,
    lines: &TitleIndex,
    heading: usize,
) -> Option<UnpagedRun> {
    let all = source.solid_lines.len();
    // The lines of the entry that begins with a line, and where its title is in the text.
    let read_title = |start: usize| {
        let ends = start + 1..=all.min(start + LINES_OF_AN_ENTRY);
        ends.into_iter().find_map(|end| {
            let words: Vec<&str> = (start..end).map(|one| source.words(one)).collect();
            let is_title = |line_no: &usize| *line_no >= end || *line_no < heading;
            let title =
                lines.find_title_lines(&words.join(" ")).into_iter().find(is_title)?;
            Some((start..end, Some(title)))
        })
    };
    let number = |line_no: usize| {
        let number = numbering(source.words(line_no)).filter(|number| number.rest > 0);
        number.map(|number| number.value)
    };
    let below = heading + 1..(heading + 2 + LINES_OF_COLUMN_HEADS).min(all);
    let first = below.clone().find(|&start| read_title(start).is_some())?;
    let are_column_heads = (below.start..first).all(|line_no| {
        source.words(line_no).split_whitespace().count() <= WORDS_OF_COLUMN_HEADS
    });
    if !are_column_heads {
        return None;
    }
    let mut entries: Vec<Range<usize>> = Vec::new();
    let (mut end, mut text, mut last_number) = (first, all, None);
    while end < text {
        let has_next_number = || {
            let next = last_number.and_then(|last: u32| last.checked_add(1));
            number(end).is_some_and(|value| Some(value) == next)
        };
        let numbered = || has_next_number().then(|| (end..end + 1, None));
        let Some((entry, title)) = read_title(end).or_else(numbered) else { break };
        if let Some(title) = title.filter(|&title| title >= entry.end) {
            text = text.min(title);
        }
        last_number = number(end).or(last_number);
        end = entry.end;
        entries.push(entry);
    }
    let gaps = entries.iter().skip(1).map(|entry| source.blanks_before(entry.start));
    let ends_apart =
        end >= text || end == all || Some(source.blanks_before(end)) > gaps.max();
    ends_apart.then_some(UnpagedRun { line_nos: heading..end, entries })
}
