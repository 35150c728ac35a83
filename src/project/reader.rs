//! Reads values of a TOML tree into types, by serde.
//!
//! A type states through serde which values it accepts. This reader knows where every
//! value is, and turns each error into a message with the line, the key, the cause and
//! the remedy:
//!
//! - an unknown key: the key that was meant, or the keys there are;
//! - a wrong type: what the type `expecting`s;
//! - `invalid_value`: "cannot be", the value as it is written, and the remedy that the type
//!   gives;
//! - `custom`: the message of the type, after the key.
//!
//! Texts come without space around them, and never empty.

use std::fmt;

use serde::de::value::{StringDeserializer, UsizeDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::ProjectError;
use super::position::{LOCATED, TomlPosition};
use super::tree::{FileKind, NodeValue, TableEntry, TomlNode};
use crate::length::Length;
use crate::length::written::parse_ems;
use crate::text::config::{AS_TYPED, IN_EMS, SHARED_TABLE};
use crate::text::letters::is_blank;
use crate::text::spelling::nearest_word;

/// A message about an unknown word lists all known words, if there are no more than these.
const FEW: usize = 5;

/// What serde's own types expect, and what a message says instead: of another type, and of a
/// number out of bounds.
const PLAIN: [(&str, &str, &str); 6] = [
    ("a string", "a text between quotation marks", ""),
    ("a boolean", "true or false, without quotation marks", ""),
    ("f64", "a number without quotation marks", ""),
    ("u32", "a whole number without quotation marks", "write a whole number from 0 on"),
    ("u8", "a whole number without quotation marks", "write a whole number from 0 on"),
    ("a sequence", "a list between square brackets", ""),
];

/// What to do about a missing text.
const GIVE_ONE: &str = "give it one, between quotation marks";

/// Reads a value. `key` is its key.
pub(super) fn read_node<T: DeserializeOwned>(
    node: &TomlNode,
    key: &str,
) -> Result<T, ProjectError> {
    NodeReader { node, key, depth: 1, em: None }.read()
}

/// Reads a value whose lengths may be in ems of this length.
pub(super) fn read_node_with_em<T: DeserializeOwned>(
    node: &TomlNode,
    key: &str,
    em: Length,
) -> Result<T, ProjectError> {
    NodeReader { node, key, depth: 1, em: Some(em) }.read()
}

/// Reads a whole file.
pub(super) fn read_file<T: DeserializeOwned>(file: &TomlNode) -> Result<T, ProjectError> {
    NodeReader { node: file, key: file.kind().name(), depth: 0, em: None }.read()
}

/// The keys of a table.
pub(super) fn known_keys<T: DeserializeOwned>() -> Vec<&'static str> {
    // No table has the empty key: the complaint about it lists those that it has.
    let Ok(probe) = TomlNode::parse("", FileKind::Book, "\"\" = 0") else {
        return Vec::new();
    };
    match T::deserialize(NodeReader { node: &probe, key: "", depth: 0, em: None }) {
        Err(ReadFault { problem: Problem::UnknownKey { known, .. }, .. }) => known,
        _ => Vec::new(),
    }
}

/// A value to be read.
#[derive(Clone, Copy)]
struct NodeReader<'n> {
    node: &'n TomlNode,
    /// Its key, or that of the list which it is in.
    key: &'n str,
    /// How many tables it is in: none for a file, one for its tables.
    depth: u8,
    /// The length of an em, where lengths may be written in ems.
    em: Option<Length>,
}

impl NodeReader<'_> {
    fn read<T: DeserializeOwned>(self) -> Result<T, ProjectError> {
        T::deserialize(self).map_err(|fault| fault.complete(&self).into())
    }

    /// What messages call the table.
    fn table_name(&self) -> String {
        match self.depth {
            1 => format!("[{}]", self.key),
            _ => self.key.to_owned(),
        }
    }

    /// The text, without the space around it.
    fn text(text: &str) -> Result<&str, ReadFault> {
        if is_blank(text) {
            return Err(ReadFault::custom("is empty; fill it in, or leave the key out"));
        }
        Ok(text.trim())
    }

    fn wrong_type(&self, expected: &dyn Expected) -> ReadFault {
        let found = match self.node.value() {
            NodeValue::Text(_) | NodeValue::Scaled(_) => "a text",
            NodeValue::Whole(_) | NodeValue::Real(_) => "a number",
            NodeValue::Flag(_) => "true or false",
            NodeValue::Date(_) => "a date",
            NodeValue::List(_) => "a list",
            NodeValue::Table(_) => "a table",
        };
        ReadFault::invalid_type(Unexpected::Other(found), expected)
    }

    /// The entries with a key that `is_wanted`, to be visited.
    fn table(&self, is_wanted: impl Fn(&str) -> bool) -> TableReader<'_> {
        let entries = self.node.entries().iter();
        let entries: Vec<_> = entries.filter(|entry| is_wanted(&entry.key)).collect();
        TableReader { table: self, entries: entries.into_iter(), current: None }
    }
}

