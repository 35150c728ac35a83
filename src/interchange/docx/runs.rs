//! The runs of a paragraph.

use std::rc::Rc;

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::formulas::convert_formula;
use crate::interchange::docx::package::{switch_of, value_of};
use crate::interchange::docx::part_text::collect_text;
use crate::interchange::docx::run_properties::{
    ResolvedRun, read_run_properties, resolve_run,
};
use crate::interchange::docx::styles::DocxDraft;
use crate::interchange::docx::survey::is_contents_control;
use crate::interchange::docx::symbols::find_symbol;
use crate::interchange::office::inlines::{InlineLook, RunPiece, RunTrait};
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::omissions::CONTENTS;
use crate::interchange::rich::{NoteKind, RichInline};

/// What the elements around a run say of it.
#[derive(Debug, Clone, Default)]
pub(super) struct RunContext {
    /// Where it leads.
    pub(super) link: Option<Rc<str>>,
    /// What its characters are called if they have no place.
    pub(super) omitted: Option<&'static str>,
    /// The run.
    pub(super) run: Rc<ResolvedRun>,
}

impl RunContext {
    fn omit(&self, what: &'static str) -> Self {
        Self { omitted: self.omitted.or(Some(what)), ..self.clone() }
    }
}

impl<'a> StoryReader<'_, 'a> {
    /// Reads all that is in a paragraph, a link, or another element around runs.
    pub(super) fn read_inlines(
        &mut self,
        element: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        for child in element.children() {
            self.read_inline(child, draft, context);
        }
    }

    /// Reads an element of a paragraph.
    pub(super) fn read_inline(
        &mut self,
        element: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        match element.name() {
            "w:r" => self.read_run(element, draft, context),
            "w:hyperlink" => {
                let link = self.find_link(element).or_else(|| context.link.clone());
                self.read_inlines(
                    element,
                    draft,
                    &RunContext { link, ..context.clone() },
                );
            }
            "w:fldSimple" => self.read_simple_field(element, draft, context),
            "w:sdt" => self.read_control(element, draft, context),
            "w:del" | "w:moveFrom" => {
                self.read_inlines(element, draft, &context.omit("deleted text"));
            }
            "w:bookmarkStart" => {
                let name = element.attribute("w:name").unwrap_or_default();
                if let Some(id) = self.reader.claim_bookmark(name) {
                    let piece = RunPiece::Anchor(id);
                    draft.push(InlineLook::default(), piece, &mut self.reader.omissions);
                }
            }
            "m:oMath" => self.read_formula(element, false, draft, context),
            "m:oMathPara" => {
                for formula in
                    element.children().filter(|child| child.name() == "m:oMath")
                {
                    self.read_formula(formula, true, draft, context);
                }
            }
            "mc:AlternateContent" => self.read_alternative(element, draft, context),
            "w:subDoc" => self.reader.omissions.push("a subdocument", ""),
            "w:t" | "w:delText" | "w:drawing" | "w:pict" => {
                self.read_run_part(element, draft, &mut context.clone());
            }
            "w:pPr" | "w:rPr" | "w:sdtPr" | "w:sdtEndPr" => {}
            _ => self.read_inlines(element, draft, context),
        }
    }

    fn read_run(
        &mut self,
        run: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let properties = run.child("w:rPr");
        let own = properties.map(read_run_properties).unwrap_or_default();
        let style = properties.and_then(|properties| value_of(properties, "w:rStyle"));
        let styles = self.reader.styles;
        let character = style.and_then(|id| styles.character(id));
        let resolved = resolve_run(&styles.defaults, &draft.style, character, &own);
        let mut context = context.clone();
        if resolved.is_hidden {
            context.omitted = context.omitted.or(Some("hidden text"));
        }
        let is_raised = resolved.traits.has(RunTrait::Superscript);
        if self.has_own_mark && is_raised && std::mem::take(&mut self.has_own_mark) {
            context.omitted = context.omitted.or(Some("the mark of a note"));
        }
        context.run = Rc::new(resolved);
        self.read_run_content(run, draft, &mut context);
    }

    fn read_run_content(
        &mut self,
        run: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &mut RunContext,
    ) {
        for child in run.children() {
            self.read_run_part(child, draft, context);
        }
    }

    fn read_run_part(
        &mut self,
        part: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &mut RunContext,
    ) {
        match part.name() {
            "w:t" => self.push_text(&part.own_text(), draft, context),
            "w:delText" => {
                self.push_text(&part.own_text(), draft, &context.omit("deleted text"));
            }
            "w:instrText" | "w:delInstrText" => self.extend_instruction(&part.own_text()),
            "w:fldChar" => self.step_field(part, draft, context),
            "w:tab" | "w:ptab" => self.push_text("\t", draft, context),
            "w:br" => match part.attribute("w:type") {
                Some("page") => self.reader.omissions.push("a page break", ""),
                Some("column") => self.reader.omissions.push("a column break", ""),
                _ => self.push_piece(RunPiece::LineBreak, "\n", draft, context),
            },
            "w:cr" => self.push_piece(RunPiece::LineBreak, "\n", draft, context),
            "w:noBreakHyphen" => self.push_text("\u{2011}", draft, context),
            "w:softHyphen" => self.push_text("\u{AD}", draft, context),
            "w:sym" => self.read_symbol(part, draft, context),
            "w:footnoteReference" => {
                self.read_note(NoteKind::Footnote, part, draft, context);
            }
            "w:endnoteReference" => {
                self.read_note(NoteKind::Endnote, part, draft, context);
            }
            "w:commentReference" => self.read_comment(part, draft),
            "w:drawing" | "w:pict" | "w:object" => {
                self.read_drawing(part, draft, context);
            }
            "w:ruby" => self.read_ruby(part, draft, context),
            "mc:AlternateContent" => self.read_alternative(part, draft, context),
            "w:r" => self.read_run(part, draft, context),
            "w:rPr" | "w:lastRenderedPageBreak" | "w:footnoteRef" | "w:endnoteRef" => {}
            _ => self.read_run_content(part, draft, context),
        }
    }

    /// Takes the first alternative that gives something, and no other: the second has the
    /// same text in an older form (ISO/IEC 29500-3 §7.6).
    fn read_alternative(
        &mut self,
        element: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        for alternative in element.children() {
            let extent = |reader: &Self, draft: &DocxDraft| {
                (draft.runs.len(), draft.after.len(), reader.reader.omissions.found.len())
            };
            let before = extent(self, draft);
            let mut context = context.clone();
            self.read_run_content(alternative, draft, &mut context);
            draft.settle_omitted(&mut self.reader.omissions);
            if extent(self, draft) != before || draft.has_rule {
                return;
            }
        }
    }

    fn read_control(
        &mut self,
        control: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let is_prompt = control
            .child("w:sdtPr")
            .is_some_and(|all| switch_of(all, "w:showingPlcHdr") == Some(true));
        let context = if is_contents_control(control) {
            context.omit(CONTENTS)
        } else if is_prompt {
            context.omit("a prompt")
        } else {
            context.clone()
        };
        if let Some(content) = control.child("w:sdtContent") {
            self.read_inlines(content, draft, &context);
        }
    }

    fn read_ruby(
        &mut self,
        ruby: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        if let Some(base) = ruby.child("w:rubyBase") {
            self.read_inlines(base, draft, context);
        }
        if let Some(reading) = ruby.child("w:rt") {
            self.read_inlines(reading, draft, &context.omit("a reading above the text"));
        }
    }

    fn read_symbol(
        &mut self,
        symbol: &XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let font = symbol.attribute("w:font").unwrap_or_default();
        let code = symbol.attribute("w:char").unwrap_or_default();
        let number = u32::from_str_radix(code, 16).unwrap_or(0);
        if let Some(character) = find_symbol(font, number) {
            self.push_text(&character.to_string(), draft, context);
        } else {
            self.push_text("\u{FFFD}", draft, context);
            self.reader.omissions.push("a symbol", &format!("{font} {code}"));
        }
    }

    fn read_formula(
        &mut self,
        formula: &'a XmlElement,
        display: bool,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        match convert_formula(formula) {
            Some(tex) if tex.is_empty() => {}
            Some(tex) => {
                self.push_object(RichInline::Math { display, tex }, draft, context);
            }
            None => {
                let text = collect_text(formula);
                self.push_text(&text, draft, context);
                self.reader.omissions.push("the form of a formula", "");
            }
        }
    }
}
