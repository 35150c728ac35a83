//! Lists whose labels the parser does not know: `a)`, `(1)`, `iv.`, `1.º`.
//!
//! The parser takes them for paragraphs. At least two in order make a list; one by itself is
//! text, because a paragraph may well begin with `(a)`.

use std::ops::Range;

use super::blocks::BlockBuilder;
use crate::book::block::{
    Block, List, ListDelimiter, ListNumbering, ListNumerals, Paragraph,
};
use crate::book::inline::Inline;
use crate::book::markdown::item_labels::{ItemLabel, parse_labels};

/// Stands before a sign that a backslash or a reference takes its meaning from. It is no
/// character, so the normal form removes it.
pub(super) const ESCAPED: char = '\u{FFFE}';

impl BlockBuilder<'_, '_, '_, '_> {
    /// How a list of the parser is numbered: its first label says what is around the number.
    pub(super) fn find_numbering(
        &self,
        start: Option<u32>,
        typed: &Range<usize>,
    ) -> ListNumbering {
        let is_source = start.is_some() && self.inside_html.is_none();
        let label = self.notes.text.get(typed.clone()).filter(|_| is_source);
        let sign =
            label.map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit()));
        let delimiter = match sign {
            Some(sign) if sign.starts_with(')') => ListDelimiter::Parenthesis,
            _ => ListDelimiter::Period,
        };
        ListNumbering { delimiter, ..ListNumbering::default() }
    }

    /// Adds a paragraph as items of a list, if its lines begin with labels in order, or if
    /// its label is the next after the paragraph or list before it. Returns whether it did.
    pub(super) fn push_labelled_items(&mut self, paragraph: &Paragraph) -> bool {
        let Some(Inline::Text(text)) = paragraph.content.first() else { return false };
        let labels = parse_labels(text);
        if labels.is_empty() {
            return false;
        }
        let lines = split_soft_lines(&paragraph.content);
        let item = |content: Vec<Inline>| {
            vec![Block::Paragraph(Paragraph { content, origin: paragraph.origin })]
        };
        let lists = labels.iter().map(|&label| (label, collect_items(&lines, label)));
        let Some((label, items)) = lists.max_by_key(|(_, items)| items.len()) else {
            return false;
        };
        let Some(holder) = self.holder_mut() else { return false };
        let can_continue = holder.blocks.len() > holder.sealed;
        match holder.blocks.last_mut().filter(|_| can_continue) {
            Some(Block::List(list)) if list.start.is_some() => {
                let next = list.start.unwrap_or(1).saturating_add(count(&list.items));
                let goes_on = |label: &&ItemLabel| {
                    label.numbering == list.numbering && label.number == next
                };
                if let Some(&label) = labels.iter().find(goes_on) {
                    list.items.extend(collect_items(&lines, label).into_iter().map(item));
                    return true;
                }
            }
            Some(Block::Paragraph(before)) => {
                let first = match before.content.first() {
                    Some(Inline::Text(text)) => parse_labels(text),
                    _ => Vec::new(),
                };
                let pair = first.iter().find_map(|first| {
                    let next = first.number.saturating_add(1);
                    let follows = |label: &&ItemLabel| {
                        label.numbering == first.numbering && label.number == next
                    };
                    Some((*first, *labels.iter().find(follows)?))
                });
                if let Some((first, second)) = pair {
                    let above = split_soft_lines(&before.content);
                    let mut items = vec![vec![Block::Paragraph(Paragraph {
                        content: collect_items(&above, first).concat(),
                        origin: before.origin,
                    })]];
                    items.extend(collect_items(&lines, second).into_iter().map(item));
                    let (start, numbering) = (Some(first.number), first.numbering);
                    holder.blocks.pop();
                    holder.blocks.push(Block::List(List { start, numbering, items }));
                    return true;
                }
            }
            _ => {}
        }
        if items.len() < 2 {
            return false;
        }
        let items = items.into_iter().map(item).collect();
        let (start, numbering) = (Some(label.number), label.numbering);
        holder.blocks.push(Block::List(List { start, numbering, items }));
        true
    }
}

/// Adds a list, with the blocks that stood between its items.
pub(super) fn push_list(blocks: &mut Vec<Block>, mut list: List, between: Vec<Block>) {
    if !between.is_empty() {
        list.items.push(between);
    }
    blocks.push(Block::List(list));
}

/// The number of items.
fn count(items: &[Vec<Block>]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}

/// Splits a paragraph where its lines end in the source.
fn split_soft_lines(content: &[Inline]) -> Vec<Vec<Inline>> {
    let mut lines = vec![Vec::new()];
    for inline in content {
        let Inline::Text(text) = inline else {
            if let Some(last) = lines.last_mut() {
                last.push(inline.clone());
            }
            continue;
        };
        for (index, piece) in text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            if let Some(last) = lines.last_mut().filter(|_| !piece.is_empty()) {
                last.push(Inline::Text(piece.to_owned()));
            }
        }
    }
    lines
}

/// Splits lines into items. The first line begins with the given label; a line that does not
/// begin with the next label continues the item before it.
fn collect_items(lines: &[Vec<Inline>], first: ItemLabel) -> Vec<Vec<Inline>> {
    let mut items: Vec<Vec<Inline>> = Vec::new();
    let mut next = first.number;
    for line in lines {
        let label = match line.first() {
            Some(Inline::Text(text)) => parse_labels(text)
                .into_iter()
                .find(|one| one.numbering == first.numbering && one.number == next),
            _ => None,
        };
        match (label, items.last_mut()) {
            (Some(label), _) => {
                let mut item = line.clone();
                if let Some(Inline::Text(text)) = item.first_mut() {
                    text.drain(..label.length);
                }
                items.push(item);
                next = next.saturating_add(1);
            }
            (None, Some(last)) => {
                last.push(Inline::Text(" ".to_owned()));
                last.extend(line.iter().cloned());
            }
            (None, None) => items.push(line.clone()),
        }
    }
    items
}

/// How a list of HTML is numbered.
pub(super) fn parse_html_numbering(kind: &str, class: &str) -> ListNumbering {
    let has = |wanted: &str| class.split_ascii_whitespace().any(|one| one == wanted);
    let numerals = match kind {
        _ if has("masculine-ordinal") => ListNumerals::MasculineOrdinal,
        _ if has("feminine-ordinal") => ListNumerals::FeminineOrdinal,
        "a" => ListNumerals::LowerAlpha,
        "A" => ListNumerals::UpperAlpha,
        "i" => ListNumerals::LowerRoman,
        "I" => ListNumerals::UpperRoman,
        _ => ListNumerals::Decimal,
    };
    let delimiter = if has("parenthesis") {
        ListDelimiter::Parenthesis
    } else if has("parentheses") {
        ListDelimiter::Parentheses
    } else if has("bare") {
        ListDelimiter::None
    } else {
        ListDelimiter::Period
    };
    ListNumbering { numerals, delimiter }
}

/// Whether the parser reads the labels of a numbering by itself.
pub(in crate::book::markdown) fn is_known_to_parser(numbering: ListNumbering) -> bool {
    let ListNumbering { numerals, delimiter } = numbering;
    numerals == ListNumerals::Decimal
        && matches!(delimiter, ListDelimiter::Period | ListDelimiter::Parenthesis)
}
