//! How far long work has come: books, pages, and the time that the rest takes by what was
//! done so far.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::args::Format;
use super::press::Order;
use super::summary::count;
use super::voice::Voice;
use super::works::{Work, is_markdown};

/// Bytes of sources above which work takes long enough that a person wants to see it
/// move: about a second.
const LONG_WORK: u64 = 1_000_000;

/// How often the bar moves, so that it is seen to be alive.
const TICK: Duration = Duration::from_millis(100);

// What the stages of a book cost for the same text, to reading Markdown. As measured on a
// book of 31,000 words.

/// Markdown is read, or a font and a cover are drawn.
const READING: u64 = 1;
/// A raw text is recovered.
const RECOVERING: u64 = 8;
/// An EPUB, or what comes near it, is written.
const WRITING: u64 = 2;
/// Pages are set.
const SETTING: u64 = 9;
/// A PDF of them is written.
const PRINTING: u64 = 5;

/// The progress of a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// How many books there are.
    books: usize,
    /// How many are made.
    done: AtomicUsize,
    /// How many pages were set.
    pages: AtomicUsize,
}

/// The progress of a book in a run.
pub(crate) struct Course<'a> {
    progress: &'a Progress,
    /// What its documents weigh, in bytes.
    weight: u64,
    /// What it costs in all.
    whole: u64,
    /// What of it is done.
    done: AtomicU64,
    /// What of that is for pages that are set: for a press a book may be set twice.
    set: AtomicU64,
}

impl Progress {
    /// A bar on the terminal; none where the work is short or nobody watches.
    pub(crate) fn new<'a>(
        voice: Voice,
        works: impl Iterator<Item = &'a Work>,
        order: &Order<'_>,
    ) -> Self {
        let (mut books, mut bytes, mut cost) = (0, 0, 0);
        for work in works {
            books += 1;
            bytes += work.weight();
            cost += cost_of(work, order);
        }
        let watched = !voice.quiet && bytes >= LONG_WORK && io::stderr().is_terminal();
        let bar = if watched { bar(cost) } else { ProgressBar::hidden() };
        let progress =
            Self { bar, books, done: AtomicUsize::new(0), pages: AtomicUsize::new(0) };
        progress.say();
        progress
    }

    /// A book is begun.
    pub(crate) fn begin(&self, work: &Work, order: &Order<'_>) -> Course<'_> {
        let (weight, whole) = (work.weight(), cost_of(work, order));
        let [done, set] = [0; 2].map(AtomicU64::new);
        Course { progress: self, weight, whole, done, set }
    }

    /// Says something while the bar stands aside.
    pub(crate) fn aside(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }

    /// There is no more to come.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self) {
        let done = self.done.load(Ordering::Relaxed);
        let mut told = match self.books {
            1 => String::new(),
            books => format!("{done} of {} ", count(books, "book")),
        };
        if let pages @ 1.. = self.pages.load(Ordering::Relaxed) {
            let _ = write!(told, "{} ", count(pages, "page"));
        }
        self.bar.set_message(told);
    }
}

impl Course<'_> {
    /// A document of so many bytes has been read, and recovered if it is raw.
    pub(crate) fn read(&self, bytes: u64, raw: bool) {
        self.moves(bytes * if raw { READING + RECOVERING } else { READING });
    }

    /// One of so many chapters is set.
    pub(crate) fn set(&self, chapters: usize) {
        let most = self.weight * SETTING;
        let by = most / u64::try_from(chapters).unwrap_or(u64::MAX).max(1);
        let before = self.set.fetch_add(by, Ordering::Relaxed);
        self.moves(by.min(most.saturating_sub(before)));
    }

    /// An edition is made; of a PDF the pages.
    pub(crate) fn made(&self, format: Format, pages: Option<usize>) {
        self.moves(self.weight * cost_of_format(format));
        self.progress.pages.fetch_add(pages.unwrap_or_default(), Ordering::Relaxed);
        self.progress.say();
    }

    /// The book is made, or given up: nothing of it is left to do.
    pub(crate) fn end(self) {
        self.moves(self.whole);
        self.progress.done.fetch_add(1, Ordering::Relaxed);
        self.progress.say();
    }

    fn moves(&self, by: u64) {
        // Editions are made side by side.
        let more = |before: u64| Some((before + by).min(self.whole));
        let before = self.done.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        let (Ok(before) | Err(before)) = before;
        self.progress.bar.inc(more(before).unwrap_or(before) - before);
    }
}

/// What a work costs.
fn cost_of(work: &Work, order: &Order<'_>) -> u64 {
    let reading = |path| if is_markdown(path) { READING } else { READING + RECOVERING };
    let documents = work.documents.iter();
    let reading: u64 = documents
        .map(|source| pliego::disk::size(&source.path) * reading(&source.path))
        .sum();
    let formats: u64 = order.formats.iter().map(|format| cost_of_format(*format)).sum();
    let paged = |format: &Format| cost_of_format(*format) == PRINTING;
    let setting = if order.formats.iter().any(paged) { SETTING } else { 0 };
    reading + work.weight() * (formats + setting)
}

fn cost_of_format(format: Format) -> u64 {
    match format {
        Format::Epub | Format::Kepub => WRITING,
        Format::Pdf | Format::Print | Format::Imposed => PRINTING,
        Format::Onix | Format::Cover => READING,
    }
}

fn bar(cost: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {bar:30} {percent}% {msg}{left}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&left(state));
        });
    let bar = ProgressBar::new(cost).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// The time that is left if the rest is done as fast as what is done.
fn left(state: &ProgressState) -> String {
    let (done, all) = (state.pos(), state.len().unwrap_or_default());
    let passed = u64::try_from(state.elapsed().as_millis()).unwrap_or(u64::MAX);
    match passed.saturating_mul(all.saturating_sub(done)).checked_div(done) {
        Some(left) if left >= 60_000 => format!("{} min left", left.div_ceil(60_000)),
        Some(left) => format!("{} s left", left.div_ceil(1000)),
        None => String::new(),
    }
}
