//! Pages never overflow: whatever the blocks of a book and however small its pages, what
//! stands in the text stands inside the text block, and what cannot is told.

use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_oneof, proptest,
};
use read_fonts::types::GlyphId;
use read_fonts::{FontRef, TableProvider};

use pliego::book::matter::notes::NotePlacement;
use pliego::design::Design;
use pliego::diagnostic::{Code, Warned};
use pliego::length::Length;
use pliego::project::read_project;
use pliego::typeset::codes;
use pliego::typeset::document::{GlyphRun, Page, Pages, PlacedItem, Rule};

use super::{book, warned};

/// Words of a book, usual and unusual.
const WORDS: [&str; 10] = [
    "the",
    "river",
    "stood",
    "under",
    "a",
    "bridge",
    "of",
    "yesterday's",
    "*bells*",
    "Donaudampfschiffahrtsgesellschaftskapitänswitwenrente",
];

/// A piece of a book as Markdown has it: words for some, and numbers for how many.
#[derive(Debug, Clone)]
struct Block {
    kind: Kind,
    words: usize,
    parts: usize,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Paragraph,
    Heading,
    Quotation,
    List,
    Verse,
    Table,
    Preformatted,
    Epigraph,
    Dateline,
    Speech,
    Break,
}

fn block() -> impl Strategy<Value = Block> {
    let kind = prop_oneof![
        6 => Just(Kind::Paragraph),
        1 => Just(Kind::Heading),
        1 => Just(Kind::Quotation),
        1 => Just(Kind::List),
        1 => Just(Kind::Verse),
        1 => Just(Kind::Table),
        1 => Just(Kind::Preformatted),
        1 => Just(Kind::Epigraph),
        1 => Just(Kind::Dateline),
        1 => Just(Kind::Speech),
        1 => Just(Kind::Break),
    ];
    let words = prop_oneof![4 => 1_usize..40, 2 => 40_usize..200, 1 => 200_usize..900];
    (kind, words, 1_usize..7).prop_map(|(kind, words, parts)| Block {
        kind,
        words,
        parts,
    })
}

/// So many words, from one of the list on, in lines of so many.
fn words(count: usize, from: usize, a_line: usize) -> String {
    let mut said = String::new();
    for place in 0..count {
        let between = if place == 0 {
            ""
        } else if place % a_line == 0 {
            "\n"
        } else {
            " "
        };
        let _ = write!(said, "{between}{}", WORDS[(from + place * 7) % WORDS.len()]);
    }
    said
}

/// The Markdown of a book; every so many blocks call a note.
fn markdown_of(blocks: &[Block], noted: usize) -> String {
    let (mut text, mut notes) = ("# The title\n\n".to_owned(), String::new());
    for (place, &Block { kind, words: count, parts }) in blocks.iter().enumerate() {
        let few = count % 30 + 1;
        let said = words(count, place, 12);
        let classed = |class: &str, said: &str| {
            format!("<div class=\"{class}\">\n\n{said}\n\n</div>")
        };
        let mark = if place % noted == 0 {
            let _ = write!(
                notes,
                "[^{place}]: {}\n\n",
                words(count / 3 + 1, place, usize::MAX)
            );
            format!("[^{place}]")
        } else {
            String::new()
        };
        let said = match kind {
            Kind::Paragraph => said + &mark,
            Kind::Heading => {
                format!("{} {}{mark}", "#".repeat(parts), words(few, place, usize::MAX))
            }
            Kind::Quotation => {
                format!("{0} {1}{mark}", ">".repeat(parts), said.replace('\n', " "))
            }
            Kind::List => (0..parts).fold(String::new(), |list, depth| {
                format!(
                    "{list}{}- {}\n",
                    "  ".repeat(depth),
                    words(few * 3, depth, usize::MAX)
                )
            }),
            Kind::Verse => format!(
                "<div class=\"verse\">\n{}{mark}\n</div>",
                words(count, place, few)
            ),
            Kind::Table => {
                let row = |count| {
                    format!(
                        "|{}\n",
                        format!(" {} |", words(count, place, usize::MAX)).repeat(parts)
                    )
                };
                let rule = format!("|{}\n", " --- |".repeat(parts));
                row(few % 4 + 1) + &rule + &row(few).repeat(few / 3 + 1)
            }
            Kind::Preformatted => format!("```\n{}\n```", words(count, place, few)),
            Kind::Epigraph => classed("epigraph", &said),
            Kind::Dateline => classed("dateline", &words(few, place, usize::MAX)),
            Kind::Speech => {
                classed("speech", &format!("**Ana** {}{mark}", said.replace('\n', " ")))
            }
            Kind::Break => "* * *".to_owned(),
        };
        text += &said;
        text += "\n\n";
    }
    text + &notes
}

