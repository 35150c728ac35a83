//! How the five-digit add-on of a barcode encodes a price.

use crate::press::price::Price;

/// The digit before the price, by currency, and the highest price in hundredths that can be
/// encoded. From the highest on, the trade in dollars encodes the highest as "this much or
/// more" (Book Industry Study Group, after Lightning Source's and barcode-us.com's tables
/// of EAN-5 currencies). Pounds have two digits, so the price runs to 199.99.
const CURRENCIES: [(&str, u32, u32); 5] = [
    ("USD", 5, 9_999),
    ("CAD", 6, 9_999),
    ("NZD", 4, 9_999),
    ("AUD", 3, 9_999),
    ("GBP", 0, 19_999),
];

/// What an add-on encodes of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddOnPrice {
    /// The price itself.
    Exactly([u8; 5]),
    /// At least this much.
    AtLeast([u8; 5]),
    /// Nothing: the currency has no digit.
    NoCurrency,
}

impl Price {
    /// The digits of the add-on.
    pub(super) fn add_on(&self) -> AddOnPrice {
        let currency = CURRENCIES.iter().find(|(code, ..)| *code == self.currency);
        let Some(&(_, digit, most)) = currency else { return AddOnPrice::NoCurrency };
        let digits = |hundredths: u32| {
            let number = digit * 10_000 + hundredths;
            [10_000, 1_000, 100, 10, 1].map(|place| (number / place % 10) as u8)
        };
        if self.hundredths <= most {
            AddOnPrice::Exactly(digits(self.hundredths))
        } else {
            AddOnPrice::AtLeast(digits(most))
        }
    }
}
