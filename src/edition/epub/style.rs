//! The style sheet: the faces of the book's family, then the look of every book.

use std::fmt::Write;

use super::fonts::EmbeddedFont;
use crate::fonts::FontStyle;

/// The look of every book.
const BOOK: &str = include_str!("book.css");

/// The whole style sheet.
pub(super) fn style_sheet(family: &str, fonts: &[EmbeddedFont]) -> String {
    let family = css_string(family);
    let mut css = String::new();
    for font in fonts {
        let (slant, weight) = match font.style {
            FontStyle::Roman => ("normal", "normal"),
            FontStyle::Italic => ("italic", "normal"),
            FontStyle::Bold => ("normal", "bold"),
            FontStyle::BoldItalic => ("italic", "bold"),
        };
        let path = &font.path;
        // Writing to a string does not fail.
        let _ = writeln!(
            css,
            "@font-face {{ font-family: {family}; font-style: {slant}; \
             font-weight: {weight}; src: url(\"{path}\"); }}"
        );
    }
    let _ = writeln!(css, "body {{ font-family: {family}, serif; }}\n");
    css + BOOK
}

/// Words as a CSS string (CSS Syntax Level 3 §4.3.5).
fn css_string(words: &str) -> String {
    let mut string = String::from('"');
    for character in words.chars().filter(|character| !character.is_control()) {
        if matches!(character, '"' | '\\') {
            string.push('\\');
        }
        string.push(character);
    }
    string + "\""
}
