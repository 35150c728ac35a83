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
    /// All spaces that the eye sees, in reading order: the sums before and behind each.
    pub(super) spaces: Vec<(Sums, Sums)>,
}

/// The places and spaces of a paragraph, in the room of another's.
pub(super) fn course(nodes: &Nodes, mut room: Course) -> Course {
    with_room(&mut room.places, nodes.list.len() / 2 + 2);
    with_room(&mut room.spaces, nodes.list.len() / 4);
    let mut walk = Walk::new(nodes, room);
    walk.fill(usize::MAX);
    walk.course
}

/// Empties a list that shall have room for so many.
pub(super) fn with_room<T>(list: &mut Vec<T>, count: usize) {
    list.clear();
    if list.capacity() < count {
        *list = Vec::with_capacity(count.next_power_of_two());
    }
}

/// Whether a paragraph has more places than so many.
pub(super) fn has_more(nodes: &Nodes, places: usize) -> bool {
    let turns = |node: &&Node| match node {
        Node::Glue { turn, .. } => turn.is_some(),
        Node::Discretionary { .. } => true,
        Node::Box { .. } => false,
    };
    // Its beginning and its end are two.
    nodes.list.iter().filter(turns).nth(places.saturating_sub(2)).is_some()
}

/// The way through a paragraph, place by place.
pub(super) struct Walk<'n> {
    nodes: &'n Nodes,
    /// The next node.
    next: usize,
    /// What stands before it.
    sums: Sums,
    /// The places that were passed and not dropped, and all spaces.
    pub(super) course: Course,
    /// The end was reached.
    pub(super) ended: bool,
}

impl<'n> Walk<'n> {
    /// At the beginning, the first place; in the room of an empty course.
    pub(super) fn new(nodes: &'n Nodes, mut course: Course) -> Self {
        let turn = Turn { start: nodes.first, ..Turn::default() };
        let sums = Sums::default();
        course.places.push(Place {
            node: None,
            end: sums,
            start: sums,
            spaces: 0..0,
            turn,
        });
        Self { nodes, next: 0, sums, course, ended: false }
    }

    /// Goes on until there are so many places, or to the end.
    pub(super) fn fill(&mut self, count: usize) {
        let Course { places, spaces: all } = &mut self.course;
        while places.len() < count && !self.ended {
            let before = self.sums;
            let met = all.len();
            let sums = &mut self.sums;
            let index = Some(self.next);
            match self.nodes.list.get(self.next) {
                Some(Node::Box { width, give }) => {
                    sums.width += i64::from(width.0);
                    sums.give += i64::from(give.0);
                }
                Some(&Node::Glue { width, stretch, shrink, turn }) => {
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
                        Place { node: index, end: before, start: *sums, spaces, turn }
                    }));
                }
                Some(&Node::Discretionary { before, after, turn }) => {
                    let (mut end, mut start) = (*sums, *sums);
                    end.width += i64::from(before.0);
                    start.width -= i64::from(after.0);
                    places.push(Place {
                        node: index,
                        end,
                        start,
                        spaces: met..met,
                        turn,
                    });
                }
                None => {
                    let end = self.nodes.last;
                    let turn = Turn { forced: true, end, ..Turn::default() };
                    let (end, start, spaces) = (*sums, *sums, met..met);
                    places.push(Place { node: None, end, start, spaces, turn });
                    self.ended = true;
                }
            }
            self.next += 1;
        }
    }
}
