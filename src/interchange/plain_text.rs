//! The characters of rich text.

use crate::interchange::rich::{RichBlock, RichInline, RichTable};

/// The characters of inlines, with those of notes after a space.
pub(crate) fn text_of(inlines: &[RichInline]) -> String {
    let mut text = String::new();
    push_inlines(inlines, &mut text);
    text
}

/// The characters of blocks, a line for each paragraph.
pub(crate) fn text_of_blocks(blocks: &[RichBlock]) -> String {
    let mut text = String::new();
    push_blocks(blocks, &mut text);
    text.truncate(text.trim_end().len());
    text
}

fn push_inlines(inlines: &[RichInline], to: &mut String) {
    for inline in inlines {
        match inline {
            RichInline::Text(text) | RichInline::Code(text) => to.push_str(text),
            RichInline::Image(image) => to.push_str(&image.alternative),
            RichInline::Math { tex, .. } => to.push_str(tex),
            RichInline::LineBreak => to.push('\n'),
            RichInline::Note { blocks, .. } => {
                to.push(' ');
                to.push_str(&text_of_blocks(blocks));
            }
            _ => push_inlines(inline.content().unwrap_or_default(), to),
        }
    }
}

fn push_blocks(blocks: &[RichBlock], to: &mut String) {
    for block in blocks {
        match block {
            RichBlock::Paragraph { content, .. } | RichBlock::Heading { content, .. } => {
                push_line(content, to);
            }
            RichBlock::Quotation(blocks) | RichBlock::Division { blocks, .. } => {
                push_blocks(blocks, to);
            }
            RichBlock::Lines(lines) => lines.iter().for_each(|line| push_line(line, to)),
            RichBlock::List { items, .. } => {
                for item in items {
                    push_blocks(item, to);
                }
            }
            RichBlock::Definitions(definitions) => {
                for (term, meanings) in definitions {
                    push_line(term, to);
                    for meaning in meanings {
                        push_blocks(meaning, to);
                    }
                }
            }
            RichBlock::Table(table) => push_table(table, to),
            RichBlock::Figure { image, caption } => {
                to.push_str(&image.alternative);
                push_line(caption, to);
            }
            RichBlock::Preformatted(text) => {
                to.push_str(text);
                to.push('\n');
            }
            RichBlock::Rule => {}
        }
    }
}

fn push_line(inlines: &[RichInline], to: &mut String) {
    push_inlines(inlines, to);
    if !to.is_empty() && !to.ends_with('\n') {
        to.push('\n');
    }
}

fn push_table(table: &RichTable, to: &mut String) {
    push_line(&table.caption, to);
    for cell in table.head.iter().chain(&table.body).flatten() {
        push_blocks(&cell.blocks, to);
    }
}
