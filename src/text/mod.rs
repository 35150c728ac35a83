//! Facts about strings and positions in them, without a document.

pub mod addresses;
pub mod alignment;
pub mod character_references;
pub mod config;
pub mod dates;
pub mod excerpt;
pub mod guess;
pub mod language;
pub mod letter_lines;
pub mod letter_spacing;
pub mod letters;
pub mod names;
pub mod note_headings;
pub mod note_labels;
pub mod note_series;
pub mod number_words;
pub mod numerals;
pub mod odds;
pub mod paths;
pub mod sections;
pub mod sentences;
pub mod span;
pub mod spelling;
pub mod tongues;
pub mod viterbi;
pub mod xml;
