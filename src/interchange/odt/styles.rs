//! The styles of an ODT file (`OpenDocument` 1.3, part 3 §16).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::interchange::odt::package::OdtParts;
use crate::interchange::odt::text_properties::{TextProperties, read_text_properties};
use crate::interchange::office::drafts::ParagraphDraft;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::style_roles::{
    StyleRole, find_role, fold_name, is_code_style,
};

/// How many styles may be derived from each other in a row; a circle ends there.
const LONGEST_CHAIN: usize = 32;

/// All styles of paragraphs, text and sections.
#[derive(Debug, Default)]
pub(super) struct OdtStyles {
    paragraphs: BTreeMap<String, Rc<OdtParagraphStyle>>,
    texts: BTreeMap<String, OdtTextStyle>,
    plain: Rc<OdtParagraphStyle>,
}

/// A paragraph that is being read.
pub(super) type OdtDraft = ParagraphDraft<OdtParagraphStyle>;

/// What a paragraph style says, with all that it is derived from.
#[derive(Debug, Clone, Default)]
pub(super) struct OdtParagraphStyle {
    /// The name of its nearest common style, in lower case.
    pub(super) name: String,
    /// What its paragraphs are for.
    pub(super) role: Option<StyleRole>,
    /// Its text.
    pub(super) text: TextProperties,
    /// The text of its nearest common style: what is not the author's emphasis.
    pub(super) base: TextProperties,
    /// The list that it is in; empty for none.
    pub(super) list: Option<String>,
    /// Its left indent in hundredths of a millimetre, without that of its first line.
    pub(super) indent: i32,
    /// Its alignment.
    pub(super) alignment: Option<String>,
    /// Whether it has a line above or below.
    pub(super) has_rule: bool,
    /// Whether the author asks for a new page before it.
    pub(super) breaks_page: bool,
}

/// What a text style says, with all that it is derived from.
#[derive(Debug, Clone, Default)]
pub(super) struct OdtTextStyle {
    /// Its properties.
    pub(super) text: TextProperties,
    /// Whether its text is code.
    pub(super) is_code: bool,
}

impl OdtStyles {
    /// The paragraph style of a name; without one, the default. A style that is not there
    /// can still say by its name what it is for.
    pub(super) fn paragraph(&self, name: Option<&str>) -> Rc<OdtParagraphStyle> {
        let Some(name) = name else { return Rc::clone(&self.plain) };
        if let Some(style) = self.paragraphs.get(name) {
            return Rc::clone(style);
        }
        let mut style = (*self.plain).clone();
        style.name = fold_name(name);
        style.role = find_role(name);
        Rc::new(style)
    }

    /// The text style of a name.
    pub(super) fn text(&self, name: &str) -> Option<&OdtTextStyle> {
        self.texts.get(name)
    }
}

/// A style as it is written.
struct WrittenStyle<'e> {
    element: &'e XmlElement,
    is_automatic: bool,
}

/// Reads the styles. Those that a program made for single paragraphs count as the author's
/// own formatting. Automatic styles of the part `styles.xml` are for its own running heads.
pub(super) fn read_styles(parts: &OdtParts) -> OdtStyles {
    let mut written: BTreeMap<(&str, &str), WrittenStyle<'_>> = BTreeMap::new();
    let mut default = TextProperties::default();
    for section in parts.sections("office:styles") {
        for element in section.children() {
            if element.name() == "style:default-style"
                && element.attribute("style:family") == Some("paragraph")
                && let Some(properties) = element.child("style:text-properties")
            {
                default = read_text_properties(properties);
            }
            add_style(element, false, &mut written);
        }
    }
    let automatic = parts.content.child("office:automatic-styles");
    for element in automatic.into_iter().flat_map(XmlElement::children) {
        add_style(element, true, &mut written);
    }

    let mut styles = OdtStyles::default();
    let plain = OdtParagraphStyle {
        role: Some(StyleRole::Plain),
        text: default.clone(),
        base: default.clone(),
        ..OdtParagraphStyle::default()
    };
    styles.plain = Rc::new(plain);
    for (family, name) in written.keys() {
        let chain = follow_chain(family, name, &written);
        if *family == "text" {
            styles.texts.insert((*name).to_owned(), join_text_chain(&chain));
        } else {
            let style = Rc::new(join_paragraph_chain(&chain, &default));
            styles.paragraphs.insert((*name).to_owned(), style);
        }
    }
    styles
}

