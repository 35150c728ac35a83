//! A tiny book, set by hand, as a PDF for a press: what is in the file.

#[path = "pdf/compositor.rs"]
mod compositor;

use std::fmt::Write;

use compositor::{particulars, tiny_book};
use lopdf::{Document, Object};
use pliego::edition::pdf::{Particulars, press_pdf};
use pliego::length::Length;
use pliego::press::{Edges, Marks, Sheet, Standard};
use pliego::typeset::document::Pages;

/// A sheet for a book in black.
fn black() -> Sheet {
    let bleed = Edges {
        inner: Length::ZERO,
        outer: Length::pt(9),
        top: Length::pt(9),
        bottom: Length::pt(9),
    };
    Sheet { bleed, black_only: true, ink_limit: 240, ..Sheet::default() }
}

/// A sheet with all that can stand beside a page.
fn marked(sheet: Sheet) -> Sheet {
    let marks = Marks { crop: true, bleed: true, colour_bar: true, slug: true };
    Sheet { marks, ..sheet }
}

fn print(pages: &Pages, sheet: &Sheet) -> Vec<u8> {
    press_pdf(pages, &particulars(), sheet).unwrap().value
}

#[test]
fn the_same_pages_give_the_same_bytes_without_a_clock() {
    let undated = Particulars { made: None, ..particulars() };
    for standard in [Standard::X4, Standard::X1a] {
        let sheet = marked(Sheet { standard, ..black() });
        let once = press_pdf(&tiny_book(), &undated, &sheet).unwrap().value;
        assert!(once == press_pdf(&tiny_book(), &undated, &sheet).unwrap().value);
        let document = Document::load_mem(&once).unwrap();
        let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
        let made = document.get_dictionary(info).unwrap().get(b"CreationDate").unwrap();
        assert_eq!(made.as_str().unwrap(), b"D:19800101000000Z");
    }
}

#[test]
fn is_what_the_standards_ask_for() {
    let colour = Sheet { black_only: false, ..black() };
    let cases = [
        ("x4_black", black()),
        ("x1a_black_marked", marked(Sheet { standard: Standard::X1a, ..black() })),
        ("x4_colour_marked", marked(colour.clone())),
        ("x1a_colour", Sheet { standard: Standard::X1a, ..colour }),
    ];
    for (name, sheet) in cases {
        let dump = dump(&print(&tiny_book(), &sheet));
        insta::with_settings!({ snapshot_path => "print", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, dump);
        });
    }
}

/// The file as text: every object, and the streams that can be read.
fn dump(bytes: &[u8]) -> String {
    let mut dump = format!("{}\n", String::from_utf8_lossy(&bytes[..8]));
    let mut document = Document::load_mem(bytes).unwrap();
    document.decompress();
    for (id, object) in &document.objects {
        writeln!(dump, "{} {object:?}", id.0).unwrap();
        if let Object::Stream(stream) = object {
            match std::str::from_utf8(&stream.content) {
                Ok(text) if !stream.dict.has(b"Length1") => {
                    dump.extend(text.lines().map(|line| format!("    {line}\n")));
                }
                _ => dump.push_str("    (not text)\n"),
            }
        }
    }
    dump
}
