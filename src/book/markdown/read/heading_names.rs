//! References by the words of a heading: `[the weir](#the-weir)` may be written `[The Weir]`
//! or `[the weir][The Weir]` (Pandoc User's Guide, extension `implicit_header_references`).

use std::collections::BTreeMap;

use super::rewriting::OpenFence;
use crate::book::markdown::attributes::find_last_attributes;
use crate::book::references::find_slugs;

/// The headings of a text, by their words as a reference has them.
#[derive(Default)]
pub(super) struct HeadingNames(BTreeMap<String, String>);

impl HeadingNames {
    /// Finds the headings of a text.
    pub(super) fn find(text: &str) -> Self {
        let mut names = BTreeMap::new();
        if !text.contains('[') {
            return Self(names);
        }
        let mut fence = OpenFence::default();
        let mut above = "";
        for line in text.lines() {
            if fence.takes_line(line.trim_start()) {
                above = "";
                continue;
            }
            let line = line.trim();
            let is_underline = line.len() > 1
                && (line.trim_end_matches('=').is_empty()
                    || line.trim_end_matches('-').is_empty());
            let heading = match line.strip_prefix('#') {
                Some(rest) => rest.trim_start_matches('#').strip_prefix(' '),
                None => Some(above).filter(|above| is_underline && !above.is_empty()),
            };
            if let Some((words, target)) = heading.and_then(read_heading) {
                names.entry(normalise_reference(words)).or_insert(target);
            }
            above = line;
        }
        Self(names)
    }

    /// What a reference to the words of a heading refers to.
    pub(super) fn find_target(&self, reference: &str) -> Option<&str> {
        self.0.get(&normalise_reference(reference)).map(String::as_str)
    }
}

/// The words of a heading, and its address in the text.
fn read_heading(line: &str) -> Option<(&str, String)> {
    let line = line.trim().trim_end_matches('#').trim_end();
    let (words, id) = find_last_attributes(line)
        .map_or((line, None), |(open, attributes)| (&line[..open], attributes.id));
    let words = words.trim();
    let slug = || find_slugs(words).pop_last();
    let id = id.map(str::to_owned).or_else(slug)?;
    Some((words, format!("#{id}")))
}

/// A reference as it is compared: without regard to capitals and white space (`CommonMark`
/// 0.31.2, section 4.7).
fn normalise_reference(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
