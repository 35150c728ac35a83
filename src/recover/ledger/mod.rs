//! The ledger: what became of every byte of a source.
//!
//! It is drawn up after the fact, from the source, its zones and the removals, and then
//! held against the document word for word and in order; so it does not repeat what the
//! rules meant to do, but records what was done.

mod removals;

mod said;

mod drawing;

mod account;

use crate::book::reading::ReadingText;
use crate::recover::model::{Recovered, Zoned};
use crate::source::Text;
use drawing::Drawing;
use said::{Said, marks};

pub use crate::recover::model::{Entry, Fate, Ledger};
pub use account::Account;
pub use removals::{Unbalanced, account as check_balance};
pub use said::Parted;

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
        let reading = ReadingText::of(&recovered.document);
        let marks = marks(zoned, &recovered.removals);
        let said = Said::of(text, zoned, &recovered.removals, &reading);
        let entries = Drawing::new(text, zoned, &marks, said).all(&recovered.removals)?;
        Ok(Self { entries })
    }
}

/// Checks the account of characters, and draws up the ledger of what was recovered.
///
/// # Errors
///
/// What does not balance, in words.
pub(super) fn draw_balanced(
    text: &Text,
    zoned: &Zoned,
    recovered: &mut Recovered,
) -> Result<(), String> {
    let (account, ledger) = rayon::join(
        || removals::account(text, recovered),
        || Ledger::draw(text, zoned, recovered),
    );
    let mut balance = account.map_err(|error| error.to_string());
    match ledger {
        Ok(ledger) => recovered.ledger = ledger,
        Err(error) => balance = balance.and(Err(error.to_string())),
    }
    balance
}
