//! A book, a design and fonts become pages of placed glyphs; pure, deterministic.

pub mod document;
pub mod font;
pub mod line;
pub mod linebreak;
pub mod nodes;
pub mod paragraph;
pub mod shape;
