//! What every edition adds around the text, as data: the gathered notes and their
//! numbers, the contents, the words of the book's own language for them.
//!
//! EPUB and PDF both take these from here, so they cannot disagree on a note's number
//! or on what the contents lists.

pub mod words;

pub mod contents;
pub mod figures;
pub mod front;
pub mod ibid;
pub mod notes;

pub(crate) mod address;
pub(crate) mod openings;
