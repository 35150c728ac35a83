//! What is seen through (ISO 32000-1 §11).

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{PageFeature, PaintedPage};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};

/// Looks at what a page makes use of.
pub(in crate::preflight) fn check_transparency(
    sheet: &PaintedPage,
    page: &PageBoxes,
    claim: &ClaimedStandard,
    findings: &mut PreflightFindings,
) {
    // PDF/X-1a and PDF/X-3 know none of it; PDF/X-4 takes all, and it is told.
    let gravity = match claim.kind {
        PdfXStandard::X1a | PdfXStandard::X3 => Severity::Error,
        PdfXStandard::X4 => Severity::Note,
        PdfXStandard::None => Severity::Warning,
    };
    let remedy = "flatten the transparency, where the press does not take PDF/X-4";
    let seen =
        |code, message: String| PreflightFinding::new(code, gravity, message, remedy);
    let fixed = |code, message: &str, remedy| {
        PreflightFinding::new(code, claim.severity(), message, remedy)
    };
    for (used, area) in &sheet.uses {
        let finding = match used {
            PageFeature::SoftMask => {
                seen(codes::SOFT_MASK, "a soft mask is used".to_owned())
            }
            PageFeature::Alpha(share) => {
                let message = "something is less than opaque".to_owned();
                seen(codes::ALPHA, message).with_found(format!("{share} %"))
            }
            PageFeature::Blend(mode) => {
                let message = "colours are mixed with those below them".to_owned();
                seen(codes::BLEND, message).with_found(mode.as_str())
            }
            PageFeature::Group => {
                seen(codes::GROUP, "a group of objects is seen through".to_owned())
            }
            PageFeature::Transfer => fixed(
                codes::TRANSFER,
                "a transfer curve changes all inks",
                "take it out: it belongs to another press",
            ),
            PageFeature::Halftone => fixed(
                codes::HALFTONE,
                "a screen of another press is asked for",
                "take the halftone out: the press has its own",
            ),
            PageFeature::PostScript => fixed(
                codes::POSTSCRIPT,
                "there is a program in PostScript",
                "convert it to graphics",
            ),
            PageFeature::Reference => fixed(
                codes::EXTERNAL,
                "a part of the page stands in another file",
                "place it in this one",
            ),
            // These have their own clauses.
            PageFeature::Opi | PageFeature::Layer => continue,
        };
        let finding = finding.on_page(page.number);
        findings.add(match area {
            Some(area) => finding.at_area(area, &page.trim),
            None => finding,
        });
    }
}
