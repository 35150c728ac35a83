//! A wraparound cover: its size, its spine, its barcode.

use super::barcode::{check_barcode, find_barcode};
use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::length::{Length, Size};
use crate::preflight::codes;
use crate::preflight::content::{MarkKind, PageContent};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::geometry::{PageArea, VISIBLE, format_mm};
use crate::preflight::rules::PreflightRules;
use crate::press::Wrap;
use crate::press::cover::BoundBook;
use crate::press::profile::{Paper, Profile};

/// How far the size of a cover may differ, in points: half a millimetre, which presses
/// accept.
const SLACK: f64 = 1.42;

/// The narrowest flap, in points. Anything narrower is a mistake, not a flap.
const NARROWEST_FLAP: f64 = 85.0;

/// The distance of words and barcode from edges where no profile gives one, in points: 3
/// mm.
const DRIFT: f64 = 8.504;

/// Checks the page of a cover.
pub(in crate::preflight) fn check_cover(
    content: &PageContent,
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
                    "the cover has more than one page",
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
    check_cover_words(content, page, spine, rules, findings);
    if let Some(symbol) = find_barcode(content) {
        check_barcode(&symbol, content, page, spine, safe_distance(rules), findings);
        return;
    }
    // A press that prints its own barcode expects none.
    let printed = rules.profile.map(|profile| profile.barcode.value.printed);
    if printed == Some(true) {
        return;
    }
    let severity = if printed.is_some() { Severity::Warning } else { Severity::Note };
    findings.add(PreflightFinding::new(
        codes::NO_BARCODE,
        severity,
        "no barcode was found",
        "place an EAN-13 of the ISBN on the back, as vector bars, not as an image",
    ));
}

/// The least distance of words and barcode from edges and folds.
fn safe_distance(rules: &PreflightRules<'_>) -> f64 {
    rules.profile.map_or(DRIFT, |profile| profile.cover.value.safe.to_pt())
}

/// Checks the size of the wrap and returns where its spine is.
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
    if page.states_trim && room < bleed - VISIBLE {
        findings.add(
            PreflightFinding::new_error(
                codes::BLEED,
                "the cover has too little bleed",
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
            "the required spine width is unknown",
            "give the page count and the paper of the book: --pages 312 --paper cream",
        ));
        return None;
    };
    if let Some(wrap) = wrap_dimensions(profile, paper, pages, page, rules) {
        check_wrap_size(profile, &wrap, page, findings);
    } else {
        findings.add(
            PreflightFinding::new_error(
                codes::COVER_SIZE,
                "the cover fits no book size of the press",
                "make it again for the page count, paper and size of the book",
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

/// The dimensions of the wrap: for the given trim, or else for a trim of the press that
/// results in a cover of this size.
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
    // With flaps, whose width is unknown, a cover of any size may be one of the press.
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
                "the cover does not have the size of back, spine and front",
                "make it again for the page count, paper and size of the book",
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

/// Checks the distance of words from edges and folds, and for words on thin spines.
fn check_cover_words(
    content: &PageContent,
    page: &PageBoxes,
    spine: Option<(f64, f64)>,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let safe = safe_distance(rules);
    let trim = page.trim;
    for mark in content.marks.iter().filter(|mark| matches!(mark.kind, MarkKind::Text(_)))
    {
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
                if clear < asked.clear.to_pt() - VISIBLE {
                    let message = "words on the spine are too close to its folds";
                    let remedy = "set them smaller, or leave the spine blank";
                    let wanted = asked.clear.to_pt();
                    let severity = Severity::Error;
                    let code = codes::SPINE_WORDS;
                    findings.add(near(code, severity, message, remedy, clear, wanted));
                }
                if rules.pages.is_some_and(|pages| pages < asked.words_from) {
                    findings.add(
                        PreflightFinding::new_error(
                            codes::SPINE_THIN,
                            "there are words on a spine that is too thin for them",
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
        if least < safe - VISIBLE {
            let message = "words are too close to an edge or a fold of the cover";
            let remedy = "move them further in";
            let severity = Severity::Warning;
            findings.add(near(codes::SAFE, severity, message, remedy, least, safe));
        }
    }
}
