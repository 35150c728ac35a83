//! The words of a text and of the corpus that it is part of: which there are, how often each
//! is seen, and what it costs.

#[cfg(feature = "hunspell")]
pub mod dictionary;

pub mod corpus;

pub(crate) mod lexicon;
