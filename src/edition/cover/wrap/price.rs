//! How the five-digit add-on of a barcode says a price.

use crate::press::price::Price;

/// The digit before the price, by currency, and the highest price in hundredths that can
/// be said with it. From the highest on, trade in dollars says the highest: "so much and
/// more" (Book Industry Study Group, after Lightning Source's and barcode-us.com's tables
/// of EAN-5 currencies). Pounds have two digits, so that the price runs on to 199.99.
const CURRENCIES: [(&str, u32, u32); 5] = [
    ("USD", 5, 9_999),
    ("CAD", 6, 9_999),
    ("NZD", 4, 9_999),
    ("AUD", 3, 9_999),
    ("GBP", 0, 19_999),
];

/// Says that there is no price (the same table).
pub(super) const UNPRICED: [u8; 5] = [9, 0, 0, 0, 0];

/// What an add-on says of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddOnPrice {
    /// The price itself.
    Exactly([u8; 5]),
    /// So much and more.
    AtLeast([u8; 5]),
    /// Nothing: no digit stands for the currency.
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
