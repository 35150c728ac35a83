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

mod book;
mod shelf;

mod answers;
mod page_files;

use std::path::Path;
use std::sync::Arc;

use crate::build::{BuildError, FontLibrary, Inputs, Job};

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
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to do again")]
    NothingToRedo,
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// The desk: one book, or a shelf of them.
pub struct Desk {
    title: String,
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
            }
        });
        Self { title, books: books.collect(), inputs, store, fonts, clock: 0 }
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
        let Some(book) = self.books.get_mut(book) else { return };
        book.open = None;
        book.failure = None;
        book.summaries.fill(None);
        for revision in &mut book.revisions {
            *revision += 1;
        }
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

    /// The book, which was opened before.
    fn opened(&mut self) -> Result<(&mut OpenBook, &mut Vec<History>), DeskError> {
        let open = self.open.as_mut().ok_or(DeskError::NoDocument)?;
        Ok((open, &mut self.histories))
    }
}
