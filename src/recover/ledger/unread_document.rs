//! The text of a document that is still to be compared with its source.

use std::borrow::Cow;
use std::ops::Range;

use crate::book::reading::{ReadingStream, ReadingText};
use crate::recover::model::{Correction, Removal, RemovalKind, Zone, Zoned};
use crate::source::{RegionKind, Text};
use crate::text::span::Span;

/// The document and the source differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the document and the source differ from line {line} on")]
pub struct LedgerMismatch {
    /// Line of the source, from 1.
    pub line: u32,
}

/// Where the document has a character of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentPlace {
    Head,
    Body,
    /// In a block that stands apart from the running text.
    Apart,
    /// In a note in the margin.
    Margin,
    Note(usize),
}

/// What follows a kept character in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextCharacter {
    /// White space, or the end.
    Space,
    /// The next character.
    Glued,
}

/// Where the document has the characters of a zone.
pub(super) fn place_of_zone(zone: Zone) -> DocumentPlace {
    match zone {
        Zone::Displaced => DocumentPlace::Head,
        Zone::Caption | Zone::Region => DocumentPlace::Apart,
        Zone::Margin => DocumentPlace::Margin,
        Zone::Note { note } => DocumentPlace::Note(note),
        Zone::Blank | Zone::Body | Zone::Furniture(_) => DocumentPlace::Body,
    }
}

/// Where the characters of a part of the document end in the source, without white space.
fn kept_characters(
    text: &Text,
    zoned: &Zoned,
    removals: &[Removal],
    place: DocumentPlace,
) -> impl Iterator<Item = u32> {
    let mut removals = removals.iter().peekable();
    let lines = text.lines.iter().zip(&zoned.zones);
    let in_place = lines.filter(move |(_, zone)| place_of_zone(**zone) == place);
    let characters = in_place.flat_map(|(line, _)| {
        let characters = text.slice(line.span).char_indices();
        characters.map(move |(offset, c)| (line.span.start + as_u32(offset), c))
    });
    let kept = characters.filter(move |&(at, c)| {
        while removals.next_if(|removal| removal.span.end <= at).is_some() {}
        let removed = removals.peek().is_some_and(|removal| removal.span.start <= at);
        !removed && !c.is_whitespace()
    });
    kept.map(|(at, c)| at + as_u32(c.len_utf8()))
}

/// Where the characters of the body that a person corrected end in the source, once for each
/// character of their readings.
fn corrected_characters(text: &Text, zoned: &Zoned) -> impl Iterator<Item = u32> {
    let in_body = zoned.corrections.iter().filter(|correction| {
        let line = line_at(text, correction.span.start);
        zoned.zones.get(line) == Some(&Zone::Body)
    });
    in_body.flat_map(|Correction { span, reading }| {
        let count = reading.chars().filter(|c| !c.is_whitespace()).count();
        std::iter::repeat_n(span.end, count)
    })
}

/// The body of a document, with what stands apart from the running text (captions of
/// plates, tables, figures, margins) taken out: it is not in the order of the source.
pub(super) struct PartedBody<'a> {
    text: Cow<'a, str>,
    apart: String,
    margins: String,
    /// The first byte of each stretch of `apart` and `margins` in the source, and the byte
    /// at which the text before it in the document ends.
    after: Vec<(u32, u32)>,
}

/// A stretch of the body of a document that stands apart.
struct ApartStretch {
    /// Its bytes in the body.
    text: Range<usize>,
    /// The first byte of a block in the source, and the byte at which the blocks before it
    /// end; none for a note in the margin.
    source: Option<(u32, u32)>,
}

