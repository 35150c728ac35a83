//! The `[print]` table: what the press wants.

use super::sizes::length;
use super::table::Item;
use super::{Paper, Print, Profile, ProjectError};
use crate::length::Length;

/// The widest bleed, in points: 25 millimetres, several times what presses ask for.
const WIDEST_BLEED: i32 = 71;

/// Reads the table.
pub(super) fn read(item: &Item<'_>) -> Result<Print, ProjectError> {
    let Some(table) = item.table(&["profile", "bleed", "marks", "paper"])? else {
        return Err(item.wrong_type("[print] and the keys of the press below it"));
    };
    let profile = match table.get("profile") {
        Some(item) => item.word(&[
            ("kdp-paperback", Some(Profile::KdpPaperback)),
            ("ingram", Some(Profile::Ingram)),
            ("lulu", Some(Profile::Lulu)),
            ("offset", Some(Profile::Offset)),
            ("none", None),
        ])?,
        None => None,
    };
    let paper = match table.get("paper") {
        Some(item) => item.word(&[("white", Paper::White), ("cream", Paper::Cream)])?,
        None => Paper::default(),
    };
    Ok(Print {
        profile,
        bleed: table.get("bleed").map(|item| bleed(&item)).transpose()?,
        marks: table.flag("marks")?.unwrap_or_default(),
        paper,
    })
}

fn bleed(item: &Item<'_>) -> Result<Length, ProjectError> {
    let bleed = length(item, None)?;
    if bleed <= Length::pt(WIDEST_BLEED) {
        return Ok(bleed);
    }
    Err(item
        .impossible(format!("cannot be {bleed}"), "presses ask for '3mm' or '0.125in'"))
}
