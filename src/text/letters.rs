//! Letters without their accents.

use unicode_normalization::UnicodeNormalization;

/// The letter under its accents: `e` of `é`; other characters as they are.
#[must_use]
pub fn base(c: char) -> char {
    if c.is_ascii() { c } else { std::iter::once(c).nfd().next().unwrap_or(c) }
}
