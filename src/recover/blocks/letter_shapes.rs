//! The shapes of letters on the page become emphasis, small capitals, superscripts and code.

use crate::book::inline::{FontVariant, Inline};
use crate::source::{LetterForm, LetterShape};

/// An inline, and the shape of its letters; none for what has no letters of its own.
pub(super) type InlinePiece = (Option<LetterShape>, Inline);

/// Wraps pieces of a line in what their shapes mean.
pub(super) fn wrap_shapes(mut pieces: Vec<InlinePiece>) -> Vec<Inline> {
    drop_common_face(&mut pieces);
    let usual = LetterShape::default();
    if pieces.iter().all(|(shape, _)| shape.is_none_or(|shape| shape == usual)) {
        return pieces.into_iter().map(|(_, inline)| inline).collect();
    }
    share_shapes(&mut pieces);
    let mut inlines = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    while let Some((shape, inline)) = pieces.next() {
        let mut content = vec![inline];
        while let Some((_, next)) = pieces.next_if(|(next, _)| *next == shape) {
            content.push(next);
        }
        wrap_inlines(shape.unwrap_or_default(), content, &mut inlines);
    }
    inlines
}

/// Removes from all pieces the slope, weight and small capitals that they have in common.
pub(super) fn drop_common_shape(pieces: &mut [InlinePiece]) {
    let shapes = || pieces.iter().filter(|piece| has_letters(piece)).map(|piece| piece.0);
    let all = |is: fn(&LetterShape) -> bool| {
        shapes().all(|shape| shape.is_some_and(|shape| is(&shape)))
    };
    let italic = all(|shape| shape.italic);
    let bold = all(|shape| shape.bold);
    let small_caps = all(|shape| shape.form == LetterForm::SmallCaps);
    for shape in pieces.iter_mut().filter_map(|piece| piece.0.as_mut()) {
        shape.italic &= !italic;
        shape.bold &= !bold;
        if small_caps && shape.form == LetterForm::SmallCaps {
            shape.form = LetterForm::Usual;
        }
    }
}

/// Removes the typewriter face from pieces that all have it: they are typed, not code.
fn drop_common_face(pieces: &mut [InlinePiece]) {
    let is_typed = |shape: LetterShape| shape.form == LetterForm::Typewriter;
    let mut lettered = pieces.iter().filter(|piece| has_letters(piece));
    if !lettered.all(|piece| piece.0.is_some_and(is_typed)) {
        return;
    }
    for shape in pieces.iter_mut().filter_map(|piece| piece.0.as_mut()) {
        if is_typed(*shape) {
            shape.form = LetterForm::Usual;
        }
    }
}

/// Removes from the beginning of a chapter what its opening is set in: a drop capital, or
/// first words in small capitals. An edition has openings of its own.
pub(super) fn drop_opening_shape(content: &mut Vec<Inline>) {
    let [first, rest @ ..] = content.as_mut_slice() else { return };
    let goes_on = matches!(rest.first(), Some(Inline::Text(text))
        if text.starts_with(char::is_alphabetic));
    let opening = match first {
        Inline::Variant { variant: FontVariant::SmallCaps, content } => content,
        Inline::Emphasis(content) | Inline::Strong(content)
            if goes_on && is_letter(content) =>
        {
            content
        }
        _ => return,
    };
    let opening = std::mem::take(opening);
    content.splice(..1, opening);
}

/// Whether a text is a single letter.
fn is_letter(content: &[Inline]) -> bool {
    matches!(content, [Inline::Text(text)]
        if text.chars().filter(|c| c.is_alphabetic()).count() == 1)
}

/// Gives pieces without letters (notes, page marks, punctuation) the shape of the letters on
/// both sides, if that is the same, and else the usual one.
fn share_shapes(pieces: &mut [InlinePiece]) {
    let mut after = None;
    let mut next_shapes = vec![None; pieces.len()];
    for (next, piece) in next_shapes.iter_mut().zip(pieces.iter()).rev() {
        *next = after;
        if has_letters(piece) {
            after = piece.0;
        }
    }
    let mut before = None;
    for (piece, next) in pieces.iter_mut().zip(next_shapes) {
        if has_letters(piece) {
            before = piece.0;
        } else {
            piece.0 = before.filter(|_| before == next).or(Some(LetterShape::default()));
        }
    }
}

/// Whether a piece is a text with letters or figures.
fn has_letters((shape, inline): &InlinePiece) -> bool {
    let words =
        matches!(inline, Inline::Text(text) if text.contains(char::is_alphanumeric));
    words && shape.is_some()
}

/// Wraps inlines in what their shape means.
fn wrap_inlines(shape: LetterShape, content: Vec<Inline>, inlines: &mut Vec<Inline>) {
    if shape == LetterShape::default() {
        return inlines.extend(content);
    }
    let variant = match shape.form {
        LetterForm::Usual => None,
        LetterForm::SmallCaps => Some(FontVariant::SmallCaps),
        LetterForm::Raised => Some(FontVariant::Superscript),
        LetterForm::Lowered => Some(FontVariant::Subscript),
        LetterForm::Typewriter => {
            return inlines.extend(wrap_weight(shape, write_code(content)));
        }
    };
    let mut content = content;
    if let Some(variant) = variant {
        content = vec![Inline::Variant { variant, content }];
    }
    inlines.extend(wrap_weight(shape, content));
}

/// Wraps inlines in emphasis, by the slope and the weight of their letters.
fn wrap_weight(shape: LetterShape, mut content: Vec<Inline>) -> Vec<Inline> {
    if shape.italic {
        content = vec![Inline::Emphasis(content)];
    }
    if shape.bold {
        content = vec![Inline::Strong(content)];
    }
    content
}

/// Makes code of the texts among some inlines.
fn write_code(content: Vec<Inline>) -> Vec<Inline> {
    let write = |inline| match inline {
        Inline::Text(text) if !text.trim().is_empty() => Inline::Code(text),
        other => other,
    };
    content.into_iter().map(write).collect()
}
