//! Formulas as `MathML`.

use super::markup::tag;
use super::writer::DocumentWriter;
use crate::book::formula::{Formula, write_mathml};

/// How a formula begins in a content document.
pub(super) const MATHML: &str = "<math ";

impl DocumentWriter<'_> {
    /// Writes a formula. What is not TeX is shown as it is typed.
    pub(super) fn write_formula(&mut self, formula: &Formula) {
        let Ok(mathml) = write_mathml(formula) else {
            self.markup.open(tag("code").class("tex"));
            self.markup.write_text(&formula.tex);
            return self.markup.close();
        };
        self.markup.write_mathml(&mathml, &formula.tex);
    }
}
