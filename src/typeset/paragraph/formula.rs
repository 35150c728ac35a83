//! Formulas in a line: letters, raised and lowered letters, and fractions with a stroke.

use crate::book::formula::{
    FormulaAccent, FormulaError, FormulaPart, SymbolClass, SymbolForm, class_of,
    find_classes, space_between,
};
use crate::book::inline::{FontVariant, Inline};
use crate::length::Ratio;

/// The combining mark of a bar over one letter.
pub(in crate::typeset) const MACRON: char = '\u{304}';

/// What ending a line after a relation costs: `\relpenalty` of plain TeX.
const AFTER_RELATION: i32 = 500;
/// What ending it after a binary operator costs: `\binoppenalty`.
const AFTER_OPERATOR: i32 = 700;

/// A piece of a formula in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineFormulaPiece {
    /// Letters.
    Letters(Inline),
    /// A space, in parts of the size; it may be negative.
    Space {
        /// How wide it is.
        width: Ratio,
        /// What ending the line here costs; none where it may not end.
        penalty: Option<i32>,
    },
    /// Raised or lowered pieces.
    Script(FontVariant, Vec<LineFormulaPiece>),
}

/// Writes a formula as pieces. Lines may end after its relations and binary operators that
/// stand in no braces, delimiters or scripts (The `TeXbook`, chapter 18).
///
/// # Errors
///
/// If it has a part that does not stand in a line.
pub(super) fn write_in_line(
    formula: &FormulaPart,
) -> Result<Vec<LineFormulaPiece>, FormulaError> {
    let mut writer = LineFormulaWriter { pieces: Vec::new(), unsupported: None };
    match formula {
        FormulaPart::Row(parts) => writer.add_row(parts, RowPlace::Outer),
        part => writer.add_row(std::slice::from_ref(part), RowPlace::Outer),
    }
    match writer.unsupported {
        Some(part) => Err(FormulaError::Unsupported(part)),
        None => Ok(writer.pieces),
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

/// Where parts stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowPlace {
    /// In no other part: lines may end between them.
    Outer,
    /// In braces or delimiters.
    Inner,
    /// In a script, or beside a stroke: only names of functions have spaces.
    Script,
}

impl RowPlace {
    /// The place of what stands in braces here.
    fn inside(self) -> Self {
        if self == Self::Outer { Self::Inner } else { self }
    }
}

/// The line while it grows.
struct LineFormulaWriter {
    pieces: Vec<LineFormulaPiece>,
    /// A part that does not stand in a line.
    unsupported: Option<&'static str>,
}

impl LineFormulaWriter {
    /// Adds parts with the spaces between them.
    fn add_row(&mut self, parts: &[FormulaPart], place: RowPlace) {
        let classes = find_classes(parts, None);
        let mut before = None;
        for (at, (part, class)) in parts.iter().zip(&classes).enumerate() {
            if let Some((before, after)) = before.zip(*class) {
                self.add_space_between(before, after, place);
            }
            before = class.or(before);
            self.add(part, place, find_neighbours(parts, at));
        }
    }

    /// Adds the space between two parts, if there is one.
    fn add_space_between(
        &mut self,
        before: SymbolClass,
        after: SymbolClass,
        place: RowPlace,
    ) {
        let penalty = match before {
            SymbolClass::Relation => Some(AFTER_RELATION),
            SymbolClass::Operator => Some(AFTER_OPERATOR),
            _ => None,
        };
        let penalty = penalty.filter(|_| place == RowPlace::Outer);
        let width = space_between(before, after, place == RowPlace::Script);
        self.add_space(width, penalty);
    }

    fn add_space(&mut self, width: Ratio, penalty: Option<i32>) {
        if width != Ratio(0) {
            self.pieces.push(LineFormulaPiece::Space { width, penalty });
        }
    }

    fn add(&mut self, part: &FormulaPart, place: RowPlace, beside: Neighbours) {
        match part {
            FormulaPart::Symbol { text, form, .. } => {
                self.push(write_symbol(text, *form));
            }
            FormulaPart::Space(width) => self.add_space(*width, None),
            // Braces alone are not shown, and part nothing.
            FormulaPart::Row(parts) => match parts.as_slice() {
                [only] => self.add(only, place.inside(), beside),
                parts => self.add_row(parts, place.inside()),
            },
            FormulaPart::Fenced { open, inner, close } => {
                self.push_text(open.as_ref());
                self.add_row(inner, place.inside());
                self.push_text(close.as_ref());
            }
            FormulaPart::Fraction { numerator, denominator, has_bar } => {
                if !has_bar {
                    self.unsupported = Some(
                        "parts on top of one another, which do not fit in a line of text",
                    );
                }
                // Without parentheses a stroke would divide what is beside it, too.
                let parted = beside.before || beside.after;
                self.push_text(parted.then_some('(').as_ref());
                if is_product(numerator) {
                    self.add(numerator, RowPlace::Script, Neighbours::default());
                } else {
                    self.add_operand(numerator, false);
                }
                self.push_text(Some(&'/'));
                self.add_operand(denominator, false);
                self.push_text(parted.then_some(')').as_ref());
            }
            FormulaPart::Root { radicand, index } => {
                if let Some(index) = index {
                    self.add_script(index, FontVariant::Superscript);
                }
                self.push_text(Some(&'√'));
                // Nothing else shows where the root ends.
                self.add_operand(radicand, beside.after);
            }
            FormulaPart::Scripts { base, below, above, .. } => {
                // A script of a fraction or a root would be taken for one of its last part.
                self.add_base(base, place);
                if let Some(below) = below {
                    self.add_script(below, FontVariant::Subscript);
                }
                if let Some(above) = above {
                    self.add_script(above, FontVariant::Superscript);
                }
            }
            FormulaPart::Accented { base, accent } => self.add_accented(base, *accent),
            FormulaPart::Array { .. } => {
                self.unsupported = Some("rows, which do not fit in a line of text");
            }
        }
    }

    /// Adds what has scripts.
    fn add_base(&mut self, base: &FormulaPart, place: RowPlace) {
        let beside = Neighbours { before: true, after: true };
        match base {
            FormulaPart::Row(parts) if parts.len() == 1 => {
                self.add_base(&parts[0], place.inside());
            }
            FormulaPart::Root { .. } => {
                self.push_text(Some(&'('));
                self.add(base, place, Neighbours::default());
                self.push_text(Some(&')'));
            }
            base => self.add(base, place, beside),
        }
    }

    fn add_accented(&mut self, base: &FormulaPart, accent: FormulaAccent) {
        let mark = match accent {
            FormulaAccent::Mark(mark) => Some(mark),
            FormulaAccent::Bar => Some(MACRON),
            FormulaAccent::Arrow => None,
        };
        match base.letter().zip(mark) {
            Some((letter, mark)) => self.push(write_accented(letter, mark)),
            None => {
                self.unsupported =
                    Some("a bar or an arrow over letters in a line of text");
            }
        }
    }

    /// Adds a part beside a stroke or a root sign, between parentheses if it is not one
    /// symbol.
    fn add_operand(&mut self, part: &FormulaPart, parted: bool) {
        let is_single = is_single(part);
        let parted = parted || !is_single;
        self.push_text(parted.then_some('(').as_ref());
        let place = if is_single { RowPlace::Script } else { RowPlace::Inner };
        self.add(part, place, Neighbours::default());
        self.push_text(parted.then_some(')').as_ref());
    }

    fn add_script(&mut self, part: &FormulaPart, variant: FontVariant) {
        let line = std::mem::take(&mut self.pieces);
        self.add(part, RowPlace::Script, Neighbours::default());
        let pieces = std::mem::replace(&mut self.pieces, line);
        self.pieces.push(LineFormulaPiece::Script(variant, pieces));
    }

    fn push(&mut self, letters: Inline) {
        self.pieces.push(LineFormulaPiece::Letters(letters));
    }

    fn push_text(&mut self, sign: Option<&char>) {
        if let Some(sign) = sign {
            self.push(Inline::Text(sign.to_string()));
        }
    }
}

/// Whether something stands beside a part that a stroke or a root sign could take in.
#[derive(Debug, Clone, Copy, Default)]
struct Neighbours {
    before: bool,
    after: bool,
}

/// A space of this width or more parts what is beside it: half a quad (`\enspace`).
const PARTING_SPACE: Ratio = Ratio(500_000);

/// What stands beside a part of a row. Signs of operation, relations, punctuation, words and
/// wide spaces part it from what follows, and so do delimiters around it.
fn find_neighbours(parts: &[FormulaPart], at: usize) -> Neighbours {
    use SymbolClass::{Close, Open};
    let before = parts[..at].iter().rev().find_map(adjoining_class);
    let after = parts[at + 1..].iter().find_map(adjoining_class);
    Neighbours {
        before: before.is_some_and(|class| class != Open && adjoins(class)),
        after: after.is_some_and(|class| class != Close && adjoins(class)),
    }
}

/// The class of a part that stands beside another. A wide space parts them as punctuation does;
/// behind a narrow one, which has none, another part may stand.
fn adjoining_class(part: &FormulaPart) -> Option<SymbolClass> {
    match part {
        FormulaPart::Space(width) if *width >= PARTING_SPACE => {
            Some(SymbolClass::Punctuation)
        }
        part => class_of(part),
    }
}

/// Whether a stroke or a root sign beside something of this class could take it in.
fn adjoins(class: SymbolClass) -> bool {
    use SymbolClass::{Operator, Punctuation, Relation, Text};
    !matches!(class, Operator | Relation | Punctuation | Text)
}

/// Whether a part is one symbol, with or without scripts.
fn is_single(part: &FormulaPart) -> bool {
    match part {
        FormulaPart::Symbol { .. } | FormulaPart::Space(_) => true,
        FormulaPart::Row(parts) => match parts.as_slice() {
            [] => true,
            [only] => is_single(only),
            _ => false,
        },
        FormulaPart::Scripts { base, .. } | FormulaPart::Accented { base, .. } => {
            is_single(base)
        }
        // Its own delimiters are enough.
        FormulaPart::Fenced { open, close, .. } => open.is_some() && close.is_some(),
        FormulaPart::Fraction { .. }
        | FormulaPart::Root { .. }
        | FormulaPart::Array { .. } => false,
    }
}

/// Whether a part is letters and figures beside one another: before a stroke they need no
/// parentheses.
fn is_product(part: &FormulaPart) -> bool {
    let is_factor = |part: &FormulaPart| {
        class_of(part) == Some(SymbolClass::Ordinary) && is_single(part)
    };
    matches!(part, FormulaPart::Row(parts) if parts.iter().all(is_factor))
}

#[cfg(test)]
mod tests {
    use super::{FontVariant, Inline, LineFormulaPiece, write_in_line};
    use crate::book::formula::read_formula;

    fn show_inline(inline: &Inline) -> String {
        match inline {
            Inline::Text(text) => text.clone(),
            Inline::Emphasis(inner) => format!("/{}/", show_inline(&inner[0])),
            Inline::Strong(inner) => format!("*{}*", show_inline(&inner[0])),
            other => format!("{other:?}"),
        }
    }

    /// The pieces as text: spaces as their eighteenths of the em, with a bar where a line may
    /// end.
    fn show(pieces: &[LineFormulaPiece]) -> String {
        let one = |piece: &LineFormulaPiece| match piece {
            LineFormulaPiece::Letters(inline) => show_inline(inline),
            LineFormulaPiece::Space { width, penalty } => {
                let eighteenths = (width.0 * 18 + width.0.signum() * 500_000) / 1_000_000;
                format!("<{eighteenths}{}>", if penalty.is_some() { "|" } else { "" })
            }
            LineFormulaPiece::Script(FontVariant::Superscript, inner) => {
                format!("^{}^", show(inner))
            }
            LineFormulaPiece::Script(_, inner) => format!("_{}_", show(inner)),
        };
        pieces.iter().map(one).collect()
    }

    #[test]
    fn formulas_are_set_in_the_line() {
        let cases = [
            ("E = mc^2", "/E/<5>=<5|>/m//c/^2^"),
            ("x_i^{n+1} - 1", "/x/_/i/_^/n/+1^<4>−<4|>1"),
            ("-\\frac{a+b}{2}", "−(/a/<4>+<4>/b/)/2"),
            ("\\sqrt{2}\\,\\sqrt[3]{x+1}", "√(2)<3>^3^√(/x/<4>+<4>1)"),
            ("\\sin\\alpha, \\Gamma", "sin<3>/α/,<3>Γ"),
            ("\\mathbf{v} \\in \\mathbb{R}", "*v*<5>∈<5|>*R*"),
            ("\\hat{x} + \\bar y_1", "/x\u{302}/<4>+<4|>/y\u{304}/_1_"),
            ("|x| < 1", "|/x/|<5><<5|>1"),
            ("1{,}5\\!x\\quad\\mathrm{m/s}", "1,5<-3>/x/<18>m/s"),
            ("\\left(a+b\\right) = {c-d}", "(/a/<4>+<4>/b/)<5>=<5|>/c/<4>−<4>/d/"),
            ("\\frac12x + \\frac12", "(1/2)/x/<4>+<4|>1/2"),
            ("\\frac{\\pi d^2}{4}v", "(/π//d/^2^/4)/v/"),
            ("{\\frac ab}^2", "(/a///b/)^2^"),
            ("x \\not\\in A", "/x/<5>∉<5|>/A/"),
        ];
        for (tex, wanted) in cases {
            let formula = read_formula(tex).expect(tex);
            let line = write_in_line(&formula).expect(tex);
            assert_eq!(show(&line), wanted, "{tex}");
        }
        for tex in ["\\vec v", "\\bar{AB}", "\\begin{matrix}1\\end{matrix}", "\\binom nk"]
        {
            assert!(write_in_line(&read_formula(tex).expect(tex)).is_err(), "{tex}");
        }
    }
}
