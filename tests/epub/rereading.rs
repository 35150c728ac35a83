//! An EPUB that is read again is the same book.

use pliego::book::matter::notes::NotePlacement;
use pliego::book::{Book, dump};
use proptest::prelude::*;
use proptest::sample::select;

use crate::epub::reading::read;
use crate::epub::said::{normalised, said};
use crate::epub::tree::Package;
use crate::epub::{cases, long, unadorned};
use crate::generated::books;

const PLACEMENTS: [NotePlacement; 3] =
    [NotePlacement::Book, NotePlacement::Chapter, NotePlacement::Page];

pub(crate) fn book() -> impl Strategy<Value = Book> {
    books::book().prop_map(normalised)
}

pub(crate) fn assert_comes_back(book: &Book, placement: NotePlacement) {
    let package = Package::open(&unadorned(book, placement));
    let again = normalised(read(&package));
    assert_same(&again, &said(book.clone(), placement));
}

/// Says where two books differ: whole ones would say nothing.
fn assert_same(read: &Book, written: &Book) {
    if read == written {
        return;
    }
    // The short form of books, and where it does not tell, the long one.
    let short = [dump::dump_book(read), dump::dump_book(written)];
    let long = || [format!("{read:#?}"), format!("{written:#?}")];
    let [read, written] = if short[0] == short[1] { long() } else { short };
    let (read, written): (Vec<&str>, Vec<&str>) =
        (read.lines().collect(), written.lines().collect());
    let all = 0..read.len().max(written.len());
    let mut all = all.filter(|&at| read.get(at) != written.get(at));
    let differs = all.next().unwrap_or_default();
    let around = |lines: &[&str]| {
        let end = lines.len().min(differs + 12);
        lines[differs.saturating_sub(12).min(end)..end].join("\n")
    };
    panic!("read again:\n{}\n\nwritten:\n{}", around(&read), around(&written));
}

#[test]
fn handmade_books_read_back() {
    for case in cases() {
        for placement in PLACEMENTS {
            assert_comes_back(&normalised(case.book.clone()), placement);
        }
    }
}

#[test]
fn split_book_reads_back() {
    for book in long::books() {
        for placement in PLACEMENTS {
            assert_comes_back(&book, placement);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(96)
    })]

    #[test]
    fn any_book_reads_back(book in book(), placement in select(&PLACEMENTS[..])) {
        assert_comes_back(&book, placement);
    }
}
