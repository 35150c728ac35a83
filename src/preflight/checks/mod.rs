//! The clauses: each is looked at in one place, and stands in `PREFLIGHT.md`.

mod add_on;
mod barcode;
pub(super) mod boxes;
pub(super) mod colours;
pub(super) mod content;
pub(super) mod cover;
pub(super) mod extras;
pub(super) mod file;
pub(super) mod fonts;
pub(super) mod images;
pub(super) mod intent;
pub(super) mod margins;
pub(super) mod pages;
pub(super) mod transparency;
