//! The `[book]` table: what the book is and what stands in it.

use std::path::PathBuf;

use super::table::{Item, Table};
use super::{Cover, Entry, Project, ProjectError};
use crate::book::markdown::metadata;
use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::{
    BookSeries, Contributor, Metadata, NotAnIsbn, format_isbn, parse_isbn,
};
use crate::book::purpose::Purpose;
use crate::book::relator::Relator;
use crate::text::letters::turns_direction;

/// The keys of `[book]` besides those that a document's own block may have, too.
const KEYS: [&str; 5] = ["slug", "chapters", "notes", "ibid", "cover"];

/// The keys of `[book]`.
pub(super) fn keys() -> Vec<&'static str> {
    [&metadata::KEYS[..], &KEYS].concat()
}

/// The longest stem of a file's name, in bytes: with `-cover.pdf` and the name of a
/// temporary file it stays below the 255 of common file systems.
const LONGEST_SLUG: usize = 120;

/// Names that stand for devices on Windows, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The same with a figure behind them.
const PORTS: [&str; 2] = ["com", "lpt"];

/// Reads the table into the project.
pub(super) fn read(item: &Item<'_>, project: &mut Project) -> Result<(), ProjectError> {
    let Some(book) = item.table(&keys())? else {
        return Err(item.wrong_type("[book] and the keys of the book below it"));
    };
    project.metadata = metadata(&book)?;
    project.slug = book.get("slug").map(|item| slug(&item)).transpose()?;
    if let Some(item) = book.get("chapters") {
        project.chapters = chapters(&item, true)?;
    }
    if let Some(item) = book.get("notes") {
        project.notes = item.word(&[
            ("book", NotePlacement::Book),
            ("chapter", NotePlacement::Chapter),
            ("page", NotePlacement::Page),
        ])?;
    }
    if let Some(item) = book.get("ibid") {
        project.ibid =
            item.word(&[("keep", Ibid::Kept), ("complete", Ibid::Completed)])?;
    }
    if let Some(item) = book.get("cover") {
        project.cover = cover(&item)?;
    }
    Ok(())
}

fn metadata(book: &Table<'_>) -> Result<Metadata, ProjectError> {
    let title = book.demand("title")?.text()?;
    let (isbn_epub, isbn_print) = match book.get("isbn") {
        Some(item) => isbns(&item)?,
        None => (None, None),
    };
    Ok(Metadata {
        title: Some(title),
        subtitle: book.text("subtitle")?,
        authors: contributors(book, "authors")?,
        contributors: contributors(book, "contributors")?,
        language: parsed(book, "language", "write a tag such as 'es' or 'pt-BR'")?,
        date: parsed(book, "date", "write a year, a month or a day")?,
        publisher: book.text("publisher")?,
        isbn_epub,
        isbn_print,
        identifier: book.text("identifier")?,
        description: book.text("description")?,
        rights: book.text("rights")?,
        source: book.text("source")?,
        series: book.get("series").map(|item| series(&item)).transpose()?,
    })
}

/// A value that has a form of its own.
fn parsed<T>(
    book: &Table<'_>,
    key: &'static str,
    remedy: &str,
) -> Result<Option<T>, ProjectError>
where
    T: std::str::FromStr<Err: std::error::Error>,
{
    let Some(item) = book.get(key) else { return Ok(None) };
    let parsed = item.typed()?.parse();
    parsed
        .map(Some)
        .map_err(|error: T::Err| item.impossible(format!("is wrong: {error}"), remedy))
}

fn isbns(item: &Item<'_>) -> Result<(Option<String>, Option<String>), ProjectError> {
    let Some(table) = item.table(&["epub", "print"])? else {
        return Err(item.wrong_type("{ epub = \"978…\", print = \"978…\" }"));
    };
    let one = |key, read: fn(&str) -> Result<String, NotAnIsbn>| {
        let Some(item) = table.get(key) else { return Ok(None) };
        read(&item.text()?).map(Some).map_err(|error| {
            item.impossible(
                format!("is wrong: {error}"),
                "compare it with the publisher's list",
            )
        })
    };
    Ok((one("epub", parse_isbn)?, one("print", format_isbn)?))
}

fn contributors(
    book: &Table<'_>,
    key: &'static str,
) -> Result<Vec<Contributor>, ProjectError> {
    let Some(item) = book.get(key) else { return Ok(Vec::new()) };
    item.list("a list of names: [\"…\", \"…\"]")?.iter().map(contributor).collect()
}

fn contributor(item: &Item<'_>) -> Result<Contributor, ProjectError> {
    let Some(table) = item.table(&["name", "sort", "role"])? else {
        return Ok(Contributor { name: item.text()?, ..Contributor::default() });
    };
    let role = match table.get("role") {
        Some(item) => Some(role(&item)?),
        None => None,
    };
    Ok(Contributor {
        name: table.demand("name")?.text()?,
        sort: table.text("sort")?,
        role,
    })
}

