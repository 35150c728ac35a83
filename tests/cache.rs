//! Pages that come from the cache are those that a run without one makes, whatever was changed
//! in between.

#![expect(clippy::disallowed_methods, reason = "a test runs the program on files")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::cache::Cache;
use pliego::design::{ChapterStart, Design};
use pliego::edition::pdf::{DocumentInfo, write_cached_pdf, write_pdf};
use pliego::fonts::built_in;
use pliego::text::span::FileId;
use pliego::typeset::document::Pages;
use pliego::typeset::font::Fonts;
use pliego::typeset::{typeset, typeset_with};
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::test_runner::{Config, TestRunner};

/// How often a run is killed.
const KILLS: u32 = 24;
/// The kills are repeated so often at most, until one has met the cache half written.
const MOST_ROUNDS: u32 = 10;

/// Sentences of which chapters are made.
const SENTENCES: [&str; 6] = [
    "El cajista guardó la galera junto a la ventana y esperó a que bajara el sol.",
    "Nadie supo quién había cambiado el orden de los pliegos.",
    "La resma llegó húmeda, y hubo que secarla hoja por hoja sobre las cuerdas del patio.",
    "—¿Y las capitulares? —preguntó el aprendiz.",
    "Quedaban tres líneas cortas, un pie de imprenta y la fe de erratas.",
    "En la prensa vieja se tiraban los carteles; en la nueva, los libros.",
];

/// A chapter: the places of its sentences, paragraph by paragraph, and which paragraphs call
/// a note.
#[derive(Debug, Clone)]
struct Chapter {
    paragraphs: Vec<(Vec<usize>, bool)>,
}

impl Chapter {
    fn written(&self, number: usize) -> String {
        let mut text = format!("# Capítulo {number}\n\n");
        let mut notes = String::new();
        for (place, (sentences, noted)) in self.paragraphs.iter().enumerate() {
            let sentences: Vec<&str> =
                sentences.iter().map(|&one| SENTENCES[one % SENTENCES.len()]).collect();
            text += &sentences.join(" ");
            if *noted {
                let said = SENTENCES[place % SENTENCES.len()];
                write!(text, "[^{place}]").unwrap();
                write!(notes, "[^{place}]: Nota {place}. {said}\n\n").unwrap();
            }
            text += "\n\n";
            if place == 2 {
                text += "## Un apartado\n\n";
            }
        }
        text + &notes
    }
}

/// What is done to a book between two runs.
#[derive(Debug, Clone)]
enum Edit {
    /// Nothing.
    None,
    /// A paragraph says something else.
    Say(usize, usize, Vec<usize>),
    /// A paragraph calls a note, or does no longer.
    Note(usize, usize),
    /// A chapter comes in.
    Insert(usize, Chapter),
    /// A chapter goes.
    Remove(usize),
    /// Two chapters change places.
    Swap(usize, usize),
}

fn sentences() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(0..SENTENCES.len(), 1..12)
}

fn chapter() -> impl Strategy<Value = Chapter> {
    let paragraph = (sentences(), proptest::bool::weighted(0.3));
    proptest::collection::vec(paragraph, 1..14)
        .prop_map(|paragraphs| Chapter { paragraphs })
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        proptest::strategy::Just(Edit::None),
        (any::<usize>(), any::<usize>(), sentences())
            .prop_map(|(a, b, c)| Edit::Say(a, b, c)),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Edit::Note(a, b)),
        (any::<usize>(), chapter()).prop_map(|(a, b)| Edit::Insert(a, b)),
        any::<usize>().prop_map(Edit::Remove),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Edit::Swap(a, b)),
    ]
}

fn apply(edit: &Edit, chapters: &mut Vec<Chapter>) {
    let count = chapters.len();
    match edit {
        Edit::Say(chapter, paragraph, sentences) => {
            let paragraphs = &mut chapters[chapter % count].paragraphs;
            let place = paragraph % paragraphs.len();
            paragraphs[place].0.clone_from(sentences);
        }
        Edit::Note(chapter, paragraph) => {
            let paragraphs = &mut chapters[chapter % count].paragraphs;
            let place = paragraph % paragraphs.len();
            paragraphs[place].1 = !paragraphs[place].1;
        }
        Edit::Insert(place, chapter) => {
            chapters.insert(place % (count + 1), chapter.clone());
        }
        Edit::Remove(place) if count > 1 => drop(chapters.remove(place % count)),
        Edit::None | Edit::Remove(_) => {}
        Edit::Swap(one, other) => chapters.swap(one % count, other % count),
    }
}

