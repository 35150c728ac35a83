//! Verse: lines that are kept.

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::kinds::{
    heading_level, is_block, is_of, is_stanza, is_verse, is_verse_line, kept_classes,
};
use super::reader::HtmlReader;
use super::space::is_visible;
use super::wraps::{find_wraps, wrap_all};
use crate::interchange::rich::{RichBlock, RichInline};

/// The lines of verse while they are read.
#[derive(Default)]
struct VerseLines {
    lines: Vec<Vec<RichInline>>,
    line: Vec<RichInline>,
    /// Whether every paragraph is a stanza; if not, it is a line.
    has_stanza_paragraphs: bool,
    /// Whether an empty line is due before the next.
    is_parted: bool,
}

impl HtmlReader<'_> {
    /// Reads an element with verse.
    pub(super) fn read_verse(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        let is_stanza_paragraph = |one: NodeId| {
            tree.name(one) == "p"
                && tree.descendants(one).any(|inner| {
                    tree.name(inner) == "br"
                        || (inner != one && is_verse_line(tree, inner))
                })
        };
        let mut inner = flow.inner();
        let mut verse = VerseLines {
            has_stanza_paragraphs: tree.descendants(id).any(is_stanza_paragraph),
            ..VerseLines::default()
        };
        if pages.holds_block(id) {
            for child in tree.children(id) {
                self.read_verse_node(*child, &mut verse, &mut inner);
            }
        } else {
            let line = self.read_line(id);
            verse.line = wrap_all(&find_wraps(pages, id), line);
        }
        self.end_verse(&mut verse, &mut inner);
        let (blocks, taken) = self.finish_flow(inner, None);
        let classes = kept_classes(tree, id);
        if classes.is_empty() || blocks.is_empty() {
            self.push_flow(flow, (blocks, taken));
        } else {
            let division =
                RichBlock::Division { classes, language: None, id: None, blocks };
            self.push_block(flow, division);
        }
    }

    fn read_verse_node(
        &mut self,
        id: NodeId,
        verse: &mut VerseLines,
        flow: &mut BlockFlow,
    ) {
        let pages = self.pages;
        let tree = &pages.tree;
        let name = tree.name(id);
        if self.notes.taken.contains_key(&id) {
            self.end_verse(verse, flow);
            flow.mark_taken();
            return;
        }
        // The name of the poet after the stanzas.
        let is_source = name == "cite"
            && !verse.line.iter().any(is_visible)
            && tree.parent(id).is_some_and(|parent| tree.find(parent, "p").is_some());
        if !is_block(name) && !pages.holds_block(id) && !is_source {
            self.read_inline(id, &mut verse.line);
            return;
        }
        if self.passes_over(id) {
            return;
        }
        self.end_verse_line(verse, flow);
        let is_other = is_source
            || heading_level(tree, id).is_some()
            || matches!(name, "hr" | "table" | "figure" | "ul" | "ol" | "pre" | "dl")
            || is_of(
                tree,
                id,
                &["attribution", "title", "citation", "source", "caption"],
            )
            || tree.find(id, "img").is_some();
        if is_other {
            self.end_verse(verse, flow);
            self.read_single(id, flow);
            self.end_line(flow, "");
            return;
        }
        let is_stanza = is_stanza(tree, id)
            || (name == "p" && verse.has_stanza_paragraphs)
            || (name != "p"
                && is_verse(tree, id)
                && (pages.holds_block(id) || tree.find(id, "br").is_some()));
        verse.is_parted |= is_stanza && !verse.lines.is_empty();
        self.expect_name(id);
        let entered = self.enter_language(id);
        if pages.holds_block(id) {
            for child in tree.children(id) {
                self.read_verse_node(*child, verse, flow);
            }
        } else {
            let line = self.read_line(id);
            verse.line.extend(wrap_all(&find_wraps(pages, id), line));
        }
        self.leave_language(entered.as_ref());
        self.end_verse_line(verse, flow);
        verse.is_parted |= is_stanza && !verse.lines.is_empty();
    }

    fn end_verse_line(&mut self, verse: &mut VerseLines, flow: &BlockFlow) {
        let line = std::mem::take(&mut verse.line);
        let mut lines = Vec::new();
        split_lines(line, &mut lines);
        let mut breaks = 0;
        for line in lines {
            let Some(line) = self.finish_line(line, &flow.wraps) else {
                // The line end of the last line makes the first of these.
                breaks += 1;
                verse.is_parted |= breaks > 0 && !verse.lines.is_empty();
                continue;
            };
            if std::mem::take(&mut verse.is_parted) && !verse.lines.is_empty() {
                verse.lines.push(Vec::new());
            }
            verse.lines.push(line);
        }
    }

    fn end_verse(&mut self, verse: &mut VerseLines, flow: &mut BlockFlow) {
        self.end_verse_line(verse, flow);
        verse.is_parted = false;
        let lines = std::mem::take(&mut verse.lines);
        if !lines.is_empty() {
            self.push_block(flow, RichBlock::Lines(lines));
        }
    }
}

/// Divides a line at its line ends, also at those inside formats. The end of the last line
/// begins no other.
fn split_lines(line: Vec<RichInline>, lines: &mut Vec<Vec<RichInline>>) {
    let mut current: Vec<RichInline> = Vec::new();
    for inline in line {
        if inline == RichInline::LineBreak {
            lines.push(std::mem::take(&mut current));
            continue;
        }
        for (index, part) in split_inline(inline).into_iter().enumerate() {
            if index > 0 {
                lines.push(std::mem::take(&mut current));
            }
            current.push(part);
        }
    }
    if current
        .iter()
        .any(|one| is_visible(one) || *one != RichInline::Text(String::new()))
    {
        let is_blank = current
            .iter()
            .all(|one| matches!(one, RichInline::Text(t) if t.trim().is_empty()));
        if !is_blank {
            lines.push(current);
        }
    }
}

/// An inline once for each line that it is in.
fn split_inline(mut inline: RichInline) -> Vec<RichInline> {
    let Some(content) = inline.content_mut() else {
        return vec![inline];
    };
    let content = std::mem::take(content);
    let mut lines = Vec::new();
    split_lines(content, &mut lines);
    let with = |line: Vec<RichInline>| {
        let mut copy = inline.clone();
        if let Some(content) = copy.content_mut() {
            *content = line;
        }
        copy
    };
    lines.into_iter().map(with).collect()
}
