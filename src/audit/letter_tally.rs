//! How often each letter occurs.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

/// How often each letter and figure occurs, without accents, ligatures taken apart: two
/// readers of a page may give an accent as a character of its own, and a raised figure as
/// itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LetterTally(BTreeMap<char, usize>);

impl LetterTally {
    pub(super) fn of(text: &str) -> Self {
        let mut counts = Self::default();
        for c in text.nfkd().filter(|c| c.is_alphanumeric() && !is_modifier(*c)) {
            *counts.0.entry(without_dot(c)).or_default() += 1;
        }
        counts
    }

    /// How many letters there are.
    pub(super) fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// What is left when the letters of another text are taken away.
    pub(super) fn subtract(&self, others: &Self) -> Self {
        let surplus = |(letter, count): (&char, &usize)| {
            let more =
                count.saturating_sub(others.0.get(letter).copied().unwrap_or_default());
            (more > 0).then_some((*letter, more))
        };
        Self(self.0.iter().filter_map(surplus).collect())
    }

    /// The letters in alphabetical order, each with its number unless that is one, at most
    /// `most` of them.
    pub(super) fn list(&self, most: usize) -> String {
        let item = |(letter, count): (&char, &usize)| match count {
            1 => format!("'{letter}'"),
            count => format!("{count} × '{letter}'"),
        };
        let mut items: Vec<String> = self.0.iter().take(most).map(item).collect();
        if self.0.len() > most {
            items.push("…".to_owned());
        }
        items.join(", ")
    }
}

/// Whether a character is an accent that stands by itself, or another letter that changes the
/// one before it: the block of spacing modifier letters.
fn is_modifier(c: char) -> bool {
    matches!(c, '\u{2B0}'..='\u{2FF}')
}

/// An accent over an i takes the place of its dot, and some fonts have the letter without
/// the dot.
fn without_dot(letter: char) -> char {
    match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        _ => letter,
    }
}
