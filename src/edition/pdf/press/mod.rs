//! Finished pages as a PDF file for a press: PDF/X-4, or PDF/X-1a:2001.
//!
//! It has boxes, inks and a printing condition, and nothing to click: the same pages as
//! the PDF for readers, painted on a plate. Black is the ink K alone, and overprints.
//! `PDF.md` says which clauses of ISO 15930 are met, and how.

mod codes;
mod condition;
mod finish;
mod frame;
mod inks;
mod marks;
mod plate;
mod separation;

pub use condition::ConditionError;

use super::{Particulars, PdfError, fonts, paint};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::moment::NO_MOMENT;
use crate::press::Sheet;
use crate::typeset::document::Pages;
use codes::UNKNOWN_COLOURS;
use condition::Condition;
use frame::Frame;
use inks::Inks;
use plate::Plate;

/// Writes typeset pages as a PDF for a press. The first page is a recto.
///
/// The same pages, particulars and sheet give the same bytes.
///
/// # Errors
///
/// When a face cannot be embedded or is missing, or the printing condition cannot be used.
pub fn press_pdf(
    pages: &Pages,
    particulars: &Particulars,
    sheet: &Sheet,
) -> Result<Warned<Vec<u8>>, PdfError> {
    let condition = Condition::of(sheet)?;
    // Dates must stand in both standards; a clock would make every file differ.
    let made = particulars.made.or(Some(NO_MOMENT));
    let particulars = Particulars { made, ..particulars.clone() };
    let slugs = marks::slugs(pages, &particulars.title, sheet)?;
    let portion =
        if sheet.whole_fonts { fonts::Portion::Whole } else { fonts::Portion::Used };
    let painted = pages.pages.iter().flat_map(|page| &page.items).chain(&slugs);
    let faces = fonts::subset(&pages.faces, painted, portion)?;
    let frames = [true, false].map(|recto| Frame::of(pages.trim, sheet, recto));
    let inks = Inks::new(&condition);
    let mut plate = Plate::new(faces, inks, frames, slugs);
    paint::paint(pages, &mut plate);
    let (document, coloured, mut found) = plate.finish()?;
    if coloured && !condition.knows_colours() {
        found.push(
            Diagnostic::new(
                UNKNOWN_COLOURS,
                Severity::Warning,
                "colours are printed as four \
                 inks on coated paper print them, and not as the printing condition that \
                 was asked for would",
            )
            .hint("bring its ICC profile, with tables of the types mft1 or mft2"),
        );
    }
    let bytes = finish::finish(document, &frames, sheet, &particulars, &condition)?;
    Ok(Warned { value: bytes, diagnostics: found })
}
