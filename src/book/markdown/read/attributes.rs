//! Takes the attributes of pandoc's Markdown from the text. Those of headings and of words in
//! brackets become HTML, which has the same attributes; those of images are kept apart.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{EventAt, ReaderFindings};
use crate::book::codes;
use crate::book::markdown::attributes::{Attributes, UNNUMBERED, parse_attributes};
use crate::diagnostic::Severity;
use crate::text::excerpt::excerpt;

/// No more events are between brackets: without a bound, each of many closing brackets
/// would look for its opening one in the whole text.
const FARTHEST_BRACKET: usize = 100;

/// What the attributes of an image say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ImageAttributes {
    /// Its identifier.
    pub(super) id: Option<String>,
    /// Its width, as it is written.
    pub(super) width: Option<String>,
}

/// The attributes of images, by the bytes at which the images end.
pub(super) type AttributesOfImages = BTreeMap<usize, ImageAttributes>;

/// Takes attributes away, and reports what means nothing here. Words in brackets become a
/// `<span>`, and the identifier of a heading an `<a>`.
pub(super) fn take_attributes<'a>(
    events: Vec<EventAt<'a>>,
    text: &'a str,
    findings: &mut ReaderFindings<'_>,
) -> (Vec<EventAt<'a>>, AttributesOfImages) {
    if !text.contains('{') {
        return (events, AttributesOfImages::new());
    }
    let mut taker = AttributeTaker {
        text,
        findings,
        taken: Vec::new(),
        images: AttributesOfImages::new(),
        end: 0,
        in_code: false,
    };
    for (event, place) in events {
        taker.take_event(event, place);
    }
    (taker.taken, taker.images)
}

/// Reads events, and keeps those that remain.
struct AttributeTaker<'a, 'f, 'p> {
    text: &'a str,
    findings: &'f mut ReaderFindings<'p>,
    taken: Vec<EventAt<'a>>,
    images: AttributesOfImages,
    /// Text before this byte belongs to attributes.
    end: usize,
    /// In a code block.
    in_code: bool,
}

