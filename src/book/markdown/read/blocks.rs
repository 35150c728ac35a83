//! Builds blocks from the parser's events.

use std::ops::Range;

use pulldown_cmark::{
    BlockQuoteKind, CodeBlockKind, CowStr, Event, LinkType, Tag, TagEnd,
};

use super::attributes::AttributesOfImages;
use super::divisions::{DivisionClass, OpenDivision};
use super::event_text::{collect_text, skip_definition};
use super::html_tables::{HtmlTableBuilder, TableLoss, is_container};
use super::inline_tags::open_link;
use super::inlines::{LineBuilder, OpenInline};
use super::lists::push_list;
use super::notes::NoteDefinitions;
use super::tables::TableBuilder;
use super::{EventAt, ReaderFindings, shrunk};
use crate::book::block::{
    Block, Definition, Heading, List, ListNumbering, Paragraph, Preformatted,
};
use crate::book::codes;
use crate::book::figure::{Figure, into_figures};
use crate::book::inline::{Inline, PhraseKind};
use crate::book::markdown::{DONE, TO_DO};
use crate::diagnostic::Severity;

/// How deeply blocks may be nested: a list in a quotation in an epigraph is four levels.
/// Deeper blocks are added to the level above.
const DEEPEST_BLOCK: usize = 16;

/// The kind of a container of blocks.
pub(super) enum ContainerKind {
    /// The text, or a note.
    Whole,
    Quotation,
    /// A quotation that `GitHub` gives a kind of its own, by the name of its style.
    Alert(&'static str),
    List(Option<u32>, ListNumbering),
    Item,
    Definitions,
    Description,
    /// An element of HTML.
    Division(OpenDivision),
}

/// A container of blocks that is still open.
pub(super) struct Container {
    pub(super) kind: ContainerKind,
    pub(super) blocks: Vec<Block>,
    /// The items, if it is a list.
    pub(super) items: Vec<Vec<Block>>,
    /// The terms, if it is a list of definitions.
    terms: Vec<Definition>,
    /// The element that opened it, if HTML did.
    pub(super) element: Option<&'static str>,
    /// Where it begins.
    pub(super) start: usize,
    /// The index of the container that receives its blocks: its own, or an outer one if it
    /// is nested too deeply.
    holder: usize,
}

/// What the current line of text becomes.
pub(super) enum LineKind {
    Paragraph,
    /// A paragraph without an end event: the text of an item of a tight list.
    Bare,
    Heading(u8),
    /// A term that is described.
    Term,
    /// A cell of a table.
    Cell,
}

/// Builds blocks.
pub(super) struct BlockBuilder<'b, 'e, 'a, 'p> {
    pub(super) notes: &'b mut NoteDefinitions<'e, 'a>,
    pub(super) findings: &'b mut ReaderFindings<'p>,
    /// The open containers, the outermost first, which is [`ContainerKind::Whole`].
    pub(super) containers: Vec<Container>,
    pub(super) line: Option<(LineKind, LineBuilder)>,
    /// It builds the body, not a note.
    is_text: bool,
    /// It builds a note that is already in the text: references in it are left out.
    is_copy: bool,
    /// The bytes of the text between HTML tags that is being read, if any.
    pub(super) inside_html: Option<Range<usize>>,
    /// The attributes of the images in it.
    pub(super) inner_images: AttributesOfImages,
    /// The current table.
    pub(super) table: Option<TableBuilder>,
    /// The current table of HTML.
    pub(super) html_table: Option<HtmlTableBuilder>,
}

impl<'b, 'e, 'a, 'p> BlockBuilder<'b, 'e, 'a, 'p> {
    /// A builder for the body.
    pub(super) fn text(
        notes: &'b mut NoteDefinitions<'e, 'a>,
        findings: &'b mut ReaderFindings<'p>,
    ) -> Self {
        let whole = Container {
            kind: ContainerKind::Whole,
            blocks: Vec::new(),
            items: Vec::new(),
            terms: Vec::new(),
            element: None,
            start: 0,
            holder: 0,
        };
        Self {
            notes,
            findings,
            containers: vec![whole],
            line: None,
            is_text: true,
            is_copy: false,
            inside_html: None,
            inner_images: AttributesOfImages::new(),
            table: None,
            html_table: None,
        }
    }

