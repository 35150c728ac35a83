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

use checks::margins::Reach;
use content::Reader;
pub use error::PreflightError;
pub use finding::Finding;
use finding::Findings;
use object::Pdf;
pub use rules::Order;

/// What a file was found to be.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// What is wrong or ought to be known, in the order of the clauses.
    pub findings: Vec<Finding>,
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
pub fn preflight(bytes: &[u8], order: &Order<'_>) -> Result<Outcome, PreflightError> {
    let pdf = Pdf::open(bytes)?;
    let (leaves, more) = pdf.pages();
    let mut findings = Findings::default();
    let claim = checks::file::check(&pdf, order, &mut findings);
    let intent = checks::intent::check(&pdf, &claim, &mut findings);
    checks::extras::check(&pdf, &claim, order, &leaves, &mut findings);
    let pages = checks::boxes::check(&pdf, &leaves, &mut findings);
    let first =
        pages.first().map_or((0.0, 0.0), |page| (page.trim.width(), page.trim.height()));
    let rules = order.rules(pages.len(), first.0, first.1);
    let mut reader = Reader::new(&pdf);
    let mut shown = checks::fonts::Shown::new();
    let mut reaches = Vec::new();
    for (leaf, page) in leaves.iter().zip(&pages) {
        let sheet = reader.page(leaf, page.media);
        checks::content::check(&sheet, page, more, &mut findings);
        checks::colours::check(&sheet, page, &claim, intent, &rules, &mut findings);
        checks::images::check(&sheet, page, &claim, &rules, &mut findings);
        checks::transparency::check(&sheet, page, &claim, &mut findings);
        checks::fonts::note(&sheet, &mut shown);
        if rules.cover {
            let count = pages.len();
            checks::cover::check(&sheet, page, count, &rules, &mut findings);
        }
        reaches.push(Reach::of(&sheet, page));
    }
    checks::fonts::check(&reader.fonts, &shown, &rules, &mut findings);
    checks::margins::check(&reaches, &pages, &rules, &mut findings);
    checks::pages::check(&pages, &reaches, &claim, &rules, &mut findings);
    Ok(Outcome {
        findings: findings.in_order(),
        standard: claim.name,
        pages: pages.len(),
        cover: rules.cover,
    })
}
