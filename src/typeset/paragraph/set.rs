//! Broken lines become runs of placed glyphs.

use std::ops::{Deref, Range};
use std::sync::Arc;

use super::build::{NodeSource, ParagraphNodes};
use super::builder::loosest_spaces;
use super::collect::{ParagraphText, StyledRun};
use super::initial::DropCapital;
use super::paint::{GlyphTextMap, LinePainter};
use super::style::{LineAlignment, ParagraphStyle};
use super::word::{HyphenationKind, gaps_between};
use crate::length::{Length, Ratio};
use crate::typeset::line::TextLine;
use crate::typeset::linebreak::BrokenLine;
use crate::typeset::nodes::{
    Breakpoint, LineEdge, ParagraphNode, letter_share_of_excess,
};
use crate::typeset::shape::{ShapedText, Shaper, ShapingStyleId};

/// Sets the lines of a paragraph that the line breaker has chosen.
pub(super) struct LineSetter<'a, 'f> {
    pub(super) paragraph: &'a ParagraphText,
    pub(super) material: &'a ParagraphNodes,
    pub(super) style: &'a ParagraphStyle,
    pub(super) shaper: &'a mut Shaper<'f>,
    pub(super) initial: Option<&'a DropCapital>,
}

/// Letters as they are drawn.
enum DrawnLetters<'a> {
    /// A word of the paragraph, borrowed.
    Word(&'a ShapedText),
    /// A part of a word, or a hyphen.
    Part(Arc<ShapedText>),
}

impl Deref for DrawnLetters<'_> {
    type Target = ShapedText;

    fn deref(&self) -> &ShapedText {
        match self {
            Self::Word(shaped) => shaped,
            Self::Part(shaped) => shaped,
        }
    }
}

/// What is painted one after the other on a line.
enum LineItem<'a> {
    /// Letters of one part.
    Letters {
        stretch: usize,
        shaped: DrawnLetters<'a>,
        /// Where the bytes of the paragraph's text begin that the shaped word represents.
        at: usize,
        /// How many bytes of the shaped word represent text; a hyphen comes after them.
        length: usize,
        /// How many bytes of the text the hyphen represents.
        replaced: usize,
        /// Its natural width.
        natural: Length,
        /// The gaps between its letters.
        gaps: i32,
        give: Length,
    },
    /// What is no letter, by its index in the paragraph.
    Object { object: usize, width: Length },
    /// A word space.
    Space { stretch: usize, at: usize, width: Length, stretches: Length, shrinks: Length },
}

impl LineItem<'_> {
    /// How many glyphs it has; a space nearly always has one.
    fn glyph_count(&self) -> usize {
        match self {
            Self::Letters { shaped, .. } => shaped.glyphs.len(),
            Self::Object { .. } => 0,
            Self::Space { .. } => 1,
        }
    }
}

/// How the excess width of a line is shared out.
struct ExcessShares {
    /// Expansion of the letters.
    scaling: Ratio,
    /// Tracking between them, in parts of the em.
    tracking: Ratio,
    /// What is left for the spaces.
    left: Length,
}

impl ExcessShares {
    /// Letters and spaces keep their natural widths.
    const NONE: Self = Self { scaling: Ratio::ONE, tracking: Ratio(0), left: Length(0) };
}

