//! Accents: marks over a letter, and bars and arrows over several (The `TeXbook`, appendix G,
//! rules 9 and 12).

use super::{AXIS, BAR_GAP, FormulaBox, FormulaSetter, scale_width};
use crate::book::formula::{FormulaAccent, FormulaPart, SymbolForm};
use crate::length::{Length, Ratio};
use crate::typeset::font::USUAL_X_HEIGHT;
use crate::typeset::paragraph::{MACRON, write_accented};

/// The size of the arrow over a letter.
const ARROW_SIZE: Ratio = Ratio(600_000);
/// How far an arrow reaches above and below its axis, in its own size.
const ARROW_REACH: Ratio = Ratio(180_000);
/// How far to the right the middle of an italic letter's top is from that of its width.
const SLANT: Ratio = Ratio(60_000);

impl FormulaSetter<'_, '_> {
    /// Lays out a part under an accent. Over a letter, the face places the mark.
    pub(super) fn lay_out_accented(
        &self,
        base: &FormulaPart,
        accent: FormulaAccent,
        size: Length,
    ) -> FormulaBox {
        let letter = base.letter();
        let mark = match accent {
            FormulaAccent::Mark(mark) => Some(mark),
            FormulaAccent::Bar => letter.map(|_| MACRON),
            FormulaAccent::Arrow => None,
        };
        if let Some((letter, mark)) = letter.zip(mark) {
            let mut whole = self.set_inline(write_accented(letter, mark), size);
            whole.above += BAR_GAP.of(size);
            return whole;
        }
        let below = self.lay_out(base, size);
        let top = match letter {
            Some((text, _)) if is_low(text) => USUAL_X_HEIGHT.of(size),
            _ => below.above,
        };
        let slant = match letter {
            Some((_, SymbolForm::Italic | SymbolForm::BoldItalic)) => SLANT.of(size),
            _ => Length::ZERO,
        };
        let width = below.width;
        let (gap, height) = (BAR_GAP.of(size), below.above);
        let mut whole = FormulaBox::default();
        whole.place(below, Length::ZERO, Length::ZERO);
        if accent == FormulaAccent::Bar {
            whole.rules.push((Length::ZERO, -(top + gap), width));
            whole.above = height + gap * 2;
            return whole;
        }
        let small = ARROW_SIZE.of(size);
        let mut arrow = self.set_symbol("→", SymbolForm::Roman, small);
        if arrow.width < width {
            scale_width(&mut arrow, width);
        }
        let reach = ARROW_REACH.of(small);
        let up = top + gap / 2 + reach - AXIS.of(small);
        let right = (width - arrow.width) / 2 + slant;
        // An arrow wider than its letter reaches over what is beside it.
        arrow.width = Length::ZERO;
        whole.place(arrow, right, -up);
        whole.above = height.max(top + gap + reach * 2);
        whole.width = width;
        whole
    }
}

/// Whether a letter has no ascender.
fn is_low(letter: &str) -> bool {
    letter.chars().all(|c| "acemnopqrsuvwxyzαγεηικμνοπρςστυφχψω".contains(c))
}
