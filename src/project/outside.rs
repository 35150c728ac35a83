//! The `[cover]` table: what stands on the cover of the printed book besides its front.

use super::sizes::length;
use super::table::{Item, Table};
use super::{Outside, Project, ProjectError};
use crate::length::Length;
use crate::press::Direction;

/// The keys of `[cover]`.
const KEYS: [&str; 8] = [
    "back",
    "flaps",
    "front-flap",
    "back-flap",
    "spine",
    "spine-direction",
    "price",
    "barcode",
];

/// Which way the words on a spine run.
const DIRECTIONS: [(&str, Direction); 2] =
    [("down", Direction::Down), ("up", Direction::Up)];

/// The narrowest flap, in millimetres: less does not stay folded.
const NARROWEST_FLAP: f64 = 30.0;

/// Reads the table of a book whose design and press are known.
pub(super) fn read(item: &Item<'_>, project: &Project) -> Result<Outside, ProjectError> {
    // A book has a key of the same name, for the front.
    let Some(table) = item.table_called("[cover]", &KEYS)? else {
        return Err(item.wrong_type("[cover] and the keys of the cover below it"));
    };
    let usual = Outside::default();
    let direction = table.get("spine-direction").map(|item| item.word(&DIRECTIONS));
    Ok(Outside {
        back: table.text("back")?,
        flap: table.get("flaps").map_or(Ok(usual.flap), |item| flap(&item, project))?,
        front_flap: on_flap(&table, "front-flap")?,
        back_flap: on_flap(&table, "back-flap")?,
        spine: table.flag("spine")?.unwrap_or(usual.spine),
        spine_direction: direction.transpose()?,
        price: table.get("price").map(|item| price(&item)).transpose()?,
        barcode: table.flag("barcode")?.unwrap_or(usual.barcode),
    })
}

/// The width of the flaps: narrower than the cover that they are folded in behind.
fn flap(item: &Item<'_>, project: &Project) -> Result<Length, ProjectError> {
    let flap = length(item, None)?;
    let press = &project.print.profile;
    if !press.cover.value.flaps {
        let cause = format!("are not what '{}' makes", press.name);
        return Err(item.impossible(cause, "leave the key out"));
    }
    let (least, most) = (Length::from_mm(NARROWEST_FLAP), project.design.trim.width);
    if (least..=most).contains(&flap) {
        return Ok(flap);
    }
    let remedy = format!("write a width from {} to {}", least.in_mm(), most.in_mm());
    Err(item.impossible(format!("cannot be {}", flap.in_mm()), remedy))
}

/// The words on a flap.
fn on_flap(table: &Table<'_>, key: &'static str) -> Result<Option<String>, ProjectError> {
    match table.get(key) {
        Some(item) if table.get("flaps").is_none() => {
            let remedy = "say how wide they are: flaps = \"80mm\"";
            Err(item.impossible("stands in a cover without flaps", remedy))
        }
        item => item.map(|item| item.text()).transpose(),
    }
}

fn price<T: std::str::FromStr>(item: &Item<'_>) -> Result<T, ProjectError> {
    let text = item.text()?;
    text.parse().map_err(|_| {
        item.impossible(
            format!("cannot be '{text}'"),
            "write a currency and an amount: 'EUR 12.90'",
        )
    })
}
