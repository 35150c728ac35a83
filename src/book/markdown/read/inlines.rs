//! Builds the inlines of a line of text from the parser's events.

use std::ops::Range;

use super::attributes::ImageAttributes;
use super::figures::WrittenImage;
use super::html::{HtmlPiece, HtmlTag, decode_references, split_html};
use super::inline_tags::{is_void, open_for_tag, parse_page_mark};
use super::{ReaderFindings, shrunk};
use crate::book::codes;
use crate::book::figure::Alternative;
use crate::book::formula::Formula;
use crate::book::inline::{
    FontVariant, IndexHeading, IndexMark, Inline, PhraseKind, into_leaves,
};
use crate::book::markdown::index_entry::parse_index_entry;
use crate::book::matter::address::{LONGEST_ADDRESS, misleads, web_address};
use crate::book::matter::contents::write_plain_text;
use crate::diagnostic::Severity;
use crate::text::addresses::decode_percent;
use crate::text::excerpt::excerpt;
use crate::text::language::Language;

/// How deeply inlines may be nested; a foreign phrase in emphasis in a link is three
/// levels. Deeper ones become plain text.
pub(super) const DEEPEST_INLINE: usize = 12;

/// How many open elements a closing tag looks past for its opening tag. No real text nests
/// as deeply; without the bound, each closing tag after two hundred thousand unclosed
/// elements would look at all of them.
const FARTHEST_BEGIN: usize = 100;

/// An inline that is open around the text.
pub(super) enum OpenInline {
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Letters of another form.
    Variant(FontVariant),
    /// Lowered letters between two tildes, if there is no space in them.
    Lowered,
    /// Words with a meaning or a style of their own.
    Phrase(PhraseKind),
    /// Words between quotation marks that the element stands for.
    Quoted,
    /// Words that are an entry of the index, too.
    Indexed,
    /// Characters set as they are typed.
    Code,
    /// A formula; it has no content.
    Formula(Formula),
    /// A foreign phrase, with the emphasis that its element also has.
    Foreign(Language, Option<fn(Vec<Inline>) -> Inline>),
    /// A link.
    Link(String),
    /// A reference to a place in the book.
    CrossReference(String),
    /// A page mark, by its label.
    PageMark(String),
    /// An image, by its address and title.
    Image(String, String),
    /// An unknown element; only its text stays.
    Words,
}

impl OpenInline {
    /// How many nested inlines it becomes at most.
    fn levels(&self) -> usize {
        if matches!(self, Self::Foreign(_, Some(_))) { 2 } else { 1 }
    }
}

/// An inline that is still open.
struct InlineFrame {
    opened: OpenInline,
    /// The depth of its content, counting the line itself.
    depth: usize,
    /// It is an image, or part of the description of one.
    in_image: bool,
    /// The element that closes it, if HTML opened it.
    element: Option<String>,
    /// The index of the frame that receives its content: its own, or an outer one if the
    /// inline itself is not kept.
    holder: usize,
    content: Vec<Inline>,
}

/// Builds a line of text.
pub(super) struct LineBuilder {
    /// The attributes of the image that is closed next.
    pub(super) image_attributes: ImageAttributes,
    /// The open frames, the outermost first, which is the line itself.
    frames: Vec<InlineFrame>,
    /// The bytes of the line so far.
    pub(super) place: Range<usize>,
}

impl LineBuilder {
    pub(super) fn new(place: Range<usize>) -> Self {
        let mut line = Self {
            image_attributes: ImageAttributes::default(),
            frames: Vec::new(),
            place,
        };
        line.begin(OpenInline::Words, None);
        line
    }

    /// How many inlines the line has so far.
    pub(super) fn len(&self) -> usize {
        self.frames.first().map_or(0, |line| line.content.len()) + self.frames.len() - 1
    }

    /// Whether the last inline of the line is a line end.
    pub(super) fn ends_with_break(&self) -> bool {
        let last = self.frames.last().and_then(|frame| frame.content.last());
        last == Some(&Inline::LineBreak)
    }

