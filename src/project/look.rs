//! The `[design]` table: the look. A design file has the same table, and nothing else.

use std::ops::RangeInclusive;

use super::ProjectError;
use super::designs::{Designs, standard};
use super::sizes::{length, trim};
use super::table::{Item, Table};
use crate::design::{
    Apart, Axis, ChapterStart, Design, EpubFonts, FolioPlace, Front, Gutter, Heading,
    Heads, Hyphens, Initial, LEAST_OUTER, Lettering, Margins, Openings, Paragraphs,
    Sizes,
};
use crate::length::{Length, Ratio, Size};

/// The keys of `[design]`.
const KEYS: [&str; 22] = [
    "template",
    "trim",
    "font",
    "fonts",
    "font-size",
    "leading",
    "margins",
    "gutters",
    "chapter-start",
    "hyphenate",
    "hyphenation",
    "hyphens",
    "expansion",
    "tracking",
    "sizes",
    "paragraphs",
    "apart",
    "openings",
    "section",
    "subsection",
    "heads",
    "front",
];

/// The keys of `margins`.
const MARGINS: [&str; 4] = ["inner", "outer", "top", "bottom"];

/// What to do about a design file that does not say all.
const WHOLE: &str = "copy it from one of pliego's designs";

/// The letters of words that stand alone.
const LETTERINGS: [(&str, Lettering); 4] = [
    ("roman", Lettering::Roman),
    ("italic", Lettering::Italic),
    ("bold", Lettering::Bold),
    ("small-capitals", Lettering::SmallCapitals),
];
/// What an EPUB is shown in.
const FONTS: [(&str, EpubFonts); 2] =
    [("embed", EpubFonts::Embedded), ("system", EpubFonts::System)];
/// What they stand on.
const AXES: [(&str, Axis); 2] = [("centre", Axis::Centre), ("left", Axis::Left)];

/// The smallest size of a text face, in points; below, nothing can be read.
const SMALLEST_FONT: i32 = 5;
/// The largest, in points; above, no line holds a word.
const LARGEST_FONT: i32 = 36;
/// The least leading in hundredths of the size: below, lines overlap.
const LEAST_LEADING: i64 = 90;
/// The most that letters may be stretched or spaced, in per cent, either way. Above,
/// everyone sees it.
const MOST_MICROTYPE: f64 = 5.0;

/// The largest size of type beside the text's, in points.
const LARGEST_DISPLAY: i32 = 144;
/// The deepest indent, in ems. Deeper ones leave little of a line.
const DEEPEST_INDENT: f64 = 6.0;
/// The most white above or below a heading, in lines.
const MOST_WHITE: f64 = 6.0;
/// The most lines of verse from one number to the next.
const MOST_UNNUMBERED: u8 = 100;
/// The lines that may stand beside an initial: with more it is a picture.
const INITIAL_LINES: RangeInclusive<u8> = 2..=3;
/// The lowest that a chapter's title or text may begin, in per cent of the page.
const LOWEST_OPENING: f64 = 80.0;

/// Reads the table of a book. What it does not say its template does, and without one the
/// classic design. Sizes and leading follow the size of the text, margins the trim.
pub(super) fn read(
    item: &Item<'_>,
    designs: &Designs<'_>,
) -> Result<Design, ProjectError> {
    let table = design_table(item)?;
    let base = match table.get("template") {
        Some(item) => designs.named(&item)?,
        None => standard(),
    };
    design(item, &table, Some(&base))
}

/// Reads the table of a design file, which says everything that a design has to say.
pub(super) fn whole(item: &Item<'_>) -> Result<Design, ProjectError> {
    let table = design_table(item)?;
    if let Some(template) = table.get("template") {
        let remedy = "leave it out: a design file says all of a design itself";
        return Err(template.impossible("cannot stand in a design file", remedy));
    }
    design(item, &table, None)
}

fn design_table<'t>(item: &Item<'t>) -> Result<Table<'t>, ProjectError> {
    let wrong = || item.wrong_type("[design] and the keys of the look below it");
    item.table(&KEYS)?.ok_or_else(wrong)
}

