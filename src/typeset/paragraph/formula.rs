//! Formulas in a line: letters, raised and lowered letters, and fractions with a stroke.

use crate::book::formula::{
    FormulaAccent, FormulaError, FormulaPart, SymbolClass, SymbolForm,
};
use crate::book::inline::{FontVariant, Inline};

/// The space around an operator, before a relation and after punctuation: no line ends
/// there.
const NARROW_SPACE: &str = "\u{202F}";

/// The combining mark of a bar over one letter.
pub(in crate::typeset) const MACRON: char = '\u{304}';

/// Writes a formula as inlines. Lines may end after its relations.
///
/// # Errors
///
/// If it has a part that does not stand in a line.
pub(in crate::typeset) fn write_in_line(
    formula: &FormulaPart,
) -> Result<Vec<Inline>, FormulaError> {
    let mut writer = LineFormulaWriter {
        inlines: Vec::new(),
        before: None,
        in_script: 0,
        unsupported: None,
    };
    writer.add(formula);
    match writer.unsupported {
        Some(part) => Err(FormulaError::Unsupported(part)),
        None => Ok(writer.inlines),
    }
}

/// Writes a letter under a mark.
pub(in crate::typeset) fn write_accented(
    (letter, form): (&str, SymbolForm),
    mark: char,
) -> Inline {
    write_symbol(&format!("{letter}{mark}"), form)
}

/// Writes a symbol as an inline.
pub(in crate::typeset) fn write_symbol(text: &str, form: SymbolForm) -> Inline {
    let text = Inline::Text(text.to_owned());
    match form {
        SymbolForm::Roman => text,
        SymbolForm::Italic => Inline::Emphasis(vec![text]),
        SymbolForm::Bold => Inline::Strong(vec![text]),
        SymbolForm::BoldItalic => Inline::Strong(vec![Inline::Emphasis(vec![text])]),
    }
}

/// The line while it grows.
struct LineFormulaWriter {
    inlines: Vec<Inline>,
    /// What the symbol before is.
    before: Option<SymbolClass>,
    /// How many scripts this is in: spaces are for the line only.
    in_script: usize,
    /// A part that does not stand in a line.
    unsupported: Option<&'static str>,
}

impl LineFormulaWriter {
    fn add(&mut self, part: &FormulaPart) {
        match part {
            FormulaPart::Symbol { text, class, form } => {
                self.add_symbol(text, *class, *form);
            }
            FormulaPart::Row(parts) => parts.iter().for_each(|part| self.add(part)),
            FormulaPart::Fraction { numerator, denominator } => {
                self.add_operand(numerator);
                self.push_text("/");
                self.add_operand(denominator);
                self.before = Some(SymbolClass::Ordinary);
            }
            FormulaPart::Root { radicand, index } => {
                if let Some(index) = index {
                    self.add_script(index, FontVariant::Superscript);
                }
                self.push_text("√");
                self.add_operand(radicand);
            }
            FormulaPart::Scripts { base, below, above, .. } => {
                self.add(base);
                let before = self.before;
                if let Some(below) = below {
                    self.add_script(below, FontVariant::Subscript);
                }
                if let Some(above) = above {
                    self.add_script(above, FontVariant::Superscript);
                }
                self.before = before;
            }
            FormulaPart::Accented { base, accent } => self.add_accented(base, *accent),
            FormulaPart::Array { .. } => {
                self.unsupported = Some("rows, which do not fit in a line of text");
            }
        }
    }

    fn add_accented(&mut self, base: &FormulaPart, accent: FormulaAccent) {
        let mark = match accent {
            FormulaAccent::Mark(mark) => Some(mark),
            FormulaAccent::Bar => Some(MACRON),
            FormulaAccent::Arrow => None,
        };
        let Some((letter, mark)) = base.letter().zip(mark) else {
            self.unsupported = Some("a bar or an arrow over letters in a line of text");
            return;
        };
        self.inlines.push(write_accented(letter, mark));
        self.before = Some(SymbolClass::Ordinary);
    }

    fn add_symbol(&mut self, text: &str, class: SymbolClass, form: SymbolForm) {
        let (above, below) = self.spaces_around(class);
        self.push_text(above);
        self.inlines.push(write_symbol(text, form));
        self.push_text(below);
        self.before = Some(class);
    }

