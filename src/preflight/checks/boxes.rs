//! The page boxes (ISO 32000-1 §14.11.2).

use std::collections::BTreeMap;

use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::geometry::PageArea;
use crate::preflight::object::{PdfFile, PdfPage};

/// How far edges of boxes may differ, in points: writers round to a hundredth.
const SLACK: f64 = 0.02;

/// How far the sizes of trimmed pages may differ, in points: less than a cutter can hold.
const SAME: f64 = 0.3;

/// The page size where a page states none: A4.
const USUAL: PageArea = PageArea { left: 0.0, bottom: 0.0, right: 595.28, top: 841.89 };

/// The boxes of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::preflight) struct PageBoxes {
    pub(in crate::preflight) number: u32,
    pub(in crate::preflight) media: PageArea,
    pub(in crate::preflight) bleed: PageArea,
    pub(in crate::preflight) trim: PageArea,
    /// The page states its trim, with a `TrimBox` or an `ArtBox`.
    pub(in crate::preflight) states_trim: bool,
}

impl PageBoxes {
    /// Whether the fold is at its left: page 1 is a recto.
    pub(in crate::preflight) fn is_recto(&self) -> bool {
        self.number % 2 == 1
    }
}

/// Checks the boxes of all pages.
pub(in crate::preflight) fn check_boxes(
    pdf: &PdfFile,
    pdf_pages: &[PdfPage],
    findings: &mut PreflightFindings,
) -> Vec<PageBoxes> {
    let pages: Vec<PageBoxes> =
        pdf_pages.iter().map(|pdf_page| read_boxes(pdf, pdf_page, findings)).collect();
    check_equal_sizes(&pages, findings);
    pages
}

/// Reads the boxes of a page and reports what is wrong with them.
fn read_boxes(
    pdf: &PdfFile,
    pdf_page: &PdfPage,
    findings: &mut PreflightFindings,
) -> PageBoxes {
    let own = &pdf_page.dictionary;
    let area = |key| {
        pdf.get_area(own, key).filter(|area| area.width() > 0.0 && area.height() > 0.0)
    };
    let media = area("MediaBox");
    let (crop, bleed) = (area("CropBox"), area("BleedBox"));
    let (trim, art) = (area("TrimBox"), area("ArtBox"));
    if media.is_none() {
        findings.add(
            PreflightFinding::new_error(
                codes::BOXES,
                "a page has no media box",
                "export it with a MediaBox of the size of the sheet",
            )
            .on_page(pdf_page.number),
        );
    }
    let media = media.unwrap_or(USUAL);
    if trim.is_none() && art.is_none() {
        findings.add(
            PreflightFinding::new_error(
                codes::NO_TRIM,
                "a page has no trim box",
                "export it with a TrimBox of the size of the finished book",
            )
            .on_page(pdf_page.number)
            .with_wanted("a TrimBox"),
        );
    }
    if trim.is_some() && art.is_some() {
        findings.add(
            PreflightFinding::new_error(
                codes::TRIM_AND_ART,
                "a page has both a trim box and an art box",
                "remove the ArtBox",
            )
            .on_page(pdf_page.number),
        );
    }
    let finished = trim.or(art);
    let nested = [
        ("the trim box lies outside the bleed box", finished, bleed),
        ("the trim box lies outside the media box", finished, Some(media)),
        ("the bleed box lies outside the media box", bleed, Some(media)),
        ("the crop box lies outside the media box", crop, Some(media)),
        ("the crop box cuts into the bleed", bleed, crop),
        ("the crop box cuts into the trimmed page", finished, crop),
    ];
    let wrong = nested.into_iter().find_map(|(message, inner, outer)| {
        let (inner, outer) = (inner?, outer?);
        (!outer.contains(&inner, SLACK)).then_some((message, inner, outer))
    });
    if let Some((message, inner, outer)) = wrong {
        findings.add(
            PreflightFinding::new_error(
                codes::BOXES,
                message,
                "set the boxes so that each lies within the next: trim, bleed, crop, media",
            )
            .on_page(pdf_page.number)
            .with_found(format!("{} in {}", inner.format_size(), outer.format_size())),
        );
    }
    check_rotation(pdf, pdf_page, findings);
    let trim = finished.unwrap_or(bleed.unwrap_or(crop.unwrap_or(media)));
    let bleed = bleed.unwrap_or(crop.unwrap_or(media));
    PageBoxes {
        number: pdf_page.number,
        media,
        bleed,
        trim,
        states_trim: finished.is_some(),
    }
}

/// Checks for pages that are rotated or scaled (§7.7.3.3).
fn check_rotation(pdf: &PdfFile, pdf_page: &PdfPage, findings: &mut PreflightFindings) {
    let turn = pdf.get_integer(&pdf_page.dictionary, "Rotate").unwrap_or(0);
    if turn.rem_euclid(360) != 0 {
        findings.add(
            PreflightFinding::new(
                codes::ROTATED,
                Severity::Warning,
                "a page is rotated for display only",
                "export it in its printed orientation; many presses ignore Rotate",
            )
            .on_page(pdf_page.number)
            .with_found(format!("{turn} degrees"))
            .with_wanted("0"),
        );
    }
    let unit = pdf.get_number(&pdf_page.dictionary, "UserUnit").unwrap_or(1.0);
    if (unit - 1.0).abs() > 1e-6 {
        findings.add(
            PreflightFinding::new_error(
                codes::USER_UNIT,
                "a page has a UserUnit other than 1",
                "export it at its real size",
            )
            .on_page(pdf_page.number)
            .with_found(format!("UserUnit {unit}"))
            .with_wanted("1"),
        );
    }
}

/// Checks that all pages have one size.
fn check_equal_sizes(pages: &[PageBoxes], findings: &mut PreflightFindings) {
    #[expect(clippy::cast_possible_truncation, reason = "pages are not that large")]
    let key = |page: &PageBoxes| {
        let steps = |length: f64| (length / SAME).round() as i64;
        (steps(page.trim.width()), steps(page.trim.height()))
    };
    // A page without a stated trim has a finding of its own.
    let says = pages.iter().any(|page| page.states_trim);
    let pages: Vec<&PageBoxes> =
        pages.iter().filter(|page| page.states_trim || !says).collect();
    let mut sizes: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for page in &pages {
        *sizes.entry(key(page)).or_default() += 1;
    }
    let usual = sizes.iter().max_by_key(|(_, count)| **count).map(|(size, _)| *size);
    let Some(usual) =
        usual.and_then(|usual| pages.iter().find(|page| key(page) == usual))
    else {
        return;
    };
    let differs = |page: &&&PageBoxes| {
        (page.trim.width() - usual.trim.width()).abs() > SAME
            || (page.trim.height() - usual.trim.height()).abs() > SAME
    };
    for page in pages.iter().filter(differs) {
        findings.add(
            PreflightFinding::new_error(
                codes::TRIM_SIZES,
                "a page differs in size from the others",
                "give all pages of the book one trim size",
            )
            .on_page(page.number)
            .with_found(page.trim.format_size())
            .with_wanted(usual.trim.format_size()),
        );
    }
}
