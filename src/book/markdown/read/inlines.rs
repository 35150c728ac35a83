//! The inlines of a line of text, as the events bring them.

use std::ops::Range;

use super::html::{HtmlPiece, HtmlTag, split_html};
use super::{ReaderFindings, shrunk};
use crate::book::codes;
use crate::book::figure::Alternative;
use crate::book::inline::{Inline, into_leaves};
use crate::book::matter::address::{LONGEST_ADDRESS, misleads, web_address};
use crate::book::matter::contents::plain;
use crate::diagnostic::Severity;
use crate::text::excerpt::excerpt;
use crate::text::language::Language;

/// How deep inlines may stand in inlines; a foreign phrase in emphasis in a link is
/// three. Deeper ones are words without a mark.
const DEEPEST_INLINE: usize = 12;

/// How many open elements the end of one looks past for its beginning. More than stand in
/// each other in any text; of two hundred thousand that nothing ends, each end of another
/// element would look at all.
const FARTHEST_BEGIN: usize = 100;

/// What is open around the words.
pub(super) enum OpenInline {
    /// Emphasis.
    Emphasis,
    /// Strong words.
    Strong,
    /// A foreign phrase; emphasised, where the element says so too.
    Foreign(Language, Option<fn(Vec<Inline>) -> Inline>),
    /// A link.
    Link(String),
    /// A page mark, by its label.
    PageMark(String),
    /// An image, by its address and title.
    Image(String, String),
    /// What only keeps its words: an unknown element.
    Words,
}

impl OpenInline {
    /// How many inlines it becomes at most, one in the other.
    fn levels(&self) -> usize {
        if matches!(self, Self::Foreign(_, Some(_))) { 2 } else { 1 }
    }
}

/// An inline that is not closed yet.
struct InlineFrame {
    opened: OpenInline,
    /// How deep what is in it stands, the line counted too.
    depth: usize,
    /// It is an image, or stands in the description of one.
    in_image: bool,
    /// The element that closes it, where it was opened by HTML.
    element: Option<String>,
    /// Place of the frame that holds what is in it: its own, or one further out, if nothing
    /// is left of it when it closes.
    holder: usize,
    content: Vec<Inline>,
}

/// An image in a line of text.
pub(super) struct LineImage {
    /// Its address, as it is written.
    pub(super) address: String,
    /// Its title, which may be empty.
    pub(super) title: String,
    /// What stands for it; in the line stand the same words.
    pub(super) alternative: Alternative,
    /// Its bytes.
    pub(super) place: Range<usize>,
}

impl LineImage {
    /// What it says in the line.
    fn words(&self) -> &str {
        match &self.alternative {
            Alternative::Words(words) => words,
            Alternative::Missing | Alternative::Decorative => "",
        }
    }

    /// Whether a line of text is this image and nothing else.
    pub(super) fn is_all_of(&self, line: &[Inline]) -> bool {
        match line {
            [] => self.words().is_empty(),
            [Inline::Text(text)] => text.trim() == self.words().trim(),
            _ => false,
        }
    }
}

/// A line of text in the making.
pub(super) struct LineBuilder {
    /// The images in it.
    pub(super) images: Vec<LineImage>,
    /// From the outermost; the first is the line itself.
    frames: Vec<InlineFrame>,
    /// Its bytes so far.
    pub(super) place: Range<usize>,
}

