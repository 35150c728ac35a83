//! Shapes the words of paragraphs before their lines are chosen, and sets the lines
//! afterwards.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::build::{ParagraphNodes, build_nodes};
use super::choice::{ChosenLines, ShapedParagraph, line_break_params, overfull_lines};
use super::collect::{ParagraphText, collect_text};
use super::deferred::DeferredLines;
use super::set::LineSetter;
use super::style::{LineAlignment, ParagraphOpening, ParagraphStyle};
use super::word::WordCache;
use super::{ParagraphInput, ParagraphVariant, break_opportunities, opening};
use crate::book::formula::FormulaError;
use crate::book::matter::notes::NumberedNotes;
use crate::book::picture::Pictures;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::text::excerpt::excerpt;
use crate::text::span::{Origin, Span};
use crate::typeset::codes::{
    CHARACTER_MISSING, FORMULA_AS_SOURCE, LINE_LOOSE, LINE_TOO_WIDE, WORD_TOO_WIDE,
};
use crate::typeset::line::{SetParagraph, TextLine};
use crate::typeset::linebreak::{BrokenLine, LineSequence};
use crate::typeset::nodes::ParagraphNode;
use crate::typeset::shape::Shaper;

/// In thousandths: a line is reported whose spaces would be this many times their natural
/// width, and ragged on a narrow measure. At twice the width, a line falls apart into words.
const LOOSE: i64 = 2_000;

/// The same for a line on a wide measure, where the edge is what readers see: it is ragged only
/// if an address or the like leaves it half empty.
const LOOSEST: i64 = 4_000;

/// A measure of at least this many ems is wide: about 45 letters.
const WIDE_MEASURE: i32 = 20;

/// From how many thousandths of their natural width on the spaces of a line are too wide to
/// fill it.
pub(super) fn loosest_spaces(style: &ParagraphStyle) -> i64 {
    if style.measure >= style.text.size * WIDE_MEASURE { LOOSEST } else { LOOSE }
}

/// How far before the edge a ragged line may usually end, as its ratio.
const USUAL_RAG: i64 = 1_000;

/// The pictures of a text that has none.
static NO_PICTURES: Pictures = Pictures::new();

/// Shapes words, and caches those that it has met.
pub(super) struct ParagraphBuilder<'a> {
    pub(super) shaper: Shaper<'a>,
    pub(super) words: WordCache,
    notes: &'a NumberedNotes<'a>,
    pub(super) pictures: &'a Pictures,
    missing: BTreeMap<char, MissingGlyphs>,
}

/// A character that no font has.
#[derive(Debug, Clone, Copy)]
struct MissingGlyphs {
    count: u32,
    first: Option<Span>,
}

impl<'a> ParagraphBuilder<'a> {
    /// Creates a builder that has met no word.
    pub(super) fn new(shaper: Shaper<'a>, notes: &'a NumberedNotes<'a>) -> Self {
        Self {
            shaper,
            words: WordCache::default(),
            notes,
            pictures: &NO_PICTURES,
            missing: BTreeMap::new(),
        }
    }

    /// Shapes the words of a paragraph that will be set up to `spread` lines longer and
    /// shorter.
    pub(super) fn shape_paragraph(
        &mut self,
        input: &ParagraphInput<'_>,
        spread: u32,
    ) -> ShapedParagraph {
        let ParagraphInput { content, style, word_below, .. } = input;
        let (shaper, words) = (&mut self.shaper, &mut self.words);
        let mut params = line_break_params(style, spread);
        params.word_below = *word_below;
        let (notes, pictures) = (self.notes, self.pictures);
        let mut paragraph = collect_text(content, style, notes, pictures, shaper, words);
        let initial = opening::open_paragraph(&mut paragraph, style, shaper, words);
        let mut break_opportunities =
            break_opportunities::find_breaks(&paragraph, &style.language);
        if let Some(initial) = &initial {
            let room = initial.indents.iter().map(|&indent| style.measure - indent);
            params.first_measures = room.collect();
            break_opportunities.retain(|&at| at > initial.end);
        }
        let material =
            build_nodes(&paragraph, &break_opportunities, style, shaper, words);
        ShapedParagraph { paragraph, material, initial, break_opportunities, params }
    }

    /// Allows breaks in overfull lines where no compositor would break: better there than
    /// off the paper.
    pub(super) fn add_emergency_breaks(
        &mut self,
        input: &ParagraphInput<'_>,
        prepared: &mut ShapedParagraph,
        wide: &[BrokenLine],
    ) {
        let ShapedParagraph { paragraph, material, break_opportunities, .. } = prepared;
        for line in wide {
            let bytes = material.line_bytes(line, &paragraph.text);
            break_opportunities
                .extend(break_opportunities::find_emergency_breaks(paragraph, bytes));
        }
        break_opportunities.sort_unstable();
        break_opportunities.dedup();
        let (shaper, words) = (&mut self.shaper, &mut self.words);
        *material =
            build_nodes(paragraph, break_opportunities, &input.style, shaper, words);
    }

