//! Why a file could not be looked at.

/// Why a file could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum PreflightError {
    /// It is no PDF, or a broken one.
    #[error("it is no whole PDF: {0}")]
    Broken(String),
    /// It opens with a password only.
    #[error("it opens with a password only; save it without encryption")]
    Locked,
}
