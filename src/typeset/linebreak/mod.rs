//! Nodes become lines of least total demerits; knows nothing of text or fonts.
//!
//! The method is that of Knuth & Plass, *Breaking Paragraphs into Lines* (1981), with one
//! line more of memory: a state of the search is not a place where a line ends but a whole
//! line, so that the cost of two lines running (hyphens, unlike spacing, the same word at
//! the edge) is exact. States are kept apart by the number of lines above them, so that a
//! paragraph can be had one line longer or shorter too, at the least cost for that length
//! (Plass 1981; Mittelbach 2019 for pages that need it).
//!
//! All arithmetic is in integers: the same paragraph breaks alike on every machine.

mod costs;
mod place;
mod rivers;
mod search;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub(crate) use self::costs::Costs;

use self::place::course;
use self::search::Search;
use super::nodes::Nodes;
use crate::length::Length;

/// How far a line may be stretched, in thousandths of what its spaces and letters offer:
/// the first limit that lets a paragraph through is taken. At the first, a space of EB
/// Garamond is 1.6 times its width; the last is no limit.
const TOLERANCES: [i64; 5] = [1_600, 3_200, 6_400, 25_600, i64::MAX];

/// What lines are to be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Params {
    /// Room for the first line.
    pub(crate) first_measure: Length,
    /// Room for every other line.
    pub(crate) measure: Length,
    /// Lines are spaced out to fill the measure. Else they end where they end, within
    /// [`Self::rag`].
    pub(crate) justified: bool,
    /// How far a line that is not justified may usually end before the edge.
    pub(crate) rag: Length,
    /// A last line shorter than this is a runt.
    pub(crate) shortest_last: Length,
    /// The word at the end of the line above the paragraph, as a digest; 0 for none. The
    /// first line should not end with it too.
    pub(crate) word_above: u64,
    /// How many lines more or fewer than the best number are looked for.
    pub(crate) spread: u32,
    /// What faults cost.
    pub(crate) costs: Costs,
}

/// A line found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BrokenLine {
    /// The node at which it begins by turning; none for the first line.
    pub(crate) start: Option<usize>,
    /// The node at which it ends by turning; none for the last line.
    pub(crate) end: Option<usize>,
    /// How far it is stretched (or shrunk, below zero) in thousandths of what its spaces
    /// offer; zero for a line that is not justified.
    pub(crate) ratio: i64,
    /// How much wider than its room it is, even when shrunk: by so much it stands out.
    pub(crate) over: Length,
}

impl BrokenLine {
    /// The nodes between its ends, of a paragraph of so many nodes.
    #[must_use]
    pub(crate) fn inner(&self, length: usize) -> Range<usize> {
        self.start.map_or(0, |node| node + 1)..self.end.unwrap_or(length)
    }
}

/// The ways in which a paragraph can be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Breaking {
    /// The best way for each number of lines, the fewest lines first; never empty.
    ways: Vec<Way>,
    /// The best of them.
    best: usize,
}

/// A way to break a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    /// The lines; never empty.
    pub(crate) lines: Vec<BrokenLine>,
    /// What they cost, in hundredths of a demerit.
    pub(crate) demerits: i64,
}

impl Breaking {
    /// The best way.
    #[must_use]
    pub(crate) fn best(&self) -> &Way {
        &self.ways[self.best]
    }

    /// The best way for each number of lines that was found, the fewest lines first.
    #[must_use]
    pub(crate) fn ways(&self) -> &[Way] {
        &self.ways
    }
}

/// Breaks a paragraph into lines.
#[must_use]
pub(crate) fn break_lines(nodes: &Nodes, params: &Params) -> Breaking {
    let course = course(nodes);
    let mut search = Search::new(&course, params);
    for tolerance in TOLERANCES {
        if search.run(tolerance, false) {
            return breaking(&search);
        }
    }
    // A stretch between two turns is wider than the measure: it stands out.
    let found = search.run(i64::MAX, true);
    debug_assert!(found, "with overfull lines every paragraph has a way through");
    breaking(&search)
}

/// What a search has found.
fn breaking(search: &Search<'_>) -> Breaking {
    let ways = search.ways();
    let best = (0..ways.len()).min_by_key(|&way| ways[way].demerits).unwrap_or(0);
    Breaking { ways, best }
}
