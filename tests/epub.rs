//! EPUBs of small books that are hard to publish: the unzipped package is compared with
//! what it was when somebody last looked at it, read again into the same book
//! (`epub/rereading.rs`), and held to what validators do not see (`epub/conforming.rs`).

mod books;
mod conforming;
pub(crate) mod conformity;
mod faces;
mod hostile;
mod long;
mod notes;
mod readers;
pub(crate) mod reading;
mod rereading;
pub(crate) mod said;
mod semantics;
pub(crate) mod tree;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{Cursor, Read};

use crate::generated::books::PIXEL;
use pliego::book::Book;
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::shop::ShopDetails;
use pliego::diagnostic::{Diagnostic, Warned};
use pliego::edition::Publication;
use pliego::edition::cover::cover_from_image;
use pliego::edition::epub::{EpubContent, EpubError, EpubFlavour, epub};
use pliego::fonts::built_in;
use pliego::project::designs::standard_design;
use pliego::project::read_project;
use zip::ZipArchive;

/// A book and how it is published.
struct Case {
    name: &'static str,
    book: Book,
    notes: NotePlacement,
    has_cover: bool,
    shop: ShopDetails,
    made: Option<u64>,
}

/// When the cases are made: on 21 November 2026.
const MADE: Option<u64> = Some(1_795_219_200);

impl Case {
    /// A book without a `[shop]` table.
    fn new(
        name: &'static str,
        book: Book,
        notes: NotePlacement,
        has_cover: bool,
    ) -> Self {
        let shop = ShopDetails::default();
        Self { name, book, notes, has_cover, shop, made: MADE }
    }
}

fn cases() -> Vec<Case> {
    let case = Case::new;
    let mut cases = vec![
        case("everything", books::everything(), NotePlacement::Book, true),
        case("chapter-notes", books::everything(), NotePlacement::Chapter, false),
        case("bare", books::bare(), NotePlacement::Book, false),
        case("empty", Book::default(), NotePlacement::Book, false),
        case("many-notes", books::many_notes(), NotePlacement::Book, false),
        case("pictures", books::pictures(PIXEL), NotePlacement::Book, false),
        case("wordless", books::wordless(), NotePlacement::Book, false),
        case("hebrew", books::hebrew(), NotePlacement::Page, true),
    ];
    cases.extend(shop_cases());
    cases
}

/// Books with what shops want to know of them, as their `book.toml` has it.
fn shop_cases() -> [Case; 4] {
    let case = |name, text, made| {
        let project = read_project("book.toml", text, &|_| None).expect("a project");
        let book = Book { metadata: project.metadata, ..books::bare() };
        let (notes, shop) = (project.notes, project.shop);
        Case { name, book, notes, has_cover: false, shop, made }
    };
    [
        case("shop-world", include_str!("epub/shop/shop-world.toml"), None),
        case("shop-countries", include_str!("epub/shop/shop-countries.toml"), MADE),
        case("shop-not-in", include_str!("epub/shop/shop-not-in.toml"), None),
        case("shop-unnamed", include_str!("epub/shop/shop-unnamed.toml"), None),
    ]
}

fn publish(case: &Case) -> (Vec<u8>, Vec<Diagnostic>) {
    publish_as(case, |publication| epub(publication, EpubFlavour::Generic))
}

/// Makes an EPUB with Kobo's markup.
pub(crate) fn kepub(publication: &Publication<'_>) -> Result<Warned<Vec<u8>>, EpubError> {
    EpubContent::render_kepub(publication).write_epub()
}

/// Publishes a book in some way.
fn publish_as(
    case: &Case,
    how: impl FnOnce(&Publication<'_>) -> Result<Warned<Vec<u8>>, EpubError>,
) -> (Vec<u8>, Vec<Diagnostic>) {
    let warned = as_publication(case, how).expect("a package");
    (warned.value, warned.diagnostics)
}

/// What becomes of a case as a publication.
fn as_publication<T>(case: &Case, make: impl FnOnce(&Publication<'_>) -> T) -> T {
    let cover = cover_from_image(PIXEL.to_vec(), &case.book.metadata, &standard_design());
    let cover = cover.expect("an image").value;
    make(&Publication {
        book: &case.book,
        design: &standard_design(),
        notes: case.notes,
        ibid: Ibid::Kept,
        fonts: &built_in(),
        cover: case.has_cover.then_some(&cover),
        style: "",
        shop: Some(&case.shop),
        made: case.made,
    })
}

/// A book without cover and fonts.
fn unadorned(book: &Book, notes: NotePlacement) -> Vec<u8> {
    let publication = Publication {
        book,
        design: &standard_design(),
        notes,
        ibid: Ibid::Kept,
        fonts: &[],
        cover: None,
        style: "",
        shop: None,
        made: None,
    };
    epub(&publication, EpubFlavour::Generic).expect("a package").value
}

/// The files of a package, by name.
fn files(epub: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(epub)).expect("an archive");
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("its bytes");
        files.insert(file.name().to_owned(), bytes);
    }
    files
}