/// A MARC relator code.
fn role(item: &Item<'_>) -> Result<Relator, ProjectError> {
    let role = item.text()?;
    role.parse().map_err(|_| {
        let remedy = "write a MARC relator code of three letters, such as aut (author), trl \
                      (translator), edt (editor), ill (illustrator) or aui (author of the introduction)";
        item.impossible(format!("cannot be '{role}'"), remedy)
    })
}

fn series(item: &Item<'_>) -> Result<BookSeries, ProjectError> {
    let Some(table) = item.table(&["name", "number"])? else {
        return Err(item.wrong_type("{ name = \"…\", number = 1 }"));
    };
    let number = table.get("number").map(|item| item.count()).transpose()?;
    Ok(BookSeries { name: table.demand("name")?.text()?, number })
}

/// A stem that is a file's name on every system.
fn slug(item: &Item<'_>) -> Result<String, ProjectError> {
    let slug = item.text()?;
    if is_safe(&slug) {
        return Ok(slug);
    }
    let remedy =
        "write a short name of letters, figures and hyphens; files are named after it";
    Err(item.impossible(format!("cannot be '{slug}'"), remedy))
}

/// Whether files may be named after a stem on every system.
pub(super) fn is_safe(slug: &str) -> bool {
    let stem = slug.split('.').next().unwrap_or_default().to_lowercase();
    slug.len() <= LONGEST_SLUG
        && !slug.starts_with(['.', '-'])
        && !slug.ends_with('.')
        && !is_device(&stem)
        && !slug.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c))
        // What turns the order of a name makes it look like another.
        && !slug.contains(turns_direction)
}

/// Whether a stem, in small letters, stands for a device on Windows.
fn is_device(stem: &str) -> bool {
    let figure = |port| {
        let rest = stem.strip_prefix(port).unwrap_or_default();
        rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit())
    };
    DEVICES.contains(&stem) || PORTS.into_iter().any(figure)
}

fn chapters(item: &Item<'_>, may_have_parts: bool) -> Result<Vec<Entry>, ProjectError> {
    let list = item.list("a list of files: [\"one.txt\", \"two.md\"]")?;
    if list.is_empty() {
        let remedy = if may_have_parts {
            "name the documents, or leave the key out and have all of the folder"
        } else {
            "name the documents of the part, or leave the part out"
        };
        return Err(item.impossible("is empty", remedy));
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(list.len());
    for (place, item) in list.iter().enumerate() {
        let entry = chapter(item, may_have_parts)?;
        let purpose = purpose(&entry);
        let stands = match purpose {
            Purpose::Dedication | Purpose::Epigraph => {
                let before = |one: &Entry| self::purpose(one).is_display();
                may_have_parts && entries.iter().all(before)
            }
            Purpose::Colophon => may_have_parts && place + 1 == list.len(),
            _ => true,
        };
        if !stands {
            let remedy = match purpose {
                Purpose::Colophon => "put it last",
                _ => "put it before the chapters",
            };
            let cause = format!("has the {} among the chapters", purpose.name());
            return Err(item.impossible(cause, remedy));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// What a line of `chapters` is for.
fn purpose(entry: &Entry) -> Purpose {
    match entry {
        Entry::Document { purpose, .. } => *purpose,
        Entry::Part { .. } => Purpose::Text,
    }
}

fn chapter(item: &Item<'_>, may_be_part: bool) -> Result<Entry, ProjectError> {
    let Some(table) = item.table(&["file", "title", "role", "part", "chapters"])? else {
        let file = PathBuf::from(item.text()?);
        return Ok(Entry::Document { file, title: None, purpose: Purpose::Text });
    };
    let Some(part) = table.get("part") else {
        let file = PathBuf::from(table.demand("file")?.text()?);
        let role = table.get("role").map(|item| item.word(&Purpose::STATED));
        let purpose = role.transpose()?.unwrap_or_default();
        return Ok(Entry::Document { file, title: table.text("title")?, purpose });
    };
    if !may_be_part {
        let remedy =
            "put its chapters beside the others, or its files into a part of their own";
        return Err(part.impossible("stands in another part", remedy));
    }
    for key in ["file", "title", "role"] {
        if let Some(item) = table.get(key) {
            let remedy = "write { part = \"…\", chapters = [\"…\"] }";
            return Err(item.impossible("stands beside 'part'", remedy));
        }
    }
    let chapters = chapters(&table.demand("chapters")?, false)?;
    Ok(Entry::Part { title: part.text()?, chapters })
}

fn cover(item: &Item<'_>) -> Result<Cover, ProjectError> {
    if let Some(table) = item.table(&["template"])? {
        return Ok(Cover::Template(table.demand("template")?.text()?));
    }
    let file = item.text()?;
    let extension = file.rsplit('.').next().unwrap_or_default().to_lowercase();
    if ["jpg", "jpeg", "png"].contains(&extension.as_str()) {
        return Ok(Cover::Image(PathBuf::from(file)));
    }
    let remedy = "name a .jpg or .png file, or write { template = \"…\" }";
    Err(item.impossible(format!("cannot be '{file}'"), remedy))
}
