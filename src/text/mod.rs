//! Facts about strings and positions in them that need no document.

pub mod config;
pub mod dates;
pub mod excerpt;
pub mod guess;
pub mod language;
pub mod letters;
pub mod number_words;
pub mod numerals;
pub mod odds;
pub mod paths;
pub mod sections;
pub mod span;
pub mod spelling;
pub mod tongues;
pub mod xml;
