//! What glyphs say when text is copied.
//!
//! A font's `ToUnicode` map gives a glyph one text wherever it stands (ISO 32000-1
//! §9.10.3). [`Legend`] chooses the text a glyph has most often; clusters that say
//! something else are told apart here, and get a replacement text where they stand
//! (`ActualText`, §14.9.4).

use std::ops::Range;

use crate::typeset::document::GlyphRun;

/// The one text of each glyph of a face.
#[derive(Debug, Clone, Default)]
pub(super) struct Legend {
    /// By glyph id. For each glyph the texts it had on its own, and how often.
    /// After [`Legend::settle`] only the most frequent is left.
    texts: Vec<Vec<(String, u32)>>,
}

/// Glyphs that stand for their text only together, most often a single one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cluster<'a> {
    /// The glyphs, by place in [`GlyphRun::glyphs`].
    pub(super) glyphs: Range<usize>,
    /// What they say; empty for a hyphen that begins a run.
    pub(super) text: &'a str,
}

/// The clusters of a run: a glyph with a text, and those after it that have none.
///
/// So a hyphen made by the typesetter goes with the letter before it, as in the example
/// "Druk-ker" of ISO 32000-1 §14.9.4, and what is copied is the letter alone.
pub(super) fn clusters(run: &GlyphRun) -> impl Iterator<Item = Cluster<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let first = run.glyphs.get(start)?;
        let tail = run.glyphs[start + 1..].iter();
        let length = 1 + tail.take_while(|glyph| glyph.text.is_empty()).count();
        let text = first.text.start as usize..first.text.end as usize;
        let glyphs = start..start + length;
        start += length;
        Some(Cluster { glyphs, text: run.text.get(text).unwrap_or_default() })
    })
}

impl Legend {
    /// Notes what the glyphs of a run say.
    pub(super) fn note(&mut self, run: &GlyphRun) {
        for cluster in clusters(run) {
            if cluster.glyphs.len() == 1 && !cluster.text.is_empty() {
                self.count(run.glyphs[cluster.glyphs.start].id, cluster.text);
            }
        }
    }

    fn count(&mut self, glyph: u16, text: &str) {
        let glyph = usize::from(glyph);
        if self.texts.len() <= glyph {
            self.texts.resize(glyph + 1, Vec::new());
        }
        let texts = &mut self.texts[glyph];
        match texts.iter_mut().find(|(known, _)| known == text) {
            Some((_, times)) => *times += 1,
            None => texts.push((text.to_owned(), 1)),
        }
    }

    /// Leaves each glyph its most frequent text, the first seen among equals.
    pub(super) fn settle(&mut self) {
        for texts in &mut self.texts {
            texts.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
            texts.truncate(1);
        }
    }

    /// The text of a glyph, if it ever stood alone.
    pub(super) fn text(&self, glyph: u16) -> Option<&str> {
        let (text, _) = self.texts.get(usize::from(glyph))?.first()?;
        Some(text)
    }

    /// Whether copying the glyphs of a cluster one by one would give another text.
    pub(super) fn misreads(&self, cluster: &Cluster<'_>, run: &GlyphRun) -> bool {
        cluster.glyphs.len() > 1
            || self.text(run.glyphs[cluster.glyphs.start].id) != Some(cluster.text)
    }
}
