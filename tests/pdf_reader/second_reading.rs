//! The letters of pages are read a second time, with other code.

#![expect(clippy::disallowed_methods, reason = "tests read the files of the project")]

use std::fmt::Write;
use std::fs;

use pliego::audit::source_pages::{SecondReading, read_again};
use pliego::source::pdf::PdfAccess;
use pliego::source::read_document;
use pliego::text::span::FileId;

use super::builder::{Builder, HELVETICA};
use super::list_books;

/// Reads a PDF twice: the letters that both readings have, what the second could not read,
/// and how they differ.
fn compare(bytes: &[u8]) -> String {
    let access = PdfAccess::default();
    let text = read_document(FileId(0), "a.pdf", bytes, &access).unwrap().value;
    let read = match read_again(&text, bytes, None) {
        Ok(read) => read,
        Err(cause) => return cause.to_string(),
    };
    let SecondReading { letters, pages, cut_pages, unreadable } = read.value;
    let mut said = format!("{letters} letters on {pages}");
    if cut_pages + unreadable > 0 {
        let _ = write!(said, ", {cut_pages} cut, {unreadable} unreadable");
    }
    for found in read.diagnostics {
        let _ = write!(said, "; {}", found.message);
    }
    said
}

fn compare_page(content: &str, entries: &str) -> String {
    compare(&Builder::new().page(content, entries).build())
}

#[test]
fn letters_that_nobody_sees_count() {
    let hidden = "BT /F1 10 Tf 50 500 Td (seen) Tj 3 Tr ( hidden) Tj ET";
    assert_eq!(compare_page(hidden, ""), "10 letters on 1");
    let outside = "BT /F1 10 Tf 60 300 Td (in) Tj ET BT /F1 10 Tf 60 580 Td (out) Tj ET";
    assert_eq!(compare_page(outside, "/CropBox [50 50 350 550]"), "5 letters on 1");
    let clipped = "q 40 490 100 30 re W n BT /F1 10 Tf 50 500 Td (in) Tj ET \
                   BT /F1 10 Tf 50 300 Td (out) Tj ET Q";
    assert_eq!(compare_page(clipped, ""), "5 letters on 1");
    let twice =
        "BT /F1 10 Tf 50 500 Td (bold) Tj ET BT /F1 10 Tf 50.2 500 Td (bold) Tj ET";
    assert_eq!(compare_page(twice, ""), "8 letters on 1");
}

#[test]
fn replacement_text_takes_the_place_of_glyphs() {
    let content = "/Span << /ActualText (mill) >> BDC \
                   BT /F1 10 Tf 50 500 Td (m1ll) Tj ET EMC";
    assert_eq!(compare_page(content, ""), "4 letters on 1");
    let number = "/Span << /ActualText () >> BDC \
                  BT /F1 10 Tf 30 500 Td (12) Tj ET EMC BT /F1 10 Tf 50 500 Td (mill) Tj ET";
    assert_eq!(compare_page(number, ""), "6 letters on 1");
}

#[test]
fn forms_are_read_where_they_are_painted() {
    let mut builder = Builder::new();
    let dictionary = format!(
        "/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Resources << {HELVETICA} >>"
    );
    let form = builder.stream(&dictionary, b"BT /F1 10 Tf 50 500 Td (wheel) Tj ET");
    let entries = format!("/Resources << /XObject << /X {form} 0 R >> >>");
    builder.page("/X Do 1 0 0 1 0 -50 cm /X Do", &entries);
    assert_eq!(compare(&builder.build()), "10 letters on 1");
}

#[test]
fn glyphs_without_names_are_not_compared() {
    let symbol = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 \
                  /BaseFont /Symbol >> >> >>";
    let content = "BT /F1 10 Tf 50 500 Td (abc) Tj ET";
    assert_eq!(compare_page(content, symbol), "0 letters on 1, 0 cut, 3 unreadable");
}

#[test]
fn different_readings_are_reported() {
    // The text of another page.
    let one = Builder::new().page("BT /F1 10 Tf 50 500 Td (wheel) Tj ET", "").build();
    let two = Builder::new().page("BT /F1 10 Tf 50 500 Td (wheat) Tj ET", "").build();
    let access = PdfAccess::default();
    let text = read_document(FileId(0), "a.pdf", &one, &access).unwrap().value;
    let read = read_again(&text, &two, None).unwrap();
    let messages: Vec<&str> =
        read.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "page 1: letters of it were not read: 'a', 't'",
            "page 1: it does not show letters of the text: 'e', 'l'"
        ]
    );
}

#[test]
fn known_books_have_the_same_letters() {
    for file in list_books() {
        let compared = compare(&fs::read(&file).unwrap());
        assert!(!compared.contains([';', ',', ':']), "{}: {compared}", file.display());
    }
}
