//! Finds labels of lists that are read as text: `A.`, `1.-`, `1°`, `1.1.`, `α)`, and others
//! where no list can begin. Their items run together into one paragraph.

use std::ops::Range;

use pulldown_cmark::Event;

use super::attributes::is_inline;
use crate::text::numerals::roman_in_one_case;

/// The most letters or figures of a label.
const LONGEST_LABEL: usize = 8;

/// The most signs behind them: `1.º)`.
const MOST_SIGNS: usize = 3;

/// A label, as it may be read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct UnreadLabel<'a> {
    kind: LabelKind,
    /// What is before its last number: `2.` in `2.1.`, `(` in `(α)`.
    opening: &'a str,
    signs: &'a str,
    number: u32,
}

/// The numerals of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LabelKind {
    Figures,
    /// A letter of any script; its number is its place among all characters.
    Letter,
    Roman,
}

/// Looks for labels in order at the beginnings of lines.
#[derive(Debug, Default)]
pub(super) struct UnreadLabels<'a> {
    /// The last label of the paragraph, and where it is.
    last: Option<(Vec<UnreadLabel<'a>>, Range<usize>)>,
    is_in_line: bool,
}

impl<'a> UnreadLabels<'a> {
    /// Reads an event that is no text.
    pub(super) fn pass(&mut self, event: &Event<'_>) {
        match event {
            Event::SoftBreak => self.is_in_line = false,
            Event::Start(tag) if is_inline(tag.to_end()) => self.is_in_line = true,
            Event::End(tag) if is_inline(*tag) => {}
            // A hard break keeps the lines as they are typed.
            Event::Start(_) | Event::End(_) | Event::HardBreak => {
                (self.last, self.is_in_line) = (None, false);
            }
            _ => self.is_in_line = true,
        }
    }

    /// Reads text with its line. If it begins with the label that follows the one before, that
    /// is where they begin.
    pub(super) fn pass_text(
        &mut self,
        line: &'a str,
        place: &Range<usize>,
        is_escaped: bool,
    ) -> Option<Range<usize>> {
        if std::mem::replace(&mut self.is_in_line, true) || is_escaped {
            return None;
        }
        let labels = parse_labels_of_others(line);
        if labels.is_empty() {
            return None;
        }
        let before = self.last.replace((labels, place.clone()));
        let (labels, _) = self.last.as_ref()?;
        let (before, at) = before?;
        let follows = |one: &UnreadLabel<'_>| {
            let number = one.number.saturating_add(1);
            labels.iter().any(|next| *next == UnreadLabel { number, ..one.clone() })
        };
        before.iter().any(follows).then_some(at)
    }
}

/// The labels that a line may begin with.
fn parse_labels_of_others(line: &str) -> Vec<UnreadLabel<'_>> {
    let is_sign = |c: char| matches!(c, '.' | ')' | '-' | '–' | 'º' | 'ª' | '°');
    let measure_word = |text: &str| {
        let is_end = |c: char| !c.is_alphanumeric() || is_sign(c);
        text.find(is_end).unwrap_or(text.len())
    };
    let mut start = usize::from(line.starts_with('('));
    // The numbers of the levels above.
    loop {
        let rest = &line[start..];
        let digits =
            rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Some(next) = rest[digits..].strip_prefix('.').filter(|_| digits > 0) else {
            break;
        };
        if !next.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        start += digits + 1;
    }
    let (opening, rest) = line.split_at(start);
    let (word, after) = rest.split_at(measure_word(rest));
    let signs = &after[..after.len() - after.trim_start_matches(is_sign).len()];
    let is_label = (1..=LONGEST_LABEL).contains(&word.chars().count())
        && (1..=MOST_SIGNS).contains(&signs.chars().count())
        && after[signs.len()..].starts_with(' ');
    if !is_label {
        return Vec::new();
    }
    let label = |kind, number| UnreadLabel { kind, opening, signs, number };
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = word.parse().ok();
        return number
            .map(|number| label(LabelKind::Figures, number))
            .into_iter()
            .collect();
    }
    let mut letters = word.chars();
    let letter = letters.next().filter(|c| c.is_alphabetic() && letters.next().is_none());
    let letter = letter.map(|c| label(LabelKind::Letter, u32::from(c)));
    let roman = roman_in_one_case(word).map(|number| label(LabelKind::Roman, number));
    letter.into_iter().chain(roman).collect()
}
