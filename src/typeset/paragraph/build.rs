//! The words of a paragraph become nodes, each with what it was made from.

use std::ops::Range;
use std::sync::Arc;

use super::break_opportunities::is_in_address;
use super::collect::{FormulaSpace, ParagraphText, StyledRun};
use super::style::ParagraphStyle;
use super::word::{HyphenationKind, ShapedWord, WordCache};
use crate::length::{Length, Ratio};
use crate::text::language::Language;
use crate::text::line_ends::DASHES;
use crate::typeset::document::Role;
use crate::typeset::linebreak::BrokenLine;
use crate::typeset::nodes::{Breakpoint, LineEdge, NodeList, ParagraphNode};
use crate::typeset::shape::{Shaper, to_u32_index};

/// How far a word space may stretch, in parts of the em. The space of EB Garamond is a
/// fifth of the em, so a line at its limit has spaces 1.4 times as wide.
const SPACE_STRETCH: Ratio = Ratio(80_000);

/// How far a word space may shrink, in parts of the em: to 0.7 of EB Garamond's. Below
/// that, words begin to run together.
const SPACE_SHRINK: Ratio = Ratio(60_000);

/// Languages that repeat the hyphen of a compound at the beginning of the next line (Acordo
/// Ortográfico da Língua Portuguesa 1990, base XX, 6; Real Academia Española, *Ortografía
/// de la lengua española* 2010, III, 4.1.1).
const REPEATED_HYPHEN: [&str; 6] = ["pt", "es", "pl", "cs", "sk", "hr"];

/// Languages in which the hyphen is not repeated if the second part is a name (*Ortografía
/// de la lengua española* 2010, as above).
const NAMES_APART: [&str; 1] = ["es"];

/// Signs with a thin space before them in French, which never stretches or shrinks.
const BEHIND_THIN_SPACE: [char; 3] = [';', '!', '?'];

/// A thin space is a word space divided by this: `\FBthinspace` of `babel-french`.
const THIN_SPACE: i32 = 2;

/// The penalty for breaking a word that is wider than the measure.
const BARE_DIVISION: i32 = 10_000;

/// The penalty for dividing a part of a compound: readers then cannot tell which of the two
/// hyphens is the word's own.
const SECOND_HYPHEN: i32 = 100;

/// In bytes, longer than a word of any language. Longer words are set in parts of this
/// length, so that the work stays linear; and a part of signs ten ems wide still has a
/// width that fits into the unit.
const LONGEST_PART: usize = 400;

/// Buffer size: bytes of a long paragraph.
const USUAL_BYTES: usize = 4_000;

/// Buffer size: bytes of a word of running text and its space.
const USUAL_WORD: usize = 6;

/// A paragraph ready to be broken.
#[derive(Debug, Default)]
pub(super) struct ParagraphNodes {
    /// What the line breaker sees.
    pub(super) nodes: NodeList,
    /// What each node was made from.
    pub(super) sources: Vec<NodeSource>,
    /// The words and parts of words.
    pub(super) parts: Vec<WordPart>,
    /// The byte ranges of words that are wider than a line.
    pub(super) wide: Vec<Range<usize>>,
}

impl ParagraphNodes {
    /// Reserves room for the nodes of a text of this many bytes. Even where words divide as
    /// often as in Spanish, there is less than one node per byte.
    fn with_capacity_for(bytes: usize) -> Self {
        let count = bytes.min(USUAL_BYTES);
        Self {
            nodes: NodeList { list: Vec::with_capacity(count), ..NodeList::default() },
            sources: Vec::with_capacity(count),
            parts: Vec::with_capacity(count / USUAL_WORD),
            wide: Vec::new(),
        }
    }
}

/// What a node was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeSource {
    /// Letters between two bytes of a part's word.
    Letters { part: u32, start: u32, end: u32 },
    /// A space at a byte of the text, in a run.
    Space { at: u32, stretch: u32 },
    /// What is no letter, by its index in the paragraph.
    Object { at: u32, object: u32 },
    /// A break at a byte of the text, in a run.
    Turn { at: u32, stretch: u32 },
    /// A hyphenation point of a word, at a byte of the text.
    Division { at: u32, kind: HyphenationKind },
}

