//! Set lines become pages: where the galley is cut, and what is put where on the sheet.

pub(crate) mod audit;
pub(crate) mod breaks;
pub(crate) mod facts;
pub(crate) mod galley;
pub(crate) mod geometry;
pub(crate) mod makeup;
pub(crate) mod note_column;
pub(crate) mod section;
pub(crate) mod tree;
