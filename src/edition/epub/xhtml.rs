//! Blocks and inlines as XHTML.

use std::collections::BTreeMap;

use super::cuts::Weights;
use super::figures::Described;
use super::markup::{Characters, Markup, Tag, tag};
use super::notes::Call;
use super::plan::{Plan, heading_id, own_id};
use super::style::face;
use crate::book::block::{Block, Heading, List, Paragraph};
use crate::book::inline::{Inline, InlineLeaf, Note, leaves};
use crate::book::matter::address::web_address;
use crate::book::matter::contents::{plain, split_number_and_title};
use crate::book::matter::words::EditionWords;
use crate::fonts::FontStyle;
use crate::text::language::Language;
use crate::text::span::Origin;

/// The deepest heading that XHTML has.
const DEEPEST_HEADING: u8 = 6;

/// Writes the files of a book one after the other, in reading order.
pub(super) struct Renderer<'a> {
    /// What goes where.
    pub(super) plan: &'a Plan<'a>,
    /// The file in the writing.
    pub(super) markup: Markup,
    /// Its name.
    pub(super) file: String,
    /// The language of what is being written.
    pub(super) spoken: &'a Language,
    /// The words that the edition says in it.
    pub(super) words: &'static EditionWords,
    /// Level of the last heading in it, 0 before the first.
    level: u8,
    /// The text of a chapter has begun to be written, but for its first paragraph.
    pub(super) unopened: bool,
    /// Lines of the poem in the writing so far.
    pub(super) verses: u32,
    /// What becomes of notes and page marks.
    marks: Marks,
    /// Notes called inside a link; their marks wait for its end, as links cannot nest.
    waiting: Vec<&'a Note>,
    /// A link is open.
    in_link: bool,
    /// The marks that are written, by the serial numbers of their notes.
    pub(super) calls: BTreeMap<u32, Call<'a>>,
    /// Pages of the printed source that begin in the files written so far.
    pub(super) pages: Vec<PageStart>,
    /// What the figures written so far say of their pictures.
    pub(super) described: Described,
    /// The characters of the files written so far.
    pub(super) characters: Characters,
    /// What chapters and notes written so far weigh.
    pub(super) weights: Weights,
}

/// The headings of a chapter so far, which its later files go on with.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// Levels of the headings whose sections are open, outermost first.
    open: Vec<u8>,
    /// How many headings there were.
    headings: usize,
}

impl Outline {
    /// Ends the sections that a heading of a level does not stand in; how many these are.
    fn end(&mut self, level: u8) -> usize {
        let open = self.open.len();
        while self.open.last().is_some_and(|&one| one >= level) {
            self.open.pop();
        }
        open - self.open.len()
    }

    /// How many sections are open.
    fn depth(&self) -> u8 {
        u8::try_from(self.open.len()).unwrap_or(DEEPEST_HEADING)
    }

    /// The level of the last heading, if the title of the chapter is level 1.
    fn level(&self) -> u8 {
        self.depth().saturating_add(1)
    }
}

/// Where a page of the printed source begins.
#[derive(Debug)]
pub(super) struct PageStart {
    /// The page's number as it was printed.
    pub(super) label: String,
    /// File and fragment, from the folder of the text.
    pub(super) address: String,
}

/// What becomes of notes and page marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// They are written.
    Written,
    /// They are left out, where a title is said again.
    LeftOut,
}

impl<'a> Renderer<'a> {
    /// Nothing written yet.
    pub(super) fn new(plan: &'a Plan<'a>) -> Self {
        Self {
            plan,
            markup: Markup::new(),
            file: String::new(),
            spoken: &plan.language,
            words: plan.words,
            level: 0,
            unopened: false,
            verses: 0,
            marks: Marks::Written,
            waiting: Vec::new(),
            in_link: false,
            calls: BTreeMap::new(),
            pages: Vec::new(),
            described: Described::default(),
            characters: Characters::default(),
            weights: Weights::default(),
        }
    }

    /// Id of something of which the file has one.
    pub(super) fn own_id(&self, what: &str) -> String {
        own_id(&self.file, what)
    }

