//! The sizes and spaces of the classic design, as proportions of the text size.

use crate::length::{Length, Ratio};

/// The sizes of type in one book, derived from the text size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    /// The text.
    pub(crate) text: Length,
    /// Gathered notes, and what stands apart from the text: 19 on 22.
    pub(crate) small: Length,
    /// Notes at the foot of the page: 9.25 on 11.
    pub(crate) foot: Length,
    /// Running heads and folios.
    pub(crate) head: Length,
    /// The imprint.
    pub(crate) imprint: Length,
    /// The author on the title page.
    pub(crate) author: Length,
    /// Titles of chapters: 17 on 11.
    pub(crate) chapter: Length,
    /// The title on the title page: 26 on 11.
    pub(crate) title: Length,
    /// A quotation's indent, a list's, a verse's turnover: in steps of this.
    pub(crate) indent: Length,
}

/// Letters that stand alone in small capitals are set apart by so much of the em.
pub(crate) const SMALL_CAPS_TRACKING: Ratio = Ratio(50_000);

impl Scale {
    /// The sizes that go with a text size.
    pub(crate) fn new(text: Length) -> Self {
        let part = |of_22: i64| text.scaled(of_22, 22);
        Self {
            text,
            small: part(19),
            foot: text.scaled(37, 44),
            head: part(19),
            imprint: part(18),
            author: part(26),
            chapter: part(34),
            title: part(52),
            indent: part(33),
        }
    }
}
