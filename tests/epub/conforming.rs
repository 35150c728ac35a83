//! Every edition conforms, and every clause finds its fault.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pliego::book::matter::notes::NotePlacement;
use proptest::prelude::*;
use proptest::sample::select;
use tempfile::{TempDir, tempdir};

use crate::epub::conformity::{CLAUSES, faults};
use crate::epub::rereading::book;
use crate::epub::tree::Package;
use crate::epub::{Case, books, cases, long, publish, unadorned};

/// A fault for a clause to find: in which file, and what stands there instead of what.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const OPF: &str = "OEBPS/content.opf";
const NAV: &str = "OEBPS/nav.xhtml";
const NCX: &str = "OEBPS/toc.ncx";
const CSS: &str = "OEBPS/stylesheet.css";
const LETTERS: &str = "OEBPS/text/chapter-2.xhtml";
const VERSES: &str = "OEBPS/text/chapter-3.xhtml";
const NOTES: &str = "OEBPS/text/notes.xhtml";
const COVER: &str = "OEBPS/text/cover.xhtml";
const COVER_WORDS: &str = "alt=\"Cubierta: Sal &amp; &lt;pimienta&gt;, Juana de Prueba y \
                           Otro &amp; Compañía\"";

const FAULTS: &[Fault] = &[
    ("the archive says first what it is", "mimetype", "epub", "zip"),
    ("every file is in the manifest, once", OPF, "fonts/italic.ttf", "fonts/roman.ttf"),
    ("every file is in the manifest, once", OPF, "id=\"ncx\"", "id=\"nav\""),
    ("media types are those of the standard", OPF, "font/ttf", "application/x-font-ttf"),
    (
        "every page has a title and one body",
        LETTERS,
        "Cartas &amp; cuentas</title>",
        "</title>",
    ),
    ("ids are safe and not given twice", LETTERS, "id=\"mark-4\"", "id=\"4\""),
    ("ids are safe and not given twice", LETTERS, "id=\"mark-4\"", "id=\"mark-3\""),
    ("ids are safe and not given twice", NOTES, "id=\"notes-title\"", "id=\"mark-3\""),
    ("every link leads somewhere", LETTERS, "#note-4", "#note-99"),
    (
        "every link leads somewhere",
        LETTERS,
        "labelledby=\"chapter-2-heading-2",
        "labelledby=\"chapter-2-heading-9",
    ),
    ("every link leads somewhere", NCX, "text/notes.xhtml", "text/nota.xhtml"),
    ("every link leads somewhere", CSS, "fonts/roman.ttf", "fonts/rom.ttf"),
    ("links outside can be followed", LETTERS, "https:", "javascript:"),
    ("links outside can be followed", COVER, "../images/cover.png", "http://a.org/b.png"),
    (
        "the contents are in reading order",
        NAV,
        "chapter-2.xhtml\">Cartas",
        "notes.xhtml\">Cartas",
    ),
    ("the contents are in reading order", NCX, "chapter-3.xhtml", "chapter-1.xhtml"),
    ("the list of pages is whole and in order", NAV, "#page-1\">v<", "#page-1\">vi<"),
    (
        "the list of pages is whole and in order",
        VERSES,
        "pagebreak\" aria-label=\"2\"",
        "pagebreak\" aria-label=\"\"",
    ),
    ("landmarks stand once", NAV, "epub:type=\"titlepage\"", "epub:type=\"cover\""),
    ("every page says its language", LETTERS, " lang=\"es\"", ""),
    ("every page says its language", OPF, " xml:lang=\"es\"", ""),
    ("nothing is empty", LETTERS, ">Muy señor mío:<", "> <"),
    ("nothing is empty", LETTERS, ">Más hondo<", "><"),
    (
        "markup says what things are, not how they look",
        LETTERS,
        "<p class=\"signature\"",
        "<p style=\"x\"",
    ),
    (
        "markup says what things are, not how they look",
        VERSES,
        "<em>se mueve</em>",
        "<b>se mueve</b>",
    ),
    ("nothing runs", LETTERS, "<hr/>", "<script/>"),
    ("nothing runs", LETTERS, "<hr/>", "<hr onclick=\"f()\"/>"),
    ("no soft hyphens", LETTERS, "Le escribo", "Le es\u{ad}cribo"),
    ("no colours and no fixed sizes", CSS, "color: inherit", "color: black"),
    ("no colours and no fixed sizes", CSS, "border-top: 1px", "margin: 12px"),
    (
        "no heading skips a level",
        LETTERS,
        "<h2 id=\"chapter-2-heading-1\">",
        "<h2/><h5 id=\"x\"/><h2>",
    ),
    ("notes go both ways", LETTERS, "#note-4", "#note-5"),
    ("notes go both ways", NOTES, ">4.</a>", ">5.</a>"),
    ("notes go both ways", NOTES, "chapter-2.xhtml#mark-4", "chapter-2.xhtml#mark-5"),
    ("notes go both ways", LETTERS, "epub:type=\"noteref\"", "title=\"x\""),
    ("pictures have words", COVER, COVER_WORDS, "alt=\"\""),
    ("what the metadata claims is so", OPF, "pageBreakMarkers", "MathML"),
    ("what the metadata claims is so", OPF, "alternativeText", "visual"),
    ("particulars are said once", OPF, ">es</dc:language>", "></dc:language>"),
    ("particulars are said once", OPF, "#creator-1", "#creator-9"),
];

