//! `book.toml`: `tests/project/*.toml` and what is read from them.
//!
//! A file is a project, or several with lines of `#####` between them. Its snapshot has of
//! each the message, or the project: what differs from that of a book that only has a title.
//! Design files that they name are in `tests/project/beside`.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

mod flat;
mod schema;

use pliego::project::{NamedEdition, Project, ProjectErrors, new, read_project};
use proptest::prelude::*;

/// The files that stand beside a `book.toml` of these tests.
fn beside(name: &str) -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/project/beside");
    std::fs::read_to_string(std::path::Path::new(folder).join(name)).ok()
}

#[test]
fn projects_and_messages() {
    insta::glob!("project/*.toml", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let default = flat::lines(&Project::default());
        let shown = text.split("#####\n").map(|one| {
            match read_project("book.toml", one, &beside) {
                Ok(project) => {
                    let lines = describe(project, &default);
                    format!("{}\n=>\n{}\n", one.trim(), lines.join("\n"))
                }
                Err(first) => {
                    let all = ProjectErrors::find(first, "book.toml", one, &beside);
                    let told = all.iter().map(|error| match all.excerpt(error) {
                        Some(excerpt) => format!("{error}\n{excerpt}"),
                        None => error.to_string(),
                    });
                    let told: Vec<String> = told.collect();
                    format!("{}\n=> {}\n", one.trim(), told.join("\n   "))
                }
            }
        });
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(shown.collect::<Vec<_>>().join("\n"));
        });
    });
}

/// What differs from a book that only has a title, and of each edition what differs from
/// the book.
fn describe(mut project: Project, default: &[String]) -> Vec<String> {
    let editions = std::mem::take(&mut project.editions);
    let all = flat::lines(&project);
    let differs = |line: &String, from: &[String]| !from.contains(line);
    let mut lines: Vec<String> =
        all.iter().filter(|line| differs(line, default)).cloned().collect();
    for NamedEdition { name, position, formats, readers, project } in editions {
        lines.push(format!("edition {name} ({position}): {formats:?} {readers:?}"));
        let own = flat::lines(&project).into_iter();
        lines.extend(own.filter(|line| differs(line, &all)));
    }
    lines
}

#[test]
fn new_project_can_be_read() {
    for name in ["my-book", "", "a \"b\" \\ c", "año_1926", "—"] {
        let files = new::files(name);
        let (_, text) = files.iter().find(|(path, _)| *path == "book.toml").unwrap();
        let project = read_project("book.toml", text, &beside).unwrap();
        assert_eq!(project.chapters.len(), 2);
        assert!(project.metadata.title.is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_text_can_be_read(text in "\\PC{0,200}") {
        if let Err(error) = read_project("book.toml", &text, &beside) {
            prop_assert!(error.to_string().starts_with("book.toml"), "{error}");
        }
    }

    #[test]
    fn any_keys_and_values_can_be_read(
        lines in proptest::collection::vec(
            (
                proptest::sample::select(vec![
                    "title", "authors", "isbn", "date", "series", "chapters", "slug", "cover",
                    "[design]\ntrim", "font-size", "leading", "margins", "expansion",
                    "hyphenation", "template", "heads", "[design.sizes]\nsmall",
                    "[design.section]\nabove", "[print]\nbleed", "[[book]]\nx",
                    "[[edition]]\nname", "formats", "design", "edition",
                ]),
                prop_oneof![
                    "\"[0-9.]{0,12}(mm|in|pt|em|x|)\"",
                    "\"\\PC{0,12}\"",
                    "-?[0-9]{1,30}(\\.[0-9]{1,3})?(e[0-9]{1,4})?",
                    Just("[[[]]]".to_owned()),
                    Just("{ name = \"x\", inner = \"9999999999mm\" }".to_owned()),
                    Just("nan".to_owned()),
                ],
            ),
            0..8,
        ),
    ) {
        let body: String = lines.iter().flat_map(|(key, value)| [key, " = ", value, "\n"]).collect();
        let text = format!("[book]\ntitle = \"T\"\n{body}");
        if let Err(error) = read_project("book.toml", &text, &beside) {
            prop_assert!(error.to_string().starts_with("book.toml"), "{error}");
        }
    }
}
