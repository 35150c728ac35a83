//! The proof desk: a person sees source and edition side by side, settles the doubts, and the
//! decisions are kept in the files beside the sources.
//!
//! [`Desk::answer`] answers the requests of the page in a browser (`page`). The desk opens no
//! socket: its server does, and checks where each request comes from.

mod changes;
mod history;
mod line_runs;
mod note_marks;

mod doubts;
mod seen_doubts;

mod placed_decisions;
mod recoveries;

mod book;
mod page_places;
mod shelf;

mod answers;
mod page_files;

use std::path::Path;
use std::sync::Arc;

use crate::build::{BuildError, FontLibrary, Inputs, Job, SourceFile};
use crate::text::span::FileId;

use book::OpenBook;
use history::History;
use shelf::DocumentSummary;

pub use answers::{DeskAnswer, DeskRequest, RequestMethod};

/// The most books that are kept open: each holds its sources, its recovered documents and its
/// edition. One that was closed is opened again when it is asked for.
const MOST_OPEN: usize = 4;

/// Where the files of decisions are kept.
pub trait DecisionStore: Send + Sync {
    /// Replaces a file of decisions, all or nothing, if it is as `known` says. A file that is
    /// not there is as an empty one.
    ///
    /// # Errors
    ///
    /// When somebody else has changed the file, or it cannot be written.
    fn replace(&self, path: &Path, known: &str, text: &str) -> Result<(), StoreError>;
}

/// Why a file of decisions was not replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else has changed it.
    Changed,
    /// It cannot be written, because of this.
    Failed(String),
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
enum DeskError {
    #[error("there is no such document")]
    NoDocument,
    #[error("there is nothing at this address")]
    NotFound,
    #[error("{0}")]
    BadRequest(String),
    #[error("the decisions were changed elsewhere; look at the lines again")]
    Stale,
    #[error(
        "a decision cannot name these lines: they are blank, or the text has the same lines \
         with the same neighbours elsewhere; select more lines"
    )]
    Ambiguous,
    #[error(
        "the file of decisions is written in a form that the desk cannot change; change it by \
         hand"
    )]
    OddFile,
    #[error("a preview decides nothing; open the desk")]
    OnlyShown,
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to do again")]
    NothingToRedo,
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// What the page of a desk is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeskPurpose {
    /// A person settles doubts.
    #[default]
    Proof,
    /// A person looks at the editions, and decides nothing.
    Preview,
}

/// The desk: one book, or a shelf of them.
pub struct Desk {
    title: String,
    purpose: DeskPurpose,
    books: Vec<DeskBook>,
    inputs: Arc<dyn Inputs + Send + Sync>,
    store: Box<dyn DecisionStore>,
    fonts: FontLibrary,
    /// Counts what was asked for, so that the books used last stay open.
    clock: u64,
}

/// A book, open or not.
struct DeskBook {
    job: Job,
    open: Option<OpenBook>,
    /// When it was used last.
    used: u64,
    /// The steps of each document's decisions.
    histories: Vec<History>,
    /// Counts the changes of each document.
    revisions: Vec<u64>,
    /// What is known of each document since the book was open last.
    summaries: Vec<Option<DocumentSummary>>,
    /// Why it could not be opened.
    failure: Option<String>,
    /// What is wrong with its `book.toml` as it is now.
    mistake: Option<String>,
}

impl Desk {
    /// A desk for books, whose documents are numbered through
    /// ([`crate::build::number_documents`]).
    #[must_use]
    pub fn new(
        title: String,
        jobs: Vec<Job>,
        inputs: Arc<dyn Inputs + Send + Sync>,
        store: Box<dyn DecisionStore>,
        fonts: FontLibrary,
    ) -> Self {
        let books = jobs.into_iter().map(|job| {
            let count = job.documents.len();
            DeskBook {
                job,
                open: None,
                used: 0,
                histories: vec![History::default(); count],
                revisions: vec![1; count],
                summaries: vec![None; count],
                failure: None,
                mistake: None,
            }
        });
        let (purpose, books) = (DeskPurpose::default(), books.collect());
        Self { title, purpose, books, inputs, store, fonts, clock: 0 }
    }

    /// The same desk for another purpose.
    #[must_use]
    pub fn with_purpose(self, purpose: DeskPurpose) -> Self {
        Self { purpose, ..self }
    }

