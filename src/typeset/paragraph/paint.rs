//! Glyphs, pictures and notes in the margin are put on a line.

use std::ops::Range;

use super::collect::{ParagraphObject, ParagraphObjectKind, StyledRun};
use super::word::gaps_between;
use crate::length::{Length, Point, Ratio, Size};
use crate::typeset::document::{FaceId, Glyph, GlyphRun, Ink};
use crate::typeset::line::{LinePicture, LineRun, MarginNote, TextLine};
use crate::typeset::shape::{ShapedText, to_u32_index};

/// Most lines are one run of this many letters, or fewer.
const USUAL_LETTERS: usize = 80;

/// How far the foot of a picture is below the baseline, in thousandths of its height: as far
/// as descenders are, so that it is centred on the letters.
const PICTURE_DEPTH: i64 = 200;

/// Maps glyphs to the text that they represent.
pub(super) struct GlyphTextMap<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) replaced: usize,
}

impl GlyphTextMap<'_> {
    /// All of the text, in reading order.
    fn whole(&self) -> &str {
        &self.text[self.at..self.at + self.length + self.replaced]
    }

    /// The bytes of the text that a glyph of the shaped word represents.
    fn bytes_of(&self, glyph: &Range<u32>) -> Range<usize> {
        let (start, end) = (glyph.start as usize, glyph.end as usize);
        if start < self.length {
            return start..end.min(self.length);
        }
        // The hyphen.
        self.length..self.length + if start < end { self.replaced } else { 0 }
    }
}

/// Puts glyphs on a line, in runs as long as possible.
pub(super) struct LinePainter<'a> {
    pub(super) line: &'a mut TextLine,
    pub(super) x: Length,
    pub(super) scaling: Ratio,
    /// About how many glyphs are to come.
    pub(super) letters: usize,
}

