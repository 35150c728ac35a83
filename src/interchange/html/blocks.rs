//! Block elements.

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::kinds::{
    heading_level, is_block, is_of, is_page_break, is_verse, kept_classes, page_number,
    paragraph_style,
};
use super::parse::MOST_NESTED;
use super::reader::HtmlReader;
use super::wraps::{TextWrap, find_wraps, wrap_all};
use crate::interchange::rich::{RichBlock, RichInline};

impl HtmlReader<'_> {
    /// Reads what is in an element into a flow.
    pub(super) fn read_flow(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        for child in pages.tree.children(id) {
            self.read_single(*child, flow);
        }
    }

    /// Reads a node into a flow.
    pub(super) fn read_single(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        let name = tree.name(id);
        if self.notes.taken.contains_key(&id) {
            self.end_line(flow, "");
            flow.mark_taken();
        } else if is_block(name) {
            self.end_line(flow, "");
            if !self.passes_over(id) {
                self.read_block(id, flow);
            }
        } else if pages.holds_block(id) && !self.passes_over(id) {
            self.read_inline_with_blocks(id, flow);
        } else {
            self.read_inline(id, &mut flow.line);
        }
    }

    /// Reads a block of a note, which others pass over.
    pub(super) fn read_note_node(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        match pages.tree.name(id) {
            "tr" => {
                for cell in pages.tree.children(id) {
                    self.read_flow(*cell, flow);
                    self.end_line(flow, "");
                }
            }
            "li" | "td" | "dd" | "dt" => self.read_flow(id, flow),
            _ => self.read_block(id, flow),
        }
        self.end_line(flow, "");
    }

    /// Reads the content of an element as blocks of its own.
    pub(super) fn read_inside(
        &mut self,
        id: NodeId,
        flow: &BlockFlow,
    ) -> (Vec<RichBlock>, Vec<usize>) {
        let mut inner = flow.inner();
        self.read_flow(id, &mut inner);
        self.finish_flow(inner, Some(id))
    }

    fn read_block(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        // The parser keeps nesting within this; where it moved elements, text remains.
        if tree.ancestors(id).nth(2 * MOST_NESTED).is_some() {
            flow.line.push(RichInline::Text(self.shown_text(id)));
            self.end_line(flow, "");
            return;
        }
        if is_page_break(tree, id)
            && let Some(number) = page_number(tree, id)
        {
            self.expect_name(id);
            let mark = (!number.is_empty()).then_some(RichInline::PageBreak(number));
            self.pending.extend(mark);
            return;
        }
        let entered = self.enter_language(id);
        match &entered {
            Some((tag, _)) if !matches!(tree.name(id), "html" | "body") => {
                self.read_block_in_language(id, tag.clone(), flow);
            }
            _ => self.read_block_element(id, flow),
        }
        // The language of the page stays for what comes after it at the end.
        self.leave_language(entered.as_ref());
    }

    /// A paragraph in another language keeps it around its text, other blocks around them.
    fn read_block_in_language(&mut self, id: NodeId, tag: String, flow: &mut BlockFlow) {
        let pages = self.pages;
        let is_line = !pages.holds_block(id)
            && !is_verse(&pages.tree, id)
            && !matches!(pages.tree.name(id), "pre" | "listing" | "xmp");
        if is_line {
            let before = flow.wraps.len();
            flow.wraps.push(TextWrap::Language(tag));
            self.read_block_element(id, flow);
            flow.wraps.truncate(before);
            return;
        }
        let mut inner = flow.inner();
        self.read_block_element(id, &mut inner);
        let (blocks, taken) = self.finish_flow(inner, None);
        self.push_division(Vec::new(), Some(tag), blocks, taken, flow);
    }

    fn push_division(
        &mut self,
        classes: Vec<String>,
        language: Option<String>,
        mut blocks: Vec<RichBlock>,
        taken: Vec<usize>,
        flow: &mut BlockFlow,
    ) {
        let division = match blocks.as_mut_slice() {
            [] => {
                self.push_flow(flow, (blocks, taken));
                return;
            }
            // One division says both.
            [RichBlock::Division { language: inner @ None, .. }]
                if classes.is_empty() =>
            {
                *inner = language;
                blocks.remove(0)
            }
            _ => RichBlock::Division { classes, language, id: None, blocks },
        };
        self.push_block(flow, division);
    }

    fn read_block_element(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        let name = tree.name(id);
        if let Some(level) = heading_level(tree, id) {
            self.read_heading(id, level, flow);
            return;
        }
        if !matches!(name, "ul" | "ol" | "table" | "pre") && is_verse(tree, id) {
            self.expect_name(id);
            self.read_verse(id, flow);
            return;
        }
        self.expect_name(id);
        match name {
            "p" if !pages.holds_block(id) => self.read_paragraph(id, flow),
            "hgroup" => self.read_heading_group(id, flow),
            "blockquote" => {
                let (blocks, taken) = self.read_classed(id, flow);
                if blocks.is_empty() {
                    self.push_flow(flow, (blocks, taken));
                } else {
                    self.push_block(flow, RichBlock::Quotation(blocks));
                }
            }
            "ul" | "ol" | "menu" | "dir" => self.read_list(id, flow),
            "dl" => self.read_definitions(id, flow),
            "table" => self.read_table(id, flow),
            "figure" => self.read_figure(id, flow),
            "div" if self.is_figure(id) => self.read_figure(id, flow),
            "pre" | "listing" | "xmp" | "plaintext" => self.read_preformatted(id, flow),
            "hr" => self.push_block(flow, RichBlock::Rule),
            "header" if self.is_title_block(id) => self.read_title_block(id, flow),
            "address" | "dt" | "summary" | "legend" | "caption" | "figcaption"
            | "div"
                if !pages.holds_block(id) =>
            {
                self.read_paragraph(id, flow);
            }
            _ => {
                let inner = self.read_classed(id, flow);
                self.push_flow(flow, inner);
            }
        }
    }

    /// Reads the content of an element, inside a division if its class is kept.
    fn read_classed(
        &mut self,
        id: NodeId,
        flow: &BlockFlow,
    ) -> (Vec<RichBlock>, Vec<usize>) {
        let classes = kept_classes(&self.pages.tree, id);
        let mut inner = flow.inner();
        if classes.is_empty() && self.pages.tree.name(id) != "blockquote" {
            inner.top_before = flow.top_before.map(|before| before + flow.blocks.len());
        }
        self.read_flow(id, &mut inner);
        let (blocks, taken) = self.finish_flow(inner, Some(id));
        if classes.is_empty() || blocks.is_empty() {
            return (blocks, taken);
        }
        let division = RichBlock::Division { classes, language: None, id: None, blocks };
        (vec![division], Vec::new())
    }

    fn read_paragraph(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let classes = kept_classes(&self.pages.tree, id);
        let style = paragraph_style(&self.pages.tree, id);
        let line = self.read_line(id);
        if line.is_empty() {
            return;
        }
        flow.line.extend(wrap_all(&find_wraps(self.pages, id), line));
        if classes.is_empty() || self.pages.tree.name(id) == "p" {
            self.end_line(flow, &style);
            return;
        }
        let mut inner = flow.inner();
        inner.line = std::mem::take(&mut flow.line);
        let (blocks, taken) = self.finish_flow(inner, None);
        self.push_division(classes, None, blocks, taken, flow);
    }

    fn read_heading(&mut self, id: NodeId, level: u8, flow: &mut BlockFlow) {
        let line = self.read_line(id);
        self.push_heading(id, level, line, flow);
    }

    fn push_heading(
        &mut self,
        id: NodeId,
        level: u8,
        line: Vec<RichInline>,
        flow: &mut BlockFlow,
    ) {
        let name = self.names.remove(&id).or_else(|| {
            let own = self.pages.tree.attribute(id, "id").map(str::to_owned);
            own.filter(|_| self.pages.pages.len() == 1)
        });
        if let Some(content) = self.finish_line(line, &flow.wraps) {
            // A heading with a picture alone is its picture.
            if let [RichInline::Image(image)] = content.as_slice()
                && image.alternative.is_empty()
            {
                let figure =
                    RichBlock::Figure { image: image.clone(), caption: Vec::new() };
                self.push_block(flow, figure);
                return;
            }
            self.push_block(flow, RichBlock::Heading { level, id: name, content });
        }
    }

    /// A number, a title and a subtitle, which are one heading in lines.
    fn read_heading_group(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        let headings =
            || tree.children(id).iter().filter_map(|c| heading_level(tree, *c));
        let level = headings().min().unwrap_or(1);
        let heading =
            tree.children(id).iter().find(|c| heading_level(tree, **c).is_some());
        let line = self.read_line(id);
        self.push_heading(heading.copied().unwrap_or(id), level, line, flow);
    }

    fn read_preformatted(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let tree = &self.pages.tree;
        if is_verse(tree, id) || is_of(tree, id, &["poetry"]) {
            let text = self.shown_text(id);
            let lines = text.trim_matches('\n').lines();
            let to_line = |line: &str| match line.trim() {
                "" => Vec::new(),
                line => vec![RichInline::Text(line.to_owned())],
            };
            let lines = lines.map(to_line).collect();
            self.push_block(flow, RichBlock::Lines(lines));
            return;
        }
        // Each `br` in it is a line end; pictures and formulas have no place in it.
        let text: String = tree
            .descendants(id)
            .filter_map(
                |one| if tree.name(one) == "br" { Some("\n") } else { tree.text(one) },
            )
            .collect();
        let text = text.strip_suffix('\n').unwrap_or(&text).to_owned();
        if !text.is_empty() {
            self.push_block(flow, RichBlock::Preformatted(text));
        }
    }
}
