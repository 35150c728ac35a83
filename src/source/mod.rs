//! Turns the bytes of a text or a PDF into lines that remember where they came from.

pub mod codes;
mod decode;
mod facing_pages;
mod lines;
mod looks;
mod measures;
mod media;
pub mod ocr;
pub mod pdf;
mod regions;
mod widths;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::text::letters::turns_direction;
use crate::text::span::{FileId, Span};

pub use lines::SourceLine;
pub use looks::{
    FileFacts, LetterForm, LetterShape, LineLook, LineTag, RunLook, StatedHeading,
    TagRole, TextLink, WordConfidence,
};
pub(crate) use media::name_media;
pub use regions::{
    ColumnAlignment, PageRegion, RegionFigure, RegionKind, RegionTable, TableOpening,
};
pub use widths::{character_widths, unchanged_from};

/// The largest document that is read, in bytes: about 2.7 million words, twice the longest
/// novel in print. Larger files are not one book, and would need more memory than small
/// machines have. Offsets fit into a [`Span`] in every encoding.
pub const LARGEST: u32 = 16_000_000;

/// A decoded source document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The document.
    pub file: FileId,
    /// Its name in diagnostics.
    pub name: String,
    /// All its characters. Line ends are `\n`; form feeds are still in it.
    pub text: String,
    /// Its lines in order; together with the line ends and form feeds they cover `text`.
    pub lines: Vec<SourceLine>,
    /// An OCR program has read it, or a part of it, from pictures of its pages.
    pub recognised: bool,
    /// How sure the OCR program is of its words, in order; empty if it does not say.
    pub confidences: Vec<WordConfidence>,
    /// Each page of the file shows two facing pages, and the text has two pages for it.
    pub has_facing_pages: bool,
    /// How each line looks on its page; empty for a text.
    pub looks: Vec<LineLook>,
    /// The runs of a PDF whose letters differ from most others, in order; empty for a text.
    pub runs: Vec<RunLook>,
    /// The links of a PDF to addresses outside it, in order; empty for a text.
    pub links: Vec<TextLink>,
    /// The headings that a PDF or an OCR program states, in order; empty for a text.
    pub headings: Vec<StatedHeading>,
    /// What a PDF calls each of its pages; empty for a text.
    pub page_labels: Vec<Option<String>>,
    /// The characters of each page of a PDF that are on no line: they are hidden, outside
    /// the page, or painted twice. An entry for each page; empty for a text.
    pub left_out: Vec<String>,
    /// The tables and figures of a PDF, in order; empty for a text.
    pub regions: Vec<PageRegion>,
    /// The pictures of a PDF by the address that its figures name.
    pub media: BTreeMap<String, Vec<u8>>,
    /// What a PDF says about itself.
    pub facts: FileFacts,
}

/// Why bytes could not be read as a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It contains only white space.
    #[error("{name} is empty; give it some text, or leave it out")]
    Empty {
        /// The name of the document.
        name: String,
    },
    /// It contains NUL, or more control characters than a text has.
    #[error(
        "{name}:{line} is not text (control character U+{character:04X}); \
         extract the text first, or save the file as UTF-8"
    )]
    Binary {
        /// The name of the document.
        name: String,
        /// The line of the first such character, from 1.
        line: u32,
        /// The character.
        character: u32,
    },
    /// It is a file of another kind.
    #[error("{name} is {kind}, not text; extract the text first")]
    Foreign {
        /// The name of the document.
        name: String,
        /// The kind of file.
        kind: &'static str,
    },
    /// It is larger than [`LARGEST`].
    #[error(
        "{name} is larger than {} MB, more than any book; \
         divide it into several documents, and list them in a book.toml",
        LARGEST / 1_000_000
    )]
    TooLarge {
        /// The name of the document.
        name: String,
    },
    /// It is a file of an OCR program that cannot be read.
    #[error("{name}: {cause}")]
    Ocr {
        /// The name of the document.
        name: String,
        /// Why not.
        cause: ocr::ReadOcrError,
    },
    /// It is a PDF that cannot be read.
    #[error("{name}: {cause}")]
    Pdf {
        /// The name of the document.
        name: String,
        /// Why not.
        cause: pdf::ReadPdfError,
    },
}

impl ReadError {
    /// The document, and the line in it, from 1, where that is known.
    #[must_use]
    pub fn place(&self) -> (&str, Option<usize>) {
        match self {
            Self::Binary { name, line, .. } => (name, Some(*line as usize)),
            Self::Empty { name }
            | Self::Foreign { name, .. }
            | Self::TooLarge { name }
            | Self::Ocr { name, .. }
            | Self::Pdf { name, .. } => (name, None),
        }
    }
}

