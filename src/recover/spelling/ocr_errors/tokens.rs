//! The words of a stream of rows, with words divided at line ends joined.

use std::borrow::Cow;

use crate::recover::rows::row::Row;
use crate::recover::spelling::spacing::Spacing;
use crate::text::letters::DIVIDING;

/// A word as read.
#[derive(Debug)]
pub(crate) struct RowToken<'t> {
    /// Its letters and figures.
    pub(crate) letters: Cow<'t, str>,
    /// The part of it that is in its row.
    pub(crate) here: &'t str,
    /// The index of its row.
    pub(crate) row: usize,
    /// It may be a fragment of a word.
    pub(crate) fragment: bool,
}

/// Visits the words of a stream, one by one: a list of all of them would take much
/// memory.
pub(crate) fn visit_tokens<'t>(
    rows: &'t [Row],
    spacing: &Spacing,
    mut tell: impl FnMut(RowToken<'t>),
) {
    // The first half of a word that continues in the next row.
    let mut half: Option<RowToken<'t>> = None;
    for (number, row) in rows.iter().enumerate() {
        let hyphened = row.plain.ends_with(DIVIDING);
        let goes_on = hyphened || spacing.broken_at_end(row.span).is_some();
        // If words of the row are divided or joined, its words are not final.
        let edited = spacing.edits_in(row.span).next().is_some();
        let mut words = split_words(&row.plain).peekable();
        while let Some((at, word)) = words.next() {
            let open = words.peek().is_none() && goes_on;
            let token = match half.take() {
                Some(half) if at == 0 && word.starts_with(char::is_lowercase) => {
                    let letters = Cow::Owned(format!("{}{word}", half.letters));
                    RowToken { letters, fragment: open, ..half }
                }
                other => {
                    other.into_iter().for_each(&mut tell);
                    let fragment = edited || open;
                    RowToken {
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

/// The runs of letters and figures in a line, with their offsets.
pub(crate) fn split_words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = |c: char| !(c.is_alphabetic() || c.is_ascii_digit());
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split(parts).filter(|word| !word.is_empty()).map(move |word| (start(word), word))
}
