//! Is a PDF fit for the press? It is read by other code than wrote it, and held against
//! the standard that it claims to keep and against what a press asks for.
//!
//! In reading order: `object` opens the file, `content` follows what is painted on its
//! pages with the help of `colour`, `fonts` and `images`, and each file of `checks` looks
//! at one group of the clauses that `PREFLIGHT.md` lists.

mod checks;
pub mod codes;
mod colour;
mod content;
mod error;
mod finding;
mod fonts;
mod geometry;
mod images;
mod object;
mod rules;
mod xmp;

use checks::margins::InkReach;
use content::ContentReader;
pub use error::PreflightError;
pub use finding::PreflightFinding;
use finding::PreflightFindings;
use object::PdfFile;
pub use rules::PreflightOptions;

/// What a file was found to be.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PreflightReport {
    /// What is wrong or ought to be known, in the order of the clauses.
    pub findings: Vec<PreflightFinding>,
    /// The standard that the file claims to keep.
    pub standard: Option<String>,
    /// How many pages it has.
    pub pages: usize,
    /// It was looked at as a cover.
    pub cover: bool,
}

/// Looks a file over.
///
/// # Errors
///
/// When it cannot be read at all.
pub fn preflight(
    bytes: &[u8],
    order: &PreflightOptions<'_>,
) -> Result<PreflightReport, PreflightError> {
    let pdf = PdfFile::open(bytes)?;
    let (leaves, more) = pdf.pages();
    let mut findings = PreflightFindings::default();
    let claim = checks::file::check_file(&pdf, order, &mut findings);
    let intent = checks::intent::check_intents(&pdf, &claim, &mut findings);
    checks::extras::check_extras(&pdf, &claim, order, &leaves, &mut findings);
    let pages = checks::boxes::check_boxes(&pdf, &leaves, &mut findings);
    let first =
        pages.first().map_or((0.0, 0.0), |page| (page.trim.width(), page.trim.height()));
    let rules = order.rules_for(pages.len(), first.0, first.1);
    let mut reader = ContentReader::new(&pdf);
    let mut shown = checks::fonts::FontPages::new();
    let mut reaches = Vec::new();
    for (leaf, page) in leaves.iter().zip(&pages) {
        let sheet = reader.read_page(leaf, page.media);
        checks::content::check_content(&sheet, page, more, &mut findings);
        checks::colours::check_colours(
            &sheet,
            page,
            &claim,
            intent,
            &rules,
            &mut findings,
        );
        checks::images::check_images(&sheet, page, &claim, &rules, &mut findings);
        checks::transparency::check_transparency(&sheet, page, &claim, &mut findings);
        checks::fonts::record_fonts(&sheet, &mut shown);
        if rules.cover {
            let count = pages.len();
            checks::cover::check_cover(&sheet, page, count, &rules, &mut findings);
        }
        reaches.push(InkReach::measure(&sheet, page));
    }
    checks::fonts::check_fonts(&reader.fonts, &shown, &rules, &mut findings);
    checks::margins::check_margins(&reaches, &pages, &rules, &mut findings);
    checks::pages::check_pages(&pages, &reaches, &claim, &rules, &mut findings);
    Ok(PreflightReport {
        findings: findings.into_sorted(),
        standard: claim.name,
        pages: pages.len(),
        cover: rules.cover,
    })
}
