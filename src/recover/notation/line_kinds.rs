//! Texts that are no prose, verse or drama: listings of programs, tables, formulas.
//!
//! Their lines must not be joined, and their numbers call no notes. If most lines of a text
//! are of these kinds, recovery keeps it as it is.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::Notation;
use crate::book::source_traits::SourceForm;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::source::Text;

/// Fewest solid lines that show what a text is.
const FEWEST_LINES: usize = 24;

/// Least share of lines of these kinds, in per cent. Of the 230 books of prose, verse and
/// drama with which the threshold was chosen, none has 5.
const LEAST_SHARE: usize = 50;

/// Signs that hardly anything but a program has.
const CODE: [&str; 14] = [
    "();", ");", "){", ") {", "};", "::", "->", "==", "!=", "+=", "#include", "&&", "||",
    "</",
];

/// Signs of formulas.
const MATHEMATICS: [char; 20] = [
    '=', '+', '<', '>', '∑', '∫', '√', '≤', '≥', '≈', '∂', '∈', '→', '·', '×', '÷', '^',
    '\\', '±', '∞',
];

/// Most letters among the solid characters of a formula, in per cent.
const MOST_LETTERS: usize = 40;

/// Fewest cells of a row of a table.
const FEWEST_CELLS: usize = 3;

/// What a line is, if it is no line of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnreadableLine {
    Listing,
    Table,
    Formula,
}

/// Finds out whether a text is a listing, a table or a row of formulas, which is to be kept
/// as it is.
pub(super) fn find_unreadable_text(text: &Text, notation: &mut Notation) {
    let lines = (0..text.lines.len()).map(|line| (line, text.line(line).trim()));
    let solid: Vec<(usize, &str)> =
        lines.filter(|(_, words)| !words.is_empty()).collect();
    if solid.len() < FEWEST_LINES {
        return;
    }
    let kinds: Vec<UnreadableLine> =
        solid.par_iter().filter_map(|(_, words)| read_kind(words)).collect();
    if kinds.len() * 100 < solid.len() * LEAST_SHARE {
        return;
    }
    let count = |wanted| kinds.iter().filter(|&&kind| kind == wanted).count();
    let named = [
        (UnreadableLine::Listing, "a program"),
        (UnreadableLine::Table, "a table"),
        (UnreadableLine::Formula, "formulas"),
    ];
    let named = named.into_iter().filter(|&(kind, _)| count(kind) > 0);
    let names: Vec<&str> = named.map(|(_, name)| name).collect();
    let message = format!(
        "the text is kept line for line: {} of its {} lines look like {}",
        kinds.len(),
        solid.len(),
        names.join(" or ")
    );
    let at = text.lines[solid[0].0].span;
    let found = Diagnostic::new(codes::KEPT_VERBATIM, Severity::Warning, message).at(at);
    notation.diagnostics.push(found.hint("state another form if it has one: --form"));
    notation.traits.form = Some(SourceForm::Verbatim);
    notation.form_confidence = u16::try_from(kinds.len() * 1000 / solid.len()).ok();
}

/// What kind of line this is; `None` for one of a text.
fn read_kind(words: &str) -> Option<UnreadableLine> {
    let cells: Vec<&str> =
        words.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let numeric = |cell: &&&str| cell.bytes().any(|byte| byte.is_ascii_digit());
    if cells.len() >= FEWEST_CELLS
        && cells.iter().filter(numeric).count() * 2 >= cells.len()
    {
        return Some(UnreadableLine::Table);
    }
    let is_code = CODE.iter().any(|sign| words.contains(sign))
        || matches!(words, "{" | "}" | "(" | ")")
        || words.ends_with('{');
    if is_code {
        return Some(UnreadableLine::Listing);
    }
    let solid = words.chars().filter(|c| !c.is_whitespace()).count();
    let letters: usize = words
        .split(|c: char| !c.is_alphabetic())
        .map(|word| word.chars().count())
        .filter(|&length| length > 2)
        .sum();
    let is_formula = words.contains(MATHEMATICS)
        && words.contains(char::is_alphanumeric)
        && letters * 100 <= solid * MOST_LETTERS;
    is_formula.then_some(UnreadableLine::Formula)
}
