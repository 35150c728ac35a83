//! The `[print]` table: what the press needs.
//!
//! The fields of [`PrintTable`] are the keys, and their doc comments are what the JSON
//! Schema and the manual say of them. A new key is a field and its use in
//! [`PrintTable::resolve`], which fills in what the press asks for.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};

use super::description::{IntentSource, Print};
use super::error::ProjectError;
use super::forms::name_schema;
use super::position::Located;
use super::presses::{self, STANDARD_NAME};
use super::reader::list_words;
use crate::design::Design;
use crate::length::written::{Whole, parse_sheet, size_schema};
use crate::length::{Length, Size};
use crate::press::profile::{Paper, PressInk, Profile};
use crate::press::{
    EdgeInsets, EmbeddedFonts, Imposition, PrinterMarks, Signature, Standard,
};

/// The widest bleed, in points: 25 millimetres, several times what presses ask for.
const WIDEST_BLEED: i32 = 71;

/// How far a bleed may be from that of the press and still be taken for it, in
/// millimetres: three millimetres (3.0) and an eighth of an inch (3.175) are the same
/// bleed.
const ROUND_BLEED: f64 = 0.3;

/// The thickest leaf, in millimetres: that of board.
const THICKEST_LEAF: f64 = 1.0;

/// The largest multiple of pages.
const LARGEST_MULTIPLE: u32 = 128;

/// The ends of the names of files with a printing condition.
const ICC: [&str; 2] = [".icc", ".icm"];

/// What the press needs, for the formats `print`, `imposed` and `cover`.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "[print] and the keys of the press below it"
)]
pub(super) struct PrintTable {
    /// The press: one that `pliego presses` lists, a profile file beside this one
    /// (`mine.toml`), or `none`.
    #[schemars(schema_with = "profile_schema", extend("default" = "none"))]
    profile: Option<Located<String>>,
    /// How far what touches the edge of a page is printed beyond it; without it as the
    /// press asks.
    bleed: Option<Located<Length>>,
    /// What is printed beside the pages.
    #[schemars(extend("default" = false))]
    marks: Option<Located<MarkChoice>>,
    /// The paper, one of the press; without it the usual one.
    paper: Option<Located<String>>,
    /// The standard that the files conform to; without it as the press asks.
    standard: Option<Standard>,
    /// The printing condition: a file of an ICC profile (`.icc`, `.icm`), or for PDF/X-1a
    /// a name of the ICC's registry; without it the one that suits paper and ink.
    intent: Option<Located<String>>,
    /// The inks of the interior; without it those of the usual paper.
    ink: Option<Located<PressInk>>,
    /// How fonts are embedded; without it as the press asks.
    fonts: Option<EmbeddedFonts>,
    /// The thickness of a leaf as the publisher measured it, up to 1 mm; without it that of
    /// the paper.
    caliper: Option<Located<Length>>,
    /// The number of pages is a multiple of this.
    #[serde(default = "no_multiple", deserialize_with = "read_multiple")]
    #[schemars(with = "Whole::<1, LARGEST_MULTIPLE>", extend("default" = 1))]
    multiple: u32,
    /// How many pages a folded sheet has, for the format `imposed`.
    #[serde(default)]
    #[schemars(extend("default" = 16))]
    signature: SignaturePages,
    /// The sheet that pages are imposed on; without it one as large as they and their marks
    /// need.
    sheet: Option<SheetSize>,
}

fn profile_schema(_: &mut SchemaGenerator) -> Schema {
    name_schema(presses::names().chain([presses::NONE]))
}

fn no_multiple() -> u32 {
    1
}

fn read_multiple<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Whole::<1, LARGEST_MULTIPLE>::deserialize(deserializer)
}

/// Marks beside the page, as they are asked for.
#[derive(Clone, Copy)]
struct MarkChoice(PrinterMarks);

/// The name of a mark.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum MarkName {
    /// Where the page is cut.
    Crop,
    /// Where the bleed ends.
    Bleed,
    /// Fields of ink by which the press is set.
    Bar,
    /// A line that names file and page.
    Slug,
}

impl<'de> Deserialize<'de> for MarkChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MarkVisitor)
    }
}

