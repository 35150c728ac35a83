//! The pages of a book, where the text of some pages is still in the encoded form of the
//! cache.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::cache::Key;
use crate::fonts::Bytes;
use crate::typeset::cached::keys::page_key;
use crate::typeset::document::{Page, Pages, PlacedItem};
use crate::typeset::page::tree::{ElementMap, SectionInBook};

/// Typeset pages, with the keys of those in the cache.
///
/// When a book is built again, most pages are painted already and their text is not needed.
/// So it stays encoded until [`Self::into_pages`] or the PDF writer asks for it.
#[derive(Debug, Clone, Default)]
pub struct CachedPages {
    /// The pages; those with encoded text have only their furniture and links here.
    pages: Pages,
    keys: PageKeys,
    /// For each page its text, encoded by [`encode_items`], if it is not in the page.
    texts: Vec<Option<Bytes>>,
}

/// The keys of the pages of a book; none for pages that are not cached.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageKeys(Vec<Option<PageKey>>);

/// The key of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageKey {
    /// A digest of everything that is painted on the page, and of its links.
    pub(crate) page: Key,
    /// A digest of everything that its section has on its pages, except their furniture.
    pub(crate) section: Key,
    /// Maps the elements of its section to those of the book.
    pub(crate) elements: ElementMap,
}

/// Where the cache has the pages of a section.
#[derive(Debug, Clone)]
pub(crate) struct SectionOrigin {
    /// The key of its pages.
    pub(super) key: Key,
    /// The texts of the pages, as far as they are not decoded yet.
    pub(super) texts: Vec<Option<Bytes>>,
}

impl CachedPages {
    /// Creates the pages of a book from its pages, the positions of the sections of its
    /// text, and where the cache has them.
    pub(crate) fn new(
        pages: Pages,
        sections: impl IntoIterator<Item = (SectionInBook, Option<SectionOrigin>)>,
    ) -> Self {
        let count = pages.pages.len();
        let (mut keys, mut texts) = (vec![None; count], vec![None; count]);
        for (SectionInBook { pages: own, elements }, origin) in sections {
            let Some(SectionOrigin { key: section, texts: of_section }) = origin else {
                continue;
            };
            for (number, index) in own.clone().enumerate() {
                let page =
                    page_key(section, number, pages.pages[index].furniture_items());
                keys[index] = Some(PageKey { page, section, elements });
            }
            texts[own].iter_mut().zip(of_section).for_each(|(text, own)| *text = own);
        }
        Self { pages, keys: PageKeys(keys), texts }
    }

    /// Creates complete pages with the keys that [`Self::into_whole`] returned; pages may
    /// have been removed at the end.
    #[must_use]
    pub fn from_whole(pages: Pages, keys: PageKeys) -> Self {
        Self { pages, keys, texts: Vec::new() }
    }

    /// The folios of the pages that the anchors of cross references are on, by number.
    #[must_use]
    pub fn anchors(&self) -> &BTreeMap<u32, String> {
        &self.pages.anchors
    }

    /// The number of pages.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.pages.pages.len()
    }

    /// All pages, decoded.
    #[must_use]
    pub fn into_pages(self) -> Pages {
        self.into_whole().0
    }

    /// All pages, decoded, with their keys.
    #[must_use]
    pub fn into_whole(self) -> (Pages, PageKeys) {
        let Self { mut pages, keys, texts } = self;
        for ((page, text), key) in pages.pages.iter_mut().zip(texts).zip(&keys.0) {
            if let (Some(text), Some(key)) = (text, key) {
                put_text(page, &text, key.elements);
            }
        }
        (pages, keys)
    }

    /// Inserts pages before the first, such as a cover. `put` must leave the existing pages
    /// unchanged.
    pub fn put_before(&mut self, put: impl FnOnce(&mut Pages)) {
        let before = self.page_count();
        put(&mut self.pages);
        let more = self.page_count().saturating_sub(before);
        self.keys.0.splice(0..0, vec![None; more]);
        self.texts.splice(0..0, vec![None; more]);
    }

    /// The pages without their encoded texts. They have their furniture, figures and links,
    /// and everything that belongs to the book as a whole.
    pub(crate) fn outer(&self) -> &Pages {
        &self.pages
    }

    /// A page, decoded.
    pub(crate) fn page(&self, index: usize) -> Cow<'_, Page> {
        let page = &self.pages.pages[index];
        let text = self.texts.get(index).and_then(Option::as_ref);
        match (text, self.key(index)) {
            (Some(text), Some(key)) => {
                let mut page = page.clone();
                put_text(&mut page, text, key.elements);
                Cow::Owned(page)
            }
            _ => Cow::Borrowed(page),
        }
    }

    /// The key of a page; none if it is not cached.
    pub(crate) fn key(&self, index: usize) -> Option<PageKey> {
        self.keys.0.get(index).copied().flatten()
    }
}