    /// Sets a paragraph to its best length and to others that differ by at most `spread`
    /// lines.
    pub(super) fn set_variants(
        &mut self,
        input: &ParagraphInput<'_>,
        broken: ChosenLines,
        spread: u32,
    ) -> Warned<Vec<ParagraphVariant>> {
        let ParagraphInput { content, ref style, origin, .. } = *input;
        let ChosenLines { paragraph, material, breaking, initial, in_need } = broken;
        self.count_missing_glyphs(&material, origin);
        let justified = style.alignment == LineAlignment::Justified;
        let best = breaking.best();
        let beside = initial.as_ref().map_or(&[][..], |initial| &initial.indents);
        let count = |sequence: &LineSequence| {
            u32::try_from(sequence.lines.len()).unwrap_or(u32::MAX)
        };
        let difference = |sequence: &LineSequence| count(sequence).abs_diff(count(best));
        let others = breaking.by_line_count().iter().filter(|sequence| {
            (1..=spread).contains(&difference(sequence))
                && sequence.lines.len() >= beside.len()
                && (justified || is_evenly_ragged(sequence, best))
        });
        let mut line_setter = LineSetter {
            paragraph: &paragraph,
            material: &material,
            style,
            shaper: &mut self.shaper,
            initial: initial.as_ref(),
        };
        let first = if beside.is_empty() { &[style.first_indent] } else { beside };
        let lines = |sequence: &LineSequence| {
            let indents = first.iter().copied();
            let indents = indents.chain(std::iter::repeat(style.hanging_indent));
            sequence.lines.iter().copied().zip(indents).collect::<Vec<_>>()
        };
        // Few paragraphs are taken in another length than the best. A variant is set later
        // from a copy, so it must be plain, and without notes, which are identified by
        // their place in the book, or are set beside it.
        let plain = style.opening == ParagraphOpening::Plain && !in_need;
        let is_text_only = paragraph.notes.is_empty() && paragraph.objects.is_empty();
        let plain = spread > 0 && plain && is_text_only;
        let source = plain.then(|| Arc::new((content.to_vec(), style.clone())));
        let set =
            std::iter::once(best).chain(others).enumerate().map(|(nth, sequence)| {
                let lines = lines(sequence);
                let surcharge = (sequence.demerits - best.demerits) / 100;
                let (spans, unbreakable_lines) = (paragraph.spans.clone(), beside.len());
                let source = source.as_ref().filter(|_| nth > 0);
                let set = lines.iter().map(|(line, indent)| match source {
                    None => line_setter.set_line(line, *indent),
                    Some(_) => line_setter.set_line_without_glyphs(line),
                });
                let set = SetParagraph { lines: set.collect(), spans, unbreakable_lines };
                let deferred = source
                    .map(|source| DeferredLines { paragraph: Arc::clone(source), lines });
                ParagraphVariant { set, surcharge, deferred }
            });
        let value = set.collect();
        let mut diagnostics = report_overfull_words(&paragraph, &material, best, origin);
        diagnostics.extend(overfull_lines(best).map(|line| {
            let words = excerpt(
                paragraph.text[material.line_bytes(line, &paragraph.text)].trim(),
            );
            let message = format!(
                "'{words}' cannot be divided and extends beyond the line by {}",
                line.over
            );
            let diagnostic = Diagnostic::new(LINE_TOO_WIDE, Severity::Warning, message);
            Diagnostic { span: origin.0, ..diagnostic }
        }));
        diagnostics.extend(
            paragraph
                .formulas_as_source
                .iter()
                .map(|(tex, cause)| report_formula(tex, cause, origin)),
        );
        if justified {
            diagnostics.extend(report_loose_lines(
                &paragraph,
                &material,
                best,
                loosest_spaces(style),
                origin,
            ));
        }
        Warned { value, diagnostics }
    }

    /// Sets the lines of a variant that a page has taken.
    pub(super) fn set_deferred(&mut self, deferred: &DeferredLines) -> Vec<TextLine> {
        let (content, style) = (&deferred.paragraph.0, &deferred.paragraph.1);
        let (shaper, words) = (&mut self.shaper, &mut self.words);
        let (notes, pictures) = (self.notes, self.pictures);
        let paragraph = collect_text(content, style, notes, pictures, shaper, words);
        let break_opportunities =
            break_opportunities::find_breaks(&paragraph, &style.language);
        let material =
            build_nodes(&paragraph, &break_opportunities, style, shaper, words);
        let (paragraph, material) = (&paragraph, &material);
        let mut line_setter =
            LineSetter { paragraph, material, style, shaper, initial: None };
        deferred
            .lines
            .iter()
            .map(|(line, indent)| line_setter.set_line(line, *indent))
            .collect()
    }

