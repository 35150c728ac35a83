//! The images of a page (ISO 32000-1 §8.9, §14.11.7).

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{PageContent, PageFeature, PlacedImage};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::rules::PreflightRules;

/// Images of one bit have hard edges and need this multiple of the resolution that a press
/// asks for. Below this share of the resolution, single pixels are visible: 200 per inch
/// where 300 are asked for.
const LINES: f64 = 2.0;
const COARSE: f64 = 2.0 / 3.0;

/// The share of the resolution that is enough, so that rounding raises no finding.
const SLACK: f64 = 0.98;

/// Checks the images of a page.
pub(in crate::preflight) fn check_images(
    content: &PageContent,
    page: &PageBoxes,
    claim: &ClaimedStandard,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    for image in &content.images {
        let mut add = |finding: PreflightFinding| {
            findings.add(finding.on_page(page.number).at_area(&image.area, &page.trim));
        };
        if image.picture.broken {
            let message = "an image cannot be decoded";
            add(PreflightFinding::new_error(
                codes::IMAGE_BROKEN,
                message,
                "place it again",
            ));
            continue;
        }
        check_resolution(image, rules, &mut add);
        check_compression(image, claim, &mut add);
    }
    if content.features.contains_key(&PageFeature::Opi) {
        findings.add(
            PreflightFinding::new(
                codes::OPI,
                claim.severity(),
                "an image is a proxy for another one, which the press does not have",
                "place the real image",
            )
            .on_page(page.number),
        );
    }
}

/// Checks the resolution of an image.
fn check_resolution(
    image: &PlacedImage,
    rules: &PreflightRules<'_>,
    add: &mut impl FnMut(PreflightFinding),
) {
    let picture = &image.picture;
    // An image of one row or column looks the same at any resolution.
    if picture.width.min(picture.height) <= 1 {
        return;
    }
    let lines = picture.bits == 1 || picture.is_stencil;
    let fine = if lines { rules.resolution * LINES } else { rules.resolution };
    let coarse = if lines { rules.resolution } else { fine * COARSE };
    let (code, severity, message) = if image.resolution < coarse * SLACK {
        (
            codes::COARSE,
            Severity::Error,
            "the resolution of an image is so low that its pixels are visible",
        )
    } else if image.resolution < fine * SLACK {
        (
            codes::FAIR,
            Severity::Warning,
            "the resolution of an image is lower than presses ask for",
        )
    } else {
        return;
    };
    add(PreflightFinding::new(
        code,
        severity,
        message,
        "place it smaller, or use an image with more pixels",
    )
    .with_found(format!("{:.0} pixels per inch", image.resolution))
    .with_wanted(format!("{fine:.0}"))
    .ranked_by_lowest(image.resolution));
}

/// Checks the filters, the depth and the alternates of an image.
fn check_compression(
    image: &PlacedImage,
    claim: &ClaimedStandard,
    add: &mut impl FnMut(PreflightFinding),
) {
    let picture = &image.picture;
    let forbidden: &[&str] = match claim.kind {
        PdfXStandard::X1a | PdfXStandard::X3 => {
            &["LZWDecode", "JPXDecode", "JBIG2Decode", "Crypt"]
        }
        PdfXStandard::X4 | PdfXStandard::None => &["Crypt"],
    };
    let forbids = |filter: &&String| forbidden.contains(&filter.as_str());
    if let Some(filter) = picture.filters.iter().find(forbids) {
        let message = format!(
            "an image has a filter that {} does not allow",
            claim.standard_name()
        );
        let remedy = "compress it with Flate or as JPEG";
        add(PreflightFinding::new_error(codes::FILTER, message, remedy)
            .with_found(filter.as_str()));
    }
    let deep = picture.bits == 16;
    if deep {
        let severity = match claim.kind {
            PdfXStandard::X1a | PdfXStandard::X3 => Severity::Error,
            _ => Severity::Warning,
        };
        let message = "an image has 16 bits per component";
        let remedy = "convert it to 8 bits; presses use no more";
        add(PreflightFinding::new(codes::DEPTH, severity, message, remedy));
    }
    if picture.has_alternates {
        add(PreflightFinding::new(
            codes::ALTERNATES,
            claim.severity(),
            "an image has an alternate that may be printed instead",
            "keep only the one that is to be printed",
        ));
    }
}
