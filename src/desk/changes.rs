//! What a decision would change in the recovered text.

use serde::Serialize;

/// At most this many changes are shown.
const SHOWN: usize = 5;

/// Where more blocks than this differ, they are one change: comparing all with all would take
/// longer than a person waits.
const MOST_COMPARED: usize = 400;

/// The most characters of a text that is shown.
const LONGEST: usize = 1200;

/// A stretch of the text before and after a decision, as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct TextChange {
    pub(super) before: String,
    pub(super) after: String,
}

/// The changes between two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct TextChanges {
    /// The first of them.
    pub(super) changes: Vec<TextChange>,
    /// How many more there are.
    pub(super) more: usize,
}

/// Compares two texts in Markdown, block by block.
pub(super) fn compare_texts(before: &str, after: &str) -> TextChanges {
    let [before, after] = [before, after].map(split_blocks);
    let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[same..], &after[same..]);
    let ends = before.iter().rev().zip(after.iter().rev());
    let same = ends.take_while(|(one, other)| one == other).count();
    let before = &before[..before.len() - same];
    let after = &after[..after.len() - same];
    let mut changes = if before.len().max(after.len()) > MOST_COMPARED {
        vec![(before, after)]
    } else {
        find_changes(before, after)
    };
    changes.retain(|(before, after)| !before.is_empty() || !after.is_empty());
    let more = changes.len().saturating_sub(SHOWN);
    changes.truncate(SHOWN);
    let change = |(before, after): (&[&str], &[&str])| TextChange {
        before: shorten(&before.join("\n\n")),
        after: shorten(&after.join("\n\n")),
    };
    TextChanges { changes: changes.into_iter().map(change).collect(), more }
}

fn split_blocks(text: &str) -> Vec<&str> {
    text.trim_end().split("\n\n").collect()
}

/// The stretches in which two lists differ, by their longest common subsequence.
fn find_changes<'a, 't>(
    before: &'a [&'t str],
    after: &'a [&'t str],
) -> Vec<(&'a [&'t str], &'a [&'t str])> {
    // The length of the longest common subsequence of what follows two places.
    let width = after.len() + 1;
    let mut common = vec![0_u32; (before.len() + 1) * width];
    for one in (0..before.len()).rev() {
        for other in (0..after.len()).rev() {
            common[one * width + other] = if before[one] == after[other] {
                common[(one + 1) * width + other + 1] + 1
            } else {
                common[(one + 1) * width + other].max(common[one * width + other + 1])
            };
        }
    }
    let (mut changes, mut from, mut at) = (Vec::new(), (0, 0), (0, 0));
    while at.0 < before.len() && at.1 < after.len() {
        let (one, other) = at;
        if before[one] == after[other] {
            changes.push((&before[from.0..one], &after[from.1..other]));
            at = (one + 1, other + 1);
            from = at;
        } else if common[(one + 1) * width + other] >= common[one * width + other + 1] {
            at.0 += 1;
        } else {
            at.1 += 1;
        }
    }
    changes.push((&before[from.0..], &after[from.1..]));
    changes
}

/// The beginning and the end of a text that is too long.
fn shorten(text: &str) -> String {
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    let half = LONGEST / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(count - half).collect();
    format!("{head} […] {tail}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let changes =
            compare_texts("A\n\nB\n\nC\n\nD\n\nE\n", "A\n\nB C\n\nD\n\nX\n\nE\n");
        let found: Vec<(&str, &str)> =
            changes.changes.iter().map(|one| (&*one.before, &*one.after)).collect();
        assert_eq!(found, [("B\n\nC", "B C"), ("", "X")]);
        assert_eq!(changes.more, 0);
        let many = |sign: &str| {
            (0..9).fold(String::new(), |text, n| {
                text + &format!(
                    "{n}{sign}

{n}

"
                )
            })
        };
        let (before, after) = (many("a"), many("b"));
        assert_eq!(compare_texts(&before, &after).more, 4);
        assert!(shorten(&"x".repeat(5000)).chars().count() < LONGEST + 10);
    }

    proptest! {
        /// Equal texts have no changes; changes put into the first give the second.
        #[test]
        fn changes_are_complete(before in "[ab](\n\n[ab]){0,12}", after in "[ab](\n\n[ab]){0,12}") {
            prop_assert_eq!(&compare_texts(&before, &before).changes, &Vec::new());
            let (one, other) = (split_blocks(&before), split_blocks(&after));
            let changes = find_changes(&one, &other);
            let inserted: usize = changes.iter().map(|(_, after)| after.len()).sum();
            let removed: usize = changes.iter().map(|(before, _)| before.len()).sum();
            prop_assert_eq!(one.len() - removed, other.len() - inserted);
            prop_assert_eq!(compare_texts(&before, &after).changes.is_empty(), before == after);
        }
    }
}
