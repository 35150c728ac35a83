//! Writes a content document: blocks and inlines as XHTML, and the facts about them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::document::{
    BlockExtent, ContentDocument, DocumentFacts, DocumentKind, PageBreakMarker,
    RenderedDocuments,
};
use super::markup::{FinishedMarkup, RelocationTarget, StartTag, XmlWriter, tag};
use super::names::{ANCHOR_ID, OwnId, PAGE_ID};
use super::plan::EpubPlan;
use super::titles::{has_words, label_section};
use crate::book::block::{Block, Heading, Paragraph, resumes_sentence};
use crate::book::figure::Alternative;
use crate::book::inline::{FontVariant, Inline, InlineLeaf, Note, PhraseKind, leaves};
use crate::book::matter::address::web_address;
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::titles::is_in_capitals;
use crate::book::matter::words::EditionWords;
use crate::book::purpose::{BookMatter, Purpose};
use crate::text::language::Language;
use crate::text::span::Origin;

/// The deepest heading that XHTML has.
pub(super) const DEEPEST_HEADING: u8 = 6;

/// A content document that is to be rendered.
pub(super) struct DocumentHeader<'d> {
    /// What it is.
    pub(super) kind: DocumentKind,
    /// Name of the file.
    pub(super) name: String,
    /// Its title.
    pub(super) title: String,
    /// Its language.
    pub(super) language: &'d Language,
}

/// Renders a content document: `write` writes the content of its body.
pub(super) fn render_document<'d>(
    plan: &'d EpubPlan<'d>,
    earlier: &'d RenderedDocuments,
    header: DocumentHeader<'d>,
    write: impl FnOnce(&mut DocumentWriter<'d>),
) -> ContentDocument {
    let mut writer = DocumentWriter::new(plan, earlier, &header);
    write(&mut writer);
    writer.finish(header)
}

/// Writes the content of one content document.
pub(super) struct DocumentWriter<'d> {
    /// What goes into which file.
    pub(super) plan: &'d EpubPlan<'d>,
    /// The documents before this one.
    pub(super) earlier: &'d RenderedDocuments,
    /// The markup so far.
    pub(super) markup: XmlWriter,
    /// The facts so far.
    pub(super) facts: DocumentFacts,
    /// The note marks so far: serial numbers, and the languages around.
    pub(super) note_marks: BTreeMap<u32, &'d Language>,
    /// Name of the file.
    pub(super) file: String,
    /// The language of the text that follows.
    pub(super) language: &'d Language,
    /// The edition's own words in that language.
    pub(super) words: &'static EditionWords,
    /// Level of the last heading; 0 before the first.
    pub(super) heading_level: u8,
    /// What the text is for.
    pub(super) purpose: Purpose,
    /// The first paragraph of a chapter's text is still to come.
    pub(super) awaits_opening: bool,
    /// How many lines the poem has so far.
    pub(super) verse_count: u32,
    /// Notes and page breaks are left out, because a title is repeated.
    omits_marks: bool,
    /// The block that was written last, if it is beside the next.
    before: Option<&'d Block>,
    /// What was written last is the mark of a note.
    pub(super) follows_mark: bool,
    /// The notes inside the link that is open, if one is: their marks follow it, because
    /// links cannot be nested.
    notes_in_link: Option<Vec<&'d Note>>,
}

/// The headings of a chapter, or inside a block, so far.
#[derive(Debug, Default)]
struct SectionOutline {
    /// Levels of the headings whose sections are open, outermost first.
    open: Vec<u8>,
    /// How many headings there were.
    heading_count: usize,
}

impl SectionOutline {
    /// Ends the sections that a heading of a level is not part of. Returns how many.
    fn end_sections(&mut self, level: u8) -> usize {
        let before = self.open.len();
        while self.open.last().is_some_and(|&one| one >= level) {
            self.open.pop();
        }
        before - self.open.len()
    }

    /// How many sections are open.
    fn depth(&self) -> u8 {
        u8::try_from(self.open.len()).unwrap_or(DEEPEST_HEADING)
    }

    /// The level of the last heading, if the title of the chapter has level 1.
    fn heading_level(&self) -> u8 {
        self.depth().saturating_add(1)
    }
}

