//! Values that are parsed from a text, and values that are a text or a table.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, Unexpected, Visitor,
};

use crate::book::metadata::{Date, format_isbn};
use crate::book::relator::Relator;
use crate::book::shop::SubjectCode;
use crate::text::config::read_as_typed;
use crate::text::language::Language;
use crate::text::letters::turns_direction;

/// The longest stem of a file's name, in bytes: with `-cover.pdf` and the name of a
/// temporary file it stays below the 255 of common file systems.
const LONGEST_SLUG: usize = 120;

/// The longest amount of money, in characters: more is a slip of the hand.
const LONGEST_AMOUNT: usize = 15;

/// Names of devices on Windows, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Names of devices on Windows when a figure follows them.
const PORTS: [&str; 2] = ["com", "lpt"];

/// What the manual says of a value; it is left out of the schema that is written.
pub(super) const FORM: &str = "x-form";

/// A form of text that a value is parsed from.
pub(super) trait TextForm {
    /// The value.
    type Value;
    /// Numbers and dates count as texts, as they are typed.
    const AS_TYPED: bool = false;
    /// Parses the value.
    fn parse(text: &str) -> Result<Self::Value, Misfit>;
    /// The JSON Schema.
    fn schema() -> Schema;
}

/// Why a text does not fit a form.
pub(super) enum Misfit {
    /// The text is wrong: the reason, and what to do.
    Wrong(String, &'static str),
    /// The text has another form: what to write instead.
    Write(&'static str),
}

/// A value in a form.
pub(super) struct Parsed<F: TextForm>(pub(super) F::Value);

impl<'de, F: TextForm> Deserialize<'de> for Parsed<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = if F::AS_TYPED {
            read_as_typed(deserializer)?
        } else {
            String::deserialize(deserializer)?
        };
        F::parse(&text).map(Self).map_err(|misfit| match misfit {
            Misfit::Wrong(cause, remedy) => {
                D::Error::custom(format!("is not valid: {cause}; {remedy}"))
            }
            Misfit::Write(remedy) => {
                D::Error::invalid_value(Unexpected::Str(&text), &remedy)
            }
        })
    }
}

impl<F: TextForm> JsonSchema for Parsed<F> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        std::any::type_name::<F>().into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        F::schema()
    }
}

/// A language by its BCP 47 tag.
pub(super) struct LanguageTag;

impl TextForm for LanguageTag {
    type Value = Language;
    const AS_TYPED: bool = true;

    fn parse(text: &str) -> Result<Language, Misfit> {
        let remedy = "write a tag such as 'es' or 'pt-BR'";
        text.parse().map_err(|error| Misfit::Wrong(format!("{error}"), remedy))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*\s*$",
            "x-form": "BCP 47 tag",
            "examples": ["es", "pt-BR"],
        })
    }
}

/// A year, a month or a day.
pub(super) struct WrittenDate;

impl TextForm for WrittenDate {
    type Value = Date;
    const AS_TYPED: bool = true;

    fn parse(text: &str) -> Result<Date, Misfit> {
        let remedy = "write a year, a month or a day";
        text.parse().map_err(|error| Misfit::Wrong(format!("{error}"), remedy))
    }

    fn schema() -> Schema {
        let day = "(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?";
        json_schema!({
            "anyOf": [
                { "type": "string", "pattern": format!(r"^\s*[0-9]{{4}}{day}\s*$") },
                { "type": "integer", "minimum": 1000, "maximum": 9999 },
            ],
            "x-form": "date: year, month or day",
            "examples": ["1926", "1926-03", "1926-03-04"],
        })
    }
}

/// What to do about a wrong ISBN.
const COMPARE: &str = "compare it with the publisher's list";

fn isbn_schema() -> Schema {
    json_schema!({
        "type": "string",
        "pattern": r"^\s*(97[89][- ]*)?([0-9][- ]*){9}[0-9X][- ]*$",
        "x-form": "ISBN",
    })
}

/// An ISBN, in the groups in which it is written.
pub(super) struct WrittenIsbn;

