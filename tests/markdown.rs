//! Markdown: what is written reads back the same, and anything at all can be read.
//!
//! `tests/markdown/*.md` are texts as people write them, several of them parted by lines
//! of `%%%%%`; the snapshots have what the reader makes of them and says about them.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

use std::fmt::Write as _;

use crate::generated::{Outside, blocks, metadata, text};
use pliego::book::block::{Block, Paragraph};
use pliego::book::inline::Inline;
use pliego::book::markdown::{read, write};
use pliego::book::metadata::Metadata;
use pliego::book::normal::normalise;
use pliego::book::{Document, codes, dump};
use pliego::diagnostic::{Diagnostic, Warned};
use pliego::text::span::FileId;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn document() -> impl Strategy<Value = Document> {
    let metadata = prop_oneof![2 => Just(Metadata::default()), 1 => metadata()];
    let outside =
        Outside { links: text().boxed(), pictures: text().boxed(), is_document: true };
    (metadata, blocks(&outside))
        .prop_map(|(metadata, blocks)| Document { metadata, blocks })
}

#[test]
fn cases_match() {
    insta::glob!("markdown/*.md", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut shown = String::new();
        for one in text.split("%%%%%\n") {
            let read = read(one, FileId(0));
            let _ = writeln!(shown, "{}", dump::dump_document(&read.value));
            for found in &read.diagnostics {
                let line = found.span.map_or(0, |span| span.line);
                let _ = writeln!(shown, "{line}: {}: {}", found.code.0, found.message);
            }
            let _ = writeln!(shown);
        }
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(shown);
        });
    });
}

#[test]
fn cases_read_back_when_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/markdown");
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for one in text.split("%%%%%\n") {
            let document = document_of(one).without_positions();
            let written = write(&document);
            let again = read(&written, FileId(0));
            assert_eq!(said(&again), Vec::<&Diagnostic>::new(), "{written}");
            assert_eq!(again.value.without_positions(), document, "{written}");
        }
    }
}

/// A text of pieces that mean something, on lines that begin like blocks.
fn anything() -> impl Strategy<Value = String> {
    let head = select(vec![
        "",
        "",
        "> ",
        "- ",
        "1. ",
        "    ",
        "\t",
        "# ",
        "[^1]: ",
        "[^2]: ",
        "[^1]:",
        "<div class=\"verse\">",
        "</div>",
        "<div>",
        "<p>",
        "<span lang=\"ru\">",
        "</span>",
        "```",
        "| a | b |",
        "| - | - |",
        "---",
        "--- ---",
        "+---+---+",
        "| a | b |",
        "| a",
        "Table: ",
        ": ",
        "~   ",
        "#. ",
        "(@a) ",
        "*[a]: ",
        "% ",
        "```{=html}",
        "title: x",
        "authors: [x",
        "<!--",
        "-->",
        "<em>",
        "<div class=\"dateline\">x</div>",
        "> <div class=\"epigraph\">",
        "- [^2] ",
        "a) ",
        "b) ",
        "   i. ",
        "   ii. ",
        "I. ",
        "II. ",
        "• ",
        "1.- ",
        "2.- ",
        "1) ",
        "<table><tr><td>",
        "<td><ul><li>",
        "</li></ol></td>",
        "<th align=\"right\">",
        "</table>",
    ]);
    let line = (vec(head, 0..4), text()).prop_map(|(heads, text)| heads.concat() + &text);
    vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

/// Links that random documents found: with their brackets, what stands in them would
/// make a note mark or the definition of a reference.
#[test]
fn link_text_is_escaped() {
    let mark = vec![Inline::Text("^".into()), Inline::PageMark("[x]:".into())];
    for content in [mark, vec![Inline::Code("]:-:".into())]] {
        let link = Inline::Link { target: "*".into(), content };
        let line = Paragraph { content: vec![link], ..Paragraph::default() };
        let document =
            Document { blocks: vec![Block::Paragraph(line)], ..Document::default() };
        let written = write(&document);
        let again = document_of(&written).without_positions();
        assert_eq!(again, document, "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn written_markdown_reads_back(document in document()) {
        let normal = normalise(document.clone());
        let written = write(&document);
        let read = read(&written, FileId(0));
        prop_assert_eq!(said(&read), Vec::<&Diagnostic>::new(), "{}", written);
        prop_assert_eq!(read.value.without_positions(), normal, "{}", written);
    }

    #[test]
    fn any_text_is_stable(text in anything()) {
        let document = read(&text, FileId(0)).value.without_positions();
        let written = write(&document);
        let again = read(&written, FileId(0));
        prop_assert_eq!(said(&again), Vec::<&Diagnostic>::new(), "{}", written);
        prop_assert_eq!(again.value.without_positions(), document, "{}", written);
    }

    #[test]
    fn normal_form_is_idempotent(document in document()) {
        let once = normalise(document);
        prop_assert_eq!(normalise(once.clone()), once);
    }
}

#[test]
fn deep_nesting_is_read() {
    for piece in [
        "> ",
        "- ",
        "1. ",
        "*a ",
        "**a ",
        "[",
        "![",
        "<em>",
        "<span lang=\"ru\">",
        "<div>\n\n",
        "<div class=\"verse\">\n\n",
        "> <div>\n",
        "[^1]",
        "`x ",
        "&",
        "<",
        "<!--",
        "<a ",
        "| ",
    ] {
        let read =
            read(&format!("{}x\n\n[^1]: a[^1]\n", piece.repeat(3000)), FileId(0)).value;
        let written = write(&read);
        assert!(written.contains('x'), "{piece}");
    }
    let notes: String = (0..500)
        .flat_map(|n| [format!("[^{n}]: note{n}[^{}]", n + 1), "\n".into()])
        .collect();
    let read = read(&format!("Text[^0]\n\n{notes}"), FileId(0)).value;
    let written = write(&read);
    assert!((0..500).all(|n| written.contains(&format!("note{n}"))));
    for deep in [
        "- ".repeat(20_000),
        "[".repeat(20_000),
        "{a: ".repeat(9_000),
        "? ".repeat(9_000),
    ] {
        let text = format!("---\nkey: 1\ndeep:\n  {deep}\n---\n\nBody.\n");
        assert_eq!(document_of(&text).blocks.len(), 1);
    }
}

fn document_of(text: &str) -> Document {
    read(text, FileId(0)).value
}

/// What reading found, but for links that lead nowhere, images without a description and
/// formulas that are no TeX: they stay what they are.
fn said(read: &Warned<Document>) -> Vec<&Diagnostic> {
    let stays = [codes::DEAD_LINK, codes::IMAGE_WITHOUT_DESCRIPTION, codes::FORMULA];
    read.diagnostics.iter().filter(|found| !stays.contains(&found.code)).collect()
}
