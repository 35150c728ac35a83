//! Collects the break candidates of a paragraph, and the sums that give the width of a line
//! between any two.

use std::ops::Range;

use crate::typeset::nodes::{Breakpoint, NodeList, ParagraphNode};

/// Sums of widths over all nodes before a point, in scaled points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WidthSums {
    pub(super) width: i64,
    pub(super) stretch: i64,
    pub(super) shrink: i64,
    pub(super) give: i64,
}

impl WidthSums {
    /// What lies between an earlier point and this one.
    pub(super) fn minus(self, earlier: Self) -> Self {
        Self {
            width: self.width - earlier.width,
            stretch: self.stretch - earlier.stretch,
            shrink: self.shrink - earlier.shrink,
            give: self.give - earlier.give,
        }
    }
}

/// A break candidate. The first and the last of a paragraph are its beginning and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BreakCandidate {
    /// The node; none for the beginning and the end of the paragraph.
    pub(super) node: Option<usize>,
    /// The sums up to the end of a line that ends here.
    pub(super) end: WidthSums,
    /// The sums up to the start of a line that starts here.
    pub(super) start: WidthSums,
    /// The word spaces before it, as indices; a break at a space includes that space.
    pub(super) spaces: Range<usize>,
    /// What breaking here costs and changes.
    pub(super) breakpoint: Breakpoint,
}

/// One end of a line, as [`BreakSearch::fit_line`](super::search::BreakSearch::fit_line)
/// needs it: the sums up to there, less what hangs into the margin.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineBound {
    pub(super) sums: WidthSums,
    /// The line must break here.
    pub(super) forced: bool,
}

impl BreakCandidate {
    /// The bound of a line that ends here.
    pub(super) fn end_bound(&self) -> LineBound {
        let mut sums = self.end;
        sums.width -= i64::from(self.breakpoint.end.hang.0);
        LineBound { sums, forced: self.breakpoint.forced }
    }

    /// The bound of a line that starts here.
    pub(super) fn start_bound(&self) -> LineBound {
        let mut sums = self.start;
        sums.width += i64::from(self.breakpoint.start.hang.0);
        LineBound { sums, forced: self.breakpoint.forced }
    }
}

/// The break candidates and word spaces of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CandidateList {
    /// All break candidates in reading order; at least two.
    pub(super) candidates: Vec<BreakCandidate>,
    /// All visible spaces in reading order: the sums before and after each.
    pub(super) spaces: Vec<(WidthSums, WidthSums)>,
}

/// Collects the candidates and spaces of a paragraph, in the buffers of another.
pub(super) fn collect_candidates(
    nodes: &NodeList,
    mut room: CandidateList,
) -> CandidateList {
    clear_and_reserve(&mut room.candidates, nodes.list.len() / 2 + 2);
    clear_and_reserve(&mut room.spaces, nodes.list.len() / 4);
    let mut walk = CandidateScanner::new(nodes, room);
    walk.scan_until(usize::MAX);
    walk.list
}

/// Empties a list and makes room for `count` items.
pub(super) fn clear_and_reserve<T>(list: &mut Vec<T>, count: usize) {
    list.clear();
    if list.capacity() < count {
        *list = Vec::with_capacity(count.next_power_of_two());
    }
}

/// Whether a paragraph has more than this many break candidates.
pub(super) fn has_more_candidates(nodes: &NodeList, places: usize) -> bool {
    let turns = |node: &&ParagraphNode| match node {
        ParagraphNode::Glue { breakpoint, .. } => breakpoint.is_some(),
        ParagraphNode::Discretionary { .. } => true,
        ParagraphNode::Box { .. } => false,
    };
    // The beginning and the end of the paragraph count as two.
    nodes.list.iter().filter(turns).nth(places.saturating_sub(2)).is_some()
}

/// A scan of a paragraph, candidate by candidate.
pub(super) struct CandidateScanner<'n> {
    nodes: &'n NodeList,
    /// The next node.
    next: usize,
    /// The sums before it.
    sums: WidthSums,
    /// The candidates found so far and not dropped, and all spaces.
    pub(super) list: CandidateList,
    /// The scan has reached the end.
    pub(super) ended: bool,
}

impl<'n> CandidateScanner<'n> {
    /// Starts a scan at the beginning of a paragraph, in the buffers of an empty list.
    pub(super) fn new(nodes: &'n NodeList, mut list: CandidateList) -> Self {
        let breakpoint = Breakpoint { start: nodes.first, ..Breakpoint::default() };
        let sums = WidthSums::default();
        list.candidates.push(BreakCandidate {
            node: None,
            end: sums,
            start: sums,
            spaces: 0..0,
            breakpoint,
        });
        Self { nodes, next: 0, sums, list, ended: false }
    }

    /// Scans until there are `count` candidates, or to the end.
    pub(super) fn scan_until(&mut self, count: usize) {
        let CandidateList { candidates: places, spaces: all } = &mut self.list;
        while places.len() < count && !self.ended {
            let before = self.sums;
            let met = all.len();
            let sums = &mut self.sums;
            let index = Some(self.next);
            match self.nodes.list.get(self.next) {
                Some(ParagraphNode::Box { width, give }) => {
                    sums.width += i64::from(width.0);
                    sums.give += i64::from(give.0);
                }
                Some(&ParagraphNode::Glue { width, stretch, shrink, breakpoint }) => {
                    sums.width += i64::from(width.0);
                    sums.stretch += i64::from(stretch.0);
                    sums.shrink += i64::from(shrink.0);
                    match all.last_mut() {
                        // Two spaces with nothing between them look like one.
                        Some((_, end)) if end.width == before.width => *end = *sums,
                        _ => all.push((before, *sums)),
                    }
                    places.extend(breakpoint.map(|breakpoint| {
                        let spaces = all.len() - 1..all.len();
                        BreakCandidate {
                            node: index,
                            end: before,
                            start: *sums,
                            spaces,
                            breakpoint,
                        }
                    }));
                }
                Some(&ParagraphNode::Discretionary { before, after, breakpoint }) => {
                    let (mut end, mut start) = (*sums, *sums);
                    end.width += i64::from(before.0);
                    start.width -= i64::from(after.0);
                    places.push(BreakCandidate {
                        node: index,
                        end,
                        start,
                        spaces: met..met,
                        breakpoint,
                    });
                }
                None => {
                    let end = self.nodes.last;
                    let breakpoint =
                        Breakpoint { forced: true, end, ..Breakpoint::default() };
                    let (end, start, spaces) = (*sums, *sums, met..met);
                    places.push(BreakCandidate {
                        node: None,
                        end,
                        start,
                        spaces,
                        breakpoint,
                    });
                    self.ended = true;
                }
            }
            self.next += 1;
        }
    }
}
