//! The pages as a file has them, before anything is measured.

use std::ops::Range;

use crate::source::ocr::OcrRole;
use crate::source::ocr::frames::BoxFrame;
use crate::source::ocr::line_style::LetterStyle;

/// A page as the file has it. Lengths are scaled points.
#[derive(Debug, Default)]
pub(super) struct ScannedPage {
    pub(super) label: Option<String>,
    pub(super) image: Option<u32>,
    /// The number of the page of the file that it is one half of.
    pub(super) sheet: Option<u32>,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) dpi: u32,
    /// How many blocks it has.
    pub(super) blocks: usize,
    /// Its lines; [`ScannedPage::sort_lines`] puts them into reading order.
    pub(super) lines: Vec<ScannedLine>,
}

/// A line as the file has it.
#[derive(Debug, Default)]
pub(super) struct ScannedLine {
    /// The number of its block, from 0.
    pub(super) block: Option<usize>,
    /// Where it is read: the place of its block, the number of its block, its own place.
    pub(super) place: (u32, usize, u32),
    pub(super) frame: Option<BoxFrame>,
    pub(super) baseline: Option<ScannedBaseline>,
    /// Height of the type from the ascenders to the descenders, as hOCR has it.
    pub(super) x_size: Option<i64>,
    pub(super) role: OcrRole,
    pub(super) text: String,
    pub(super) words: Vec<ScannedWord>,
    /// Styles of parts of the text, in order, without overlap.
    pub(super) styles: Vec<(Range<usize>, LetterStyle)>,
}

/// A word of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct ScannedWord {
    pub(super) text: Range<usize>,
    pub(super) frame: Option<BoxFrame>,
    pub(super) confidence: Option<u8>,
    pub(super) whole: Option<String>,
}

/// A baseline: a point of it at the left, and how it falls to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScannedBaseline {
    pub(super) x: i64,
    pub(super) y: i64,
    /// By how much it falls, in millionths of the way.
    pub(super) slope: i64,
}

impl ScannedBaseline {
    /// The baseline through points, from the first to the last.
    pub(super) fn through(points: &[(i64, i64)]) -> Option<Self> {
        let (&(x, y), &(right, end)) = (points.first()?, points.last()?);
        let run = right - x;
        let slope = if run > 0 { (end - y).saturating_mul(1_000_000) / run } else { 0 };
        Some(Self { x, y, slope })
    }

    /// The same baseline, by another point.
    pub(super) fn move_to(self, x: i64) -> Self {
        let y = self.y + (x - self.x).saturating_mul(self.slope) / 1_000_000;
        Self { x, y, ..self }
    }
}

impl ScannedPage {
    /// The line that is read now.
    pub(super) fn last_line(&mut self) -> Option<&mut ScannedLine> {
        self.lines.last_mut()
    }

    /// Drops lines without any mark and puts the others into reading order.
    pub(super) fn sort_lines(&mut self) {
        self.lines.retain(|line| !line.text.trim().is_empty());
        for line in &mut self.lines {
            line.trim_end();
        }
        self.lines.sort_by_key(|line| line.place);
    }
}

impl ScannedLine {
    /// Appends a space, unless there is one or the line begins.
    pub(super) fn push_space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    /// Appends characters. White space and what would end a line become single spaces.
    pub(super) fn push_text(&mut self, text: &str, style: LetterStyle) {
        let start = self.text.len();
        for c in text.chars() {
            if c.is_whitespace() || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
            {
                self.push_space();
            } else {
                self.text.push(c);
            }
        }
        let end = self.text.len();
        match self.styles.last_mut() {
            Some((range, same)) if *same == style && range.end == start => {
                range.end = end;
            }
            _ if end > start && style != LetterStyle::default() => {
                self.styles.push((start..end, style));
            }
            _ => {}
        }
    }

    /// Begins a word. The text of the line goes on in it until it ends.
    pub(super) fn begin_word(&mut self, frame: Option<BoxFrame>, confidence: Option<u8>) {
        let text = self.text.len()..self.text.len();
        self.words.push(ScannedWord { text, frame, confidence, whole: None });
    }

