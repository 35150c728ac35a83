//! How lists are numbered.

use std::ops::Range;

use super::blocks::BlockBuilder;
use crate::book::block::{Block, List, ListDelimiter, ListNumbering, ListNumerals};

impl BlockBuilder<'_, '_, '_, '_> {
    /// How a list of the parser is numbered: as its first label was before the text was
    /// rewritten, or else as that label says what is around the number.
    pub(super) fn find_numbering(
        &self,
        start: Option<u32>,
        typed: &Range<usize>,
    ) -> ListNumbering {
        let is_source = start.is_some() && self.inside_html.is_none();
        let label = self.notes.text.get(typed.clone()).filter(|_| is_source);
        let marker = label.map(|text| text.trim_start_matches([' ', '\t']));
        let rewritten = marker.and_then(|marker| {
            self.findings.places.numbering_at(typed.end - marker.len())
        });
        if let Some(numbering) = rewritten {
            return numbering;
        }
        let sign =
            marker.map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit()));
        let delimiter = match sign {
            Some(sign) if sign.starts_with(')') => ListDelimiter::Parenthesis,
            _ => ListDelimiter::Period,
        };
        ListNumbering { delimiter, ..ListNumbering::default() }
    }
}

/// Adds a list, with the blocks that stood between its items.
pub(super) fn push_list(blocks: &mut Vec<Block>, mut list: List, between: Vec<Block>) {
    if !between.is_empty() {
        list.items.push(between);
    }
    blocks.push(Block::List(list));
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
