//! The places where lines may turn, and what a line between two of them measures.

use std::ops::Range;

use crate::typeset::nodes::{Node, Nodes, Turn};

/// Sums of widths over all nodes before a point, in scaled points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sums {
    pub(super) width: i64,
    pub(super) stretch: i64,
    pub(super) shrink: i64,
    pub(super) give: i64,
}

impl Sums {
    /// What lies between an earlier point and this one.
    pub(super) fn since(self, earlier: Self) -> Self {
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
pub(super) struct Place {
    /// The node; none for the beginning and the end.
    pub(super) node: Option<usize>,
    /// The sums up to the end of a line that ends here.
    pub(super) end: Sums,
    /// The sums up to the start of a line that starts here.
    pub(super) start: Sums,
    /// The spaces before it, by number of the next; with the space that it is itself.
    pub(super) spaces: Range<usize>,
    /// The turn.
    pub(super) turn: Turn,
}

/// An end of a line as far as its fit asks for it: the sums up to there, and what hangs out
/// counted as outside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    pub(super) sums: Sums,
    /// The line must turn here.
    pub(super) forced: bool,
}

impl Place {
    /// The bound of a line that ends here.
    pub(super) fn upper(&self) -> Bound {
        let mut sums = self.end;
        sums.width -= i64::from(self.turn.end.hang.0);
        Bound { sums, forced: self.turn.forced }
    }

    /// The bound of a line that starts here.
    pub(super) fn lower(&self) -> Bound {
        let mut sums = self.start;
        sums.width += i64::from(self.turn.start.hang.0);
        Bound { sums, forced: self.turn.forced }
    }
}

/// What the line breaker works on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Course {
    /// All places where lines may turn, in reading order; at least two.
    pub(super) places: Vec<Place>,
    /// All spaces, in reading order: the sums before and behind each.
    pub(super) spaces: Vec<(Sums, Sums)>,
}

/// The places and spaces of a paragraph.
pub(super) fn course(nodes: &Nodes) -> Course {
    let mut sums = Sums::default();
    let first = Turn { start: nodes.first, ..Turn::default() };
    let place = |node, end, start, spaces, turn| Place { node, end, start, spaces, turn };
    let mut course = Course::default();
    course.places.reserve(nodes.list.len() / 2 + 2);
    course.spaces.reserve(nodes.list.len() / 4);
    course.places.push(place(None, sums, sums, 0..0, first));
    for (index, node) in nodes.list.iter().enumerate() {
        let before_node = sums;
        let met = course.spaces.len();
        match node {
            Node::Box { width, give } => {
                sums.width += i64::from(width.0);
                sums.give += i64::from(give.0);
            }
            Node::Glue { width, stretch, shrink, turn } => {
                sums.width += i64::from(width.0);
                sums.stretch += i64::from(stretch.0);
                sums.shrink += i64::from(shrink.0);
                course.spaces.push((before_node, sums));
                if let Some(turn) = *turn {
                    let spaces = met..met + 1;
                    let place = place(Some(index), before_node, sums, spaces, turn);
                    course.places.push(place);
                }
            }
            Node::Discretionary { before, after, turn } => {
                let (mut end, mut start) = (sums, sums);
                end.width += i64::from(before.0);
                start.width -= i64::from(after.0);
                course.places.push(place(Some(index), end, start, met..met, *turn));
            }
        }
    }
    let last = Turn { forced: true, end: nodes.last, ..Turn::default() };
    let met = course.spaces.len();
    course.places.push(place(None, sums, sums, met..met, last));
    course
}
