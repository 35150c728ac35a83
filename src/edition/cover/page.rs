//! The cover as the first page of a PDF.

use crate::book::picture::Pixels;
use crate::length::{Length, Point, Rect, Size};
use crate::typeset::document::{
    ElementId, Folio, Page, PageImage, Pages, PlacedItem, Role, StructElem,
};

/// A cover as a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverPage {
    /// What is painted, from the ground up.
    pub items: Vec<PlacedItem>,
    /// Alternative text.
    pub alternative: String,
}

impl CoverPage {
    /// Puts the cover before the first page, and its blank inside after it, so that every
    /// recto stays one. They have no folio (number 0), so the pages after them keep theirs.
    pub fn put_before(mut self, pages: &mut Pages) {
        let figure = ElementId(u32::try_from(pages.elements.len()).unwrap_or(u32::MAX));
        let parent = (!pages.elements.is_empty()).then_some(ElementId(0));
        pages.elements.push(StructElem {
            role: Role::Figure,
            parent,
            language: None,
            alternative: Some(self.alternative),
            passage: None,
        });
        for item in &mut self.items {
            match item {
                PlacedItem::Run(run) => run.element = Some(figure),
                PlacedItem::Outline(outline) => outline.element = Some(figure),
                PlacedItem::Image(picture) => picture.element = Some(figure),
                PlacedItem::Rule(_) => {}
            }
        }
        let (folio, items) = (Folio::default(), self.items);
        let inside = Page { folio, ..Page::default() };
        pages.pages.splice(0..0, [Page { folio, items, ..Page::default() }, inside]);
        for destination in &mut pages.destinations {
            destination.page += 2;
        }
    }
}

/// Centres an image on a page, as large as it fits whole.
pub(super) fn place_picture(
    columns: u32,
    rows: u32,
    pixels: Pixels,
    page: Size,
) -> PlacedItem {
    let (across, down) = (i64::from(columns.max(1)), i64::from(rows.max(1)));
    let height = page.width.scaled(down, across);
    let size = if height <= page.height {
        Size { width: page.width, height }
    } else {
        Size { width: page.height.scaled(across, down), height: page.height }
    };
    let middle = |whole: Length, part: Length| (whole - part) / 2;
    let x = middle(page.width, size.width);
    let y = middle(page.height, size.height);
    let rect = Rect { corner: Point { x, y }, size };
    PlacedItem::Image(PageImage {
        rect,
        columns,
        rows,
        pixels,
        element: None,
        in_line: false,
    })
}
