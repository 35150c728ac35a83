//! The styles of a DOCX file (ISO/IEC 29500-1 §17.7).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::interchange::docx::package::{switch_of, value_of};
use crate::interchange::docx::run_properties::{RunProperties, read_run_properties};
use crate::interchange::office::drafts::ParagraphDraft;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::style_roles::{
    StyleRole, find_role, is_code_style, is_link_style,
};

/// How many styles may be based on each other in a row; a circle ends there.
const LONGEST_CHAIN: usize = 32;

/// The outline level of plain text (§17.3.1.20).
const BODY_LEVEL: u8 = 9;

/// All styles.
#[derive(Debug, Default)]
pub(super) struct DocxStyles {
    /// What runs are without any style.
    pub(super) defaults: RunProperties,
    paragraphs: BTreeMap<String, Rc<ParagraphStyleFacts>>,
    characters: BTreeMap<String, Rc<CharacterStyleFacts>>,
    plain: Rc<ParagraphStyleFacts>,
    /// The table styles that give their first row a look of its own.
    pub(super) tables_with_head: Vec<String>,
}

/// What a paragraph style says, with all that it is based on.
#[derive(Debug, Clone, Default)]
pub(super) struct ParagraphStyleFacts {
    /// Its name in lower case.
    pub(super) name: String,
    /// What its paragraphs are for.
    pub(super) role: Option<StyleRole>,
    /// The level of the outline, from 0; 9 for plain text.
    pub(super) outline: Option<u8>,
    /// Its runs.
    pub(super) run: RunProperties,
    /// Its list (`w:numId`).
    pub(super) list: Option<String>,
    /// The level of the list (`w:ilvl`).
    pub(super) list_level: Option<u8>,
    /// Whether it has a line above or below.
    pub(super) has_rule: bool,
    /// Its indents.
    pub(super) indent: Indent,
    /// Its alignment (`w:jc`).
    pub(super) alignment: Option<String>,
}

/// A paragraph that is being read.
pub(super) type DocxDraft = ParagraphDraft<ParagraphStyleFacts>;

/// The left indents of a paragraph, in twentieths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Indent {
    /// Of all its lines.
    pub(super) left: Option<i32>,
    /// How far its first line hangs out.
    pub(super) hanging: Option<i32>,
}

/// What a character style says, with all that it is based on.
#[derive(Debug, Clone, Default)]
pub(super) struct CharacterStyleFacts {
    /// Its runs.
    pub(super) run: RunProperties,
    /// Whether its text is code.
    pub(super) is_code: bool,
    /// Whether it is the look of links.
    pub(super) is_link: bool,
}

impl DocxStyles {
    /// The paragraph style of an id; without one, the default. A style that is not there
    /// can still say by its id what it is for.
    pub(super) fn paragraph(&self, id: Option<&str>) -> Rc<ParagraphStyleFacts> {
        let Some(id) = id else { return Rc::clone(&self.plain) };
        if let Some(style) = self.paragraphs.get(id) {
            return Rc::clone(style);
        }
        let mut style = (*self.plain).clone();
        style.role = find_role(id).or(style.role);
        Rc::new(style)
    }

    /// The character style of an id.
    pub(super) fn character(&self, id: &str) -> Option<&CharacterStyleFacts> {
        self.characters.get(id).map(Rc::as_ref)
    }
}

/// Reads the part with the styles.
pub(super) fn read_styles(root: &XmlElement) -> DocxStyles {
    let mut styles = DocxStyles::default();
    let defaults = root.child("w:docDefaults").and_then(|all| all.child("w:rPrDefault"));
    if let Some(properties) = defaults.and_then(|all| all.child("w:rPr")) {
        styles.defaults = read_run_properties(properties);
    }
    let entries = root.children().filter(|child| child.name() == "w:style");
    let by_id: BTreeMap<&str, &XmlElement> = entries
        .filter_map(|entry| Some((entry.attribute("w:styleId")?, entry)))
        .collect();
    for (id, entry) in &by_id {
        let chain = follow_chain(entry, &by_id);
        match entry.attribute("w:type") {
            Some("character") => {
                let facts = Rc::new(join_character_chain(&chain));
                styles.characters.insert((*id).to_owned(), facts);
            }
            Some("table") => {
                if chain.iter().any(|style| has_head(style)) {
                    styles.tables_with_head.push((*id).to_owned());
                }
            }
            Some("numbering") => {}
            _ => {
                let facts = Rc::new(join_paragraph_chain(&chain));
                if switch_attribute(entry, "w:default") {
                    styles.plain = Rc::clone(&facts);
                }
                styles.paragraphs.insert((*id).to_owned(), facts);
            }
        }
    }
    styles
}

fn switch_attribute(element: &XmlElement, name: &str) -> bool {
    matches!(element.attribute(name), Some("1" | "true" | "on"))
}

