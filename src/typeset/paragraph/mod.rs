//! Inlines become set lines.
//!
//! The inlines are put into one string ([`mod@collect`]), the places are found where its
//! lines may turn ([`turns`]) and its words divide ([`word`], [`hyphenate`]); all that
//! becomes nodes ([`mod@build`]), the line breaker chooses, and the lines are set ([`set`]);
//! those of lengths that few pages take when one does ([`late`]).

mod addresses;
mod build;
mod collect;
mod hang;
mod hyphenate;
mod initial;
mod late;
mod opening;
mod set;
mod style;
mod turns;
mod word;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

pub(crate) use self::late::Late;
pub(in crate::typeset) use self::style::SMALL_CAPITALS_SPACING;
pub use self::style::{Alignment, Opening, ParagraphStyle, TextStyle};

use self::build::{Material, build};
use self::collect::{Wording, collect};
use self::initial::Initial;
use self::set::Setting;
pub use self::word::Library;
use self::word::Words;
use super::codes::{CHARACTER_MISSING, LINE_LOOSE, LINE_TOO_WIDE, WORD_TOO_WIDE};
use super::line::{Line, SetParagraph};
use super::linebreak::{Above, Breaker, Breaking, BrokenLine, Costs, Params, Way};
use super::nodes::Node;
use super::shape::Shaper;
use crate::book::inline::Inline;
use crate::book::matter::notes::NumberedNotes;
use crate::design::Hyphens;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::length::Length;
use crate::text::excerpt::excerpt;
use crate::text::language::Language;
use crate::text::span::{Origin, Span};

/// A last line shorter than this many parts of the em is a runt: about four letters.
const SHORTEST_LAST: crate::length::Ratio = crate::length::Ratio(2_000_000);

/// How far a line that is not justified may usually end before the edge: in parts of the
/// em, about half a word.
const RAG: crate::length::Ratio = crate::length::Ratio(3_000_000);

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

/// Thousandths: spaces so many times as wide as the face has them are told. At twice the
/// width a line falls apart into words, whatever stands around it.
const LOOSE: i64 = 2_000;

/// Sets paragraphs, and remembers the words it met.
pub struct Setter<'a> {
    shaper: Shaper<'a>,
    words: Words,
    breaker: Breaker,
    notes: &'a NumberedNotes<'a>,
    missing: BTreeMap<char, Missing>,
    /// The last line of the paragraph set last, and the measure it was set to.
    above: (Above, Length),
    /// The first word of the paragraph that follows the next, as a digest.
    word_below: u64,
}

/// Characters that no font has.
#[derive(Debug, Clone, Copy)]
struct Missing {
    count: u32,
    first: Option<Span>,
}

/// A paragraph set to one length.
#[derive(Debug, Default)]
pub(crate) struct Variant {
    /// Its lines. Those of a length that is not the best may have no glyphs yet: all else
    /// that pages are cut by is known of them.
    pub(crate) set: SetParagraph,
    /// What it costs more than the best, in demerits.
    pub(crate) surcharge: i64,
    /// What its lines are to be set of, if a page takes them; none where they are set.
    pub(crate) late: Option<Late>,
}

/// A paragraph whose lines are chosen.
struct Broken {
    wording: Wording,
    material: Material,
    breaking: Breaking,
    initial: Option<Initial>,
    /// Its lines turn at places where no compositor would turn them.
    in_need: bool,
}

impl<'a> Setter<'a> {
    /// A setter for text whose notes are numbered.
    #[must_use]
    pub fn new(fonts: &'a super::font::Fonts, notes: &'a NumberedNotes<'a>) -> Self {
        Self {
            shaper: Shaper::new(fonts),
            words: Words::default(),
            breaker: Breaker::default(),
            notes,
            missing: BTreeMap::new(),
            above: (Above::default(), Length::ZERO),
            word_below: 0,
        }
    }

    /// Shares the words that it meets with others, all of one book.
    #[must_use]
    pub fn sharing(self, library: &Arc<Library>) -> Self {
        Self { words: Words::of(Arc::clone(library)), ..self }
    }

    /// Words that are divided otherwise than the patterns say: the key `hyphenation` of
    /// `[design]`. To be said before the first paragraph is set.
    pub fn except(&mut self, words: &[String]) {
        self.words.except(words);
    }

    /// Says with which words the paragraph begins that stands under the one set next: no
    /// two lines running should begin with the same word.
    pub fn followed_by(&mut self, text: &str) {
        self.word_below = word::first_word(text);
    }

    /// Sets a paragraph. Characters that no font has are counted, and told by
    /// [`Self::finish`].
    pub fn set_paragraph(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        origin: Origin,
    ) -> Warned<SetParagraph> {
        let Warned { value, diagnostics } = self.set(content, style, origin, 0);
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
    ) -> Warned<Vec<Variant>> {
        self.set(content, style, origin, 1)
    }