/// A table over what it is based on. Without a base it has to have every key.
fn design(
    item: &Item<'_>,
    table: &Table<'_>,
    base: Option<&Design>,
) -> Result<Design, ProjectError> {
    let value = Over(table);
    let font_size = value.of("font-size", base.map(|base| base.font_size), font_size)?;
    let trim = value.of("trim", base.map(|base| base.trim), trim)?;
    let leading = value.of(
        "leading",
        base.map(|base| proportional(font_size, base.leading, base.font_size)),
        |item| leading(item, font_size),
    )?;
    let exceptions = match table.get("hyphenation") {
        Some(item) => exceptions(&item)?,
        None => Vec::new(),
    };
    let fonts = Some(base.map_or_else(EpubFonts::default, |base| base.fonts));
    let starts = [("right", ChapterStart::Recto), ("any", ChapterStart::Any)];
    let start = base.map(|base| base.chapter_start);
    let frequencies =
        [("few", Hyphens::Few), ("usual", Hyphens::Usual), ("many", Hyphens::Many)];
    let hyphens = base.map(|base| base.hyphens);
    let design = Design {
        trim,
        font: value.of("font", base.map(|base| base.font.clone()), Item::text)?,
        fonts: value.of("fonts", fonts, |item| item.word(&FONTS))?,
        font_size,
        leading,
        margins: margins(table, base, trim, leading, font_size)?,
        gutters: gutters(table, base)?,
        least_outer: LEAST_OUTER,
        chapter_start: value.of("chapter-start", start, |item| item.word(&starts))?,
        hyphenate: value.of("hyphenate", base.map(|base| base.hyphenate), Item::flag)?,
        hyphens: value.of("hyphens", hyphens, |item| item.word(&frequencies))?,
        exceptions,
        expansion: value.of("expansion", base.map(|base| base.expansion), microtype)?,
        tracking: value.of("tracking", base.map(|base| base.tracking), microtype)?,
        sizes: sizes(table, base, font_size)?,
        paragraphs: paragraphs(table, base)?,
        apart: apart(table, base)?,
        openings: openings(table, base)?,
        section: heading(table, "section", base.map(|base| base.section))?,
        subsection: heading(table, "subsection", base.map(|base| base.subsection))?,
        heads: heads(table, base)?,
        front: front(table, base)?,
    };
    // The key that a complaint about the text block is best made at.
    let told =
        ["margins", "trim", "font-size"].into_iter().find_map(|key| table.get(key));
    expect_text_block(&told.unwrap_or(*item), &design)?;
    Ok(design)
}

/// A table whose keys go over what it is based on.
#[derive(Clone, Copy)]
struct Over<'a, 't>(&'a Table<'t>);

impl<'t> Over<'_, 't> {
    /// The value of a key, or else of the base; without a base the key has to be there.
    fn of<T>(
        self,
        key: &'static str,
        base: Option<T>,
        read: impl FnOnce(&Item<'t>) -> Result<T, ProjectError>,
    ) -> Result<T, ProjectError> {
        match (self.0.get(key), base) {
            (Some(item), _) => read(&item),
            (None, Some(base)) => Ok(base),
            (None, None) => Err(self.0.missing(key, WHOLE)),
        }
    }
}

