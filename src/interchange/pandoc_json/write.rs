//! Writes pandoc's JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::book::block::{ListDelimiter, ListNumerals};
use crate::interchange::rich::{
    CellAlignment, RichBlock, RichCell, RichDocument, RichImage, RichInline,
    RichNumbering, RichTable,
};

/// The version of pandoc's types that is written: that of pandoc 3.0 and later.
const API_VERSION: [u32; 3] = [1, 23, 1];

/// Writes a document as pandoc reads it (`pandoc -f json`), from 3.0 on.
///
/// What is written is read again as the same document, with these differences: pandoc has one
/// series of notes and no style of paragraphs (a paragraph with one is written in a `Div` with
/// its class and the attribute `custom-style`); texts side by side are one; other facts come
/// in the order of their names; media are not in the file.
pub(in crate::interchange) fn write_pandoc_json(document: &RichDocument) -> String {
    let metadata = &document.metadata;
    let mut meta = serde_json::Map::new();
    let inlines =
        |line: &[RichInline]| json!({"t": "MetaInlines", "c": write_line(line)});
    let text = |text: &str| json!({"t": "MetaString", "c": text});
    for (key, line) in [("title", &metadata.title), ("subtitle", &metadata.subtitle)] {
        if !line.is_empty() {
            meta.insert(key.to_owned(), inlines(line));
        }
    }
    if !metadata.authors.is_empty() {
        let authors: Vec<Value> = metadata.authors.iter().map(|one| text(one)).collect();
        meta.insert("author".to_owned(), json!({"t": "MetaList", "c": authors}));
    }
    let date = metadata.date.iter().map(|date| ("date", date));
    let language = metadata.language.iter().map(|language| ("lang", language));
    for (key, value) in date.chain(language) {
        meta.insert(key.to_owned(), text(value));
    }
    let mut others: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (key, value) in &metadata.others {
        others.entry(key).or_default().push(text(value));
    }
    for (key, mut values) in others {
        let value = match (values.len(), values.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                values.extend(last);
                json!({"t": "MetaList", "c": values})
            }
        };
        meta.insert(key.to_owned(), value);
    }
    let written = json!({
        "pandoc-api-version": API_VERSION,
        "meta": meta,
        "blocks": write_blocks(&document.blocks),
    });
    format!("{written}\n")
}

fn write_blocks(blocks: &[RichBlock]) -> Vec<Value> {
    blocks.iter().map(write_block).collect()
}

fn write_block(block: &RichBlock) -> Value {
    match block {
        RichBlock::Paragraph { style, content } if style.is_empty() => {
            json!({"t": "Para", "c": write_line(content)})
        }
        RichBlock::Paragraph { style, content } => {
            let paragraph = json!({"t": "Para", "c": write_line(content)});
            let attributes = json!(["", [style], [["custom-style", style]]]);
            json!({"t": "Div", "c": [attributes, [paragraph]]})
        }
        RichBlock::Heading { level, id, content } => {
            let attributes = write_attributes(id.as_deref(), &[], None);
            json!({"t": "Header", "c": [level, attributes, write_line(content)]})
        }
        RichBlock::Quotation(inner) => {
            json!({"t": "BlockQuote", "c": write_blocks(inner)})
        }
        RichBlock::Lines(lines) => {
            let lines: Vec<Value> = lines.iter().map(|line| write_line(line)).collect();
            json!({"t": "LineBlock", "c": lines})
        }
        RichBlock::List { numbering, items } => {
            let items: Vec<Vec<Value>> =
                items.iter().map(|item| write_blocks(item)).collect();
            match numbering {
                Some(numbering) => {
                    json!({"t": "OrderedList", "c": [write_numbering(*numbering), items]})
                }
                None => json!({"t": "BulletList", "c": items}),
            }
        }
        RichBlock::Definitions(entries) => {
            let entries: Vec<Value> = entries
                .iter()
                .map(|(term, definitions)| {
                    let definitions: Vec<Vec<Value>> =
                        definitions.iter().map(|one| write_blocks(one)).collect();
                    json!([write_line(term), definitions])
                })
                .collect();
            json!({"t": "DefinitionList", "c": entries})
        }
        RichBlock::Table(table) => write_table(table),
        RichBlock::Figure { image, caption } => {
            let image = json!({"t": "Plain", "c": [write_image(image)]});
            json!({"t": "Figure", "c": [no_attributes(), write_caption(caption), [image]]})
        }
        RichBlock::Preformatted(text) => {
            json!({"t": "CodeBlock", "c": [no_attributes(), text]})
        }
        RichBlock::Division { classes, language, id, blocks } => {
            let attributes =
                write_attributes(id.as_deref(), classes, language.as_deref());
            json!({"t": "Div", "c": [attributes, write_blocks(blocks)]})
        }
        RichBlock::Rule => json!({"t": "HorizontalRule"}),
    }
}

