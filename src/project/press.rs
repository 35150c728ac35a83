//! The `[print]` table: what the press wants.

use std::path::PathBuf;

use super::presses::{self, FONTS, INKS, STANDARDS};
use super::sizes::{self, length};
use super::table::{Item, Table, listed};
use super::{Intent, Print, ProjectError};
use crate::design::Design;
use crate::length::Length;
use crate::press::profile::{Ink, Paper, Profile};
use crate::press::{Edges, Imposition, Marks, Signature};

/// The keys of `[print]`.
const KEYS: [&str; 12] = [
    "profile",
    "bleed",
    "marks",
    "paper",
    "standard",
    "intent",
    "ink",
    "fonts",
    "caliper",
    "multiple",
    "signature",
    "sheet",
];

/// The names of marks.
const MARKS: [(&str, Mark); 4] = [
    ("crop", |marks| marks.crop = true),
    ("bleed", |marks| marks.bleed = true),
    ("bar", |marks| marks.colour_bar = true),
    ("slug", |marks| marks.slug = true),
];

/// Asks for a mark.
type Mark = fn(&mut Marks);

/// The widest bleed, in points: 25 millimetres, several times what presses ask for.
const WIDEST_BLEED: i32 = 71;

/// How far a bleed may be from that of the press and still mean it, in hundredths of a
/// millimetre: three millimetres are an eighth of an inch in all but name.
const ROUND_BLEED: f64 = 0.3;

/// The thickest leaf, in millimetres: that of board.
const THICKEST_LEAF: f64 = 1.0;

/// The most pages of a folded sheet.
const LARGEST_MULTIPLE: f64 = 128.0;

/// The ends of the names of files with a printing condition.
const ICC: [&str; 2] = [".icc", ".icm"];

