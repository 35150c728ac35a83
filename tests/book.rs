//! Documents become a book: `tests/book/*.txt`.
//!
//! `%%% case: why` begins a case, `%%% explicit: title` gives the book a title,
//! `%%% document` begins a document (`%%% document: title` gives it one), and those
//! between `%%% part: title` and `%%% end` belong to a part. `{900 words}` is that many.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

use std::fmt::Write;

use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::metadata::Metadata;
use pliego::book::purpose::Purpose;
use pliego::book::{dump, markdown};
use pliego::text::span::FileId;

#[test]
fn cases_match() {
    insta::glob!("book/*.txt", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut shown = String::new();
        for case in text.split("%%% case: ").skip(1) {
            let (why, case) = case.split_once('\n').unwrap();
            let (placed, explicit) = parse(case);
            let book = assemble(placed, explicit);
            let _ = writeln!(shown, "# {why}\n\n{}", dump::dump_book(&book.value));
            for found in &book.diagnostics {
                let _ = writeln!(shown, "{}: {}\n", found.code.0, found.message);
            }
        }
        while shown.contains("word word") {
            shown = shown.replace("word word", "word");
        }
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(shown);
        });
    });
}

fn parse(case: &str) -> (Vec<AssemblyItem>, Metadata) {
    let mut explicit = Metadata::default();
    let mut placed = Vec::new();
    let mut part: Option<(String, Vec<AssemblyDocument>)> = None;
    for piece in case.split("%%% ").skip(1) {
        let (head, body) = piece.split_once('\n').unwrap();
        let (word, title) = match head.split_once(": ") {
            Some((word, title)) => (word, Some(title.to_owned())),
            None => (head, None),
        };
        match word {
            "explicit" => explicit.title = title,
            "part" => part = Some((title.unwrap(), Vec::new())),
            "end" => {
                let (title, documents) = part.take().unwrap();
                placed.push(AssemblyItem::Part { title, documents });
            }
            _ => {
                let document = markdown::read(&filled(body), FileId(0)).value;
                // "page dedication" is a document of that purpose.
                let purpose = word.strip_prefix("page ").map_or(Purpose::Text, |name| {
                    let stated = Purpose::STATED.into_iter();
                    let mut named = stated.filter(|(stated, _)| *stated == name);
                    named.next().expect("a purpose of that name").1
                });
                let one = AssemblyDocument { document, title, purpose };
                match &mut part {
                    Some((_, documents)) => documents.push(one),
                    None => placed.push(AssemblyItem::Document(one)),
                }
            }
        }
    }
    (placed, explicit)
}

fn filled(body: &str) -> String {
    body.lines().fold(String::new(), |mut whole, line| {
        let filler = line.split_once('{').and_then(|(before, rest)| {
            let (count, after) = rest.split_once(" words}")?;
            let words = "word ".repeat(count.parse().ok()?);
            Some(format!("{before}{}{after}", words.trim()))
        });
        whole.push_str(filler.as_deref().unwrap_or(line));
        whole.push('\n');
        whole
    })
}
