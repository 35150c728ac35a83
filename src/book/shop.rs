//! What shops want to know of a book: its subjects, its prices, and where and since when it
//! is sold.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;

use super::metadata::Date;

/// The newest version of Thema, issued in November 2024.
pub const NEWEST_THEMA: &str = "1.6";

/// The capitals that a BISAC code begins with, and the figures that follow.
const BISAC_FORM: (usize, usize) = (3, 6);

/// The most figures in a row in the codes of Thema: none of the 9,187 of version 1.6 has
/// more. A BISAC code that lacks a figure has.
const MOST_FIGURES: usize = 2;

/// The currencies whose amounts have another number of decimals than two (ISO 4217).
const DECIMALS: [(&str, usize); 26] = [
    ("BHD", 3),
    ("BIF", 0),
    ("CLF", 4),
    ("CLP", 0),
    ("DJF", 0),
    ("GNF", 0),
    ("IQD", 3),
    ("ISK", 0),
    ("JOD", 3),
    ("JPY", 0),
    ("KMF", 0),
    ("KRW", 0),
    ("KWD", 3),
    ("LYD", 3),
    ("OMR", 3),
    ("PYG", 0),
    ("RWF", 0),
    ("TND", 3),
    ("UGX", 0),
    ("UYI", 0),
    ("UYW", 4),
    ("VND", 0),
    ("VUV", 0),
    ("XAF", 0),
    ("XOF", 0),
    ("XPF", 0),
];

/// What shops want to know of a book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShopDetails {
    /// The subjects, the most important first.
    pub subjects: Vec<SubjectCode>,
    /// The version of Thema that the codes are of; none means the newest.
    pub thema_version: Option<String>,
    /// What readers may search for.
    pub keywords: Vec<String>,
    /// The prices of the EPUB.
    pub prices: Vec<RetailPrice>,
    /// Where it may be sold.
    pub sold_in: SalesArea,
    /// The countries where it may not be sold, in alphabetical order.
    pub not_sold_in: Vec<String>,
    /// Nobody else may sell the text where it is sold.
    pub is_exclusive: bool,
    /// The day on which the edition comes out.
    pub published: Option<Date>,
    /// Who certifies the accessibility.
    pub certifier: Option<String>,
    /// Why the edition need not be accessible.
    pub exemption: Option<Exemption>,
}

impl ShopDetails {
    /// Whether it says where the book may or may not be sold.
    #[must_use]
    pub fn states_rights(&self) -> bool {
        self.sold_in != SalesArea::Unstated || !self.not_sold_in.is_empty()
    }

    /// Whether it says what no message to shops can say without the publisher's name.
    #[must_use]
    pub fn needs_publisher(&self) -> bool {
        self.states_rights() || self.published.is_some() || !self.prices.is_empty()
    }
}

/// A scheme of subjects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectScheme {
    /// The subject headings of the American book trade.
    Bisac,
    /// The subject categories of the international book trade, and their qualifiers.
    Thema,
}

/// A subject, by its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectCode {
    /// The scheme.
    pub scheme: SubjectScheme,
    /// The code in it.
    pub code: String,
}

impl SubjectCode {
    /// The figure that a qualifier of Thema begins with, which says of what kind it is.
    #[must_use]
    pub fn qualifier(&self) -> Option<char> {
        self.code.chars().next().filter(char::is_ascii_digit)
    }
}

/// A string that is the code of no subject.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' has neither the form of a BISAC code nor that of a Thema code")]
pub struct NotASubject(pub String);

impl FromStr for SubjectCode {
    type Err = NotASubject;

    /// Tells the scheme by the form of the code: BISAC `FIC019000`, Thema `FBA`, `1DSE`,
    /// `1KBB-US-NE`. Whether the scheme has the code is not known.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let scheme = if is_bisac(text) {
            SubjectScheme::Bisac
        } else if is_thema(text) {
            SubjectScheme::Thema
        } else {
            return Err(NotASubject(text.to_owned()));
        };
        Ok(Self { scheme, code: text.to_owned() })
    }
}

fn is_bisac(code: &str) -> bool {
    let (capitals, figures) = BISAC_FORM;
    code.split_at_checked(capitals).is_some_and(|(before, after)| {
        before.bytes().all(|b| b.is_ascii_uppercase())
            && after.len() == figures
            && after.bytes().all(|b| b.is_ascii_digit())
    })
}

/// National extensions follow a hyphen.
fn is_thema(code: &str) -> bool {
    let rest = code.strip_prefix(|c: char| matches!(c, 'A'..='Z' | '1'..='6'));
    let figures = code.split(|c: char| !c.is_ascii_digit()).map(str::len);
    rest.is_some_and(|rest| {
        rest.chars().all(|c| matches!(c, 'A'..='Z' | '0'..='9' | '-'))
    }) && !code.contains("--")
        && figures.max().unwrap_or_default() <= MOST_FIGURES
}

/// What a reader pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailPrice {
    /// The amount, as a decimal number with a point.
    pub amount: String,
    /// The currency, by its code of three letters (ISO 4217).
    pub currency: String,
    /// The countries where it holds, in alphabetical order; none means wherever the book is
    /// sold.
    pub countries: Vec<String>,
    /// The tax is in it.
    pub includes_tax: bool,
    /// No shop may ask for less.
    pub is_fixed: bool,
}

impl RetailPrice {
    /// Whether nothing is to be paid.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.amount.chars().all(|c| matches!(c, '0' | '.'))
    }
}

/// How many decimals the amounts of a currency have at most.
#[must_use]
pub fn count_decimals(currency: &str) -> usize {
    let other = DECIMALS.iter().find(|(code, _)| *code == currency);
    other.map_or(2, |(_, decimals)| *decimals)
}

/// Where a book may be sold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SalesArea {
    /// The publisher does not say.
    #[default]
    Unstated,
    /// Everywhere.
    World,
    /// In these countries, in alphabetical order, and nowhere else.
    Countries(Vec<String>),
}

/// Why an edition need not be accessible (European Accessibility Act).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exemption {
    /// The publisher has fewer than ten employees and at most two million euros a year.
    MicroEnterprise,
    /// It would cost the publisher too much.
    DisproportionateBurden,
    /// It would make another book of it.
    FundamentalAlteration,
}

#[cfg(test)]
mod tests {
    use super::{DECIMALS, SubjectCode, SubjectScheme, count_decimals};

    #[test]
    fn subjects_are_known_by_their_form() {
        let scheme = |code: &str| code.parse::<SubjectCode>().map(|read| read.scheme);
        assert_eq!(scheme("FIC019000"), Ok(SubjectScheme::Bisac));
        for code in ["F", "FBA", "JBFV1", "LNAC16", "1DSE", "3MPQM", "1KBB-US-NAKCMG"] {
            assert_eq!(scheme(code), Ok(SubjectScheme::Thema), "{code}");
        }
        for wrong in [
            "",
            "FIC01900",
            "FIC0190000",
            "fic019000",
            "FBa",
            "7AB",
            "0AB",
            "-FBA",
            "1KBB--US",
            "FICCIÓN",
            "Ñ",
            "FI019000",
        ] {
            assert!(scheme(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn currencies_have_their_decimals() {
        assert!(DECIMALS.is_sorted());
        assert_eq!(["JPY", "EUR", "KWD"].map(count_decimals), [0, 2, 3]);
    }
}
