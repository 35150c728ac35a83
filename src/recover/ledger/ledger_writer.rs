//! Writes the entries of a ledger, from left to right.

use std::iter::Peekable;
use std::slice;

use super::unread_document::{
    DocumentPlace, LedgerMismatch, NextCharacter, PartedBody, UnreadDocument, as_u32,
    line_at, place_of_zone,
};
use crate::recover::model::{
    Correction, Fate, LedgerEntry, Removal, RemovalKind, Zone, Zoned, find_replacement,
};
use crate::source::Text;
use crate::text::span::Span;

/// A ledger that is being written.
pub(super) struct LedgerWriter<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    said: UnreadDocument<'a>,
    parted: &'a PartedBody<'a>,
    /// The remaining marks.
    marks: Peekable<slice::Iter<'a, (Span, usize)>>,
    corrections: &'a [Correction],
    entries: Vec<LedgerEntry>,
    /// The fate of white space up to the next kept character.
    white: Fate,
    /// Where the document has a space, unless the source has one there.
    wants_space: Option<u32>,
}

impl<'a> LedgerWriter<'a> {
    /// Starts without entries.
    pub(super) fn new(
        text: &'a Text,
        zoned: &'a Zoned,
        marks: &'a [(Span, usize)],
        corrections: &'a [Correction],
        said: UnreadDocument<'a>,
        parted: &'a PartedBody<'a>,
    ) -> Self {
        Self {
            text,
            zoned,
            said,
            parted,
            marks: marks.iter().peekable(),
            corrections,
            entries: Vec::new(),
            white: Fate::Folded,
            wants_space: None,
        }
    }

    /// Writes all entries.
    ///
    /// # Errors
    ///
    /// If the document has other text than the source, or in another order.
    pub(super) fn write_entries(
        mut self,
        removals: &[Removal],
    ) -> Result<Vec<LedgerEntry>, LedgerMismatch> {
        let mut at = 0;
        let mut removals = removals.iter().peekable();
        let end = as_u32(self.text.text.len());
        // The current line, and where the document has its characters.
        let mut line = 0;
        while at < end {
            self.push_empty_marks(at);
            if let Some(removal) = removals.next_if(|removal| removal.span.start <= at) {
                let next = removal.span.end.max(at);
                match removal.kind {
                    RemovalKind::CharacterReference => {
                        self.push_replaced(at, next, Fate::Decoded)?;
                    }
                    RemovalKind::Correction => {
                        self.push_replaced(at, next, Fate::Corrected)?;
                    }
                    _ => {
                        let fate = self.fate_of_removal(removal);
                        self.push(at, next, fate);
                    }
                }
                at = next;
                continue;
            }
            let lines = &self.text.lines;
            while lines.get(line + 1).is_some_and(|next| next.span.start <= at) {
                line += 1;
            }
            let place = self
                .zoned
                .zones
                .get(line)
                .map_or(DocumentPlace::Body, |&zone| place_of_zone(zone));
            let rest = self.text.text.get(at as usize..).unwrap_or_default();
            let Some(c) = rest.chars().next() else { break };
            let next = at + as_u32(c.len_utf8());
            if c.is_whitespace() {
                let more = rest[c.len_utf8()..].starts_with(|c: char| !c.is_whitespace());
                let mut ahead = removals.clone();
                let removal = ahead.find(|removal| removal.span.end > next);
                let removed = removal.is_some_and(|removal| removal.span.start <= next);
                self.push_white_space(
                    at,
                    c,
                    next,
                    (more && !removed).then(|| self.fate_of_place(at, place)),
                );
                at = next;
                continue;
            }
            let parted = LedgerMismatch { line: as_u32(line) + 1 };
            let next_in_document = self.said.take_character(place, c).ok_or(parted)?;
            self.push_kept(at, next, place, next_in_document);
            let line_end = lines.get(line).map_or(end, |line| line.span.end);
            let removal = removals.peek().map_or(end, |removal| removal.span.start);
            let mark = self.marks.peek().map_or(end, |(span, _)| span.start);
            let stretch = next as usize..line_end.min(removal).min(mark) as usize;
            at = next
                + self
                    .extend_last(place, self.text.text.get(stretch).unwrap_or_default());
        }
        while let Some((span, note)) = self.marks.next() {
            self.push(span.start, span.end, Fate::Mark(*note));
        }
        let parted = LedgerMismatch { line: as_u32(self.text.lines.len()) };
        if self.said.is_read() { Ok(self.entries) } else { Err(parted) }
    }

