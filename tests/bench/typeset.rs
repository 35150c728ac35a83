//! How fast lines and pages are made of a book, in how much memory, and how that compares
//! with a whole run of Typst: `cargo bench --bench typeset`.
//!
//! Machines differ, so what counts is the ratio at the end. `BOOK` names the text (one
//! paragraph a line, `# ` before titles), `TYPST` the command that sets the same book, its
//! words parted by spaces: `TYPST="typst compile book.typ book.pdf"`. The aim for the book
//! of 31,000 words that `compare.py` begins with is 120 milliseconds on one core and 60
//! megabytes. Without `BOOK` a small text of the tests is set, two hundred times over.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::ItemsCount;

use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::fonts::built_in;
use pliego::project::designs::standard_design;
use pliego::text::span::FileId;
use pliego::typeset::font::Fonts;
use pliego::typeset::typeset;

/// Runs of each program of which the median is taken; they alternate.
const RUNS: usize = 9;

#[expect(clippy::print_stdout, reason = "a bench says what it measured")]
fn main() {
    divan::main();
    match peak() {
        Some(kilobytes) => println!("at most {} MB were held at once", kilobytes / 1024),
        None => println!("left out: the memory; this system does not tell it"),
    }
    let Some(command) = variable("TYPST") else {
        println!("left out: the ratio to Typst; TYPST names no command");
        return;
    };
    let (book, _) = book();
    let (mut own, mut other) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        own.push(timed(|| set(&book)));
        other.push(timed(|| run(&command)));
    }
    let (own, other) = (median(own), median(other));
    let ratio = other.as_secs_f64() / own.as_secs_f64();
    println!(
        "lines and pages {own:.1?}, Typst's whole run {other:.1?}: {ratio:.1} times"
    );
}

/// Lines and pages on one core.
#[divan::bench(sample_count = 10)]
fn lines_and_pages(bencher: Bencher<'_, '_>) {
    let (book, words) = book();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a thread can be begun");
    let bencher = bencher.counter(ItemsCount::new(words));
    bencher.bench(|| pool.install(|| set(&book)));
}

/// The same on all cores.
#[divan::bench(sample_count = 10)]
fn lines_and_pages_on_all_cores(bencher: Bencher<'_, '_>) {
    let (book, words) = book();
    bencher.counter(ItemsCount::new(words)).bench(|| set(&book));
}

/// Sets a book; tells its pages.
fn set(book: &Book) -> usize {
    let fonts = Fonts::new(&built_in()).expect("the built-in faces are fonts").value;
    typeset(book, &standard_design(), NotePlacement::Book, &fonts).value.pages.len()
}

/// The book to be set, and how many words it has.
#[expect(clippy::disallowed_methods, reason = "it reads the text that it is given")]
fn book() -> (Book, usize) {
    let text = if let Some(path) = variable("BOOK") {
        let text = std::fs::read_to_string(path).expect("BOOK names a text");
        text.lines().collect::<Vec<_>>().join("\n\n")
    } else {
        [include_str!("../pages/plain.md"); 200].join("\n\n")
    };
    let document = markdown::read(&text, FileId::default()).value;
    let language = "es".parse().ok();
    let metadata = Metadata { language, ..Metadata::default() };
    let part = AssemblyItem::Document(AssemblyDocument {
        document,
        ..AssemblyDocument::default()
    });
    (assemble(vec![part], metadata).value, text.split_whitespace().count())
}

/// Runs a command, which must succeed.
fn run(command: &str) {
    let mut words = command.split_whitespace();
    let program = words.next().expect("TYPST names a command");
    let status = Command::new(program).args(words).stdout(Stdio::null()).status();
    assert!(status.expect("TYPST can be run").success(), "TYPST failed");
}

/// How long something takes.
fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The most memory that this program has held, in kilobytes, where the system tells it.
#[expect(clippy::disallowed_methods, reason = "a bench looks at the machine")]
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[expect(clippy::disallowed_methods, reason = "a bench is told by its environment")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
