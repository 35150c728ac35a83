//! Text as it is painted (ISO 32000-1 §9.3, §9.4): which place each glyph covers.

use lopdf::{Dictionary, Object};

use super::lexer::ContentOperation;
use super::state::GraphicsState;
use super::{ContentInterpreter, MarkKind};
use crate::preflight::geometry::{Matrix, PageArea};
use crate::preflight::object::{object_name, object_number};

/// The text object at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextObject {
    pub(super) matrix: Matrix,
    pub(super) start: Matrix,
}

impl<'a> ContentInterpreter<'_, 'a> {
    /// The operators of text (§9.3, §9.4).
    pub(super) fn run_text_operation(
        &mut self,
        operator: &[u8],
        step: &ContentOperation,
        numbers: &[f64],
        resources: &'a Dictionary,
        state: &mut GraphicsState,
        line: &mut TextObject,
    ) {
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0.0);
        let next = |line: &mut TextObject, x: f64, y: f64| {
            line.start = Matrix::translation(x, y).then(&line.start);
            line.matrix = line.start;
        };
        match operator {
            b"BT" => {
                *line = TextObject { matrix: Matrix::IDENTITY, start: Matrix::IDENTITY }
            }
            b"Tf" => {
                let named = step.operands.first().and_then(object_name);
                state.font =
                    named.and_then(|name| self.reader.load_font(resources, &name));
                state.size = at(0);
            }
            b"Tc" => state.letter_space = at(0),
            b"Tw" => state.word_space = at(0),
            b"Tz" => state.stretch = at(0) / 100.0,
            b"TL" => state.leading = at(0),
            b"Ts" => state.rise = at(0),
            #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
            b"Tr" => state.mode = at(0) as i64,
            b"Td" => next(line, at(0), at(1)),
            b"TD" => {
                state.leading = -at(1);
                next(line, at(0), at(1));
            }
            b"Tm" => {
                if let Ok(matrix) = <[f64; 6]>::try_from(numbers) {
                    line.start = Matrix(matrix);
                    line.matrix = line.start;
                }
            }
            b"T*" => next(line, 0.0, -state.leading),
            b"Tj" => self.show_strings(&step.operands, resources, state, line),
            b"TJ" => {
                if let Some(Object::Array(items)) = step.operands.first() {
                    self.show_strings(items, resources, state, line);
                }
            }
            b"'" => {
                next(line, 0.0, -state.leading);
                self.show_strings(&step.operands, resources, state, line);
            }
            b"\"" => {
                state.word_space = at(0);
                state.letter_space = at(1);
                next(line, 0.0, -state.leading);
                let string = step.operands.get(2..).unwrap_or_default();
                self.show_strings(string, resources, state, line);
            }
            _ => {}
        }
    }

    /// Shows strings; numbers between them are distances.
    fn show_strings(
        &mut self,
        items: &[Object],
        resources: &'a Dictionary,
        state: &GraphicsState,
        line: &mut TextObject,
    ) {
        let Some(place) = state.font else {
            self.sheet.broken = Some("it shows text in a font that is not there");
            return;
        };
        let mut covered: Option<PageArea> = None;
        let scale = state.size / 1000.0;
        for item in items {
            if let Some(distance) = object_number(item) {
                let back = -distance * scale * state.stretch;
                line.matrix = Matrix::translation(back, 0.0).then(&line.matrix);
            }
            let Object::String(string, _) = item else { continue };
            let font = &mut self.reader.fonts[place];
            for code in font.split_codes(string) {
                let glyph = font.glyph(code);
                let em =
                    Matrix([scale * state.stretch, 0.0, 0.0, scale, 0.0, state.rise])
                        .then(&line.matrix)
                        .then(&state.matrix);
                if let Some(area) = glyph.area {
                    let area = em.map_area(&area);
                    covered = Some(covered.map_or(area, |before| before.union(&area)));
                }
                let words = if font.is_space(code) { state.word_space } else { 0.0 };
                let advance =
                    (glyph.width * scale + state.letter_space + words) * state.stretch;
                line.matrix = Matrix::translation(advance, 0.0).then(&line.matrix);
            }
        }
        // What is neither filled nor drawn is there for searching only.
        let (fills, draws) = match state.mode {
            0 | 4 => (true, false),
            1 | 5 => (false, true),
            2 | 6 => (true, true),
            _ => return,
        };
        let Some(area) = covered.and_then(|area| area.intersection(&state.clip)) else {
            return;
        };
        self.sheet.fonts.entry(place).or_insert(area);
        let what = MarkKind::Text(place);
        if fills {
            self.paint_with(what, area, &state.fill, None, resources, state);
        }
        if draws {
            let thickness =
                state.line_width * line.matrix.then(&state.matrix).scale_factor();
            self.paint_with(what, area, &state.stroke, Some(thickness), resources, state);
        }
    }
}
