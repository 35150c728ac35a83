//! Kobo's own markup: a numbered span around every sentence, by which its devices remember
//! reading positions, bookmarks and annotations.
//!
//! The id of a span is `kobo.P.S`: sentence S of block P, both from 1. Kobo adds them to
//! the books it sells; sideloaded files must have them already.

/// The elements that begin a new block.
const BLOCK_ELEMENTS: [&str; 10] =
    ["p", "ol", "ul", "table", "h1", "h2", "h3", "h4", "h5", "h6"];

/// What ends a sentence.
const SENTENCE_ENDS: [char; 5] = ['.', '!', '?', '…', ':'];

/// What may follow the end of a sentence and belongs to it.
const CLOSERS: [char; 9] = ['"', '\'', '’', '”', '“', '»', '«', ')', ']'];

/// The start tag of a span as far as its id, which follows with the end of the tag. Text is
/// escaped, so no text of a book looks like it.
pub(super) const KOBO_SPAN: &str = "<span class=\"koboSpan\" id=\"";

/// The class of these spans.
pub(super) const KOBO_CLASS: &str = "koboSpan";

/// How the id of the first span of a block ends.
pub(super) const FIRST_OF_BLOCK: &str = ".1";

/// Numbers the spans of a content document.
#[derive(Debug, Default)]
pub(super) struct KoboSpanCounter {
    /// Number of the block.
    block: usize,
    /// Number of the last sentence in it.
    sentence: usize,
    /// The next sentence is the first of a new block.
    starts_block: bool,
}

impl KoboSpanCounter {
    /// Begins a block if the element that is opened does.
    pub(super) fn enter_element(&mut self, name: &str) {
        self.starts_block |= BLOCK_ELEMENTS.contains(&name);
    }

    /// Begins a block.
    pub(super) fn start_block(&mut self) {
        self.starts_block = true;
    }

    /// The id of the next span.
    pub(super) fn next_id(&mut self) -> String {
        if std::mem::take(&mut self.starts_block) || self.block == 0 {
            self.block += 1;
            self.sentence = 0;
        }
        self.sentence += 1;
        format!("kobo.{}.{}", self.block, self.sentence)
    }
}

/// Splits a text into sentences, each with the white space after it.
pub(super) fn split_sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let (mut ended, mut spaced) = (false, false);
    for (at, character) in text.char_indices() {
        if spaced && !character.is_whitespace() {
            sentences.push(&text[start..at]);
            (start, ended, spaced) = (at, false, false);
        }
        if character.is_whitespace() {
            spaced = ended;
        } else if SENTENCE_ENDS.contains(&character) {
            ended = true;
        } else if !CLOSERS.contains(&character) {
            ended = false;
        }
    }
    if start < text.len() {
        sentences.push(&text[start..]);
    }
    sentences
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::split_sentences;

    #[test]
    fn sentences_keep_their_closing_marks() {
        let split = |text| split_sentences(text).join("|");
        assert_eq!(split("Uno. «Dos.» ¿Tres? Cuatro"), "Uno. |«Dos.» |¿Tres? |Cuatro");
        assert_eq!(split("El 3.14 y pág. 5…"), "El 3.14 y pág. |5…");
        assert_eq!(split("\"So?\" he said."), "\"So?\" |he said.");
        assert_eq!(split("Fin.  \n"), "Fin.  \n");
    }

    proptest! {
        #[test]
        fn splitting_loses_nothing(text in "[a.!? »\"\n…á]{0,40}") {
            prop_assert_eq!(split_sentences(&text).concat(), text);
        }
    }
}