/// A table within that of the design, over what it is based on.
fn part<T: Clone>(
    design: &Table<'_>,
    name: &'static str,
    keys: &[&str],
    base: Option<&T>,
    read: impl FnOnce(Over<'_, '_>, Option<&T>) -> Result<T, ProjectError>,
) -> Result<T, ProjectError> {
    Over(design).of(name, base.cloned(), |item| {
        let wrong = || item.wrong_type("a table of its own");
        let table = item.table(keys)?.ok_or_else(wrong)?;
        read(Over(&table), base)
    })
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

fn margins(
    table: &Table<'_>,
    base: Option<&Design>,
    trim: Size,
    leading: Length,
    font_size: Length,
) -> Result<Margins, ProjectError> {
    let base = base.map(|base| proportional_margins(base, trim, leading));
    Over(table).of("margins", base, |item| {
        let wrong = || {
            item.wrong_type(
                "{ inner = \"19mm\", outer = \"24mm\", top = \"20mm\", bottom = \"22mm\" }",
            )
        };
        let table = item.table(&MARGINS)?.ok_or_else(wrong)?;
        let value = Over(&table);
        let margin = |item: &Item<'_>| length(item, Some(font_size));
        Ok(Margins {
            inner: value.of("inner", base.map(|base| base.inner), margin)?,
            outer: value.of("outer", base.map(|base| base.outer), margin)?,
            top: value.of("top", base.map(|base| base.top), margin)?,
            bottom: value.of("bottom", base.map(|base| base.bottom), margin)?,
        })
    })
}

/// What thicker books need at the fold. A book that says itself how wide its inner margin
/// is gets just that.
fn gutters(
    table: &Table<'_>,
    base: Option<&Design>,
) -> Result<Vec<Gutter>, ProjectError> {
    let said = table.get("margins").map(|item| item.table(&MARGINS)).transpose()?;
    let said = said.flatten().is_some_and(|margins| margins.get("inner").is_some());
    let base = base.map(|base| if said { Vec::new() } else { base.gutters.clone() });
    Over(table).of("gutters", base, |item| {
        let wanted = "a list: [{ over = 150, inner = \"12.7mm\" }]";
        let mut gutters = Vec::new();
        for item in item.list(wanted)? {
            let wrong = || item.wrong_type(wanted);
            let table = item.table(&["over", "inner"])?.ok_or_else(wrong)?;
            let value = Over(&table);
            let over = value.of("over", None, Item::count)?;
            let inner = value.of("inner", None, |item| length(item, None))?;
            gutters.push(Gutter { over, inner });
        }
        gutters.sort_by_key(|gutter| gutter.over);
        Ok(gutters)
    })
}

/// The margins of a design on another page. The text block is a whole number of lines; what
/// is left over is added at the foot.
fn proportional_margins(base: &Design, trim: Size, leading: Length) -> Margins {
    let Design { margins, trim: usual, .. } = *base;
    if trim == usual && leading == base.leading {
        return margins;
    }
    let across = |margin| proportional(trim.width, margin, usual.width);
    let down = |margin| proportional(trim.height, margin, usual.height);
    let top = down(margins.top);
    let room = trim.height - top - down(margins.bottom);
    let lines = room.0 / leading.0.max(1);
    let bottom = trim.height - top - leading * lines;
    Margins { inner: across(margins.inner), outer: across(margins.outer), top, bottom }
}

/// What is to a length as `part` is to `whole`.
fn proportional(length: Length, part: Length, whole: Length) -> Length {
    length.scaled(i64::from(part.0), i64::from(whole.0.max(1)))
}

fn expect_text_block(item: &Item<'_>, design: &Design) -> Result<(), ProjectError> {
    if design.is_possible() {
        return Ok(());
    }
    let Size { width: narrowest, height: lowest } = design.least_block();
    let (width, height) = (design.measure(), design.text_height());
    let none = Length::ZERO;
    let cause =
        format!("leaves a text block of {} by {}", width.max(none), height.max(none));
    let remedy = format!("leave at least {narrowest} by {lowest}");
    Err(item.impossible(cause, remedy))
}

fn sizes(
    table: &Table<'_>,
    base: Option<&Design>,
    font_size: Length,
) -> Result<Sizes, ProjectError> {
    let base = base.map(|base| {
        let at = |size| proportional(font_size, size, base.font_size);
        let Sizes { small, footnotes, heads, imprint, author, chapter, title } =
            base.sizes;
        Sizes {
            small: at(small),
            footnotes: at(footnotes),
            heads: at(heads),
            imprint: at(imprint),
            author: at(author),
            chapter: at(chapter),
            title: at(title),
        }
    });
    let keys = ["small", "footnotes", "heads", "imprint", "author", "chapter", "title"];
    part(table, "sizes", &keys, base.as_ref(), |value, base| {
        let size = |item: &Item<'_>| display_size(item, font_size);
        Ok(Sizes {
            small: value.of("small", base.map(|base| base.small), size)?,
            footnotes: value.of("footnotes", base.map(|base| base.footnotes), size)?,
            heads: value.of("heads", base.map(|base| base.heads), size)?,
            imprint: value.of("imprint", base.map(|base| base.imprint), size)?,
            author: value.of("author", base.map(|base| base.author), size)?,
            chapter: value.of("chapter", base.map(|base| base.chapter), size)?,
            title: value.of("title", base.map(|base| base.title), size)?,
        })
    })
}

fn display_size(item: &Item<'_>, font_size: Length) -> Result<Length, ProjectError> {
    let size = length(item, Some(font_size))?;
    if (Length::pt(SMALLEST_FONT)..=Length::pt(LARGEST_DISPLAY)).contains(&size) {
        return Ok(size);
    }
    let remedy = format!("write a size from {SMALLEST_FONT}pt to {LARGEST_DISPLAY}pt");
    Err(item.impossible(format!("cannot be {size}"), remedy))
}

fn paragraphs(
    table: &Table<'_>,
    base: Option<&Design>,
) -> Result<Paragraphs, ProjectError> {
    let keys = ["indent", "first-indented", "justified"];
    let base = base.map(|base| &base.paragraphs);
    part(table, "paragraphs", &keys, base, |value, base| {
        let first = base.map(|base| base.first_indented);
        let justified = base.map(|base| base.justified);
        Ok(Paragraphs {
            indent: value.of("indent", base.map(|base| base.indent), ems)?,
            first_indented: value.of("first-indented", first, Item::flag)?,
            justified: value.of("justified", justified, Item::flag)?,
        })
    })
}

fn apart(table: &Table<'_>, base: Option<&Design>) -> Result<Apart, ProjectError> {
    let keys = [
        "indent",
        "both-sides",
        "small-quotations",
        "verse",
        "verse-numbers",
        "pause",
        "bullet",
    ];
    let base = base.map(|base| &base.apart);
    part(table, "apart", &keys, base, |value, base| {
        let both = base.map(|base| base.both_sides);
        let small = base.map(|base| base.small_quotations);
        let every = base.map(|base| base.verse_numbers);
        let words = |words: fn(&Apart) -> &String| base.map(|base| words(base).clone());
        Ok(Apart {
            indent: value.of("indent", base.map(|base| base.indent), ems)?,
            both_sides: value.of("both-sides", both, Item::flag)?,
            small_quotations: value.of("small-quotations", small, Item::flag)?,
            verse: value.of("verse", base.map(|base| base.verse), axis)?,
            verse_numbers: value.of("verse-numbers", every, verse_numbers)?,
            pause: value.of("pause", words(|base| &base.pause), Item::text)?,
            bullet: value.of("bullet", words(|base| &base.bullet), Item::text)?,
        })
    })
}

fn openings(table: &Table<'_>, base: Option<&Design>) -> Result<Openings, ProjectError> {
    let keys = ["letters", "axis", "sink", "text", "initial", "initial-lines"];
    let initials = [
        ("none", Initial::None),
        ("small-capitals", Initial::SmallCapitals),
        ("drop", Initial::Drop),
    ];
    let base = base.map(|base| &base.openings);
    part(table, "openings", &keys, base, |value, base| {
        let share = |item: &Item<'_>| per_cent(item, LOWEST_OPENING);
        let initial = base.map(|base| base.initial);
        let lines = base.map(|base| base.initial_lines);
        Ok(Openings {
            letters: value.of("letters", base.map(|base| base.letters), letters)?,
            axis: value.of("axis", base.map(|base| base.axis), axis)?,
            sink: value.of("sink", base.map(|base| base.sink), share)?,
            text: value.of("text", base.map(|base| base.text), share)?,
            initial: value.of("initial", initial, |item| item.word(&initials))?,
            initial_lines: value.of("initial-lines", lines, initial_lines)?,
        })
    })
}

fn heading(
    table: &Table<'_>,
    name: &'static str,
    base: Option<Heading>,
) -> Result<Heading, ProjectError> {
    let keys = ["letters", "axis", "above", "below"];
    part(table, name, &keys, base.as_ref(), |value, base| {
        Ok(Heading {
            letters: value.of("letters", base.map(|base| base.letters), letters)?,
            axis: value.of("axis", base.map(|base| base.axis), axis)?,
            above: value.of("above", base.map(|base| base.above), half_lines)?,
            below: value.of("below", base.map(|base| base.below), half_lines)?,
        })
    })
}

fn heads(table: &Table<'_>, base: Option<&Design>) -> Result<Heads, ProjectError> {
    let base = base.map(|base| &base.heads);
    let keys = ["letters", "folio", "source-pages"];
    part(table, "heads", &keys, base, |value, base| {
        let places = [
            ("head", FolioPlace::Head),
            ("beside", FolioPlace::Beside),
            ("foot", FolioPlace::Foot),
        ];
        let folio = base.map(|base| base.folio);
        let source_pages = base.map(|base| base.source_pages);
        Ok(Heads {
            letters: value.of("letters", base.map(|base| base.letters), letters)?,
            folio: value.of("folio", folio, |item| item.word(&places))?,
            source_pages: value.of("source-pages", source_pages, Item::flag)?,
        })
    })
}

fn front(table: &Table<'_>, base: Option<&Design>) -> Result<Front, ProjectError> {
    let keys = ["axis", "letters", "half-title", "leaders"];
    let base = base.map(|base| &base.front);
    part(table, "front", &keys, base, |value, base| {
        let half_title = base.map(|base| base.half_title);
        Ok(Front {
            half_title: value.of("half-title", half_title, letters)?,
            axis: value.of("axis", base.map(|base| base.axis), axis)?,
            letters: value.of("letters", base.map(|base| base.letters), letters)?,
            leaders: value.of("leaders", base.map(|base| base.leaders), Item::flag)?,
        })
    })
}

fn letters(item: &Item<'_>) -> Result<Lettering, ProjectError> {
    item.word(&LETTERINGS)
}

fn axis(item: &Item<'_>) -> Result<Axis, ProjectError> {
    item.word(&AXES)
}

/// An indent in ems, as a part of the em.
fn ems(item: &Item<'_>) -> Result<Ratio, ProjectError> {
    Ok(parts(item.number(0.0, DEEPEST_INDENT)?))
}

/// How many lines of verse go to a number.
fn verse_numbers(item: &Item<'_>) -> Result<u8, ProjectError> {
    let lines = item.count()?;
    let within = u8::try_from(lines).ok().filter(|&lines| lines <= MOST_UNNUMBERED);
    within.ok_or_else(|| {
        let remedy = format!("write a number from 0, for none, to {MOST_UNNUMBERED}");
        item.impossible(format!("cannot be {lines}"), remedy)
    })
}

/// The lines beside an initial.
fn initial_lines(item: &Item<'_>) -> Result<u8, ProjectError> {
    let lines = item.count()?;
    let fitting = u8::try_from(lines).ok().filter(|lines| INITIAL_LINES.contains(lines));
    let remedy = "write 2 or 3";
    fitting.ok_or_else(|| item.impossible(format!("cannot be {lines}"), remedy))
}

/// White in lines, by halves.
fn half_lines(item: &Item<'_>) -> Result<u8, ProjectError> {
    let lines = item.number(0.0, MOST_WHITE)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most some lines")]
    #[expect(clippy::cast_sign_loss, reason = "at least none")]
    let halves = (lines * 2.0).round() as u8;
    if (lines * 2.0 - f64::from(halves)).abs() < f64::EPSILON {
        return Ok(halves);
    }
    let cause = format!("cannot be {lines}");
    Err(item.impossible(cause, "write whole or half lines: 0.5, 1, 1.5"))
}

/// How far letters may be stretched or spaced.
fn microtype(item: &Item<'_>) -> Result<Ratio, ProjectError> {
    per_cent(item, MOST_MICROTYPE)
}

fn per_cent(item: &Item<'_>, most: f64) -> Result<Ratio, ProjectError> {
    Ok(parts(item.number(0.0, most)? / 100.0))
}

/// A number as a ratio.
fn parts(number: f64) -> Ratio {
    #[expect(clippy::cast_possible_truncation, reason = "at most some wholes")]
    let millionths = (number * 1_000_000.0).round() as i32;
    Ratio(millionths)
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
