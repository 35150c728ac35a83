//! Turns corpus documents into books: accessible EPUB 3, typeset PDF, and files for a press.
//!
//! ```text
//!                     Markdown ── markdown::read ─┐
//!                                                 ▼
//! bytes ── read ──► Text ── recover ───────► Document ── assemble ──► Book
//!                                                                       │
//!                        PDF ◄── pdf ── Pages ◄── typeset ──────────────┤
//!                        EPUB ◄── epub ─────────────────────────────────┘
//! ```
//!
//! Each step is a function on this page. Steps that cannot fail return [`Warned`]: a
//! value with [`Diagnostic`]s, which say what was guessed or left out. Nothing prints,
//! and the same input gives the same bytes.
//!
//! [`build()`] runs all steps for a [`Job`], a `book.toml` or some documents, as the program
//! does. It touches no disk: [`Inputs`] gives it the bytes of files, and it returns
//! [`Editions`]. [`audit()`] reads a written edition again and compares it with its sources.
//!
//! ```
//! use pliego::{BuildOptions, Format, Job, MemoryInputs, Metadata, build};
//!
//! let text = "# Carta\n\nQuerida amiga: te escribo.[^1]\n\n[^1]: Desde Lisboa.\n";
//! let inputs = MemoryInputs::new().with("carta.md", text);
//! let metadata = Metadata { language: Some("es".parse()?), ..Metadata::default() };
//! let job = Job::from_documents(["carta.md"], metadata);
//! let made = build(&job, &inputs, &BuildOptions::default(), &())?;
//!
//! assert!(made.diagnostics.is_empty());
//! let editions = made.value;
//! assert_eq!(editions.metadata.title.as_deref(), Some("Carta"));
//! assert_eq!((editions.counts.words, editions.counts.notes), (7, 1));
//! assert!(editions.bytes(Format::Epub).unwrap().starts_with(b"PK"));
//! assert!(editions.bytes(Format::Pdf).unwrap().starts_with(b"%PDF-1.7"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The map of the modules is `ARCHITECTURE.md`.

#![cfg_attr(
    not(feature = "internals"),
    allow(unreachable_pub, reason = "the feature opens rooms that are private here")
)]

pub mod build;
pub mod cache;
pub mod desk;
pub mod disk;
pub mod inputs;
pub mod library;
pub mod preflight;
pub mod project;

mod pdf_syntax;

// The other rooms (modules with import rules, see `ARCHITECTURE.md`). Tests, benches,
// examples and fuzz targets of this package use them through the feature `internals`,
// which promises nothing to other crates.

#[cfg(not(feature = "internals"))]
mod audit;
#[cfg(not(feature = "internals"))]
mod book;
#[cfg(not(feature = "internals"))]
mod design;
#[cfg(not(feature = "internals"))]
mod diagnostic;
#[cfg(not(feature = "internals"))]
mod edition;
#[cfg(not(feature = "internals"))]
mod fonts;
#[cfg(not(feature = "internals"))]
mod interchange;
#[cfg(not(feature = "internals"))]
mod length;
#[cfg(not(feature = "internals"))]
mod press;
#[cfg(not(feature = "internals"))]
mod recover;
#[cfg(not(feature = "internals"))]
mod source;
#[cfg(not(feature = "internals"))]
mod text;
#[cfg(not(feature = "internals"))]
mod typeset;

#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod audit;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod book;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod design;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod diagnostic;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod edition;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod fonts;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod interchange;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod length;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod press;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod recover;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod source;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod text;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod typeset;

/// Decodes the bytes of a raw text and divides it into lines: the first step.
///
/// # Examples
///
/// ```
/// let text = pliego::read(pliego::FileId(0), "carta.txt", b"Lisboa, 3 de mayo\n\nQuerida amiga:\n")?;
/// assert!(text.diagnostics.is_empty());
/// assert_eq!(text.value.line(2), "Querida amiga:");
/// # Ok::<(), pliego::ReadError>(())
/// ```
pub use source::{read, read_document};

/// Recovers the document that a raw text was extracted from: the second step.
///
/// # Examples
///
/// ```
/// use pliego::{FileId, Hints, RemovalKind, read, recover};
///
/// let text = "Juan vivía en el mo-\nlino de arriba.\n";
/// let text = read(FileId(0), "molino.txt", text.as_bytes())?.value;
/// let recovered = recover(&text, &Hints::default()).value;
/// let markdown = pliego::markdown::write(&recovered.document);
/// assert_eq!(markdown, "Juan vivía en el molino de arriba.\n");
/// assert_eq!(recovered.removals[0].kind, RemovalKind::LineEndHyphen);
/// # Ok::<(), pliego::ReadError>(())
/// ```
pub use recover::recover;

/// Assembles documents into a book: the third step.
///
/// # Examples
///
/// ```
/// use pliego::{FileId, Metadata, assemble, markdown};
///
/// let [one, two] = ["# Uno\n\nTexto.\n", "# Dos\n\nTexto.\n"]
///     .map(|text| markdown::read(text, FileId(0)).value.into());
/// let metadata = Metadata { title: Some("Cartas".to_owned()), ..Metadata::default() };
/// let book = assemble(vec![one, two], metadata).value;
/// assert_eq!(book.chapters().count(), 2);
/// ```
pub use book::assemble::assemble;

