//! Pages so small that few words fill several.

use pliego::design::{ChapterStart, Design, Margins};
use pliego::length::{Length, Size};

/// The leading of their lines.
pub(crate) const LEADING: Length = Length::pt(12);

/// A6, 16 lines of 9 on 12 points.
pub(crate) fn small() -> Design {
    Design {
        trim: Size { width: Length::from_mm(105.0), height: Length::from_mm(148.0) },
        font_size: Length::pt(9),
        leading: LEADING,
        margins: Margins {
            inner: Length::from_mm(16.0),
            outer: Length::from_mm(18.0),
            top: Length::from_mm(35.0),
            bottom: Length::from_mm(45.2),
        },
        chapter_start: ChapterStart::Any,
        ..Design::default()
    }
}
