//! TOML tables that know where they stand, and what they may hold.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ProjectError;
use crate::text::letters::is_blank;
use crate::text::spelling::nearest;

/// So many words can all be named where another was written.
const FEW: usize = 5;

/// The file that is being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manifest<'t> {
    /// Its name, as messages show it.
    name: &'t str,
    /// Its text.
    text: &'t str,
}

/// A place in a file: `book.toml:7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl<'t> Manifest<'t> {
    /// A file. Some editors put a byte order mark before the text, which TOML does not know.
    pub(super) fn new(name: &'t str, text: &'t str) -> Self {
        Self { name, text: text.strip_prefix('\u{feff}').unwrap_or(text) }
    }

    /// Its tables, if it is TOML.
    pub(super) fn parse(self) -> Result<Spanned<DeTable<'t>>, ProjectError> {
        DeTable::parse(self.text).map_err(|error| ProjectError::Syntax {
            place: self.place(error.span().map_or(0, |span| span.start)),
            cause: error.message().trim().replace('\n', ", "),
        })
    }

    /// The place of a byte.
    pub(super) fn place(self, byte: usize) -> Place {
        let before = self.text.as_bytes().iter().take(byte);
        let line = 1 + before.filter(|&&byte| byte == b'\n').count();
        Place { file: self.name.to_owned(), line }
    }
}

/// A table whose keys are all known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'t> {
    manifest: Manifest<'t>,
    /// Its name, as messages show it.
    name: &'t str,
    entries: &'t DeTable<'t>,
    /// Where it begins.
    start: usize,
}

impl<'t> Table<'t> {
    /// A table that may have these keys.
    pub(super) fn new(
        manifest: Manifest<'t>,
        name: &'t str,
        entries: &'t DeTable<'t>,
        start: usize,
        keys: &[&str],
    ) -> Result<Self, ProjectError> {
        // The first in the file, whatever the order in which the table keeps them.
        let unknown = entries.keys().filter(|key| !keys.contains(&&**key.get_ref()));
        if let Some(key) = unknown.min_by_key(|key| key.span().start) {
            let word = key.get_ref();
            return Err(ProjectError::UnknownKey {
                place: manifest.place(key.span().start),
                key: word.to_string(),
                table: name.to_owned(),
                remedy: match nearest(word, keys) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("it may have {}", listed(keys)),
                },
            });
        }
        Ok(Self { manifest, name, entries, start })
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &'static str) -> Option<Item<'t>> {
        let value = self.entries.get(key)?;
        Some(Item { manifest: self.manifest, key, value })
    }

    /// The value of a key that must be there.
    pub(super) fn demand(&self, key: &'static str) -> Result<Item<'t>, ProjectError> {
        self.get(key).ok_or_else(|| {
            self.missing(
                key,
                match key {
                    "book" => "write [book], and below it title = \"…\"",
                    "chapters" => "write chapters = [\"…\"]",
                    _ => "give it one, between quotation marks",
                },
            )
        })
    }

    /// A key has to be there and is not.
    pub(super) fn missing(
        &self,
        key: &'static str,
        remedy: &'static str,
    ) -> ProjectError {
        ProjectError::MissingKey {
            place: self.manifest.place(self.start),
            key,
            table: self.name.to_owned(),
            remedy,
        }
    }

    /// The text of a key.
    pub(super) fn text(&self, key: &'static str) -> Result<Option<String>, ProjectError> {
        self.get(key).map(|item| item.text()).transpose()
    }

    /// The `true` or `false` of a key.
    pub(super) fn flag(&self, key: &'static str) -> Result<Option<bool>, ProjectError> {
        self.get(key).map(|item| item.flag()).transpose()
    }
}

/// A value and the key it stands under.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'t> {
    manifest: Manifest<'t>,
    /// The key; that of its list, for a value in a list.
    pub(super) key: &'static str,
    value: &'t Spanned<DeValue<'t>>,
}

impl<'t> Item<'t> {
    /// A text that is not empty, nor looks so.
    pub(super) fn text(&self) -> Result<String, ProjectError> {
        let DeValue::String(text) = self.value.get_ref() else {
            return Err(self.wrong_type("a text between quotation marks"));
        };
        if is_blank(text) {
            return Err(self.impossible("is empty", "fill it in, or leave the key out"));
        }
        Ok(text.trim().to_owned())
    }