/// Pages of so many millimetres, with letters of so many points.
fn design(width: u32, height: u32, size: u32, keys: &str) -> Design {
    let leading = f64::from(size) * 1.25;
    let text = format!(
        "[book]\ntitle = \"T\"\n[design]\ntrim = \"{width}x{height}mm\"\nfont-size = \
         \"{size}pt\"\nleading = \"{leading}pt\"\nmargins = {{ inner = \"14mm\", outer = \"14mm\", \
         top = \"20mm\", bottom = \"20mm\" }}\n{keys}\n"
    );
    read_project("book.toml", &text, &|_| None)
        .expect("a book of such pages can be read")
        .design
}

/// Hyphens and stops hang into the margins, and the numbers of notes: less far than this
/// part of the size of their letters.
const HANGS: (i64, i64) = (1, 2);

/// Where something of the text stands outside the text block.
struct Outside {
    /// Lines beside it, by page and height.
    beside: BTreeSet<(usize, Length)>,
    /// What stands above or below it.
    across: Vec<String>,
}

fn outside(pages: &Pages, design: &Design) -> Outside {
    let widths: Vec<FontRef<'_>> = pages
        .faces
        .iter()
        .map(|face| FontRef::new(&face.bytes).expect("a face that was set with"))
        .collect();
    let mut outside = Outside { beside: BTreeSet::new(), across: Vec::new() };
    let top = design.margins.top;
    // A page may be a line longer than its text block.
    let foot = pages.trim.height - design.margins.bottom + design.leading;
    for (number, page) in (1..).zip(&pages.pages) {
        let (left, right) = sides(pages, design, number);
        for run in runs(page) {
            let (begin, end) = reach(run, &widths[usize::from(run.face.0)]);
            let hangs = run.size.scaled(HANGS.0, HANGS.1);
            if begin < left - hangs || end > right + hangs {
                outside.beside.insert((number, run.origin.y));
            }
            if run.origin.y < top || run.origin.y > foot {
                outside
                    .across
                    .push(format!("'{}' on page {number}, {}", run.text, run.origin.y));
            }
        }
        for Rule { rect, .. } in rules(page) {
            let (x, y) = (rect.corner.x, rect.corner.y);
            if x < left || x + rect.size.width > right {
                outside.beside.insert((number, y));
            }
            if y < top || y + rect.size.height > foot {
                outside.across.push(format!("a rule on page {number}, {y}"));
            }
        }
    }
    outside
}

/// The left and the right end of the text block of a page.
fn sides(pages: &Pages, design: &Design, number: usize) -> (Length, Length) {
    let (left, right) = match number % 2 {
        0 => (design.margins.outer, design.margins.inner),
        _ => (design.margins.inner, design.margins.outer),
    };
    (left, pages.trim.width - right)
}

/// What stands in the text of a page.
fn runs(page: &Page) -> impl Iterator<Item = &GlyphRun> {
    page.text_items().iter().filter_map(|item| match item {
        PlacedItem::Run(run) => Some(run),
        _ => None,
    })
}

/// The rules in the text of a page, such as those of tables.
fn rules(page: &Page) -> impl Iterator<Item = &Rule> {
    page.text_items().iter().filter_map(|item| match item {
        PlacedItem::Rule(rule) => Some(rule),
        _ => None,
    })
}

/// Where a run begins, and where its last glyph ends.
fn reach(run: &GlyphRun, face: &FontRef<'_>) -> (Length, Length) {
    let widths = face.hmtx().expect("a built-in face has widths");
    let head = face.head().expect("a built-in face has a head");
    let end = run.glyphs.iter().map(|glyph| {
        let width = widths.advance(GlyphId::from(glyph.id)).unwrap_or_default();
        glyph.x + run.size.scaled(width.into(), head.units_per_em().into())
    });
    (run.origin.x, run.origin.x + end.max().unwrap_or_default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn overflow_is_reported(
        blocks in prop::collection::vec(block(), 1..20),
        noted in 1_usize..6,
        width in 70_u32..160,
        height in 90_u32..220,
        size in 7_u32..15,
        placement in 0_usize..3,
        recto in any::<bool>(),
    ) {
        let book = book(&markdown_of(&blocks, noted));
        let keys = if recto { "" } else { "chapter-start = \"any\"" };
        let design = design(width, height, size, keys);
        let notes = [NotePlacement::Book, NotePlacement::Chapter, NotePlacement::Page][placement];
        let Warned { value: pages, diagnostics } = warned(&book, &design, notes);
        let told = |code: Code| diagnostics.iter().filter(|one| one.code == code).count();
        let Outside { beside, across } = outside(&pages, &design);
        prop_assert!(across.is_empty(), "{:?}", across);
        let wide = told(codes::LINE_TOO_WIDE) + told(codes::TABLE_TOO_WIDE);
        prop_assert!(beside.len() <= wide, "{:?}, and {} are told", beside, wide);
    }
}
