//! The text in the paragraphs of an ODT file.

use std::rc::Rc;

use crate::interchange::odt::document::OdtReader;
use crate::interchange::odt::part_text::{collect_text, fold_spaces, write_spaces};
use crate::interchange::odt::styles::OdtDraft;
use crate::interchange::odt::text_properties::TextProperties;
use crate::interchange::office::inlines::{InlineLook, RunPiece, RunTrait};
use crate::interchange::office::language_tags::primary_subtag;
use crate::interchange::office::markup::{XmlElement, XmlNode};
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::RichInline;

/// What the elements around a text say of it.
#[derive(Debug, Clone, Default)]
pub(super) struct TextContext {
    /// Its properties.
    pub(super) text: TextProperties,
    /// Those of its properties that the styles of spans name.
    pub(super) span: TextProperties,
    /// Whether it is code.
    pub(super) is_code: bool,
    /// Where it leads.
    pub(super) link: Option<Rc<str>>,
    /// What its characters are called if they have no place.
    pub(super) omitted: Option<&'static str>,
}

impl TextContext {
    fn omit(&self, what: &'static str) -> Self {
        Self { omitted: self.omitted.or(Some(what)), ..self.clone() }
    }

    fn link(&self, link: Option<Rc<str>>) -> Self {
        Self { link: link.or_else(|| self.link.clone()), ..self.clone() }
    }
}

impl<'a> OdtReader<'a> {
    /// Reads all that is in a paragraph or in another element with text.
    pub(super) fn read_inlines(
        &mut self,
        element: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        for node in &element.nodes {
            match node {
                XmlNode::Text(text) => self.push_text(&fold_spaces(text), draft, context),
                XmlNode::Element(child) => self.read_inline(child, draft, context),
            }
        }
    }

    /// Reads an element of a paragraph.
    pub(super) fn read_inline(
        &mut self,
        element: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        match element.name() {
            "text:span" => {
                let context = self.enter_span(element, context);
                self.read_inlines(element, draft, &context);
            }
            "text:a" | "draw:a" => {
                let link = element.attribute("xlink:href").map(str::to_owned);
                let link = link.and_then(|link| self.check_target(&link));
                self.read_inlines(element, draft, &context.link(link));
            }
            "text:s" => self.push_text(&write_spaces(element), draft, context),
            "text:tab" => self.push_text("\t", draft, context),
            "text:line-break" => {
                self.push_piece(RunPiece::LineBreak, "\n", draft, context);
            }
            "text:bookmark"
            | "text:bookmark-start"
            | "text:reference-mark"
            | "text:reference-mark-start" => {
                let name = element.attribute("text:name").unwrap_or_default();
                if let Some(id) = self.claim_place(name) {
                    draft.push(
                        InlineLook::default(),
                        RunPiece::Anchor(id),
                        &mut self.omissions,
                    );
                }
            }
            "text:bookmark-ref" | "text:reference-ref" => {
                let name = element.attribute("text:ref-name").unwrap_or_default();
                let link = self.check_target(&format!("#{name}"));
                self.read_inlines(element, draft, &context.link(link));
            }
            "text:note" => self.read_note(element, draft, context),
            name if name.starts_with("draw:") => self.read_shape(element, draft, context),
            _ => self.read_field(element, draft, context),
        }
    }

    /// Reads an element that is neither plain text nor a shape. The text of a field is its
    /// content.
    fn read_field(
        &mut self,
        element: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        match element.name() {
            "text:page-number" | "text:page-count" => {
                self.read_inlines(element, draft, &context.omit("a page number"));
            }
            "text:placeholder" => {
                self.read_inlines(element, draft, &context.omit("a prompt"));
            }
            "text:ruby" => {
                for part in element.children() {
                    let is_base = part.name() == "text:ruby-base";
                    let reading = context.omit("a reading above the text");
                    self.read_inlines(
                        part,
                        draft,
                        if is_base { context } else { &reading },
                    );
                }
            }
            "text:hidden-text" if element.nodes.is_empty() => {
                let text = element.attribute("text:string-value").unwrap_or_default();
                self.omissions.push_text("hidden text", text);
            }
            "text:alphabetical-index-mark" | "text:user-index-mark" => {
                let text = element.attribute("text:string-value").unwrap_or_default();
                self.omissions.push_text("an index entry", text);
            }
            "text:toc-mark" => {
                let text = element.attribute("text:string-value").unwrap_or_default();
                self.omissions.push_text("an entry for the table of contents", text);
            }
            "office:annotation" => self.report_comment(element, draft),
            "text:change" => {
                draft.settle_omitted(&mut self.omissions);
                self.report_deletion(element);
            }
            "text:script" => {
                self.read_inlines(element, draft, &context.omit("a script"));
            }
            "text:number" | "office:event-listeners" => {}
            _ => self.read_inlines(element, draft, context),
        }
    }

