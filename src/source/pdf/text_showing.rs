//! The text operators (ISO 32000-1 §9.4): where each glyph of a string stands.

use hayro_syntax::object::{Array, Object};

use crate::length::Length;
use crate::source::pdf::content::{Cut, Interpreter, matrix_of};
use crate::source::pdf::fonts::CodeGlyph;
use crate::source::pdf::matrix::{Bounds, PageMatrix, length_of};
use crate::source::pdf::page::{PdfGlyph, WritingDirection};

/// The most glyphs of a page that are kept; a page of a telephone directory has 30,000.
const MOST_GLYPHS: usize = 300_000;
/// The rendering mode that paints nothing (ISO 32000-1 table 106).
const INVISIBLE: i64 = 3;
/// The part of the slope, in thousandths, up to which text counts as level or upright.
const LEVEL: f64 = 0.02;

impl Interpreter<'_, '_> {
    /// Executes a text operator; other operators have no effect on text.
    pub(super) fn execute_text(
        &mut self,
        operator: &[u8],
        numbers: &[f64],
        last: Option<&Object<'_>>,
    ) {
        let number = numbers.last().copied().unwrap_or(0.0);
        match operator {
            b"BT" => {
                self.text_matrix = PageMatrix::IDENTITY;
                self.line_matrix = PageMatrix::IDENTITY;
            }
            b"Tc" => self.state.text.character_spacing = number,
            b"Tw" => self.state.text.word_spacing = number,
            b"Tz" => self.state.text.horizontal_scale = number / 100.0,
            b"TL" => self.state.text.leading = number,
            b"Ts" => self.state.text.rise = number,
            #[expect(clippy::cast_possible_truncation, reason = "modes are 0 to 7")]
            b"Tr" => self.state.text.mode = number as i64,
            b"Td" | b"TD" => {
                if let [x, y] = numbers {
                    if operator == b"TD" {
                        self.state.text.leading = -y;
                    }
                    self.begin_line(*x, *y);
                }
            }
            b"Tm" => {
                if let Some(matrix) = matrix_of(numbers) {
                    self.text_matrix = matrix;
                    self.line_matrix = matrix;
                }
            }
            b"T*" => self.begin_line(0.0, -self.state.text.leading),
            b"Tj" | b"'" | b"\"" => {
                if let (b"\"", [word, character]) = (operator, numbers) {
                    self.state.text.word_spacing = *word;
                    self.state.text.character_spacing = *character;
                }
                if operator != b"Tj" {
                    self.begin_line(0.0, -self.state.text.leading);
                }
                if let Some(Object::String(string)) = last {
                    self.show_string(string.as_bytes());
                }
            }
            b"TJ" => {
                if let Some(Object::Array(strings)) = last {
                    self.show_strings(strings);
                }
            }
            _ => {}
        }
    }

    fn begin_line(&mut self, x: f64, y: f64) {
        self.line_matrix = PageMatrix::translation(x, y).then(self.line_matrix);
        self.text_matrix = self.line_matrix;
    }

