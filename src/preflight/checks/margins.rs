//! The real margins of the pages: measured on the painted glyphs, lines and images,
//! whatever a layout claims (ISO 32000-1 §14.11.2).

use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{MarkKind, PageContent};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::geometry::{PageArea, format_mm};
use crate::preflight::rules::PreflightRules;

/// How far ink may cross a line, in points: too little to be seen.
const SLACK: f64 = 0.1;

/// The white that every press requires around words, in points: 3 mm, the usual trimming
/// tolerance.
const DRIFT: f64 = 8.504;

/// An edge of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageEdge {
    Inner,
    Outer,
    Top,
    Bottom,
}

impl PageEdge {
    const ALL: [Self; 4] = [Self::Inner, Self::Outer, Self::Top, Self::Bottom];

    fn name(self) -> &'static str {
        match self {
            Self::Inner => "inner",
            Self::Outer => "outer",
            Self::Top => "upper",
            Self::Bottom => "lower",
        }
    }
}

/// How close the ink of a page comes to its edges, by [`PageEdge`].
#[derive(Debug, Clone, Default)]
pub(in crate::preflight) struct InkReach {
    /// The smallest margin at each edge, and the mark that leaves it.
    margins: [Option<(f64, PageArea)>; 4],
    /// At each edge, the mark that is cut off there and ends farthest before the end of the
    /// bleed.
    bleed_ends: [Option<(f64, PageArea)>; 4],
    /// At each edge, the words that are cut off most.
    cut_words: [Option<(f64, PageArea)>; 4],
    /// Ink is cut off at an edge other than the fold.
    bleeds: bool,
    /// Ink beyond the bleed.
    outside: Option<PageArea>,
    /// Something is painted, and some of it is visible.
    pub(in crate::preflight) painted: bool,
    pub(in crate::preflight) inked: bool,
}

/// The distance from an area to an edge of an outline; negative where it crosses the edge.
fn distance_to_edge(
    edge: PageEdge,
    page: &PageBoxes,
    outline: &PageArea,
    area: &PageArea,
) -> f64 {
    match (edge, page.is_recto()) {
        (PageEdge::Inner, true) | (PageEdge::Outer, false) => area.left - outline.left,
        (PageEdge::Inner, false) | (PageEdge::Outer, true) => outline.right - area.right,
        (PageEdge::Top, _) => outline.top - area.top,
        (PageEdge::Bottom, _) => area.bottom - outline.bottom,
    }
}

impl InkReach {
    /// Measures a page.
    pub(in crate::preflight) fn measure_page(
        content: &PageContent,
        page: &PageBoxes,
    ) -> Self {
        let mut reach = Self { painted: !content.marks.is_empty(), ..Self::default() };
        for mark in content.marks.iter().filter(|mark| !mark.inks.is_bare()) {
            reach.inked = true;
            let area = &mark.area;
            let on_page = area.intersection(&page.trim).is_some_and(|both| {
                both.width() + both.height() > SLACK
                    || area.width() + area.height() <= SLACK
            });
            if !on_page {
                let beside = !page.bleed.contains(area, SLACK);
                reach.outside = reach.outside.or(beside.then_some(*area));
                continue;
            }
            let is_text = matches!(mark.kind, MarkKind::Text(_));
            for edge in PageEdge::ALL {
                let left = distance_to_edge(edge, page, &page.trim, area);
                let lower = |known: &mut Option<(f64, PageArea)>, value: f64| {
                    if known.is_none_or(|(least, _)| value < least) {
                        *known = Some((value, *area));
                    }
                };
                if left > SLACK {
                    lower(&mut reach.margins[edge as usize], left);
                } else if is_text {
                    lower(&mut reach.cut_words[edge as usize], left);
                } else {
                    reach.bleeds |= edge != PageEdge::Inner;
                    let missing = distance_to_edge(edge, page, &page.bleed, area);
                    if missing > SLACK {
                        lower(&mut reach.bleed_ends[edge as usize], -missing);
                    }
                }
            }
        }
        reach
    }
}

/// Whether ink of a book is cut off anywhere.
pub(in crate::preflight) fn has_bleed(reaches: &[InkReach]) -> bool {
    reaches.iter().any(|reach| reach.bleeds)
}