    /// The spaces before and after a symbol.
    fn spaces_around(&self, class: SymbolClass) -> (&'static str, &'static str) {
        if self.in_script > 0 {
            return ("", "");
        }
        let follows_operand = matches!(
            self.before,
            Some(SymbolClass::Ordinary | SymbolClass::Close | SymbolClass::Text)
        );
        let follows_name =
            matches!(self.before, Some(SymbolClass::Function | SymbolClass::Large));
        match class {
            SymbolClass::Relation => (NARROW_SPACE, " "),
            // A sign belongs to its number.
            SymbolClass::Operator if follows_operand => (NARROW_SPACE, NARROW_SPACE),
            SymbolClass::Punctuation => ("", NARROW_SPACE),
            SymbolClass::Function | SymbolClass::Large if follows_operand => {
                (NARROW_SPACE, "")
            }
            SymbolClass::Ordinary | SymbolClass::Function | SymbolClass::Large
                if follows_name =>
            {
                (NARROW_SPACE, "")
            }
            _ => ("", ""),
        }
    }

    /// Adds a part beside a stroke or a root sign, between parentheses if it is not one
    /// symbol.
    fn add_operand(&mut self, part: &FormulaPart) {
        let is_single = is_single(part);
        if !is_single {
            self.push_text("(");
        }
        self.before = None;
        self.in_script += usize::from(is_single);
        self.add(part);
        self.in_script -= usize::from(is_single);
        if !is_single {
            self.push_text(")");
        }
        self.before = Some(SymbolClass::Ordinary);
    }

    fn add_script(&mut self, part: &FormulaPart, variant: FontVariant) {
        let line = std::mem::take(&mut self.inlines);
        self.in_script += 1;
        self.before = None;
        self.add(part);
        self.in_script -= 1;
        let content = std::mem::replace(&mut self.inlines, line);
        self.inlines.push(Inline::Variant { variant, content });
    }

    fn push_text(&mut self, text: &str) {
        if !text.is_empty() {
            self.inlines.push(Inline::Text(text.to_owned()));
        }
    }
}

/// Whether a part is one symbol, with or without scripts.
fn is_single(part: &FormulaPart) -> bool {
    match part {
        FormulaPart::Symbol { .. } => true,
        FormulaPart::Row(parts) => match parts.as_slice() {
            [] => true,
            [only] => is_single(only),
            _ => false,
        },
        FormulaPart::Scripts { base, .. } | FormulaPart::Accented { base, .. } => {
            is_single(base)
        }
        FormulaPart::Fraction { .. }
        | FormulaPart::Root { .. }
        | FormulaPart::Array { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{FontVariant, Inline, write_in_line};
    use crate::book::formula::read_formula;

    /// The inlines as text, with signs for what they are.
    fn show(inlines: &[Inline]) -> String {
        let one = |inline: &Inline| match inline {
            Inline::Text(text) => text.replace('\u{202F}', "'"),
            Inline::Emphasis(inner) => format!("/{}/", show(inner)),
            Inline::Strong(inner) => format!("*{}*", show(inner)),
            Inline::Variant { variant: FontVariant::Superscript, content } => {
                format!("^{}^", show(content))
            }
            Inline::Variant { content, .. } => format!("_{}_", show(content)),
            other => format!("{other:?}"),
        };
        inlines.iter().map(one).collect()
    }

    #[test]
    fn formulas_are_set_in_the_line() {
        let cases = [
            ("E = mc^2", "/E/'= /m//c/^2^"),
            ("x_i^{n+1} - 1", "/x/_/i/_^/n/+1^'−'1"),
            ("-\\frac{a+b}{2}", "−(/a/'+'/b/)/2"),
            ("\\sqrt{2}\\,\\sqrt[3]{x+1}", "√2^3^√(/x/'+'1)"),
            ("\\sin\\alpha, \\Gamma", "sin'/α/,'Γ"),
            ("\\mathbf{v} \\in \\mathbb{R}", "*v*'∈ *R*"),
            ("\\hat{x} + \\bar y_1", "/x\u{302}/'+'/y\u{304}/_1_"),
        ];
        for (tex, wanted) in cases {
            let formula = read_formula(tex).expect(tex);
            let line = write_in_line(&formula).expect(tex);
            assert_eq!(show(&line), wanted, "{tex}");
        }
        for tex in ["\\vec v", "\\bar{AB}", "\\begin{matrix}1\\end{matrix}"] {
            assert!(write_in_line(&read_formula(tex).expect(tex)).is_err(), "{tex}");
        }
    }
}
