//! Reads pandoc's JSON.

use serde_json::Value;

use super::table::read_table;
use crate::book::block::{ListDelimiter, ListNumbering, ListNumerals};
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::{
    NoteKind, Omission, ReadRichError, RichBlock, RichDocument, RichImage, RichInline,
    RichNumbering,
};
use crate::text::quotation_marks::QuotationMarks;

/// Reads a document.
///
/// # Errors
///
/// When the bytes are not JSON that pandoc wrote.
pub(in crate::interchange) fn read_pandoc_json(
    bytes: &[u8],
) -> Result<RichDocument, ReadRichError> {
    const NOT: ReadRichError =
        ReadRichError::NotFormat { format: "a document of pandoc" };
    // The parser refuses values nested more than 128 deep.
    let document: Value = serde_json::from_slice(bytes).map_err(|_| NOT)?;
    if document.get("pandoc-api-version").is_none() {
        return Err(NOT);
    }
    let blocks = document.get("blocks").and_then(Value::as_array).ok_or(NOT)?;
    let meta = document.get("meta").unwrap_or(&Value::Null);
    let mut reader = PandocReader::default();
    let metadata = reader.read_metadata(meta);
    reader.marks = QuotationMarks::of(metadata.language.as_deref().unwrap_or_default());
    let mut read = Vec::with_capacity(blocks.len());
    for block in blocks {
        reader.block = read.len();
        reader.add_block(block, &mut read);
    }
    Ok(RichDocument {
        metadata,
        blocks: read,
        omissions: reader.omissions,
        ..RichDocument::default()
    })
}

/// Reads the values of a document.
#[derive(Default)]
pub(super) struct PandocReader {
    omissions: Vec<Omission>,
    /// How many blocks precede the current one.
    block: usize,
    /// The quotation marks of the language.
    marks: QuotationMarks,
}

impl PandocReader {
    pub(super) fn omit(&mut self, what: &'static str, text: String) {
        self.omissions.push(Omission { what, text, block: self.block });
    }

    pub(super) fn read_blocks(&mut self, list: &Value) -> Vec<RichBlock> {
        let mut blocks = Vec::new();
        for block in elements(list) {
            self.add_block(block, &mut blocks);
        }
        blocks
    }

    fn add_block(&mut self, block: &Value, blocks: &mut Vec<RichBlock>) {
        let inner = content(block);
        let [first, second, third] = [0, 1, 2].map(|at| element(inner, at));
        blocks.push(match tag(block) {
            "Plain" | "Para" => self.read_paragraph(inner),
            "LineBlock" => {
                let lines = elements(inner).iter();
                RichBlock::Lines(lines.map(|line| self.read_inlines(line)).collect())
            }
            "CodeBlock" => RichBlock::Preformatted(string(second)),
            "RawBlock" => return self.omit("markup of another format", string(second)),
            "BlockQuote" => RichBlock::Quotation(self.read_blocks(inner)),
            "OrderedList" => RichBlock::List {
                numbering: Some(read_numbering(first)),
                items: self.read_items(second),
            },
            "BulletList" => {
                RichBlock::List { numbering: None, items: self.read_items(inner) }
            }
            "DefinitionList" => {
                let entries = elements(inner).iter();
                let entries = entries.map(|entry| {
                    let term = self.read_inlines(element(entry, 0));
                    (term, self.read_items(element(entry, 1)))
                });
                RichBlock::Definitions(entries.collect())
            }
            "Header" => RichBlock::Heading {
                level: u8::try_from(number(first)).unwrap_or(6).clamp(1, 6),
                id: read_id(second),
                content: self.read_inlines(third),
            },
            "HorizontalRule" => RichBlock::Rule,
            "Table" => RichBlock::Table(read_table(self, inner)),
            "Figure" => return self.add_figure(second, third, blocks),
            "Div" if read_attribute(first, "custom-style").is_some() => {
                return self.add_styled(first, second, blocks);
            }
            "Div" => RichBlock::Division {
                classes: read_classes(first),
                language: read_attribute(first, "lang"),
                id: read_id(first),
                blocks: self.read_blocks(second),
            },
            "Null" => return,
            _ => return self.omit("a block that is not known", block.to_string()),
        });
    }