    /// A builder for a note.
    pub(super) fn note(
        notes: &'b mut NoteDefinitions<'e, 'a>,
        is_copy: bool,
        findings: &'b mut ReaderFindings<'p>,
    ) -> Self {
        Self { is_text: false, is_copy, ..Self::text(notes, findings) }
    }

    /// Reads the blocks of some events.
    pub(super) fn read(mut self, events: &[EventAt<'_>]) -> Vec<Block> {
        self.take_events(events);
        self.end_line();
        while self.containers.len() > 1 {
            let place = events.last().map_or(0..0, |(_, place)| place.clone());
            self.close_elements_early(&place);
            if self.containers.len() > 1 {
                self.close_container(place.end);
            }
        }
        self.end_html_table();
        self.containers.pop().map(|whole| whole.blocks).unwrap_or_default()
    }

    pub(super) fn take_events(&mut self, events: &[EventAt<'_>]) {
        let mut events = events.iter().peekable();
        while let Some((event, typed)) = events.next() {
            let place = self.inside_html.clone().unwrap_or_else(|| typed.clone());
            match event {
                Event::Start(Tag::FootnoteDefinition(_)) => {
                    self.end_line();
                    skip_definition(&mut events);
                    if self.is_text && self.inside_html.is_none() {
                        self.notes
                            .note_position(place.start, self.containers[0].blocks.len());
                    }
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let text =
                        collect_text(&mut events, |end| matches!(end, TagEnd::CodeBlock));
                    self.push_code_block(kind, &text, &place);
                }
                Event::Start(Tag::HtmlBlock) => {
                    let text =
                        collect_text(&mut events, |end| matches!(end, TagEnd::HtmlBlock));
                    // An image on a line of its own belongs to the line of the cell.
                    let is_image = text.trim_start().starts_with("<img");
                    if !self.is_in_html_cell() {
                        self.end_line();
                    } else if !is_image {
                        self.continue_cell();
                    }
                    self.push_html_block(&text, &place);
                }
                Event::Start(tag) => self.start_tag(tag, &place, typed),
                Event::End(tag) => self.end_tag(*tag, &place, typed),
                Event::Rule => self.push_scene_break(),
                Event::Text(text) => {
                    let next = events.peek().map(|(next, _)| next);
                    self.push_text(text, next, &place, typed);
                }
                Event::Code(text) => {
                    self.push_inline(Inline::Code(text.to_string()), &place);
                }
                Event::SoftBreak => {
                    let inside = self.containers.last().map(|last| &last.kind);
                    let inline = match inside {
                        Some(ContainerKind::Division(division))
                            if division.class == DivisionClass::Verse =>
                        {
                            Inline::LineBreak
                        }
                        // The normal form makes it a space.
                        _ => Inline::Text("\n".into()),
                    };
                    self.push_inline(inline, &place);
                }
                Event::HardBreak => self.push_inline(Inline::LineBreak, &place),
                Event::FootnoteReference(label) => self.push_note_mark(label, &place),
                Event::InlineHtml(html) | Event::Html(html) => {
                    let (line, findings) = self.line(&place);
                    line.push_html(html, &place, findings);
                }
                // Events of parser options that are off.
                Event::InlineMath(text) | Event::DisplayMath(text) => {
                    self.push_inline(Inline::Text(text.to_string()), &place);
                }
                Event::TaskListMarker(is_done) => {
                    let sign = if *is_done { DONE } else { TO_DO };
                    self.push_inline(Inline::Text(format!("{sign} ")), &place);
                }
            }
        }
    }

    /// Adds a code block. Its label means nothing to readers of a book.
    fn push_code_block(
        &mut self,
        kind: &CodeBlockKind<'_>,
        text: &str,
        place: &Range<usize>,
    ) {
        if let CodeBlockKind::Fenced(label) = kind
            && !label.is_empty()
        {
            let message = format!("the label '{label}' of a code block is not shown");
            self.findings.add(codes::CODE_LABEL, Severity::Note, place, message);
        }
        if self.is_in_html_cell() {
            return self.push_code_to_cell(text, place);
        }
        self.end_line();
        let text = text.strip_suffix('\n').unwrap_or(text).to_owned();
        let origin = self.findings.places.span(place).into();
        self.push(Block::Preformatted(Preformatted { text, origin }));
    }

    /// Adds text. `typed` are its bytes in the text that is being read.
    fn push_text(
        &mut self,
        text: &str,
        next: Option<&Event<'_>>,
        place: &Range<usize>,
        typed: &Range<usize>,
    ) {
        // This would be a note mark if there were a note: the parser then gives the bracket
        // and its content as two texts. It does not split an escaped one, and a character
        // reference is longer than its character.
        if let ("[", Some(Event::Text(next))) = (text, next)
            && next.starts_with('^')
            && typed.len() == 1
            && !self.is_escaped(typed)
        {
            let message = format!("the mark [{next}] has no note; it stays as text");
            self.findings.warn(codes::NOTE_MISSING, place, message);
        }
        if self.table.as_ref().is_some_and(|table| table.is_beyond_last_column(typed)) {
            let message = "this row has more cells than its table has columns; the extra \
                           cells were added to its last cell, as typed";
            self.findings.warn(codes::TABLE_CELLS, place, message);
        }
        self.push_inline(Inline::Text(text.to_owned()), place);
    }

    /// Whether a backslash takes its meaning from what is at some bytes of the source.
    fn is_escaped(&self, typed: &Range<usize>) -> bool {
        let before = self.notes.text.get(..typed.start).unwrap_or_default();
        self.inside_html.is_none() && before.ends_with('\\')
    }

    /// `typed` are the bytes in the text that is being read, which may be text between HTML
    /// tags.
    fn start_tag(&mut self, tag: &Tag<'_>, place: &Range<usize>, typed: &Range<usize>) {
        if self.is_in_html_cell() && is_container(tag.to_end()) {
            match tag {
                Tag::List(Some(_)) => self.lose_in_table(TableLoss::Numbers),
                Tag::Table(_) => self.lose_in_table(TableLoss::InnerTable),
                _ => {}
            }
            return self.continue_cell();
        }
        let opened = match tag {
            Tag::Paragraph => return self.begin_line(LineKind::Paragraph, place),
            Tag::Heading { level, .. } => {
                return self.begin_line(LineKind::Heading(*level as u8), place);
            }
            Tag::BlockQuote(kind) => {
                let kind = kind.map(|kind| match kind {
                    BlockQuoteKind::Note => "note",
                    BlockQuoteKind::Tip => "tip",
                    BlockQuoteKind::Important => "important",
                    BlockQuoteKind::Warning => "warning",
                    BlockQuoteKind::Caution => "caution",
                });
                let kind = kind.map_or(ContainerKind::Quotation, ContainerKind::Alert);
                return self.open_container(kind, place);
            }
            Tag::List(start) => {
                let start = start.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
                let numbering = self.find_numbering(start, typed);
                return self.open_container(ContainerKind::List(start, numbering), place);
            }
            Tag::Item => return self.open_container(ContainerKind::Item, place),
            Tag::DefinitionList => {
                return self.open_container(ContainerKind::Definitions, place);
            }
            Tag::DefinitionListTitle => return self.begin_line(LineKind::Term, place),
            Tag::DefinitionListDefinition => {
                return self.open_container(ContainerKind::Description, place);
            }
            Tag::Table(columns) => {
                self.end_line();
                let origin = self.findings.places.span(place).into();
                self.table = Some(TableBuilder::new(columns, origin));
                return;
            }
            Tag::TableCell => {
                self.begin_line(LineKind::Cell, place);
                if let Some(table) = &mut self.table {
                    table.begin_cell(typed);
                }
                return;
            }
            Tag::Emphasis => OpenInline::Emphasis,
            Tag::Strong => OpenInline::Strong,
            Tag::Link { link_type, dest_url, title, .. } => {
                if !title.is_empty() {
                    let message = format!("the title '{title}' of a link is not shown");
                    self.findings.warn(codes::LINK_TITLE, place, message);
                }
                // `<me@example.org>` is a mailto link (CommonMark 0.31 §6.5).
                let scheme = if *link_type == LinkType::Email { "mailto:" } else { "" };
                open_link(format!("{scheme}{dest_url}"))
            }
            Tag::Image { dest_url, title, .. } => {
                OpenInline::Image(dest_url.to_string(), title.to_string())
            }
            // The first three are handled before; rows of a table when they end. The others
            // belong to options that are off.
            Tag::FootnoteDefinition(_)
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::TableHead
            | Tag::TableRow
            | Tag::MetadataBlock(_) => return,
            Tag::Strikethrough => OpenInline::Phrase(PhraseKind::Deleted),
            Tag::Superscript => OpenInline::Words,
            Tag::Subscript => OpenInline::Lowered,
        };
        self.line(place).0.open(opened);
    }

    fn end_tag(&mut self, tag: TagEnd, place: &Range<usize>, typed: &Range<usize>) {
        match tag {
            // What is in a cell of HTML ends with the cell.
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::DefinitionListTitle
                if self.is_in_html_cell() => {}
            container if self.is_in_html_cell() && is_container(container) => {}
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::TableCell
            | TagEnd::DefinitionListTitle => self.end_line(),
            TagEnd::TableHead => self.table.iter_mut().for_each(TableBuilder::end_head),
            TagEnd::TableRow => self.table.iter_mut().for_each(TableBuilder::end_row),
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.push(table.finish());
                }
            }
            TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListDefinition => {
                self.end_line();
                self.close_elements_early(place);
                self.close_container(place.end);
            }
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link => {
                let (line, findings) = self.line(place);
                line.close(place, findings);
            }
            TagEnd::Image => {
                let attributes = self.find_image_attributes(typed.end);
                let (line, findings) = self.line(place);
                line.image_attributes = attributes;
                line.close(place, findings);
            }
            TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    /// The current line; begins a bare one if there is none, or a cell in a table of HTML.
    pub(super) fn line(
        &mut self,
        place: &Range<usize>,
    ) -> (&mut LineBuilder, &mut ReaderFindings<'p>) {
        let kind =
            if self.html_table.is_some() { LineKind::Cell } else { LineKind::Bare };
        let (_, line) =
            self.line.get_or_insert_with(|| (kind, LineBuilder::new(place.clone())));
        line.place.end = line.place.end.max(place.end);
        (line, self.findings)
    }

    pub(super) fn push_inline(&mut self, inline: Inline, place: &Range<usize>) {
        self.line(place).0.push(inline);
    }

    fn push_note_mark(&mut self, label: &CowStr<'_>, place: &Range<usize>) {
        if self.is_copy {
            return;
        }
        let inline = match self.notes.take_called(label, place, self.findings) {
            Some(note) => Inline::Note(Box::new(note)),
            None => Inline::Text(format!("[^{label}]")),
        };
        self.push_inline(inline, place);
    }

    pub(super) fn begin_line(&mut self, kind: LineKind, place: &Range<usize>) {
        let is_text =
            matches!(kind, LineKind::Paragraph | LineKind::Heading(_) | LineKind::Term);
        if is_text && self.is_in_html_cell() {
            return self.continue_cell();
        }
        self.end_line();
        self.line = Some((kind, LineBuilder::new(place.clone())));
    }

    pub(super) fn end_line(&mut self) {
        let Some((kind, line)) = self.line.take() else { return };
        let origin = self.findings.places.span(&line.place).into();
        let content = line.finish(self.findings);
        match kind {
            LineKind::Paragraph | LineKind::Bare => {
                let figures =
                    if self.is_in_lines() { Err(content) } else { into_figures(content) };
                let content = match figures {
                    Ok(figures) => {
                        for figure in figures {
                            self.push(Block::Figure(Figure { origin, ..figure }));
                        }
                        return;
                    }
                    Err(line) => line,
                };
                self.push(Block::Paragraph(Paragraph { content, origin }));
            }
            LineKind::Term => {
                if let Some(last) = self.containers.last_mut() {
                    last.terms
                        .push(Definition { term: content, ..Definition::default() });
                }
            }
            LineKind::Heading(level) => {
                self.push(Block::Heading(Heading { level, content, origin }));
            }
            LineKind::Cell => {
                if let Some(table) = &mut self.html_table {
                    table.end_cell(content);
                } else if let Some(table) = &mut self.table {
                    table.end_cell(content);
                }
            }
        }
    }

    /// Whether the innermost block holds lines of text only, such as verse.
    fn is_in_lines(&self) -> bool {
        matches!(
            self.containers.last().map(|last| &last.kind),
            Some(ContainerKind::Division(division)) if division.class.holds_lines()
        )
    }

    pub(super) fn push(&mut self, block: Block) {
        if let Some(holder) = self.holder_mut() {
            holder.blocks.push(block);
        }
    }

    /// The container that receives the next block.
    pub(super) fn holder_mut(&mut self) -> Option<&mut Container> {
        let holder = self.containers.last()?.holder;
        self.containers.get_mut(holder)
    }

    pub(super) fn open_container(&mut self, kind: ContainerKind, place: &Range<usize>) {
        self.open_element(kind, None, place);
    }

    /// Opens a container, for an element of HTML if it is given.
    pub(super) fn open_element(
        &mut self,
        kind: ContainerKind,
        element: Option<&'static str>,
        place: &Range<usize>,
    ) {
        self.end_line();
        let own = self.containers.len();
        let around = self.containers.last().map_or(own, |last| last.holder);
        let is_deep = match kind {
            ContainerKind::Whole => false,
            ContainerKind::Quotation
            | ContainerKind::Alert(_)
            | ContainerKind::List(..)
            | ContainerKind::Definitions
            | ContainerKind::Division(_) => own >= DEEPEST_BLOCK,
            // Too deep if its list is.
            ContainerKind::Item | ContainerKind::Description => around + 1 < own,
        };
        let holder = if is_deep { around } else { own };
        self.containers.push(Container {
            kind,
            blocks: Vec::new(),
            items: Vec::new(),
            terms: Vec::new(),
            element,
            start: place.start,
            holder,
        });
    }

    /// Closes the innermost container, but never the outermost.
    pub(super) fn close_container(&mut self, end: usize) {
        if self.containers.len() < 2 {
            return;
        }
        let Some(container) = self.containers.pop() else { return };
        let Container { kind, blocks, items, terms, start, holder, .. } = container;
        let place = start..end.max(start);
        let is_deep = holder < self.containers.len();
        let Some(parent) = self.containers.last_mut() else { return };
        match kind {
            ContainerKind::Item | ContainerKind::Description if is_deep => {}
            ContainerKind::Item => parent.items.push(shrunk(blocks)),
            ContainerKind::Description => {
                if parent.terms.is_empty() {
                    parent.terms.push(Definition::default());
                }
                if let Some(last) = parent.terms.last_mut() {
                    last.descriptions.push(shrunk(blocks));
                }
            }
            _ if is_deep => {
                // The terms stay as paragraphs.
                for Definition { term: content, .. } in terms {
                    let paragraph = Paragraph { content, ..Paragraph::default() };
                    self.push(Block::Paragraph(paragraph));
                }
                self.findings.warn_too_deep(&place);
            }
            ContainerKind::List(start, numbering) => {
                let list = List { start, numbering, items };
                push_list(&mut parent.blocks, list, blocks);
            }
            ContainerKind::Definitions => parent.blocks.push(Block::Definitions(terms)),
            ContainerKind::Alert(style) => {
                let style = style.to_owned();
                parent.blocks.push(Block::Styled { style, blocks: shrunk(blocks) });
            }
            ContainerKind::Quotation => {
                parent.blocks.push(Block::Quotation(shrunk(blocks)));
            }
            ContainerKind::Division(division) => {
                self.end_division(division, blocks, &place);
            }
            ContainerKind::Whole => parent.blocks.extend(blocks),
        }
    }
}
