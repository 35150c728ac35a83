//! The key `chapters` of `[book]`.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::description::ChapterEntry;
use super::error::ProjectError;
use super::forms::TextOr;
use super::position::Located;
use crate::book::purpose::Purpose;
use crate::text::config::read_list;

/// The documents of a book or part: files, and tables for what a file's name does not say.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(super) struct ChapterList(
    #[schemars(with = "Vec<ChapterForm>")] Vec<Located<TextOr<String, ChapterTable>>>,
);

impl<'de> Deserialize<'de> for ChapterList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_list(deserializer, "a list of files: [\"one.txt\", \"two.md\"]").map(Self)
    }
}

/// A document, or a part with its documents. [`ChapterForm`] lists the combinations.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ChapterTable {
    file: Option<Located<String>>,
    title: Option<Located<String>>,
    short: Option<Located<String>>,
    role: Option<Located<Purpose>>,
    part: Option<Located<String>>,
    chapters: Option<Located<ChapterList>>,
}

/// The forms of a line of `chapters`, for its schema.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "a description")]
enum ChapterForm {
    /// The file of a document.
    File(String),
    /// A document.
    Document(DocumentForm),
    /// A part with its documents.
    Part(PartForm),
}

/// A document.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(dead_code, reason = "a description")]
struct DocumentForm {
    /// The file.
    file: String,
    /// The title of the chapter, where the document's own is not wanted.
    title: Option<String>,
    /// A short title for running heads.
    short: Option<String>,
    /// What the chapter is for, where it is no chapter of the text itself.
    role: Option<Purpose>,
}

/// A part with its documents.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(dead_code, reason = "a description")]
struct PartForm {
    /// The title of the part.
    part: String,
    /// The documents of the part: files, or tables like those of the book.
    chapters: Vec<TextOr<String, DocumentForm>>,
}

/// What the lists of a book and of a part differ in.
struct ListKind {
    /// It may have parts, and pages that are outside of the text.
    is_whole_book: bool,
    /// What to do if it is empty.
    when_empty: &'static str,
}

const BOOK: ListKind = ListKind {
    is_whole_book: true,
    when_empty: "name the documents, or leave the key out and have all of the folder",
};

const PART: ListKind = ListKind {
    is_whole_book: false,
    when_empty: "name the documents of the part, or leave the part out",
};

/// Checks the chapters of a book.
pub(super) fn check_chapters(
    chapters: Located<ChapterList>,
) -> Result<Vec<ChapterEntry>, ProjectError> {
    check_list(chapters, &BOOK)
}

fn check_list(
    list: Located<ChapterList>,
    kind: &ListKind,
) -> Result<Vec<ChapterEntry>, ProjectError> {
    if list.0.is_empty() {
        return Err(list.refuse("chapters", "is empty", kind.when_empty));
    }
    let last = list.0.len() - 1;
    let mut entries: Vec<ChapterEntry> = Vec::with_capacity(list.0.len());
    for (place, item) in list.value.0.into_iter().enumerate() {
        let position = item.position.clone();
        let entry = check_entry(item, kind)?;
        let purpose = purpose(&entry);
        let fits = match purpose {
            Purpose::Copyright | Purpose::Dedication | Purpose::Epigraph => {
                let is_before_text = |one: &ChapterEntry| self::purpose(one).is_display();
                kind.is_whole_book && entries.iter().all(is_before_text)
            }
            Purpose::Colophon => kind.is_whole_book && place == last,
            _ => true,
        };
        if !fits {
            let remedy = match purpose {
                Purpose::Colophon => "put it last",
                _ => "put it before the chapters",
            };
            let cause = format!("has the {} among the chapters", purpose.name());
            return Err(ProjectError::impossible(position, "chapters", &cause, remedy));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// What a line of `chapters` is for.
fn purpose(entry: &ChapterEntry) -> Purpose {
    match entry {
        ChapterEntry::Document { purpose, .. } => *purpose,
        ChapterEntry::Part { .. } => Purpose::Text,
    }
}

fn check_entry(
    item: Located<TextOr<String, ChapterTable>>,
    kind: &ListKind,
) -> Result<ChapterEntry, ProjectError> {
    let position = item.position;
    let table = match item.value {
        TextOr::Text(file) => {
            return Ok(ChapterEntry::Document {
                file: PathBuf::from(file),
                position: Some(position),
                title: None,
                short: None,
                purpose: Purpose::Text,
            });
        }
        TextOr::Table(table) => table,
    };
    let missing = |key: &str, remedy: &str| ProjectError::MissingKey {
        position: position.clone(),
        key: key.to_owned(),
        table: "chapters".to_owned(),
        remedy: remedy.to_owned(),
    };
    let ChapterTable { file, title, short, role, part, chapters } = table;
    let Some(part) = part else {
        let remedy = "give it one, between quotation marks";
        let file = file.ok_or_else(|| missing("file", remedy))?;
        if let Some(chapters) = chapters {
            let remedy = "write { part = \"…\", chapters = [\"…\"] }";
            return Err(chapters.refuse(
                "chapters",
                "is not a key of a document",
                remedy,
            ));
        }
        return Ok(ChapterEntry::Document {
            file: PathBuf::from(file.value),
            position: Some(file.position),
            title: title.map(|title| title.value),
            short: short.map(|short| short.value),
            purpose: role.map(|role| role.value).unwrap_or_default(),
        });
    };
    if !kind.is_whole_book {
        let remedy =
            "put its chapters beside the others, or its files into a part of their own";
        return Err(part.refuse("part", "is inside another part", remedy));
    }
    let beside = [
        ("file", file.map(|file| file.position)),
        ("title", title.map(|title| title.position)),
        ("short", short.map(|short| short.position)),
        ("role", role.map(|role| role.position)),
    ];
    for (key, position) in beside {
        if let Some(position) = position {
            let remedy = "write { part = \"…\", chapters = [\"…\"] }";
            let cause = "is not a key of a part";
            return Err(ProjectError::impossible(position, key, cause, remedy));
        }
    }
    let chapters =
        chapters.ok_or_else(|| missing("chapters", "write chapters = [\"…\"]"))?;
    let chapters = check_list(chapters, &PART)?;
    Ok(ChapterEntry::Part { title: part.value, chapters })
}
