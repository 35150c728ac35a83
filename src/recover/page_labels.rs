//! The labels that a PDF gives to its pages complete the folios that are printed on them.

use std::collections::BTreeMap;

use super::model::{Zone, Zoned};
use crate::source::Text;

/// The least share of the folios of a text that its labels repeat, in per cent; otherwise
/// they count something else, such as the sheets.
const AGREEING: usize = 90;

/// Numbers the pages without a folio by the labels of the PDF (ISO 32000-1 §12.4.2).
pub(super) fn complete_folios(text: &Text, zoned: &mut Zoned) {
    let page_of = |line: usize| text.lines.get(line).map_or(0, |line| line.page);
    let folios: BTreeMap<u32, &str> = zoned
        .folios
        .iter()
        .map(|(line, number)| (page_of(*line), number.as_str()))
        .collect();
    let labels: BTreeMap<u32, &str> = (1..)
        .zip(&text.page_labels)
        .filter_map(|(page, label)| Some((page, label.as_deref()?.trim())))
        .filter(|(_, label)| !label.is_empty())
        .collect();
    let agreeing = folios.iter().filter(|(page, number)| {
        labels.get(page).is_some_and(|label| label.eq_ignore_ascii_case(number))
    });
    if agreeing.count() * 100 < folios.len() * AGREEING {
        return;
    }
    let counts_sheets = labels.iter().all(|(page, label)| page.to_string() == **label);
    if folios.is_empty() && counts_sheets {
        return;
    }
    // Title pages and contents do not belong to the text.
    let mut first_lines: BTreeMap<u32, usize> = BTreeMap::new();
    for (line, zone) in zoned.zones.iter().enumerate().skip(zoned.front) {
        if *zone == Zone::Body {
            first_lines.entry(page_of(line)).or_insert(line);
        }
    }
    let missing: Vec<(usize, String)> = labels
        .iter()
        .filter(|(page, _)| !folios.contains_key(page))
        .filter_map(|(page, label)| Some((*first_lines.get(page)?, (*label).to_owned())))
        .collect();
    zoned.folios.extend(missing);
    zoned.folios.sort_by_key(|(line, _)| *line);
}
