//! What an EPUB states about its accessibility: in its own metadata by schema.org, and in
//! an ONIX message by List 196. Both come from one value.
//!
//! It states nothing that is not true of this book.

use super::document::BookFacts;
use super::plan::EpubPlan;

/// What can be stated about an EPUB.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a statement of its own")]
pub(super) struct AccessibilityClaims {
    /// The language of the book is known, and so that of each of its passages.
    pub(super) marks_languages: bool,
    /// The text has titles or headings.
    pub(super) has_headings: bool,
    /// There are marks where the pages of a printed source begin.
    pub(super) has_pages: bool,
    /// There are formulas in `MathML`.
    pub(super) has_formulas: bool,
    /// There are pictures that show something, besides the cover.
    pub(super) has_pictures: bool,
    /// There are pictures or a cover, and all of them have text alternatives.
    pub(super) describes_pictures: bool,
    /// All content is available as text.
    pub(super) is_textual: bool,
    /// The same in a few sentences, in the language of the book.
    pub(super) summary: String,
}

impl AccessibilityClaims {
    /// Derives the claims from what the documents of a book have. The cover counts if
    /// `shows_cover` says that the book has a page for it.
    pub(super) fn derive(
        plan: &EpubPlan<'_>,
        facts: &BookFacts,
        shows_cover: bool,
    ) -> Self {
        let words = plan.words;
        let BookFacts { pictures, has_pages, .. } = *facts;
        let has_headings = !plan.contents().is_empty();
        let is_textual = !pictures.any_undescribed;
        let sentences = [
            (words.accessibility, has_headings),
            (words.accessibility_text, is_textual),
            (words.accessibility_notes, !plan.notes.is_empty()),
            (words.accessibility_pages, has_pages),
            (words.accessibility_pictures, pictures.any_shown && is_textual),
            (words.accessibility_undescribed, !is_textual),
        ];
        let true_ones = sentences.into_iter().filter(|(_, is_true)| *is_true);
        let summary: Vec<&str> = true_ones.map(|(sentence, _)| sentence).collect();
        Self {
            marks_languages: plan.publication.book.metadata.language.is_some(),
            has_headings,
            has_pages,
            has_formulas: facts.has_formulas,
            has_pictures: pictures.any_shown,
            describes_pictures: (shows_cover || pictures.any_shown) && is_textual,
            is_textual,
            summary: summary.join(" "),
        }
    }

    /// Whether the EPUB conforms to EPUB Accessibility 1.1 with WCAG 2.2 at level AA. A page
    /// without a language fails 3.1.1, a picture without a text alternative 1.1.1.
    pub(super) fn conforms(&self) -> bool {
        self.marks_languages && self.is_textual
    }
}
