//! Atoms: what the parts of a formula are beside one another, and the spaces between them
//! (The `TeXbook`, chapters 17 and 18).

use super::FormulaPart;
use crate::length::Ratio;

/// What a part of a formula is; the space around it follows from that (The `TeXbook`,
/// chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolClass {
    /// A variable, a number, a sign; also what stands in braces, and a fraction.
    Ordinary,
    /// The name of a function.
    Function,
    /// Words.
    Text,
    /// A sum or an integral.
    Large,
    /// A binary operator.
    Operator,
    /// A relation.
    Relation,
    /// An opening delimiter.
    Open,
    /// A closing delimiter.
    Close,
    /// Punctuation.
    Punctuation,
    /// What stands between delimiters of its own height, and dots.
    Inner,
}

/// The spaces between two atoms, by the row of the first and the column of the second: 0 is
/// none, 1 a thin space in text, 2 a thin one in scripts too, 3 a medium one in text, 4 a
/// thick one in text. A star is a pair that there is not (TeX: The Program, §764).
const SPACES: [&[u8; 8]; 8] = [
    b"02340001",
    b"22*40001",
    b"33**3**3",
    b"44*04004",
    b"00*00000",
    b"02340001",
    b"11*11111",
    b"12341011",
];

/// A thin space: three eighteenths of the em, as `\thinmuskip`.
const THIN: Ratio = Ratio(166_667);
/// A medium space: four, as `\medmuskip`.
const MEDIUM: Ratio = Ratio(222_222);
/// A thick space: five, as `\thickmuskip`.
const THICK: Ratio = Ratio(277_778);

impl SymbolClass {
    /// Its row and its column in [`SPACES`].
    fn place(self) -> usize {
        match self {
            Self::Ordinary | Self::Text => 0,
            Self::Function | Self::Large => 1,
            Self::Operator => 2,
            Self::Relation => 3,
            Self::Open => 4,
            Self::Close => 5,
            Self::Punctuation => 6,
            Self::Inner => 7,
        }
    }
}

/// The space between two atoms, in parts of the size; none is zero.
#[must_use]
pub fn space_between(before: SymbolClass, after: SymbolClass, in_script: bool) -> Ratio {
    match (SPACES[before.place()][after.place()], in_script) {
        (b'1', false) | (b'2', _) => THIN,
        (b'3', false) => MEDIUM,
        (b'4', false) => THICK,
        _ => Ratio(0),
    }
}

/// The classes of parts one after the other; none for spaces. `before` is what they follow. A
/// binary operator without an operand on both sides is a sign, as in `x = -1` (The `TeXbook`,
/// appendix G, rules 5 and 6).
#[must_use]
pub fn find_classes(
    parts: &[FormulaPart],
    before: Option<SymbolClass>,
) -> Vec<Option<SymbolClass>> {
    use SymbolClass::{
        Close, Function, Large, Open, Operator, Ordinary, Punctuation, Relation,
    };
    let mut classes: Vec<Option<SymbolClass>> = Vec::with_capacity(parts.len());
    let mut last = before;
    let mut last_place: Option<usize> = None;
    for part in parts {
        let Some(mut class) = class_of(part) else {
            classes.push(None);
            continue;
        };
        let needs_operand = matches!(
            last,
            None | Some(Operator | Function | Large | Relation | Open | Punctuation)
        );
        if class == Operator && needs_operand {
            class = Ordinary;
        }
        if matches!(class, Relation | Close | Punctuation) {
            make_sign(&mut classes, last_place);
        }
        last_place = Some(classes.len());
        classes.push(Some(class));
        last = Some(class);
    }
    make_sign(&mut classes, last_place);
    classes
}

/// Makes an operator a sign.
fn make_sign(classes: &mut [Option<SymbolClass>], place: Option<usize>) {
    let class = place.and_then(|place| classes.get_mut(place));
    if let Some(class @ Some(SymbolClass::Operator)) = class {
        *class = Some(SymbolClass::Ordinary);
    }
}

/// The class of a part; none for a space.
#[must_use]
pub fn class_of(part: &FormulaPart) -> Option<SymbolClass> {
    match part {
        FormulaPart::Symbol { class, .. } => Some(*class),
        FormulaPart::Scripts { base, .. } => {
            Some(class_of(base).unwrap_or(SymbolClass::Ordinary))
        }
        FormulaPart::Row(parts) if is_long_relation(parts) => Some(SymbolClass::Relation),
        FormulaPart::Fenced { .. } => Some(SymbolClass::Inner),
        FormulaPart::Row(_)
        | FormulaPart::Fraction { .. }
        | FormulaPart::Root { .. }
        | FormulaPart::Accented { .. }
        | FormulaPart::Array { .. } => Some(SymbolClass::Ordinary),
        FormulaPart::Space(_) => None,
    }
}

/// Whether parts are a relation of several signs: what `\mathrel{:=}` is read as. One sign in
/// braces is ordinary, so that `1{,}5` and `a{=}b` have no spaces.
fn is_long_relation(parts: &[FormulaPart]) -> bool {
    let is_relation = |part| class_of(part) == Some(SymbolClass::Relation);
    parts.len() > 1 && parts.iter().all(is_relation)
}

#[cfg(test)]
mod tests {
    use super::SymbolClass::{Inner, Large, Operator, Ordinary, Punctuation, Relation};
    use super::{find_classes, space_between};
    use crate::book::formula::{FormulaPart, read_formula};

    #[test]
    fn operators_without_operands_are_signs() {
        let cases: [(&str, &[Option<_>]); 6] = [
            ("a+b", &[Some(Ordinary), Some(Operator), Some(Ordinary)]),
            ("-1", &[Some(Ordinary), Some(Ordinary)]),
            ("x=-1", &[Some(Ordinary), Some(Relation), Some(Ordinary), Some(Ordinary)]),
            ("+=", &[Some(Ordinary), Some(Relation)]),
            ("1{,}5", &[Some(Ordinary), Some(Ordinary), Some(Ordinary)]),
            ("a,\\,\\ldots", &[Some(Ordinary), Some(Punctuation), None, Some(Inner)]),
        ];
        for (tex, wanted) in cases {
            let FormulaPart::Row(parts) = read_formula(tex).expect(tex) else {
                panic!("a formula is a row");
            };
            assert_eq!(find_classes(&parts, None), wanted, "{tex}");
        }
    }

    #[test]
    fn scripts_have_no_spaces_but_beside_large_signs() {
        assert_eq!(space_between(Ordinary, Relation, true).0, 0);
        assert_eq!(space_between(Ordinary, Relation, false).0, 277_778);
        assert_eq!(space_between(Ordinary, Large, true).0, 166_667);
    }
}
