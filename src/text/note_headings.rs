//! The words of headings over gathered notes.

use super::numerals::numbering;

/// How headings over notes begin.
const NOTES: [&str; 19] = [
    "anmerkungen",
    "endnotes",
    "footnotes",
    "fußnoten",
    "fussnoten",
    "llamadas",
    "notas",
    "note",
    "notes",
    "noten",
    "notes and references",
    "notas y referencias",
    "notas finales",
    "notas al pie",
    "примечания",
    "сноски",
    "remarques",
    "annotazioni",
    "anotaciones",
];

/// Whether a line is the word for notes, or begins with it and continues with a chapter
/// and its number.
#[must_use]
pub fn says_notes(line: &str) -> bool {
    let small = line.to_lowercase();
    let bare = small.trim_matches(|c: char| !c.is_alphanumeric());
    if NOTES.contains(&bare) {
        return true;
    }
    let mut words = bare.split_whitespace();
    let first = words.next().is_some_and(|word| NOTES.contains(&word));
    let rest: Vec<&str> = words.collect();
    first
        && rest.len() <= 4
        && (0..rest.len()).any(|at| {
            let tail = rest[at..].join(" ");
            numbering(&tail).or_else(|| numbering(&tail.to_uppercase())).is_some()
        })
}