impl<'d> DocumentWriter<'d> {
    /// Begins a document: writes its head, and opens its body.
    fn new(
        plan: &'d EpubPlan<'d>,
        earlier: &'d RenderedDocuments,
        header: &DocumentHeader<'d>,
    ) -> Self {
        let mut markup = XmlWriter::with_faces(Arc::clone(&plan.faces));
        write_head(&mut markup, header.language, &header.title, "../stylesheet.css");
        let matter = match header.kind.matter() {
            BookMatter::Front => "frontmatter",
            BookMatter::Body => "bodymatter",
            BookMatter::Back => "backmatter",
        };
        markup.open_line(tag("body").with("epub:type", matter));
        if plan.variant.kobo_spans {
            markup.open_line(tag("div").with("id", "book-columns"));
            markup.open_line(tag("div").with("id", "book-inner"));
            markup.start_kobo_spans();
        }
        let body_start = markup.len();
        Self {
            plan,
            earlier,
            markup,
            facts: DocumentFacts { body_start, ..DocumentFacts::default() },
            note_marks: BTreeMap::new(),
            file: header.name.clone(),
            language: header.language,
            words: EditionWords::for_passage(Some(header.language), Some(&plan.language)),
            heading_level: 0,
            purpose: Purpose::Text,
            awaits_opening: false,
            before: None,
            verse_count: 0,
            omits_marks: false,
            follows_mark: false,
            notes_in_link: None,
        }
    }

    /// Ends the document.
    fn finish(self, header: DocumentHeader<'d>) -> ContentDocument {
        let FinishedMarkup { text, characters, relocations } = self.markup.finish();
        let DocumentHeader { kind, name, title, .. } = header;
        let marks = self.note_marks.into_iter();
        let note_marks = marks.map(|(serial, language)| (serial, language.clone()));
        let note_marks = note_marks.collect();
        let facts = DocumentFacts { characters, note_marks, relocations, ..self.facts };
        ContentDocument { name, title, kind, landmark: None, markup: text, facts }
    }

    /// An id that begins with the name of the file.
    pub(super) fn own_id(&self, name: &str) -> OwnId {
        OwnId::new(&self.file, name)
    }

    /// Sets the language of the text that follows, and of the edition's own words in it.
    pub(super) fn set_language(&mut self, language: &'d Language) {
        self.language = language;
        self.words = EditionWords::for_passage(Some(language), Some(&self.plan.language));
    }

    /// Counts the headings that follow as if the document had a heading of level 1.
    pub(super) fn count_missing_title(&mut self) {
        self.heading_level = 1;
    }

    /// Writes the blocks of a chapter, with a section for each heading.
    ///
    /// The section of a heading is one level below the section that it is in, whatever its
    /// own number: no level is skipped, because readers without sight navigate by them.
    pub(super) fn write_sections(&mut self, blocks: &'d [Block]) {
        let mut outline = SectionOutline::default();
        self.heading_level = outline.heading_level();
        let mut rest = blocks;
        while let Some((block, after)) = rest.split_first() {
            let start = self.markup.len();
            let count = self.count_entries(rest);
            let closed_sections = match block {
                Block::Heading(heading) => self.write_section(heading, &mut outline),
                _ if count > 0 => {
                    self.write_entries(&rest[..count]);
                    0
                }
                _ => {
                    self.write_text_block(block);
                    0
                }
            };
            let written = BlockExtent {
                range: start..self.markup.len(),
                closed_sections,
                open_sections: outline.open.len(),
            };
            // A list is not divided: what follows its first entry has no extent of its own.
            let end = BlockExtent {
                range: written.range.end..written.range.end,
                closed_sections: 0,
                ..written
            };
            self.facts.blocks.push(written);
            let others = count.saturating_sub(1);
            self.facts.blocks.extend(std::iter::repeat_n(end, others));
            rest = &after[others..];
        }
        for _ in &outline.open {
            self.markup.close_line();
        }
    }

    /// Opens a section with its heading; a heading without words opens none. Returns how
    /// many sections it closes.
    fn write_section(
        &mut self,
        heading: &'d Heading,
        outline: &mut SectionOutline,
    ) -> usize {
        let id = OwnId::of_heading(&self.file, outline.heading_count);
        outline.heading_count += 1;
        if !has_words(heading) {
            self.write_heading(heading, 0, Some(&id));
            return 0;
        }
        let closed = outline.end_sections(heading.level);
        for _ in 0..closed {
            self.markup.close_line();
        }
        outline.open.push(heading.level);
        self.markup.open_line(label_section(tag("section"), &id, &heading.content));
        self.write_heading(heading, outline.heading_level(), Some(&id));
        closed
    }

