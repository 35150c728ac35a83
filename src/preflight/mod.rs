//! Checks whether a PDF is fit for a press. It is read by other code than wrote it, and
//! checked against the standard that it claims and against a press profile.
//!
//! In reading order: `object` opens the file, `content` interprets its pages with the help
//! of `colour`, `fonts` and `images`, and each file of `checks` covers one group of the
//! clauses listed in `PREFLIGHT.md`.

pub mod codes;
mod error;
mod finding;
mod rules;

mod geometry;
mod limit;
mod object;
mod xmp;

mod colour;
mod images;

mod fonts;

mod content;

mod checks;

use checks::margins::InkReach;
use content::ContentReader;
pub use error::PreflightError;
pub use finding::PreflightFinding;
use finding::PreflightFindings;
use limit::PreflightLimit;
use object::PdfFile;
pub use rules::PreflightOptions;

/// The result of a preflight.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PreflightReport {
    /// The findings, in the order of the clauses.
    pub findings: Vec<PreflightFinding>,
    /// The standard that the file claims.
    pub standard: Option<String>,
    /// The number of its pages.
    pub pages: usize,
    /// It was checked as a cover.
    pub cover: bool,
}

/// Checks a PDF.
///
/// # Errors
///
/// When it cannot be read at all.
pub fn preflight(
    bytes: &[u8],
    options: &PreflightOptions<'_>,
) -> Result<PreflightReport, PreflightError> {
    let pdf = PdfFile::open(bytes)?;
    let (pdf_pages, more) = pdf.pages();
    let more = more.then_some(PreflightLimit::Pages);
    let mut findings = PreflightFindings::default();
    let claim = checks::file::check_file(&pdf, options, &mut findings);
    let intent = checks::intent::check_intents(&pdf, &claim, &mut findings);
    checks::extras::check_extras(&pdf, &claim, options, &pdf_pages, &mut findings);
    let pages = checks::boxes::check_boxes(&pdf, &pdf_pages, &mut findings);
    let first =
        pages.first().map_or((0.0, 0.0), |page| (page.trim.width(), page.trim.height()));
    let rules = options.rules_for(pages.len(), first.0, first.1);
    let mut reader = ContentReader::new(&pdf);
    let mut shown = checks::fonts::FontPages::new();
    let mut reaches = Vec::new();
    for (pdf_page, page) in pdf_pages.iter().zip(&pages) {
        let content = reader.read_page(pdf_page, page.media);
        checks::content::check_content(
            &content,
            page,
            more.or(pdf.spent()),
            &mut findings,
        );
        checks::colours::check_colours(
            &content,
            page,
            &claim,
            intent,
            &rules,
            &mut findings,
        );
        checks::images::check_images(&content, page, &claim, &rules, &mut findings);
        checks::transparency::check_transparency(&content, page, &claim, &mut findings);
        checks::fonts::record_fonts(&content, &mut shown);
        if rules.cover {
            let count = pages.len();
            checks::cover::check_cover(&content, page, count, &rules, &mut findings);
        }
        reaches.push(InkReach::measure_page(&content, page));
    }
    checks::fonts::check_fonts(reader.fonts(), &shown, &rules, &mut findings);
    checks::margins::check_margins(&reaches, &pages, &rules, &mut findings);
    checks::pages::check_pages(&pages, &reaches, &claim, &rules, &mut findings);
    Ok(PreflightReport {
        findings: findings.into_sorted(),
        standard: claim.name,
        pages: pages.len(),
        cover: rules.cover,
    })
}
