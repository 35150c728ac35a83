//! The catalogue of hostile books, `tests/hostile/*.md`: what each bad input is, and what
//! the program says of it.
//!
//! A page is a kind of input. `let NAME = …` before its first entry names bytes. An entry
//! is a section, and its indented lines make files and run the program over them:
//!
//! - `book.md = "…"` makes a file, as `hostile/recipe.rs` tells; with `| …` below it, its
//!   lines as they are; `(3000) many-{n}.md = …` makes so many files;
//! - `folder NAME`, `link NAME to TARGET`, `pipe NAME` make these;
//! - `$ build book.md` runs the program, and `=> 0 b-010 b-022 x 3` below it is what it
//!   ended with and found, each code with how often; after `=> 2` stands what it said.
//!
//! Whatever an input is, the program ends by itself, without a panic and with one of its
//! three exit codes; it writes editions and nothing else, and no terminal obeys what it
//! says; an EPUB can be unpacked and its files are XML, a PDF can be read.
//!
//! `UPDATE_EXPECTED=1 cargo test --test it hostile::` writes what was found into the pages.
//! `PLIEGO_HOSTILE_OUT=DIR` writes the files themselves, in their full size, with a list.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

mod making;
mod recipe;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Read};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lopdf::Document;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use zip::ZipArchive;

use recipe::Maker;

/// Entries that there are at least.
const ENTRIES: usize = 300;

/// How long a run may take before it counts as one without end: far longer than any does.
const END: Duration = Duration::from_mins(1);

/// What a run may hold of memory, in kilobytes, as a shell limits it: addresses, of which
/// a program takes more than it fills.
const MEMORY: u32 = 4_000_000;

/// What a run may write, in bytes: far more than any entry's editions.
const WRITTEN: u64 = 50_000_000;

/// A file that an entry makes.
struct Made {
    name: String,
    /// How many of it; its name has `{n}` then.
    times: i64,
    recipe: String,
    /// What it is besides a file with bytes: its recipe is what it leads to, or nothing.
    kind: &'static str,
}

/// An entry of the catalogue.
struct Entry {
    name: String,
    made: Vec<Made>,
    /// Command lines, each with what is expected.
    runs: Vec<(String, String)>,
}

/// A page of the catalogue.
struct Page {
    path: PathBuf,
    text: String,
    maker: Maker,
    entries: Vec<Entry>,
}

