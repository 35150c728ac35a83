//! The `[design]` table of a book, over the template that it names; and that of a design
//! file, which has every key.
//!
//! A key that a book leaves out is that of the template. Before anything is read, the
//! sizes of the template are scaled to the book's size of text, and its margins to the
//! book's trim; then the two tables are merged. The keys are the fields of
//! [`crate::design`].

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use super::designs::{self, Designs, standard_template};
use super::reader::{read_node, read_node_with_em};
use super::schema::name_schema;
use super::tree::{NodeValue, TomlNode};
use super::{ProjectError, TomlPosition};
use crate::design::{Design, FontSize, Margins};
use crate::length::written::{LengthInEms, TrimSize};
use crate::length::{Length, Size};
use crate::text::config::read_shared_table;

/// The key of `[design]` that a design file does not have.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TemplateKey {
    /// The design that this one is based on: one of pliego's (`classic`, `modern`,
    /// `large-print`), or a design file beside this one (`mine.toml`).
    #[schemars(schema_with = "template_schema", extend("default" = "classic"))]
    #[expect(dead_code, reason = "it is read before, from the tree")]
    template: Option<String>,
}

fn template_schema(_: &mut SchemaGenerator) -> Schema {
    name_schema(designs::names())
}

/// The keys of a design, and `template` beside them.
struct DesignOverTemplate(Design);

impl<'de> Deserialize<'de> for DesignOverTemplate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (_, design) = read_shared_table::<TemplateKey, _, _>(deserializer)?;
        Ok(Self(design))
    }
}

/// The measures that the others of a design are proportional to.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Basis {
    #[serde(with = "TrimSize")]
    trim: Size,
    #[serde(with = "FontSize")]
    font_size: Length,
}

/// A length that may be in ems.
#[derive(Deserialize)]
#[serde(transparent)]
struct Measure(#[serde(with = "LengthInEms")] Length);

/// A design, and where the file has the name of its font.
pub(super) struct ReadDesign {
    pub(super) design: Design,
    pub(super) font_position: Option<TomlPosition>,
}

/// Reads the table of a book.
pub(super) fn read_design_table(
    node: &TomlNode,
    designs: &Designs<'_>,
) -> Result<ReadDesign, ProjectError> {
    if !matches!(node.value(), NodeValue::Table(_)) {
        // This fails, with a message that says what the value should be.
        read_node::<Design>(node, "design")?;
    }
    let (mut template, base) = match node.get("template") {
        Some(name) => designs.open(name)?,
        None => standard_template(),
    };
    let basis: Basis = read_node(&template.clone().merge(node.clone()), "design")?;
    let leading = match node.get("leading") {
        Some(leading) => {
            read_node_with_em::<Measure>(leading, "leading", basis.font_size)?.0
        }
        None => in_proportion(basis.font_size, base.leading, base.font_size),
    };
    scale_template(&mut template, &base, &basis, leading);
    if node.get("margins").is_some_and(|margins| margins.get("inner").is_some()) {
        // An inner margin that the book states is kept, however thick the book is.
        template.replace("gutters", NodeValue::List(Vec::new()));
    }
    let merged = template.merge(node.clone());
    let DesignOverTemplate(design) =
        read_node_with_em(&merged, "design", basis.font_size)?;
    check_design(node, &design)?;
    let font_position = node.get("font").map(TomlNode::position);
    Ok(ReadDesign { design, font_position })
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
    let em = node.get("font-size").map(|_| read_node::<Basis>(node, "design"));
    let design = match em.transpose()? {
        Some(Basis { font_size, .. }) => read_node_with_em(node, "design", font_size)?,
        None => read_node(node, "design")?,
    };
    check_design(node, &design)?;
    Ok(design)
}

/// Scales the lengths of a template to the book's size of text, trim and leading.
fn scale_template(
    template: &mut TomlNode,
    base: &Design,
    basis: &Basis,
    leading: Length,
) {
    let scaled = |size| in_proportion(basis.font_size, size, base.font_size);
    template.replace("leading", NodeValue::Scaled(leading));
    template.change("sizes", |sizes| {
        let keys: Vec<String> =
            sizes.entries().iter().map(|entry| entry.key.clone()).collect();
        for key in keys {
            let size = sizes
                .get(&key)
                .map(|size| read_node_with_em::<Measure>(size, &key, base.font_size));
            if let Some(Ok(Measure(size))) = size {
                sizes.replace(&key, NodeValue::Scaled(scaled(size)));
            }
        }
    });
    let Margins { inner, outer, top, bottom } =
        margins_in_proportion(base, basis.trim, leading);
    template.change("margins", |margins| {
        let all = [("inner", inner), ("outer", outer), ("top", top), ("bottom", bottom)];
        for (key, margin) in all {
            margins.replace(key, NodeValue::Scaled(margin));
        }
    });
}

/// The margins of a design on another page. The text block is a whole number of lines; what
/// is left over is added at the foot.
fn margins_in_proportion(base: &Design, trim: Size, leading: Length) -> Margins {
    let Design { margins, trim: usual, .. } = *base;
    if trim == usual && leading == base.leading {
        return margins;
    }
    let across = |margin| in_proportion(trim.width, margin, usual.width);
    let down = |margin| in_proportion(trim.height, margin, usual.height);
    let top = down(margins.top);
    let room = trim.height - top - down(margins.bottom);
    let lines = room.0 / leading.0.max(1);
    let bottom = trim.height - top - leading * lines;
    Margins { inner: across(margins.inner), outer: across(margins.outer), top, bottom }
}

/// `length` scaled by the ratio of `part` to `whole`.
fn in_proportion(length: Length, part: Length, whole: Length) -> Length {
    length.scaled(i64::from(part.0), i64::from(whole.0.max(1)))
}

/// Checks what depends on several keys: the leading for the font size, and the text block
/// that the margins leave.
fn check_design(node: &TomlNode, design: &Design) -> Result<(), ProjectError> {
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
