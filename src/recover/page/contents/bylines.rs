//! Finds the authors whom a table of contents names below the titles of its entries, as
//! collections do. Their lines have no page and stand right below the titles in the text as
//! well, but they are not headings.

use std::ops::Range;

use super::entry_alignment::EntryMatch;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::contents_lines::TableLine;
use crate::text::numerals::numbering;

/// Lines below fewer titles than this may be the first sections of chapters.
const FEWEST: usize = 2;

/// At least this share of the titles with a page, in per cent, have an author.
const SHARE: usize = 50;

/// Extends a table by the author of its last title, whose line has no page, if most titles
/// have one.
pub(super) fn with_last_byline(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    line_nos: Range<usize>,
) -> Range<usize> {
    // The table has another entry, a blank line or the end of the page below it.
    let is_alone = |line_no: usize| {
        let next = line_no + 1;
        pieces.get(next).is_none_or(TableLine::is_linked)
            || source.blanks_before(next) > 0
            || source.page_of(next) != source.page_of(line_no)
    };
    let is_byline = |line_no: usize| {
        may_be_byline(source, pieces, line_no)
            && source.page_of(line_no) == source.page_of(line_no - 1)
            && is_alone(line_no)
    };
    let titles = line_nos.clone().filter(|&line_no| pieces[line_no].is_linked()).count();
    let below = line_nos.start + 1..line_nos.end;
    let bylines = below.filter(|&line_no| is_byline(line_no)).count();
    let extends = are_usual(bylines, titles) && is_byline(line_nos.end);
    line_nos.start..line_nos.end + usize::from(extends)
}

/// For each match, whether its lines name the author of the entry above it.
pub(super) fn find_bylines(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    headings: &[EntryMatch],
) -> Vec<bool> {
    let has_page = |one: &EntryMatch| pieces[one.entry.end - 1].is_linked();
    let is_byline = |at: usize| {
        let own = &headings[at];
        let above = at.checked_sub(1).map(|above| &headings[above]);
        may_be_byline(source, pieces, own.entry.start)
            && !has_page(own)
            // The text may have another title than the table, or none.
            && above.is_none_or(|above| {
                above.entry.end < own.entry.start || above.text.end == own.text.start
            })
            // The sections of a chapter are several lines without a page.
            && headings.get(at + 1).is_none_or(|below| {
                below.entry.start > own.entry.end
                    || source.blanks_before(below.entry.start) > 0
                    || has_page(below)
                    || numbering(source.words(below.entry.start)).is_some()
            })
    };
    let bylines: Vec<bool> = (0..headings.len()).map(is_byline).collect();
    let found = bylines.iter().filter(|is_byline| **is_byline).count();
    let titles = headings.iter().filter(|one| has_page(one)).count();
    if are_usual(found, titles) { bylines } else { vec![false; headings.len()] }
}

/// Whether a line has neither page nor number and stands right below one with a page.
fn may_be_byline(
    source: &SourceLayout<'_>,
    pieces: &[TableLine<'_>],
    line_no: usize,
) -> bool {
    let above = line_no.checked_sub(1).and_then(|above| pieces.get(above));
    above.is_some_and(TableLine::is_linked)
        && pieces.get(line_no).is_some_and(|piece| !piece.is_linked())
        && source.blanks_before(line_no) == 0
        && numbering(source.words(line_no)).is_none()
}

/// Whether enough titles have an author.
fn are_usual(bylines: usize, titles: usize) -> bool {
    bylines >= FEWEST && bylines * 100 >= titles * SHARE
}
