//! Which lines a paragraph is broken into.

use super::build::ParagraphNodes;
use super::collect::ParagraphText;
use super::initial::DropCapital;
use super::style::{LineAlignment, ParagraphStyle};
use crate::design::Hyphens;
use crate::length::{Length, Ratio};
use crate::typeset::linebreak::{
    BrokenLine, BrokenParagraph, LineAbove, LineBreakParams, LineCosts, LineSequence,
    break_lines,
};

/// A last line shorter than this many parts of the em is a runt: about four letters.
const SHORTEST_LAST: Ratio = Ratio(2_000_000);

/// How far a line that is not justified may usually end before the edge: in parts of the
/// em, about half a word.
const RAG: Ratio = Ratio(3_000_000);

/// What a hyphen costs, as a penalty, in each of the settings of [`Hyphens`].
const FEW_HYPHENS: i64 = 220;
/// See [`FEW_HYPHENS`].
const USUAL_HYPHENS: i64 = 100;
/// See [`FEW_HYPHENS`].
const MANY_HYPHENS: i64 = 65;

/// How far the letters of a line give way in the usual design, in millionths of its width: by
/// 2 % for scaling and 0.6 % of the em between letters. Where they give less, words are
/// divided more often; so that this does not get out of hand a hyphen costs more there, up
/// to twice as much.
const USUAL_GIVE: i64 = 32_000;
/// About so many letters of a text face stand in an em.
const LETTERS_IN_EM: i32 = 2;

/// A paragraph whose words are shaped, and whose lines are not chosen.
pub(super) struct ShapedParagraph {
    pub(super) wording: ParagraphText,
    pub(super) material: ParagraphNodes,
    pub(super) initial: Option<DropCapital>,
    /// The places where its lines may turn.
    pub(super) turns: Vec<usize>,
    /// What the line breaker is asked for; of the line above it knows nothing yet.
    pub(super) params: LineBreakParams,
}

/// A paragraph whose lines are chosen.
pub(super) struct ChosenLines {
    pub(super) wording: ParagraphText,
    pub(super) material: ParagraphNodes,
    pub(super) breaking: BrokenParagraph,
    pub(super) initial: Option<DropCapital>,
    /// Its lines turn at places where no compositor would turn them.
    pub(super) in_need: bool,
}

/// Chooses lines, of one paragraph after the other.
#[derive(Default)]
pub(super) struct LineChooser {
    /// The last line of the paragraph chosen last, and the measure it was set to.
    above: (LineAbove, Length),
}

impl ShapedParagraph {
    /// With the lines that were chosen.
    pub(super) fn with_lines(
        self,
        breaking: BrokenParagraph,
        in_need: bool,
    ) -> ChosenLines {
        let Self { wording, material, initial, .. } = self;
        ChosenLines { wording, material, breaking, initial, in_need }
    }

    /// Whether the lines beside the initial are enough for it, and all hold their words;
    /// without an initial they do.
    pub(super) fn suits_initial(&self, breaking: &BrokenParagraph) -> bool {
        let best = breaking.best();
        self.initial.as_ref().is_none_or(|initial| {
            initial.indents.len() <= best.lines.len() && !has_overfull_line(best)
        })
    }
}

impl LineChooser {
    /// The line above the next paragraph, which is none behind it.
    pub(super) fn take_above(&mut self) -> (LineAbove, Length) {
        std::mem::take(&mut self.above)
    }

    /// The lines of a paragraph under a line; the last of them is above the next.
    pub(super) fn choose_lines(
        &mut self,
        prepared: &ShapedParagraph,
        (above, measure): &(LineAbove, Length),
    ) -> BrokenParagraph {
        let mut params = prepared.params.clone();
        if params.justified && *measure == params.measure {
            params.above = above.clone();
        }
        let mut breaking = break_lines(&prepared.material.nodes, &params);
        if params.justified {
            self.above = (std::mem::take(&mut breaking.last), params.measure);
        }
        breaking
    }

    /// The lines of a paragraph as they are wanted; none where it wants other places to turn
    /// or another opening, and nothing is chosen.
    pub(super) fn choose_good_lines(
        &mut self,
        prepared: &ShapedParagraph,
    ) -> Option<BrokenParagraph> {
        let above = self.take_above();
        let breaking = self.choose_lines(prepared, &above);
        if has_overfull_line(breaking.best()) || !prepared.suits_initial(&breaking) {
            self.above = above;
            return None;
        }
        Some(breaking)
    }
}

/// What the line breaker is asked for.
pub(super) fn line_break_params(style: &ParagraphStyle, spread: u32) -> LineBreakParams {
    let em = style.text.size;
    LineBreakParams {
        first_measures: vec![style.measure - style.first_indent],
        measure: style.measure - style.hanging_indent,
        justified: style.alignment == LineAlignment::Justified,
        rag: RAG.of(em),
        shortest_last: SHORTEST_LAST.of(em).max(style.first_indent * 5 / 4),
        above: LineAbove::default(),
        word_below: 0,
        // One at least: the best way may run beside the best one so far.
        spread: spread.max(1),
        beam: usize::MAX,
        longer: spread > 0,
        costs: LineCosts { hyphen: hyphen_penalty(style), ..LineCosts::default() },
    }
}

/// What a hyphen costs, as a penalty: the more, the less the letters of a line give.
fn hyphen_penalty(style: &ParagraphStyle) -> i64 {
    let cost = match style.hyphens {
        Hyphens::Few => FEW_HYPHENS,
        Hyphens::Usual => USUAL_HYPHENS,
        Hyphens::Many => MANY_HYPHENS,
    };
    let give = style.expansion.0 + style.tracking.0 * LETTERS_IN_EM;
    let give = i64::from(give).clamp(USUAL_GIVE / 2, USUAL_GIVE);
    cost * USUAL_GIVE / give
}

/// Whether a line does not fit the measure.
fn has_overfull_line(way: &LineSequence) -> bool {
    overfull_lines(way).next().is_some()
}

/// The lines of a way that do not fit the measure.
pub(super) fn overfull_lines(way: &LineSequence) -> impl Iterator<Item = &BrokenLine> {
    way.lines.iter().filter(|line| line.over > Length::ZERO)
}
