//! The `[design]` table: the look.

use super::ProjectError;
use super::sizes::{length, trim};
use super::table::{Item, Table};
use crate::design::{ChapterStart, Design, Hyphens, Margins};
use crate::length::{Length, Ratio};

/// The keys of `[design]`.
const KEYS: [&str; 11] = [
    "trim",
    "font",
    "font-size",
    "leading",
    "margins",
    "chapter-start",
    "hyphenate",
    "hyphenation",
    "hyphens",
    "expansion",
    "tracking",
];

/// The smallest size of a text face, in points; below, nothing can be read.
const SMALLEST_FONT: i32 = 5;
/// The largest, in points; above, no line holds a word.
const LARGEST_FONT: i32 = 36;
/// The least leading in hundredths of the size: below, lines overlap.
const LEAST_LEADING: i64 = 90;
/// The narrowest text block, in ems: some fifteen letters. Below, no line can be set.
const NARROWEST_BLOCK: i32 = 7;
/// The lowest text block, in lines. Below, no page holds a heading and its text.
const LOWEST_BLOCK: i32 = 6;
/// The most that letters may be stretched or spaced, in per cent, either way. Above,
/// everyone sees it.
const MOST_MICROTYPE: f64 = 5.0;

/// Reads the table. What it does not say follows from what it does: a leading from the
/// size, margins from the trim, in the proportions of [`Design::default`].
pub(super) fn read(item: &Item<'_>) -> Result<Design, ProjectError> {
    let Some(table) = item.table(&KEYS)? else {
        return Err(item.wrong_type("[design] and the keys of the look below it"));
    };
    let standard = Design::default();
    let trim = table.get("trim").map_or(Ok(standard.trim), |item| trim(&item))?;
    let font_size = match table.get("font-size") {
        Some(item) => font_size(&item)?,
        None => standard.font_size,
    };
    let leading = match table.get("leading") {
        Some(item) => leading(&item, font_size)?,
        None => proportional(font_size, standard.leading, standard.font_size),
    };
    let mut design = Design {
        trim,
        font: table.text("font")?.unwrap_or(standard.font),
        font_size,
        leading,
        chapter_start: match table.get("chapter-start") {
            Some(item) => {
                item.word(&[("right", ChapterStart::Recto), ("any", ChapterStart::Any)])?
            }
            None => standard.chapter_start,
        },
        hyphenate: table.flag("hyphenate")?.unwrap_or(standard.hyphenate),
        hyphens: match table.get("hyphens") {
            Some(item) => item.word(&[
                ("few", Hyphens::Few),
                ("usual", Hyphens::Usual),
                ("many", Hyphens::Many),
            ])?,
            None => standard.hyphens,
        },
        exceptions: match table.get("hyphenation") {
            Some(item) => exceptions(&item)?,
            None => Vec::new(),
        },
        expansion: per_cent(&table, "expansion")?.unwrap_or(standard.expansion),
        tracking: per_cent(&table, "tracking")?.unwrap_or(standard.tracking),
        margins: standard.margins,
    };
    design.margins = margins(&table, &design)?;
    // The key that a complaint about the text block is best made at.
    let told =
        ["margins", "trim", "font-size"].into_iter().find_map(|key| table.get(key));
    expect_text_block(&told.unwrap_or(*item), &design)?;
    Ok(design)
}

fn font_size(item: &Item<'_>) -> Result<Length, ProjectError> {
    let size = length(item, None)?;
    if (Length::pt(SMALLEST_FONT)..=Length::pt(LARGEST_FONT)).contains(&size) {
        return Ok(size);
    }
    let remedy = format!("write a size from {SMALLEST_FONT}pt to {LARGEST_FONT}pt");
    Err(item.impossible(format!("cannot be {size}"), remedy))
}

fn leading(item: &Item<'_>, font_size: Length) -> Result<Length, ProjectError> {
    let leading = length(item, Some(font_size))?;
    let least = font_size.scaled(LEAST_LEADING, 100);
    if leading >= least && leading <= font_size * 4 {
        return Ok(leading);
    }
    let remedy =
        format!("with letters of {font_size} write from {least} to {}", font_size * 4);
    Err(item.impossible(format!("cannot be {leading}"), remedy))
}

fn margins(table: &Table<'_>, design: &Design) -> Result<Margins, ProjectError> {
    let mut margins = proportional_margins(design);
    let Some(item) = table.get("margins") else { return Ok(margins) };
    let Some(given) = item.table(&["inner", "outer", "top", "bottom"])? else {
        return Err(item.wrong_type(
            "{ inner = \"19mm\", outer = \"24mm\", top = \"20mm\", bottom = \"22mm\" }",
        ));
    };
    for (key, margin) in [
        ("inner", &mut margins.inner),
        ("outer", &mut margins.outer),
        ("top", &mut margins.top),
        ("bottom", &mut margins.bottom),
    ] {
        if let Some(item) = given.get(key) {
            *margin = length(&item, Some(design.font_size))?;
        }
    }
    Ok(margins)
}

/// The standard margins on another page. The text block is a whole number of lines; what
/// is left over is added at the foot.
fn proportional_margins(design: &Design) -> Margins {
    let Design { trim, margins, .. } = Design::default();
    if design.trim == trim && design.leading == Design::default().leading {
        return margins;
    }
    let across = |margin| proportional(design.trim.width, margin, trim.width);
    let down = |margin| proportional(design.trim.height, margin, trim.height);
    let top = down(margins.top);
    let room = design.trim.height - top - down(margins.bottom);
    let lines = room.0 / design.leading.0.max(1);
    let bottom = design.trim.height - top - design.leading * lines;
    Margins { inner: across(margins.inner), outer: across(margins.outer), top, bottom }
}

/// What is to a length as `part` is to `whole`.
fn proportional(length: Length, part: Length, whole: Length) -> Length {
    length.scaled(i64::from(part.0), i64::from(whole.0.max(1)))
}

fn expect_text_block(item: &Item<'_>, design: &Design) -> Result<(), ProjectError> {
    let narrowest = design.font_size * NARROWEST_BLOCK;
    let lowest = design.leading * LOWEST_BLOCK;
    let (width, height) = (design.measure(), design.text_height());
    if width >= narrowest && height >= lowest {
        return Ok(());
    }
    let none = Length::ZERO;
    let cause =
        format!("leaves a text block of {} by {}", width.max(none), height.max(none));
    let remedy = format!("leave at least {narrowest} by {lowest}");
    Err(item.impossible(cause, remedy))
}

fn per_cent(table: &Table<'_>, key: &'static str) -> Result<Option<Ratio>, ProjectError> {
    let number = table.number(key, 0.0, MOST_MICROTYPE)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most five per cent")]
    let ratio = number.map(|per_cent| Ratio((per_cent * 10_000.0).round() as i32));
    Ok(ratio)
}

/// Words with hyphens where they may be divided.
fn exceptions(item: &Item<'_>) -> Result<Vec<String>, ProjectError> {
    let words = item.list("a list of words: [\"exam-ple\"]")?;
    words.iter().map(exception).collect()
}

fn exception(item: &Item<'_>) -> Result<String, ProjectError> {
    let word = item.text()?;
    let parts = word.split('-');
    if parts.clone().all(|part| !part.is_empty() && part.chars().all(char::is_alphabetic))
    {
        return Ok(word);
    }
    let remedy = "write one word, with a hyphen wherever it may be divided: 'exam-ple'";
    Err(item.impossible(format!("cannot have '{word}'"), remedy))
}
