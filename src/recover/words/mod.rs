//! The words of a text and of its corpus: which ones exist, how often each occurs, and
//! what each costs.

#[cfg(feature = "hunspell")]
pub mod dictionary;

pub mod corpus;

pub mod table;

pub(crate) mod lexicon;
