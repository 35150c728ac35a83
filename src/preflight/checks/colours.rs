//! Colours and ink (ISO 32000-1 §8.6, §8.6.7).

use super::boxes::Page;
use super::file::{Claim, Kind};
use super::intent::Intent;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::colour::Family;
use crate::preflight::content::{Mark, Sheet, What};
use crate::preflight::finding::{Finding, Findings};
use crate::preflight::rules::Rules;

/// How much ink rounding may add.
const SLACK: f64 = 0.005;

/// Black from here on is meant as black.
const BLACK: f64 = 0.85;

/// Ink of each of three colours from here on looks black.
const DARK: f64 = 0.6;

/// All four inks from here on are meant for all plates.
const ALL: f64 = 0.99;

/// The thinnest line that all presses hold, in points.
const THINNEST: f64 = 0.25;

/// Looks at the colours of a page.
pub(in crate::preflight) fn check(
    sheet: &Sheet,
    page: &Page,
    claim: &Claim,
    intent: Intent,
    rules: &Rules<'_>,
    findings: &mut Findings,
) {
    for mark in &sheet.marks {
        let mut add = |finding: Finding| {
            findings.add(finding.on(page.number).at(&mark.area, &page.trim));
        };
        spaces(mark, claim, intent, &mut add);
        text(mark, page, &mut add);
        ink(mark, rules, &mut add);
        thin(mark, &mut add);
    }
    // A press that a profile speaks of has the four and no more.
    let gravity = if rules.profile.is_some() { Severity::Error } else { Severity::Note };
    for spot in &sheet.spots {
        findings.add(
            Finding::new(
                codes::SPOTS,
                gravity,
                format!("the ink '{spot}' is printed besides the four"),
                "convert it, unless the press was told of it",
            )
            .on(page.number),
        );
    }
}

/// What is painted, in words.
fn what(mark: &Mark) -> &'static str {
    match mark.what {
        What::Text(_) => "text",
        What::Fill { .. } => "a surface",
        What::Line => "a line",
        What::Image(_) => "an image",
        What::Shading => "a shading",
    }
}

/// What colours are said in (ISO 15930-1, ISO 15930-7: colour).
fn spaces(mark: &Mark, claim: &Claim, intent: Intent, add: &mut impl FnMut(Finding)) {
    let family = mark.family;
    let what = what(mark);
    let remedy = "convert it to grey or to the four inks of the press";
    if family.is_light() {
        let device = family == Family::Rgb;
        let gravity = match claim.kind {
            Kind::X1a => Severity::Error,
            Kind::X3 | Kind::X4 if device && intent != Intent::Rgb => Severity::Error,
            // Where a profile says what the colour is, the standard takes it.
            Kind::X3 | Kind::X4 => Severity::Note,
            Kind::None => Severity::Warning,
        };
        let message = format!("{what} is in {}, not in ink", family.name());
        add(Finding::new(codes::RGB, gravity, message, remedy));
    } else if claim.kind == Kind::X1a && family.is_independent() {
        let message = format!("{what} is in {}, not in ink", family.name());
        add(Finding::error(codes::INDEPENDENT, message, remedy));
    }
    let four = match family {
        Family::Cmyk => !matches!(intent, Intent::Cmyk | Intent::Unknown),
        // Grey is a part of every press.
        _ => false,
    };
    if four {
        let message = format!("{what} is in DeviceCMYK, and the output intent is not");
        let remedy = "choose an output intent of four inks, or convert to grey";
        let gravity = claim.gravity();
        add(Finding::new(codes::INTENT_DIFFERS, gravity, message, remedy));
    }
}

/// Text in black ink alone, and no ink that is not seen.
fn text(mark: &Mark, page: &Page, add: &mut impl FnMut(Finding)) {
    let [cyan, magenta, yellow, black] = mark.inks.process;
    let is_text = matches!(mark.what, What::Text(_));
    let everywhere =
        mark.inks.all && black > 0.0 || mark.inks.process.iter().all(|ink| *ink >= ALL);
    // Marks beside the page are what that colour is for.
    let on_page = mark.area.within(&page.bleed).is_some();
    if everywhere && on_page && !matches!(mark.what, What::Image(_)) {
        let message = format!("{} is in the colour of registration marks", what(mark));
        let remedy = "print it in black alone";
        add(Finding::error(codes::REGISTRATION, message, remedy)
            .found(mark.inks.words())
            .wanted("K 100"));
    } else if is_text
        && (cyan > 0.0 || magenta > 0.0 || yellow > 0.0)
        && (black >= BLACK || [cyan, magenta, yellow].iter().all(|ink| *ink >= DARK))
    {
        add(Finding::error(
            codes::RICH_TEXT,
            "black text is printed in several inks",
            "print it in black alone: plates never meet exactly",
        )
        .found(mark.inks.words())
        .wanted("K 100"));
    }
    if mark.overprint && mark.inks.is_bare() && !matches!(mark.what, What::Image(_)) {
        add(Finding::error(
            codes::WHITE_OVERPRINT,
            format!("{} is white and overprints: it will not be seen", what(mark)),
            "let it knock out what is below it",
        ));
    }
}

/// Total ink in one place, and colour where there is none.
fn ink(mark: &Mark, rules: &Rules<'_>, add: &mut impl FnMut(Finding)) {
    let total = mark.inks.total();
    let is_coloured = mark.coloured || mark.inks.is_coloured();
    if rules.black_only() && is_coloured && !mark.inks.all {
        add(Finding::error(
            codes::COLOUR,
            format!("{} is in colour, and the book is printed in black", what(mark)),
            "convert it to grey, or order colour",
        )
        .found(mark.inks.words())
        .wanted("K alone"));
    }
    // Marks for all plates have a finding of their own.
    let registration = mark.inks.all || mark.inks.process.iter().all(|ink| *ink >= ALL);
    if total > rules.most_ink + SLACK
        && (!registration || matches!(mark.what, What::Image(_)))
    {
        add(Finding::new(
            codes::TOTAL_INK,
            Severity::Warning,
            format!("{} has more ink than dries", what(mark)),
            "convert it with a profile that limits the ink",
        )
        .found(format!("{:.0} % ({})", total * 100.0, mark.inks.words()))
        .wanted(format!("at most {:.0} %", rules.most_ink * 100.0))
        .lowest(-total));
    }
}

/// Lines that no plate holds.
fn thin(mark: &Mark, add: &mut impl FnMut(Finding)) {
    let Some(thickness) = mark.thickness.filter(|_| !mark.inks.is_bare()) else { return };
    let is_line = matches!(mark.what, What::Line | What::Fill { .. } | What::Text(_));
    if is_line
        && thickness < THINNEST - SLACK
        && mark.area.width() + mark.area.height() > 0.0
    {
        add(Finding::new(
            codes::THIN_LINE,
            Severity::Warning,
            "a line is thinner than presses hold",
            "make it 0.25 pt or more",
        )
        .found(format!("{thickness:.2} pt"))
        .wanted("0.25 pt or more")
        .lowest(thickness));
    }
}
