//! Paragraphs find their place among others: lists, quotations, captions, definitions.

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::interchange::office::lists::build_lists;
use crate::interchange::office::style_roles::{StyleRole, find_role};
use crate::interchange::office::verse::build_verse;
use crate::interchange::rich::{Omission, RichBlock, RichInline, RichNumbering};

/// A paragraph or block before it has found its place.
#[derive(Debug)]
pub(crate) struct FlowItem {
    /// Its place in a list.
    pub(crate) place: Option<ListPlace>,
    /// What it is.
    pub(crate) body: FlowBody,
}

/// What has not found its place.
#[derive(Debug)]
pub(crate) enum FlowBody {
    /// A paragraph.
    Paragraph(FlowParagraph),
    /// A block that is complete, except that a picture or table may want its caption.
    Block(RichBlock),
    /// What has become metadata.
    Taken,
}

/// A paragraph before it has found its place.
#[derive(Debug)]
pub(crate) struct FlowParagraph {
    /// What it is for.
    pub(crate) role: StyleRole,
    /// The name of its style in lower case; empty for plain text.
    pub(crate) style: String,
    /// Its text.
    pub(crate) content: Vec<RichInline>,
    /// Its characters as they are typed, if they are all of it and its style keeps spaces.
    pub(crate) typed: Option<String>,
}

/// The place of a paragraph in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListPlace {
    /// It begins an item.
    Item {
        /// The level, from 0 for the outermost list.
        level: u8,
        /// Its number; `None` for a bullet.
        number: Option<RichNumbering>,
    },
    /// It continues the item before it.
    Within {
        /// The level of that item, or a greater number for the innermost item.
        level: u8,
    },
}

impl From<RichBlock> for FlowItem {
    fn from(block: RichBlock) -> Self {
        Self { place: None, body: FlowBody::Block(block) }
    }
}

impl FlowItem {
    /// The paragraph, if it is one.
    pub(crate) const fn paragraph(&self) -> Option<&FlowParagraph> {
        match &self.body {
            FlowBody::Paragraph(paragraph) => Some(paragraph),
            FlowBody::Block(_) | FlowBody::Taken => None,
        }
    }

    fn has_role(&self, role: StyleRole) -> bool {
        self.paragraph().is_some_and(|paragraph| paragraph.role == role)
    }

    /// Whether it begins an item of a list.
    const fn begins_item(&self) -> bool {
        matches!(self.place, Some(ListPlace::Item { .. }))
    }
}

/// The blocks of items.
#[derive(Debug, Default)]
pub(crate) struct AssembledFlow {
    /// The blocks.
    pub(crate) blocks: Vec<RichBlock>,
    /// For each item, how many blocks come before the block it is in.
    starts: Vec<usize>,
}

impl AssembledFlow {
    /// Counts blocks where omissions counted items.
    pub(crate) fn settle_omissions(&self, omissions: &mut [Omission]) {
        for omission in omissions {
            let start = self.starts.get(omission.block).copied();
            omission.block = start.unwrap_or(self.blocks.len());
        }
    }
}

/// Makes blocks of the items of a document, a note, or a cell.
pub(crate) fn assemble_flow(items: Vec<FlowItem>) -> AssembledFlow {
    let mut flow = FlowAssembler {
        queue: items.into_iter().peekable(),
        done: AssembledFlow::default(),
        caption: None,
    };
    while let Some(item) = flow.take() {
        if item.begins_item() {
            flow.push_lists(item);
            continue;
        }
        match item.body {
            FlowBody::Taken => {}
            FlowBody::Block(block) => flow.push_block(block),
            FlowBody::Paragraph(paragraph) => flow.push_paragraph(paragraph),
        }
    }
    flow.done
}

struct FlowAssembler {
    queue: Peekable<IntoIter<FlowItem>>,
    done: AssembledFlow,
    /// The caption of the block that follows.
    caption: Option<Vec<RichInline>>,
}

impl FlowAssembler {
    fn take(&mut self) -> Option<FlowItem> {
        let item = self.queue.next()?;
        self.done.starts.push(self.done.blocks.len());
        Some(item)
    }

    fn take_if(&mut self, wanted: impl Fn(&FlowItem) -> bool) -> Option<FlowItem> {
        if self.queue.peek().is_some_and(wanted) { self.take() } else { None }
    }

    /// Takes the next item if it is a paragraph of a role outside of lists.
    fn take_paragraph(&mut self, role: StyleRole) -> Option<FlowParagraph> {
        let item = self.take_if(|next| next.has_role(role) && !next.begins_item())?;
        match item.body {
            FlowBody::Paragraph(paragraph) => Some(paragraph),
            FlowBody::Block(_) | FlowBody::Taken => None,
        }
    }

    fn push_block(&mut self, mut block: RichBlock) {
        if let Some(words) = self.caption.take() {
            match &mut block {
                RichBlock::Table(table) => table.caption = words,
                RichBlock::Figure { caption, .. } => *caption = words,
                _ => {}
            }
        }
        self.done.blocks.push(block);
    }

    fn push_paragraph(&mut self, paragraph: FlowParagraph) {
        match paragraph.role {
            StyleRole::Quotation => self.push_quotation(paragraph),
            StyleRole::Verse => self.push_verse(paragraph),
            StyleRole::Preformatted => self.push_preformatted(paragraph),
            StyleRole::Caption => self.push_caption(paragraph),
            StyleRole::Term => self.push_definitions(paragraph),
            _ => self.done.blocks.push(into_block(paragraph)),
        }
    }

