//! Bad pages: each gets an answer, soon, and none a panic.
#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

use std::fmt::Write;
use std::path::Path;

use super::changes::{Numbers, change_markup};
use pliego::book::markdown;
use pliego::interchange::rich::RichDocument;
use pliego::interchange::{Imported, RichFormat, import_document, read_rich};
use pliego::text::span::FileId;

/// How many pages are changed and read.
const CHANGED_PAGES: u32 = 500;

/// What of a page may change besides its elements.
const REPLACED: [(&str, &str); 2] = [("</", "<"), ("1", "4294967296")];

fn read(page: &str) -> RichDocument {
    read_rich(RichFormat::Html, page.as_bytes()).expect("a page")
}

#[test]
fn changed_pages_never_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interchange/html");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    let cases: Vec<String> = names
        .iter()
        .map(|name| std::fs::read_to_string(name).expect("a text"))
        .map(|case| {
            case.split_once("=== expected").map_or_else(String::new, |c| c.0.into())
        })
        .collect();
    let mut numbers = Numbers(88_172_645_463_325_252);
    for _ in 0..CHANGED_PAGES {
        let mut page = cases[numbers.below(cases.len())].clone();
        // A page of another case after it: ids are there twice.
        page.push_str(&cases[numbers.below(cases.len())]);
        for _ in 0..=numbers.below(4) {
            page = change_markup(&page, &mut numbers, REPLACED);
            page.truncate(page.floor_char_boundary(100_000));
        }
        read(&page);
    }
}

#[test]
fn tags_without_end_are_read() {
    for tag in [
        "b",
        "div",
        "p",
        "a",
        "ul><li",
        "table><tr><td",
        "blockquote",
        "sup",
        "dl><dd",
        "svg",
        "math><mi",
        "font size=7",
        "i><p",
        "table",
        "select",
        "template",
        "ruby><rt",
        "div class=poem",
        "figure",
        "q",
        "h1",
        "section class=footnotes",
    ] {
        let page = format!("<{tag}>x").repeat(100_000 / (tag.len() + 3));
        let document = read(&page);
        assert!(!document.blocks.is_empty() || !document.omissions.is_empty(), "{tag}");
        drop(document);
        read(&format!("<{tag}>").repeat(100_000 / (tag.len() + 2)));
    }
}

#[test]
fn formats_that_every_paragraph_opens_again_stay_bounded() {
    let mut page = String::new();
    for number in 0..30_000 {
        write!(page, "<p><b id=b{number}>x</p>").expect("a string takes all");
    }
    read(&page);
    let page = "<b><i><u><s><em><strong>".to_owned() + &"<p>x</b>".repeat(100_000);
    read(&page);
}

#[test]
fn notes_that_repeat_notes_stay_bounded() {
    let mut page = String::from("<p>x<a epub:type=noteref href=#n0>1</a></p>");
    for number in 0..20 {
        write!(page, "<aside epub:type=footnote id=n{number}><p>y").expect("it fits");
        for _ in 0..500 {
            write!(page, "<a epub:type=noteref href=#n{}>1</a>", number + 1)
                .expect("it fits");
        }
        page.push_str("</p></aside>");
    }
    read(&page);
    // Many marks of one long note.
    let mut page = "<a epub:type=noteref href=#n>1</a>".repeat(10_000);
    page += "<aside epub:type=footnote id=n>";
    page += &"<p>word".repeat(50_000);
    read(&page);
    let mut page = String::new();
    for number in 0..10_000 {
        write!(page, "<p id=a{number}>x<a href=#b>1</a></p>").expect("it fits");
    }
    page += "<p id=b>";
    for number in 0..10_000 {
        write!(page, "<a href=#a{number}>1</a>").expect("it fits");
    }
    read(&page);
}

#[test]
fn long_rows_of_siblings_are_read() {
    for part in [
        "<a id=x></a>",
        "<td colspan=1000>x",
        "<br>",
        "<li>",
        "<img src=x>",
        "<tr>x",
        "<p class=line>x",
        "<b></p>",
        "</p>",
        "&amp;",
        "<a href=#x>1</a>",
        "<hr><h2>Notes</h2>",
        "<table>x",
        "<option>",
        "</b><b>",
        "<span class=pagenum>1</span>",
        "<dt>x",
    ] {
        let around = [
            "",
            "<table>",
            "<ul>",
            "<div class=poem>",
            "<figure><img src=x>",
            "<select>",
        ];
        for before in around {
            read(&format!("{before}{}", part.repeat(50_000 / part.len())));
        }
    }
}

/// Markdown has fewer levels of lists than a page can have.
#[test]
fn lists_that_are_nested_too_deep_are_reported() {
    let page = "<p>The mill</p>".to_owned() + &"<ol><li>weir".repeat(20);
    let imported =
        import_document(RichFormat::Html, FileId(0), "mill.html", page.as_bytes());
    let imported = imported.expect("a page");
    let Imported { document, text, .. } = imported.value;
    assert_eq!(markdown::write(&document), text.text);
    assert_eq!(text.text.matches("weir").count(), 20);
    assert!(imported.diagnostics.iter().any(|found| found.code.0 == "d-002"));
}
