//! A progress bar for long runs: books, pages, and the time that is left.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use pliego::build::SourceKind;
use pliego::{BuildOptions, Format, Inputs, Job, Progress, disk};

use super::console::Console;
use super::counts::count_things;

/// Bytes of sources above which a run takes long enough for a progress bar: about a second.
const LONG_WORK: u64 = 1_000_000;

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

// The cost of the stages for the same text, relative to reading Markdown, as measured on a
// book of 31,000 words.

/// Reading Markdown, or drawing a cover.
const READING: u64 = 1;
/// Recovering a raw text.
const RECOVERING: u64 = 8;
/// Writing an EPUB.
const WRITING: u64 = 2;
/// Typesetting pages.
const SETTING: u64 = 9;
/// Writing a PDF.
const PRINTING: u64 = 5;

/// The progress of a run.
pub(crate) struct RunProgress {
    bar: ProgressBar,
    /// How many books there are.
    books: usize,
    /// How many are built.
    done: AtomicUsize,
    /// How many pages their PDFs have.
    pages: AtomicUsize,
}

/// The progress of a book in a run.
pub(crate) struct BookProgress<'a> {
    run: &'a RunProgress,
    /// The size of its documents, in bytes.
    weight: u64,
    /// Its total cost.
    whole: u64,
    /// The part of the cost that is done.
    done: AtomicU64,
    /// The part that was spent on typesetting: for a press a book may be typeset twice.
    set: AtomicU64,
}

impl RunProgress {
    /// A bar on the terminal; none where the run is short or there is no terminal.
    pub(crate) fn new<'a>(
        console: Console,
        jobs: impl Iterator<Item = &'a Job>,
        inputs: &dyn Inputs,
        options: &BuildOptions,
    ) -> Self {
        let (mut books, mut bytes, mut cost) = (0, 0, 0);
        for job in jobs {
            books += 1;
            bytes += job.source_bytes(inputs);
            cost += estimate_cost(job, inputs, options);
        }
        let watched =
            !console.is_quiet && bytes >= LONG_WORK && io::stderr().is_terminal();
        let bar = if watched { build_bar(cost) } else { ProgressBar::hidden() };
        let progress =
            Self { bar, books, done: AtomicUsize::new(0), pages: AtomicUsize::new(0) };
        progress.update_message();
        progress
    }

    /// Begins a book.
    pub(crate) fn begin_book(
        &self,
        job: &Job,
        inputs: &dyn Inputs,
        options: &BuildOptions,
    ) -> BookProgress<'_> {
        let weight = job.source_bytes(inputs);
        let whole = estimate_cost(job, inputs, options);
        let [done, set] = [0; 2].map(AtomicU64::new);
        BookProgress { run: self, weight, whole, done, set }
    }

    /// Prints something while the bar is hidden.
    pub(crate) fn suspend(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }

    /// Ends the run.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn update_message(&self) {
        let done = self.done.load(Ordering::Relaxed);
        let mut text = match self.books {
            1 => String::new(),
            books => format!("{done} of {} ", count_things(books, "book")),
        };
        if let pages @ 1.. = self.pages.load(Ordering::Relaxed) {
            let _ = write!(text, "{} ", count_things(pages, "page"));
        }
        self.bar.set_message(text);
    }
}

impl Progress for BookProgress<'_> {
    fn document_read(&self, bytes: u64, is_raw: bool) {
        self.advance(bytes * if is_raw { READING + RECOVERING } else { READING });
    }

    fn chapter_typeset(&self, chapters: usize) {
        let most = self.weight * SETTING;
        let by = most / u64::try_from(chapters).unwrap_or(u64::MAX).max(1);
        let before = self.set.fetch_add(by, Ordering::Relaxed);
        self.advance(by.min(most.saturating_sub(before)));
    }

    fn edition_written(&self, format: Format, pages: Option<usize>) {
        self.advance(self.weight * format_cost(format));
        self.run.pages.fetch_add(pages.unwrap_or_default(), Ordering::Relaxed);
        self.run.update_message();
    }
}

impl BookProgress<'_> {
    /// The book is made, or given up: nothing of it is left to do.
    pub(crate) fn finish(self) {
        self.advance(self.whole);
        self.run.done.fetch_add(1, Ordering::Relaxed);
        self.run.update_message();
    }

    fn advance(&self, by: u64) {
        // Editions are made side by side.
        let more = |before: u64| Some((before + by).min(self.whole));
        let before = self.done.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        let (Ok(before) | Err(before)) = before;
        self.run.bar.inc(more(before).unwrap_or(before) - before);
    }
}

/// The cost of a job.
fn estimate_cost(job: &Job, inputs: &dyn Inputs, options: &BuildOptions) -> u64 {
    let reading = |path: &Path| match SourceKind::of(path) {
        Some(kind) if !kind.is_raw() => READING,
        _ => READING + RECOVERING,
    };
    let documents = job.documents.iter();
    let reading: u64 = documents
        .map(|source| disk::file_size(&source.path) * reading(&source.path))
        .sum();
    let writing: u64 = job.list_editions(options).iter().map(estimate_writing).sum();
    reading + job.source_bytes(inputs) * writing
}

/// The cost of an edition in these formats, for each byte of its sources.
fn estimate_writing(formats: &BTreeSet<Format>) -> u64 {
    let costs = formats.iter().copied().map(format_cost);
    let writing: u64 = costs.clone().sum();
    let has_pages = { costs }.any(|cost| cost == PRINTING);
    writing + if has_pages { SETTING } else { 0 }
}

fn format_cost(format: Format) -> u64 {
    match format {
        Format::Epub | Format::Kepub => WRITING,
        Format::Pdf | Format::Print | Format::Imposed => PRINTING,
        Format::Onix | Format::Cover => READING,
    }
}

fn build_bar(cost: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {bar:30} {percent}% {msg}{left}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&describe_time_left(state));
        });
    let bar = ProgressBar::new(cost).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// The time that is left if the rest is as fast as the beginning.
fn describe_time_left(state: &ProgressState) -> String {
    let (done, all) = (state.pos(), state.len().unwrap_or_default());
    let passed = u64::try_from(state.elapsed().as_millis()).unwrap_or(u64::MAX);
    match passed.saturating_mul(all.saturating_sub(done)).checked_div(done) {
        Some(left) if left >= 60_000 => format!("{} min left", left.div_ceil(60_000)),
        Some(left) => format!("{} s left", left.div_ceil(1000)),
        None => String::new(),
    }
}
