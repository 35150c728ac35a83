//! The cache of painted pages, around the plain functions that paint a page and that count the
//! glyphs of a section.
//!
//! The content stream of a page follows from the page and from the fonts of the file. It is
//! cached under a digest of both, compressed, with the elements of its marked contents and the
//! descriptions of its links. The fonts follow from what is on all pages, so the glyphs that
//! each section shows are cached too, with what they stand for. The typesetter gives pages
//! their keys without looking at their items, so the text of a page that is painted already is
//! not even read.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::deflate::StreamData;
use super::fonts::FaceSubsets;
use super::glyph_use::UsedGlyphs;
use crate::cache::{Cache, Key, Recipe};
use crate::typeset::cached::{CachedPages, PageKey};
use crate::typeset::document::{ElementId, Page, Pages};

/// A page that is painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TaggedPage {
    /// The content stream.
    pub(super) content: StreamData<'static>,
    /// The elements of its marked contents, in the order of their identifiers (MCID).
    pub(super) tagged: Vec<ElementId>,
    /// The description of each of its links.
    pub(super) links: Vec<String>,
}

/// The pages that a file is made of: all of them whole, or some in the cache.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageSource<'a> {
    outer: &'a Pages,
    cached: Option<(&'a CachedPages, &'a Cache)>,
}

impl<'a> PageSource<'a> {
    /// Whole pages, and no cache.
    pub(super) fn from_whole(pages: &'a Pages) -> Self {
        Self { outer: pages, cached: None }
    }

    /// Pages, some of which may be cached.
    pub(super) fn from_cached(pages: &'a CachedPages, cache: &'a Cache) -> Self {
        Self { outer: pages.outer(), cached: Some((pages, cache)) }
    }

    /// The pages, some of them without their text: see [`CachedPages::outer`].
    pub(super) fn outer(self) -> &'a Pages {
        self.outer
    }

    /// A page, whole.
    pub(super) fn page(self, index: usize) -> Cow<'a, Page> {
        match self.cached {
            Some((pages, _)) => pages.page(index),
            None => Cow::Borrowed(&self.outer.pages[index]),
        }
    }

    fn key(self, index: usize) -> Option<PageKey> {
        self.cached?.0.key(index)
    }

    /// The pages, section by section. Neighbouring pages without a key count as one section.
    pub(super) fn sections(self) -> Vec<Range<usize>> {
        let section = |index: usize| self.key(index).map(|key| key.section);
        let mut sections: Vec<Range<usize>> = Vec::new();
        for index in 0..self.outer.pages.len() {
            match sections.last_mut() {
                Some(last) if section(last.start) == section(index) => {
                    last.end = index + 1;
                }
                _ => sections.push(index..index + 1),
            }
        }
        sections
    }

    /// The glyphs of each face that the section of a page shows, if they are cached.
    pub(super) fn get_glyphs(self, index: usize) -> Option<Vec<UsedGlyphs>> {
        let (pages, cache) = self.cached?;
        let key = make_glyphs_key(pages.key(index)?.section);
        postcard::from_bytes(&cache.get(key)?).ok()
    }

    /// Caches the glyphs of each face that the section of a page shows.
    pub(super) fn put_glyphs(self, index: usize, glyphs: &[UsedGlyphs]) {
        let Some((pages, cache)) = self.cached else { return };
        if let (Some(key), Ok(bytes)) = (pages.key(index), postcard::to_stdvec(glyphs)) {
            cache.put(make_glyphs_key(key.section), bytes);
        }
    }
}

fn make_glyphs_key(section: Key) -> Key {
    Recipe::for_kind("what a section shows").with(section).key()
}

/// The painted pages that are cached for the fonts of a file.
#[derive(Debug, Clone)]
pub(super) struct PageCache<'a> {
    source: PageSource<'a>,
    /// The fonts that pages are painted with; none if there is no cache.
    fonts: Option<Recipe>,
}

/// A painted page as the cache has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct CachedPage {
    /// The content stream, compressed.
    stream: Vec<u8>,
    /// The elements of its marked contents, by their numbers within the section.
    tagged: Vec<ElementId>,
    links: Vec<String>,
}

impl<'a> PageCache<'a> {
    /// The painted pages that are cached for these fonts.
    pub(super) fn new(source: PageSource<'a>, faces: &[FaceSubsets]) -> Self {
        let fonts = source.cached.map(|_| {
            let mut fonts = Recipe::for_kind("fonts of a PDF");
            for subsets in faces.iter().map(|face| &face.subsets) {
                fonts = fonts.with(subsets.len());
                for subset in subsets {
                    fonts = fonts.with(subset);
                }
            }
            Recipe::for_kind("painted page").with(fonts.key())
        });
        Self { source, fonts }
    }

    /// Takes a page from the cache, or paints it and caches it.
    pub(super) fn get_or_paint(
        &self,
        index: usize,
        paint: impl FnOnce(&Page) -> TaggedPage,
    ) -> TaggedPage {
        self.get(index).unwrap_or_else(|| {
            let painted = paint(&self.source.page(index));
            self.put(index, &painted);
            painted
        })
    }

    fn get(&self, index: usize) -> Option<TaggedPage> {
        let (_, cache) = self.source.cached?;
        let elements = self.source.key(index)?.elements;
        let page: CachedPage =
            postcard::from_bytes(&cache.get(self.key(index)?)?).ok()?;
        let tagged = page.tagged.into_iter().map(|own| elements.in_book(own));
        Some(TaggedPage {
            content: StreamData::from_deflated(page.stream),
            tagged: tagged.collect(),
            links: page.links,
        })
    }

    /// Caches a page. One that cannot be compressed has next to nothing on it.
    fn put(&self, index: usize, painted: &TaggedPage) {
        let TaggedPage { content, tagged, links } = painted;
        let (Some(stream), Some((_, cache)), Some(key), Some(page)) = (
            content.deflated_bytes(),
            self.source.cached,
            self.key(index),
            self.source.key(index),
        ) else {
            return;
        };
        let tagged = tagged.iter().map(|&element| page.elements.in_section(element));
        let (stream, links) = (stream.to_vec(), links.clone());
        let page = CachedPage { stream, tagged: tagged.collect(), links };
        if let Ok(bytes) = postcard::to_stdvec(&page) {
            cache.put(key, bytes);
        }
    }

    /// The key of a painted page; none if the page has none.
    fn key(&self, index: usize) -> Option<Key> {
        Some(self.fonts.clone()?.with(self.source.key(index)?.page).key())
    }
}
