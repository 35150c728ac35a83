//! The rules of the house, as a test: which room may name which, where an outside crate
//! may be named, how long a file may be, and what may stand in no file at all.
//!
//! The reasons stand in `ARCHITECTURE.md` and `CONTRIBUTING.md`.

#![expect(clippy::disallowed_methods, reason = "it reads the sources of the project")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What each room may name of the crate, its own modules always. The longest name that
/// fits a file counts; a name allows everything below it.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("length", &[]),
    // Lengths as people write them.
    ("length::written", &["length", "text"]),
    ("diagnostic", &["text"]),
    ("fonts", &["text"]),
    ("disk", &["diagnostic", "text"]),
    // Those that check PDFs read them by it, and nobody else.
    ("pdf_syntax", &[]),
    // It keeps bytes, and knows of nobody what they mean.
    ("cache", &[]),
    ("design", &["length", "text", "diagnostic"]),
    ("source", &["text", "length", "diagnostic"]),
    (
        "source::pdf",
        &[
            "source::codes",
            "source::facing_pages",
            "source::lines",
            "source::looks",
            "source::measures",
            "source::media",
            "source::regions",
            "text",
            "length",
            "diagnostic",
        ],
    ),
    ("book", &["text", "length", "diagnostic"]),
    ("interchange", &["source", "book", "text", "diagnostic"]),
    ("press", &["length", "text", "diagnostic"]),
    ("project", &["book", "design", "press", "length", "text", "diagnostic"]),
    ("recover", &["source", "book", "text", "diagnostic"]),
    // Each floor of recovery names those below it.
    ("recover::model", &["book", "text"]),
    ("recover::codes", &["diagnostic"]),
    (
        "recover::notation",
        &["recover::model", "recover::codes", "source", "book", "text", "diagnostic"],
    ),
    ("recover::words", &["source", "text"]),
    (
        "recover::page",
        &[
            "recover::model",
            "recover::codes",
            "recover::notation",
            "source",
            "text",
            "diagnostic",
        ],
    ),
    (
        "recover::notes",
        &[
            "recover::model",
            "recover::page",
            "recover::words",
            "book::source_traits",
            "text",
            "diagnostic",
        ],
    ),
    (
        "recover::leftovers",
        &["recover::model", "recover::page", "recover::notes", "text"],
    ),
    (
        "recover::calls",
        &[
            "recover::model",
            "recover::codes",
            "recover::page",
            "recover::notes",
            "recover::leftovers",
            "source",
            "text",
            "diagnostic",
        ],
    ),
    ("recover::rows", &["recover::model", "recover::page::measure", "source", "text"]),
    (
        "recover::spelling",
        &[
            "recover::model",
            "recover::codes",
            "recover::words",
            "recover::page::measure",
            "recover::rows",
            "source",
            "book",
            "text",
            "diagnostic",
        ],
    ),
    (
        "recover::blocks",
        &[
            "recover::model",
            "recover::codes",
            "recover::words",
            "recover::page::measure",
            "recover::rows",
            "recover::spelling",
            "source",
            "book",
            "text",
            "diagnostic",
        ],
    ),
    ("recover::ledger", &["recover::model", "source", "book", "text", "diagnostic"]),
    // It must share nothing with what wrote the edition.
    (
        "audit",
        &[
            "recover::ledger",
            "source",
            "book",
            "pdf_syntax",
            "fonts",
            "text",
            "diagnostic",
        ],
    ),
    // As `audit`: of the program it knows only what presses ask for.
    ("preflight", &["press", "pdf_syntax", "length", "text", "diagnostic"]),
    ("typeset", &["book", "design", "fonts", "text", "length", "diagnostic"]),
    // The cache is around the typesetter: nothing else there knows of it.
    (
        "typeset::cached",
        &["typeset", "cache", "book", "design", "fonts", "text", "length", "diagnostic"],
    ),
    // What is painted knows nothing of why.
    ("typeset::document", &["book::picture", "fonts::Bytes", "text", "length"]),
    ("edition", &["book", "design", "fonts", "length", "text", "diagnostic"]),
    // An EPUB has no pages: it must never see the typesetter.
    (
        "edition::epub",
        &["edition", "book", "design", "fonts", "length", "text", "diagnostic"],
    ),
    // A cover is set in the book's own type.
    (
        "edition::cover",
        &[
            "edition",
            "typeset",
            "book",
            "design",
            "press",
            "fonts",
            "length",
            "text",
            "diagnostic",
        ],
    ),
    // It runs the whole pipeline, and leaves the disk to its caller.
    (
        "build",
        &[
            "audit",
            "interchange",
            "edition",
            "typeset",
            "recover",
            "project",
            "press",
            "book",
            "source",
            "design",
            "cache",
            "fonts",
            "length",
            "text",
            "diagnostic",
        ],
    ),
    // Files of the disk, for builds.
    ("inputs", &["build", "disk"]),
    // A document of a library after the other.
    ("library", &["build", "inputs", "project", "book", "text", "diagnostic"]),
    // It shows what a build shows, and leaves disk and network to its caller.
    (
        "desk",
        &[
            "build",
            "edition::epub",
            "project",
            "recover",
            "source",
            "book",
            "text",
            "diagnostic",
        ],
    ),
    // It paints finished pages and measures nothing.
    (
        "edition::pdf",
        &[
            "edition",
            "typeset::document",
            "typeset::cached",
            "book",
            "design",
            "press",
            "fonts",
            "cache",
            "length",
            "text",
            "diagnostic",
        ],
    ),
];