#[test]
fn every_clause_finds_its_fault() {
    let [whole, ..] = &cases()[..] else { panic!("a case") };
    let package = Package::open(&publish(whole).0);
    for (name, clause) in CLAUSES {
        assert_eq!(clause(&package), Vec::<String>::new(), "{name}");
        assert!(FAULTS.iter().any(|(of, ..)| of == name), "{name} is never broken");
    }
    for (name, file, from, to) in FAULTS {
        let clause = CLAUSES.iter().find(|(of, _)| of == name);
        let (_, clause) = clause.unwrap_or_else(|| panic!("no clause {name}"));
        let broken = package.clone().with(file, from, to);
        assert_ne!(clause(&broken), Vec::<String>::new(), "{name}: {to}");
    }
    let mut compressed = package;
    compressed.entries[0].1 = false;
    let (_, clause) = CLAUSES[0];
    assert_eq!(clause(&compressed).len(), 1);
}

fn assert_conforms(name: &str, epub: &[u8]) {
    assert_eq!(faults(&Package::open(epub)), Vec::<String>::new(), "{name}");
}

#[test]
fn handmade_books_conform() {
    for case in cases() {
        assert_conforms(case.name, &publish(&case).0);
    }
    for notes in [NotePlacement::Chapter, NotePlacement::Page] {
        let (name, book) = ("many notes apart", books::many_notes());
        let case = Case::new(name, book, notes, true);
        assert_conforms(case.name, &publish(&case).0);
    }
}

#[test]
fn split_books_conform() {
    for book in long::books() {
        for notes in [NotePlacement::Book, NotePlacement::Chapter] {
            assert_conforms("long", &unadorned(&book, notes));
        }
    }
}

/// The editions that the program makes of a folder, in a folder of their own.
fn built(folder: &Path) -> (TempDir, Vec<PathBuf>) {
    let out = tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
    command.args(["build", "--quiet", "--formats", "epub", "--out"]).arg(out.path());
    let output = command.arg(folder).env_remove("SOURCE_DATE_EPOCH").output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    #[expect(clippy::disallowed_methods, reason = "a test looks at what was made")]
    let made = fs::read_dir(out.path()).expect("a folder");
    let made = made.map(|edition| edition.expect("an edition").path()).collect();
    (out, made)
}

#[test]
fn sample_editions_conform() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("corpus")];
    // Real documents, where they are at hand.
    folders.extend(Some(root.join("../shared/corpus")).filter(|folder| folder.is_dir()));
    for folder in folders {
        let (_out, editions) = built(&folder);
        assert!(!editions.is_empty(), "{} has no text", folder.display());
        for edition in editions {
            #[expect(
                clippy::disallowed_methods,
                reason = "a test looks at what was made"
            )]
            let bytes = fs::read(&edition).expect("an edition");
            assert_conforms(&edition.display().to_string(), &bytes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(64)
    })]

    /// But for soft hyphens, which these texts have of their own.
    #[test]
    fn any_book_conforms(
        book in book(),
        notes in select(vec![NotePlacement::Book, NotePlacement::Chapter]),
    ) {
        let found = faults(&Package::open(&unadorned(&book, notes)));
        let found: Vec<String> =
            found.into_iter().filter(|fault| !fault.starts_with("no soft hyphens")).collect();
        prop_assert_eq!(found, Vec::<String>::new());
    }
}
