//! A TOML file as a tree of values that know where they are, so that tables of two files
//! can be merged before anything is read from them.

use std::fmt;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::ProjectError;
use super::position::TomlPosition;
use crate::length::Length;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A `book.toml`.
    Book,
    /// A design file.
    Design,
    /// A profile of a press.
    Profile,
    /// The decisions about a text.
    Decisions,
}

impl FileKind {
    /// What messages call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Book => "the file",
            Self::Design => "a design file",
            Self::Profile => "a profile",
            Self::Decisions => "the file of decisions",
        }
    }
}

/// A file: its name and its lines.
#[derive(Debug)]
struct TomlFile {
    name: String,
    kind: FileKind,
    /// Its text.
    text: String,
    /// Where its line ends are.
    line_ends: Vec<usize>,
}

/// A value, and where it is.
#[derive(Debug, Clone)]
pub(super) struct TomlNode {
    file: Arc<TomlFile>,
    start: usize,
    value: NodeValue,
}

/// A value of a file.
#[derive(Debug, Clone)]
pub(super) enum NodeValue {
    /// A string.
    Text(String),
    /// A whole number, as it is typed; none where it is not decimal.
    Whole(Option<String>),
    /// A number with a point or an exponent, as it is typed.
    Real(String),
    /// `true` or `false`.
    Flag(bool),
    /// A date or time, as it is typed.
    Date(String),
    /// An array.
    List(Vec<TomlNode>),
    /// A table.
    Table(Vec<TableEntry>),
    /// A length of a template, scaled to the book.
    Scaled(Length),
}

/// A key of a table, and its value.
#[derive(Debug, Clone)]
pub(super) struct TableEntry {
    pub(super) key: String,
    start: usize,
    pub(super) node: TomlNode,
}

/// The key of a `book.toml` whose tables are editions.
pub(super) const EDITIONS: &str = "edition";

/// A step from a value to one within it.
#[derive(Debug, Clone)]
enum TreeStep {
    Key(String),
    Element(usize),
}

impl TableEntry {
    /// Where the key is.
    pub(super) fn position(&self) -> TomlPosition {
        self.node.file.position(self.start)
    }
}

impl TomlFile {
    fn position(&self, byte: usize) -> TomlPosition {
        let line = self.line_ends.partition_point(|&end| end < byte);
        let start = line.checked_sub(1).map_or(0, |above| self.line_ends[above] + 1);
        let before = self.text.get(start..byte).unwrap_or_default();
        let (line, column) = (line + 1, before.chars().count() + 1);
        TomlPosition { file: self.name.as_str().into(), line, column }
    }

    /// The byte at a position of the file.
    fn find_byte(&self, position: &TomlPosition) -> usize {
        let above = position.line.checked_sub(2);
        let above = above.and_then(|above| self.line_ends.get(above));
        let start = above.map_or(0, |end| end + 1);
        let mut line = self.text.get(start..).unwrap_or_default().char_indices();
        let at = line.nth(position.column.saturating_sub(1));
        at.map_or(self.text.len(), |(at, _)| start + at)
    }
}

