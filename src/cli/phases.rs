//! The phases of the library in the form in which the commands call them.

use anyhow::{Result, bail};
use pliego::project::Project;

pub(crate) fn project(name: &str, _bytes: &[u8]) -> Result<Project> {
    bail!("{name}: not yet")
}

/// The files of a new project: path from its folder, and words.
pub(crate) fn new_project(_name: &str) -> Vec<(&'static str, String)> {
    Vec::new()
}