/// The documents of a package as one text.
fn dump(epub: &[u8], diagnostics: &[Diagnostic]) -> String {
    let mut dump = String::new();
    for (name, bytes) in files(epub) {
        let is_ours = !name.starts_with("META-INF") && name != "mimetype";
        if is_ours && [".opf", ".ncx", ".xhtml"].iter().any(|end| name.ends_with(end)) {
            let text = String::from_utf8(bytes).expect("UTF-8");
            writeln!(dump, "==== {name}\n{}\n", text.trim_end()).expect("a string");
        } else if is_ours {
            writeln!(dump, "==== {name}\n").expect("a string");
        }
    }
    for found in diagnostics {
        writeln!(dump, "{}: {}", found.code.0, found.message).expect("a string");
    }
    dump
}

#[test]
fn packages_match() {
    for case in cases().iter().filter(|case| case.name != "many-notes") {
        let (epub, diagnostics) = publish(case);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("epub");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(case.name, dump(&epub, &diagnostics)));
    }
}

/// What of a design an EPUB follows: the faces that it brings, the rules of the style sheet,
/// and the markup of a chapter that opens so.
#[test]
fn designs_match() {
    let looks = [
        ("classic", "[design]\ntemplate = \"classic\""),
        (
            "modern",
            "[design]\ntemplate = \"modern\"\nopenings.initial = \"small-capitals\"",
        ),
        ("large-print", "[design]\ntemplate = \"large-print\"\nfonts = \"system\""),
        ("dropped", "[design]\nopenings.initial = \"drop\"\napart.verse-numbers = 2"),
    ];
    for (name, keys) in looks {
        let text = format!("[book]\ntitle = \"T\"\n{keys}\n");
        let project = read_project("book.toml", &text, &|_| None).expect("a project");
        let publication = Publication {
            book: &books::opened(),
            design: &project.design,
            notes: NotePlacement::Book,
            ibid: Ibid::Kept,
            fonts: &built_in(),
            cover: None,
            style: "",
            shop: None,
            made: None,
        };
        let package = epub(&publication, EpubFlavour::Generic);
        let files = files(&package.expect("a package").value);
        let said = |file: &str, from: &str| {
            let text = String::from_utf8(files[file].clone()).expect("UTF-8");
            text.split_once(from)
                .map(|(before, after)| (before.to_owned(), after.to_owned()))
        };
        let (faces, _) = said("OEBPS/stylesheet.css", "/* The look").expect("faces");
        let (_, rules) = said("OEBPS/stylesheet.css", "/* The design").expect("rules");
        let (_, body) = said("OEBPS/text/chapter-1.xhtml", "<body").expect("a body");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("epub/designs");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let dump = format!("{faces}\n/* The design{rules}\n<body{body}");
        settings.bind(|| insta::assert_snapshot!(name, dump));
    }
}

/// What shops are told of the books.
#[test]
fn onix_matches() {
    for case in cases().iter().filter(|case| case.name != "many-notes") {
        let warned = as_publication(case, |publication| {
            EpubContent::render(publication, EpubFlavour::Generic).describe_onix()
        });
        let mut dump = warned.value;
        for found in &warned.diagnostics {
            writeln!(dump, "{}: {}", found.code.0, found.message).expect("a string");
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("epub/onix");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(case.name, dump));
    }
}

/// Also leaves the packages where validators can be run on them.
#[test]
fn epub_is_deterministic() {
    for case in cases() {
        let (epub, _) = publish(&case);
        assert_eq!(epub, publish(&case).0, "{}", case.name);
        let path = format!("{}/{}.epub", env!("CARGO_TARGET_TMPDIR"), case.name);
        #[expect(
            clippy::disallowed_methods,
            reason = "a test leaves its work to be seen"
        )]
        std::fs::write(path, epub).expect("a file written");
    }
}

/// The numbers are those of the PDF, where a note stands under the note that calls it.
#[test]
fn page_notes_follow_their_chapter() {
    let [page, chapter] = [NotePlacement::Page, NotePlacement::Chapter].map(|notes| {
        let (name, has_cover) = ("everything", true);
        files(&publish(&Case::new(name, books::everything(), notes, has_cover)).0)
    });
    let names = |files: &BTreeMap<String, Vec<u8>>| -> Vec<String> {
        files.keys().cloned().collect()
    };
    assert_eq!(names(&page), names(&chapter));
    let mut counted = 0;
    for (name, bytes) in page.iter().filter(|(name, _)| name.starts_with("OEBPS/text/")) {
        let text = String::from_utf8_lossy(bytes);
        let back = text.split("role=\"doc-backlink\"").skip(1);
        let numbers = back.filter_map(|rest| rest.split('>').nth(1)?.split('.').next());
        for (place, number) in numbers.enumerate() {
            assert_eq!(number, (place + 1).to_string(), "{name}");
            counted += 1;
        }
    }
    assert!(counted > 2);
}
