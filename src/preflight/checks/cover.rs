//! A cover that is wrapped around a book: its size, its spine, its barcode.

use super::barcode;
use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::length::{Length, Size};
use crate::preflight::codes;
use crate::preflight::content::{MarkKind, PaintedPage};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::geometry::{PageArea, SEEN, format_mm};
use crate::preflight::rules::PreflightRules;
use crate::press::Wrap;
use crate::press::cover::BoundBook;
use crate::press::profile::{Paper, Profile};

/// How far a cover may be from the size that is asked for, in points: half a millimetre,
/// which presses take.
const SLACK: f64 = 1.42;

/// The narrowest flap, in points: less is no flap but a mistake.
const NARROWEST_FLAP: f64 = 85.0;

/// How far words and barcode stay within edges where no press says it, in points: 3 mm.
const DRIFT: f64 = 8.504;

/// Looks at the page of a cover.
pub(in crate::preflight) fn check_cover(
    sheet: &PaintedPage,
    page: &PageBoxes,
    pages: usize,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    if pages > 1 {
        if page.number == 1 {
            findings.add(
                PreflightFinding::new_error(
                    codes::COVER_PAGES,
                    "a cover is one page, from the back to the front",
                    "put back, spine and front on one page",
                )
                .with_found(format!("{pages} pages"))
                .with_wanted("1"),
            );
        }
        return;
    }
    let spine =
        rules.profile.and_then(|profile| check_wrap(profile, page, rules, findings));
    check_cover_words(sheet, page, spine, rules, findings);
    if let Some(symbol) = barcode::find_barcode(sheet) {
        barcode::check_barcode(
            &symbol,
            sheet,
            page,
            spine,
            safe_distance(rules),
            findings,
        );
        return;
    }
    // Where the press prints its own, none is missed.
    let printed = rules.profile.map(|profile| profile.barcode.value.printed);
    if printed == Some(true) {
        return;
    }
    let gravity = if printed.is_some() { Severity::Warning } else { Severity::Note };
    findings.add(PreflightFinding::new(
        codes::NO_BARCODE,
        gravity,
        "no barcode is found that is drawn of bars",
        "place an EAN-13 of the ISBN on the back, as a drawing, not as an image",
    ));
}

/// How far words and barcode stay within edges and folds.
fn safe_distance(rules: &PreflightRules<'_>) -> f64 {
    rules.profile.map_or(DRIFT, |profile| profile.cover.value.safe.to_pt())
}

/// Looks at the measures of the wrap; gives where its spine is.
fn check_wrap(
    profile: &Profile,
    page: &PageBoxes,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) -> Option<(f64, f64)> {
    let bleed = profile.cover.value.bleed.to_pt();
    let (inner, outer) = (page.trim, page.bleed);
    let room = (inner.left - outer.left)
        .min(inner.bottom - outer.bottom)
        .min(outer.right - inner.right)
        .min(outer.top - inner.top);
    if page.says_trim && room < bleed - SEEN {
        findings.add(
            PreflightFinding::new_error(
                codes::BLEED,
                "there is too little bleed around the cover",
                "export it with the bleed of the press, and its BleedBox",
            )
            .on_page(page.number)
            .with_found(format_mm(room))
            .with_wanted(format_mm(bleed)),
        );
    }
    let Some((pages, paper)) = rules.pages.zip(rules.paper) else {
        findings.add(PreflightFinding::new(
            codes::SPINE_UNKNOWN,
            Severity::Note,
            "how wide the spine has to be is not known",
            "say the pages of the book, and its paper: --pages 312 --paper cream",
        ));
        return None;
    };
    if let Some(wrap) = wrap_dimensions(profile, paper, pages, page, rules) {
        check_wrap_size(profile, &wrap, page, findings);
    } else {
        findings.add(
            PreflightFinding::new_error(
                codes::COVER_SIZE,
                "the cover is wrapped around no book that the press has",
                "make it again for the pages, paper and size of the book",
            )
            .on_page(page.number)
            .with_found(page.trim.format_size())
            .with_wanted(format!(
                "twice a page, and a spine of {}",
                format_mm(profile.spine_width(pages, paper.bulk).to_pt())
            )),
        );
    }
    let half = profile.spine_width(pages, paper.bulk).to_pt() / 2.0;
    let middle = f64::midpoint(page.trim.left, page.trim.right);
    Some((middle - half, middle + half))
}

