//! What a PDF writer must be able to paint, so that the writer can change.

use crate::length::Size;
use crate::typeset::document::{ElementId, GlyphRun, Outline, Picture, Role, Rule};

/// Paints pages one after another.
///
/// Calls come in this order: `begin_page`, any number of marked contents, `end_page`.
/// Everything is painted inside a marked content, and marked contents do not nest.
/// Links and structure are not painted: they are added when all pages are there.
pub(super) trait Emitter {
    /// Begins a page of a size.
    fn begin_page(&mut self, size: Size);
    /// Ends the page.
    fn end_page(&mut self);
    /// Begins marked content.
    fn begin_content(&mut self, content: Content);
    /// Ends marked content.
    fn end_content(&mut self);
    /// Paints glyphs, each exactly where it stands, so that their text can be read back.
    fn run(&mut self, run: &GlyphRun);
    /// Fills a rectangle.
    fn rule(&mut self, rule: &Rule);
    /// Fills an outline.
    fn outline(&mut self, outline: &Outline);
    /// Paints an image.
    fn picture(&mut self, picture: &Picture);
}

/// What painted things are (ISO 32000-1 §14.8.2.2, "Real content and artifacts").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Content of a structure element.
    Real(ElementId, Role),
    /// Running heads and folios.
    Pagination,
    /// Rules and ornaments.
    Decoration,
}
