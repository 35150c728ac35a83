//! The look of what a text gives a class of its own: `::: letter-head` in a document, and
//! `[design.styles.letter-head]` in a design.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{DEEPEST_INDENT, Lettering, MOST_SPACE, TypeSize};
use crate::length::Ratio;
use crate::length::written::{Ems, HalfLineSteps};

/// How blocks of a class of one's own look. What a style leaves out is as in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a table of its own, such as [design.styles.letter-head]"
)]
pub struct NamedStyle {
    /// The letters.
    pub letters: Option<Lettering>,
    /// The size.
    pub size: Option<TypeSize>,
    /// How lines fill the measure.
    pub align: Option<LineFill>,
    /// The indent at the left, in ems.
    pub left: Option<StyleIndent>,
    /// The indent at the right, in ems.
    pub right: Option<StyleIndent>,
    /// The indent of the first line of each paragraph, in ems.
    pub first: Option<StyleIndent>,
    /// The indent of the other lines of each paragraph, in ems.
    pub hanging: Option<StyleIndent>,
    /// The space above, in lines, in steps of a half.
    pub above: Option<StyleSpace>,
    /// The space below, in lines, in steps of a half.
    pub below: Option<StyleSpace>,
}

/// How lines fill the measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LineFill {
    /// Both edges are straight, if the text of the design has such lines.
    Justified,
    /// At the left edge.
    Left,
    /// In the middle.
    Centre,
    /// At the right edge.
    Right,
}

/// An indent, in ems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct StyleIndent(#[serde(with = "Ems::<DEEPEST_INDENT>")] pub Ratio);

/// A space in half lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct StyleSpace(#[serde(with = "HalfLineSteps::<MOST_SPACE>")] pub u8);

/// The styles of a design by the names of their classes.
pub type NamedStyles = BTreeMap<String, NamedStyle>;

/// Reads styles, whose names are those of classes in a document and in CSS.
pub(super) fn read_styles<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<NamedStyles, D::Error> {
    let styles = NamedStyles::deserialize(deserializer)?;
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    match styles.keys().find(|name| !is_name(name)) {
        None => Ok(styles),
        Some(name) => Err(D::Error::custom(format!(
            "cannot have a style '{name}'; write a name of the letters a to z, figures and \
             hyphens: 'letter-head'"
        ))),
    }
}
