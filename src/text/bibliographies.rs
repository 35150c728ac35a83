//! The words of headings over bibliographies.

use super::numerals::numbering;

/// Headings over the works that a text cites: Catalan, English, French, German, Italian,
/// Portuguese, Russian, Spanish.
const BIBLIOGRAPHIES: [&str; 29] = [
    "bibliografia",
    "bibliografía",
    "bibliografía citada",
    "bibliographie",
    "bibliography",
    "fonts",
    "fuentes",
    "literatur",
    "literaturverzeichnis",
    "literature",
    "literature cited",
    "obras citadas",
    "obres citades",
    "quellen",
    "quellenverzeichnis",
    "reference",
    "references",
    "referencias",
    "referencias bibliográficas",
    "referências",
    "referências bibliográficas",
    "referències",
    "referències bibliogràfiques",
    "riferimenti bibliografici",
    "références",
    "références bibliographiques",
    "works cited",
    "список литературы",
    "литература",
];

/// Whether a line is the heading over a bibliography, perhaps with its number.
///
/// ```
/// use pliego::text::bibliographies::says_bibliography;
///
/// assert!(says_bibliography("References"));
/// assert!(says_bibliography("VII. BIBLIOGRAFÍA"));
/// assert!(!says_bibliography("References to Homer"));
/// ```
#[must_use]
pub fn says_bibliography(line: &str) -> bool {
    let small = line.to_lowercase();
    let is_name = |words: &str| {
        let bare = words.trim_matches(|c: char| !c.is_alphabetic());
        BIBLIOGRAPHIES.contains(&bare)
    };
    let is_number = |word: &str| {
        numbering(word).or_else(|| numbering(&word.to_uppercase())).is_some()
    };
    is_name(&small)
        || small
            .trim()
            .split_once(' ')
            .is_some_and(|(word, rest)| is_number(word) && is_name(rest))
}
