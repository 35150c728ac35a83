//! The books whose editions are changed.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use pliego::build::{ReadSources, is_document};
use pliego::{BuildOptions, Format, Job, MemoryInputs, Metadata, build};

use super::epub::EpubFiles;
use super::pdf::PdfObjects;
use super::{Dice, MutableEdition};

/// The books of the sample corpus in the usual run; the long run has all of them.
const USUAL: [&str; 4] = [
    "diario-de-una-prensa.md",
    "el-paper-de-forma.md",
    "el-molino-de-papel.txt",
    "cartilla/book.toml",
];

/// How many books are made up in the usual run, and in the long one.
const MADE_UP: [usize; 2] = [2, 10];

/// The most bytes of a text that are made a book, so that the long run takes no days.
const LONGEST: usize = 30_000;

/// A book with its editions.
pub(crate) struct Specimen {
    pub(crate) name: String,
    pub(crate) sources: ReadSources,
    pub(crate) epub: Packed<EpubFiles>,
    pub(crate) pdf: Packed<PdfObjects>,
}

/// An edition, and its file as it is packed.
pub(crate) struct Packed<Edition> {
    pub(crate) edition: Edition,
    pub(crate) bytes: Vec<u8>,
}

/// Builds the books of the usual run, or all.
pub(crate) fn build_all(all: bool) -> Vec<Specimen> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut specimens = Vec::new();
    for number in 0..MADE_UP[usize::from(all)] {
        let (text, pictures) = write_book(number);
        let mut inputs = MemoryInputs::new().with("book.md", text);
        for (name, bytes) in pictures {
            inputs = inputs.with(name, bytes);
        }
        let job = Job::from_documents(["book.md"], Metadata::default());
        specimens.push(build_one(&format!("made up {number}"), &job, &inputs));
    }
    let corpus = root.join("corpus");
    let mut files: Vec<PathBuf> = if all { list_documents(&corpus) } else { Vec::new() };
    if all {
        files.push(corpus.join("cartilla/book.toml"));
        let shared = root.join("../shared");
        if shared.is_dir() {
            files.extend(list_documents(&shared.join("corpus")));
            let mut texts: Vec<PathBuf> = fs::read_dir(shared.join("recovery-dev"))
                .unwrap()
                .map(|folder| folder.unwrap().path().join("case.txt"))
                .filter(|text| text.is_file())
                .collect();
            texts.sort();
            files.extend(texts);
        } else {
            eprintln!("without the books of ../shared");
        }
    } else {
        files.extend(USUAL.map(|name| corpus.join(name)));
    }
    for file in files {
        let inputs = read_folder(&corpus, MemoryInputs::new());
        let mut bytes = fs::read(&file).unwrap();
        if bytes.len() > LONGEST {
            let end = bytes[..LONGEST].iter().rposition(|byte| *byte == b'\n').unwrap();
            bytes.truncate(end + 1);
        }
        let inputs = inputs.with(&file, bytes);
        let job = if file.ends_with("book.toml") {
            Job::from_project(&file, &inputs).unwrap()
        } else {
            Job::from_documents([&file], Metadata::default())
        };
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        specimens.push(build_one(&name, &job, &inputs));
    }
    specimens
}

/// The documents of a folder by name, without its README.
fn list_documents(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.is_file() && is_document(path) && !path.ends_with("README.md")
        })
        .collect();
    files.sort();
    files
}

/// All files of a folder, and of those in it.
fn read_folder(folder: &Path, mut inputs: MemoryInputs) -> MemoryInputs {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        inputs = if path.is_dir() {
            read_folder(&path, inputs)
        } else {
            let bytes = fs::read(&path).unwrap();
            inputs.with(&path, bytes)
        };
    }
    inputs
}

/// Builds a book. Its editions have to be found faultless, as they are and packed anew.
fn build_one(name: &str, job: &Job, inputs: &MemoryInputs) -> Specimen {
    let options = BuildOptions::with_formats([Format::Epub, Format::Pdf]);
    let editions = build(job, inputs, &options, &()).unwrap().value;
    let sources = ReadSources::read(std::slice::from_ref(job), inputs).unwrap();
    let (epub, pdf) =
        (editions.bytes(Format::Epub).unwrap(), editions.bytes(Format::Pdf).unwrap());
    let epub = check::<EpubFiles>(name, &sources, epub, EpubFiles::unpack(epub));
    let pdf = check::<PdfObjects>(name, &sources, pdf, PdfObjects::unpack(pdf));
    Specimen { name: name.to_owned(), sources, epub, pdf }
}

