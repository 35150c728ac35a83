//! Builds blocks from the parser's events.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Tag, TagEnd};

use super::divisions::DivisionClass;
use super::html::{self, HtmlPiece};
use super::inlines::{LineBuilder, OpenInline, report_comment};
use super::notes::NoteDefinitions;
use super::tables::TableBuilder;
use super::{EventAt, ReaderFindings, shrunk};
use crate::book::block::{Block, Heading, List, Paragraph, Preformatted};
use crate::book::codes;
use crate::book::inline::Inline;
use crate::diagnostic::Severity;

/// How deeply blocks may be nested: a list in a quotation in an epigraph is four levels.
/// Deeper blocks are added to the level above.
const DEEPEST_BLOCK: usize = 16;

/// The kind of a container of blocks.
enum ContainerKind {
    /// The text, or a note.
    Whole,
    Quotation,
    List(Option<u32>),
    Item,
    /// A `<div>`.
    Division(DivisionClass),
}

/// A container of blocks that is still open.
struct Container {
    kind: ContainerKind,
    blocks: Vec<Block>,
    /// The items, if it is a list.
    items: Vec<Vec<Block>>,
    /// Where it begins.
    start: usize,
    /// The index of the container that receives its blocks: its own, or an outer one if it
    /// is nested too deeply.
    holder: usize,
}

/// What the current line of text becomes.
enum LineKind {
    Paragraph,
    /// A paragraph without an end event: the text of an item of a tight list.
    Bare,
    Heading(u8),
    /// A cell of a table.
    Cell,
}