impl TomlNode {
    /// Parses a file. `name` is what messages call it. Some editors put a byte order mark
    /// before the text, which TOML does not allow.
    pub(super) fn parse(
        name: &str,
        kind: FileKind,
        text: &str,
    ) -> Result<Self, ProjectError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line_ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_ends = line_ends.map(|(at, _)| at).collect();
        let (name, own) = (name.to_owned(), text.to_owned());
        let file = Arc::new(TomlFile { name, kind, text: own, line_ends });
        match DeTable::parse(text) {
            Ok(table) => {
                let value = table_of(&file, table.get_ref());
                Ok(Self { file, start: 0, value })
            }
            Err(error) => Err(ProjectError::Syntax {
                position: file.position(error.span().map_or(0, |span| span.start)),
                cause: error.message().trim().replace('\n', ", "),
            }),
        }
    }

    /// Where it begins.
    pub(super) fn position(&self) -> TomlPosition {
        self.file.position(self.start)
    }

    /// What the file is for that it comes from.
    pub(super) fn kind(&self) -> FileKind {
        self.file.kind
    }

    /// The value.
    pub(super) fn value(&self) -> &NodeValue {
        &self.value
    }

    /// Its keys in the order of the file; none where it is not a table.
    pub(super) fn entries(&self) -> &[TableEntry] {
        match &self.value {
            NodeValue::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// Gives a key that the table has another value at the same position.
    pub(super) fn replace(&mut self, key: &str, value: NodeValue) {
        let NodeValue::Table(entries) = &mut self.value else { return };
        if let Some(entry) = entries.iter_mut().find(|entry| entry.key == key) {
            entry.node.value = value;
        }
    }

    /// Changes the table of a key.
    pub(super) fn change(&mut self, key: &str, change: impl FnOnce(&mut Self)) {
        let NodeValue::Table(entries) = &mut self.value else { return };
        if let Some(entry) = entries.iter_mut().find(|entry| entry.key == key) {
            change(&mut entry.node);
        }
    }

    /// The tables of an array of tables; none where it is not a list.
    pub(super) fn elements(&self) -> &[Self] {
        match &self.value {
            NodeValue::List(list) => list,
            _ => &[],
        }
    }

    /// Keeps the keys of a table that are wanted.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        if let NodeValue::Table(entries) = &mut self.value {
            entries.retain(|entry| is_wanted(&entry.key));
        }
    }

    /// Lays the value of an entry over that of the same key; tables are merged.
    pub(super) fn lay_over(&mut self, over: &TableEntry) {
        let NodeValue::Table(entries) = &mut self.value else { return };
        match entries.iter_mut().find(|entry| entry.key == over.key) {
            Some(entry) => {
                let merged = entry.node.clone().merge(over.node.clone());
                *entry = TableEntry { node: merged, ..over.clone() };
            }
            None => entries.push(over.clone()),
        }
    }

    /// Takes out the key that is at a position, or whose value is. Returns whether there was
    /// one.
    pub(super) fn take_out(&mut self, position: &TomlPosition) -> bool {
        if *position.file != *self.file.name {
            return false;
        }
        let byte = self.file.find_byte(position);
        let Some((path, _)) = self.find_entry(byte) else { return false };
        let mut node = self;
        for (place, step) in path.iter().enumerate() {
            let is_last = place + 1 == path.len();
            match (step, &mut node.value) {
                (TreeStep::Key(key), NodeValue::Table(entries)) => {
                    let at = entries.iter().position(|entry| entry.key == *key);
                    let Some(at) = at else { return false };
                    if is_last {
                        entries.remove(at);
                        return true;
                    }
                    node = &mut entries[at].node;
                }
                (TreeStep::Element(at), NodeValue::List(list)) if *at < list.len() => {
                    node = &mut list[*at];
                }
                _ => return false,
            }
        }
        false
    }

    /// The steps that lead to the last entry that does not begin after a byte, and where that
    /// one begins. Of lists only the editions are entered: a fault of another is one of its
    /// key.
    fn find_entry(&self, byte: usize) -> Option<(Vec<TreeStep>, usize)> {
        let mut found: Option<(Vec<TreeStep>, usize)> = None;
        for entry in self.entries().iter().filter(|entry| entry.start <= byte) {
            let own = (vec![TreeStep::Key(entry.key.clone())], entry.start);
            let inner = if entry.key == EDITIONS {
                entry.node.find_in_elements(byte)
            } else {
                entry.node.find_entry(byte)
            };
            let inner = inner.map(|(mut path, start)| {
                path.insert(0, TreeStep::Key(entry.key.clone()));
                (path, start)
            });
            let last = inner.filter(|(_, start)| *start >= entry.start).unwrap_or(own);
            if found.as_ref().is_none_or(|(_, start)| *start <= last.1) {
                found = Some(last);
            }
        }
        found
    }

    /// As [`find_entry`](Self::find_entry), in the tables of a list.
    fn find_in_elements(&self, byte: usize) -> Option<(Vec<TreeStep>, usize)> {
        let found = self.elements().iter().enumerate().filter_map(|(at, element)| {
            let (mut path, start) = element.find_entry(byte)?;
            path.insert(0, TreeStep::Element(at));
            Some((path, start))
        });
        found.max_by_key(|(_, start)| *start)
    }

    /// The table with the values of another where that has any; tables in both are merged.
    pub(super) fn merge(self, over: Self) -> Self {
        let Self { file, start, value } = over;
        match (self.value, value) {
            (NodeValue::Table(mut merged), NodeValue::Table(over)) => {
                for entry in over {
                    match merged.iter_mut().find(|known| known.key == entry.key) {
                        Some(known) => {
                            let template = known.node.clone();
                            *known =
                                TableEntry { node: template.merge(entry.node), ..entry };
                        }
                        None => merged.push(entry),
                    }
                }
                Self { file, start, value: NodeValue::Table(merged) }
            }
            (_, value) => Self { file, start, value },
        }
    }
}

fn node_of(file: &Arc<TomlFile>, value: &Spanned<DeValue<'_>>) -> TomlNode {
    let start = value.span().start;
    let value = match value.get_ref() {
        DeValue::String(text) => NodeValue::Text(text.to_string()),
        DeValue::Integer(number) => {
            let decimal = number.radix() == 10;
            NodeValue::Whole(decimal.then(|| number.as_str().to_owned()))
        }
        DeValue::Float(number) => NodeValue::Real(number.as_str().to_owned()),
        DeValue::Boolean(flag) => NodeValue::Flag(*flag),
        DeValue::Datetime(date) => NodeValue::Date(date.to_string()),
        DeValue::Array(list) => {
            NodeValue::List(list.iter().map(|value| node_of(file, value)).collect())
        }
        DeValue::Table(table) => table_of(file, table),
    };
    TomlNode { file: Arc::clone(file), start, value }
}

fn table_of(file: &Arc<TomlFile>, table: &DeTable<'_>) -> NodeValue {
    let mut entries: Vec<TableEntry> = table
        .iter()
        .map(|(key, value)| TableEntry {
            key: key.get_ref().to_string(),
            start: key.span().start,
            node: node_of(file, value),
        })
        .collect();
    // The order of the file, so that the first mistake in it is the first to be found.
    entries.sort_by_key(|entry| entry.start);
    NodeValue::Table(entries)
}

impl fmt::Display for TomlNode {
    /// Writes a single value as messages show it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            NodeValue::Text(text) => write!(f, "'{}'", text.trim()),
            NodeValue::Whole(Some(typed))
            | NodeValue::Real(typed)
            | NodeValue::Date(typed) => f.write_str(typed),
            NodeValue::Flag(flag) => write!(f, "{flag}"),
            NodeValue::Scaled(length) => write!(f, "{length}"),
            NodeValue::Whole(None) => f.write_str("that number"),
            NodeValue::List(_) => f.write_str("that list"),
            NodeValue::Table(_) => f.write_str("that table"),
        }
    }
}
