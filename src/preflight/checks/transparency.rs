//! What is seen through (ISO 32000-1 §11).

use super::boxes::Page;
use super::file::{Claim, Kind};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{Sheet, Use};
use crate::preflight::finding::{Finding, Findings};

/// Looks at what a page makes use of.
pub(in crate::preflight) fn check(
    sheet: &Sheet,
    page: &Page,
    claim: &Claim,
    findings: &mut Findings,
) {
    // PDF/X-1a and PDF/X-3 know none of it; PDF/X-4 takes all, and it is told.
    let gravity = match claim.kind {
        Kind::X1a | Kind::X3 => Severity::Error,
        Kind::X4 => Severity::Note,
        Kind::None => Severity::Warning,
    };
    let remedy = "flatten the transparency, where the press does not take PDF/X-4";
    let seen = |code, message: String| Finding::new(code, gravity, message, remedy);
    let fixed = |code, message: &str, remedy| {
        Finding::new(code, claim.gravity(), message, remedy)
    };
    for (used, area) in &sheet.uses {
        let finding = match used {
            Use::SoftMask => seen(codes::SOFT_MASK, "a soft mask is used".to_owned()),
            Use::Alpha(share) => {
                let message = "something is less than opaque".to_owned();
                seen(codes::ALPHA, message).found(format!("{share} %"))
            }
            Use::Blend(mode) => {
                let message = "colours are mixed with those below them".to_owned();
                seen(codes::BLEND, message).found(mode.as_str())
            }
            Use::Group => {
                seen(codes::GROUP, "a group of objects is seen through".to_owned())
            }
            Use::Transfer => fixed(
                codes::TRANSFER,
                "a transfer curve changes all inks",
                "take it out: it belongs to another press",
            ),
            Use::Halftone => fixed(
                codes::HALFTONE,
                "a screen of another press is asked for",
                "take the halftone out: the press has its own",
            ),
            Use::PostScript => fixed(
                codes::POSTSCRIPT,
                "there is a program in PostScript",
                "convert it to graphics",
            ),
            Use::Reference => fixed(
                codes::EXTERNAL,
                "a part of the page stands in another file",
                "place it in this one",
            ),
            // These have their own clauses.
            Use::Opi | Use::Layer => continue,
        };
        let finding = finding.on(page.number);
        findings.add(match area {
            Some(area) => finding.at(area, &page.trim),
            None => finding,
        });
    }
}
