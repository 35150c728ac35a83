//! What the program promises of any bytes whatever, held to all that ever broke it and to
//! what `cargo fuzz` has kept: `tests/fuzz/finds` and `tests/fuzz/kept` have a folder for
//! each target.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

mod promises;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, panic};

use promises::{PROMISES, hold};

/// Promises of what the library keeps to itself, which its own tests hold it to
/// (`src/typeset/trials.rs`).
const IN_THE_LIBRARY: [&str; 2] = ["lines", "pages"];

/// The files of a folder, by name; none where there is no folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(name)
}

#[test]
fn finds_and_kept_inputs_hold() {
    let mut held = 0;
    for (name, _) in PROMISES {
        for file in
            ["finds", "kept"].iter().flat_map(|from| files(&folder(from).join(name)))
        {
            let bytes = fs::read(&file).expect("a file");
            let holds = panic::catch_unwind(|| hold(name, &bytes)).is_ok();
            assert!(holds, "{}", file.display());
            held += 1;
        }
    }
    assert!(held >= PROMISES.len(), "{held}");
}

/// A folder or a target of no promise would be forgotten.
#[test]
fn every_promise_has_a_target() {
    let names: BTreeSet<&str> = PROMISES.iter().map(|(name, _)| *name).collect();
    let stems = |folder: PathBuf| -> BTreeSet<String> {
        let files = files(&folder).into_iter();
        files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
    };
    let names: BTreeSet<&str> = names.into_iter().chain(IN_THE_LIBRARY).collect();
    let targets = stems(folder("targets"));
    assert!(targets.iter().map(String::as_str).eq(names.iter().copied()), "{targets:?}");
    for kind in ["finds", "kept", "words"] {
        let unknown: Vec<String> = stems(folder(kind))
            .into_iter()
            .filter(|name| !names.contains(name.as_str()))
            .collect();
        assert_eq!(unknown, [""; 0], "{kind}");
    }
}

/// The font that is mutated.
const FONT: &str = "fonts/source-sans/SourceSans3-Regular.ttf";

/// How many mutants a test makes; `PLIEGO_MUTANTS` says another number.
const MUTANTS: u32 = 60;

/// The tables that decide on lengths, widths and places.
const TABLES: [&[u8; 4]; 11] = [
    b"head", b"hhea", b"maxp", b"hmtx", b"loca", b"glyf", b"cmap", b"GPOS", b"GSUB",
    b"OS/2", b"GDEF",
];

/// Numbers at the ends of what two bytes express.
const EXTREMES: [u16; 8] = [0, 1, 0x7FFF, 0x8000, 0x8001, 0xFF00, 0xFFFE, 0xFFFF];

/// A font with some numbers of its tables exchanged for extreme ones; of every eighth, a
/// whole table.
fn mutated_font(font: &[u8], seed: u32) -> Vec<u8> {
    let mut font = font.to_vec();
    let mut random = seed.wrapping_mul(2_654_435_761) | 1;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random as usize % below.max(1)
    };
    let number =
        |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    let records = number(&font[4..6]);
    for _ in 0..=next(3) {
        let tag = TABLES[next(TABLES.len())];
        let mut entries = (0..records).map(|at| 12 + 16 * at);
        let Some(record) = entries.find(|at| &font[*at..at + 4] == tag) else { continue };
        let place = number(&font[record + 8..record + 12]);
        let length = number(&font[record + 12..record + 16]);
        let (one, other) = (EXTREMES[next(8)], EXTREMES[next(8)]);
        if seed.is_multiple_of(8) {
            let words = font[place..place + length].chunks_exact_mut(4);
            for (at, word) in words.enumerate() {
                let value = if at % 2 == 0 { one } else { other };
                word.copy_from_slice(
                    &[value.to_be_bytes(), value.to_be_bytes()].concat(),
                );
            }
        } else {
            // Most of what decides on everything stands first.
            let within = if next(2) == 0 { length.min(64) } else { length };
            let at = place + next(within / 2) * 2;
            font[at..at + 2].copy_from_slice(&one.to_be_bytes());
        }
    }
    font
}

#[test]
fn mutated_fonts_are_refused_or_set() {
    let font = fs::read(FONT).expect("a font");
    let mutants = std::env::var("PLIEGO_MUTANTS").ok();
    let mutants = mutants.map_or(MUTANTS, |count| count.parse().expect("a number"));
    for seed in 0..mutants {
        let mutant = mutated_font(&font, seed);
        let holds = panic::catch_unwind(|| hold("font", &mutant)).is_ok();
        assert!(holds, "mutant {seed}");
    }
}
