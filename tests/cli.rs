//! Runs the literate tests of the command line, `tests/cli/*.md`.
//!
//! Every `##` section begins in an empty folder. A fence `file NAME` puts a file there,
//! a fence `escaped NAME` one with bytes in it as `\E9`, a fence `link NAME` a link to the
//! path that stands in it. A fence `console` runs its
//! `$` lines and compares what they say, on the error stream and then on the other, with the lines below, and the
//! exit status with `=> N` (0 where nothing stands); `< FILE` and `> FILE` are its standard
//! input and output. Besides `pliego` there are `ls`,
//! which lists all files below the folder, `cat FILE`, and `findings CODE PATH`, which
//! checks a path and lists what is found of one kind; it must find something. `fates FILE`
//! says of each line of a shard which document it is, what became of it and which files it
//! names. `take PAGE`
//! puts the text of another test there (`over-two-pages.md` becomes `over-two-pages.txt`), or
//! a PDF of one,
//! `plant NAME` a PDF of `tests/preflight`. `repeat FILE N` writes the text of a file N times,
//! each time with another word for `@`.
//! Numbers of pages and bytes are compared as `N`: they are other tests' business.
//!
//! The manual has pages of the same kind (`docs/manual/src/findings`), with a section for
//! every code.
//!
//! `UPDATE_EXPECTED=1 cargo test --test it cli::` writes what was said into the files.

#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::preflight::recipes;

const PROGRAM: &str = env!("CARGO_BIN_EXE_pliego");

/// What `findings` says where there are none; no page may have it.
const NOTHING: &str = "(nothing)";

#[test]
fn cases_match() {
    let mut pages: Vec<PathBuf> = Vec::new();
    for folder in ["tests/cli", "docs/manual/src/findings"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let before = pages.len();
        pages.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
        assert!(pages.len() > before);
    }
    pages.sort();
    let mut wrong = Vec::new();
    for page in pages {
        let expected = fs::read_to_string(&page).unwrap();
        let said = play(&expected);
        if said == expected && !said.lines().any(|line| line == NOTHING) {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page, said).unwrap();
        } else {
            wrong.push(difference(&page, &expected, &said));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Writes the text of a file so many times over it, each time with another word for `@`;
/// in `@ @`, the first has a capital.
fn repeat(path: &Path, times: usize) {
    let text = fs::read_to_string(path).unwrap();
    let word = |number: usize| -> String {
        let syllable = |at: u32| {
            let number = number / 60_usize.pow(at) % 60;
            ["b", "l", "m", "n", "r", "s", "t", "c", "d", "f", "g", "p"][number % 12]
                .to_owned()
                + ["a", "e", "i", "o", "u"][number / 12]
        };
        (0..3).map(syllable).collect()
    };
    let whole: String = (0..times)
        .map(|number| {
            let word = word(number);
            let capital = word[..1].to_uppercase() + &word[1..];
            text.replace("@ @", &format!("{capital} {word}")).replace('@', &word)
        })
        .collect();
    fs::write(path, whole).unwrap();
}

/// Plays a page and gives it back with what was really said.
fn play(page: &str) -> String {
    let mut folder = tempfile::tempdir().unwrap();
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("## ") {
            folder = tempfile::tempdir().unwrap();
        }
        out.push_str(line);
        out.push('\n');
        let Some(kind) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind.split_once(' ') {
            Some((how @ ("file" | "escaped"), name)) => {
                put(&folder.path().join(name), &block, how == "escaped");
                out.extend(block.iter().flat_map(|line| [line, "\n"]));
            }
            #[cfg(unix)]
            Some(("link", name)) => {
                std::os::unix::fs::symlink(block[0], folder.path().join(name)).unwrap();
                out.extend(block.iter().flat_map(|line| [line, "\n"]));
            }
            None if kind == "console" => {
                let commands = block.iter().filter_map(|line| line.strip_prefix("$ "));
                commands.for_each(|command| out.push_str(&run(command, folder.path())));
            }
            _ => panic!("no such kind of block: {kind}"),
        }
        out.push_str("```\n");
    }
    out
}

/// Writes the lines of a block to a file.
pub(crate) fn put(path: &Path, lines: &[&str], escaped: bool) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut bytes = lines.join("\n").into_bytes();
    if escaped {
        bytes = unescaped(&bytes);
    } else if !bytes.is_empty() {
        bytes.push(b'\n');
    }
    fs::write(path, bytes).unwrap();
}