/// The measures of the wrap: for the trim that is told, or for one that the press has and
/// that makes a cover of this size.
fn wrap_dimensions(
    profile: &Profile,
    paper: &Paper,
    pages: u32,
    page: &PageBoxes,
    rules: &PreflightRules<'_>,
) -> Option<Wrap> {
    let wrap = |trim: Size| {
        profile.wrap(&BoundBook {
            trim,
            pages,
            bulk: paper.bulk,
            flap: Length::ZERO,
            spine_words: false,
        })
    };
    if let Some(trim) = rules.trim {
        return Some(wrap(trim));
    }
    let nothing = wrap(Size::default());
    let trim = Size {
        width: Length::from_pt((page.trim.width() - wrap_width(&nothing)) / 2.0),
        height: Length::from_pt(page.trim.height()) - nothing.panel.height,
    };
    // With flaps, any height of the press can be one of its covers.
    let listed = profile.trims.value.has(trim) || profile.cover.value.flaps;
    listed.then(|| wrap(trim))
}

/// The width of a wrap without its bleed.
fn wrap_width(wrap: &Wrap) -> f64 {
    ((wrap.panel.width + wrap.hinge + wrap.flap) * 2 + wrap.spine).to_pt()
}

fn check_wrap_size(
    profile: &Profile,
    wrap: &Wrap,
    page: &PageBoxes,
    findings: &mut PreflightFindings,
) {
    let wide = page.trim.width() - wrap_width(wrap);
    let high = page.trim.height() - wrap.panel.height.to_pt();
    let has_flaps = profile.cover.value.flaps && wide >= 2.0 * NARROWEST_FLAP;
    if (wide.abs() > SLACK && !has_flaps) || high.abs() > SLACK {
        let wanted =
            PageArea::from_corners(0.0, 0.0, wrap_width(wrap), wrap.panel.height.to_pt());
        findings.add(
            PreflightFinding::new_error(
                codes::COVER_SIZE,
                "the cover has not the size of back, spine and front",
                "make it again for the pages, paper and size of the book",
            )
            .on_page(page.number)
            .with_found(page.trim.format_size())
            .with_wanted(format!(
                "{}, with a spine of {}",
                wanted.format_size(),
                format_mm(wrap.spine.to_pt())
            )),
        );
    }
}

/// Words stay clear of edges and folds, and off thin spines.
fn check_cover_words(
    sheet: &PaintedPage,
    page: &PageBoxes,
    spine: Option<(f64, f64)>,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let safe = safe_distance(rules);
    let trim = page.trim;
    for mark in sheet.marks.iter().filter(|mark| matches!(mark.what, MarkKind::Text(_))) {
        let area = mark.area;
        let near = |code, severity, message: &str, remedy, found: f64, wanted: f64| {
            PreflightFinding::new(code, severity, message, remedy)
                .on_page(page.number)
                .at_area(&area, &trim)
                .with_found(format_mm(found))
                .with_wanted(format!("{} or more", format_mm(wanted)))
                .ranked_by_lowest(found)
        };
        let middle = f64::midpoint(area.left, area.right);
        let on_spine = spine.filter(|(left, right)| (*left..=*right).contains(&middle));
        let ends = (area.bottom - trim.bottom).min(trim.top - area.top);
        let mut least = ends.min(area.left - trim.left).min(trim.right - area.right);
        match (on_spine, rules.profile) {
            (Some((left, right)), Some(profile)) => {
                least = ends;
                let asked = profile.spine.value;
                let clear = (area.left - left).min(right - area.right);
                if clear < asked.clear.to_pt() - SEEN {
                    let message = "words on the spine stand too near its folds";
                    let remedy = "set them smaller, or leave the spine blank";
                    let wanted = asked.clear.to_pt();
                    let gravity = Severity::Error;
                    let code = codes::SPINE_WORDS;
                    findings.add(near(code, gravity, message, remedy, clear, wanted));
                }
                if rules.pages.is_some_and(|pages| pages < asked.words_from) {
                    findings.add(
                        PreflightFinding::new_error(
                            codes::SPINE_THIN,
                            "there are words on a spine that is too thin for any",
                            "leave the spine blank",
                        )
                        .on_page(page.number)
                        .at_area(&area, &trim)
                        .with_found(format!("{} pages", rules.pages.unwrap_or_default()))
                        .with_wanted(format!("{} pages or more", asked.words_from)),
                    );
                }
            }
            _ => {
                if let Some((left, right)) = spine {
                    let off =
                        if middle < left { left - area.right } else { area.left - right };
                    least = least.min(off);
                }
            }
        }
        if least < safe - SEEN {
            let message = "words stand too near an edge or a fold of the cover";
            let remedy = "move them further in";
            let gravity = Severity::Warning;
            findings.add(near(codes::SAFE, gravity, message, remedy, least, safe));
        }
    }
}