    /// Writes blocks inside another or in a note, without sections: their headings are below
    /// the last one outside, and below each other as those of sections are.
    pub(super) fn write_blocks(&mut self, blocks: &'d [Block]) {
        let outside = self.heading_level;
        let mut outline = SectionOutline::default();
        for block in blocks {
            if let Block::Heading(heading) = block {
                outline.end_sections(heading.level);
                self.heading_level = outside.saturating_add(outline.depth());
                if has_words(heading) {
                    outline.open.push(heading.level);
                }
            }
            self.write_block(block);
        }
        self.heading_level = outside;
    }

    pub(super) fn write_block(&mut self, block: &'d Block) {
        let before = self.before.take();
        match block {
            Block::Heading(heading) => {
                self.write_heading(heading, self.heading_level.saturating_add(1), None);
            }
            Block::Paragraph(paragraph) => {
                let resumes =
                    before.is_some_and(|before| resumes_sentence(before, paragraph));
                let element = if resumes { tag("p").class("resumed") } else { tag("p") };
                self.write_paragraph(element, paragraph);
            }
            Block::Quotation(inner) => self.write_container(tag("blockquote"), inner),
            Block::Verse(verse) => self.write_verse(verse, 0),
            Block::List(list) => self.write_list(list),
            Block::Table(table) => self.write_table(table),
            Block::Figure(figure) => self.write_figure(figure),
            Block::Epigraph(inner) => self.write_epigraph(inner),
            Block::Speech(inner) => {
                let speech = tag("div").class("speech").with("epub:type", "z3998:speech");
                self.write_container(speech, inner);
            }
            Block::Direction(line) => {
                let direction = tag("p").class("direction");
                let direction = direction.with("epub:type", "z3998:stage-direction");
                self.write_paragraph(direction, line);
            }
            Block::Dateline(line) => {
                self.write_paragraph(tag("p").class("dateline"), line);
            }
            Block::Salutation(line) => {
                let salutation = tag("p").class("salutation");
                let salutation = salutation.with("epub:type", "z3998:salutation");
                self.write_paragraph(salutation, line);
            }
            Block::Signature(line) => {
                let signature = tag("p").class("signature");
                let signature = signature.with("epub:type", "z3998:signature");
                self.write_paragraph(signature, line);
            }
            Block::SourceNote(inner) => {
                self.write_container(tag("div").class("source-note"), inner);
            }
            Block::Styled { style, blocks } => {
                self.write_container(tag("div").class(style), blocks);
            }
            Block::Definitions(list) => self.write_definitions(list),
            Block::SceneBreak => {
                self.markup.write_empty(&tag("hr"));
                self.write_newline();
            }
            Block::Preformatted(typed) => {
                self.markup.open(tag("pre"));
                self.markup.open(tag("code"));
                self.markup.write_text(&typed.text);
                self.markup.close();
                self.markup.close_line();
            }
        }
        self.before = Some(block);
    }

    pub(super) fn write_container(&mut self, tag: StartTag, inner: &'d [Block]) {
        if !inner.is_empty() {
            self.markup.open_line(tag);
            self.write_blocks(inner);
            self.markup.close_line();
        }
    }

    /// Writes an epigraph. Its last paragraph, under others, is its source.
    fn write_epigraph(&mut self, inner: &'d [Block]) {
        let epigraph = tag("blockquote").class("epigraph").with("epub:type", "epigraph");
        let epigraph = epigraph.with("role", "doc-epigraph");
        let [quoted @ .., Block::Paragraph(source)] = inner else {
            return self.write_container(epigraph, inner);
        };
        if quoted.is_empty() {
            return self.write_container(epigraph, inner);
        }
        self.markup.open_line(epigraph);
        self.write_blocks(quoted);
        let is_shouted = is_in_capitals(&write_plain_text(&source.content));
        let class = if is_shouted { "source capitals" } else { "source" };
        self.write_paragraph(tag("p").class(class), source);
        self.markup.close_line();
    }