    /// Writes a stretch for which the document has other characters. `fate` is its fate in a
    /// note, or in the text.
    fn push_replaced(
        &mut self,
        at: u32,
        next: u32,
        fate: impl Fn(Option<usize>) -> Fate,
    ) -> Result<(), LedgerMismatch> {
        let span = Span { file: self.text.file, line: 0, start: at, end: next };
        let words = find_replacement(self.text.slice(span), span, self.corrections);
        let line = line_at(self.text, at);
        let zone = self.zoned.zones.get(line);
        let place = zone.map_or(DocumentPlace::Body, |&zone| place_of_zone(zone));
        let parted = LedgerMismatch { line: as_u32(line) + 1 };
        let mut last = None;
        for c in words.iter().flat_map(|words| words.chars()) {
            if c.is_whitespace() {
                continue;
            }
            last = Some(self.said.take_character(place, c).ok_or(parted)?);
        }
        let Some(next_in_document) = last else {
            self.push(at, next, Fate::Folded);
            self.wants_space = None;
            return Ok(());
        };
        let note = match place {
            DocumentPlace::Note(note) => Some(note),
            DocumentPlace::Head
            | DocumentPlace::Body
            | DocumentPlace::Apart
            | DocumentPlace::Margin => None,
        };
        self.push_in_document(at, next, fate(note), next_in_document);
        Ok(())
    }

    /// Extends the last entry by the characters that continue like the document; gives
    /// their length in bytes.
    fn extend_last(&mut self, place: DocumentPlace, characters: &str) -> u32 {
        let alike = as_u32(self.said.take_alike(place, characters));
        if alike > 0
            && let Some(last) = self.entries.last_mut()
        {
            last.span.end += alike;
            self.wants_space = None;
        }
        alike
    }

    /// Writes the notes that are placed here without a mark.
    fn push_empty_marks(&mut self, at: u32) {
        while let Some((span, note)) =
            self.marks.next_if(|(span, _)| span.start == span.end && span.start <= at)
        {
            self.push(span.start, span.end, Fate::Mark(*note));
        }
    }

    /// The fate of a stretch that is not in the document.
    fn fate_of_removal(&mut self, removal: &Removal) -> Fate {
        match removal.kind {
            RemovalKind::NoteMark => self
                .marks
                .next_if(|(span, _)| *span == removal.span)
                .map_or(Fate::Removed(removal.kind), |(_, note)| Fate::Mark(*note)),
            RemovalKind::NoteLabel => fate_of_label(self.zoned, self.text, removal),
            kind => Fate::Removed(kind),
        }
    }

    /// Writes a character that the document has.
    fn push_kept(
        &mut self,
        at: u32,
        next: u32,
        place: DocumentPlace,
        next_in_document: NextCharacter,
    ) {
        let fate = self.fate_of_place(at, place);
        self.push_in_document(at, next, fate, next_in_document);
    }

    /// Writes a stretch that the document has, and after it what the document has next.
    fn push_in_document(
        &mut self,
        at: u32,
        next: u32,
        fate: Fate,
        next_in_document: NextCharacter,
    ) {
        if let Some(place) = self.wants_space.take() {
            self.insert_space(place);
        }
        self.push(at, next, fate);
        (self.white, self.wants_space) = match next_in_document {
            NextCharacter::Glued => (Fate::Joined, None),
            NextCharacter::Space => (Fate::Folded, Some(next)),
        };
    }

    /// Writes a white space character; `follows` is the fate of what directly follows. A
    /// single space between two words of one fate has the same fate.
    fn push_white_space(&mut self, at: u32, c: char, next: u32, follows: Option<Fate>) {
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

    /// The fate of a character by its place in the document.
    fn fate_of_place(&self, at: u32, place: DocumentPlace) -> Fate {
        match place {
            DocumentPlace::Head => Fate::Moved,
            DocumentPlace::Body => Fate::Kept,
            DocumentPlace::Apart | DocumentPlace::Margin => match self.parted.after(at) {
                after if after > at => Fate::MovedAfter(after),
                _ => Fate::Kept,
            },
            DocumentPlace::Note(note) => Fate::InNote(note),
        }
    }

    /// Inserts a space that no byte represents.
    fn insert_space(&mut self, at: u32) {
        let place = self.entries.partition_point(|entry| entry.span.end <= at);
        let line = as_u32(line_at(self.text, at)) + 1;
        let span = Span { file: self.text.file, line, start: at, end: at };
        self.entries.insert(place, LedgerEntry { span, fate: Fate::Spaced });
    }

    /// Adds a stretch, merging it with an adjacent entry of the same fate. What the document
    /// has in other characters is an entry of its own.
    fn push(&mut self, start: u32, end: u32, fate: Fate) {
        let line = self.entries.last().map_or(0, |last| last.span.line);
        let is_replaced = matches!(fate, Fate::Decoded(_) | Fate::Corrected(_));
        let merges = |last: &LedgerEntry| {
            last.fate == fate && last.span.end == start && end > start && !is_replaced
        };
        match self.entries.last_mut() {
            Some(last) if merges(last) => {
                last.span.end = end;
            }
            _ => {
                let known = line.saturating_sub(1) as usize;
                let after = self.text.lines.get(known..).unwrap_or_default();
                let passed = after.partition_point(|line| line.span.start <= start);
                let line = as_u32(known + passed).max(1);
                let span = Span { file: self.text.file, line, start, end };
                self.entries.push(LedgerEntry { span, fate });
            }
        }
    }
}

/// The fate of a label.
fn fate_of_label(zoned: &Zoned, text: &Text, removal: &Removal) -> Fate {
    match zoned.zones.get(line_at(text, removal.span.start)) {
        Some(Zone::Note { note }) => Fate::Label(*note),
        _ => Fate::Removed(removal.kind),
    }
}
