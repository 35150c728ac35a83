//! What follows from the pages of a section, and was found before.
//!
//! What is painted on a page follows from the page and from the fonts as the file has them:
//! by a digest of both, its content stream is kept, compressed, with what its marked contents
//! belong to and what its links say. The fonts follow from what is on all pages: of each
//! section it is kept which glyphs it shows, and what they say there. So of a page that is
//! kept nothing need be read but that. The typesetter says which pages can be told by a
//! digest.

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Key, Recipe};
use crate::typeset::document::{ElementId, Page};

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

/// The pages that are kept for some fonts.
#[derive(Debug, Clone)]
pub(super) struct KeptPages<'a> {
    cache: &'a Cache,
    fonts: Recipe,
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
    /// The pages that are kept for these fonts.
    pub(super) fn new(cache: &'a Cache, faces: &[Face]) -> Self {
        let mut fonts = Recipe::of("fonts of a PDF");
        for subset in faces.iter().map(|face| &face.subsets) {
            fonts = fonts.with(subset.len());
            for subset in subset {
                fonts = fonts.with(subset);
            }
        }
        let fonts = Recipe::of("painted page").with(fonts.key());
        Self { cache, fonts }
    }

    /// A page as it was painted.
    pub(super) fn get(&self, page: &Page) -> Option<Painted> {
        let names = page.sign?.names;
        let painted: PaintedPage =
            postcard::from_bytes(&self.cache.get(self.key(page)?)?).ok()?;
        let tagged = painted.tagged.into_iter().map(|own| names.in_book(own));
        Some(Painted {
            content: Content::Compressed(painted.stream),
            tagged: tagged.collect(),
            links: painted.links,
        })
    }

    /// Keeps a page. One that cannot be compressed has next to nothing on it.
    pub(super) fn keep(&self, page: &Page, painted: &Painted) {
        let Painted { content, tagged, links } = painted;
        let (Content::Compressed(stream), Some(key), Some(sign)) =
            (content, self.key(page), page.sign)
        else {
            return;
        };
        let tagged = tagged.iter().map(|&element| sign.names.in_section(element));
        let (stream, links) = (stream.clone(), links.clone());
        let painted = PaintedPage { stream, tagged: tagged.collect(), links };
        if let Ok(bytes) = postcard::to_stdvec(&painted) {
            self.cache.put(key, bytes);
        }
    }

    /// Under which key a page is kept; none for one that is not.
    fn key(&self, page: &Page) -> Option<Key> {
        page.sign.map(|sign| self.fonts.clone().with(sign.page).key())
    }
}

/// What a section shows of each face, where it is kept.
pub(super) fn shown(cache: &Cache, section: Key) -> Option<Vec<Shown>> {
    postcard::from_bytes(&cache.get(key_of_shown(section))?).ok()
}

/// Keeps what a section shows of each face.
pub(super) fn keep_shown(cache: &Cache, section: Key, shown: &[Shown]) {
    if let Ok(bytes) = postcard::to_stdvec(shown) {
        cache.put(key_of_shown(section), bytes);
    }
}

fn key_of_shown(section: Key) -> Key {
    Recipe::of("what a section shows").with(section).key()
}
