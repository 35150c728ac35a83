//! Set lines: glyph runs on a baseline, with notes and source pages.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::document::{Glyph, GlyphRun, Role};
use crate::book::picture::Picture;
use crate::length::{Length, Point, Size};
use crate::text::language::Language;

/// A paragraph as set lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetParagraph {
    /// The lines from top to bottom; never empty.
    pub lines: Vec<TextLine>,
    /// The spans of the paragraph that are structure elements. Runs refer to them by
    /// [`LineRun::span`], so a link on two lines stays one link.
    pub spans: Vec<ParagraphSpan>,
    /// How many of the first lines must stay together, because a drop capital is beside
    /// them.
    pub unbreakable_lines: usize,
}

impl SetParagraph {
    /// The paragraph as a later part of an element that has `count` spans already.
    pub(super) fn after_spans(mut self, count: usize) -> Self {
        self.lines.iter_mut().for_each(|line| line.shift_spans(count));
        for span in &mut self.spans {
            span.parent = span.parent.map(|parent| parent + count);
        }
        self
    }

    /// Ends the text of the last line with a space, because more text of its element
    /// follows on another line.
    pub(super) fn end_with_space(&mut self) {
        let last = self.lines.last_mut().and_then(|line| line.runs.last_mut());
        if let Some(run) = last {
            run.end_with_space();
        }
    }
}

/// A span inside a paragraph with a role or a language of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParagraphSpan {
    /// Its role in the structure tree.
    pub role: Role,
    /// Its language, where that is not the paragraph's.
    pub language: Option<Language>,
    /// Its target, if it is a link or a note mark.
    pub target: Option<SpanTarget>,
    /// What is drawn with its letters.
    pub decoration: Option<Decoration>,
    /// What stands for it where it cannot be seen: the TeX of a formula.
    pub alternative: Option<String>,
    /// The span around it, as an index into [`SetParagraph::spans`].
    pub parent: Option<usize>,
}

impl ParagraphSpan {
    /// Whether it is a note mark.
    pub(crate) fn is_note_mark(&self) -> bool {
        matches!(self.target, Some(SpanTarget::Note(_)))
    }
}

/// What is drawn with letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoration {
    /// A rule through them.
    StrikeThrough,
    /// A rule below them.
    Underline,
    /// A tint behind them.
    Highlight,
}

/// What a span links to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpanTarget {
    /// A note, by its serial number.
    Note(u32),
    /// An outside address.
    Address(String),
    /// A place in the book, by the number of its anchor.
    Anchor(u32),
}

/// A set line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TextLine {
    /// The runs from left to right. Their origins are on the baseline, relative to the left
    /// edge of the measure; hanging punctuation may lie outside.
    pub runs: Vec<LineRun>,
    /// The pictures between the runs, from left to right.
    #[serde(skip)]
    pub pictures: Vec<LinePicture>,
    /// The notes in the margin beside it, in reading order.
    #[serde(skip)]
    pub margin_notes: Vec<MarginNote>,
    /// The width from the left edge of the measure to the end of the last glyph.
    pub width: Length,
    /// The notes referred to on this line, by serial number, from left to right.
    pub notes: Vec<u32>,
    /// The source pages that begin on this line, by their printed numbers.
    pub source_pages: Vec<String>,
    /// The anchors on this line, by number, from left to right.
    pub anchors: Vec<u32>,
    /// The line ends inside a word.
    pub ends_hyphenated: bool,
}

impl TextLine {
    /// Adds a number to the indices of its spans.
    fn shift_spans(&mut self, count: usize) {
        for run in &mut self.runs {
            run.span = run.span.map(|span| span + count);
        }
        self.pictures.iter_mut().for_each(|picture| picture.span += count);
        for note in &mut self.margin_notes {
            note.span += count;
            note.lines.iter_mut().for_each(|line| line.shift_spans(count));
        }
    }

    /// Repeats the line's content `times` times on one line, `step` apart.
    pub(super) fn repeat(mut self, times: u16, step: Length) -> Self {
        let longer = step * i32::from(times.saturating_sub(1));
        for LineRun { run, extent, .. } in &mut self.runs {
            let length = u32::try_from(run.text.len()).unwrap_or(0);
            let again = |time: u16| {
                let after = u32::from(time) * length;
                run.glyphs.iter().map(move |glyph| Glyph {
                    x: glyph.x + step * i32::from(time),
                    text: glyph.text.start + after..glyph.text.end + after,
                    ..*glyph
                })
            };
            run.glyphs = (0..times).flat_map(again).collect();
            run.text = run.text.repeat(usize::from(times));
            extent.end += longer;
        }
        self.width += longer;
        self
    }
}

/// A picture in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePicture {
    /// The picture.
    pub picture: Picture,
    /// Its size.
    pub size: Size,
    /// From the left edge of the measure to its left edge.
    pub left: Length,
    /// From the baseline down to its foot.
    pub depth: Length,
    /// The span that it belongs to, as an index into [`SetParagraph::spans`].
    pub span: usize,
    /// It comes after this many runs of the line.
    pub runs_before: usize,
}

/// A note in the margin beside a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarginNote {
    /// The span that it belongs to, as an index into [`SetParagraph::spans`].
    pub span: usize,
    /// It comes after this many runs of the line.
    pub runs_before: usize,
    /// Its lines, from top to bottom.
    pub lines: Vec<TextLine>,
    /// From baseline to baseline.
    pub leading: Length,
}

/// A run and the span that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRun {
    /// The run. Its `element` is not set yet.
    pub run: GlyphRun,
    /// The span, as an index into [`SetParagraph::spans`]; none for the paragraph itself.
    pub span: Option<usize>,
    /// Where the run's glyphs begin and end, for the area of a link.
    pub extent: Range<Length>,
}

impl LineRun {
    /// Ends its text with a space, because other text follows it elsewhere.
    pub(super) fn end_with_space(&mut self) {
        if let Some(glyph) = self.run.glyphs.last_mut() {
            self.run.text.push(' ');
            glyph.text.end += 1;
        }
    }

    /// Splits the run before the first glyph of a byte of its text, or of a later one;
    /// returns the second part, if there is one.
    pub(super) fn split_off(&mut self, byte: usize) -> Option<Self> {
        let at = u32::try_from(byte).ok()?;
        let first = self.run.glyphs.iter().position(|glyph| glyph.text.start >= at)?;
        let x = self.run.glyphs[first].x;
        let moved = |glyph: Glyph| Glyph {
            x: glyph.x - x,
            text: glyph.text.start - at..glyph.text.end - at,
            ..glyph
        };
        let middle = self.run.origin.x + x;
        let rest = GlyphRun {
            origin: Point { x: middle, ..self.run.origin },
            glyphs: self.run.glyphs.drain(first..).map(moved).collect(),
            text: self.run.text.split_off(byte),
            replacement: None,
            ..self.run.clone()
        };
        let end = std::mem::replace(&mut self.extent.end, middle);
        Some(Self { run: rest, span: self.span, extent: middle..end })
    }
}