/// What the program may name of the library: these modules, and what `lib.rs` exports by
/// itself.
const PUBLIC_MODULES: &[&str] = &[
    "build",
    "cache",
    "desk",
    "disk",
    "display",
    "dump",
    "inputs",
    "library",
    "markdown",
    "preflight",
    "project",
];

/// Where each outside crate may be named: files or folders of `src`, without ending.
/// An empty list allows it everywhere.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("annotate-snippets", &["cli"]),
    ("anyhow", &["cli"]),
    ("bytes", &["cache", "fonts"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("cssparser", &["edition/epub"]),
    ("csv", &["cli"]),
    ("ctrlc", &["cli"]),
    ("encoding_rs", &["interchange/html", "source"]),
    ("epub-builder", &["edition/epub/package/builder"]),
    ("etcetera", &["cli"]),
    ("flate2", &["edition/cover", "edition/pdf/deflate", "source/pdf"]),
    ("getrandom", &["cli"]),
    ("glob", &["cli"]),
    ("harfrust", &["typeset/font", "typeset/shape"]),
    ("hayro-cmap", &["source/pdf"]),
    ("hayro-font", &["source/pdf"]),
    ("hayro-svg", &["source/pdf/figures"]),
    ("hayro-syntax", &["source/pdf"]),
    ("html5ever", &["interchange/html"]),
    ("hyphenation", &["typeset/paragraph"]),
    ("icu_collator", &["text"]),
    ("icu_locale_core", &["text"]),
    ("icu_segmenter", &["typeset/paragraph"]),
    ("image", &["edition/cover", "edition/picture", "source/pdf/images"]),
    ("indicatif", &["cli"]),
    ("isolang", &["edition/epub", "text/language"]),
    ("landlock", &["cli"]),
    ("libc", &["cli"]),
    ("libdeflater", &["edition/pdf/deflate"]),
    ("lopdf", &["audit/pdf", "audit/error", "pdf_syntax", "preflight"]),
    ("mimalloc", &["main"]),
    ("open", &["cli"]),
    ("pdf-writer", &["edition/pdf"]),
    ("postcard", &["edition/pdf/page_cache", "typeset/cached"]),
    ("printpdf", &["edition/pdf/font_program"]),
    ("pulldown-cmark", &["book/markdown"]),
    ("pulldown-latex", &["book/formula"]),
    (
        "quick-xml",
        &[
            "audit",
            "book/formula",
            "edition/epub",
            "interchange",
            "preflight/xmp",
            "source/ocr/markup",
            "text/character_references",
        ],
    ),
    ("rayon", &["build", "cli", "recover", "source/pdf", "typeset", "edition"]),
    ("read-fonts", &["audit/pdf", "edition/epub", "preflight/fonts", "source/pdf"]),
    ("resvg", &["edition/cover", "edition/picture"]),
    ("rustc-hash", &["recover", "text", "typeset"]),
    ("saphyr", &["book/markdown"]),
    ("schemars", &["book", "cli", "design", "length", "press", "project"]),
    (
        "serde",
        &[
            "book",
            "cli",
            "design",
            "desk",
            "edition/pdf/page_cache",
            "length",
            "library",
            "press",
            "project",
            "text",
            "typeset",
        ],
    ),
    (
        "serde_json",
        &[
            "cli",
            "desk",
            "interchange/pandoc_json",
            "library",
            "project/reference",
            "project/schema",
        ],
    ),
    ("seccompiler", &["cli"]),
    ("sha2", &["cache", "cli", "edition", "library"]),
    ("skera", &["edition/epub"]),
    ("spellbook", &["recover/words/dictionary"]),
    ("subsetter", &["edition/pdf/error", "edition/pdf/fonts"]),
    ("tar", &["cli"]),
    ("tempfile", &["disk"]),
    ("thiserror", &[]),
    ("tiny_http", &["cli"]),
    ("toml", &["project"]),
    ("unicode-bidi", &["typeset/shape"]),
    (
        "unicode-normalization",
        &["audit/letter_tally", "audit/pdf/glyphs", "book/formula", "source/pdf", "text"],
    ),
    ("unicode-script", &["typeset/coverage"]),
    ("whatlang", &["text"]),
    ("zip", &["audit", "edition/epub", "interchange/archive"]),
    ("zune-jpeg", &["preflight/images"]),
];

/// Names that two types or more still have. The list may only become shorter.
const SHARED_NAMES: &[&str] = &[];

/// Lines above which the module's documentation must say why it is so long: it says
/// "This file is long because".
const LONG: usize = 600;

/// Lines above which no reason is good enough.
const TOO_LONG: usize = 800;

/// What may stand in no file: places on somebody's own machine, and unfinished work.
/// Spelt in halves, so that this file passes too.
const NOWHERE: &[(&str, &str)] = &[
    ("/wo", "rk/"),
    ("/tm", "p/"),
    ("/ro", "ot/"),
    ("/ho", "me/"),
    ("todo", "!("),
    ("unimple", "mented!("),
    ("#[ig", "nore"),
];

#[test]
fn imports_follow_the_room_rules() {
    report(sources().iter().flat_map(|file| check_rooms(&file.module, &file.code)));
}

#[test]
fn the_program_names_only_the_public_page() {
    let page = fs::read_to_string(root().join("src/lib.rs")).expect("it is there");
    let exported = exports(&code(&page));
    assert!(exported.len() > 30, "the exports are not where they are looked for");
    let sources = sources();
    let program = sources.iter().filter(|file| is_below(&file.module, "cli"));
    report(program.flat_map(|file| check_page(&file.module, &file.code, &exported)));
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let dependencies = dependencies();
    let known = OUTSIDE.iter().map(|(name, _)| (*name).to_owned()).collect();
    let unlisted = dependencies
        .symmetric_difference(&known)
        .map(|name| format!("{name}: not both in Cargo.toml and in tests/tidy.rs"));
    let sources = sources();
    let misplaced = sources.iter().flat_map(|file| check_outside(&file.path, &file.code));
    let unused = dependencies
        .iter()
        .filter(|name| !sources.iter().any(|file| names_crate(&file.code, name)))
        .map(|name| format!("{name}: no file names it; take it out"));
    report(unlisted.chain(misplaced).chain(unused));
}

/// The fuzz targets are a workspace of their own, whose lock no build of pliego renews.
/// They use no optional dependency.
#[test]
fn the_lock_of_the_fuzz_targets_is_current() {
    let lock = root().join("tests/fuzz/Cargo.lock");
    let Ok(lock) = fs::read_to_string(lock) else { return };
    let package =
        lock.split("[[package]]\n").find(|one| one.contains("name = \"pliego\"\n"));
    let locked = package.expect("the targets use pliego");
    let manifest = manifest_of_dependencies();
    let required = manifest.lines().filter(|line| !line.contains("optional = true"));
    let missing = required.filter_map(dependency_named).filter(|name| {
        ![" ", "\""].iter().any(|end| locked.contains(&format!("\"{name}{end}")))
    });
    report(missing.map(|name| {
        format!("tests/fuzz/Cargo.lock lacks {name}: `cd tests/fuzz && cargo update -w`")
    }));
}

#[test]
fn architecture_lists_every_crate() {
    let Ok(map) = fs::read_to_string(root().join("ARCHITECTURE.md")) else { return };
    let rows = OUTSIDE.iter().map(|(name, rooms)| {
        let rooms = rooms.iter().map(|room| format!("`{}`", room.replace('/', "::")));
        let rooms = rooms.collect::<Vec<_>>().join(", ");
        if rooms.is_empty() {
            format!("| {name} | ")
        } else {
            format!("| {name} | {rooms} |")
        }
    });
    let missing = rows.filter(|row| !map.contains(row));
    report(missing.map(|row| format!("ARCHITECTURE.md does not have the row {row}")));
}

#[test]
fn files_are_short_and_documented() {
    report(sources().iter().flat_map(|file| check_shape(&file.path, &file.text)));
}

#[test]
fn imports_are_plain() {
    report(sources().iter().flat_map(|file| check_imports(&file.path, &file.code)));
}

#[test]
fn type_names_mean_one_thing() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in sources() {
        for name in types_defined(&file.code) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let shared = |name: &str| counts.get(name).is_some_and(|count| *count > 1);
    let new = counts
        .keys()
        .filter(|name| shared(name) && !SHARED_NAMES.contains(&name.as_str()));
    let new = new.map(|name| format!("{name}: two types have this name; rename one"));
    let mended = SHARED_NAMES.iter().filter(|name| !shared(name));
    let mended = mended.map(|name| format!("{name}: take it out of SHARED_NAMES"));
    report(new.chain(mended));
}

/// The names of the types that code defines outside of functions and traits.
fn types_defined(code: &str) -> Vec<String> {
    let lines = code.lines().filter(|line| !line.starts_with(' '));
    lines
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let at = words
                .iter()
                .position(|word| ["struct", "enum", "trait", "type"].contains(word))?;
            let is_definition = words[..at].iter().all(|word| word.starts_with("pub"));
            let name = words.get(at + 1)?;
            let end = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
            is_definition.then(|| name[..end].to_owned())
        })
        .collect()
}

