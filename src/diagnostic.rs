//! What went wrong or was guessed, where, and how sure the program is.
//!
//! Phases that cannot fail return [`Warned`]; nothing here prints.

use crate::text::span::{Origin, Span};

/// How severe a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program did something that a person may want to know.
    Note,
    /// The program guessed or gave something up; a person should check.
    Warning,
    /// Something that the edition needs is missing or wrong.
    Error,
}

impl Severity {
    /// Its name, in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A stable code for one kind of diagnostic: never reused, each with a test.
///
/// The letter is the phase (`s` source, `r` recover, `b` book and `book.toml`, `t` typeset,
/// `e` EPUB, `p` PDF, `c` cover, `i` press requirements, `a` audit, `f` preflight); the
/// number identifies the diagnostic in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code.
    pub code: Code,
    /// How severe it is.
    pub severity: Severity,
    /// One short sentence for a reader who does not program, without a full stop.
    pub message: String,
    /// Where in the source.
    pub span: Option<Span>,
    /// How sure the program is of what it did, in thousandths; `None` where it is certain.
    pub confidence: Option<u16>,
    /// The losing reading, or what to do.
    pub hints: Vec<String>,
    /// The likely right reading of the span's characters, if they are doubted.
    pub reading: Option<String>,
    /// The editions that it is about, by their names; none where it is about the book, or
    /// the book has one edition.
    pub editions: Vec<String>,
}

impl Diagnostic {
    /// Whether a person should look at it: a warning, an error, or a decision that has a
    /// confidence.
    #[must_use]
    pub fn is_doubt(&self) -> bool {
        self.severity > Severity::Note || self.confidence.is_some()
    }

    /// A diagnostic with a code, a severity and a message.
    #[must_use]
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span: None,
            confidence: None,
            hints: Vec::new(),
            reading: None,
            editions: Vec::new(),
        }
    }

    /// Adds the position in the source, where there is one.
    #[must_use]
    pub fn at(mut self, place: impl Into<Origin>) -> Self {
        self.span = place.into().0;
        self
    }

    /// Adds a confidence in thousandths, at most 1000.
    #[must_use]
    pub fn confidence(mut self, thousandths: u16) -> Self {
        self.confidence = Some(thousandths.min(1000));
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the likely right reading of the span's characters.
    #[must_use]
    pub fn reading(mut self, reading: impl Into<String>) -> Self {
        self.reading = Some(reading.into());
        self
    }
}

/// A value, and what was found while making it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Warned<T> {
    /// The value.
    pub value: T,
    /// The diagnostics, in the order in which they were made.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Warned<T> {
    /// A value without diagnostics.
    pub fn sure(value: T) -> Self {
        Self { value, diagnostics: Vec::new() }
    }

    /// Returns the value and adds its diagnostics to a list.
    pub fn collect(self, diagnostics: &mut Vec<Diagnostic>) -> T {
        diagnostics.extend(self.diagnostics);
        self.value
    }
}