    /// Writes something that is repeated, without its marks.
    pub(super) fn write_without_marks(&mut self, write: impl FnOnce(&mut Self)) {
        self.omits_marks = true;
        write(self);
        self.omits_marks = false;
    }

    pub(super) fn write_paragraph(&mut self, tag: StartTag, paragraph: &'d Paragraph) {
        self.set_origin(paragraph.origin);
        self.write_line(tag, &paragraph.content);
    }

    /// Writes an element with a line of text, unless the line is empty.
    pub(super) fn write_line(&mut self, tag: StartTag, content: &'d [Inline]) {
        if !content.is_empty() {
            self.markup.open(tag);
            self.follows_mark = false;
            self.write_inlines(content);
            self.markup.close_line();
        }
    }

    /// Writes an element with some lines of the edition's own.
    pub(super) fn write_lines(&mut self, element: StartTag, lines: &[String]) {
        self.markup.open(element);
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                self.markup.write_empty(&tag("br"));
                self.write_newline();
            }
            self.markup.write_text(line);
        }
        self.markup.close_line();
    }

    /// Writes words with a meaning or a style of their own.
    fn write_phrase(&mut self, kind: &PhraseKind, content: &'d [Inline]) {
        let tag = match kind {
            PhraseKind::Deleted => tag("del"),
            PhraseKind::Underlined => tag("span").class("underlined"),
            PhraseKind::Marked => tag("mark"),
            PhraseKind::Keyboard => tag("kbd"),
            PhraseKind::Marginal => tag("span").class("margin-note").with("role", "note"),
            PhraseKind::Abbreviation { expansion: None } => tag("abbr"),
            PhraseKind::Abbreviation { expansion: Some(words) } => {
                tag("abbr").with("title", words)
            }
            PhraseKind::Styled(style) => tag("span").class(style),
            PhraseKind::Added => tag("span").class("added"),
        };
        self.write_styled(tag, content);
    }

    /// Writes a reference to a place in the book. [`super::cross_references`] adds the name
    /// of its file.
    fn write_cross_reference(&mut self, target: &str, content: &'d [Inline]) {
        // A book that was not assembled may have references that lead nowhere.
        let leads = target.parse::<u32>().is_ok() && !content.is_empty();
        if !leads || self.notes_in_link.is_some() || self.omits_marks {
            return self.write_inlines(content);
        }
        let reference = tag("a").class("reference");
        let reference = reference.with("href", &format!("#{ANCHOR_ID}{target}"));
        self.write_link_element(reference, content);
    }

    pub(super) fn write_inlines(&mut self, inlines: &'d [Inline]) {
        for inline in inlines {
            self.write_inline(inline);
        }
    }

    fn write_inline(&mut self, inline: &'d Inline) {
        if let Inline::Text(_)
        | Inline::Code(_)
        | Inline::Formula(_)
        | Inline::Picture(_)
        | Inline::LineBreak = inline
        {
            self.follows_mark = false;
        }
        match inline {
            Inline::Text(text) => self.markup.write_text(text),
            Inline::Emphasis(inner) => match inner.as_slice() {
                // Italics of a foreign phrase are not stress.
                [Inline::Foreign { language, content }] => {
                    let tag = tag("i").language(language);
                    self.write_styled(tag, content);
                }
                _ => self.write_styled(tag("em"), inner),
            },
            Inline::Strong(inner) => self.write_styled(tag("strong"), inner),
            Inline::Variant { variant, content } => {
                let tag = match variant {
                    FontVariant::SmallCaps => tag("span").with("class", "small-caps"),
                    FontVariant::Superscript => tag("sup"),
                    FontVariant::Subscript => tag("sub"),
                };
                self.write_styled(tag, content);
            }
            Inline::Foreign { language, content } => match content.as_slice() {
                [Inline::Emphasis(inner)] => {
                    let tag = tag("i").language(language);
                    self.write_styled(tag, inner);
                }
                _ => self.write_styled(tag("span").language(language), content),
            },
            Inline::Phrase { kind, content } => self.write_phrase(kind, content),
            Inline::CrossReference { target, content } => {
                self.write_cross_reference(target, content);
            }
            Inline::Link { target, content } => self.write_link(target, content),
            Inline::Code(text) => {
                self.markup.open(tag("code"));
                self.markup.write_text(text);
                self.markup.close();
            }
            Inline::Formula(formula) => self.write_formula(formula),
            Inline::Picture(figure) => self.write_picture(figure),
            Inline::LineBreak => {
                self.markup.write_empty(&tag("br"));
                self.write_newline();
            }
            Inline::Note(_) | Inline::PageMark(_) | Inline::Anchor(_)
                if self.omits_marks => {}
            Inline::Anchor(name) => {
                self.markup.open(tag("span").with("id", &format!("{ANCHOR_ID}{name}")));
                self.markup.close();
            }
            // The index has taken them: `book::references`.
            Inline::IndexMark(_) => {}
            Inline::Note(note) => match &mut self.notes_in_link {
                Some(notes) => notes.push(note),
                None => self.write_note_mark(note),
            },
            Inline::PageMark(label) => self.write_page_break(label),
        }
    }

    fn write_styled(&mut self, tag: StartTag, content: &'d [Inline]) {
        self.markup.open(tag);
        self.write_inlines(content);
        self.markup.close();
    }

    /// Writes a link to an address outside. Inside another link, or to an address that no
    /// reading system can open, only its text is written; a link without text is left out.
    fn write_link(&mut self, target: &str, content: &'d [Inline]) {
        let is_inside = self.notes_in_link.is_some();
        match web_address(target) {
            Some(address) if !is_inside && names_link(content) => {
                self.write_link_element(tag("a").with("href", &address), content);
            }
            _ => self.write_inlines(content),
        }
    }

    /// Writes a link, and after it the marks of the notes inside it.
    fn write_link_element(&mut self, element: StartTag, content: &'d [Inline]) {
        self.markup.open(element);
        self.notes_in_link = Some(Vec::new());
        self.write_inlines(content);
        let notes = self.notes_in_link.take();
        self.markup.close();
        for note in notes.into_iter().flatten() {
            self.write_note_mark(note);
        }
    }

    fn write_page_break(&mut self, label: &str) {
        let index = self.facts.pages.len();
        let number = self.earlier.page_count + index + 1;
        let id = [PAGE_ID, &number.to_string(), ""];
        let mark = tag("span")
            .with_relocation("id", id, RelocationTarget::PageNumber(index))
            .with("epub:type", "pagebreak")
            .with("role", "doc-pagebreak")
            .with("aria-label", label);
        self.markup.open(mark);
        self.markup.close();
        self.facts.pages.push(PageBreakMarker { label: label.to_owned(), number });
    }

    /// Sets where in the source the text that follows comes from, if that is known.
    pub(super) fn set_origin(&mut self, origin: Origin) {
        if origin.0.is_some() {
            self.markup.origin = origin.0;
        }
    }

    pub(super) fn write_newline(&mut self) {
        self.markup.write_text("\n");
    }
}

