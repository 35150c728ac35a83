//! The paragraphs, headings and lists of an ODT file.

use crate::interchange::odt::document::OdtReader;
use crate::interchange::odt::list_styles::{LEVELS, OUTLINE};
use crate::interchange::odt::part_text::collect_text;
use crate::interchange::odt::runs::TextContext;
use crate::interchange::odt::styles::OdtDraft;
use crate::interchange::odt::survey::is_generated;
use crate::interchange::office::drafts::{has_substance, id_of_anchor, prefix_label};
use crate::interchange::office::flow::{FlowBody, FlowItem, FlowParagraph, ListPlace};
use crate::interchange::office::inlines::{
    InlineLook, Run, RunPiece, RunTrait, join_runs,
};
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::omissions::CONTENTS;
use crate::interchange::office::style_roles::StyleRole;
use crate::interchange::rich::RichBlock;

/// How much farther from the left than most text a quotation is that no style names, in
/// hundredths of a millimetre. Below it an indent is taken for an accident.
const LEAST_QUOTATION_INDENT: i32 = 500;

/// Levels of headings in rich text.
const HEADING_LEVELS: u8 = 6;

impl<'a> OdtReader<'a> {
    /// Reads the paragraphs of a note, a cell, a list item or a text box.
    pub(super) fn read_inner(&mut self, element: &'a XmlElement) -> Vec<FlowItem> {
        let counted = std::mem::replace(&mut self.counts_items, false);
        let place = self.place.take();
        let outer = std::mem::take(&mut self.items);
        self.read_blocks(element);
        self.place = place;
        self.counts_items = counted;
        std::mem::replace(&mut self.items, outer)
    }

    /// Adds an item. The first one of a list item begins it, the others continue it.
    fn push(&mut self, body: FlowBody) {
        let place = self.place;
        if let Some(ListPlace::Item { level, .. }) = place {
            self.place = Some(ListPlace::Within { level });
        }
        self.items.push(FlowItem { place, body });
        if self.counts_items {
            self.omissions.items = self.items.len();
        }
    }

    /// Reads all blocks of an element.
    pub(super) fn read_blocks(&mut self, element: &'a XmlElement) {
        for child in element.children() {
            self.read_block(child);
        }
    }

    fn read_block(&mut self, element: &'a XmlElement) {
        match element.name() {
            "text:p" => self.read_paragraph(element, None),
            "text:h" => {
                let label = self.count_heading(element);
                self.read_paragraph(element, label);
            }
            "text:list" => self.read_list(element, None, 0),
            "table:table" => {
                let table = self.read_table(element);
                self.push(FlowBody::Block(RichBlock::Table(table)));
            }
            "text:section" if element.attribute("text:display") == Some("none") => {
                self.omissions.push_text("hidden text", &collect_text(element));
            }
            "text:bibliography" => {
                if let Some(body) = element.child("text:index-body") {
                    self.read_blocks(body);
                }
            }
            name if is_generated(element) => {
                let is_contents = name == "text:table-of-content";
                let what = if is_contents { CONTENTS } else { "a generated index" };
                let body = element.child("text:index-body");
                self.omissions
                    .push_text(what, &body.map(collect_text).unwrap_or_default());
            }
            "text:tracked-changes"
            | "text:sequence-decls"
            | "text:variable-decls"
            | "text:user-field-decls"
            | "office:forms"
            | "text:number" => {}
            "text:change" => self.report_deletion(element),
            "text:bookmark" | "text:bookmark-start" => {
                let name = element.attribute("text:name").unwrap_or_default();
                let id = self.claim_place(name);
                self.waiting.extend(id);
            }
            name if name.starts_with("draw:") || name == "office:annotation" => {
                let mut draft = self.begin_draft(None);
                self.read_inline(element, &mut draft, &TextContext::default());
                self.finish_paragraph(draft, None, None);
            }
            _ => self.read_blocks(element),
        }
    }

    fn begin_draft(&mut self, style: Option<&str>) -> OdtDraft {
        let anchors = self.waiting.drain(..).map(RunPiece::Anchor);
        let runs =
            anchors.map(|piece| Run { look: InlineLook::default(), piece }).collect();
        OdtDraft::new(self.styles.paragraph(style), runs)
    }

    /// Reads a paragraph or a heading; `label` is the number of a heading.
    fn read_paragraph(&mut self, paragraph: &'a XmlElement, label: Option<String>) {
        let mut draft = self.begin_draft(paragraph.attribute("text:style-name"));
        if draft.style.breaks_page {
            self.omissions.push("a page break", "");
        }
        let context =
            TextContext { text: draft.style.text.clone(), ..TextContext::default() };
        self.read_inlines(paragraph, &mut draft, &context);
        let level =
            paragraph.attribute("text:outline-level").and_then(|l| l.parse().ok());
        let is_heading = paragraph.name() == "text:h";
        let level = if is_heading { Some(level.unwrap_or(1)) } else { None };
        self.finish_paragraph(draft, level, label);
    }

