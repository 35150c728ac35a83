//! The text of glyphs, for copying and reading aloud.
//!
//! The `ToUnicode` map of a font gives a glyph one text wherever it is used (ISO 32000-1
//! §9.10.3). Some glyphs stand for different texts in different places: a small capital for
//! `a` and for `A`, a hyphen for one of the text and for one that the typesetter made. Such a
//! glyph has several *readings*, and each reading is written with a font of its own. Every
//! program that copies text understands that. Few understand replacement texts (`ActualText`,
//! §14.9.4), so they are used only for glyphs that have a text together.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::typeset::document::GlyphRun;

/// Readings of a glyph at most; rarer ones get a replacement text. Each costs about one
/// kilobyte for every face that needs it.
pub(super) const MOST_READINGS: usize = 3;

/// The text of a hyphen that the typesetter added: the soft hyphen. It lets a program
/// distinguish such a hyphen from one of the text, and join the word (ISO 32000-1
/// §14.8.2.2.3).
const SOFT_HYPHEN: &str = "\u{ad}";

/// The characters whose glyphs are used as hyphens.
pub(super) const HYPHENS: [char; 3] = ['-', '\u{ad}', '\u{2010}'];

/// A text that a glyph stood for on its own, and how often.
pub(super) type TextCount = (String, u32);

/// The texts of the glyphs of a face.
#[derive(Debug, Clone, Default)]
pub(super) struct GlyphText {
    /// The glyphs that are used as hyphens.
    hyphens: BTreeSet<u16>,
    /// The texts of each glyph, by its id. After [`GlyphText::rank_readings`] they are sorted
    /// by frequency, and at most [`MOST_READINGS`].
    texts: Vec<Vec<TextCount>>,
}

/// Glyphs that stand for their text only together, most often a single one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GlyphCluster<'a> {
    /// Indices into [`GlyphRun::glyphs`]; never empty.
    glyphs: Range<usize>,
    /// The text.
    text: &'a str,
}

/// Neighbouring glyphs of a run that are shown in one reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReadingSpan<'a> {
    /// The reading; none for a cluster that needs a replacement text.
    pub(super) reading: Option<usize>,
    /// Indices into [`GlyphRun::glyphs`]; never empty.
    pub(super) glyphs: Range<usize>,
    /// The text of the first cluster, which is all of them if there is no reading.
    pub(super) text: &'a str,
}

impl GlyphText {
    /// No texts, for a face that has these glyphs for hyphens.
    pub(super) fn new(hyphens: BTreeSet<u16>) -> Self {
        Self { hyphens, texts: Vec::new() }
    }

    /// Counts what the glyphs of a run stand for.
    pub(super) fn count_run(&mut self, run: &GlyphRun) {
        let mut texts = std::mem::take(&mut self.texts);
        for cluster in self.clusters(run) {
            if cluster.glyphs.len() == 1 && !cluster.text.is_empty() {
                let glyph = usize::from(run.glyphs[cluster.glyphs.start].id);
                if texts.len() <= glyph {
                    texts.resize(glyph + 1, Vec::new());
                }
                add_count(&mut texts[glyph], cluster.text, 1);
            }
        }
        self.texts = texts;
    }

    /// The texts that were counted for a glyph.
    pub(super) fn counts(&self, glyph: u16) -> &[TextCount] {
        self.texts.get(usize::from(glyph)).map_or(&[], Vec::as_slice)
    }

    /// Adds counts of runs that come after those counted so far.
    pub(super) fn add_counts(&mut self, glyph: u16, counts: &[TextCount]) {
        let glyph = usize::from(glyph);
        if self.texts.len() <= glyph {
            self.texts.resize(glyph + 1, Vec::new());
        }
        for (text, times) in counts {
            add_count(&mut self.texts[glyph], text, *times);
        }
    }

    /// Sorts the texts of each glyph by frequency, equal ones by first occurrence, and keeps
    /// the first [`MOST_READINGS`].
    pub(super) fn rank_readings(&mut self) {
        for texts in &mut self.texts {
            texts.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
            texts.truncate(MOST_READINGS);
        }
    }

    /// The text of a glyph in a reading.
    pub(super) fn text(&self, glyph: u16, reading: usize) -> Option<&str> {
        let (text, _) = self.texts.get(usize::from(glyph))?.get(reading)?;
        Some(text)
    }

    /// Splits a run into spans of one reading each. A cluster that needs a replacement text
    /// is a span of its own, unless there is a fallback reading for it.
    pub(super) fn split_run<'a>(
        &'a self,
        run: &'a GlyphRun,
        fallback: Option<usize>,
    ) -> impl Iterator<Item = ReadingSpan<'a>> {
        let read =
            move |cluster| (self.find_reading(&cluster, run).or(fallback), cluster);
        let mut clusters = self.clusters(run).map(read).peekable();
        std::iter::from_fn(move || {
            let (reading, GlyphCluster { mut glyphs, text }) = clusters.next()?;
            let continues =
                |next: &(Option<usize>, _)| reading.is_some() && next.0 == reading;
            while let Some((_, next)) = clusters.next_if(continues) {
                glyphs.end = next.glyphs.end;
            }
            Some(ReadingSpan { reading, glyphs, text })
        })
    }

    /// The clusters of a run: a glyph that has a text, with those after it that have none. A
    /// hyphen without a text is a cluster of its own.
    fn clusters<'a>(
        &'a self,
        run: &'a GlyphRun,
    ) -> impl Iterator<Item = GlyphCluster<'a>> {
        let is_made_hyphen = |index: usize| {
            let glyph = &run.glyphs[index];
            glyph.text.is_empty() && self.hyphens.contains(&glyph.id)
        };
        let mut start = 0;
        std::iter::from_fn(move || {
            let first = run.glyphs.get(start)?;
            let mut end = start + 1;
            let text = if is_made_hyphen(start) {
                SOFT_HYPHEN
            } else {
                while end < run.glyphs.len()
                    && run.glyphs[end].text.is_empty()
                    && !is_made_hyphen(end)
                {
                    end += 1;
                }
                let range = first.text.start as usize..first.text.end as usize;
                run.text.get(range).unwrap_or_default()
            };
            let glyphs = start..end;
            start = end;
            Some(GlyphCluster { glyphs, text })
        })
    }

    /// The reading in which a cluster stands for its text; none if it needs a replacement
    /// text.
    fn find_reading(&self, cluster: &GlyphCluster<'_>, run: &GlyphRun) -> Option<usize> {
        if cluster.glyphs.len() > 1 {
            return None;
        }
        let glyph = run.glyphs[cluster.glyphs.start].id;
        let texts = self.texts.get(usize::from(glyph))?;
        texts.iter().position(|(text, _)| text == cluster.text)
    }
}

/// Counts a text as often as given.
fn add_count(texts: &mut Vec<TextCount>, text: &str, more: u32) {
    match texts.iter_mut().find(|(known, _)| known == text) {
        Some((_, times)) => *times += more,
        None => texts.push((text.to_owned(), more)),
    }
}