impl<'a> AttributeTaker<'a, '_, '_> {
    fn take_event(&mut self, event: Event<'a>, place: Range<usize>) {
        match event {
            Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock) => {
                self.in_code = matches!(event, Event::Start(_));
                self.taken.push((event, place));
            }
            Event::Text(words)
                if !self.in_code && self.text.get(place.clone()) == Some(&*words) =>
            {
                self.take_text(place);
            }
            // A line end inside attributes.
            Event::SoftBreak if place.end <= self.end => {}
            Event::End(TagEnd::Heading(_)) => {
                self.take_from_heading();
                self.taken.push((event, place));
            }
            Event::Start(_) | Event::End(_) => {
                let is_image = event == Event::End(TagEnd::Image);
                let owns = is_image || event == Event::End(TagEnd::Link);
                let after = place.end;
                self.taken.push((event, place));
                if owns && let Some(attributes) = self.attributes_at(after) {
                    let unknown = attributes.find_unknown(|_| false);
                    if !is_image || unknown.is_some() {
                        self.report(&attributes, after);
                    }
                    self.end = after + attributes.length;
                    if is_image {
                        let own = |value: &str| value.to_owned();
                        let id = attributes.id.map(own);
                        let width = attributes.value("width").map(own);
                        self.images.insert(after, ImageAttributes { id, width });
                    }
                }
            }
            _ => self.taken.push((event, place)),
        }
    }

    /// Takes text that stands in the source as it is.
    fn take_text(&mut self, place: Range<usize>) {
        let mut start = place.start.max(self.end);
        let mut from = start;
        while let Some(at) = self.text.get(from..place.end).and_then(|s| s.find(']')) {
            let bracket = from + at;
            from = bracket + 1;
            let Some(attributes) = self.attributes_at(from) else { continue };
            if self.is_escaped(bracket) {
                continue;
            }
            self.push_text(start..bracket);
            start = bracket;
            if let Some(open) = self.take_opening_bracket() {
                if attributes.find_unknown(|_| true).is_some() {
                    self.report(&attributes, from);
                }
                self.end = from + attributes.length;
                self.replace_brackets(open, &attributes, bracket..from);
                start = self.end;
                from = start;
            }
        }
        self.push_text(start..place.end);
    }

    /// Finds the opening bracket of those that end here, takes it from its text, and returns
    /// the index of an empty text in its place.
    fn take_opening_bracket(&mut self) -> Option<usize> {
        let mut closed = 0_usize;
        for index in (0..self.taken.len()).rev().take(FARTHEST_BRACKET) {
            let (event, place) = &self.taken[index];
            let words = match event {
                Event::Text(words) if self.text.get(place.clone()) == Some(&**words) => {
                    words
                }
                Event::Start(start) if !is_inline(start.to_end()) => return None,
                _ => continue,
            };
            for (at, c) in words.char_indices().rev() {
                match c {
                    '[' | ']' if self.is_escaped(place.start + at) => {}
                    ']' => closed += 1,
                    '[' if closed > 0 => closed -= 1,
                    '[' => {
                        let text = self.text;
                        let (start, bracket) = (place.start, place.start + at);
                        let end = place.end;
                        let piece = |place: Range<usize>| {
                            (Event::Text(text[place.clone()].into()), place)
                        };
                        let pieces = [
                            piece(start..bracket),
                            piece(bracket..bracket),
                            piece(bracket + 1..end),
                        ];
                        self.taken.splice(index..=index, pieces);
                        return Some(index + 1);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    fn push_text(&mut self, place: Range<usize>) {
        if let Some(words) =
            self.text.get(place.clone()).filter(|words| !words.is_empty())
        {
            self.taken.push((Event::Text(words.into()), place));
        }
    }

    /// Puts an element in the place of brackets.
    fn replace_brackets(
        &mut self,
        open: usize,
        attributes: &Attributes<'_>,
        place: Range<usize>,
    ) {
        let start = format!("<span{}>", attributes.write_html());
        if let Some((event, _)) = self.taken.get_mut(open) {
            *event = Event::InlineHtml(start.into());
        }
        self.taken.push((Event::InlineHtml("</span>".into()), place));
    }

    /// Takes attributes from the end of a heading.
    fn take_from_heading(&mut self) {
        let Some((Event::Text(words), place)) = self.taken.last() else { return };
        let (words, place) = (words.clone(), place.clone());
        let Some(at) = words.rfind('{') else { return };
        let spaced = words[..at].ends_with(char::is_whitespace);
        let Some(attributes) = parse_attributes(&words[at..]).filter(|_| spaced) else {
            return;
        };
        if words[at + attributes.length..].trim().is_empty()
            && self.text.get(place.clone()) == Some(&*words)
        {
            // Number signs may close a heading.
            let kept = words[..at].trim_end();
            let bare = kept.trim_end_matches('#');
            let is_closed = bare.ends_with(' ');
            let kept = if is_closed { bare.trim_end().len() } else { kept.len() };
            let start = place.start;
            let is_known = |class: &str| matches!(class, UNNUMBERED | "unlisted");
            if attributes.find_unknown(is_known).is_some() {
                self.report(&attributes, start + at);
            }
            self.taken.pop();
            self.push_text(start..start + kept);
            if let Some(id) = attributes.id {
                let place = start + at..place.end;
                let start = Event::InlineHtml(format!("<a id=\"{id}\">").into());
                self.taken.push((start, place.clone()));
                self.taken.push((Event::InlineHtml("</a>".into()), place));
            }
        }
    }

    /// Whether a backslash is before a byte: a bracket of the text is no markup then.
    fn is_escaped(&self, byte: usize) -> bool {
        self.text[..byte].ends_with('\\')
    }

    /// The attributes that stand at a byte of the text.
    fn attributes_at(&self, byte: usize) -> Option<Attributes<'a>> {
        parse_attributes(self.text.get(byte..)?)
    }

    fn report(&mut self, attributes: &Attributes<'_>, start: usize) {
        let place = start..start + attributes.length;
        let written = excerpt(&self.text[place.clone()]);
        let message = format!("not all of the attributes {written} mean something here");
        self.findings.add(codes::ATTRIBUTES, Severity::Warning, &place, message);
    }
}

/// Whether the end of an element is inside a line.
pub(super) fn is_inline(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}
