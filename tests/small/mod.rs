//! Pages so small that few words fill several.

use pliego::design::Design;
use pliego::project::read_project;

/// A6, 16 lines of 9 on 12 points.
const SMALL: &str = r#"
[book]
title = "T"
[design]
trim = "a6"
font-size = "9pt"
leading = "12pt"
margins = { inner = "16mm", outer = "18mm", top = "35mm", bottom = "45.2mm" }
chapter-start = "any"
"#;

/// The classic design on such pages.
pub(crate) fn small() -> Design {
    small_with("")
}

/// The same with more keys in its table.
pub(crate) fn small_with(keys: &str) -> Design {
    let project = read_project("small.toml", &format!("{SMALL}{keys}"), &|_| None);
    project.expect("a book of such pages can be read").design
}
