//! Compares the search with all possible paths, on paragraphs small enough for that.

use proptest::prelude::{
    ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest,
};

use super::candidates::{CandidateList, collect_candidates};
use super::costs::{AdjustmentRatio, DEMERIT, LineCosts, LineShape};
use super::search::{BreakSearch, LineFit, SearchState};
use super::trial::{assert_legal, least_demerits, params};
use super::{LineBreakParams, break_lines};
use crate::length::Length;
use crate::typeset::nodes::{Breakpoint, LineEdge, NodeList, ParagraphNode};

/// A length in points.
fn pt(points: i32) -> Length {
    Length::pt(points)
}

/// A word and what may follow it.
fn word() -> impl Strategy<Value = Vec<ParagraphNode>> {
    (5..40_i32, 0..4_u32, 0..10_u8).prop_map(|(width, word, kind)| {
        let edge = LineEdge { hang: pt(i32::from(kind) / 4), word };
        let breakpoint = Breakpoint {
            end: edge,
            start: edge,
            short: kind > 7,
            ..Breakpoint::default()
        };
        let letters = ParagraphNode::Box { width: pt(width), give: pt(1) };
        let after = match kind {
            0 => ParagraphNode::Discretionary {
                before: pt(3),
                after: pt(1),
                breakpoint: Breakpoint { hyphenated: true, ..breakpoint },
            },
            1 => ParagraphNode::Discretionary {
                before: pt(0),
                after: pt(0),
                breakpoint: Breakpoint { forced: width < 7, penalty: 30, ..breakpoint },
            },
            _ => ParagraphNode::Glue {
                width: pt(4),
                stretch: pt(3),
                shrink: pt(1),
                breakpoint: (kind != 2).then_some(breakpoint),
            },
        };
        vec![letters, after]
    })
}

fn paragraph(words: std::ops::Range<usize>) -> impl Strategy<Value = NodeList> {
    proptest::collection::vec(word(), words).prop_map(|words| {
        let mut list: Vec<ParagraphNode> = words.into_iter().flatten().collect();
        list.pop();
        NodeList { list, ..NodeList::default() }
    })
}

/// First fit: sets each line as long as it can be, without regard to the others.
fn first_fit(search: &BreakSearch<'_>, candidate_list: &CandidateList) -> Option<i64> {
    let last = candidate_list.candidates.len() - 1;
    let mut above: Option<(usize, usize, AdjustmentRatio)> = None;
    let (mut sum, mut number) = (0, 0);
    while above.is_none_or(|line| line.1 != last) {
        let from = above.map_or(0, |line| line.1);
        let forced = (from + 1..=last)
            .find(|&to| candidate_list.candidates[to].breakpoint.forced)?;
        let (to, tension) = (from + 1..=forced).rev().find_map(|to| {
            match search.fit_line(from, to, search.rank_after(number), 1_600) {
                LineFit::Good(tension) => Some((to, tension)),
                LineFit::Wide(_) | LineFit::Loose => None,
            }
        })?;
        let shape = |(from, to, tension): (usize, usize, AdjustmentRatio)| LineShape {
            from: &candidate_list.candidates[from],
            to: &candidate_list.candidates[to],
            tension,
        };
        let line = (from, to, tension);
        sum += search.own_demerits(from, to, tension.spaces);
        if let Some(above) = above {
            sum += search.costs().neighbour_demerits(shape(above), shape(line));
        }
        above = Some(line);
        number += 1;
    }
    Some(sum)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// No path costs less than the one found.
    #[test]
    fn finds_the_cheapest_path(
        nodes in paragraph(2..9),
        measure in 60..110_i32,
        first in proptest::collection::vec(45..110_i32, 0..4),
    ) {
        let first_measures = first.into_iter().map(pt).collect();
        let params = LineBreakParams { first_measures, ..params(measure) };
        let candidate_list = collect_candidates(&nodes, CandidateList::default());
        let breaking = break_lines(&nodes, &params);
        let search = BreakSearch::new(&candidate_list, &candidate_list.candidates, &params, SearchState::default());
        if let Some(least) = least_demerits(&search, &candidate_list, None, 0, i64::MAX) {
            prop_assert_eq!(breaking.best().demerits, least);
        }
    }

    /// Pruning removes dominated paths and no others, also with rivers and ladders, whose
    /// cost is not known in advance.
    #[test]
    fn dominated_paths_are_never_the_cheapest(
        nodes in paragraph(20..160),
        measure in 90..300_i32,
        limit in 0_usize..5,
    ) {
        let costs = LineCosts::default();
        let params = LineBreakParams { spread: 1, costs, ..params(measure) };
        let candidate_list = collect_candidates(&nodes, CandidateList::default());
        let search = |keeps_dominated| {
            let mut search = BreakSearch::new(&candidate_list, &candidate_list.candidates, &params, SearchState::default());
            search.keeps_dominated = keeps_dominated;
            search.search_within(super::TOLERANCES[limit], false).then(|| (search.best_per_line_count(), search.count_kept()))
        };
        let (some, all) = (search(false), search(true));
        prop_assert_eq!(some.is_some(), all.is_some());
        if let (Some((some, few)), Some((all, many))) = (some, all) {
            prop_assert_eq!(some, all);
            prop_assert!(few <= many);
        }
    }

    /// Long paragraphs end, with legal lines, the same each time, at no greater cost than
    /// first fit.
    #[test]
    fn never_worse_than_first_fit(nodes in paragraph(1..160), measure in 60..200_i32) {
        let params = LineBreakParams { spread: 1, ..params(measure) };
        let breaking = break_lines(&nodes, &params);
        assert_legal(&nodes, &breaking);
        prop_assert_eq!(&breaking, &break_lines(&nodes, &params));
        let candidate_list = collect_candidates(&nodes, CandidateList::default());
        let search = BreakSearch::new(&candidate_list, &candidate_list.candidates, &params, SearchState::default());
        if let Some(first_fit) = first_fit(&search, &candidate_list) {
            prop_assert!(breaking.best().demerits <= first_fit);
        }
    }
}

