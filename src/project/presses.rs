//! The profiles that a book may name: those that come with the program, and files.

use std::sync::LazyLock;

use super::ProjectError;
use super::sizes::{length, trim};
use super::table::{Item, Manifest, Table};
use crate::book::metadata::Date;
use crate::length::Size;
use crate::press::profile::{
    Barcode, Bleed, Case, Count, Cover, File, Gutter, Ink, Known, Margins, Paper,
    Profile, Source, Spine, Standing, Trim, Trims,
};
use crate::press::{Edges, Standard};

/// The profiles that come with the program, by name.
const BUILT_IN: [(&str, &str); 7] = [
    ("kdp-paperback", include_str!("../../presses/kdp-paperback.toml")),
    ("kdp-hardcover", include_str!("../../presses/kdp-hardcover.toml")),
    ("ingram-paperback", include_str!("../../presses/ingram-paperback.toml")),
    ("ingram-hardcover", include_str!("../../presses/ingram-hardcover.toml")),
    ("lulu-paperback", include_str!("../../presses/lulu-paperback.toml")),
    ("bod", include_str!("../../presses/bod.toml")),
    (STANDARD_NAME, include_str!("../../presses/offset-generic.toml")),
];

/// The profile of a book that names none.
pub(super) const STANDARD_NAME: &str = "offset-generic";

/// What a book says that names none.
const NONE: &str = "none";

/// What the name of a profile file ends with; other names are of built-in profiles.
const FILE: &str = ".toml";

/// What to do about a profile that does not say all.
const WHOLE: &str = "copy it from one of pliego's profiles";

/// What stands in every table of a profile: how its numbers are known.
const KNOWN: [&str; 3] = ["source", "checked", "standing"];

/// What a source is worth.
const STANDINGS: [(&str, Standing); 3] = [
    ("stated", Standing::Stated),
    ("second-hand", Standing::SecondHand),
    ("estimate", Standing::Estimate),
];

/// The standards.
pub(super) const STANDARDS: [(&str, Standard); 2] =
    [("x-4", Standard::X4), ("x-1a", Standard::X1a)];

/// The inks.
pub(super) const INKS: [(&str, Ink); 2] =
    [("black", Ink::Black), ("colour", Ink::Colour)];

/// How fonts are embedded: whether whole.
pub(super) const FONTS: [(&str, bool); 2] = [("whole", true), ("subset", false)];

/// The edges of a page.
const EDGES: [&str; 4] = ["inner", "outer", "top", "bottom"];

/// The most pages of any book, far beyond what is bound.
const MOST_PAGES: f64 = 10_000.0;

/// The profile of a book that names none.
static STANDARD: LazyLock<Profile> = LazyLock::new(|| {
    named(STANDARD_NAME).expect("the profiles that come with the program are whole")
});

/// No press in particular.
///
/// # Panics
///
/// Never: a test reads the profiles that come with the program.
#[must_use]
pub fn standard() -> Profile {
    STANDARD.clone()
}

/// The profiles that come with the program.
pub fn all() -> impl Iterator<Item = Profile> {
    names().filter_map(named)
}

/// The names of the profiles that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// A profile that comes with the program.
#[must_use]
pub fn named(name: &str) -> Option<Profile> {
    read(name, name, text(name)?).ok()
}

/// The file of a profile that comes with the program.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    BUILT_IN.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text)
}

