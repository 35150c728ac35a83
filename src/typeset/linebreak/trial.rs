//! Holds paragraphs made of any bytes to the promises of the search, for fuzzing. The tests
//! draw their paragraphs differently.

use super::candidates::{CandidateList, collect_candidates};
use super::costs::{AdjustmentRatio, LineCosts, LineShape};
use super::search::{BreakSearch, LineFit, SearchState};
use super::{BrokenParagraph, LineAbove, LineBreakParams, break_lines};
use crate::length::Length;
use crate::typeset::nodes::{Breakpoint, LineEdge, NodeList, ParagraphNode};
use crate::typeset::trials::ByteChoices;

/// With this many break candidates or fewer, all paths are tried.
const FEW: usize = 10;

/// Paths of any number of lines are searched.
const ALL: u32 = 1_000;

/// Makes a paragraph of bytes and breaks it. The lines must be legal and the same each
/// time, whatever was broken before; those of a short paragraph must cost the least
/// possible.
pub(crate) fn check_line_breaks(bytes: &[u8]) {
    let mut choices = ByteChoices(bytes);
    let measure = 20 + choices.draw_below(200);
    let first =
        (0..choices.draw_below(4)).map(|_| Length::pt(10 + choices.draw_below(200)));
    let first_measures = first.collect();
    let rag = Length::pt(choices.draw_below(60));
    let (shape, spread) = (choices.draw_below(8), choices.draw_below(3));
    let params = LineBreakParams {
        first_measures,
        justified: shape & 1 == 0,
        longer: shape & 2 != 0,
        rag,
        spread: if shape & 4 == 0 { ALL } else { spread.unsigned_abs() },
        ..params(measure)
    };
    let mut list = Vec::new();
    while !choices.0.is_empty() {
        list.push(node(&mut choices));
    }
    let nodes = NodeList { list, ..NodeList::default() };
    let breaking = break_lines(&nodes, &params);
    assert_legal(&nodes, &breaking);
    assert_eq!(breaking, break_lines(&nodes, &params));
    let candidate_list = collect_candidates(&nodes, CandidateList::default());
    // Paths with many lines more or fewer than the best are not searched unless asked for.
    if candidate_list.candidates.len() <= FEW && params.spread >= ALL {
        let search = BreakSearch::new(
            &candidate_list,
            &candidate_list.candidates,
            &params,
            SearchState::default(),
        );
        if let Some(least) = least_demerits(&search, &candidate_list, None, 0, i64::MAX) {
            assert_eq!(breaking.best().demerits, least, "{nodes:?} {params:?}");
        }
    }
}

/// A break without a penalty.
fn breakpoint(choices: &mut ByteChoices<'_>) -> Breakpoint {
    let mut edge = || LineEdge {
        hang: Length::pt(choices.draw_below(3)),
        word: choices.draw_below(4).unsigned_abs(),
    };
    let (end, start) = (edge(), edge());
    Breakpoint { end, start, short: choices.draw_below(8) == 0, ..Breakpoint::default() }
}

/// A node, with a width that nodes really have.
fn node(choices: &mut ByteChoices<'_>) -> ParagraphNode {
    let kind = choices.draw_below(16);
    match kind {
        0 => {
            let breakpoint = Breakpoint { hyphenated: true, ..breakpoint(choices) };
            ParagraphNode::Discretionary {
                before: Length::pt(3),
                after: Length::pt(1),
                breakpoint,
            }
        }
        1 => {
            let breakpoint = breakpoint(choices);
            let forced = choices.draw_below(4) == 0;
            let penalty = choices.draw_below(256) - 64;
            let breakpoint = Breakpoint { penalty, forced, ..breakpoint };
            ParagraphNode::Discretionary {
                before: Length::ZERO,
                after: Length::ZERO,
                breakpoint,
            }
        }
        2..8 => {
            let breakpoint = breakpoint(choices);
            let breakpoint = (kind != 2).then_some(breakpoint);
            let [width, stretch, shrink] =
                [5, 4, 3].map(|most| Length::pt(choices.draw_below(most)));
            ParagraphNode::Glue { width, stretch, shrink, breakpoint }
        }
        _ => {
            let give = Length::pt(choices.draw_below(3));
            ParagraphNode::Box { width: Length::pt(choices.draw_below(60)), give }
        }
    }
}

