//! Inlines become set lines.
//!
//! The inlines are put into one string ([`mod@collect`]), the places are found where its
//! lines may turn ([`turns`]) and its words divide ([`word`], [`hyphenate`]); all that
//! becomes nodes ([`mod@build`]), the line breaker chooses ([`choice`]), and the lines are set
//! ([`set_variants`]); those of lengths that few pages take when one does ([`deferred`]). What is done
//! before and after the choice one [`hand`] does, for the next paragraphs of a [`run`] and for
//! those before, while the lines of some are chosen.

mod addresses;
mod build;
mod choice;
mod collect;
mod hand;
mod hang;
mod hyphenate;
mod initial;
mod late;
mod opening;
mod run;
#[cfg(test)]
mod samples;
mod set;
mod style;
mod turns;
mod word;

use std::sync::Arc;

pub(crate) use self::late::DeferredLines;
pub(in crate::typeset) use self::style::SMALL_CAPITALS_SPACING;
pub use self::style::{LineAlignment, ParagraphOpening, ParagraphStyle, TextStyle};

use self::choice::{ChosenLines, LineChooser, overfull_lines};
use self::hand::ParagraphBuilder;
pub use self::word::SharedWordCache;
use self::word::WordCache;
use super::line::{Line, SetParagraph};
use super::linebreak::BrokenLine;
use super::shape::Shaper;
use crate::book::inline::Inline;
use crate::book::matter::notes::NumberedNotes;
use crate::diagnostic::{Diagnostic, Warned};
use crate::length::Length;
use crate::text::language::Language;
use crate::text::span::Origin;

/// Where lengths of a paragraph are wanted, they are longer and shorter by so many lines.
const SPREAD: u32 = 1;

/// Sets paragraphs, and remembers the words it met.
pub struct ParagraphSetter<'a> {
    hand: ParagraphBuilder<'a>,
    chooser: LineChooser,
}

/// What a compositor is given to set: a paragraph.
#[derive(Debug, Clone)]
pub(crate) struct ParagraphInput<'c> {
    pub(crate) content: &'c [Inline],
    pub(crate) style: ParagraphStyle,
    pub(crate) origin: Origin,
    /// The first word of the paragraph below, as a digest; 0 for none.
    word_below: u32,
}

impl<'c> ParagraphInput<'c> {
    /// A paragraph under which another begins with some text, if one does: no two lines
    /// running should begin with the same word.
    pub(crate) fn new(
        content: &'c [Inline],
        style: ParagraphStyle,
        origin: Origin,
        below: Option<&str>,
    ) -> Self {
        Self { content, style, origin, word_below: below.map_or(0, word::first_word) }
    }
}

/// A paragraph set to one length.
#[derive(Debug, Default)]
pub(crate) struct ParagraphVariant {
    /// Its lines. Those of a length that is not the best may have no glyphs yet: all else
    /// that pages are cut by is known of them.
    pub(crate) set: SetParagraph,
    /// What it costs more than the best, in demerits.
    pub(crate) surcharge: i64,
    /// What its lines are to be set of, if a page takes them; none where they are set.
    pub(crate) deferred: Option<DeferredLines>,
}

impl<'a> ParagraphSetter<'a> {
    /// A setter for text whose notes are numbered.
    #[must_use]
    pub fn new(fonts: &'a super::font::Fonts, notes: &'a NumberedNotes<'a>) -> Self {
        let hand = ParagraphBuilder::new(Shaper::new(fonts), notes);
        Self { hand, chooser: LineChooser::default() }
    }

    /// Shares the words that it meets with others, all of one book.
    #[must_use]
    pub fn with_shared_words(mut self, library: &Arc<SharedWordCache>) -> Self {
        self.hand.words = WordCache::with_shared(Arc::clone(library));
        self
    }

    /// Words that are divided otherwise than the patterns say: the key `hyphenation` of
    /// `[design]`. To be said before the first paragraph is set.
    pub fn set_hyphenation_exceptions(&mut self, words: &[String]) {
        self.hand.words.set_hyphenation_exceptions(words);
    }

    /// Sets a paragraph. Characters that no font has are counted, and told by
    /// [`Self::into_findings`].
    pub fn set_paragraph(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        origin: Origin,
    ) -> Warned<SetParagraph> {
        let take = ParagraphInput::new(content, style.clone(), origin, None);
        let Warned { value, diagnostics } = self.set(&take, 0);
        let best = value.into_iter().next().unwrap_or_default();
        Warned { value: best.set, diagnostics }
    }

    /// Sets a paragraph to its best length and, where that can be done, a line longer and
    /// a line shorter: the best first. Never empty.
    pub(crate) fn set_lengths(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        origin: Origin,
    ) -> Warned<Vec<ParagraphVariant>> {
        self.set(&ParagraphInput::new(content, style.clone(), origin, None), SPREAD)
    }

    /// Sets the lines of a length that a page has taken.
    pub(crate) fn set_late(&mut self, late: &DeferredLines) -> Vec<Line> {
        self.hand.set_deferred(late)
    }

    /// Sets a paragraph to its best length and to others that differ by no more than
    /// `spread` lines.
    fn set(
        &mut self,
        take: &ParagraphInput<'_>,
        spread: u32,
    ) -> Warned<Vec<ParagraphVariant>> {
        let broken = self.broken(take, spread);
        self.hand.set_variants(take, broken, spread)
    }

    /// Breaks a paragraph into lines. Where there are too few of them beside its initial,
    /// or one does not hold its words, it has a lower one, or none.
    fn broken(&mut self, take: &ParagraphInput<'_>, spread: u32) -> ChosenLines {
        let above = self.chooser.take_above();
        let mut take = take.clone();
        loop {
            let mut prepared = self.hand.shape_paragraph(&take, spread);
            let mut breaking = self.chooser.choose_lines(&prepared, &above);
            let wide: Vec<BrokenLine> =
                overfull_lines(breaking.best()).copied().collect();
            let in_need = !wide.is_empty();
            if in_need {
                self.hand.add_emergency_breaks(&take, &mut prepared, &wide);
                breaking = self.chooser.choose_lines(&prepared, &above);
            }
            if prepared.suits_initial(&breaking) {
                return prepared.with_lines(breaking, in_need);
            }
            take.style.opening = take.style.opening.simpler();
        }
    }

    /// Sets a few words on a line of their own, at their natural width.
    pub fn set_words(
        &mut self,
        words: &str,
        style: &TextStyle,
        language: &Language,
    ) -> Line {
        let style = ParagraphStyle {
            hyphenate: false,
            alignment: LineAlignment::Ragged,
            ..ParagraphStyle::justified(style.clone(), Length(i32::MAX), language.clone())
        };
        let content = [Inline::Text(words.to_owned())];
        let set = self.set_paragraph(&content, &style, Origin::default());
        let mut line = set.value.lines.into_iter().next().unwrap_or_default();
        // What hangs into a margin elsewhere does not here: the words begin at zero.
        let start = line.runs.first().map_or(Length::ZERO, |run| run.extent.start);
        for run in &mut line.runs {
            run.run.origin.x -= start;
            run.extent = run.extent.start - start..run.extent.end - start;
        }
        line.width -= start;
        line
    }

    /// What was found while setting: the characters that no font has, each with how
    /// often it stood and where first.
    #[must_use]
    pub fn finish(self) -> Vec<Diagnostic> {
        self.hand.into_findings()
    }
}