    /// Adds blocks whose paragraphs have a style: `Div` with `custom-style`, as pandoc reads
    /// and writes the styles of Word.
    fn add_styled(
        &mut self,
        attributes: &Value,
        list: &Value,
        blocks: &mut Vec<RichBlock>,
    ) {
        let name = read_attribute(attributes, "custom-style").unwrap_or_default();
        for mut block in self.read_blocks(list) {
            if let RichBlock::Paragraph { style, .. } = &mut block {
                *style = name.to_lowercase();
            }
            blocks.push(block);
        }
    }

    fn read_items(&mut self, list: &Value) -> Vec<Vec<RichBlock>> {
        elements(list).iter().map(|item| self.read_blocks(item)).collect()
    }

    /// A paragraph; before API version 1.23, a picture alone in it whose title begins with
    /// `fig:` is a figure, and its alternative text the caption.
    fn read_paragraph(&mut self, inner: &Value) -> RichBlock {
        if let [only] = elements(inner)
            && tag(only) == "Image"
            && string(element(element(content(only), 2), 1)).starts_with("fig:")
        {
            let caption = self.read_inlines(element(content(only), 1));
            let mut image = self.read_image(content(only));
            image.title = image.title.trim_start_matches("fig:").to_owned();
            image.alternative = String::new();
            return RichBlock::Figure { image, caption };
        }
        RichBlock::Paragraph { style: String::new(), content: self.read_inlines(inner) }
    }