    /// Begins a file.
    pub(super) fn begin(&mut self, file: String) {
        self.markup = Markup::new();
        self.file = file;
        self.level = 0;
    }

    /// What is written from here on is in this language, and so is what the edition says
    /// in it.
    pub(super) fn speak(&mut self, language: &'a Language) {
        self.spoken = language;
        self.words = EditionWords::for_passage(Some(language), Some(&self.plan.language));
    }

    /// The file's highest level has no heading.
    pub(super) fn untitled(&mut self) {
        self.level = 1;
    }

    /// Ends the file and gives it away.
    pub(super) fn end(&mut self) -> String {
        let (text, characters) =
            std::mem::replace(&mut self.markup, Markup::new()).finish();
        self.characters.merge(characters);
        text
    }

    /// Blocks of a chapter with a section for each heading: those of one of its files,
    /// which opens again what the file before it had to close.
    ///
    /// A heading opens a section one level below the section that it stands in, whatever
    /// its own number: no level is skipped, as readers without sight go by them.
    pub(super) fn sections(
        &mut self,
        chapter: usize,
        blocks: &'a [Block],
        outline: &mut Outline,
    ) {
        if let Some(Block::Heading(heading)) = blocks.first()
            && has_words(heading)
        {
            outline.end(heading.level);
        }
        for _ in &outline.open {
            self.markup.open_line(tag("section"));
        }
        self.level = outline.level();
        for block in blocks {
            let (bytes, calls) = (self.markup.len(), self.calls.len());
            if let Block::Heading(heading) = block {
                self.section(heading, outline);
            } else {
                self.text_block(block);
            }
            let (bytes, calls) = (self.markup.len() - bytes, self.calls.len() - calls);
            self.weights.add_block(chapter, bytes, calls);
        }
        for _ in &outline.open {
            self.markup.close_line();
        }
    }

    /// Opens a section with its heading. One without words opens none.
    fn section(&mut self, heading: &'a Heading, outline: &mut Outline) {
        let id = heading_id(&self.file, outline.headings);
        outline.headings += 1;
        if !has_words(heading) {
            return self.heading(heading, 0, &id);
        }
        for _ in 0..outline.end(heading.level) {
            self.markup.close_line();
        }
        outline.open.push(heading.level);
        self.markup.open_line(labelled(tag("section"), &id, &heading.content));
        self.heading(heading, outline.level(), &id);
    }

