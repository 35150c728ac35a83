//! What has to be known of a whole document before its first paragraph is read.

use std::collections::{BTreeMap, BTreeSet};

use crate::interchange::docx::fields::{link_of, split_instruction};
use crate::interchange::docx::package::{TextPart, value_of};
use crate::interchange::docx::run_properties::{
    find_language, read_run_properties, resolve_run,
};
use crate::interchange::docx::styles::{DocxStyles, join_indents, read_indent};
use crate::interchange::office::language_tags::find_main_language;
use crate::interchange::office::lengths::find_usual_indent;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::style_roles::StyleRole;

/// What is known of a document.
#[derive(Debug, Default)]
pub(super) struct DocxSurvey {
    /// The bookmarks that links outside the table of contents lead to.
    pub(super) linked: BTreeSet<String>,
    /// All bookmarks.
    pub(super) bookmarks: BTreeSet<String>,
    /// The language of most letters, as a BCP 47 tag.
    pub(super) language: Option<String>,
    /// The left indent of body text, in twentieths of a point.
    pub(super) indent: i32,
}

/// Surveys parts with text; the first is the main document.
pub(super) fn survey_parts<'a>(
    parts: impl Iterator<Item = &'a TextPart>,
    styles: &DocxStyles,
) -> DocxSurvey {
    let mut surveyor = DocxSurveyor::new(styles);
    for part in parts {
        surveyor.visit(&part.root);
    }
    let language = find_main_language(&surveyor.languages);
    let indent = find_usual_indent(&surveyor.indents);
    let (linked, bookmarks) = (surveyor.linked, surveyor.bookmarks);
    DocxSurvey { linked, bookmarks, language, indent }
}

/// Whether a content control holds a generated table of contents.
pub(super) fn is_contents_control(control: &XmlElement) -> bool {
    let gallery = control
        .child("w:sdtPr")
        .and_then(|properties| properties.child("w:docPartObj"))
        .and_then(|object| value_of(object, "w:docPartGallery"));
    gallery == Some("Table of Contents")
}

struct DocxSurveyor<'a> {
    styles: &'a DocxStyles,
    linked: BTreeSet<String>,
    bookmarks: BTreeSet<String>,
    languages: BTreeMap<String, usize>,
    indents: BTreeMap<i32, usize>,
}

impl<'a> DocxSurveyor<'a> {
    const fn new(styles: &'a DocxStyles) -> Self {
        Self {
            styles,
            linked: BTreeSet::new(),
            bookmarks: BTreeSet::new(),
            languages: BTreeMap::new(),
            indents: BTreeMap::new(),
        }
    }

    fn visit(&mut self, element: &XmlElement) {
        match element.name() {
            "w:sdt" if is_contents_control(element) => self.visit_bookmarks(element),
            "w:p" => self.visit_paragraph(element),
            "w:bookmarkStart" => self.add_bookmark(element),
            _ => element.children().for_each(|child| self.visit(child)),
        }
    }

    fn add_bookmark(&mut self, element: &XmlElement) {
        self.bookmarks.extend(element.attribute("w:name").map(str::to_owned));
    }

    fn visit_bookmarks(&mut self, element: &XmlElement) {
        element.visit(&mut |inner| {
            if inner.name() == "w:bookmarkStart" {
                self.add_bookmark(inner);
            }
        });
    }

    fn visit_paragraph(&mut self, paragraph: &XmlElement) {
        let properties = paragraph.child("w:pPr");
        let id = properties.and_then(|properties| value_of(properties, "w:pStyle"));
        let style = self.styles.paragraph(id);
        if style.role == Some(StyleRole::Contents) {
            self.visit_bookmarks(paragraph);
            return;
        }
        let mut letters = 0;
        let mut instruction = String::new();
        paragraph.visit(&mut |inner| match inner.name() {
            "w:bookmarkStart" => self.add_bookmark(inner),
            "w:hyperlink" => {
                self.linked.extend(inner.attribute("w:anchor").map(str::to_owned));
            }
            "w:fldSimple" => {
                self.add_linked(inner.attribute("w:instr").unwrap_or_default());
            }
            "w:instrText" => instruction.push_str(&inner.own_text()),
            "w:fldChar" => self.add_linked(&std::mem::take(&mut instruction)),
            "w:r" => {
                let texts = inner.children().filter(|child| child.name() == "w:t");
                let text: String = texts.map(XmlElement::own_text).collect();
                let count = text.chars().filter(|c| c.is_alphabetic()).count();
                if count == 0 {
                    return;
                }
                letters += count;
                let properties = inner.child("w:rPr");
                let own = properties.map(read_run_properties).unwrap_or_default();
                let character = properties
                    .and_then(|properties| value_of(properties, "w:rStyle"))
                    .and_then(|id| self.styles.character(id));
                let run = resolve_run(&self.styles.defaults, &style, character, &own);
                if let Some(language) = find_language(&run.properties, &text) {
                    *self.languages.entry(language).or_default() += count;
                }
            }
            _ => {}
        });
        let own = properties.map(read_indent).unwrap_or_default();
        let left = join_indents(own, style.indent).left.unwrap_or(0);
        *self.indents.entry(left).or_default() += letters;
    }

    /// Adds the bookmark that a field leads to.
    fn add_linked(&mut self, instruction: &str) {
        let words = split_instruction(instruction);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some((name, arguments)) = words.split_first() else { return };
        let target = match name.to_ascii_uppercase().as_str() {
            "HYPERLINK" => link_of(arguments)
                .and_then(|target| target.strip_prefix('#').map(str::to_owned)),
            "REF" | "PAGEREF" | "NOTEREF" => {
                arguments.first().map(|word| (*word).to_owned())
            }
            _ => None,
        };
        self.linked.extend(target);
    }
}
