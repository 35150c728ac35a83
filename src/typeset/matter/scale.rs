//! The sizes of a design, with that of its text and its indent among them.

use crate::design::{Design, Sizes};
use crate::length::{Length, Ratio};

/// The sizes of type in one book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    /// The text.
    pub(crate) text: Length,
    /// Gathered notes, and what stands apart from the text.
    pub(crate) small: Length,
    /// Notes at the foot of the page.
    pub(crate) foot: Length,
    /// Running heads and folios.
    pub(crate) head: Length,
    /// The imprint.
    pub(crate) imprint: Length,
    /// The author on the title page.
    pub(crate) author: Length,
    /// Titles of chapters.
    pub(crate) chapter: Length,
    /// The title on the title page.
    pub(crate) title: Length,
    /// A quotation's indent, a list's: in steps of this.
    pub(crate) indent: Length,
}

/// Letters that stand alone in small capitals are set apart by so much of the em.
pub(crate) const SMALL_CAPS_TRACKING: Ratio = Ratio(50_000);

impl Scale {
    /// The sizes of a design.
    pub(crate) fn new(design: &Design) -> Self {
        let Sizes { small, footnotes, heads, imprint, author, chapter, title } =
            design.sizes;
        let text = design.font_size;
        let indent = design.apart.indent.of(text);
        let (foot, head) = (footnotes, heads);
        Self { text, small, foot, head, imprint, author, chapter, title, indent }
    }
}
