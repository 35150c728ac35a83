//! Bytes of any accepted kind become lines that remember where they came from.

mod decode;
mod lines;
mod widths;

use crate::diagnostic::{Code, Diagnostic, Severity, Warned};
use crate::text::letters::turns_direction;
use crate::text::span::{FileId, Span};

pub use widths::{unchanged, widths};

/// The bytes were no Unicode; the encoding was guessed.
pub const GUESSED_ENCODING: Code = Code("s-001");
/// Some bytes mean nothing in the encoding; U+FFFD stands in their place.
pub const MALFORMED: Code = Code("s-002");
/// A line turns the direction of its text, and nothing turns it back.
pub const TURNED: Code = Code("s-003");

/// The largest document that is read, in bytes: some 2.7 million words, twice the longest
/// novel in print. What is larger is no book, or several, and would want more memory than
/// small machines have. Offsets into it fit into a [`Span`] whatever its encoding.
pub const LARGEST: u32 = 16_000_000;

/// A source document, decoded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The document.
    pub file: FileId,
    /// Its name, as diagnostics show it.
    pub name: String,
    /// All its characters. Line ends are `\n`; form feeds are still in it.
    pub text: String,
    /// Its lines in order; together with the line ends and form feeds they cover `text`.
    pub lines: Vec<Line>,
}

/// A line of a source document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Line {
    /// Its characters without the line end and without a form feed.
    pub span: Span,
    /// Page of the extraction, from 1; it rises after each form feed.
    pub page: u32,
}

/// Why bytes could not be read as a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is nothing in it but white space.
    #[error("{name} is empty; give it some text, or leave it out")]
    Empty {
        /// The document's name.
        name: String,
    },
    /// It holds NUL, or more control characters than a text has.
    #[error(
        "{name}:{line} is no text (control character U+{character:04X}); \
         extract the text first, or save the file as UTF-8"
    )]
    Binary {
        /// The document's name.
        name: String,
        /// The line of the first such character, from 1.
        line: u32,
        /// The character.
        character: u32,
    },
    /// It begins as files of another kind do.
    #[error("{name} is {kind}, no text; extract the text first")]
    Foreign {
        /// The document's name.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// It is longer than [`LARGEST`].
    #[error(
        "{name} is larger than {} MB, and no book is; \
         divide it into several documents, and list them in a book.toml",
        LARGEST / 1_000_000
    )]
    TooLarge {
        /// The document's name.
        name: String,
    },
}

/// Decodes a document and divides it into lines.
///
/// UTF-8 and UTF-16 are told by their byte order mark or, for UTF-8, by being well
/// formed, or mostly so; any other bytes are read as Windows-1252, the superset of Latin-1 that the
/// WHATWG Encoding Standard §4.2 gives for both names, and a diagnostic says so.
///
/// # Errors
///
/// A document that is empty, is not text, or is too large for spans.
pub fn read(file: FileId, name: &str, bytes: &[u8]) -> Result<Warned<Text>, ReadError> {
    if bytes.len() > LARGEST as usize {
        return Err(ReadError::TooLarge { name: name.to_owned() });
    }
    if let Some(kind) = decode::foreign(bytes) {
        return Err(ReadError::Foreign { name: name.to_owned(), kind });
    }
    let decoded = decode::decode(bytes);
    let text = lines::with_plain_line_ends(decoded.text);
    if let Some((offset, character)) = decode::binary_at(&text) {
        let line = lines::line_at(&text, offset);
        let character = u32::from(character);
        return Err(ReadError::Binary { name: name.to_owned(), line, character });
    }
    if text.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}') {
        return Err(ReadError::Empty { name: name.to_owned() });
    }
    let lines = lines::divide(file, &text);
    let mut diagnostics = Vec::new();
    if decoded.guessed {
        let first = text.find(|c: char| !c.is_ascii()).unwrap_or_default();
        let message = format!("{name} is not UTF-8; read as {}", decoded.encoding);
        diagnostics.push(
            Diagnostic::new(GUESSED_ENCODING, Severity::Warning, message)
                .at(lines::span_at(&lines, &text, first))
                .hint("save the file as UTF-8 if letters with accents look wrong"),
        );
    }
    if decoded.malformed {
        let first = text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
        let message =
            format!("{name} holds bytes that mean nothing in {}", decoded.encoding);
        diagnostics.push(
            Diagnostic::new(MALFORMED, Severity::Warning, message)
                .at(lines::span_at(&lines, &text, first))
                .hint("U+FFFD stands in their place"),
        );
    }
    let turned = lines::signs(&text, |byte| byte == 0xE2, turns_direction)
        .next()
        .and_then(|_| lines.iter().find_map(|line| lines::turned(&text, *line)));
    if let Some((span, character)) = turned {
        let message = format!(
            "U+{:04X} turns the direction of the text, and nothing turns it back",
            u32::from(character)
        );
        diagnostics.push(
            Diagnostic::new(TURNED, Severity::Warning, message)
                .at(span)
                .hint("take it out, or end the passage with U+202C or U+2069"),
        );
    }
    let value = Text { file, name: name.to_owned(), text, lines };
    Ok(Warned { value, diagnostics })
}

impl Text {
    /// The characters of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The characters of a line.
    #[must_use]
    pub fn line(&self, index: usize) -> &str {
        self.lines.get(index).map_or("", |line| self.slice(line.span))
    }
}
