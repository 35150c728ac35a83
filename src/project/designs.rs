//! The designs that a book may name: those that come with the program, and files.

use std::sync::LazyLock;

use super::error::ProjectError;
use super::reader::{read_file, read_node, suggest_word};
use super::tree::{FileKind, TomlNode};
use super::whole_design::read_whole_design;
use crate::design::Design;

/// The designs that come with the program, by name; the first is the standard.
const BUILT_IN: [(&str, &str); 3] = [
    ("classic", include_str!("../../designs/classic.toml")),
    ("modern", include_str!("../../designs/modern.toml")),
    ("large-print", include_str!("../../designs/large-print.toml")),
];

/// The end of the name of a design file; other names are those of built-in designs.
const FILE: &str = ".toml";

/// The designs that a book can name.
pub(super) struct Designs<'a> {
    /// The text of a file beside the `book.toml`; none if it cannot be read.
    pub(super) file: &'a dyn Fn(&str) -> Option<String>,
}

/// The `[design]` table of a design file, and the design read from it.
type Template = (TomlNode, Design);

/// The design of a book that names none.
static STANDARD: LazyLock<Template> = LazyLock::new(|| {
    let (name, text) = BUILT_IN[0];
    read_template(name, text).expect("the designs that come with the program are whole")
});

/// A design file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DesignFile {
    #[expect(dead_code, reason = "it is read by itself, from the tree")]
    design: serde::de::IgnoredAny,
}

impl Designs<'_> {
    /// Reads the design that a book names.
    pub(super) fn open(&self, template: &TomlNode) -> Result<Template, ProjectError> {
        let name: String = read_node(template, "template")?;
        let refuse = |cause: String, remedy: String| {
            ProjectError::impossible(template.position(), "template", &cause, remedy)
        };
        if !name.ends_with(FILE) {
            let known = BUILT_IN.iter().find(|(known, _)| *known == name);
            let (name, text) = known.ok_or_else(|| {
                let names = BUILT_IN.map(|(name, _)| name);
                refuse(format!("cannot be '{name}'"), suggest_word(&name, &names))
            })?;
            return read_template(name, text);
        }
        let text = (self.file)(&name).ok_or_else(|| {
            let remedy = "name a file of this folder, or a design of pliego's; \
                          a link out of it needs --allow-path";
            refuse(format!("names '{name}', which cannot be read"), remedy.to_owned())
        })?;
        read_template(&name, &text)
    }
}

/// A built-in design by its name.
#[must_use]
pub fn read_design(name: &str) -> Option<Design> {
    let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
    Some(read_template(name, text).ok()?.1)
}

/// The classic design.
///
/// # Panics
///
/// Never: a test reads the designs that come with the program.
#[must_use]
pub fn standard_design() -> Design {
    STANDARD.1.clone()
}

impl Default for Design {
    /// The classic design.
    fn default() -> Self {
        standard_design()
    }
}

/// The classic design as a template.
pub(super) fn standard_template() -> Template {
    STANDARD.clone()
}

/// The designs that come with the program: their names, and their files.
#[must_use]
pub fn built_in_designs() -> &'static [(&'static str, &'static str)] {
    &BUILT_IN
}

/// The names of the designs that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// Reads a design file. `name` is what messages call it.
fn read_template(name: &str, text: &str) -> Result<Template, ProjectError> {
    let file = TomlNode::parse(name, FileKind::Design, text)?;
    read_file::<DesignFile>(&file)?;
    let table = file.get("design").expect("a design file has the table, or is refused");
    Ok((table.clone(), read_whole_design(table)?))
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, read_template};
    use crate::length::Length;

    #[test]
    fn the_designs_that_come_with_the_program_are_whole() {
        for (name, text) in BUILT_IN {
            let (_, design) =
                read_template(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert!(design.measure() > Length::ZERO, "{name}");
        }
    }
}
