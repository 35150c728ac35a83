//! A book is built from files in memory by the library, and from the same files on the disk
//! by the program: both write the same bytes.

#![expect(clippy::disallowed_methods, reason = "it writes the files of the second build")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use pliego::{
    AuditedEdition, BuildError, BuildOptions, Format, InputError, Job, MemoryInputs,
    Metadata, Progress, Severity, audit, build,
};

const BOOK: &str = "\
[book]
title = \"Dos cartas\"
authors = [\"Ana Pérez\"]
language = \"es\"
chapters = [\"uno.txt\", \"texts/dos.md\"]
cover = \"cover.png\"

[design]
template = \"mine.toml\"
trim = \"a5\"
";

const RAW: &str = "UNO\n\nJuan vivía en el mo-\nlino de arriba, y el molino tenía\nuna \
                   puerta.\n\nMaría vivía en el pueblo.\n";

const MARKDOWN: &str = "# Dos\n\nQuerida amiga: te escribo.[^1]\n\n![Un mapa](map.svg)\n\n\
                        [^1]: Desde Lisboa.\n";

const MAP: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"80\">\
                   <rect width=\"60\" height=\"40\" fill=\"#333\"/></svg>";

/// The formats that both builds make.
const FORMATS: [Format; 3] = [Format::Epub, Format::Pdf, Format::Print];

/// A book of two chapters, with a picture, a cover and a design of its own.
fn files() -> BTreeMap<&'static str, Vec<u8>> {
    let cover = RgbImage::from_pixel(160, 256, Rgb([40, 80, 120]));
    let mut png = Cursor::new(Vec::new());
    DynamicImage::from(cover).write_to(&mut png, ImageFormat::Png).unwrap();
    let design = include_str!("../designs/modern.toml");
    BTreeMap::from([
        ("book.toml", BOOK.into()),
        ("uno.txt", RAW.into()),
        ("texts/dos.md", MARKDOWN.into()),
        ("texts/map.svg", MAP.into()),
        ("cover.png", png.into_inner()),
        ("mine.toml", design.into()),
    ])
}

fn inputs() -> MemoryInputs {
    files()
        .into_iter()
        .fold(MemoryInputs::new(), |inputs, (path, bytes)| inputs.with(path, bytes))
}

#[test]
fn memory_and_disk_give_the_same_bytes() {
    let inputs = inputs();
    let job = Job::from_project(Path::new("book.toml"), &inputs).unwrap();
    let options = BuildOptions::with_formats(FORMATS);
    let editions = build(&job, &inputs, &options, &()).unwrap().value;

    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in files() {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let formats = FORMATS.map(Format::name).join(",");
    let status = Command::new(env!("CARGO_BIN_EXE_pliego"))
        .args(["build", "book.toml", "--no-cache", "--quiet", "--formats", &formats])
        .env_remove("SOURCE_DATE_EPOCH")
        .current_dir(folder.path())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(editions.files.len(), FORMATS.len());
    for file in editions.files {
        let written = fs::read(folder.path().join("editions").join(&file.name)).unwrap();
        assert!(written == file.bytes, "{} differs", file.name.display());
    }
}

#[test]
fn an_edition_from_memory_says_what_its_sources_say() {
    let inputs = inputs();
    let job = Job::from_project(Path::new("book.toml"), &inputs).unwrap();
    let made = build(&job, &inputs, &BuildOptions::default(), &()).unwrap();
    let errors = made.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    assert_eq!(errors.count(), 0);
    let editions = made.value;
    assert_eq!((editions.counts.chapters, editions.counts.figures), (2, 1));
    assert_eq!(editions.texts.len(), 2);
    assert!(editions.accounts[0].is_some() && editions.accounts[1].is_none());
    let read = [
        AuditedEdition::from_epub(editions.bytes(Format::Epub).unwrap()).unwrap(),
        AuditedEdition::from_pdf(editions.bytes(Format::Pdf).unwrap()).unwrap(),
    ];
    for edition in read {
        let found = audit(&edition, std::slice::from_ref(&job), &inputs).unwrap();
        assert_eq!(found.diagnostics, []);
        assert_eq!(found.value.notes, 1);
    }
}

#[test]
fn a_build_tells_how_far_it_has_come() {
    #[derive(Default)]
    struct Events(Mutex<BTreeMap<&'static str, usize>>);

    impl Events {
        fn count(&self, event: &'static str) {
            *self.0.lock().unwrap().entry(event).or_default() += 1;
        }
    }

    impl Progress for Events {
        fn document_read(&self, bytes: u64, is_raw: bool) {
            assert_eq!(is_raw, bytes == RAW.len() as u64);
            self.count("read");
        }

        fn chapter_typeset(&self, chapters: usize) {
            assert_eq!(chapters, 2);
            self.count("typeset");
        }

        fn edition_written(&self, format: Format, pages: Option<usize>) {
            assert_eq!(format == Format::Pdf, pages.is_some());
            self.count("written");
        }
    }

    let (inputs, events) = (inputs(), Events::default());
    let job = Job::from_project(Path::new("book.toml"), &inputs).unwrap();
    build(&job, &inputs, &BuildOptions::default(), &events).unwrap();
    let counted = events.0.into_inner().unwrap();
    assert_eq!(counted, BTreeMap::from([("read", 2), ("typeset", 2), ("written", 2)]));
}

#[test]
fn an_error_says_where_and_what() {
    let error = |toml: &str| {
        let inputs = inputs().with("book.toml", toml);
        let job = Job::from_project(Path::new("book.toml"), &inputs)?;
        build(&job, &inputs, &BuildOptions::default(), &()).map(|_| ())
    };
    let missing = error(&BOOK.replace("cover.png", "none.png")).unwrap_err();
    assert!(matches!(
        &missing,
        BuildError::NamedFile { place, cause: InputError::Missing { .. } }
            if place == "book.toml:6"
    ));
    let message =
        "book.toml:6: 'none.png': there is no such file or folder; check the name";
    assert_eq!(missing.to_string(), message);
    let font = error(&BOOK.replace("trim", "font = \"Nadie\"\ntrim")).unwrap_err();
    assert!(matches!(font, BuildError::NoFamily { .. }), "{font}");
    let long = error(&BOOK.replace("trim = \"a5\"", "trim = 5")).unwrap_err();
    assert!(matches!(long, BuildError::Project(_)), "{long}");
}

#[test]
fn documents_without_a_project_are_chapters_of_one_book() {
    let metadata = Metadata { title: Some("Cartas".to_owned()), ..Metadata::default() };
    let paths = ["uno.txt", "texts/dos.md"];
    let job = Job { name: "amiga".into(), ..Job::from_documents(paths, metadata) };
    let options = BuildOptions::with_formats([Format::Onix, Format::Epub]);
    let editions = build(&job, &inputs(), &options, &()).unwrap().value;
    let names: Vec<_> = editions.files.iter().map(|file| &file.name).collect();
    assert_eq!(names, ["amiga.epub", "amiga-onix.xml"]);
    assert_eq!(editions.counts.chapters, 2);
}
