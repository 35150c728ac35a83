//! Kinds of layout, as literate Markdown: each section of a file in
//! `tests/pdf_reader/layouts` draws pages, and shows the Markdown that becomes of them and
//! what is reported.
//!
//! A line of a drawing is a line of the page. Before its bar is the size of its type, 10
//! points if nothing is. Three spaces and more are white on the page, as wide as drawn.
//! `¹` is a small raised figure, `_` begins and ends italics, a backtick a typewriter face, and
//! a line of `─` is a rule.
//! `--- page ---` begins another page. `UPDATE_EXPECTED=1 cargo test --test it layouts::`
//! writes what became of the pages into the files.

use pliego::book::markdown;
use pliego::recover::{Hints, recover};
use pliego::source::pdf::PdfAccess;
use pliego::source::read_document;
use pliego::text::span::FileId;

use super::builder::Builder;
use crate::literate::check_pages;

/// The width of a character of the drawing, in points: about that of a letter of 10 points.
const COLUMN: usize = 5;
/// The distance of the lines of the drawing, in points.
const ROW: usize = 12;
/// The margins of the pages, in points.
const MARGIN: usize = 40;

/// Figures that are drawn raised, in their order.
const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

#[test]
fn layouts_match() {
    check_pages("tests/pdf_reader/layouts", "pages", recover_drawing);
}

/// What comes of drawn pages: Markdown, and what is said of it.
fn recover_drawing(drawing: &str) -> (String, String) {
    let access = PdfAccess::default();
    let file = draw_pages(drawing).build();
    let read = read_document(FileId(0), "mill.pdf", &file, &access).unwrap();
    let recovered = recover(&read.value, &Hints::default());
    let found = read.diagnostics.iter().chain(&recovered.diagnostics);
    let said = found.map(|found| format!("{}: {}\n", found.code.0, found.message));
    (markdown::write(&recovered.value.document), said.collect())
}

/// The PDF of a drawing. All its pages have the size that the largest needs.
fn draw_pages(drawing: &str) -> Builder {
    let pages: Vec<Vec<&str>> =
        drawing.split("--- page ---\n").map(|page| page.lines().collect()).collect();
    let width = drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let height = pages.iter().map(Vec::len).max().unwrap_or(0);
    let [width, height] = [width * COLUMN, height * ROW].map(|size| size + 2 * MARGIN);
    let font =
        |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>");
    let fonts = [font("Times-Roman"), font("Times-Italic"), font("Courier")];
    let mut builder = Builder::new();
    builder.inherited = format!(
        "/MediaBox [0 0 {width} {height}] \
         /Resources << /Font << /F1 {} /F2 {} /F3 {} >> >>",
        fonts[0], fonts[1], fonts[2]
    );
    for page in pages {
        let rows = page.iter().zip(1..);
        let content =
            rows.map(|(line, row)| draw_line(line, height - MARGIN - ROW * row));
        builder.page(&content.collect::<String>(), "");
    }
    builder
}

/// The operators that draw a line at a height.
fn draw_line(line: &str, y: usize) -> String {
    let (size, line) = line.split_once('|').unwrap_or(("", line));
    let size = size.trim().parse().unwrap_or(10);
    let characters: Vec<char> = line.chars().collect();
    let white = |at: usize| characters[at..].iter().take_while(|c| **c == ' ').count();
    let mut content = String::new();
    let mut at = 0;
    while at < characters.len() {
        let blank = white(at);
        at += blank;
        // Up to three spaces and more.
        let end = (at..characters.len()).find(|end| white(*end) >= 3);
        let words: String =
            characters[at..end.unwrap_or(characters.len())].iter().collect();
        let x = MARGIN + COLUMN * at;
        if words.starts_with('─') {
            let (to, y) = (x + COLUMN * words.chars().count(), y + ROW / 4);
            content += &format!("{x} {y} m {to} {y} l S ");
        } else if !words.trim().is_empty() {
            content += &format!("BT {x} {y} Td {}ET ", show_words(words.trim(), size));
        }
        at += words.chars().count();
    }
    content
}

/// The operators that show words, with italics, a typewriter face and raised figures.
fn show_words(words: &str, size: usize) -> String {
    let mut content = String::new();
    let mut font = 1;
    let is_special = |c: char| matches!(c, '_' | '`') || RAISED.contains(c);
    for part in words.split_inclusive(is_special) {
        let special = part.chars().next_back().filter(|c| is_special(*c));
        let plain = special.map_or(part, |c| &part[..part.len() - c.len_utf8()]);
        if !plain.is_empty() {
            // In the standard encoding of the fonts, a bullet is the character 267 (octal).
            let plain = plain
                .replace('\\', "\\\\")
                .replace('(', "\\(")
                .replace(')', "\\)")
                .replace('•', "\\267");
            content += &format!("/F{font} {size} Tf ({plain}) Tj ");
        }
        match special {
            Some('_') => font = if font == 2 { 1 } else { 2 },
            Some('`') => font = if font == 3 { 1 } else { 3 },
            Some(raised) => {
                let figure = RAISED.chars().position(|c| c == raised).unwrap_or(0);
                let (small, rise) = (size * 6 / 10, size * 35 / 100);
                content += &format!("/F1 {small} Tf {rise} Ts ({figure}) Tj 0 Ts ");
            }
            None => {}
        }
    }
    content
}
