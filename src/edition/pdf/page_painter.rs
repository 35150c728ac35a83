//! Walks over the items of a page and paints them.

use crate::typeset::document::{
    ElementId, FilledOutline, GlyphRun, Page, PageImage, PlacedItem, Role, Rule,
    StructElem,
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
    fn fill_outline(&mut self, outline: &FilledOutline);
    /// Draws an image.
    fn draw_picture(&mut self, picture: &PageImage);
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
    elements: &[StructElem],
    painter: &mut impl PagePainter,
) {
    let content = |item: &PlacedItem| find_content(item, elements);
    for items in page.items.chunk_by(|a, b| content(a) == content(b)) {
        painter.begin_content(content(&items[0]));
        for item in items {
            match item {
                PlacedItem::Run(run) => painter.show_run(run),
                PlacedItem::Rule(rule) => painter.fill_rule(rule),
                PlacedItem::Outline(outline) => painter.fill_outline(outline),
                PlacedItem::Image(picture) => painter.draw_picture(picture),
            }
        }
        painter.end_content();
    }
}

fn find_content(item: &PlacedItem, elements: &[StructElem]) -> ContentMark {
    let real = |id: ElementId| {
        let role = elements.get(id.0 as usize).map_or(Role::Span, |element| element.role);
        ContentMark::Real(id, role)
    };
    match item {
        PlacedItem::Run(run) => run.element.map_or(ContentMark::Pagination, real),
        PlacedItem::Outline(outline) => {
            outline.element.map_or(ContentMark::Decoration, real)
        }
        PlacedItem::Image(picture) => {
            picture.element.map_or(ContentMark::Decoration, real)
        }
        PlacedItem::Rule(_) => ContentMark::Decoration,
    }
}