/// The book of some chapters, the second half of them in a part.
fn book(chapters: &[Chapter]) -> Book {
    let documents = (0..).zip(chapters).map(|(number, chapter)| {
        let text = chapter.written(number + 1);
        let file = FileId(u32::try_from(number).unwrap());
        let document = markdown::read(&text, file).value;
        AssemblyDocument { document, ..AssemblyDocument::default() }
    });
    let mut documents: Vec<AssemblyDocument> = documents.collect();
    let in_part = documents.split_off(documents.len().div_ceil(2));
    let mut placed: Vec<AssemblyItem> =
        documents.into_iter().map(AssemblyItem::Document).collect();
    if !in_part.is_empty() {
        placed.push(AssemblyItem::Part {
            title: "Segunda parte".into(),
            documents: in_part,
        });
    }
    let metadata = Metadata {
        title: Some("Un libro".to_owned()),
        language: "es".parse().ok(),
        ..Metadata::default()
    };
    assemble(placed, metadata).value
}

fn design(start: ChapterStart) -> Design {
    Design { chapter_start: start, ..pliego::project::designs::standard_design() }
}

#[test]
fn cache_changes_no_page() {
    let fonts = Fonts::new(&built_in()).unwrap().value;
    let placements = prop_oneof![
        proptest::strategy::Just(NotePlacement::Book),
        proptest::strategy::Just(NotePlacement::Chapter),
        proptest::strategy::Just(NotePlacement::Page),
    ];
    let starts = prop_oneof![
        proptest::strategy::Just(ChapterStart::Recto),
        proptest::strategy::Just(ChapterStart::Any),
    ];
    let books = proptest::collection::vec(chapter(), 2..6);
    let edits = proptest::collection::vec(edit(), 1..5);
    let mut runner = TestRunner::new(Config { cases: 24, ..Config::default() });
    runner
        .run(
            &(books, edits, placements, starts),
            |(mut chapters, edits, notes, start)| {
                let design = design(start);
                let mut kept = Vec::new();
                for edit in std::iter::once(&Edit::None).chain(&edits) {
                    apply(edit, &mut chapters);
                    let book = book(&chapters);
                    let clean = typeset(&book, &design, notes, &fonts);
                    let cache = Cache::from_bytes(kept.clone());
                    let with =
                        typeset_with(&book, &design, notes, &fonts, &cache, &|_| ());
                    assert_eq!(with.diagnostics, clean.diagnostics);
                    let file =
                        write_cached_pdf(&with.value, &DocumentInfo::default(), &cache);
                    let plain = write_pdf(&clean.value, &DocumentInfo::default());
                    assert!(file.unwrap() == plain.unwrap(), "{edit:?}");
                    assert!(with.value.into_pages() == clean.value, "{edit:?}");
                    if let Some(left) = cache.into_update() {
                        kept = left.apply_to(kept);
                    }
                }
                Ok(())
            },
        )
        .unwrap();
}

/// What a run makes that another has left something for, and its pages.
fn made(book: &Book, kept: &[u8], design: &Design) -> (usize, Vec<u8>, Pages) {
    let fonts = Fonts::new(&built_in()).unwrap().value;
    let cache = Cache::from_bytes(kept.to_vec());
    let set = typeset_with(book, design, NotePlacement::Page, &fonts, &cache, &|_| ());
    let made = cache.count_made();
    let left = cache
        .into_update()
        .map_or_else(|| kept.to_vec(), |left| left.apply_to(kept.to_vec()));
    (made, left, set.value.into_pages())
}

#[test]
fn edit_sets_one_chapter() {
    let paragraph =
        |place: usize| (vec![place, place + 1, place + 2], place.is_multiple_of(3));
    let chapter = Chapter { paragraphs: (0..9).map(paragraph).collect() };
    let mut chapters = vec![chapter; 4];
    let design = design(ChapterStart::Recto);
    // Of each chapter two things are kept.
    let (first, kept, pages) = made(&book(&chapters), &[], &design);
    assert_eq!(first, 8);
    let (again, kept, same) = made(&book(&chapters), &kept, &design);
    assert_eq!(again, 0);
    assert!(same == pages);
    chapters[0].paragraphs[1].1 = true;
    let (after, kept, other) = made(&book(&chapters), &kept, &design);
    assert_eq!(after, 2);
    assert!(other != pages);
    // Another design is another book.
    let wide = Design { font_size: design.font_size * 2, ..design };
    assert_eq!(made(&book(&chapters), &kept, &wide).0, 8);
}

/// A folder with a long book, and what the program makes of it.
struct House {
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        let house = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(house.at("book")).unwrap();
        let names: Vec<String> = (0..6).map(|place| format!("\"{place}.md\"")).collect();
        let project =
            format!("[book]\ntitle = \"Largo\"\nchapters = [{}]\n", names.join(", "));
        fs::write(house.at("book/book.toml"), project).unwrap();
        for place in 0..6 {
            house.write(place, "");
        }
        house
    }

    /// A chapter that ends with some words.
    fn write(&self, place: usize, last: &str) {
        let paragraph = format!("{} {}\n\n", SENTENCES.join(" "), SENTENCES[place % 6]);
        let text = format!("# Capítulo {place}\n\n{}{last}\n", paragraph.repeat(45));
        fs::write(self.at(&format!("book/{place}.md")), text).unwrap();
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A run that puts the editions into a folder.
    fn run(&self, caches: &Path, out: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
        command.args(["build", "--quiet", "--out"]).arg(out);
        command.arg(self.at("book")).env("XDG_CACHE_HOME", caches);
        command.env("HOME", self.at("")).env("LOCALAPPDATA", caches);
        command
    }

    /// The editions that a run makes.
    fn build(&self, options: &[&str], caches: &Path) -> [Vec<u8>; 2] {
        let out = tempfile::tempdir().unwrap();
        let output = self.run(caches, out.path()).args(options).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{said}");
        let edition =
            |format| fs::read(out.path().join(format!("book.{format}"))).unwrap();
        ["epub", "pdf"].map(edition)
    }
}

