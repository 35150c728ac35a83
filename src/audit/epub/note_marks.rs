//! The marks of notes, and the words of links back.

/// The longest mark: four figures.
const LONGEST_MARK: usize = 4;

/// The longest words of a link back, in characters without white space: "back to the text".
const LONGEST_BACK: usize = 24;

/// Whether the words of a link are the mark of a note: a number, a letter or a sign, in brackets
/// or not, beside an arrow or not.
pub(super) fn is_note_mark(words: &str) -> bool {
    let mark = strip_mark(words);
    let length = mark.chars().count();
    let is_number = mark.chars().all(|c| c.is_ascii_digit() || is_raised_figure(c));
    let is_roman = mark.chars().all(|c| "ivxlcIVXLC".contains(c));
    let is_sign = mark.chars().all(|c| "*†‡§¶‖#".contains(c));
    let is_letter = length == 1 && mark.chars().all(char::is_alphabetic);
    (1..=LONGEST_MARK).contains(&length)
        && (is_number || is_roman || is_sign || is_letter)
}

/// Whether the words of a link are short enough for a link back.
pub(super) fn is_short_back_link(words: &str) -> bool {
    words.chars().count() <= LONGEST_BACK
}

/// A mark without brackets, arrows, and the stop after it.
fn strip_mark(words: &str) -> &str {
    words.trim_matches(|c: char| {
        c.is_whitespace()
            || "[]().:".contains(c)
            || matches!(
                c,
                '\u{2190}'..='\u{21FF}' | '\u{2934}' | '\u{FE0E}' | '\u{FE0F}' | '^'
            )
    })
}

fn is_raised_figure(c: char) -> bool {
    matches!(c, '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{2070}' | '\u{2074}'..='\u{2079}')
}

#[cfg(test)]
mod tests {
    use super::is_note_mark;

    #[test]
    fn marks_are_known() {
        for mark in ["1", "[12]", "*", "(a)", "↩1", "←3", "iv", "¹²", "1."] {
            assert!(is_note_mark(mark), "{mark}");
        }
        for other in ["", "↩︎", "nota", "12345", "ab", "[]"] {
            assert!(!is_note_mark(other), "{other}");
        }
    }
}
