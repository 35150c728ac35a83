//! An edition that is not what its source says is found out, whatever was done to it.

#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

use std::fs;
use std::io::{Cursor, Read, Write};
use std::process::Command;

use pliego::audit::{Contribution, Streams, epub, reconcile};
use pliego::book::metadata::Metadata;
use pliego::recover::{Hints, recover};
use pliego::source::read;
use pliego::text::span::FileId;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const TEXT: &str = "\
    El viejo cajista guardaba los tipos gastados en una caja de nogal1 y nadie sabía\n\
    para qué los quería, porque ninguno servía ya para componer una línea derecha.\n\
    \n\
    Cuando murió el dueño del taller, su hijo vendió la prensa2 y mandó fundir todo\n\
    el plomo, menos aquella caja que el cajista se llevó debajo del abrigo.\n\
    \n\
    1. La madera venía de un huerto vecino.\n\
    2. Era una prensa de brazo, comprada en Lyon.\n";

/// What is done to the edition: in which words, and what stands there then.
const MUTATIONS: &[(&str, &str, &str, &str)] = &[
    ("a word changed", "gastados", "rotos", "a-003"),
    ("a letter changed", "nogal", "nogai", "a-003"),
    ("a word dropped", "ninguno ", "", "a-001"),
    ("a word doubled", "derecha", "derecha derecha", "a-00"),
    ("a space lost", "una caja", "unacaja", "a-005"),
    ("a space put in", "nadie", "na die", "a-005"),
    ("a running head in the text", "el plomo", "EL TALLER 12 el plomo", "a-002"),
    ("a note in the body", "una línea", "La madera venía una línea", "a-002"),
    ("a note changed", "un huerto", "otro huerto", "a-003"),
    ("notes exchanged", "#note-1\"", "#note-2\"", "a-012"),
    ("a reference to nothing", "#note-2\"", "#note-9\"", "a-012"),
    ("words moved", "la prensa", "", "a-001"),
];

#[test]
fn every_mutation_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("taller.txt");
    fs::write(&source, TEXT).unwrap();
    let built = Command::new(env!("CARGO_BIN_EXE_pliego"))
        .args(["build", "--quiet", "--formats", "epub", "--out"])
        .arg(folder.path())
        .arg(&source)
        .status();
    assert!(built.unwrap().success());
    let bytes = fs::read(folder.path().join("taller.epub")).unwrap();
    assert_eq!(audited(&bytes), Vec::<String>::new());
    for (what, words, instead, code) in MUTATIONS {
        let codes = audited(&mutated(&bytes, words, instead));
        assert!(codes.iter().any(|found| found.starts_with(code)), "{what}: {codes:?}");
    }
}

/// The codes of what an audit of the edition finds.
fn audited(bytes: &[u8]) -> Vec<String> {
    let text = read(FileId(0), "taller.txt", TEXT.as_bytes()).unwrap().value;
    let recovered = recover(&text, &Hints::default()).value;
    let mut source = Streams::default();
    source.begin(Contribution {
        book: &Metadata::default(),
        document: &recovered.document,
        part: None,
        title: None,
        alone: true,
    });
    source.add_ledger(&text, &recovered.ledger);
    let outcome = reconcile(&source, &epub::read(bytes).unwrap());
    assert_eq!(outcome.notes, 2);
    outcome.diagnostics.iter().map(|found| found.code.0.to_owned()).collect()
}

/// The edition with the first occurrence of words in its text replaced.
fn mutated(bytes: &[u8], words: &str, instead: &str) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let mut done = false;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        if entry.name().contains(".xhtml")
            && !entry.name().contains("nav")
            && !done
            && let Ok(text) = String::from_utf8(content.clone())
            && let Some((before, after)) = text.split_once(words)
        {
            content = [before, instead, after].concat().into_bytes();
            done = true;
        }
        writer.start_file(entry.name(), SimpleFileOptions::default()).unwrap();
        writer.write_all(&content).unwrap();
    }
    assert!(done, "the edition does not say '{words}'");
    writer.finish().unwrap().into_inner()
}
