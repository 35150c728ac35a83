//! Transparency (ISO 32000-1 §11), and features that depend on the device.

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{PageContent, PageFeature};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};

/// Checks the features that a page uses.
pub(in crate::preflight) fn check_transparency(
    content: &PageContent,
    page: &PageBoxes,
    claim: &ClaimedStandard,
    findings: &mut PreflightFindings,
) {
    // PDF/X-1a and PDF/X-3 allow no transparency; PDF/X-4 allows it, so it is only noted.
    let severity = match claim.kind {
        PdfXStandard::X1a | PdfXStandard::X3 => Severity::Error,
        PdfXStandard::X4 => Severity::Note,
        PdfXStandard::None => Severity::Warning,
    };
    let remedy = "flatten the transparency, unless the press accepts PDF/X-4";
    let seen =
        |code, message: String| PreflightFinding::new(code, severity, message, remedy);
    let fixed = |code, message: &str, remedy| {
        PreflightFinding::new(code, claim.severity(), message, remedy)
    };
    for (used, area) in &content.features {
        let finding = match used {
            PageFeature::SoftMask => {
                seen(codes::SOFT_MASK, "a soft mask is used".to_owned())
            }
            PageFeature::Alpha(share) => {
                let message = "an object is not opaque".to_owned();
                seen(codes::ALPHA, message).with_found(format!("{share} %"))
            }
            PageFeature::Blend(mode) => {
                let message = "a blend mode is used".to_owned();
                seen(codes::BLEND, message).with_found(mode.as_str())
            }
            PageFeature::Group => {
                seen(codes::GROUP, "a transparency group is used".to_owned())
            }
            PageFeature::Transfer => fixed(
                codes::TRANSFER,
                "a transfer function is used",
                "remove it: it was made for another press",
            ),
            PageFeature::Halftone => fixed(
                codes::HALFTONE,
                "a halftone is specified",
                "remove it: the press has its own",
            ),
            PageFeature::PostScript => fixed(
                codes::POSTSCRIPT,
                "the page contains PostScript",
                "convert it to graphics",
            ),
            PageFeature::Reference => fixed(
                codes::EXTERNAL,
                "a part of the page is in another file",
                "embed it in this one",
            ),
            // These have clauses of their own.
            PageFeature::Opi | PageFeature::Layer => continue,
        };
        let finding = finding.on_page(page.number);
        findings.add(match area {
            Some(area) => finding.at_area(area, &page.trim),
            None => finding,
        });
    }
}
