//! Inlines become set lines.
//!
//! The inlines are collected into one string ([`mod@collect`]). The places are found where
//! its lines may break ([`break_opportunities`]) and its words divide ([`word`],
//! [`hyphenate`]). All of this becomes nodes ([`mod@build`]), the line breaker chooses ([`choice`]), and the lines
//! are set ([`mod@set`]). Variants that few pages take are set only when one does
//! ([`deferred`]).
//! The work before and after the choice is done by the [`builder`], for the next paragraphs of
//! a [`run`] and for those before, while the lines of others are being chosen.

mod acronyms;
mod addresses;
mod break_opportunities;
mod build;
mod builder;
mod choice;
mod collect;
mod deferred;
mod formula;
mod hang;
mod hyphenate;
mod initial;
mod margin_notes;
mod opening;
mod paint;
mod run;
#[cfg(test)]
mod samples;
mod set;
mod style;
mod word;

use std::sync::Arc;

pub(crate) use self::deferred::DeferredLines;
pub(in crate::typeset) use self::formula::{MACRON, write_accented, write_symbol};
pub(in crate::typeset) use self::style::SMALL_CAPITALS_SPACING;
pub use self::style::{LineAlignment, ParagraphOpening, ParagraphStyle, TextStyle};

use self::builder::ParagraphBuilder;
use self::choice::{ChosenLines, LineChooser, overfull_lines};
pub(crate) use self::margin_notes::MarginColumn;
pub use self::word::SharedWordCache;
use self::word::WordCache;
use super::font::USUAL_X_HEIGHT;
use super::line::{LineRun, SetParagraph, TextLine};
use super::linebreak::BrokenLine;
use super::shape::Shaper;
use crate::book::inline::Inline;
use crate::book::matter::notes::NumberedNotes;
use crate::book::picture::Pictures;
use crate::diagnostic::{Diagnostic, Warned};
use crate::fonts::FontStyle;
use crate::length::Length;
use crate::text::language::Language;
use crate::text::span::Origin;

/// A paragraph that is set in several lengths is set this many lines longer and shorter.
const SPREAD: u32 = 1;

/// Sets paragraphs, and caches the words that it shapes.
pub struct ParagraphSetter<'a> {
    builder: ParagraphBuilder<'a>,
    chooser: LineChooser,
    /// How notes in the margin are set.
    margin: MarginColumn,
}

/// A paragraph to be set.
#[derive(Debug, Clone)]
pub(crate) struct ParagraphInput<'c> {
    pub(crate) content: &'c [Inline],
    pub(crate) style: ParagraphStyle,
    pub(crate) origin: Origin,
    /// A digest of the first word of the paragraph below; 0 for none.
    word_below: u32,
}

impl<'c> ParagraphInput<'c> {
    /// A paragraph, and the text that begins the one below it, if there is one: no two
    /// consecutive lines should begin with the same word.
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
    /// Its lines. Those of a length that is not the best may have no glyphs yet, but
    /// everything that page breaking needs.
    pub(crate) set: SetParagraph,
    /// Its cost above that of the best variant, in demerits.
    pub(crate) surcharge: i64,
    /// What its lines will be set from if a page takes them; none if they are set.
    pub(crate) deferred: Option<DeferredLines>,
}

impl<'a> ParagraphSetter<'a> {
    /// Creates a setter for text whose notes are numbered.
    #[must_use]
    pub fn new(fonts: &'a super::font::Fonts, notes: &'a NumberedNotes<'a>) -> Self {
        let builder = ParagraphBuilder::new(Shaper::new(fonts), notes);
        let (chooser, margin) = (LineChooser::default(), MarginColumn::default());
        Self { builder, chooser, margin }
    }

