//! The images of a page (ISO 32000-1 §8.9, §14.11.7).

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::{PageFeature, PaintedPage, PlacedImage};
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::rules::PreflightRules;

/// Images of one bit, whose edges are hard, want so many times the dots that presses ask
/// for; and below such a part of them dots are seen: 200 to the inch where 300 are asked for.
const LINES: f64 = 2.0;
const COARSE: f64 = 2.0 / 3.0;

/// How many of a hundred dots rounding may take.
const SLACK: f64 = 0.98;

/// Looks at the images of a page.
pub(in crate::preflight) fn check_images(
    sheet: &PaintedPage,
    page: &PageBoxes,
    claim: &ClaimedStandard,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    for image in &sheet.images {
        let mut add = |finding: PreflightFinding| {
            findings.add(finding.on_page(page.number).at_area(&image.area, &page.trim));
        };
        if image.picture.broken {
            let message = "an image cannot be unpacked";
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
    if sheet.uses.contains_key(&PageFeature::Opi) {
        findings.add(
            PreflightFinding::new(
                codes::OPI,
                claim.severity(),
                "an image is a proxy for another, which the press would have to have",
                "place the real image",
            )
            .on_page(page.number),
        );
    }
}

/// How fine it is.
fn check_resolution(
    image: &PlacedImage,
    rules: &PreflightRules<'_>,
    add: &mut impl FnMut(PreflightFinding),
) {
    let picture = &image.picture;
    // What is the same everywhere looks the same at any resolution.
    if picture.width.min(picture.height) <= 1 {
        return;
    }
    let lines = picture.bits == 1 || picture.is_stencil;
    let fine = if lines { rules.fine * LINES } else { rules.fine };
    let coarse = if lines { rules.fine } else { fine * COARSE };
    let (code, gravity, message) = if image.resolution < coarse * SLACK {
        (codes::COARSE, Severity::Error, "an image is so coarse that its dots are seen")
    } else if image.resolution < fine * SLACK {
        (codes::FAIR, Severity::Warning, "an image is less fine than presses ask for")
    } else {
        return;
    };
    add(PreflightFinding::new(
        code,
        gravity,
        message,
        "place it smaller, or take a finer one",
    )
    .with_found(format!("{:.0} dots to the inch", image.resolution))
    .with_wanted(format!("{fine:.0}"))
    .ranked_by_lowest(image.resolution));
}

/// How it is packed.
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
        let message =
            format!("an image is packed as {} does not allow", claim.standard_name());
        let remedy = "pack it with Flate or as JPEG";
        add(PreflightFinding::new_error(codes::FILTER, message, remedy)
            .with_found(filter.as_str()));
    }
    let deep = picture.bits == 16;
    if deep {
        let gravity = match claim.kind {
            PdfXStandard::X1a | PdfXStandard::X3 => Severity::Error,
            _ => Severity::Warning,
        };
        let message = "an image has 16 bits for each ink";
        let remedy = "convert it to 8 bits, which is all that presses use";
        add(PreflightFinding::new(codes::DEPTH, gravity, message, remedy));
    }
    if picture.has_alternates {
        add(PreflightFinding::new(
            codes::ALTERNATES,
            claim.severity(),
            "an image has another that may be printed in its place",
            "leave the one that shall be printed",
        ));
    }
}
