//! The entries of a ledger, drawn up from left to right.

use std::iter::Peekable;
use std::slice;

use super::said::{Behind, Parted, Place, Said, line_at, place, size};
use crate::recover::model::{Entry, Fate, Removal, RemovalKind, Zone, Zoned};
use crate::source::Text;
use crate::text::span::Span;

/// A ledger in the making.
pub(super) struct Drawing<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    said: Said<'a>,
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
        said: Said<'a>,
    ) -> Self {
        Self {
            text,
            zoned,
            said,
            marks: marks.iter().peekable(),
            entries: Vec::new(),
            white: Fate::Folded,
            wants_space: None,
        }
    }

    /// All entries.
    ///
    /// # Errors
    ///
    /// Where the document says something else than the source, or in another order.
    pub(super) fn all(mut self, removals: &[Removal]) -> Result<Vec<Entry>, Parted> {
        let mut at = 0;
        let mut removals = removals.iter().peekable();
        let end = size(self.text.text.len());
        // The line that is read, and the place of what is kept of it.
        let mut line = 0;
        while at < end {
            self.empty_marks(at);
            if let Some(removal) = removals.next_if(|removal| removal.span.start <= at) {
                let next = removal.span.end.max(at);
                let fate = self.removed(removal);
                self.push(at, next, fate);
                at = next;
                continue;
            }
            let lines = &self.text.lines;
            while lines.get(line + 1).is_some_and(|next| next.span.start <= at) {
                line += 1;
            }
            let place =
                self.zoned.zones.get(line).map_or(Place::Body, |&zone| place(zone));
            let rest = self.text.text.get(at as usize..).unwrap_or_default();
            let Some(c) = rest.chars().next() else { break };
            let next = at + size(c.len_utf8());
            if c.is_whitespace() {
                let more = rest[c.len_utf8()..].starts_with(|c: char| !c.is_whitespace());
                let mut ahead = removals.clone();
                let removal = ahead.find(|removal| removal.span.end > next);
                let removed = removal.is_some_and(|removal| removal.span.start <= next);
                self.white(at, c, next, (more && !removed).then(|| fate(place)));
                at = next;
                continue;
            }
            let parted = Parted { line: size(line) + 1 };
            let behind = self.said.take(place, c).ok_or(parted)?;
            self.kept(at, next, place, behind);
            let line_end = lines.get(line).map_or(end, |line| line.span.end);
            let removal = removals.peek().map_or(end, |removal| removal.span.start);
            let mark = self.marks.peek().map_or(end, |(span, _)| span.start);
            let stretch = next as usize..line_end.min(removal).min(mark) as usize;
            at =
                next + self.alike(place, self.text.text.get(stretch).unwrap_or_default());
        }
        while let Some((span, note)) = self.marks.next() {
            self.push(span.start, span.end, Fate::Mark(*note));
        }
        let parted = Parted { line: size(self.text.lines.len()) };
        if self.said.is_all() { Ok(self.entries) } else { Err(parted) }
    }

    /// What is kept behind a kept character, in bytes, as far as it goes on like the
    /// document: it shares the fate of that character.
    fn alike(&mut self, place: Place, characters: &str) -> u32 {
        let alike = size(self.said.take_alike(place, characters));
        if alike > 0
            && let Some(last) = self.entries.last_mut()
        {
            last.span.end += alike;
            self.wants_space = None;
        }
        alike
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
    fn kept(&mut self, at: u32, next: u32, place: Place, behind: Behind) {
        if let Some(place) = self.wants_space.take() {
            self.spaced(place);
        }
        self.push(at, next, fate(place));
        (self.white, self.wants_space) = match behind {
            Behind::Character => (Fate::Joined, None),
            Behind::Space => (Fate::Folded, Some(next)),
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
