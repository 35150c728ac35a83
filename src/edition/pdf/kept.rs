//! The cache of painted pages, around the plain functions from a page to its content stream
//! and from the pages of a section to the glyphs that they show.
//!
//! The content stream of a page follows from the page and from the fonts as the file has
//! them. It is cached under a digest of both, compressed, with the elements of its marked
//! contents and the descriptions of its links. The fonts follow from what is on all pages, so
//! of each section it is cached which glyphs it shows, and what they say there. The
//! typesetter gives pages their keys without looking at what is on them, so the text of a
//! page that is painted already is not even read.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Key, Recipe};
use crate::typeset::cached::{CachedPages, PageKey};
use crate::typeset::document::{ElementId, Page, Pages};

use super::fonts::{Face, Shown};
use super::page_tree::Content;

/// A page that is painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Painted {
    pub(super) content: Content,
    /// The elements of its marked contents, in the order of their numbers.
    pub(super) tagged: Vec<ElementId>,
    /// What its links say, one after the other.
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
    pub(super) fn whole(pages: &'a Pages) -> Self {
        Self { outer: pages, cached: None }
    }

    /// Pages of which some may be in a cache.
    pub(super) fn cached(pages: &'a CachedPages, cache: &'a Cache) -> Self {
        Self { outer: pages.outer(), cached: Some((pages, cache)) }
    }

    /// The pages, some of them without their text: see [`CachedPages::outer`].
    pub(super) fn outer(self) -> &'a Pages {
        self.outer
    }

    /// A page, whole.
    pub(super) fn page(self, place: usize) -> Cow<'a, Page> {
        match self.cached {
            Some((pages, _)) => pages.page(place),
            None => Cow::Borrowed(&self.outer.pages[place]),
        }
    }

    fn key(self, place: usize) -> Option<PageKey> {
        self.cached?.0.key(place)
    }

    /// The pages section by section, as far as sections are known; else pages beside one
    /// another.
    pub(super) fn sections(self) -> Vec<Range<usize>> {
        let section = |place: usize| self.key(place).map(|key| key.section);
        let mut sections: Vec<Range<usize>> = Vec::new();
        for place in 0..self.outer.pages.len() {
            match sections.last_mut() {
                Some(last) if section(last.start) == section(place) => {
                    last.end = place + 1;
                }
                _ => sections.push(place..place + 1),
            }
        }
        sections
    }

    /// What the section of a page shows of each face, where it is cached.
    pub(super) fn get_shown(self, place: usize) -> Option<Vec<Shown>> {
        let (pages, cache) = self.cached?;
        let key = shown_key(pages.key(place)?.section);
        postcard::from_bytes(&cache.get(key)?).ok()
    }

    /// Caches what the section of a page shows of each face.
    pub(super) fn put_shown(self, place: usize, shown: &[Shown]) {
        let Some((pages, cache)) = self.cached else { return };
        if let (Some(key), Ok(bytes)) = (pages.key(place), postcard::to_stdvec(shown)) {
            cache.put(shown_key(key.section), bytes);
        }
    }
}

/// The painted pages that are cached for some fonts.
#[derive(Debug, Clone)]
pub(super) struct KeptPages<'a> {
    source: PageSource<'a>,
    /// The fonts that pages are painted with; none where there is no cache.
    fonts: Option<Recipe>,
}

/// A painted page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PaintedPage {
    /// Its content stream, compressed.
    stream: Vec<u8>,
    /// The elements of its marked contents, by the names of their section.
    tagged: Vec<ElementId>,
    links: Vec<String>,
}

impl<'a> KeptPages<'a> {
    /// The painted pages that are cached for these fonts.
    pub(super) fn new(source: PageSource<'a>, faces: &[Face]) -> Self {
        let fonts = source.cached.map(|_| {
            let mut fonts = Recipe::for_kind("fonts of a PDF");
            for subset in faces.iter().map(|face| &face.subsets) {
                fonts = fonts.with(subset.len());
                for subset in subset {
                    fonts = fonts.with(subset);
                }
            }
            Recipe::for_kind("painted page").with(fonts.key())
        });
        Self { source, fonts }
    }

    /// A page as it was painted.
    pub(super) fn get(&self, place: usize) -> Option<Painted> {
        let (_, cache) = self.source.cached?;
        let elements = self.source.key(place)?.elements;
        let painted: PaintedPage =
            postcard::from_bytes(&cache.get(self.key(place)?)?).ok()?;
        let tagged = painted.tagged.into_iter().map(|own| elements.in_book(own));
        Some(Painted {
            content: Content::Compressed(painted.stream),
            tagged: tagged.collect(),
            links: painted.links,
        })
    }

    /// Caches a page. One that cannot be compressed has next to nothing on it.
    pub(super) fn put(&self, place: usize, painted: &Painted) {
        let Painted { content, tagged, links } = painted;
        let (Content::Compressed(stream), Some((_, cache)), Some(key), Some(page)) =
            (content, self.source.cached, self.key(place), self.source.key(place))
        else {
            return;
        };
        let tagged = tagged.iter().map(|&element| page.elements.in_section(element));
        let (stream, links) = (stream.clone(), links.clone());
        let painted = PaintedPage { stream, tagged: tagged.collect(), links };
        if let Ok(bytes) = postcard::to_stdvec(&painted) {
            cache.put(key, bytes);
        }
    }

    /// The key of a painted page; none if the page has none.
    fn key(&self, place: usize) -> Option<Key> {
        Some(self.fonts.clone()?.with(self.source.key(place)?.page).key())
    }
}

fn shown_key(section: Key) -> Key {
    Recipe::for_kind("what a section shows").with(section).key()
}
