//! Reads a document from Markdown.

mod abbreviations;
mod attributes;
mod blocks;
mod dialects;
mod divisions;
mod event_text;
mod figures;
mod heading_names;
mod html;
mod html_blocks;
mod html_tables;
mod inline_tags;
mod inlines;
mod lists;
mod notes;
mod rewriting;
mod tables;
mod unread_labels;

use std::ops::Range;

use pulldown_cmark::{BrokenLink, Event, Options, Parser};

use crate::book::block::ListNumbering;
use crate::book::normal::{is_dropped, normalise};
use crate::book::{Document, codes};
use crate::diagnostic::{Code, Diagnostic, Severity, Warned};
use crate::text::letters::is_noncharacter;
use crate::text::span::{FileId, Span};
use abbreviations::Abbreviations;
use heading_names::HeadingNames;
use rewriting::{RewrittenText, rewrite_text};

pub(super) use lists::is_known_to_parser;

/// An event of the parser, with its bytes in the text.
type EventAt<'a> = (Event<'a>, Range<usize>);

/// The extensions of the dialect that the parser knows.
const PARSER_OPTIONS: Options = Options::ENABLE_FOOTNOTES
    .union(Options::ENABLE_TABLES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_SUBSCRIPT)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_GFM);

/// Reads a whole document.
pub(super) fn read_document(text: &str, file: FileId) -> Warned<Document> {
    let places = LineIndex::new(text, file);
    let mut findings =
        ReaderFindings { places: &places, list: Vec::new(), reported_too_deep: false };
    let mut document = Document::default();
    let mut body = 0;
    if let Some((block, after)) = super::metadata::split_metadata(text) {
        let metadata = super::metadata::read_metadata(text, block, &places);
        document.metadata = metadata.collect(&mut findings.list);
        body = after;
    } else if let Some((metadata, after)) =
        super::title_block::read_title_block(text, &places)
    {
        document.metadata = metadata.collect(&mut findings.list);
        body = after;
    }
    let abbreviations = Abbreviations::find(text, body);
    let rewritten = rewrite_text(text, body, &abbreviations);
    let text = &*rewritten.text;
    let places = places.of_rewritten(&rewritten);
    let list = findings.list;
    let mut findings = ReaderFindings { places: &places, list, reported_too_deep: false };
    let headings = HeadingNames::find(&text[body..]);
    let events: Vec<EventAt<'_>> = parse_events(&text[body..], &headings)
        .into_iter()
        .map(|(event, place)| (event, place.start + body..place.end + body))
        .collect();
    let (events, images) = attributes::take_attributes(events, text, &mut findings);
    let events = abbreviations.mark_uses(events, text);
    report_controls(text, &events, &mut findings);
    dialects::report_foreign_markup(text, &events, &mut findings);
    let mut notes = notes::NoteDefinitions::find(text, &events, &mut findings);
    notes.images = images;
    notes.headings = headings;
    document.blocks = notes.read(&mut findings);
    let mut diagnostics = findings.list;
    diagnostics.sort_by_key(|one| one.span.map_or(0, |span| span.start));
    Warned { value: normalise(document), diagnostics }
}

/// Reports how many control characters and noncharacters are removed, both typed ones and
/// character references.
fn report_controls(
    text: &str,
    events: &[EventAt<'_>],
    findings: &mut ReaderFindings<'_>,
) {
    // One at the very beginning is a byte order mark.
    let typed = text.char_indices().filter(|&(at, c)| at > 0 && is_dropped(c));
    let referenced = events.iter().filter_map(|(event, place)| match event {
        Event::Text(words) if text[place.clone()].starts_with('&') => {
            Some((place.start, words.chars().find(|&c| is_dropped(c))?))
        }
        _ => None,
    });
    let mut dropped = typed.chain(referenced);
    let Some((first, c)) = dropped.next() else { return };
    let more = match dropped.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = if is_noncharacter(c) { "a noncharacter" } else { "a control character" };
    let verb = if more.is_empty() { "was" } else { "were" };
    let message = format!("{what} (U+{:04X}){more} {verb} removed", u32::from(c));
    let length = text[first..].chars().next().map_or(0, char::len_utf8);
    findings.warn(codes::CONTROLS, &(first..first + length), message);
}

/// Frees the spare capacity of a finished list: a `Vec` allocates room for four elements,
/// and most of the many lists of a book have one.
fn shrunk<T>(mut list: Vec<T>) -> Vec<T> {
    list.shrink_to_fit();
    list
}

/// Parses the text into events. What it does not define may refer to a heading.
fn parse_events<'a>(text: &'a str, headings: &HeadingNames) -> Vec<EventAt<'a>> {
    let mut find_heading = |link: BrokenLink<'_>| {
        let target = headings.find_target(&link.reference)?;
        Some((target.to_owned().into(), "".into()))
    };
    let parser = Parser::new_with_broken_link_callback(
        text,
        PARSER_OPTIONS,
        Some(&mut find_heading),
    );
    tables::keep_extra_cells(parser.into_offset_iter(), text)
}

