//! Where the notes in the margin of a page stand: all of them at once, each as near to its
//! line as the others let it.

use crate::length::Length;
use crate::typeset::line::MarginNote;
use crate::typeset::page::galley::PlacedLine;
use crate::typeset::page::geometry::BaselineGrid;

/// How many lines below the text block a note may end: the margin below it is deeper.
const LINES_BELOW_TEXT: i32 = 2;

/// The white between two notes beside the usual leading, in thousandths of it, where there is
/// room for it.
const WHITE_BETWEEN: i64 = 500;

/// A note that has to be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarginRequest {
    /// The baseline of its line in the text, below the top of the text block.
    pub(super) baseline: Length,
    /// From its first baseline to its last.
    depth: Length,
    /// From baseline to baseline.
    leading: Length,
}

impl MarginRequest {
    fn new(note: &MarginNote, baseline: Length) -> Self {
        let further = note.lines.len().saturating_sub(1);
        let depth = note.leading * i32::try_from(further).unwrap_or(i32::MAX);
        Self { baseline, depth, leading: note.leading }
    }
}

/// Lists the notes beside a line of a row, whose top is below that of the text block.
pub(super) fn list_requests(
    line: &PlacedLine,
    top: Length,
) -> impl Iterator<Item = MarginRequest> {
    let baseline = top + line.drop;
    line.line.margin_notes.iter().map(move |note| MarginRequest::new(note, baseline))
}

/// Whether a page has room for its notes in the margin.
pub(super) fn has_room(requests: &[MarginRequest], grid: BaselineGrid) -> bool {
    let column = MarginBounds::of(grid);
    let (_, depth) = stack_notes(requests, 0);
    column.first + depth <= column.last
}

/// Gives the first baseline of each note, below the top of the text block. Notes keep their
/// order and do not overlap; among all places for them, these are nearest to their lines (least
/// squares, by isotonic regression: Ayer et al. 1955). Notes that are deeper than the page
/// begin at its top.
pub(super) fn place_notes(requests: &[MarginRequest], grid: BaselineGrid) -> Vec<Length> {
    let MarginBounds { first, last } = MarginBounds::of(grid);
    let (mut offsets, mut depth) = stack_notes(requests, WHITE_BETWEEN);
    if first + depth > last {
        (offsets, depth) = stack_notes(requests, 0);
    }
    let highest = first.max(last - depth);
    // Where the first note would stand, if each note alone could choose.
    let wanted =
        requests.iter().zip(&offsets).map(|(one, &offset)| one.baseline - offset);
    let mut pools: Vec<(i64, i64)> = Vec::with_capacity(requests.len());
    for wanted in wanted {
        let mut pool = (i64::from(wanted.0), 1);
        while let Some(&(sum, count)) = pools.last()
            && sum * pool.1 > pool.0 * count
        {
            pool = (pool.0 + sum, pool.1 + count);
            pools.pop();
        }
        pools.push(pool);
    }
    let places = pools.into_iter().flat_map(|(sum, count)| {
        let mean = i32::try_from(sum / count).unwrap_or(i32::MAX);
        (0..count).map(move |_| Length(mean))
    });
    let places = places.zip(offsets);
    places.map(|(place, offset)| place.clamp(first, highest) + offset).collect()
}

/// The first and the last baseline that notes may have, below the top of the text block.
struct MarginBounds {
    first: Length,
    last: Length,
}

impl MarginBounds {
    fn of(grid: BaselineGrid) -> Self {
        let last = grid.baseline(i32::from(grid.lines) + LINES_BELOW_TEXT);
        Self { first: grid.first, last }
    }
}

/// How far the first baseline of each note is below that of the first one, if they stand
/// close; and how deep all are. `white` is in thousandths of the leading.
fn stack_notes(requests: &[MarginRequest], white: i64) -> (Vec<Length>, Length) {
    let mut offsets = Vec::with_capacity(requests.len());
    let (mut offset, mut depth) = (Length::ZERO, Length::ZERO);
    for MarginRequest { depth: own, leading, .. } in requests {
        offsets.push(offset);
        depth = offset + *own;
        offset = depth + *leading + leading.scaled(white, 1000);
    }
    (offsets, depth)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, proptest};

    use super::{MarginRequest, place_notes, stack_notes};
    use crate::length::Length;
    use crate::typeset::page::geometry::BaselineGrid;

    const GRID: BaselineGrid =
        BaselineGrid { leading: Length::pt(14), lines: 30, first: Length::pt(10) };

    fn request(baseline: i32, lines: i32) -> MarginRequest {
        let leading = Length::pt(10);
        MarginRequest { baseline: Length::pt(baseline), depth: leading * lines, leading }
    }

    #[test]
    fn a_note_alone_is_beside_its_line() {
        assert_eq!(place_notes(&[request(66, 4)], GRID), [Length::pt(66)]);
    }

    #[test]
    fn crowded_notes_spread_to_both_sides() {
        let places = place_notes(&[request(220, 2), request(220, 2)], GRID);
        // Two leadings, one between them, and half a leading of white, in halves.
        assert_eq!(
            places,
            [Length(Length::pt(405).0 / 2), Length(Length::pt(475).0 / 2)]
        );
    }

    #[test]
    fn the_last_note_is_raised() {
        let places = place_notes(&[request(416, 6)], GRID);
        assert_eq!(places, [Length::pt(384)]);
    }

    proptest! {
        #[test]
        fn notes_keep_their_order_and_distance(
            notes in proptest::collection::vec((0_i32..430, 0_i32..9), 0..20),
            tall in any::<bool>(),
        ) {
            let mut notes = notes;
            notes.sort_unstable();
            let lines = |lines: i32| if tall { lines * 3 } else { lines };
            let requests: Vec<MarginRequest> =
                notes.iter().map(|&(at, of)| request(at, lines(of))).collect();
            let places = place_notes(&requests, GRID);
            prop_assert!(places.len() == requests.len());
            for (pair, one) in places.windows(2).zip(&requests) {
                prop_assert!(pair[1] >= pair[0] + one.depth + one.leading);
            }
            prop_assert!(places.iter().all(|place| *place >= GRID.first));
            let (_, depth) = stack_notes(&requests, 0);
            let last = places.last().zip(requests.last());
            let foot = last.map_or(Length::ZERO, |(place, one)| *place + one.depth);
            let room = GRID.baseline(32) - GRID.first;
            prop_assert!(depth > room || foot <= GRID.baseline(32));
        }
    }
}
