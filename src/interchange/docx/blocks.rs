//! The paragraphs of the text, of notes, of cells and of text boxes.

use crate::interchange::docx::document::DocxReader;
use crate::interchange::docx::fields::OpenField;
use crate::interchange::docx::list_places::place_in_list;
use crate::interchange::docx::numbering::ItemMark;
use crate::interchange::docx::package::{TextPart, value_of};
use crate::interchange::docx::part_text::collect_text;
use crate::interchange::docx::runs::RunContext;
use crate::interchange::docx::styles::{
    DocxDraft, decide_role, has_rule, join_indents, read_indent,
};
use crate::interchange::docx::survey::is_contents_control;
use crate::interchange::office::drafts::{has_substance, id_of_anchor, prefix_label};
use crate::interchange::office::flow::{FlowBody, FlowItem, FlowParagraph};
use crate::interchange::office::inlines::{
    InlineLook, Run, RunPiece, RunTrait, join_runs,
};
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::omissions::CONTENTS;
use crate::interchange::office::style_roles::StyleRole;
use crate::interchange::rich::RichBlock;

/// How much farther from the left than most text a quotation is that no style names, in
/// twentieths of a point: half a centimetre. Below it an indent is taken for an accident.
const LEAST_QUOTATION_INDENT: i32 = 283;

/// Levels of headings in rich text.
const HEADING_LEVELS: u8 = 6;

/// Reads the paragraphs of one part, or of one note.
pub(super) struct StoryReader<'s, 'a> {
    /// What all stories share.
    pub(super) reader: &'s mut DocxReader<'a>,
    /// The part.
    pub(super) part: &'a TextPart,
    /// The fields that have begun.
    pub(super) fields: Vec<OpenField>,
    /// How many notes this story is inside of.
    pub(super) note_depth: usize,
    /// Whether the note that is being read begins with a mark that the author chose.
    pub(super) has_own_mark: bool,
    /// Bookmarks that wait for the next paragraph.
    waiting: Vec<String>,
    /// The text of paragraphs whose end is deleted.
    carried: Vec<Run>,
    items: Vec<FlowItem>,
    counts_items: bool,
    /// The list items that a paragraph could continue: their levels and indents.
    pub(super) open_items: Vec<(u8, i32)>,
}

impl<'s, 'a> StoryReader<'s, 'a> {
    /// A reader of a part.
    pub(super) fn new(reader: &'s mut DocxReader<'a>, part: &'a TextPart) -> Self {
        Self {
            reader,
            part,
            fields: Vec::new(),
            note_depth: 0,
            has_own_mark: false,
            waiting: Vec::new(),
            carried: Vec::new(),
            items: Vec::new(),
            counts_items: false,
            open_items: Vec::new(),
        }
    }

    /// Reads the main text. Omissions are counted by its items.
    pub(super) fn read_main(mut self, body: &'a XmlElement) -> Vec<FlowItem> {
        self.counts_items = true;
        self.read_blocks(body);
        self.finish_carried();
        self.items
    }

    /// Reads the paragraphs of a note, a cell or a text box.
    pub(super) fn read_inner(&mut self, element: &'a XmlElement) -> Vec<FlowItem> {
        let counted = std::mem::replace(&mut self.counts_items, false);
        let outer = std::mem::take(&mut self.items);
        let carried = std::mem::take(&mut self.carried);
        let open_items = std::mem::take(&mut self.open_items);
        self.read_blocks(element);
        self.finish_carried();
        self.open_items = open_items;
        self.carried = carried;
        self.counts_items = counted;
        std::mem::replace(&mut self.items, outer)
    }

    fn push(&mut self, item: FlowItem) {
        self.items.push(item);
        if self.counts_items {
            self.reader.omissions.items = self.items.len();
        }
    }

    fn read_blocks(&mut self, element: &'a XmlElement) {
        for child in element.children() {
            self.read_block(child);
        }
    }

    fn read_block(&mut self, element: &'a XmlElement) {
        match element.name() {
            "w:p" => self.read_paragraph(element),
            "w:tbl" => {
                let table = self.read_table(element);
                self.push(RichBlock::Table(table).into());
            }
            "w:sdt" if is_contents_control(element) => {
                self.reader.omissions.push_text(CONTENTS, &collect_text(element));
            }
            "w:sdt" => element
                .children()
                .filter(|child| child.name() == "w:sdtContent")
                .for_each(|content| self.read_blocks(content)),
            "w:del" | "w:moveFrom" => {
                self.reader.omissions.push_text("deleted text", &collect_text(element));
            }
            "w:bookmarkStart" => self.wait_for_place(element),
            "w:altChunk" => {
                let target = element.attribute("r:id").unwrap_or_default();
                let entry = self.part.relationships.get(target);
                let name = entry.map_or(target, |entry| &entry.target);
                self.reader.omissions.push("an embedded document", name);
            }
            "mc:AlternateContent" => self.read_alternative_blocks(element),
            "m:oMathPara" | "m:oMath" | "w:r" | "w:t" | "w:hyperlink" => {
                let mut draft = self.begin_draft(None);
                self.read_inline(element, &mut draft, &RunContext::default());
                self.finish_paragraph(draft, None);
            }
            "w:sectPr" | "w:tblPr" | "w:trPr" | "w:tcPr" | "w:pPr" => {}
            _ => self.read_blocks(element),
        }
    }

    /// The first alternative that gives something is taken, and no other.
    fn read_alternative_blocks(&mut self, element: &'a XmlElement) {
        for alternative in element.children() {
            let before = (self.items.len(), self.reader.omissions.found.len());
            self.read_blocks(alternative);
            if before != (self.items.len(), self.reader.omissions.found.len()) {
                return;
            }
        }
    }