/// Converts byte ranges of the text to spans.
pub(super) struct LineIndex<'r> {
    file: FileId,
    /// The text that the byte ranges are in, if it was rewritten.
    rewritten: Option<&'r RewrittenText<'r>>,
    /// The first byte of each line; the first line begins at 0.
    starts: Vec<usize>,
    /// Length of the text.
    end: usize,
}

impl<'r> LineIndex<'r> {
    pub(super) fn new(text: &str, file: FileId) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            file,
            rewritten: None,
            starts: std::iter::once(0).chain(ends).collect(),
            end: text.len(),
        }
    }

    /// The index of the same text for byte ranges of what it was rewritten as.
    fn of_rewritten(&self, rewritten: &'r RewrittenText<'r>) -> Self {
        let starts = self.starts.clone();
        Self { file: self.file, rewritten: Some(rewritten), starts, end: self.end }
    }

    /// The span of a byte range.
    pub(super) fn span(&self, bytes: &Range<usize>) -> Span {
        let origin = |byte| self.rewritten.map_or(byte, |text| text.origin_of(byte));
        let start = origin(bytes.start).min(self.end);
        let end = origin(bytes.end).clamp(start, self.end);
        let line = self.starts.partition_point(|&first| first <= start);
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            file: self.file,
            line: narrow(line),
            start: narrow(start),
            end: narrow(end),
        }
    }

    /// How the list is numbered whose first label is at a byte, if it was rewritten.
    fn numbering_at(&self, byte: usize) -> Option<ListNumbering> {
        self.rewritten?.numbering_at(byte)
    }

    /// Whether a byte is in the source, and was not written for what is.
    fn is_typed(&self, byte: usize) -> bool {
        self.rewritten.is_none_or(|text| text.is_copy_at(byte))
    }

    /// The span from a byte to the end of its line.
    pub(super) fn line_at(&self, byte: usize) -> Span {
        let line = self.starts.partition_point(|&start| start <= byte);
        let end = self.starts.get(line).map_or(self.end, |next| next - 1);
        self.span(&(byte..end.max(byte)))
    }
}

/// The findings of reading.
struct ReaderFindings<'a> {
    places: &'a LineIndex<'a>,
    list: Vec<Diagnostic>,
    /// Too deep nesting has been reported.
    reported_too_deep: bool,
}

impl ReaderFindings<'_> {
    fn warn(&mut self, code: Code, place: &Range<usize>, message: impl Into<String>) {
        self.add(code, Severity::Warning, place, message);
    }

    /// Adds a warning with a hint.
    fn warn_with_hint(
        &mut self,
        code: Code,
        place: &Range<usize>,
        message: impl Into<String>,
        remedy: &str,
    ) {
        let span = self.places.span(place);
        let found = Diagnostic::new(code, Severity::Warning, message);
        self.list.push(found.at(span).hint(remedy));
    }

    fn add(
        &mut self,
        code: Code,
        severity: Severity,
        place: &Range<usize>,
        message: impl Into<String>,
    ) {
        let span = self.places.span(place);
        self.list.push(Diagnostic::new(code, severity, message).at(span));
    }

    /// Reports, once per document, that something is nested too deeply.
    fn warn_too_deep(&mut self, place: &Range<usize>) {
        if !std::mem::replace(&mut self.reported_too_deep, true) {
            let message = "nested too deeply for a book; the innermost levels were removed, their text stays";
            self.warn(codes::TOO_DEEP, place, message);
        }
    }
}