/// A style and those that it is based on, nearest first.
fn follow_chain<'e>(
    first: &'e XmlElement,
    by_id: &BTreeMap<&str, &'e XmlElement>,
) -> Vec<&'e XmlElement> {
    let mut chain = vec![first];
    let mut style = first;
    while let Some(base) = value_of(style, "w:basedOn").and_then(|id| by_id.get(id))
        && chain.len() < LONGEST_CHAIN
    {
        chain.push(base);
        style = base;
    }
    chain
}

fn has_head(style: &XmlElement) -> bool {
    let parts = style.children().filter(|child| child.name() == "w:tblStylePr");
    let mut kinds = parts.filter_map(|part| part.attribute("w:type"));
    kinds.any(|kind| kind == "firstRow")
}

fn name_of(style: &XmlElement) -> &str {
    value_of(style, "w:name").unwrap_or_default()
}

fn join_character_chain(chain: &[&XmlElement]) -> CharacterStyleFacts {
    let mut facts = CharacterStyleFacts::default();
    for style in chain {
        if let Some(properties) = style.child("w:rPr") {
            facts.run.fill_from(&read_run_properties(properties));
        }
        facts.is_code |= is_code_style(name_of(style));
        facts.is_link |= is_link_style(name_of(style));
    }
    facts
}

fn join_paragraph_chain(chain: &[&XmlElement]) -> ParagraphStyleFacts {
    let mut facts = ParagraphStyleFacts::default();
    for (steps, style) in chain.iter().enumerate() {
        let name = name_of(style);
        let role = find_role(name);
        if steps == 0 {
            facts.name = name.split(',').next().unwrap_or_default().trim().to_lowercase();
        }
        // All is based on plain text in the end, and says so only by its own name.
        if steps == 0 || role != Some(StyleRole::Plain) {
            facts.role = facts.role.or(role);
        }
        if let Some(properties) = style.child("w:rPr") {
            facts.run.fill_from(&read_run_properties(properties));
        }
        let Some(properties) = style.child("w:pPr") else { continue };
        let outline = value_of(properties, "w:outlineLvl").and_then(|n| n.parse().ok());
        facts.outline = facts.outline.or(outline);
        let list = properties.child("w:numPr");
        let id = list.and_then(|list| value_of(list, "w:numId")).map(str::to_owned);
        facts.list = facts.list.or(id);
        let level = list.and_then(|list| value_of(list, "w:ilvl")?.parse().ok());
        facts.list_level = facts.list_level.or(level);
        facts.has_rule |= has_rule(properties);
        facts.indent = join_indents(facts.indent, read_indent(properties));
        let alignment = value_of(properties, "w:jc").map(str::to_owned);
        facts.alignment = facts.alignment.or(alignment);
    }
    facts
}

/// The role of a paragraph. Its own outline level goes before that of its style (§17.3.1.20).
pub(super) fn decide_role(
    style: &ParagraphStyleFacts,
    own_outline: Option<u8>,
) -> StyleRole {
    let by_name = style.role.unwrap_or(StyleRole::Plain);
    if matches!(by_name, StyleRole::Contents | StyleRole::Title | StyleRole::Subtitle) {
        return by_name;
    }
    match own_outline.or(style.outline) {
        Some(level @ 0..BODY_LEVEL) => StyleRole::Heading(level + 1),
        Some(_) if matches!(by_name, StyleRole::Heading(_)) => StyleRole::Plain,
        _ => by_name,
    }
}

/// Whether paragraph properties draw a line above or below.
pub(super) fn has_rule(properties: &XmlElement) -> bool {
    let borders = properties.child("w:pBdr");
    borders.into_iter().flat_map(XmlElement::children).any(|border| {
        matches!(border.name(), "w:top" | "w:bottom")
            && !matches!(border.attribute("w:val"), Some("none" | "nil"))
    })
}

/// The indents that paragraph properties name.
pub(super) fn read_indent(properties: &XmlElement) -> Indent {
    let indent = properties.child("w:ind");
    let number = |names: [&str; 2]| {
        let value = names.iter().find_map(|name| indent?.attribute(name))?;
        match value.strip_suffix("pt") {
            Some(points) => {
                Some(points.split('.').next()?.parse::<i32>().ok()?.saturating_mul(20))
            }
            None => value.parse().ok(),
        }
    };
    Indent {
        left: number(["w:start", "w:left"]),
        hanging: number(["w:hanging", "w:hanging"]),
    }
}

/// The nearer indents, filled from the farther ones.
pub(super) fn join_indents(near: Indent, far: Indent) -> Indent {
    Indent { left: near.left.or(far.left), hanging: near.hanging.or(far.hanging) }
}

/// Whether a run is hidden by its properties.
pub(super) fn is_hidden(properties: &XmlElement) -> Option<bool> {
    switch_of(properties, "w:vanish")
}
