//! The JSON Schema of `book.toml` says what the reader says.

use std::path::Path;

use jsonschema::Validator;
use pliego::project::schema::{SchemaKind, write_json_schema, write_reference};
use pliego::project::{new, read_project};
use serde_json::Value;

use super::beside;

/// The books of the repository.
const BOOKS: [&str; 3] = [
    "corpus/almanaque/book.toml",
    "tests/torture/book.toml",
    "tests/torture/scripts/book.toml",
];

fn validator(kind: SchemaKind) -> Validator {
    let schema: Value = serde_json::from_str(&write_json_schema(kind)).unwrap();
    jsonschema::draft7::meta::validate(&schema).unwrap();
    jsonschema::draft7::new(&schema).unwrap()
}

/// TOML as an editor gives it to a validator of JSON: dates are texts.
fn as_json(value: toml::Value) -> Value {
    match value {
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(list) => list.into_iter().map(as_json).collect(),
        toml::Value::Table(table) => {
            table.into_iter().map(|(key, value)| (key, as_json(value))).collect()
        }
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(flag) => flag.into(),
    }
}

fn parse(text: &str) -> Option<Value> {
    text.parse::<toml::Table>().ok().map(|table| as_json(toml::Value::Table(table)))
}

fn in_repository(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[track_caller]
fn expect_valid(validator: &Validator, name: &str, text: &str) {
    let file = parse(text).unwrap_or_else(|| panic!("{name} is no TOML"));
    let faults: Vec<String> = validator
        .iter_errors(&file)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{name}: {faults:#?}");
}

/// The `book.toml` of a new project with those of its examples that fit on a line, but for
/// keys that it has already.
fn with_examples(text: &str) -> String {
    let mut keys: Vec<&str> = Vec::new();
    let mut whole = String::new();
    for line in text.lines() {
        let example = line.strip_prefix("# ").filter(|line| parse(line).is_some());
        let example = example.filter(|line| !line.trim().is_empty());
        let line = example.unwrap_or(line);
        let key = line.split(" = ").next().unwrap_or_default();
        if example.is_none() || !keys.contains(&key) {
            whole.extend([&line.replace("978…", "9780306406157"), "\n"]);
        }
        keys.push(key);
    }
    whole
}

#[test]
fn the_schema_accepts_every_book() {
    let book = validator(SchemaKind::Book);
    for path in BOOKS {
        expect_valid(&book, path, &in_repository(path));
    }
    for name in ["my-book", "a \"b\" \\ c", "año_1926"] {
        let files = new::files(name);
        let (_, text) = files.iter().find(|(path, _)| *path == "book.toml").unwrap();
        expect_valid(&book, name, text);
    }
    for file in ["whole", "designs", "shop", "editions"] {
        let text = in_repository(&format!("tests/project/{file}.toml"));
        for one in text.split("#####\n") {
            if read_project("book.toml", one, &beside).is_ok() {
                expect_valid(&book, file, one);
            }
        }
    }
}

#[test]
fn the_schema_accepts_what_a_new_project_has_as_examples() {
    let files = new::files("my-book");
    let (_, text) = files.iter().find(|(path, _)| *path == "book.toml").unwrap();
    expect_valid(&validator(SchemaKind::Book), "examples", &with_examples(text));
}

#[test]
fn the_schema_accepts_every_design() {
    let design = validator(SchemaKind::Design);
    for name in ["classic", "modern", "large-print"] {
        expect_valid(&design, name, &in_repository(&format!("designs/{name}.toml")));
    }
    expect_valid(&design, "mine", &beside("mine.toml").unwrap());
}

/// What no schema can see: sums, what other files say, check digits. The snapshot has the
/// message of every faulty file that the schema accepts.
#[test]
fn the_schema_refuses_what_is_wrong_by_itself() {
    let book = validator(SchemaKind::Book);
    let mut accepted = Vec::new();
    let mut refused = 0;
    for file in ["wrong-keys", "wrong-values", "designs", "positions", "shop", "editions"]
    {
        let text = in_repository(&format!("tests/project/{file}.toml"));
        for one in text.split("#####\n") {
            let Err(error) = read_project("book.toml", one, &beside) else { continue };
            match parse(one) {
                Some(parsed) if book.is_valid(&parsed) => {
                    accepted.push(error.to_string());
                }
                _ => refused += 1,
            }
        }
    }
    assert!(refused > 2 * accepted.len(), "{refused} are refused, {}", accepted.len());
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("schema_accepts", accepted.join("\n"));
    });
}

/// The pages of the manual, and how each begins.
const PAGES: [(SchemaKind, &str, &str); 2] = [
    (
        SchemaKind::Book,
        "book-toml.md",
        "# Every key of book.toml\n\n\
         A `book.toml` describes a book. Only `title` is required. A key that is not here, a \
         wrong type or an impossible value is an error that names the line.\n\n\
         A path starts from the folder of the file. A length is a number and its unit: `mm`, \
         `cm`, `in` or `pt`, and where it says so `em`, the size of the text.\n\n\
         `pliego schema` prints the same as a JSON Schema, by which editors complete and \
         check the keys; `pliego new` writes it beside the file.\n",
    ),
    (
        SchemaKind::Design,
        "design-keys.md",
        "# Every key of a design\n\n\
         A design file sets all of these keys but `fonts` and `hyphenation`. A book may set \
         any of them under `[design]`, over its `template`: [Designs](designs.md).\n\n\
         A length is a number and its unit: `mm`, `cm`, `in` or `pt`, and where it says so \
         `em`, the size of the text.\n",
    ),
];

#[test]
fn the_manual_has_the_reference() {
    for (kind, page, head) in PAGES {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/manual/src").join(page);
        let reference = format!("{head}\n{}", write_reference(kind).trim_end()) + "\n";
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&path, &reference).unwrap();
        }
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        let remedy = "renew it with UPDATE_EXPECTED=1 cargo test --test it project::";
        assert!(page == reference, "{} differs; {remedy}", path.display());
    }
}

/// Every key of a table is a row of the reference, with its default where it has one.
#[test]
fn the_reference_has_every_key() {
    let reference = write_reference(SchemaKind::Book);
    for row in [
        "| `title` | text |",
        "| `notes` | `\"book\"`, `\"chapter\"` or `\"page\"` | `\"book\"` | Where the notes are. ",
        "| `font-size` | length from 5pt to 36pt | `\"11pt\"` |",
        "| `margins.inner` | length, may be in em | `\"19mm\"` |",
        "## `[design.sizes]`",
        "| `signature` | `8`, `16` or `32` | `16` |",
        "| `barcode` | `true` or `false` | `true` |",
    ] {
        assert!(reference.contains(row), "{row}\n{reference}");
    }
}
