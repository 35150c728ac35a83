//! What stands in the margins of a page: notes beside the text, and numbers of its lines.
//!
//! A margin begins where the text of the page ends. It is certain if a strip of white parts
//! the two that no line crosses, but perhaps a running head, and if what stands beyond it
//! differs from the text: smaller type, italics or a typewriter face beside full lines of
//! prose, or numbers that count the lines.

use std::collections::{BTreeMap, BTreeSet};

use super::fragments::Fragment;
use super::lines::PdfLines;
use super::page::PageBox;
use super::placed::Placed;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::codes;

/// The width of the white between text and margin, in thousandths of the size of the text,
/// at least. LaTeX sets notes 10 points from the text, of 10 points.
const WHITE: i64 = 650;
/// The part of the rows, in thousandths, that may cross it: the head of a page.
const CROSSING: usize = 50;
/// The rows that the text has at least.
const TEXT_ROWS: usize = 8;
/// The most fragments of a page whose margins are sought: each is compared with each strip.
/// A page of a newspaper has 2,000.
const MOST_FRAGMENTS: usize = 4000;
/// The width of the margin in thousandths of that of the text, at most. The widest notes
/// beside a text, those of the tufte-latex class, have 490.
const MARGIN_WIDTH: i64 = 550;
/// The part of the rows, in thousandths, that are full lines, if the text is prose.
const FULL_ROWS: usize = 600;
/// How much of the width a full line has, in thousandths, at least.
const FULL: i64 = 850;
/// The size of the notes in thousandths of that of the text, at most, unless they are in
/// other letters.
const NOTE_SIZE: i64 = 930;
/// The distance of the lines of a note, in thousandths of their size, at most.
const NOTE_LEADING: i64 = 1800;
/// How many lines apart lines are numbered.
const NUMBERED: [usize; 3] = [4, 5, 10];
/// Some manuscripts number every line: a page then has at least this many numbers.
const EVERY_LINE: usize = 10;
/// The share of these, in thousandths, that stand beside consecutive rows at least. Headings
/// and displays have no number.
const SUCCESSIVE: usize = 800;
/// The share of numbered rows, in thousandths, that may end with a figure; more of them are a
/// table of contents.
const PAGE_NUMBERS: usize = 300;
/// The most characters of the number of a line.
const NUMBER: usize = 5;

/// Something in the margin of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MarginItem {
    /// The number of its page, from 1.
    pub(super) page: u32,
    /// What it is.
    pub(super) kind: MarginItemKind,
    /// Its lines, in order.
    pub(super) lines: Vec<usize>,
    /// Its place.
    pub(super) place: PageBox,
}

/// What stands in a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarginItemKind {
    /// Words about the lines beside it.
    Note,
    /// The number of the line beside it.
    LineNumber,
}

/// Finds what stands in the left and in the right margin of a page. `roots` are the fragments
/// that stand on a line of their own, and `body` is the size of most letters.
pub(super) fn find_marginal_fragments(
    fragments: &[Fragment],
    placed: &[Placed<'_>],
    roots: &[usize],
    body: i64,
) -> [BTreeSet<usize>; 2] {
    let mut of_page: Vec<IndexedFragment<'_>> =
        roots.iter().filter_map(|at| Some((*at, fragments.get(*at)?))).collect();
    of_page.sort_by_key(|(at, fragment)| (fragment.left, fragment.right, *at));
    let mut marginal = <[BTreeSet<usize>; 2]>::default();
    if !(TEXT_ROWS..=MOST_FRAGMENTS).contains(&of_page.len()) {
        return marginal;
    }
    for place in list_strips(&of_page, body * WHITE / 1000) {
        let mut sides = [StripSide::default(), StripSide::default()];
        for (at, fragment) in &of_page {
            if fragment.right <= place {
                sides[0].push(*at, fragment);
            } else if fragment.left >= place {
                sides[1].push(*at, fragment);
            }
        }
        let [left, right] = &sides;
        let found = [(left, right), (right, left)]
            .map(|(margin, text)| find_beside(margin, text, placed, body));
        for (marginal, found) in marginal.iter_mut().zip(found) {
            marginal.extend(found);
        }
    }
    marginal
}

/// A fragment with its index.
type IndexedFragment<'f> = (usize, &'f Fragment);

/// The fragments on one side of a strip.
#[derive(Default)]
struct StripSide<'f> {
    fragments: Vec<IndexedFragment<'f>>,
    /// The left and right edges of each row.
    rows: BTreeMap<usize, (i64, i64)>,
}

impl<'f> StripSide<'f> {
    fn push(&mut self, at: usize, fragment: &'f Fragment) {
        self.fragments.push((at, fragment));
        let row = self.rows.entry(fragment.row).or_insert((i64::MAX, i64::MIN));
        *row = (row.0.min(fragment.left), row.1.max(fragment.right));
    }

    fn width(&self) -> i64 {
        let left = self.rows.values().map(|row| row.0).min().unwrap_or(0);
        self.rows.values().map(|row| row.1).max().unwrap_or(0) - left
    }

