//! The designs that a book may name: those that come with the program, and files.

use std::sync::LazyLock;

use super::table::{Item, Manifest, Table};
use super::{ProjectError, look};
use crate::design::Design;

/// The designs that come with the program, by name; the first is the standard.
const BUILT_IN: [(&str, &str); 3] = [
    ("classic", include_str!("../../designs/classic.toml")),
    ("modern", include_str!("../../designs/modern.toml")),
    ("large-print", include_str!("../../designs/large-print.toml")),
];

/// What the name of a design file ends with; other names are of built-in designs.
const FILE: &str = ".toml";

/// The designs within a book's reach.
pub(super) struct Designs<'a> {
    /// The text of a file beside the `book.toml`; none if it cannot be read.
    pub(super) file: &'a dyn Fn(&str) -> Option<String>,
}

/// The design of a book that names none.
static STANDARD: LazyLock<Design> = LazyLock::new(|| {
    let (name, text) = BUILT_IN[0];
    read(name, text).expect("the designs that come with the program are whole")
});

impl Designs<'_> {
    /// The design that a book names.
    pub(super) fn named(&self, item: &Item<'_>) -> Result<Design, ProjectError> {
        let name = item.text()?;
        if !name.ends_with(FILE) {
            let names = BUILT_IN.map(|design| (design.0, design));
            let (name, text) = item.word(&names)?;
            return read(name, text);
        }
        let text = (self.file)(&name).ok_or_else(|| {
            let cause = format!("names '{name}', which cannot be read");
            item.impossible(cause, "name a file beside this one, or a design of pliego's")
        })?;
        read(&name, &text)
    }
}

/// The classic design.
///
/// # Panics
///
/// Never: a test reads the designs that come with the program.
#[must_use]
pub fn standard() -> Design {
    STANDARD.clone()
}

impl Default for Design {
    /// The classic design.
    fn default() -> Self {
        standard()
    }
}

/// The names of the designs that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// Reads a design file. `name` is what messages call it.
fn read(name: &str, text: &str) -> Result<Design, ProjectError> {
    let manifest = Manifest::new(name, text);
    let file = manifest.parse()?;
    let whole = Table::new(manifest, "a design file", file.get_ref(), 0, &["design"])?;
    look::whole(&whole.demand("design")?)
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, read};
    use crate::length::Length;

    #[test]
    fn the_designs_that_come_with_the_program_are_whole() {
        for (name, text) in BUILT_IN {
            let design = read(name, text).unwrap_or_else(|error| panic!("{error}"));
            assert!(design.measure() > Length::ZERO, "{name}");
        }
    }
}
