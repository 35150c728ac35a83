//! Sets what is on the pages of a book: front matter, openings, text, notes, running heads.

pub(crate) mod blocks;
pub(crate) mod body;
pub(crate) mod column;
mod columns;
pub(crate) mod compositor;
pub(crate) mod contents;
mod display;
mod epigraph;
pub(crate) mod figure;
mod formula;
pub(crate) mod front;
pub(crate) mod heads;
mod lists;
pub(crate) mod named_styles;
pub(crate) mod notes;
pub(crate) mod opening;
mod play;
mod row_spans;
pub(crate) mod small_type;
pub(crate) mod table;
mod title_lines;
mod verse;
mod white;
pub(crate) mod widths;
