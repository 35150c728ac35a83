//! Compares the line breaker with TeX: on plain paragraphs, where only badness and hyphens
//! count, it breaks where TeX does.
//!
//! The traces are in `tests/lines/tex/traces.txt`, beside the source that TeX was given.

use super::{LineAbove, LineBreakParams, LineCosts, break_lines};
use crate::length::Length;
use crate::typeset::nodes::{Breakpoint, NodeList, ParagraphNode};

/// What TeX did.
const TRACES: &str = include_str!("../../../tests/lines/tex/traces.txt");

/// The parameters of the traces: TeX's demerits, and nothing that TeX does not know.
fn params(measure: Length) -> LineBreakParams {
    LineBreakParams {
        first_measures: Vec::new(),
        measure,
        justified: true,
        rag: Length::ZERO,
        shortest_last: Length::ZERO,
        above: LineAbove::default(),
        word_below: 0,
        spread: 1,
        beam: usize::MAX,
        longer: false,
        costs: LineCosts {
            uneven: 0,
            hyphen: 50,
            hyphens_running: 10_000,
            ladder: 0,
            hyphen_before_last: 5_000,
            rest: 0,
            contrast: 0,
            letter_contrast: 0,
            stack: 0,
            river_begun: 0,
            river: 0,
            runt: 0,
        },
    }
}

/// A paragraph of the traces: its nodes, and the number of each in the trace.
fn paragraph(line: &str) -> (NodeList, Vec<usize>) {
    let (mut list, mut numbers) = (Vec::new(), Vec::new());
    for (number, node) in line.split(' ').enumerate() {
        let widths: Vec<Length> = node[1..]
            .split(',')
            .map(|width| Length(width.parse().expect("a width is a number")))
            .collect();
        match (&node[..1], widths.as_slice()) {
            ("w", &[width]) => {
                list.push(ParagraphNode::Box { width, give: Length::ZERO });
            }
            ("g", &[width, stretch, shrink]) => {
                let breakpoint = Some(Breakpoint::default());
                list.push(ParagraphNode::Glue { width, stretch, shrink, breakpoint });
            }
            ("d", &[before, post, unbroken]) => {
                let breakpoint = Breakpoint { hyphenated: true, ..Breakpoint::default() };
                let after = post - unbroken;
                list.push(ParagraphNode::Discretionary { before, after, breakpoint });
                list.push(ParagraphNode::Box { width: unbroken, give: Length::ZERO });
            }
            _ => panic!("no node of a trace: {node}"),
        }
        numbers.resize(list.len(), number);
    }
    (NodeList { list, ..NodeList::default() }, numbers)
}

#[test]
fn plain_paragraphs_turn_where_tex_turns_them() {
    let mut compared = 0;
    let mut known = (NodeList::default(), Vec::new());
    for line in TRACES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((measure, turns)) = line.split_once(": ") else {
            known = paragraph(line);
            continue;
        };
        let (nodes, numbers) = &known;
        let measure = Length(measure.parse().expect("a measure is a number"));
        let breaking = break_lines(nodes, &params(measure));
        let ends = breaking.best().lines.iter().filter_map(|line| line.end);
        let found: Vec<String> = ends.map(|node| numbers[node].to_string()).collect();
        assert_eq!(found.join(" "), turns, "at a measure of {measure}");
        compared += 1;
    }
    assert_eq!(compared, 39);
}
