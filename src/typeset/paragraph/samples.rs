//! Fixtures for the tests of paragraphs.

use super::{ParagraphStyle, TextStyle};
use crate::fonts::built_in;
use crate::length::Length;
use crate::typeset::font::Fonts;

/// A sentence, with the space after it.
pub(super) const SENTENCE: &str = "El cajista leyó la prueba una vez más, corrigió dos \
    líneas y devolvió el componedor a su sitio sin decir palabra. ";

/// The built-in faces.
pub(super) fn fonts() -> Fonts {
    Fonts::new(&built_in()).expect("the built-in fonts are fonts").value
}

/// Justified text in Spanish.
pub(super) fn style(measure: Length) -> ParagraphStyle {
    let language = "es".parse().expect("a language tag");
    ParagraphStyle::justified(TextStyle::roman(Length::pt(11)), measure, language)
}
