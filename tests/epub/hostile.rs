//! Books that somebody made to do harm, or that are out of all proportion: nothing of it
//! reaches an edition, each is told, and the text is whole. What images may do stands in
//! `tests/pictures.rs` and `docs/manual/src/findings/book.md`.

use std::fs;
use std::path::Path;
use std::process::Command;

use lopdf::{Document, Object};
use pliego::book::block::{Block, Paragraph};
use pliego::book::inline::{Inline, Note};
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::{BookSeries, Contributor, Metadata};
use pliego::book::{Book, Chapter, Division};
use serde_json::Value;

use crate::epub::conformity::faults;
use crate::epub::reading::read;
use crate::epub::rereading::assert_comes_back;
use crate::epub::tree::Package;
use crate::epub::unadorned;

/// Notes of a book that has too many, and bytes of a paragraph that is too long. Both take
/// time in proportion; `tests/conformance/hostile` makes ten times as many notes, and a
/// paragraph of 10 MB.
const NOTES: usize = 1_000;
const LONG: usize = 200_000;

/// Titles and names, and what a package has to say for each.
fn names() -> Vec<(String, String)> {
    let same = [
        "<script>alert(1)</script>",
        "</dc:title><meta name=\"x\" content=\"y\"/>",
        "a & b &amp; c &#x3c; &nbsp; &unknown;",
        "\"'`\\\"",
        "]]> <![CDATA[ <!-- --> <?php ?> <!DOCTYPE x>",
        "../../../etc/passwd",
        "\u{202e}desrever\u{202c} \u{2066}apart\u{2069} \u{200f}",
        "👩‍👩‍👧 🏳️‍🌈 e\u{301}\u{301}\u{301}",
        "{} %s ${HOME} $(id)",
    ];
    let mut names: Vec<(String, String)> =
        same.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
    names.push(("a\u{0}b\u{7}c\u{1b}[31m\u{fffe}d".to_owned(), "abc[31md".to_owned()));
    names.push(("a\r\nb\tc".to_owned(), "a b c".to_owned()));
    names.push(("ñ".repeat(10_000), "ñ".repeat(10_000)));
    names
}

#[test]
fn metadata_is_escaped() {
    for (name, said) in names() {
        let some = || Some(name.clone());
        let person =
            || vec![Contributor { name: name.clone(), sort: some(), role: None }];
        let metadata = Metadata {
            title: some(),
            subtitle: some(),
            authors: person(),
            contributors: person(),
            publisher: some(),
            identifier: some(),
            description: some(),
            rights: some(),
            source: some(),
            series: Some(BookSeries { name: name.clone(), number: Some(1) }),
            language: "es".parse().ok(),
            ..Metadata::default()
        };
        let line = |words: &str| {
            let content = vec![Inline::Text(words.to_owned())];
            Block::Paragraph(Paragraph { content, ..Paragraph::default() })
        };
        let chapter = Chapter {
            title: vec![Inline::Text(name.clone())],
            authors: person(),
            blocks: vec![line("Nada.")],
            ..Chapter::default()
        };
        let divisions = vec![Division::Chapter(chapter)];
        let book = Book { metadata, divisions, ..Book::default() };
        let package = Package::open(&unadorned(&book, NotePlacement::Book));
        assert_eq!(faults(&package), Vec::<String>::new(), "{name:?}");
        let again = read(&package).metadata;
        let author = &again.authors[0];
        let all = [
            again.title.as_ref(),
            again.subtitle.as_ref(),
            Some(&author.name),
            author.sort.as_ref(),
            again.contributors.first().map(|one| &one.name),
            again.publisher.as_ref(),
            again.identifier.as_ref(),
            again.description.as_ref(),
            again.rights.as_ref(),
            again.source.as_ref(),
            again.series.as_ref().map(|series| &series.name),
        ];
        assert!(all.iter().all(|one| *one == Some(&said)), "{all:?}");
    }
}

/// Markdown, the finding that tells of it, and what no edition may have of it. Of an
/// element that a book has a word for, what it says besides goes untold.
const MARKDOWN: &[(&str, &str, &str)] = &[
    ("Uno <script>dos()</script> tres.", "b-022", "<script"),
    ("<script src=\"https://hostile.example/a.js\"></script>\n\nUno.", "b-022", "a.js"),
    ("<style>@import 'https://hostile.example/b.css'</style>\n\nUno.", "b-022", "<style"),
    ("<iframe src=\"https://hostile.example/c\">uno</iframe>", "b-022", "example/c"),
    ("<object data=\"d.swf\">uno</object>", "b-022", "d.swf"),
    (
        "<form action=\"https://hostile.example/e\"><input></form>\n\nUno.",
        "b-022",
        "example/e",
    ),
    ("Uno <b onclick=\"f()\">dos</b>.", "", "onclick"),
    ("Uno <a href=\"javascript:g()\">dos</a>.", "b-028", "g()"),
    ("<meta http-equiv=\"refresh\" content=\"0;url=h\">\n\nUno.", "b-022", "http-equiv"),
    ("<svg onload=\"i()\"><use href=\"j\"/></svg>\n\nUno.", "b-022", "onload"),
    ("Uno <span lang=\"ru\" onmouseover=\"k()\">dos</span>.", "", "onmouseover"),
    ("Uno [dos](javascript:l%28%29).", "b-028", "javascript"),
    ("Uno [dos](JaVaScRiPt:m%28%29).", "b-028", "cript:"),
    ("Uno [dos](data:text/html,nnn).", "b-028", "text/html,nnn"),
    ("Uno [dos](vbscript:ooo).", "b-028", "vbscript"),
    ("Uno [dos](file:///etc/passwd).", "b-028", "file:"),
    ("Uno [dos](//hostile.example/p).", "b-028", "example/p"),
    ("Uno [dos](../../q.xhtml#note-1).", "b-053", "q.xhtml"),
    ("Uno [dos](https://hostile.example@otro.example/r).", "b-028", "example/r"),
    ("Uno [dos](<\u{1}javascript:s>).", "b-028", "javascript"),
    ("![Uno](https://hostile.example/t.png)", "b-041", "t.png"),
    ("![Uno](file:///etc/u.png)", "b-041", "u.png"),
    ("![Uno](..%2f..%2fv.png)", "b-041", "v.png"),
    ("![Uno](data:image/svg+xml,%3Csvg%3E)", "b-041", "data:"),
];

