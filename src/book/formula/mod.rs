//! Formulas in TeX: their tree, and their `MathML`.
//!
//! pulldown-latex reads the TeX and writes the `MathML`. The tree is what the pages of a book
//! of the humanities need: letters, fractions, roots, sub- and superscripts. A formula with
//! more than that has `MathML` but no tree.

mod mathml;
mod tree;

use std::fmt;

pub use self::mathml::write_mathml;
pub use self::tree::{FormulaPart, SymbolClass, SymbolForm, read_formula};

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Formula {
    /// Its TeX; not empty, and without white space around it.
    pub tex: String,
    /// It stands on lines of its own.
    pub is_display: bool,
}

/// Why a formula cannot be shown as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaError {
    /// It is not TeX, or has a command that is not known.
    Unreadable(
        /// What is wrong with it.
        String,
    ),
    /// It has a part that is not set, such as a matrix.
    Unsupported(
        /// The part.
        &'static str,
    ),
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(cause) => f.write_str(cause),
            Self::Unsupported(part) => write!(f, "it has {part}"),
        }
    }
}

/// The longest formula that is read, in bytes. The longest in print have some hundreds.
const LONGEST: usize = 2000;

/// The deepest nesting of groups that is read: the time for a formula grows with the square
/// of it.
const DEEPEST: usize = 40;

/// Refuses a formula that would take too long to read.
fn check_size(tex: &str) -> Result<(), FormulaError> {
    let unreadable = |cause: &str| Err(FormulaError::Unreadable(cause.to_owned()));
    if tex.len() > LONGEST {
        return unreadable("it is too long");
    }
    let mut depth = 0_usize;
    for b in tex.bytes() {
        match b {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return unreadable("its groups are nested too deeply");
        }
    }
    Ok(())
}

/// The first line of what the reader of TeX says is wrong.
fn describe_error(error: &impl fmt::Display) -> FormulaError {
    let said = error.to_string();
    let line = said.lines().next().unwrap_or_default();
    let cause = line.trim_start_matches("parsing error: ");
    FormulaError::Unreadable(cause.to_owned())
}