    /// A text, or a number or date as it is typed.
    pub(super) fn typed(&self) -> Result<String, ProjectError> {
        match self.value.get_ref() {
            DeValue::Integer(number) => Ok(number.to_string()),
            DeValue::Datetime(date) => Ok(date.to_string()),
            _ => self.text(),
        }
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(
        &self,
        words: &[(&'static str, T)],
    ) -> Result<T, ProjectError> {
        let text = self.text()?;
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(*meaning);
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let remedy = match nearest(&text, &known) {
            Some(near) if known.len() > FEW => format!("did you mean '{near}'?"),
            _ => format!("it may be {}", listed(&known)),
        };
        Err(self.impossible(format!("cannot be '{text}'"), remedy))
    }

    /// A number within bounds.
    pub(super) fn number(&self, least: f64, most: f64) -> Result<f64, ProjectError> {
        let typed = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.wrong_type("a number without quotation marks")),
        };
        let number = typed.parse().unwrap_or(f64::NAN);
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        let cause = format!("cannot be {typed}");
        Err(self.impossible(cause, format!("write a number from {least} to {most}")))
    }

    /// A whole number.
    pub(super) fn count(&self) -> Result<u32, ProjectError> {
        match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => {
                number.as_str().parse().map_err(|_| {
                    self.impossible(
                        format!("cannot be {number}"),
                        "write a whole number from 0 on",
                    )
                })
            }
            _ => Err(self.wrong_type("a whole number without quotation marks")),
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool, ProjectError> {
        match self.value.get_ref() {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => Err(self.wrong_type("true or false, without quotation marks")),
        }
    }

    /// The values of a list.
    pub(super) fn list(&self, wanted: &str) -> Result<Vec<Item<'t>>, ProjectError> {
        match self.value.get_ref() {
            DeValue::Array(list) => {
                Ok(list.iter().map(|value| Item { value, ..*self }).collect())
            }
            _ => Err(self.wrong_type(wanted)),
        }
    }

    /// A table that may have these keys; none where the value is no table.
    pub(super) fn table(&self, keys: &[&str]) -> Result<Option<Table<'t>>, ProjectError> {
        let name = match self.key {
            "book" => "[book]",
            "design" => "[design]",
            "print" => "[print]",
            key => key,
        };
        self.table_called(name, keys)
    }

    /// The same, where messages call it by another name than its key.
    pub(super) fn table_called(
        &self,
        name: &'static str,
        keys: &[&str],
    ) -> Result<Option<Table<'t>>, ProjectError> {
        let DeValue::Table(entries) = self.value.get_ref() else { return Ok(None) };
        let start = self.value.span().start;
        Table::new(self.manifest, name, entries, start, keys).map(Some)
    }

    /// Something else should stand here.
    pub(super) fn wrong_type(&self, wanted: &str) -> ProjectError {
        ProjectError::WrongType {
            place: self.place(),
            key: self.key,
            wanted: wanted.to_owned(),
            found: match self.value.get_ref() {
                DeValue::String(_) => "a text",
                DeValue::Integer(_) | DeValue::Float(_) => "a number",
                DeValue::Boolean(_) => "true or false",
                DeValue::Datetime(_) => "a date",
                DeValue::Array(_) => "a list",
                DeValue::Table(_) => "a table",
            },
        }
    }

    /// The value makes no book.
    pub(super) fn impossible(
        &self,
        cause: impl Into<String>,
        remedy: impl Into<String>,
    ) -> ProjectError {
        ProjectError::Impossible {
            place: self.place(),
            key: self.key.to_owned(),
            cause: cause.into(),
            remedy: remedy.into(),
        }
    }

    fn place(&self) -> Place {
        self.manifest.place(self.value.span().start)
    }
}

/// Words with commas and an "or".
pub(super) fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => format!("'{word}'"),
        [words @ .., last] => format!("'{}' or '{last}'", words.join("', '")),
    }
}
