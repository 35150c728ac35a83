//! What files say that they are: words of the vocabularies, and each with the role that
//! goes with it.

use std::collections::BTreeSet;

use pliego::book::block::{Block, Definition};
use pliego::book::matter::notes::NotePlacement;
use pliego::book::purpose::Purpose;
use pliego::book::{Book, Chapter, Division};

use crate::epub::tree::{Element, Package};
use crate::epub::{Case, books, cases, files, publish};

/// Terms of the EPUB 3 Structural Semantics Vocabulary 1.1 that have a role of the same
/// name in DPUB-ARIA 1.1.
const WITH_ROLE: [&str; 24] = [
    "acknowledgments",
    "afterword",
    "appendix",
    "backlink",
    "bibliography",
    "chapter",
    "colophon",
    "cover",
    "dedication",
    "endnote",
    "endnotes",
    "epigraph",
    "epilogue",
    "footnote",
    "foreword",
    "glossary",
    "introduction",
    "noteref",
    "pagebreak",
    "part",
    "preface",
    "prologue",
    "subtitle",
    "toc",
];

/// Terms of the vocabulary that have no role, or, as the list of pages, one of another name.
const WITHOUT_ROLE: [&str; 12] = [
    "backmatter",
    "bodymatter",
    "copyright-page",
    "footnotes",
    "frontmatter",
    "glossdef",
    "glossterm",
    "halftitlepage",
    "imprint",
    "landmarks",
    "page-list",
    "titlepage",
];

/// What is written of the structure vocabulary of Z39.98, and the types of titles.
const OF_STRUCTURE: [&str; 9] = [
    "label",
    "ordinal",
    "title",
    "z3998:roman",
    "z3998:salutation",
    "z3998:signature",
    "z3998:speech",
    "z3998:stage-direction",
    "z3998:verse",
];

/// A book with a chapter for every purpose.
fn purposes() -> Book {
    let stated = Purpose::STATED.into_iter().map(|(_, purpose)| purpose);
    purposes_of(&[Purpose::Text].into_iter().chain(stated).collect::<Vec<_>>())
}

/// A book of chapters with some purposes.
fn purposes_of(purposes: &[Purpose]) -> Book {
    let chapter = |purpose: Purpose| {
        Division::Chapter(Chapter {
            purpose,
            title: vec![books::text(purpose.name())],
            blocks: vec![books::paragraph(vec![books::text("Text.")])],
            ..Chapter::default()
        })
    };
    let divisions = purposes.iter().map(|&purpose| chapter(purpose)).collect();
    Book { divisions, ..Book::default() }
}

#[test]
fn types_and_roles_are_in_vocabularies() {
    let mut all = cases();
    let (name, book) = ("purposes", purposes());
    all.push(Case::new(name, book, NotePlacement::Book, true));
    let mut types = BTreeSet::new();
    for case in all {
        for (name, bytes) in files(&publish(&case).0) {
            if name.rsplit('.').next() != Some("xhtml") {
                continue;
            }
            let page = Element::parse(std::str::from_utf8(&bytes).expect("UTF-8"));
            for element in page.all() {
                let said = element.get("epub:type").unwrap_or_default();
                let role = element.get("role").unwrap_or_default();
                let kind = role.strip_prefix("doc-").unwrap_or_default();
                let known =
                    kind.is_empty() || kind == "pagelist" || WITH_ROLE.contains(&kind);
                assert!(known, "no such role: {role}");
                // Whole sections say the same in both ways.
                if element.name == "section" && !said.is_empty() {
                    let first = said.split(' ').next().unwrap_or_default();
                    let of_image = first == "cover";
                    let wanted = WITH_ROLE.contains(&first) && !of_image;
                    assert_eq!(
                        wanted.then_some(first),
                        Some(kind).filter(|k| !k.is_empty())
                    );
                }
                types.extend(said.split_whitespace().map(str::to_owned));
            }
        }
    }
    let known = |one: &&str| {
        WITH_ROLE.contains(one)
            || WITHOUT_ROLE.contains(one)
            || OF_STRUCTURE.contains(one)
    };
    let unknown: Vec<&str> =
        types.iter().map(String::as_str).filter(|one| !known(one)).collect();
    assert_eq!(unknown, [""; 0]);
    for (name, purpose) in Purpose::STATED {
        assert!(types.contains(purpose.semantics()), "{name} is written");
    }
}

#[test]
fn half_title_separates_front_matter() {
    let files_of = |title: Option<&str>, purposes: &[Purpose]| {
        let mut book = purposes_of(purposes);
        book.metadata.title = title.map(str::to_owned);
        let (name, notes) = ("half title", NotePlacement::Book);
        let case = Case::new(name, book, notes, false);
        let package = Package::open(&publish(&case).0);
        let spine = package.spine().into_iter();
        let names = spine.filter_map(|path| path.rsplit('/').next().map(str::to_owned));
        names.collect::<Vec<_>>()
    };
    let title = Some("Hojas sueltas");
    let (before, text) = (Purpose::Foreword, Purpose::Text);
    let parted = [
        "title-page.xhtml",
        "foreword.xhtml",
        "nav.xhtml",
        "half-title.xhtml",
        "chapter-1.xhtml",
    ];
    assert_eq!(files_of(title, &[before, text]), parted);
    let without = [
        files_of(None, &[before, text]),
        files_of(title, &[text, before]),
        files_of(title, &[text]),
        files_of(title, &[before]),
    ];
    for files in without {
        assert!(!files.contains(&"half-title.xhtml".to_owned()), "{files:?}");
    }
}

#[test]
fn entries_of_back_matter_are_lists() {
    let entry = |words: &str| books::paragraph(vec![books::text(words)]);
    let term = Definition {
        term: vec![books::text("Ladrón")],
        descriptions: vec![vec![entry("Compuerta de la presa.")]],
    };
    let book = |purpose, blocks| Book {
        divisions: vec![Division::Chapter(Chapter {
            purpose,
            title: vec![books::text("Del final")],
            blocks,
            ..Chapter::default()
        })],
        ..Book::default()
    };
    let elements = |book: Book, name: &str| {
        let case = Case::new("entries", book, NotePlacement::Book, false);
        let files = files(&publish(&case).0);
        let page = files.into_iter().find(|(file, _)| {
            file.ends_with("bibliography.xhtml") || file.ends_with("glossary.xhtml")
        });
        let (_, bytes) = page.expect("the page is there");
        let page = Element::parse(std::str::from_utf8(&bytes).expect("UTF-8"));
        let found = page.all().into_iter().filter(|element| element.name == name);
        let types = found.map(|one| one.get("epub:type").unwrap_or_default().to_owned());
        types.collect::<Vec<String>>()
    };
    let works = || vec![entry("Ana Prueba: Presas."), entry("Ana Prueba: Ruedas.")];
    assert_eq!(elements(book(Purpose::Bibliography, works()), "li").len(), 2);
    assert_eq!(elements(book(Purpose::Glossary, works()), "li").len(), 0);
    let terms = || book(Purpose::Glossary, vec![Block::Definitions(vec![term.clone()])]);
    assert_eq!(elements(terms(), "dt"), ["glossterm"]);
    assert_eq!(elements(terms(), "dd"), ["glossdef"]);
}