    /// Adds an inline.
    pub(super) fn push(&mut self, inline: Inline) {
        let holder = self.frames.last().map(|frame| frame.holder);
        if let Some(frame) = holder.and_then(|holder| self.frames.get_mut(holder)) {
            match (frame.content.last_mut(), inline) {
                (Some(Inline::Text(before)), Inline::Text(text)) => {
                    before.push_str(&text);
                }
                (_, inline) => frame.content.push(inline),
            }
        }
    }

    /// Adds an image. Inside the description of another, only its own description stays.
    fn push_image(&mut self, image: WrittenImage, findings: &mut ReaderFindings<'_>) {
        let place = &self.place.clone();
        if self.frames.last().is_some_and(|frame| frame.in_image) {
            let address = excerpt(&image.address);
            let message = format!(
                "the image '{address}' is inside the description of another and was left out; its description stays"
            );
            findings.warn(codes::IMAGE, place, message);
            return self.extend(image.into_words());
        }
        self.extend(image.read(place, findings));
    }

    /// Adds inlines between two signs.
    fn push_between(&mut self, sign: &str, content: Vec<Inline>) {
        self.push(Inline::Text(sign.to_owned()));
        self.extend(content);
        self.push(Inline::Text(sign.to_owned()));
    }

    fn extend(&mut self, content: Vec<Inline>) {
        for inline in content {
            self.push(inline);
        }
    }

    /// Opens an inline of Markdown.
    pub(super) fn open(&mut self, opened: OpenInline) {
        self.begin(opened, None);
    }

    fn begin(&mut self, opened: OpenInline, element: Option<String>) {
        let around = self.frames.last();
        let depth = around.map_or(0, |frame| frame.depth) + opened.levels();
        let described = around.is_some_and(|frame| frame.in_image);
        let in_image = described || matches!(opened, OpenInline::Image(..));
        let holder = around.map(|frame| frame.holder).filter(|_| match &opened {
            OpenInline::Words | OpenInline::PageMark(_) => true,
            // Its signs or marks stay in any case.
            OpenInline::Quoted | OpenInline::Indexed | OpenInline::Formula(_) => false,
            // Its description is part of the description of the image around it.
            OpenInline::Image(..) => described,
            _ => depth > DEEPEST_INLINE,
        });
        let holder = holder.unwrap_or(self.frames.len());
        if let OpenInline::PageMark(label) = &opened {
            self.push(Inline::PageMark(label.clone()));
        }
        let content = Vec::new();
        self.frames.push(InlineFrame {
            opened,
            depth,
            in_image,
            element,
            holder,
            content,
        });
    }

    /// Closes the innermost Markdown inline, and the HTML that is still open inside it.
    pub(super) fn close(
        &mut self,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        self.close_elements(place, findings);
        self.close_frame(findings);
    }

    /// The finished line.
    pub(super) fn finish(mut self, findings: &mut ReaderFindings<'_>) -> Vec<Inline> {
        let place = self.place.clone();
        while self.frames.len() > 1 {
            self.close_elements(&place, findings);
            self.close_frame(findings);
        }
        let content = self.frames.pop().map(|frame| frame.content).unwrap_or_default();
        shrunk(content)
    }

    /// Closes the HTML that is open inside the innermost Markdown inline.
    fn close_elements(
        &mut self,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        while let Some(element) = self.frames.last().and_then(|last| last.element.clone())
        {
            let message =
                format!("<{element}> is not closed; it ends with the text around it");
            findings.warn(codes::HTML_UNBALANCED, place, message);
            self.close_frame(findings);
        }
    }