    /// Blocks inside another or in a note, without sections: their headings stand below
    /// the last one outside, and below each other as those of sections do.
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) {
        let outside = self.level;
        let mut outline = Outline::default();
        for block in blocks {
            if let Block::Heading(heading) = block {
                outline.end(heading.level);
                self.level = outside.saturating_add(outline.depth());
                if has_words(heading) {
                    outline.open.push(heading.level);
                }
            }
            self.block(block);
        }
        self.level = outside;
    }

    pub(super) fn block(&mut self, block: &'a Block) {
        match block {
            Block::Heading(heading) => {
                self.heading(heading, self.level.saturating_add(1), "");
            }
            Block::Paragraph(paragraph) => self.paragraph(tag("p"), paragraph),
            Block::Quotation(inner) => self.container(tag("blockquote"), inner),
            Block::Verse(verse) => self.verse(verse, 0),
            Block::List(list) => self.list(list),
            Block::Table(table) => self.table(table),
            Block::Figure(figure) => self.figure(figure),
            Block::Epigraph(inner) => {
                let epigraph = tag("blockquote").class("epigraph");
                let epigraph = epigraph.with("epub:type", "epigraph");
                self.container(epigraph.with("role", "doc-epigraph"), inner);
            }
            Block::Speech(inner) => self.container(tag("div").class("speech"), inner),
            Block::Direction(line) => self.paragraph(tag("p").class("direction"), line),
            Block::Dateline(line) => self.paragraph(tag("p").class("dateline"), line),
            Block::Salutation(line) => self.paragraph(tag("p").class("salutation"), line),
            Block::Signature(line) => self.paragraph(tag("p").class("signature"), line),
            Block::SourceNote(inner) => {
                self.container(tag("div").class("source-note"), inner);
            }
            Block::SceneBreak => {
                self.markup.void(&tag("hr"));
                self.newline();
            }
            Block::Preformatted(text) => {
                self.markup.open(tag("pre"));
                self.markup.open(tag("code"));
                self.markup.words(text);
                self.markup.close();
                self.markup.close_line();
            }
        }
    }

    fn container(&mut self, tag: Tag, inner: &'a [Block]) {
        if !inner.is_empty() {
            self.markup.open_line(tag);
            self.blocks(inner);
            self.markup.close_line();
        }
    }

    /// A heading; `id` may be empty. One without words is no heading: what it may hold of
    /// marks is kept in a paragraph.
    fn heading(&mut self, heading: &'a Heading, level: u8, id: &str) {
        self.origin(heading.origin);
        if !has_words(heading) {
            return self.inline_block(with_id(tag("p"), id), &heading.content);
        }
        let level = level.clamp(1, DEEPEST_HEADING);
        let name = match level {
            1 => "h1",
            2 => "h2",
            3 => "h3",
            4 => "h4",
            5 => "h5",
            _ => "h6",
        };
        self.title(with_id(tag(name), id), level, &heading.content);
    }

    /// The title of a chapter or part. A number on a line of its own is a heading of the
    /// same level, as it is in print: who goes from heading to heading hears both, and
    /// the group says that they belong together (HTML §4.3.7, ARIA in HTML §4).
    pub(super) fn main_title(&mut self, id: &str, title: &'a [Inline]) {
        let Some((number, words)) = split_number_and_title(title) else {
            return self.title(tag("h1").with("id", id), 1, title);
        };
        self.markup.open_line(tag("hgroup").with("id", id));
        let heading = tag("p").class("number").with("role", "heading");
        self.title(heading.with("aria-level", "1"), 1, number);
        self.title(tag("h1"), 1, words);
        self.markup.close_line();
    }

    /// A title or heading. Words only: it is not empty.
    pub(super) fn title(&mut self, tag: Tag, level: u8, title: &'a [Inline]) {
        self.level = level;
        let face = self.face_of(level);
        self.in_face(face, |renderer| renderer.inline_block(tag, title));
    }

    /// The face in which titles of a level are shown.
    fn face_of(&self, level: u8) -> FontStyle {
        let design = self.plan.publication.design;
        face(match level {
            0 | 1 => design.openings.letters,
            2 => design.section.letters,
            _ => design.subsection.letters,
        })
    }

    /// A title said again, without its marks.
    pub(super) fn title_again(&mut self, tag: Tag, level: u8, title: &'a [Inline]) {
        self.without_marks(|renderer| renderer.title(tag, level, title));
    }

    /// Writes what is said again without its marks.
    pub(super) fn without_marks(&mut self, write: impl FnOnce(&mut Self)) {
        self.marks = Marks::LeftOut;
        write(self);
        self.marks = Marks::Written;
    }

    /// A title without words: the notes and page marks that it holds are kept in a
    /// paragraph, as those of a heading are.
    pub(super) fn marks_alone(&mut self, title: &'a [Inline]) {
        self.inline_block(tag("p"), title);
    }

    /// A title that the edition itself gives.
    pub(super) fn given_title(&mut self, tag: Tag, level: u8, title: &str) {
        self.level = level;
        let face = self.face_of(level);
        self.in_face(face, |renderer| renderer.markup.line(tag, title));
    }

    pub(super) fn paragraph(&mut self, tag: Tag, paragraph: &'a Paragraph) {
        self.origin(paragraph.origin);
        self.inline_block(tag, &paragraph.content);
    }

    pub(super) fn inline_block(&mut self, tag: Tag, content: &'a [Inline]) {
        if !content.is_empty() {
            self.markup.open(tag);
            self.inlines(content);
            self.markup.close_line();
        }
    }

    fn list(&mut self, list: &'a List) {
        if list.items.is_empty() {
            return;
        }
        self.markup.open_line(match list.start {
            None => tag("ul"),
            Some(1) => tag("ol"),
            Some(start) => tag("ol").with("start", &start.to_string()),
        });
        for item in &list.items {
            self.container(tag("li"), item);
        }
        self.markup.close_line();
    }

    /// Inlines in a row.
    pub(super) fn inlines(&mut self, inlines: &'a [Inline]) {
        for inline in inlines {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &'a Inline) {
        match inline {
            Inline::Text(text) => self.markup.words(text),
            Inline::Emphasis(inner) => match inner.as_slice() {
                // Italics that mark a foreign phrase are no stress.
                [Inline::Foreign { language, content }] => {
                    self.styled(
                        tag("i").language(language),
                        FontStyle::emphasis,
                        content,
                    );
                }
                _ => self.styled(tag("em"), FontStyle::emphasis, inner),
            },
            Inline::Strong(inner) => self.styled(tag("strong"), FontStyle::strong, inner),
            Inline::Foreign { language, content } => match content.as_slice() {
                [Inline::Emphasis(inner)] => {
                    self.styled(tag("i").language(language), FontStyle::emphasis, inner);
                }
                _ => self.styled(tag("span").language(language), |face| face, content),
            },
            Inline::Link { target, content } => self.link(target, content),
            Inline::Code(text) => {
                self.markup.open(tag("code"));
                self.markup.words(text);
                self.markup.close();
            }
            Inline::LineBreak => {
                self.markup.void(&tag("br"));
                self.newline();
            }
            Inline::Note(_) | Inline::PageMark(_) if self.marks == Marks::LeftOut => {}
            Inline::Note(note) if self.in_link => self.waiting.push(note),
            Inline::Note(note) => self.note_mark(note),
            Inline::PageMark(label) => self.page_mark(label),
        }
    }

    fn styled(
        &mut self,
        tag: Tag,
        face: fn(FontStyle) -> FontStyle,
        content: &'a [Inline],
    ) {
        self.markup.open(tag);
        self.in_face(face(self.markup.face), |renderer| renderer.inlines(content));
        self.markup.close();
    }

    pub(super) fn in_face(&mut self, face: FontStyle, write: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.markup.face, face);
        write(self);
        self.markup.face = before;
    }

    /// A link to an address outside. Inside another link, or to an address that no reader
    /// can follow, only its words are written; without words it is none.
    fn link(&mut self, target: &str, content: &'a [Inline]) {
        match web_address(target) {
            Some(address) if !self.in_link && !plain(content).is_empty() => {
                self.markup.open(tag("a").with("href", &address));
                self.in_link = true;
                self.inlines(content);
                self.in_link = false;
                self.markup.close();
                for note in std::mem::take(&mut self.waiting) {
                    self.note_mark(note);
                }
            }
            _ => self.inlines(content),
        }
    }

    fn page_mark(&mut self, label: &str) {
        let id = format!("page-{}", self.pages.len() + 1);
        let mark = tag("span")
            .with("id", &id)
            .with("epub:type", "pagebreak")
            .with("role", "doc-pagebreak")
            .with("aria-label", label);
        self.markup.open(mark);
        self.markup.close();
        let address = format!("{}#{id}", self.file);
        self.pages.push(PageStart { label: label.to_owned(), address });
    }

    pub(super) fn origin(&mut self, origin: Origin) {
        if origin.0.is_some() {
            self.markup.origin = origin.0;
        }
    }

    pub(super) fn newline(&mut self) {
        self.markup.words("\n");
    }
}

/// Whether there is anything to be read out of a heading.
fn has_words(heading: &Heading) -> bool {
    !plain(&heading.content).is_empty()
}

/// A section named by its heading: by reference, or in words where marks in the heading
/// would be read out with it.
pub(super) fn labelled(section: Tag, heading_id: &str, heading: &[Inline]) -> Tag {
    let label = plain(heading);
    let holds_marks = leaves(heading)
        .any(|leaf| matches!(leaf, InlineLeaf::Note(_) | InlineLeaf::PageMark(_)));
    match holds_marks {
        _ if label.is_empty() => section,
        true => section.with("aria-label", &label),
        false => section.with("aria-labelledby", heading_id),
    }
}

fn with_id(tag: Tag, id: &str) -> Tag {
    if id.is_empty() { tag } else { tag.with("id", id) }
}
