//! Which glyphs of each face are painted, and what they stand for.

use std::collections::BTreeSet;
use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::PdfError;
use super::font_program::ParsedFontProgram;
use super::glyph_text::{GlyphText, HYPHENS, TextCount};
use super::page_cache::PageSource;
use crate::typeset::document::{GlyphRun, Page, PlacedItem};

/// Pages of a section that one thread takes at a time.
const PAGES_AT_ONCE: usize = 8;

/// The painted glyphs of a face.
pub(super) struct GlyphUse {
    /// Whether each glyph is painted, by its id.
    is_used: Vec<bool>,
    /// What the glyphs stand for.
    text: GlyphText,
}

/// [`GlyphUse`] in a form that can be cached: the painted glyphs in order, each with its
/// texts.
pub(super) type UsedGlyphs = Vec<(u16, Vec<TextCount>)>;

impl GlyphUse {
    /// The painted glyphs, in order.
    pub(super) fn ids(&self) -> impl Iterator<Item = u16> {
        let used = (0..=u16::MAX).zip(&self.is_used).filter(|(_, is_used)| **is_used);
        used.map(|(glyph, _)| glyph)
    }

    /// What the glyphs stand for.
    pub(super) fn into_text(self) -> GlyphText {
        self.text
    }

    fn add_run(&mut self, run: &GlyphRun) {
        for glyph in &run.glyphs {
            self.add_glyph(glyph.id);
        }
        self.text.count_run(run);
    }

    fn add_glyph(&mut self, id: u16) {
        let id = usize::from(id);
        if self.is_used.len() <= id {
            self.is_used.resize(id + 1, false);
        }
        self.is_used[id] = true;
    }

    /// Adds glyphs of pages that come after those added so far.
    fn add_glyphs(&mut self, glyphs: &UsedGlyphs) {
        for (glyph, counts) in glyphs {
            self.add_glyph(*glyph);
            if !counts.is_empty() {
                self.text.add_counts(*glyph, counts);
            }
        }
    }

    fn to_glyphs(&self) -> UsedGlyphs {
        self.ids().map(|glyph| (glyph, self.text.counts(glyph).to_vec())).collect()
    }
}

/// Finds the painted glyphs of all faces, on pages and beside them.
///
/// The text of all sections comes first, and the furniture of their pages after it, so that
/// the result is the same whether a section is cached or not.
pub(super) fn count_glyphs(
    programs: &[ParsedFontProgram],
    source: PageSource<'_>,
    beside: &[PlacedItem],
) -> Result<Vec<GlyphUse>, PdfError> {
    let counter = GlyphCounter::new(programs);
    let sections = source.sections().into_par_iter();
    let sections = sections.map(|pages| counter.count_section(pages, source));
    let mut faces = counter.merge(sections.collect())?;
    let pages = &source.outer().pages;
    let furniture = pages.iter().flat_map(Page::furniture_items);
    add_items(&mut faces, furniture.chain(beside))?;
    Ok(faces)
}

struct GlyphCounter {
    /// The glyphs of each face that are used as hyphens.
    hyphens: Vec<BTreeSet<u16>>,
}

impl GlyphCounter {
    fn new(programs: &[ParsedFontProgram]) -> Self {
        let hyphens = |program: &ParsedFontProgram| {
            HYPHENS.iter().filter_map(|&hyphen| program.glyph(hyphen)).collect()
        };
        Self { hyphens: programs.iter().map(hyphens).collect() }
    }

    /// No glyphs of any face.
    fn no_glyphs(&self) -> Vec<GlyphUse> {
        let texts = self.hyphens.iter().cloned().map(GlyphText::new);
        texts.map(|text| GlyphUse { is_used: Vec::new(), text }).collect()
    }

    /// Counts the glyphs in the text of some pages.
    fn count_pages(
        &self,
        pages: &[usize],
        source: PageSource<'_>,
    ) -> Result<Vec<UsedGlyphs>, PdfError> {
        let mut faces = self.no_glyphs();
        for &index in pages {
            add_items(&mut faces, source.page(index).text_items())?;
        }
        Ok(faces.iter().map(GlyphUse::to_glyphs).collect())
    }

    /// Counts the glyphs in the text of a section, or takes them from the cache.
    fn count_section(
        &self,
        pages: Range<usize>,
        source: PageSource<'_>,
    ) -> Result<Vec<UsedGlyphs>, PdfError> {
        let first = pages.start;
        if let Some(glyphs) = source.get_glyphs(first) {
            return Ok(glyphs);
        }
        let pages: Vec<usize> = pages.collect();
        let sets = pages.par_chunks(PAGES_AT_ONCE);
        let sets = sets.map(|set| self.count_pages(set, source));
        let faces = self.merge(sets.collect())?;
        let glyphs: Vec<UsedGlyphs> = faces.iter().map(GlyphUse::to_glyphs).collect();
        source.put_glyphs(first, &glyphs);
        Ok(glyphs)
    }

    /// The glyphs of several sets of pages, which follow one another.
    fn merge(
        &self,
        sets: Vec<Result<Vec<UsedGlyphs>, PdfError>>,
    ) -> Result<Vec<GlyphUse>, PdfError> {
        let mut faces = self.no_glyphs();
        for set in sets {
            let set = set?;
            faces.iter_mut().zip(&set).for_each(|(face, glyphs)| face.add_glyphs(glyphs));
        }
        Ok(faces)
    }
}

/// Adds the glyphs of all runs among some items.
fn add_items<'i>(
    faces: &mut [GlyphUse],
    items: impl IntoIterator<Item = &'i PlacedItem>,
) -> Result<(), PdfError> {
    let count = faces.len();
    for item in items {
        let PlacedItem::Run(run) = item else { continue };
        let index = run.face.0;
        let face = faces.get_mut(usize::from(index));
        face.ok_or(PdfError::MissingFace { index, count })?.add_run(run);
    }
    Ok(())
}
