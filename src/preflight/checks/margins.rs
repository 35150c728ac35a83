//! What is really white around the pages: from what is painted, glyph by glyph, not from
//! what a layout says (ISO 32000-1 §14.11.2).

use super::boxes::Page;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{Sheet, What};
use crate::preflight::finding::{Finding, Findings};
use crate::preflight::geometry::{Area, in_mm};
use crate::preflight::rules::Rules;

/// How far ink may miss a line, in points: less than is seen.
const SLACK: f64 = 0.1;

/// How much white all presses want around words, in points: 3 mm, their usual drift.
const DRIFT: f64 = 8.504;

/// An edge of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Inner,
    Outer,
    Top,
    Bottom,
}

impl Edge {
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
pub(in crate::preflight) struct Reach {
    /// The least white at each edge, and what leaves no more.
    least: [Option<(f64, Area)>; 4],
    /// What is cut off at each edge, and ends before the end of the bleed.
    short: [Option<(f64, Area)>; 4],
    /// Words that are cut off.
    cut: [Option<(f64, Area)>; 4],
    /// Ink that is cut off at an edge other than the fold.
    bleeds: bool,
    /// Ink beyond the bleed.
    beside: Option<Area>,
    /// Something is painted, and something of it is seen.
    pub(in crate::preflight) painted: bool,
    pub(in crate::preflight) inked: bool,
}

/// How far an area stays within an outline at an edge.
fn white(edge: Edge, page: &Page, outline: &Area, area: &Area) -> f64 {
    match (edge, page.is_recto()) {
        (Edge::Inner, true) | (Edge::Outer, false) => area.left - outline.left,
        (Edge::Inner, false) | (Edge::Outer, true) => outline.right - area.right,
        (Edge::Top, _) => outline.top - area.top,
        (Edge::Bottom, _) => area.bottom - outline.bottom,
    }
}

impl Reach {
    /// Measures a page.
    pub(in crate::preflight) fn of(sheet: &Sheet, page: &Page) -> Self {
        let mut reach = Self { painted: !sheet.marks.is_empty(), ..Self::default() };
        for mark in sheet.marks.iter().filter(|mark| !mark.inks.is_bare()) {
            reach.inked = true;
            let area = &mark.area;
            let on_page = area.within(&page.trim).is_some_and(|both| {
                both.width() + both.height() > SLACK
                    || area.width() + area.height() <= SLACK
            });
            if !on_page {
                let beside = !page.bleed.holds(area, SLACK);
                reach.beside = reach.beside.or(beside.then_some(*area));
                continue;
            }
            let is_text = matches!(mark.what, What::Text(_));
            for (place, edge) in Edge::ALL.into_iter().enumerate() {
                let left = white(edge, page, &page.trim, area);
                let lower = |known: &mut Option<(f64, Area)>, value: f64| {
                    if known.is_none_or(|(least, _)| value < least) {
                        *known = Some((value, *area));
                    }
                };
                if left > SLACK {
                    lower(&mut reach.least[place], left);
                } else if is_text {
                    lower(&mut reach.cut[place], left);
                } else {
                    reach.bleeds |= edge != Edge::Inner;
                    let missing = white(edge, page, &page.bleed, area);
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
pub(in crate::preflight) fn bleeds(reaches: &[Reach]) -> bool {
    reaches.iter().any(|reach| reach.bleeds)
}

/// Looks at all pages together.
pub(in crate::preflight) fn check(
    reaches: &[Reach],
    pages: &[Page],
    rules: &Rules<'_>,
    findings: &mut Findings,
) {
    let bleeds = bleeds(reaches);
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    for (reach, page) in reaches.iter().zip(pages) {
        for (place, edge) in Edge::ALL.into_iter().enumerate() {
            let least = match (rules.profile, edge) {
                // Words on covers have a clause of their own.
                _ if rules.cover => 0.0,
                (Some(profile), Edge::Inner) => profile.gutter(count).to_pt(),
                (Some(profile), _) => profile.least_margin(bleeds).to_pt(),
                (None, _) => DRIFT,
            };
            margin(reach, page, (place, edge), least, rules, findings);
        }
        if let Some(area) = &reach.beside
            && !rules.takes_marks()
        {
            findings.add(
                Finding::error(
                    codes::MARKS,
                    "there is ink beside the page",
                    "export it without marks; this press adds its own",
                )
                .on(page.number)
                .at(area, &page.trim),
            );
        }
        bleed(page, bleeds, rules, findings);
    }
}

/// The white at an edge of a page.
fn margin(
    reach: &Reach,
    page: &Page,
    (place, edge): (usize, Edge),
    least: f64,
    rules: &Rules<'_>,
    findings: &mut Findings,
) {
    let name = edge.name();
    // A page that does not say where it is cut is told that.
    if let Some((left, area)) = reach.cut[place]
        && (page.says_trim || rules.profile.is_some())
    {
        findings.add(
            Finding::error(
                codes::CUT,
                format!("words stand on the {name} edge and are cut"),
                "move them into the page",
            )
            .on(page.number)
            .at(&area, &page.trim)
            .found(format!("{} beyond the edge", in_mm(-left)))
            .lowest(left),
        );
    }
    if let Some((missing, area)) = reach.short[place]
        && page.says_trim
        && !fold(edge, rules)
    {
        findings.add(
            Finding::error(
                codes::BLEED_SHORT,
                format!("ink ends at the {name} edge, before the end of the bleed"),
                "let it run on to the end of the bleed, or keep it within the margins",
            )
            .on(page.number)
            .at(&area, &page.trim)
            .found(format!("{} short of the end of the bleed", in_mm(-missing)))
            .lowest(missing),
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
    let (code, message, remedy) = if edge == Edge::Inner {
        let message = "ink stands too near the fold".to_owned();
        (codes::GUTTER, message, "widen the margin at the fold")
    } else {
        let message = format!("ink stands too near the {name} edge");
        (codes::MARGIN, message, "widen the margin there, or let it bleed")
    };
    findings.add(
        Finding::new(code, gravity, message, remedy)
            .on(page.number)
            .at(&area, &page.trim)
            .found(in_mm(left))
            .wanted(format!("{} or more", in_mm(least)))
            .lowest(left),
    );
}

/// Whether nothing is cut off at an edge, because the press binds there.
fn fold(edge: Edge, rules: &Rules<'_>) -> bool {
    edge == Edge::Inner
        && !rules.cover
        && rules.profile.is_none_or(|profile| profile.bleed.value.edges.inner.0 == 0)
}

/// The room for the bleed.
fn bleed(page: &Page, bleeds: bool, rules: &Rules<'_>, findings: &mut Findings) {
    let Some(profile) = rules.profile else { return };
    let asked = profile.bleed.value;
    if rules.cover || !(bleeds || asked.always) || !page.says_trim {
        return;
    }
    let edges = asked.edges;
    for edge in Edge::ALL {
        let wanted = match edge {
            Edge::Inner => edges.inner,
            Edge::Outer => edges.outer,
            Edge::Top => edges.top,
            Edge::Bottom => edges.bottom,
        };
        let room = white(edge, page, &page.bleed, &page.trim);
        if room < wanted.to_pt() - SLACK {
            findings.add(
                Finding::error(
                    codes::BLEED,
                    format!("there is too little bleed at the {} edge", edge.name()),
                    "export the pages with the bleed of the press, and its BleedBox",
                )
                .on(page.number)
                .found(in_mm(room))
                .wanted(in_mm(wanted.to_pt()))
                .lowest(room),
            );
        }
    }
}