#[test]
fn forbidden_words_are_absent() {
    let mut files = Vec::new();
    walk(&root(), &mut files);
    report(files.iter().flat_map(|path| {
        let bytes = fs::read(path).expect("the file was just listed");
        let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        check_words(&name, &String::from_utf8(bytes).unwrap_or_default())
    }));
}

/// A file that no test target names is never compiled, and nothing says so.
#[test]
fn every_test_file_is_compiled() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
    let modules = fs::read_to_string(root().join("tests/it.rs")).expect("it is there");
    let files = fs::read_dir(root().join("tests")).expect("the folder exists");
    let files = files.map(|entry| entry.expect("the folder can be listed").path());
    let sources = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let names: Vec<String> = sources
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    let unnamed = names.iter().filter(|name| {
        !manifest.contains(&format!("[[test]]\nname = \"{name}\""))
            && !modules.contains(&format!("\nmod {name};\n"))
    });
    report(unnamed.map(|name| format!("tests/{name}.rs: tests/it.rs does not name it")));
}

#[test]
fn every_finding_has_a_page() {
    let codes: BTreeSet<String> =
        sources().iter().flat_map(|file| codes_named(&file.text)).collect();
    assert!(codes.len() > 30, "the codes are not where they are looked for");
    let mut pages = Vec::new();
    walk(&root().join("docs/manual/src/findings"), &mut pages);
    let pages = pages.iter().map(|page| fs::read_to_string(page).expect("it is a page"));
    let pages: Vec<String> = pages.collect();
    let has_page = |code: &str| {
        let heading = format!("\n## {code}: ");
        pages.iter().any(|page| page.contains(&heading))
    };
    let missing = codes.iter().filter(|code| !has_page(code));
    report(missing.map(|code| format!("{code}: no section in docs/manual/src/findings")));
}

