//! Books that do not fit into few files: where they are divided, and that nothing else
//! changes.

use std::fmt::Write;

use pliego::audit::{self, AuditedDocument, Streams};
use pliego::book::assemble::{self, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::book::{Book, Document};
use pliego::diagnostic::Diagnostic;
use pliego::text::span::FileId;

use crate::epub::tree::Package;
use crate::epub::{Case, files, kepub, publish, publish_as};

/// The largest file (`edition::epub::split`).
const LARGEST: usize = 260 * 1024;

/// A chapter of three sections of some 330 kB together with notes, sub-sections, page
/// marks and scene breaks, and a short chapter after it.
fn long_text() -> String {
    let mut text = String::from(
        "---\ntitle: El río largo\nlanguage: es\n---\n\n# El río\n\nAntes del río.\n",
    );
    let mut notes = String::new();
    for section in 1..=3 {
        write!(text, "\n## Tramo {section}\n").expect("a string");
        for paragraph in 1..=300 {
            let number = section * 1000 + paragraph;
            match paragraph {
                100 => write!(text, "\n### Vado {section}\n").expect("a string"),
                200 => text.push_str("\n---\n"),
                _ => {}
            }
            let mark = match paragraph % 20 {
                0 => format!(
                    "<span id=\"page-{number}\" role=\"doc-pagebreak\" aria-label=\"{number}\"></span>"
                ),
                _ => String::new(),
            };
            write!(
                text,
                "\n{mark}Párrafo {number}: {}[^{number}].\n",
                "el agua baja despacio entre los álamos y nadie la mira. "
                    .repeat(4)
                    .trim(),
            )
            .expect("a string");
            write!(notes, "\n[^{number}]: Nota {number} al *río*.\n").expect("a string");
        }
    }
    text.push_str("\n# La mar\n\nDespués del río.[^9999]\n");
    text + &notes + "\n[^9999]: Nota última.\n"
}

/// A poem of one stanza that is larger than a file.
fn long_poem() -> String {
    let mut text = String::from(
        "---\ntitle: Poema\nlanguage: es\n---\n\nAntes.\n\n<div class=\"verse\">\n\n",
    );
    for line in 1..7000 {
        writeln!(text, "El verso número {line} del poema\\").expect("a string");
    }
    text + "El verso último\n\n</div>\n\nDespués.\n"
}

struct Published {
    document: Document,
    epub: Vec<u8>,
    diagnostics: Vec<Diagnostic>,
}

fn published(text: &str, notes: NotePlacement) -> Published {
    let (document, book) = book(text);
    let case = Case::new("long", book, notes, false);
    let (epub, diagnostics) = publish(&case);
    Published { document, epub, diagnostics }
}

/// A text, and the book that it becomes.
fn book(text: &str) -> (Document, Book) {
    let document = markdown::read(text, FileId(0)).value;
    let placed = vec![AssemblyItem::Document(assemble::AssemblyDocument {
        document: document.clone(),
        ..assemble::AssemblyDocument::default()
    })];
    (document, assemble(placed, Metadata::default()).value)
}

/// The long books.
pub(crate) fn books() -> [Book; 2] {
    [long_text(), long_poem()].map(|text| book(&text).1)
}

/// The files of the text, by name.
fn texts(epub: &[u8]) -> Vec<(String, String)> {
    let files = files(epub).into_iter().filter_map(|(name, bytes)| {
        let name = name.strip_prefix("OEBPS/text/")?.to_owned();
        Some((name, String::from_utf8(bytes).expect("UTF-8")))
    });
    files.collect()
}

/// What an audit by other code finds.
fn differences(published: &Published) -> Vec<String> {
    let mut source = Streams::default();
    source.begin_document(AuditedDocument {
        book: &Metadata::default(),
        document: &published.document,
        part: None,
        title: None,
        short: None,
        alone: true,
    });
    source.add_document(&published.document);
    let edition = audit::epub::read_epub(&published.epub).expect("an edition");
    let found = audit::reconcile(&source, &edition).diagnostics;
    found.into_iter().map(|found| found.message).collect()
}

#[test]
fn long_chapter_is_split_without_loss() {
    let text = long_text();
    for notes in [NotePlacement::Book, NotePlacement::Chapter, NotePlacement::Page] {
        let published = published(&text, notes);
        assert_eq!(differences(&published), [""; 0], "{notes:?}");
        let codes: Vec<&str> =
            published.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(codes, [""; 0], "{notes:?}");
        for (name, text) in texts(&published.epub) {
            assert!(text.len() <= LARGEST, "{name}: {}", text.len());
            let count = text.matches("role=\"doc-backlink\"").count();
            assert!(count <= 500, "{name} has {count} notes");
        }
    }
}

#[test]
fn split_is_at_headings() {
    let published = published(&long_text(), NotePlacement::Chapter);
    let texts = texts(&published.epub);
    let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "chapter-1-2.xhtml",
            "chapter-1-notes-1.xhtml",
            "chapter-1-notes-2.xhtml",
            "chapter-1.xhtml",
            "chapter-2.xhtml",
            "title-page.xhtml",
        ]
    );
    let chapters = texts.iter().map(|(_, text)| text.matches("\"doc-chapter\"").count());
    assert_eq!(chapters.sum::<usize>(), 2);
    let rest = Package::open(&published.epub).tree("OEBPS/text/chapter-1-2.xhtml");
    let opening: Vec<String> = rest.named("body")[0]
        .all()
        .iter()
        .take(4)
        .map(|element| {
            let label = element.get("aria-label").unwrap_or_default();
            format!("{} {label}", element.name).trim().to_owned()
        })
        .collect();
    assert_eq!(opening, ["body", "section El río (2)", "section", "h2"]);
}

