//! An EPUB that is read again is the same book.

use pliego::book::inline::Inline;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Contributor;
use pliego::book::picture::{ImageFormat, Picture, Pixels};
use pliego::book::purpose::Purpose;
use pliego::book::{Book, Chapter, Division, Part, dump, normal};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::generated::{Outside, blocks, inlines, metadata, text};
use crate::reading::read;
use crate::said::{normalised, said};
use crate::tree::Package;
use crate::{PIXEL, cases, long, unadorned};

const PLACEMENTS: [NotePlacement; 3] =
    [NotePlacement::Book, NotePlacement::Chapter, NotePlacement::Page];

/// Addresses, and others that no reader follows.
const LINKS: &[&str] = &[
    "https://example.org/a%20b?x=1&y=%22#z",
    "http://example.org",
    "mailto:nadie@example.org?subject=a%20b",
    "javascript:alert(1)",
    "otra.xhtml#note-1",
    "#title",
];

/// What the pictures of a book are called. One that it lacks is none of its figures' by
/// then.
const PICTURES: [&str; 2] = ["images/a b.png", "\"orla\".png"];

fn outside() -> Outside {
    Outside {
        links: select(LINKS).prop_map(str::to_owned).boxed(),
        pictures: select(&PICTURES[..]).prop_map(str::to_owned).boxed(),
    }
}

fn chapter(purposes: Vec<Purpose>) -> impl Strategy<Value = Chapter> {
    let outside = outside();
    let title = prop_oneof![
        1 => Just(Vec::new()),
        2 => inlines(&outside),
        1 => text().prop_map(|words| {
            vec![Inline::Text("VII.".to_owned()), Inline::LineBreak, Inline::Text(words)]
        }),
    ];
    let author = (text(), option::of(text())).prop_map(|(name, sort)| Contributor {
        name,
        sort,
        role: None,
    });
    let date = select(vec!["1901", "1926-03", "1931-12-04"]);
    let language = select(vec!["ru", "es-AR", "he"]);
    let about = (option::of(text()), vec(author, 0..3), option::of(date));
    let rest = (option::of(language), any::<bool>(), blocks(&outside));
    (select(purposes), title, about, rest).prop_map(|(purpose, title, about, rest)| {
        let (subtitle, authors, date) = about;
        let (language, restarts_notes, blocks) = rest;
        // The line under a title is of the particulars, and in their normal form.
        let particulars = normal::metadata(pliego::book::metadata::Metadata {
            subtitle: subtitle.map(|words| words.replace(char::is_control, " ")),
            authors,
            ..Default::default()
        });
        Chapter {
            purpose,
            title,
            subtitle: particulars.subtitle,
            authors: particulars.authors,
            date: date.and_then(|date| date.parse().ok()),
            language: language.and_then(|tag| tag.parse().ok()),
            restarts_notes,
            blocks,
            ..Chapter::default()
        }
    })
}

/// Books of parts and chapters; the book's own pages stand in no part.
pub(crate) fn book() -> impl Strategy<Value = Book> {
    let stated = || Purpose::STATED.into_iter().map(|(_, purpose)| purpose);
    let all = stated().chain([Purpose::Text; 13]).collect();
    let in_parts = stated().filter(|purpose| !purpose.is_display());
    let in_parts = in_parts.chain([Purpose::Text; 13]).collect();
    let part = (inlines(&outside()), vec(chapter(in_parts), 1..3))
        .prop_map(|(title, chapters)| Division::Part(Part { title, chapters }));
    let division = prop_oneof![2 => chapter(all).prop_map(Division::Chapter), 1 => part];
    (metadata(), vec(division, 0..4)).prop_map(|(metadata, divisions)| {
        let picture = Picture {
            format: ImageFormat::Png,
            bytes: PIXEL.into(),
            columns: 1,
            rows: 1,
            resolution: 300,
            pixels: Pixels::Grey([255].as_slice().into()),
        };
        let names = PICTURES.iter();
        let pictures = names.map(|name| ((*name).to_owned(), picture.clone())).collect();
        normalised(Book { metadata, divisions, pictures })
    })
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
    let short = [dump::book(read), dump::book(written)];
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
fn books_by_hand_come_back() {
    for case in cases() {
        for placement in PLACEMENTS {
            assert_comes_back(&normalised(case.book.clone()), placement);
        }
    }
}

#[test]
fn a_book_of_many_files_is_one() {
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
    fn an_epub_read_again_is_the_same_book(book in book(), placement in select(&PLACEMENTS[..])) {
        assert_comes_back(&book, placement);
    }
}
