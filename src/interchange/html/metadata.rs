//! What a page says about its document.

use super::dom::{HtmlTree, NodeId};
use super::flow::BlockFlow;
use super::kinds::is_of;
use super::reader::HtmlReader;
use super::space::{collapse_text, tidy_line};
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::{RichInline, RichMetadata};

/// Reads the head of a page.
pub(super) fn read_metadata(tree: &HtmlTree, page: NodeId) -> RichMetadata {
    let mut metadata = RichMetadata::default();
    let root = tree.find(page, "html").unwrap_or(page);
    let language =
        tree.attribute(root, "lang").or_else(|| tree.attribute(root, "xml:lang"));
    metadata.language =
        language.map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty());
    let Some(head) = tree.find(root, "head") else { return metadata };
    for node in tree.descendants(head) {
        match tree.name(node) {
            "title" => {
                let title = tidy_line(vec![RichInline::Text(tree.deep_text(node))]);
                if metadata.title.is_empty() {
                    metadata.title = title;
                }
            }
            "meta" => {
                let name = tree.attribute(node, "name").unwrap_or_default();
                let mut after_space = true;
                let content = tree.attribute(node, "content").unwrap_or_default();
                let content =
                    collapse_text(content, &mut after_space).trim_end().to_owned();
                if !content.is_empty() {
                    take_fact(&name.to_ascii_lowercase(), content, &mut metadata);
                }
            }
            _ => {}
        }
    }
    metadata
}

fn take_fact(name: &str, value: String, metadata: &mut RichMetadata) {
    let element = ["dc.", "dcterms.", "dc:", "dcterms:"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix));
    match element.unwrap_or(name) {
        "author" | "creator" if !metadata.authors.contains(&value) => {
            metadata.authors.push(value);
        }
        "date" | "issued" => {
            metadata.date.get_or_insert(value);
        }
        "language" => {
            metadata.language.get_or_insert(value);
        }
        "title" if element.is_some() && metadata.title.is_empty() => {
            metadata.title = vec![RichInline::Text(value)];
        }
        "keywords" => metadata.others.push(("subject".to_owned(), value)),
        known @ ("publisher" | "rights" | "identifier" | "description" | "subject") => {
            let fact = (known.to_owned(), value);
            if !metadata.others.contains(&fact) {
                metadata.others.push(fact);
            }
        }
        _ => {}
    }
}

impl HtmlReader<'_> {
    /// Whether a header is the title block that pandoc writes.
    pub(super) fn is_title_block(&self, id: NodeId) -> bool {
        self.pages.tree.attribute(id, "id") == Some("title-block-header")
    }

    /// Reads a title block: what it repeats of the metadata is not in the text again.
    pub(super) fn read_title_block(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        for child in tree.children(id) {
            let text = tree.deep_text(*child);
            let text = text.trim();
            let is_known = match self.metadata.as_mut() {
                Some(known) if is_of(tree, *child, &["title"]) => {
                    text_of(&known.title) == text
                }
                Some(known) if is_of(tree, *child, &["subtitle"]) => {
                    known.subtitle = vec![RichInline::Text(text.to_owned())];
                    true
                }
                Some(known) if is_of(tree, *child, &["author"]) => {
                    known.authors.iter().any(|author| author == text)
                }
                // The head has the date as in ISO 8601, the block as it is written.
                Some(known) if is_of(tree, *child, &["date"]) => {
                    known.date = Some(text.to_owned());
                    true
                }
                _ => false,
            };
            if !is_known {
                self.read_single(*child, flow);
            }
        }
    }
}
