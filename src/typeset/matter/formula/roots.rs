//! Roots: a sign, and a bar over what is under it (The `TeXbook`, appendix G, rule 11).

use super::{
    BAR_GAP, FormulaBox, FormulaSetter, LARGEST_DELIMITER, RAISED, SCRIPT_SIZE,
    grow_width, scale_width,
};
use crate::book::formula::{FormulaPart, SymbolForm};
use crate::length::{Length, Ratio};

/// The bar joins a root sign in this part of its height, at its top: a fiftieth, about as
/// thick as the bar.
const JOINT: i32 = 50;

/// Where the ink of a root sign is, in parts of its size.
struct RootInk {
    foot: Ratio,
    top: Ratio,
    /// How far it reaches to the right at its top.
    joint: Ratio,
}

/// That of a face that draws none: as high as its letters.
const USUAL_INK: RootInk =
    RootInk { foot: Ratio(-200_000), top: Ratio(750_000), joint: Ratio(550_000) };

impl FormulaSetter<'_, '_> {
    /// A root sign, and a bar over what is under it. The ink of the sign reaches from the foot
    /// of the radicand to the bar, and the bar begins where that ink ends.
    pub(super) fn lay_out_root(
        &self,
        radicand: &FormulaPart,
        index: Option<&FormulaPart>,
        size: Length,
    ) -> FormulaBox {
        let radicand = self.lay_out(radicand, size);
        let top = radicand.above + BAR_GAP.of(size);
        let (sign, joint) = self.set_root_sign(top, radicand.below, size);
        let mut whole = FormulaBox::default();
        let mut left = Length::ZERO;
        if let Some(index) = index {
            let small = SCRIPT_SIZE.of(SCRIPT_SIZE.of(size));
            let index = self.for_scripts().lay_out(index, small);
            left = (index.width - sign.width / 3).max(Length::ZERO);
            whole.place(index, Length::ZERO, -RAISED.of(size));
        }
        let right = left + sign.width.max(joint);
        let width = radicand.width;
        whole.place(sign, left, Length::ZERO);
        whole.place(radicand, right, Length::ZERO);
        whole.rules.push((left + joint, -top, right + width - left - joint));
        // Another bar over this one keeps its distance.
        whole.above = whole.above.max(top + BAR_GAP.of(size) / 2);
        whole.width = right + width;
        whole
    }

    /// A root sign whose ink reaches from above the baseline to below it, and where the bar
    /// begins.
    fn set_root_sign(
        &self,
        top: Length,
        below: Length,
        size: Length,
    ) -> (FormulaBox, Length) {
        let plain = self.set_symbol("√", SymbolForm::Roman, size);
        let ink = self.find_root_ink(&plain).unwrap_or(USUAL_INK);
        let height = (ink.top - ink.foot).0.max(1);
        let tall = (top + below).scaled(1_000_000, height.into());
        let tall = tall.max(size).min(size * LARGEST_DELIMITER);
        let mut sign = self.set_symbol("√", SymbolForm::Roman, tall);
        let natural = sign.width.0.max(1);
        scale_width(&mut sign, grow_width(plain.width, tall, size));
        let joint = ink.joint.of(tall).scaled(sign.width.0.into(), natural.into());
        let mut whole = FormulaBox::default();
        whole.place(sign, Length::ZERO, ink.top.of(tall) - top);
        (whole.above, whole.below) = (top, below.max(ink_foot(&ink, tall, top)));
        (whole, joint)
    }

    /// Where the ink of a root sign is that is set.
    fn find_root_ink(&self, sign: &FormulaBox) -> Option<RootInk> {
        let (_, _, line) = sign.lines.first()?;
        let run = &line.runs.first()?.run;
        let glyph = run.glyphs.first()?;
        let outline = self.compositor.fonts().face(run.face).outline(glyph.id);
        let (foot, top) = outline.vertical_reach()?;
        let low = Ratio(top.0 - (top - foot).0 / JOINT);
        let (_, joint) = outline.horizontal_reach(&(low..=top))?;
        (top > foot).then_some(RootInk { foot, top, joint })
    }
}

/// How far the ink of a sign reaches below the baseline when its top is at a height.
fn ink_foot(ink: &RootInk, tall: Length, top: Length) -> Length {
    (ink.top - ink.foot).of(tall) - top
}
