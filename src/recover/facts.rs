//! What a PDF says about itself completes what its text says.

use super::codes;
use crate::book::Document;
use crate::book::metadata::Contributor;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Text;

/// The longest title or name that is believed, in characters.
const LONGEST: usize = 200;

/// What programs write where nobody gave a title, in lower case.
const NO_TITLES: [&str; 8] = [
    "untitled",
    "sin título",
    "sans titre",
    "unbenannt",
    "microsoft word",
    "powerpoint",
    "presentation",
    "document",
];

/// What the name of a file ends with, in lower case.
const FILE_ENDINGS: [&str; 10] =
    [".doc", ".docx", ".odt", ".rtf", ".tex", ".dvi", ".indd", ".qxd", ".pdf", ".html"];

/// Takes title and author from the PDF where the text has none, and reports it.
pub(super) fn complete_metadata(document: &mut Document, text: &Text) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let metadata = &mut document.metadata;
    if metadata.title.is_none()
        && let Some(title) = believe(text.facts.title.as_deref())
    {
        found.push(report("title", &title));
        metadata.title = Some(title);
    }
    if metadata.authors.is_empty()
        && let Some(name) = believe(text.facts.author.as_deref())
    {
        found.push(report("author", &name));
        metadata.authors.push(Contributor::named(name));
    }
    found
}

/// A title or a name, unless a program made it up.
fn believe(fact: Option<&str>) -> Option<String> {
    let words = fact?.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = words.to_lowercase();
    let is_made_up = NO_TITLES.iter().any(|none| lower.starts_with(none))
        || FILE_ENDINGS.iter().any(|ending| lower.ends_with(ending));
    let has_letters = words.chars().filter(|c| c.is_alphabetic()).count() > 1;
    (has_letters && !is_made_up && words.chars().count() <= LONGEST).then_some(words)
}

fn report(what: &str, words: &str) -> Diagnostic {
    let message = format!(
        "the {what} '{words}' is what the PDF says about itself; its text names none"
    );
    Diagnostic::new(codes::FILE_FACT, Severity::Note, message)
        .hint("give another with --title or --author, or in a book.toml")
}