impl<'a> PartedBody<'a> {
    /// Parts the body of a document.
    pub(super) fn new(
        text: &Text,
        zoned: &Zoned,
        removals: &[Removal],
        body: &'a ReadingStream,
    ) -> Self {
        let whole = body.text.as_str();
        let mut parted = Self {
            text: whole.into(),
            apart: String::new(),
            margins: String::new(),
            after: Vec::new(),
        };
        let stretches = list_apart(text, zoned, body);
        if stretches.is_empty() {
            return parted;
        }
        let mut rest = String::with_capacity(whole.len());
        // How many characters of the body are before each note in the margin.
        let mut before = Vec::new();
        let mut counted = (0, 0);
        let mut at = 0;
        for ApartStretch { text: stretch, source } in stretches {
            rest.push_str(&whole[at..stretch.start]);
            at = stretch.end;
            let words = &whole[stretch];
            if let Some(place) = source {
                parted.apart.push_str(words);
                parted.after.push(place);
            } else {
                let more = rest[counted.0..].chars().filter(|c| !c.is_whitespace());
                counted = (rest.len(), counted.1 + more.count());
                before.push(counted.1);
                parted.margins.push_str(words);
                parted.margins.push(' ');
            }
        }
        rest.push_str(&whole[at..]);
        parted.text = rest.into();
        parted.after.extend(find_margin_places(text, zoned, removals, &before));
        parted.after.sort_unstable();
        parted
    }

    /// The byte of the source after which the document has the stretch with this byte.
    pub(super) fn after(&self, at: u32) -> u32 {
        let next = self.after.partition_point(|&(start, _)| start <= at);
        next.checked_sub(1).map_or(at, |stretch| self.after[stretch].1)
    }
}

/// What stands apart in the body of a document, in order.
fn list_apart(text: &Text, zoned: &Zoned, body: &ReadingStream) -> Vec<ApartStretch> {
    let mut stretches = Vec::new();
    let is_apart = |zone: &Zone| place_of_zone(*zone) == DocumentPlace::Apart;
    if zoned.zones.iter().any(is_apart) {
        let mut end = 0;
        for (place, &(offset, span)) in body.places.iter().enumerate() {
            let line = line_at(text, span.start);
            if !zoned.zones.get(line).is_some_and(is_apart) {
                end = end.max(span.end);
                continue;
            }
            let next = body.places.get(place + 1).map_or(body.text.len(), |next| next.0);
            let source = Some((span.start, end));
            stretches.push(ApartStretch { text: offset..next, source });
        }
    }
    if zoned.zones.contains(&Zone::Margin) {
        let margins = body.margins.iter();
        stretches.extend(
            margins.map(|text| ApartStretch { text: text.clone(), source: None }),
        );
        stretches.sort_by_key(|stretch| stretch.text.start);
    }
    stretches
}

/// The first byte of each note in the margin in the source, and the byte at which the
/// characters before it in the document end. `before` says how many these are.
fn find_margin_places(
    text: &Text,
    zoned: &Zoned,
    removals: &[Removal],
    before: &[usize],
) -> Vec<(u32, u32)> {
    let starts = text.regions.iter().filter(|one| one.kind == RegionKind::MarginNote);
    let mut notes = starts.map(|one| one.text.start).zip(before).peekable();
    let mut places = Vec::new();
    // The title block is the first part of the body, and the rest has the order of the source.
    let head = kept_characters(text, zoned, removals, DocumentPlace::Head);
    let body = kept_characters(text, zoned, removals, DocumentPlace::Body);
    let mut body: Vec<u32> = body.chain(corrected_characters(text, zoned)).collect();
    body.sort_unstable();
    let mut end = 0;
    for (count, character) in head.chain(body).map(Some).chain([None]).enumerate() {
        while let Some((start, _)) = notes.next_if(|(_, before)| **before <= count) {
            places.push((start, end));
        }
        end = character.unwrap_or(end);
    }
    places
}

/// The text of the document that is not compared yet.
pub(super) struct UnreadDocument<'a> {
    /// The rest of the displaced title block.
    head: &'a str,
    /// The rest of the body after it.
    body: &'a str,
    /// The rest of what stands apart.
    apart: &'a str,
    /// The rest of the notes in the margin.
    margins: &'a str,
    /// The rest of each note.
    notes: Vec<&'a str>,
}

