//! Small PDFs that are written here, and what becomes of them.

mod broken;
mod builder;
mod document;
mod fonts;
mod glyphs;
mod lines;