/// The codes that a file gives to findings; those of its tests too begin with `const`,
/// but stand after the mark of tests.
fn codes_named(text: &str) -> Vec<String> {
    let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((text, ""));
    let consts = code.split(": Code = Code(\"").skip(1);
    consts.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

/// A source file of the library or the program.
struct Source {
    /// Its path from `src`, with `/` between.
    path: String,
    /// Its module: `edition::epub::notes`.
    module: String,
    /// All of it.
    text: String,
    /// Its code: no comments, no strings, no tests.
    code: String,
}

fn sources() -> Vec<Source> {
    let base = root().join("src");
    let mut paths = Vec::new();
    walk(&base, &mut paths);
    paths.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    assert!(paths.len() > 20, "the sources are not where they are looked for");
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            let path = path.strip_prefix(&base).expect("it was found there");
            let path = path.to_string_lossy().replace('\\', "/");
            let module = place(&path).replace('/', "::");
            let code = code(&text);
            Source { path, module, text, code }
        })
        .collect()
}

/// A path without `.rs` and without `/mod`.
fn place(path: &str) -> &str {
    path.trim_end_matches(".rs").trim_end_matches("/mod")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder, sorted; without what is built, and of hidden ones only
/// those of `.ci`.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let built = ["target", "editions"].contains(&name.as_str());
        if built || (name.starts_with('.') && name != ".ci") {
            continue;
        }
        if path.is_dir() { walk(&path, found) } else { found.push(path) }
    }
}

