//! What glyphs say when text is copied.
//!
//! A font's `ToUnicode` map gives a glyph one text wherever it stands (ISO 32000-1
//! §9.10.3). A glyph that says different things in different places (a small capital
//! for `a` and for `A`, the hyphen of the text and that of the typesetter) therefore has
//! several *readings*, and each reading is written with a font of its own. Every program
//! that copies text understands that; replacement texts (`ActualText`, §14.9.4) are
//! understood by few, and are kept for glyphs that have a text only together.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::typeset::document::GlyphRun;

/// A glyph has at most so many readings; rarer ones get a replacement text. Each
/// costs about one kilobyte for every face that needs it.
pub(super) const READINGS: usize = 3;

/// What a hyphen made by the typesetter says: the soft hyphen, by which a reader knows
/// it from one of the text and joins the word (ISO 32000-1 §14.8.2.2.3).
const SOFT_HYPHEN: &str = "\u{ad}";

/// The characters that hyphens are made with.
pub(super) const HYPHENS: [char; 3] = ['-', '\u{ad}', '\u{2010}'];

/// A text that a glyph had on its own, and how often.
pub(super) type Said = (String, u32);

/// The texts of the glyphs of a face.
#[derive(Debug, Clone, Default)]
pub(super) struct Legend {
    /// The glyphs that hyphens are made with.
    hyphens: BTreeSet<u16>,
    /// By glyph id: what it said. Sorted by frequency, and at most [`READINGS`], after
    /// [`Legend::settle`].
    texts: Vec<Vec<Said>>,
}

/// Glyphs that stand for their text only together, most often a single one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cluster<'a> {
    /// The glyphs, by place in [`GlyphRun::glyphs`]; never empty.
    pub(super) glyphs: Range<usize>,
    /// What they say.
    pub(super) text: &'a str,
}

impl Legend {
    /// A legend that knows the glyphs that hyphens are made with.
    pub(super) fn new(hyphens: BTreeSet<u16>) -> Self {
        Self { hyphens, texts: Vec::new() }
    }

    /// The clusters of a run: a glyph that has a text, and those after it that have none;
    /// a hyphen without a text is one by itself.
    pub(super) fn clusters<'a>(
        &'a self,
        run: &'a GlyphRun,
    ) -> impl Iterator<Item = Cluster<'a>> {
        let made = |index: usize| {
            let glyph = &run.glyphs[index];
            glyph.text.is_empty() && self.hyphens.contains(&glyph.id)
        };
        let mut start = 0;
        std::iter::from_fn(move || {
            let first = run.glyphs.get(start)?;
            let mut end = start + 1;
            let text = if made(start) {
                SOFT_HYPHEN
            } else {
                while end < run.glyphs.len()
                    && run.glyphs[end].text.is_empty()
                    && !made(end)
                {
                    end += 1;
                }
                let range = first.text.start as usize..first.text.end as usize;
                run.text.get(range).unwrap_or_default()
            };
            let glyphs = start..end;
            start = end;
            Some(Cluster { glyphs, text })
        })
    }

    /// Notes what the glyphs of a run say.
    pub(super) fn note(&mut self, run: &GlyphRun) {
        let mut texts = std::mem::take(&mut self.texts);
        for cluster in self.clusters(run) {
            if cluster.glyphs.len() == 1 && !cluster.text.is_empty() {
                let glyph = usize::from(run.glyphs[cluster.glyphs.start].id);
                if texts.len() <= glyph {
                    texts.resize(glyph + 1, Vec::new());
                }
                count(&mut texts[glyph], cluster.text, 1);
            }
        }
        self.texts = texts;
    }

    /// What a glyph said.
    pub(super) fn said(&self, glyph: u16) -> &[Said] {
        self.texts.get(usize::from(glyph)).map_or(&[], Vec::as_slice)
    }

    /// Notes what a glyph said in runs that come later.
    pub(super) fn add(&mut self, glyph: u16, said: &[Said]) {
        let glyph = usize::from(glyph);
        if self.texts.len() <= glyph {
            self.texts.resize(glyph + 1, Vec::new());
        }
        for (text, times) in said {
            count(&mut self.texts[glyph], text, *times);
        }
    }

    /// Orders the texts of each glyph by frequency, the first seen first among equals.
    pub(super) fn settle(&mut self) {
        for texts in &mut self.texts {
            texts.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
            texts.truncate(READINGS);
        }
    }

    /// What a glyph says in a reading.
    pub(super) fn text(&self, glyph: u16, reading: usize) -> Option<&str> {
        let (text, _) = self.texts.get(usize::from(glyph))?.get(reading)?;
        Some(text)
    }

    /// The reading in which a cluster says its text; none where it needs a replacement.
    pub(super) fn reading(&self, cluster: &Cluster<'_>, run: &GlyphRun) -> Option<usize> {
        if cluster.glyphs.len() > 1 {
            return None;
        }
        let glyph = run.glyphs[cluster.glyphs.start].id;
        let texts = self.texts.get(usize::from(glyph))?;
        texts.iter().position(|(text, _)| text == cluster.text)
    }
}

/// Adds so many times that a text was said.
fn count(texts: &mut Vec<Said>, text: &str, more: u32) {
    match texts.iter_mut().find(|(known, _)| known == text) {
        Some((_, times)) => *times += more,
        None => texts.push((text.to_owned(), more)),
    }
}
