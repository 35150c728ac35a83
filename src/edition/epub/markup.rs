//! XHTML that is well formed by construction, and a record of its characters.
//!
//! Elements are closed in the order in which they were opened and every string is
//! escaped on its way in, so no text can break a file. Characters that no XHTML file may
//! hold are left out and recorded ([`Characters::forbidden`]).

use std::borrow::Cow;
use std::collections::BTreeMap;

use quick_xml::escape::{escape, partial_escape};

use super::spans::{Spans, sentences};
use crate::fonts::FontStyle;
use crate::text::language::Language;
use crate::text::letters::is_noncharacter;
use crate::text::span::Span;

/// A file in the writing.
#[derive(Debug)]
pub(super) struct Markup {
    /// What is written so far.
    text: String,
    /// The elements that are open, outermost first.
    open: Vec<&'static str>,
    /// The face in which the style sheet shows what is written now.
    pub(super) face: FontStyle,
    /// Where in the source it comes from.
    pub(super) origin: Option<Span>,
    /// The characters written so far.
    characters: Characters,
    /// The spans around its sentences, from where they are wanted.
    spans: Option<Spans>,
}

impl Markup {
    /// An empty file.
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            open: Vec::new(),
            face: FontStyle::Roman,
            origin: None,
            characters: Characters::default(),
            spans: None,
        }
    }

    /// From here on every sentence and every picture has a span of its own.
    pub(super) fn begin_spans(&mut self) {
        self.spans = Some(Spans::default());
    }

    /// Writes what stands before the outermost element of an XML file.
    pub(super) fn declaration(&mut self) {
        self.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    /// How many bytes are written so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Writes what stands before the outermost element of an XHTML file.
    pub(super) fn prologue(&mut self) {
        self.declaration();
        self.text.push_str("<!DOCTYPE html>\n");
    }

    /// Opens an element.
    pub(super) fn open(&mut self, tag: Tag) {
        let Tag { name, attributes } = tag;
        if let Some(spans) = &mut self.spans {
            spans.open(name);
        }
        self.text.push('<');
        self.text.push_str(name);
        self.text.push_str(&attributes);
        self.text.push('>');
        self.open.push(name);
    }

    /// Closes the innermost open element.
    pub(super) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.text.push_str("</");
            self.text.push_str(name);
            self.text.push('>');
        }
    }

    /// Closes the innermost open element and ends the line, as after a block.
    pub(super) fn close_line(&mut self) {
        self.close();
        self.text.push('\n');
    }

    /// Opens an element that holds blocks, and ends the line.
    pub(super) fn open_line(&mut self, tag: Tag) {
        self.open(tag);
        self.text.push('\n');
    }

    /// Writes an element that never has content (`br`, `hr`, `img`).
    pub(super) fn void(&mut self, tag: &Tag) {
        self.text.push('<');
        self.text.push_str(tag.name);
        self.text.push_str(&tag.attributes);
        self.text.push_str("/>");
    }

    /// Writes words.
    pub(super) fn words(&mut self, words: &str) {
        self.characters.record(words, self.face, self.origin);
        let words = legal(words);
        match self.spans.as_mut().filter(|_| !self.open.contains(&"pre")) {
            Some(spans) if !words.trim().is_empty() => {
                for sentence in sentences(&words) {
                    self.text.push_str(&span(spans));
                    self.text.push_str(&partial_escape(sentence));
                    self.text.push_str("</span>");
                }
            }
            _ => self.text.push_str(&partial_escape(words)),
        }
    }

    /// Writes a picture.
    pub(super) fn picture(&mut self, image: &Tag) {
        let Some(spans) = &mut self.spans else { return self.void(image) };
        let span = span(spans);
        self.text.push_str(&span);
        self.void(image);
        self.text.push_str("</span>");
    }

    /// Writes an element with nothing but words in it.
    pub(super) fn line(&mut self, tag: Tag, words: &str) {
        self.open(tag);
        self.words(words);
        self.close_line();
    }

    /// The file, with whatever is still open closed, and its characters.
    pub(super) fn finish(mut self) -> (String, Characters) {
        while !self.open.is_empty() {
            self.close_line();
        }
        (self.text, self.characters)
    }
}

/// The start of a span around a sentence.
fn span(spans: &mut Spans) -> String {
    format!("<span class=\"koboSpan\" id=\"{}\">", spans.next())
}

/// A start tag.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    /// Name of the element.
    name: &'static str,
    /// The attributes as they are written, each after a space.
    attributes: String,
}

/// A start tag without attributes.
pub(super) fn tag(name: &'static str) -> Tag {
    Tag { name, attributes: String::new() }
}

impl Tag {
    /// The same with one more attribute.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.attributes.push(' ');
        self.attributes.push_str(name);
        self.attributes.push_str("=\"");
        self.attributes.push_str(&escape(legal(value)));
        self.attributes.push('"');
        self
    }

    /// The same with a class.
    pub(super) fn class(self, class: &str) -> Self {
        self.with("class", class)
    }

    /// The same with a language, in both attributes (EPUB readers look for either), and
    /// with the direction of its script where that is not the usual one.
    pub(super) fn language(self, language: &Language) -> Self {
        let tag =
            self.with("lang", language.as_str()).with("xml:lang", language.as_str());
        if language.right_to_left() { tag.with("dir", "rtl") } else { tag }
    }

    /// The same with a language, where it is not that of what stands around.
    pub(super) fn language_unless(self, language: &Language, around: &Language) -> Self {
        if language == around {
            return self;
        }
        let turns_back = around.right_to_left() && !language.right_to_left();
        let tag = self.language(language);
        if turns_back { tag.with("dir", "ltr") } else { tag }
    }
}

/// The characters of a book, each with the place where it first stands.
#[derive(Debug, Default)]
pub(super) struct Characters {
    /// Characters that a face has to show. ASCII is not recorded: every subset has it.
    pub(super) shown: BTreeMap<FontStyle, BTreeMap<char, Option<Span>>>,
    /// Characters that were left out, and how often.
    pub(super) forbidden: BTreeMap<char, (usize, Option<Span>)>,
}

impl Characters {
    /// Records words shown in a face.
    fn record(&mut self, words: &str, face: FontStyle, origin: Option<Span>) {
        let shown = self.shown.entry(face).or_default();
        for character in words.chars() {
            if is_forbidden(character) {
                self.forbidden.entry(character).or_insert((0, origin)).0 += 1;
            } else if !character.is_ascii() {
                shown.entry(character).or_insert(origin);
            }
        }
    }

    /// Adds those of a file that stands after this one.
    pub(super) fn merge(&mut self, later: Self) {
        for (face, characters) in later.shown {
            let shown = self.shown.entry(face).or_default();
            for (character, origin) in characters {
                shown.entry(character).or_insert(origin);
            }
        }
        for (character, (count, origin)) in later.forbidden {
            self.forbidden.entry(character).or_insert((0, origin)).0 += count;
        }
    }
}

/// Whether no XHTML file may hold the character: XML 1.0 §2.2 allows no controls below
/// U+0020 but tab and line ends, and no surrogates, U+FFFE or U+FFFF; the HTML Standard
/// forbids the other controls and noncharacters too.
pub(super) fn is_forbidden(character: char) -> bool {
    (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
        || is_noncharacter(character)
}

/// The same words without the characters that no XHTML file may hold.
pub(super) fn legal(words: &str) -> Cow<'_, str> {
    if words.chars().any(is_forbidden) {
        words.chars().filter(|&character| !is_forbidden(character)).collect()
    } else {
        words.into()
    }
}
