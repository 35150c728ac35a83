//! What is really white around the pages: from what is painted, glyph by glyph, not from
//! what a layout says (ISO 32000-1 §14.11.2).

use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{MarkKind, PaintedPage};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::geometry::{PageArea, format_mm};
use crate::preflight::rules::PreflightRules;

/// How far ink may miss a line, in points: less than is seen.
const SLACK: f64 = 0.1;

/// How much white all presses want around words, in points: 3 mm, their usual drift.
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

/// How near the ink of a page comes to its edges.
#[derive(Debug, Clone, Default)]
pub(in crate::preflight) struct InkReach {
    /// The least white at each edge, and what leaves no more.
    least: [Option<(f64, PageArea)>; 4],
    /// What is cut off at each edge, and ends before the end of the bleed.
    short: [Option<(f64, PageArea)>; 4],
    /// Words that are cut off.
    cut: [Option<(f64, PageArea)>; 4],
    /// Ink that is cut off at an edge other than the fold.
    bleeds: bool,
    /// Ink beyond the bleed.
    beside: Option<PageArea>,
    /// Something is painted, and something of it is seen.
    pub(in crate::preflight) painted: bool,
    pub(in crate::preflight) inked: bool,
}

/// How far an area stays within an outline at an edge.
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
    pub(in crate::preflight) fn measure(sheet: &PaintedPage, page: &PageBoxes) -> Self {
        let mut reach = Self { painted: !sheet.marks.is_empty(), ..Self::default() };
        for mark in sheet.marks.iter().filter(|mark| !mark.inks.is_bare()) {
            reach.inked = true;
            let area = &mark.area;
            let on_page = area.intersection(&page.trim).is_some_and(|both| {
                both.width() + both.height() > SLACK
                    || area.width() + area.height() <= SLACK
            });
            if !on_page {
                let beside = !page.bleed.contains(area, SLACK);
                reach.beside = reach.beside.or(beside.then_some(*area));
                continue;
            }
            let is_text = matches!(mark.what, MarkKind::Text(_));
            for (place, edge) in PageEdge::ALL.into_iter().enumerate() {
                let left = distance_to_edge(edge, page, &page.trim, area);
                let lower = |known: &mut Option<(f64, PageArea)>, value: f64| {
                    if known.is_none_or(|(least, _)| value < least) {
                        *known = Some((value, *area));
                    }
                };
                if left > SLACK {
                    lower(&mut reach.least[place], left);
                } else if is_text {
                    lower(&mut reach.cut[place], left);
                } else {
                    reach.bleeds |= edge != PageEdge::Inner;
                    let missing = distance_to_edge(edge, page, &page.bleed, area);
                    if missing > SLACK {
                        lower(&mut reach.short[place], -missing);
                    }
                }
            }
        }
        reach
    }
}

/// Whether a book has ink that is cut off.
pub(in crate::preflight) fn has_bleed(reaches: &[InkReach]) -> bool {
    reaches.iter().any(|reach| reach.bleeds)
}

/// Looks at all pages together.
pub(in crate::preflight) fn check_margins(
    reaches: &[InkReach],
    pages: &[PageBoxes],
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let bleeds = has_bleed(reaches);
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    for (reach, page) in reaches.iter().zip(pages) {
        for (place, edge) in PageEdge::ALL.into_iter().enumerate() {
            let least = match (rules.profile, edge) {
                // Words on covers have a clause of their own.
                _ if rules.cover => 0.0,
                (Some(profile), PageEdge::Inner) => profile.gutter(count).to_pt(),
                (Some(profile), _) => profile.least_margin(bleeds).to_pt(),
                (None, _) => DRIFT,
            };
            check_margin(reach, page, (place, edge), least, rules, findings);
        }
        if let Some(area) = &reach.beside
            && !rules.allows_marks()
        {
            findings.add(
                PreflightFinding::new_error(
                    codes::MARKS,
                    "there is ink beside the page",
                    "export it without marks; this press adds its own",
                )
                .on_page(page.number)
                .at_area(area, &page.trim),
            );
        }
        check_bleed(page, bleeds, rules, findings);
    }
}

/// The white at an edge of a page.
fn check_margin(
    reach: &InkReach,
    page: &PageBoxes,
    (place, edge): (usize, PageEdge),
    least: f64,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let name = edge.name();
    // A page that does not say where it is cut is told that.
    if let Some((left, area)) = reach.cut[place]
        && (page.says_trim || rules.profile.is_some())
    {
        findings.add(
            PreflightFinding::new_error(
                codes::CUT,
                format!("words stand on the {name} edge and are cut"),
                "move them into the page",
            )
            .on_page(page.number)
            .at_area(&area, &page.trim)
            .with_found(format!("{} beyond the edge", format_mm(-left)))
            .ranked_by_lowest(left),
        );
    }
    if let Some((missing, area)) = reach.short[place]
        && page.says_trim
        && !is_bound_edge(edge, rules)
    {
        findings.add(
            PreflightFinding::new_error(
                codes::BLEED_SHORT,
                format!("ink ends at the {name} edge, before the end of the bleed"),
                "let it run on to the end of the bleed, or keep it within the margins",
            )
            .on_page(page.number)
            .at_area(&area, &page.trim)
            .with_found(format!("{} short of the end of the bleed", format_mm(-missing)))
            .ranked_by_lowest(missing),
        );
    }
    let Some((left, area)) = reach.least[place].filter(|(left, _)| *left < least - SLACK)
    else {
        return;
    };
    // Without a press nobody says what is the least; and a page that does not say where
    // it is cut is told that.
    let gravity =
        if rules.profile.is_some() { Severity::Error } else { Severity::Warning };
    if rules.profile.is_none() && !page.says_trim {
        return;
    }
    let (code, message, remedy) = if edge == PageEdge::Inner {
        let message = "ink stands too near the fold".to_owned();
        (codes::GUTTER, message, "widen the margin at the fold")
    } else {
        let message = format!("ink stands too near the {name} edge");
        (codes::MARGIN, message, "widen the margin there, or let it bleed")
    };
    findings.add(
        PreflightFinding::new(code, gravity, message, remedy)
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

/// The room for the bleed.
fn check_bleed(
    page: &PageBoxes,
    bleeds: bool,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let Some(profile) = rules.profile else { return };
    let asked = profile.bleed.value;
    if rules.cover || !(bleeds || asked.always) || !page.says_trim {
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
