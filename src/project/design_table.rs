//! The `[design]` table of a book, over the template that it names.
//!
//! A key that a book leaves out is that of the template. Before anything is read, the
//! sizes of the template are scaled to the book's size of text, and its margins to the
//! book's trim; then the two tables are merged. The keys are the fields of
//! [`crate::design`].

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use super::designs::{self, Designs, standard_template};
use super::error::ProjectError;
use super::forms::name_schema;
use super::position::TomlPosition;
use super::reader::{read_node, read_node_with_em};
use super::tree::{NodeValue, TomlNode};
use super::whole_design::{DesignBasis, check_design};
use crate::design::{Design, Margins};
use crate::length::written::LengthInEms;
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
    let basis: DesignBasis = read_node(&template.clone().merge(node.clone()), "design")?;
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

/// Scales the lengths of a template to the book's size of text, trim and leading.
fn scale_template(
    template: &mut TomlNode,
    base: &Design,
    basis: &DesignBasis,
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