impl LinePainter<'_> {
    /// The run for a glyph: the last of the line, or a new one.
    fn run_for(&mut self, stretch: &StyledRun, face: FaceId, x: Length) -> &mut LineRun {
        let (span, scaling) = (stretch.span, self.scaling);
        let runs = &mut self.line.runs;
        let ends_here = |before: Option<usize>| before == Some(runs.len());
        let behind_object =
            ends_here(self.line.pictures.last().map(|one| one.runs_before))
                || ends_here(self.line.margin_notes.last().map(|one| one.runs_before));
        let fits = |last: &LineRun| {
            !behind_object
                && last.span == span
                && last.run.face == face
                && last.run.size == stretch.size
                && last.run.scaling == scaling
        };
        if !runs.last().is_some_and(fits) {
            let room = self.letters.min(USUAL_LETTERS);
            match runs.last_mut() {
                // Most lines are one run.
                None => runs.reserve_exact(1),
                // In a line of many runs, each would reserve room for all glyphs to come.
                Some(LineRun { run, .. }) => {
                    run.glyphs.shrink_to_fit();
                    run.text.shrink_to_fit();
                }
            }
            runs.push(LineRun {
                run: GlyphRun {
                    face,
                    size: stretch.size,
                    origin: Point { x, y: Length::ZERO },
                    scaling,
                    ink: Ink::Black,
                    glyphs: Vec::with_capacity(room),
                    text: String::with_capacity(room),
                    replacement: None,
                    element: None,
                },
                span,
                extent: x..x,
            });
        }
        let last = runs.len() - 1;
        &mut runs[last]
    }

    /// Puts what is no letter on the line. A note in the margin is empty so far.
    pub(super) fn place_object(&mut self, placed: &ParagraphObject) {
        let ParagraphObject { width, span, kind, .. } = placed;
        let (span, runs_before) = (*span, self.line.runs.len());
        match kind {
            ParagraphObjectKind::Picture(picture, height) => {
                self.line.pictures.push(LinePicture {
                    picture: picture.clone(),
                    size: Size { width: *width, height: *height },
                    left: self.x,
                    depth: height.scaled(PICTURE_DEPTH, 1_000),
                    span,
                    runs_before,
                });
            }
            ParagraphObjectKind::MarginNote => {
                self.end_word();
                let (lines, leading) = (Vec::new(), Length::ZERO);
                let note = MarginNote { span, runs_before, lines, leading };
                self.line.margin_notes.push(note);
            }
        }
        self.x += *width;
    }

    /// Ends the text of the line so far with a space, because other text follows it.
    fn end_word(&mut self) {
        if let Some(last) = self.line.runs.last_mut()
            && !last.run.text.ends_with(' ')
        {
            last.end_with_space();
        }
    }

    /// Puts a shaped word on the line.
    pub(super) fn paint_letters(
        &mut self,
        stretch: &StyledRun,
        shaped: &ShapedText,
        source: &GlyphTextMap<'_>,
        tracking: Ratio,
    ) {
        let start = self.x;
        let size = stretch.size;
        let tracking = tracking.of(size);
        let (mut natural, mut gaps) = (Ratio(0), 0);
        let most = gaps_between(&shaped.glyphs);
        let scaling = self.scaling;
        let place = |natural: Ratio, gaps: i32| {
            start + scaling.of(natural.of(size)) + tracking * gaps
        };
        let whole = source.whole();
        let mut pen = start;
        for glyphs in shaped.glyphs.chunk_by(|a, b| a.face == b.face) {
            let to = self.run_for(stretch, glyphs[0].face, pen);
            // A word in one face appends its text to the run at once. If it is read from
            // right to left, its glyphs are in reverse order.
            let uniform = glyphs.len() == shaped.glyphs.len();
            let base = if uniform { append_text(to, whole).start } else { 0 };
            to.run.glyphs.reserve(glyphs.len());
            for glyph in glyphs {
                let x = match glyph.shift {
                    Ratio(0) => pen,
                    shift => place(natural + shift, gaps),
                };
                let rise = stretch.rise + glyph.rise.of(size);
                natural += glyph.advance;
                if glyph.advance.0 != 0 {
                    gaps += 1;
                }
                pen = place(natural, gaps.min(most));
                let range = source.bytes_of(&glyph.text);
                let text = if uniform {
                    base + range.start..base + range.end
                } else {
                    append_text(to, &whole[range])
                };
                push_glyph(to, glyph.id, x, rise, text, pen);
            }
            self.letters = self.letters.saturating_sub(glyphs.len());
        }
        self.x = place(natural, most);
    }

    /// Puts a space of a given width on the line.
    pub(super) fn paint_space(
        &mut self,
        stretch: &StyledRun,
        shaped: &ShapedText,
        rest: &str,
        width: Length,
    ) {
        let text = rest.chars().next().map_or("", |c| &rest[..c.len_utf8()]);
        let x = self.x;
        self.x += width;
        let end = self.x;
        for (nth, glyph) in shaped.glyphs.iter().enumerate() {
            let to = self.run_for(stretch, glyph.face, x);
            let text = append_text(to, if nth == 0 { text } else { "" });
            push_glyph(to, glyph.id, x, Length::ZERO, text, end);
        }
        self.letters = self.letters.saturating_sub(shaped.glyphs.len());
    }
}

/// Appends to the text of a run; returns the range of bytes.
fn append_text(to: &mut LineRun, text: &str) -> Range<usize> {
    let start = to.run.text.len();
    to.run.text.push_str(text);
    start..to.run.text.len()
}

/// Adds a glyph to a run. `end` is its right edge on the line.
fn push_glyph(
    to: &mut LineRun,
    id: u16,
    x: Length,
    rise: Length,
    text: Range<usize>,
    end: Length,
) {
    let text = to_u32_index(text.start)..to_u32_index(text.end);
    to.run.glyphs.push(Glyph { id, x: x - to.run.origin.x, rise, text });
    to.extent.end = end;
}