#[test]
fn cases_match() {
    let pages = pages(std::env::var_os("PLIEGO_HOSTILE_OUT").is_some());
    if let Some(folder) = std::env::var_os("PLIEGO_HOSTILE_OUT") {
        return write_out(Path::new(&folder), &pages);
    }
    let entries: Vec<(&Page, &Entry)> = pages
        .iter()
        .flat_map(|page| page.entries.iter().map(move |one| (page, one)))
        .collect();
    assert!(entries.len() >= ENTRIES, "there are {} entries", entries.len());
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut answers = thread::scope(|scope| {
        let work = || {
            let mut answers = Vec::new();
            while let Some((page, entry)) =
                entries.get(next.fetch_add(1, Ordering::Relaxed))
            {
                answers.push((&page.path, &entry.name, answers_to(page, entry)));
            }
            answers
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("an answer"));
        done.flatten().collect::<Vec<_>>()
    });
    answers.sort_by_key(|(page, name, _)| (*page, *name));
    let mut wrong = Vec::new();
    let mut said: BTreeMap<(&PathBuf, &str), Vec<String>> = BTreeMap::new();
    for (page, name, (answer, faults)) in answers {
        let place = page.file_stem().unwrap_or_default().to_string_lossy();
        wrong.extend(faults.iter().map(|fault| format!("{place}, {name}: {fault}")));
        said.insert((page, name), answer);
    }
    for page in &pages {
        let text = retold(&page.text, |name| said[&(&page.path, name)].clone());
        if text != page.text && std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page.path, text).expect("the page is written");
        } else {
            let lines = page.text.lines().zip(text.lines()).zip(1..);
            wrong.extend(lines.filter(|((old, new), _)| old != new).map(
                |((old, new), line)| {
                    format!(
                        "{}:{line}\n expected: {old}\n      is: {new}",
                        page.path.display()
                    )
                },
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The pages, and all they name.
fn pages(full: bool) -> Vec<Page> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let files = fs::read_dir(folder).expect("the catalogue");
    let mut paths: Vec<PathBuf> =
        files.map(|file| file.expect("a page").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    // It compares programs and has no entries.
    paths.retain(|path| path.file_name().is_some_and(|name| name != "README.md"));
    paths.sort();
    paths.into_iter().map(|path| page(path, full)).collect()
}

fn page(path: PathBuf, full: bool) -> Page {
    let text = fs::read_to_string(&path).expect("a page");
    let mut maker = Maker { full, ..Maker::default() };
    let mut entries: Vec<Entry> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("## ") {
            entries.push(Entry {
                name: name.to_owned(),
                made: Vec::new(),
                runs: Vec::new(),
            });
            continue;
        }
        let Some(line) = line.strip_prefix("    ") else { continue };
        // Lines as they are belong to the file above them.
        let mut lines_as_they_are = String::new();
        while let Some(more) = lines.peek().and_then(|more| more.strip_prefix("    |")) {
            lines_as_they_are.push_str(more.strip_prefix(' ').unwrap_or(more));
            lines_as_they_are.push('\n');
            lines.next();
        }
        let whole = |recipe: &str| {
            if lines_as_they_are.is_empty() {
                return recipe.to_owned();
            }
            let text = lines_as_they_are.replace('\\', "\\\\").replace('"', "\\\"");
            format!("{recipe} \"{text}\"")
        };
        if let Some(definition) = line.strip_prefix("let ") {
            let (name, recipe) = definition.split_once(" =").expect("a definition");
            let bytes = maker.make(&whole(recipe));
            maker.names.insert(name.to_owned(), bytes);
            continue;
        }
        let entry = entries.last_mut().expect("an entry");
        if let Some(run) = line.strip_prefix("$ ") {
            entry.runs.push((run.to_owned(), String::new()));
        } else if line.starts_with("=>") {
            // What is expected stands in the text of the page.
        } else {
            entry.made.push(made(line, whole));
        }
    }
    Page { path, text, maker, entries }
}

/// What a line makes.
fn made(line: &str, whole: impl Fn(&str) -> String) -> Made {
    for (word, kind) in [("folder ", "folder"), ("link ", "link"), ("pipe ", "pipe")] {
        if let Some(rest) = line.strip_prefix(word) {
            let (name, recipe) = rest.split_once(" to ").unwrap_or((rest, ""));
            return Made { name: name.into(), times: 1, recipe: recipe.into(), kind };
        }
    }
    let (name, recipe) =
        line.split_once(" =").unwrap_or_else(|| panic!("what is '{line}'?"));
    let (times, name) =
        match name.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
            Some((times, name)) => (times.parse().expect("a number"), name),
            None => (1, name),
        };
    Made { name: name.to_owned(), times, recipe: whole(recipe), kind: "file" }
}

/// Makes the files of an entry and tells their names.
fn prepare(page: &Page, entry: &Entry, folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for made in &entry.made {
        for number in 1..=made.times {
            let name = made.name.replace("{n}", &number.to_string());
            let path = folder.join(&name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            match made.kind {
                "folder" => fs::create_dir_all(&path).expect("a folder"),
                "link" => symlink(&made.recipe, &path).expect("a link"),
                "pipe" => {
                    let done = Command::new("mkfifo").arg(&path).status();
                    assert!(done.expect("mkfifo").success());
                }
                _ => fs::write(&path, page.maker.make(&made.recipe)).expect("a file"),
            }
            names.push(name);
        }
    }
    names
}

/// What the program answers to each command of an entry, and what is wrong with it.
fn answers_to(page: &Page, entry: &Entry) -> (Vec<String>, Vec<String>) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("book");
    fs::create_dir(&folder).expect("a folder");
    fs::create_dir(place.path().join("temporary")).expect("a folder");
    let mut names = prepare(page, entry, &folder);
    let mut answers = Vec::new();
    let mut faults = Vec::new();
    for (line, _) in &entry.runs {
        let run = run(line, place.path());
        answers.push(run.answer());
        faults.extend(run.faults());
        faults.extend(stray(place.path(), &mut names, run.code == Some(0)));
        faults.extend(broken(&folder.join("editions")));
    }
    assert!(!answers.is_empty(), "{}: nothing is run", entry.name);
    (answers, faults)
}

/// The beginning of what was said.
fn excerpt(said: &str) -> String {
    let lines: Vec<&str> = said.lines().take(40).collect();
    lines.join("\n").chars().take(4_000).collect()
}

/// A run of the program.
struct Run {
    code: Option<i32>,
    ended: bool,
    said: String,
    /// How often each code was found.
    found: BTreeMap<String, usize>,
}

/// Runs the program in a folder's `book`, with limits.
fn run(line: &str, place: &Path) -> Run {
    let folder = place.join("book");
    let report = place.join("report.json");
    let _ = fs::remove_file(&report);
    let said = place.join("said");
    let said_to = fs::File::create(&said).expect("a file");
    let mut words: Vec<&str> = line.split(' ').collect();
    let reports = matches!(words[0], "build" | "check");
    if reports {
        words.extend(["--report", "../report.json"]);
    }
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"]);
    command.arg(env!("CARGO_BIN_EXE_pliego")).args(words);
    command.current_dir(&folder).stdin(Stdio::null());
    command.stdout(said_to.try_clone().expect("a file")).stderr(said_to);
    command.env_remove("SOURCE_DATE_EPOCH").env("TMPDIR", place.join("temporary"));
    command.env("XDG_CACHE_HOME", place.join("caches"));
    let mut child = command.spawn().expect("the program runs");
    let begun = Instant::now();
    let mut ended = false;
    while !ended && begun.elapsed() < END {
        ended = child.try_wait().expect("a child").is_some();
        thread::sleep(Duration::from_millis(2));
    }
    if !ended {
        let _ = child.kill();
    }
    let code = child.wait().expect("a child").code();
    let bytes = fs::read(&said).expect("what was said");
    fs::remove_file(&said).expect("it is there");
    let said = String::from_utf8_lossy(&bytes).into_owned();
    let found = match fs::read(&report) {
        Ok(report) => reported(&report),
        Err(_) => told(&said),
    };
    let _ = fs::remove_file(&report);
    Run { code, ended, said, found }
}

/// The codes in a report, and how often each is there.
fn reported(report: &[u8]) -> BTreeMap<String, usize> {
    let report: Value = serde_json::from_slice(report).expect("a report");
    let mut found = BTreeMap::new();
    for edition in report["editions"].as_array().expect("editions") {
        for one in edition["diagnostics"].as_array().expect("findings") {
            let code = one["code"].as_str().expect("a code");
            *found.entry(code.to_owned()).or_default() += 1;
        }
    }
    found
}

/// The codes that were said, and how often.
fn told(said: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for line in said.lines() {
        let kinds = ["error[", "warning[", "note["];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
        if let Some((code, _)) = rest.and_then(|rest| rest.split_once(']')) {
            *found.entry(code.to_owned()).or_default() += 1;
        }
    }
    found
}

impl Run {
    /// The line that a page has of it.
    fn answer(&self) -> String {
        let mut answer =
            format!("=> {}", self.code.map_or("?".into(), |code| code.to_string()));
        if self.code == Some(2) {
            let error = self.said.lines().find(|line| line.starts_with("error: "));
            let shown: String =
                error.unwrap_or("(no message)").chars().take(300).collect();
            let _ = write!(answer, " {shown}");
            return answer;
        }
        for (code, times) in &self.found {
            let _ = write!(answer, " {code}");
            if *times > 1 {
                let _ = write!(answer, " x {times}");
            }
        }
        answer
    }

    /// What no run may do.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.ended {
            faults.push("it does not end".to_owned());
        } else if !matches!(self.code, Some(0..=2)) {
            faults.push(format!(
                "it ended with {:?}: {}",
                self.code,
                excerpt(&self.said)
            ));
        }
        if self.said.contains("panicked") {
            faults.push(format!("it panicked: {}", excerpt(&self.said)));
        }
        let errors = self.said.lines().filter(|line| line.starts_with("error: ")).count();
        if (self.code == Some(2)) != (errors == 1) {
            faults.push(format!("{errors} messages with exit code {:?}", self.code));
        }
        let obeyed = |c: &char| c.is_control() && *c != '\n' || is_turned(*c);
        if let Some(character) = self.said.chars().find(obeyed) {
            let line = self.said.lines().find(|line| line.contains(character));
            faults.push(format!("it says {character:?} to the terminal: {line:?}"));
        }
        faults
    }
}