    fn finish_paragraph(
        &mut self,
        mut draft: OdtDraft,
        level: Option<u8>,
        label: Option<String>,
    ) {
        draft.settle_omitted(&mut self.omissions);
        if draft.style.base.is_italic() {
            draft.clear_whole(RunTrait::Emphasis);
        }
        let mut role = draft.style.role.unwrap_or(StyleRole::Plain);
        let by_style = match role {
            StyleRole::Heading(level) => Some(level),
            _ => None,
        };
        let after = std::mem::take(&mut draft.after);
        if let Some(level) = level.or(by_style).filter(|_| role != StyleRole::Title) {
            self.finish_heading(level, label, &mut draft);
        } else {
            let typed = draft.typed_text().filter(|_| role == StyleRole::Preformatted);
            let content = join_runs(std::mem::take(&mut draft.runs));
            let divides_stanzas = role == StyleRole::Verse && content.is_empty();
            if has_substance(&content) || typed.is_some() || divides_stanzas {
                if role == StyleRole::Plain && self.is_indented(&draft) {
                    role = StyleRole::Quotation;
                }
                let style = draft.style.name.clone();
                let paragraph = FlowParagraph { role, style, content, typed };
                self.push(FlowBody::Paragraph(paragraph));
            } else {
                self.waiting.extend(content.into_iter().filter_map(id_of_anchor));
                if draft.has_rule || draft.style.has_rule && after.is_empty() {
                    self.push(FlowBody::Block(RichBlock::Rule));
                }
            }
        }
        for item in after {
            self.push(item.body);
        }
    }

    fn finish_heading(&mut self, level: u8, label: Option<String>, draft: &mut OdtDraft) {
        draft.clear_whole(RunTrait::Strong);
        let id = draft.take_anchor();
        let mut content = join_runs(std::mem::take(&mut draft.runs));
        if !has_substance(&content) {
            self.waiting.extend(id);
            self.waiting.extend(content.into_iter().filter_map(id_of_anchor));
            return;
        }
        prefix_label(&label.unwrap_or_default(), &mut content);
        let level = level.clamp(1, HEADING_LEVELS);
        let heading = RichBlock::Heading { level, id, content };
        self.push(FlowBody::Block(heading));
    }

    fn is_indented(&self, draft: &OdtDraft) -> bool {
        let is_centred =
            matches!(draft.style.alignment.as_deref(), Some("center" | "end" | "right"));
        let beyond = draft.style.indent.saturating_sub(self.survey.indent);
        self.counts_items && !is_centred && beyond >= LEAST_QUOTATION_INDENT
    }

    /// The number of a heading by the outline of the document. One that the file writes out
    /// goes before it.
    fn count_heading(&mut self, heading: &XmlElement) -> Option<String> {
        if let Some(label) = written_label(heading) {
            return Some(label);
        }
        let style = self.styles.paragraph(heading.attribute("text:style-name"));
        let is_unnumbered = style.list.as_deref() == Some("")
            || heading.attribute("text:is-list-header") == Some("true");
        let level = heading.attribute("text:outline-level")?.parse::<usize>().ok()?;
        let level =
            level.checked_sub(1).filter(|level| *level < LEVELS && !is_unnumbered)?;
        let own = heading.attribute("text:start-value").and_then(|n| n.parse().ok());
        self.lists.count(OUTLINE, level, own)?;
        Some(self.lists.write_label(OUTLINE, level))
    }

    /// Reads a list. A heading in a list is a heading with a number, outside of the list.
    fn read_list(
        &mut self,
        list: &'a XmlElement,
        outer_style: Option<&'a str>,
        level: usize,
    ) {
        let style = list.attribute("text:style-name").or(outer_style).unwrap_or_default();
        let level = level.min(LEVELS - 1);
        let continues = list.attribute("text:continue-numbering") == Some("true")
            || list.attribute("text:continue-list").is_some();
        if !continues {
            self.lists.restart(style, level);
        }
        let outer = self.place;
        for item in list.children() {
            let is_header = match item.name() {
                "text:list-item" => false,
                "text:list-header" => true,
                _ => continue,
            };
            self.read_item(item, style, level, is_header);
        }
        self.place =
            outer.map(|_| ListPlace::Within { level: narrow(level.saturating_sub(1)) });
    }

    fn read_item(
        &mut self,
        item: &'a XmlElement,
        style: &'a str,
        level: usize,
        is_header: bool,
    ) {
        let within = ListPlace::Within { level: narrow(level) };
        let mut label = None;
        self.place = Some(within);
        if !is_header && has_own_text(item) && !self.lists.is_blank(style, level) {
            let own = item.attribute("text:start-value").and_then(|n| n.parse().ok());
            let number = self.lists.count(style, level, own);
            label = number.map(|_| self.lists.write_label(style, level));
            self.place = Some(ListPlace::Item { level: narrow(level), number });
        }
        for child in item.children() {
            match child.name() {
                "text:list" => self.read_list(child, Some(style), level + 1),
                "text:h" => {
                    self.place = None;
                    let label = written_label(child).or(label.take());
                    self.read_paragraph(child, label);
                }
                _ => self.read_block(child),
            }
        }
    }
}

/// A level as lists keep it.
fn narrow(level: usize) -> u8 {
    u8::try_from(level).unwrap_or(u8::MAX)
}

/// The number that the file writes out (`OpenDocument` 1.3, part 3 §6.1.10).
fn written_label(heading: &XmlElement) -> Option<String> {
    let label = heading.child("text:number")?.deep_text();
    Some(label.trim().to_owned())
}

/// Whether an item has something besides lists. `LibreOffice` puts a list that begins at
/// a deeper level into items that have nothing else, and does not count these.
fn has_own_text(item: &XmlElement) -> bool {
    item.children().any(|child| !matches!(child.name(), "text:list" | "text:number"))
}
