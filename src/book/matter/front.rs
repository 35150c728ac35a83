//! The lines of the title page and the imprint besides title and authors.

use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::metadata::{Contributor, Metadata};
use crate::book::relator::Relator;

/// Whether the metadata suffices for a title page: a title, or a name.
#[must_use]
pub fn fills_a_title_page(metadata: &Metadata) -> bool {
    let Metadata { title, subtitle, authors, contributors, .. } = metadata;
    title.is_some()
        || subtitle.is_some()
        || !authors.is_empty()
        || !contributors.is_empty()
}

/// "Translated by A and B": one line per role, in the order of the roles. A contributor
/// without a known role has a line alone.
#[must_use]
pub fn list_credits(metadata: &Metadata, words: &EditionWords) -> Vec<String> {
    let mut lines: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    for Contributor { name, role, .. } in &metadata.contributors {
        let phrase = role_phrase(*role, words);
        match lines.iter_mut().find(|(own, _)| phrase.is_some() && *own == phrase) {
            Some((_, names)) => names.push(name),
            None => lines.push((phrase, vec![name])),
        }
    }
    let line = |(phrase, names): (Option<&str>, Vec<&str>)| {
        fill_pattern(phrase.unwrap_or("{}"), &words.join_names(&names))
    };
    lines.into_iter().map(line).collect()
}

/// The phrase for a role, by MARC relator code: translator; editor, compiler; author of
/// introduction, of foreword; illustrator, artist.
fn role_phrase(role: Option<Relator>, words: &EditionWords) -> Option<&'static str> {
    match role?.as_str() {
        "trl" => Some(words.translated_by),
        "edt" | "com" => Some(words.edited_by),
        "aui" | "win" | "wpr" => Some(words.introduced_by),
        "ill" | "art" => Some(words.illustrated_by),
        _ => None,
    }
}

/// The date on the title page: by custom the year; the whole date if no imprint shows it.
#[must_use]
pub fn format_title_date(
    metadata: &Metadata,
    words: &EditionWords,
    isbn: Option<&str>,
) -> Option<String> {
    let date = metadata.date?;
    let has_imprint = !list_imprint(metadata, words, isbn).is_empty();
    Some(if has_imprint { date.year.to_string() } else { words.format_date(date) })
}

/// The lines of the imprint: only what is known. Publisher and date are on the title page
/// already and do not make an imprint alone.
#[must_use]
pub fn list_imprint(
    metadata: &Metadata,
    words: &EditionWords,
    isbn: Option<&str>,
) -> Vec<String> {
    let Metadata { series, source, rights, publisher, identifier, date, .. } = metadata;
    let series = series.as_ref().map(|series| match series.number {
        Some(number) => format!("{}, {number}", series.name),
        None => series.name.clone(),
    });
    let source = source.as_ref().map(|source| format!("{}: {source}", words.source));
    let isbn = isbn.map(|isbn| format!("ISBN {isbn}"));
    let of_its_own = [&series, &source, rights, &isbn, identifier];
    if of_its_own.iter().all(|line| line.is_none()) {
        return Vec::new();
    }
    let day =
        date.filter(|date| date.month.is_some()).map(|date| words.format_date(date));
    let lines = [
        series,
        source,
        rights.clone(),
        publisher.clone(),
        isbn,
        identifier.clone(),
        day,
    ];
    lines.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{
        Contributor, EditionWords, Metadata, format_title_date, list_credits,
        list_imprint,
    };

    #[test]
    fn people_stand_by_their_roles() {
        let people = [
            ("Émile X", Some("edt")),
            ("Ida", Some("aui")),
            ("Bob", Some("art")),
            ("Nobody", None),
            ("Eve", Some("wpr")),
            ("Also Nobody", None),
            ("Anne Y", Some("com")),
        ];
        let person = |(name, role): (&str, Option<&str>)| Contributor {
            name: name.to_owned(),
            role: role.and_then(|role| role.parse().ok()),
            sort: None,
        };
        let contributors = people.map(person).to_vec();
        let metadata = Metadata { contributors, ..Metadata::default() };
        let french = "fr".parse().ok();
        let lines = list_credits(&metadata, EditionWords::for_language(french.as_ref()));
        let wanted = [
            "Édité par Émile X et Anne Y",
            "Introduction par Ida et Eve",
            "Illustré par Bob",
            "Nobody",
            "Also Nobody",
        ];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn a_date_is_said_once_in_full() {
        let words = EditionWords::for_language(None);
        let mut metadata = Metadata {
            publisher: Some("The Weir Press".to_owned()),
            date: "1926-03-04".parse().ok(),
            ..Metadata::default()
        };
        let date = |metadata: &Metadata| format_title_date(metadata, words, None);
        assert_eq!(date(&metadata).as_deref(), Some("4 March 1926"));
        assert!(list_imprint(&metadata, words, None).is_empty());
        metadata.rights = Some("Free".to_owned());
        assert_eq!(date(&metadata).as_deref(), Some("1926"));
        let lines = list_imprint(&metadata, words, None);
        assert_eq!(lines, ["Free", "The Weir Press", "4 March 1926"]);
    }
}