impl<'a> UnreadDocument<'a> {
    /// Starts with the whole text of a document.
    pub(super) fn new(
        text: &Text,
        zoned: &Zoned,
        removals: &[Removal],
        reading: &'a ReadingText,
        parted: &'a PartedBody<'a>,
    ) -> Self {
        // Few texts have a displaced title block.
        let in_head = if zoned.zones.contains(&Zone::Displaced) {
            kept_characters(text, zoned, removals, DocumentPlace::Head).count()
        } else {
            0
        };
        let body = parted.text.as_ref();
        let mut letters = body.char_indices().filter(|(_, c)| !c.is_whitespace());
        let after_head = letters.nth(in_head).map_or(body.len(), |(at, _)| at);
        let mut notes = vec![""; zoned.notes.len()];
        for stream in &reading.notes {
            let at = stream.origin.0.map_or(0, |span| span.start);
            if let Some(Zone::Note { note }) = zoned.zones.get(line_at(text, at))
                && let Some(place) = notes.get_mut(*note)
            {
                *place = &stream.text;
            }
        }
        Self {
            head: body,
            body: &body[after_head..],
            apart: parted.apart.as_str(),
            margins: parted.margins.as_str(),
            notes,
        }
    }

    /// The rest of a part of the document.
    fn rest_at(&mut self, place: DocumentPlace) -> Option<&mut &'a str> {
        match place {
            DocumentPlace::Head => Some(&mut self.head),
            DocumentPlace::Body => Some(&mut self.body),
            DocumentPlace::Apart => Some(&mut self.apart),
            DocumentPlace::Margin => Some(&mut self.margins),
            DocumentPlace::Note(note) => self.notes.get_mut(note),
        }
    }

    /// Takes a kept character and gives what follows it; `None` if the document has
    /// something else.
    pub(super) fn take_character(
        &mut self,
        place: DocumentPlace,
        character: char,
    ) -> Option<NextCharacter> {
        let rest = self.rest_at(place)?;
        *rest = rest.trim_start().strip_prefix(character)?;
        let more = rest.starts_with(|c: char| !c.is_whitespace());
        Some(if more { NextCharacter::Glued } else { NextCharacter::Space })
    }

    /// Takes kept characters as long as the document has the same ones, with at most one
    /// space in between; except the last of them, whose successor matters. Gives their
    /// length in bytes.
    pub(super) fn take_alike(&mut self, place: DocumentPlace, characters: &str) -> usize {
        let Some(rest) = self.rest_at(place) else { return 0 };
        let mut last = 0;
        let mut spaced = false;
        for ((at, here), there) in characters.char_indices().zip(rest.chars()) {
            let space = here.is_whitespace();
            if here != there || space && (here != ' ' || spaced) {
                break;
            }
            spaced = space;
            if !space {
                last = at;
            }
        }
        *rest = &rest[last..];
        last
    }

    /// Whether everything was taken; the title block is part of the body.
    pub(super) fn is_read(&self) -> bool {
        let mut rest = self.notes.iter().chain([&self.body, &self.apart, &self.margins]);
        rest.all(|rest| rest.trim_start().is_empty())
    }
}

/// The marks that call notes: for each note, the mark that was removed, or the place
/// where the note was set without one; in source order.
pub(super) fn placed_marks(zoned: &Zoned, removals: &[Removal]) -> Vec<(Span, usize)> {
    let taken = |span: Span| {
        let at = removals.partition_point(|removal| removal.span.start < span.start);
        removals[at..]
            .iter()
            .take_while(|removal| removal.span.start == span.start)
            .any(|removal| removal.kind == RemovalKind::NoteMark && removal.span == span)
    };
    let mut called = vec![false; zoned.notes.len()];
    let mut marks = Vec::new();
    for mark in &zoned.marks {
        let empty = mark.span.start == mark.span.end;
        let Some(called) = called.get_mut(mark.note) else { continue };
        if !*called && (empty || taken(mark.span)) {
            *called = true;
            marks.push((mark.span, mark.note));
        }
    }
    marks.sort_by_key(|(span, _)| span.start);
    marks
}

/// The line that holds a byte, from 0.
pub(super) fn line_at(text: &Text, at: u32) -> usize {
    text.line_of(at).unwrap_or_default()
}

/// A length in bytes or a number of lines as `u32`.
pub(super) fn as_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
