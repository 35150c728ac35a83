//! Fractions: `2 1/2` becomes `2 ½`.

use super::{CharacterRule, PassageFindings};

/// The fractions that nearly every text face has.
const FRACTIONS: [(&str, &str); 9] = [
    ("1/2", "½"),
    ("1/3", "⅓"),
    ("2/3", "⅔"),
    ("1/4", "¼"),
    ("3/4", "¾"),
    ("1/8", "⅛"),
    ("3/8", "⅜"),
    ("5/8", "⅝"),
    ("7/8", "⅞"),
];

/// Finds the fractions of a passage. A stroke between figures also stands in dates, numbers
/// of volumes and alternatives, so that only one after a whole number is certain.
pub(super) fn find_fractions(text: &str, found: &mut PassageFindings) {
    for (stroke, _) in text.match_indices('/') {
        let Some(start) = stroke.checked_sub(1) else { continue };
        let figures = text.get(start..stroke + 2);
        let fraction = FRACTIONS.iter().find(|(typed, _)| figures == Some(*typed));
        let Some((typed, printed)) = fraction else { continue };
        let before = text[..start].strip_suffix([' ', '\u{A0}', '\u{202F}']);
        let whole = before.map(|before| {
            let number = before.trim_end_matches(|c: char| c.is_ascii_digit());
            (&before[number.len()..], number.chars().next_back())
        });
        let after = text[stroke + 2..].chars().next();
        let ends = after.is_none_or(|c| !c.is_alphanumeric() && c != '/');
        let is_mixed = whole.is_some_and(|(number, sign)| {
            let begins = sign.is_none_or(|c| !c.is_alphabetic() && c != '/');
            (1..=MOST_FIGURES).contains(&number.len()) && begins
        });
        if is_mixed && ends {
            found.replace(CharacterRule::Fraction, start, typed.len(), printed);
        }
    }
}

/// The most figures of the whole number: a year before a fraction is no number of it.
const MOST_FIGURES: usize = 3;

#[cfg(test)]
mod tests {
    use super::find_fractions;
    use crate::book::typography::PassageFindings;

    #[test]
    fn only_mixed_numbers_are_fractions() {
        for (text, count) in [
            ("2 1/2 leguas, 3 3/4.", 2),
            ("el 1/2 de mayo", 0),
            ("1889 1/2", 0),
            ("10 1/2/1901", 0),
            ("12 1/25", 0),
            ("/2 1", 0),
            ("A3 1/2", 0),
        ] {
            let mut found = PassageFindings::default();
            find_fractions(text, &mut found);
            assert_eq!(found.replaced.len(), count, "{text}");
        }
    }
}
