//! Colours and ink (ISO 32000-1 §8.6, §8.6.7).

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use super::intent::IntentKind;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::colour::ColourSpaceFamily;
use crate::preflight::content::{MarkKind, PageMarkPainted, PaintedPage};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::rules::PreflightRules;

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
pub(in crate::preflight) fn check_colours(
    sheet: &PaintedPage,
    page: &PageBoxes,
    claim: &ClaimedStandard,
    intent: IntentKind,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    for mark in &sheet.marks {
        let mut add = |finding: PreflightFinding| {
            findings.add(finding.on_page(page.number).at_area(&mark.area, &page.trim));
        };
        check_colour_spaces(mark, claim, intent, &mut add);
        check_text_colour(mark, page, &mut add);
        check_ink(mark, rules, &mut add);
        check_thin_lines(mark, &mut add);
    }
    // A press that a profile speaks of has the four and no more.
    let gravity = if rules.profile.is_some() { Severity::Error } else { Severity::Note };
    for spot in &sheet.spots {
        findings.add(
            PreflightFinding::new(
                codes::SPOTS,
                gravity,
                format!("the ink '{spot}' is printed besides the four"),
                "convert it, unless the press was told of it",
            )
            .on_page(page.number),
        );
    }
}

/// What is painted, in words.
fn describe_mark(mark: &PageMarkPainted) -> &'static str {
    match mark.what {
        MarkKind::Text(_) => "text",
        MarkKind::Fill { .. } => "a surface",
        MarkKind::Line => "a line",
        MarkKind::Image(_) => "an image",
        MarkKind::Shading => "a shading",
    }
}

/// What colours are said in (ISO 15930-1, ISO 15930-7: colour).
fn check_colour_spaces(
    mark: &PageMarkPainted,
    claim: &ClaimedStandard,
    intent: IntentKind,
    add: &mut impl FnMut(PreflightFinding),
) {
    let family = mark.family;
    let what = describe_mark(mark);
    let remedy = "convert it to grey or to the four inks of the press";
    if family.is_light() {
        let device = family == ColourSpaceFamily::Rgb;
        let gravity = match claim.kind {
            PdfXStandard::X1a => Severity::Error,
            PdfXStandard::X3 | PdfXStandard::X4
                if device && intent != IntentKind::Rgb =>
            {
                Severity::Error
            }
            // Where a profile says what the colour is, the standard takes it.
            PdfXStandard::X3 | PdfXStandard::X4 => Severity::Note,
            PdfXStandard::None => Severity::Warning,
        };
        let message = format!("{what} is in {}, not in ink", family.name());
        add(PreflightFinding::new(codes::RGB, gravity, message, remedy));
    } else if claim.kind == PdfXStandard::X1a && family.is_independent() {
        let message = format!("{what} is in {}, not in ink", family.name());
        add(PreflightFinding::new_error(codes::INDEPENDENT, message, remedy));
    }
    let four = match family {
        ColourSpaceFamily::Cmyk => {
            !matches!(intent, IntentKind::Cmyk | IntentKind::Unknown)
        }
        // Grey is a part of every press.
        _ => false,
    };
    if four {
        let message = format!("{what} is in DeviceCMYK, and the output intent is not");
        let remedy = "choose an output intent of four inks, or convert to grey";
        let gravity = claim.severity();
        add(PreflightFinding::new(codes::INTENT_DIFFERS, gravity, message, remedy));
    }
}

/// Text in black ink alone, and no ink that is not seen.
fn check_text_colour(
    mark: &PageMarkPainted,
    page: &PageBoxes,
    add: &mut impl FnMut(PreflightFinding),
) {
    let [cyan, magenta, yellow, black] = mark.inks.process;
    let is_text = matches!(mark.what, MarkKind::Text(_));
    let everywhere =
        mark.inks.all && black > 0.0 || mark.inks.process.iter().all(|ink| *ink >= ALL);
    // Marks beside the page are what that colour is for.
    let on_page = mark.area.intersection(&page.bleed).is_some();
    if everywhere && on_page && !matches!(mark.what, MarkKind::Image(_)) {
        let message =
            format!("{} is in the colour of registration marks", describe_mark(mark));
        let remedy = "print it in black alone";
        add(PreflightFinding::new_error(codes::REGISTRATION, message, remedy)
            .with_found(mark.inks.in_words())
            .with_wanted("K 100"));
    } else if is_text
        && (cyan > 0.0 || magenta > 0.0 || yellow > 0.0)
        && (black >= BLACK || [cyan, magenta, yellow].iter().all(|ink| *ink >= DARK))
    {
        add(PreflightFinding::new_error(
            codes::RICH_TEXT,
            "black text is printed in several inks",
            "print it in black alone: plates never meet exactly",
        )
        .with_found(mark.inks.in_words())
        .with_wanted("K 100"));
    }
    if mark.overprint && mark.inks.is_bare() && !matches!(mark.what, MarkKind::Image(_)) {
        add(PreflightFinding::new_error(
            codes::WHITE_OVERPRINT,
            format!(
                "{} is white and overprints: it will not be seen",
                describe_mark(mark)
            ),
            "let it knock out what is below it",
        ));
    }
}

/// Total ink in one place, and colour where there is none.
fn check_ink(
    mark: &PageMarkPainted,
    rules: &PreflightRules<'_>,
    add: &mut impl FnMut(PreflightFinding),
) {
    let total = mark.inks.total();
    let is_coloured = mark.coloured || mark.inks.is_coloured();
    if rules.is_black_only() && is_coloured && !mark.inks.all {
        add(PreflightFinding::new_error(
            codes::COLOUR,
            format!(
                "{} is in colour, and the book is printed in black",
                describe_mark(mark)
            ),
            "convert it to grey, or order colour",
        )
        .with_found(mark.inks.in_words())
        .with_wanted("K alone"));
    }
    // Marks for all plates have a finding of their own.
    let registration = mark.inks.all || mark.inks.process.iter().all(|ink| *ink >= ALL);
    if total > rules.most_ink + SLACK
        && (!registration || matches!(mark.what, MarkKind::Image(_)))
    {
        add(PreflightFinding::new(
            codes::TOTAL_INK,
            Severity::Warning,
            format!("{} has more ink than dries", describe_mark(mark)),
            "convert it with a profile that limits the ink",
        )
        .with_found(format!("{:.0} % ({})", total * 100.0, mark.inks.in_words()))
        .with_wanted(format!("at most {:.0} %", rules.most_ink * 100.0))
        .ranked_by_lowest(-total));
    }
}

/// Lines that no plate holds.
fn check_thin_lines(mark: &PageMarkPainted, add: &mut impl FnMut(PreflightFinding)) {
    let Some(thickness) = mark.thickness.filter(|_| !mark.inks.is_bare()) else { return };
    let is_line =
        matches!(mark.what, MarkKind::Line | MarkKind::Fill { .. } | MarkKind::Text(_));
    if is_line
        && thickness < THINNEST - SLACK
        && mark.area.width() + mark.area.height() > 0.0
    {
        add(PreflightFinding::new(
            codes::THIN_LINE,
            Severity::Warning,
            "a line is thinner than presses hold",
            "make it 0.25 pt or more",
        )
        .with_found(format!("{thickness:.2} pt"))
        .with_wanted("0.25 pt or more")
        .ranked_by_lowest(thickness));
    }
}
