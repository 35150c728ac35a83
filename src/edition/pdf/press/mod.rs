//! Finished pages as a PDF file for a press: PDF/X-4, or PDF/X-1a:2001.
//!
//! It has boxes, inks and a printing condition, and nothing to click: the same pages as
//! the PDF for readers, painted on a plate. Black is the ink K alone, and overprints.
//! `PDF.md` says which clauses of ISO 15930 are met, and how.

mod codes;
mod condition;
mod finish;
mod frame;
mod imposition;
mod inks;
mod marks;
mod plate;
mod separation;

pub use condition::ConditionError;

use super::canvas::Stock;
use super::fonts::{self, Face, Portion};
use super::kept::PageSource;
use super::{Particulars, PdfError, paint};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::moment::FALLBACK_TIME;
use crate::press::{Imposition, PrinterMarks, Sheet};
use crate::typeset::document::{Pages, Placed};
use codes::{BLANK_PAGES, UNKNOWN_COLOURS};
use condition::Condition;
use frame::Frame;
use imposition::Layout;
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
    let frames = frames(pages, sheet);
    let slugs = marks::slugs(pages, &particulars.title, sheet)?;
    let faces = faces(pages, sheet, &slugs)?;
    let stock = Stock::new(faces, &pages.pages);
    let mut plate =
        Plate::new(&stock, Inks::new(&condition), frames, slugs, sheet.resolution);
    paint::paint(pages, &mut plate);
    let (mut document, coloured, mut found) = plate.finish()?;
    found.extend(unknown_colours(coloured, &condition));
    finish::dress(&mut document, &frames, sheet, &condition);
    let bytes = finish::finish(document, sheet, &dated(particulars), &condition);
    Ok(Warned { value: bytes, diagnostics: found })
}

/// Writes typeset pages as a PDF for a press, put on sheets that are folded and gathered:
/// the outer side of each, then its inner side. Blank pages fill the last.
///
/// # Errors
///
/// As of [`press_pdf`], and when the sheet has no room for its pages.
pub fn imposed_pdf(
    pages: &Pages,
    particulars: &Particulars,
    sheet: &Sheet,
    imposition: &Imposition,
) -> Result<Warned<Vec<u8>>, PdfError> {
    // The sheets have marks of their own.
    let sheet = &Sheet { marks: PrinterMarks::default(), ..sheet.clone() };
    let layout = Layout::of(pages.trim, imposition::room(sheet.bleed), imposition)
        .map_err(|needed| {
            let count = imposition.signature.pages();
            let sheet = imposition.sheet.unwrap_or(needed).in_mm();
            PdfError::SmallSheet { sheet, needed: needed.in_mm(), count }
        })?;
    let condition = Condition::of(sheet)?;
    let frames = frames(pages, sheet);
    let slugs = imposition::slugs(pages, &particulars.title, &layout)?;
    let faces = faces(pages, sheet, &slugs)?;
    let stock = Stock::new(faces, &pages.pages);
    let mut plate =
        Plate::new(&stock, Inks::new(&condition), frames, Vec::new(), sheet.resolution);
    paint::paint(pages, &mut plate);
    let signatures = imposition::signatures(pages, &layout);
    plate.sheets(layout.sheet, signatures * 2, &slugs);
    let (mut document, coloured, mut found) = plate.finish()?;
    found.extend(unknown_colours(coloured, &condition));
    let blank = signatures * imposition.signature.pages() - pages.pages.len();
    if blank > 0 {
        let message = format!("the last folded sheet ends with blank pages: {blank}");
        found.push(Diagnostic::new(BLANK_PAGES, Severity::Note, message));
    }
    let resources = finish::resources(&document);
    imposition::arrange(&mut document, pages, &layout, &frames, &resources, &condition);
    let bytes = finish::finish(document, sheet, &dated(particulars), &condition);
    Ok(Warned { value: bytes, diagnostics: found })
}

/// The frames of a right-hand page and of a left-hand one.
fn frames(pages: &Pages, sheet: &Sheet) -> [Frame; 2] {
    [true, false].map(|recto| Frame::of(pages.trim, sheet, recto))
}

/// The faces of the pages and of what is printed beside them.
fn faces(pages: &Pages, sheet: &Sheet, beside: &[Placed]) -> Result<Vec<Face>, PdfError> {
    let portion = if sheet.whole_fonts { Portion::Whole } else { Portion::Used };
    fonts::subset(PageSource::whole(pages), beside, portion)
}

/// Dates must stand in both standards; a clock would make every file differ.
fn dated(particulars: &Particulars) -> Particulars {
    let made = particulars.made.or(Some(FALLBACK_TIME));
    Particulars { made, ..particulars.clone() }
}

/// Tells of colours that are not printed as the condition would print them.
fn unknown_colours(coloured: bool, condition: &Condition) -> Option<Diagnostic> {
    let message = "colours are printed as four inks on coated paper print them, and not as \
                   the printing condition that was asked for would";
    let hint = "bring its ICC profile, with tables of the types mft1 or mft2";
    (coloured && !condition.knows_colours())
        .then(|| Diagnostic::new(UNKNOWN_COLOURS, Severity::Warning, message).hint(hint))
}
