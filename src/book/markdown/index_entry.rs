//! Entries of the index as `makeindex` writes them: `Quijote, Don!muerte`, `sort@words`,
//! `entry|see other` and `entry|seealso other`. A quotation mark takes the meaning from the
//! sign after it (Lamport, *`MakeIndex`: An Index Processor for LaTeX*, 1987).

use crate::book::inline::{IndexHeading, IndexMark, IndexSee};

/// Parses an entry; none without words.
pub(super) fn parse_index_entry(entry: &str) -> Option<IndexMark> {
    let mut mark = IndexMark::default();
    let mut heading = IndexHeading::default();
    let mut signs = entry.chars();
    while let Some(c) = signs.next() {
        match c {
            '"' => heading.words.extend(signs.next()),
            '!' => mark.path.push(std::mem::take(&mut heading)),
            '@' => heading.sort = Some(std::mem::take(&mut heading.words)),
            '|' => {
                mark.see = parse_see(signs.as_str());
                break;
            }
            c => heading.words.push(c),
        }
    }
    mark.path.push(heading);
    mark.path.retain(|heading| !heading.words.trim().is_empty());
    (!mark.path.is_empty()).then_some(mark)
}

/// Parses what follows the bar of an entry.
fn parse_see(text: &str) -> Option<IndexSee> {
    let other = |rest: &str| rest.trim().trim_matches(['{', '}']).to_owned();
    // The longer word begins with the shorter.
    if let Some(rest) = text.strip_prefix("seealso") {
        return Some(IndexSee::SeeAlso(other(rest)));
    }
    text.strip_prefix("see").map(|rest| IndexSee::See(other(rest)))
}

/// Formats an entry, so that [`parse_index_entry`] reads it again.
pub(super) fn format_index_entry(mark: &IndexMark) -> String {
    let quote = |words: &str| {
        let mut quoted = String::with_capacity(words.len());
        for c in words.chars() {
            quoted.extend(matches!(c, '"' | '!' | '@' | '|').then_some('"'));
            quoted.push(c);
        }
        quoted
    };
    let path = mark.path.iter().map(|heading| match &heading.sort {
        Some(sort) => format!("{}@{}", quote(sort), quote(&heading.words)),
        None => quote(&heading.words),
    });
    let path: Vec<String> = path.collect();
    let see = match &mark.see {
        None => String::new(),
        Some(IndexSee::See(other)) => format!("|see {other}"),
        Some(IndexSee::SeeAlso(other)) => format!("|seealso {other}"),
    };
    path.join("!") + &see
}

#[cfg(test)]
mod tests {
    use super::{format_index_entry, parse_index_entry};

    #[test]
    fn entries_are_read_as_they_are_written() {
        for entry in [
            "Quijote",
            "Quijote!muerte",
            "A@Á!b@B",
            "a\"!b!c\"@d\"|\"\"",
            "Alonso|see Quijote",
            "Alonso!padre|seealso Sancho!asno",
        ] {
            let mark = parse_index_entry(entry).unwrap();
            assert_eq!(format_index_entry(&mark), entry);
        }
        assert_eq!(parse_index_entry(" ! "), None);
    }
}
