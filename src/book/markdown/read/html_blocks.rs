//! Reads blocks of HTML: elements that contain blocks, and the text between them.

use std::ops::Range;

use super::blocks::{BlockBuilder, Container, ContainerKind};
use super::divisions::OpenDivision;
use super::html::{self, HtmlPiece};
use super::inlines::report_comment;
use super::lists::parse_html_numbering;
use crate::book::block::{Block, ListNumbering};
use crate::book::codes;
use crate::book::inline::Inline;

/// The elements that contain blocks.
const CONTAINERS: [&str; 10] = [
    "div",
    "section",
    "article",
    "aside",
    "center",
    "figure",
    "blockquote",
    "ul",
    "ol",
    "li",
];

impl BlockBuilder<'_, '_, '_, '_> {
    /// Closes the HTML elements that are still open inside the innermost Markdown container.
    pub(super) fn close_elements_early(&mut self, place: &Range<usize>) {
        while let Some(Container { element: Some(element), start, .. }) =
            self.containers.last()
        {
            let start = *start..place.end.max(*start);
            let message = format!("a <{element}> without a </{element}>");
            self.findings.warn(codes::HTML_UNBALANCED, &start, message);
            self.close_container(place.end);
        }
    }

    /// Adds HTML on lines of its own.
    pub(super) fn push_html_block(&mut self, text: &str, place: &Range<usize>) {
        let said = self.findings.list.len();
        let mut words = String::new();
        for piece in html::split_html(text) {
            match piece {
                HtmlPiece::Tag(tag) if html::is_block_element(tag.name) => {
                    self.push_inner_text(&mut words, place);
                    self.push_block_tag(tag, place);
                }
                HtmlPiece::Comment(comment) => {
                    report_comment(comment, place, self.findings);
                }
                HtmlPiece::Text(text) => words.push_str(text),
                // An image on a line of its own.
                HtmlPiece::Tag(tag)
                    if tag.is("img")
                        && (self.inside_html.is_some() || words.trim().is_empty()) =>
                {
                    let (line, findings) = self.line(place);
                    line.push_html(tag.source, place, findings);
                    // A cell is one line.
                    if !self.is_in_html_cell() {
                        self.end_line();
                    }
                }
                // Inline tags belong to their line, unless the lines have been read as HTML
                // twice.
                HtmlPiece::Tag(tag) if self.inside_html.is_none() => {
                    words.push_str(tag.source);
                }
                HtmlPiece::Tag(tag) => self.warn_unknown_element(tag, place),
            }
        }
        self.push_inner_text(&mut words, place);
        // One warning about unknown elements is enough per block.
        let mut found = self.findings.list.split_off(said);
        let mut has_one = false;
        found.retain(|found| {
            found.code != codes::HTML || !std::mem::replace(&mut has_one, true)
        });
        self.findings.list.append(&mut found);
    }

    fn warn_unknown_element(&mut self, tag: html::HtmlTag<'_>, place: &Range<usize>) {
        let message =
            format!("the element <{}> is not supported; its text stays", tag.name);
        self.findings.warn(codes::HTML, place, message);
    }

    fn push_block_tag(&mut self, tag: html::HtmlTag<'_>, place: &Range<usize>) {
        let name = tag.name.to_ascii_lowercase();
        if self.push_table_tag(&name, tag, place) {
            return;
        }
        let element = CONTAINERS.iter().find(|element| **element == name).copied();
        match (element, name.as_str()) {
            (None, "hr") => self.push(Block::SceneBreak),
            (Some(element), _) if tag.closes => self.close_element(element, place),
            (Some(element), _) => self.open_block_element(element, tag, place),
            (None, "p" | "figcaption") => {}
            (None, _) if tag.closes => {}
            (None, _) => self.warn_unknown_element(tag, place),
        }
    }

    /// Opens an element that contains blocks.
    fn open_block_element(
        &mut self,
        element: &'static str,
        tag: html::HtmlTag<'_>,
        place: &Range<usize>,
    ) {
        let class = tag.attribute("class").unwrap_or_default();
        let kind = match element {
            "blockquote" => ContainerKind::Quotation,
            "ul" => ContainerKind::List(None, ListNumbering::default()),
            "ol" => {
                let start = tag.attribute("start").and_then(|start| start.parse().ok());
                let kind = tag.attribute("type").unwrap_or_default();
                let numbering = parse_html_numbering(&kind, &class);
                ContainerKind::List(Some(start.unwrap_or(1)), numbering)
            }
            "li" => {
                let is_list =
                    |last: &Container| matches!(last.kind, ContainerKind::List(..));
                if !self.containers.last().is_some_and(is_list) {
                    return self.warn_unknown_element(tag, place);
                }
                ContainerKind::Item
            }
            _ => {
                let division = OpenDivision::from_tag(tag);
                if element == "div" && division.is_bare() {
                    let message =
                        "a <div> without a class is not supported; its text stays";
                    self.findings.warn(codes::HTML, place, message);
                }
                ContainerKind::Division(division)
            }
        };
        self.open_element(kind, Some(element), place);
    }

    /// Closes an element that contains blocks.
    fn close_element(&mut self, element: &'static str, place: &Range<usize>) {
        let is_open = self.containers.last().and_then(|last| last.element);
        if is_open == Some(element) {
            self.end_line();
            self.close_container(place.end);
        } else {
            let message = format!("</{element}> closes nothing here");
            self.findings.warn(codes::HTML_UNBALANCED, place, message);
        }
    }

    /// Reads text between tags as Markdown of its own.
    fn push_inner_text(&mut self, words: &mut String, place: &Range<usize>) {
        let words = std::mem::take(words);
        if words.trim().is_empty() {
            return;
        }
        if self.is_in_html_cell() {
            let (line, findings) = self.line(place);
            return line.push_html(&words, place, findings);
        }
        if self.inside_html.is_some() {
            self.push_inline(Inline::Text(words), place);
            return self.end_line();
        }
        let whole = strip_line_ends(&words) + &self.notes.write_stubs(&words);
        let events = super::parse_events(&whole, &self.notes.headings);
        self.inside_html = Some(place.clone());
        self.take_events(&events);
        self.end_line();
        self.inside_html = None;
    }
}

/// Removes the line ends after tags at the beginning of a text: a tag alone on its line
/// would be HTML again (CommonMark §4.6, kind 7).
fn strip_line_ends(text: &str) -> String {
    let mut tags = String::new();
    let mut rest = text.trim_start_matches(['\n', ' ']);
    while let Some(tag) = html::parse_leading_tag(rest) {
        tags.push_str(tag.source);
        rest = rest[tag.source.len()..].trim_start();
    }
    tags + rest
}