#[test]
fn spine_follows_the_text() {
    let published = published(&long_text(), NotePlacement::Chapter);
    let package = Package::open(&published.epub);
    let spine = package.spine();
    let place = |name: &str| {
        spine
            .iter()
            .position(|id| id.contains(name))
            .unwrap_or_else(|| panic!("{name} is not in the spine: {spine:?}"))
    };
    let order =
        ["chapter-1.", "chapter-1-2.", "notes-1.", "notes-2.", "chapter-2."].map(place);
    assert!(order.is_sorted(), "{spine:?}");
    // The contents and the pages lead to where things now stand, in order.
    let lists = ["toc", "page-list"].map(|kind| package.nav(kind));
    let links: Vec<String> =
        lists.concat().into_iter().map(|(target, ..)| target).collect();
    for wanted in
        ["text/chapter-1-2.xhtml#chapter-1-2-heading-", "text/chapter-1-2.xhtml#page-"]
    {
        let wanted = format!("OEBPS/{wanted}");
        assert!(links.iter().any(|link| link.starts_with(&wanted)), "{wanted}");
    }
    for contents in ["OEBPS/nav.xhtml", "OEBPS/toc.ncx"] {
        assert!(
            !package.text(contents).contains("El río (2)"),
            "a chapter is listed once"
        );
    }
}

/// Every file has its own numbers, those that continue a chapter too.
#[test]
fn divided_kepubs_number_their_sentences_by_file() {
    let (_, book) = book(&long_text());
    let case = Case::new("long", book, NotePlacement::Chapter, false);
    let (bytes, _) = publish_as(&case, kepub);
    let texts = texts(&bytes);
    assert!(texts.iter().any(|(name, _)| name == "chapter-1-2.xhtml"));
    for (name, text) in texts {
        let ids = text.split("class=\"koboSpan\" id=\"kobo.").skip(1);
        let mut last = (0, 0);
        for id in ids {
            let (id, _) = id.split_once('"').expect("the end of an id");
            let (block, sentence) = id.split_once('.').expect("two numbers");
            let id = [block, sentence].map(|number| number.parse().expect("a number"));
            let [block, sentence]: [u32; 2] = id;
            let follows = [(last.0, last.1 + 1), (last.0 + 1, 1)];
            assert!(follows.contains(&(block, sentence)), "{name}: {last:?}, {id:?}");
            last = (block, sentence);
        }
        assert!(last > (0, 0), "{name} has no spans");
    }
}

#[test]
fn huge_block_is_reported() {
    let published = published(&long_poem(), NotePlacement::Book);
    let sizes: Vec<bool> =
        texts(&published.epub).iter().map(|(_, text)| text.len() > LARGEST).collect();
    assert_eq!(sizes.iter().filter(|large| **large).count(), 1);
    let codes: Vec<&str> =
        published.diagnostics.iter().map(|found| found.code.0).collect();
    assert_eq!(codes, ["e-010"]);
    assert_eq!(differences(&published), [""; 0]);
}
