//! Reads blocks of HTML: elements that contain blocks, and the text between them.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::EventAt;
use super::attributes::{self, AttributesOfImages, ImageAttributes};
use super::blocks::{BlockBuilder, Container, ContainerKind};
use super::divisions::OpenDivision;
use super::html::{self, HtmlPiece};
use super::html_tables::TableLoss;
use super::inlines::report_comment;
use super::lists::parse_html_numbering;
use crate::book::block::ListNumbering;
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
        if self.push_table_tag(&name, tag, place)
            || self.push_tag_in_cell(&name, tag, place)
        {
            return;
        }
        let element = CONTAINERS.iter().find(|element| **element == name).copied();
        match (element, name.as_str()) {
            (None, "hr") => self.push_scene_break(),
            (Some(element), _) if tag.closes => self.close_element(element, place),
            (Some(element), _) => self.open_block_element(element, tag, place),
            (None, "p" | "figcaption") => {}
            (None, _) if tag.closes => {}
            (None, _) => self.warn_unknown_element(tag, place),
        }
    }

    /// Reads the tag of a block in a cell of a table: a cell holds lines of text, whatever is in
    /// it. Returns false outside of cells, and for a rule.
    fn push_tag_in_cell(
        &mut self,
        name: &str,
        tag: html::HtmlTag<'_>,
        place: &Range<usize>,
    ) -> bool {
        if !self.is_in_html_cell() || name == "hr" {
            return false;
        }
        self.continue_cell();
        let is_known = CONTAINERS.contains(&name)
            || matches!(name, "p" | "figcaption" | "dl" | "dt" | "dd");
        match name {
            _ if tag.closes => {}
            "ol" => self.lose_in_table(TableLoss::Numbers),
            "div" if !OpenDivision::from_tag(tag).is_bare() => {
                self.warn_unknown_element(tag, place);
            }
            _ if is_known => {}
            _ => self.warn_unknown_element(tag, place),
        }
        true
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

    /// The attributes of the image that ends at a byte of the text that is being read.
    pub(super) fn find_image_attributes(&self, end: usize) -> ImageAttributes {
        let images = match self.inside_html {
            Some(_) => &self.inner_images,
            None => &self.notes.images,
        };
        images.get(&end).cloned().unwrap_or_default()
    }

    /// Reads text between tags as Markdown of its own.
    fn push_inner_text(&mut self, words: &mut String, place: &Range<usize>) {
        let words = std::mem::take(words);
        if words.trim().is_empty() {
            return;
        }
        let is_in_cell = self.is_in_html_cell();
        if self.inside_html.is_some() {
            if is_in_cell {
                let (line, findings) = self.line(place);
                return line.push_html(&words, place, findings);
            }
            self.push_inline(Inline::Text(words), place);
            return self.end_line();
        }
        let inner =
            if is_in_cell { write_as_line(&words) } else { strip_line_ends(&words) };
        let own = inner.len();
        let whole = inner + &self.notes.write_stubs(&words);
        let mut events = super::parse_events(&whole, &self.notes.headings);
        if is_in_cell {
            events.retain(|(event, typed)| {
                let is_heading = matches!(
                    event,
                    Event::Start(Tag::Heading { .. }) | Event::End(TagEnd::Heading(_))
                );
                // What begins behind the line are the stubs.
                !is_heading && typed.start < own
            });
        }
        self.keep_inner_definitions(&mut events, own, place);
        let said = self.findings.list.len();
        let (events, images) = attributes::take_attributes(events, &whole, self.findings);
        // Their places are in the text between the tags.
        let span = self.findings.places.span(place);
        for found in self.findings.list.iter_mut().skip(said) {
            found.span = Some(span);
        }
        self.inside_html = Some(place.clone());
        self.inner_images = images;
        self.take_events(&events);
        if !is_in_cell {
            self.end_line();
        }
        self.inside_html = None;
        self.inner_images = AttributesOfImages::new();
    }

    /// Keeps the notes that are defined in the first bytes of a text between tags: what the
    /// parser takes for them is text, since only the stubs behind it stand for notes.
    fn keep_inner_definitions(
        &mut self,
        events: &mut Vec<EventAt<'_>>,
        own: usize,
        place: &Range<usize>,
    ) {
        for (event, _) in events.iter_mut().filter(|(_, typed)| typed.start < own) {
            if let Event::Start(Tag::FootnoteDefinition(label)) = event {
                let message = format!(
                    "note [^{label}] stands between tags of HTML; it stays as text there"
                );
                let remedy = "put a blank line above it";
                self.findings.warn_with_hint(
                    codes::NOTE_NOT_CALLED,
                    place,
                    message,
                    remedy,
                );
                *event = Event::Text(format!("[^{label}]:").into());
            }
        }
        events.retain(|(event, typed)| {
            typed.start >= own || *event != Event::End(TagEnd::FootnoteDefinition)
        });
    }
}

/// Writes the text of a cell, or part of it, as a single line, so that only inline Markdown is
/// read: a lone dash in a cell does not start a list. White space collapses as in HTML, except
/// that a backslash at the end of a line breaks the line.
fn write_as_line(words: &str) -> String {
    // A heading is one line; what is empty keeps number signs from closing it.
    let mut line = String::from("# ");
    let leads = words.starts_with(char::is_whitespace);
    line.push_str(if leads { "&#32;" } else { "" });
    for (place, typed) in words.trim().lines().enumerate() {
        if place > 0 {
            if ends_escaping(&line) {
                line.truncate(line.len() - 1);
                line.push_str("<br/>");
            } else {
                line.push(' ');
            }
        }
        line.push_str(typed.trim());
    }
    if ends_escaping(&line) {
        line.push('\\');
    }
    line.push_str(if words.ends_with(char::is_whitespace) { " " } else { "" });
    line + "<!-- -->"
}

/// Whether a line ends with a backslash that takes its meaning from what follows.
fn ends_escaping(line: &str) -> bool {
    (line.len() - line.trim_end_matches('\\').len()) % 2 == 1
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
