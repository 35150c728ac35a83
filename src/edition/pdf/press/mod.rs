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

pub use condition::ConditionError;

use super::{Particulars, PdfError, fonts, paint};
use crate::diagnostic::Warned;
use crate::edition::moment::NO_MOMENT;
use crate::press::Sheet;
use crate::typeset::document::Pages;
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
    let inks = Inks::new(&condition, sheet.ink_limit);
    let mut plate = Plate::new(faces, inks, frames, slugs);
    paint::paint(pages, &mut plate);
    let (document, found) = plate.finish()?;
    let bytes = finish::finish(document, &frames, sheet, &particulars, &condition)?;
    Ok(Warned { value: bytes, diagnostics: found })
}
