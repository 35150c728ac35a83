//! Text operators (ISO 32000-1 §9.3, §9.4): the area that each string covers.

use lopdf::{Dictionary, Object};

use super::interpreter::ContentInterpreter;
use super::page::MarkKind;
use super::state::{GraphicsState, TextObject};
use crate::pdf_syntax::ContentOperation;
use crate::preflight::geometry::{Matrix, PageArea};
use crate::preflight::object::{object_name, object_number};

/// How many codes count for an operator.
const CODES_OF_A_STEP: usize = 16;

impl<'a> ContentInterpreter<'_, 'a> {
    /// Interprets an operator of text state, positioning or showing (§9.3, §9.4).
    pub(super) fn run_text_operation(
        &mut self,
        operator: &[u8],
        operation: &ContentOperation,
        numbers: &[f64],
        resources: &'a Dictionary,
        state: &mut GraphicsState,
        text: &mut TextObject,
    ) {
        let at = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
        let next = |text: &mut TextObject, x: f64, y: f64| {
            text.line_matrix = Matrix::translation(x, y).then(&text.line_matrix);
            text.text_matrix = text.line_matrix;
        };
        match operator {
            b"BT" => *text = TextObject::default(),
            b"Tf" => {
                let name = operation.operands.first().and_then(object_name);
                state.font =
                    name.and_then(|name| self.shared.load_font(resources, &name));
                state.size = at(0);
            }
            b"Tc" => state.letter_space = at(0),
            b"Tw" => state.word_space = at(0),
            b"Tz" => state.stretch = at(0) / 100.0,
            b"TL" => state.leading = at(0),
            b"Ts" => state.rise = at(0),
            #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
            b"Tr" => state.mode = at(0) as i64,
            b"Td" => next(text, at(0), at(1)),
            b"TD" => {
                state.leading = -at(1);
                next(text, at(0), at(1));
            }
            b"Tm" => {
                if let Ok(matrix) = <[f64; 6]>::try_from(numbers) {
                    text.line_matrix = Matrix(matrix);
                    text.text_matrix = text.line_matrix;
                }
            }
            b"T*" => next(text, 0.0, -state.leading),
            b"Tj" => self.show_strings(&operation.operands, resources, state, text),
            b"TJ" => {
                if let Some(Object::Array(items)) = operation.operands.first() {
                    self.show_strings(items, resources, state, text);
                }
            }
            b"'" => {
                next(text, 0.0, -state.leading);
                self.show_strings(&operation.operands, resources, state, text);
            }
            b"\"" => {
                state.word_space = at(0);
                state.letter_space = at(1);
                next(text, 0.0, -state.leading);
                let string = operation.operands.get(2..).unwrap_or_default();
                self.show_strings(string, resources, state, text);
            }
            _ => {}
        }
    }

    /// Shows strings; numbers between them move the position.
    fn show_strings(
        &mut self,
        items: &[Object],
        resources: &'a Dictionary,
        state: &GraphicsState,
        text: &mut TextObject,
    ) {
        let Some(index) = state.font else {
            self.page.broken = Some("a font is missing");
            return;
        };
        let mut covered: Option<PageArea> = None;
        let scale = state.size / 1000.0;
        for item in items {
            if let Some(distance) = object_number(item) {
                let back = -distance * scale * state.stretch;
                text.text_matrix = Matrix::translation(back, 0.0).then(&text.text_matrix);
            }
            let Object::String(string, _) = item else { continue };
            self.spend_steps((string.len() / CODES_OF_A_STEP) as u64);
            let font = &mut self.shared.fonts[index];
            for code in font.split_codes(string) {
                let glyph = font.glyph(code);
                let em =
                    Matrix([scale * state.stretch, 0.0, 0.0, scale, 0.0, state.rise])
                        .then(&text.text_matrix)
                        .then(&state.matrix);
                if let Some(area) = glyph.area {
                    let area = em.map_area(&area);
                    covered = Some(covered.map_or(area, |before| before.union(&area)));
                }
                let words = if font.is_space(code) { state.word_space } else { 0.0 };
                let advance =
                    (glyph.width * scale + state.letter_space + words) * state.stretch;
                text.text_matrix =
                    Matrix::translation(advance, 0.0).then(&text.text_matrix);
            }
        }
        // Text that is neither filled nor stroked is invisible and serves searching only.
        let (fills, draws) = match state.mode {
            0 | 4 => (true, false),
            1 | 5 => (false, true),
            2 | 6 => (true, true),
            _ => return,
        };
        let Some(area) = covered.and_then(|area| area.intersection(&state.clip)) else {
            return;
        };
        self.page.fonts.entry(index).or_insert(area);
        let kind = MarkKind::Text(index);
        if fills {
            self.paint_with(kind, area, &state.fill, None, resources, state);
        }
        if draws {
            let thickness =
                state.line_width * text.text_matrix.then(&state.matrix).scale_factor();
            self.paint_with(kind, area, &state.stroke, Some(thickness), resources, state);
        }
    }
}
