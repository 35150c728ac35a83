//! Adds formulas to the text of a paragraph.

use std::slice;

use super::{FormulaSpace, InlineContext, TextCollector};
use crate::book::formula::{Formula, read_formula};
use crate::length::Ratio;
use crate::typeset::document::Role;
use crate::typeset::paragraph::formula::{LineFormulaPiece, write_in_line};

/// What stands for a space of a formula at which a line may end.
const BREAKABLE: char = ' ';
/// What stands for one at which it may not.
const UNBREAKABLE: char = '\u{A0}';

impl TextCollector<'_, '_, '_> {
    /// Adds a formula; its source if it has a part that is not set.
    pub(super) fn add_formula(&mut self, formula: &Formula, context: &InlineContext) {
        let span = self.add_span(Role::Formula, context.span);
        self.paragraph.spans[span].alternative = Some(formula.tex.clone());
        let context = InlineContext { span: Some(span), ..context.clone() };
        match read_formula(&formula.tex).and_then(|tree| write_in_line(&tree)) {
            Ok(pieces) => {
                let context = InlineContext { in_formula: true, ..context };
                // A space that gave way to the mark of a note is not part of it.
                if self.gave_way {
                    self.add_text(" ", &context);
                }
                let start = self.paragraph.text.len();
                self.add_pieces(&pieces, &context);
                self.paragraph.formulas.push(start..self.paragraph.text.len());
            }
            Err(cause) => {
                self.paragraph.formulas_as_source.push((formula.tex.clone(), cause));
                self.add_text(&formula.tex, &context.for_code());
            }
        }
    }

    fn add_pieces(&mut self, pieces: &[LineFormulaPiece], context: &InlineContext) {
        for piece in pieces {
            match piece {
                LineFormulaPiece::Letters(letters) => {
                    self.add_inlines(slice::from_ref(letters), context);
                }
                LineFormulaPiece::Space { width, penalty } => {
                    self.add_formula_space(*width, *penalty, context);
                }
                LineFormulaPiece::Script(variant, pieces) => {
                    let script = context.script.inside(*variant);
                    let variant = Some(*variant);
                    let context = InlineContext { variant, script, ..context.clone() };
                    self.add_pieces(pieces, &context);
                }
            }
        }
    }

    fn add_formula_space(
        &mut self,
        width: Ratio,
        penalty: Option<i32>,
        context: &InlineContext,
    ) {
        let at = self.paragraph.text.len();
        self.paragraph.text.push(penalty.map_or(UNBREAKABLE, |_| BREAKABLE));
        self.paragraph.formula_spaces.push(FormulaSpace { at, width, penalty });
        self.add_styled_run(at, context, self.style.text.letters);
    }
}
