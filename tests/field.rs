//! Small inputs that show faults seen in real files: see `tests/field/small-inputs.md`.

#![expect(clippy::disallowed_methods, reason = "it reads its own cases")]

use std::fs;
use std::path::Path;

use pliego::book::markdown;
use pliego::recover::{Hints, recover};
use pliego::source::read;
use pliego::text::span::FileId;

/// A row of the table.
struct FieldCase<'a> {
    name: &'a str,
    notes: &'a str,
    headings: Vec<&'a str>,
    contains: Vec<&'a str>,
    lacks: Vec<&'a str>,
}

#[test]
fn small_inputs_come_out_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("tests/field/small-inputs.md")).unwrap();
    let inputs = root.join("../shared/recovery-field/open");
    if !inputs.is_dir() {
        println!("skipped: {} is missing", inputs.display());
        return;
    }
    let mut faults = Vec::new();
    for case in table.lines().filter_map(read_case) {
        let path = inputs.join(case.name).join("input.txt");
        let bytes = fs::read(&path).unwrap();
        let text = read(FileId(0), "input.txt", &bytes).unwrap().value;
        let document = recover(&text, &Hints::default()).value.document;
        check_case(&case, &markdown::write(&document), &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn read_case(line: &str) -> Option<FieldCase<'_>> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [name, notes, headings, contains, lacks] = cells[..] else { return None };
    name.starts_with(|c: char| c.is_ascii_digit()).then(|| FieldCase {
        name,
        notes,
        headings: list_strings(headings),
        contains: list_strings(contains),
        lacks: list_strings(lacks),
    })
}

/// The strings of a cell; none where the row does not ask.
fn list_strings(cell: &str) -> Vec<&str> {
    cell.split(" · ").filter(|word| !word.is_empty() && *word != "–").collect()
}

fn check_case(case: &FieldCase<'_>, markdown: &str, faults: &mut Vec<String>) {
    let name = case.name;
    let notes = markdown.lines().filter(|line| line.starts_with("[^")).count();
    if case.notes != "–" && case.notes != notes.to_string() {
        faults.push(format!("{name}: {notes} notes, not {}", case.notes));
    }
    let headings: Vec<&str> = markdown
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches(['#', ' ']))
        .collect();
    if headings != case.headings {
        faults.push(format!("{name}: headings {headings:?}, not {:?}", case.headings));
    }
    for wanted in case.contains.iter().filter(|wanted| !markdown.contains(**wanted)) {
        faults.push(format!("{name}: lacks '{wanted}'"));
    }
    for unwanted in case.lacks.iter().filter(|unwanted| markdown.contains(**unwanted)) {
        faults.push(format!("{name}: contains '{unwanted}'"));
    }
}
