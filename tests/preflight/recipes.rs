//! Files that are made of others by changes, as `tests/preflight/faults.txt` tells.
//!
//! A line `= NAME of BASE: CODE…` begins one; options of the command may stand after the
//! codes. Below it, `- …` is text of the base, which stands there, and `+ …` what stands
//! in its place; several lines of either belong together. `* HOW` is done to the finished
//! file: `cut` takes its end, `encrypt` encrypts it, `pack` writes it with object streams.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::writer;

/// A file that is made.
pub(crate) struct Recipe {
    pub(crate) name: String,
    base: String,
    /// The codes that are expected, and no others.
    pub(crate) codes: Vec<String>,
    /// Options of the command.
    pub(crate) options: Vec<String>,
    changes: Vec<(String, String)>,
    deeds: Vec<String>,
}

/// All recipes, in their order.
pub(crate) fn all() -> Vec<Recipe> {
    let text = read("faults.txt");
    let mut recipes: Vec<Recipe> = Vec::new();
    let mut before = ' ';
    for line in text.lines() {
        let kind = line.chars().next().unwrap_or(' ');
        let rest = line.get(1..).unwrap_or_default();
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match (kind, recipes.last_mut()) {
            ('=', _) => recipes.push(head(rest)),
            ('-', Some(recipe)) if before == '-' => {
                let (from, _) = recipe.changes.last_mut().unwrap();
                *from = format!("{from}\n{rest}");
            }
            ('-', Some(recipe)) => recipe.changes.push((rest.to_owned(), String::new())),
            ('+', Some(recipe)) => {
                let (_, to) = recipe.changes.last_mut().unwrap();
                *to =
                    if before == '+' { format!("{to}\n{rest}") } else { rest.to_owned() };
            }
            ('*', Some(recipe)) => recipe.deeds.push(rest.to_owned()),
            _ => {}
        }
        before = kind;
    }
    recipes
}

fn head(line: &str) -> Recipe {
    let (name, rest) = line.split_once(" of ").expect("a base is named");
    let (base, rest) = rest.split_once(':').expect("codes are named");
    let words = rest.split_whitespace().map(str::to_owned);
    let is_code = |word: &String| word.starts_with("f-");
    let (codes, options) = words.partition(is_code);
    Recipe {
        name: name.to_owned(),
        base: base.to_owned(),
        codes,
        options,
        changes: Vec::new(),
        deeds: Vec::new(),
    }
}

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/preflight");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The text of a file: a base as it is, or changed.
fn text(name: &str, recipes: &BTreeMap<&str, &Recipe>) -> String {
    let Some(recipe) = recipes.get(name) else { return read(&format!("{name}.txt")) };
    let mut text = text(&recipe.base, recipes);
    for (from, to) in &recipe.changes {
        assert!(text.contains(from.as_str()), "{name}: '{from}' does not stand there");
        text = text.replacen(from.as_str(), to, 1);
    }
    text
}

/// The bytes of a file by its name.
pub(crate) fn bytes(name: &str) -> Vec<u8> {
    let all = all();
    let recipes: BTreeMap<&str, &Recipe> =
        all.iter().map(|recipe| (recipe.name.as_str(), recipe)).collect();
    let written = writer::pdf(&text(name, &recipes));
    let mut bytes = written.unwrap_or_else(|| panic!("{name} is no file"));
    let deeds = recipes.get(name).map_or(&[][..], |recipe| recipe.deeds.as_slice());
    for deed in deeds {
        bytes = match deed.as_str() {
            "cut" => bytes[..bytes.len() / 2].to_vec(),
            "encrypt" => encrypted(&bytes),
            "pack" => {
                let mut document = lopdf::Document::load_mem(&bytes).unwrap();
                let mut packed = Vec::new();
                document.save_modern(&mut packed).unwrap();
                packed
            }
            _ => panic!("no such deed: {deed}"),
        };
    }
    bytes
}

/// The same file, which opens without a password, with a lock on printing.
fn encrypted(bytes: &[u8]) -> Vec<u8> {
    let mut document = lopdf::Document::load_mem(bytes).unwrap();
    let version = lopdf::EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password: "",
        key_length: 128,
        permissions: lopdf::Permissions::all(),
    };
    let state = lopdf::EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let mut saved = Vec::new();
    document.save_to(&mut saved).unwrap();
    saved
}
