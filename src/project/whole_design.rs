//! The `[design]` table of a design file, which has every key, and the checks that every
//! design passes.

use serde::Deserialize;

use super::error::ProjectError;
use super::reader::{read_node, read_node_with_em};
use super::tree::TomlNode;
use crate::design::{Design, FontSize};
use crate::length::written::TrimSize;
use crate::length::{Length, Size};

/// The measures that the others of a design are proportional to.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct DesignBasis {
    #[serde(with = "TrimSize")]
    pub(super) trim: Size,
    #[serde(with = "FontSize")]
    pub(super) font_size: Length,
}

/// Reads the table of a design file, which has every key.
pub(super) fn read_whole_design(node: &TomlNode) -> Result<Design, ProjectError> {
    if let Some(template) = node.get("template") {
        return Err(ProjectError::impossible(
            template.position(),
            "template",
            "is not allowed in a design file",
            "leave it out: a design file sets every key itself",
        ));
    }
    // Without a font size, no length can be in ems. Reading the design reports that it is
    // missing.
    let em = node.get("font-size").map(|_| read_node::<DesignBasis>(node, "design"));
    let design = match em.transpose()? {
        Some(DesignBasis { font_size, .. }) => {
            read_node_with_em(node, "design", font_size)?
        }
        None => read_node(node, "design")?,
    };
    check_design(node, &design)?;
    Ok(design)
}

/// Checks what depends on several keys: the leading for the font size, and the text block
/// that the margins leave.
pub(super) fn check_design(node: &TomlNode, design: &Design) -> Result<(), ProjectError> {
    if let Some(leading) = node.get("leading") {
        check_leading(leading, design)?;
    }
    if design.is_possible() {
        return Ok(());
    }
    // The key that the text block most likely depends on.
    let suspect = ["margins", "trim", "font-size"]
        .into_iter()
        .find_map(|key| Some((key, node.get(key)?)));
    let (key, suspect) = suspect.unwrap_or(("design", node));
    let Size { width: narrowest, height: lowest } = design.least_block();
    let (width, height) = (design.measure(), design.text_height());
    let none = Length::ZERO;
    let cause =
        format!("leaves a text block of {} by {}", width.max(none), height.max(none));
    let remedy = format!("leave at least {narrowest} by {lowest}");
    Err(ProjectError::impossible(suspect.position(), key, &cause, remedy))
}

fn check_leading(node: &TomlNode, design: &Design) -> Result<(), ProjectError> {
    let Design { leading, font_size, .. } = *design;
    let (least, most) = Design::leading_bounds(font_size);
    if (least..=most).contains(&leading) {
        return Ok(());
    }
    let cause = format!("cannot be {leading}");
    let remedy = format!("with letters of {font_size} write from {least} to {most}");
    Err(ProjectError::impossible(node.position(), "leading", &cause, remedy))
}
