//! The lines of the title page and the imprint besides title and authors.

use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::metadata::{Contributor, EditionForm, EditionIsbn, Metadata};
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

/// The groups of the imprint, each with its lines, as the trade has them: the work and who
/// made it; the rights; the publisher and the edition; the numbers. Only what is known is
/// there. A date alone, which the title page has already, makes no imprint.
#[must_use]
pub fn list_imprint(
    metadata: &Metadata,
    words: &EditionWords,
    isbn: Option<&str>,
) -> Vec<Vec<String>> {
    let Metadata { series, publisher, place, date, .. } = metadata;
    let label = |label: &str, value: &Option<String>| {
        Some(format!("{label}: {}", value.as_ref()?))
    };
    let series = series.as_ref().map(|series| match series.number {
        Some(number) => format!("{}, {number}", series.name),
        None => series.name.clone(),
    });
    let house: Vec<&str> =
        [publisher, place].into_iter().flatten().map(String::as_str).collect();
    let house = (!house.is_empty()).then(|| house.join(", "));
    let rights = metadata.rights.iter().flat_map(|rights| rights.lines());
    let rights = rights.map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
    let work = [label(words.original_title, &metadata.original_title)];
    let made = [series, house, metadata.edition.clone()];
    let isbns: Vec<String> = if metadata.isbns.is_empty() {
        isbn.map(|isbn| format!("ISBN {isbn}")).into_iter().collect()
    } else {
        let line = |one: &EditionIsbn| {
            format!("ISBN {} ({})", one.isbn, name_form(&one.form, words))
        };
        metadata.isbns.iter().map(line).collect()
    };
    let numbers = label(words.legal_deposit, &metadata.deposit)
        .into_iter()
        .chain(isbns)
        .chain(metadata.identifier.clone())
        .chain(label(words.source, &metadata.source));
    let mut groups: Vec<Vec<String>> = vec![
        work.into_iter().flatten().collect(),
        rights.collect(),
        made.into_iter().flatten().collect(),
        numbers.collect(),
    ];
    if groups.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    groups[0].extend(list_credits(metadata, words));
    let day = date.filter(|date| date.month.is_some());
    groups[2].extend(day.map(|date| words.format_date(date)));
    groups.retain(|group| !group.is_empty());
    groups
}

/// What an imprint calls an edition beside its ISBN.
#[must_use]
pub fn name_form<'a>(form: &'a EditionForm, words: &EditionWords) -> &'a str {
    match form {
        EditionForm::Paperback => words.paperback,
        EditionForm::Hardcover => words.hardcover,
        EditionForm::Epub => "EPUB",
        EditionForm::Pdf => "PDF",
        EditionForm::Named(name) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Contributor, EditionForm, EditionIsbn, EditionWords, Metadata, format_title_date,
        list_credits, list_imprint,
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
    fn the_isbns_of_all_editions_say_what_they_are() {
        let forms = [
            EditionForm::Paperback,
            EditionForm::Hardcover,
            EditionForm::Epub,
            EditionForm::Named("grands caractères".to_owned()),
        ];
        let numbered = forms.into_iter().zip(1..);
        let isbns = numbered
            .map(|(form, number)| EditionIsbn { isbn: format!("{number}"), form });
        let metadata = Metadata { isbns: isbns.collect(), ..Metadata::default() };
        let french = "fr".parse().ok();
        let words = EditionWords::for_language(french.as_ref());
        let wanted = [
            "ISBN 1 (broché)",
            "ISBN 2 (relié)",
            "ISBN 3 (EPUB)",
            "ISBN 4 (grands caractères)",
        ];
        assert_eq!(list_imprint(&metadata, words, Some("3")), [wanted]);
    }

    #[test]
    fn a_date_is_said_once_in_full() {
        let words = EditionWords::for_language(None);
        let mut metadata =
            Metadata { date: "1926-03-04".parse().ok(), ..Metadata::default() };
        let date = |metadata: &Metadata| format_title_date(metadata, words, None);
        assert_eq!(date(&metadata).as_deref(), Some("4 March 1926"));
        assert!(list_imprint(&metadata, words, None).is_empty());
        metadata.publisher = Some("The Weir Press".to_owned());
        assert_eq!(date(&metadata).as_deref(), Some("1926"));
        metadata.rights = Some("© A\n © B \n".to_owned());
        metadata.place = Some("Weirton".to_owned());
        let groups = list_imprint(&metadata, words, Some("978"));
        let wanted: [&[&str]; 3] = [
            &["© A", "© B"],
            &["The Weir Press, Weirton", "4 March 1926"],
            &["ISBN 978"],
        ];
        assert_eq!(groups, wanted);
    }
}
