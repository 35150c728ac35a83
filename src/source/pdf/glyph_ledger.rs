//! What became of the glyphs of a page: each is counted once.

use crate::source::pdf::line::PdfLine;
use crate::source::pdf::page::{SourcePage, Visibility};

/// What became of the glyphs of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GlyphLedger {
    /// All glyphs of the page.
    pub all: u32,
    /// Glyphs of lines, accents and spaces included.
    pub in_lines: u32,
    /// Artifacts that are glyphs of lines.
    pub artifacts_in_lines: u32,
    /// Copies of glyphs that are painted more than once at nearly the same place.
    pub doubled: u32,
    /// Spaces beside which no line is.
    pub blank: u32,
    /// Glyphs in rendering mode 3, or of optional content that is off.
    pub hidden: u32,
    /// Glyphs outside the clipping path.
    pub clipped: u32,
    /// Glyphs outside the crop box.
    pub outside: u32,
}

impl GlyphLedger {
    /// A ledger in which nothing has been counted.
    pub(super) fn new(glyphs: usize) -> Self {
        Self { all: u32::try_from(glyphs).unwrap_or(u32::MAX), ..Self::default() }
    }

    /// Counts a glyph that is on no line because nobody sees it.
    pub(super) fn count_unseen(&mut self, visibility: Visibility) {
        match visibility {
            // A page with text has no line of hidden text, so these are never unseen.
            Visibility::Visible | Visibility::Artifact => self.blank += 1,
            Visibility::Hidden => self.hidden += 1,
            Visibility::Clipped => self.clipped += 1,
            Visibility::OutsideCropBox => self.outside += 1,
        }
    }

    /// Counts the glyphs of a line.
    pub(super) fn count_line(&mut self, page: &SourcePage, line: &PdfLine) {
        for index in &line.glyphs {
            let glyph = page.glyphs.get(*index as usize);
            match glyph.map(|glyph| glyph.visibility) {
                Some(Visibility::Artifact) => self.artifacts_in_lines += 1,
                Some(_) => self.in_lines += 1,
                None => {}
            }
        }
    }

    /// Whether every glyph has been counted exactly once.
    #[must_use]
    pub fn balance(&self) -> bool {
        let parts = [
            self.in_lines,
            self.artifacts_in_lines,
            self.doubled,
            self.blank,
            self.hidden,
            self.clipped,
            self.outside,
        ];
        parts.iter().map(|part| u64::from(*part)).sum::<u64>() == u64::from(self.all)
    }
}
