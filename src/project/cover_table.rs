//! The `[cover]` table: what is on the cover of the printed book besides its front.
//!
//! The fields of [`CoverTable`] are the keys, and their doc comments are what the JSON
//! Schema and the manual say of them. A new key is a field here, its value in `default`,
//! and its use in `edition::cover`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::error::ProjectError;
use super::reader::read_node;
use super::tree::TomlNode;
use crate::length::{Length, Size};
use crate::press::Direction;
use crate::press::price::Price;
use crate::press::profile::Profile;

/// The narrowest flap, in millimetres: less does not stay folded.
const NARROWEST_FLAP: f64 = 30.0;

/// What is on the cover of the printed book besides its front.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    default,
    expecting = "[cover] and the keys of the cover below it"
)]
pub struct CoverTable {
    /// The words on the back; blank lines divide paragraphs.
    pub back: Option<String>,
    /// The width of the flaps: at least 30 mm and at most that of the page. Without it
    /// there are none.
    #[serde(rename = "flaps")]
    pub flap: Length,
    /// The words on the flap beside the front.
    pub front_flap: Option<String>,
    /// The words on the flap beside the back.
    pub back_flap: Option<String>,
    /// Whether words are on the spine, where it has space for them.
    pub spine: bool,
    /// Which way they run; without it as is the custom of the language.
    pub spine_direction: Option<Direction>,
    /// The price, which is in the barcode.
    pub price: Option<Price>,
    /// Whether the back has a barcode, if the book has an ISBN.
    pub barcode: bool,
}

impl Default for CoverTable {
    /// Nothing but title and barcode.
    fn default() -> Self {
        Self {
            back: None,
            flap: Length::ZERO,
            front_flap: None,
            back_flap: None,
            spine: true,
            spine_direction: None,
            price: None,
            barcode: true,
        }
    }
}

/// Reads the table of a book whose design and press are known.
pub(super) fn read_cover_table(
    node: &TomlNode,
    press: &Profile,
    trim: Size,
) -> Result<CoverTable, ProjectError> {
    let cover: CoverTable = read_node(node, "cover")?;
    if let Some(flaps) = node.get("flaps") {
        check_flap(flaps, cover.flap, press, trim)?;
        return Ok(cover);
    }
    for key in ["front-flap", "back-flap"] {
        if let Some(words) = node.get(key) {
            let cause = "needs a cover with flaps";
            let remedy = "set their width: flaps = \"80mm\"";
            return Err(ProjectError::impossible(words.position(), key, cause, remedy));
        }
    }
    Ok(cover)
}

/// Flaps are narrower than the cover that they are folded in behind.
fn check_flap(
    node: &TomlNode,
    flap: Length,
    press: &Profile,
    trim: Size,
) -> Result<(), ProjectError> {
    let refuse = |cause: String, remedy: String| {
        Err(ProjectError::impossible(node.position(), "flaps", &cause, remedy))
    };
    if !press.cover.value.flaps {
        let cause = format!("are not made by '{}'", press.name);
        return refuse(cause, "leave the key out".to_owned());
    }
    let (least, most) = (Length::from_mm(NARROWEST_FLAP), trim.width);
    if (least..=most).contains(&flap) {
        return Ok(());
    }
    let remedy = format!("write a width from {} to {}", least.in_mm(), most.in_mm());
    refuse(format!("cannot be {}", flap.in_mm()), remedy)
}
