//! Prices, as a publisher writes them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected};

/// A price in hundredths of a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The currency, by its code of three letters (ISO 4217).
    pub currency: String,
    /// Cents, pence, céntimos.
    pub hundredths: u32,
}

/// A string that is not a price.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a price")]
pub struct NotAPrice(pub String);

impl FromStr for Price {
    type Err = NotAPrice;

    /// Reads `19.95 USD`, `EUR 12,90`, `18 EUR`.
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
        let (whole, hundredths) = amount.split_once(['.', ',']).unwrap_or((amount, "00"));
        let figures =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !figures(whole) || !figures(hundredths) || hundredths.len() != 2 {
            return Err(wrong());
        }
        let hundredths = format!("{whole}{hundredths}").parse().map_err(|_| wrong())?;
        Ok(Self { currency: currency.to_owned(), hundredths })
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| {
            let remedy = "write a currency and an amount: 'EUR 12.90'";
            D::Error::invalid_value(Unexpected::Str(&text), &remedy)
        })
    }
}

impl JsonSchema for Price {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Price".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let amount = r"[0-9]+([.,][0-9]{2})?";
        json_schema!({
            "type": "string",
            "pattern": format!(r"^\s*([A-Z]{{3}}\s+{amount}|{amount}\s+[A-Z]{{3}})\s*$"),
            "x-form": "price, such as `\"EUR 12.90\"`",
            "examples": ["EUR 12.90"],
        })
    }
}

impl fmt::Display for Price {
    /// Writes `19.95 USD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.hundredths / 100, self.hundredths % 100);
        write!(f, "{whole}.{rest:02} {}", self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::Price;

    #[test]
    fn prices_are_read() {
        let read = |text: &str| text.parse::<Price>().map(|p| (p.currency, p.hundredths));
        assert_eq!(read("EUR 12.90"), Ok(("EUR".to_owned(), 1290)));
        assert_eq!(read("18,50 GBP"), Ok(("GBP".to_owned(), 1850)));
        assert_eq!(read("7 USD"), Ok(("USD".to_owned(), 700)));
        for wrong in [
            "",
            "12.90",
            "EUR",
            "EUR 12.9",
            "EUR -1.00",
            "EUR USD",
            "eur 1.00",
            "EUR .50",
            "EUR 99999999999",
        ] {
            assert!(wrong.parse::<Price>().is_err(), "{wrong}");
        }
    }
}
