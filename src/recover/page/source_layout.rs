//! Where pages of the source begin, as far as the extraction shows it.

use std::ops::Range;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::line_shapes::{LineExtent, measure_lines};
use super::measure;
use super::page_numbers::{PageNumber, read_page_number};
use crate::recover::notation::Notation;
use crate::source::Text;
use crate::text::sentences::runs_on;

/// Fewest solid lines between two page turns that a leading space shows. Verse and
/// indented paragraphs are closer together than pages.
const SHORTEST_PAGE: usize = 5;

/// Most solid lines of a page, on average.
const MOST_LINES_ON_AVERAGE: usize = 120;

/// A line is full from this share of the measure on, in per cent.
const FULL: u32 = 85;

/// How the extraction shows a page turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageTurn {
    /// By a form feed, or by the notation: every turn is known.
    FormFeed,
    /// By one space before the first word of a page. Other lines may have one too.
    Space,
    /// By nothing.
    Unmarked,
}

/// The lines of a text, as the input of all steps of recovery.
#[derive(Debug)]
pub(crate) struct SourceLayout<'a> {
    /// The text.
    pub(crate) text: &'a Text,
    /// What its notation says.
    pub(crate) notation: &'a Notation,
    /// The shape of every line.
    pub(crate) shapes: Vec<LineExtent>,
    /// The lines that are not blank, and not read by their notation, in ascending order. A *line number* (`line_no`) is
    /// an index into this list.
    pub(crate) solid_lines: Vec<usize>,
    /// How the extraction shows page turns.
    pub(crate) turn: PageTurn,
    /// Line numbers of the first solid lines of pages, in ascending order, without the
    /// first page.
    pub(crate) starts: Vec<usize>,
    /// The measure of most lines, in thousandths of an em.
    pub(crate) measure: u32,
    /// Each solid line read as a folio.
    numbers: Vec<Option<PageNumber>>,
    /// The head key of each solid line.
    keys: Vec<String>,
}

impl<'a> SourceLayout<'a> {
    /// Measures the lines of a text and finds its pages. The notation hides some lines, and
    /// may show the pages.
    pub(crate) fn new(text: &'a Text, notation: &'a Notation) -> Self {
        let words = |line: usize| text.line(line).trim();
        let lines = (0..text.lines.len()).filter(|&line| !notation.hides(line));
        let solid_lines: Vec<usize> =
            lines.filter(|&line| !words(line).is_empty()).collect();
        let shapes = measure_lines(text);
        let words = solid_lines.par_iter().map(|&line| words(line));
        let (numbers, keys) =
            words.map(|words| (read_page_number(words), make_head_key(words))).unzip();
        let coded = notation.pages.iter().filter_map(|(line, _)| {
            solid_lines.binary_search(line).ok().filter(|&line_no| line_no > 0)
        });
        let coded: Vec<usize> = coded.collect();
        let fed = if coded.is_empty() { fed_starts(text, &solid_lines) } else { coded };
        let spaced = spaced_starts(text, &shapes, &solid_lines);
        let (turn, starts) = match (fed.is_empty(), spaced.is_empty()) {
            (false, _) => (PageTurn::FormFeed, fed),
            (true, false) => (PageTurn::Space, spaced),
            (true, true) => (PageTurn::Unmarked, Vec::new()),
        };
        let widths = solid_lines
            .iter()
            .map(|&line| i32::try_from(shapes[line].width).unwrap_or(i32::MAX));
        let measure = u32::try_from(measure::find_measure(widths)).unwrap_or_default();
        Self { text, notation, shapes, solid_lines, turn, starts, measure, numbers, keys }
    }

    /// A solid line read as a folio.
    pub(crate) fn number(&self, line_no: usize) -> Option<&PageNumber> {
        self.numbers[line_no].as_ref()
    }

    /// The head key of a solid line: its letters in lower case, without figures and
    /// spaces, which a running head repeats. Empty if the line cannot be a head.
    pub(crate) fn head_key(&self, line_no: usize) -> &str {
        &self.keys[line_no]
    }

