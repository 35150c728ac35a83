//! Formulas in TeX: their tree, and their `MathML`.
//!
//! pulldown-latex reads the TeX and writes the `MathML`. The tree is what the pages of a book
//! of the humanities need: letters, fractions, roots, sub- and superscripts, accents, matrices
//! and equations under one another. A formula with more than that has `MathML` but no tree.

mod atoms;
mod mathml;
mod tree;

use std::fmt;

use pulldown_latex::event::{Content, Event, Grouping, Visual};
use pulldown_latex::{Parser, Storage};

pub use self::atoms::{SymbolClass, class_of, find_classes, space_between};
pub use self::mathml::write_mathml;
pub use self::tree::{
    ArrayAlignment, ArraySpacing, FormulaAccent, FormulaPart, SymbolForm, read_formula,
};
use crate::text::letters::is_blank;

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Formula {
    /// Its TeX; not empty, and without white space around it.
    pub tex: String,
    /// It stands on lines of its own.
    pub is_display: bool,
}

/// Why a formula cannot be shown as one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// It is not TeX, or has a command that is not known.
    #[error("{0}")]
    Unreadable(
        /// What is wrong with it.
        String,
    ),
    /// It has a part that is not set, such as letters of a script face.
    #[error("it has {0}")]
    Unsupported(
        /// The part.
        &'static str,
    ),
}

/// The longest formula that is read, in bytes. The longest in print have some hundreds.
const LONGEST: usize = 2000;

/// The deepest nesting of groups that is read: the time for a formula grows with the square
/// of it.
const DEEPEST: usize = 40;

/// Reads a formula into the events of pulldown-latex. Its words are kept in `storage`.
fn read_events<'a>(
    tex: &'a str,
    storage: &'a Storage,
) -> Result<Vec<Event<'a>>, FormulaError> {
    check_size(tex)?;
    check_comments(tex)?;
    let events: Result<Vec<Event<'_>>, _> = Parser::new(tex, storage).collect();
    let events = events.map_err(|error| describe_fault(tex, &error))?;
    if !events.iter().any(is_visible) {
        return Err(FormulaError::Unreadable("it shows nothing".to_owned()));
    }
    Ok(events)
}

/// Refuses a formula whose words would not be shown, as TeX has it after a percent sign. In a
/// formula of one line that sign is a mistake for `\%`.
fn check_comments(tex: &str) -> Result<(), FormulaError> {
    let mut escaped = false;
    for b in tex.bytes() {
        if b == b'%' && !escaped {
            let cause = "its words after '%' are a comment; write '\\%' for the sign";
            return Err(FormulaError::Unreadable(cause.to_owned()));
        }
        escaped = b == b'\\' && !escaped;
    }
    Ok(())
}

/// Whether an event puts something on the page.
fn is_visible(event: &Event<'_>) -> bool {
    match *event {
        Event::Content(
            Content::Text(text) | Content::Number(text) | Content::Function(text),
        ) => !is_blank(text),
        Event::Content(
            Content::Ordinary { content, .. } | Content::Punctuation(content),
        ) => !is_blank(content.encode_utf8(&mut [0; 4])),
        Event::Content(_)
        | Event::Visual(Visual::Fraction(_) | Visual::SquareRoot | Visual::Root) => true,
        Event::Begin(Grouping::LeftRight(open, close)) => open.or(close).is_some(),
        _ => false,
    }
}

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

/// What is wrong with a formula that cannot be read. The reader of TeX does not name a command
/// or an environment that it does not know: it is the first that is unknown by itself, too.
fn describe_fault(tex: &str, error: &impl fmt::Display) -> FormulaError {
    let fault = describe_error(error);
    let is_same = |alone: &str| {
        let storage = Storage::new();
        let mut events = Parser::new(alone, &storage);
        events.find_map(Result::err).is_some_and(|error| describe_error(&error) == fault)
    };
    let mut rest = tex;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        // A sign is a command of its own, such as a comma.
        let first = rest.chars().next().filter(|_| name.is_empty());
        let command = first.map_or(name.to_owned(), String::from);
        rest = first.map_or(after, |first| &rest[first.len_utf8()..]);
        let environment = after.trim_start().strip_prefix('{');
        let environment = environment.and_then(|words| words.split_once('}'));
        let cause = match (name, environment) {
            ("begin", Some((environment, _)))
                if says(&fault, UNKNOWN_ENVIRONMENT)
                    && is_same(&format!("\\begin{{{environment}}}")) =>
            {
                format!("the environment '{environment}' is not known")
            }
            ("begin" | "end", _) => continue,
            _ if says(&fault, UNKNOWN_COMMAND) && is_same(&format!("\\{command}")) => {
                format!("the command '\\{command}' is not known")
            }
            _ => continue,
        };
        return FormulaError::Unreadable(cause);
    }
    fault
}

/// Whether the reader of TeX says this. Other faults of a command that stands alone, such as
/// that its argument is missing, are not its own.
fn says(fault: &FormulaError, beginning: &str) -> bool {
    matches!(fault, FormulaError::Unreadable(said) if said.starts_with(beginning))
}

/// What the reader of TeX says of a command that it does not know.
const UNKNOWN_COMMAND: &str = "unknown primitive command";
/// What it says of such an environment.
const UNKNOWN_ENVIRONMENT: &str = "unkown mathematical environment";

/// The first line of what the reader of TeX says is wrong.
fn describe_error(error: &impl fmt::Display) -> FormulaError {
    let said = error.to_string();
    let line = said.lines().next().unwrap_or_default();
    let cause = line.trim_start_matches("parsing error: ");
    FormulaError::Unreadable(cause.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Formula, read_formula, write_mathml};

    #[test]
    fn what_is_not_known_is_named() {
        let cases = [
            ("x + \\sen y", "the command '\\sen' is not known"),
            ("\\frac{1}{\\SI{5}{m}}", "the command '\\SI' is not known"),
            ("\\begin{foo} x \\end{foo}", "the environment 'foo' is not known"),
        ];
        for (tex, cause) in cases {
            assert_eq!(read_formula(tex).unwrap_err().to_string(), cause, "{tex}");
        }
    }

    #[test]
    fn a_formula_that_would_not_show_its_words_is_refused() {
        for tex in ["%", "5 % of x", "{}", "\\,", "\\text{ }", "x \\\\%"] {
            let formula = Formula { tex: tex.to_owned(), is_display: false };
            assert!(read_formula(tex).is_err(), "{tex}");
            assert!(write_mathml(&formula).is_err(), "{tex}");
        }
        for tex in ["5\\%", "\\frac{}{}", "\\left(\\right."] {
            assert!(read_formula(tex).is_ok(), "{tex}");
        }
    }
}
