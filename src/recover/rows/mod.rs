//! Rows: the lines of the body and of notes without what does not belong to them, and how
//! they are set.

pub(crate) mod ends;

pub(crate) mod row;

pub(crate) mod style;
