//! Where pages of the source begin, as far as the extraction itself shows it.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::measure;
use super::numbers::{PageNumber, page_number};
use super::shapes::{Shape, shapes};
use crate::source::Text;

/// Fewest solid lines between two page turns that are shown by one leading space. Verse
/// and indented paragraphs come closer together than pages do.
const SHORTEST_PAGE: usize = 5;

/// How the extraction shows a page turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// By a form feed: each turn is known.
    FormFeed,
    /// By one space before the first word of a page. Other lines may have it too.
    Space,
    /// By nothing of its own.
    Unmarked,
}

/// The lines of a text as all steps of this phase look at them.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    /// The text.
    pub(crate) text: &'a Text,
    /// The shape of every line.
    pub(crate) shapes: Vec<Shape>,
    /// The lines that are not blank, rising. A place in this list is a *rank*.
    pub(crate) solid: Vec<usize>,
    /// How pages turn.
    pub(crate) turn: Turn,
    /// Ranks of the first solid lines of pages, rising, without the first page.
    pub(crate) starts: Vec<usize>,
    /// The measure that most lines keep to, in thousandths of an em.
    pub(crate) measure: u32,
    /// What each solid line is as a folio.
    numbers: Vec<Option<PageNumber>>,
    /// What of each solid line repeats in a running head.
    keys: Vec<String>,
}

impl<'a> Sheet<'a> {
    /// Looks at a text.
    pub(crate) fn new(text: &'a Text) -> Self {
        let words = |line: usize| text.line(line).trim();
        let lines = 0..text.lines.len();
        let solid: Vec<usize> = lines.filter(|&line| !words(line).is_empty()).collect();
        let shapes = shapes(text);
        let words = solid.par_iter().map(|&line| words(line));
        let (numbers, keys) = words.map(|words| (page_number(words), key(words))).unzip();
        let fed = fed_starts(text, &solid);
        let spaced = spaced_starts(text, &shapes, &solid);
        let (turn, starts) = match (fed.is_empty(), spaced.is_empty()) {
            (false, _) => (Turn::FormFeed, fed),
            (true, false) => (Turn::Space, spaced),
            (true, true) => (Turn::Unmarked, Vec::new()),
        };
        let widths = solid
            .iter()
            .map(|&line| i32::try_from(shapes[line].width).unwrap_or(i32::MAX));
        let measure = u32::try_from(measure::measure(widths)).unwrap_or_default();
        Self { text, shapes, solid, turn, starts, measure, numbers, keys }
    }

    /// What a solid line is as a folio.
    pub(crate) fn number(&self, rank: usize) -> Option<&PageNumber> {
        self.numbers[rank].as_ref()
    }

    /// The letters of a solid line, small, without figures and spaces: what repeats in a
    /// running head. Empty for a line that is none.
    pub(crate) fn key(&self, rank: usize) -> &str {
        &self.keys[rank]
    }

    /// The text of a solid line without the spaces around it.
    pub(crate) fn words(&self, rank: usize) -> &'a str {
        self.text.line(self.solid[rank]).trim()
    }

    /// The shape of a solid line.
    pub(crate) fn shape(&self, rank: usize) -> Shape {
        self.shapes[self.solid[rank]]
    }

    /// How many blank lines stand before a solid line.
    pub(crate) fn blanks_before(&self, rank: usize) -> usize {
        let before = match rank {
            0 => 0,
            _ => self.solid[rank - 1] + 1,
        };
        self.solid[rank] - before
    }

    /// The page of a solid line, counted from 0 by [`Self::starts`].
    pub(crate) fn page(&self, rank: usize) -> usize {
        self.starts.partition_point(|&start| start <= rank)
    }

    /// The first solid line of a page, and the first after it.
    pub(crate) fn page_ranks(&self, page: usize) -> std::ops::Range<usize> {
        let start = if page == 0 { 0 } else { self.starts[page - 1] };
        start..self.starts.get(page).copied().unwrap_or(self.solid.len())
    }

    /// How many pages there are by [`Self::starts`].
    pub(crate) fn pages(&self) -> usize {
        self.starts.len() + 1
    }
}

/// The letters of a line, small, without figures and spaces: what repeats in a running
/// head. Empty for a line longer than any head.
fn key(words: &str) -> String {
    // Longest running heads seen are near 90 characters; a paragraph on one line is not
    // worth a key.
    if words.len() > 250 {
        return String::new();
    }
    // What leads up to something is no head.
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
        .filter(|&rank| text.lines[solid[rank]].page != text.lines[solid[rank - 1]].page)
        .collect()
}

/// The lines with exactly one leading space, if so few lines have it, and so far from
/// one another, that it can mean a page turn. A line that begins with a number is a
/// note after a superscript number more often than a page.
fn spaced_starts(text: &Text, shapes: &[Shape], solid: &[usize]) -> Vec<usize> {
    let spaced: Vec<usize> = (1..solid.len())
        .filter(|&rank| shapes[solid[rank]].indent == 1)
        .filter(|&rank| text.line(solid[rank]).starts_with(' '))
        .collect();
    let close = spaced.windows(2).filter(|pair| pair[1] - pair[0] < SHORTEST_PAGE);
    if close.count() * 3 > spaced.len() || spaced.len() * 8 > solid.len() {
        return Vec::new();
    }
    spaced
}
