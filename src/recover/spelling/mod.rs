//! The words of rows: lost and surplus white space, hyphens at line ends, words that may
//! be misread, words of another language.

pub(crate) mod vocabulary;

pub(crate) mod spacing;

pub(crate) mod compound_hyphens;

pub(crate) mod hyphens;

pub(crate) mod ocr_errors;

pub(crate) mod phrases;
