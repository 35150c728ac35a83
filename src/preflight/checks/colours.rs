//! Colours and ink (ISO 32000-1 §8.6, §8.6.7).

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use super::intent::IntentKind;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::colour::ColourSpaceFamily;
use crate::preflight::content::{MarkKind, PageContent, PaintedMark};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::rules::PreflightRules;

/// How much ink rounding may add.
const SLACK: f64 = 0.005;

/// From this much black on, a colour is meant as black.
const BLACK: f64 = 0.85;

/// From this much of each of cyan, magenta and yellow on, a colour looks black.
const DARK: f64 = 0.6;

/// From this much of all four inks on, a mark is meant for all plates.
const ALL: f64 = 0.99;

/// The thinnest line that every press can print, in points.
const THINNEST: f64 = 0.25;

/// Checks the colours of a page.
pub(in crate::preflight) fn check_colours(
    content: &PageContent,
    page: &PageBoxes,
    claim: &ClaimedStandard,
    intent: IntentKind,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    for mark in &content.marks {
        let mut add = |finding: PreflightFinding| {
            findings.add(finding.on_page(page.number).at_area(&mark.area, &page.trim));
        };
        check_colour_spaces(mark, claim, intent, &mut add);
        check_text_colour(mark, page, &mut add);
        check_ink(mark, rules, &mut add);
        check_thin_lines(mark, &mut add);
    }
    // The presses that profiles describe have the four process inks only.
    let severity = if rules.profile.is_some() { Severity::Error } else { Severity::Note };
    for spot in &content.spots {
        findings.add(
            PreflightFinding::new(
                codes::SPOTS,
                severity,
                format!("the spot ink '{spot}' is used"),
                "convert it to process inks, unless the press expects it",
            )
            .on_page(page.number),
        );
    }
}

/// Names a painted mark for a message.
fn describe_mark(mark: &PaintedMark) -> &'static str {
    match mark.kind {
        MarkKind::Text(_) => "text",
        MarkKind::Fill { .. } => "a filled shape",
        MarkKind::Line => "a line",
        MarkKind::Image(_) => "an image",
        MarkKind::Shading => "a shading",
    }
}

/// Checks colour spaces (ISO 15930-1, ISO 15930-7: colour).
fn check_colour_spaces(
    mark: &PaintedMark,
    claim: &ClaimedStandard,
    intent: IntentKind,
    add: &mut impl FnMut(PreflightFinding),
) {
    let family = mark.family;
    let what = describe_mark(mark);
    let remedy = "convert it to grey or CMYK";
    if family.is_additive() {
        let device = family == ColourSpaceFamily::Rgb;
        let severity = match claim.kind {
            PdfXStandard::X1a => Severity::Error,
            PdfXStandard::X3 | PdfXStandard::X4
                if device && intent != IntentKind::Rgb =>
            {
                Severity::Error
            }
            // The standard accepts a colour that an ICC profile defines.
            PdfXStandard::X3 | PdfXStandard::X4 => Severity::Note,
            PdfXStandard::None => Severity::Warning,
        };
        let message = format!("{what} is in {}, not in ink", family.name());
        add(PreflightFinding::new(codes::RGB, severity, message, remedy));
    } else if claim.kind == PdfXStandard::X1a && family.is_device_independent() {
        let message = format!("{what} is in {}, not in ink", family.name());
        add(PreflightFinding::new_error(codes::INDEPENDENT, message, remedy));
    }
    let four = match family {
        ColourSpaceFamily::Cmyk => {
            !matches!(intent, IntentKind::Cmyk | IntentKind::Unknown)
        }
        // Every press can print grey.
        _ => false,
    };
    if four {
        let message = format!("{what} is in DeviceCMYK, but the output intent is not");
        let remedy = "choose a CMYK output intent, or convert it to grey";
        let severity = claim.severity();
        add(PreflightFinding::new(codes::INTENT_DIFFERS, severity, message, remedy));
    }
}

/// Checks that black text is in black ink alone, and that nothing is painted invisibly.
fn check_text_colour(
    mark: &PaintedMark,
    page: &PageBoxes,
    add: &mut impl FnMut(PreflightFinding),
) {
    let [cyan, magenta, yellow, black] = mark.inks.process;
    let is_text = matches!(mark.kind, MarkKind::Text(_));
    let everywhere =
        mark.inks.all && black > 0.0 || mark.inks.process.iter().all(|ink| *ink >= ALL);
    // Marks outside the page are what the registration colour is for.
    let on_page = mark.area.intersection(&page.bleed).is_some();
    if everywhere && on_page && !matches!(mark.kind, MarkKind::Image(_)) {
        let message = format!("{} is in registration colour", describe_mark(mark));
        let remedy = "use black ink only";
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
            "use black ink only: plates never align exactly",
        )
        .with_found(mark.inks.in_words())
        .with_wanted("K 100"));
    }
    if mark.overprint && mark.inks.is_bare() && !matches!(mark.kind, MarkKind::Image(_)) {
        add(PreflightFinding::new_error(
            codes::WHITE_OVERPRINT,
            format!(
                "{} is white and overprints, so it is invisible",
                describe_mark(mark)
            ),
            "let it knock out the inks below it",
        ));
    }
}

/// Checks total ink, and colour where only black is printed.
fn check_ink(
    mark: &PaintedMark,
    rules: &PreflightRules<'_>,
    add: &mut impl FnMut(PreflightFinding),
) {
    let total = mark.inks.total();
    let is_coloured = mark.coloured || mark.inks.is_coloured();
    if rules.is_black_only() && is_coloured && !mark.inks.all {
        add(PreflightFinding::new_error(
            codes::COLOUR,
            format!(
                "{} is in colour, but the book is printed in black",
                describe_mark(mark)
            ),
            "convert it to grey, or order colour printing",
        )
        .with_found(mark.inks.in_words())
        .with_wanted("K only"));
    }
    // Marks for all plates have a finding of their own.
    let registration = mark.inks.all || mark.inks.process.iter().all(|ink| *ink >= ALL);
    if total > rules.ink_limit + SLACK
        && (!registration || matches!(mark.kind, MarkKind::Image(_)))
    {
        add(PreflightFinding::new(
            codes::TOTAL_INK,
            Severity::Warning,
            format!("{} has more ink than can dry", describe_mark(mark)),
            "convert it with a profile that limits the ink",
        )
        .with_found(format!("{:.0} % ({})", total * 100.0, mark.inks.in_words()))
        .with_wanted(format!("at most {:.0} %", rules.ink_limit * 100.0))
        .ranked_by_lowest(-total));
    }
}

/// Checks for lines that are too thin to print.
fn check_thin_lines(mark: &PaintedMark, add: &mut impl FnMut(PreflightFinding)) {
    let Some(thickness) = mark.thickness.filter(|_| !mark.inks.is_bare()) else { return };
    let is_line =
        matches!(mark.kind, MarkKind::Line | MarkKind::Fill { .. } | MarkKind::Text(_));
    if is_line
        && thickness < THINNEST - SLACK
        && mark.area.width() + mark.area.height() > 0.0
    {
        add(PreflightFinding::new(
            codes::THIN_LINE,
            Severity::Warning,
            "a line is too thin to print",
            "make it 0.25 pt or more",
        )
        .with_found(format!("{thickness:.2} pt"))
        .with_wanted("0.25 pt or more")
        .ranked_by_lowest(thickness));
    }
}
