//! The picture of a whole page, for a person to see.

use hayro_svg::RenderCache;

use super::drawing_files::convert_page;
use crate::source::pdf::access::PdfAccess;
use crate::source::pdf::document::open_pdf;

/// The largest picture of a page, in bytes: a scan at 600 dpi fits, and browsers show it.
const LARGEST_PICTURE: usize = 64_000_000;

/// Draws a page of a PDF as SVG, by its index; `None` if there is no such page, the PDF cannot
/// be opened, or the page is too large to be shown.
#[must_use]
pub fn draw_page(bytes: &[u8], access: &PdfAccess, page: usize) -> Option<String> {
    let pdf = open_pdf(bytes, access).ok()?;
    let cache = RenderCache::new();
    let picture = convert_page(pdf.pages().get(page)?, &cache)?;
    (picture.len() <= LARGEST_PICTURE).then_some(picture)
}
