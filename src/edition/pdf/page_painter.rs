//! Walks over the items of a page and paints them.

use crate::typeset::document::{
    Element, ElementId, GlyphRun, Outline, Page, Picture, Placed, Role, Rule,
};

/// Paints the items of a page.
///
/// Every item is painted inside a marked content, and marked contents do not nest.
pub(super) trait PagePainter {
    /// Begins marked content.
    fn begin_content(&mut self, content: ContentMark);
    /// Ends marked content.
    fn end_content(&mut self);
    /// Shows glyphs, each exactly in its place, so that their text can be copied.
    fn show_run(&mut self, run: &GlyphRun);
    /// Fills a rectangle.
    fn fill_rule(&mut self, rule: &Rule);
    /// Fills an outline.
    fn fill_outline(&mut self, outline: &Outline);
    /// Draws an image.
    fn draw_picture(&mut self, picture: &Picture);
}

/// What painted items are (ISO 32000-1 §14.8.2.2, "Real content and artifacts").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentMark {
    /// Content of a structure element.
    Real(ElementId, Role),
    /// Running heads and folios.
    Pagination,
    /// Rules and ornaments.
    Decoration,
}

/// Paints the items of a page. Neighbours that are the same content are marked together.
pub(super) fn paint_items(
    page: &Page,
    elements: &[Element],
    painter: &mut impl PagePainter,
) {
    let content = |item: &Placed| find_content(item, elements);
    for items in page.items.chunk_by(|a, b| content(a) == content(b)) {
        painter.begin_content(content(&items[0]));
        for item in items {
            match item {
                Placed::Run(run) => painter.show_run(run),
                Placed::Rule(rule) => painter.fill_rule(rule),
                Placed::Outline(outline) => painter.fill_outline(outline),
                Placed::Picture(picture) => painter.draw_picture(picture),
            }
        }
        painter.end_content();
    }
}

fn find_content(item: &Placed, elements: &[Element]) -> ContentMark {
    let real = |id: ElementId| {
        let role = elements.get(id.0 as usize).map_or(Role::Span, |element| element.role);
        ContentMark::Real(id, role)
    };
    match item {
        Placed::Run(run) => run.element.map_or(ContentMark::Pagination, real),
        Placed::Outline(outline) => outline.element.map_or(ContentMark::Decoration, real),
        Placed::Picture(picture) => picture.element.map_or(ContentMark::Decoration, real),
        Placed::Rule(_) => ContentMark::Decoration,
    }
}
