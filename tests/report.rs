//! The report of a run follows its JSON Schema, and its ledgers account for every byte.

#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::cli::copy_folder;

/// What a run is about: the arguments before `--report`, and its exit status.
const RUNS: [(&[&str], i32); 4] = [
    // Books with several editions, presses, notes and pages.
    (&["check", "almanaque", "--allow-path", "."], 0),
    (&["build", "ediciones", "--out", "out"], 0),
    // Raw texts, with references and corrections, and a PDF.
    (&["check", "*.txt"], 0),
    // A book that cannot be built beside one that can.
    (&["check", "roto", "ediciones"], 2),
];

#[test]
fn reports_follow_their_schema() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let schema: Value = serde_json::from_slice(&run(folder, &["schema", "report"], 0))
        .expect("the schema is JSON");
    jsonschema::draft7::meta::validate(&schema).expect("a schema of draft 7");
    let validator = jsonschema::draft7::new(&schema).expect("a schema that is sound");
    let (mut ledgers, mut at_lines) = (0, 0);
    for (arguments, status) in RUNS {
        run(folder, &[arguments, &["--report", "report.json"]].concat(), status);
        let report = fs::read(folder.join("report.json")).unwrap();
        let report: Value = serde_json::from_slice(&report).expect("the report is JSON");
        let faults: Vec<String> =
            validator.iter_errors(&report).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, [""; 0], "{arguments:?}");
        let books = report["editions"].as_array().unwrap();
        for ledger in books.iter().flat_map(|book| book["ledgers"].as_array().unwrap()) {
            assert_eq!(sum_of(ledger), ledger["bytes"].as_u64().unwrap(), "{ledger:#}");
            ledgers += 1;
        }
        for book in books {
            at_lines += count_desks(book);
        }
    }
    assert!(ledgers > 1, "raw texts were accounted for");
    assert!(at_lines > 1, "findings about raw texts open the desk");
    // A key that the schema does not allow to be missing is missed.
    let broken = serde_json::json!({ "schema": 1, "program": "", "outcome": "done" });
    assert!(!validator.is_valid(&broken));
}

/// How many findings of a book open the desk: all that have a line of a raw text.
fn count_desks(book: &Value) -> usize {
    let raw = book["ledgers"].as_array().unwrap();
    let mut count = 0;
    for found in book["diagnostics"].as_array().unwrap() {
        let (file, line) = (&found["file"], found["line"].as_u64());
        let line = line.filter(|_| raw.iter().any(|ledger| ledger["file"] == *file));
        let desk = found.get("desk").map(|desk| desk.as_str().unwrap());
        assert_eq!(desk.is_some(), line.is_some(), "{found:#}");
        if let (Some(desk), Some(line)) = (desk, line) {
            assert!(desk.starts_with("pliego desk '"), "{desk}");
            assert!(desk.ends_with(&format!(" --line={line}")), "{desk}");
            assert!(desk.contains(&format!("'{}'", file.as_str().unwrap())), "{desk}");
            count += 1;
        }
    }
    count
}

/// The sum of what became of the bytes of a text.
fn sum_of(ledger: &Value) -> u64 {
    let own = ledger.as_object().unwrap().iter();
    let own = own.filter(|(key, _)| *key != "bytes").filter_map(|(_, sum)| sum.as_u64());
    let removed = ledger["removed"].as_object().unwrap().values();
    own.chain(removed.filter_map(Value::as_u64)).sum()
}

/// The sample corpus; a book of two editions; a text with references of a converter and a
/// corrected word; a book that cannot be read.
fn prepare(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy_folder(&root.join("corpus"), folder);
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "ediciones/book.toml",
        "[book]\ntitle = \"La rueda\"\nlanguage = \"es\"\nchapters = [\"uno.md\"]\n\n\
         [[edition]]\nname = \"paperback\"\nformats = [\"pdf\"]\n\n\
         [[edition]]\nname = \"digital\"\nformats = [\"epub\"]\n",
    );
    write("ediciones/uno.md", "# El molino\n\nEl agua mueve la rueda.\n");
    write(
        "convertido.txt",
        "El molino &mdash;de papel&mdash; est&aacute; parado desde el rnartes, y aqu&iacute;\n\
         no se oye m&aacute;s que el r&iacute;o.\n",
    );
    write(
        "convertido.decisions.toml",
        "[[word]]\nline = \"El molino &mdash;de papel&mdash; est&aacute; parado desde el \
         rnartes, y aqu&iacute;\"\nword = \"rnartes\"\nreading = \"martes\"\n",
    );
    write("roto/book.toml", "[book]\ntitle = 1\n");
}

/// Runs the program, and returns what it prints.
fn run(folder: &Path, arguments: &[&str], status: i32) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
    command.args(arguments).current_dir(folder);
    command.env("XDG_CACHE_HOME", folder.join("caches"));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    output.stdout
}
