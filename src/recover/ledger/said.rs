//! What a document says, in the order of its source.

use crate::book::reading::ReadingText;
use crate::recover::model::{Removal, RemovalKind, Zone, Zoned};
use crate::source::Text;
use crate::text::span::Span;

/// Where the document does not say what the ledger says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the document and the source part at line {line}")]
pub struct Parted {
    /// Line of the source, from 1.
    pub line: u32,
}

/// Where a character of the source stands in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Head,
    Body,
    Note(usize),
}

/// What stands behind a kept character in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// White space, or the end.
    Space,
    /// The next character.
    Character,
}

/// Where the characters of a line stand.
pub(super) fn place(zone: Zone) -> Place {
    match zone {
        Zone::Displaced => Place::Head,
        Zone::Note { note } => Place::Note(note),
        Zone::Blank | Zone::Body | Zone::Furniture(_) => Place::Body,
    }
}

/// How many characters of the source are kept at the head of the document.
fn kept_in_head(text: &Text, zoned: &Zoned, removals: &[Removal]) -> usize {
    let mut removals = removals.iter().peekable();
    let lines = text.lines.iter().zip(&zoned.zones);
    let in_head = lines.filter(|(_, zone)| place(**zone) == Place::Head);
    let characters = in_head.flat_map(|(line, _)| {
        let characters = text.slice(line.span).char_indices();
        characters.map(move |(offset, c)| (line.span.start + size(offset), c))
    });
    let kept = characters.filter(move |&(at, c)| {
        while removals.next_if(|removal| removal.span.end <= at).is_some() {}
        let removed = removals.peek().is_some_and(|removal| removal.span.start <= at);
        !removed && !c.is_whitespace()
    });
    kept.count()
}

/// What of the document is still to be held against the source.
pub(super) struct Said<'a> {
    /// Of the title block at the head of the document.
    head: &'a str,
    /// Of the body behind it.
    body: &'a str,
    /// Of each note.
    notes: Vec<&'a str>,
}

impl<'a> Said<'a> {
    /// All that a document says.
    pub(super) fn of(
        text: &Text,
        zoned: &Zoned,
        removals: &[Removal],
        reading: &'a ReadingText,
    ) -> Self {
        // Few texts have a displaced title block.
        let in_head = if zoned.zones.contains(&Zone::Displaced) {
            kept_in_head(text, zoned, removals)
        } else {
            0
        };
        let body = reading.body.text.as_str();
        let mut letters = body.char_indices().filter(|(_, c)| !c.is_whitespace());
        let behind_head = letters.nth(in_head).map_or(body.len(), |(at, _)| at);
        let mut notes = vec![""; zoned.notes.len()];
        for stream in &reading.notes {
            let at = stream.origin.0.map_or(0, |span| span.start);
            if let Some(Zone::Note { note }) = zoned.zones.get(line_at(text, at))
                && let Some(place) = notes.get_mut(*note)
            {
                *place = &stream.text;
            }
        }
        Self { head: body, body: &body[behind_head..], notes }
    }

    /// What is still to come of a part of the document.
    fn rest(&mut self, place: Place) -> Option<&mut &'a str> {
        match place {
            Place::Head => Some(&mut self.head),
            Place::Body => Some(&mut self.body),
            Place::Note(note) => self.notes.get_mut(note),
        }
    }

    /// Takes a kept character, and tells what stands behind it; none where something else
    /// is said.
    pub(super) fn take(&mut self, place: Place, character: char) -> Option<Behind> {
        let rest = self.rest(place)?;
        *rest = rest.trim_start().strip_prefix(character)?;
        let more = rest.starts_with(|c: char| !c.is_whitespace());
        Some(if more { Behind::Character } else { Behind::Space })
    }

    /// Takes of kept characters, of which each stands behind the one before, or one space
    /// from it, as many as the document says alike, but for the last of these: what is
    /// behind that one has to be seen. Tells how many bytes they have.
    pub(super) fn take_alike(&mut self, place: Place, characters: &str) -> usize {
        let Some(rest) = self.rest(place) else { return 0 };
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

    /// Whether nothing more is said but in the head, which is of the body.
    pub(super) fn is_all(&self) -> bool {
        let mut rest = self.notes.iter().chain([&self.body]);
        rest.all(|rest| rest.trim_start().is_empty())
    }
}

/// The marks that call notes: of those for one note, the one that was taken out, or the
/// place where it was set without any; in the order of the source.
pub(super) fn marks(zoned: &Zoned, removals: &[Removal]) -> Vec<(Span, usize)> {
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
    text.lines.partition_point(|line| line.span.start <= at).saturating_sub(1)
}

/// A length in bytes, or a number of lines.
pub(super) fn size(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
