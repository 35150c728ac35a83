//! Books, whatever stands in them, and what is written of them.

use pliego::audit;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::figure::{self, Figure};
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::book::normal::normalise;
use pliego::book::{Book, Document, dump, markdown};
use pliego::edition::epub::{EpubContent, EpubFlavour};
use pliego::edition::pdf::{DocumentInfo, write_pdf};
use pliego::edition::{Publication, identifier};
use pliego::project::designs::standard_design;
use pliego::text::span::FileId;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{leave, pages};
use crate::epub::{conformity, reading, said, tree};
use crate::generated::{self, Outside, books, text};

/// A document that no text says writes Markdown that reads back the same, in normal form.
pub(super) fn document(bytes: &[u8]) {
    let outside =
        Outside { links: text().boxed(), pictures: text().boxed(), is_document: true };
    let mut seeds = bytes.chunks(SEED);
    let Some(first) = seeds.next() else { return };
    let Some(metadata) = drawn(first, &generated::metadata()) else { return };
    let blocks = generated::blocks(&outside);
    let blocks = seeds.take(MOST_PARTS).filter_map(|seed| drawn(seed, &blocks));
    let document = Document { metadata, blocks: blocks.flatten().collect() };
    let written = markdown::write(&document);
    let read = markdown::read(&written, FileId(0)).value.without_positions();
    let normal = normalise(document).without_positions();
    assert_eq!(read, normal, "{written}");
    assert_eq!(normalise(normal.clone()), normal);
}

/// The EPUB of any book keeps every clause that ours are held to, and read again it is the
/// same book.
pub(super) fn epub(bytes: &[u8]) {
    let Some((book, placement)) = drawn_book(bytes) else { return };
    let design = standard_design();
    let publication = bare(&book, placement, &design);
    let content = EpubContent::render(&publication, EpubFlavour::Generic);
    let written = content.write_epub().expect("a package").value;
    let package = tree::Package::open(&written);
    let mut faults = conformity::faults(&package);
    // But for soft hyphens, which some of these books have of their own.
    faults.retain(|fault| !fault.starts_with("no soft hyphens"));
    assert_eq!(faults, Vec::<String>::new());
    let again = said::normalised(reading::read(&package));
    let wanted = said::said(book.clone(), placement);
    assert_eq!(dump::dump_book(&again), dump::dump_book(&wanted));
    audit::epub::read_epub(&written).expect("an audit can read it");
    let kepub = EpubContent::render_kepub(&publication).write_epub();
    tree::Package::open(&kepub.expect("a package of Kobo's").value);
    tree::Element::parse(&content.describe_onix().value);
    let _ = identifier::derive_uuid(&book);
}

/// Any book can be set, and the PDF of its pages read.
pub(super) fn pdf(bytes: &[u8]) {
    let Some((book, placement)) = drawn_book(bytes) else { return };
    let design = standard_design();
    let pages = pages::set(&book, &design, placement);
    pages::are_sound(&pages, &design);
    let particulars = DocumentInfo::from_publication(&bare(&book, placement, &design));
    let written = write_pdf(&pages, &particulars).expect("a PDF");
    leave(&written);
    let read = lopdf::Document::load_mem(&written).expect("lopdf reads it");
    assert_eq!(read.get_pages().len(), pages.pages.len());
    if !pages.pages.is_empty() {
        audit::pdf::read_pdf(&written).expect("an audit can read it");
    }
}

/// What Markdown says is in its EPUB and in its PDF, whole and in order: an audit finds
/// no difference.
pub(super) fn edition(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut document = markdown::read(&text, FileId(0)).value;
    // Where no image is found, its words are text.
    figure::replace_figures(&mut document.blocks, &mut Figure::without_picture);
    let none = Metadata::default();
    let mut source = audit::Streams::default();
    source.begin_document(audit::AuditedDocument {
        book: &none,
        document: &document,
        part: None,
        title: None,
        short: None,
        alone: true,
    });
    source.add_document(&document);
    let contribution = AssemblyDocument { document, ..AssemblyDocument::default() };
    let book = assemble(vec![AssemblyItem::Document(contribution)], none.clone()).value;
    let design = standard_design();
    let publication = bare(&book, NotePlacement::Book, &design);
    let content = EpubContent::render(&publication, EpubFlavour::Generic);
    let written = content.write_epub().expect("a package").value;
    is_whole(&source, &audit::epub::read_epub(&written).expect("an audit can read it"));
    // Lines from right to left are not set yet: README.md.
    if text.chars().any(is_right_to_left) {
        return;
    }
    let pages = pages::set(&book, &design, NotePlacement::Book);
    pages::are_sound(&pages, &design);
    let written =
        write_pdf(&pages, &DocumentInfo::from_publication(&publication)).expect("a PDF");
    leave(&written);
    if !pages.pages.is_empty() {
        is_whole(&source, &audit::pdf::read_pdf(&written).expect("an audit can read it"));
    }
}

/// Hebrew and Arabic with all that stands between them and after, and the signs that turn
/// a line.
fn is_right_to_left(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8FF}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

fn is_whole(source: &audit::Streams, edition: &audit::Streams) {
    let found = audit::reconcile(source, edition).diagnostics;
    let found: Vec<&String> = found.iter().map(|one| &one.message).collect();
    assert_eq!(found, [""; 0]);
}

/// A book without cover and fonts.
fn bare<'a>(
    book: &'a Book,
    notes: NotePlacement,
    design: &'a pliego::design::Design,
) -> Publication<'a> {
    let ibid = Ibid::Kept;
    Publication {
        book,
        design,
        notes,
        ibid,
        fonts: &[],
        cover: None,
        style: "",
        shop: None,
        made: None,
    }
}

/// The book that bytes are drawn by: its particulars by the first of them, each part or
/// chapter by some of the rest.
fn drawn_book(bytes: &[u8]) -> Option<(Book, NotePlacement)> {
    let (placement, bytes) = bytes.split_first()?;
    let placement = match placement % 3 {
        0 => NotePlacement::Book,
        1 => NotePlacement::Chapter,
        _ => NotePlacement::Page,
    };
    let mut seeds = bytes.chunks(SEED);
    let metadata = drawn(seeds.next()?, &generated::metadata())?;
    let division = books::division();
    let divisions = seeds.take(MOST_PARTS).map(|seed| drawn(seed, &division));
    let divisions = divisions.collect::<Option<_>>()?;
    let book =
        Book { metadata, divisions, pictures: books::pictures(), ..Book::default() };
    Some((said::normalised(book), placement))
}

/// So many bytes draw a value.
const SEED: usize = 8;

/// More parts than this are no other book, only a longer one.
const MOST_PARTS: usize = 6;

/// The value that bytes draw. They are no chances themselves: a draw that chooses among
/// strategies would use most of them up.
fn drawn<T>(bytes: &[u8], strategy: &impl Strategy<Value = T>) -> Option<T> {
    let mut seed = [0; 32];
    seed[..bytes.len()].copy_from_slice(bytes);
    let chances = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), chances);
    Some(strategy.new_tree(&mut runner).ok()?.current())
}
