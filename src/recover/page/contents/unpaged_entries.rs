//! Finds tables of contents without pages, as transcribers write them: a heading such as
//! "Contents", and lines below it that are all titles of the text.
//!
//! Not one of these lines may lack its title, so nothing is lost with such a table.

use std::ops::Range;

use super::entry_alignment::{LINES_OF_AN_ENTRY, TitleIndex};
use super::{LINES_OF_COLUMN_HEADS, MOST};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::sections::is_contents;

/// Most words of a line such as "Chapter Page" below the heading.
const WORDS_OF_COLUMN_HEADS: usize = 2;

/// Fewest entries of such a table.
const FEWEST_ENTRIES: usize = 3;

/// The lines of a table without pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnpagedRun {
    /// With the heading.
    pub(super) line_nos: Range<usize>,
    /// Those of the entries.
    pub(super) entries: Range<usize>,
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

/// Reads the entries below a heading, up to the line with which the text begins.
fn read_run(
    source: &SourceLayout<'_>,
    lines: &TitleIndex,
    heading: usize,
) -> Option<UnpagedRun> {
    let all = source.solid_lines.len();
    // The end of the entry that begins with a line, and where its title is in the text.
    let read_entry = |start: usize| {
        let ends = start + 1..=all.min(start + LINES_OF_AN_ENTRY);
        ends.into_iter().find_map(|end| {
            let words: Vec<&str> = (start..end).map(|one| source.words(one)).collect();
            let is_title = |line_no: &usize| *line_no >= end || *line_no < heading;
            let title =
                lines.find_title_lines(&words.join(" ")).into_iter().find(is_title)?;
            Some((end, title))
        })
    };
    let below = heading + 1..(heading + 2 + LINES_OF_COLUMN_HEADS).min(all);
    let first = below.clone().find(|&start| read_entry(start).is_some())?;
    let are_column_heads = (below.start..first).all(|line_no| {
        source.words(line_no).split_whitespace().count() <= WORDS_OF_COLUMN_HEADS
    });
    if !are_column_heads {
        return None;
    }
    let (mut end, mut count, mut text) = (first, 0, all);
    while end < text {
        let Some((next, title)) = read_entry(end) else { break };
        if title >= next {
            text = text.min(title);
        }
        count += 1;
        end = next;
    }
    (count >= FEWEST_ENTRIES)
        .then_some(UnpagedRun { line_nos: heading..end, entries: first..end })
}
