//! A [`Job`] becomes its editions: bytes in, bytes out.
//!
//! [`build`] runs the whole pipeline in three steps: it gathers what the editions are made
//! from (`materials`), typesets what several of them share (`layout`), and writes them
//! (`write`). The caller owns the disk: it gives the bytes of files through [`Inputs`],
//! hears of the progress through [`Progress`], and writes the [`Editions`] where it likes.

mod context;
mod error;
mod inputs;
mod options;
mod progress;

mod work;

mod job;
mod variants;

mod documents;
mod pictures;

mod manuscript;

mod fonts;

mod materials;

mod layout;
mod press_fit;
mod wrap;

mod write;

mod counts;
mod editions;

mod proof;
mod proof_pages;

mod audit;
mod batch;

pub use crate::project::Format;
pub use audit::{AuditedEdition, AuditedSources, ReadSources, audit};
pub use batch::{Flow, run_in_order};
pub use counts::BookCounts;
pub use documents::{
    SourceDocument, count_words, is_ocr, parse_decisions, read_decisions_text,
    read_documents, read_texts,
};
pub use editions::{EditionFile, Editions, MadeEdition, PressSummary, build};
pub use error::{BuildError, FitError};
pub use fonts::FontLibrary;
pub use inputs::{DictionaryFiles, InputError, InputKind, Inputs, MemoryInputs};
pub use job::{
    Job, SourceFile, SourceKind, is_document, number_documents, select_documents,
};
pub use layout::typeset_manuscript;
pub use manuscript::{Manuscript, read_manuscript};
pub use options::{BuildOptions, FormatChoice};
pub use progress::Progress;
pub use proof::ProofSources;
pub(crate) use proof_pages::count_letters;
pub use proof_pages::{ProofLine, ProofPages, typeset_proof};
pub use work::{WorkLimits, WorkResource};

pub use crate::recover::table::{
    DocumentWords, WordTable, WordTableError, WordTally, find_least,
};
