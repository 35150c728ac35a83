//! The ledger: what happened to every byte of a source.
//!
//! It is written afterwards, from the source, its zones and the removals, and compared
//! with the document character by character and in order. So it does not repeat what the
//! steps intended, but records what they did.

mod balance;

mod unread_document;

mod ledger_writer;

mod account;

mod risks;

use ledger_writer::LedgerWriter;
use unread_document::{PartedBody, UnreadDocument, placed_marks};

use crate::book::reading::ReadingText;
use crate::recover::model::{Recovered, Zoned};
use crate::source::Text;

pub(crate) use crate::recover::model::find_replacement;
pub use crate::recover::model::{Correction, Fate, Ledger, LedgerEntry};
pub use account::Account;
pub use balance::check_balance;
pub use risks::{RiskCount, count_risks};
pub use unread_document::LedgerMismatch;

impl Ledger {
    /// How many bytes have a fate for which `alike` is true.
    #[must_use]
    pub fn count_bytes(&self, alike: impl Fn(Fate) -> bool) -> u64 {
        let of_fate = self.entries.iter().filter(|entry| alike(entry.fate));
        of_fate.map(|LedgerEntry { span, .. }| u64::from(span.end - span.start)).sum()
    }

    /// Writes the ledger of a text and its recovered document.
    ///
    /// # Errors
    ///
    /// If the document has other text than the source, or in another order.
    pub fn draw(
        text: &Text,
        zoned: &Zoned,
        recovered: &Recovered,
    ) -> Result<Self, LedgerMismatch> {
        let reading = ReadingText::of(&recovered.document);
        let marks = placed_marks(zoned, &recovered.removals);
        let parted = PartedBody::new(text, zoned, &recovered.removals, &reading.body);
        let said =
            UnreadDocument::new(text, zoned, &recovered.removals, &reading, &parted);
        let corrections = &recovered.corrections;
        let entries = LedgerWriter::new(text, zoned, &marks, corrections, said, &parted)
            .write_entries(&recovered.removals)?;
        Ok(Self { entries })
    }
}

/// Checks the balance of characters, and writes the ledger of what was recovered.
///
/// # Errors
///
/// A message that says what does not balance.
pub(super) fn draw_balanced(
    text: &Text,
    zoned: &Zoned,
    recovered: &mut Recovered,
) -> Result<(), String> {
    let (account, ledger) = rayon::join(
        || check_balance(text, recovered),
        || Ledger::draw(text, zoned, recovered),
    );
    let mut balance = account.map_err(|error| error.to_string());
    match ledger {
        Ok(ledger) => recovered.ledger = ledger,
        Err(error) => balance = balance.and(Err(error.to_string())),
    }
    balance
}
