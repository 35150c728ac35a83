//! Fields and links as they are met in a paragraph.

use std::rc::Rc;

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::fields::{
    BareField, FieldResult, OpenField, decide_result, read_bare_field,
};
use crate::interchange::docx::runs::RunContext;
use crate::interchange::docx::styles::DocxDraft;
use crate::interchange::office::markup::XmlElement;

impl<'a> StoryReader<'_, 'a> {
    pub(super) fn extend_instruction(&mut self, text: &str) {
        if let Some(field) = self.fields.last_mut()
            && field.result.is_none()
        {
            field.instruction.push_str(text);
        }
    }

    pub(super) fn step_field(
        &mut self,
        mark: &XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        match mark.attribute("w:fldCharType") {
            Some("begin") if self.part.endless.contains(&mark.order) => {}
            Some("begin") => self.fields.push(OpenField::default()),
            Some("separate") => {
                let Some(field) = self.fields.last() else { return };
                let result = self.check_result(decide_result(&field.instruction));
                if let Some(field) = self.fields.last_mut() {
                    field.result = Some(result);
                }
            }
            Some("end") => {
                let Some(field) = self.fields.pop() else { return };
                if field.result.is_none() {
                    self.finish_bare_field(&field.instruction, draft, context);
                }
            }
            _ => {}
        }
    }

    fn finish_bare_field(
        &mut self,
        instruction: &str,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        match read_bare_field(instruction) {
            BareField::Nothing => {}
            BareField::Text(text) => self.push_text(&text, draft, context),
            BareField::Omitted(what, text) => self.reader.omissions.push(what, &text),
        }
    }

    pub(super) fn read_simple_field(
        &mut self,
        field: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let instruction = field.attribute("w:instr").unwrap_or_default();
        let result = self.check_result(decide_result(instruction));
        let is_bare = field.children().next().is_none();
        self.fields.push(OpenField { instruction: String::new(), result: Some(result) });
        self.read_inlines(field, draft, context);
        self.fields.pop();
        if is_bare {
            self.finish_bare_field(instruction, draft, context);
        }
    }

    /// A link to a place that is not there is text.
    fn check_result(&mut self, result: FieldResult) -> FieldResult {
        match result {
            FieldResult::Link(target) => {
                self.check_target(target).map_or(FieldResult::Text, FieldResult::Link)
            }
            other => other,
        }
    }

    fn check_target(&mut self, target: Rc<str>) -> Option<Rc<str>> {
        let is_missing = target
            .strip_prefix('#')
            .is_some_and(|name| !self.reader.survey.bookmarks.contains(name));
        if is_missing {
            self.reader.omissions.push("a link to a place that is not there", &target);
            return None;
        }
        Some(target)
    }

    pub(super) fn find_link(&mut self, link: &XmlElement) -> Option<Rc<str>> {
        let place = link.attribute("w:anchor").map(|name| format!("#{name}"));
        let address = link
            .attribute("r:id")
            .and_then(|id| self.part.relationships.get(id))
            .map(|entry| entry.target.clone());
        let target = match (address, place) {
            (Some(address), Some(place)) if !address.contains('#') => {
                Some(format!("{address}{place}"))
            }
            (address, place) => address.or(place),
        };
        self.check_target(target.filter(|target| !target.is_empty())?.into())
    }
}