impl TextForm for WrittenIsbn {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        format_isbn(text).map_err(|error| Misfit::Wrong(error.to_string(), COMPARE))
    }

    fn schema() -> Schema {
        isbn_schema()
    }
}

/// A MARC relator code.
pub(super) struct RelatorCode;

impl TextForm for RelatorCode {
    type Value = Relator;

    fn parse(text: &str) -> Result<Relator, Misfit> {
        text.parse().map_err(|_| {
            Misfit::Write(
                "write a MARC relator code of three letters, such as aut (author), trl \
                 (translator), edt (editor), ill (illustrator) or aui (author of the introduction)",
            )
        })
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*[a-z]{3}\s*$",
            "x-form": "MARC relator code",
            "examples": ["aut", "trl", "edt", "ill"],
        })
    }
}

/// A stem that can name a file on every system.
pub(super) struct FileStem;

impl TextForm for FileStem {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        if is_safe_stem(text) {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write(
            "write a short name of letters, figures and hyphens; files are named after it",
        ))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": LONGEST_SLUG,
            "pattern": r#"^\s*[^\s.\-/\\:*?"<>|][^/\\:*?"<>|]*$"#,
            "x-form": "stem of a file's name",
        })
    }
}

/// Whether files may be named after a stem on every system.
pub(super) fn is_safe_stem(slug: &str) -> bool {
    let stem = slug.split('.').next().unwrap_or_default().to_lowercase();
    slug.len() <= LONGEST_SLUG
        && !slug.starts_with(['.', '-'])
        && !slug.ends_with('.')
        && !is_device(&stem)
        && !slug.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c))
        // Characters that change the direction of text can make a name look like another.
        && !slug.contains(turns_direction)
}

/// Whether a stem, in small letters, names a device on Windows.
fn is_device(stem: &str) -> bool {
    let figure = |port| {
        let rest = stem.strip_prefix(port).unwrap_or_default();
        rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit())
    };
    DEVICES.contains(&stem) || PORTS.into_iter().any(figure)
}

/// The file of a cover.
pub(super) struct CoverFile;

impl TextForm for CoverFile {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        let extension = text.rsplit('.').next().unwrap_or_default().to_lowercase();
        if ["jpg", "jpeg", "png"].contains(&extension.as_str()) {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write("name a .jpg or .png file, or write { template = \"…\" }"))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"\.([jJ][pP][eE]?[gG]|[pP][nN][gG])\s*$",
            "x-form": ".jpg or .png file",
        })
    }
}

/// The code of a subject.
pub(super) struct WrittenSubject;

impl TextForm for WrittenSubject {
    type Value = SubjectCode;

    fn parse(text: &str) -> Result<SubjectCode, Misfit> {
        text.parse().map_err(|_| {
            Misfit::Write(
                "write a BISAC code of three capitals and six figures (FIC019000), or a \
                 Thema code of a capital and more capitals or figures (FBA), which for \
                 qualifiers begins with a figure from 1 to 6 (1DSE)",
            )
        })
    }

    fn schema() -> Schema {
        let thema = "[A-Z1-6][A-Z]*([0-9]{1,2}[A-Z]+)*[0-9]{0,2}(-[A-Z0-9]+)*-?";
        json_schema!({
            "type": "string",
            "pattern": format!(r"^\s*([A-Z]{{3}}[0-9]{{6}}|{thema})\s*$"),
            "x-form": "BISAC or Thema code",
            "examples": ["FIC019000", "FBA", "1DSE"],
        })
    }
}

/// A version of Thema.
pub(super) struct ThemaVersion;

impl TextForm for ThemaVersion {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        match text.split_once('.') {
            Some((one, other)) if is_figures(one) && is_figures(other) => {
                Ok(text.to_owned())
            }
            _ => Err(Misfit::Write("write a number such as '1.6'")),
        }
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*[0-9]+\.[0-9]+\s*$",
            "x-form": "number such as `\"1.6\"`",
            "examples": ["1.6"],
        })
    }
}

fn is_figures(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_capitals(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// A country.
pub(super) struct CountryCode;

impl TextForm for CountryCode {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        if is_capitals(text, 2) {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write("write the two capitals of a country's ISO 3166-1 code: 'ES'"))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*[A-Z]{2}\s*$",
            "x-form": "ISO 3166-1 code",
            "examples": ["ES", "PT"],
        })
    }
}