/// Bytes with two hexadecimal digits after each backslash made one.
fn unescaped(bytes: &[u8]) -> Vec<u8> {
    let text = str::from_utf8(bytes).unwrap();
    let mut parts = text.split('\\');
    let mut whole = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        whole.push(u8::from_str_radix(digits, 16).unwrap());
        whole.extend(rest.as_bytes());
    }
    whole
}

/// The lines of a shard without what differs from run to run. That each file is where its
/// line says is checked on the way.
fn fates(path: &Path) -> String {
    let archive = fs::read(path.with_extension("tar")).unwrap();
    let mut said = String::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut words =
            vec![line["id"].as_str().unwrap(), line["status"].as_str().unwrap()];
        words.extend(line["code"].as_str());
        for file in line["files"].as_array().unwrap() {
            let at = usize::try_from(file["offset"].as_u64().unwrap()).unwrap();
            assert!(
                archive[at..].starts_with(b"PK") || archive[at..].starts_with(b"%PDF")
            );
            words.push(file["name"].as_str().unwrap());
        }
        said.push_str(&words.join(" "));
        said.push('\n');
    }
    said
}

/// Runs a command line and returns it with its output, sizes left out.
fn run(line: &str, folder: &Path) -> String {
    let whole = run_exactly(line, folder);
    let (command, output) = whole.split_once('\n').expect("it begins with the command");
    let output = output.lines().map(|line| without_sizes(line) + "\n");
    format!("{command}\n{}", output.collect::<String>())
}

/// Runs a command line and returns it with its output.
pub(crate) fn run_exactly(line: &str, folder: &Path) -> String {
    let words = words(line);
    let (settings, words): (Vec<_>, Vec<_>) =
        words.into_iter().partition(|word| word.starts_with("SOURCE_DATE_EPOCH="));
    let (said, status) = match words[0].as_str() {
        "pliego" => {
            let mut command = program(folder);
            let (words, ends) = split_redirections(&words);
            command.args(&words[1..]);
            if let Some(from) = ends.from {
                command.stdin(fs::File::open(folder.join(from)).unwrap());
            }
            for setting in &settings {
                let (name, value) = setting.split_once('=').unwrap();
                command.env(name, value);
            }
            let Output { status, stdout, stderr } = command.output().unwrap();
            let stdout = match ends.to {
                Some(to) => {
                    fs::write(folder.join(to), stdout).unwrap();
                    Vec::new()
                }
                None => stdout,
            };
            let said = [stderr, stdout].concat();
            (String::from_utf8(said).unwrap(), status.code().unwrap())
        }
        "findings" => (findings(&words[1], &words[2..], folder), 0),
        "fates" => (fates(&folder.join(&words[1])), 0),
        "plant" => {
            let path = folder.join(format!("{}.pdf", words[1]));
            fs::write(path, recipes::bytes(&words[1])).unwrap();
            (String::new(), 0)
        }
        "take" => (take(&words[1], folder), 0),
        "repeat" => {
            repeat(&folder.join(&words[1]), words[2].parse().unwrap());
            (String::new(), 0)
        }
        "ls" => (list(folder, folder), 0),
        "cat" => (fs::read_to_string(folder.join(&words[1])).unwrap(), 0),
        other => panic!("no such command: {other}"),
    };
    let mut whole = format!("$ {line}\n{said}");
    if !whole.ends_with('\n') {
        whole.push('\n');
    }
    if status != 0 {
        whole.extend(["=> ", &status.to_string(), "\n"]);
    }
    whole
}

/// Puts the text of a page of another test into the folder.
fn take(page: &str, folder: &Path) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    if path.extension().is_some_and(|end| end == "pdf") {
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        return String::new();
    }
    let page = fs::read_to_string(&path).unwrap();
    let (_, text) = page.split_once("```text\n").unwrap();
    let (text, _) = text.split_once("```\n").unwrap();
    let name = path.with_extension("txt");
    fs::write(folder.join(name.file_name().unwrap()), text).unwrap();
    String::new()
}

