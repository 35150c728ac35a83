//! Lists as XHTML.

use std::collections::BTreeSet;

use super::markup::tag;
use super::writer::DocumentWriter;
use crate::book::block::{
    Block, Definition, List, ListDelimiter, ListNumbering, ListNumerals,
};
use crate::book::purpose::Purpose;

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
        let counter_style = list.start.and_then(|_| name_counter_style(list.numbering));
        self.markup.open_line(match counter_style {
            Some(class) => {
                self.facts.style.list_numberings.insert(list.numbering);
                element.class(&class)
            }
            None => element,
        });
        for item in &list.items {
            self.write_container(tag("li"), item);
        }
        self.markup.close_line();
    }

    /// Writes terms with their descriptions. Those of a glossary say that they are its own.
    pub(super) fn write_definitions(&mut self, list: &'d [Definition]) {
        let is_glossary = self.purpose == Purpose::Glossary;
        let typed = |name: &'static str, kind: &str| {
            let element = tag(name);
            if is_glossary { element.with("epub:type", kind) } else { element }
        };
        self.markup.open_line(tag("dl"));
        for Definition { term, descriptions } in list {
            self.write_line(typed("dt", "glossterm"), term);
            for description in descriptions {
                self.write_container(typed("dd", "glossdef"), description);
            }
        }
        self.markup.close_line();
    }

    /// How many of the first blocks are entries of a bibliography: paragraphs of one, if
    /// there are several.
    pub(super) fn count_entries(&self, blocks: &[Block]) -> usize {
        if self.purpose != Purpose::Bibliography {
            return 0;
        }
        let is_entry = |block: &&Block| matches!(block, Block::Paragraph(_));
        match blocks.iter().take_while(is_entry).count() {
            1 => 0,
            count => count,
        }
    }

    /// Writes entries of a bibliography as a list, so that readers hear how many there are
    /// and go from one to the next. DPUB-ARIA 1.1 asks for items of a list instead of its
    /// role `doc-biblioentry`.
    pub(super) fn write_entries(&mut self, entries: &'d [Block]) {
        self.awaits_opening = false;
        self.markup.open_line(tag("ul").class("entries"));
        for entry in entries {
            if let Block::Paragraph(entry) = entry {
                self.write_paragraph(tag("li"), entry);
            }
        }
        self.markup.close_line();
    }
}

/// The name of the counter style that a numbering needs, which is also the class of its
/// lists (CSS Counter Styles 3); none for one that HTML has by itself.
fn name_counter_style(numbering: ListNumbering) -> Option<String> {
    let (numerals, is_ordinal) = match numbering.numerals {
        ListNumerals::Decimal => ("decimal", false),
        ListNumerals::LowerAlpha => ("lower-alpha", false),
        ListNumerals::UpperAlpha => ("upper-alpha", false),
        ListNumerals::LowerRoman => ("lower-roman", false),
        ListNumerals::UpperRoman => ("upper-roman", false),
        ListNumerals::MasculineOrdinal => ("ordinal-o", true),
        ListNumerals::FeminineOrdinal => ("ordinal-a", true),
    };
    let delimiter = match numbering.delimiter {
        ListDelimiter::Parenthesis => "-parenthesis",
        ListDelimiter::Parentheses => "-parentheses",
        ListDelimiter::Period if is_ordinal => "-period",
        ListDelimiter::None if is_ordinal => "",
        ListDelimiter::Period | ListDelimiter::None => return None,
    };
    Some(format!("{numerals}{delimiter}"))
}

/// The rules of the style sheet for the counter styles of a book.
pub(super) fn write_counter_styles(numberings: &BTreeSet<ListNumbering>) -> String {
    let rule = |numbering: &ListNumbering| {
        let name = name_counter_style(*numbering)?;
        let base = match numbering.numerals {
            ListNumerals::MasculineOrdinal | ListNumerals::FeminineOrdinal => "decimal",
            _ => name.rsplit_once('-').map_or(name.as_str(), |(numerals, _)| numerals),
        };
        // What surrounds the number in the label.
        let label = numbering.format(1);
        let numeral = label.find(|c: char| c.is_alphanumeric())?;
        let (before, rest) = label.split_at(numeral);
        let after = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        Some(format!(
            "\n@counter-style {name} {{\n  system: extends {base};\n  prefix: \"{before}\";\n  \
             suffix: \"{after} \";\n}}\n\nol.{name} {{\n  list-style-type: {name};\n}}\n"
        ))
    };
    numberings.iter().filter_map(rule).collect()
}
