//! The cover that wraps around a book: back, spine and front on one sheet, and flaps.
//!
//! The words on front and spine are drawn and become outlines. The words on back and flaps
//! are set by the typesetter like the book, and stay text: they are small, and a hinted
//! font prints small letters better than outlines do. A [`Wrap`] gives all dimensions. The
//! resulting page is trimmed to the wrap, and paint beyond it is the bleed.

mod back;
mod barcode;
mod clip;
mod ean;
mod front;
mod geometry;
mod price;
mod setter;
mod spine;

pub use barcode::{BarcodeField, IsbnSymbol};
pub use front::WrapFront;

use super::draw::CoverFaces;
use super::{CoverError, CoverWords};
use crate::book::matter::notes::NumberedNotes;
use crate::book::metadata::Metadata;
use crate::design::Design;
use crate::diagnostic::Warned;
use crate::fonts::FontFile;
use crate::length::{Length, Rect};
use crate::press::{Direction, Wrap};
use crate::typeset::document::{Ink, Page, Pages, PlacedItem, Rule};
use crate::typeset::font::Fonts;
use geometry::WrapParts;
use setter::WrapSetter;

/// What a wrap is made of.
#[derive(Debug, Clone, Copy)]
pub struct WrapContent<'a> {
    /// Its dimensions.
    pub wrap: &'a Wrap,
    /// Its metadata: title, authors, publisher, series, language, ISBN.
    pub metadata: &'a Metadata,
    /// The design, for size and leading of its text.
    pub design: &'a Design,
    /// The text family, then the fallback families.
    pub fonts: &'a [FontFile],
    /// The front.
    pub front: WrapFront<'a>,
    /// The words on back and flaps.
    pub blurbs: &'a Blurbs,
    /// The direction of the words on the spine; none for the custom of the language.
    pub direction: Option<Direction>,
    /// The barcode.
    pub barcode: &'a BarcodeField,
}

/// The words on back and flaps, as Markdown; empty if there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Blurbs {
    /// On the back.
    pub back: String,
    /// On the flap beside the front.
    pub front_flap: String,
    /// On the flap beside the back.
    pub back_flap: String,
}

/// Makes the cover that wraps around a book: one untagged page, for the press.
///
/// Its trim is the finished wrap. Items reach into the bleed, and drawn patterns beyond it;
/// the PDF writer clips them there.
///
/// # Errors
///
/// If something cannot be printed as requested: an unknown template, an image that is
/// unreadable or too small, more words than the back holds, a barcode size that scanners do
/// not read.
pub fn make_wrap(wrapping: &WrapContent<'_>) -> Result<Warned<Pages>, CoverError> {
    let WrapContent { wrap, metadata, design, blurbs, .. } = *wrapping;
    if wrap.panel.width <= Length::ZERO || wrap.panel.height <= Length::ZERO {
        return Err(CoverError::NoFront);
    }
    let parts = WrapParts::from_wrap(wrap);
    let wording = CoverWords::from_metadata(metadata);
    let mut diagnostics = Vec::new();
    let fonts = Fonts::new(wrapping.fonts)?.collect(&mut diagnostics);
    let faces = CoverFaces::new(wrapping.fonts);
    let notes = NumberedNotes::default();
    let mut setter = WrapSetter::new(&fonts, &notes, design, metadata.language.as_ref());

    let painted = front::paint_front(wrapping.front, wrap, &parts, metadata, &faces)?;
    let front::PaintedFront { mut items, back, spine } =
        painted.collect(&mut diagnostics);
    let words = spine::paint_spine(wrapping, &parts, &wording, &spine, &faces)?;
    items.extend(words.collect(&mut diagnostics));
    let code = barcode::place_barcode(wrapping, &parts)?.collect(&mut diagnostics);
    let back =
        back::BackCover { wrap, parts: &parts, design, paper: back, code: code.as_ref() };
    items.extend(back.paint_blurbs(blurbs, &wording, &mut setter)?);
    if let Some(code) = code {
        items.extend(code.paint(&mut setter));
    }
    diagnostics.extend(setter.into_findings());
    let page = Page { items, ..Page::default() };
    let value = Pages {
        trim: parts.trim,
        pages: vec![page],
        faces: fonts.files(),
        ..Pages::default()
    };
    Ok(Warned { value, diagnostics })
}

/// A filled rectangle.
fn fill_rect(rect: Rect, ink: Ink) -> PlacedItem {
    PlacedItem::Rule(Rule { rect, ink })
}