/// What a check of a path finds of one kind: line, confidence in per cent, message, hints.
fn findings(code: &str, arguments: &[String], folder: &Path) -> String {
    let report = folder.join("report.json");
    let mut command = program(folder);
    command.args(["check", "--quiet", "--report"]).arg(&report).args(arguments);
    let status = command.output().unwrap().status;
    assert!(status.success(), "{arguments:?} cannot be checked");
    let report: Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    let editions = report["editions"].as_array().unwrap().iter();
    let found = editions.flat_map(|edition| edition["diagnostics"].as_array().unwrap());
    let told: Vec<String> = found
        .filter(|found| found["code"] == code)
        .map(|found| {
            let line = found["line"].as_u64().map_or("-".into(), |n| n.to_string());
            let sure = found["confidence"]
                .as_f64()
                .map_or(String::new(), |sure| format!(" ({:.0} %)", sure * 100.0));
            let words = |value: &Value| value.as_str().unwrap().to_owned();
            let hints = found["hints"].as_array().unwrap().iter().map(words);
            let said: Vec<String> =
                std::iter::once(words(&found["message"])).chain(hints).collect();
            format!("{line}{sure}: {}\n", said.join("; "))
        })
        .collect();
    if told.is_empty() { format!("{NOTHING}\n") } else { told.concat() }
}

/// The program, run in a folder, with an environment of its own.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).stdin(Stdio::null());
    command.env_remove("SOURCE_DATE_EPOCH").env_remove("NO_COLOR");
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The files that the standard input and output of a command are.
#[derive(Default)]
struct Redirections<'a> {
    from: Option<&'a str>,
    to: Option<&'a str>,
}

/// Takes `< FILE` and `> FILE` from the words of a command.
fn split_redirections(words: &[String]) -> (Vec<&str>, Redirections<'_>) {
    let (mut kept, mut ends) = (Vec::new(), Redirections::default());
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "<" => ends.from = words.next(),
            ">" => ends.to = words.next(),
            word => kept.push(word),
        }
    }
    (kept, ends)
}

/// The words of a command line; single quotes keep spaces in a word.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

fn list(folder: &Path, base: &Path) -> String {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let lines = paths.iter().map(|path| {
        let name = path.strip_prefix(base).unwrap().display();
        if path.is_dir() {
            format!("{name}/\n") + &list(path, base)
        } else {
            format!("{name}\n")
        }
    });
    lines.collect()
}

/// Copies a folder and all that is in it.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

/// A line with `N` for every number of pages and bytes.
pub(crate) fn without_sizes(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let units = ["kB", "MB", "byte", "page"];
    let counted = |at: usize| {
        let unit =
            words.get(at + 1).is_some_and(|w| units.iter().any(|u| w.starts_with(u)));
        // "13: page numbers" names a line.
        let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
        unit && is_number(words[at]) && !words[at].is_empty()
    };
    let told = (0..words.len()).map(|at| if counted(at) { "N" } else { words[at] });
    let told = told.collect::<Vec<_>>().join(" ");
    for key in ["\"bytes\": ", "\"pages\": "] {
        if let Some((indent, _)) = told.split_once(key) {
            return format!("{indent}{key}N");
        }
    }
    told.replace("N kB", "N bytes")
        .replace("N MB", "N bytes")
        .replace("N page,", "N pages,")
}

/// The first line in which a page and its output differ.
pub(crate) fn difference(page: &Path, expected: &str, said: &str) -> String {
    let mut lines = expected.lines().zip(said.lines()).enumerate();
    let (number, (expected, said)) =
        lines.find(|(_, (a, b))| a != b).unwrap_or((0, ("the end", "more")));
    format!("{}:{}\n expected: {expected}\n     said: {said}", page.display(), number + 1)
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::ffi::OsStr;
    use std::io::Read;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn non_unicode_name_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let name = |end: &[u8]| {
            folder.path().join(OsStr::from_bytes(&[b"caf\xe9 de noche", end].concat()))
        };
        fs::write(name(b".txt"), "El café estaba cerrado aquella noche.\n").unwrap();
        let output =
            program(folder.path()).args(["build", "--out", "."]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(name(b".epub").exists() && name(b".pdf").exists());
    }

    #[test]
    fn closed_pipe_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let mut command = program(folder.path());
        let mut child = command
            .args(["completions", "bash"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(said, "");
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("uno.txt"), "Una línea y nada más.\n").unwrap();
        fs::write(folder.path().join("mine.json"), "mine").unwrap();
        let link = folder.path().join("link.json");
        for target in ["mine.json", "missing.json"] {
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink(target, &link).unwrap();
            let arguments = ["check", "uno.txt", "--report", "link.json"];
            let output = program(folder.path()).args(arguments).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.contains("'link.json' is a link"), "{said}");
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        assert_eq!(fs::read_to_string(folder.path().join("mine.json")).unwrap(), "mine");
        assert!(!folder.path().join("missing.json").exists());
    }
}
