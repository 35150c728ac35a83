//! Font files and what they are; their insides are the business of `typeset::font`.

use std::sync::Arc;

/// A font file of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFile {
    /// Name of the family.
    pub family: String,
    /// Which member of the family it is.
    pub style: FontStyle,
    /// The whole file.
    pub bytes: Arc<[u8]>,
}

/// The four faces that a text family has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FontStyle {
    /// Upright, of text weight.
    Roman,
    /// Italic, of text weight.
    Italic,
    /// Upright, bold.
    Bold,
    /// Italic, bold.
    BoldItalic,
}

/// Name of the family that is always there.
pub const BUILT_IN_FAMILY: &str = "EB Garamond";

/// The family that is always there: EB Garamond, SIL Open Font License 1.1.
#[must_use]
pub fn built_in() -> Vec<FontFile> {
    let face = |style, bytes: &[u8]| FontFile {
        family: BUILT_IN_FAMILY.to_owned(),
        style,
        bytes: Arc::from(bytes),
    };
    vec![
        face(
            FontStyle::Roman,
            include_bytes!("../fonts/eb-garamond/EBGaramond-Regular.ttf"),
        ),
        face(
            FontStyle::Italic,
            include_bytes!("../fonts/eb-garamond/EBGaramond-Italic.ttf"),
        ),
        face(FontStyle::Bold, include_bytes!("../fonts/eb-garamond/EBGaramond-Bold.ttf")),
        face(
            FontStyle::BoldItalic,
            include_bytes!("../fonts/eb-garamond/EBGaramond-BoldItalic.ttf"),
        ),
    ]
}