fn dependencies() -> BTreeSet<String> {
    manifest_of_dependencies()
        .lines()
        .filter_map(dependency_named)
        .map(str::to_owned)
        .collect()
}

/// The lines of the manifest that name what the library and the program depend on.
fn manifest_of_dependencies() -> String {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
    let heads = ["[dependencies]", "[target.'cfg(target_os = \"linux\")'.dependencies]"];
    let tables = heads.map(|head| {
        let (_, table) =
            manifest.split_once(&format!("\n{head}\n")).expect("it has the table");
        table.split("\n[").next().unwrap_or_default().to_owned()
    });
    tables.join("\n")
}

/// The name of the crate that a line of the manifest asks for.
fn dependency_named(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(" = ").filter(|_| !line.starts_with('#'))?;
    Some(name)
}

#[track_caller]
fn report(violations: impl IntoIterator<Item = String>) {
    let violations: Vec<String> = violations.into_iter().collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

/// Rooms that a module names and may not.
fn check_rooms(module: &str, code: &str) -> Vec<String> {
    let top = module.split("::").next().unwrap_or_default();
    if ["main", "lib", "cli"].contains(&top) {
        // The command line is another crate: it uses the library as a stranger would.
        return Vec::new();
    }
    let rule = ROOMS
        .iter()
        .filter(|(room, _)| is_below(module, room))
        .max_by_key(|(room, _)| room.len());
    let Some((room, allowed)) = rule else {
        return vec![format!(
            "{module}: no rule for this room; add one to tests/tidy.rs"
        )];
    };
    paths_named(module, code)
        .into_iter()
        .filter(|path| !is_below(path, room))
        .filter(|path| !allowed.iter().any(|above| is_below(path, above)))
        // `edition` above does not open the other formats' rooms beside this one.
        .chain(siblings(module, code))
        .map(|path| format!("{module} may not name {path}"))
        .collect()
}

/// The names that a page exports by `pub use`.
fn exports(page: &str) -> BTreeSet<String> {
    let uses = page.match_indices("pub use ").map(|(at, start)| {
        let tree = &page[at + start.len()..];
        tree[..tree.find(';').unwrap_or(tree.len())].to_owned()
    });
    let mut found = BTreeSet::new();
    for tree in uses {
        // `a::b as c` is exported as `c`.
        let names: Vec<&str> = tree.split([',', '{', '}']).map(str::trim).collect();
        for name in names.into_iter().filter(|name| !name.ends_with("::")) {
            let name = name.rsplit("::").next().unwrap_or(name);
            let name = name.rsplit(" as ").next().unwrap_or(name).trim();
            found.insert(name.to_owned());
        }
    }
    found.remove("");
    found
}

/// What the program names of the library and may not.
fn check_page(module: &str, code: &str, exported: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, start) in code.match_indices("pliego::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || "_:".contains(c)) {
            continue;
        }
        let rest = &code[at + start.len()..];
        let mut paths = Vec::new();
        match rest.strip_prefix('{') {
            Some(inner) => drop(branches(inner, "", &mut paths)),
            None => paths = expand(rest),
        }
        for path in paths {
            let (first, below) = path.split_once("::").unwrap_or((&path, ""));
            let is_type = first.starts_with(char::is_uppercase);
            let is_flat = exported.contains(first) && (below.is_empty() || is_type);
            if !is_flat && !PUBLIC_MODULES.contains(&first) {
                wrong.push(format!("{module} may not name pliego::{path}"));
            }
        }
    }
    wrong
}

