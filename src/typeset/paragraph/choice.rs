//! Chooses the lines of a paragraph.

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

/// How far before the edge a ragged line may usually end, in parts of the em: about half a
/// word.
const RAG: Ratio = Ratio(3_000_000);

/// What faults cost in a language whose words are so long that twice as many lines would end
/// in a hyphen. Its readers are used to wider spaces.
struct LongWordCosts {
    /// The primary subtags of the languages.
    languages: &'static [&'static str],
    /// How much more a hyphen costs.
    hyphen: i64,
    /// See [`LineCosts::hyphens_running`]; none for the usual cost.
    hyphens_running: Option<i64>,
    /// See [`LineCosts::ladder`]; none for the usual cost.
    ladder: Option<i64>,
}

/// See [`LongWordCosts`]. In Russian, at most 12 lines of 100 should end in a hyphen on a page of
/// 65 letters: more than that, and a page of long words is one of fragments. A ladder costs as
/// much as ten hyphens.
const LONG_WORD_COSTS: [LongWordCosts; 2] = [
    LongWordCosts {
        languages: &["ru"],
        hyphen: 9,
        hyphens_running: Some(60_000),
        ladder: Some(8_000_000),
    },
    LongWordCosts {
        languages: &["uk", "be", "bg"],
        hyphen: 3,
        hyphens_running: None,
        ladder: None,
    },
];

/// The penalty of a hyphen for each setting of [`Hyphens`].
const FEW_HYPHENS: i64 = 220;
/// See [`FEW_HYPHENS`].
const USUAL_HYPHENS: i64 = 100;
/// See [`FEW_HYPHENS`].
const MANY_HYPHENS: i64 = 65;

/// How far the letters of a line give in the usual design, in millionths of its width: 2 %
/// by expansion, and 0.6 % of the em by tracking. Where they give less, more words are
/// divided. To limit this, a hyphen costs more there, up to twice as much.
const USUAL_GIVE: i64 = 32_000;
/// About this many letters of a text face fill an em.
const LETTERS_IN_EM: i32 = 2;

/// A paragraph whose words are shaped and whose lines are not chosen.
pub(super) struct ShapedParagraph {
    pub(super) paragraph: ParagraphText,
    pub(super) material: ParagraphNodes,
    pub(super) initial: Option<DropCapital>,
    /// The bytes at which its lines may break.
    pub(super) break_opportunities: Vec<usize>,
    /// The parameters for the line breaker, without the line above.
    pub(super) params: LineBreakParams,
}

/// A paragraph whose lines are chosen.
pub(super) struct ChosenLines {
    pub(super) paragraph: ParagraphText,
    pub(super) material: ParagraphNodes,
    pub(super) breaking: BrokenParagraph,
    pub(super) initial: Option<DropCapital>,
    /// Some lines break where no compositor would break them.
    pub(super) in_need: bool,
}

/// Chooses the lines of one paragraph after another.
#[derive(Default)]
pub(super) struct LineChooser {
    /// The last line of the previous paragraph, and the measure that it was set to.
    above: (LineAbove, Length),
}

impl ShapedParagraph {
    /// Combines the paragraph with the lines that were chosen.
    pub(super) fn with_lines(
        self,
        breaking: BrokenParagraph,
        in_need: bool,
    ) -> ChosenLines {
        let Self { paragraph, material, initial, .. } = self;
        ChosenLines { paragraph, material, breaking, initial, in_need }
    }

    /// Whether there are enough lines for the drop capital, and all hold their words.
    /// Without a drop capital, always.
    pub(super) fn suits_initial(&self, breaking: &BrokenParagraph) -> bool {
        let best = breaking.best();
        self.initial.as_ref().is_none_or(|initial| {
            initial.indents.len() <= best.lines.len() && !has_overfull_line(best)
        })
    }
}

impl LineChooser {
    /// Takes the line above the next paragraph; afterwards there is none.
    pub(super) fn take_above(&mut self) -> (LineAbove, Length) {
        std::mem::take(&mut self.above)
    }

    /// Chooses the lines of a paragraph. Its last line becomes the line above the next.
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

    /// Chooses the lines of a paragraph if they are good. If the paragraph needs other
    /// breaks or another opening, returns none and chooses nothing.
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

/// The parameters for the line breaker.
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
        // At least one: the best path may run beside the best one so far.
        spread: spread.max(1),
        beam: usize::MAX,
        longer: spread > 0,
        costs: line_costs(style),
    }
}

/// What the faults of lines cost in a language. A hyphen costs the more, the less the letters
/// of a line give.
fn line_costs(style: &ParagraphStyle) -> LineCosts {
    let hyphen = match style.hyphens {
        Hyphens::Few => FEW_HYPHENS,
        Hyphens::Usual => USUAL_HYPHENS,
        Hyphens::Many => MANY_HYPHENS,
    };
    let give = style.expansion.0 + style.tracking.0 * LETTERS_IN_EM;
    let give = i64::from(give).clamp(USUAL_GIVE / 2, USUAL_GIVE);
    let usual = LineCosts::default();
    let language = style.language.primary();
    let mut own = LONG_WORD_COSTS.iter().filter(|own| own.languages.contains(&language));
    match own.next() {
        Some(own) => LineCosts {
            hyphen: hyphen * own.hyphen * USUAL_GIVE / give,
            hyphens_running: own.hyphens_running.unwrap_or(usual.hyphens_running),
            ladder: own.ladder.unwrap_or(usual.ladder),
            ..usual
        },
        None => LineCosts { hyphen: hyphen * USUAL_GIVE / give, ..usual },
    }
}

/// Whether a line does not fit the measure.
fn has_overfull_line(sequence: &LineSequence) -> bool {
    overfull_lines(sequence).next().is_some()
}

/// The lines that do not fit the measure.
pub(super) fn overfull_lines(
    sequence: &LineSequence,
) -> impl Iterator<Item = &BrokenLine> {
    sequence.lines.iter().filter(|line| line.over > Length::ZERO)
}
