//! The alternative text of pictures.

use std::borrow::Cow;

use super::contents::write_plain_text;
use super::words::EditionWords;
use crate::book::figure::{Alternative, Figure, FigureWidth};
use crate::book::picture::Picture;
use crate::length::{Length, Size};

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

/// The tallest picture in a line, in thousandths of the em: higher ones would touch the line
/// above, which is at least 1.2 em away.
const TALLEST_IN_LINE: i64 = 1_200;

/// The size of a picture in a line of type of a size: as high as the letters from the foot of
/// a "p" to the head of a "d", which is the em, or as wide as is asked for if the line has
/// room for that.
#[must_use]
pub fn size_in_line(
    picture: &Picture,
    width: Option<FigureWidth>,
    em: Length,
    measure: Length,
) -> Size {
    let tallest = em.scaled(TALLEST_IN_LINE, 1_000);
    let height = match width {
        Some(FigureWidth::Length(width)) => picture.height_at(width).min(tallest),
        Some(FigureWidth::Percent(_)) | None => em,
    };
    let width = picture.width_at(height);
    if width <= measure {
        return Size { width, height };
    }
    Size { width: measure, height: picture.height_at(measure) }
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
