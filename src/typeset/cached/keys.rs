//! Keys of the layout cache: digests of everything that determines a section, its pages and
//! a single page.
//!
//! The position of a text in its source is not part of a key, because it does not influence
//! pages. Neither are counts that span the whole book, see [`super::offsets`].

use crate::book::Chapter;
use crate::book::matter::contents::label_chapter;
use crate::book::matter::notes::NumberedNote;
use crate::cache::{Key, Recipe};
use crate::typeset::book_setter::BookSetter;
use crate::typeset::document::PlacedItem;
use crate::typeset::page::breaks::Side;
use crate::typeset::page::geometry::PageGeometry;
use crate::typeset::page::section::{SectionParent, SectionStart};

/// What all sections of a book have in common.
#[derive(Debug, Clone)]
pub(super) struct BookRecipe(Recipe);

/// Everything that determines a section.
#[derive(Debug, Clone)]
pub(super) struct SectionRecipe(Recipe);

impl BookRecipe {
    /// Digests the design, the fonts, the pictures and what the pages say about the book.
    pub(super) fn new(setter: &BookSetter<'_>) -> Self {
        let metadata = &setter.book.metadata;
        let mut recipe = Recipe::for_kind("a book's type")
            .with(setter.design)
            .with(setter.geometry)
            .with(setter.placement)
            .with(&metadata.language)
            .with(&metadata.title)
            .with(&metadata.authors)
            .with(setter.fonts);
        for (name, picture) in &setter.book.pictures {
            recipe = recipe.with((name, &picture.bytes));
        }
        Self(Recipe::for_kind("type").with(recipe.key()))
    }

    /// Digests a chapter: its text, and the labels of its notes.
    pub(super) fn chapter_recipe(
        &self,
        chapter: &Chapter,
        notes: &[NumberedNote<'_>],
        parent: SectionParent,
        start: SectionStart,
    ) -> SectionRecipe {
        let first = notes.first().map_or(0, |note| note.serial);
        let numbers = notes.iter().map(|note| (note.serial - first, note.label));
        let recipe = self.0.clone().with("chapter");
        let recipe = recipe
            .with(chapter.clone().without_positions())
            .with((matches!(parent, SectionParent::Part(_)), start))
            .with(numbers.collect::<Vec<_>>());
        SectionRecipe::digest(&recipe)
    }

    /// Digests the gathered notes.
    pub(super) fn notes_recipe(&self, setter: &BookSetter<'_>) -> SectionRecipe {
        let mut recipe = self.0.clone().with("notes");
        let chapters = setter.book.chapters().zip(&setter.numbered.chapters);
        for (index, (chapter, notes)) in chapters.enumerate() {
            let note = |note: &NumberedNote<'_>| {
                (note.serial, note.label, note.note.clone().without_positions())
            };
            let title = label_chapter(chapter, index, setter.words);
            recipe = recipe
                .with((&chapter.language, title))
                .with(notes.iter().map(note).collect::<Vec<_>>());
        }
        SectionRecipe::digest(&recipe)
    }
}

impl SectionRecipe {
    /// Shortens a long recipe.
    fn digest(recipe: &Recipe) -> Self {
        Self(Recipe::for_kind("a section").with(recipe.key()))
    }

    /// The key of the facts of the section if it begins on this side.
    pub(super) fn facts_key(&self, side: Side) -> Key {
        self.0.clone().with(("facts", side)).key()
    }

    /// The key of its pages in this geometry.
    pub(super) fn pages_key(&self, side: Side, geometry: &PageGeometry) -> Key {
        self.0.clone().with(("pages", side, geometry)).key()
    }
}

/// The key of a page, from the key of the pages of its section, its index among them, and
/// its furniture.
pub(super) fn page_key(pages: Key, index: usize, furniture: &[PlacedItem]) -> Key {
    Recipe::for_kind("page").with((pages, index, furniture)).key()
}
