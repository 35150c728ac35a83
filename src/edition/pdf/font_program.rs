//! Font programs, as printpdf reads them.
//!
//! This is all that printpdf is used for: its reader of font programs (tables, widths,
//! character map, bare `CFF` table) and its text of a `ToUnicode` map. Both give plain values,
//! from which `font_streams` writes the objects of a font. The document, page, image and
//! metadata code of printpdf is not used. It builds a document in the object model of lopdf,
//! embeds only the glyphs that it sees on a page, takes the ascent for the height of capitals,
//! and writes other entries than the standards ask for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};

use printpdf::{ParsedFont, ToUnicodeCMap, extract_cid_keyed_cff};

use super::PdfError;
use crate::typeset::document::EmbeddedFace;

/// A font program whose tables were read: a whole font file, or a subset of it.
#[derive(Debug, Clone)]
pub(super) struct ParsedFontProgram(ParsedFont);

/// The metrics of a font that its descriptor needs, in font units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FontMetrics {
    /// Font units to the em; zero in a damaged font.
    pub(super) units_per_em: u16,
    /// From the baseline up to the top of the highest letters.
    pub(super) ascent: i16,
    /// From the baseline down to the bottom of the lowest letters; negative.
    pub(super) descent: i16,
    /// The box around all glyphs: left, bottom, right, top.
    pub(super) bbox: [i16; 4],
    /// The slope of the caret: rise, then run.
    pub(super) caret_slope: [i16; 2],
    /// The weight, 400 for regular; zero if the font does not say it.
    pub(super) weight: u16,
}

/// The form in which a font program is embedded (ISO 32000-1 §9.9, table 126).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramFormat {
    /// TrueType outlines, in `FontFile2`.
    TrueType,
    /// A bare `CFF` table with CIDs, in `FontFile3`. Viewers agree about its glyphs; in a
    /// whole OpenType font some take CIDs for glyph ids.
    BareCff,
    /// An OpenType font whose `CFF` table has no CIDs, in `FontFile3`.
    OpenType,
}

impl ParsedFontProgram {
    /// Reads a font program: the file of a face itself, or a subset of it.
    pub(super) fn parse(program: &[u8], file: &EmbeddedFace) -> Result<Self, PdfError> {
        let parse = || ParsedFont::from_bytes(program, 0, &mut Vec::new());
        let parsed = catch_damage(file, parse)?;
        parsed.map(Self).ok_or_else(|| PdfError::Metrics { name: file.name.clone() })
    }

    /// The glyph of a character.
    pub(super) fn glyph(&self, character: char) -> Option<u16> {
        self.0.lookup_glyph_index(character.into())
    }

    /// The first character of each glyph that has one.
    pub(super) fn characters(&self) -> BTreeMap<u16, u32> {
        let characters = self.0.codepoint_to_glyph.iter().rev();
        characters.map(|(&character, &glyph)| (glyph, character)).collect()
    }

    /// The advance width of a glyph in font units.
    pub(super) fn advance(&self, glyph: u16) -> u16 {
        self.0.get_glyph_width(glyph).unwrap_or_default()
    }

    /// Font units to the em, at least one.
    pub(super) fn units_per_em(&self) -> u16 {
        self.0.units_per_em.max(1)
    }

    /// The metrics for the font descriptor.
    pub(super) fn metrics(&self) -> FontMetrics {
        let metrics = &self.0.pdf_font_metrics;
        FontMetrics {
            units_per_em: metrics.units_per_em,
            ascent: self.0.font_metrics.ascent,
            descent: self.0.font_metrics.descent,
            bbox: [metrics.x_min, metrics.y_min, metrics.x_max, metrics.y_max],
            caret_slope: [metrics.caret_slope_rise, metrics.caret_slope_run],
            weight: metrics.us_weight_class,
        }
    }

    /// The bytes to embed, and their form.
    pub(super) fn to_embedded(&self) -> (Cow<'_, [u8]>, ProgramFormat) {
        let bytes = &*self.0.original_bytes;
        if let Some(table) = extract_cid_keyed_cff(bytes, 0) {
            (table.into(), ProgramFormat::BareCff)
        } else if bytes.starts_with(b"OTTO") {
            (bytes.into(), ProgramFormat::OpenType)
        } else {
            (bytes.into(), ProgramFormat::TrueType)
        }
    }
}

/// Turns a panic of a font reader into an error: about three in a hundred fonts with
/// wrong bytes in them make one panic (allsorts does, on some `cmap` tables).
pub(super) fn catch_damage<T>(
    file: &EmbeddedFace,
    read: impl FnOnce() -> T,
) -> Result<T, PdfError> {
    panic::catch_unwind(AssertUnwindSafe(read))
        .map_err(|_| PdfError::Damaged { name: file.name.clone() })
}

/// Formats the `ToUnicode` map of a font (ISO 32000-1 §9.10.3): glyph ids with their texts.
pub(super) fn format_to_unicode<'t>(
    font_name: &str,
    texts: impl IntoIterator<Item = (u16, &'t str)>,
) -> String {
    let codes = |text: &str| text.chars().map(u32::from).collect();
    let mappings = texts.into_iter().map(|(glyph, text)| (glyph.into(), codes(text)));
    ToUnicodeCMap { mappings: mappings.collect() }.to_cmap_string(font_name)
}
