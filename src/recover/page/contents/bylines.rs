//! Finds the authors that a table of contents names below the titles of its entries, as
//! collections do. Their lines have no page, and stand right below the titles in the text,
//! too: they are no headings.

use std::ops::Range;

use super::entry_alignment::EntryMatch;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::contents_lines::{PageLink, TableLine};
use crate::text::numerals::numbering;

/// Authors below fewer titles than this may be the first sections of chapters.
const FEWEST: usize = 2;

/// At least this share of the titles with a page, in per cent, have an author.
const SHARE: usize = 50;

/// The lines of a table, with the author of its last title, whose line has no page: if most
/// titles with a page have a line without one right below them.
pub(super) fn with_last_byline(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    line_nos: Range<usize>,
) -> Range<usize> {
    let is_signed = |line_no: usize| pieces[line_no].sign != PageLink::Words;
    let has_byline = |line_no: usize| {
        let below = line_no + 1;
        let is_alone = |end: usize| {
            end >= pieces.len() || source.blanks_before(end) > 0 || is_signed(end)
        };
        is_signed(line_no)
            && below < pieces.len()
            && !is_signed(below)
            && source.blanks_before(below) == 0
            && source.page_of(below) == source.page_of(line_no)
            && numbering(source.words(below)).is_none()
            && (is_alone(below + 1) || source.page_of(below + 1) != source.page_of(below))
    };
    let signed = line_nos.clone().filter(|line_no| is_signed(*line_no)).count();
    let inside = line_nos.start..line_nos.end.saturating_sub(1);
    let bylines = inside.filter(|line_no| has_byline(*line_no)).count();
    let is_usual = bylines >= FEWEST && bylines * 100 >= signed * SHARE;
    let extends = is_usual && has_byline(line_nos.end - 1);
    line_nos.start..line_nos.end + usize::from(extends)
}

/// For each match, whether its lines name the author of the entry above it.
pub(super) fn find_bylines(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    headings: &[EntryMatch],
) -> Vec<bool> {
    let has_page =
        |entry: &EntryMatch| pieces[entry.entry.end - 1].sign != PageLink::Words;
    let is_numbered = |line_no: usize| numbering(source.words(line_no)).is_some();
    let is_byline = |at: usize| {
        let own = &headings[at];
        let above = at.checked_sub(1).map(|above| &headings[above]);
        let is_below_page = own.entry.start.checked_sub(1).is_some_and(|line_no| {
            pieces[line_no].sign != PageLink::Words
                && source.blanks_before(own.entry.start) == 0
        });
        is_below_page
            && !has_page(own)
            && !is_numbered(own.entry.start)
            // The text may have another title than the table, or none.
            && above.is_none_or(|above| {
                above.entry.end < own.entry.start || above.text.end == own.text.start
            })
            // The sections of a chapter are several lines without a page.
            && headings.get(at + 1).is_none_or(|below| {
                below.entry.start > own.entry.end
                    || source.blanks_before(below.entry.start) > 0
                    || has_page(below)
                    || is_numbered(below.entry.start)
            })
    };
    let bylines: Vec<bool> = (0..headings.len()).map(is_byline).collect();
    let found = bylines.iter().filter(|is_byline| **is_byline).count();
    let titles = headings.iter().filter(|entry| has_page(entry)).count();
    if found < FEWEST || found * 100 < titles * SHARE {
        return vec![false; headings.len()];
    }
    bylines
}