/// The files in a folder and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn edited_book_equals_clean_build() {
    let house = House::new();
    let caches = house.at("caches");
    let none = house.at("none");
    let first = house.build(&[], &caches);
    assert!(first == house.build(&["--no-cache"], &none));
    assert!(!none.exists(), "what keeps nothing makes no folder");
    let [kept] = files(&caches).try_into().expect("one file for one book");
    assert!(kept.extension().is_some_and(|ending| ending == "kept"));
    assert!(first == house.build(&[], &caches));
    let before = fs::read(&kept).unwrap();
    house.write(2, "Una línea más, y nada más.");
    let second = house.build(&[], &caches);
    assert!(second != first);
    let after = fs::read(&kept).unwrap();
    assert!(
        after.starts_with(&before) && after.len() > before.len(),
        "what is new is added"
    );
    assert!(second == house.build(&["--no-cache"], &none));
    // It is safe to delete.
    fs::remove_dir_all(&caches).unwrap();
    assert!(second == house.build(&[], &caches));
}

#[test]
fn broken_cache_is_ignored() {
    let house = House::new();
    let caches = house.at("caches");
    let first = house.build(&[], &caches);
    let [kept] = files(&caches).try_into().expect("one file for one book");
    let whole = fs::read(&kept).unwrap();
    let mut broken = whole.clone();
    for byte in broken.iter_mut().step_by(101) {
        *byte ^= 0x5A;
    }
    for bytes in [&whole[..whole.len() / 2], &broken, b"", b"pliego cache 2\r\n\xFF\xFF"]
    {
        fs::write(&kept, bytes).unwrap();
        assert!(first == house.build(&[], &caches));
        assert!(fs::read(&kept).unwrap() == whole, "it is mended");
    }
    // Where the folder should be, there is a file.
    let file = house.at("file");
    fs::write(&file, "no folder").unwrap();
    assert!(first == house.build(&[], &file));
    assert_eq!(fs::read(&file).unwrap(), b"no folder");
}

/// Killed at whatever moment, what it leaves in the cache deceives no other run, and the
/// next one takes away what is no cache.
#[test]
fn killed_run_keeps_cache_valid() {
    let house = House::new();
    let caches = house.at("caches");
    let started = Instant::now();
    let editions = [house.build(&["--no-cache"], &caches), {
        house.write(2, "Una línea más.");
        house.build(&["--no-cache"], &caches)
    }];
    let takes = started.elapsed() / 2;
    let mut begun = 0;
    // On a machine that does other things besides, the moment may be missed.
    for nth in 0..MOST_ROUNDS * KILLS {
        if nth >= KILLS && begun > 0 {
            break;
        }
        let kill = nth % KILLS;
        // Into an empty cache, and into one with the book before an edit.
        house.write(2, "");
        let _ = fs::remove_dir_all(&caches);
        let edited = kill % 2 == 1;
        if edited {
            house.build(&[], &caches);
            house.write(2, "Una línea más.");
        }
        let out = tempfile::tempdir().unwrap();
        let mut child = house.run(&caches, out.path()).spawn().unwrap();
        if kill % 4 < 2 {
            thread::sleep(takes * kill / KILLS);
        } else {
            // While the cache is written, which takes but a moment.
            let before = sizes(&caches);
            while sizes(&caches) == before && matches!(child.try_wait(), Ok(None)) {}
            thread::sleep(Duration::from_micros(u64::from(kill / 4) * 100));
        }
        let _ = child.kill();
        child.wait().unwrap();
        let torn = |file: &PathBuf| file.extension().is_none_or(|end| end != "kept");
        begun += u32::from(files(&caches).iter().any(torn));
        assert!(
            house.build(&[], &caches) == editions[usize::from(edited)],
            "kill {kill}"
        );
        let left = files(&caches);
        assert!(left.len() == 1 && !torn(&left[0]), "kill {kill}: {left:?}");
    }
    assert!(begun > 0, "not once it was killed while it wrote the cache");
}

/// The files of a cache, with how long each is.
fn sizes(caches: &Path) -> Vec<(PathBuf, u64)> {
    let length = |file: PathBuf| {
        let length = fs::metadata(&file).map_or(0, |found| found.len());
        (file, length)
    };
    files(caches).into_iter().map(length).collect()
}
