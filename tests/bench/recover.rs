//! How fast a text is recovered, and in how much memory: `cargo bench --bench recover`.
//!
//! What counts are ratios, because machines differ: words per second and bytes per byte of
//! text should be the same for a pamphlet and for an encyclopaedia. The aim for a machine
//! with two cores is 300,000 words in a second, in twenty times the room of the text.

use std::fs;
use std::path::Path;

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher};

use pliego::recover::{Hints, recover};
use pliego::source::{Text, read};
use pliego::text::span::FileId;

/// Tells the most memory that was held at once.
#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// The extracted texts of the sample corpus, so many times over: 3,200 words each time.
#[divan::bench(args = [1, 10, 100], sample_count = 5)]
fn sample_corpus(bencher: Bencher<'_, '_>, times: usize) {
    let text = book(times);
    let words = text.text.split_whitespace().count();
    bencher
        .counter(ItemsCount::new(words))
        .counter(BytesCount::new(text.text.len()))
        .bench(|| recover(&text, &Hints::default()));
}

/// One long text of all extracted texts of the sample corpus, page after page.
#[expect(clippy::disallowed_methods, reason = "it reads the project's own corpus")]
fn book(times: usize) -> Text {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries =
        fs::read_dir(corpus).expect("the sample corpus lies beside the sources");
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|file| {
            let bytes = fs::read(file).expect("a listed file can be read");
            read(FileId(0), "sample.txt", &bytes).expect("a text").value.text
        })
        .collect();
    let all = vec![texts.join("\u{c}"); times].join("\u{c}");
    read(FileId(0), "sample.txt", all.as_bytes()).expect("a text").value
}