fn add_style<'e>(
    element: &'e XmlElement,
    is_automatic: bool,
    to: &mut BTreeMap<(&'e str, &'e str), WrittenStyle<'e>>,
) {
    let family = element.attribute("style:family");
    let name =
        element.attribute("style:name").filter(|_| element.name() == "style:style");
    if let (Some(family @ ("paragraph" | "text")), Some(name)) = (family, name) {
        to.insert((family, name), WrittenStyle { element, is_automatic });
    }
}

fn follow_chain<'w, 'e>(
    family: &'e str,
    name: &'e str,
    written: &'w BTreeMap<(&'e str, &'e str), WrittenStyle<'e>>,
) -> Vec<&'w WrittenStyle<'e>> {
    let mut chain = Vec::new();
    let mut next = Some(name);
    while let Some(style) = next.and_then(|name| written.get(&(family, name)))
        && chain.len() < LONGEST_CHAIN
    {
        chain.push(style);
        next = style.element.attribute("style:parent-style-name");
    }
    chain
}

/// The name that people see, in lower case.
fn name_of(style: &XmlElement) -> String {
    let name = style.attribute("style:display-name").or(style.attribute("style:name"));
    fold_name(name.unwrap_or_default())
}

fn join_text_chain(chain: &[&WrittenStyle<'_>]) -> OdtTextStyle {
    let mut joined = OdtTextStyle::default();
    for style in chain {
        if let Some(properties) = style.element.child("style:text-properties") {
            joined.text.fill_from(&read_text_properties(properties));
        }
        joined.is_code |= is_code_style(&name_of(style.element));
    }
    joined
}

fn join_paragraph_chain(
    chain: &[&WrittenStyle<'_>],
    default: &TextProperties,
) -> OdtParagraphStyle {
    let mut joined = OdtParagraphStyle::default();
    let (mut left, mut first) = (None, None);
    let mut is_named = false;
    for style in chain {
        let element = style.element;
        if !style.is_automatic {
            let name = name_of(element);
            let role = find_role(&name);
            // All is derived from plain text in the end, and says so only by its own name.
            if !is_named || role != Some(StyleRole::Plain) {
                joined.role = joined.role.or(role);
            }
            if !is_named {
                joined.name = name;
                is_named = true;
            }
        }
        if let Some(properties) = element.child("style:text-properties") {
            let own = read_text_properties(properties);
            joined.text.fill_from(&own);
            if !style.is_automatic {
                joined.base.fill_from(&own);
            }
        }
        let list = element.attribute("style:list-style-name").map(str::to_owned);
        joined.list = joined.list.or(list);
        if let Some(properties) = element.child("style:paragraph-properties") {
            left = left.or(read_length(properties, "fo:margin-left"));
            first = first.or(read_length(properties, "fo:text-indent"));
            let alignment = properties.attribute("fo:text-align").map(str::to_owned);
            joined.alignment = joined.alignment.or(alignment);
            joined.has_rule |= has_rule(properties);
            joined.breaks_page |= style.is_automatic
                && properties.attribute("fo:break-before") == Some("page");
        }
    }
    if !is_named {
        joined.role = Some(StyleRole::Plain);
    }
    joined.indent = left.unwrap_or(0).saturating_add(first.unwrap_or(0).min(0));
    joined.text.fill_from(default);
    joined.base.fill_from(default);
    joined
}

fn has_rule(properties: &XmlElement) -> bool {
    let names = ["fo:border-top", "fo:border-bottom", "fo:border"];
    names.iter().any(|name| properties.attribute(name).is_some_and(|line| line != "none"))
}

/// A length in hundredths of a millimetre; `None` for a percentage.
pub(super) fn read_length(properties: &XmlElement, name: &str) -> Option<i32> {
    let written = properties.attribute(name)?.trim();
    let split = written.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = written.split_at_checked(split)?;
    let hundredths = match unit {
        "cm" => 1000.0,
        "mm" => 100.0,
        "in" => 2540.0,
        "pt" => 2540.0 / 72.0,
        "pc" => 2540.0 / 6.0,
        _ => return None,
    };
    let length = number.parse::<f64>().ok()? * hundredths;
    format!("{length:.0}").parse().ok()
}
