//! The ledger: what became of every byte of a source.
//!
//! It is drawn up after the fact, from the source, its zones and the removals, and then
//! held against the document word for word and in order; so it does not repeat what the
//! rules meant to do, but records what was done.

mod account;
mod drawing;

use std::iter::Peekable;
use std::str::Chars;

use super::zones::{Zone, Zoned};
use super::{Recovered, Removal, RemovalKind};
use crate::book::reading::Reading;
use crate::source::Text;
use crate::text::span::Span;
use drawing::Drawing;

pub use account::Account;

/// Every byte of a source, once, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// The entries. Each begins where the one before it ends, the first at 0, and the
    /// last ends with the source; together they are the file.
    pub entries: Vec<Entry>,
}

/// A stretch of the source with one fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The stretch. It is empty where something was put in that no byte stood for.
    pub span: Span,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a stretch of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It stands in the text, single spaces included.
    Kept,
    /// It stands in a note, by the note's place in the order of labels.
    InNote(usize),
    /// It stands at the head of the text: part of a displaced title block.
    Moved,
    /// White space that became one space, or the end of a line or block.
    Folded,
    /// White space that fell away: a word, or a line and the next, were joined over it.
    Joined,
    /// Nothing stood here, and a space does in the document.
    Spaced,
    /// The mark of a note; empty where a note was placed without one.
    Mark(usize),
    /// The label of a note.
    Label(usize),
    /// It is not part of the text.
    Removed(RemovalKind),
}

/// Where the document does not say what the ledger says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the document and the source part at line {line}")]
pub struct Parted {
    /// Line of the source, from 1.
    pub line: u32,
}

impl Ledger {
    /// How many bytes met each fate, note by note not told apart.
    #[must_use]
    pub fn bytes(&self, alike: impl Fn(Fate) -> bool) -> u64 {
        let of_fate = self.entries.iter().filter(|entry| alike(entry.fate));
        of_fate.map(|Entry { span, .. }| u64::from(span.end - span.start)).sum()
    }

    /// Draws up the ledger of a text and what was recovered of it.
    ///
    /// # Errors
    ///
    /// Where the document says something else than the source, or in another order.
    pub fn draw(
        text: &Text,
        zoned: &Zoned,
        recovered: &Recovered,
    ) -> Result<Self, Parted> {
        let reading = Reading::of(&recovered.document);
        let marks = marks(zoned, &recovered.removals);
        let drawing = Drawing::new(text, zoned, &marks);
        let mut held = hold(text, zoned, &recovered.removals, &reading);
        let entries = drawing.all(&recovered.removals, &mut held);
        held.end().map(|()| Self { entries })
    }
}

/// Where a character of the source stands in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Head,
    Body,
    Note(usize),
}

/// A character that is kept.
#[derive(Debug, Clone, Copy)]
struct Kept {
    at: u32,
    character: char,
    place: Place,
}

/// What stands behind a kept character in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// White space, or the end.
    Space,
    /// The next character.
    Character,
}

/// The characters that are kept, in the order of the source.
fn kept(text: &Text, zoned: &Zoned, removals: &[Removal]) -> impl Iterator<Item = Kept> {
    let mut removals = removals.iter().peekable();
    let lines = text.lines.iter().zip(&zoned.zones);
    let characters = lines.flat_map(|(line, zone)| {
        let place = match *zone {
            Zone::Displaced => Place::Head,
            Zone::Note { note } => Place::Note(note),
            Zone::Blank | Zone::Body | Zone::Furniture(_) => Place::Body,
        };
        text.slice(line.span).char_indices().map(move |(offset, character)| {
            let at = line.span.start + size(offset);
            Kept { at, character, place }
        })
    });
    characters.filter(move |one| {
        while removals.next_if(|removal| removal.span.end <= one.at).is_some() {}
        let removed = removals.peek().is_some_and(|removal| removal.span.start <= one.at);
        !removed && !one.character.is_whitespace()
    })
}

/// The kept characters held against the document, each with what stands behind it there.
/// Where the two part it ends, and [`Held::end`] says so.
struct Held<'a, K> {
    text: &'a Text,
    kept: K,
    /// What is still to come of the title block at the head of the document.
    head: Said<'a>,
    /// What is still to come of the body behind it.
    body: Said<'a>,
    /// What is still to come of each note.
    notes: Vec<Said<'a>>,
    parted: Option<Parted>,
}

/// What is still to come of a part of the document.
type Said<'a> = Peekable<Chars<'a>>;

/// Begins to hold the kept characters of a text against the reading of its document.
fn hold<'a>(
    text: &'a Text,
    zoned: &'a Zoned,
    removals: &'a [Removal],
    reading: &'a Reading,
) -> Held<'a, impl Iterator<Item = Kept>> {
    let kept = || kept(text, zoned, removals);
    // Few texts have a displaced title block, and only those need reading twice.
    let in_head = if zoned.zones.contains(&Zone::Displaced) {
        kept().filter(|kept| kept.place == Place::Head).count()
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
    Held {
        text,
        kept: kept(),
        head: body.chars().peekable(),
        body: body[behind_head..].chars().peekable(),
        notes: notes.into_iter().map(|note| note.chars().peekable()).collect(),
        parted: None,
    }
}

impl<K: Iterator<Item = Kept>> Held<'_, K> {
    /// Whether all was held against the document, and nothing more stands in it.
    fn end(mut self) -> Result<(), Parted> {
        let mut rest = self.notes.iter_mut().chain([&mut self.body]);
        match self.parted {
            Some(parted) => Err(parted),
            None if rest.all(|rest| rest.all(char::is_whitespace)) => Ok(()),
            None => Err(Parted { line: size(self.text.lines.len()) }),
        }
    }
}

impl<K: Iterator<Item = Kept>> Iterator for Held<'_, K> {
    type Item = (Kept, Behind);

    fn next(&mut self) -> Option<Self::Item> {
        let one = self.kept.next()?;
        let said = match one.place {
            Place::Head => Some(&mut self.head),
            Place::Body => Some(&mut self.body),
            Place::Note(note) => self.notes.get_mut(note),
        };
        let behind = said.and_then(|said| {
            while said.next_if(|c| c.is_whitespace()).is_some() {}
            said.next_if_eq(&one.character)?;
            let more = said.peek().is_some_and(|c| !c.is_whitespace());
            Some(if more { Behind::Character } else { Behind::Space })
        });
        if behind.is_none() {
            self.parted = Some(Parted { line: size(line_at(self.text, one.at)) + 1 });
        }
        Some((one, behind?))
    }
}

/// The marks that call notes: of those for one note, the one that was taken out, or the
/// place where it was set without any; in the order of the source.
fn marks(zoned: &Zoned, removals: &[Removal]) -> Vec<(Span, usize)> {
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
fn line_at(text: &Text, at: u32) -> usize {
    text.lines.partition_point(|line| line.span.start <= at).saturating_sub(1)
}

/// A length in bytes, or a number of lines.
fn size(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
