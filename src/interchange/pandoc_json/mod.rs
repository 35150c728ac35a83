//! pandoc's document as JSON: what `pandoc -t json` writes and `pandoc -f json` reads
//! (`Text.Pandoc.Definition`, API versions 1.17 to 1.23).
//!
//! Through it pliego reads what pandoc reads: LaTeX, TEI, JATS, and the results of filters.

mod metadata;
mod read;
mod table;
mod write;

pub(super) use read::read_pandoc_json;
pub(super) use write::write_pandoc_json;
