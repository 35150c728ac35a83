//! How characters look, as far as OCR files say.

/// How characters look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct LetterStyle {
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) small_caps: bool,
    pub(super) raised: bool,
    /// The size of the font in scaled points, where the file names one.
    pub(super) font_size: Option<i64>,
}

impl LetterStyle {
    /// This style over another one: both apply.
    pub(super) fn over(self, below: Self) -> Self {
        Self {
            bold: self.bold || below.bold,
            italic: self.italic || below.italic,
            small_caps: self.small_caps || below.small_caps,
            raised: self.raised || below.raised,
            font_size: self.font_size.or(below.font_size),
        }
    }

    /// Takes up the words of ALTO `STYLE`, or the parts of the name of a font
    /// (`Times_New_Roman_Bold_Italic`).
    pub(super) fn add_words(&mut self, words: &str) {
        let words = words.to_ascii_lowercase();
        self.bold |= words.contains("bold");
        self.italic |= words.contains("italic") || words.contains("oblique");
        self.small_caps |= words.contains("smallcaps") || words.contains("small-caps");
        self.raised |= words.contains("superscript");
    }
}
