//! Tables, and the cells that are read.

use std::fmt::Write as _;

use pliego::source::TableOpening;
use pliego::source::pdf::{PageTable, PdfLines, build_lines, find_tables};

use super::builder::Builder;

/// The tables of pages.
pub(crate) fn find(pages: &[String]) -> (Vec<PageTable>, Vec<PdfLines>) {
    let mut builder = Builder::new();
    for page in pages {
        builder.page(page, "");
    }
    let (document, _) = builder.read();
    let lines: Vec<PdfLines> = document
        .pages
        .iter()
        .map(|page| build_lines(page, &document.fonts, None))
        .collect();
    (find_tables(&document, &lines), lines)
}

/// Writes tables: the alignment of the columns, the head over `--`, and cells between `|`;
/// a span as its rows and columns.
fn show(pages: &[String]) -> String {
    let (tables, lines) = find(pages);
    let mut shown = String::new();
    for table in tables {
        let letters =
            table.columns.iter().map(|c| format!("{:?}", c.alignment).remove(0));
        let marks = match table.opening {
            TableOpening::New => "",
            TableOpening::Continued => " continues",
            TableOpening::ContinuedWithHead => " continues repeats",
        };
        let caption = table.caption.iter().map(|at| {
            lines[usize::try_from(table.page).unwrap() - 1].lines[*at].text.clone()
        });
        let caption: Vec<String> = caption.collect();
        let _ = writeln!(
            shown,
            "{} [{}]{marks}",
            letters.collect::<String>(),
            caption.join(" / ")
        );
        for row in 0..table.rows {
            if row > 0 && row == table.head_rows {
                shown.push_str("--\n");
            }
            let cells = table.cells.iter().filter(|cell| cell.row == row).map(|cell| {
                let span = match (cell.row_span, cell.column_span) {
                    (1, 1) => String::new(),
                    (rows, columns) => format!("({rows}x{columns})"),
                };
                format!("{}{span} {}", cell.column, cell.text)
            });
            let cells: Vec<String> = cells.collect();
            let _ = writeln!(shown, "{}", cells.join(" | "));
        }
    }
    shown
}

pub(crate) fn text(x: u32, y: u32, words: &str) -> String {
    format!("BT /F1 10 Tf {x} {y} Td ({words}) Tj ET ")
}

/// A row of words at places.
pub(crate) fn row(y: u32, cells: &[(u32, &str)]) -> String {
    cells.iter().map(|(x, words)| text(*x, y, words)).collect()
}

/// A rule from one place to another.
fn rule(x: u32, y: u32, to_x: u32, to_y: u32) -> String {
    format!("{x} {y} m {to_x} {to_y} l S ")
}

pub(crate) fn paragraph(y: u32, lines: u32) -> String {
    let words = "The carts went over the bridge, one after another, until it was night";
    (0..lines).map(|line| text(40, y - 12 * line, words)).collect()
}

/// Five rows of names and numbers, set flush right at 190, 250 and 310.
fn numbers(y: u32) -> String {
    // A figure of Helvetica is 556 thousandths wide, a comma 278.
    [
        row(y, &[(60, "Bergen"), (165, "1,204"), (225, "1,310"), (293, "998")]),
        row(y - 14, &[(60, "Hull"), (159, "20,411"), (219, "19,870"), (279, "21,005")]),
        row(y - 28, &[(60, "Emden"), (173, "311"), (233, "287"), (293, "402")]),
        row(y - 42, &[(60, "Vigo"), (165, "4,120"), (225, "4,377"), (285, "4,599")]),
        row(y - 56, &[(60, "Boston"), (173, "644"), (233, "702"), (293, "715")]),
    ]
    .concat()
}

#[test]
fn numbers_in_columns_are_a_table() {
    let page = paragraph(560, 4)
        + &row(490, &[(60, "Port"), (168, "1871"), (228, "1872"), (288, "1873")])
        + &numbers(474)
        + &paragraph(380, 6);
    assert_eq!(
        show(&[page]),
        "LRRR []\n\
         0 Port | 1 1871 | 2 1872 | 3 1873\n\
         0 Bergen | 1 1,204 | 2 1,310 | 3 998\n\
         0 Hull | 1 20,411 | 2 19,870 | 3 21,005\n\
         0 Emden | 1 311 | 2 287 | 3 402\n\
         0 Vigo | 1 4,120 | 2 4,377 | 3 4,599\n\
         0 Boston | 1 644 | 2 702 | 3 715\n"
    );
}

#[test]
fn three_rules_part_head_and_body() {
    let page = paragraph(560, 3)
        + &text(60, 505, "Table 4: Herring landed, in barrels")
        + &rule(56, 496, 314, 496)
        + &row(484, &[(60, "Port"), (172, "first"), (232, "second"), (288, "third")])
        + &rule(56, 479, 314, 479)
        + &numbers(468)
        + &rule(56, 406, 314, 406)
        + &paragraph(380, 6);
    assert_eq!(
        show(&[page]),
        "LRRR [Table 4: Herring landed, in barrels]\n\
         0 Port | 1 first | 2 second | 3 third\n\
         --\n\
         0 Bergen | 1 1,204 | 2 1,310 | 3 998\n\
         0 Hull | 1 20,411 | 2 19,870 | 3 21,005\n\
         0 Emden | 1 311 | 2 287 | 3 402\n\
         0 Vigo | 1 4,120 | 2 4,377 | 3 4,599\n\
         0 Boston | 1 644 | 2 702 | 3 715\n"
    );
}