    /// Sets the lines of a length that a page has taken.
    pub(crate) fn set_late(&mut self, late: &Late) -> Vec<Line> {
        let (content, style) = (&late.paragraph.0, &late.paragraph.1);
        let (shaper, words) = (&mut self.shaper, &mut self.words);
        let wording = collect(content, style, self.notes, shaper, words);
        let turns = turns::turns(&wording, &style.language);
        let material = build(&wording, &turns, style, shaper, words);
        let (wording, material) = (&wording, &material);
        let mut setting = Setting { wording, material, style, shaper, initial: None };
        late.lines.iter().map(|(line, indent)| setting.line(line, *indent)).collect()
    }

    /// Sets a paragraph to its best length and to others that differ by no more than
    /// `spread` lines.
    fn set(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        origin: Origin,
        spread: u32,
    ) -> Warned<Vec<Variant>> {
        let Broken { wording, material, breaking, initial, in_need } =
            self.broken(content, style, spread);
        self.count_missing(&material, origin);
        let justified = style.alignment == Alignment::Justified;
        let best = breaking.best();
        let beside = initial.as_ref().map_or(&[][..], |initial| &initial.indents);
        let count = |way: &Way| u32::try_from(way.lines.len()).unwrap_or(u32::MAX);
        let difference = |way: &Way| count(way).abs_diff(count(best));
        let others = breaking.ways().iter().filter(|way| {
            (1..=spread).contains(&difference(way)) && way.lines.len() >= beside.len()
        });
        let mut setting = Setting {
            wording: &wording,
            material: &material,
            style,
            shaper: &mut self.shaper,
            initial: initial.as_ref(),
        };
        let first = if beside.is_empty() { &[style.first_indent] } else { beside };
        let lines = |way: &Way| {
            let indents = first.iter().copied();
            let indents = indents.chain(std::iter::repeat(style.hanging_indent));
            way.lines.iter().copied().zip(indents).collect::<Vec<_>>()
        };
        // Few paragraphs are taken in another length than the best. What is set late is put
        // together again as here, from a copy: so it must be plain, and without notes, which
        // are known by their place in the book.
        let plain = style.opening == Opening::Plain && !in_need;
        let plain = spread > 0 && plain && wording.notes.is_empty();
        let paragraph = plain.then(|| Arc::new((content.to_vec(), style.clone())));
        let set = std::iter::once(best).chain(others).enumerate().map(|(nth, way)| {
            let lines = lines(way);
            let surcharge = (way.demerits - best.demerits) / 100;
            let (pieces, joined) = (wording.pieces.clone(), beside.len());
            let paragraph = paragraph.as_ref().filter(|_| nth > 0);
            let set = lines.iter().map(|(line, indent)| match paragraph {
                None => setting.line(line, *indent),
                Some(_) => setting.without_glyphs(line),
            });
            let set = SetParagraph { lines: set.collect(), pieces, joined };
            let late = paragraph
                .map(|paragraph| Late { paragraph: Arc::clone(paragraph), lines });
            Variant { set, surcharge, late }
        });
        let value = set.collect();
        let mut diagnostics = wide_words(&wording, &material, origin);
        diagnostics.extend(wide_lines(best).map(|line| {
            let words = excerpt(wording.text[material.bytes(line, &wording.text)].trim());
            let message =
                format!("'{words}' does not divide and stands out by {}", line.over);
            let diagnostic = Diagnostic::new(LINE_TOO_WIDE, Severity::Warning, message);
            Diagnostic { span: origin.0, ..diagnostic }
        }));
        if justified {
            diagnostics.extend(loose_lines(&wording, &material, best, origin));
        }
        Warned { value, diagnostics }
    }

    /// Breaks a paragraph into lines. Where there are too few of them beside its initial,
    /// or one does not hold its words, it has a lower one, or none.
    fn broken(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        spread: u32,
    ) -> Broken {
        let word_below = std::mem::take(&mut self.word_below);
        let (above, measure) = std::mem::take(&mut self.above);
        let follows = style.alignment == Alignment::Justified
            && measure == style.measure - style.hanging_indent;
        let above = if follows { above } else { Above::default() };
        let mut style = style.clone();
        loop {
            let params =
                Params { word_below, above: above.clone(), ..params(&style, spread) };
            let broken = self.broken_once(content, &style, params);
            let best = broken.breaking.best();
            let suits = |initial: &Initial| {
                initial.indents.len() <= best.lines.len()
                    && wide_lines(best).next().is_none()
            };
            if broken.initial.as_ref().is_none_or(suits) {
                return broken;
            }
            style.opening = style.opening.lower();
        }
    }

