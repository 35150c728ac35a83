//! Why a file could not be checked.

/// Why a file could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum PreflightError {
    /// It is not a PDF, or a broken one.
    #[error("it is not a complete PDF: {0}")]
    Broken(String),
    /// It has more objects than any book.
    #[error("it has {0}, more than any book has; divide it")]
    TooManyObjects(&'static str),
    /// It needs a password.
    #[error("it needs a password; save it without encryption")]
    Locked,
}
