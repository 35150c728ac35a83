//! The characters of elements that have no place in rich text.

use crate::interchange::office::markup::{XmlElement, XmlNode};

/// How many spaces one element may stand for.
const MOST_SPACES: usize = 1000;

/// All characters of an element, a line for each paragraph.
pub(super) fn collect_text(element: &XmlElement) -> String {
    let mut text = String::new();
    push_text(element, &mut text);
    text.trim().to_owned()
}

fn push_text(element: &XmlElement, to: &mut String) {
    match element.name() {
        "text:s" => to.push_str(&write_spaces(element)),
        "text:tab" => to.push(' '),
        "text:line-break" => to.push('\n'),
        "office:binary-data"
        | "dc:creator"
        | "dc:date"
        | "meta:date-string"
        | "office:event-listeners"
        | "svg:title"
        | "office:change-info" => {}
        _ => {
            for node in &element.nodes {
                match node {
                    XmlNode::Text(text) if is_text_element(element) => {
                        to.push_str(&fold_spaces(text));
                    }
                    XmlNode::Text(_) => {}
                    XmlNode::Element(child) => push_text(child, to),
                }
            }
        }
    }
    let ends_line = matches!(element.name(), "text:p" | "text:h");
    if ends_line && !to.is_empty() && !to.ends_with('\n') {
        to.push('\n');
    }
}

/// Elements with other elements only have white space between them.
fn is_text_element(element: &XmlElement) -> bool {
    !matches!(
        element.name(),
        "text:list"
            | "text:list-item"
            | "text:section"
            | "table:table"
            | "table:table-row"
            | "table:table-cell"
            | "draw:frame"
            | "text:note"
            | "text:note-body"
            | "text:index-body"
            | "office:annotation"
            | "text:table-of-content"
    )
}

/// White space in text is one space (`OpenDocument` 1.3, part 3 §6.1.2).
pub(super) fn fold_spaces(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        let is_space = matches!(c, ' ' | '\t' | '\n' | '\r');
        if !is_space {
            folded.push(c);
        } else if !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded
}

/// The spaces that an element stands for.
pub(super) fn write_spaces(element: &XmlElement) -> String {
    let count = element.attribute("text:c").and_then(|count| count.parse::<usize>().ok());
    " ".repeat(count.unwrap_or(1).min(MOST_SPACES))
}