impl ParagraphNodes {
    /// The bytes of the text between the two breaks of a line.
    pub(super) fn line_bytes(&self, line: &BrokenLine, text: &str) -> Range<usize> {
        let start = line.start.map_or(0, |node| self.break_byte(node));
        start..line.end.map_or(text.len(), |node| self.break_byte(node))
    }

    /// The byte of the text at which a line breaks at a node.
    fn break_byte(&self, node: usize) -> usize {
        match self.sources[node] {
            NodeSource::Letters { part, start, .. } => {
                self.parts[part as usize].range.start + start as usize
            }
            NodeSource::Space { at, .. }
            | NodeSource::Object { at, .. }
            | NodeSource::Turn { at, .. }
            | NodeSource::Division { at, .. } => at as usize,
        }
    }
}

/// A word or a part of one, in one style.
#[derive(Debug)]
pub(super) struct WordPart {
    /// Its bytes in the paragraph's text.
    pub(super) range: Range<usize>,
    /// The run that it belongs to.
    pub(super) stretch: usize,
    /// The word.
    pub(super) word: Arc<ShapedWord>,
}

/// Makes nodes of a paragraph's words. `turns` are the bytes at which lines may break, in
/// order.
pub(super) fn build_nodes(
    paragraph: &ParagraphText,
    break_opportunities: &[usize],
    style: &ParagraphStyle,
    shaper: &mut Shaper<'_>,
    words: &mut WordCache,
) -> ParagraphNodes {
    let mut builder = NodeBuilder {
        paragraph,
        break_opportunities,
        style,
        shaper,
        words,
        material: ParagraphNodes::with_capacity_for(paragraph.text.len()),
        waiting: vec![PendingEdge::First],
        above: LineEdge::default(),
        narrowest: style.measure - style.first_indent.max(style.hanging_indent),
        reported_to: 0,
    };
    for (index, stretch) in paragraph.runs.iter().enumerate() {
        builder.add_run(index, stretch);
    }
    builder.material
}

/// The nodes while they grow.
struct NodeBuilder<'a, 'f> {
    paragraph: &'a ParagraphText,
    /// The possible breaks that the builder has not passed.
    break_opportunities: &'a [usize],
    style: &'a ParagraphStyle,
    shaper: &'a mut Shaper<'f>,
    words: &'a mut WordCache,
    material: ParagraphNodes,
    /// Where the edge of the line that begins with the next word must be written.
    waiting: Vec<PendingEdge>,
    /// The edge of a line that ends with the last word.
    above: LineEdge,
    /// The narrowest measure of the paragraph.
    narrowest: Length,
    /// Up to this byte, words wider than a line are already recorded.
    reported_to: usize,
}

/// A place for the edge of a line.
#[derive(Debug, Clone, Copy)]
enum PendingEdge {
    /// The paragraph's first line.
    First,
    /// The line after the break at a node.
    Node(usize),
}

