//! What an EPUB says of its accessibility: in its own metadata as schema.org has it, and
//! in an ONIX message by List 196. Both are made from one value, so that they agree.
//!
//! Nothing is claimed that the book in hand does not bear out.

use super::figures::Described;
use super::plan::Plan;

/// What can be said of an EPUB.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a claim of its own")]
pub(super) struct Claims {
    /// It says in which language each part of it is.
    pub(super) languages: bool,
    /// Its text has titles or headings.
    pub(super) headings: bool,
    /// It marks where the pages of a printed source begin.
    pub(super) pages: bool,
    /// There are pictures that show something, besides the cover.
    pub(super) pictures: bool,
    /// There are pictures, the cover among them, and words say of each what it shows.
    pub(super) described: bool,
    /// There is nothing that only eyes can read.
    pub(super) textual: bool,
    /// A few sentences that say the same, in the language of the book.
    pub(super) summary: String,
}

impl Claims {
    /// What can be said of a planned book whose files are written.
    pub(super) fn of(plan: &Plan<'_>, pages: bool, pictures: Described) -> Self {
        let words = plan.words;
        let headings = !plan.contents().is_empty();
        let cover = plan.cover_page().is_some();
        let sentences = [
            (words.accessibility, headings),
            (words.accessibility_text, !pictures.missing),
            (words.accessibility_notes, !plan.notes.is_empty()),
            (words.accessibility_pages, pages),
            (words.accessibility_pictures, pictures.shows && !pictures.missing),
            (words.accessibility_undescribed, pictures.missing),
        ];
        let summary: Vec<&str> =
            sentences.into_iter().filter(|(_, holds)| *holds).map(|(s, _)| s).collect();
        Self {
            languages: plan.publication.book.metadata.language.is_some(),
            headings,
            pages,
            pictures: pictures.shows,
            described: (cover || pictures.shows) && !pictures.missing,
            textual: !pictures.missing,
            summary: summary.join(" "),
        }
    }

    /// EPUB Accessibility 1.1 with WCAG 2.2 at level AA. A page that does not say its
    /// language fails 3.1.1, a picture without words 1.1.1.
    pub(super) fn conforms(&self) -> bool {
        self.languages && self.textual
    }
}
