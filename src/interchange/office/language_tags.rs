//! Languages by their tags (BCP 47) and letters.

use std::collections::BTreeMap;

/// The language of a tag without script and region, in lower case.
pub(crate) fn primary_subtag(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_ascii_lowercase()
}

/// Whether most letters are Chinese, Japanese or Korean.
pub(crate) fn is_east_asian(text: &str) -> bool {
    let counts = text.chars().fold((0_usize, 0_usize), |(asian, other), c| match c {
        '\u{1100}'..='\u{11FF}'
        | '\u{2E80}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => (asian + 1, other),
        c if c.is_alphabetic() => (asian, other + 1),
        _ => (asian, other),
    });
    counts.0 > counts.1
}

/// Whether the first letter is Hebrew, Arabic, or of another script from right to left.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(|c| {
        matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
    })
}

/// The commonest language, and of its regional forms the commonest, by counts of letters.
pub(crate) fn find_main_language(counts: &BTreeMap<String, usize>) -> Option<String> {
    let mut by_primary: BTreeMap<String, usize> = BTreeMap::new();
    for (tag, count) in counts {
        *by_primary.entry(primary_subtag(tag)).or_default() += count;
    }
    let (primary, _) = by_primary.iter().max_by_key(|(_, count)| **count)?;
    let of_primary = counts.iter().filter(|(tag, _)| primary_subtag(tag) == *primary);
    of_primary.max_by_key(|(_, count)| **count).map(|(tag, _)| tag.clone())
}