/// Checks the margins of all pages.
pub(in crate::preflight) fn check_margins(
    reaches: &[InkReach],
    pages: &[PageBoxes],
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let bleeds = has_bleed(reaches);
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    for (reach, page) in reaches.iter().zip(pages) {
        for edge in PageEdge::ALL {
            let least = match (rules.profile, edge) {
                // Words on covers have a clause of their own.
                _ if rules.cover => 0.0,
                (Some(profile), PageEdge::Inner) => profile.gutter(count).to_pt(),
                (Some(profile), _) => profile.least_margin(bleeds).to_pt(),
                (None, _) => DRIFT,
            };
            check_margin(reach, page, edge, least, rules, findings);
        }
        if let Some(area) = &reach.outside
            && !rules.allows_marks()
        {
            findings.add(
                PreflightFinding::new_error(
                    codes::MARKS,
                    "there is ink outside the page",
                    "export it without marks; this press adds its own",
                )
                .on_page(page.number)
                .at_area(area, &page.trim),
            );
        }
        check_bleed(page, bleeds, rules, findings);
    }
}

/// Checks the white at one edge of a page.
fn check_margin(
    reach: &InkReach,
    page: &PageBoxes,
    edge: PageEdge,
    least: f64,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let name = edge.name();
    // A page without a stated trim has a finding of its own.
    if let Some((left, area)) = reach.cut_words[edge as usize]
        && (page.states_trim || rules.profile.is_some())
    {
        findings.add(
            PreflightFinding::new_error(
                codes::CUT,
                format!("words are cut off at the {name} edge"),
                "move them into the page",
            )
            .on_page(page.number)
            .at_area(&area, &page.trim)
            .with_found(format!("{} beyond the edge", format_mm(-left)))
            .ranked_by_lowest(left),
        );
    }
    if let Some((missing, area)) = reach.bleed_ends[edge as usize]
        && page.states_trim
        && !is_bound_edge(edge, rules)
    {
        findings.add(
            PreflightFinding::new_error(
                codes::BLEED_SHORT,
                format!("ink ends at the {name} edge, before the end of the bleed"),
                "extend it to the end of the bleed, or keep it within the margins",
            )
            .on_page(page.number)
            .at_area(&area, &page.trim)
            .with_found(format!("{} short of the end of the bleed", format_mm(-missing)))
            .ranked_by_lowest(missing),
        );
    }
    let Some((left, area)) =
        reach.margins[edge as usize].filter(|(left, _)| *left < least - SLACK)
    else {
        return;
    };
    // Without a profile, no one says what the least margin is. A page without a stated trim
    // has a finding of its own.
    let severity =
        if rules.profile.is_some() { Severity::Error } else { Severity::Warning };
    if rules.profile.is_none() && !page.states_trim {
        return;
    }
    let (code, message, remedy) = if edge == PageEdge::Inner {
        let message = "ink is too close to the fold".to_owned();
        (codes::GUTTER, message, "widen the inner margin")
    } else {
        let message = format!("ink is too close to the {name} edge");
        (codes::MARGIN, message, "widen the margin there, or let it bleed")
    };
    findings.add(
        PreflightFinding::new(code, severity, message, remedy)
            .on_page(page.number)
            .at_area(&area, &page.trim)
            .with_found(format_mm(left))
            .with_wanted(format!("{} or more", format_mm(least)))
            .ranked_by_lowest(left),
    );
}

/// Whether nothing is cut off at an edge, because the press binds there.
fn is_bound_edge(edge: PageEdge, rules: &PreflightRules<'_>) -> bool {
    edge == PageEdge::Inner
        && !rules.cover
        && rules.profile.is_none_or(|profile| profile.bleed.value.edges.inner.0 == 0)
}

/// Checks the room for the bleed.
fn check_bleed(
    page: &PageBoxes,
    bleeds: bool,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let Some(profile) = rules.profile else { return };
    let asked = profile.bleed.value;
    if rules.cover || !(bleeds || asked.always) || !page.states_trim {
        return;
    }
    let edges = asked.edges;
    for edge in PageEdge::ALL {
        let wanted = match edge {
            PageEdge::Inner => edges.inner,
            PageEdge::Outer => edges.outer,
            PageEdge::Top => edges.top,
            PageEdge::Bottom => edges.bottom,
        };
        let room = distance_to_edge(edge, page, &page.bleed, &page.trim);
        if room < wanted.to_pt() - SLACK {
            findings.add(
                PreflightFinding::new_error(
                    codes::BLEED,
                    format!("there is too little bleed at the {} edge", edge.name()),
                    "export the pages with the bleed of the press, and its BleedBox",
                )
                .on_page(page.number)
                .with_found(format_mm(room))
                .with_wanted(format_mm(wanted.to_pt()))
                .ranked_by_lowest(room),
            );
        }
    }
}
