//! Pages that were painted before.
//!
//! What is painted on a page follows from the page and from the fonts as the file has them:
//! by a digest of both, its content stream is kept, compressed, with what its marked contents
//! belong to. The typesetter says which pages can be told by a digest.

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Key, Recipe};
use crate::typeset::document::{ElementId, Page, Placed};

use super::canvas::Content;
use super::fonts::Face;

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
    /// For each marked content the place of an item of the page that is of its element.
    marks: Vec<usize>,
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

    /// Under which key a page is kept; none for one that is not. Pictures are numbered
    /// through the file.
    pub(super) fn key(&self, page: &Page) -> Option<Key> {
        let sign = page.sign?;
        let plain = !page.items.iter().any(|item| matches!(item, Placed::Picture(_)));
        plain.then(|| self.fonts.clone().with(sign).key())
    }

    /// A page as it was painted, and the elements of its marked contents, in the order of
    /// their numbers.
    pub(super) fn get(&self, key: Key, page: &Page) -> Option<(Content, Vec<ElementId>)> {
        let painted: PaintedPage = postcard::from_bytes(&self.cache.get(key)?).ok()?;
        let element = |&place: &usize| page.items.get(place)?.element();
        let tagged = painted.marks.iter().map(element).collect::<Option<_>>()?;
        Some((Content::Compressed(painted.stream), tagged))
    }

    /// Keeps a page whose marked contents belong to some elements. One that cannot be
    /// compressed has next to nothing on it.
    pub(super) fn keep(
        &self,
        key: Key,
        page: &Page,
        content: &Content,
        tagged: &[ElementId],
    ) {
        let place = |tag: &ElementId| {
            page.items.iter().position(|item| item.element() == Some(*tag))
        };
        let marks: Option<Vec<usize>> = tagged.iter().map(place).collect();
        let (Content::Compressed(stream), Some(marks)) = (content, marks) else { return };
        let painted = PaintedPage { stream: stream.clone(), marks };
        if let Ok(bytes) = postcard::to_stdvec(&painted) {
            self.cache.put(key, bytes);
        }
    }
}
