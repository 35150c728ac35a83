//! What became of a file, in bytes of the file itself: before it was decoded, and before
//! its line ends were made alike.

use std::collections::BTreeMap;

use crate::recover::model::{Entry, Fate, Ledger};
use crate::source;

/// What became of a file, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Account {
    /// The byte order mark before the text.
    pub mark: u64,
    /// What met each fate; of notes, marks and labels all together under the number 0.
    pub fates: BTreeMap<Fate, u64>,
}

impl Account {
    /// The account of a file whose text has a ledger.
    #[must_use]
    pub fn of(ledger: &Ledger, bytes: &[u8]) -> Self {
        match source::unchanged_from(bytes) {
            Some(mark) => Self::by_stretches(ledger, mark),
            None => Self::by_characters(ledger, bytes),
        }
    }

    /// The same of a file that is its text, but for the byte order mark.
    fn by_stretches(ledger: &Ledger, mark: usize) -> Self {
        let mut account = Self { mark: wide(mark), ..Self::default() };
        for Entry { fate, span } in &ledger.entries {
            account.add(*fate, u64::from(span.end - span.start));
        }
        account
    }

    /// The same of any file.
    fn by_characters(ledger: &Ledger, bytes: &[u8]) -> Self {
        let mut account = Self::default();
        let mut entries = ledger.entries.iter();
        let mut entry = entries.next();
        let (mut at, mut sum) = (0, 0);
        let mark = source::character_widths(bytes, |length, width| {
            while let Some(passed) = entry.filter(|entry| entry.span.end as usize <= at) {
                account.add(passed.fate, std::mem::take(&mut sum));
                entry = entries.next();
            }
            sum += wide(width);
            at += length;
        });
        account.mark = wide(mark);
        if let Some(last) = entry {
            account.add(last.fate, sum);
        }
        account
    }

    /// Adds bytes that met a fate.
    fn add(&mut self, fate: Fate, bytes: u64) {
        if bytes > 0 {
            *self.fates.entry(kind(fate)).or_default() += bytes;
        }
    }

    /// All bytes: those of the file.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.mark + self.fates.values().sum::<u64>()
    }
}

/// A fate, whatever the note.
fn kind(fate: Fate) -> Fate {
    match fate {
        Fate::InNote(_) => Fate::InNote(0),
        Fate::Mark(_) => Fate::Mark(0),
        Fate::Label(_) => Fate::Label(0),
        other => other,
    }
}

fn wide(length: usize) -> u64 {
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
        let by_characters = Account::by_characters(&ledger, page.as_bytes());
        assert_eq!(source::unchanged_from(page.as_bytes()), Some(3));
        assert_eq!(Account::of(&ledger, page.as_bytes()), by_characters);
        assert_eq!(by_characters.sum(), wide(page.len()));
        assert_eq!(source::unchanged_from("uno\r\ndos".as_bytes()), None);
        assert_eq!(source::unchanged_from(b"se\xF1or"), None);
    }
}
