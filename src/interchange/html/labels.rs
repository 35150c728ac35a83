//! The labels of notes: numbers, letters and signs.

/// The longest number of a label.
const MOST_DIGITS: usize = 4;

/// The most signs in a row; with more, authors go over to numbers.
const MOST_SIGNS: usize = 6;

/// The longest roman number of a label, lxxxviii.
const MOST_NUMERALS: usize = 8;

/// The longest word before a number in brackets, as in `[note 1]`.
const MOST_LETTERS: usize = 15;

/// A label without brackets and what ends it: `1` for `[1]`, `(1)` and `1.`
pub(super) fn bare(text: &str) -> &str {
    let is_around = |c: char| {
        c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | '{' | '}' | '.' | ':')
    };
    text.trim_matches(is_around)
}

/// Whether a text is a label and no more.
pub(super) fn is_label(text: &str) -> bool {
    let label = bare(text);
    if label.is_empty() {
        return false;
    }
    let is_in_brackets = text.trim().starts_with(['[', '(']);
    is_number(label)
        || (label.chars().count() <= 2 && label.chars().all(char::is_alphabetic))
        || (label.len() <= MOST_NUMERALS && label.chars().all(|c| "ivxlcdm".contains(c)))
        || (label.len() <= MOST_NUMERALS && label.chars().all(|c| "IVXLCDM".contains(c)))
        || (label.chars().count() <= MOST_SIGNS && label.chars().all(is_sign))
        || (is_in_brackets && is_named_number(label))
}

/// `12`, `12a`, `1.0`, `¹²`.
fn is_number(label: &str) -> bool {
    let after = label.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = label.len() - after.len();
    let is_end = after.is_empty()
        || (after.chars().count() == 1 && after.chars().all(char::is_alphabetic))
        || after.strip_prefix('.').is_some_and(|decimals| {
            decimals.len() <= MOST_DIGITS && decimals.chars().all(|c| c.is_ascii_digit())
        });
    let is_raised = |c: char| matches!(c, '¹' | '²' | '³' | '\u{2070}'..='\u{2079}');
    ((1..=MOST_DIGITS).contains(&digits) && is_end)
        || (label.chars().count() <= MOST_DIGITS && label.chars().all(is_raised))
}

fn is_named_number(label: &str) -> bool {
    label.rsplit_once([' ', '\u{A0}']).is_some_and(|(word, number)| {
        word.chars().count() <= MOST_LETTERS
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-'))
            && is_number(number)
    })
}

fn is_sign(c: char) -> bool {
    matches!(c, '*' | '∗' | '†' | '‡' | '§' | '¶' | '‖' | '#' | '※' | '◊' | '⁂' | '+')
}

/// Whether a text is an arrow that leads back to the mark.
pub(super) fn is_arrow(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(is_arrow_character)
}

/// Characters that make up the arrows back to a mark.
pub(super) fn is_arrow_character(c: char) -> bool {
    matches!(
        c,
        '^' | '\u{2190}'..='\u{21FF}' | '\u{2B00}'..='\u{2BFF}' | '\u{FE0E}' | '\u{FE0F}'
            | '\u{25B2}' | '\u{25B4}' | '\u{23CE}' | '\u{27F5}' | '<' | '«'
    )
}

/// Whether a heading is that of notes.
pub(super) fn is_notes_title(text: &str) -> bool {
    const TITLES: [&str; 26] = [
        "notes",
        "footnotes",
        "endnotes",
        "note",
        "footnote",
        "notas",
        "nota",
        "notas al pie",
        "notas al pie de página",
        "notas a pie de página",
        "notas finales",
        "notas de rodapé",
        "fußnoten",
        "anmerkungen",
        "endnoten",
        "einzelnachweise",
        "notes de bas de page",
        "note a piè di pagina",
        "noten",
        "voetnoten",
        "przypisy",
        "примечания",
        "сноски",
        "references",
        "referencias",
        "références",
    ];
    let is_around = |c: char| !c.is_alphanumeric();
    TITLES.contains(&text.trim_matches(is_around).to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::{is_arrow, is_label};

    #[test]
    fn labels_are_distinguished_from_words() {
        let labels =
            ["1", "[12]", "(3)", "4.", "*", "**", "†", "a", "iv", "¹", "[note 2]", "1.0"];
        for label in labels {
            assert!(is_label(label), "{label}");
        }
        for word in ["", "[]", "12345", "see", "note 2", "1860–1865", "********"] {
            assert!(!is_label(word), "{word}");
        }
        assert!(is_arrow("↩\u{FE0E}") && is_arrow("^") && !is_arrow("a"));
    }
}
