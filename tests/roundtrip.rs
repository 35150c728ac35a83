//! The program's own PDF, extracted and recovered, gives the same book again.
//!
//! The pages `tests/roundtrip/*.md` name books and how they are set and extracted; below
//! each stands what is not yet the same, block by block: `-` is in the book, `+` was
//! recovered. `UPDATE_EXPECTED=1 cargo test --test it roundtrip::` writes what is so into the
//! pages, to be read before it is kept. Stress and languages of phrases are not compared:
//! a plain extraction shows neither.

#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

mod extraction;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use extraction::Manner;
use pliego::book::Document;
use pliego::book::markdown;
use pliego::recover::{Hints, recover};
use pliego::source;
use pliego::text::span::FileId;

#[test]
fn cases_match() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["notes.md", "samples.md"] {
        let page = root.join("tests/roundtrip").join(page);
        let expected = fs::read_to_string(&page).unwrap();
        let found = play(&expected, root);
        if found != expected && std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page, &found).unwrap();
            continue;
        }
        let wrong = found.lines().zip(expected.lines()).find(|(one, other)| one != other);
        assert!(
            wrong.is_none() && found.len() == expected.len(),
            "{}: {wrong:#?}; if the pages or the recovery of them are meant to differ, write \
             what comes back now with UPDATE_EXPECTED=1, and read it",
            page.display()
        );
    }
}

/// The page with what was found. `## FILE, notes = MODE, MANNER` names a book.
fn play(page: &str, root: &Path) -> String {
    let mut played = String::new();
    for part in page.split_inclusive("\n## ") {
        let Some((title, _)) = part.split_once("\n\n") else {
            played.push_str(part);
            continue;
        };
        let words: Vec<&str> = title.split(", ").collect();
        let [file, notes, manner] = words[..] else {
            played.push_str(part);
            continue;
        };
        let book = document(file, &fs::read(root.join(file)).unwrap());
        let pdf = set(&root.join(file), notes.strip_prefix("notes = ").unwrap());
        let manner = match manner {
            "plain" => Manner::Plain,
            "laid out" => Manner::LaidOut,
            _ => panic!("there is no manner '{manner}'"),
        };
        let text = extraction::text(&pdf, manner);
        let found = document("book.txt", text.as_bytes());
        writeln!(played, "{title}\n\n{}", compared(&blocks(&book), &blocks(&found)))
            .unwrap();
        if part.ends_with("## ") {
            played.push_str("## ");
        }
    }
    played
}

/// The document in a file.
fn document(name: &str, bytes: &[u8]) -> Document {
    if Path::new(name).extension().is_some_and(|end| end == "md") {
        return markdown::read(std::str::from_utf8(bytes).unwrap(), FileId(0)).value;
    }
    let text = source::read(FileId(0), name, bytes).unwrap().value;
    recover(&text, &Hints::default()).value.document
}

/// The PDF of a file.
fn set(file: &Path, notes: &str) -> Vec<u8> {
    let work = tempfile::tempdir().unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    fs::copy(file, work.path().join(name)).unwrap();
    let book = document(name, &fs::read(file).unwrap());
    let title = book.metadata.title.unwrap_or_else(|| "Sin título".to_owned());
    let language = book.metadata.language.map_or_else(String::new, |language| {
        format!("language = \"{}\"\n", language.as_str())
    });
    let toml = format!(
        "[book]\ntitle = {title:?}\n{language}slug = \"book\"\nchapters = [{name:?}]\nnotes = \"{notes}\"\n\
         typography = \"as-is\"\n"
    );
    fs::write(work.path().join("book.toml"), toml).unwrap();
    let out = work.path().join("out");
    let output = Command::new(env!("CARGO_BIN_EXE_pliego"))
        .args(["build", "--quiet", "--formats", "pdf", "--out"])
        .args([&out, work.path()])
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read(out.join("book.pdf")).unwrap()
}

/// The blocks of a document as Markdown, without what an extraction cannot show.
fn blocks(document: &Document) -> Vec<String> {
    let written = markdown::write(document);
    let body = match written.strip_prefix("---\n") {
        Some(rest) => rest.split_once("\n---\n").map_or(rest, |(_, body)| body),
        None => &written,
    };
    let blocks = body.split("\n\n").map(plain);
    let title = document.metadata.title.iter().map(|title| format!("title: {title}"));
    title.chain(blocks).filter(|block| !block.is_empty()).collect()
}

/// Markdown without stress, languages and marks of pages.
fn plain(block: &str) -> String {
    let mut plain = String::new();
    let mut rest = block.trim();
    let ornament = rest == "* * *";
    while let Some(at) = rest.find(['*', '<']) {
        plain.push_str(&rest[..at]);
        let after = &rest[at..];
        let tag = after.find('>').map(|end| &after[..=end]);
        let length = match tag {
            Some(tag) if tag.starts_with("<span") || tag == "</span>" => tag.len(),
            _ => {
                if ornament || after.starts_with('<') {
                    plain.push_str(&after[..1]);
                }
                1
            }
        };
        rest = &rest[at + length..];
    }
    plain + rest
}

/// What of two lists of blocks is not the same, by the longest common subsequence.
fn compared(book: &[String], found: &[String]) -> String {
    let mut same = vec![vec![0_usize; found.len() + 1]; book.len() + 1];
    for (i, one) in book.iter().enumerate().rev() {
        for (j, other) in found.iter().enumerate().rev() {
            same[i][j] = if one == other {
                same[i + 1][j + 1] + 1
            } else {
                same[i + 1][j].max(same[i][j + 1])
            };
        }
    }
    let mut shown = format!("{} of {} blocks are the same.\n", same[0][0], book.len());
    let (mut i, mut j) = (0, 0);
    let mut differences = String::new();
    while i < book.len() || j < found.len() {
        if i < book.len() && j < found.len() && book[i] == found[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == found.len() || i < book.len() && same[i + 1][j] >= same[i][j + 1] {
            line(&mut differences, '-', &book[i]);
            i += 1;
        } else {
            line(&mut differences, '+', &found[j]);
            j += 1;
        }
    }
    if !differences.is_empty() {
        write!(shown, "\n```diff\n{differences}```\n").unwrap();
    }
    shown
}

/// Writes a block on one line, its ends if it is long.
fn line(lines: &mut String, sign: char, block: &str) {
    const END: usize = 60;
    let words: Vec<char> = block.replace('\n', " / ").chars().collect();
    let text: String = if words.len() > 2 * END + 3 {
        let (head, tail) = (&words[..END], &words[words.len() - END..]);
        head.iter().chain(&[' ', '…', ' ']).chain(tail).collect()
    } else {
        words.iter().collect()
    };
    writeln!(lines, "{sign} {text}").unwrap();
}