/// Whether the spaces of a line would have to be so wide that it is better ragged.
fn is_too_loose(items: &[LineItem<'_>], left: Length, loosest: i64) -> bool {
    let spaces = items.iter().map(|item| match item {
        LineItem::Space { width, .. } => i64::from(width.0),
        LineItem::Letters { .. } | LineItem::Object { .. } => 0,
    });
    let natural: i64 = spaces.sum();
    natural > 0 && (i64::from(left.0) + natural) * 1000 >= natural * loosest
}

impl<'a> LineSetter<'a, '_> {
    /// Sets a line, indented from the left edge of the measure.
    pub(super) fn set_line(&mut self, broken: &BrokenLine, indent: Length) -> TextLine {
        let items = self.collect_items(broken);
        let (start, end) = (self.edges_at(broken.start).1, self.edges_at(broken.end).0);
        let last =
            broken.end.and_then(|node| self.breakpoint_at(node)).is_none_or(|t| t.forced);
        let room = self.style.measure - indent + start.hang + end.hang;
        let natural = items.iter().map(|item| self.item_width(item)).sum::<Length>();
        let excess = room - natural;
        let is_filled = self.style.alignment == LineAlignment::Justified
            && (!last || excess < Length::ZERO);
        let loosest = loosest_spaces(self.style);
        let fill = Some(self.share_excess(&items, excess))
            .filter(|fill| is_filled && !is_too_loose(&items, fill.left, loosest))
            .unwrap_or(ExcessShares::NONE);
        let slack = (self.style.measure - indent - natural).max(Length::ZERO);
        let left = match self.style.alignment {
            LineAlignment::Justified | LineAlignment::Ragged => indent - start.hang,
            LineAlignment::Centred => indent + slack / 2,
            LineAlignment::Right => indent + (excess - start.hang).max(Length::ZERO),
        };
        let mut line = self.set_line_without_glyphs(broken);
        // And the space at its break.
        let letters = items.iter().map(LineItem::glyph_count).sum::<usize>() + 1;
        let mut painter =
            LinePainter { line: &mut line, x: left, scaling: fill.scaling, letters };
        let weights = excess_weights(&items, fill.left);
        let all: i64 = weights.iter().sum();
        let (mut weight, mut given) = (0, Length::ZERO);
        let mut space: Option<(ShapingStyleId, Arc<ShapedText>)> = None;
        for (item, own) in items.iter().zip(weights) {
            match item {
                LineItem::Letters { stretch, shaped, at, length, replaced, .. } => {
                    let stretch = &self.paragraph.runs[*stretch];
                    let text = &self.paragraph.text;
                    let source = GlyphTextMap {
                        text,
                        at: *at,
                        length: *length,
                        replaced: *replaced,
                    };
                    let tracking = fill.tracking + stretch.letterspacing;
                    painter.paint_letters(stretch, shaped, &source, tracking);
                }
                LineItem::Object { object, .. } => {
                    painter.place_object(&self.paragraph.objects[*object]);
                }
                LineItem::Space { stretch, at, width, .. } => {
                    let stretch = &self.paragraph.runs[*stretch];
                    weight += own;
                    let due = if all == 0 {
                        Length::ZERO
                    } else {
                        fill.left.scaled(weight, all)
                    };
                    // Most spaces of a line are alike.
                    let shaping = stretch.shaping;
                    let (_, shaped) = match &mut space {
                        Some(known) if known.0 == shaping => known,
                        other => {
                            other.insert((shaping, self.shaper.shape_space(shaping)))
                        }
                    };
                    let width = *width + (due - given);
                    painter.paint_space(
                        stretch,
                        shaped,
                        &self.paragraph.text[*at..],
                        width,
                    );
                    given = due;
                }
            }
        }
        line.width = painter.x;
        self.add_space_at_break(broken, &mut line);
        if let (None, Some(initial)) = (broken.start, self.initial) {
            initial.place_on(&mut line, &self.paragraph.text);
        }
        line
    }

    /// A line without glyphs: only its notes and source pages.
    pub(super) fn set_line_without_glyphs(&self, broken: &BrokenLine) -> TextLine {
        let breakpoint = broken.end.and_then(|node| self.breakpoint_at(node));
        let ends_hyphenated = breakpoint.is_some_and(|breakpoint| breakpoint.hyphenated);
        let mut line = TextLine { ends_hyphenated, ..TextLine::default() };
        self.add_marks(broken, &mut line);
        line
    }

    /// The items of a line, from left to right.
    fn collect_items(&mut self, broken: &BrokenLine) -> Vec<LineItem<'a>> {
        let nodes = broken.inner_nodes(self.material.nodes.list.len());
        let mut items = Vec::with_capacity(nodes.len());
        items.extend(broken.start.and_then(|node| self.repeated_hyphen(node)));
        let mut open: Option<(usize, Range<usize>)> = None;
        // The division that begins the line lies inside the part of its first box.
        let skipped = broken.start.map_or(0, |node| match self.material.sources[node] {
            NodeSource::Division { kind, .. } => kind.replaced_bytes(),
            _ => 0,
        });
        for (nth, node) in nodes.enumerate() {
            match self.material.sources[node] {
                NodeSource::Letters { part, start, end } => {
                    let (part, start, end) =
                        (part as usize, start as usize, end as usize);
                    match &mut open {
                        Some((same, range)) if *same == part => range.end = end,
                        _ => {
                            self.close_part(open.take(), None, &mut items);
                            let skip = if nth == 0 { skipped } else { 0 };
                            open = Some((part, start + skip..end));
                        }
                    }
                }
                NodeSource::Space { at, stretch } => {
                    self.close_part(open.take(), None, &mut items);
                    if let ParagraphNode::Glue { width, stretch: more, shrink, .. } =
                        self.material.nodes.list[node]
                    {
                        items.push(LineItem::Space {
                            stretch: stretch as usize,
                            at: at as usize,
                            width,
                            stretches: more,
                            shrinks: shrink,
                        });
                    }
                }
                NodeSource::Object { object, .. } => {
                    self.close_part(open.take(), None, &mut items);
                    let object = object as usize;
                    let width = self.paragraph.objects[object].width;
                    items.push(LineItem::Object { object, width });
                }
                NodeSource::Turn { .. } => self.close_part(open.take(), None, &mut items),
                NodeSource::Division { .. } => {}
            }
        }
        let divided = broken.end.and_then(|node| match self.material.sources[node] {
            NodeSource::Division { kind, .. } => Some(kind),
            _ => None,
        });
        self.close_part(open.take(), divided, &mut items);
        items
    }

    /// The hyphen of a compound, repeated on the line that begins after it.
    fn repeated_hyphen(&mut self, node: usize) -> Option<LineItem<'a>> {
        let NodeSource::Turn { at, stretch } = self.material.sources[node] else {
            return None;
        };
        let ParagraphNode::Discretionary { after, .. } = self.material.nodes.list[node]
        else {
            return None;
        };
        (after > Length::ZERO).then(|| {
            let (at, stretch) = (at as usize, stretch as usize);
            let StyledRun { shaping, size, .. } = self.paragraph.runs[stretch];
            let shaped = DrawnLetters::Part(self.shaper.shape_word(shaping, "-"));
            LineItem::Letters {
                stretch,
                natural: shaped.advance.of(size),
                gaps: gaps_between(&shaped.glyphs),
                shaped,
                at,
                length: 0,
                replaced: 0,
                give: Length::ZERO,
            }
        })
    }

    /// Adds the letters of a part, with a hyphen if it is divided after them.
    fn close_part(
        &mut self,
        open: Option<(usize, Range<usize>)>,
        divided: Option<HyphenationKind>,
        items: &mut Vec<LineItem<'a>>,
    ) {
        let Some((part, range)) = open else { return };
        let material = self.material;
        let part = &material.parts[part];
        let stretch = &self.paragraph.runs[part.stretch];
        let at = part.range.start + range.start;
        let text = &self.paragraph.text[at..part.range.start + range.end];
        let hyphen = divided.is_some_and(|kind| kind != HyphenationKind::Bare);
        let shaped = if hyphen {
            DrawnLetters::Part(
                self.shaper.shape_word(stretch.shaping, &format!("{text}-")),
            )
        } else if range == (0..part.range.len()) {
            DrawnLetters::Word(&part.word.shaped)
        } else {
            DrawnLetters::Part(self.shaper.shape_word(stretch.shaping, text))
        };
        let gaps = gaps_between(&shaped.glyphs);
        let natural = shaped.advance.of(stretch.size);
        items.push(LineItem::Letters {
            stretch: part.stretch,
            at,
            length: text.len(),
            replaced: divided.map_or(0, HyphenationKind::replaced_bytes),
            natural,
            gaps,
            give: self.style.expansion.of(natural)
                + self.style.tracking.of(stretch.size) * gaps,
            shaped,
        });
    }

    /// The natural width of an item.
    fn item_width(&self, item: &LineItem<'_>) -> Length {
        match item {
            LineItem::Letters { stretch, natural, gaps, .. } => {
                let stretch = &self.paragraph.runs[*stretch];
                *natural + stretch.letterspacing.of(stretch.size) * *gaps
            }
            LineItem::Object { width, .. } | LineItem::Space { width, .. } => *width,
        }
    }

    /// Shares out the excess width, or the lack of it: letters first, then spaces.
    fn share_excess(&self, items: &[LineItem<'_>], excess: Length) -> ExcessShares {
        let give: i64 = items
            .iter()
            .map(|item| match item {
                LineItem::Letters { give, .. } => i64::from(give.0),
                LineItem::Object { .. } | LineItem::Space { .. } => 0,
            })
            .sum();
        // How far the letters change, in millionths of what they may.
        let letters_take = letter_share_of_excess(i64::from(excess.0), give);
        let share = (letters_take * 1_000_000).checked_div(give).unwrap_or(0);
        let of = |ratio: Ratio| Ratio(Length(ratio.0).scaled(share, 1_000_000).0);
        let scaling = Ratio::ONE + of(self.style.expansion);
        let tracking = of(self.style.tracking);
        let taken: Length = items
            .iter()
            .map(|item| match item {
                LineItem::Letters { stretch, natural, gaps, .. } => {
                    let size = self.paragraph.runs[*stretch].size;
                    scaling.of(*natural) - *natural + tracking.of(size) * *gaps
                }
                LineItem::Object { .. } | LineItem::Space { .. } => Length::ZERO,
            })
            .sum();
        // Spaces have a minimum width: a line that is still too wide sticks out.
        let shrinks: Length = items
            .iter()
            .map(|item| match item {
                LineItem::Space { shrinks, .. } => *shrinks,
                LineItem::Letters { .. } | LineItem::Object { .. } => Length::ZERO,
            })
            .sum();
        ExcessShares { scaling, tracking, left: (excess - taken).max(-shrinks) }
    }

    /// The break at a node.
    fn breakpoint_at(&self, node: usize) -> Option<Breakpoint> {
        match self.material.nodes.list[node] {
            ParagraphNode::Glue { breakpoint, .. } => breakpoint,
            ParagraphNode::Discretionary { breakpoint, .. } => Some(breakpoint),
            ParagraphNode::Box { .. } => None,
        }
    }

    /// The edges of the lines above and below a break; without a node, those of the
    /// paragraph.
    fn edges_at(&self, node: Option<usize>) -> (LineEdge, LineEdge) {
        match node.and_then(|node| self.breakpoint_at(node)) {
            Some(breakpoint) => (breakpoint.end, breakpoint.start),
            None => (self.material.nodes.last, self.material.nodes.first),
        }
    }

    /// Adds the space at which the line breaks, so that copied text has it.
    fn add_space_at_break(&mut self, broken: &BrokenLine, line: &mut TextLine) {
        let text = self.paragraph.text.as_str();
        let (rest, stretch) = match broken.end.map(|node| self.material.sources[node]) {
            Some(NodeSource::Space { at, stretch }) => (&text[at as usize..], stretch),
            // A line end set by the author parts words too.
            Some(NodeSource::Turn { at, stretch })
                if text[at as usize..].starts_with('\n') =>
            {
                (" ", stretch)
            }
            _ => return,
        };
        let stretch = &self.paragraph.runs[stretch as usize];
        let shaped = self.shaper.shape_space(stretch.shaping);
        let extent = line.runs.last().map(|run| run.extent.clone());
        let x = line.width;
        let mut painter = LinePainter { line, x, scaling: Ratio::ONE, letters: 1 };
        painter.paint_space(stretch, &shaped, rest, Length::ZERO);
        // It is invisible, so a link does not extend over it.
        if let (Some(run), Some(extent)) = (line.runs.last_mut(), extent)
            && extent.start == run.extent.start
        {
            run.extent = extent;
        }
    }

    /// Adds the notes referred to on the line, and the source pages that begin on it.
    fn add_marks(&self, broken: &BrokenLine, line: &mut TextLine) {
        let Range { start, end } = self.material.line_bytes(broken, &self.paragraph.text);
        // The text of a paragraph ends with its last mark, or after it.
        let end = broken.end.map_or(usize::MAX, |_| end);
        let ParagraphText { notes, source_pages, anchors, .. } = self.paragraph;
        line.anchors = items_within(anchors, start..end);
        line.notes = items_within(notes, start..end);
        line.source_pages = items_within(source_pages, start..end);
    }
}

/// The values at places within a range; all are in order.
fn items_within<T: Clone>(all: &[(usize, T)], stretch: Range<usize>) -> Vec<T> {
    let first = all.partition_point(|(at, _)| *at < stretch.start);
    let inside = all[first..].iter().take_while(|(at, _)| *at < stretch.end);
    inside.map(|(_, one)| one.clone()).collect()
}

/// How much of what the spaces share each item takes.
fn excess_weights(items: &[LineItem<'_>], left: Length) -> Vec<i64> {
    let weight = |item: &LineItem<'_>| match item {
        LineItem::Letters { .. } | LineItem::Object { .. } => 0,
        LineItem::Space { stretches, shrinks, .. } => {
            i64::from(if left < Length::ZERO { shrinks } else { stretches }.0)
        }
    };
    items.iter().map(weight).collect()
}