/// Reads a document into lines: a PDF, a file of an OCR program, or a text.
///
/// # Errors
///
/// As for [`read`]; when a PDF cannot be opened, has no text, or its owner does not permit
/// to extract it; when a file of an OCR program has no page.
pub fn read_document(
    file: FileId,
    name: &str,
    bytes: &[u8],
    access: &pdf::PdfAccess,
) -> Result<Warned<Text>, ReadError> {
    if !pdf::is_pdf(bytes) {
        return match ocr::detect_ocr_format(bytes) {
            Some(_) => read_ocr_files(file, name, &[(name, bytes)]),
            None => read(file, name, bytes),
        };
    }
    let fail = |cause| ReadError::Pdf { name: name.to_owned(), cause };
    let Warned {
        value:
            pdf::Transcript {
                text,
                looks,
                runs,
                links,
                headings,
                page_labels,
                left_out,
                regions,
                media,
                facts,
                recognised,
                has_facing_pages,
            },
        diagnostics,
    } = pdf::read_transcript(name, bytes, access).map_err(fail)?;
    if text.len() > LARGEST as usize {
        return Err(ReadError::TooLarge { name: name.to_owned() });
    }
    let mut read = divide_text(file, name, text, diagnostics);
    read.value.looks = looks;
    read.value.runs = runs;
    read.value.links = links;
    read.value.headings = headings;
    read.value.page_labels = page_labels;
    read.value.left_out = left_out;
    read.value.regions = regions;
    read.value.media = media;
    read.value.facts = facts;
    read.value.recognised = recognised;
    read.value.has_facing_pages = has_facing_pages;
    Ok(read)
}

/// Reads the files of an OCR program, often one for each page, as one document, in the order
/// of the numbers in their names.
///
/// # Errors
///
/// When a file cannot be read, or none has a page.
pub fn read_ocr_files(
    file: FileId,
    name: &str,
    files: &[(&str, &[u8])],
) -> Result<Warned<Text>, ReadError> {
    let fail = |cause| ReadError::Ocr { name: name.to_owned(), cause };
    let read = match files {
        [(_, bytes)] => ocr::read_ocr(bytes),
        files => ocr::read_ocr_pages(files),
    };
    let (pages, problems) = read.map_err(fail)?;
    let ocr::OcrTranscript { text, looks, headings, suspects, confidences } =
        ocr::write_transcript(&pages);
    if text.len() > LARGEST as usize {
        return Err(ReadError::TooLarge { name: name.to_owned() });
    }
    if text.chars().all(char::is_whitespace) {
        return Err(ReadError::Empty { name: name.to_owned() });
    }
    let problems = problems.into_iter().map(|problem| {
        let message = format!("{name}: {problem}");
        Diagnostic::new(codes::OCR_FILE, Severity::Warning, message)
    });
    let has_facing_pages = pages.iter().any(|page| page.sheet.is_some());
    let facing =
        has_facing_pages.then(|| facing_pages::report_facing_pages(name, "file"));
    let mut read = divide_text(file, name, text, problems.chain(facing).collect());
    read.value.has_facing_pages = has_facing_pages;
    read.value.looks = looks;
    read.value.headings = headings;
    read.value.confidences = confidences;
    read.value.recognised = true;
    read.diagnostics.extend(report_suspects(&read.value, &suspects));
    Ok(read)
}

/// Reports the words that the OCR program was unsure of.
fn report_suspects(text: &Text, suspects: &[ocr::Suspect]) -> Option<Diagnostic> {
    let least = suspects.iter().min_by_key(|suspect| suspect.confidence)?;
    let line = text.lines.get(least.line)?;
    let span = line.span.part(least.range.clone());
    let message = match suspects.len() {
        1 => "the OCR program is not sure of this word".to_owned(),
        all => format!("the OCR program is not sure of {all} words, least of this one"),
    };
    let found = Diagnostic::new(codes::OCR_SUSPECTS, Severity::Warning, message);
    Some(
        found
            .at(span)
            .confidence(u16::from(least.confidence) * 10)
            .hint("compare these words with the picture of the page"),
    )
}

