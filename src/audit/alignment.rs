//! A stream of the sources beside one of the edition, and how they differ.

use super::difference::{Hunk, MatchedOpening, diff_words, list_same_runs};
use super::stream::{StreamWord, WordStream, join_folded, join_words};
use super::typewriter::map_offset;

/// Two streams that are compared.
pub(super) struct AlignedStreams<'a> {
    /// The stream of the sources.
    pub(super) source: &'a WordStream,
    /// The stream of the edition.
    pub(super) edition: &'a WordStream,
    /// How they differ.
    pub(super) hunks: Vec<Hunk>,
    /// Which of these differences are in spaces only.
    spaced: Vec<bool>,
}

impl<'a> AlignedStreams<'a> {
    /// Aligns two streams; those of the bodies may have openings that are as expected.
    pub(super) fn new(
        source: &'a WordStream,
        edition: &'a WordStream,
        openings: &[MatchedOpening],
    ) -> Self {
        let hunks = diff_words(&source.words, &edition.words, openings);
        let is_spaced = |hunk: &Hunk| {
            join_folded(&source.words[hunk.source.clone()])
                == join_folded(&edition.words[hunk.edition.clone()])
        };
        let spaced = hunks.iter().map(is_spaced).collect();
        Self { source, edition, hunks, spaced }
    }

    /// The runs of words that are the same in both: before, between and after the hunks.
    pub(super) fn same_runs(&self) -> impl Iterator<Item = Hunk> {
        list_same_runs(&self.hunks, self.source.words.len(), self.edition.words.len())
    }

    /// The position in the edition, in characters, of a position in the source; `None` where
    /// the characters before it are not in the edition.
    pub(super) fn edition_position(&self, at: usize) -> Option<usize> {
        let Self { source, edition, hunks, spaced } = self;
        let index = source.words.partition_point(|word| word.start < at).checked_sub(1);
        let Some(index) = index else {
            // Text that an edition adds before the first word, such as the title, comes
            // before the text that begins at this position.
            let own = hunks.first().filter(|hunk| hunk.source.end == 0);
            let next = own.map_or(0, |hunk| hunk.edition.end);
            let next = edition.words.get(next).map(|word| word.start);
            return next.or_else(|| Some(edition.count_characters()));
        };
        let offset = at - source.words[index].start;
        let next = hunks.partition_point(|hunk| hunk.source.end <= index);
        if let Some(hunk) = hunks.get(next).filter(|hunk| hunk.source.start <= index) {
            if spaced[next] {
                let wanted = &source.words[hunk.source.clone()];
                let found = &edition.words[hunk.edition.clone()];
                let offset = at - wanted.first()?.start;
                let offset = map_offset(&join_words(wanted), &join_words(found), offset);
                return Some(found.first()?.start + offset);
            }
            // If both sides have the same number of words, they correspond one to one.
            let alike = hunk.source.len() == hunk.edition.len();
            let word = alike.then(|| {
                &edition.words[hunk.edition.start + index - hunk.source.start]
            })?;
            let length = |word: &StreamWord| word.text.chars().count();
            let is_end = offset == length(&source.words[index]);
            return Some(
                word.start + if is_end { length(word) } else { offset.min(length(word)) },
            );
        }
        let (a, b) = match next.checked_sub(1).and_then(|before| hunks.get(before)) {
            Some(hunk) => (hunk.source.end, hunk.edition.end),
            None => (0, 0),
        };
        let word = edition.words.get(index - a + b)?;
        Some(word.start + map_offset(&source.words[index].text, &word.text, offset))
    }
}