/// What opening a PDF could run, and where its links lead, is in its actions.
fn actions(pdf: &[u8]) -> Vec<String> {
    let document = Document::load_mem(pdf).expect("a PDF");
    let mut found = Vec::new();
    for object in document.objects.values() {
        let dictionary = match object {
            Object::Dictionary(dictionary) => dictionary,
            Object::Stream(stream) => &stream.dict,
            _ => continue,
        };
        for key in [&b"JS"[..], b"JavaScript", b"Launch", b"URI", b"OpenAction", b"AA"] {
            if let Ok(value) = dictionary.get(key) {
                found.push(format!("{value:?}"));
            }
        }
        if let Ok(Object::Dictionary(action)) = dictionary.get(b"A") {
            found.push(format!("{action:?}"));
        }
    }
    found
}

#[test]
fn hostile_markup_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (text, ..)) in MARKDOWN.iter().enumerate() {
        let path = folder.path().join(format!("{number:02}.md"));
        let whole = format!("---\ntitle: Uno\nlanguage: es\n---\n\n{text}\n\nFin.\n");
        #[expect(clippy::disallowed_methods, reason = "a test prepares its case")]
        fs::write(path, whole).expect("a file written");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
    command.current_dir(folder.path()).env_remove("SOURCE_DATE_EPOCH");
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.args(["build", "--quiet", "--out", "out", "--report", "report.json"]);
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = bytes(&folder.path().join("report.json"));
    let report: Value = serde_json::from_slice(&report).expect("a report");
    let editions = report["editions"].as_array().expect("editions");
    assert_eq!(editions.len(), MARKDOWN.len());
    let mut wrong = Vec::new();

    for (number, ((text, code, harm), edition)) in
        MARKDOWN.iter().zip(editions).enumerate()
    {
        let found = edition["diagnostics"].as_array().expect("findings");
        let told = found.iter().any(|one| one["code"] == *code);
        if !told && !code.is_empty() {
            wrong.push(format!("{text}: {code} is not among {found:?}"));
        }
        let [epub, pdf] = ["epub", "pdf"]
            .map(|end| bytes(&folder.path().join(format!("out/{number:02}.{end}"))));
        let package = Package::open(&epub);
        assert_eq!(faults(&package), Vec::<String>::new(), "{text}");
        for (name, bytes) in &package.files {
            let holds = bytes.windows(harm.len()).any(|bytes| bytes == harm.as_bytes());
            // What the style sheet says, no text brought into it.
            if holds && name != "OEBPS/stylesheet.css" {
                wrong.push(format!("{text}: {harm} is in {name}"));
            }
        }
        wrong.extend(actions(&pdf).iter().map(|action| format!("{text}: {action}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn bytes(path: &Path) -> Vec<u8> {
    #[expect(clippy::disallowed_methods, reason = "a test looks at what was made")]
    fs::read(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

#[test]
fn huge_book_reads_back() {
    let paragraph =
        |content| Block::Paragraph(Paragraph { content, ..Paragraph::default() });
    let words = |words: &str| Inline::Text(words.to_owned());
    let note = |number: usize| {
        let blocks = vec![paragraph(vec![words(&format!("Nota {number}."))])];
        Inline::Note(Box::new(Note { blocks, ..Note::default() }))
    };
    let called = (1..=NOTES).map(|number| paragraph(vec![words("Uno"), note(number)]));
    let one = "el molino está parado ";
    let long = one.repeat(LONG / one.len());
    let deep = (0..60).fold(words("hondo"), |inner, _| Inline::Emphasis(vec![inner]));
    let quoted =
        (0..60).fold(paragraph(vec![deep]), |inner, _| Block::Quotation(vec![inner]));
    let mut blocks: Vec<Block> = called.collect();
    blocks.extend([paragraph(vec![words(long.trim())]), quoted]);
    let chapter = Chapter { blocks, ..Chapter::default() };
    let divisions = vec![Division::Chapter(chapter)];
    let book = Book { divisions, ..Book::default() }.with_note_ids();
    for placement in [NotePlacement::Book, NotePlacement::Chapter] {
        assert_comes_back(&book, placement);
        let package = Package::open(&unadorned(&book, placement));
        assert_eq!(faults(&package), Vec::<String>::new());
    }
}