    fn wait_for_place(&mut self, bookmark: &XmlElement) {
        let name = bookmark.attribute("w:name").unwrap_or_default();
        if let Some(id) = self.reader.claim_bookmark(name) {
            self.waiting.push(id);
        }
    }

    fn begin_draft(&mut self, properties: Option<&XmlElement>) -> DocxDraft {
        let id = properties.and_then(|properties| value_of(properties, "w:pStyle"));
        let style = self.reader.styles.paragraph(id);
        let mut draft = DocxDraft::new(style, std::mem::take(&mut self.carried));
        let anchors = self.waiting.drain(..).map(RunPiece::Anchor);
        draft
            .runs
            .extend(anchors.map(|piece| Run { look: InlineLook::default(), piece }));
        draft
    }

    fn read_paragraph(&mut self, paragraph: &'a XmlElement) {
        let properties = paragraph.child("w:pPr");
        let mut draft = self.begin_draft(properties);
        let mut context = RunContext::default();
        if draft.style.role == Some(StyleRole::Contents) {
            context.omitted = Some(CONTENTS);
        }
        self.read_inlines(paragraph, &mut draft, &context);
        // A drop capital is a paragraph of its own (ISO/IEC 29500-1 §17.3.1.11), and a
        // paragraph whose end is deleted goes on in the next.
        let mark = properties.and_then(|properties| properties.child("w:rPr"));
        let frame = properties.and_then(|properties| properties.child("w:framePr"));
        let capital = frame.and_then(|frame| frame.attribute("w:dropCap"));
        let goes_on = mark.is_some_and(|mark| mark.child("w:del").is_some())
            || matches!(capital, Some("drop" | "margin"));
        if goes_on {
            draft.settle_omitted(&mut self.reader.omissions);
            self.carried = draft.runs;
            self.finish_items(draft.after);
            return;
        }
        self.finish_paragraph(draft, properties);
    }

    /// Text whose paragraph never ends is a paragraph.
    fn finish_carried(&mut self) {
        if !self.carried.is_empty() {
            let draft = self.begin_draft(None);
            self.finish_paragraph(draft, None);
        }
    }

    fn finish_items(&mut self, items: Vec<FlowItem>) {
        for item in items {
            self.push(item);
        }
    }

    fn finish_paragraph(
        &mut self,
        mut draft: DocxDraft,
        properties: Option<&XmlElement>,
    ) {
        draft.settle_omitted(&mut self.reader.omissions);
        let own = |name| properties.and_then(|properties| value_of(properties, name));
        let outline = own("w:outlineLvl").and_then(|level| level.parse().ok());
        let mut role = decide_role(&draft.style, outline);
        if draft.style.run.italic == Some(true) {
            draft.clear_whole(RunTrait::Emphasis);
        }
        let mark = self.count_paragraph(&draft, properties);
        if let StyleRole::Heading(level) = role {
            self.finish_heading(level, mark, &mut draft);
            self.finish_items(draft.after);
            return;
        }
        let typed = draft.typed_text().filter(|_| role == StyleRole::Preformatted);
        let mut content = join_runs(std::mem::take(&mut draft.runs));
        let divides_stanzas = role == StyleRole::Verse && content.is_empty();
        if !has_substance(&content) && typed.is_none() && !divides_stanzas {
            self.waiting.extend(content.into_iter().filter_map(id_of_anchor));
            let is_line = draft.style.has_rule || properties.is_some_and(has_rule);
            if draft.has_rule || is_line && draft.after.is_empty() {
                self.push(RichBlock::Rule.into());
            }
            self.finish_items(draft.after);
            return;
        }
        let indent = self.find_indent(&draft, properties);
        let place = place_in_list(mark, &mut content);
        let place = place.or_else(|| self.continue_item(role, indent));
        self.note_item(place, role, indent);
        if role == StyleRole::Plain
            && place.is_none()
            && self.is_indented(&draft, properties)
        {
            role = StyleRole::Quotation;
        }
        let style = draft.style.name.clone();
        let body = FlowBody::Paragraph(FlowParagraph { role, style, content, typed });
        self.push(FlowItem { place, body });
        if draft.has_rule {
            self.push(RichBlock::Rule.into());
        }
        self.finish_items(draft.after);
    }

    fn finish_heading(
        &mut self,
        level: u8,
        mark: Option<(u8, ItemMark)>,
        draft: &mut DocxDraft,
    ) {
        self.open_items.clear();
        draft.clear_whole(RunTrait::Strong);
        let id = draft.take_anchor();
        let mut content = join_runs(std::mem::take(&mut draft.runs));
        if !has_substance(&content) {
            self.waiting.extend(id);
            self.waiting.extend(content.into_iter().filter_map(id_of_anchor));
            return;
        }
        if let Some((_, ItemMark::Number { label, .. })) = mark {
            prefix_label(&label, &mut content);
        }
        let level = level.clamp(1, HEADING_LEVELS);
        self.push(RichBlock::Heading { level, id, content }.into());
    }

    /// Whether plain text is set off from the text around it like a quotation.
    fn is_indented(&self, draft: &DocxDraft, properties: Option<&XmlElement>) -> bool {
        let alignment = properties.and_then(|properties| value_of(properties, "w:jc"));
        let alignment = alignment.or(draft.style.alignment.as_deref());
        if matches!(alignment, Some("center" | "right" | "end")) {
            return false;
        }
        let own = properties.map(read_indent).unwrap_or_default();
        let indent = join_indents(own, draft.style.indent);
        let first = indent.left.unwrap_or(0).saturating_sub(indent.hanging.unwrap_or(0));
        self.counts_items
            && first.saturating_sub(self.reader.survey.indent) >= LEAST_QUOTATION_INDENT
    }
}
