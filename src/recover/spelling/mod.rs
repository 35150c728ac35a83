//! The words of rows: white space that was lost or put in, hyphens at line ends, words that
//! may be misread, words in another language.

pub(crate) mod vocabulary;

pub(crate) mod spacing;

pub(crate) mod compounds;

pub(crate) mod hyphens;

pub(crate) mod suspects;

pub(crate) mod words;