    fn push_lists(&mut self, first: FlowItem) {
        let mut run = vec![first];
        while let Some(mut next) = self.take_if(|next| {
            next.place.is_some() || next.has_role(StyleRole::ListContinuation)
        }) {
            next.place = next.place.or(Some(ListPlace::Within { level: u8::MAX }));
            run.push(next);
        }
        self.done.blocks.extend(build_lists(run));
    }

    fn push_quotation(&mut self, first: FlowParagraph) {
        let mut blocks = vec![into_block(first)];
        while let Some(next) = self.take_paragraph(StyleRole::Quotation) {
            blocks.push(into_block(next));
        }
        self.done.blocks.push(RichBlock::Quotation(blocks));
    }

    fn push_verse(&mut self, first: FlowParagraph) {
        let mut run = vec![first];
        while let Some(next) = self.take_paragraph(StyleRole::Verse) {
            run.push(next);
        }
        self.done.blocks.extend(build_verse(run));
    }

    fn push_preformatted(&mut self, first: FlowParagraph) {
        let Some(mut text) = first.typed else {
            self.done.blocks.push(into_block(first));
            return;
        };
        let goes_on = |next: &FlowItem| {
            let is_typed =
                next.paragraph().is_some_and(|paragraph| paragraph.typed.is_some());
            is_typed && !next.begins_item()
        };
        while let Some(next) = self.take_if(goes_on) {
            if let FlowBody::Paragraph(next) = next.body {
                text.push('\n');
                text.push_str(&next.typed.unwrap_or_default());
            }
        }
        self.done.blocks.push(RichBlock::Preformatted(text));
    }

    fn push_definitions(&mut self, first: FlowParagraph) {
        let mut definitions = Vec::new();
        let mut term = Some(first);
        while let Some(FlowParagraph { content, .. }) = term {
            let mut meaning = Vec::new();
            while let Some(next) = self.take_paragraph(StyleRole::Definition) {
                meaning.push(into_block(next));
            }
            let meanings = if meaning.is_empty() { Vec::new() } else { vec![meaning] };
            definitions.push((content, meanings));
            term = self.take_paragraph(StyleRole::Term);
        }
        self.done.blocks.push(RichBlock::Definitions(definitions));
    }

    /// Word and `LibreOffice` put the caption of a picture below it and that of a table
    /// above, so these places are tried first.
    fn push_caption(&mut self, paragraph: FlowParagraph) {
        let paragraph = match split_figure(paragraph) {
            Ok(figure) => {
                self.done.blocks.push(figure);
                return;
            }
            Err(paragraph) => paragraph,
        };
        let next = self.queue.peek().map(|item| &item.body);
        let next_is_table = matches!(next, Some(FlowBody::Block(RichBlock::Table(_))));
        let next_is_figure = matches!(
            next,
            Some(FlowBody::Block(RichBlock::Figure { caption, .. })) if caption.is_empty()
        );
        match self.done.blocks.last_mut() {
            Some(RichBlock::Figure { caption, .. }) if caption.is_empty() => {
                *caption = paragraph.content;
            }
            _ if next_is_table => self.caption = Some(paragraph.content),
            Some(RichBlock::Table(table)) if table.caption.is_empty() => {
                table.caption = paragraph.content;
            }
            _ if next_is_figure => self.caption = Some(paragraph.content),
            _ => self.done.blocks.push(into_block(paragraph)),
        }
    }
}

/// A caption that begins with its picture, as `LibreOffice` has it, becomes a figure.
fn split_figure(mut paragraph: FlowParagraph) -> Result<RichBlock, FlowParagraph> {
    let Some(RichInline::Image(image)) = paragraph.content.first() else {
        return Err(paragraph);
    };
    let image = image.clone();
    let mut caption = paragraph.content.split_off(1);
    if matches!(caption.first(), Some(RichInline::LineBreak)) {
        caption.remove(0);
    }
    if let Some(RichInline::Text(text)) = caption.first_mut() {
        *text = text.trim_start().to_owned();
    }
    Ok(RichBlock::Figure { image, caption })
}

/// A paragraph by itself. A single picture is a figure, and a single formula is set on a
/// line of its own. A style that only names the role has said all it says.
fn into_block(paragraph: FlowParagraph) -> RichBlock {
    if let Some(text) = paragraph.typed {
        return RichBlock::Preformatted(text);
    }
    let by_name = find_role(&paragraph.style);
    let is_told = match by_name {
        Some(StyleRole::Plain | StyleRole::ListContinuation) => true,
        Some(
            StyleRole::Quotation
            | StyleRole::Preformatted
            | StyleRole::Term
            | StyleRole::Definition,
        ) => by_name == Some(paragraph.role),
        _ => false,
    };
    let style = if is_told { String::new() } else { paragraph.style };
    match <[RichInline; 1]>::try_from(paragraph.content) {
        Ok([RichInline::Image(image)]) => {
            RichBlock::Figure { image, caption: Vec::new() }
        }
        Ok([RichInline::Math { tex, .. }]) => RichBlock::Paragraph {
            style,
            content: vec![RichInline::Math { display: true, tex }],
        },
        Ok([single]) => RichBlock::Paragraph { style, content: vec![single] },
        Err(content) => RichBlock::Paragraph { style, content },
    }
}
