//! The entries of a ledger, drawn up from left to right.

use std::iter::Peekable;
use std::slice;

use super::{Behind, Entry, Fate, Kept, Place, line_at, size};
use crate::recover::zones::{Zone, Zoned};
use crate::recover::{Removal, RemovalKind};
use crate::source::Text;
use crate::text::span::Span;

/// A ledger in the making.
pub(super) struct Drawing<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    /// The marks that are still to come.
    marks: Peekable<slice::Iter<'a, (Span, usize)>>,
    entries: Vec<Entry>,
    /// What becomes of white space until the next kept character.
    white: Fate,
    /// Where a space stands in the document, unless the source has one there.
    wants_space: Option<u32>,
}

impl<'a> Drawing<'a> {
    /// Nothing drawn up yet.
    pub(super) fn new(
        text: &'a Text,
        zoned: &'a Zoned,
        marks: &'a [(Span, usize)],
    ) -> Self {
        Self {
            text,
            zoned,
            marks: marks.iter().peekable(),
            entries: Vec::new(),
            white: Fate::Folded,
            wants_space: None,
        }
    }

    /// All entries.
    pub(super) fn all(
        mut self,
        removals: &[Removal],
        kept: impl Iterator<Item = (Kept, Behind)>,
    ) -> Vec<Entry> {
        let mut at = 0;
        let mut removals = removals.iter().peekable();
        let mut kept = kept.peekable();
        let end = size(self.text.text.len());
        while at < end {
            self.empty_marks(at);
            if let Some(removal) = removals.next_if(|removal| removal.span.start <= at) {
                let next = removal.span.end.max(at);
                let fate = self.removed(removal);
                self.push(at, next, fate);
                at = next;
                continue;
            }
            let rest = self.text.text.get(at as usize..).unwrap_or_default();
            let Some(c) = rest.chars().next() else { break };
            let next = at + size(c.len_utf8());
            if let Some((one, behind)) = kept.next_if(|(one, _)| one.at == at) {
                self.kept(one, next, behind, kept.peek().is_none());
            } else {
                let follows = kept.peek().filter(|(one, _)| one.at == next);
                self.white(at, c, next, follows.map(|(one, _)| fate(one.place)));
            }
            at = next;
        }
        while let Some((span, note)) = self.marks.next() {
            self.push(span.start, span.end, Fate::Mark(*note));
        }
        self.entries
    }

    /// Notes that are placed here without a mark.
    fn empty_marks(&mut self, at: u32) {
        while let Some((span, note)) =
            self.marks.next_if(|(span, _)| span.start == span.end && span.start <= at)
        {
            self.push(span.start, span.end, Fate::Mark(*note));
        }
    }

    /// The fate of a stretch that is not in the document.
    fn removed(&mut self, removal: &Removal) -> Fate {
        match removal.kind {
            RemovalKind::NoteMark => self
                .marks
                .next_if(|(span, _)| *span == removal.span)
                .map_or(Fate::Removed(removal.kind), |(_, note)| Fate::Mark(*note)),
            RemovalKind::NoteLabel => label(self.zoned, self.text, removal),
            kind => Fate::Removed(kind),
        }
    }

    /// A character that is kept.
    fn kept(&mut self, one: Kept, next: u32, behind: Behind, is_last: bool) {
        if let Some(place) = self.wants_space.take() {
            self.spaced(place);
        }
        self.push(one.at, next, fate(one.place));
        (self.white, self.wants_space) = match behind {
            Behind::Character => (Fate::Joined, None),
            Behind::Space => (Fate::Folded, (!is_last).then_some(next)),
        };
    }

    /// A character of white space; `follows` is the fate of what stands directly behind
    /// it. A single space between two words of one fate is kept with them.
    fn white(&mut self, at: u32, c: char, next: u32, follows: Option<Fate>) {
        let last = self.entries.last().filter(|last| last.span.end == at);
        let last = last.map(|last| last.fate);
        let single = c == ' ' && self.white == Fate::Folded && follows == last;
        let fate = match follows {
            Some(same) if single => same,
            _ => self.white,
        };
        self.push(at, next, fate);
        self.wants_space = None;
    }

    /// A space that no byte stands for.
    fn spaced(&mut self, at: u32) {
        let place = self.entries.partition_point(|entry| entry.span.end <= at);
        let line = size(line_at(self.text, at)) + 1;
        let span = Span { file: self.text.file, line, start: at, end: at };
        self.entries.insert(place, Entry { span, fate: Fate::Spaced });
    }

    /// Adds a stretch, to the entry before it where that has the same fate.
    fn push(&mut self, start: u32, end: u32, fate: Fate) {
        let line = self.entries.last().map_or(0, |last| last.span.line);
        match self.entries.last_mut() {
            Some(last) if last.fate == fate && last.span.end == start && end > start => {
                last.span.end = end;
            }
            _ => {
                let known = line.saturating_sub(1) as usize;
                let after = self.text.lines.get(known..).unwrap_or_default();
                let passed = after.partition_point(|line| line.span.start <= start);
                let line = size(known + passed).max(1);
                let span = Span { file: self.text.file, line, start, end };
                self.entries.push(Entry { span, fate });
            }
        }
    }
}

/// The fate of a character by its place.
fn fate(place: Place) -> Fate {
    match place {
        Place::Head => Fate::Moved,
        Place::Body => Fate::Kept,
        Place::Note(note) => Fate::InNote(note),
    }
}

/// The fate of a label.
fn label(zoned: &Zoned, text: &Text, removal: &Removal) -> Fate {
    match zoned.zones.get(line_at(text, removal.span.start)) {
        Some(Zone::Note { note }) => Fate::Label(*note),
        _ => Fate::Removed(removal.kind),
    }
}
