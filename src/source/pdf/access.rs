//! How a PDF is opened, why it cannot be, and what a person should know of it.

use crate::diagnostic::Code;

/// How a PDF is opened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfAccess {
    /// The password; without one, the empty password is tried.
    pub password: Option<String>,
    /// Read a document whose owner forbids to extract its text.
    pub ignore_restrictions: bool,
}

/// Why a PDF cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadPdfError {
    /// The file has no bytes but white space.
    #[error("the file is empty; give it again, or leave it out")]
    Empty,
    /// It has neither the header nor the objects of a PDF.
    #[error("the file is not a PDF; check that it was downloaded completely")]
    NotPdf,
    /// Neither its cross-reference table nor its objects lead to pages.
    #[error(
        "the PDF is damaged and no page can be found in it; \
         open it in a viewer and save it anew"
    )]
    Damaged,
    /// It opens only with a password.
    #[error("the PDF is encrypted; give its password with --password-file")]
    PasswordNeeded,
    /// The password that was given does not open it.
    #[error("the password does not open the PDF; check the file of --password-file")]
    WrongPassword,
    /// It is encrypted in a way that is not known.
    #[error(
        "the PDF is encrypted in a way that is not supported; \
         open it in the program that made it and save it without encryption"
    )]
    UnknownEncryption,
    /// Its owner forbids to extract text.
    #[error(
        "the owner of the PDF does not permit to copy or extract its text; \
         if you have the right to, give --ignore-restrictions"
    )]
    ExtractionForbidden,
    /// A part of it would be longer than the limit when it is decompressed.
    #[error(
        "a part of the PDF is larger than 128 MB when it is decompressed; \
         no book needs that, so the file may be made to exhaust memory"
    )]
    TooLarge,
    /// None of its pages has text.
    #[error(
        "the PDF has no text, only pictures of its pages; recognise the text with \
         Tesseract first, as in: ocrmypdf scan.pdf book.pdf"
    )]
    NoText,
    /// It has no pages.
    #[error("the PDF has no pages; open it in a viewer and save it anew")]
    NoPages,
}

/// Something that a person should know about a PDF that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfProblem {
    /// Its kind.
    pub code: Code,
    /// The number of the page, from 1, when it concerns one page.
    pub page: Option<u32>,
    /// One sentence, without a full stop.
    pub message: String,
}
