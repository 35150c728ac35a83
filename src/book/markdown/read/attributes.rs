//! Takes the attributes of pandoc's Markdown from the text: a book shows the words that they
//! belong to.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{EventAt, ReaderFindings};
use crate::book::codes;
use crate::book::markdown::attributes::{Attributes, parse_attributes};
use crate::diagnostic::Severity;
use crate::text::excerpt::excerpt;
use crate::text::language::Language;

/// No more events are between brackets: without a bound, each of many closing brackets
/// would look for its opening one in the whole text.
const FARTHEST_BRACKET: usize = 100;

/// Takes attributes away, and reports them. Words in brackets with `lang` become a foreign
/// phrase; the brackets of others go with the attributes.
pub(super) fn take_attributes<'a>(
    events: Vec<EventAt<'a>>,
    text: &'a str,
    findings: &mut ReaderFindings<'_>,
) -> Vec<EventAt<'a>> {
    if !text.contains('{') {
        return events;
    }
    let mut taker =
        AttributeTaker { text, findings, taken: Vec::new(), end: 0, in_code: false };
    for (event, place) in events {
        taker.take_event(event, place);
    }
    taker.taken
}

/// Reads events, and keeps those that remain.
struct AttributeTaker<'a, 'f, 'p> {
    text: &'a str,
    findings: &'f mut ReaderFindings<'p>,
    taken: Vec<EventAt<'a>>,
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
                let owns = matches!(event, Event::End(TagEnd::Image | TagEnd::Link));
                let after = place.end;
                self.taken.push((event, place));
                if owns && let Some(attributes) = self.attributes_at(after) {
                    self.report(&attributes, after);
                    self.end = after + attributes.length;
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
                if !attributes.ask_for_small_capitals() {
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

    /// Puts an element in the place of brackets, if their attributes name a language or ask
    /// for small capitals.
    fn replace_brackets(
        &mut self,
        open: usize,
        attributes: &Attributes<'_>,
        place: Range<usize>,
    ) {
        let language =
            attributes.value("lang").and_then(|tag| tag.parse::<Language>().ok());
        let start = match language {
            Some(language) => format!("<span lang=\"{language}\">"),
            None if attributes.ask_for_small_capitals() => {
                "<span class=\"smallcaps\">".to_owned()
            }
            None => return,
        };
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
            let kept = words[..at].trim_end().len();
            let start = place.start;
            self.report(&attributes, start + at);
            self.taken.pop();
            self.push_text(start..start + kept);
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
        let severity =
            if attributes.change_look() { Severity::Warning } else { Severity::Note };
        let written = excerpt(&self.text[place.clone()]);
        let message = format!("the attributes {written} are not shown; the text stays");
        self.findings.add(codes::ATTRIBUTES, severity, &place, message);
    }
}

/// Whether the end of an element is inside a line.
fn is_inline(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image)
}
