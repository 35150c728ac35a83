//! The doubts that a person has looked at and left as they are. They are kept with the
//! decisions, so that whoever goes on the next day knows which ones are still to be looked at.
//!
//! A doubt is named as a decision names its line, by its words and those around it, so that it
//! stays seen when other parts of the text change. Where its own line or passage is another,
//! it has to be looked at again.

use super::doubts::{ListedDoubt, find_passage_bytes};
use crate::book::decisions::SeenDoubt;
use crate::source::Text;
use crate::text::letters::fold_letters;

/// Names a doubt for the file of decisions.
pub(super) fn name_doubt(text: &Text, doubt: &ListedDoubt) -> SeenDoubt {
    let words = |line: usize| Some(text.line(line).trim().to_owned());
    let is_solid = |line: &usize| !text.line(*line).trim().is_empty();
    let line = doubt.first.and_then(|first| (first..text.lines.len()).find(is_solid));
    let before = line.and_then(|line| (0..line).rev().find(is_solid));
    let after = line.and_then(|line| (line + 1..text.lines.len()).find(is_solid));
    let passage = line.filter(|line| doubt.first == Some(*line)).and_then(|line| {
        let own = text.line(line);
        let passage = own.get(find_passage_bytes(own, doubt.start?, doubt.end?)?)?.trim();
        let is_part = !passage.is_empty() && passage != own.trim();
        is_part.then(|| passage.to_owned())
    });
    SeenDoubt {
        doubt: doubt.code.to_owned(),
        line: line.and_then(words),
        before: before.and_then(words),
        after: after.and_then(words),
        passage,
    }
}

/// Finds which doubts are among those that were seen, by their indices.
pub(super) fn find_seen(
    text: &Text,
    doubts: &[ListedDoubt],
    seen: &[SeenDoubt],
) -> Vec<usize> {
    if seen.is_empty() {
        return Vec::new();
    }
    let seen: Vec<DoubtKey> = seen.iter().map(DoubtKey::of).collect();
    let is_seen = |doubt: &ListedDoubt| {
        let own = DoubtKey::of(&name_doubt(text, doubt));
        seen.iter().any(|one| one.means(&own))
    };
    (0..doubts.len()).filter(|&at| is_seen(&doubts[at])).collect()
}

/// Finds the entries that are about the same doubt as one, by their indices.
pub(super) fn find_entries(seen: &[SeenDoubt], wanted: &SeenDoubt) -> Vec<usize> {
    let wanted = DoubtKey::of(wanted);
    let means = |at: &usize| DoubtKey::of(&seen[*at]).means(&wanted);
    (0..seen.len()).filter(means).collect()
}

/// What doubts are compared by: letters without accents and capitals, as lines of decisions.
struct DoubtKey {
    code: String,
    line: String,
    passage: Option<String>,
    around: [Option<String>; 2],
}

impl DoubtKey {
    fn of(seen: &SeenDoubt) -> Self {
        let SeenDoubt { doubt, line, before, after, passage } = seen;
        Self {
            code: doubt.clone(),
            line: line.as_deref().map(fold_words).unwrap_or_default(),
            passage: passage.clone(),
            around: [before, after].map(|words| words.as_deref().map(fold_words)),
        }
    }

    /// Whether an entry of a file is about a doubt. One of the lines around it may have
    /// changed; an entry that names none is about all such doubts.
    fn means(&self, doubt: &Self) -> bool {
        let own = (&self.code, &self.line, &self.passage);
        let pairs = self.around.iter().zip(&doubt.around);
        let mut named = pairs.filter(|(own, _)| own.is_some()).peekable();
        own == (&doubt.code, &doubt.line, &doubt.passage)
            && (named.peek().is_none() || named.any(|(own, other)| own == other))
    }
}

/// The letters of words; of words without any, all that they have.
fn fold_words(words: &str) -> String {
    let letters = fold_letters(words);
    if letters.is_empty() { words.split_whitespace().collect() } else { letters }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(line: &str, before: Option<&str>, after: Option<&str>) -> SeenDoubt {
        SeenDoubt {
            doubt: "r-104".to_owned(),
            line: Some(line.to_owned()),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            passage: None,
        }
    }

    #[test]
    fn a_neighbour_may_change_and_the_line_may_not() {
        let kept = seen("El molino", Some("Uno"), Some("Dos"));
        let means = |other: &SeenDoubt| {
            !find_entries(std::slice::from_ref(&kept), other).is_empty()
        };
        assert!(means(&seen("El Molinó", Some("Otro"), Some("dos"))));
        assert!(means(&seen("El molino", Some("Uno"), None)));
        assert!(!means(&seen("El molino", Some("Otro"), Some("Otro"))));
        assert!(!means(&seen("El río", Some("Uno"), Some("Dos"))));
        let passage = Some("El".to_owned());
        assert!(!means(&SeenDoubt { passage, ..kept.clone() }));
        assert!(!means(&SeenDoubt { doubt: "r-105".to_owned(), ..kept.clone() }));
        let bare = seen("El molino", None, None);
        assert_eq!(find_entries(&[bare, kept.clone()], &kept), [0, 1]);
    }
}