/// What a format's room names of another format's.
fn siblings(module: &str, code: &str) -> Vec<String> {
    let formats = ["edition::epub", "edition::pdf"];
    let Some(own) = formats.iter().find(|room| is_below(module, room)) else {
        return Vec::new();
    };
    let others: Vec<_> = formats.iter().filter(|room| *room != own).collect();
    paths_named(module, code)
        .into_iter()
        .filter(|path| others.iter().any(|other| is_below(path, other)))
        .collect()
}

fn is_below(path: &str, room: &str) -> bool {
    path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// All paths into the crate that code names, `crate::` and `super::` resolved.
fn paths_named(module: &str, code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in starts_of_paths(code).into_iter().flat_map(|start| expand(&code[start..]))
    {
        let parts: Vec<&str> = path.split("::").collect();
        let ups = parts.iter().take_while(|part| **part == "super").count();
        let own: Vec<&str> = module.split("::").collect();
        let base = if ups > 0 { &own[..own.len().saturating_sub(ups)] } else { &[] };
        let rest = &parts[ups.max(1)..];
        let whole = [base, rest].concat().join("::");
        if !whole.is_empty() {
            found.insert(whole);
        }
    }
    found
}

/// Where a path that begins with `crate` or `super` stands in code.
fn starts_of_paths(code: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    for word in ["crate::", "super::"] {
        for (at, _) in code.match_indices(word) {
            let before = code[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                starts.push(at);
            }
        }
    }
    starts
}

/// The paths of a use tree: `a::{b, c::{d, e as f}}` is `a::b`, `a::c::d`, `a::c::e`.
fn expand(tree: &str) -> Vec<String> {
    let mut found = Vec::new();
    branch(tree, String::new(), &mut found);
    found
}

/// Reads one branch of a use tree and gives its length.
fn branch(text: &str, mut path: String, found: &mut Vec<String>) -> usize {
    let mut at = 0;
    loop {
        let is_name = |c: char| c.is_alphanumeric() || "_*".contains(c);
        let name = text[at..].find(|c| !is_name(c)).unwrap_or(text.len() - at);
        path.push_str(&text[at..at + name]);
        at += name;
        if let Some(inner) = text[at..].strip_prefix("::{") {
            return at + 3 + branches(inner, &(path + "::"), found);
        }
        if !text[at..].strip_prefix("::").is_some_and(|rest| rest.starts_with(is_name)) {
            found.push(path.trim_end_matches("::self").to_owned());
            return at;
        }
        path.push_str("::");
        at += 2;
    }
}

/// Reads the branches between braces and gives their length, the closing brace included.
fn branches(text: &str, prefix: &str, found: &mut Vec<String>) -> usize {
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if at >= text.len() || text[at..].starts_with('}') {
            return (at + 1).min(text.len());
        }
        at += branch(&text[at..], prefix.to_owned(), found);
        at += text[at..].find([',', '}']).unwrap_or(text.len() - at);
        at += usize::from(text[at..].starts_with(','));
    }
}

