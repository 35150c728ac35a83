//! Files of word processors, browsers and pandoc become documents.
//!
//! Each reader turns the bytes of one format into rich text ([`rich`]); [`document`] turns
//! that into a document of the model, and says what the model has no place for. The document
//! comes with its Markdown, which is what messages show and `recover` writes.

pub mod codes;
pub mod rich;

mod addresses;
mod archive;
mod plain_text;
mod walk;

mod docx;
mod epub;
mod html;
mod odt;
mod office;
mod pandoc_json;

mod document;
mod export;

use std::collections::BTreeMap;

use crate::book::{Document, markdown};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::{Text, name_media};
use crate::text::span::{FileId, Span};

use document::{BuiltDocument, Loss, LossKind, build_document};
use rich::RichDocument;

pub use rich::ReadRichError;

/// The largest file that is read, in bytes: a book with its pictures.
pub const LARGEST: u64 = 512_000_000;

/// The format of a file that says what its text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RichFormat {
    /// Office Open XML, of Word and others.
    Docx,
    /// `OpenDocument` text, of `LibreOffice` and others; as one XML file, too.
    Odt,
    /// HTML.
    Html,
    /// An EPUB.
    Epub,
    /// pandoc's document as JSON.
    PandocJson,
}

impl RichFormat {
    /// The format that the extension of a file's name stands for.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension {
            "docx" => Some(Self::Docx),
            "odt" | "fodt" => Some(Self::Odt),
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "epub" => Some(Self::Epub),
            "json" => Some(Self::PandocJson),
            _ => None,
        }
    }
}

/// Reads the document of a file.
///
/// # Errors
///
/// When the file is not of the format, is damaged or encrypted, or is larger than a book.
pub fn import_document(
    format: RichFormat,
    file: FileId,
    name: &str,
    bytes: &[u8],
) -> Result<Warned<Imported>, ReadRichError> {
    Ok(import_rich(read_rich(format, bytes)?, file, name))
}

/// Reads a file into rich text.
///
/// # Errors
///
/// As for [`import_document`].
pub fn read_rich(
    format: RichFormat,
    bytes: &[u8],
) -> Result<RichDocument, ReadRichError> {
    match format {
        RichFormat::Docx => docx::read_docx(bytes),
        RichFormat::Odt => odt::read_odt(bytes),
        RichFormat::Html => html::read_html(bytes),
        RichFormat::Epub => epub::read_epub(bytes),
        RichFormat::PandocJson => pandoc_json::read_pandoc_json(bytes),
    }
}

/// A document from a file that says what its text is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    /// The document. Its positions are in `text`.
    pub document: Document,
    /// Its Markdown.
    pub text: Text,
    /// The pictures that the file contains, by the address that its figures name.
    pub media: BTreeMap<String, Vec<u8>>,
}

/// Turns rich text into a document and its Markdown.
pub(crate) fn import_rich(
    mut rich: RichDocument,
    file: FileId,
    name: &str,
) -> Warned<Imported> {
    let contained = std::mem::take(&mut rich.media);
    let names = name_media(contained.keys(), name);
    let BuiltDocument { document, losses } = build_document(rich, &names);
    let media = contained.into_iter();
    let media =
        media.filter_map(|(address, bytes)| Some((names.get(&address)?.clone(), bytes)));
    let media = media.collect();
    let written = markdown::write(&document);
    let mut diagnostics = Vec::new();
    let mut document = markdown::read(&written, file);
    // Markdown has fewer levels than some files: what is deeper is taken out of what is
    // around it, and the text is that of what is left.
    let again = markdown::write(&document.value);
    if again != written {
        let message = "parts that are nested too deep stay without what is around them";
        diagnostics.push(Diagnostic::new(codes::KEPT_PLAIN, Severity::Warning, message));
        document = markdown::read(&again, file);
    }
    let text = Text::from_characters(file, name, again);
    let document = document.collect(&mut diagnostics);
    let found =
        losses.into_iter().map(|(kind, loss)| report_loss(kind, &loss, &document));
    diagnostics.extend(found);
    Warned { value: Imported { document, text, media }, diagnostics }
}

/// Writes a document as pandoc reads it (`pandoc -f json`).
///
/// pandoc knows one series of notes: those of a second series join the first.
#[must_use]
pub fn write_pandoc_json(document: &Document) -> String {
    pandoc_json::write_pandoc_json(&export::export_document(document))
}

/// Reports what the document does not have.
fn report_loss(kind: LossKind, loss: &Loss, document: &Document) -> Diagnostic {
    let Loss { count, block, words } = loss;
    let (what, becomes) = match kind {
        LossKind::LeftOut(what) => (what, "is left out"),
        LossKind::Plain(what) => (what, "stays as plain text"),
    };
    let shown = if words.is_empty() { String::new() } else { format!(" ('{words}')") };
    let message = match count {
        1 => format!("{what}{shown} {becomes}"),
        _ => format!("{what}{shown} {becomes}, and {} more", count - 1),
    };
    let found = Diagnostic::new(kind.code(), Severity::Warning, message);
    match find_extent(document, *block) {
        Some(span) => found.at(span),
        None => found,
    }
}

/// The span of a block, or of the nearest before it that has one.
fn find_extent(document: &Document, block: usize) -> Option<Span> {
    let to = document.blocks.len().min(block + 1);
    document.blocks.get(..to)?.iter().rev().find_map(crate::book::block::Block::extent)
}