/// What is wrong with a value, and as far as it is known, where.
#[derive(Debug)]
struct ReadFault {
    problem: Problem,
    /// Where the value is, and its key.
    place: Option<Box<(TomlPosition, String)>>,
}

/// What is wrong with a value.
#[derive(Debug)]
enum Problem {
    UnknownKey {
        key: String,
        table: String,
        known: Vec<&'static str>,
    },
    MissingKey {
        key: &'static str,
        table: String,
        remedy: Option<String>,
    },
    WrongType {
        found: String,
        wanted: String,
    },
    /// It cannot be what it is.
    Refused {
        value: String,
        remedy: String,
    },
    Impossible {
        problem: String,
    },
}

impl ReadFault {
    fn new(problem: Problem) -> Self {
        Self { problem, place: None }
    }

    /// Adds what only the reader of the value knows, where it is not known already.
    fn complete(mut self, reader: &NodeReader<'_>) -> Self {
        if self.place.is_none() {
            self.place = Some(Box::new((reader.node.position(), reader.key.to_owned())));
            if let Problem::Refused { value, .. } = &mut self.problem {
                *value = reader.node.to_string();
            }
        }
        if let Problem::MissingKey { table, .. } = &mut self.problem
            && table.is_empty()
        {
            *table = reader.table_name();
        }
        self
    }

    /// Adds what to write where a key is missing: in a file that has to have all keys, to
    /// copy it; else the table, if `expected` is an example of it.
    fn with_example(mut self, node: &TomlNode, expected: &str) -> Self {
        if let Problem::MissingKey { key, remedy: remedy @ None, .. } = &mut self.problem
        {
            *remedy = Some(match node.kind() {
                FileKind::Design => "copy it from one of pliego's designs".to_owned(),
                FileKind::Profile => "copy it from one of pliego's profiles".to_owned(),
                FileKind::Book if *key == "book" => format!("write {expected}"),
                FileKind::Book if expected.starts_with('{') => {
                    format!("write {expected}")
                }
                FileKind::Book | FileKind::Decisions => GIVE_ONE.to_owned(),
            });
        }
        self
    }
}

impl From<ReadFault> for ProjectError {
    fn from(ReadFault { problem, place }: ReadFault) -> Self {
        let (position, key) =
            *place.expect("every fault is completed by the file's reader");
        match problem {
            Problem::UnknownKey { key, table, known } => Self::UnknownKey {
                position,
                remedy: match nearest_word(&key, &known) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("it may have {}", list_words(&known)),
                },
                key,
                table,
            },
            Problem::MissingKey { key, table, remedy } => Self::MissingKey {
                position,
                key: key.to_owned(),
                table,
                remedy: remedy.unwrap_or_else(|| GIVE_ONE.to_owned()),
            },
            Problem::WrongType { found, wanted } => {
                Self::WrongType { position, key, wanted, found }
            }
            Problem::Refused { value, remedy } => {
                Self::impossible(position, &key, &format!("cannot be {value}"), remedy)
            }
            Problem::Impossible { problem } => {
                Self::Impossible { position, key, problem }
            }
        }
    }
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.problem)
    }
}

impl std::error::Error for ReadFault {}