#[test]
fn an_enormous_paragraph_is_broken_part_by_part_nearly_as_it_is_whole() {
    let mut seed = 1_u32;
    let widths = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        i32::try_from(6 + (seed >> 16) % 31).unwrap_or(6)
    });
    let nodes = words(&widths.take(18_000).collect::<Vec<_>>());
    let params = LineBreakParams { spread: 0, ..params(150) };
    let candidate_list = collect_candidates(&nodes, CandidateList::default());
    assert!(candidate_list.candidates.len() > super::MAX_WHOLE_CANDIDATES);
    let mut search = BreakSearch::new(
        &candidate_list,
        &candidate_list.candidates,
        &params,
        SearchState::default(),
    );
    super::search_within_tolerances(&mut search, &params, false);
    let whole = super::collect_result(&mut search, &nodes);
    let parts = break_lines(&nodes, &params);
    assert_legal(&nodes, &parts);
    // The first line after a seam is not compared with the one above it; soon the paths
    // merge again.
    let same = whole.best().lines.iter().filter(|line| parts.best().lines.contains(line));
    let (same, seams) =
        (same.count(), candidate_list.candidates.len() / super::WINDOW_CANDIDATES + 1);
    let other = whole.best().lines.len() - same;
    assert!(
        other <= seams * super::OVERLAP_LINES,
        "{other} other lines at {seams} seams"
    );
}

/// The narrowest possible [`word`], in points.
const NARROWEST: usize = 5;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// The work grows linearly with the text: each break is reached from no more candidates
    /// than are on a line, in at most three numbers of lines.
    #[test]
    fn takes_linear_time(nodes in paragraph(300..1200), measure in 60..200_u16) {
        let params = LineBreakParams { spread: 1, ..params(i32::from(measure)) };
        let candidate_list = collect_candidates(&nodes, CandidateList::default());
        let mut search = BreakSearch::new(&candidate_list, &candidate_list.candidates, &params, SearchState::default());
        search.search_within(i64::MAX, true);
        let (lines, states) = search.count_kept();
        // Glue shrinks and signs hang; twice the measure is more than a line takes.
        let window = usize::from(measure) * 2 / NARROWEST;
        prop_assert!(lines <= candidate_list.candidates.len() * window, "{} lines", lines);
        prop_assert!(states <= lines * 3, "{} states of {} lines", states, lines);
    }
}