/// Decodes a document and divides it into lines.
///
/// UTF-8 and UTF-16 are recognised by their byte order mark. Without one, bytes that are
/// UTF-8, or mostly so, are read as UTF-8. Any other bytes are read as Windows-1252, the
/// superset of Latin-1 that the WHATWG Encoding Standard §4.2 uses for both names, and a
/// diagnostic says so.
///
/// # Errors
///
/// When a document is empty, is not text, or is too large for spans.
pub fn read(file: FileId, name: &str, bytes: &[u8]) -> Result<Warned<Text>, ReadError> {
    if bytes.len() > LARGEST as usize {
        return Err(ReadError::TooLarge { name: name.to_owned() });
    }
    if let Some(kind) = decode::foreign_format(bytes) {
        return Err(ReadError::Foreign { name: name.to_owned(), kind });
    }
    let decoded = decode::decode(bytes);
    let text = lines::with_plain_line_ends(decoded.text);
    if let Some((offset, character)) = decode::find_binary(&text) {
        let line = lines::line_at(&text, offset);
        let character = u32::from(character);
        return Err(ReadError::Binary { name: name.to_owned(), line, character });
    }
    if text.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}') {
        return Err(ReadError::Empty { name: name.to_owned() });
    }
    let lines = lines::split_lines(file, &text);
    let mut diagnostics = Vec::new();
    if decoded.guessed {
        let first = text.find(|c: char| !c.is_ascii()).unwrap_or_default();
        let message = format!("{name} is not UTF-8; read as {}", decoded.encoding);
        diagnostics.push(
            Diagnostic::new(codes::GUESSED_ENCODING, Severity::Warning, message)
                .at(lines::span_at(&lines, &text, first))
                .hint("save the file as UTF-8 if letters with accents look wrong"),
        );
    }
    if decoded.malformed {
        let first = text.find(char::REPLACEMENT_CHARACTER).unwrap_or_default();
        let message =
            format!("{name} contains bytes that are invalid in {}", decoded.encoding);
        diagnostics.push(
            Diagnostic::new(codes::MALFORMED, Severity::Warning, message)
                .at(lines::span_at(&lines, &text, first))
                .hint("U+FFFD replaces them"),
        );
    }
    Ok(divide_text(file, name, text, diagnostics))
}

/// Divides the characters of a document into lines.
fn divide_text(
    file: FileId,
    name: &str,
    text: String,
    mut diagnostics: Vec<Diagnostic>,
) -> Warned<Text> {
    let lines = lines::split_lines(file, &text);
    let turned = lines::find_characters(&text, |byte| byte == 0xE2, turns_direction)
        .next()
        .and_then(|_| {
            lines.iter().find_map(|line| lines::find_direction_change(&text, *line))
        });
    if let Some((span, character)) = turned {
        let message = format!(
            "U+{:04X} changes the direction of the text and is not undone on its line",
            u32::from(character)
        );
        diagnostics.push(
            Diagnostic::new(codes::TURNED, Severity::Warning, message)
                .at(span)
                .hint("remove it, or end the passage with U+202C or U+2069"),
        );
    }
    let value = Text { file, name: name.to_owned(), text, lines, ..Text::default() };
    Warned { value, diagnostics }
}

impl Text {
    /// A text that is not read from a file of its own: the Markdown of a document.
    #[must_use]
    pub fn from_characters(file: FileId, name: &str, text: String) -> Self {
        let lines = lines::split_lines(file, &text);
        Self { file, name: name.to_owned(), text, lines, ..Self::default() }
    }

    /// The same text, divided into other lines, with the look of each.
    #[must_use]
    pub fn with_lines(&self, lines: Vec<SourceLine>, looks: Vec<LineLook>) -> Self {
        Self {
            file: self.file,
            name: self.name.clone(),
            text: self.text.clone(),
            lines,
            recognised: self.recognised,
            confidences: self.confidences.clone(),
            has_facing_pages: self.has_facing_pages,
            looks,
            runs: self.runs.clone(),
            links: self.links.clone(),
            headings: self.headings.clone(),
            page_labels: self.page_labels.clone(),
            left_out: self.left_out.clone(),
            regions: self.regions.clone(),
            media: self.media.clone(),
            facts: self.facts.clone(),
        }
    }

    /// The characters of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The index of the line that holds a byte; `None` if the text has no line before it.
    #[must_use]
    pub fn line_of(&self, byte: u32) -> Option<usize> {
        self.lines.partition_point(|line| line.span.start <= byte).checked_sub(1)
    }

    /// The indices of the lines that begin in a stretch.
    #[must_use]
    pub fn lines_in(&self, stretch: &Range<u32>) -> Range<usize> {
        let first_from = |at| self.lines.partition_point(|line| line.span.start < at);
        first_from(stretch.start)..first_from(stretch.end)
    }

    /// The characters of a line.
    #[must_use]
    pub fn line(&self, index: usize) -> &str {
        self.lines.get(index).map_or("", |line| self.slice(line.span))
    }
}