/// Outside crates that a file names and may not.
fn check_outside(path: &str, code: &str) -> Vec<String> {
    let is_in = |room: &str| {
        let below = place(path).strip_prefix(room);
        below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    OUTSIDE
        .iter()
        .filter(|(_, rooms)| !rooms.is_empty() && !rooms.iter().any(|room| is_in(room)))
        .filter(|(name, _)| names_crate(code, name))
        .map(|(name, rooms)| format!("{path} names {name}, which lives in {rooms:?}"))
        .collect()
}

/// Whether code names an outside crate: `name::…`, but not `some::name::…`.
fn names_crate(code: &str, name: &str) -> bool {
    let ident = name.replace('-', "_");
    code.match_indices(&ident).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let begins = !before.is_some_and(|c| c.is_alphanumeric() || "_.:".contains(c));
        begins && code[at + ident.len()..].starts_with("::")
    })
}

/// What is wrong with the shape of a file.
fn check_shape(path: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let documentation: String = text
        .lines()
        .take_while(|line| line.starts_with("//!"))
        .map(|line| line.trim_start_matches("//!"))
        .collect();
    if documentation.trim().is_empty() {
        wrong.push(format!("{path} does not say in its first line what it is for (//!)"));
    }
    let lines = text.lines().count();
    if lines > TOO_LONG {
        wrong.push(format!("{path} has {lines} lines, more than {TOO_LONG}; divide it"));
    } else if lines > LONG && !documentation.contains("This file is long because") {
        wrong.push(format!("{path} has {lines} lines and does not say why"));
    }
    wrong
}

/// Imports that hide where a name comes from.
fn check_imports(path: &str, code: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in code.lines().map(str::trim) {
        if line.contains("super::super") {
            wrong.push(format!("{path}: climb no further than one room: {line}"));
        }
        let import = line.starts_with("use ") || line.starts_with("pub use ");
        if import && line.contains("::*") {
            wrong.push(format!("{path}: name what is used: {line}"));
        }
    }
    wrong
}

/// Words that may stand in no file.
fn check_words(path: &str, text: &str) -> Vec<String> {
    let words: Vec<String> = NOWHERE.iter().map(|(a, b)| format!("{a}{b}")).collect();
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for word in words.iter().filter(|word| line.contains(word.as_str())) {
            wrong.push(format!("{path}:{number} says '{word}'"));
        }
    }
    wrong
}

/// Code without comments, strings and its own tests.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(length) = raw_string(rest) {
            length
        } else if first == '"' {
            string(rest)
        } else if rest.starts_with("'\"'") {
            "'\"'".len()
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[skipped..];
    }
    code
}

/// Length of the string that text begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// Length of the raw string that text begins with, if it does.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.bytes().take_while(|b| *b == b'#').count();
    let inside = after[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
    Some(2 + hashes + length)
}

/// The rules themselves, tried on small offences.
mod offences {
    use super::*;

    #[track_caller]
    fn offence(wrong: &[String]) {
        assert!(!wrong.is_empty(), "the offence was not seen");
    }

    #[track_caller]
    fn fine(wrong: &[String]) {
        assert_eq!(wrong, [] as [String; 0]);
    }

    #[test]
    fn upward_import_is_found() {
        offence(&check_rooms("text", "use crate::book::Book;"));
        offence(&check_rooms(
            "recover::notes",
            "use crate::{text::span::Span, typeset};",
        ));
        offence(&check_rooms("recover", "fn f(x: &crate::edition::Publication) {}"));
        offence(&check_rooms(
            "edition::epub::navigation",
            "use crate::{\n book,\n typeset::{a},\n};",
        ));
        offence(&check_rooms("edition::pdf", "use crate::typeset::line::Line;"));
        offence(&check_rooms("edition::pdf", "use crate::edition::epub::Package;"));
        offence(&check_rooms("edition::pdf", "use super::epub::Package;"));
        offence(&check_rooms("typeset::document", "use super::line::Line;"));
        offence(&check_rooms("unheard_of", ""));
    }