/// Characters that turn the order of what a terminal shows (UAX #9 §2).
fn is_turned(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Files that should not be there; `names` come to have those that may.
fn stray(place: &Path, names: &mut Vec<String>, done: bool) -> Vec<String> {
    let mut found = Vec::new();
    walk(place, place, &mut found);
    let mut faults = Vec::new();
    let mut written = 0;
    for name in found {
        let Some(inside) = name.strip_prefix("book/") else {
            faults.push(format!("{name} was written outside the book's folder"));
            continue;
        };
        if names.iter().any(|one| one == inside) {
            continue;
        }
        let may = done && is_edition(inside);
        if !may {
            faults.push(format!("{name} was written"));
        }
        written += fs::symlink_metadata(place.join(&name)).map_or(0, |file| file.len());
        names.push(inside.to_owned());
    }
    if written > WRITTEN {
        faults.push(format!("{written} bytes were written"));
    }
    faults
}

/// Whether a file is one that a run may leave behind.
fn is_edition(name: &str) -> bool {
    let (folder, name) = name.rsplit_once('/').unwrap_or(("", name));
    let end =
        Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default();
    let edition = folder == "editions" && matches!(end, "epub" | "pdf" | "xml");
    let recovered = folder == "recovered" && end == "md";
    (edition || recovered) && !name.starts_with('.')
}

/// All files below a folder, by their paths from there.
fn walk(folder: &Path, base: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let kind = fs::symlink_metadata(&path).expect("it is there");
        if kind.is_dir() {
            walk(&path, base, found);
        } else {
            let name = path.strip_prefix(base).expect("it is below");
            found.push(name.to_string_lossy().into_owned());
        }
    }
}