fn write_numbering(numbering: RichNumbering) -> Value {
    let style = match numbering.numbering.numerals {
        // Pandoc has no ordinals.
        ListNumerals::Decimal
        | ListNumerals::MasculineOrdinal
        | ListNumerals::FeminineOrdinal => "Decimal",
        ListNumerals::LowerAlpha => "LowerAlpha",
        ListNumerals::UpperAlpha => "UpperAlpha",
        ListNumerals::LowerRoman => "LowerRoman",
        ListNumerals::UpperRoman => "UpperRoman",
    };
    let delimiter = match numbering.numbering.delimiter {
        ListDelimiter::Period | ListDelimiter::None => "Period",
        ListDelimiter::Parenthesis => "OneParen",
        ListDelimiter::Parentheses => "TwoParens",
    };
    json!([numbering.start, {"t": style}, {"t": delimiter}])
}

fn write_table(table: &RichTable) -> Value {
    let columns: Vec<Value> = table
        .columns
        .iter()
        .map(|column| {
            let alignment = match column {
                CellAlignment::Default => "AlignDefault",
                CellAlignment::Left => "AlignLeft",
                CellAlignment::Centre => "AlignCenter",
                CellAlignment::Right => "AlignRight",
            };
            json!([{"t": alignment}, {"t": "ColWidthDefault"}])
        })
        .collect();
    let rows = |rows: &[Vec<RichCell>]| -> Vec<Value> {
        let rows = rows.iter();
        rows.map(|row| {
            json!([no_attributes(), row.iter().map(write_cell).collect::<Vec<_>>()])
        })
        .collect()
    };
    json!({"t": "Table", "c": [
        no_attributes(),
        write_caption(&table.caption),
        columns,
        [no_attributes(), rows(&table.head)],
        [[no_attributes(), 0, [], rows(&table.body)]],
        [no_attributes(), []],
    ]})
}

fn write_cell(cell: &RichCell) -> Value {
    let alignment = json!({"t": "AlignDefault"});
    json!([
        no_attributes(),
        alignment,
        cell.rows,
        cell.columns,
        write_blocks(&cell.blocks)
    ])
}

fn write_caption(caption: &[RichInline]) -> Value {
    if caption.is_empty() {
        return json!([null, []]);
    }
    json!([null, [{"t": "Plain", "c": write_line(caption)}]])
}

fn write_line(line: &[RichInline]) -> Value {
    let mut written = Vec::new();
    for inline in line {
        write_inline(inline, &mut written);
    }
    Value::Array(written)
}

fn write_inline(inline: &RichInline, line: &mut Vec<Value>) {
    let around =
        |name: &str, inner: &[RichInline]| json!({"t": name, "c": write_line(inner)});
    line.push(match inline {
        RichInline::Text(text) => return write_words(text, line),
        RichInline::Emphasis(inner) => around("Emph", inner),
        RichInline::Strong(inner) => around("Strong", inner),
        RichInline::Underline(inner) => around("Underline", inner),
        RichInline::Strikeout(inner) => around("Strikeout", inner),
        RichInline::Superscript(inner) => around("Superscript", inner),
        RichInline::Subscript(inner) => around("Subscript", inner),
        RichInline::SmallCaps(inner) => around("SmallCaps", inner),
        RichInline::Span { classes, language, id, content } => {
            let attributes = write_attributes(id.as_deref(), classes, language.as_deref());
            json!({"t": "Span", "c": [attributes, write_line(content)]})
        }
        RichInline::Link { target, content } => {
            json!({"t": "Link", "c": [no_attributes(), write_line(content), [target, ""]]})
        }
        RichInline::Image(image) => write_image(image),
        RichInline::Code(text) => json!({"t": "Code", "c": [no_attributes(), text]}),
        RichInline::Math { display, tex } => {
            let kind = if *display { "DisplayMath" } else { "InlineMath" };
            json!({"t": "Math", "c": [{"t": kind}, tex]})
        }
        RichInline::LineBreak => json!({"t": "LineBreak"}),
        RichInline::Note { blocks, .. } => json!({"t": "Note", "c": write_blocks(blocks)}),
        RichInline::PageBreak(number) => {
            let classes = ["pagebreak".to_owned()];
            let id = format!("page-{number}");
            let attributes = write_attributes(Some(&id), &classes, None);
            json!({"t": "Span", "c": [attributes, []]})
        }
    });
}

/// Words and the spaces between them, as pandoc has them.
fn write_words(text: &str, line: &mut Vec<Value>) {
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 {
            line.push(json!({"t": "Space"}));
        }
        if !word.is_empty() {
            line.push(json!({"t": "Str", "c": word}));
        }
    }
}

fn write_image(image: &RichImage) -> Value {
    let RichImage { address, alternative, title, width } = image;
    let mut words = Vec::new();
    write_words(alternative, &mut words);
    let pairs: Vec<[&str; 2]> =
        width.iter().map(|width| ["width", width.as_str()]).collect();
    json!({"t": "Image", "c": [["", [], pairs], words, [address, title]]})
}

fn no_attributes() -> Value {
    json!(["", [], []])
}

fn write_attributes(
    id: Option<&str>,
    classes: &[String],
    language: Option<&str>,
) -> Value {
    let pairs: Vec<[&str; 2]> =
        language.iter().map(|language| ["lang", language]).collect();
    json!([id.unwrap_or_default(), classes, pairs])
}