    /// Ends the word; one without characters is dropped.
    pub(super) fn end_word(&mut self) {
        let end = self.text.trim_end().len();
        if let Some(word) = self.words.last_mut() {
            let start = word.text.start;
            let text = self.text.get(start..end).unwrap_or_default();
            let start = start + (text.len() - text.trim_start().len());
            word.text = start..end.max(start);
            if word.text.is_empty() {
                self.words.pop();
            }
        }
    }

    /// Replaces the last character.
    pub(super) fn replace_last(&mut self, by: &str) {
        let end = self.text.len();
        self.text.pop();
        self.text.push_str(by);
        let new_end = self.text.len();
        let words = self.words.iter_mut().map(|word| &mut word.text);
        let styles = self.styles.iter_mut().map(|(range, _)| range);
        for range in words.chain(styles).filter(|range| range.end == end) {
            range.end = new_end;
        }
    }

    /// Removes a space.
    pub(super) fn remove_space(&mut self, at: usize) {
        self.text.remove(at);
        let words = self.words.iter_mut().map(|word| &mut word.text);
        let styles = self.styles.iter_mut().map(|(range, _)| range);
        for range in words.chain(styles) {
            let shift = |place: usize| if place > at { place - 1 } else { place };
            *range = shift(range.start)..shift(range.end);
        }
        self.styles.retain(|(range, _)| !range.is_empty());
    }

    /// Makes the line begin with other characters, such as its drop capital.
    pub(super) fn prepend(&mut self, before: &str) {
        self.text.insert_str(0, before);
        let shift = |range: &mut Range<usize>| {
            *range = range.start + before.len()..range.end + before.len();
        };
        self.words.iter_mut().for_each(|word| shift(&mut word.text));
        self.styles.iter_mut().for_each(|(range, _)| shift(range));
        if let Some(word) = self.words.first_mut()
            && word.text.start == before.len()
        {
            word.text.start = 0;
        }
    }

    /// Cuts off what begins with a word. `at` is the place of the cut on the page.
    pub(super) fn split_off(&mut self, word: usize, at: i64) -> Self {
        let words = self.words.split_off(word.min(self.words.len()));
        let start = words.first().map(|word| word.text.start);
        let start = start.filter(|start| self.text.is_char_boundary(*start));
        let start = start.unwrap_or(self.text.len());
        let cut = |range: &Range<usize>| range.start.max(start)..range.end.max(start);
        let styles = self.styles.iter().map(|(range, style)| (cut(range), *style));
        let mut end = Self {
            block: self.block,
            place: self.place,
            frame: self.frame.map(|one| BoxFrame { left: one.left.max(at), ..one }),
            baseline: self.baseline.map(|baseline| baseline.move_to(at)),
            x_size: self.x_size,
            role: self.role,
            text: self.text.split_off(start),
            words,
            styles: styles.filter(|(range, _)| !range.is_empty()).collect(),
        };
        let words = end.words.iter_mut().map(|word| &mut word.text);
        for range in words.chain(end.styles.iter_mut().map(|(range, _)| range)) {
            *range = range.start - start..range.end - start;
        }
        if let Some(frame) = &mut self.frame {
            frame.right = frame.right.min(at);
        }
        self.trim_end();
        end
    }

    /// Moves it to the left.
    pub(super) fn move_left(&mut self, by: i64) {
        let words = self.words.iter_mut().filter_map(|word| word.frame.as_mut());
        for frame in words.chain(&mut self.frame) {
            frame.left -= by;
            frame.right -= by;
        }
        if let Some(baseline) = &mut self.baseline {
            baseline.x -= by;
        }
    }

    /// Drops the space at its end.
    pub(super) fn trim_end(&mut self) {
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        for (range, _) in &mut self.styles {
            *range = range.start.min(end)..range.end.min(end);
        }
        self.styles.retain(|(range, _)| !range.is_empty());
    }

    /// The box of the line: its own, or that of its words.
    pub(super) fn extent(&self) -> Option<BoxFrame> {
        let words = self.words.iter().filter_map(|word| word.frame);
        // The box of a line reaches beyond its letters in some files; words are closer.
        words.reduce(BoxFrame::around).or(self.frame)
    }
}