/// Editions that cannot be read. Each is looked at once, and away then.
fn broken(editions: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for entry in fs::read_dir(editions).into_iter().flatten() {
        let path = entry.expect("an edition").path();
        // Nothing is written through a link.
        if path.is_symlink() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(bytes) = fs::read(&path) else { continue };
        let fault = match path.extension().and_then(|end| end.to_str()) {
            Some("epub") => epub_fault(&bytes),
            Some("pdf") => match Document::load_mem(&bytes) {
                Ok(pdf) if pdf.get_pages().is_empty() => Some("no pages".to_owned()),
                Ok(_) => None,
                Err(why) => Some(why.to_string()),
            },
            _ => None,
        };
        faults.extend(fault.map(|fault| format!("{name}: {fault}")));
    }
    faults
}

/// Why an EPUB cannot be read.
fn epub_fault(bytes: &[u8]) -> Option<String> {
    let mut archive = match ZipArchive::new(Cursor::new(bytes)) {
        Ok(archive) => archive,
        Err(why) => return Some(why.to_string()),
    };
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).ok()?;
        let name = file.name().to_owned();
        if file.enclosed_name().is_none() || name.contains('\\') {
            return Some(format!("{name} leads out of the archive"));
        }
        let mut bytes = Vec::new();
        if let Err(why) = file.read_to_end(&mut bytes) {
            return Some(format!("{name}: {why}"));
        }
        let xml = [".xhtml", ".opf", ".ncx", ".xml", ".svg"];
        if xml.iter().any(|end| name.ends_with(end)) {
            let fault = match std::str::from_utf8(&bytes) {
                Ok(text) => xml_fault(text),
                Err(why) => Some(why.to_string()),
            };
            if let Some(fault) = fault {
                return Some(format!("{name}: {fault}"));
            }
        }
    }
    None
}

/// Why a text is no XML.
fn xml_fault(text: &str) -> Option<String> {
    let is_character =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    if let Some(other) = text.chars().find(|&c| !is_character(c)) {
        return Some(format!("{other:?} is no character of XML"));
    }
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut depth = 0_usize;
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => {
                return (depth > 0).then(|| "an element has no end".to_owned());
            }
            Ok(Event::Start(start)) => {
                depth += 1;
                if let Some(why) = start.attributes().find_map(Result::err) {
                    return Some(why.to_string());
                }
            }
            Ok(Event::End(_)) => depth -= 1,
            Ok(_) => {}
            Err(why) => return Some(why.to_string()),
        }
    }
}

/// A page with the answers in it.
fn retold(page: &str, answers: impl Fn(&str) -> Vec<String>) -> String {
    let mut told = String::new();
    let mut expected = Vec::new().into_iter();
    for line in page.lines() {
        if line.starts_with("    => ") {
            continue;
        }
        told.push_str(line);
        told.push('\n');
        if let Some(name) = line.strip_prefix("## ") {
            expected = answers(name).into_iter();
        } else if line.starts_with("    $ ") {
            let answer: String = expected.next().expect("an answer to each command");
            let _ = writeln!(told, "    {answer}");
        }
    }
    told
}

/// Writes the files of all entries, in folders by kind and number, and `list.tsv`: folder,
/// kind, name, and the command line.
fn write_out(folder: &Path, pages: &[Page]) {
    let mut list = String::new();
    for page in pages {
        let kind = page.path.file_stem().expect("a name").to_string_lossy();
        for (number, entry) in (1..).zip(&page.entries) {
            let place = format!("{kind}-{number:02}");
            let entry_folder = folder.join(&place);
            fs::create_dir_all(&entry_folder).expect("a folder");
            prepare(page, entry, &entry_folder);
            for (line, _) in &entry.runs {
                let _ = writeln!(list, "{place}\t{kind}\t{}\t{line}", entry.name);
            }
        }
    }
    fs::write(folder.join("list.tsv"), list).expect("a list");
}
