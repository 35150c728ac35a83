//! A book, a design and fonts become pages of placed glyphs; pure, deterministic.

pub mod document;
pub mod line;
