//! The typeset pages of the desk: they are set beside everything else, because that takes
//! seconds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pliego::build::{ProofPages, typeset_proof};
use pliego::display::describe_causes;
use pliego::{BuildOptions, Inputs, Job, draw_page};
use serde_json::{Value, json};

/// The pages of each book, by its index.
#[derive(Default)]
pub(super) struct TypesetPages {
    books: Mutex<BTreeMap<usize, PagesOfBook>>,
}

/// The pages of a book.
#[derive(Default)]
struct PagesOfBook {
    /// What is being set, by the stamp of the book.
    working: Option<u64>,
    /// The last result: the stamp of the book, and its pages or the reason why setting failed.
    done: Option<(u64, Result<Arc<ProofPages>, String>)>,
}

impl TypesetPages {
    /// What is known of the pages of a book. Those of another stamp are not those of the
    /// book as it is.
    pub(super) fn describe(&self, book: usize, stamp: u64, job: &Job) -> Value {
        let books = self.lock();
        let (width, height) = {
            let trim = job.project.design.trim;
            (trim.width.to_pt(), trim.height.to_pt())
        };
        let pages = books.get(&book);
        let state =
            |state: &str| json!({ "state": state, "width": width, "height": height });
        match pages {
            Some(PagesOfBook { working: Some(_), .. }) => state("working"),
            Some(PagesOfBook { done: Some((own, Ok(pages))), .. }) if *own == stamp => {
                json!({
                    "state": "ready",
                    "width": width,
                    "height": height,
                    "count": pages.count,
                    "digest": stamp.to_string(),
                })
            }
            Some(PagesOfBook { done: Some((own, Err(error))), .. }) if *own == stamp => {
                json!({ "state": "failed", "error": error })
            }
            _ => state("none"),
        }
    }

    /// Whether the pages of a book have to be set; then somebody sets them.
    pub(super) fn begin(&self, book: usize, stamp: u64) -> bool {
        let mut books = self.lock();
        let pages = books.entry(book).or_default();
        let is_done = pages.done.as_ref().is_some_and(|(own, _)| *own == stamp);
        if is_done || pages.working.is_some() {
            return false;
        }
        pages.working = Some(stamp);
        true
    }

    /// Sets the pages of a book, which may take long. `options` ask for the PDF alone.
    pub(super) fn typeset(
        &self,
        book: usize,
        stamp: u64,
        job: &Job,
        inputs: &dyn Inputs,
        options: &BuildOptions,
    ) {
        let made = typeset_proof(job, inputs, options);
        let made = made.map(Arc::new).map_err(|error| describe_causes(&error));
        let mut books = self.lock();
        let pages = books.entry(book).or_default();
        pages.working = None;
        pages.done = Some((stamp, made));
    }

    /// Draws a page that was set last.
    pub(super) fn draw(&self, book: usize, page: usize, job: &Job) -> Option<String> {
        let pages = self.find_pages(book, None)?;
        draw_page(&pages.pdf, &job.access, page)
    }

    /// The pages of a book that were set last; with a stamp, only if they are those.
    pub(super) fn find_pages(
        &self,
        book: usize,
        stamp: Option<u64>,
    ) -> Option<Arc<ProofPages>> {
        match &self.lock().get(&book)?.done {
            Some((own, Ok(pages))) if stamp.is_none_or(|stamp| stamp == *own) => {
                Some(Arc::clone(pages))
            }
            _ => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, PagesOfBook>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