/// Lines of `measure` points, the first ten narrower.
pub(super) fn params(measure: i32) -> LineBreakParams {
    LineBreakParams {
        first_measures: vec![Length::pt(measure - 10)],
        measure: Length::pt(measure),
        justified: true,
        rag: Length::pt(30),
        shortest_last: Length::pt(15),
        above: LineAbove { word: 1, ..LineAbove::default() },
        word_below: 2,
        spread: ALL,
        beam: usize::MAX,
        longer: false,
        // The depth of a river chain, or of a ladder, depends on all lines above, not only
        // the last: the search is exact except for them.
        costs: LineCosts { river_begun: 0, river: 0, ladder: 0, ..LineCosts::default() },
    }
}

/// The least demerits of any path from a candidate to the end, with `above` lines before
/// it.
pub(super) fn least_demerits(
    search: &BreakSearch<'_>,
    candidate_list: &CandidateList,
    above: Option<(usize, usize, AdjustmentRatio)>,
    number: u32,
    tolerance: i64,
) -> Option<i64> {
    let from = above.map_or(0, |line| line.1);
    let last = candidate_list.candidates.len() - 1;
    if from == last {
        return Some(0);
    }
    let mut best: Option<i64> = None;
    for to in from + 1..=last {
        if let LineFit::Good(tension) =
            search.fit_line(from, to, search.rank_after(number), tolerance)
        {
            let shape =
                |(from, to, tension): (usize, usize, AdjustmentRatio)| LineShape {
                    from: &candidate_list.candidates[from],
                    to: &candidate_list.candidates[to],
                    tension,
                };
            let line = (from, to, tension);
            let mut own = search.own_demerits(from, to, tension.spaces);
            if let Some(above) = above {
                own += search.costs().neighbour_demerits(shape(above), shape(line));
            }
            if let Some(rest) =
                least_demerits(search, candidate_list, Some(line), number + 1, tolerance)
            {
                let sum = own + rest;
                best = Some(best.map_or(sum, |known| known.min(sum)));
            }
        }
        if candidate_list.candidates[to].breakpoint.forced {
            break;
        }
    }
    best
}

/// Asserts that lines follow one another from the first node to the last, each of them
/// legal.
pub(super) fn assert_legal(nodes: &NodeList, breaking: &BrokenParagraph) {
    for way in breaking.by_line_count() {
        assert_eq!(way.lines.first().map(|line| line.start), Some(None));
        assert_eq!(way.lines.last().map(|line| line.end), Some(None));
        for pair in way.lines.windows(2) {
            assert_eq!(pair[0].end, pair[1].start);
            let node = pair[0].end.expect("only the last line ends with the paragraph");
            let turns = match nodes.list[node] {
                ParagraphNode::Glue { breakpoint, .. } => breakpoint.is_some(),
                ParagraphNode::Discretionary { .. } => true,
                ParagraphNode::Box { .. } => false,
            };
            assert!(turns, "a line turns at node {node}, which is no turn");
        }
        for line in &way.lines {
            let forced = nodes.list[line.inner_nodes(nodes.list.len())].iter().any(
                |node| matches!(node, ParagraphNode::Discretionary { breakpoint, .. } if breakpoint.forced),
            );
            assert!(!forced, "a line runs over a forced turn");
        }
    }
    let counts: Vec<usize> =
        breaking.by_line_count().iter().map(|way| way.lines.len()).collect();
    assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "{counts:?}");
}
