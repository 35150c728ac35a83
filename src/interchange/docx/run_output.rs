//! What is found in a run goes into the paragraph or, where it has no place, to the omissions.

use std::rc::Rc;

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::fields::FieldResult;
use crate::interchange::docx::run_properties::find_language;
use crate::interchange::docx::runs::RunContext;
use crate::interchange::docx::styles::DocxDraft;
use crate::interchange::docx::symbols::{find_symbol, is_symbol_code, is_symbol_font};
use crate::interchange::office::inlines::{InlineLook, RunPiece, RunTrait};
use crate::interchange::office::language_tags::primary_subtag;
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::RichInline;

impl StoryReader<'_, '_> {
    fn fate_of(&self, context: &RunContext) -> Option<&'static str> {
        context.omitted.or_else(|| {
            self.fields.iter().find_map(|field| match field.result {
                Some(FieldResult::Omitted(what)) => Some(what),
                _ => None,
            })
        })
    }

    fn look_of(&self, context: &RunContext, text: &str) -> InlineLook {
        let run = &context.run;
        let by_field = self.fields.iter().rev().find_map(|field| match &field.result {
            Some(FieldResult::Link(target)) => Some(Rc::clone(target)),
            _ => None,
        });
        let link = by_field.or_else(|| context.link.clone());
        let mut traits = run.traits;
        // A line under a link shows that it is one.
        if link.is_some() {
            traits.set(RunTrait::Underline, false);
        }
        let main = self.reader.survey.language.as_deref().map(primary_subtag);
        let has_letters = text.chars().any(char::is_alphabetic);
        let language = find_language(&run.properties, text)
            .filter(|tag| has_letters && Some(primary_subtag(tag)) != main);
        InlineLook { traits, language: language.map(Into::into), link }
    }

    /// Adds characters.
    pub(super) fn push_text(
        &mut self,
        text: &str,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let is_instruction =
            self.fields.last().is_some_and(|field| field.result.is_none());
        if is_instruction {
            self.extend_instruction(text);
            return;
        }
        let font = context.run.properties.font.as_deref().unwrap_or_default();
        let text = if is_symbol_font(font) && text.chars().any(is_symbol_code) {
            self.map_symbols(font, text)
        } else {
            text.to_owned()
        };
        self.push_piece(RunPiece::Text(text.clone()), &text, draft, context);
    }

    fn map_symbols(&mut self, font: &str, text: &str) -> String {
        let map = |c: char| {
            if !is_symbol_code(c) {
                return c;
            }
            find_symbol(font, u32::from(c)).unwrap_or_else(|| {
                let code = format!("{font} {:X}", u32::from(c));
                self.reader.omissions.push("a symbol", &code);
                '\u{FFFD}'
            })
        };
        text.chars().map(map).collect()
    }

    /// Adds a note, a picture or a formula.
    pub(super) fn push_object(
        &mut self,
        object: RichInline,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let text = text_of(std::slice::from_ref(&object));
        self.push_piece(RunPiece::Object(object), &text, draft, context);
    }

    /// Adds a part of a paragraph, whose characters are `text`.
    pub(super) fn push_piece(
        &mut self,
        piece: RunPiece,
        text: &str,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        if let Some(what) = self.fate_of(context) {
            draft.omit(what, text, &mut self.reader.omissions);
        } else {
            let look = self.look_of(context, text);
            draft.push(look, piece, &mut self.reader.omissions);
        }
    }
}
