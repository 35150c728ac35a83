//! Prices, and how the five-digit add-on says them.

use std::fmt;
use std::str::FromStr;

/// A price: so many hundredths of a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The currency, by its code of three letters (ISO 4217).
    pub currency: String,
    /// Cents, pence, céntimos.
    pub hundredths: u32,
}

/// A string that is no price.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a price (write amount and currency, such as 19.95 USD)")]
pub struct NotAPrice(pub String);

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
pub(super) enum Said {
    /// The price itself.
    Exactly([u8; 5]),
    /// So much and more.
    AtLeast([u8; 5]),
    /// Nothing: no digit stands for the currency.
    NoCurrency,
}

impl Price {
    /// The digits of the add-on.
    pub(super) fn add_on(&self) -> Said {
        let currency = CURRENCIES.iter().find(|(code, ..)| *code == self.currency);
        let Some(&(_, digit, most)) = currency else { return Said::NoCurrency };
        let digits = |hundredths: u32| {
            let number = digit * 10_000 + hundredths;
            [10_000, 1_000, 100, 10, 1].map(|place| (number / place % 10) as u8)
        };
        if self.hundredths <= most {
            Said::Exactly(digits(self.hundredths))
        } else {
            Said::AtLeast(digits(most))
        }
    }
}

impl FromStr for Price {
    type Err = NotAPrice;

    /// Reads `19.95 USD`, `USD 19.95`, `18 EUR` or `18,50 EUR`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || NotAPrice(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let [one, other] = *words.as_slice() else { return Err(wrong()) };
        let is_code =
            |word: &str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_uppercase());
        let (amount, currency) = match (is_code(one), is_code(other)) {
            (true, false) => (other, one),
            (false, true) => (one, other),
            _ => return Err(wrong()),
        };
        let digits =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let (whole, hundredths) = amount.split_once(['.', ',']).unwrap_or((amount, "00"));
        if !digits(whole) || !digits(hundredths) || hundredths.len() != 2 {
            return Err(wrong());
        }
        let hundredths: u32 =
            format!("{whole}{hundredths}").parse().map_err(|_| wrong())?;
        Ok(Self { currency: currency.to_owned(), hundredths })
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.hundredths / 100, self.hundredths % 100);
        write!(f, "{whole}.{rest:02} {}", self.currency)
    }
}