impl NodeBuilder<'_, '_> {
    /// Adds the words, spaces and breaks of a run.
    fn add_run(&mut self, index: usize, stretch: &StyledRun) {
        let text = self.paragraph.text.as_str();
        let mut at = stretch.range.start;
        let mut end = at;
        // A break between two runs without a space between them.
        if self.next_break(at) == Some(at) && !text[..at].ends_with([' ', '\u{A0}']) {
            self.add_break(at, index, stretch, Breakpoint::default());
        }
        while at < stretch.range.end {
            let rest = &text[at..stretch.range.end];
            match rest.chars().next() {
                Some('\n') => {
                    self.add_break(
                        at,
                        index,
                        stretch,
                        Breakpoint { forced: true, ..Breakpoint::default() },
                    );
                    at += 1;
                }
                Some(space @ (' ' | '\u{A0}')) => {
                    let next_at = at + space.len_utf8();
                    let can_break = self.next_break(next_at) == Some(next_at);
                    self.add_space(at, index, stretch, can_break);
                    at = next_at;
                }
                _ => {
                    // Looked for once only: in a text without spaces lines may break at
                    // every letter.
                    if end <= at {
                        end = at + rest.find([' ', '\u{A0}', '\n']).unwrap_or(rest.len());
                    }
                    let next = self.next_break(at + 1).unwrap_or(end).min(end);
                    let cut = split_long_word(text, at..next);
                    match self.paragraph.objects.binary_search_by_key(&at, |one| one.at) {
                        Ok(object) => self.add_object(at, object),
                        Err(_) => self.add_word_part(at..cut, index, stretch),
                    }
                    if cut < end {
                        let penalty = if cut < next { BARE_DIVISION } else { 0 };
                        let breakpoint = Breakpoint { penalty, ..Breakpoint::default() };
                        self.add_break(cut, index, stretch, breakpoint);
                    }
                    at = cut;
                }
            }
        }
    }

    /// The first possible break from a byte on. Calls must not go backwards.
    fn next_break(&mut self, from: usize) -> Option<usize> {
        let passed = self.break_opportunities.iter().take_while(|&&at| at < from).count();
        self.break_opportunities = &self.break_opportunities[passed..];
        self.break_opportunities.first().copied()
    }

    /// Adds a word space.
    fn add_space(
        &mut self,
        at: usize,
        index: usize,
        stretch: &StyledRun,
        can_break: bool,
    ) {
        let space = self.shaper.shape_space(stretch.shaping).advance.of(stretch.size);
        let spacing = stretch.letterspacing.of(stretch.size);
        let of_formula = self.find_formula_space(at);
        let rigid = match of_formula {
            Some(space) => Some(space.width.of(stretch.size)),
            None => self.fixed_space_width(at, space),
        };
        let penalty = of_formula.and_then(|space| space.penalty).unwrap_or(0);
        let breakpoint = can_break.then(|| Breakpoint {
            penalty,
            end: self.above,
            ..Breakpoint::default()
        });
        if can_break {
            self.waiting.push(PendingEdge::Node(self.material.nodes.list.len()));
        }
        self.push_node(
            ParagraphNode::Glue {
                width: rigid.unwrap_or(space) + spacing,
                stretch: rigid.map_or(SPACE_STRETCH.of(stretch.size), |_| Length::ZERO),
                shrink: rigid.map_or(SPACE_SHRINK.of(stretch.size), |_| Length::ZERO),
                breakpoint,
            },
            NodeSource::Space { at: to_u32_index(at), stretch: to_u32_index(index) },
        );
    }

    /// The space of a formula at a byte.
    fn find_formula_space(&self, at: usize) -> Option<FormulaSpace> {
        let spaces = &self.paragraph.formula_spaces;
        let place = spaces.binary_search_by_key(&at, |space| space.at).ok()?;
        spaces.get(place).copied()
    }

    /// The width of a space that is the same on every line: after the dash that opens
    /// speech, so that speeches begin alike, and in French before tall punctuation.
    fn fixed_space_width(&self, at: usize, space: Length) -> Option<Length> {
        let (above, below) = self.paragraph.text.split_at(at);
        let speech = above.trim_end_matches(DASHES);
        if speech.len() < above.len() && (speech.is_empty() || speech.ends_with('\n')) {
            return Some(space);
        }
        let french = self.style.language.primary() == "fr";
        let thin = below.chars().nth(1).is_some_and(|c| BEHIND_THIN_SPACE.contains(&c));
        (french && thin).then_some(space / THIN_SPACE)
    }

