//! The cover as the first page of a PDF.

use crate::typeset::document::{
    Element, ElementId, Folio, Outline, Page, Pages, Placed, Role,
};

/// A cover as outlines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverPage {
    /// What is painted, from the ground up.
    pub outlines: Vec<Outline>,
    /// The cover in words.
    pub alternative: String,
}

impl CoverPage {
    /// Puts the cover before the first page. It has no folio (number 0), so the pages
    /// after it keep theirs.
    pub fn put_before(self, pages: &mut Pages) {
        let figure = ElementId(u32::try_from(pages.elements.len()).unwrap_or(u32::MAX));
        let parent = (!pages.elements.is_empty()).then_some(ElementId(0));
        pages.elements.push(Element {
            role: Role::Figure,
            parent,
            language: None,
            alternative: Some(self.alternative),
        });
        let outlines = self.outlines.into_iter();
        let items = outlines
            .map(|outline| Placed::Outline(Outline { element: Some(figure), ..outline }));
        let page =
            Page { folio: Folio::default(), items: items.collect(), ..Page::default() };
        pages.pages.insert(0, page);
        for destination in &mut pages.destinations {
            destination.page += 1;
        }
    }
}
