//! The arguments about sources: the form of raw texts, where their notes are, how a PDF is
//! opened, and how much work they may take.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use pliego::{PdfAccess, SourceForm, SourceNotes, SourceTraits, WorkLimits, disk};

/// What is known of raw texts before they are recovered.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SourceArgs {
    /// Form of the raw texts; each text shows its own where it is missing
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) form: Option<FormChoice>,
    /// Where the raw texts have their notes; each text shows it where it is missing
    #[arg(long, value_enum, value_name = "WHERE")]
    pub(crate) notes: Option<NotesChoice>,
    /// File whose first line is the password of the PDFs
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// Read PDFs whose owner does not permit to extract their text
    #[arg(long)]
    pub(crate) ignore_restrictions: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How much work a document may take.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct LimitArgs {
    /// Seconds of one core that the work on a book may be estimated at
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = WorkLimits::default().seconds,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) max_seconds: u64,
    /// Memory that the work on a book may be estimated at, in MB
    #[arg(
        long,
        value_name = "MB",
        default_value_t = WorkLimits::default().megabytes,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) max_memory: u64,
}

impl Default for LimitArgs {
    fn default() -> Self {
        let WorkLimits { seconds, megabytes } = WorkLimits::default();
        Self { max_seconds: seconds, max_memory: megabytes }
    }
}

impl From<LimitArgs> for WorkLimits {
    fn from(limits: LimitArgs) -> Self {
        Self { seconds: limits.max_seconds, megabytes: limits.max_memory }
    }
}

impl SourceArgs {
    /// The traits that they state.
    pub(crate) fn traits(&self) -> SourceTraits {
        SourceTraits {
            form: self.form.map(Into::into),
            notes: self.notes.map(Into::into),
        }
    }

    /// How PDFs are opened.
    ///
    /// # Errors
    ///
    /// When the file of the password cannot be read.
    pub(crate) fn access(&self) -> Result<PdfAccess> {
        let Self { password_file, ignore_restrictions, .. } = self;
        let read = |path: &PathBuf| -> Result<String> {
            let text = String::from_utf8_lossy(&disk::read_file(path)?).into_owned();
            Ok(text.lines().next().unwrap_or_default().to_owned())
        };
        Ok(PdfAccess {
            password: password_file.as_ref().map(read).transpose()?,
            ignore_restrictions: *ignore_restrictions,
        })
    }
}

/// The form of a raw text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormChoice {
    /// Typeset pages from an extractor, with running heads and folios
    Pages,
    /// Scanned pages from character recognition
    Scan,
    /// A transcription without pages, such as Project Gutenberg's
    Transcription,
    /// Pages of proofreaders, with their separators
    Proofreading,
    /// A text in which codes begin the pages
    PageCodes,
    /// What a converter left of a book
    Converted,
    /// Kept as it is, line for line
    Verbatim,
}

impl From<FormChoice> for SourceForm {
    fn from(form: FormChoice) -> Self {
        match form {
            FormChoice::Pages => Self::Pages,
            FormChoice::Scan => Self::Scan,
            FormChoice::Transcription => Self::Transcription,
            FormChoice::Proofreading => Self::Proofreading,
            FormChoice::PageCodes => Self::PageCodes,
            FormChoice::Converted => Self::Converted,
            FormChoice::Verbatim => Self::Verbatim,
        }
    }
}

/// Where a raw text has its notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NotesChoice {
    /// Nowhere: every number stays in the text
    None,
    /// At the foot of the page, or after the paragraph
    Page,
    /// At the end of each chapter
    Chapter,
    /// At the end of the text
    End,
}

impl From<NotesChoice> for SourceNotes {
    fn from(notes: NotesChoice) -> Self {
        match notes {
            NotesChoice::None => Self::None,
            NotesChoice::Page => Self::Page,
            NotesChoice::Chapter => Self::Chapter,
            NotesChoice::End => Self::End,
        }
    }
}
