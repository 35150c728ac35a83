//! Writes finished pages as a PDF file for a press: PDF/X-4, or PDF/X-1a:2001.
//!
//! The file has boxes, inks and a printing condition, and nothing to click. The pages are those
//! of the PDF for readers, painted with other colours. Black is the ink K alone, and overprints.
//! `PDF.md` says which clauses of ISO 15930 are met, and how.

mod codes;

mod condition;
mod separation;

mod press_inks;

mod marks;
mod print_frame;

mod press_painter;

mod press_file;

mod imposition;

pub use condition::ConditionError;

use super::canvas::ColourModel;
use super::fonts::{FontPortion, subset_faces};
use super::page_cache::PageSource;
use super::page_resources::{PageResources, ResourceStreams};
use super::{DocumentInfo, PdfError};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::moment::FALLBACK_TIME;
use crate::press::{Imposition, PrinterMarks, Sheet};
use crate::typeset::document::{Pages, PlacedItem};
use codes::{BLANK_PAGES, OTHER_CONDITION};
use condition::PrintCondition;
use imposition::SheetLayout;
use press_file::{PressParts, write_press_file, write_single_pages};
use press_inks::PressInks;
use press_painter::PressPainter;
use print_frame::PrintFrame;

/// Writes typeset pages as a PDF for a press. The first page is a recto.
///
/// The same pages, information and sheet give the same bytes.
///
/// # Errors
///
/// When a face cannot be embedded or is missing, or the printing condition cannot be used.
pub fn write_press_pdf(
    pages: &Pages,
    info: &DocumentInfo,
    sheet: &Sheet,
) -> Result<Warned<Vec<u8>>, PdfError> {
    let condition = PrintCondition::from_sheet(sheet)?;
    let frames = PrintFrame::new_pair(pages.trim, sheet);
    let slugs = marks::set_page_slugs(pages, &info.title, sheet)?;
    let resources = find_resources(pages, sheet, &slugs)?;
    let inks = PressInks::new(&condition);
    let mut painter = PressPainter::new(&resources, inks, sheet.resolution);
    let contents = painter.paint_pages(pages, &frames, &slugs);
    let (embedded, diagnostics) = finish_painting(painter, &resources, &condition)?;
    let draw = |frame| marks::draw_page_marks(&frame, sheet, &condition);
    let parts = PressParts {
        resources: embedded,
        contents,
        marks: frames.map(draw).to_vec(),
        intent: condition.make_output_intent(),
    };
    let bytes = write_press_file(parts, sheet, &add_date(info), |file, parts| {
        write_single_pages(file, parts, &frames, &condition)
    });
    Ok(Warned { value: bytes, diagnostics })
}

/// Writes typeset pages as a PDF for a press, imposed on sheets that are folded and gathered:
/// the outer side of each sheet, then its inner side. Blank pages fill the last sheet.
///
/// # Errors
///
/// As [`write_press_pdf`], and when the sheet is too small for its pages.
pub fn write_imposed_pdf(
    pages: &Pages,
    info: &DocumentInfo,
    sheet: &Sheet,
    imposition: &Imposition,
) -> Result<Warned<Vec<u8>>, PdfError> {
    // The sheets have marks of their own.
    let sheet = &Sheet { marks: PrinterMarks::default(), ..sheet.clone() };
    let bleed = imposition::widen_bleed(sheet.bleed);
    let layout = SheetLayout::new(pages.trim, bleed, imposition).map_err(|needed| {
        let count = imposition.signature.pages();
        let sheet = imposition.sheet.unwrap_or(needed).in_mm();
        PdfError::SmallSheet { sheet, needed: needed.in_mm(), count }
    })?;
    let condition = PrintCondition::from_sheet(sheet)?;
    let frames = PrintFrame::new_pair(pages.trim, sheet);
    let slugs = imposition::set_sheet_slugs(pages, &info.title, &layout)?;
    let resources = find_resources(pages, sheet, &slugs)?;
    let inks = PressInks::new(&condition);
    let mut painter = PressPainter::new(&resources, inks, sheet.resolution);
    let mut contents = painter.paint_pages(pages, &frames, &[]);
    let signatures = imposition::count_signatures(pages, &layout);
    contents.extend(painter.paint_sheets(layout.sheet, signatures * 2, &slugs));
    let (embedded, mut diagnostics) = finish_painting(painter, &resources, &condition)?;
    let blank = signatures * imposition.signature.pages() - pages.pages.len();
    if blank > 0 {
        let message = format!("the last signature ends with blank pages: {blank}");
        diagnostics.push(Diagnostic::new(BLANK_PAGES, Severity::Note, message));
    }
    let parts = PressParts {
        resources: embedded,
        contents,
        marks: imposition::draw_sheets(pages, &layout, &frames, &condition),
        intent: condition.make_output_intent(),
    };
    let bytes = write_press_file(parts, sheet, &add_date(info), |file, parts| {
        imposition::write_sheets(file, parts, pages, &layout, &frames, &condition)
    });
    Ok(Warned { value: bytes, diagnostics })
}

/// Finds fonts and images of the pages and of what is printed beside them.
fn find_resources<'a>(
    pages: &'a Pages,
    sheet: &Sheet,
    beside: &[PlacedItem],
) -> Result<PageResources<'a>, PdfError> {
    let portion =
        if sheet.whole_fonts { FontPortion::AllGlyphs } else { FontPortion::UsedGlyphs };
    let faces = subset_faces(PageSource::from_whole(pages), beside, portion)?;
    Ok(PageResources::new(faces, &pages.pages))
}

/// Makes images of the pictures, with the inks that the pages were painted with.
fn finish_painting<'a>(
    painter: PressPainter<'a>,
    resources: &'a PageResources<'a>,
    condition: &PrintCondition,
) -> Result<(ResourceStreams<'a>, Vec<Diagnostic>), PdfError> {
    let (mut inks, mut diagnostics) = painter.finish();
    let embedded = ResourceStreams::new(resources, |picture| inks.make_image(picture));
    let has_colours = inks.finish()?;
    if has_colours && !condition.knows_colours() {
        diagnostics.push(warn_of_other_condition());
    }
    Ok((embedded, diagnostics))
}

/// Warns that colours are not printed as the condition asks.
fn warn_of_other_condition() -> Diagnostic {
    let message = "colours are separated into four inks for coated paper, not for the \
                   printing condition given";
    let hint = "provide its ICC profile, with tables of the types mft1 or mft2";
    Diagnostic::new(OTHER_CONDITION, Severity::Warning, message).hint(hint)
}

/// Adds a fixed date to a document without one: both standards ask for a date, and a clock
/// would make every file differ.
fn add_date(info: &DocumentInfo) -> DocumentInfo {
    DocumentInfo { made: info.made.or(Some(FALLBACK_TIME)), ..info.clone() }
}
