//! The `[shop]` table: what shops want to know of the book.
//!
//! The fields of the tables below are the keys, and their doc comments are what the JSON
//! Schema and the manual say of them. A new key is a field and its use in
//! [`ShopTable::resolve`]; what it becomes has its place in `book::shop`.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::error::ProjectError;
use super::forms::{
    CountryCode, CurrencyCode, DecimalAmount, Parsed, TerritoryCode, ThemaVersion, WORLD,
    WrittenDay, WrittenSubject,
};
use super::position::Located;
use crate::book::shop::{Exemption, RetailPrice, SalesArea, ShopDetails, count_decimals};
use crate::text::config::read_list;

/// What shops want to know of the book. The EPUB has the subjects, the keywords, the day and
/// what is said of its accessibility; the format `onix` has everything.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "[shop] and the keys for shops below it"
)]
pub(super) struct ShopTable {
    /// The subjects, the most important first: codes of BISAC (`FIC019000`) and of Thema
    /// (`FBA`, with qualifiers such as `1DSE`). The form of a code shows its scheme.
    #[serde(default, deserialize_with = "read_subjects")]
    subjects: Vec<Parsed<WrittenSubject>>,
    /// The version of Thema that the codes are of; without it 1.6.
    thema_version: Option<Parsed<ThemaVersion>>,
    /// Words that readers may search for.
    #[serde(default, deserialize_with = "read_keywords")]
    keywords: Vec<String>,
    /// The prices of the EPUB, each a table: `amount` (`"9.99"`), `currency` (its ISO 4217
    /// code, `"EUR"`), `tax` (`"included"` or `"excluded"`), `countries` where it holds
    /// (without them wherever the book is sold), and `fixed = true` if the law lets no shop
    /// ask for less. An amount of `"0"` is free of charge.
    #[serde(default, deserialize_with = "read_prices")]
    prices: Vec<PriceTable>,
    /// Where the book may be sold: `["WORLD"]`, or countries by their ISO 3166-1 codes, and
    /// then nowhere else.
    territories: Option<Located<TerritoryList>>,
    /// Countries where it may not be sold.
    #[serde(default, deserialize_with = "read_countries")]
    not_in: Vec<Located<Parsed<CountryCode>>>,
    /// Whether nobody else has the right to sell the text in these territories.
    #[serde(default)]
    exclusive: bool,
    /// The day on which the edition comes out. Without `SOURCE_DATE_EPOCH` the EPUB has it as
    /// its own date.
    published: Option<Parsed<WrittenDay>>,
    /// Who certifies the accessibility of the EPUB; without it `pliego`. It is named only if
    /// the EPUB conforms.
    certified_by: Option<String>,
    /// Why the European Accessibility Act does not bind the edition. What is true of its
    /// accessibility is said all the same.
    exemption: Option<Exemption>,
}

/// Territories, written as a list.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct TerritoryList(Vec<Located<Parsed<TerritoryCode>>>);

impl<'de> Deserialize<'de> for TerritoryList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_list(deserializer, "a list: [\"WORLD\"], or countries [\"ES\", \"PT\"]")
            .map(Self)
    }
}

/// A price, and where it holds.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ amount = \"9.99\", currency = \"EUR\", tax = \"included\" }"
)]
struct PriceTable {
    /// The amount, with a decimal point.
    amount: Located<Parsed<DecimalAmount>>,
    /// The currency, by its ISO 4217 code.
    currency: Parsed<CurrencyCode>,
    /// Whether the tax is in it.
    tax: PriceTax,
    /// The countries where it holds; without them wherever the book is sold.
    #[serde(default, deserialize_with = "read_countries")]
    countries: Vec<Located<Parsed<CountryCode>>>,
    /// Whether the law lets no shop ask for less.
    #[serde(default)]
    fixed: bool,
}

/// Whether the tax is in a price.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PriceTax {
    /// It is.
    Included,
    /// It comes on top.
    Excluded,
}

fn read_subjects<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Parsed<WrittenSubject>>, D::Error> {
    read_list(deserializer, "a list of codes: [\"FIC019000\", \"FBA\"]")
}

