//! The words of a stream of rows, those divided at line ends in one piece.

use std::borrow::Cow;

use crate::recover::rows::row::Row;
use crate::recover::spelling::spacing::Spacing;
use crate::text::letters::DIVIDING;

/// A word as it is read.
#[derive(Debug)]
pub(crate) struct Token<'t> {
    /// Its letters and figures.
    pub(crate) letters: Cow<'t, str>,
    /// The part of it that stands in its row.
    pub(crate) here: &'t str,
    /// Its row.
    pub(crate) row: usize,
    /// It may be a piece of a word.
    pub(crate) fragment: bool,
}

/// Tells the words of a stream, one by one: as many as a text has would fill its room.
pub(crate) fn each<'t>(
    rows: &'t [Row],
    spacing: &Spacing,
    mut tell: impl FnMut(Token<'t>),
) {
    // The first half of a word that goes on with the next row.
    let mut half: Option<Token<'t>> = None;
    for (number, row) in rows.iter().enumerate() {
        let hyphened = row.plain.ends_with(DIVIDING);
        let goes_on = hyphened || spacing.broken(row.span).is_some();
        // Where words are parted or closed inside a row, its words are not what they seem.
        let edited = spacing.edits_in(row.span).next().is_some();
        let mut words = words(&row.plain).peekable();
        while let Some((at, word)) = words.next() {
            let open = words.peek().is_none() && goes_on;
            let token = match half.take() {
                Some(half) if at == 0 && word.starts_with(char::is_lowercase) => {
                    let letters = Cow::Owned(format!("{}{word}", half.letters));
                    Token { letters, fragment: open, ..half }
                }
                other => {
                    other.into_iter().for_each(&mut tell);
                    let fragment = edited || open;
                    Token {
                        letters: Cow::Borrowed(word),
                        here: word,
                        row: number,
                        fragment,
                    }
                }
            };
            if open {
                half = Some(token);
            } else {
                tell(token);
            }
        }
    }
    half.into_iter().for_each(tell);
}

/// The stretches of letters and figures in a line, and where they begin.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = |c: char| !(c.is_alphabetic() || c.is_ascii_digit());
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split(parts).filter(|word| !word.is_empty()).map(move |word| (start(word), word))
}