/// Typesets a book into pages: the step before [`pdf`].
///
/// # Examples
///
/// ```
/// use pliego::{Design, FileId, Fonts, Metadata, NotePlacement};
/// use pliego::{assemble, built_in_fonts, markdown, typeset};
///
/// let document = markdown::read("# Uno\n\nTexto.\n", FileId(0)).value;
/// let book = assemble(vec![document.into()], Metadata::default()).value;
/// let fonts = Fonts::new(&built_in_fonts())?.value;
/// let pages = typeset(&book, &Design::default(), NotePlacement::default(), &fonts).value;
/// assert!(pages.pages.len() > 1);
/// # Ok::<(), pliego::FontError>(())
/// ```
pub use typeset::typeset;

/// Writes a book as an EPUB 3.
///
/// # Examples
///
/// ```
/// use pliego::{Design, FileId, EpubFlavour, Metadata, Publication};
/// use pliego::{assemble, built_in_fonts, epub, markdown};
///
/// let document = markdown::read("# Uno\n\nTexto.\n", FileId(0)).value;
/// let book = assemble(vec![document.into()], Metadata::default()).value;
/// let (design, fonts) = (Design::default(), built_in_fonts());
/// let publication = Publication::new(&book, &design, &fonts);
/// assert!(epub(&publication, EpubFlavour::Generic)?.value.starts_with(b"PK"));
/// # Ok::<(), pliego::EpubError>(())
/// ```
pub use edition::epub::epub;

/// Writes typeset pages as a tagged PDF.
///
/// # Examples
///
/// ```
/// use pliego::{Design, DocumentInfo, FileId, Fonts, Metadata, Publication};
/// use pliego::{assemble, built_in_fonts, markdown, pdf, typeset};
///
/// let document = markdown::read("# Uno\n\nTexto.\n", FileId(0)).value;
/// let book = assemble(vec![document.into()], Metadata::default()).value;
/// let (design, files) = (Design::default(), built_in_fonts());
/// let publication = Publication::new(&book, &design, &files);
/// let fonts = Fonts::new(&files)?.value;
/// let pages = typeset(&book, &design, publication.notes, &fonts).value;
/// let bytes = pdf(&pages, &DocumentInfo::from_publication(&publication))?;
/// assert!(bytes.starts_with(b"%PDF-1.7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub use edition::pdf::write_pdf as pdf;

pub use build::{
    AuditedEdition, AuditedSources, BookCounts, BuildError, BuildOptions, EditionFile,
    Editions, FontLibrary, Format, FormatChoice, InputError, Inputs, Job, MadeEdition,
    MemoryInputs, PressSummary, Progress, SourceFile, WorkLimits, audit, build,
};

pub use audit::AuditError;
pub use audit::pages::{PageComparison, compare_pages};
pub use audit::source_pages::SecondReading;
pub use book::assemble::{AssemblyDocument, AssemblyItem};
pub use book::decisions::{
    Decisions, LineDecision, LineVerdict, MarkDecision, SeenDoubt, WordDecision,
};
pub use book::markdown;
pub use book::matter::notes::NotePlacement;
pub use book::metadata::{Contributor, Metadata};
pub use book::purpose::Purpose;
pub use book::source_traits::{SourceForm, SourceNotes, SourceTraits};
pub use book::typography::Typography;
pub use book::{Book, Document};
pub use design::Design;
pub use diagnostic::{Code, Diagnostic, Severity, Warned};
pub use edition::Publication;
pub use edition::cover::built_in_templates as cover_templates;
pub use edition::epub::{EpubError, EpubFlavour};
pub use edition::pdf::{DocumentInfo, PdfError};
pub use fonts::{FontFile, built_in as built_in_fonts};
pub use interchange::{ReadRichError, RichFormat, write_pandoc_json};
pub use length::written::parse_trim;
pub use length::{Length, Size};
pub use press::profile::{Paper, PressInk, Profile};
pub use project::{Project, ProjectError, ProjectErrors};
pub use recover::ledger::{Account, Fate, RiskCount};
pub use recover::{
    Correction, DecisionPlaces, Hints, Identification, Recovered, Removal, RemovalKind,
    decide_lines, decide_mark, decide_word, locate_decisions,
};
pub use source::pdf::{PdfAccess, ReadPdfError, draw_page};
pub use source::{LineLook, ReadError, Text};
pub use text::guess::detect_language;
pub use text::language::Language;
pub use text::span::{FileId, Span};
pub use typeset::document::Pages;
pub use typeset::font::{FontError, Fonts};

/// Text as messages show it.
pub mod display {
    pub use crate::text::letters::{is_blank, turns_direction};
    pub use crate::text::messages::{describe_causes, describe_unknown};
    pub use crate::text::paths::display_path;
}

/// Values between two steps as text, to see where something went wrong.
pub mod dump {
    pub use crate::book::dump::{dump_book, dump_document};
    pub use crate::typeset::dump::{
        format_lines as dump_lines, format_pages as dump_pages,
    };
}

/// The examples of the manual.
#[cfg(doctest)]
#[doc = include_str!("../docs/manual/src/library.md")]
struct ManualExamples;
