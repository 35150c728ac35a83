//! Rows: the lines of the body and of notes, without what does not belong to them, and
//! their style.

pub(crate) mod row_ends;

pub(crate) mod row;

pub(crate) mod stream_style;