    /// Breaks a paragraph into lines with the opening of its style.
    fn broken_once(
        &mut self,
        content: &[Inline],
        style: &ParagraphStyle,
        mut params: Params,
    ) -> Broken {
        let (shaper, words) = (&mut self.shaper, &mut self.words);
        let mut wording = collect(content, style, self.notes, shaper, words);
        let initial = opening::open(&mut wording, style, shaper, words);
        let mut turns = turns::turns(&wording, &style.language);
        if let Some(initial) = &initial {
            let room = initial.indents.iter().map(|&indent| style.measure - indent);
            params.first_measures = room.collect();
            turns.retain(|&at| at > initial.end);
        }
        let mut material = build(&wording, &turns, style, shaper, words);
        let mut breaking = self.breaker.break_lines(&material.nodes, &params);
        let wide: Vec<BrokenLine> = wide_lines(breaking.best()).copied().collect();
        let in_need = !wide.is_empty();
        if in_need {
            // Better parted where no compositor would than off the paper.
            for line in wide {
                let bytes = material.bytes(&line, &wording.text);
                turns.extend(turns::turns_in_need(&wording, bytes));
            }
            turns.sort_unstable();
            turns.dedup();
            material = build(&wording, &turns, style, shaper, words);
            breaking = self.breaker.break_lines(&material.nodes, &params);
        }
        if style.alignment == Alignment::Justified {
            self.above = (std::mem::take(&mut breaking.last), params.measure);
        }
        Broken { wording, material, breaking, initial, in_need }
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
            alignment: Alignment::Ragged,
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
        let stand_in = self.shaper.fonts().stand_in().1;
        let tell = |(c, missing): (char, Missing)| {
            let message = format!(
                "no font has the character '{c}' (U+{:04X}, {} times); '{stand_in}' is \
                 printed for it",
                u32::from(c),
                missing.count
            );
            let diagnostic =
                Diagnostic::new(CHARACTER_MISSING, Severity::Warning, message)
                    .hint("give a font that has it");
            Diagnostic { span: missing.first, ..diagnostic }
        };
        self.missing.into_iter().map(tell).collect()
    }

    /// Counts the characters of a paragraph that no font has.
    fn count_missing(&mut self, material: &Material, origin: Origin) {
        for part in &material.parts {
            for &c in &part.word.shaped.missing {
                let missing = Missing { count: 0, first: origin.0 };
                self.missing.entry(c).or_insert(missing).count += 1;
            }
        }
    }
}

/// What the line breaker is asked for.
fn params(style: &ParagraphStyle, spread: u32) -> Params {
    let em = style.text.size;
    Params {
        first_measures: vec![style.measure - style.first_indent],
        measure: style.measure - style.hanging_indent,
        justified: style.alignment == Alignment::Justified,
        rag: RAG.of(em),
        shortest_last: SHORTEST_LAST.of(em).max(style.first_indent * 5 / 4),
        above: Above::default(),
        word_below: 0,
        // One at least: the best way may run beside the best one so far.
        spread: spread.max(1),
        followed: usize::MAX,
        longer: spread > 0,
        costs: Costs { hyphen: hyphen(style), ..Costs::default() },
    }
}

/// What a hyphen costs, as a penalty: the more, the less the letters of a line give.
fn hyphen(style: &ParagraphStyle) -> i64 {
    let cost = match style.hyphens {
        Hyphens::Few => FEW_HYPHENS,
        Hyphens::Usual => USUAL_HYPHENS,
        Hyphens::Many => MANY_HYPHENS,
    };
    let give = style.expansion.0 + style.tracking.0 * LETTERS_IN_EM;
    let give = i64::from(give).clamp(USUAL_GIVE / 2, USUAL_GIVE);
    cost * USUAL_GIVE / give
}

/// The lines of a way that do not fit the measure.
fn wide_lines(way: &Way) -> impl Iterator<Item = &BrokenLine> {
    way.lines.iter().filter(|line| line.over > Length::ZERO)
}

/// Says which words are wider than a line.
fn wide_words(wording: &Wording, material: &Material, origin: Origin) -> Vec<Diagnostic> {
    let tell = |bytes: &Range<usize>| {
        let word = excerpt(wording.text[bytes.clone()].trim());
        let message = format!("'{word}' is wider than a line and is divided anywhere");
        let diagnostic = Diagnostic::new(WORD_TOO_WIDE, Severity::Warning, message);
        Diagnostic { span: origin.0, ..diagnostic }
    };
    material.wide.iter().map(tell).collect()
}

/// Says which lines have spaces that everyone sees, and which have none to fill them with.
fn loose_lines(
    wording: &Wording,
    material: &Material,
    way: &Way,
    origin: Origin,
) -> Vec<Diagnostic> {
    let nodes = &material.nodes.list;
    let tell = |line: &BrokenLine| {
        let space = nodes[line.inner(nodes.len())].iter().find_map(|node| match node {
            Node::Glue { width, stretch, .. } if stretch.0 > 0 => Some((width, stretch)),
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
                format!("has spaces {whole}.{tenth} times as wide as usual")
            }
            None if line.ratio > LOOSE => "does not fill the measure".to_owned(),
            None => return None,
        };
        let words = excerpt(wording.text[material.bytes(line, &wording.text)].trim());
        let message = format!("the line '{words}' {how}");
        let diagnostic = Diagnostic::new(LINE_LOOSE, Severity::Warning, message)
            .hint("say under 'hyphenation' where its words, or those around, divide");
        Some(Diagnostic { span: origin.0, ..diagnostic })
    };
    way.lines.iter().filter_map(tell).collect()
}
