//! Small PDFs that are written here, and what becomes of them.
#![expect(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "contents of pages read better as formats"
)]

mod broken;
mod builder;
mod document;
mod figures;
mod fonts;
mod glyphs;
mod images;
mod lines;
mod mutations;
mod not_tables;
mod poppler;
mod regions;
mod second_reading;
mod tables;