fn read_keywords<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    read_list(deserializer, "a list of words: [\"…\", \"…\"]")
}

fn read_countries<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Located<Parsed<CountryCode>>>, D::Error> {
    read_list(deserializer, "a list of countries: [\"ES\", \"PT\"]")
}

fn read_prices<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<PriceTable>, D::Error> {
    let wanted =
        "a list: [{ amount = \"9.99\", currency = \"EUR\", tax = \"included\" }]";
    read_list(deserializer, wanted)
}

impl ShopTable {
    /// Checks the keys against each other.
    pub(super) fn resolve(self) -> Result<ShopDetails, ProjectError> {
        let sold_in = self.territories.map_or(Ok(SalesArea::default()), read_area)?;
        for country in &self.not_in {
            let is_sold = matches!(&sold_in, SalesArea::Countries(countries)
                if countries.contains(&country.value.0));
            if is_sold {
                let cause = format!("has '{}', and so has territories", country.value.0);
                return Err(country.refuse(
                    "not-in",
                    &cause,
                    "take it out of one of them",
                ));
            }
        }
        let not_sold_in = sort_codes(self.not_in);
        let sells_in = |country: &String| match &sold_in {
            SalesArea::Countries(countries) => countries.contains(country),
            SalesArea::World | SalesArea::Unstated => !not_sold_in.contains(country),
        };
        let prices = self.prices.into_iter().map(|price| price.resolve(&sells_in));
        Ok(ShopDetails {
            subjects: self.subjects.into_iter().map(|subject| subject.0).collect(),
            thema_version: self.thema_version.map(|version| version.0),
            keywords: self.keywords,
            prices: prices.collect::<Result<_, _>>()?,
            sold_in,
            not_sold_in,
            is_exclusive: self.exclusive,
            published: self.published.map(|day| day.0),
            certifier: self.certified_by,
            exemption: self.exemption,
        })
    }
}

/// The world or countries.
fn read_area(territories: Located<TerritoryList>) -> Result<SalesArea, ProjectError> {
    if territories.value.0.is_empty() {
        let remedy = "write [\"WORLD\"] or countries, or leave the key out";
        return Err(territories.refuse("territories", "has no territory", remedy));
    }
    let codes = &territories.value.0;
    let Some(world) = codes.iter().find(|code| code.value.0 == WORLD) else {
        return Ok(SalesArea::Countries(sort_codes(territories.value.0)));
    };
    if codes.len() > 1 {
        let remedy = "write [\"WORLD\"] alone, or countries without it";
        let cause = "has 'WORLD', which all countries are in";
        return Err(world.refuse("territories", cause, remedy));
    }
    Ok(SalesArea::World)
}

/// Codes in alphabetical order, each once.
fn sort_codes<F: super::forms::TextForm<Value = String>>(
    codes: Vec<Located<Parsed<F>>>,
) -> Vec<String> {
    let mut codes: Vec<String> = codes.into_iter().map(|code| code.value.0).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

impl PriceTable {
    fn resolve(
        self,
        sells_in: &impl Fn(&String) -> bool,
    ) -> Result<RetailPrice, ProjectError> {
        let currency = self.currency.0;
        let decimals =
            self.amount.value.0.split_once('.').map_or(0, |(_, end)| end.len());
        let most = count_decimals(&currency);
        if decimals > most {
            let cause = format!("cannot be '{}'", self.amount.value.0);
            let remedy = match most {
                0 => format!("{currency} has no decimals"),
                most => format!("{currency} has no more than {most} decimals"),
            };
            return Err(self.amount.refuse("amount", &cause, remedy));
        }
        let unsold =
            |country: &&Located<Parsed<CountryCode>>| !sells_in(&country.value.0);
        if let Some(country) = self.countries.iter().find(unsold) {
            let cause =
                format!("has '{}', where the book may not be sold", country.value.0);
            let remedy = "take it out, or add it to territories";
            return Err(country.refuse("countries", &cause, remedy));
        }
        Ok(RetailPrice {
            amount: self.amount.value.0,
            currency,
            countries: sort_codes(self.countries),
            includes_tax: self.tax == PriceTax::Included,
            is_fixed: self.fixed,
        })
    }
}
