//! The pages of a PDF as sheets, which may show two facing pages of a book each.

use super::page::{PdfGlyph, SourcePage, Visibility};
use crate::length::Length;
use crate::source::facing_pages::{OpenBookSheet, WrittenExtent, part_of_width};

impl OpenBookSheet for SourcePage {
    fn size(&self) -> (i64, i64) {
        (i64::from(self.width.0), i64::from(self.height.0))
    }

    fn extents(&self) -> impl Iterator<Item = WrittenExtent> {
        list_seen(self).map(|glyph| WrittenExtent {
            left: i64::from(glyph.x.0),
            right: i64::from(glyph.x.0) + i64::from(glyph.advance.0),
            characters: 1,
            is_blank: self.text_of(glyph).trim().is_empty(),
        })
    }
}

/// Where a page is divided, for the share of its width in thousandths.
pub(super) fn place_gutter(page: &SourcePage, thousandths: i64) -> Length {
    let place = part_of_width(i64::from(page.width.0), thousandths);
    Length(i32::try_from(place).unwrap_or(i32::MAX))
}

/// The glyphs of a page that a reader sees, and those of a scan, which are hidden behind its
/// picture.
fn list_seen(page: &SourcePage) -> impl Iterator<Item = &PdfGlyph> {
    page.glyphs.iter().filter(|glyph| {
        matches!(
            glyph.visibility,
            Visibility::Visible | Visibility::Artifact | Visibility::Hidden
        )
    })
}