/// All countries.
pub(super) const WORLD: &str = "WORLD";

/// A country, or the world.
pub(super) struct TerritoryCode;

impl TextForm for TerritoryCode {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        if text == WORLD || is_capitals(text, 2) {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write(
            "write 'WORLD', or the two capitals of a country's ISO 3166-1 code: 'ES'",
        ))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*([A-Z]{2}|WORLD)\s*$",
            "x-form": "`\"WORLD\"` or ISO 3166-1 code",
            "examples": ["WORLD", "ES"],
        })
    }
}

/// A currency.
pub(super) struct CurrencyCode;

impl TextForm for CurrencyCode {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        if is_capitals(text, 3) {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write("write the three capitals of its ISO 4217 code: 'EUR'"))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^\s*[A-Z]{3}\s*$",
            "x-form": "ISO 4217 code",
            "examples": ["EUR", "USD"],
        })
    }
}

/// An amount of money.
pub(super) struct DecimalAmount;

impl TextForm for DecimalAmount {
    type Value = String;
    const AS_TYPED: bool = true;

    fn parse(text: &str) -> Result<String, Misfit> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_short = text.len() <= LONGEST_AMOUNT;
        if is_short && is_figures(whole) && is_figures(decimals) {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write("write figures with a decimal point: '9.99'"))
    }

    fn schema() -> Schema {
        json_schema!({
            "anyOf": [
                {
                    "type": "string",
                    "maxLength": LONGEST_AMOUNT,
                    "pattern": r"^\s*[0-9]+(\.[0-9]+)?\s*$",
                },
                { "type": "integer", "minimum": 0 },
            ],
            "x-form": "decimal number",
            "examples": ["9.99"],
        })
    }
}

/// A whole day.
pub(super) struct WrittenDay;

impl TextForm for WrittenDay {
    type Value = Date;
    const AS_TYPED: bool = true;

    fn parse(text: &str) -> Result<Date, Misfit> {
        let remedy = "write the whole day: '2026-11-28'";
        match text.parse::<Date>() {
            Ok(date) if date.day.is_some() => Ok(date),
            _ => Err(Misfit::Write(remedy)),
        }
    }

    fn schema() -> Schema {
        let day = "(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
        json_schema!({
            "type": "string",
            "pattern": format!(r"^\s*[0-9]{{4}}-{day}\s*$"),
            "x-form": "day, such as `2026-11-28`",
            "examples": ["2026-11-28"],
        })
    }
}

/// A value that is a text or a table.
pub(super) enum TextOr<X, T> {
    /// A text.
    Text(X),
    /// A table.
    Table(T),
}

impl<'de, X: Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for TextOr<X, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrVisitor(PhantomData))
    }
}

impl<X: JsonSchema, T: JsonSchema> JsonSchema for TextOr<X, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{} or {}", X::schema_name(), T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let forms = [X::json_schema(generator), T::json_schema(generator)];
        json_schema!({ "anyOf": forms })
    }
}

struct TextOrVisitor<X, T>(PhantomData<(X, T)>);

impl<'de, X: Deserialize<'de>, T: Deserialize<'de>> Visitor<'de> for TextOrVisitor<X, T> {
    type Value = TextOr<X, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text between quotation marks")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<TextOr<X, T>, E> {
        X::deserialize(text.into_deserializer()).map(TextOr::Text)
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<TextOr<X, T>, M::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(TextOr::Table)
    }
}

/// The schema of a name: one of those that come with the program, or of a TOML file.
pub(super) fn name_schema(names: impl Iterator<Item = &'static str>) -> Schema {
    let names: Vec<&str> = names.collect();
    let form: Vec<String> = names.iter().map(|name| format!("`\"{name}\"`")).collect();
    json_schema!({
        "anyOf": [
            { "enum": names },
            { "type": "string", "pattern": r"\.toml\s*$" },
        ],
        FORM: format!("{} or a .toml file", form.join(", ")),
    })
}