    /// Closes the innermost frame; the line itself stays open.
    fn close_frame(&mut self, findings: &mut ReaderFindings<'_>) {
        if self.frames.len() < 2 {
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        let InlineFrame { opened, depth, content, .. } = frame;
        let content = shrunk(content);
        let is_deep = depth > DEEPEST_INLINE;
        match opened {
            OpenInline::Words | OpenInline::PageMark(_) => {}
            OpenInline::Formula(formula) => {
                self.push(Inline::Formula(Box::new(formula)));
            }
            OpenInline::Image(address, title) => {
                let words = write_plain_text(&content);
                // The notes and places in its description must stay.
                let is_mark =
                    |leaf: &Inline| matches!(leaf, Inline::Note(_)) || leaf.is_place();
                let marks = into_leaves(content, is_mark);
                let alternative = if words.is_empty() {
                    Alternative::Missing
                } else {
                    Alternative::Words(words)
                };
                let attributes = std::mem::take(&mut self.image_attributes);
                let image = WrittenImage { address, title, alternative, attributes };
                self.push_image(image, findings);
                self.extend(marks);
            }
            OpenInline::Link(target) if target.starts_with(INDEX) => {
                let entry = decode_percent(&target[INDEX.len()..]);
                let entry = String::from_utf8_lossy(&entry);
                if let Some(mark) = parse_index_entry(&entry) {
                    self.push(Inline::IndexMark(Box::new(mark)));
                } else {
                    let message = "an entry of the index without words";
                    findings.warn(codes::HTML, &self.place.clone(), message);
                }
                self.extend(content);
            }
            OpenInline::Lowered
                if write_plain_text(&content).contains(char::is_whitespace) =>
            {
                self.push_between("~", content);
            }
            OpenInline::Indexed => {
                let heading =
                    IndexHeading { words: write_plain_text(&content), sort: None };
                if !heading.words.is_empty() {
                    let mark = IndexMark { path: vec![heading], see: None };
                    self.push(Inline::IndexMark(Box::new(mark)));
                }
                self.extend(content);
            }
            OpenInline::Quoted => self.push_between("\"", content),
            OpenInline::Code => {
                let is_code =
                    |one: &Inline| matches!(one, Inline::Text(_) | Inline::Code(_));
                if content.iter().all(is_code) {
                    self.push(Inline::Code(write_plain_text(&content)));
                } else {
                    self.extend(content);
                }
            }
            _ if is_deep => findings.warn_too_deep(&self.place.clone()),
            OpenInline::Lowered => {
                let variant = FontVariant::Subscript;
                self.push(Inline::Variant { variant, content });
            }
            OpenInline::Phrase(kind) => self.push(Inline::Phrase { kind, content }),
            OpenInline::CrossReference(target) => {
                self.push(Inline::CrossReference { target, content });
            }
            OpenInline::Emphasis => self.push(Inline::Emphasis(content)),
            OpenInline::Strong => self.push(Inline::Strong(content)),
            OpenInline::Variant(variant) => {
                self.push(Inline::Variant { variant, content });
            }
            OpenInline::Foreign(language, emphasis) => {
                let phrase = Inline::Foreign { language, content };
                self.push(match emphasis {
                    Some(emphasis) => emphasis(vec![phrase]),
                    None => phrase,
                });
            }
            OpenInline::Link(target) => {
                if web_address(&target).is_none() {
                    let why = if target.len() > LONGEST_ADDRESS {
                        format!("its address has {} bytes", target.len())
                    } else {
                        "it is not an http, https or mailto address".to_owned()
                    };
                    let message = format!(
                        "the link to '{}' cannot be followed from a book: {why}; its text stays",
                        excerpt(&target)
                    );
                    findings.warn(codes::DEAD_LINK, &self.place.clone(), message);
                }
                let words = write_plain_text(&content);
                if misleads(&words, &target) {
                    let message = format!(
                        "the text of the link is the address '{}', but it leads to '{}'",
                        excerpt(&words),
                        excerpt(&target)
                    );
                    findings.warn(codes::LINK_MISLEADS, &self.place.clone(), message);
                }
                self.push(Inline::Link { target, content });
            }
        }
    }

    /// Adds inline HTML.
    pub(super) fn push_html(
        &mut self,
        html: &str,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        for piece in split_html(html) {
            match piece {
                HtmlPiece::Tag(tag) if tag.closes => self.close_tag(tag, place, findings),
                HtmlPiece::Tag(tag) => self.open_tag(tag, place, findings),
                HtmlPiece::Comment(comment) => report_comment(comment, place, findings),
                HtmlPiece::Text(text) => self.push(Inline::Text(decode_references(text))),
            }
        }
    }

    fn open_tag(
        &mut self,
        tag: HtmlTag<'_>,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        if tag.is("br") {
            return self.push(Inline::LineBreak);
        }
        if tag.is("img") {
            let address = tag.attribute("src").unwrap_or_default();
            let title = tag.attribute("title").unwrap_or_default();
            let alternative = match tag.attribute("alt") {
                None => Alternative::Missing,
                Some(words) if words.trim().is_empty() => Alternative::Decorative,
                Some(words) => Alternative::Words(words),
            };
            let (id, width) = (tag.attribute("id"), tag.attribute("width"));
            let attributes = ImageAttributes { id, width };
            let image = WrittenImage { address, title, alternative, attributes };
            return self.push_image(image, findings);
        }
        let is_page_mark = parse_page_mark(tag).is_some();
        let id =
            tag.attribute("id").or_else(|| tag.attribute("name").filter(|_| tag.is("a")));
        if let Some(id) = id.filter(|id| !is_page_mark && !id.trim().is_empty()) {
            self.push(Inline::Anchor(id));
        }
        let classes = tag.attribute("class").unwrap_or_default();
        let is_span = tag.is("span") && !is_page_mark;
        let mut opened = None;
        if is_span && classes.split_ascii_whitespace().any(|class| class == "index") {
            let entry = tag.attribute("data-entry");
            match entry.as_deref().map(parse_index_entry) {
                Some(Some(mark)) => self.push(Inline::IndexMark(Box::new(mark))),
                Some(None) => {}
                None => opened = Some(OpenInline::Indexed),
            }
        }
        let opened = opened.unwrap_or_else(|| open_for_tag(tag, place, findings));
        let element = Some(tag.name.to_ascii_lowercase());
        self.begin(opened, element);
        if tag.is_whole || is_void(tag.name) {
            self.close_frame(findings);
        }
    }

