//! Positions in a TOML file, and values that keep theirs.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// The newtype whose reader gets the position of a value before the value.
pub(super) const LOCATED: &str = "pliego::located";

/// A position in a TOML file: `book.toml:7`.
#[derive(Clone, PartialEq, Eq)]
pub struct TomlPosition {
    /// The file.
    pub file: Box<str>,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

impl fmt::Display for TomlPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl fmt::Debug for TomlPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value, and where it is in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it begins.
    pub position: TomlPosition,
}

impl<T> Located<T> {
    /// Another value at the same position.
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: change(self.value), position: self.position }
    }
}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(LOCATED, LocatedVisitor(PhantomData))
    }
}

struct LocatedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for LocatedVisitor<T> {
    type Value = Located<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value and its position")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut parts: S) -> Result<Located<T>, S::Error> {
        let missing = |place| S::Error::invalid_length(place, &self);
        let file: String = parts.next_element()?.ok_or_else(|| missing(0))?;
        let line = parts.next_element()?.ok_or_else(|| missing(1))?;
        let column = parts.next_element()?.ok_or_else(|| missing(2))?;
        let value = parts.next_element()?.ok_or_else(|| missing(3))?;
        Ok(Located { value, position: TomlPosition { file: file.into(), line, column } })
    }
}

impl<T: JsonSchema> JsonSchema for Located<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
