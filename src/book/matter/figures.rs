//! The alternative text of pictures.

use std::borrow::Cow;

use super::contents::write_plain_text;
use super::words::EditionWords;
use crate::book::figure::{Alternative, Figure};

/// The alternative text of a picture; `None` for an ornament, which is not part of the
/// text. Without a description, the caption takes its place, or else the word for
/// "picture".
#[must_use]
pub fn describe_figure<'f>(
    figure: &'f Figure,
    words: &EditionWords,
) -> Option<Cow<'f, str>> {
    let said = match &figure.alternative {
        Alternative::Decorative => return None,
        Alternative::Words(said) => return Some(Cow::Borrowed(said)),
        Alternative::Missing => write_plain_text(&figure.caption),
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
