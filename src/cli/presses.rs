//! `presses`: the presses whose rules pliego knows.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use pliego::display::describe_unknown;
use pliego::project::presses;

/// A line for each press, or the file of one.
///
/// # Errors
///
/// When there is no press of that name.
pub(crate) fn describe_presses(name: Option<&str>) -> Result<String> {
    if let Some(name) = name {
        let text = presses::profile_text(name)
            .ok_or_else(|| anyhow!(describe_unknown("press", name, presses::names())))?;
        return Ok(text.to_owned());
    }
    let mut list = String::new();
    for press in presses::all_profiles() {
        let _ = writeln!(list, "{}: {} ({})", press.name, press.title, press.date);
    }
    Ok(list)
}