    /// The jobs of the desk.
    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.books.iter().map(|book| &book.job)
    }

    /// Reads the next book of the shelf that was not read yet, so that its state is known.
    /// Returns whether there was one.
    pub fn read_next(&mut self) -> bool {
        let is_new =
            |book: &DeskBook| book.failure.is_none() && book.summaries.contains(&None);
        let Some(at) = self.books.iter().position(is_new) else { return false };
        // A failure is kept in the book, and shown on the shelf.
        let _ = self.open_book(at);
        true
    }

    /// The book of a document, by the id of the document: its index, a number that changes
    /// with the book, and its job.
    #[must_use]
    pub fn find_job(&self, id: u32) -> Option<(usize, u64, Job)> {
        let (at, _) = self.position(id)?;
        let book = &self.books[at];
        Some((at, book.revisions.iter().sum(), book.job.clone()))
    }

    /// The index of the book that has a document, and that of the document in it.
    fn position(&self, id: u32) -> Option<(usize, usize)> {
        self.books.iter().enumerate().find_map(|(book, one)| {
            let at = one.job.documents.iter().position(|file| file.id.0 == id)?;
            Some((book, at))
        })
    }

    /// Forgets what was read of a book, because its files have changed. What a person can
    /// undo stays.
    pub fn reload(&mut self, book: usize) {
        if let Some(book) = self.books.get_mut(book) {
            book.forget();
        }
    }

    /// Takes a book as its `book.toml` is now. A document that it had before keeps its id, and
    /// what a person can undo about it.
    pub fn replace_job(&mut self, book: usize, job: Job) {
        let ids = self.jobs().flat_map(|job| job.documents.iter().map(|file| file.id.0));
        let mut next = ids.max().map_or(0, |last| last + 1);
        let Some(book) = self.books.get_mut(book) else { return };
        book.replace_job(job, &mut next);
    }

    /// A book has a `book.toml` that cannot be used any more, because of this.
    pub fn report_mistake(&mut self, book: usize, mistake: String) {
        let Some(book) = self.books.get_mut(book) else { return };
        book.forget();
        book.failure = Some(mistake.clone());
        book.mistake = Some(mistake);
    }

    /// Opens a book, and closes the one that was used longest ago if too many are open.
    fn open_book(&mut self, at: usize) -> Result<(), DeskError> {
        self.clock += 1;
        let is_open = |book: &DeskBook| book.open.is_some();
        let is_closed = self.books.get(at).is_some_and(|book| !is_open(book));
        let open = self.books.iter().filter(|book| is_open(book)).count();
        if is_closed && open >= MOST_OPEN {
            let open = self.books.iter_mut().filter(|book| is_open(book));
            if let Some(oldest) = open.min_by_key(|book| book.used) {
                oldest.open = None;
            }
        }
        let book = self.books.get_mut(at).ok_or(DeskError::NoDocument)?;
        book.used = self.clock;
        book.open(&*self.inputs)
    }
}

impl DeskBook {
    /// Reads it, if it is not open.
    fn open(&mut self, inputs: &dyn Inputs) -> Result<(), DeskError> {
        if self.open.is_some() {
            return Ok(());
        }
        if let Some(mistake) = &self.mistake {
            return Err(DeskError::Failed(mistake.clone()));
        }
        match OpenBook::open(&self.job, inputs, &mut self.histories) {
            Ok(open) => {
                self.open = Some(open);
                self.failure = None;
                for at in 0..self.summaries.len() {
                    self.summarise(at)?;
                }
                Ok(())
            }
            Err(error) => {
                self.failure = Some(error.to_string());
                Err(error.into())
            }
        }
    }

    /// Forgets what was read of it.
    fn forget(&mut self) {
        self.open = None;
        self.failure = None;
        self.summaries.fill(None);
        for revision in &mut self.revisions {
            *revision += 1;
        }
    }

    /// Takes it as it is now. A document that is new has the next id.
    fn replace_job(&mut self, mut job: Job, next: &mut u32) {
        let latest = self.revisions.iter().max().copied().unwrap_or_default();
        let mut histories = Vec::new();
        for file in &mut job.documents {
            let same = |one: &SourceFile| one.path == file.path;
            if let Some(at) = self.job.documents.iter().position(same) {
                file.id = self.job.documents[at].id;
                histories.push(std::mem::take(&mut self.histories[at]));
            } else {
                file.id = FileId(*next);
                *next += 1;
                histories.push(History::default());
            }
        }
        self.mistake = None;
        self.revisions = vec![latest; histories.len()];
        self.summaries = vec![None; histories.len()];
        self.histories = histories;
        self.job = job;
        self.forget();
    }

    /// The book, which was opened before.
    fn opened(&mut self) -> Result<(&mut OpenBook, &mut Vec<History>), DeskError> {
        let open = self.open.as_mut().ok_or(DeskError::NoDocument)?;
        Ok((open, &mut self.histories))
    }
}
