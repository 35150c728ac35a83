//! Fields: instructions to the word processor, and the text that it last made of them
//! (ISO/IEC 29500-1 §17.16).

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::interchange::docx::symbols::find_symbol;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::omissions::CONTENTS;

/// A field that has begun.
#[derive(Debug, Default)]
pub(super) struct OpenField {
    /// Its instruction, as far as it has been read.
    pub(super) instruction: String,
    /// What becomes of its result, once the instruction is complete.
    pub(super) result: Option<FieldResult>,
}

/// What becomes of the result of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FieldResult {
    /// It is text.
    Text,
    /// It is a link.
    Link(Rc<str>),
    /// It is omitted, under this name.
    Omitted(&'static str),
}

/// What a field without a result stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BareField {
    /// Nothing that is printed.
    Nothing,
    /// A character.
    Text(String),
    /// Something that has no place.
    Omitted(&'static str, String),
}

/// Decides from the instruction what becomes of the result.
pub(super) fn decide_result(instruction: &str) -> FieldResult {
    let words = split_instruction(instruction);
    let mut words = words.iter().map(String::as_str);
    let Some(name) = words.next() else { return FieldResult::Text };
    let arguments: Vec<&str> = words.collect();
    match name.to_ascii_uppercase().as_str() {
        "HYPERLINK" => link_of(&arguments).map_or(FieldResult::Text, FieldResult::Link),
        "REF" | "PAGEREF" | "NOTEREF" if has_switch(&arguments, "\\h") => {
            match arguments.first() {
                Some(bookmark) => FieldResult::Link(format!("#{bookmark}").into()),
                None => FieldResult::Text,
            }
        }
        "TOC" => FieldResult::Omitted(CONTENTS),
        "INDEX" => FieldResult::Omitted("a generated index"),
        "TOA" => FieldResult::Omitted("a generated table of authorities"),
        "PAGE" | "NUMPAGES" | "SECTIONPAGES" => FieldResult::Omitted("a page number"),
        _ => FieldResult::Text,
    }
}

/// What a field stands for that ends without a result.
pub(super) fn read_bare_field(instruction: &str) -> BareField {
    let words = split_instruction(instruction);
    let mut words = words.iter().map(String::as_str);
    let Some(name) = words.next() else { return BareField::Nothing };
    let arguments: Vec<&str> = words.collect();
    let first = arguments.first().copied().unwrap_or_default();
    match name.to_ascii_uppercase().as_str() {
        "XE" => BareField::Omitted("an index entry", first.to_owned()),
        "TC" => {
            BareField::Omitted("an entry for the table of contents", first.to_owned())
        }
        "TA" => BareField::Omitted(
            "an entry for the table of authorities",
            argument_of(&arguments, "\\l").unwrap_or(first).to_owned(),
        ),
        "EQ" => BareField::Omitted("a formula", instruction.trim().to_owned()),
        "SYMBOL" => read_symbol_field(&arguments),
        _ => BareField::Nothing,
    }
}

fn read_symbol_field(arguments: &[&str]) -> BareField {
    let code = arguments.first().copied().unwrap_or_default();
    let number = match code.strip_prefix("0x").or_else(|| code.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => code.parse().ok(),
    };
    let font = argument_of(arguments, "\\f").unwrap_or_default();
    let known =
        number.and_then(|number| find_symbol(font, number).or(char::from_u32(number)));
    match known {
        Some(character) => BareField::Text(character.to_string()),
        None => BareField::Omitted("a symbol", format!("{font} {code}")),
    }
}

fn has_switch(arguments: &[&str], switch: &str) -> bool {
    arguments.iter().any(|word| word.eq_ignore_ascii_case(switch))
}

/// The word after a switch.
fn argument_of<'w>(arguments: &[&'w str], switch: &str) -> Option<&'w str> {
    let place = arguments.iter().position(|word| word.eq_ignore_ascii_case(switch))?;
    arguments.get(place + 1).copied()
}

/// The target of a `HYPERLINK` field: an address, a place after `\l`, or both.
pub(super) fn link_of(arguments: &[&str]) -> Option<Rc<str>> {
    let address = arguments.first().filter(|word| !word.starts_with('\\'));
    let place = argument_of(arguments, "\\l");
    match (address, place) {
        (Some(address), Some(place)) => Some(format!("{address}#{place}").into()),
        (Some(address), None) => Some((*address).into()),
        (None, Some(place)) => Some(format!("#{place}").into()),
        (None, None) => None,
    }
}

/// The words of an instruction. A word in quotation marks may have spaces, and a backslash
/// before a quotation mark or a backslash makes it a character (§17.16.4).
pub(super) fn split_instruction(instruction: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut is_quoted = false;
    let mut characters = instruction.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' | '\u{201C}' | '\u{201D}' => {
                if is_quoted || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                is_quoted = !is_quoted;
            }
            '\\' if is_quoted => {
                match characters.next_if(|next| matches!(next, '"' | '\\')) {
                    Some(escaped) => word.push(escaped),
                    None => word.push('\\'),
                }
            }
            c if c.is_whitespace() && !is_quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The beginnings of fields that do not end in their part, by the order of their elements.
pub(super) fn find_open_fields(root: &XmlElement) -> BTreeSet<u32> {
    let mut open = Vec::new();
    root.visit(&mut |element| {
        if element.name() == "w:fldChar" {
            match element.attribute("w:fldCharType") {
                Some("begin") => open.push(element.order),
                Some("end") => {
                    open.pop();
                }
                _ => {}
            }
        }
    });
    open.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{FieldResult, decide_result, split_instruction};

    #[test]
    fn quoted_words_keep_spaces_and_escapes() {
        let words =
            split_instruction(r#" HYPERLINK "C:\\my files\\a.txt" \o "say \"so\"" \h"#);
        assert_eq!(
            words,
            ["HYPERLINK", r"C:\my files\a.txt", r"\o", r#"say "so""#, r"\h"]
        );
    }

    #[test]
    fn only_references_with_a_switch_are_links() {
        assert_eq!(decide_result("REF a"), FieldResult::Text);
        assert_eq!(decide_result("ref a \\h"), FieldResult::Link("#a".into()));
        assert_eq!(decide_result("HYPERLINK \\l \"a\""), FieldResult::Link("#a".into()));
    }
}
