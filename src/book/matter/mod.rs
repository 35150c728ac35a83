//! What every edition adds around the text, as data: the gathered notes and their numbers,
//! the contents, the edition's own words in the language of the book.
//!
//! EPUB and PDF both take these from here, so they cannot disagree on the number of a note
//! or on the contents.

pub mod words;

pub mod captions;
pub mod contents;
pub mod figures;
pub mod fixed_spaces;
pub mod front;
pub mod ibid;
pub(crate) mod index;
pub mod notes;

pub(crate) mod address;
pub(crate) mod openings;
pub(crate) mod poems;
pub(crate) mod references;
pub(crate) mod source_notes;
pub mod titles;
