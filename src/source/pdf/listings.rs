//! Listings: lines in a typewriter face among lines in another, as programs and what they
//! print are set. Their spaces and line ends say something, so they are kept.

use std::ops::Range;

use super::line::{BaselinePosition, PdfLine, PdfLineRun};
use super::line_tags::LineTags;
use super::lines::PdfLines;
use super::page::{PageBox, SourcePage, WritingDirection};
use crate::length::Length;
use crate::source::looks::TagRole;

/// The share of the characters of a line in a typewriter face from which on it is of a
/// listing, in thousandths: line numbers and comments may be in another.
const IN_TYPEWRITER: usize = 750;
/// The share of a document in a typewriter face from which on it is typed as a whole, and
/// its face says nothing, in thousandths.
const TYPED: usize = 500;
/// The inset of a single line from the edge of its column, in thousandths of its size, from
/// which on it is a listing and not a part of a paragraph.
const SET_OFF: i64 = 500;
/// The fewest lines that are compared to find out whether they are prose.
const PROSE_LINES: usize = 3;
/// A line of prose fills this share of the longest one, in per cent.
const FULL: usize = 80;
/// The share of the lines of prose, without the last, that are full, in per cent.
const FULL_LINES: usize = 70;
/// The share of letters and sentence punctuation in prose, in per cent: programs have other
/// signs on every line.
const LETTERS_OF_PROSE: usize = 97;
/// Lines of a listing further apart than this share of their size have a blank line between
/// them, in thousandths.
const BLANK_LINE: i64 = 1900;

/// No line of a listing is wider than this; what is further to the right is elsewhere.
const MOST_COLUMNS: usize = 400;

/// A listing on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageListing {
    /// The number of its page, from 1.
    pub(super) page: u32,
    /// Its place on the page.
    pub(super) place: PageBox,
    /// Its lines: indices in the lines of the page.
    pub(super) lines: Vec<usize>,
}

/// Finds the listings of a document outside the margins. `is_free` says which lines of a page
/// are no part of a table or a figure.
pub(super) fn find_listings(
    pages: &[PdfLines],
    tags: &LineTags,
    is_free: impl Fn(u32, usize) -> bool,
) -> Vec<PageListing> {
    let lines = || pages.iter().flat_map(|page| &page.lines);
    let count_all =
        || -> usize { lines().map(|line| count_characters(&line.text)).sum() };
    let typed: usize = lines().map(count_typed).sum();
    let says_face = typed > 0 && typed * 1000 < count_all() * TYPED;
    let mut listings = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let tag = |at: usize| tags.get(index)?.get(at).copied().flatten();
        let is_code = |at: usize, line: &PdfLine| {
            let tagged = tag(at).is_some_and(|tag| tag.role == TagRole::Code);
            let by_face = says_face && is_in_typewriter(line);
            line.direction == WritingDirection::Right
                && !line.artifact
                && !line.in_margin
                && is_free(line.page, at)
                && (tagged || by_face)
        };
        let flags: Vec<bool> =
            page.lines.iter().enumerate().map(|(at, line)| is_code(at, line)).collect();
        let mut at = 0;
        while at < flags.len() {
            let first = at;
            let column = page.lines.get(first).map(|line| line.column);
            let goes_on = |at: usize| {
                flags.get(at) == Some(&true)
                    && page.lines.get(at).map(|line| line.column) == column
            };
            while goes_on(at) {
                at += 1;
            }
            if at == first {
                at += 1;
                continue;
            }
            listings.extend(build_listing(page, first..at));
        }
    }
    listings
}

fn build_listing(page: &PdfLines, range: Range<usize>) -> Option<PageListing> {
    let lines = page.lines.get(range.clone())?;
    let [first, last] = [lines.first()?, lines.last()?];
    let edge = page.lines.iter().filter(|line| line.column == first.column);
    let edge = edge.map(|line| line.left).min()?;
    let inset = i64::from(first.left.0) - i64::from(edge.0);
    let is_set_off = inset * 1000 >= SET_OFF * i64::from(first.size.0);
    let above = range.start.checked_sub(1).and_then(|above| page.lines.get(above));
    let goes_on = above.is_some_and(|above| {
        above.column == first.column && above.runs.last().is_some_and(|run| run.monospace)
    });
    // A word in the face may go on: the rest of an address in a hanging entry.
    if lines.len() == 1 && (!is_set_off || goes_on) || is_prose(lines) {
        return None;
    }
    let place = PageBox {
        left: lines.iter().map(|line| line.left).min()?,
        top: first.baseline - first.size,
        right: lines.iter().map(|line| line.right).max()?,
        bottom: last.baseline,
    };
    Some(PageListing { page: first.page, place, lines: range.collect() })
}

