//! Walks the pages and paints them, numbering the marked contents of each page.

use super::emitter::{Content, Emitter};
use crate::length::Size;
use crate::typeset::document::{ElementId, Page, Pages, Placed, Role};

/// For every page the elements of its marked contents; the place in the list is the MCID.
pub(super) type Tagged = Vec<Vec<ElementId>>;

/// Paints all pages.
pub(super) fn paint(pages: &Pages, emitter: &mut impl Emitter) -> Tagged {
    pages.pages.iter().map(|page| paint_page(page, pages, emitter)).collect()
}

/// To which marked content an item belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Element(ElementId),
    Pagination,
    Decoration,
}

impl Owner {
    fn of(item: &Placed) -> Self {
        match item {
            Placed::Run(run) => run.element.map_or(Self::Pagination, Self::Element),
            Placed::Rule(_) => Self::Decoration,
            Placed::Outline(outline) => {
                outline.element.map_or(Self::Decoration, Self::Element)
            }
        }
    }
}

fn paint_page(page: &Page, pages: &Pages, emitter: &mut impl Emitter) -> Vec<ElementId> {
    let mut elements = Vec::new();
    let size: Size = pages.trim;
    emitter.begin_page(size);
    let same_owner = |a: &Placed, b: &Placed| Owner::of(a) == Owner::of(b);
    for group in page.items.chunk_by(same_owner) {
        emitter.begin_content(match Owner::of(&group[0]) {
            Owner::Element(id) => {
                let mcid = u32::try_from(elements.len()).unwrap_or(u32::MAX);
                elements.push(id);
                let element = pages.elements.get(id.0 as usize);
                Content::Real { role: element.map_or(Role::Span, |e| e.role), mcid }
            }
            Owner::Pagination => Content::Pagination,
            Owner::Decoration => Content::Decoration,
        });
        for item in group {
            match item {
                Placed::Run(run) => emitter.run(run),
                Placed::Rule(rule) => emitter.rule(rule),
                Placed::Outline(outline) => emitter.outline(outline),
            }
        }
        emitter.end_content();
    }
    emitter.end_page();
    elements
}
