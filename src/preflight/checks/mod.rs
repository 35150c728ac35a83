//! The checks. Each clause is checked in one place and listed in `PREFLIGHT.md`.

pub(super) mod file;
pub(super) mod intent;

pub(super) mod extras;

pub(super) mod boxes;

pub(super) mod content;

pub(super) mod colours;
pub(super) mod images;
pub(super) mod transparency;

pub(super) mod fonts;

pub(super) mod margins;
pub(super) mod pages;

mod bars;

mod add_on;
mod barcode;

pub(super) mod cover;