/// Reads the table of a book of a design.
pub(super) fn read(
    item: &Item<'_>,
    design: &Design,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Print, ProjectError> {
    let Some(table) = item.table(&KEYS)? else {
        return Err(item.wrong_type("[print] and the keys of the press below it"));
    };
    let profile = match table.get("profile") {
        Some(item) => {
            let profile = presses::of_book(&item, file)?;
            expect_trim(&item, design, &profile)?;
            profile
        }
        None => presses::standard(),
    };
    let stated = table.get("bleed").map(|item| bleed(&item, &profile)).transpose()?;
    let asked = profile.bleed.value;
    let usual = if asked.always { asked.edges } else { Edges::default() };
    let standard = table.get("standard").map(|item| item.word(&STANDARDS)).transpose()?;
    let fonts = table.get("fonts").map(|item| item.word(&FONTS)).transpose()?;
    let paper = paper(&table, &profile)?;
    let caliper = table.get("caliper").map(|item| caliper(&item)).transpose()?;
    Ok(Print {
        imposition: Imposition {
            signature: signature(&table)?,
            sheet: table.get("sheet").map(|item| sizes::sheet(&item)).transpose()?,
            leaf: caliper.unwrap_or(paper.bulk * 2),
        },
        paper,
        caliper,
        bleed: stated.map_or(usual, |(_, edges)| edges),
        bleed_written: stated.map(|(written, _)| written),
        marks: marks(&table, &profile)?,
        standard: standard.unwrap_or(profile.file.value.standard),
        intent: intent(&table)?,
        whole_fonts: fonts.unwrap_or(profile.file.value.whole_fonts),
        multiple: multiple(&table)?,
        profile,
    })
}

/// A press prints books of some sizes only.
fn expect_trim(
    item: &Item<'_>,
    design: &Design,
    profile: &Profile,
) -> Result<(), ProjectError> {
    let trims = &profile.trims.value;
    if trims.has(design.trim) {
        return Ok(());
    }
    let cause = format!("'{}' prints no books of {}", profile.name, design.trim.in_mm());
    let remedy = format!("the trim under [design] may be {}", trims.in_words());
    Err(item.impossible(cause, remedy))
}

/// The bleed as it is written, and that of the press which is meant.
fn bleed(item: &Item<'_>, profile: &Profile) -> Result<(Length, Edges), ProjectError> {
    let bleed = length(item, None)?;
    if bleed > Length::pt(WIDEST_BLEED) {
        let remedy = "presses ask for '3mm' or '0.125in'";
        return Err(item.impossible(format!("cannot be {bleed}"), remedy));
    }
    let asked = &profile.bleed.value;
    if bleed == Length::ZERO && !asked.always {
        return Ok((bleed, Edges::default()));
    }
    let wanted = asked.edges.outer;
    let apart = (bleed - wanted).max(wanted - bleed);
    // Whoever prints for nobody in particular may have any.
    if profile.name == presses::STANDARD_NAME {
        let edges = Edges { inner: bleed, outer: bleed, top: bleed, bottom: bleed };
        return Ok((bleed, edges));
    }
    if apart > Length::from_mm(ROUND_BLEED) {
        let cause = format!("cannot be {}", bleed.in_mm());
        let remedy = format!("'{}' asks for {}", profile.name, wanted.in_mm());
        return Err(item.impossible(cause, remedy));
    }
    Ok((bleed, asked.edges))
}

/// The paper, and the ink on it.
fn paper(table: &Table<'_>, profile: &Profile) -> Result<Paper, ProjectError> {
    let ink = table.get("ink").map(|item| Ok((item.word(&INKS)?, item))).transpose()?;
    let papers = || profile.papers.iter().map(|paper| &paper.value);
    let of_ink = |ink| papers().filter(move |paper| paper.ink == ink);
    let wanted = ink.map_or(profile.papers[0].value.ink, |(ink, _)| ink);
    let Some(item) = table.get("paper") else {
        return match (of_ink(wanted).next(), ink) {
            (Some(usual), _) => Ok(usual.clone()),
            (None, Some((_, item))) => {
                let cause = format!("is none that '{}' prints with", profile.name);
                Err(item.impossible(cause, "leave the key out"))
            }
            (None, None) => Ok(profile.papers[0].value.clone()),
        };
    };
    let name = item.text()?;
    if let Some(paper) = profile.paper(&name, wanted) {
        return Ok(paper.value.clone());
    }
    let inked = if wanted == Ink::Black { "black ink" } else { "four inks" };
    let known: Vec<&str> = of_ink(wanted).map(|paper| paper.name.as_str()).collect();
    let cause =
        format!("cannot be '{name}', which '{}' has not for {inked}", profile.name);
    Err(item.impossible(cause, format!("it may be {}", listed(&known))))
}

/// The thickness of a leaf.
fn caliper(item: &Item<'_>) -> Result<Length, ProjectError> {
    let caliper = length(item, None)?;
    if caliper > Length::ZERO && caliper <= Length::from_mm(THICKEST_LEAF) {
        return Ok(caliper);
    }
    let remedy =
        "write the thickness of a leaf, such as '0.1mm', as the paper's maker gives it";
    Err(item.impossible(format!("cannot be {}", caliper.in_mm()), remedy))
}

/// Marks: all that show where to cut, or those of a list.
fn marks(table: &Table<'_>, profile: &Profile) -> Result<Marks, ProjectError> {
    let Some(item) = table.get("marks") else { return Ok(Marks::default()) };
    let mut marks = Marks::default();
    if let Ok(crop) = item.flag() {
        marks.crop = crop;
    } else {
        let wanted = "true, false or a list: [\"crop\", \"bleed\", \"bar\", \"slug\"]";
        for one in item.list(wanted)? {
            one.word(&MARKS)?(&mut marks);
        }
    }
    if marks != Marks::default() && !profile.file.value.marks {
        let cause = format!("are not what '{}' takes", profile.name);
        return Err(item.impossible(cause, "leave the key out"));
    }
    Ok(marks)
}

fn intent(table: &Table<'_>) -> Result<Intent, ProjectError> {
    let Some(name) = table.text("intent")? else { return Ok(Intent::default()) };
    let is_file = ICC.into_iter().any(|end| name.to_lowercase().ends_with(end));
    Ok(if is_file { Intent::File(PathBuf::from(name)) } else { Intent::Named(name) })
}

/// How a sheet is folded for imposed pages.
fn signature(table: &Table<'_>) -> Result<Signature, ProjectError> {
    let Some(item) = table.get("signature") else { return Ok(Signature::default()) };
    let signatures = [Signature::Eight, Signature::Sixteen, Signature::ThirtyTwo];
    let pages = item.count()?;
    let known = signatures.into_iter().find(|one| one.pages() as u64 == u64::from(pages));
    known.ok_or_else(|| {
        let cause = format!("cannot be {pages}");
        item.impossible(cause, "a folded sheet has 8, 16 or 32 pages")
    })
}

/// Of how many pages the book has a multiple.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the bounds are checked"
)]
fn multiple(table: &Table<'_>) -> Result<u32, ProjectError> {
    let Some(item) = table.get("multiple") else { return Ok(1) };
    item.count()?;
    Ok(item.number(1.0, LARGEST_MULTIPLE)? as u32)
}
