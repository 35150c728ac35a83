//! Whole books.

use pliego::book::inline::Inline;
use pliego::book::metadata::{Contributor, Metadata};
use pliego::book::picture::{ImageFormat, Picture, Pictures, Pixels};
use pliego::book::purpose::Purpose;
use pliego::book::{Book, Chapter, Division, Part, normal};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Outside, blocks, inlines, metadata, text};

/// The smallest PNG: one grey pixel.
pub(crate) const PIXEL: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
\0\0\0\nIDATx\x9cch\0\0\0\x82\0\x81\x77\xcd\x72\xb6\0\0\0\0IEND\xaeB`\x82";

/// Addresses, and others that no reader follows.
const LINKS: &[&str] = &[
    "https://example.org/a%20b?x=1&y=%22#z",
    "http://example.org",
    "mailto:nadie@example.org?subject=a%20b",
    "javascript:alert(1)",
];

/// What the pictures of a book are called. One that it lacks is none of its figures' by
/// then.
const PICTURES: [&str; 2] = ["images/a b.png", "\"orla\".png"];

fn outside() -> Outside {
    Outside {
        is_document: false,
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
        let particulars = normal::normalise_metadata(Metadata {
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

/// A part or a chapter; the book's own pages stand in no part.
pub(crate) fn division() -> impl Strategy<Value = Division> {
    let stated = || Purpose::STATED.into_iter().map(|(_, purpose)| purpose);
    let all = stated().chain([Purpose::Text; 13]).collect();
    let in_parts = stated().filter(|purpose| !purpose.is_display());
    let in_parts = in_parts.chain([Purpose::Text; 13]).collect();
    let part = (inlines(&outside()), vec(chapter(in_parts), 1..3))
        .prop_map(|(title, chapters)| Division::Part(Part { title, chapters }));
    prop_oneof![2 => chapter(all).prop_map(Division::Chapter), 1 => part]
}

/// Books of parts and chapters.
pub(crate) fn book() -> impl Strategy<Value = Book> {
    let parts = (metadata(), vec(division(), 0..4));
    parts.prop_map(|(metadata, divisions)| {
        let pictures = pictures();
        Book { metadata, divisions, pictures, ..Book::default() }.with_note_ids()
    })
}

/// One pixel by the names of all pictures.
pub(crate) fn pictures() -> Pictures {
    let picture = Picture {
        format: ImageFormat::Png,
        bytes: PIXEL.into(),
        columns: 1,
        rows: 1,
        resolution: 300,
        pixels: Pixels::Grey([255].as_slice().into()),
    };
    let names = PICTURES.iter();
    names.map(|name| ((*name).to_owned(), picture.clone())).collect()
}