/// Reads a profile file. `file` is what messages call it.
///
/// # Errors
///
/// When it is no TOML, or does not say all that a profile says.
pub fn read(file: &str, name: &str, text: &str) -> Result<Profile, ProjectError> {
    let manifest = Manifest::new(file, text);
    let parsed = manifest.parse()?;
    let keys = [
        "title", "date", "template", "trims", "pages", "papers", "bleed", "margins",
        "file", "cover", "spine", "barcode",
    ];
    let whole = Table::new(manifest, "a profile", parsed.get_ref(), 0, &keys)?;
    Ok(Profile {
        name: name.to_owned(),
        title: asked(&whole, "title")?.text()?,
        date: date(&asked(&whole, "date")?)?,
        template: whole.text("template")?,
        trims: known(&asked(&whole, "trims")?, &["sizes", "custom"], trims)?,
        pages: known(&asked(&whole, "pages")?, &["multiple", "last-blank"], |table| {
            let last_blank = asked(table, "last-blank")?.flag()?;
            Ok(Count { multiple: number(table, "multiple", 1.0, 128.0)?, last_blank })
        })?,
        papers: papers(&asked(&whole, "papers")?)?,
        bleed: known(
            &asked(&whole, "bleed")?,
            &[&EDGES[..], &["always"]].concat(),
            bleed,
        )?,
        margins: known(
            &asked(&whole, "margins")?,
            &["least", "bleeding", "gutters"],
            margins,
        )?,
        file: known(
            &asked(&whole, "file")?,
            &["standard", "fonts", "marks", "resolution", "ink-limit"],
            of_file,
        )?,
        cover: known(
            &asked(&whole, "cover")?,
            &["hinge", "wider", "higher", "bleed", "safe", "flaps"],
            cover,
        )?,
        spine: known(
            &asked(&whole, "spine")?,
            &["extra", "words-from", "clear"],
            |table| {
                Ok(Spine {
                    extra: length(&asked(table, "extra")?, None)?,
                    words_from: number(table, "words-from", 0.0, MOST_PAGES)?,
                    clear: length(&asked(table, "clear")?, None)?,
                })
            },
        )?,
        barcode: known(
            &asked(&whole, "barcode")?,
            &["width", "height", "printed"],
            |table| {
                let width = length(&asked(table, "width")?, None)?;
                let height = length(&asked(table, "height")?, None)?;
                let printed = asked(table, "printed")?.flag()?;
                Ok(Barcode { room: Size { width, height }, printed })
            },
        )?,
    })
}

/// The profile that a book names.
pub(super) fn of_book(
    item: &Item<'_>,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Profile, ProjectError> {
    let name = item.text()?;
    let Some(stem) = name.strip_suffix(FILE) else {
        let choice: Vec<(&str, &str)> =
            names().map(|name| (name, name)).chain([(NONE, STANDARD_NAME)]).collect();
        let known = item.word(&choice)?;
        return named(known).ok_or_else(|| item.impossible("cannot be read", WHOLE));
    };
    let text = file(&name).ok_or_else(|| {
        let cause = format!("names '{name}', which cannot be read");
        item.impossible(cause, "name a file beside this one, or a profile of pliego's")
    })?;
    read(&name, stem, &text)
}

/// A value that a profile cannot do without.
fn asked<'t>(table: &Table<'t>, key: &'static str) -> Result<Item<'t>, ProjectError> {
    table.get(key).ok_or_else(|| table.missing(key, WHOLE))
}

/// A table of numbers, with how they are known.
fn known<T>(
    item: &Item<'_>,
    keys: &[&str],
    read: impl FnOnce(&Table<'_>) -> Result<T, ProjectError>,
) -> Result<Known<T>, ProjectError> {
    let wrong = || item.wrong_type("a table of its own");
    let table = item.table(&[keys, &KNOWN].concat())?.ok_or_else(wrong)?;
    let source = Source {
        place: asked(&table, "source")?.text()?,
        checked: date(&asked(&table, "checked")?)?,
        standing: asked(&table, "standing")?.word(&STANDINGS)?,
    };
    Ok(Known { value: read(&table)?, source })
}

/// A day, as it is written.
fn date(item: &Item<'_>) -> Result<String, ProjectError> {
    let typed = item.typed()?;
    match typed.parse() {
        Ok(Date { day: Some(_), .. }) => Ok(typed),
        _ => Err(item.impossible(format!("cannot be '{typed}'"), "write '2026-03-04'")),
    }
}

/// A whole number within bounds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the bounds are checked"
)]
fn number(
    table: &Table<'_>,
    key: &'static str,
    least: f64,
    most: f64,
) -> Result<u32, ProjectError> {
    Ok(asked(table, key)?.number(least, most)? as u32)
}

