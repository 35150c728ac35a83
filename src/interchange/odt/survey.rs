//! What has to be known of a whole document before its first paragraph is read.

use std::collections::{BTreeMap, BTreeSet};

use crate::interchange::odt::styles::OdtStyles;
use crate::interchange::odt::text_properties::TextProperties;
use crate::interchange::office::language_tags::find_main_language;
use crate::interchange::office::lengths::find_usual_indent;
use crate::interchange::office::markup::{XmlElement, XmlNode};

/// What is known of a document.
#[derive(Debug, Default)]
pub(super) struct OdtSurvey {
    /// The places that links outside generated parts lead to.
    pub(super) linked: BTreeSet<String>,
    /// All places that links can lead to.
    pub(super) places: BTreeSet<String>,
    /// The language of most letters, as a BCP 47 tag.
    pub(super) language: Option<String>,
    /// The left indent of body text, in hundredths of a millimetre.
    pub(super) indent: i32,
}

/// Surveys the text.
pub(super) fn survey_text(text: &XmlElement, styles: &OdtStyles) -> OdtSurvey {
    let mut surveyor = OdtSurveyor {
        styles,
        survey: OdtSurvey::default(),
        languages: BTreeMap::new(),
        indents: BTreeMap::new(),
    };
    surveyor.visit(text, &TextProperties::default(), 0);
    let mut survey = surveyor.survey;
    survey.language = find_main_language(&surveyor.languages);
    survey.indent = find_usual_indent(&surveyor.indents);
    survey
}

/// Whether an element is generated from the rest of the document.
pub(super) fn is_generated(element: &XmlElement) -> bool {
    matches!(
        element.name(),
        "text:table-of-content"
            | "text:alphabetical-index"
            | "text:illustration-index"
            | "text:table-index"
            | "text:object-index"
            | "text:user-index"
    )
}

struct OdtSurveyor<'a> {
    styles: &'a OdtStyles,
    survey: OdtSurvey,
    languages: BTreeMap<String, usize>,
    indents: BTreeMap<i32, usize>,
}

impl OdtSurveyor<'_> {
    fn visit(&mut self, element: &XmlElement, text: &TextProperties, indent: i32) {
        if is_generated(element) || element.name() == "text:tracked-changes" {
            return;
        }
        self.note_places(element);
        let mut own: Option<TextProperties> = None;
        let mut indent = indent;
        match element.name() {
            "text:p" | "text:h" => {
                let style = self.styles.paragraph(element.attribute("text:style-name"));
                indent = style.indent;
                own = Some(style.text.clone());
            }
            "text:span" | "text:a" => {
                let name = element.attribute("text:style-name").unwrap_or_default();
                if let Some(style) = self.styles.text(name) {
                    let mut joined = style.text.clone();
                    joined.fill_from(text);
                    own = Some(joined);
                }
            }
            _ => {}
        }
        let text = own.as_ref().unwrap_or(text);
        for node in &element.nodes {
            match node {
                XmlNode::Element(child) => self.visit(child, text, indent),
                XmlNode::Text(characters) => self.count(characters, text, indent),
            }
        }
    }

    fn count(&mut self, characters: &str, text: &TextProperties, indent: i32) {
        let letters = characters.chars().filter(|c| c.is_alphabetic()).count();
        if letters == 0 {
            return;
        }
        if let Some(language) = text.language_of(characters) {
            match self.languages.get_mut(language) {
                Some(count) => *count += letters,
                None => {
                    self.languages.insert(language.to_owned(), letters);
                }
            }
        }
        *self.indents.entry(indent).or_default() += letters;
    }

    fn note_places(&mut self, element: &XmlElement) {
        let (place, link) = match element.name() {
            "text:bookmark"
            | "text:bookmark-start"
            | "text:reference-mark"
            | "text:reference-mark-start" => (element.attribute("text:name"), None),
            "text:a" | "draw:a" => (None, element.attribute("xlink:href")),
            "text:bookmark-ref" | "text:reference-ref" => {
                (None, element.attribute("text:ref-name"))
            }
            _ => return,
        };
        self.survey.places.extend(place.map(str::to_owned));
        let link = link.map(|link| link.strip_prefix('#').unwrap_or(link).to_owned());
        self.survey.linked.extend(link);
    }
}