/// An edition whose audit finds nothing, neither as it is nor packed anew.
fn check<Edition: MutableEdition>(
    name: &str,
    sources: &ReadSources,
    bytes: &[u8],
    edition: Edition,
) -> Packed<Edition> {
    let packed = edition.pack();
    for (how, bytes) in [("as it is", bytes), ("packed anew", &packed)] {
        let found = sources.audit(&Edition::read(bytes)).diagnostics;
        let said: Vec<String> =
            found.iter().map(|one| format!("{}: {}", one.code.0, one.message)).collect();
        if std::env::var_os("PLIEGO_EDITION_MUTANTS_MISSED").is_some() {
            if !said.is_empty() {
                eprintln!(
                    "falsely found: {name} as {} {how}: {said:#?}",
                    Edition::FORMAT
                );
            }
        } else {
            assert_eq!(said, [""; 0], "{name} as {} {how}", Edition::FORMAT);
        }
    }
    Packed { edition, bytes: packed }
}

/// The syllables of made-up words.
const SYLLABLES: [&str; 24] = [
    "ca", "mó", "ri", "ta", "lé", "so", "pa", "ñu", "do", "ber", "gí", "lan", "tra",
    "que", "sol", "ven", "chi", "rú", "mos", "na", "le", "cor", "pi", "zá",
];

/// A made-up word.
fn word(dice: &mut Dice) -> String {
    let count = 1 + dice.below(4);
    (0..count).map(|_| *dice.pick(&SYLLABLES).unwrap()).collect()
}

/// A made-up sentence with something to change.
fn sentence(dice: &mut Dice, state: &mut BookState) -> String {
    let words = 6 + dice.below(14);
    let mut said = String::new();
    for place in 0..words {
        let word = word(dice);
        let space = if place == 0 { "" } else { " " };
        said.push_str(space);
        match dice.below(30) {
            0 => write!(said, "«{word}»").unwrap(),
            1 => write!(said, "“{word}”").unwrap(),
            2 => write!(said, "*{word}*").unwrap(),
            3 => write!(said, "{}", 10 + dice.below(1990)).unwrap(),
            4 => write!(
                said,
                "<span lang=\"ru\">слово {}</span>",
                "то".repeat(1 + dice.below(3))
            )
            .unwrap(),
            5 => write!(said, "<span lang=\"fr\">{word} où</span>").unwrap(),
            6 => {
                write!(said, "[{word}](https://example.org/{})", dice.below(900))
                    .unwrap();
            }
            7 => {
                state.notes += 1;
                write!(said, "{word}[^{}]", state.notes).unwrap();
            }
            8 if state.places > 0 => {
                write!(said, "[{word}](#place-{})", 1 + dice.below(state.places))
                    .unwrap();
            }
            _ => said.push_str(&word),
        }
    }
    said + ". "
}

/// What a made-up book has so far.
#[derive(Default)]
struct BookState {
    notes: usize,
    places: usize,
    pictures: usize,
}

/// A made-up book: its Markdown, and its pictures.
fn write_book(number: usize) -> (String, Vec<(String, Vec<u8>)>) {
    let mut dice = Dice::new("book", number);
    let mut state = BookState::default();
    let mut pictures = Vec::new();
    let mut text = format!(
        "---\ntitle: El libro {number}\nauthors: [Ada Solana]\nlanguage: es\n---\n"
    );
    for _ in 0..4 {
        for level in ["#", "##", "###", "##"] {
            state.places += 1;
            write!(
                text,
                "\n{level} {} {} {{#place-{}}}\n",
                word(&mut dice),
                word(&mut dice),
                state.places
            )
            .unwrap();
            for _ in 0..2 + dice.below(3) {
                text.push('\n');
                for _ in 0..=dice.below(5) {
                    let said = sentence(&mut dice, &mut state);
                    text.push_str(&said);
                }
                text.push('\n');
            }
        }
        let name = format!("picture-{}.png", state.pictures);
        state.pictures += 1;
        write!(text, "\n![{} {}]({name})\n", word(&mut dice), word(&mut dice)).unwrap();
        pictures.push((name, draw_picture(&mut dice)));
        let mut row = || {
            format!(
                "| {} | {} | {} |\n",
                word(&mut dice),
                word(&mut dice),
                word(&mut dice)
            )
        };
        write!(text, "\n{}| --- | --- | --- |\n{}{}{}", row(), row(), row(), row())
            .unwrap();
    }
    for note in 1..=state.notes {
        let words: Vec<String> =
            (0..3 + dice.below(12)).map(|_| word(&mut dice)).collect();
        write!(text, "\n[^{note}]: {}.\n", words.join(" ")).unwrap();
    }
    (text, pictures)
}

/// A picture of eight by six grey pixels.
fn draw_picture(dice: &mut Dice) -> Vec<u8> {
    let samples: Vec<u8> =
        (0..48).map(|_| u8::try_from(dice.below(256)).unwrap()).collect();
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new(&mut bytes);
    encoder.write_image(&samples, 8, 6, ExtendedColorType::L8).unwrap();
    bytes
}
