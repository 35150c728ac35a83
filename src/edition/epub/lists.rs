//! Lists as XHTML.

use super::markup::tag;
use super::writer::DocumentWriter;
use crate::book::block::{Definition, List, ListDelimiter, ListNumerals};

impl<'d> DocumentWriter<'d> {
    /// Writes a list. Its labels are those of the style sheet: reading systems that know no
    /// counter styles show the numerals with a full stop.
    pub(super) fn write_list(&mut self, list: &'d List) {
        if list.items.is_empty() {
            return;
        }
        let element = match list.start {
            None => tag("ul"),
            Some(1) => tag("ol"),
            Some(start) => tag("ol").with("start", &start.to_string()),
        };
        let kind = match list.numbering.numerals {
            ListNumerals::LowerAlpha => Some("a"),
            ListNumerals::UpperAlpha => Some("A"),
            ListNumerals::LowerRoman => Some("i"),
            ListNumerals::UpperRoman => Some("I"),
            _ => None,
        };
        let element = match kind {
            Some(kind) => element.with("type", kind),
            None => element,
        };
        self.markup.open_line(match name_counter_style(list) {
            Some(class) => element.class(class),
            None => element,
        });
        for item in &list.items {
            self.write_container(tag("li"), item);
        }
        self.markup.close_line();
    }

    /// Writes terms with their descriptions.
    pub(super) fn write_definitions(&mut self, list: &'d [Definition]) {
        self.markup.open_line(tag("dl"));
        for Definition { term, descriptions } in list {
            self.write_line(tag("dt"), term);
            for description in descriptions {
                self.write_container(tag("dd"), description);
            }
        }
        self.markup.close_line();
    }
}

/// The class of a list whose labels need a counter style of the style sheet (CSS Counter
/// Styles 3).
fn name_counter_style(list: &List) -> Option<&'static str> {
    list.start?;
    let is_parenthesis = list.numbering.delimiter == ListDelimiter::Parenthesis;
    Some(match (list.numbering.numerals, list.numbering.delimiter) {
        (ListNumerals::MasculineOrdinal, ListDelimiter::None) => "ordinal-o",
        (ListNumerals::MasculineOrdinal, ListDelimiter::Period) => "ordinal-o-period",
        (ListNumerals::MasculineOrdinal, _) if is_parenthesis => "ordinal-o-parenthesis",
        (ListNumerals::MasculineOrdinal, _) => "ordinal-o-parentheses",
        (ListNumerals::FeminineOrdinal, ListDelimiter::None) => "ordinal-a",
        (ListNumerals::FeminineOrdinal, ListDelimiter::Period) => "ordinal-a-period",
        (ListNumerals::FeminineOrdinal, _) if is_parenthesis => "ordinal-a-parenthesis",
        (ListNumerals::FeminineOrdinal, _) => "ordinal-a-parentheses",
        (_, ListDelimiter::Period | ListDelimiter::None) => return None,
        (ListNumerals::Decimal, _) if is_parenthesis => "decimal-parenthesis",
        (ListNumerals::Decimal, _) => "decimal-parentheses",
        (ListNumerals::LowerAlpha, _) if is_parenthesis => "lower-alpha-parenthesis",
        (ListNumerals::LowerAlpha, _) => "lower-alpha-parentheses",
        (ListNumerals::UpperAlpha, _) if is_parenthesis => "upper-alpha-parenthesis",
        (ListNumerals::UpperAlpha, _) => "upper-alpha-parentheses",
        (ListNumerals::LowerRoman, _) if is_parenthesis => "lower-roman-parenthesis",
        (ListNumerals::LowerRoman, _) => "lower-roman-parentheses",
        (ListNumerals::UpperRoman, _) if is_parenthesis => "upper-roman-parenthesis",
        (ListNumerals::UpperRoman, _) => "upper-roman-parentheses",
    })
}
