//! The properties of runs (ISO/IEC 29500-1 §17.3.2).

use crate::interchange::docx::package::{switch_of, value_of};
use crate::interchange::docx::styles::{
    CharacterStyleFacts, ParagraphStyleFacts, is_hidden,
};
use crate::interchange::office::inlines::{RunTrait, TraitSet};
use crate::interchange::office::language_tags::is_east_asian;
use crate::interchange::office::markup::XmlElement;

/// The properties that a style or a run names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RunProperties {
    /// Bold.
    pub(super) bold: Option<bool>,
    /// Italics.
    pub(super) italic: Option<bool>,
    /// Small capitals.
    pub(super) small_caps: Option<bool>,
    /// Struck out, with one line or two.
    pub(super) strike: Option<bool>,
    /// Hidden.
    pub(super) hidden: Option<bool>,
    /// Underlined.
    pub(super) underline: Option<bool>,
    /// `superscript`, `subscript` or `baseline`.
    pub(super) script: Option<String>,
    /// From right to left.
    pub(super) right_to_left: Option<bool>,
    /// Its languages.
    pub(super) languages: RunLanguages,
    /// The font of its Latin letters.
    pub(super) font: Option<String>,
}

/// The languages of a run by script (§17.3.2.20), as they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RunLanguages {
    /// Of Latin and most other letters.
    pub(super) western: Option<String>,
    /// Of Chinese, Japanese and Korean letters.
    pub(super) east_asian: Option<String>,
    /// Of text from right to left.
    pub(super) complex: Option<String>,
}

impl RunProperties {
    /// Takes what is not named yet from properties farther away.
    pub(super) fn fill_from(&mut self, far: &Self) {
        self.bold = self.bold.or(far.bold);
        self.italic = self.italic.or(far.italic);
        self.small_caps = self.small_caps.or(far.small_caps);
        self.strike = self.strike.or(far.strike);
        self.hidden = self.hidden.or(far.hidden);
        self.underline = self.underline.or(far.underline);
        self.right_to_left = self.right_to_left.or(far.right_to_left);
        fill(&mut self.script, far.script.as_ref());
        fill(&mut self.font, far.font.as_ref());
        fill(&mut self.languages.western, far.languages.western.as_ref());
        fill(&mut self.languages.east_asian, far.languages.east_asian.as_ref());
        fill(&mut self.languages.complex, far.languages.complex.as_ref());
    }
}

fn fill(near: &mut Option<String>, far: Option<&String>) {
    if near.is_none() {
        *near = far.cloned();
    }
}

/// Reads `w:rPr`.
pub(super) fn read_run_properties(properties: &XmlElement) -> RunProperties {
    let language = properties.child("w:lang");
    let named = |name: &str| language.and_then(|l| l.attribute(name)).map(str::to_owned);
    let strike =
        match (switch_of(properties, "w:strike"), switch_of(properties, "w:dstrike")) {
            (None, None) => None,
            (one, two) => Some(one == Some(true) || two == Some(true)),
        };
    let fonts = properties.child("w:rFonts");
    let font = fonts.and_then(|fonts| fonts.attribute("w:ascii"));
    RunProperties {
        bold: switch_of(properties, "w:b"),
        italic: switch_of(properties, "w:i"),
        small_caps: switch_of(properties, "w:smallCaps"),
        strike,
        hidden: is_hidden(properties),
        underline: switch_of(properties, "w:u"),
        script: value_of(properties, "w:vertAlign").map(str::to_owned),
        right_to_left: switch_of(properties, "w:rtl"),
        languages: RunLanguages {
            western: named("w:val"),
            east_asian: named("w:eastAsia"),
            complex: named("w:bidi"),
        },
        font: font.map(str::to_owned),
    }
}

/// What a run is in the end.
#[derive(Debug, Clone, Default)]
pub(super) struct ResolvedRun {
    /// What sets it off from the text of its paragraph style.
    pub(super) traits: TraitSet,
    /// Whether it is hidden.
    pub(super) is_hidden: bool,
    /// All its properties.
    pub(super) properties: RunProperties,
}

/// Resolves a run. A toggle property that is on in both the paragraph style and the
/// character style is off (§17.7.3); the run's own properties are absolute. What only the
/// paragraph style says is not emphasis, unless the run says it too.
pub(super) fn resolve_run(
    defaults: &RunProperties,
    paragraph: &ParagraphStyleFacts,
    character: Option<&CharacterStyleFacts>,
    own: &RunProperties,
) -> ResolvedRun {
    let plain = RunProperties::default();
    let styled = character.map_or(&plain, |style| &style.run);
    let toggle = |of: fn(&RunProperties) -> Option<bool>| {
        let base = of(defaults) == Some(true) || of(&paragraph.run) == Some(true);
        let by_styles = of(defaults) == Some(true)
            || (of(&paragraph.run) == Some(true)) != (of(styled) == Some(true));
        (base, of(own).unwrap_or(by_styles))
    };
    let mut traits = TraitSet::default();
    let (base, is_bold) = toggle(|run| run.bold);
    traits.set(RunTrait::Strong, is_bold && (!base || own.bold == Some(true)));
    let (base, is_italic) = toggle(|run| run.italic);
    traits.set(RunTrait::Emphasis, is_italic != base || own.italic == Some(true));
    let (base, is_small) = toggle(|run| run.small_caps);
    traits.set(RunTrait::SmallCaps, is_small && !base);
    let (_, is_struck) = toggle(|run| run.strike);
    traits.set(RunTrait::Strikeout, is_struck);
    let (_, is_hidden) = toggle(|run| run.hidden);

    let mut properties = own.clone();
    properties.fill_from(styled);
    let is_underlined = properties.underline == Some(true);
    let link_look =
        character.is_some_and(|style| style.is_link) && own.underline.is_none();
    traits.set(RunTrait::Underline, is_underlined && !link_look);
    traits.set(RunTrait::Code, character.is_some_and(|style| style.is_code));
    let script = properties.script.as_deref();
    traits.set(RunTrait::Superscript, script == Some("superscript"));
    traits.set(RunTrait::Subscript, script == Some("subscript"));
    properties.fill_from(&paragraph.run);
    properties.fill_from(defaults);
    ResolvedRun { traits, is_hidden, properties }
}

/// The language of a run with this text, as a BCP 47 tag.
pub(super) fn find_language(properties: &RunProperties, text: &str) -> Option<String> {
    let languages = &properties.languages;
    let tag = if properties.right_to_left == Some(true) {
        &languages.complex
    } else if is_east_asian(text) {
        &languages.east_asian
    } else {
        &languages.western
    };
    let tag = tag.as_deref()?.trim().replace('_', "-");
    let is_none = matches!(tag.as_str(), "" | "x-none" | "none" | "zxx" | "und");
    (!is_none).then_some(tag)
}