    fn show_strings(&mut self, strings: &Array<'_>) {
        let text = self.state.text;
        let vertical = text.font.is_some_and(|font| self.fonts.is_vertical(font));
        for entry in strings.iter::<Object<'_>>() {
            match entry {
                Object::String(string) => self.show_string(string.as_bytes()),
                Object::Number(number) => {
                    let back = -number.as_f64() / 1000.0 * text.size;
                    if vertical {
                        self.advance(0.0, back);
                    } else {
                        self.advance(back * text.horizontal_scale, 0.0);
                    }
                }
                _ => {}
            }
        }
    }

    fn advance(&mut self, x: f64, y: f64) {
        self.text_matrix = PageMatrix::translation(x, y).then(self.text_matrix);
    }

    fn show_string(&mut self, bytes: &[u8]) {
        let Some(font) = self.state.text.font else { return };
        let vertical = self.fonts.is_vertical(font);
        let mut at = 0;
        while at < bytes.len() {
            let Some((glyph, length)) = self.fonts.next_glyph(font, bytes, at) else {
                return;
            };
            if self.page.glyphs.len() >= MOST_GLYPHS {
                self.cuts.push(Cut::TooManyGlyphs);
                return;
            }
            let text = self.state.text;
            let spaced = length == 1 && bytes.get(at) == Some(&b' ');
            let word = if spaced { text.word_spacing } else { 0.0 };
            let scale = text.horizontal_scale;
            let spacing = text.character_spacing;
            let (advance, spacing, word) = if vertical {
                let down = glyph.advance.1 / 1000.0 * text.size;
                ((0.0, down), (0.0, -spacing), (0.0, -word))
            } else {
                let across = glyph.advance.0 / 1000.0 * text.size;
                ((across * scale, 0.0), (spacing * scale, 0.0), (word * scale, 0.0))
            };
            self.show_glyph(&glyph, font, advance, spacing);
            let moved = (advance.0 + spacing.0 + word.0, advance.1 + spacing.1 + word.1);
            self.advance(moved.0, moved.1);
            at += length;
        }
    }

    fn show_glyph(
        &mut self,
        glyph: &CodeGlyph,
        font: usize,
        advance: (f64, f64),
        spacing: (f64, f64),
    ) {
        let text = self.state.text;
        let matrix = self.text_matrix.then(self.state.matrix);
        let across = text.size * text.horizontal_scale;
        let glyph_matrix =
            PageMatrix([across, 0.0, 0.0, text.size, 0.0, text.rise]).then(matrix);
        let (dx, dy) = (glyph.displacement.0 / 1000.0, glyph.displacement.1 / 1000.0);
        let (x, y) = glyph_matrix.apply(0.0, 0.0);
        let (end_x, end_y) = matrix.apply_distance(advance.0, advance.1);
        let (up_x, up_y) = matrix.apply_distance(0.0, text.size);
        let (rise_x, rise_y) = matrix.apply_distance(0.0, text.rise);
        let vertical = advance.0 == 0.0 && advance.1 != 0.0;
        let run =
            if vertical { (-up_x, -up_y) } else { glyph_matrix.apply_distance(1.0, 0.0) };
        let ink = glyph.ink.map(|ink| {
            let ink = Bounds {
                x0: ink.x0 / 1000.0 + dx,
                x1: ink.x1 / 1000.0 + dx,
                y0: ink.y0 / 1000.0 + dy,
                y1: ink.y1 / 1000.0 + dy,
            };
            glyph_matrix.apply_box(ink)
        });
        // A blank glyph, or one without an outline, is judged by the box of its advance.
        let extent = ink.unwrap_or_else(|| {
            let mut extent = Bounds::between(x, y, x + end_x, y + end_y);
            extent.include(x + up_x / 2.0, y + up_y / 2.0);
            extent
        });
        let size = length_of((up_x, up_y));
        let rise = length_of((rise_x, rise_y)).copysign(text.rise);
        let visibility = self.judge(extent, text.mode == INVISIBLE);
        let current = self.marked.current();
        let start = self.page.text.len();
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        self.page.text.extend(glyph.text.chars().map(plain));
        let (Ok(start), Ok(end)) =
            (u32::try_from(start), u32::try_from(self.page.text.len()))
        else {
            return;
        };
        // The length of a distance along the text.
        let along = |(x, y): (f64, f64)| {
            let length = length_of((x, y));
            Length::from_pt(if x * run.0 + y * run.1 >= 0.0 { length } else { -length })
        };
        self.page.glyphs.push(PdfGlyph {
            text: start..end,
            x: Length::from_pt(x),
            baseline: Length::from_pt(y),
            advance: along((end_x, end_y)),
            spacing: along(matrix.apply_distance(spacing.0, spacing.1)),
            size: Length::from_pt(size),
            rise: Length::from_pt(if rise.is_finite() { rise } else { 0.0 }),
            font: u16::try_from(font).unwrap_or(u16::MAX),
            ink: ink.and_then(Bounds::to_rect),
            direction: direction_of(run),
            visibility,
            form: glyph.form,
            stroked: matches!(text.mode, 2 | 6) && self.state.line_width > 0.0,
            colour: if text.mode == 1 { self.state.stroke } else { self.state.fill },
            language: current.language,
            mcid: current.mcid,
        });
    }
}

/// The direction of a distance on the page.
fn direction_of((x, y): (f64, f64)) -> WritingDirection {
    if y.abs() <= LEVEL * x.abs() {
        if x >= 0.0 { WritingDirection::Right } else { WritingDirection::Left }
    } else if x.abs() <= LEVEL * y.abs() {
        if y > 0.0 { WritingDirection::Down } else { WritingDirection::Up }
    } else {
        WritingDirection::Slanted
    }
}