struct MarkVisitor;

impl<'de> Visitor<'de> for MarkVisitor {
    type Value = MarkChoice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false or a list: [\"crop\", \"bleed\", \"bar\", \"slug\"]")
    }

    fn visit_bool<E: Error>(self, crop: bool) -> Result<MarkChoice, E> {
        Ok(MarkChoice(PrinterMarks { crop, ..PrinterMarks::default() }))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MarkChoice, E> {
        Err(E::invalid_type(Unexpected::Str(text), &self))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut names: S) -> Result<MarkChoice, S::Error> {
        let mut marks = PrinterMarks::default();
        while let Some(name) = names.next_element()? {
            match name {
                MarkName::Crop => marks.crop = true,
                MarkName::Bleed => marks.bleed = true,
                MarkName::Bar => marks.colour_bar = true,
                MarkName::Slug => marks.slug = true,
            }
        }
        Ok(MarkChoice(marks))
    }
}

/// The forms of `marks`, for its schema.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "a description")]
enum MarkForm {
    /// `true`: where the page is cut. `false`: none.
    Crop(bool),
    /// These.
    Names(Vec<MarkName>),
}

impl JsonSchema for MarkChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "MarkChoice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        MarkForm::json_schema(generator)
    }
}

/// A signature by its number of pages.
#[derive(Default)]
struct SignaturePages(Signature);

impl<'de> Deserialize<'de> for SignaturePages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pages = u32::deserialize(deserializer)?;
        let mut signatures = Signature::ALL.into_iter();
        let known = signatures.find(|one| one.pages() as u64 == u64::from(pages));
        known.map(Self).ok_or_else(|| {
            let remedy = "a folded sheet has 8, 16 or 32 pages";
            D::Error::invalid_value(Unexpected::Unsigned(pages.into()), &remedy)
        })
    }
}

impl JsonSchema for SignaturePages {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SignaturePages".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Signature::ALL.map(Signature::pages) })
    }
}

/// The sheet of a press.
struct SheetSize(Size);

impl<'de> Deserialize<'de> for SheetSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_sheet(&text).map(Self).map_err(|remedy| {
            D::Error::invalid_value(Unexpected::Str(&text), &remedy.as_str())
        })
    }
}

impl JsonSchema for SheetSize {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SheetSize".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        size_schema()
    }
}