impl Error for ReadFault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(Problem::Impossible { problem: message.to_string() })
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(_) => "true or false",
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
                "a number"
            }
            Unexpected::Str(_) => "a text",
            Unexpected::Seq => "a list",
            Unexpected::Map => "a table",
            Unexpected::Other(other) => other,
            _ => "something else",
        };
        let expected = expected.to_string();
        let plain = PLAIN.into_iter().find(|(name, ..)| *name == expected);
        let wanted = plain.map_or(expected, |(_, wanted, _)| wanted.to_owned());
        Self::new(Problem::WrongType { found: found.to_owned(), wanted })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        let plain = PLAIN.into_iter().find(|(name, ..)| *name == expected);
        let remedy = plain.map_or(expected, |(_, _, remedy)| remedy.to_owned());
        Self::new(Problem::Refused { value: found.to_string(), remedy })
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Self::custom(format!("cannot be '{word}'; {}", suggest_word(word, known)))
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        let (key, table) = (key.to_owned(), String::new());
        Self::new(Problem::UnknownKey { key, table, known: known.to_vec() })
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(Problem::MissingKey { key, table: String::new(), remedy: None })
    }
}

/// What to write in place of a word that is not known: the words that are, or of many the
/// nearest.
pub(super) fn suggest_word(word: &str, known: &[&str]) -> String {
    match nearest_word(word, known) {
        Some(near) if known.len() > FEW => format!("did you mean '{near}'?"),
        _ => format!("it may be {}", list_words(known)),
    }
}

/// Words with commas and an "or".
pub(super) fn list_words(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => format!("'{word}'"),
        [words @ .., last] => format!("'{}' or '{last}'", words.join("', '")),
    }
}

impl<'de> Deserializer<'de> for NodeReader<'_> {
    type Error = ReadFault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadFault> {
        match self.node.value() {
            NodeValue::Text(text) => visitor.visit_str(NodeReader::text(text)?),
            NodeValue::Whole(Some(typed)) => visitor.visit_i64(saturated(typed)),
            NodeValue::Real(typed) => {
                visitor.visit_f64(typed.parse().unwrap_or(f64::NAN))
            }
            NodeValue::Flag(flag) => visitor.visit_bool(*flag),
            NodeValue::List(list) => {
                visitor.visit_seq(ListReader { list: &self, rest: list.iter() })
            }
            NodeValue::Table(_) => visitor.visit_map(self.table(|_| true)),
            NodeValue::Scaled(length) => visitor.visit_i32(length.0),
            NodeValue::Whole(None) | NodeValue::Date(_) => Err(self.wrong_type(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        match (name, self.node.value(), self.em) {
            (LOCATED, ..) => visitor.visit_seq(LocatedReader {
                step: 0,
                position: self.node.position(),
                value: self,
            }),
            (AS_TYPED, NodeValue::Whole(Some(typed)) | NodeValue::Date(typed), _) => {
                visitor.visit_str(typed)
            }
            (AS_TYPED, NodeValue::Text(text), _) => {
                visitor.visit_str(NodeReader::text(text)?)
            }
            (AS_TYPED, ..) => Err(self.wrong_type(&visitor)),
            (IN_EMS, NodeValue::Text(text), Some(em)) => match parse_ems(text, em) {
                Some(length) => visitor.visit_u32(length.0.unsigned_abs()),
                None => self.deserialize_any(visitor),
            },
            (IN_EMS, ..) => self.deserialize_any(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        let expected = (&visitor as &dyn Expected).to_string();
        // A derived visitor would read a list field by field, and name the wrong fault.
        let read = match self.node.value() {
            NodeValue::List(_) => Err(self.wrong_type(&visitor)),
            _ => self.deserialize_any(visitor),
        };
        read.map_err(|fault| fault.with_example(self.node, &expected))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        if name != SHARED_TABLE {
            return self.deserialize_any(visitor);
        }
        if !matches!(self.node.value(), NodeValue::Table(_)) {
            return Err(self.wrong_type(&visitor));
        }
        let mut known = Vec::new();
        let read =
            visitor.visit_seq(SharedTableReader { table: self, known: &mut known });
        let unknown =
            self.node.entries().iter().filter(|entry| !known.contains(&&*entry.key));
        // Where a key is missing, the keys of the second value may not be known yet; but one
        // that is nearly it is the one that was meant.
        let meant = |entry: &&TableEntry| match &read {
            Err(ReadFault { problem: Problem::MissingKey { key, .. }, place: None }) => {
                nearest_word(&entry.key, &[key]).is_some()
            }
            Err(_) => false,
            Ok(_) => true,
        };
        match { unknown }.find(meant) {
            Some(entry) => {
                let key = entry.key.clone();
                let table = self.table_name();
                let place = Some(Box::new((entry.position(), key.clone())));
                Err(ReadFault {
                    problem: Problem::UnknownKey { key, table, known },
                    place,
                })
            }
            None => read,
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        let NodeValue::Text(text) = self.node.value() else {
            return Err(self.wrong_type(&"a text between quotation marks"));
        };
        let word: StringDeserializer<ReadFault> =
            NodeReader::text(text)?.to_owned().into_deserializer();
        visitor.visit_enum(word)
    }

    /// What is read by itself is passed over, whatever it is.
    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple map identifier
    }
}

/// A whole number; one that is too large is the largest.
fn saturated(typed: &str) -> i64 {
    let bound = if typed.starts_with('-') { i64::MIN } else { i64::MAX };
    typed.parse().unwrap_or(bound)
}

/// Visits a list.
struct ListReader<'n> {
    list: &'n NodeReader<'n>,
    rest: std::slice::Iter<'n, TomlNode>,
}

impl<'de> SeqAccess<'de> for ListReader<'_> {
    type Error = ReadFault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadFault> {
        let Some(node) = self.rest.next() else { return Ok(None) };
        let element = NodeReader { node, ..*self.list };
        seed.deserialize(element).map(Some).map_err(|fault| fault.complete(&element))
    }
}

/// Visits a table.
struct TableReader<'n> {
    table: &'n NodeReader<'n>,
    entries: std::vec::IntoIter<&'n TableEntry>,
    current: Option<&'n TableEntry>,
}

impl<'de> MapAccess<'de> for TableReader<'_> {
    type Error = ReadFault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadFault> {
        self.current = self.entries.next();
        let Some(entry) = self.current else { return Ok(None) };
        let key: StringDeserializer<ReadFault> = entry.key.clone().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|mut fault| {
            fault.place = Some(Box::new((entry.position(), entry.key.clone())));
            if let Problem::UnknownKey { table, .. } = &mut fault.problem {
                *table = self.table.table_name();
            }
            fault
        })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, ReadFault> {
        let entry = self.current.expect("a value is read after its key");
        let depth = self.table.depth.saturating_add(1);
        let value =
            NodeReader { node: &entry.node, key: &entry.key, depth, ..*self.table };
        seed.deserialize(value).map_err(|fault| fault.complete(&value))
    }
}

