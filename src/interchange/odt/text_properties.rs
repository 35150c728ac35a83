//! The properties of text in an ODT file (`OpenDocument` 1.3, part 3 §16.29.29).

use crate::interchange::office::inlines::{RunTrait, TraitSet};
use crate::interchange::office::language_tags::{is_east_asian, is_right_to_left};
use crate::interchange::office::markup::XmlElement;

/// The weight from which letters are bold (CSS Fonts §2.2).
const LEAST_BOLD: u32 = 600;

/// The properties of text that a style names.
#[derive(Debug, Clone, Default)]
pub(super) struct TextProperties {
    bold: Option<bool>,
    italic: Option<bool>,
    small_caps: Option<bool>,
    underline: Option<bool>,
    strike: Option<bool>,
    /// 1 for superscript, -1 for subscript.
    script: Option<i8>,
    /// Whether it is hidden.
    pub(super) hidden: Option<bool>,
    western: Option<String>,
    east_asian: Option<String>,
    complex: Option<String>,
}

impl TextProperties {
    /// Takes what is not named yet from properties farther away.
    pub(super) fn fill_from(&mut self, far: &Self) {
        self.bold = self.bold.or(far.bold);
        self.italic = self.italic.or(far.italic);
        self.small_caps = self.small_caps.or(far.small_caps);
        self.underline = self.underline.or(far.underline);
        self.strike = self.strike.or(far.strike);
        self.script = self.script.or(far.script);
        self.hidden = self.hidden.or(far.hidden);
        self.western = self.western.take().or_else(|| far.western.clone());
        self.east_asian = self.east_asian.take().or_else(|| far.east_asian.clone());
        self.complex = self.complex.take().or_else(|| far.complex.clone());
    }

    /// What sets text off from the text of its paragraph style, or what its own style
    /// (`span`) says.
    pub(super) fn traits_against(&self, base: &Self, span: &Self) -> TraitSet {
        let mut traits = TraitSet::default();
        let mut set = |of, property: fn(&Self) -> Option<bool>| {
            let is_on = property(self) == Some(true);
            let is_usual = property(base) == Some(true) && property(span) != Some(true);
            traits.set(of, is_on && !is_usual);
        };
        set(RunTrait::Strong, |text| text.bold);
        set(RunTrait::SmallCaps, |text| text.small_caps);
        set(RunTrait::Underline, |text| text.underline);
        set(RunTrait::Strikeout, |text| text.strike);
        let is_marked = self.is_italic() != base.is_italic() || span.is_italic();
        traits.set(RunTrait::Emphasis, is_marked);
        traits
            .set(RunTrait::Superscript, self.script == Some(1) && base.script != Some(1));
        traits
            .set(RunTrait::Subscript, self.script == Some(-1) && base.script != Some(-1));
        traits
    }

    /// Whether it is in italics.
    pub(super) fn is_italic(&self) -> bool {
        self.italic == Some(true)
    }

    /// The language of a text with these properties, as a BCP 47 tag.
    pub(super) fn language_of(&self, text: &str) -> Option<&str> {
        let language = if is_right_to_left(text) {
            &self.complex
        } else if is_east_asian(text) {
            &self.east_asian
        } else {
            &self.western
        };
        language.as_deref().filter(|tag| !tag.is_empty())
    }
}

/// Reads `style:text-properties`.
pub(super) fn read_text_properties(properties: &XmlElement) -> TextProperties {
    let get = |name: &str| properties.attribute(name);
    let line = |style: &str, kind: &str| {
        let written = get(style).or_else(|| get(kind));
        written.map(|written| written != "none")
    };
    let language = |language: &str, country: &str| {
        let language = get(language)?;
        let country = get(country).filter(|country| !matches!(*country, "" | "none"));
        Some(match (language, country) {
            ("none" | "zxx" | "und" | "", _) => String::new(),
            (language, Some(country)) => format!("{language}-{country}"),
            (language, None) => language.to_owned(),
        })
    };
    TextProperties {
        bold: get("fo:font-weight").map(|weight| {
            weight == "bold"
                || weight.parse::<u32>().is_ok_and(|weight| weight >= LEAST_BOLD)
        }),
        italic: get("fo:font-style").map(|style| matches!(style, "italic" | "oblique")),
        small_caps: get("fo:font-variant").map(|variant| variant == "small-caps"),
        underline: line("style:text-underline-style", "style:text-underline-type"),
        strike: line("style:text-line-through-style", "style:text-line-through-type"),
        script: get("style:text-position").and_then(read_script),
        hidden: get("text:display").map(|display| display == "none"),
        western: language("fo:language", "fo:country"),
        east_asian: language("style:language-asian", "style:country-asian"),
        complex: language("style:language-complex", "style:country-complex"),
    }
}

/// The first word of a text position: `super`, `sub`, or how far the text is raised.
fn read_script(position: &str) -> Option<i8> {
    match position.split_whitespace().next()? {
        "super" => Some(1),
        "sub" => Some(-1),
        raised => {
            let percent: f64 = raised.strip_suffix('%')?.parse().ok()?;
            Some(if percent > 0.0 { 1 } else { -i8::from(percent < 0.0) })
        }
    }
}
