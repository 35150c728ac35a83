//! Rows become inlines: white space folded, notes and page marks at their places.

use crate::book::inline::{Inline, Note};

/// Writes the inlines of one block.
#[derive(Debug, Default)]
pub(super) struct Writer {
    inlines: Vec<Inline>,
    text: String,
    space: Space,
    /// Page marks that wait for the next beginning of a word.
    pages: Vec<String>,
    /// The last thing written was a note, with white space before its mark or not.
    after_note: Option<bool>,
}

/// White space that waits for the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Space {
    #[default]
    None,
    /// One space or line end.
    One,
    /// A single space that forbids a line break.
    Fixed(char),
    /// Two spaces or more, which in letter-spaced text part words.
    Wide,
}

impl Writer {
    /// Writes a character of the source; white space is folded.
    pub(super) fn character(&mut self, c: char) {
        if c.is_whitespace() {
            self.space = match (self.space, c) {
                (Space::None, '\u{A0}' | '\u{202F}') => Space::Fixed(c),
                (Space::None, _) => Space::One,
                _ => Space::Wide,
            };
            return;
        }
        let at_start = self.is_empty();
        let pulled = self.after_note.take() == Some(true)
            && (c.is_alphanumeric()
                || matches!(c, '“' | '«' | '¿' | '¡' | '(' | '—' | '–'));
        if self.space == Space::None && pulled {
            self.space = Space::One;
        }
        let parted = self.space != Space::None;
        match std::mem::take(&mut self.space) {
            _ if at_start => {}
            Space::None => {}
            Space::One => self.text.push(' '),
            Space::Fixed(space) => self.text.push(space),
            Space::Wide => self.text.push_str("  "),
        }
        if (at_start || parted) && !self.pages.is_empty() {
            self.flush_pages();
        }
        self.text.push(c);
    }

    /// Parts what is written from the next line. In letter-spaced text a line end parts
    /// words, as a wide space does.
    pub(super) fn line_end(&mut self) {
        self.space = Space::Wide;
    }

    /// Sets a note directly behind the last word.
    pub(super) fn note(&mut self, note: Note, has_mark: bool) {
        let space = self.space;
        self.flush();
        self.inlines.push(Inline::Note(Box::new(note)));
        if has_mark {
            self.space = Space::None;
            self.after_note = Some(space != Space::None);
        }
    }

    /// Marks the page that begins with the next word.
    pub(super) fn page(&mut self, number: &str) {
        self.pages.push(number.to_owned());
    }

    /// The inlines written.
    pub(super) fn finish(mut self) -> Vec<Inline> {
        self.flush_pages();
        self.inlines
    }

    /// Whether nothing is written yet.
    pub(super) fn is_empty(&self) -> bool {
        self.inlines.is_empty() && self.text.is_empty()
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.inlines.push(Inline::Text(std::mem::take(&mut self.text)));
        }
    }

    fn flush_pages(&mut self) {
        self.flush();
        self.inlines.extend(self.pages.drain(..).map(Inline::PageMark));
    }
}