/// Builds blocks.
pub(super) struct BlockBuilder<'b, 'e, 'a, 'p> {
    notes: &'b mut NoteDefinitions<'e, 'a>,
    pub(super) findings: &'b mut ReaderFindings<'p>,
    /// The open containers, the outermost first, which is [`ContainerKind::Whole`].
    containers: Vec<Container>,
    line: Option<(LineKind, LineBuilder)>,
    /// It builds the body, not a note.
    is_text: bool,
    /// It builds a note that is already in the text: references in it are left out.
    is_copy: bool,
    /// The bytes of the text between HTML tags that is being read, if any.
    inside_html: Option<Range<usize>>,
    /// The current table.
    table: Option<TableBuilder>,
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
            table: None,
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
            self.close_division_early(&place);
            if self.containers.len() > 1 {
                self.close_container(place.end);
            }
        }
        self.containers.pop().map(|whole| whole.blocks).unwrap_or_default()
    }

    fn take_events(&mut self, events: &[EventAt<'_>]) {
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
                    self.end_line();
                    self.push_html_block(&text, &place);
                }
                Event::Start(tag) => self.start_tag(tag, &place, typed),
                Event::End(tag) => self.end_tag(*tag, &place),
                Event::Rule => {
                    self.end_line();
                    self.push(Block::SceneBreak);
                }
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
                        Some(ContainerKind::Division(DivisionClass::Verse)) => {
                            Inline::LineBreak
                        }
                        _ => Inline::Text(" ".into()),
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
                Event::TaskListMarker(_) => {}
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

    /// `typed` are the bytes in the text that is being read, which may be text between HTML
    /// tags.
    fn start_tag(&mut self, tag: &Tag<'_>, place: &Range<usize>, typed: &Range<usize>) {
        let opened = match tag {
            Tag::Paragraph => return self.begin_line(LineKind::Paragraph, place),
            Tag::Heading { level, .. } => {
                return self.begin_line(LineKind::Heading(*level as u8), place);
            }
            Tag::BlockQuote(_) => {
                return self.open_container(ContainerKind::Quotation, place);
            }
            Tag::List(start) => {
                let start = start.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
                return self.open_container(ContainerKind::List(start), place);
            }
            Tag::Item => return self.open_container(ContainerKind::Item, place),
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
                OpenInline::Link(format!("{scheme}{dest_url}"))
            }
            Tag::Image { dest_url, title, .. } => {
                OpenInline::Image(dest_url.to_string(), title.to_string())
            }
            // The first three are handled before; rows of a table when they end. The others
            // belong to options that are off.
            Tag::FootnoteDefinition(_)
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::TableHead
            | Tag::TableRow
            | Tag::MetadataBlock(_) => return,
            Tag::Strikethrough | Tag::Superscript | Tag::Subscript => OpenInline::Words,
        };
        self.line(place).0.open(opened);
    }

    fn end_tag(&mut self, tag: TagEnd, place: &Range<usize>) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell => self.end_line(),
            TagEnd::TableHead => self.table.iter_mut().for_each(TableBuilder::end_head),
            TagEnd::TableRow => self.table.iter_mut().for_each(TableBuilder::end_row),
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.push(table.finish());
                }
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                self.end_line();
                self.close_division_early(place);
                self.close_container(place.end);
            }
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => {
                let (line, findings) = self.line(place);
                line.close(place, findings);
            }
            TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    /// The current line; begins a bare one if there is none.
    fn line(
        &mut self,
        place: &Range<usize>,
    ) -> (&mut LineBuilder, &mut ReaderFindings<'p>) {
        let (_, line) = self
            .line
            .get_or_insert_with(|| (LineKind::Bare, LineBuilder::new(place.clone())));
        line.place.end = line.place.end.max(place.end);
        (line, self.findings)
    }

    fn push_inline(&mut self, inline: Inline, place: &Range<usize>) {
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

    fn begin_line(&mut self, kind: LineKind, place: &Range<usize>) {
        self.end_line();
        self.line = Some((kind, LineBuilder::new(place.clone())));
    }

    fn end_line(&mut self) {
        let Some((kind, line)) = self.line.take() else { return };
        let origin = self.findings.places.span(&line.place).into();
        let (content, images) = line.finish(self.findings);
        if let ([image], LineKind::Paragraph | LineKind::Bare) =
            (images.as_slice(), &kind)
            && image.is_all_of(&content)
        {
            return self.figure(image, origin);
        }
        self.images_in_text(&images);
        match kind {
            LineKind::Paragraph | LineKind::Bare => {
                self.push(Block::Paragraph(Paragraph { content, origin }));
            }
            LineKind::Heading(level) => {
                self.push(Block::Heading(Heading { level, content, origin }));
            }
            LineKind::Cell => {
                if let Some(table) = &mut self.table {
                    table.end_cell(content);
                }
            }
        }
    }

    pub(super) fn push(&mut self, block: Block) {
        let holder = self.containers.last().map(|last| last.holder);
        if let Some(holder) = holder.and_then(|holder| self.containers.get_mut(holder)) {
            holder.blocks.push(block);
        }
    }

    fn open_container(&mut self, kind: ContainerKind, place: &Range<usize>) {
        self.end_line();
        let own = self.containers.len();
        let around = self.containers.last().map_or(own, |last| last.holder);
        let is_deep = match kind {
            ContainerKind::Whole => false,
            ContainerKind::Quotation
            | ContainerKind::List(_)
            | ContainerKind::Division(_) => own >= DEEPEST_BLOCK,
            // Too deep if its list is.
            ContainerKind::Item => around + 1 < own,
        };
        let holder = if is_deep { around } else { own };
        let (blocks, items, start) = (vec![], vec![], place.start);
        self.containers.push(Container { kind, blocks, items, start, holder });
    }

    /// Closes the innermost container, but never the outermost.
    fn close_container(&mut self, end: usize) {
        if self.containers.len() < 2 {
            return;
        }
        let Some(Container { kind, blocks, items, start, holder }) =
            self.containers.pop()
        else {
            return;
        };
        let place = start..end.max(start);
        let is_deep = holder < self.containers.len();
        let Some(parent) = self.containers.last_mut() else { return };
        match kind {
            ContainerKind::Item if is_deep => {}
            ContainerKind::Item => parent.items.push(shrunk(blocks)),
            _ if is_deep => self.findings.warn_too_deep(&place),
            ContainerKind::List(start) => {
                parent.blocks.push(Block::List(List { start, items }));
            }
            ContainerKind::Quotation => {
                parent.blocks.push(Block::Quotation(shrunk(blocks)));
            }
            ContainerKind::Division(class) => self.end_division(class, blocks, &place),
            ContainerKind::Whole => parent.blocks.extend(blocks),
        }
    }

    /// Closes every `<div>` that is open inside the innermost container of another kind.
    fn close_division_early(&mut self, place: &Range<usize>) {
        while let Some(Container { kind: ContainerKind::Division(_), start, .. }) =
            self.containers.last()
        {
            let start = *start..place.end.max(*start);
            self.findings.warn(
                codes::HTML_UNBALANCED,
                &start,
                "a <div> without a </div>",
            );
            self.close_container(place.end);
        }
    }

    /// Adds HTML on lines of its own.
    fn push_html_block(&mut self, text: &str, place: &Range<usize>) {
        let said = self.findings.list.len();
        let mut words = String::new();
        for piece in html::split_html(text) {
            match piece {
                HtmlPiece::Tag(tag) if html::is_block_element(tag.name) => {
                    self.push_inner_text(&mut words, place);
                    self.push_block_tag(tag, place);
                }
                HtmlPiece::Comment(comment) => {
                    report_comment(comment, place, self.findings);
                }
                HtmlPiece::Text(text) => words.push_str(text),
                // An image on a line of its own.
                HtmlPiece::Tag(tag)
                    if tag.is("img")
                        && (self.inside_html.is_some() || words.trim().is_empty()) =>
                {
                    let (line, findings) = self.line(place);
                    line.push_html(tag.source, place, findings);
                    self.end_line();
                }
                // Inline tags belong to their line, unless the lines have been read as HTML
                // twice.
                HtmlPiece::Tag(tag) if self.inside_html.is_none() => {
                    words.push_str(tag.source);
                }
                HtmlPiece::Tag(tag) => self.warn_unknown_element(tag, place),
            }
        }
        self.push_inner_text(&mut words, place);
        // One warning about unknown elements is enough per block.
        let mut found = self.findings.list.split_off(said);
        let mut has_one = false;
        found.retain(|found| {
            found.code != codes::HTML || !std::mem::replace(&mut has_one, true)
        });
        self.findings.list.append(&mut found);
    }

    fn warn_unknown_element(&mut self, tag: html::HtmlTag<'_>, place: &Range<usize>) {
        let message =
            format!("the element <{}> is not supported; its text stays", tag.name);
        self.findings.warn(codes::HTML, place, message);
    }

    fn push_block_tag(&mut self, tag: html::HtmlTag<'_>, place: &Range<usize>) {
        if tag.is("hr") {
            self.push(Block::SceneBreak);
        } else if tag.is("div") && tag.closes {
            if matches!(
                self.containers.last(),
                Some(Container { kind: ContainerKind::Division(_), .. })
            ) {
                self.close_container(place.end);
            } else {
                let message = "</div> closes nothing here";
                self.findings.warn(codes::HTML_UNBALANCED, place, message);
            }
        } else if tag.is("div") {
            let attribute = tag.attribute("class").unwrap_or_default();
            let class = DivisionClass::from_attribute(&attribute);
            if class == DivisionClass::Unknown {
                let message = if attribute.is_empty() {
                    "a <div> without a class is not supported; its text stays".to_owned()
                } else {
                    format!(
                        "the class in <div class=\"{attribute}\"> is not supported; its text stays"
                    )
                };
                self.findings.warn(codes::HTML, place, message);
            }
            self.open_container(ContainerKind::Division(class), place);
        } else if !tag.is("p") && !tag.closes {
            self.warn_unknown_element(tag, place);
        }
    }

    /// Reads text between tags as Markdown of its own.
    fn push_inner_text(&mut self, words: &mut String, place: &Range<usize>) {
        let words = std::mem::take(words);
        if words.trim().is_empty() {
            return;
        }
        if self.inside_html.is_some() {
            self.push_inline(Inline::Text(words), place);
            return self.end_line();
        }
        let whole = strip_line_ends(&words) + &self.notes.write_stubs(&words);
        let events = super::parse_events(&whole);
        self.inside_html = Some(place.clone());
        self.take_events(&events);
        self.end_line();
        self.inside_html = None;
    }
}

/// Removes the line ends after tags at the beginning of a text: a tag alone on its line
/// would be HTML again (CommonMark §4.6, kind 7).
fn strip_line_ends(text: &str) -> String {
    let mut tags = String::new();
    let mut rest = text.trim_start_matches(['\n', ' ']);
    while let Some(tag) = html::parse_leading_tag(rest) {
        tags.push_str(tag.source);
        rest = rest[tag.source.len()..].trim_start();
    }
    tags + rest
}

/// Collects the text of events up to the end of a block that contains only text.
fn collect_text<'s, 'a: 's>(
    events: &mut impl Iterator<Item = &'s EventAt<'a>>,
    ends: impl Fn(TagEnd) -> bool,
) -> String {
    let mut whole = String::new();
    for (event, _) in events {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                whole.push_str(text);
            }
            Event::End(end) if ends(*end) => break,
            _ => {}
        }
    }
    whole
}

/// Skips to the end of the current footnote definition.
fn skip_definition<'s, 'a: 's>(events: &mut impl Iterator<Item = &'s EventAt<'a>>) {
    let mut depth = 1;
    for (event, _) in events {
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => depth += 1,
            Event::End(TagEnd::FootnoteDefinition) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}