    fn enter_span(&self, span: &XmlElement, context: &TextContext) -> TextContext {
        let name = span.attribute("text:style-name").unwrap_or_default();
        let Some(style) = self.styles.text(name) else { return context.clone() };
        let mut inner = context.clone();
        inner.text = style.text.clone();
        inner.text.fill_from(&context.text);
        inner.span = style.text.clone();
        inner.span.fill_from(&context.span);
        inner.is_code |= style.is_code;
        if inner.text.hidden == Some(true) {
            inner.omitted = inner.omitted.or(Some("hidden text"));
        }
        inner
    }

    /// A link to a place that is not there is text. `LibreOffice` writes `#name|kind` for
    /// headings and tables.
    fn check_target(&mut self, target: &str) -> Option<Rc<str>> {
        let is_missing = target
            .strip_prefix('#')
            .is_some_and(|name| !self.survey.places.contains(name));
        if is_missing {
            self.omissions.push("a link to a place that is not there", target);
        }
        (!is_missing && !target.is_empty()).then(|| target.into())
    }

    /// The id of a place that a link leads to, the first time that it occurs.
    pub(super) fn claim_place(&mut self, name: &str) -> Option<String> {
        let is_wanted = self.survey.linked.contains(name);
        let is_new = is_wanted && self.placed.insert(name.to_owned());
        is_new.then(|| name.to_owned())
    }

    /// Reports deleted text at its place.
    pub(super) fn report_deletion(&mut self, change: &XmlElement) {
        let id = change.attribute("text:change-id").unwrap_or_default();
        if let Some(text) = self.deletions.remove(id) {
            self.omissions.push_text("deleted text", &text);
        }
    }

    fn report_comment(&mut self, comment: &XmlElement, draft: &mut OdtDraft) {
        draft.settle_omitted(&mut self.omissions);
        self.omissions.push("a comment", &collect_text(comment));
    }

    fn look_of(&self, text: &str, draft: &OdtDraft, context: &TextContext) -> InlineLook {
        let mut traits = context.text.traits_against(&draft.style.base, &context.span);
        traits.set(RunTrait::Code, context.is_code);
        // A line under a link shows that it is one.
        if context.link.is_some() {
            traits.set(RunTrait::Underline, false);
        }
        let main = self.survey.language.as_deref().map(primary_subtag);
        let has_letters = text.chars().any(char::is_alphabetic);
        let language = context.text.language_of(text);
        let language =
            language.filter(|tag| has_letters && Some(primary_subtag(tag)) != main);
        InlineLook {
            traits,
            language: language.map(Into::into),
            link: context.link.clone(),
        }
    }

    fn push_text(&mut self, text: &str, draft: &mut OdtDraft, context: &TextContext) {
        if text.is_empty() {
            return;
        }
        self.push_piece(RunPiece::Text(text.to_owned()), text, draft, context);
    }

    /// Adds a note, a picture or a formula.
    pub(super) fn push_object(
        &mut self,
        object: RichInline,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        let text = text_of(std::slice::from_ref(&object));
        self.push_piece(RunPiece::Object(object), &text, draft, context);
    }

    /// Adds a part of a paragraph, whose characters are `text`.
    pub(super) fn push_piece(
        &mut self,
        piece: RunPiece,
        text: &str,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        if let Some(what) = context.omitted {
            draft.omit(what, text, &mut self.omissions);
        } else {
            let look = self.look_of(text, draft, context);
            draft.push(look, piece, &mut self.omissions);
        }
    }
}