    /// A figure of one picture; other blocks of a figure stand by themselves, and its caption
    /// after them.
    fn add_figure(&mut self, caption: &Value, body: &Value, blocks: &mut Vec<RichBlock>) {
        let caption = self.read_blocks(element(caption, 1));
        let body = self.read_blocks(body);
        let image = match body.as_slice() {
            [RichBlock::Paragraph { content, .. }] => match content.as_slice() {
                [RichInline::Image(image)] => Some(image.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(image) = image else {
            blocks.extend(body);
            blocks.extend(caption);
            return;
        };
        let mut line = Vec::new();
        let mut after = Vec::new();
        for block in caption {
            match block {
                RichBlock::Paragraph { content, .. } if after.is_empty() => {
                    line.extend((!line.is_empty()).then_some(RichInline::LineBreak));
                    line.extend(content);
                }
                other => after.push(other),
            }
        }
        blocks.push(RichBlock::Figure { image, caption: line });
        blocks.extend(after);
    }

    pub(super) fn read_inlines(&mut self, list: &Value) -> Vec<RichInline> {
        let mut inlines = Vec::new();
        for inline in elements(list) {
            self.add_inline(inline, &mut inlines);
        }
        inlines
    }

    fn add_inline(&mut self, inline: &Value, inlines: &mut Vec<RichInline>) {
        let inner = content(inline);
        let [first, second] = [0, 1].map(|at| element(inner, at));
        inlines.push(match tag(inline) {
            "Str" => return push_text(inlines, &string(inner)),
            "Space" | "SoftBreak" => return push_text(inlines, " "),
            "LineBreak" => RichInline::LineBreak,
            "Emph" => RichInline::Emphasis(self.read_inlines(inner)),
            "Strong" => RichInline::Strong(self.read_inlines(inner)),
            "Underline" => RichInline::Underline(self.read_inlines(inner)),
            "Strikeout" => RichInline::Strikeout(self.read_inlines(inner)),
            "Superscript" => RichInline::Superscript(self.read_inlines(inner)),
            "Subscript" => RichInline::Subscript(self.read_inlines(inner)),
            "SmallCaps" => RichInline::SmallCaps(self.read_inlines(inner)),
            "Quoted" => {
                let [opens, closes] = match tag(first) {
                    "SingleQuote" => self.marks.inner,
                    _ => self.marks.outer,
                };
                push_text(inlines, opens);
                for inline in elements(second) {
                    self.add_inline(inline, inlines);
                }
                return push_text(inlines, closes);
            }
            "Cite" => {
                for inline in elements(second) {
                    self.add_inline(inline, inlines);
                }
                return;
            }
            "Code" => RichInline::Code(string(second)),
            "Math" => {
                let display = tag(first) == "DisplayMath";
                RichInline::Math { display, tex: string(second) }
            }
            "RawInline" => match (string(first).as_str(), string(second)) {
                ("html", text) if text.trim_end_matches([' ', '/', '>']) == "<br" => {
                    RichInline::LineBreak
                }
                (_, text) => return self.omit("markup of another format", text),
            },
            "Link" => RichInline::Link {
                target: string(element(element(inner, 2), 0)),
                content: self.read_inlines(second),
            },
            "Image" => RichInline::Image(self.read_image(inner)),
            "Note" => RichInline::Note {
                kind: NoteKind::Footnote,
                blocks: self.read_blocks(inner),
            },
            "Span" if is_page_mark(first, second) => RichInline::PageBreak(
                read_id(first).unwrap_or_default().trim_start_matches("page-").to_owned(),
            ),
            "Span" => RichInline::Span {
                classes: read_classes(first),
                language: read_attribute(first, "lang"),
                id: read_id(first),
                content: self.read_inlines(second),
            },
            _ => return self.omit("text that is not known", inline.to_string()),
        });
    }

    fn read_image(&mut self, inner: &Value) -> RichImage {
        let alternative = self.read_inlines(element(inner, 1));
        RichImage {
            address: string(element(element(inner, 2), 0)),
            alternative: text_of(&alternative),
            title: string(element(element(inner, 2), 1)),
            width: read_attribute(element(inner, 0), "width"),
        }
    }
}

/// Adds characters to the text at the end of a line.
fn push_text(inlines: &mut Vec<RichInline>, text: &str) {
    match inlines.last_mut() {
        Some(RichInline::Text(before)) => before.push_str(text),
        _ => inlines.push(RichInline::Text(text.to_owned())),
    }
}

fn read_numbering(attributes: &Value) -> RichNumbering {
    let numerals = match tag(element(attributes, 1)) {
        "LowerAlpha" => ListNumerals::LowerAlpha,
        "UpperAlpha" => ListNumerals::UpperAlpha,
        "LowerRoman" => ListNumerals::LowerRoman,
        "UpperRoman" => ListNumerals::UpperRoman,
        _ => ListNumerals::Decimal,
    };
    let delimiter = match tag(element(attributes, 2)) {
        "OneParen" => ListDelimiter::Parenthesis,
        "TwoParens" => ListDelimiter::Parentheses,
        _ => ListDelimiter::Period,
    };
    RichNumbering {
        start: u32::try_from(number(element(attributes, 0))).unwrap_or(1),
        numbering: ListNumbering { numerals, delimiter },
    }
}

/// The id of an attribute triple `[id, [class], [[key, value]]]`.
fn read_id(attributes: &Value) -> Option<String> {
    Some(string(element(attributes, 0))).filter(|id| !id.is_empty())
}

/// Whether a span is a page mark as it is written here: empty, with the id `page-12`.
fn is_page_mark(attributes: &Value, content: &Value) -> bool {
    elements(content).is_empty()
        && read_classes(attributes) == ["pagebreak"]
        && read_id(attributes).is_some_and(|id| id.starts_with("page-"))
}

fn read_classes(attributes: &Value) -> Vec<String> {
    let classes = elements(element(attributes, 1)).iter();
    classes.map(|class| string(class).to_lowercase()).collect()
}

fn read_attribute(attributes: &Value, key: &str) -> Option<String> {
    let mut pairs = elements(element(attributes, 2)).iter();
    let pair = pairs.find(|pair| element(pair, 0).as_str() == Some(key))?;
    Some(string(element(pair, 1)))
}

/// The name of the constructor of a value.
pub(super) fn tag(value: &Value) -> &str {
    value.get("t").and_then(Value::as_str).unwrap_or_default()
}

/// The arguments of the constructor of a value.
pub(super) fn content(value: &Value) -> &Value {
    value.get("c").unwrap_or(&Value::Null)
}

/// An element of a list; null where there is none.
pub(super) fn element(list: &Value, at: usize) -> &Value {
    list.get(at).unwrap_or(&Value::Null)
}

/// The elements of a list; none of anything else.
pub(super) fn elements(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub(super) fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}
