//! Reads the metadata of pandoc's JSON.

use serde_json::Value;

use super::read::{PandocReader, content, elements, string, tag};
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::{RichBlock, RichInline, RichMetadata};

impl PandocReader {
    /// Reads the metadata that books have.
    pub(super) fn read_metadata(&mut self, meta: &Value) -> RichMetadata {
        let text = |reader: &mut Self, key: &str| {
            meta.get(key)
                .map(|value| reader.read_meta_text(value))
                .filter(|text| !text.is_empty())
        };
        let inlines = |reader: &mut Self, key: &str| {
            meta.get(key).map(|value| reader.read_meta_inlines(value)).unwrap_or_default()
        };
        if let Some(text) = text(self, "abstract") {
            self.omit("an abstract", text);
        }
        let others = ["publisher", "rights", "identifier", "description", "subject"];
        let others = others.into_iter();
        RichMetadata {
            title: inlines(self, "title"),
            subtitle: inlines(self, "subtitle"),
            authors: self.read_meta_texts(meta.get("author")),
            date: text(self, "date"),
            language: text(self, "lang"),
            others: others
                .flat_map(|key| {
                    let values = self.read_meta_texts(meta.get(key));
                    values.into_iter().map(move |value| (key.to_owned(), value))
                })
                .collect(),
        }
    }

    /// The texts of a list of values, or of one value.
    fn read_meta_texts(&mut self, value: Option<&Value>) -> Vec<String> {
        let texts: Vec<String> = match value {
            Some(list) if tag(list) == "MetaList" => {
                let list = elements(content(list)).iter();
                list.map(|one| self.read_meta_text(one)).collect()
            }
            Some(one) => vec![self.read_meta_text(one)],
            None => Vec::new(),
        };
        texts.into_iter().filter(|text| !text.is_empty()).collect()
    }

    fn read_meta_inlines(&mut self, value: &Value) -> Vec<RichInline> {
        match tag(value) {
            "MetaInlines" => self.read_inlines(content(value)),
            "MetaString" => vec![RichInline::Text(string(content(value)))],
            "MetaBlocks" => {
                let mut line = Vec::new();
                for block in self.read_blocks(content(value)) {
                    if let RichBlock::Paragraph { content, .. } = block {
                        line.extend((!line.is_empty()).then_some(RichInline::LineBreak));
                        line.extend(content);
                    }
                }
                line
            }
            _ => Vec::new(),
        }
    }

    /// The text of a value; of a map (`author: {name: …}`) that of its name.
    fn read_meta_text(&mut self, value: &Value) -> String {
        if let ("MetaMap", Some(name)) = (tag(value), content(value).get("name")) {
            return self.read_meta_text(name);
        }
        let inlines = self.read_meta_inlines(value);
        text_of(&inlines)
    }
}