/// Visits a position and a value: file, line, column, value.
struct LocatedReader<'n> {
    step: u8,
    position: TomlPosition,
    value: NodeReader<'n>,
}

impl<'de> SeqAccess<'de> for LocatedReader<'_> {
    type Error = ReadFault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadFault> {
        self.step += 1;
        let TomlPosition { file, line, column } = &self.position;
        let part = match self.step {
            1 => seed.deserialize(StringDeserializer::new(String::from(&**file))),
            2 => seed.deserialize(UsizeDeserializer::new(*line)),
            3 => seed.deserialize(UsizeDeserializer::new(*column)),
            _ => seed.deserialize(self.value),
        };
        part.map(Some)
    }
}

/// Visits the values that share a table, each of which gets its own keys.
struct SharedTableReader<'n, 'k> {
    table: NodeReader<'n>,
    known: &'k mut Vec<&'static str>,
}

impl<'de> SeqAccess<'de> for SharedTableReader<'_, '_> {
    type Error = ReadFault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadFault> {
        let sharer = SharerReader { table: self.table, known: &mut *self.known };
        seed.deserialize(sharer).map(Some)
    }
}

/// A value that shares a table.
struct SharerReader<'n, 'k> {
    table: NodeReader<'n>,
    known: &'k mut Vec<&'static str>,
}

impl<'de> Deserializer<'de> for SharerReader<'_, '_> {
    type Error = ReadFault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadFault> {
        self.table.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        self.known.extend(fields);
        let expected = (&visitor as &dyn Expected).to_string();
        let own = self.table.table(|key| fields.contains(&key));
        visitor
            .visit_map(own)
            .map_err(|fault| fault.with_example(self.table.node, &expected))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier
        ignored_any
    }
}
