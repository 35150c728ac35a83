//! Word files (DOCX; ISO/IEC 29500, Transitional and Strict) become rich text.

mod package;

mod numbering;
mod run_properties;
mod styles;

mod fields;
mod formulas;
mod part_text;
mod survey;
mod symbols;

mod blocks;
mod document;
mod drawings;
mod field_steps;
mod list_places;
mod notes;
mod properties;
mod run_output;
mod runs;
mod tables;

pub(super) use document::read_docx;
