//! The account of a file in its own bytes: before it was decoded, and before its line
//! ends were unified.

use std::collections::BTreeMap;

use crate::recover::model::{Fate, Ledger, LedgerEntry};
use crate::source;

/// What happened to the bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Account {
    /// Bytes of the byte order mark.
    pub mark: u64,
    /// Bytes by fate; notes, marks and labels all count under the number 0.
    pub fates: BTreeMap<Fate, u64>,
}

impl Account {
    /// Makes the account of a file from the ledger of its text.
    #[must_use]
    pub fn of(ledger: &Ledger, bytes: &[u8]) -> Self {
        match source::unchanged_from(bytes) {
            Some(mark) => Self::from_entries(ledger, mark),
            None => Self::from_characters(ledger, bytes),
        }
    }

    /// The account of a file whose bytes are its text, except for the byte order mark.
    fn from_entries(ledger: &Ledger, mark: usize) -> Self {
        let mut account = Self { mark: as_u64(mark), ..Self::default() };
        for LedgerEntry { fate, span } in &ledger.entries {
            account.add(*fate, u64::from(span.end - span.start));
        }
        account
    }

    /// The account of any file, character by character.
    fn from_characters(ledger: &Ledger, bytes: &[u8]) -> Self {
        let mut account = Self::default();
        let mut entries = ledger.entries.iter();
        let mut entry = entries.next();
        let (mut at, mut sum) = (0, 0);
        let mark = source::character_widths(bytes, |length, width| {
            while let Some(passed) = entry.filter(|entry| entry.span.end as usize <= at) {
                account.add(passed.fate, std::mem::take(&mut sum));
                entry = entries.next();
            }
            sum += as_u64(width);
            at += length;
        });
        account.mark = as_u64(mark);
        if let Some(last) = entry {
            account.add(last.fate, sum);
        }
        account
    }

    /// Adds bytes to a fate.
    fn add(&mut self, fate: Fate, bytes: u64) {
        if bytes > 0 {
            *self.fates.entry(without_note(fate)).or_default() += bytes;
        }
    }

    /// The sum of all bytes: the size of the file.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.mark + self.fates.values().sum::<u64>()
    }
}

/// A fate without the number of its note.
pub(super) fn without_note(fate: Fate) -> Fate {
    match fate {
        Fate::InNote(_) => Fate::InNote(0),
        Fate::Mark(_) => Fate::Mark(0),
        Fate::Label(_) => Fate::Label(0),
        Fate::Decoded(_) => Fate::Decoded(None),
        Fate::Corrected(_) => Fate::Corrected(None),
        Fate::MovedAfter(_) => Fate::Moved,
        other => other,
    }
}

fn as_u64(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recover::{Hints, recover};
    use crate::text::span::FileId;

    #[test]
    fn a_file_that_is_its_text_is_counted_alike_by_stretches_and_by_characters() {
        let page = "\u{FEFF}12\n\nEl molino, ¿quién lo mueve? El agua,1 que no des-\n\
                    cansa.\n\n1. Según Ibáñez.\n\u{C}13\n\nY el viento.\n";
        let text = source::read(FileId(0), "uno.txt", page.as_bytes()).unwrap().value;
        let ledger = recover(&text, &Hints::default()).value.ledger;
        let by_characters = Account::from_characters(&ledger, page.as_bytes());
        assert_eq!(source::unchanged_from(page.as_bytes()), Some(3));
        assert_eq!(Account::of(&ledger, page.as_bytes()), by_characters);
        assert_eq!(by_characters.sum(), as_u64(page.len()));
        assert_eq!(source::unchanged_from("uno\r\ndos".as_bytes()), None);
        assert_eq!(source::unchanged_from(b"se\xF1or"), None);
    }
}