impl From<Pages> for CachedPages {
    /// Pages that are not cached.
    fn from(pages: Pages) -> Self {
        Self::from_whole(pages, PageKeys::default())
    }
}

/// Encodes items; none if there are pictures among them.
pub(super) fn encode_items(items: &[PlacedItem]) -> Option<Vec<u8>> {
    postcard::to_stdvec(items).ok()
}

/// Decodes the text of a page and puts it before its furniture.
fn put_text(page: &mut Page, text: &Bytes, elements: ElementMap) {
    let items = postcard::from_bytes::<Vec<PlacedItem>>(text);
    let mut items = items.expect("bytes of the right digest are what was encoded");
    elements.renumber_items(&mut items);
    items.reserve_exact(page.items.len());
    items.append(&mut page.items);
    page.items = items;
}

#[cfg(test)]
mod tests {
    use super::{CachedPages, SectionOrigin, encode_items};
    use crate::cache::Recipe;
    use crate::length::{Length, Point, Rect, Size};
    use crate::typeset::document::{
        ElementId, FilledOutline, Ink, OutlineSegment, Page, Pages, PlacedItem, Rule,
    };
    use crate::typeset::page::tree::{ElementMap, SectionInBook};

    fn outline(element: Option<ElementId>) -> PlacedItem {
        let segments =
            vec![OutlineSegment::Move(Point::default()), OutlineSegment::Close];
        PlacedItem::Outline(FilledOutline { segments, ink: Ink::Black, element })
    }

    fn rule(width: Length) -> PlacedItem {
        let size = Size { width, height: Length::pt(1) };
        let rect = Rect { corner: Point::default(), size };
        PlacedItem::Rule(Rule { rect, ink: Ink::Black })
    }

    #[test]
    fn cached_pages_are_whole_when_asked_for() {
        let text = vec![outline(Some(ElementId(0))), rule(Length::pt(3))];
        let furniture = vec![rule(Length::pt(5))];
        let outer = Page { items: furniture.clone(), furniture: 1, ..Page::default() };
        let pages =
            Pages { pages: vec![Page::default(), outer.clone()], ..Pages::default() };
        let elements = ElementMap { root: ElementId(7), offset: 40 };
        let section = SectionInBook { pages: 1..2, elements };
        let texts = vec![encode_items(&text).map(Into::into)];
        let origin = SectionOrigin { key: Recipe::for_kind("a section").key(), texts };
        let mut cached = CachedPages::new(pages, [(section, Some(origin))]);
        assert_eq!(cached.outer().pages[1], outer);

        let mut items = vec![outline(Some(ElementId(7))), rule(Length::pt(3))];
        items.extend(furniture);
        let whole = Page { items, ..outer };
        assert_eq!(*cached.page(1), whole);
        assert_eq!(whole.text_items().len(), 2);
        assert!(cached.key(0).is_none() && cached.key(1).is_some());

        cached.put_before(|pages| pages.pages.insert(0, Page::default()));
        assert!(cached.key(1).is_none() && cached.key(2).is_some());
        assert_eq!(*cached.page(2), whole);
        let (pages, keys) = cached.into_whole();
        assert_eq!(pages.pages, [Page::default(), Page::default(), whole.clone()]);
        assert_eq!(*CachedPages::from_whole(pages, keys).page(2), whole);
    }
}