/// Whether a link has a name: text, or a picture that is no ornament.
fn names_link(content: &[Inline]) -> bool {
    let is_shown = |leaf| match leaf {
        InlineLeaf::Picture(figure) => figure.alternative != Alternative::Decorative,
        _ => false,
    };
    !write_plain_text(content).is_empty() || leaves(content).any(is_shown)
}

/// The prefix of the structural vocabulary of Z39.98, whose types say more than those of
/// EPUB (EPUB Structural Semantics Vocabulary 1.1, §1.2).
const STRUCTURE_VOCABULARY: &str =
    "z3998: http://www.daisy.org/z3998/2012/vocab/structure/#";

/// Opens an XHTML file and writes its head.
pub(super) fn write_head(
    markup: &mut XmlWriter,
    language: &Language,
    title: &str,
    style_sheet: &str,
) {
    markup.write_prologue();
    markup.open_line(
        tag("html")
            .with("xmlns", "http://www.w3.org/1999/xhtml")
            .with("xmlns:epub", "http://www.idpf.org/2007/ops")
            .with("epub:prefix", STRUCTURE_VOCABULARY)
            .language(language),
    );
    markup.open_line(tag("head"));
    markup.write_line(tag("title"), title);
    let link = tag("link").with("rel", "stylesheet").with("type", "text/css");
    markup.write_empty(&link.with("href", style_sheet));
    markup.write_text("\n");
    markup.close_line();
}
