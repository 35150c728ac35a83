//! The notes of a document and the marks that call them, as the ledger has them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::doubts::{find_lines, find_passage};
use crate::recover::Recovered;
use crate::recover::ledger::Fate;
use crate::source::Text;
use crate::text::span::Span;

/// The most places that are offered for the mark of a note: as many as a person looks through.
const MOST_PLACES: usize = 5;

/// A note as its source has it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SourceNote {
    /// The span of its label, or else of its first words.
    first: Option<Span>,
    /// The span of its label.
    label: Option<Span>,
    /// The mark that calls it; empty where it was placed without one.
    mark: Option<Span>,
}

/// A note as the page has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ListedNote {
    /// The line that it begins on.
    first: usize,
    /// The mark that calls it, if it is known.
    mark: Option<ListedMark>,
}

/// The mark of a note: its line, and its place there in UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ListedMark {
    first: usize,
    start: usize,
    end: usize,
}

impl ListedMark {
    fn find(text: &Text, mark: Span) -> Option<Self> {
        let (first, _) = find_lines(text, mark)?;
        let (start, end) = find_passage(text, first, mark)?;
        (start < end).then_some(Self { first, start, end })
    }
}

/// The notes of a document, by their indices.
pub(super) struct NoteMarks {
    notes: BTreeMap<usize, SourceNote>,
}

impl NoteMarks {
    /// Reads the notes from the ledger of a document.
    pub(super) fn read(recovered: &Recovered) -> Self {
        let mut notes: BTreeMap<usize, SourceNote> = BTreeMap::new();
        for entry in &recovered.ledger.entries {
            match entry.fate {
                Fate::Label(note) => {
                    let note = notes.entry(note).or_default();
                    note.label.get_or_insert(entry.span);
                    note.first.get_or_insert(entry.span);
                }
                Fate::InNote(note) => {
                    notes.entry(note).or_default().first.get_or_insert(entry.span);
                }
                Fate::Mark(note) => {
                    notes.entry(note).or_default().mark.get_or_insert(entry.span);
                }
                _ => {}
            }
        }
        Self { notes }
    }

    /// The notes in the order of their lines.
    pub(super) fn list_notes(&self, text: &Text) -> Vec<ListedNote> {
        let listed = |note: &SourceNote| {
            let (first, _) = find_lines(text, note.first?)?;
            let mark = note.mark.and_then(|mark| ListedMark::find(text, mark));
            Some(ListedNote { first, mark })
        };
        let mut notes: Vec<ListedNote> = self.notes.values().filter_map(listed).collect();
        notes.sort_by_key(|note| note.first);
        notes
    }

    /// The beginning of the note that a mark calls.
    pub(super) fn find_note(&self, mark: Span) -> Option<Span> {
        let is_own = |note: &&SourceNote| note.mark.is_some_and(|own| own.overlaps(mark));
        self.notes.values().find(is_own)?.first
    }

    /// The beginnings of the notes without a mark, nearest to a place first.
    pub(super) fn list_uncalled(&self, place: Span) -> Vec<Span> {
        let is_uncalled =
            |note: &&SourceNote| note.mark.is_none_or(|mark| mark.start == mark.end);
        let uncalled = self.notes.values().filter(is_uncalled);
        let mut firsts: Vec<Span> = uncalled.filter_map(|note| note.first).collect();
        firsts.sort_by_key(|first| (first.start.abs_diff(place.start), first.start));
        firsts.truncate(MOST_PLACES);
        firsts
    }

    /// Where the number of a note stands between the marks of the notes around it: what may
    /// be its mark. `label` is the label of the note.
    pub(super) fn list_places(&self, text: &Text, label: Span) -> Vec<Span> {
        let own = self.notes.iter().find(|(_, note)| note.label == Some(label));
        let Some((&own, _)) = own else { return Vec::new() };
        let number = text.text.get(label.range()).unwrap_or_default();
        let number = number.trim_matches(|c: char| !c.is_alphanumeric() && c != '*');
        if number.is_empty() {
            return Vec::new();
        }
        let has_mark = |note: &SourceNote| note.mark.filter(|mark| mark.start < mark.end);
        let before = self.notes.range(..own).rev().find_map(|(_, note)| has_mark(note));
        let after = self.notes.range(own + 1..).find_map(|(_, note)| has_mark(note));
        let from = before.map_or(0, |mark| mark.end);
        let to = after.map_or(label.start, |mark| mark.start.min(label.start));
        let (from, to) = (from as usize, (to.max(from)) as usize);
        let Some(part) = text.text.get(from..to) else { return Vec::new() };
        let is_whole = |start: usize, end: usize| {
            let is_figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            !is_figure(part[..start].chars().next_back())
                && !is_figure(part[end..].chars().next())
        };
        // The nearest to the note are the likeliest.
        let places = part.match_indices(number).map(|(at, found)| (at, at + found.len()));
        let mut spans: Vec<Span> = places
            .filter(|&(start, end)| is_whole(start, end))
            .filter_map(|(start, end)| {
                let at = |offset: usize| u32::try_from(from + offset).ok();
                let (start, end) = (at(start)?, at(end)?);
                let line = text.lines.get(text.line_of(start)?)?.span;
                Some(Span { start, end, ..line })
            })
            .collect();
        spans.reverse();
        spans.truncate(MOST_PLACES);
        spans
    }
}
