//! The places where lines may turn, and what a line between two of them measures.

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

/// A place where a line may turn; the first and the last place of a paragraph are its
/// beginning and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BreakCandidate {
    /// The node; none for the beginning and the end.
    pub(super) node: Option<usize>,
    /// The sums up to the end of a line that ends here.
    pub(super) end: WidthSums,
    /// The sums up to the start of a line that starts here.
    pub(super) start: WidthSums,
    /// The spaces before it, by number of the next; with the space that it is itself.
    pub(super) spaces: Range<usize>,
    /// The turn.
    pub(super) breakpoint: Breakpoint,
}

/// An end of a line as far as its fit asks for it: the sums up to there, and what hangs out
/// counted as outside.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineBound {
    pub(super) sums: WidthSums,
    /// The line must turn here.
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

/// What the line breaker works on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CandidateList {
    /// All places where lines may turn, in reading order; at least two.
    pub(super) candidates: Vec<BreakCandidate>,
    /// All spaces that the eye sees, in reading order: the sums before and behind each.
    pub(super) spaces: Vec<(WidthSums, WidthSums)>,
}

/// The places and spaces of a paragraph, in the room of another's.
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

/// Empties a list that shall have room for so many.
pub(super) fn clear_and_reserve<T>(list: &mut Vec<T>, count: usize) {
    list.clear();
    if list.capacity() < count {
        *list = Vec::with_capacity(count.next_power_of_two());
    }
}

/// Whether a paragraph has more places than so many.
pub(super) fn has_more_candidates(nodes: &NodeList, places: usize) -> bool {
    let turns = |node: &&ParagraphNode| match node {
        ParagraphNode::Glue { turn, .. } => turn.is_some(),
        ParagraphNode::Discretionary { .. } => true,
        ParagraphNode::Box { .. } => false,
    };
    // Its beginning and its end are two.
    nodes.list.iter().filter(turns).nth(places.saturating_sub(2)).is_some()
}

/// The way through a paragraph, place by place.
pub(super) struct CandidateScanner<'n> {
    nodes: &'n NodeList,
    /// The next node.
    next: usize,
    /// What stands before it.
    sums: WidthSums,
    /// The places that were passed and not dropped, and all spaces.
    pub(super) list: CandidateList,
    /// The end was reached.
    pub(super) ended: bool,
}

impl<'n> CandidateScanner<'n> {
    /// At the beginning, the first place; in the room of an empty course.
    pub(super) fn new(nodes: &'n NodeList, mut list: CandidateList) -> Self {
        let turn = Breakpoint { start: nodes.first, ..Breakpoint::default() };
        let sums = WidthSums::default();
        list.candidates.push(BreakCandidate {
            node: None,
            end: sums,
            start: sums,
            spaces: 0..0,
            breakpoint: turn,
        });
        Self { nodes, next: 0, sums, list, ended: false }
    }

    /// Goes on until there are so many places, or to the end.
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
                Some(&ParagraphNode::Glue { width, stretch, shrink, turn }) => {
                    sums.width += i64::from(width.0);
                    sums.stretch += i64::from(stretch.0);
                    sums.shrink += i64::from(shrink.0);
                    match all.last_mut() {
                        // Of spaces with nothing between them the eye sees one.
                        Some((_, end)) if end.width == before.width => *end = *sums,
                        _ => all.push((before, *sums)),
                    }
                    places.extend(turn.map(|turn| {
                        let spaces = all.len() - 1..all.len();
                        BreakCandidate {
                            node: index,
                            end: before,
                            start: *sums,
                            spaces,
                            breakpoint: turn,
                        }
                    }));
                }
                Some(&ParagraphNode::Discretionary { before, after, turn }) => {
                    let (mut end, mut start) = (*sums, *sums);
                    end.width += i64::from(before.0);
                    start.width -= i64::from(after.0);
                    places.push(BreakCandidate {
                        node: index,
                        end,
                        start,
                        spaces: met..met,
                        breakpoint: turn,
                    });
                }
                None => {
                    let end = self.nodes.last;
                    let turn = Breakpoint { forced: true, end, ..Breakpoint::default() };
                    let (end, start, spaces) = (*sums, *sums, met..met);
                    places.push(BreakCandidate {
                        node: None,
                        end,
                        start,
                        spaces,
                        breakpoint: turn,
                    });
                    self.ended = true;
                }
            }
            self.next += 1;
        }
    }
}
