//! The first words of a chapter's text, which a design may set apart.
//!
//! They are a phrase rather than a fixed number of words: they end before punctuation, and
//! not with an article or a preposition.

use crate::book::block::Block;

/// The least number of first words, unless punctuation ends them earlier.
const FEWEST_WORDS: usize = 3;
/// The greatest number of first words.
const MOST_WORDS: usize = 5;
/// They do not end with a word of at most this many letters, such as an article or a
/// preposition.
const SHORT_WORD: usize = 3;
/// Characters that join letters into one word.
const JOINING: [char; 6] = ['\'', '’', '-', '\u{2010}', '\u{2011}', '·'];

/// Whether a block precedes the text of a chapter, so that the text does not begin with it.
pub(crate) fn stands_before_text(block: &Block) -> bool {
    matches!(
        block,
        Block::Heading(_)
            | Block::Epigraph(_)
            | Block::SourceNote(_)
            | Block::Dateline(_)
            | Block::Salutation(_)
    )
}

/// The byte at which the first words of a text end; they extend at least to `begun`. It is
/// after the last letter before punctuation, if there is any.
pub(crate) fn end_of_first_words(text: &str, begun: usize) -> usize {
    let mut end = begun;
    let mut count = usize::from(text[..begun].ends_with([' ', '\u{A0}']));
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < begun) {
        let after = at + c.len_utf8();
        if c.is_alphanumeric() || is_combining_mark(c) {
            end = after;
            continue;
        }
        if end == begun {
            continue;
        }
        let spaced = c == ' ' || c == '\u{A0}';
        let next = text[after..].chars().next();
        let joined = JOINING.contains(&c) && next.is_some_and(char::is_alphabetic);
        if !(joined || spaced && end == at) {
            return end;
        }
        if spaced {
            count += 1;
            let word = text[..at].rsplit([' ', '\u{A0}']).next().unwrap_or_default();
            let short = word.chars().count() <= SHORT_WORD;
            if count >= MOST_WORDS || count >= FEWEST_WORDS && !short {
                return end;
            }
        }
    }
    end
}

/// The byte at which the capitals at the beginning of a text end, if the text has an
/// initial: the source had small capitals there, which were lost. A single word does not
/// count, because it may be an acronym.
pub(crate) fn end_of_typed_capitals(text: &str, begun: usize) -> Option<usize> {
    let typed = |word: &&str| {
        word.contains(char::is_alphabetic) && !word.contains(char::is_lowercase)
    };
    let words = text.split_inclusive([' ', '\u{A0}']).take_while(typed);
    let (count, end) =
        words.fold((0, 0), |(count, end), word| (count + 1, end + word.len()));
    (begun > 0 && count > 1).then(|| text[..end].trim_end().len())
}

/// Whether a character is a combining mark.
fn is_combining_mark(c: char) -> bool {
    ('\u{300}'..='\u{36F}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::{end_of_first_words, end_of_typed_capitals};

    /// Checks the first words of a text without an initial.
    #[track_caller]
    fn begins(text: &str, expected: &str) {
        assert_eq!(&text[..end_of_first_words(text, 0)], expected);
    }

    #[test]
    fn first_words_end_where_sense_does() {
        begins("En una imprenta de las de antes", "En una imprenta");
        begins("Había una vez un cajista que", "Había una vez un cajista");
        begins("It was the best of presses", "It was the best");
        begins("Y de él no se sabe más", "Y de él no se");
    }

    #[test]
    fn first_words_end_at_punctuation() {
        begins("Sí, era él", "Sí");
        begins("—¿Y la forma? —dijo", "—¿Y la forma");
        begins("En Madrid (la villa)", "En Madrid");
        begins("Calló —no del todo—", "Calló");
        begins("L’Hospitalet d’abans, on", "L’Hospitalet d’abans");
        begins("Solo", "Solo");
        begins("…", "");
    }

    #[test]
    fn capitals_of_the_source_are_its_own_opening() {
        let typed =
            |text: &'static str| end_of_typed_capitals(text, 1).map(|end| &text[..end]);
        assert_eq!(typed("EN UN LUGAR de la"), Some("EN UN LUGAR"));
        assert_eq!(typed("UNESCO lo dijo"), None);
    }
}
