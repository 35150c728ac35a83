//! Pagination and make-up: breaks galleys into pages and paints their rows.

pub(crate) mod audit;
pub(crate) mod breaks;
pub(crate) mod facts;
pub(crate) mod galley;
pub(crate) mod geometry;
pub(crate) mod makeup;
mod margin_notes;
pub(crate) mod note_column;
pub(crate) mod section;
pub(crate) mod tree;