fn trims(table: &Table<'_>) -> Result<Trims, ProjectError> {
    let one = |item: &Item<'_>| Ok(Trim { name: item.text()?, size: trim(item)? });
    let sizes = asked(table, "sizes")?.list("a list: [\"6x9in\"]")?;
    let custom = match table.get("custom") {
        Some(item) => {
            let wrong = || item.wrong_type("{ least = \"4x6in\", most = \"8.5x11in\" }");
            let table = item.table(&["least", "most"])?.ok_or_else(wrong)?;
            Some((one(&asked(&table, "least")?)?, one(&asked(&table, "most")?)?))
        }
        None => None,
    };
    Ok(Trims { listed: sizes.iter().map(one).collect::<Result<_, _>>()?, custom })
}

fn papers(item: &Item<'_>) -> Result<Vec<Known<Paper>>, ProjectError> {
    let list = item.list("a list of tables: [[papers]]")?;
    let keys = ["name", "ink", "bulk", "least", "most"];
    let papers = list.iter().map(|item| {
        known(item, &keys, |table| {
            Ok(Paper {
                name: asked(table, "name")?.text()?,
                ink: asked(table, "ink")?.word(&INKS)?,
                bulk: length(&asked(table, "bulk")?, None)?,
                least: number(table, "least", 1.0, MOST_PAGES)?,
                most: number(table, "most", 1.0, MOST_PAGES)?,
            })
        })
    });
    let papers: Vec<_> = papers.collect::<Result<_, _>>()?;
    if papers.is_empty() {
        return Err(item.impossible("is empty", "a press has at least one paper"));
    }
    Ok(papers)
}

fn bleed(table: &Table<'_>) -> Result<Bleed, ProjectError> {
    let edge = |key| length(&asked(table, key)?, None);
    let [inner, outer, top, bottom] = EDGES.map(edge);
    let edges = Edges { inner: inner?, outer: outer?, top: top?, bottom: bottom? };
    Ok(Bleed { edges, always: asked(table, "always")?.flag()? })
}

fn margins(table: &Table<'_>) -> Result<Margins, ProjectError> {
    let wanted = "a list: [{ over = 150, inner = \"0.5in\" }]";
    let mut gutters = Vec::new();
    for item in asked(table, "gutters")?.list(wanted)? {
        let wrong = || item.wrong_type(wanted);
        let gutter = item.table(&["over", "inner"])?.ok_or_else(wrong)?;
        let inner = length(&asked(&gutter, "inner")?, None)?;
        gutters.push(Gutter { over: asked(&gutter, "over")?.count()?, inner });
    }
    Ok(Margins {
        least: length(&asked(table, "least")?, None)?,
        bleeding: length(&asked(table, "bleeding")?, None)?,
        gutters,
    })
}

/// What is asked of the file of the interior.
#[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
fn of_file(table: &Table<'_>) -> Result<File, ProjectError> {
    Ok(File {
        standard: asked(table, "standard")?.word(&STANDARDS)?,
        whole_fonts: asked(table, "fonts")?.word(&FONTS)?,
        marks: asked(table, "marks")?.flag()?,
        resolution: number(table, "resolution", 72.0, 2400.0)? as u16,
        ink_limit: number(table, "ink-limit", 100.0, 400.0)? as u16,
    })
}

fn cover(table: &Table<'_>) -> Result<Cover, ProjectError> {
    let measure = |key| length(&asked(table, key)?, None);
    let is_case = ["hinge", "wider", "higher"].iter().any(|key| table.get(key).is_some());
    let case = || {
        let (hinge, wider) = (measure("hinge")?, measure("wider")?);
        Ok(Case { hinge, wider, higher: measure("higher")? })
    };
    Ok(Cover {
        case: is_case.then(case).transpose()?,
        bleed: measure("bleed")?,
        safe: measure("safe")?,
        flaps: asked(table, "flaps")?.flag()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, read};

    #[test]
    fn the_profiles_that_come_with_the_program_are_whole() {
        for (name, text) in BUILT_IN {
            let profile =
                read(name, name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(profile.name, name);
        }
    }
}
