//! How fast each stage is by itself: `cargo bench --bench stages`.
//!
//! A book goes through `source`, `recover`, Markdown, lines and pages, and the writers of
//! EPUB and PDF; each is given what the one before made of it, once. `BOOK` names a Markdown
//! text; without it a small one of the tests is taken, forty times over. `recover` has a
//! text with pages of its own, the samples in `corpus`. What counts are the ratios of stages
//! to each other and to their past: `BENCHMARKS.md`.

use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::BytesCount;

use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::edition::Publication;
use pliego::edition::cover;
use pliego::edition::epub::{EpubFlavour, epub};
use pliego::edition::pdf::{DocumentInfo, write_pdf};
use pliego::fonts::built_in;
use pliego::project::designs::standard_design;
use pliego::recover::{Hints, recover};
use pliego::source::read;
use pliego::text::span::FileId;
use pliego::typeset::document::Pages;
use pliego::typeset::font::Fonts;
use pliego::typeset::typeset;

fn main() {
    divan::main();
}

/// Bytes become lines.
#[divan::bench]
fn source(bencher: Bencher<'_, '_>) {
    let bytes = raw().as_bytes();
    let count = BytesCount::new(bytes.len());
    bencher.counter(count).bench(|| read(FileId::default(), "raw.txt", bytes));
}

/// Lines become a document.
#[divan::bench(sample_count = 10)]
fn recovered(bencher: Bencher<'_, '_>) {
    let text = read(FileId::default(), "raw.txt", raw().as_bytes());
    let text = text.expect("the samples are texts").value;
    let count = BytesCount::new(text.text.len());
    bencher.counter(count).bench(|| recover(&text, &Hints::default()));
}

/// Markdown becomes a book.
#[divan::bench]
fn markdown_and_book(bencher: Bencher<'_, '_>) {
    let text = text();
    bencher.counter(BytesCount::new(text.len())).bench(|| assembled(text));
}

/// A book becomes pages; `typeset` parts lines from pages.
#[divan::bench(sample_count = 10)]
fn lines_and_pages(bencher: Bencher<'_, '_>) {
    let count = BytesCount::new(text().len());
    let book = assembled(text());
    bencher.counter(count).bench(|| set(&book));
}

/// A cover is drawn, and becomes an image.
#[divan::bench(sample_count = 10)]
fn cover_image(bencher: Bencher<'_, '_>) {
    let (book, design) = (assembled(text()), standard_design());
    bencher.bench(|| {
        let made = cover::make_cover(&book.metadata, &design, None, &built_in());
        made.expect("a title fits a cover").value.image().map(|image| image.bytes.len())
    });
}

/// A book becomes an EPUB.
#[divan::bench(sample_count = 20)]
fn epub_writer(bencher: Bencher<'_, '_>) {
    let (book, design, fonts) = (assembled(text()), standard_design(), built_in());
    let publication = Publication {
        book: &book,
        design: &design,
        notes: NotePlacement::Book,
        ibid: Ibid::default(),
        fonts: &fonts,
        cover: None,
        style: "",
        shop: None,
        made: None,
    };
    let count = BytesCount::new(text().len());
    bencher.counter(count).bench(|| epub(&publication, EpubFlavour::default()));
}

/// Pages become a PDF.
#[divan::bench(sample_count = 20)]
fn pdf_writer(bencher: Bencher<'_, '_>) {
    let pages = set(&assembled(text()));
    let particulars = DocumentInfo { title: "A bench".into(), ..DocumentInfo::default() };
    let count = BytesCount::new(text().len());
    bencher.counter(count).bench(|| write_pdf(&pages, &particulars));
}

/// Sets a book.
fn set(book: &Book) -> Pages {
    let fonts = Fonts::new(&built_in()).expect("the built-in faces are fonts").value;
    typeset(book, &standard_design(), NotePlacement::Book, &fonts).value
}

/// The book of a Markdown text.
fn assembled(text: &str) -> Book {
    let document = markdown::read(text, FileId::default()).value;
    let language = "es".parse().ok();
    let title = Some("Banco de pruebas".to_owned());
    let metadata = Metadata { language, title, ..Metadata::default() };
    let part = AssemblyItem::Document(AssemblyDocument {
        document,
        ..AssemblyDocument::default()
    });
    assemble(vec![part], metadata).value
}

/// The Markdown text that `BOOK` names, or one of the tests.
#[expect(clippy::disallowed_methods, reason = "a bench is told by its environment")]
fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| match std::env::var("BOOK") {
        Ok(path) => std::fs::read_to_string(path).expect("BOOK names a text"),
        Err(_) => [include_str!("../pages/plain.md"); 40].join("\n\n"),
    })
}

/// The extracted texts of the sample corpus, page after page.
fn raw() -> &'static str {
    static RAW: OnceLock<String> = OnceLock::new();
    RAW.get_or_init(|| {
        [
            include_str!("../../corpus/carta-a-tomas.txt"),
            include_str!("../../corpus/der-handsetzer.txt"),
            include_str!("../../corpus/el-molino-de-papel.txt"),
            include_str!("../../corpus/le-marbre-et-la-craie.txt"),
            include_str!("../../corpus/the-reader-of-proofs.txt"),
        ]
        .join("\u{c}")
    })
}
