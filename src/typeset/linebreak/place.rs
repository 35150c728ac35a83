//! The places where lines may turn, and what a line between two of them measures.

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The node; none for the beginning and the end.
    pub(super) node: Option<usize>,
    /// The sums up to the end of a line that ends here.
    pub(super) end: Sums,
    /// The sums up to the start of a line that starts here.
    pub(super) start: Sums,
    /// The turn.
    pub(super) turn: Turn,
}

/// All places of a paragraph, in reading order; at least two.
pub(super) fn places(nodes: &Nodes) -> Vec<Place> {
    let mut sums = Sums::default();
    let first = Turn { start: nodes.first, ..Turn::default() };
    let mut places = vec![Place { node: None, end: sums, start: sums, turn: first }];
    for (index, node) in nodes.list.iter().enumerate() {
        let node_before = sums;
        match node {
            Node::Box { width, give } => {
                sums.width += i64::from(width.0);
                sums.give += i64::from(give.0);
            }
            Node::Glue { width, stretch, shrink, turn } => {
                sums.width += i64::from(width.0);
                sums.stretch += i64::from(stretch.0);
                sums.shrink += i64::from(shrink.0);
                if let Some(turn) = *turn {
                    let node = Some(index);
                    places.push(Place { node, end: node_before, start: sums, turn });
                }
            }
            Node::Discretionary { before, after, turn } => {
                let (mut end, mut start) = (sums, sums);
                end.width += i64::from(before.0);
                start.width -= i64::from(after.0);
                places.push(Place { node: Some(index), end, start, turn: *turn });
            }
        }
    }
    let last = Turn { forced: true, end: nodes.last, ..Turn::default() };
    places.push(Place { node: None, end: sums, start: sums, turn: last });
    places
}
