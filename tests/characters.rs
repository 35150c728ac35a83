//! Typewriter characters set as printed ones: `tests/characters/LANGUAGE.md`.
//!
//! Each paragraph of a file is typed text, and the line after it, after `→`, is what it
//! becomes. `⟨ ⟩` is around a sign that is not clear and stays. The first lines are notes to
//! the reader. `UPDATE_EXPECTED=1` writes what comes out.

#![expect(clippy::disallowed_methods, reason = "it reads and writes its own cases")]

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;

use pliego::book::Document;
use pliego::book::block::{Block, Paragraph};
use pliego::book::inline::Inline;
use pliego::book::markdown;
use pliego::book::metadata::Metadata;
use pliego::book::typography::{Typography, set_characters};
use pliego::build::{
    AuditedEdition, BuildOptions, Format, Job, MemoryInputs, audit, build,
};
use pliego::text::language::Language;
use pliego::text::span::FileId;

#[test]
fn cases_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/characters");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let language: Language = name.parse().unwrap();
        let cases = std::fs::read_to_string(&path).unwrap();
        let mut found = String::new();
        for paragraph in cases.trim_end().split("\n\n") {
            let typed = paragraph.split("\n→ ").next().unwrap();
            if !found.is_empty() {
                found.push_str("\n\n");
            }
            found.push_str(typed);
            if !typed.starts_with('#') {
                let _ = write!(found, "\n→ {}", set(typed, &language));
            }
        }
        found.push('\n');
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&path, found).unwrap();
        } else {
            assert_eq!(found, cases, "{name}");
        }
    }
}

/// The text of a paragraph as it is set, with its spaces shown.
fn set(typed: &str, language: &Language) -> String {
    let mut document = markdown::read(typed, FileId::default()).value;
    let stated = Some(Typography::Typographic);
    let found = set_characters(&mut document, stated, Some(language), false);
    let mut set = markdown::write(&document).trim_end().replace('\u{202F}', "_");
    for unclear in found.iter().filter(|one| one.code.0 == "b-051") {
        let _ = write!(set, " ⟨{}⟩", unclear.message.split(": ").nth(1).unwrap());
    }
    set
}

#[test]
fn audit_counts_printed_characters_or_refuses_them() {
    let text = "# Carta\n\n\"No hay agua\", dijo... Y d'Artagnan cerró.\n";
    let inputs = MemoryInputs::new().with("carta.md", text);
    let job = |typography| {
        let metadata = Metadata {
            title: Some("La rueda / de la presa".to_owned()),
            language: "es".parse().ok(),
            typography,
            ..Metadata::default()
        };
        Job::from_documents(["carta.md"], metadata)
    };
    let options = BuildOptions::default();
    for format in [Format::Epub, Format::Pdf] {
        let editions = build(&job(None), &inputs, &options, &()).unwrap().value;
        let bytes = editions.bytes(format).unwrap();
        let edition = match format {
            Format::Epub => AuditedEdition::from_epub(bytes),
            _ => AuditedEdition::from_pdf(bytes),
        };
        let edition = edition.unwrap();
        let found = audit(&edition, &[job(None)], &inputs).unwrap();
        assert_eq!(found.diagnostics, [], "{format:?}");
        assert_eq!(found.value.printed_signs, 4, "{format:?}");
        let kept = job(Some(Typography::AsIs));
        let found = audit(&edition, &[kept], &inputs).unwrap();
        let codes = found.diagnostics.iter().map(|one| one.code.0);
        assert_eq!(codes.collect::<Vec<_>>(), ["a-003"; 4], "{format:?}");
    }
}

proptest! {
    #[test]
    fn letters_and_spaces_stay(
        text in "[ab1 .,\"'«»(-]{0,40}",
        language in prop::sample::select(vec!["es", "fr", "de", "en", "ru", "und"]),
    ) {
        let paragraph = |text: &str| Document {
            blocks: vec![Block::Paragraph(Paragraph {
                content: vec![Inline::Text(text.to_owned())],
                ..Paragraph::default()
            })],
            ..Document::default()
        };
        let mut document = paragraph(&text);
        let stated = Some(Typography::Typographic);
        let tag: Language = language.parse().unwrap();
        set_characters(&mut document, stated, Some(&tag), false);
        let [Block::Paragraph(set)] = document.blocks.as_slice() else {
            panic!("one paragraph")
        };
        let [Inline::Text(set)] = set.content.as_slice() else { panic!("one text") };
        let kept = |text: &str| {
            let kept = |c: &char| c.is_alphanumeric() || ",( «»".contains(*c);
            text.chars().filter(kept).collect::<String>()
        };
        // Guillemets are among the signs that are set.
        let without = |text: &str| kept(text).replace(['«', '»'], "");
        prop_assert_eq!(without(set), without(&text));
        // What is set is never set again otherwise.
        let mut again = paragraph(set);
        set_characters(&mut again, stated, Some(&tag), false);
        let straight = |c: char| matches!(c, '"' | '\'');
        if !set.contains(straight) && !set.contains('-') && !set.contains("...") {
            prop_assert_eq!(&again, &document);
        }
    }
}
