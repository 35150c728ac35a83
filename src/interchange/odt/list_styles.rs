//! The lists of an ODT file and the numbers of its headings (`OpenDocument` 1.3, part 3
//! §16.30 to §16.35).

use std::collections::BTreeMap;

use crate::book::block::{ListDelimiter, ListNumbering, ListNumerals};
use crate::interchange::odt::package::OdtParts;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::number_labels::write_number;
use crate::interchange::rich::RichNumbering;

/// The levels of a list (§19.880).
pub(super) const LEVELS: usize = 10;

/// The name under which the numbers of headings are kept; no list has it.
pub(super) const OUTLINE: &str = "";

/// All lists, and how far they have been counted.
#[derive(Debug, Clone, Default)]
pub(super) struct OdtListStyles {
    styles: BTreeMap<String, [OdtListLevel; LEVELS]>,
    counts: BTreeMap<String, [Option<u32>; LEVELS]>,
}

/// A level of a list.
#[derive(Debug, Clone, Default)]
struct OdtListLevel {
    /// How it is numbered; `None` for a bullet or nothing.
    numerals: Option<ListNumerals>,
    start: u32,
    prefix: String,
    suffix: String,
    /// How many levels the label shows.
    shown: usize,
    /// Whether its bullet is a space, so that its items continue others.
    is_blank: bool,
}

impl OdtListStyles {
    /// The next number of a level; `None` if the level has no numbers. `own` is a number
    /// that the item itself has.
    pub(super) fn count(
        &mut self,
        list: &str,
        level: usize,
        own: Option<u32>,
    ) -> Option<RichNumbering> {
        let of_level = self.styles.get(list)?.get(level)?;
        let numerals = of_level.numerals?;
        let delimiter = match (of_level.prefix.as_str(), of_level.suffix.as_str()) {
            ("(", ")") => ListDelimiter::Parentheses,
            (_, ")") => ListDelimiter::Parenthesis,
            _ => ListDelimiter::Period,
        };
        let counts = self.counts.entry(list.to_owned()).or_default();
        let count = counts.get_mut(level)?;
        let next = count.map_or(of_level.start, |last| last.saturating_add(1));
        let number = own.unwrap_or(next);
        *count = Some(number);
        counts.iter_mut().skip(level + 1).for_each(|deeper| *deeper = None);
        let numbering = ListNumbering { numerals, delimiter };
        Some(RichNumbering { start: number, numbering })
    }

    /// Whether the items of a level have no mark.
    pub(super) fn is_blank(&self, list: &str, level: usize) -> bool {
        let of_level = self.styles.get(list).and_then(|levels| levels.get(level));
        of_level.is_some_and(|level| level.is_blank)
    }

    /// Lets a level begin anew.
    pub(super) fn restart(&mut self, list: &str, level: usize) {
        if let Some(counts) = self.counts.get_mut(list) {
            counts.iter_mut().skip(level).for_each(|count| *count = None);
        }
    }

    /// The label of the number that was counted last at a level, such as `1.2.`
    pub(super) fn write_label(&self, list: &str, level: usize) -> String {
        let Some(levels) = self.styles.get(list) else { return String::new() };
        let Some(of_level) = levels.get(level) else { return String::new() };
        let counts = self.counts.get(list).copied().unwrap_or_default();
        let first = (level + 1).saturating_sub(of_level.shown.max(1));
        let numbers: Vec<String> = (first..=level)
            .filter_map(|index| {
                let shown = levels.get(index)?;
                let number = counts.get(index).copied().flatten().unwrap_or(shown.start);
                Some(write_number(number, shown.numerals?))
            })
            .collect();
        let label =
            format!("{}{}{}", of_level.prefix, numbers.join("."), of_level.suffix);
        label.trim().to_owned()
    }
}

/// Reads the list styles and the outline of the headings.
pub(super) fn read_list_styles(parts: &OdtParts) -> OdtListStyles {
    let mut lists = OdtListStyles::default();
    let sections = parts.sections("office:styles");
    let automatic = parts.content.child("office:automatic-styles");
    for element in sections.chain(automatic).flat_map(XmlElement::children) {
        let name = match element.name() {
            "text:list-style" => element.attribute("style:name").unwrap_or_default(),
            "text:outline-style" => OUTLINE,
            _ => continue,
        };
        let mut levels: [OdtListLevel; LEVELS] = Default::default();
        for entry in element.children() {
            let number =
                entry.attribute("text:level").and_then(|n| n.parse::<usize>().ok());
            let place = number.and_then(|number| levels.get_mut(number.checked_sub(1)?));
            if let Some(place) = place {
                *place = read_level(entry);
            }
        }
        lists.styles.insert(name.to_owned(), levels);
    }
    lists
}

fn read_level(entry: &XmlElement) -> OdtListLevel {
    let text = |name| entry.attribute(name).unwrap_or_default().to_owned();
    let number =
        |name| entry.attribute(name).and_then(|number| number.parse::<u32>().ok());
    let is_numbered = matches!(
        entry.name(),
        "text:list-level-style-number" | "text:outline-level-style"
    );
    let numerals = match entry.attribute("style:num-format") {
        _ if !is_numbered => None,
        None | Some("") => None,
        Some("a") => Some(ListNumerals::LowerAlpha),
        Some("A") => Some(ListNumerals::UpperAlpha),
        Some("i") => Some(ListNumerals::LowerRoman),
        Some("I") => Some(ListNumerals::UpperRoman),
        Some(_) => Some(ListNumerals::Decimal),
    };
    let shown =
        number("text:display-levels").and_then(|shown| usize::try_from(shown).ok());
    OdtListLevel {
        numerals,
        start: number("text:start-value").unwrap_or(1),
        prefix: text("style:num-prefix"),
        suffix: text("style:num-suffix"),
        shown: shown.unwrap_or(1),
        is_blank: entry.name() == "text:list-level-style-bullet"
            && text("text:bullet-char").trim().is_empty(),
    }
}
