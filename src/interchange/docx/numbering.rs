//! The lists of a DOCX file and their numbers (ISO/IEC 29500-1 §17.9).

use std::collections::BTreeMap;

use crate::book::block::{ListDelimiter, ListNumbering, ListNumerals};
use crate::interchange::docx::package::{switch_of, value_of};
use crate::interchange::docx::styles::read_indent;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::number_labels::write_number;
use crate::interchange::rich::RichNumbering;

/// The levels of a list (§17.9.3).
pub(super) const LEVELS: usize = 9;

/// All lists, and how far they have been counted.
#[derive(Debug, Clone, Default)]
pub(super) struct DocxNumbering {
    lists: BTreeMap<String, NumberedList>,
    /// Lists with the same definition count together.
    counts: BTreeMap<String, [Option<u32>; LEVELS]>,
    /// The lists that have begun, so that a start of their own counts once.
    begun: BTreeMap<String, [bool; LEVELS]>,
}

#[derive(Debug, Clone, Default)]
struct NumberedList {
    definition: String,
    levels: [ListLevel; LEVELS],
    /// Starts that only this list has.
    overrides: [Option<u32>; LEVELS],
}

/// A level of a list.
#[derive(Debug, Clone, Default)]
struct ListLevel {
    start: u32,
    format: String,
    /// The label, with `%1` for the number of the first level.
    text: String,
    /// Whether all numbers in the label are decimal.
    is_legal: bool,
    /// The left indent of its items, in twentieths of a point.
    indent: Option<i32>,
}

/// The mark of a list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ItemMark {
    /// A bullet.
    Bullet,
    /// A number.
    Number {
        /// The number by itself.
        numbering: RichNumbering,
        /// The whole label, as it is printed.
        label: String,
        /// Whether the label has words beside the number.
        is_worded: bool,
    },
    /// Nothing: the paragraph continues the item before it.
    Blank,
}

impl DocxNumbering {
    /// The left indent of the items of a level, in twentieths of a point.
    pub(super) fn find_indent(&self, list: &str, level: usize) -> Option<i32> {
        self.lists.get(list)?.levels.get(level)?.indent
    }

    /// The mark of the next paragraph in a list; `None` if there is no such list.
    pub(super) fn count(&mut self, list: &str, level: usize) -> Option<ItemMark> {
        let numbered = self.lists.get(list)?;
        let of_level = numbered.levels.get(level)?;
        if is_blank(of_level) {
            return Some(ItemMark::Blank);
        }
        if of_level.format == "bullet" {
            return Some(ItemMark::Bullet);
        }
        let counts = self.counts.entry(numbered.definition.clone()).or_default();
        let begun = self.begun.entry(list.to_owned()).or_default();
        let first_use = begun.get_mut(level).map(|begun| !std::mem::replace(begun, true));
        let own_start = numbered.overrides.get(level).copied().flatten();
        let own_start = own_start.filter(|_| first_use == Some(true));
        let count = counts.get_mut(level)?;
        let number = own_start.unwrap_or_else(|| {
            count.map_or(of_level.start, |last| last.saturating_add(1))
        });
        *count = Some(number);
        counts.iter_mut().skip(level + 1).for_each(|deeper| *deeper = None);
        let numerals = numerals_of(&of_level.format);
        let delimiter =
            match (of_level.text.starts_with('('), of_level.text.ends_with(')')) {
                (true, true) => ListDelimiter::Parentheses,
                (false, true) => ListDelimiter::Parenthesis,
                _ => ListDelimiter::Period,
            };
        let numbering = RichNumbering {
            start: number,
            numbering: ListNumbering { numerals, delimiter },
        };
        let is_worded =
            of_level.format == "none" || of_level.text.chars().any(char::is_alphabetic);
        let label = write_label(numbered, level, counts);
        Some(ItemMark::Number { numbering, label, is_worded })
    }
}

/// Whether a level has no mark. Pandoc writes a bullet that is a space.
fn is_blank(level: &ListLevel) -> bool {
    level.format == "none" && level.text.trim().is_empty()
        || level.format == "bullet" && level.text.chars().all(char::is_whitespace)
}

fn numerals_of(format: &str) -> ListNumerals {
    match format {
        "lowerLetter" => ListNumerals::LowerAlpha,
        "upperLetter" => ListNumerals::UpperAlpha,
        "lowerRoman" => ListNumerals::LowerRoman,
        "upperRoman" => ListNumerals::UpperRoman,
        _ => ListNumerals::Decimal,
    }
}

