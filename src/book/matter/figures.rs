//! What readers are told of a picture.

use std::borrow::Cow;

use super::contents::plain;
use super::words::EditionWords;
use crate::book::figure::{Alternative, Figure};

/// What stands for a picture where it cannot be seen; none for an ornament, which is no
/// part of the text. A picture that nobody has described is called by its caption, or is at
/// least said to be one.
#[must_use]
pub fn describe_figure<'f>(
    figure: &'f Figure,
    words: &EditionWords,
) -> Option<Cow<'f, str>> {
    let said = match &figure.alternative {
        Alternative::Decorative => return None,
        Alternative::Words(said) => return Some(Cow::Borrowed(said)),
        Alternative::Missing => plain(&figure.caption),
    };
    Some(Cow::Owned(if said.is_empty() { words.picture.to_owned() } else { said }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::inline::Inline;

    #[test]
    fn what_nobody_has_described_is_called_by_its_caption_or_said_to_be_a_picture() {
        let words = EditionWords::for_language(None);
        let note = Inline::Note(Box::default());
        for (caption, said) in [
            (vec![Inline::Text("A mill".to_owned()), note.clone()], "A mill"),
            (vec![note], words.picture),
            (Vec::new(), words.picture),
        ] {
            let figure = Figure { caption, ..Figure::default() };
            assert_eq!(describe_figure(&figure, words).as_deref(), Some(said));
        }
        let ornament =
            Figure { alternative: Alternative::Decorative, ..Figure::default() };
        assert_eq!(describe_figure(&ornament, words), None);
    }
}