/// Whether lines are the paragraph of a typed letter, or a telegram: words up to the right
/// edge.
fn is_prose(lines: &[PdfLine]) -> bool {
    let [above @ .., _] = lines else { return false };
    let length = |line: &PdfLine| line.text.chars().count();
    let longest = lines.iter().map(length).max().unwrap_or(0);
    let full = above.iter().filter(|line| length(line) * 100 >= longest * FULL).count();
    let is_word = |c: &char| c.is_alphabetic() || " .,;:!?’'-".contains(*c);
    let words: usize =
        lines.iter().map(|line| line.text.chars().filter(is_word).count()).sum();
    let all: usize = lines.iter().map(length).sum();
    lines.len() >= PROSE_LINES
        && full * 100 >= above.len() * FULL_LINES
        && words * 100 >= all * LETTERS_OF_PROSE
        && above.iter().any(|line| line.text.ends_with(|c: char| c.is_lowercase()))
}

/// How many characters a text has without its white space.
fn count_characters(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

/// How many characters of a line are in a typewriter face.
fn count_typed(line: &PdfLine) -> usize {
    let typed = line.runs.iter().filter(|run| run.monospace);
    typed.map(|run| count_characters(line.words_of(run))).sum()
}

/// Whether a line is in a typewriter face, from its beginning: a number may precede it, but no
/// label of a note.
fn is_in_typewriter(line: &PdfLine) -> bool {
    let is_number = |run: &PdfLineRun| {
        let mut words = line.words_of(run).trim().chars();
        run.position == BaselinePosition::Baseline && words.all(|c| c.is_ascii_digit())
    };
    let begins = line.runs.first().is_some_and(|run| run.monospace || is_number(run));
    begins && count_typed(line) * 1000 >= count_characters(&line.text) * IN_TYPEWRITER
}

/// The lines of a listing with the spaces that the page shows, and blank lines between those
/// that are further apart.
pub(super) fn write_listing_lines(
    source: &SourcePage,
    page: &PdfLines,
    listing: &PageListing,
) -> Vec<String> {
    let lines = || listing.lines.iter().filter_map(|at| page.lines.get(*at));
    let width = lines().filter_map(|line| find_width(source, line)).max();
    let mut written = Vec::new();
    let mut above: Option<&PdfLine> = None;
    for line in lines() {
        let distance = above.map(|above| i64::from((line.baseline - above.baseline).0));
        let size = i64::from(line.size.0).max(1);
        if distance.is_some_and(|distance| distance * 1000 >= BLANK_LINE * size) {
            written.push(String::new());
        }
        let spaced = width
            .and_then(|width| write_in_columns(source, line, listing.place.left, width));
        written.push(spaced.unwrap_or_else(|| line.text.clone()));
        above = Some(line);
    }
    written
}

/// The advance of the characters of a line: that of most of its glyphs.
fn find_width(source: &SourcePage, line: &PdfLine) -> Option<Length> {
    let mut advances: Vec<Length> = line
        .glyphs
        .iter()
        .filter_map(|at| source.glyphs.get(*at as usize))
        .filter(|glyph| !source.text_of(glyph).trim().is_empty())
        .map(|glyph| glyph.advance)
        .collect();
    advances.sort_unstable();
    advances.get(advances.len() / 2).copied().filter(|width| width.0 > 0)
}

/// A line with each glyph in its column, from the left edge of the listing; none if that
/// changes more than spaces.
fn write_in_columns(
    source: &SourcePage,
    line: &PdfLine,
    left: Length,
    width: Length,
) -> Option<String> {
    let mut written = String::new();
    let mut columns = 0;
    let width = i64::from(width.0);
    for glyph in line.glyphs.iter().filter_map(|at| source.glyphs.get(*at as usize)) {
        let letters = source.text_of(glyph).trim();
        if letters.is_empty() {
            continue;
        }
        let from = i64::from(glyph.x.0) - i64::from(left.0);
        let column = usize::try_from((from + width / 2).max(0) / width).ok()?;
        while columns < column.min(MOST_COLUMNS) {
            written.push(' ');
            columns += 1;
        }
        written.push_str(letters);
        columns += letters.chars().count();
    }
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    (bare(&written) == bare(&line.text)).then_some(written)
}