impl PrintTable {
    /// What the press gets: the keys, and else what the press asks for. `file` returns the
    /// text of a file beside the `book.toml`.
    pub(super) fn resolve(
        self,
        design: &Design,
        file: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Print, ProjectError> {
        let profile = match &self.profile {
            Some(name) => {
                let profile = presses::open_profile(name, file)?;
                expect_trim(name, design, &profile)?;
                profile
            }
            None => presses::standard_profile(),
        };
        let stated = self.bleed.as_ref().map(|bleed| check_bleed(bleed, &profile));
        let stated = stated.transpose()?;
        let asked = profile.bleed.value;
        let usual = if asked.always { asked.edges } else { EdgeInsets::default() };
        let paper = choose_paper(self.paper.as_ref(), self.ink.as_ref(), &profile)?;
        let caliper = self.caliper.as_ref().map(check_caliper).transpose()?;
        let marks = self.marks.as_ref().map(|marks| check_marks(marks, &profile));
        let embedded = self.fonts.map(|fonts| fonts == EmbeddedFonts::Whole);
        Ok(Print {
            imposition: Imposition {
                signature: self.signature.0,
                sheet: self.sheet.map(|sheet| sheet.0),
                leaf: caliper.unwrap_or(paper.bulk * 2),
            },
            paper,
            caliper,
            bleed: stated.unwrap_or(usual),
            bleed_written: self.bleed.map(|bleed| bleed.value),
            marks: marks.transpose()?.unwrap_or_default(),
            standard: self.standard.unwrap_or(profile.file.value.standard),
            intent: self.intent.map(intent_source).unwrap_or_default(),
            whole_fonts: embedded.unwrap_or(profile.file.value.whole_fonts),
            multiple: self.multiple,
            profile_position: self.profile.map(|profile| profile.position),
            profile,
        })
    }
}

/// A press prints books of some sizes only.
fn expect_trim(
    name: &Located<String>,
    design: &Design,
    profile: &Profile,
) -> Result<(), ProjectError> {
    let trims = &profile.trims.value;
    if trims.has(design.trim) {
        return Ok(());
    }
    let cause = format!("'{}' prints no books of {}", profile.name, design.trim.in_mm());
    let remedy = format!("the trim under [design] may be {}", trims.in_words());
    Err(name.refuse("profile", &cause, remedy))
}

/// The bleed of the press that a bleed means.
fn check_bleed(
    bleed: &Located<Length>,
    profile: &Profile,
) -> Result<EdgeInsets, ProjectError> {
    let width = bleed.value;
    let cause = format!("cannot be {}", width.in_mm());
    if width > Length::pt(WIDEST_BLEED) {
        return Err(bleed.refuse("bleed", &cause, "presses ask for '3mm' or '0.125in'"));
    }
    let asked = &profile.bleed.value;
    if width == Length::ZERO && !asked.always {
        return Ok(EdgeInsets::default());
    }
    // For no press in particular it may be any.
    if profile.name == STANDARD_NAME {
        return Ok(EdgeInsets { inner: width, outer: width, top: width, bottom: width });
    }
    let wanted = asked.edges.outer;
    if (width - wanted).max(wanted - width) > Length::from_mm(ROUND_BLEED) {
        let remedy = format!("'{}' asks for {}", profile.name, wanted.in_mm());
        return Err(bleed.refuse("bleed", &cause, remedy));
    }
    Ok(asked.edges)
}

/// The paper, and the ink on it.
fn choose_paper(
    paper: Option<&Located<String>>,
    ink: Option<&Located<PressInk>>,
    profile: &Profile,
) -> Result<Paper, ProjectError> {
    let papers = || profile.papers.iter().map(|paper| &paper.value);
    let of_ink = |ink| papers().filter(move |paper| paper.ink == ink);
    let wanted = ink.map_or(profile.papers[0].value.ink, |ink| ink.value);
    let Some(name) = paper else {
        return match (of_ink(wanted).next(), ink) {
            (Some(usual), _) => Ok(usual.clone()),
            (None, Some(ink)) => {
                let cause = format!("is not one that '{}' prints with", profile.name);
                Err(ink.refuse("ink", &cause, "leave the key out"))
            }
            (None, None) => Ok(profile.papers[0].value.clone()),
        };
    };
    if let Some(paper) = profile.paper(name, wanted) {
        return Ok(paper.value.clone());
    }
    let inked = if wanted == PressInk::Black { "black ink" } else { "four inks" };
    let known: Vec<&str> = of_ink(wanted).map(|paper| paper.name.as_str()).collect();
    let cause = format!(
        "cannot be '{}': '{}' has no such paper for {inked}",
        name.value, profile.name
    );
    Err(name.refuse("paper", &cause, format!("it may be {}", list_words(&known))))
}

/// The thickness of a leaf.
fn check_caliper(caliper: &Located<Length>) -> Result<Length, ProjectError> {
    let thickness = caliper.value;
    if thickness > Length::ZERO && thickness <= Length::from_mm(THICKEST_LEAF) {
        return Ok(thickness);
    }
    let cause = format!("cannot be {}", thickness.in_mm());
    let remedy =
        "write the thickness of a leaf, such as '0.1mm', as the paper's maker gives it";
    Err(caliper.refuse("caliper", &cause, remedy))
}

/// Marks, if the press takes any.
fn check_marks(
    marks: &Located<MarkChoice>,
    profile: &Profile,
) -> Result<PrinterMarks, ProjectError> {
    let chosen = marks.value.0;
    if chosen != PrinterMarks::default() && !profile.file.value.marks {
        let cause = format!("are not accepted by '{}'", profile.name);
        return Err(marks.refuse("marks", &cause, "leave the key out"));
    }
    Ok(chosen)
}

fn intent_source(name: Located<String>) -> IntentSource {
    let is_file = ICC.into_iter().any(|end| name.to_lowercase().ends_with(end));
    if is_file {
        IntentSource::File(name.map(PathBuf::from))
    } else {
        IntentSource::Named(name)
    }
}