    fn close_tag(
        &mut self,
        tag: HtmlTag<'_>,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        let open = self.frames.iter().rev().map_while(|frame| frame.element.as_deref());
        let open = open.take(FARTHEST_BEGIN);
        let Some(depth) = open.into_iter().position(|element| tag.is(element)) else {
            let message = format!("</{}> closes nothing here", tag.name);
            findings.warn(codes::HTML_UNBALANCED, place, message);
            return;
        };
        for _ in 0..depth {
            if let Some(element) =
                self.frames.last().and_then(|last| last.element.clone())
            {
                let message = format!("<{element}> is not closed before </{}>", tag.name);
                findings.warn(codes::HTML_UNBALANCED, place, message);
            }
            self.close_frame(findings);
        }
        self.close_frame(findings);
    }
}

/// The scheme of a link that is an entry of the index.
const INDEX: &str = "index:";

/// Reports that a comment is left out. An empty one only keeps what is around it apart.
pub(super) fn report_comment(
    comment: &str,
    place: &Range<usize>,
    findings: &mut ReaderFindings<'_>,
) {
    let words = comment.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
    if words.is_some_and(|words| words.trim().is_empty()) {
        return;
    }
    // A script or a style sheet is more than a remark.
    let (what, severity) = if comment.starts_with("<!") || comment.starts_with("<?") {
        ("the comment", Severity::Note)
    } else {
        ("the script or style sheet", Severity::Warning)
    };
    let message = format!("{what} '{}' was left out", excerpt(comment));
    findings.add(codes::HTML, severity, place, message);
}
