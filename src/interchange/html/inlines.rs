//! Text and inline elements.

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::kinds::{is_block, is_page_break, is_verse_line, page_number};
use super::parse::MOST_NESTED;
use super::reader::HtmlReader;
use super::space::{collapse_text, tidy_line};
use super::wraps::{TextWrap, find_wraps, wrap_all};
use crate::interchange::rich::{RichImage, RichInline};
use crate::text::quotation_marks::QuotationMarks;

impl HtmlReader<'_> {
    /// Reads the content of an element as one line; blocks in it begin new lines.
    pub(super) fn read_line(&mut self, id: NodeId) -> Vec<RichInline> {
        let mut line = Vec::new();
        self.read_inline_children(id, &mut line);
        line
    }

    /// Reads the content of an element into a line.
    pub(super) fn read_inline_children(
        &mut self,
        id: NodeId,
        line: &mut Vec<RichInline>,
    ) {
        let pages = self.pages;
        for child in pages.tree.children(id) {
            self.read_inline(*child, line);
        }
    }

    /// Reads a node into a line.
    pub(super) fn read_inline(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        let pages = self.pages;
        let tree = &pages.tree;
        if let Some(text) = tree.text(id) {
            line.push(RichInline::Text(text.to_owned()));
            return;
        }
        let name = tree.name(id);
        if name.is_empty()
            || self.notes.back_links.contains(&id)
            || self.notes.taken.contains_key(&id)
            || self.passes_over(id)
        {
            return;
        }
        // The parser keeps nesting within this; where it moved elements, text remains.
        if tree.ancestors(id).nth(2 * MOST_NESTED).is_some() {
            line.push(RichInline::Text(self.shown_text(id)));
            return;
        }
        if is_page_break(tree, id)
            && let Some(number) = page_number(tree, id)
        {
            self.push_name(id, line);
            line.extend((!number.is_empty()).then_some(RichInline::PageBreak(number)));
            return;
        }
        let is_line = is_block(name) || is_verse_line(tree, id);
        if is_line
            && !line.is_empty()
            && !matches!(line.last(), Some(RichInline::LineBreak))
        {
            line.push(RichInline::LineBreak);
        }
        self.push_name(id, line);
        let entered = self.enter_language(id);
        let mut content = Vec::new();
        self.read_inline_element(id, name, &mut content);
        self.leave_language(entered.as_ref());
        match entered {
            Some((tag, _)) if !content.is_empty() => {
                line.push(TextWrap::Language(tag).wrap(content));
            }
            _ => line.append(&mut content),
        }
        if is_line && is_block(name) && name != "hr" {
            line.push(RichInline::LineBreak);
        }
    }

    /// Adds the name of a place, if links lead there.
    fn push_name(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        if let Some(name) = self.names.remove(&id) {
            line.push(RichInline::Span {
                classes: Vec::new(),
                language: None,
                id: Some(name),
                content: Vec::new(),
            });
        }
    }

    fn read_inline_element(
        &mut self,
        id: NodeId,
        name: &str,
        line: &mut Vec<RichInline>,
    ) {
        match name {
            "br" => line.push(RichInline::LineBreak),
            "hr" => {}
            "img" | "image" => line.extend(self.read_picture(id).map(RichInline::Image)),
            "svg" => self.read_drawing(id, line),
            "math" => self.read_formula(id, line),
            "q" => self.read_quotation(id, line),
            "code" | "kbd" | "samp" | "tt" => {
                let mut after_space = false;
                let text = self.shown_text(id);
                line.push(RichInline::Code(collapse_text(&text, &mut after_space)));
            }
            "span" if self.pages.tree.has_word(id, "class", &["math"]) => {
                self.read_tex(id, line);
            }
            "a" => self.read_link(id, line),
            _ => {
                let content = self.read_line(id);
                if !content.is_empty() {
                    line.extend(wrap_all(&find_wraps(self.pages, id), content));
                }
            }
        }
    }

    fn read_link(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        if let Some(note) = self.read_note(id) {
            line.push(note);
            return;
        }
        let content = self.read_line(id);
        if content.is_empty() {
            return;
        }
        let wraps = find_wraps(self.pages, id);
        let content = wrap_all(&wraps, content);
        match self.link_target(id) {
            Some(target) => line.push(RichInline::Link { target, content }),
            None => line.extend(content),
        }
    }

    /// The address of a link; `None` if it leads nowhere.
    pub(super) fn link_target(&self, id: NodeId) -> Option<String> {
        let href = self.pages.tree.attribute(id, "href")?.trim();
        if let Some(target) = self.pages.find_target(id) {
            return self.link_names.get(&target).map(|name| format!("#{name}"));
        }
        let is_nowhere = href.is_empty()
            || href.starts_with('#')
            || href
                .get(..11)
                .is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
        (!is_nowhere).then(|| href.to_owned())
    }

    /// Reads an `img`, or an `image` of SVG.
    pub(super) fn read_picture(&mut self, id: NodeId) -> Option<RichImage> {
        let tree = &self.pages.tree;
        let source = ["src", "href", "xlink:href", "data-src"];
        let source = source.iter().find_map(|name| tree.attribute(id, name))?;
        let of = |name| tree.attribute(id, name).unwrap_or_default().trim().to_owned();
        let (alternative, title) = (of("alt"), of("title"));
        let styled = tree.attribute(id, "style").and_then(find_width);
        let width = styled.or_else(|| {
            let width = tree.attribute(id, "width")?.trim();
            let is_number =
                !width.is_empty() && width.chars().all(|c| c.is_ascii_digit());
            Some(if is_number { format!("{width}px") } else { width.to_owned() })
                .filter(|width| !width.is_empty())
        });
        let width = width.filter(|_| tree.name(id) == "img");
        let address = self.take_picture(id, source);
        Some(RichImage { address, alternative, title, width })
    }

    /// Reads the pictures in a drawing; the drawing itself is left out.
    fn read_drawing(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        let pages = self.pages;
        let tree = &pages.tree;
        let images = tree.descendants(id).filter(|one| tree.name(*one) == "image");
        let images: Vec<RichImage> =
            images.filter_map(|one| self.read_picture(one)).collect();
        let text = tree.deep_text(id);
        if images.is_empty() || !text.trim().is_empty() {
            self.omit("a drawing", &text);
        }
        line.extend(images.into_iter().map(RichInline::Image));
    }

    /// A formula in `MathML`: the TeX that is written in it, or its characters.
    fn read_formula(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        let pages = self.pages;
        let tree = &pages.tree;
        let is_tex = |one: &NodeId| {
            tree.name(*one) == "annotation"
                && tree
                    .attribute(*one, "encoding")
                    .is_some_and(|encoding| encoding.to_ascii_lowercase().contains("tex"))
        };
        let display = tree.attribute(id, "display") == Some("block");
        if let Some(annotation) = tree.descendants(id).find(is_tex) {
            let tex = tree.deep_text(annotation).trim().to_owned();
            line.push(RichInline::Math { display, tex });
            return;
        }
        let mut after_space = true;
        let text = collapse_text(&tree.deep_text(id), &mut after_space);
        self.omit("a formula in MathML", &text);
        line.push(RichInline::Text(text));
    }

    /// A formula in TeX as pandoc writes it for `MathJax`: `\(…\)`. Without these signs it
    /// is text.
    fn read_tex(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        let text = self.pages.tree.deep_text(id);
        let inside = |open, close| text.trim().strip_prefix(open)?.strip_suffix(close);
        let found: [(bool, Option<&str>); 2] =
            [(false, inside("\\(", "\\)")), (true, inside("\\[", "\\]"))];
        match found.into_iter().find_map(|(display, tex)| Some((display, tex?))) {
            Some((display, tex)) => {
                line.push(RichInline::Math { display, tex: tex.to_owned() });
            }
            None => self.read_inline_children(id, line),
        }
    }

    fn read_quotation(&mut self, id: NodeId, line: &mut Vec<RichInline>) {
        let marks = QuotationMarks::of(&self.language);
        let [open, close] =
            if self.open_quotes.is_multiple_of(2) { marks.outer } else { marks.inner };
        self.open_quotes += 1;
        line.push(RichInline::Text(open.to_owned()));
        // Spaces inside the marks are not of the quotation.
        line.extend(tidy_line(self.read_line(id)));
        line.push(RichInline::Text(close.to_owned()));
        self.open_quotes -= 1;
    }

    /// Reads inline content with blocks in it: its formats go to the lines of the blocks.
    pub(super) fn read_inline_with_blocks(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let mut wraps = find_wraps(self.pages, id);
        let entered = self.enter_language(id);
        if let Some((tag, _)) = &entered {
            wraps.push(TextWrap::Language(tag.clone()));
        }
        if self.pages.tree.name(id) == "a" {
            wraps.extend(self.link_target(id).map(TextWrap::Link));
        }
        self.end_line(flow, "");
        self.expect_name(id);
        let before = flow.wraps.len();
        flow.wraps.extend(wraps);
        self.read_flow(id, flow);
        self.end_line(flow, "");
        flow.wraps.truncate(before);
        self.leave_language(entered.as_ref());
    }
}

/// The width that a `style` asks for.
fn find_width(style: &str) -> Option<String> {
    style.split(';').find_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let value = value.trim();
        (property.trim() == "width" && value.starts_with(|c: char| c.is_ascii_digit()))
            .then(|| value.to_owned())
    })
}