/// Boxes of these widths with breakable spaces between them.
fn words(widths: &[i32]) -> NodeList {
    let space = ParagraphNode::Glue {
        width: pt(4),
        stretch: pt(2),
        shrink: pt(1),
        breakpoint: Some(Breakpoint::default()),
    };
    let mut list = Vec::new();
    for &width in widths {
        list.push(ParagraphNode::Box { width: pt(width), give: Length::ZERO });
        list.push(space.clone());
    }
    list.pop();
    NodeList { list, ..NodeList::default() }
}

/// A word wider than the measure sticks out of a line of its own, and the rest continues.
#[test]
fn a_word_too_wide_has_a_line_of_its_own() {
    let nodes = words(&[20, 300, 20, 20]);
    let breaking = break_lines(&nodes, &params(60));
    let lines: Vec<_> = breaking.best().lines.iter().map(|l| l.inner_nodes(7)).collect();
    assert_eq!(lines, [0..1, 2..3, 4..7]);
}

/// Its line has few demerits.
#[test]
fn an_empty_paragraph_is_one_line() {
    let breaking = break_lines(&NodeList::default(), &params(60));
    assert_eq!(breaking.best().lines.len(), 1);
    assert!(breaking.best().demerits < 100 * DEMERIT);
}

/// Words that can be divided anywhere.
fn divided(count: usize) -> NodeList {
    let mut nodes = words(&vec![20; count]);
    for node in nodes.list.iter_mut().skip(1).step_by(2) {
        let breakpoint = Breakpoint { hyphenated: true, ..Breakpoint::default() };
        *node = ParagraphNode::Discretionary {
            before: pt(2),
            after: Length::ZERO,
            breakpoint,
        };
    }
    nodes
}

/// If lines can break at hyphens only, every line has one, and the ladder costs more.
#[test]
fn a_ladder_costs_more_than_its_hyphens() {
    let params = params(60);
    let cost = |ladder| {
        let costs = LineCosts { ladder, ..params.costs.clone() };
        let params = LineBreakParams { costs, ..params.clone() };
        break_lines(&divided(12), &params).best().demerits
    };
    // Five lines break; the third hyphen and the two after it are a ladder.
    assert_eq!(break_lines(&divided(12), &params).best().lines.len(), 6);
    assert_eq!(cost(1_000) - cost(0), 3_000 * DEMERIT);
}

/// Boxes of these widths with spaces between them that may stretch.
fn stretching(widths: &[i32], by: i32) -> NodeList {
    let mut nodes = words(widths);
    for node in &mut nodes.list {
        if let ParagraphNode::Glue { stretch, .. } = node {
            *stretch = pt(by);
        }
    }
    nodes
}

/// A line looser than the first limit is taken if that avoids a worse fault.
#[test]
fn a_loose_line_is_better_than_a_runt() {
    let params = LineBreakParams { first_measures: Vec::new(), ..params(68) };
    let second = |by| {
        let nodes = stretching(&[20, 20, 20, 6], by);
        break_lines(&nodes, &params).best().lines[1].start
    };
    assert_eq!(second(4), Some(5), "six times what spaces offer is too loose");
    assert_eq!(second(12), Some(3), "twice is not");
}

/// The last line does not begin with the first word of the next paragraph.
#[test]
fn the_next_paragraph_is_seen() {
    let mut nodes = stretching(&[10; 12], 6);
    let params = LineBreakParams { first_measures: Vec::new(), ..params(70) };
    let last = |nodes: &NodeList| {
        let breaking = break_lines(nodes, &params);
        breaking.best().lines.last().and_then(|line| line.start)
    };
    let start = last(&nodes).expect("the paragraph has several lines");
    if let ParagraphNode::Glue { breakpoint: Some(breakpoint), .. } =
        &mut nodes.list[start]
    {
        breakpoint.start.word = params.word_below;
    }
    assert_ne!(last(&nodes), Some(start));
}

/// A paragraph can be set one line longer, at a cost.
#[test]
fn a_line_more_costs_more() {
    let widths: Vec<i32> = (0..120).map(|n| 8 + n * 7 % 13).collect();
    let breaking =
        break_lines(&words(&widths), &LineBreakParams { spread: 2, ..params(160) });
    assert!(breaking.by_line_count().len() > 1, "{breaking:?}");
    let best = breaking.best().demerits;
    assert!(breaking.by_line_count().iter().all(|way| way.demerits >= best));
}
