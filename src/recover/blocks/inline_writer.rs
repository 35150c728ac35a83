//! Writes rows as inlines: white space folded, notes and page marks in their places.

use super::letter_shapes::{InlinePiece, drop_common_shape, wrap_shapes};
use crate::book::inline::{Inline, Note};
use crate::source::LetterShape;

/// Writes the inlines of one block.
#[derive(Debug, Default)]
pub(super) struct InlineWriter {
    pieces: Vec<InlinePiece>,
    text: String,
    /// The shape of the letters of `text`.
    shape: LetterShape,
    space: PendingSpace,
    /// Page marks and notes in the margin, which wait for the beginning of the next word.
    waiting: Vec<Inline>,
    /// Whether the last thing written was a note, and whether white space preceded its
    /// mark.
    after_note: Option<bool>,
    /// The pieces before emphasis that is open.
    before_emphasis: Option<Vec<InlinePiece>>,
    /// Emphasis opens with the next character.
    opens_emphasis: bool,
    /// The address of the link that is open, and the pieces before it.
    link: Option<(String, Vec<InlinePiece>)>,
}

/// White space that waits for the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum PendingSpace {
    #[default]
    None,
    /// One space or line end.
    One,
    /// A single space that forbids a line break.
    Fixed(char),
    /// Two or more spaces, which separate words in letter-spaced text.
    Wide,
}

impl InlineWriter {
    /// Writes a character of the source, with its shape and the address to which it links,
    /// folding white space.
    pub(super) fn push_char(&mut self, c: char, shape: LetterShape, link: Option<&str>) {
        if c.is_whitespace() {
            self.space = match (self.space, c) {
                (PendingSpace::None, '\u{A0}' | '\u{202F}') => PendingSpace::Fixed(c),
                (PendingSpace::None, _) => PendingSpace::One,
                _ => PendingSpace::Wide,
            };
            return;
        }
        if self.link.as_ref().map(|(open, _)| open.as_str()) != link {
            self.close_link();
        }
        let at_start = self.is_empty();
        let pulled = self.after_note.take() == Some(true)
            && (c.is_alphanumeric()
                || matches!(c, '“' | '«' | '¿' | '¡' | '(' | '—' | '–'));
        if self.space == PendingSpace::None && pulled {
            self.space = PendingSpace::One;
        }
        let parted = self.space != PendingSpace::None;
        // A space between words of two shapes has the usual one.
        if shape != self.shape && self.shape != LetterShape::default() {
            self.set_shape(LetterShape::default());
        }
        match std::mem::take(&mut self.space) {
            _ if at_start => {}
            PendingSpace::None => {}
            PendingSpace::One => self.text.push(' '),
            PendingSpace::Fixed(space) => self.text.push(space),
            PendingSpace::Wide => self.text.push_str("  "),
        }
        if let (Some(address), None) = (link, &self.link) {
            self.open_link(address);
        }
        self.set_shape(shape);
        if (at_start || parted) && !self.waiting.is_empty() {
            self.flush_waiting();
        }
        if std::mem::take(&mut self.opens_emphasis) {
            self.flush_text();
            self.before_emphasis = Some(std::mem::take(&mut self.pieces));
        }
        self.text.push(c);
    }

    /// Ends a line. In letter-spaced text a line end separates words, like a wide space.
    pub(super) fn end_line(&mut self) {
        self.space = PendingSpace::Wide;
    }

    /// Sets a note directly after the last word.
    pub(super) fn push_note(&mut self, note: Note, has_mark: bool) {
        let space = self.space;
        // A reference to a note is a link itself.
        self.close_link();
        self.flush_text();
        self.pieces.push((None, Inline::Note(Box::new(note))));
        if has_mark {
            self.space = PendingSpace::None;
            self.after_note = Some(space != PendingSpace::None);
        }
    }

    /// Opens emphasis with the next character. Emphasis within emphasis is not shown.
    pub(super) fn open_emphasis(&mut self) {
        self.opens_emphasis = self.before_emphasis.is_none();
    }

    /// Closes emphasis after the last character.
    pub(super) fn close_emphasis(&mut self) {
        self.opens_emphasis = false;
        if let Some(before) = self.before_emphasis.take() {
            self.wrap_pieces(before, Inline::Emphasis);
        }
    }

    fn open_link(&mut self, address: &str) {
        self.flush_text();
        let before = std::mem::take(&mut self.pieces);
        self.link = Some((address.to_owned(), before));
    }

    fn close_link(&mut self) {
        if let Some((target, before)) = self.link.take() {
            self.wrap_pieces(before, |content| Inline::Link { target, content });
        }
    }

    /// Makes one inline of the pieces after those `before`.
    fn wrap_pieces(
        &mut self,
        before: Vec<InlinePiece>,
        wrap: impl FnOnce(Vec<Inline>) -> Inline,
    ) {
        self.flush_text();
        let content = std::mem::replace(&mut self.pieces, before);
        if !content.is_empty() {
            self.pieces.push((None, wrap(wrap_shapes(content))));
        }
    }

    /// Puts something before the next word.
    pub(super) fn push_before_word(&mut self, inline: Inline) {
        self.waiting.push(inline);
    }

    /// The inlines written. Where the block is `set_apart`, what all of its letters have in
    /// common distinguishes the block, and not words of it.
    pub(super) fn finish(mut self, set_apart: bool) -> Vec<Inline> {
        self.close_emphasis();
        self.close_link();
        self.flush_waiting();
        if set_apart {
            drop_common_shape(&mut self.pieces);
        }
        wrap_shapes(self.pieces)
    }

    /// Whether nothing is written yet.
    pub(super) fn is_empty(&self) -> bool {
        self.before_emphasis.is_none()
            && self.link.is_none()
            && self.pieces.is_empty()
            && self.text.is_empty()
    }

    fn flush_text(&mut self) {
        if !self.text.is_empty() {
            let text = Inline::Text(std::mem::take(&mut self.text));
            self.pieces.push((Some(self.shape), text));
        }
    }

    /// The characters that come next have this shape.
    fn set_shape(&mut self, shape: LetterShape) {
        if shape != self.shape {
            self.flush_text();
            self.shape = shape;
        }
    }

    fn flush_waiting(&mut self) {
        self.flush_text();
        self.pieces.extend(self.waiting.drain(..).map(|inline| (None, inline)));
    }
}
