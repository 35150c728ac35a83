//! Walks the pages and paints them.

use super::emitter::{Content, Emitter};
use crate::typeset::document::{Element, ElementId, Page, Pages, Placed, Role};

/// Paints all pages.
pub(super) fn paint(pages: &Pages, emitter: &mut impl Emitter) {
    for one in &pages.pages {
        page(one, pages, emitter);
    }
}

/// Paints a page.
pub(super) fn page(page: &Page, pages: &Pages, emitter: &mut impl Emitter) {
    emitter.begin_page(pages.trim);
    paint_content(page, &pages.elements, emitter);
    emitter.end_page();
}

/// Neighbours that are the same content are marked together.
fn paint_content(page: &Page, elements: &[Element], emitter: &mut impl Emitter) {
    let content = |item: &Placed| content(item, elements);
    for group in page.items.chunk_by(|a, b| content(a) == content(b)) {
        emitter.begin_content(content(&group[0]));
        for item in group {
            match item {
                Placed::Run(run) => emitter.run(run),
                Placed::Rule(rule) => emitter.rule(rule),
                Placed::Outline(outline) => emitter.outline(outline),
                Placed::Picture(picture) => emitter.picture(picture),
            }
        }
        emitter.end_content();
    }
}

fn content(item: &Placed, elements: &[Element]) -> Content {
    let real = |id: ElementId| {
        let role = elements.get(id.0 as usize).map_or(Role::Span, |element| element.role);
        Content::Real(id, role)
    };
    match item {
        Placed::Run(run) => run.element.map_or(Content::Pagination, real),
        Placed::Outline(outline) => outline.element.map_or(Content::Decoration, real),
        Placed::Picture(picture) => picture.element.map_or(Content::Decoration, real),
        Placed::Rule(_) => Content::Decoration,
    }
}