    /// Adds a break without a space. Its edges are not known yet.
    fn add_break(
        &mut self,
        at: usize,
        index: usize,
        stretch: &StyledRun,
        breakpoint: Breakpoint,
    ) {
        let (above, below) = self.paragraph.text.split_at(at);
        let hyphenated = above.ends_with(['-', '\u{2010}']);
        let breakpoint = Breakpoint { hyphenated, end: self.above, ..breakpoint };
        let after = if hyphenated && repeats_hyphen(above, below, &self.style.language) {
            self.shaper.measure_word(stretch.shaping, "-", stretch.size)
        } else {
            Length::ZERO
        };
        self.waiting.push(PendingEdge::Node(self.material.nodes.list.len()));
        self.push_node(
            ParagraphNode::Discretionary { before: Length::ZERO, after, breakpoint },
            NodeSource::Turn { at: to_u32_index(at), stretch: to_u32_index(index) },
        );
    }

    /// Adds what is no letter, and fills a run of its own.
    fn add_object(&mut self, at: usize, object: usize) {
        let width = self.paragraph.objects[object].width;
        if width > Length::ZERO {
            self.waiting.clear();
            self.above = LineEdge::default();
        }
        let (at, object) = (to_u32_index(at), to_u32_index(object));
        self.push_node(
            ParagraphNode::Box { width, give: Length::ZERO },
            NodeSource::Object { at, object },
        );
    }

    /// Adds a word, or a part of one, with its hyphenation points.
    fn add_word_part(&mut self, range: Range<usize>, index: usize, stretch: &StyledRun) {
        let text = &self.paragraph.text[range.clone()];
        let mut word = if is_in_address(self.paragraph, range.clone()) {
            Arc::new(ShapedWord::new(self.shaper, stretch.shaping, text, &[]))
        } else {
            self.words.get_or_shape(self.shaper, stretch.class, text)
        };
        let soft = &self.paragraph.soft_hyphens;
        let first = soft.partition_point(|&at| at <= range.start);
        let soft: Vec<(usize, HyphenationKind)> = soft[first..]
            .iter()
            .take_while(|&&at| at < range.end)
            .map(|&at| (at - range.start, HyphenationKind::Hyphen))
            .collect();
        if !soft.is_empty() {
            word = Arc::new(ShapedWord::new(self.shaper, stretch.shaping, text, &soft));
        }
        let mut parted = None;
        if word.widest_rest().of(stretch.size) > self.narrowest {
            if self.reported_to <= range.start {
                let rest = &self.paragraph.text[range.start..];
                let length = rest.find([' ', '\u{A0}', '\n']).unwrap_or(rest.len());
                self.reported_to = range.start + length;
                self.material.wide.push(range.start..self.reported_to);
            }
            parted = Some(word.emergency_points(grapheme_breaks(text)));
        }
        let above = &self.paragraph.text[..range.start];
        let hyphen = ['-', '\u{2010}'];
        let compound = above.ends_with(hyphen) || text.ends_with(hyphen);
        let part = self.material.parts.len();
        self.write_edges(&word, stretch);
        let tracking = self.style.tracking.of(stretch.size);
        let mut done = (0, Ratio(0), 0);
        let whole = (text.len(), word.shaped.advance, word.gaps);
        for division in parted.as_ref().unwrap_or(&word.divisions) {
            let to = (division.at, division.prefix, division.gaps);
            self.add_letters(part, stretch, done, to, tracking);
            done = to;
            let kind = division.kind;
            let breakpoint = Breakpoint {
                penalty: match kind {
                    HyphenationKind::Bare => BARE_DIVISION,
                    _ if compound => SECOND_HYPHEN,
                    _ => 0,
                },
                hyphenated: kind != HyphenationKind::Bare,
                forced: false,
                short: division.short,
                end: LineEdge {
                    hang: division.hang.of(stretch.size),
                    word: division.digests.0,
                },
                start: LineEdge { hang: Length::ZERO, word: division.digests.1 },
            };
            self.push_node(
                ParagraphNode::Discretionary {
                    before: division.before.of(stretch.size),
                    after: division.after.of(stretch.size),
                    breakpoint,
                },
                NodeSource::Division {
                    at: to_u32_index(range.start + division.at),
                    kind,
                },
            );
        }
        self.add_letters(part, stretch, done, whole, tracking);
        self.material.parts.push(WordPart { range, stretch: index, word });
    }