#[test]
fn a_short_rule_joins_the_columns_below_it() {
    let page = paragraph(560, 3)
        + &rule(56, 516, 314, 516)
        + &row(504, &[(190, "landed")])
        + &rule(155, 500, 252, 500)
        + &row(488, &[(60, "Port"), (172, "first"), (228, "second"), (288, "sold")])
        + &rule(56, 483, 314, 483)
        + &numbers(470)
        + &rule(56, 406, 314, 406)
        + &paragraph(380, 6);
    let shown = show(&[page]);
    let head: Vec<&str> = shown.lines().take(4).collect();
    assert_eq!(
        head,
        ["LRRR []", "1(1x2) landed", "0 Port | 1 first | 2 second | 3 sold", "--"]
    );
}

/// A grid of rules: heads of columns over two rows, a cell over two columns, and a cell with
/// two lines.
pub(crate) fn grid() -> String {
    [
        rule(50, 500, 350, 500),
        rule(130, 480, 250, 480),
        rule(50, 460, 350, 460),
        rule(50, 420, 350, 420),
        rule(50, 400, 350, 400),
        rule(50, 500, 50, 400),
        rule(130, 500, 130, 400),
        rule(190, 480, 190, 420),
        rule(250, 500, 250, 400),
        rule(350, 500, 350, 400),
        row(485, &[(170, "Rooms")]),
        row(477, &[(55, "House"), (255, "Remarks")]),
        row(466, &[(135, "warm"), (195, "cold")]),
        row(445, &[(55, "Gate"), (135, "3"), (195, "4"), (255, "The roof was")]),
        row(433, &[(255, "mended in spring")]),
        row(407, &[(55, "Tannery"), (170, "none"), (255, "Burnt down")]),
    ]
    .concat()
}

#[test]
fn cells_reach_from_rule_to_rule() {
    let page = paragraph(570, 3) + &grid() + &paragraph(360, 4);
    assert_eq!(
        show(&[page]),
        "LRRL []\n\
         0(2x1) House | 1(1x2) Rooms | 3(2x1) Remarks\n\
         1 warm | 2 cold\n\
         --\n\
         0 Gate | 1 3 | 2 4 | 3 The roof was mended in spring\n\
         0 Tannery | 1(1x2) none | 3 Burnt down\n"
    );
}

#[test]
fn frames_of_cells_are_rules() {
    let mut page = paragraph(570, 3);
    for (row_at, words) in
        [["name", "trade"], ["Weber", "weaver"], ["Vogt", "cooper"], ["Lang", "tailor"]]
            .iter()
            .enumerate()
    {
        for (column, word) in words.iter().enumerate() {
            let x = 60 + 90 * u32::try_from(column).unwrap();
            let y = 480 - 20 * u32::try_from(row_at).unwrap();
            page += &format!("{x} {y} 90 20 re S ");
            page += &text(x + 5, y + 6, word);
        }
    }
    assert_eq!(
        show(&[page + &paragraph(380, 4)]),
        "LL []\n0 name | 1 trade\n0 Weber | 1 weaver\n0 Vogt | 1 cooper\n0 Lang | 1 tailor\n"
    );
}

#[test]
fn a_table_goes_on_with_its_head_repeated() {
    let head = |y| {
        rule(56, y + 12, 314, y + 12)
            + &row(y, &[(60, "Port"), (172, "first"), (232, "second"), (288, "third")])
            + &rule(56, y - 5, 314, y - 5)
    };
    let first = paragraph(560, 30) + &head(160) + &numbers(144) + &rule(56, 82, 314, 82);
    let second =
        head(560) + &numbers(544) + &rule(56, 482, 314, 482) + &paragraph(460, 20);
    let shown = show(&[first, second]);
    let titles: Vec<&str> =
        shown.lines().filter(|line| line.starts_with("LRRR")).collect();
    assert_eq!(titles, ["LRRR []", "LRRR [] continues repeats"]);
}

#[test]
fn parts_of_cells_are_in_their_lines() {
    let page = paragraph(570, 3) + &grid() + &paragraph(360, 4);
    let (tables, lines) = find(&[page]);
    let cell =
        tables[0].cells.iter().find(|cell| cell.text.starts_with("The roof")).unwrap();
    let parts: Vec<&str> = cell
        .parts
        .iter()
        .map(|part| {
            let text = &lines[0].lines[part.line].text;
            &text[part.text.start as usize..part.text.end as usize]
        })
        .collect();
    assert_eq!(parts, ["The roof was", "mended in spring"]);
}
