//! Blocks in a row, with the line that is being read between them.

use super::declared::is_container;
use super::dom::NodeId;
use super::labels::is_notes_title;
use super::reader::HtmlReader;
use super::space::{is_visible, tidy_line};
use super::wraps::{TextWrap, wrap_all};
use crate::interchange::plain_text::{text_of, text_of_blocks};
use crate::interchange::rich::{RichBlock, RichImage, RichInline};

/// Blocks in a row.
#[derive(Debug, Default)]
pub(super) struct BlockFlow {
    pub(super) blocks: Vec<RichBlock>,
    /// The line after them.
    pub(super) line: Vec<RichInline>,
    /// How many blocks there were before each note that went to its mark.
    pub(super) taken: Vec<usize>,
    /// The formats of inline elements around the blocks.
    pub(super) wraps: Vec<TextWrap>,
    /// For blocks of the document: how many come before these.
    pub(super) top_before: Option<usize>,
}

impl BlockFlow {
    /// A flow inside this one.
    pub(super) fn inner(&self) -> Self {
        Self { wraps: self.wraps.clone(), ..Self::default() }
    }

    /// Says that a note was here.
    pub(super) fn mark_taken(&mut self) {
        if self.taken.last() != Some(&self.blocks.len()) {
            self.taken.push(self.blocks.len());
        }
    }
}

impl HtmlReader<'_> {
    /// Adds a block.
    pub(super) fn push_block(&mut self, flow: &mut BlockFlow, block: RichBlock) {
        flow.blocks.push(block);
        self.count_top(flow);
    }

    /// Adds the blocks of a flow inside.
    pub(super) fn push_flow(
        &mut self,
        flow: &mut BlockFlow,
        (blocks, taken): (Vec<RichBlock>, Vec<usize>),
    ) {
        let before = flow.blocks.len();
        flow.taken.extend(taken.into_iter().map(|place| place + before));
        for block in blocks {
            self.push_block(flow, block);
        }
    }

    /// Ends the line, which becomes a paragraph if there is something in it.
    pub(super) fn end_line(&mut self, flow: &mut BlockFlow, style: &str) {
        let line = std::mem::take(&mut flow.line);
        let Some(line) = self.finish_line(line, &flow.wraps) else { return };
        let block = match to_figure(&line) {
            Some(image) => RichBlock::Figure { image, caption: Vec::new() },
            None => RichBlock::Paragraph { style: style.to_owned(), content: line },
        };
        self.push_block(flow, block);
    }

    /// A line as it is shown, after what waited for it. If there is nothing in it, its marks
    /// of pages wait for the next.
    pub(super) fn finish_line(
        &mut self,
        line: Vec<RichInline>,
        wraps: &[TextWrap],
    ) -> Option<Vec<RichInline>> {
        let line = tidy_line(line);
        if !line.iter().any(is_visible) {
            let waits = |one: &RichInline| {
                matches!(one, RichInline::PageBreak(_) | RichInline::Span { .. })
            };
            self.pending.extend(line.into_iter().filter(waits));
            return None;
        }
        let mut finished = std::mem::take(&mut self.pending);
        finished.extend(wrap_all(wraps, line));
        Some(finished)
    }

    /// The blocks of a flow and where notes were between them. The heading of notes that
    /// have all gone to their marks goes, too.
    pub(super) fn finish_flow(
        &mut self,
        mut flow: BlockFlow,
        container: Option<NodeId>,
    ) -> (Vec<RichBlock>, Vec<usize>) {
        self.end_line(&mut flow, "");
        if flow.taken.is_empty() {
            return (flow.blocks, flow.taken);
        }
        let is_declared = container.is_some_and(|id| {
            is_container(self.pages, id)
                && !matches!(self.pages.tree.name(id), "body" | "html")
        });
        let is_title = |block: &RichBlock| match block {
            RichBlock::Heading { content, .. } => {
                is_declared || is_notes_title(&text_of(content))
            }
            RichBlock::Paragraph { content, .. } => is_notes_title(&text_of(content)),
            RichBlock::Rule => true,
            _ => false,
        };
        let ends = |block: Option<&RichBlock>| {
            block.is_none_or(|block| {
                matches!(block, RichBlock::Rule | RichBlock::Heading { .. })
            })
        };
        let mut dropped = Vec::new();
        for place in flow.taken.iter().copied().rev() {
            // From the place of the notes back over their headings and rules, unless text
            // follows.
            if !ends(flow.blocks.get(place)) {
                continue;
            }
            let mut first = place;
            while let Some(before) = first.checked_sub(1)
                && flow.blocks.get(before).is_some_and(is_title)
                && !dropped.contains(&before)
            {
                first = before;
                dropped.push(before);
            }
        }
        self.drop_titles(&mut flow, dropped);
        (flow.blocks, flow.taken)
    }

    fn drop_titles(&mut self, flow: &mut BlockFlow, mut dropped: Vec<usize>) {
        dropped.sort_unstable();
        for place in dropped.into_iter().rev() {
            let block = flow.blocks.remove(place);
            let text = text_of_blocks(std::slice::from_ref(&block));
            if !text.is_empty() {
                self.omit("the heading of the notes", &text);
            }
            for taken in &mut flow.taken {
                *taken -= usize::from(*taken > place);
            }
        }
        self.count_top(flow);
    }

    fn count_top(&mut self, flow: &BlockFlow) {
        if let Some(before) = flow.top_before {
            self.top_blocks = before + flow.blocks.len();
        }
    }
}

/// The picture of a line that has nothing else.
fn to_figure(line: &[RichInline]) -> Option<RichImage> {
    match line {
        [RichInline::Image(image)] => Some(image.clone()),
        [
            RichInline::Link { content, .. }
            | RichInline::Span { content, .. }
            | RichInline::Emphasis(content)
            | RichInline::Strong(content),
        ] => to_figure(content),
        _ => None,
    }
}