    /// The text of a solid line without the spaces around it.
    pub(crate) fn words(&self, line_no: usize) -> &'a str {
        self.text.line(self.solid_lines[line_no]).trim()
    }

    /// The shape of a solid line.
    pub(crate) fn shape(&self, line_no: usize) -> LineExtent {
        self.shapes[self.solid_lines[line_no]]
    }

    /// How many blank lines precede a solid line.
    pub(crate) fn blanks_before(&self, line_no: usize) -> usize {
        let before = match line_no {
            0 => 0,
            _ => self.solid_lines[line_no - 1] + 1,
        };
        self.solid_lines[line_no] - before
    }

    /// The page of a solid line, counted from 0 by [`Self::starts`].
    pub(crate) fn page_of(&self, line_no: usize) -> usize {
        self.starts.partition_point(|&start| start <= line_no)
    }

    /// The first solid line of a page, and the first after it.
    pub(crate) fn page_lines(&self, page: usize) -> Range<usize> {
        let start = if page == 0 { 0 } else { self.starts[page - 1] };
        start..self.starts.get(page).copied().unwrap_or(self.solid_lines.len())
    }

    /// The solid lines of each page, where pages begin with the lines `bounds`.
    pub(crate) fn divide_into_pages<'b>(
        &self,
        bounds: &'b [usize],
    ) -> impl Iterator<Item = Range<usize>> + use<'b> {
        let end = self.solid_lines.len();
        let starts = std::iter::once(0).chain(bounds.iter().copied());
        let ends = bounds.iter().copied().chain([end]);
        starts.zip(ends).map(|(start, end)| start..end)
    }

    /// Whether a form feed, or the notation, begins a page with a solid line.
    pub(crate) fn begins_known_page(&self, line_no: usize) -> bool {
        self.turn == PageTurn::FormFeed && self.starts.binary_search(&line_no).is_ok()
    }

    /// Whether a solid line is the first or the last of a page whose turns are known.
    pub(crate) fn is_at_page_edge(&self, line_no: usize) -> bool {
        let page = self.page_lines(self.page_of(line_no));
        self.turn == PageTurn::FormFeed
            && (line_no == page.start || line_no + 1 == page.end)
    }

    /// Whether a solid line is about as wide as the measure, so that a sentence may
    /// continue after it.
    pub(crate) fn is_full(&self, line_no: usize) -> bool {
        self.shape(line_no).width * 100 >= self.measure.saturating_mul(FULL)
    }

    /// Whether a sentence breaks off at the end of a solid line, which is full.
    pub(crate) fn breaks_off(&self, line_no: usize) -> bool {
        let words = self.words(line_no);
        self.is_full(line_no) && words.ends_with(|c: char| c.is_alphabetic() || c == '-')
    }

    /// How many pages [`Self::starts`] makes.
    pub(crate) fn page_count(&self) -> usize {
        self.starts.len() + 1
    }

    /// Whether a sentence continues across a line, or across it and a running head beside
    /// it.
    pub(crate) fn splits_sentence(&self, line_no: usize) -> bool {
        let head = |line_no: usize| {
            let words = self.words(line_no);
            !words.starts_with(char::is_lowercase)
                && self.shape(line_no).width < self.measure
        };
        let last = self.solid_lines.len() - 1;
        let runs_on = |before: Option<usize>, after: usize| {
            before.is_some_and(|before| {
                after <= last && runs_on(self.words(before), self.words(after))
            })
        };
        let (one, two) = (line_no.checked_sub(1), line_no.checked_sub(2));
        runs_on(one, line_no + 1)
            || line_no < last && head(line_no + 1) && runs_on(one, line_no + 2)
            || one.is_some_and(head) && runs_on(two, line_no + 1)
    }
}

/// Makes the head key of a line: its letters in lower case, without figures and spaces.
/// Empty for a line longer than any head.
fn make_head_key(words: &str) -> String {
    // The longest running heads seen have about 90 characters; a paragraph on one line
    // needs no key.
    if words.len() > 250 {
        return String::new();
    }
    // A line that announces what follows is not a head.
    if words.ends_with([',', ';', ':']) {
        return String::new();
    }
    let mut key = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            'a'..='z' => key.push(c),
            'A'..='Z' => key.push(c.to_ascii_lowercase()),
            _ if c.is_alphabetic() => key.extend(c.to_lowercase()),
            _ => {}
        }
    }
    key
}

/// The first solid line after each form feed that has solid lines on either side.
fn fed_starts(text: &Text, solid: &[usize]) -> Vec<usize> {
    (1..solid.len())
        .filter(|&line_no| {
            text.lines[solid[line_no]].page != text.lines[solid[line_no - 1]].page
        })
        .collect()
}

/// The lines with exactly one leading space, if they are few and far enough apart to mean
/// page turns. A line that begins with a number is more often a note after a superscript
/// number than a page.
fn spaced_starts(text: &Text, shapes: &[LineExtent], solid: &[usize]) -> Vec<usize> {
    let spaced: Vec<usize> = (1..solid.len())
        .filter(|&line_no| shapes[solid[line_no]].indent == 1)
        .filter(|&line_no| text.line(solid[line_no]).starts_with(' '))
        .collect();
    let close = spaced.windows(2).filter(|pair| pair[1] - pair[0] < SHORTEST_PAGE);
    let far = solid.len() > (spaced.len() + 1) * MOST_LINES_ON_AVERAGE;
    if far || close.count() * 3 > spaced.len() || spaced.len() * 8 > solid.len() {
        return Vec::new();
    }
    spaced
}
