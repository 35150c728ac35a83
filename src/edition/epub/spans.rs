//! Kobo's own markup: every sentence in a numbered span, by which its devices remember
//! where somebody stopped, marked or noted something.
//!
//! A span is called `kobo.P.S`: the sentence S of the block P, both from 1. Kobo adds
//! them to what it sells; a file of one's own must bring them.

/// Elements with which a new block is counted.
const BLOCKS: [&str; 10] = ["p", "ol", "ul", "table", "h1", "h2", "h3", "h4", "h5", "h6"];

/// What ends a sentence.
const ENDS: [char; 5] = ['.', '!', '?', '…', ':'];

/// What may stand behind the end of a sentence and belongs to it.
const CLOSERS: [char; 9] = ['"', '\'', '’', '”', '“', '»', '«', ')', ']'];

/// The spans of a file so far.
#[derive(Debug, Default)]
pub(super) struct Spans {
    /// Number of the block.
    block: usize,
    /// Number of the last sentence in it.
    sentence: usize,
    /// The next sentence is the first of a new block.
    begins: bool,
}

impl Spans {
    /// An element is opened.
    pub(super) fn open(&mut self, name: &str) {
        self.begins |= BLOCKS.contains(&name);
    }

    /// The id of the next span.
    pub(super) fn next(&mut self) -> String {
        if std::mem::take(&mut self.begins) || self.block == 0 {
            self.block += 1;
            self.sentence = 0;
        }
        self.sentence += 1;
        format!("kobo.{}.{}", self.block, self.sentence)
    }
}

/// Words parted into sentences, each with the white space behind it.
pub(super) fn sentences(words: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let (mut ended, mut spaced) = (false, false);
    for (at, character) in words.char_indices() {
        if spaced && !character.is_whitespace() {
            sentences.push(&words[start..at]);
            (start, ended, spaced) = (at, false, false);
        }
        if character.is_whitespace() {
            spaced = ended;
        } else if ENDS.contains(&character) {
            ended = true;
        } else if !CLOSERS.contains(&character) {
            ended = false;
        }
    }
    if start < words.len() {
        sentences.push(&words[start..]);
    }
    sentences
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::sentences;

    #[test]
    fn sentences_end_behind_their_signs() {
        let parted = |words| sentences(words).join("|");
        assert_eq!(parted("Uno. «Dos.» ¿Tres? Cuatro"), "Uno. |«Dos.» |¿Tres? |Cuatro");
        assert_eq!(parted("El 3.14 y pág. 5…"), "El 3.14 y pág. |5…");
        assert_eq!(parted("\"So?\" he said."), "\"So?\" |he said.");
        assert_eq!(parted("Fin.  \n"), "Fin.  \n");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_between_sentences(words in "[a.!? »\"\n…á]{0,40}") {
            prop_assert_eq!(sentences(&words).concat(), words);
        }
    }
}
