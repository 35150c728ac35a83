//! Recovery, as literate Markdown: each section of a file in `tests/recover/blocks` says
//! what is shown, gives a source text, the Markdown that shall come of it, and the diagnostics.
//!
//! A line `--- page ---` in a source stands for a form feed, `·` at a line end for a
//! space there. `UPDATE_EXPECTED=1 cargo test --test it blocks::` writes what came of the texts
//! into the files.

use pliego::book::markdown;
use pliego::recover::{self, Hints};
use pliego::source;
use pliego::text::span::FileId;

use crate::literate::check_pages;

#[test]
fn cases_match() {
    check_pages("tests/recover/blocks", "text", recover_text);
}

/// What comes of a text: Markdown, and what is said of it.
fn recover_text(text: &str) -> (String, String) {
    let bytes = text.replace("--- page ---\n", "\u{C}").replace("·\n", " \n");
    let text = source::read(FileId(0), "source", bytes.as_bytes());
    let text = text.expect("the source of a case is a text").value;
    let recovered = recover::recover(&text, &Hints::default());
    let said = recovered.diagnostics.iter().map(|finding| {
        let line = finding.span.map_or(0, |span| span.line);
        format!("{} {line}: {}\n", finding.code.0, finding.message)
    });
    (markdown::write(&recovered.value.document), said.collect())
}