    #[test]
    fn allowed_import_passes() {
        let imports = "use crate::book::{Book, block::{Block, List as L}};";
        fine(&check_rooms("book::matter::notes", imports));
        let imports =
            "use crate::typeset::document::{Page, Placed};\nuse super::Publication;";
        fine(&check_rooms("edition::pdf", imports));
        let imports = "use super::model::RemovalKind;\nuse crate::text::span::Span;";
        fine(&check_rooms("recover::notes", imports));
        let comment = "/// [`crate::source::Text`]\nconst A: &str = \"crate::book\";";
        fine(&check_rooms("text::span", &code(comment)));
        let tests = "\n#[cfg(test)]\nmod tests { use crate::book::Book; }";
        fine(&check_rooms("text", &code(tests)));
        fine(&check_rooms("cli::build", "use pliego::edition::epub;"));
    }

    #[test]
    fn a_program_that_looks_after_the_page() {
        let page = "pub use a::{B, c as d};\npub use e::f;\n/// `x`";
        let exported = exports(page);
        let wanted = ["B", "d", "f"].map(str::to_owned);
        assert_eq!(exported, wanted.into_iter().collect());
        offence(&check_page("cli", "use pliego::a::B;", &exported));
        offence(&check_page("cli", "use pliego::{B, c};", &exported));
        offence(&check_page("cli", "f(pliego::f::g())", &exported));
        fine(&check_page("cli", "use pliego::{B, d, disk::{self, read}};", &exported));
        fine(&check_page(
            "cli",
            "pliego::B::new(); pliego::f(); pliego::disk::x()",
            &exported,
        ));
    }

    #[test]
    fn misplaced_crate_is_found() {
        offence(&check_outside("book/mod.rs", "use zip::ZipWriter;"));
        offence(&check_outside("book/block.rs", "let x = toml::Value::new();"));
        offence(&check_outside("text/mod.rs", "let x: serde_json::Value;"));
        offence(&check_outside("edition/epub/mod.rs", "use epub_builder::EpubBuilder;"));
        fine(&check_outside("edition/epub/package/archive.rs", "use zip::ZipWriter;"));
        fine(&check_outside("disk.rs", "use tempfile::Builder;"));
        fine(&check_outside(
            "book/mod.rs",
            "a.zip(b); crate::zip::x(); Iterator::zip(a)",
        ));
    }

    #[test]
    fn bad_file_shape_is_found() {
        let reason = "//! This file is long because.\n";
        offence(&check_shape("a.rs", "fn main() {}"));
        offence(&check_shape("a.rs", &"//! A.\n".repeat(LONG + 1)));
        offence(&check_shape("a.rs", &reason.repeat(TOO_LONG + 1)));
        fine(&check_shape("a.rs", &reason.repeat(LONG + 1)));
    }

    #[test]
    fn bad_import_is_found() {
        offence(&check_imports("a.rs", "    use super::super::b;"));
        offence(&check_imports("a.rs", "use crate::book::*;"));
        fine(&check_imports("a.rs", "use crate::book::Book;\nlet x = a::b * c;"));
    }

    #[test]
    fn forbidden_word_is_found() {
        for (first, second) in NOWHERE {
            offence(&check_words("a", &format!("\nsee {first}{second}x")));
        }
        fine(&check_words("a", "see the work, the root, the home"));
    }

    #[test]
    fn use_trees_are_expanded() {
        assert_eq!(
            expand("crate::a::{b, c::{d, e as f}, self};"),
            ["crate::a::b", "crate::a::c::d", "crate::a::c::e", "crate::a"]
        );
        assert_eq!(expand("crate::a::B::new()"), ["crate::a::B::new"]);
        let lines = "crate::{\n    a::B,\n    c,\n};\nuse crate::d;";
        assert_eq!(expand(lines), ["crate::a::B", "crate::c"]);
    }

    #[test]
    fn comments_and_strings_are_skipped() {
        let text = "a(\"x // \\\" y\"); // no\nb('\"'); r#\"c\"d\"#; e";
        assert_eq!(code(text), "a(); \nb(); ; e");
    }
}