    /// Adds a box with the letters between two points of a part. A point is a byte, the
    /// width before it and the gaps before it.
    fn add_letters(
        &mut self,
        part: usize,
        stretch: &StyledRun,
        from: (usize, Ratio, i32),
        to: (usize, Ratio, i32),
        tracking: Length,
    ) {
        let natural = (to.1 - from.1).of(stretch.size);
        let gaps = to.2 - from.2;
        let spacing = stretch.letterspacing.of(stretch.size) * gaps;
        self.push_node(
            ParagraphNode::Box {
                width: natural + spacing,
                give: self.style.expansion.of(natural) + tracking * gaps,
            },
            NodeSource::Letters {
                part: to_u32_index(part),
                start: to_u32_index(from.0),
                end: to_u32_index(to.0),
            },
        );
    }

    /// Writes the edges of lines that begin, or end, with a word.
    fn write_edges(&mut self, word: &ShapedWord, stretch: &StyledRun) {
        // A note mark is not a word: the edge is that of the word it belongs to.
        let is_mark = stretch
            .span
            .is_some_and(|piece| self.paragraph.spans[piece].role == Role::Reference);
        let digest = if is_mark { 0 } else { word.digest };
        let hang = word.hang.0.of(stretch.size);
        let start = LineEdge { hang, word: digest };
        for waiting in self.waiting.drain(..) {
            match waiting {
                PendingEdge::First => {
                    let hang = if self.style.hangs { hang } else { Length::ZERO };
                    self.material.nodes.first = LineEdge { hang, word: digest };
                }
                PendingEdge::Node(node) => match &mut self.material.nodes.list[node] {
                    ParagraphNode::Glue { breakpoint: Some(breakpoint), .. }
                    | ParagraphNode::Discretionary { breakpoint, .. } => {
                        breakpoint.start = start;
                        breakpoint.short = word.short;
                    }
                    ParagraphNode::Glue { breakpoint: None, .. }
                    | ParagraphNode::Box { .. } => {}
                },
            }
        }
        let hang = word.hang.1.of(stretch.size);
        let same = if digest == 0 { self.above.word } else { digest };
        self.above = LineEdge { hang, word: same };
        self.material.nodes.last = self.above;
    }

    /// Adds a node.
    fn push_node(&mut self, node: ParagraphNode, source: NodeSource) {
        self.material.nodes.list.push(node);
        self.material.sources.push(source);
    }
}

/// Whether a language repeats the hyphen that ends `above` before `below`: between two
/// words, but not between figures.
fn repeats_hyphen(above: &str, below: &str, language: &Language) -> bool {
    let language = language.primary();
    let first = above.trim_end_matches(['-', '\u{2010}']).chars().next_back();
    let second = below.chars().next();
    let word = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let name = second.is_some_and(char::is_uppercase) && NAMES_APART.contains(&language);
    REPEATED_HYPHEN.contains(&language) && word(first) && word(second) && !name
}

/// The end of the part of a word that begins with a range: the end of the range, or of a
/// word that is too long a place between two graphemes.
fn split_long_word(text: &str, range: Range<usize>) -> usize {
    if range.len() <= LONGEST_PART {
        return range.end;
    }
    let head = &text[range.start..text.floor_char_boundary(range.start + LONGEST_PART)];
    let segmenter = icu_segmenter::GraphemeClusterSegmenter::new();
    let within = segmenter.segment_str(head).filter(|&at| 0 < at && at < head.len());
    range.start + within.last().unwrap_or(head.len())
}

/// The bytes between two graphemes of a word.
fn grapheme_breaks(text: &str) -> impl Iterator<Item = usize> {
    let segmenter = icu_segmenter::GraphemeClusterSegmenter::new();
    segmenter.segment_str(text).filter(|&at| 0 < at && at < text.len())
}

#[cfg(test)]
mod tests;