    /// How many rows it has down to one.
    fn count_rows(&self, row: usize) -> usize {
        self.rows.range(..=row).count()
    }

    /// Whether a row is between its first and its last.
    fn is_inside(&self, row: usize) -> bool {
        let ends = self.rows.keys().next().zip(self.rows.keys().next_back());
        ends.is_some_and(|(first, last)| (first + 1..*last).contains(&row))
    }

    /// Whether most rows are full lines.
    fn is_prose(&self) -> bool {
        let wide = self.width();
        let is_full = |row: &&(i64, i64)| (row.1 - row.0) * 1000 >= wide * FULL;
        self.rows.values().filter(is_full).count() * 1000 >= self.rows.len() * FULL_ROWS
    }
}

/// The middles of the strips of white that hardly any row crosses, from left to right. The
/// fragments are sorted by their left edges.
fn list_strips(of_page: &[IndexedFragment<'_>], least: i64) -> Vec<i64> {
    let rows: BTreeSet<usize> = of_page.iter().map(|(_, one)| one.row).collect();
    let crossing = rows.len() * CROSSING / 1000;
    let mut strips = Vec::new();
    // The right edges of the fragments before, in order.
    let mut ends: Vec<i64> = Vec::new();
    for (_, fragment) in of_page {
        let farthest = ends.len().checked_sub(crossing + 1);
        if let Some(end) = farthest.and_then(|at| ends.get(at)).copied()
            && fragment.left - end >= least
        {
            strips.push(i64::midpoint(end, fragment.left));
        }
        let at = ends.partition_point(|end| *end <= fragment.right);
        ends.insert(at, fragment.right);
    }
    strips.dedup();
    strips
}

/// The fragments of one side that stand in the margin of the other; none if the sides are
/// not margin and text.
fn find_beside(
    margin: &StripSide<'_>,
    text: &StripSide<'_>,
    placed: &[Placed<'_>],
    body: i64,
) -> Vec<usize> {
    let is_text = text.rows.len() >= TEXT_ROWS
        && margin.rows.len() <= text.rows.len()
        && margin.width() * 1000 <= text.width() * MARGIN_WIDTH;
    if !is_text {
        return Vec::new();
    }
    // A folio may stand in the margin, at the height of the running head or below the text.
    let all = margin.fragments.iter().copied();
    let (numbers, words): (Vec<_>, Vec<_>) =
        all.partition(|(_, one)| read_number(one, placed).is_some());
    let list = |of: &[IndexedFragment<'_>]| of.iter().map(|(at, _)| *at).collect();
    let inside: Vec<_> =
        numbers.iter().copied().filter(|(_, one)| text.is_inside(one.row)).collect();
    if words.is_empty() {
        let counted = [numbers, inside];
        let counted = counted.iter().find(|of| number_rows(of, text, placed, body));
        return counted.map(|of| list(of.as_slice())).unwrap_or_default();
    }
    let of_text = text.fragments.iter().map(|(_, one)| *one);
    let are_notes = inside.is_empty()
        && text.is_prose()
        && words.iter().all(|(_, one)| is_note(one, placed, body))
        && !is_in_other_letters(of_text, placed);
    if are_notes { list(&words) } else { Vec::new() }
}

/// Whether a fragment has words that do not look like those of the text.
fn is_note(fragment: &Fragment, placed: &[Placed<'_>], body: i64) -> bool {
    let mut glyphs = fragment.glyphs.iter().filter_map(|at| placed.get(*at));
    glyphs.any(|glyph| glyph.text.contains(char::is_alphanumeric))
        && (fragment.size * 1000 <= body * NOTE_SIZE
            || is_in_other_letters(std::iter::once(fragment), placed))
}

/// Whether most letters are in italics or in a typewriter face.
fn is_in_other_letters<'f>(
    fragments: impl Iterator<Item = &'f Fragment>,
    placed: &[Placed<'_>],
) -> bool {
    let glyphs = fragments.flat_map(|one| &one.glyphs).filter_map(|at| placed.get(*at));
    let (other, roman): (Vec<_>, Vec<_>) =
        glyphs.partition(|glyph| glyph.italic || glyph.monospace);
    other.len() > roman.len()
}

/// The number that a fragment is.
fn read_number(fragment: &Fragment, placed: &[Placed<'_>]) -> Option<usize> {
    let glyphs = fragment.glyphs.iter().filter_map(|at| placed.get(*at));
    let words: String = glyphs.map(|glyph| glyph.text.as_ref()).collect();
    let is_number = words.len() <= NUMBER && words.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| words.parse().ok())?
}

/// Whether fragments number the rows of a text: every fifth one, say. Between two numbers
/// are as many rows as these differ by, or a few more where lines are turned over.
fn number_rows(
    numbers: &[IndexedFragment<'_>],
    text: &StripSide<'_>,
    placed: &[Placed<'_>],
    body: i64,
) -> bool {
    let place = |(_, one): &IndexedFragment<'_>| {
        Some((text.count_rows(one.row), read_number(one, placed)?))
    };
    let mut places: Vec<(usize, usize)> = numbers.iter().filter_map(place).collect();
    places.sort_unstable();
    let counts = |every: usize| {
        places.iter().all(|(_, number)| *number > 0 && number % every == 0)
            && places.windows(2).all(|pair| match pair {
                [(above, one), (below, next)] => {
                    *next == one + every
                        && (every..=every + every / 2).contains(&(below - above))
                }
                _ => false,
            })
    };
    places.len() >= 2 && NUMBERED.into_iter().any(counts)
        || counts_every_row(&places)
            && (are_beside_text(numbers, text, body) || is_no_list(text, placed))
}

/// Whether numbers are smaller than the text and on its baselines: those of notes are as small
/// as the notes, or raised.
fn are_beside_text(
    numbers: &[IndexedFragment<'_>],
    text: &StripSide<'_>,
    body: i64,
) -> bool {
    let is_small = |one: &Fragment| one.size * 1000 <= body * NOTE_SIZE;
    let small = text.fragments.iter().filter(|(_, one)| is_small(one)).count();
    small * 2 < text.fragments.len()
        && numbers
            .iter()
            .all(|(_, one)| is_small(one) && text.rows.contains_key(&one.row))
}

/// Whether numbers count the rows of a text one by one, from any number on. `places` are the
/// rows from the top, each with its number.
fn counts_every_row(places: &[(usize, usize)]) -> bool {
    let pairs = || places.windows(2).map(|pair| (pair[0], pair[1]));
    let successive = pairs().filter(|(above, below)| below.0 == above.0 + 1).count();
    places.len() >= EVERY_LINE
        && pairs().all(|(above, below)| below.1 == above.1 + 1)
        && successive * 1000 >= (places.len() - 1) * SUCCESSIVE
}

/// Whether numbered rows are prose, and not the entries of a list or of a table of contents.
fn is_no_list(text: &StripSide<'_>, placed: &[Placed<'_>]) -> bool {
    let ends_with_figure = |(_, one): &&IndexedFragment<'_>| {
        let last = one.glyphs.last().and_then(|at| placed.get(*at));
        last.is_some_and(|glyph| glyph.text.ends_with(|c: char| c.is_ascii_digit()))
    };
    let figures = text.fragments.iter().filter(ends_with_figure).count();
    text.is_prose() && figures * 1000 <= text.rows.len() * PAGE_NUMBERS
}

/// Lists what stands in the margins of all pages, page by page and from top to bottom.
/// `is_free` says which lines of a page are no part of a table or a figure.
pub(super) fn list_margin_items(
    pages: &[PdfLines],
    is_free: impl Fn(u32, usize) -> bool,
) -> Vec<MarginItem> {
    let mut items: Vec<MarginItem> = Vec::new();
    for page in pages {
        let first = items.len();
        let lines = page.lines.iter().enumerate();
        for (at, line) in
            lines.filter(|(at, line)| line.in_margin && is_free(line.page, *at))
        {
            let kind = if line.text.trim().chars().all(|c| c.is_ascii_digit()) {
                MarginItemKind::LineNumber
            } else {
                MarginItemKind::Note
            };
            let place = PageBox {
                left: line.left,
                right: line.right,
                top: line.baseline - line.size,
                bottom: line.baseline,
            };
            let goes_on = |item: &&mut MarginItem| {
                let gap = i64::from((line.baseline - item.place.bottom).0);
                item.kind == kind
                    && kind == MarginItemKind::Note
                    && item.place.left < line.right
                    && line.left < item.place.right
                    && gap * 1000 <= i64::from(line.size.0) * NOTE_LEADING
            };
            let of_page = items.get_mut(first..).unwrap_or_default();
            match of_page.iter_mut().rev().find(goes_on) {
                Some(item) => {
                    item.lines.push(at);
                    item.place.left = item.place.left.min(place.left);
                    item.place.right = item.place.right.max(place.right);
                    item.place.bottom = place.bottom;
                }
                None => items.push(MarginItem {
                    page: line.page,
                    kind,
                    lines: vec![at],
                    place,
                }),
            }
        }
    }
    items
}

/// Reports how many notes and numbers are in the margins, and where the first is.
pub(super) fn report_margin_items(
    name: &str,
    items: &[MarginItem],
) -> Option<Diagnostic> {
    let first = items.first()?.page;
    let notes = items.iter().filter(|item| item.kind == MarginItemKind::Note).count();
    let numbers = items.len() - notes;
    let notes = (notes > 0).then(|| format!("notes ({notes})"));
    let numbers = (numbers > 0).then(|| format!("numbers of lines ({numbers})"));
    let found: Vec<String> = notes.into_iter().chain(numbers).collect();
    let found = found.join(" and ");
    let message =
        format!("{name}: {found} were recognised in the margins, first on page {first}");
    let hint =
        "notes in the margin stay beside their line; numbers of lines are left out";
    Some(Diagnostic::new(codes::PDF_MARGINS, Severity::Warning, message).hint(hint))
}