impl LineBuilder {
    pub(super) fn new(place: Range<usize>) -> Self {
        let mut line = Self { images: Vec::new(), frames: Vec::new(), place };
        line.begin(OpenInline::Words, None);
        line
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

    /// Adds an image: its words, in the line.
    fn push_image(&mut self, image: LineImage) {
        if !image.words().is_empty() {
            self.push(Inline::Text(image.words().to_owned()));
        }
        self.images.push(image);
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
            // What describes it describes the image around it, which is told it once.
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

    /// Closes the innermost inline of Markdown, and the HTML that is still open in it.
    pub(super) fn close(
        &mut self,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        self.close_elements(place, findings);
        self.close_frame(findings);
    }

    /// The line, whole, and the images in it.
    pub(super) fn finish(
        mut self,
        findings: &mut ReaderFindings<'_>,
    ) -> (Vec<Inline>, Vec<LineImage>) {
        let place = self.place.clone();
        while self.frames.len() > 1 {
            self.close_elements(&place, findings);
            self.close_frame(findings);
        }
        let content = self.frames.pop().map(|frame| frame.content).unwrap_or_default();
        (shrunk(content), self.images)
    }

    /// Closes the HTML that is open inside the innermost inline of Markdown.
    fn close_elements(
        &mut self,
        place: &Range<usize>,
        findings: &mut ReaderFindings<'_>,
    ) {
        while let Some(element) = self.frames.last().and_then(|last| last.element.clone())
        {
            let message =
                format!("<{element}> has no end here; it ends with the words around it");
            findings.warn(codes::HTML_UNBALANCED, place, message);
            self.close_frame(findings);
        }
    }

    /// Closes the innermost frame; the line itself stays open.
    fn close_frame(&mut self, findings: &mut ReaderFindings<'_>) {
        if self.frames.len() < 2 {
            return;
        }
        let Some(InlineFrame { opened, depth, content, .. }) = self.frames.pop() else {
            return;
        };
        let content = shrunk(content);
        let is_deep = depth > DEEPEST_INLINE;
        match opened {
            OpenInline::Words | OpenInline::PageMark(_) => {}
            OpenInline::Image(address, title) => {
                let words = plain(&content);
                // The notes and page marks in its description have to stay.
                let is_mark =
                    |leaf: &Inline| matches!(leaf, Inline::Note(_) | Inline::PageMark(_));
                let marks = into_leaves(content, is_mark);
                let alternative = if words.is_empty() {
                    Alternative::Missing
                } else {
                    Alternative::Words(words)
                };
                let place = self.place.clone();
                self.push_image(LineImage { address, title, alternative, place });
                self.extend(marks);
            }
            _ if is_deep => findings.warn_too_deep(&self.place.clone()),
            OpenInline::Emphasis => self.push(Inline::Emphasis(content)),
            OpenInline::Strong => self.push(Inline::Strong(content)),
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
                        format!("its address is of {} bytes", target.len())
                    } else {
                        "it is no http, https or mailto address".to_owned()
                    };
                    let message = format!(
                        "the link to '{}' leads nowhere from a book, as {why}; its words stay",
                        excerpt(&target)
                    );
                    findings.warn(codes::DEAD_LINK, &self.place.clone(), message);
                }
                let words = plain(&content);
                if misleads(&words, &target) {
                    let message = format!(
                        "the words of the link are the address '{}', but it leads to '{}'",
                        excerpt(&words),
                        excerpt(&target)
                    );
                    findings.warn(codes::LINK_MISLEADS, &self.place.clone(), message);
                }
                self.push(Inline::Link { target, content });
            }
        }
    }

    /// Takes in a piece of inline HTML.
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
                HtmlPiece::Text(text) => self.push(Inline::Text(text.to_owned())),
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
            let place = place.clone();
            return self.push_image(LineImage { address, title, alternative, place });
        }
        let opened = open_for_tag(tag, place, findings);
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
            let message = format!("</{}> ends nothing here", tag.name);
            findings.warn(codes::HTML_UNBALANCED, place, message);
            return;
        };
        for _ in 0..depth {
            if let Some(element) =
                self.frames.last().and_then(|last| last.element.clone())
            {
                let message = format!("<{element}> has no end before </{}>", tag.name);
                findings.warn(codes::HTML_UNBALANCED, place, message);
            }
            self.close_frame(findings);
        }
        self.close_frame(findings);
    }
}

/// What a tag opens.
fn open_for_tag(
    tag: HtmlTag<'_>,
    place: &Range<usize>,
    findings: &mut ReaderFindings<'_>,
) -> OpenInline {
    let name = tag.name.to_ascii_lowercase();
    let emphasis: Option<fn(Vec<Inline>) -> Inline> = match name.as_str() {
        "em" | "i" | "cite" => Some(Inline::Emphasis),
        "strong" | "b" => Some(Inline::Strong),
        _ => None,
    };
    if let ("a" | "span", Some(label)) = (name.as_str(), parse_page_mark(tag)) {
        return OpenInline::PageMark(label);
    }
    if let ("a", Some(target)) = (name.as_str(), tag.attribute("href")) {
        return OpenInline::Link(target);
    }
    let language = tag.attribute("lang").or_else(|| tag.attribute("xml:lang"));
    match language.map(|language| language.parse::<Language>()) {
        Some(Ok(language)) if name == "span" || emphasis.is_some() => {
            return OpenInline::Foreign(language, emphasis);
        }
        Some(Err(error)) => findings.warn(codes::HTML, place, error.to_string()),
        Some(Ok(_)) | None if emphasis.is_none() => {
            let message = format!("a book has no word for <{name}>; its text stays");
            findings.warn(codes::HTML, place, message);
        }
        Some(Ok(_)) | None => {}
    }
    match name.as_str() {
        "em" | "i" | "cite" => OpenInline::Emphasis,
        "strong" | "b" => OpenInline::Strong,
        _ => OpenInline::Words,
    }
}

/// Says that a comment is left out.
pub(super) fn report_comment(
    comment: &str,
    place: &Range<usize>,
    findings: &mut ReaderFindings<'_>,
) {
    let message = format!("the comment '{}' is no part of the book", excerpt(comment));
    findings.add(codes::HTML, Severity::Note, place, message);
}

/// The label of the page mark that a tag is (EPUB 3.3 and DPUB-ARIA know it by its role).
fn parse_page_mark(tag: HtmlTag<'_>) -> Option<String> {
    let id = tag.attribute("id");
    let from_id = id.as_deref().and_then(|id| id.strip_prefix("page-"));
    let is_mark = tag.attribute("role").is_some_and(|role| role == "doc-pagebreak")
        || tag.attribute("epub:type").is_some_and(|kind| kind == "pagebreak");
    if !is_mark && from_id.is_none() {
        return None;
    }
    let label = tag.attribute("aria-label").or_else(|| tag.attribute("title"));
    label.or_else(|| from_id.map(str::to_owned)).or(id)
}

/// Whether an element never has an end.
fn is_void(name: &str) -> bool {
    ["img", "hr", "wbr", "input"].iter().any(|void| void.eq_ignore_ascii_case(name))
}
