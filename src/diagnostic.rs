//! What went wrong or was guessed, where, and how sure we are.
//!
//! Phases that cannot fail return [`Warned`]; nothing here prints.

use crate::text::span::{Origin, Span};

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something was done that a person may want to know.
    Note,
    /// Something was guessed or given up; a person should look.
    Warning,
    /// Something the edition cannot do without is missing or wrong.
    Error,
}

/// A stable name for one kind of diagnostic: never reused, each with a test.
///
/// The letter tells the phase (`s` source, `r` recover, `b` book and `book.toml`,
/// `t` typeset, `e` EPUB, `p` PDF, `c` cover, `i` what a press asks for, `a` audit,
/// `f` preflight), the number its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind.
    pub code: Code,
    /// How grave.
    pub severity: Severity,
    /// One terse sentence for a reader who does not program, without a full stop.
    pub message: String,
    /// Where in the source.
    pub span: Option<Span>,
    /// How sure the program is of what it did, in thousandths; none where sure.
    pub confidence: Option<u16>,
    /// What it would have been otherwise (the losing reading), or what to do about it.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// A finding with nothing but its kind, gravity and sentence.
    #[must_use]
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span: None,
            confidence: None,
            hints: Vec::new(),
        }
    }

    /// The same at a place in the source, where there is one.
    #[must_use]
    pub fn at(mut self, place: impl Into<Origin>) -> Self {
        self.span = place.into().0;
        self
    }

    /// The same with a confidence in thousandths; more than 1000 counts as 1000.
    #[must_use]
    pub fn confidence(mut self, thousandths: u16) -> Self {
        self.confidence = Some(thousandths.min(1000));
        self
    }

    /// The same with one more hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

/// A value, and what was found while making it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Warned<T> {
    /// The value.
    pub value: T,
    /// The findings, in the order in which they were made.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Warned<T> {
    /// A value with nothing to say about it.
    pub fn sure(value: T) -> Self {
        Self { value, diagnostics: Vec::new() }
    }

    /// Takes the value and adds the findings to those of a larger work.
    pub fn collect(self, diagnostics: &mut Vec<Diagnostic>) -> T {
        diagnostics.extend(self.diagnostics);
        self.value
    }
}