    /// The faces that it sets with.
    pub(crate) fn fonts(&self) -> &'a super::font::Fonts {
        self.builder.shaper.fonts()
    }

    /// Shares the shaped words with other setters of the same book.
    #[must_use]
    pub fn with_shared_words(mut self, library: &Arc<SharedWordCache>) -> Self {
        self.builder.words = WordCache::with_shared(Arc::clone(library));
        self
    }

    /// Sets the pictures that lines may have in them.
    #[must_use]
    pub(crate) fn with_pictures(mut self, pictures: &'a Pictures) -> Self {
        self.builder.pictures = pictures;
        self
    }

    /// Sets how notes in the margin are set.
    #[must_use]
    pub(crate) fn with_margin(mut self, margin: MarginColumn) -> Self {
        self.margin = margin;
        self
    }

    /// Sets the words that are divided otherwise than the patterns say: the key
    /// `hyphenation` of `[design]`. Call it before the first paragraph is set.
    pub fn set_hyphenation_exceptions(&mut self, words: &[String]) {
        self.builder.words.set_hyphenation_exceptions(words);
    }

    /// Sets a paragraph. Characters that no font has are counted; [`Self::finish`]
    /// reports them.
    pub fn set_paragraph(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        origin: Origin,
    ) -> Warned<SetParagraph> {
        let input = ParagraphInput::new(content, style.clone(), origin, None);
        let Warned { value, diagnostics } = self.set_variants(&input, 0);
        let best = value.into_iter().next().unwrap_or_default();
        Warned { value: best.set, diagnostics }
    }

    /// Sets a paragraph to its best length and, where possible, to one line more and one
    /// line less. The best comes first; never empty.
    pub(crate) fn set_lengths(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        origin: Origin,
    ) -> Warned<Vec<ParagraphVariant>> {
        self.set_variants(
            &ParagraphInput::new(content, style.clone(), origin, None),
            SPREAD,
        )
    }

    /// Sets the lines of a variant that a page has taken.
    pub(crate) fn set_late(&mut self, deferred: &DeferredLines) -> Vec<TextLine> {
        self.builder.set_deferred(deferred)
    }

    /// Sets a paragraph to its best length and to others that differ by at most `spread`
    /// lines.
    fn set_variants(
        &mut self,
        input: &ParagraphInput<'_>,
        spread: u32,
    ) -> Warned<Vec<ParagraphVariant>> {
        let broken = self.choose_lines(input, spread);
        let mut set = self.builder.set_variants(input, broken, spread);
        self.set_margin_notes(input, &mut set);
        set
    }

    /// Breaks a paragraph into lines. If there are too few lines beside its drop capital,
    /// or one does not hold its words, the paragraph gets a lower capital or none.
    fn choose_lines(&mut self, input: &ParagraphInput<'_>, spread: u32) -> ChosenLines {
        let above = self.chooser.take_above();
        let mut input = input.clone();
        loop {
            let mut prepared = self.builder.shape_paragraph(&input, spread);
            let mut breaking = self.chooser.choose_lines(&prepared, &above);
            let wide: Vec<BrokenLine> =
                overfull_lines(breaking.best()).copied().collect();
            let in_need = !wide.is_empty();
            if in_need {
                self.builder.add_emergency_breaks(&input, &mut prepared, &wide);
                breaking = self.chooser.choose_lines(&prepared, &above);
            }
            if prepared.suits_initial(&breaking) {
                return prepared.with_lines(breaking, in_need);
            }
            input.style.opening = input.style.opening.simpler();
        }
    }

    /// Sets a few words on a line of their own, at their natural width.
    pub fn set_words(
        &mut self,
        words: &str,
        style: &TextStyle,
        language: &Language,
    ) -> TextLine {
        let style = ParagraphStyle {
            hyphenate: false,
            alignment: LineAlignment::Ragged,
            ..ParagraphStyle::justified(style.clone(), Length(i32::MAX), language.clone())
        };
        let content = [Inline::Text(words.to_owned())];
        let set = self.set_paragraph(&content, &style, Origin::default());
        let mut line = set.value.lines.into_iter().next().unwrap_or_default();
        // Nothing hangs into the margin here: the words begin at zero.
        let start = line.runs.first().map_or(Length::ZERO, |run| run.extent.start);
        for run in &mut line.runs {
            run.run.origin.x -= start;
            run.extent = run.extent.start - start..run.extent.end - start;
        }
        line.width -= start;
        line
    }

    /// How far the ink of an ornament has to go down to be in the middle of the white around
    /// it: that ends above at a baseline, and below at the tops of small letters.
    pub(crate) fn measure_centring(&self, ornament: &TextLine) -> Length {
        let fonts = self.builder.shaper.fonts();
        let reach = ornament.runs.iter().flat_map(|LineRun { run, .. }| {
            run.glyphs.iter().filter_map(|glyph| {
                let (low, high) =
                    fonts.face(run.face).outline(glyph.id).vertical_reach()?;
                Some((low.of(run.size) + glyph.rise, high.of(run.size) + glyph.rise))
            })
        });
        let reach = reach.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let Some((low, high)) = reach else { return Length::ZERO };
        let size = ornament.runs.first().map_or(Length::ZERO, |one| one.run.size);
        let small = fonts.text(FontStyle::Roman).x_height();
        (low + high - small.unwrap_or(USUAL_X_HEIGHT).of(size)) / 2
    }

    /// The findings: each character that no font has, with how often it occurs and where
    /// first.
    #[must_use]
    pub fn finish(self) -> Vec<Diagnostic> {
        self.builder.into_findings()
    }
}