    /// The findings: each character that no font has, with how often it occurs and where
    /// first.
    pub(super) fn into_findings(self) -> Vec<Diagnostic> {
        let stand_in = self.shaper.fonts().replacement_glyph().1;
        let tell = |(c, missing): (char, MissingGlyphs)| {
            let message = format!(
                "no font has the character '{c}' (U+{:04X}, {}×); '{stand_in}' is \
                 printed for it",
                u32::from(c),
                missing.count
            );
            let diagnostic =
                Diagnostic::new(CHARACTER_MISSING, Severity::Warning, message)
                    .hint("choose a font that has it");
            Diagnostic { span: missing.first, ..diagnostic }
        };
        self.missing.into_iter().map(tell).collect()
    }

    /// Counts the characters of a paragraph that no font has.
    fn count_missing_glyphs(&mut self, material: &ParagraphNodes, origin: Origin) {
        for part in &material.parts {
            for &c in &part.word.shaped.missing {
                let missing = MissingGlyphs { count: 0, first: origin.0 };
                self.missing.entry(c).or_insert(missing).count += 1;
            }
        }
    }
}

/// Whether no ragged line ends farther before the edge than is usual, or than one does in the
/// best lines: a paragraph is not made longer by a narrow measure of its own.
fn is_evenly_ragged(sequence: &LineSequence, best: &LineSequence) -> bool {
    let shortest = |sequence: &LineSequence| {
        sequence.lines.iter().map(|line| line.ratio).max().unwrap_or_default()
    };
    shortest(sequence) <= shortest(best).max(USUAL_RAG)
}

/// Reports that a formula is set as its source.
fn report_formula(tex: &str, cause: &FormulaError, origin: Origin) -> Diagnostic {
    let tex = excerpt(tex);
    let message = format!("the formula '{tex}' is set as its source: {cause}");
    let found = Diagnostic::new(FORMULA_AS_SOURCE, Severity::Warning, message);
    Diagnostic { span: origin.0, ..found }
}

/// Reports the words that are wider than a line and are divided.
fn report_overfull_words(
    paragraph: &ParagraphText,
    material: &ParagraphNodes,
    best: &LineSequence,
    origin: Origin,
) -> Vec<Diagnostic> {
    let tell = |bytes: &Range<usize>| {
        let word = excerpt(paragraph.text[bytes.clone()].trim());
        let message = format!(
            "'{word}' is wider than a line and is divided without regard to syllables"
        );
        let diagnostic = Diagnostic::new(WORD_TOO_WIDE, Severity::Warning, message);
        Diagnostic { span: origin.0, ..diagnostic }
    };
    let ends = best.lines.iter().filter(|line| line.end.is_some());
    let ends: Vec<usize> =
        ends.map(|line| material.line_bytes(line, &paragraph.text).end).collect();
    let is_divided = |bytes: &&Range<usize>| {
        ends.iter().any(|&end| bytes.start < end && end < bytes.end)
    };
    material.wide.iter().filter(is_divided).map(tell).collect()
}

/// Reports the lines whose spaces would be too wide, and those without any space to stretch.
fn report_loose_lines(
    paragraph: &ParagraphText,
    material: &ParagraphNodes,
    sequence: &LineSequence,
    loosest: i64,
    origin: Origin,
) -> Vec<Diagnostic> {
    let nodes = &material.nodes.list;
    let tell = |line: &BrokenLine| {
        let space =
            nodes[line.inner_nodes(nodes.len())].iter().find_map(|node| match node {
                ParagraphNode::Glue { width, stretch, .. } if stretch.0 > 0 => {
                    Some((width, stretch))
                }
                _ => None,
            });
        let how = match space {
            Some((width, stretch)) => {
                let wide = i64::from(width.0).max(1);
                let times = 1000 + line.ratio * i64::from(stretch.0) / wide;
                if times < LOOSE {
                    return None;
                }
                let (whole, tenth) = (times / 1000, times % 1000 / 100);
                if times < loosest {
                    format!("has spaces {whole}.{tenth} times as wide as usual")
                } else {
                    format!(
                        "is ragged: it would need spaces {whole}.{tenth} times as wide \
                         as usual"
                    )
                }
            }
            None if line.ratio > LOOSE => "does not fill the measure".to_owned(),
            None => return None,
        };
        let words =
            excerpt(paragraph.text[material.line_bytes(line, &paragraph.text)].trim());
        let message = format!("the line '{words}' {how}");
        let diagnostic = Diagnostic::new(LINE_LOOSE, Severity::Warning, message).hint(
            "set under 'hyphenation' where its words, or those near it, may be divided",
        );
        Some(Diagnostic { span: origin.0, ..diagnostic })
    };
    sequence.lines.iter().filter_map(tell).collect()
}
