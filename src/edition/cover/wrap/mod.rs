//! The cover that is wrapped around a book: back, spine and front on one sheet, and flaps.
//!
//! What stands on front and spine is drawn, and becomes outlines. What is read on the back
//! and the flaps is set as the book is, by its typesetter, and stays text: it is small,
//! and a font with its hints prints smaller letters better than outlines do.
//! A [`Wrap`] says how large everything is; the page that comes out is trimmed to the
//! finished wrap, and what is painted beyond it is the bleed.

mod back;
mod barcode;
mod clip;
mod ean;
mod front;
mod geometry;
mod price;
mod setter;
mod spine;

pub use barcode::{AddOn, Barcode, Corner, Field, Symbol};
pub use front::Front;

use super::draw::Faces;
use super::{CoverError, Wording};
use crate::book::matter::notes::NumberedNotes;
use crate::book::metadata::Metadata;
use crate::design::Design;
use crate::diagnostic::Warned;
use crate::fonts::FontFile;
use crate::length::{Length, Rect};
use crate::press::{Direction, Wrap};
use crate::typeset::document::{Ink, Page, Pages, Placed, Rule};
use crate::typeset::font::Fonts;
use geometry::Parts;
use setter::WrapSetter;

/// What a wrap is made of.
#[derive(Debug, Clone, Copy)]
pub struct Wrapping<'a> {
    /// Its measures.
    pub wrap: &'a Wrap,
    /// What is said on it: title, authors, publisher, series, language, ISBN.
    pub metadata: &'a Metadata,
    /// The size and the leading of its text.
    pub design: &'a Design,
    /// The family of the text, then those that lend it what it lacks.
    pub fonts: &'a [FontFile],
    /// The front.
    pub front: Front<'a>,
    /// What is read on it.
    pub blurbs: &'a Blurbs,
    /// Which way the words of the spine run; none for the custom of the language.
    pub direction: Option<Direction>,
    /// The barcode.
    pub barcode: &'a Barcode,
}

/// What is read on a cover, as Markdown; empty where there is nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Blurbs {
    /// On the back.
    pub back: String,
    /// On the flap beside the front.
    pub front_flap: String,
    /// On the flap beside the back.
    pub back_flap: String,
}

/// Makes the cover that is wrapped around a book: one page without tags, for the press.
///
/// Its trim is the finished wrap. Items reach into the bleed, and drawn patterns beyond
/// it: whoever writes the page cuts them off there.
///
/// # Errors
///
/// When something cannot be printed as it was asked for: a template that there is not, an
/// image that is none or too small, more words than the back holds, a barcode of a size
/// that scanners do not take.
pub fn wrap(wrapping: &Wrapping<'_>) -> Result<Warned<Pages>, CoverError> {
    let Wrapping { wrap, metadata, design, blurbs, .. } = *wrapping;
    if wrap.panel.width <= Length::ZERO || wrap.panel.height <= Length::ZERO {
        return Err(CoverError::NoFront);
    }
    let parts = Parts::of(wrap);
    let wording = Wording::of(metadata);
    let mut diagnostics = Vec::new();
    let fonts = Fonts::new(wrapping.fonts)?.collect(&mut diagnostics);
    let faces = Faces::new(wrapping.fonts);
    let notes = NumberedNotes::default();
    let mut setter = WrapSetter::new(&fonts, &notes, design, metadata.language.as_ref());

    let painted = front::paint(wrapping.front, wrap, &parts, metadata, &faces)?;
    let front::Painted { mut items, back, spine } = painted.collect(&mut diagnostics);
    let words = spine::paint(wrapping, &parts, &wording, &spine, &faces)?;
    items.extend(words.collect(&mut diagnostics));
    let code = barcode::plan(wrapping, &parts)?.collect(&mut diagnostics);
    let back =
        back::Back { wrap, parts: &parts, design, paper: back, code: code.as_ref() };
    items.extend(back.paint(blurbs, &wording, &mut setter)?);
    if let Some(code) = code {
        items.extend(code.paint(&mut setter));
    }
    diagnostics.extend(setter.finish());
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
fn fill(rect: Rect, ink: Ink) -> Placed {
    Placed::Rule(Rule { rect, ink })
}
