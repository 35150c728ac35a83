//! Text as it is painted (ISO 32000-1 §9.3, §9.4): which place each glyph covers.

use lopdf::{Dictionary, Object};

use super::lexer::Step;
use super::state::State;
use super::{Walk, What};
use crate::preflight::geometry::{Area, Matrix};
use crate::preflight::object::{name, number};

/// The text object at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) matrix: Matrix,
    pub(super) start: Matrix,
}

impl<'a> Walk<'_, 'a> {
    /// The operators of text (§9.3, §9.4).
    pub(super) fn text(
        &mut self,
        operator: &[u8],
        step: &Step,
        numbers: &[f64],
        resources: &'a Dictionary,
        state: &mut State,
        line: &mut Line,
    ) {
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0.0);
        let next = |line: &mut Line, x: f64, y: f64| {
            line.start = Matrix::shift(x, y).then(&line.start);
            line.matrix = line.start;
        };
        match operator {
            b"BT" => *line = Line { matrix: Matrix::IDENTITY, start: Matrix::IDENTITY },
            b"Tf" => {
                let named = step.operands.first().and_then(name);
                state.font = named.and_then(|name| self.reader.font(resources, &name));
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
            b"Tj" => self.show(&step.operands, resources, state, line),
            b"TJ" => {
                if let Some(Object::Array(items)) = step.operands.first() {
                    self.show(items, resources, state, line);
                }
            }
            b"'" => {
                next(line, 0.0, -state.leading);
                self.show(&step.operands, resources, state, line);
            }
            b"\"" => {
                state.word_space = at(0);
                state.letter_space = at(1);
                next(line, 0.0, -state.leading);
                let string = step.operands.get(2..).unwrap_or_default();
                self.show(string, resources, state, line);
            }
            _ => {}
        }
    }

    /// Shows strings; numbers between them are distances.
    fn show(
        &mut self,
        items: &[Object],
        resources: &'a Dictionary,
        state: &State,
        line: &mut Line,
    ) {
        let Some(place) = state.font else {
            self.sheet.broken = Some("it shows text in a font that is not there");
            return;
        };
        let mut covered: Option<Area> = None;
        let scale = state.size / 1000.0;
        for item in items {
            if let Some(distance) = number(item) {
                let back = -distance * scale * state.stretch;
                line.matrix = Matrix::shift(back, 0.0).then(&line.matrix);
            }
            let Object::String(string, _) = item else { continue };
            let font = &mut self.reader.fonts[place];
            for code in font.codes(string) {
                let glyph = font.glyph(code);
                let em =
                    Matrix([scale * state.stretch, 0.0, 0.0, scale, 0.0, state.rise])
                        .then(&line.matrix)
                        .then(&state.matrix);
                if let Some(area) = glyph.area {
                    let area = em.area(&area);
                    covered = Some(covered.map_or(area, |before| before.with(&area)));
                }
                let words = if font.is_space(code) { state.word_space } else { 0.0 };
                let advance =
                    (glyph.width * scale + state.letter_space + words) * state.stretch;
                line.matrix = Matrix::shift(advance, 0.0).then(&line.matrix);
            }
        }
        // What is neither filled nor drawn is there for searching only.
        let (fills, draws) = match state.mode {
            0 | 4 => (true, false),
            1 | 5 => (false, true),
            2 | 6 => (true, true),
            _ => return,
        };
        let Some(area) = covered.and_then(|area| area.within(&state.clip)) else {
            return;
        };
        self.sheet.fonts.entry(place).or_insert(area);
        let what = What::Text(place);
        if fills {
            self.brush(what, area, &state.fill, None, resources, state);
        }
        if draws {
            let thickness = state.line_width * line.matrix.then(&state.matrix).scale();
            self.brush(what, area, &state.stroke, Some(thickness), resources, state);
        }
    }
}
