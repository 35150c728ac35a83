//! `OpenDocument` text (ODT, and flat ODT; ISO/IEC 26300, version 1.3) becomes rich text.

mod package;

mod list_styles;
mod properties;
mod styles;
mod text_properties;

mod mathml;
mod part_text;
mod survey;

mod blocks;
mod document;
mod frames;
mod notes;
mod runs;
mod tables;

pub(super) use document::read_odt;
