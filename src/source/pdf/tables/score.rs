//! How much a block of rows looks like a table.
//!
//! One sum decides, so that weak signs add up and none decides alone. A table that is missed
//! stays text; text that is taken for a table is torn to pieces. So the sum begins far below
//! zero.

use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::tables::blocks::{BlockLayout, PageRow};
use crate::source::pdf::tables::facts::BlockFacts;

/// Weights in hundredths. They were set by hand: first so that no table is found in 194 books
/// of prose, verse, plays, letters and indexes, then so that most tables of manuals are.
const BEGINNING: i64 = -500;
/// For each row with two cells and more, up to [`MOST_ROWS`].
const ROW: i64 = 35;
const MOST_ROWS: i64 = 8;
/// For each column of numbers, up to three.
const NUMBERS: i64 = 150;
/// For a third column, and for a fourth.
const THIRD_COLUMN: i64 = 150;
const FOURTH_COLUMN: i64 = 60;
/// For edges of cells that stand exactly below each other; half of it is usual by chance.
const ALIGNED: i64 = 400;
/// For a caption with a numbered label.
const CAPTION: i64 = 300;
/// For rules: one below the head, two with the same ends, three, and rules between columns.
const HEAD_RULE: i64 = 150;
const TWO_RULES: i64 = 200;
const THREE_RULES: i64 = 350;
const GRID: i64 = 450;
/// For words alone, without numbers, rules or a caption.
const WORDS_ALONE: i64 = -150;
/// For all rows having one cell only, and its share.
const SINGLE_ROWS: i64 = -500;
/// For sentences that go on from row to row, and their share; less between rules.
const PROSE: i64 = -900;
/// For wide columns of words, from the second.
const WIDE_COLUMN: i64 = -250;
/// For each row of words that fills the width of all columns.
const FULL_ROW: i64 = -150;
/// For curves and slanted lines among the words, if they are more: the numbers of axes.
const DRAWN: i64 = -900;
const MOST_DRAWN: usize = 4;
/// For this many of them, even between rules: a diagram with boxes.
const DIAGRAM: i64 = -1200;
pub(super) const DIAGRAM_DRAWN: usize = 20;
/// For leaders between words and page numbers in every eighth row.
const LEADERS: i64 = -1500;
/// For words and growing numbers: a list of contents; for entries with page numbers, or in
/// the order of the alphabet: an index.
const CONTENTS: i64 = -800;
const INDEX: i64 = -500;
/// For labels before texts: a list.
const LIST: i64 = -350;
/// For type of one width, as programs and outputs are set in.
const MONOSPACE: i64 = -900;
/// For numbers without any words: a matrix.
const NUMBERS_ALONE: i64 = -300;
/// For cells in several columns of the page, which are read one after the other.
const PAGE_COLUMNS: i64 = -400;
/// For columns of signs: equations.
const SIGNS: i64 = -400;

/// What surrounds a block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockSigns {
    /// How many horizontal rules with the same ends it has.
    pub(super) rules: usize,
    /// It has a caption with a numbered label.
    pub(super) caption: bool,
    /// A rule below its first rows is as wide as it.
    pub(super) head_rule: bool,
    /// How many curves and slanted lines are painted where it is.
    pub(super) drawn: usize,
}

/// The sum for a block, above zero if it is a table, and how many rows have several cells;
/// `None` where hardly any has.
pub(super) fn score_block(
    layout: &BlockLayout,
    rows: &[PageRow],
    lines: &PdfLines,
    signs: BlockSigns,
) -> Option<(i64, usize)> {
    let facts = BlockFacts::collect(layout, lines);
    if facts.filled < 4 || facts.multiple < 2 {
        return None;
    }
    let ruled = layout.grid || signs.rules > 0;
    let bare = !ruled && !signs.caption && !signs.head_rule;
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let share = |weight: i64, (part, all): (usize, usize)| {
        weight * count(part) / count(all.max(1))
    };
    let mut sum = BEGINNING;
    sum += ROW * count(facts.multiple).min(MOST_ROWS);
    sum += NUMBERS * count(facts.number_columns).min(3);
    sum += if layout.columns() > 2 { THIRD_COLUMN } else { 0 };
    sum += if layout.columns() > 3 { FOURTH_COLUMN } else { 0 };
    sum += share(ALIGNED, facts.aligned) - ALIGNED / 2;
    sum += if signs.caption { CAPTION } else { 0 };
    sum += match signs.rules {
        _ if layout.grid => GRID,
        0 | 1 => HEAD_RULE * i64::from(signs.head_rule),
        2 => TWO_RULES,
        _ => THREE_RULES,
    };
    if bare && facts.number_columns == 0 {
        sum += WORDS_ALONE;
    }
    let rows_of_text = rows.len();
    if !layout.grid {
        sum += share(
            SINGLE_ROWS,
            (rows_of_text - facts.multiple.min(rows_of_text), rows_of_text),
        );
        let prose = share(PROSE, facts.continued);
        sum += if ruled { prose / 2 } else { prose };
        if !ruled {
            sum += WIDE_COLUMN * count(facts.wide_columns.saturating_sub(1));
        }
        sum += share(INDEX, facts.entries) * 2;
        sum += if facts.is_contents && !signs.caption { CONTENTS } else { 0 };
        sum += if facts.is_list { LIST } else { 0 };
        sum += if facts.is_alphabetical && !ruled { INDEX / 2 } else { 0 };
    }
    if facts.leaders.0 * 8 > facts.leaders.1 {
        sum += LEADERS;
    }
    sum += if signs.drawn >= DIAGRAM_DRAWN { DIAGRAM } else { 0 };
    if !layout.grid {
        sum += FULL_ROW * count(facts.full_rows);
        sum += if signs.drawn > MOST_DRAWN { DRAWN } else { 0 };
    }
    sum += match (facts.monospace, ruled) {
        (true, true) if layout.grid || signs.rules > 2 => MONOSPACE / 3,
        (true, _) => MONOSPACE,
        (false, _) => 0,
    };
    if bare && facts.worded * 7 < facts.filled {
        sum += NUMBERS_ALONE;
    }
    sum += if facts.sign_columns > 0 && !layout.grid { SIGNS } else { 0 };
    sum += if facts.formulas > 1 { SIGNS } else { 0 };
    sum += if facts.formulas * 4 > facts.filled { SIGNS } else { 0 };
    if bare && facts.page_columns.count_ones() > 1 {
        sum += PAGE_COLUMNS;
    }
    // Glyphs that stand for no letters: music, and symbols of maps.
    if facts.readable * 2 < facts.filled {
        sum += SIGNS * 2;
    }
    Some((sum, facts.multiple))
}