/// Writes a label such as `1.2.` from the counts (§17.9.11).
fn write_label(
    list: &NumberedList,
    level: usize,
    counts: &[Option<u32>; LEVELS],
) -> String {
    let Some(of_level) = list.levels.get(level) else { return String::new() };
    let mut label = String::new();
    let mut characters = of_level.text.chars().peekable();
    while let Some(c) = characters.next() {
        let digit = characters.peek().and_then(|next| next.to_digit(10));
        let (true, Some(digit @ 1..=9)) = (c == '%', digit) else {
            label.push(c);
            continue;
        };
        characters.next();
        let index = usize::try_from(digit).unwrap_or(1) - 1;
        let Some(shown) = list.levels.get(index) else { continue };
        let number = counts.get(index).copied().flatten().unwrap_or(shown.start);
        match shown.format.as_str() {
            "none" | "bullet" => {}
            "decimalZero" if number < 10 => label.extend(["0", &number.to_string()]),
            _ if of_level.is_legal => label.push_str(&number.to_string()),
            format => label.push_str(&write_number(number, numerals_of(format))),
        }
    }
    label.trim().to_owned()
}

/// Reads the part with the lists.
pub(super) fn read_numbering(root: &XmlElement) -> DocxNumbering {
    let mut definitions: BTreeMap<&str, [ListLevel; LEVELS]> = BTreeMap::new();
    let mut by_style: BTreeMap<&str, &str> = BTreeMap::new();
    let mut links: Vec<(&str, &str)> = Vec::new();
    for entry in root.children().filter(|child| child.name() == "w:abstractNum") {
        let Some(id) = entry.attribute("w:abstractNumId") else { continue };
        definitions.insert(id, read_levels(entry));
        if let Some(style) = value_of(entry, "w:styleLink") {
            by_style.insert(style, id);
        }
        if let Some(style) = value_of(entry, "w:numStyleLink") {
            links.push((id, style));
        }
    }
    // A list may have its levels in a numbering style (§17.9.21).
    for (id, style) in links {
        let levels = by_style.get(style).and_then(|id| definitions.get(id)).cloned();
        if let Some(levels) = levels {
            definitions.insert(id, levels);
        }
    }
    let mut numbering = DocxNumbering::default();
    for entry in root.children().filter(|child| child.name() == "w:num") {
        let id = entry.attribute("w:numId");
        let definition = value_of(entry, "w:abstractNumId");
        if let (Some(id), Some(definition)) = (id, definition) {
            let levels = definitions.get(definition).cloned().unwrap_or_default();
            let mut list = NumberedList {
                definition: definition.to_owned(),
                levels,
                overrides: [None; LEVELS],
            };
            read_overrides(entry, &mut list);
            numbering.lists.insert(id.to_owned(), list);
        }
    }
    numbering
}

fn read_levels(definition: &XmlElement) -> [ListLevel; LEVELS] {
    let mut levels: [ListLevel; LEVELS] = Default::default();
    for entry in definition.children().filter(|child| child.name() == "w:lvl") {
        if let Some(level) = level_of(entry).and_then(|index| levels.get_mut(index)) {
            *level = read_level(entry);
        }
    }
    levels
}

fn level_of(entry: &XmlElement) -> Option<usize> {
    entry.attribute("w:ilvl")?.parse().ok()
}

fn read_level(entry: &XmlElement) -> ListLevel {
    let text = value_of(entry, "w:lvlText").unwrap_or_default();
    let start = value_of(entry, "w:start").and_then(|start| start.parse().ok());
    ListLevel {
        start: start.unwrap_or(0),
        format: value_of(entry, "w:numFmt").unwrap_or("decimal").to_owned(),
        text: text.to_owned(),
        is_legal: switch_of(entry, "w:isLgl") == Some(true),
        indent: entry.child("w:pPr").and_then(|properties| read_indent(properties).left),
    }
}

fn read_overrides(entry: &XmlElement, list: &mut NumberedList) {
    for change in entry.children().filter(|child| child.name() == "w:lvlOverride") {
        let Some(index) = level_of(change) else { continue };
        if let (Some(new), Some(level)) =
            (change.child("w:lvl"), list.levels.get_mut(index))
        {
            *level = read_level(new);
        }
        let start =
            value_of(change, "w:startOverride").and_then(|start| start.parse().ok());
        if let Some(place) = list.overrides.get_mut(index) {
            *place = start;
        }
    }
}
