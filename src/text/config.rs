//! Requests of a configuration type to its reader that serde has no word for: the value as
//! it is typed, a length in ems, and one table for two types.
//!
//! serde passes the names of newtypes and tuples through to the reader, so these requests
//! are such names; `toml` asks for its spans in the same way. The reader is
//! `project::reader`. Other readers treat them as ordinary newtypes and tuples.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// The newtype of a text, or of a number or date as it is typed.
pub const AS_TYPED: &str = "pliego::as-typed";

/// The tuple of two values that share one table. Each reads its own keys; a key is unknown
/// if neither has it. (`#[serde(flatten)]` loses positions and unknown keys.)
pub const SHARED_TABLE: &str = "pliego::shared-table";

/// The newtype of a length that may be in ems; one in ems comes as a `u32` of scaled
/// points.
pub const IN_EMS: &str = "pliego::in-ems";

/// Reads a text, or a number or date as it is typed.
///
/// # Errors
///
/// When it is something else.
pub fn read_as_typed<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    deserializer.deserialize_newtype_struct(AS_TYPED, TypedVisitor)
}

struct TypedVisitor;

impl<'de> Visitor<'de> for TypedVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text between quotation marks")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<String, D::Error> {
        String::deserialize(deserializer)
    }
}

/// Reads two values from one table.
///
/// # Errors
///
/// When one of them is not in it, or it has a key that neither has.
pub fn read_shared_table<'de, A, B, D>(deserializer: D) -> Result<(A, B), D::Error>
where
    A: Deserialize<'de>,
    B: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let visitor = SharedVisitor(PhantomData);
    deserializer.deserialize_tuple_struct(SHARED_TABLE, 2, visitor)
}

struct SharedVisitor<A, B>(PhantomData<(A, B)>);

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Visitor<'de> for SharedVisitor<A, B> {
    type Value = (A, B);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of its own")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut values: S) -> Result<(A, B), S::Error> {
        let missing = |place| S::Error::invalid_length(place, &"two values of one table");
        let one = values.next_element()?.ok_or_else(|| missing(0))?;
        let other = values.next_element()?.ok_or_else(|| missing(1))?;
        Ok((one, other))
    }
}

/// Reads a list; the message for any other value says that `wanted` was expected.
///
/// # Errors
///
/// When it is not a list, or an element is wrong.
pub fn read_list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    wanted: &'static str,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(ListVisitor { wanted, element: PhantomData })
}

struct ListVisitor<T> {
    wanted: &'static str,
    element: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wanted)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut elements: S) -> Result<Vec<T>, S::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(list)
    }
}
