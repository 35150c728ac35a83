//! Glyphs become lines.

use std::fmt::Write as _;

use super::builder::{Builder, lines_from, lines_of, runs, texts};

#[test]
fn lines_have_edges_sizes_and_leading() {
    let content = "BT /F1 10 Tf 14 TL 50 500 Td (First line) Tj T* (Second) Tj ET";
    let lines = lines_from(content);
    assert_eq!(texts(&lines), ["First line", "Second"]);
    assert!((lines[0].baseline.to_pt() - 100.0).abs() < 0.01);
    assert!((lines[0].left.to_pt() - 50.0).abs() < 0.01);
    assert!((lines[0].right.to_pt() - 87.78).abs() < 0.01);
    assert!((lines[0].size.to_pt() - 10.0).abs() < 0.01);
    assert_eq!(lines[0].leading, None);
    assert!((lines[1].leading.unwrap().to_pt() - 14.0).abs() < 0.01);
}

#[test]
fn gap_is_a_space() {
    // A third of the size is a word space, a twentieth is kerning.
    let lines = lines_from("BT /F1 10 Tf 50 500 Td [(two)-333(wo)50(rds)] TJ ET");
    assert_eq!(texts(&lines), ["two words"]);
}

#[test]
fn space_below_a_glyph_parts_no_word() {
    let lines = lines_from("BT /F1 10 Tf 50 500 Td (Year) Tj 0.5 0 Td ( ) Tj ET");
    assert_eq!(texts(&lines), ["Year"]);
}

#[test]
fn word_spacing_of_the_text_state_is_a_space() {
    let lines = lines_from("BT /F1 10 Tf 20 Tw 50 500 Td (far apart) Tj ET");
    assert_eq!(texts(&lines), ["far apart"]);
}

#[test]
fn letter_spaced_words_stay_whole() {
    let tracked = "BT /F1 10 Tf 3 Tc 50 500 Td (CHAPTER) Tj 8 0 Td ET \
                   BT /F1 10 Tf 50 480 Td [(C)-300(H)-300(A)-300(P)-300(T)-300(E)-300(R)\
                   -800(O)-300(N)-300(E)] TJ ET";
    assert_eq!(texts(&lines_from(tracked)), ["CHAPTER", "CHAPTER ONE"]);
}

#[test]
fn letter_spaced_word_in_a_line_stays_whole() {
    let content = "BT /F1 10 Tf 50 500 Td [(das)-400(ist)-400(g)-200(e)-200(s)-200(p)-200\
                   (e)-200(r)-200(r)-200(t)-600(und)-400(das)-400(nicht)] TJ ET";
    assert_eq!(texts(&lines_from(content)), ["das ist gesperrt und das nicht"]);
}

#[test]
fn words_of_one_letter_are_words() {
    let content =
        "BT /F1 10 Tf 50 500 Td [(vio)-280(y)-280(a)-280(ella)-280(tambi)] TJ ET";
    assert_eq!(texts(&lines_from(content)), ["vio y a ella tambi"]);
}

#[test]
fn raised_figure_joins_its_line() {
    let content = "BT /F1 10 Tf 50 500 Td (word) Tj /F1 6 Tf 0 4 Td 22 0 Td (12) Tj \
                   /F1 10 Tf 8 -4 Td (, and so on) Tj ET";
    let lines = lines_from(content);
    assert_eq!(texts(&lines), ["word12, and so on"]);
    assert_eq!(runs(&lines[0]), "word{^:12}, and so on");
    assert!((lines[0].size.to_pt() - 10.0).abs() < 0.01);
}

#[test]
fn raised_figure_joins_a_short_last_line() {
    // The figure has more glyphs than the word beside it.
    let content = "BT /F1 10 Tf 50 500 Td (A line that is full and bro-) Tj \
                   0 -12 Td (ken.) Tj /F1 6 Tf 25 3 Td (\\(188\\)) Tj ET";
    assert_eq!(
        texts(&lines_from(content)),
        ["A line that is full and bro-", "ken. (188)"]
    );
}

#[test]
fn text_rise_is_raised() {
    let content = "BT /F1 10 Tf 50 500 Td (a) Tj 3 Ts (2) Tj 0 Ts (b) Tj -2 Ts (3) Tj ET";
    assert_eq!(runs(&lines_from(content)[0]), "a{^:2}b{_:3}");
}

#[test]
fn figure_before_a_note_joins_it() {
    let content = "BT /F1 6 Tf 50 503 Td (7) Tj ET BT /F1 9 Tf 58 500 Td (A note.) Tj ET \
                   BT /F1 9 Tf 50 489 Td (Its second line.) Tj ET";
    let lines = lines_from(content);
    assert_eq!(texts(&lines), ["7 A note.", "Its second line."]);
    assert_eq!(runs(&lines[0]), "{^:7 }A note.");
}

#[test]
fn small_line_below_a_large_one_is_a_line() {
    let content = "BT /F1 12 Tf 50 500 Td (A line of the text) Tj ET \
                   BT /F1 7 Tf 50 491 Td (and a line of small print) Tj ET";
    assert_eq!(
        texts(&lines_from(content)),
        ["A line of the text", "and a line of small print"]
    );
}

#[test]
fn fake_bold_is_once_and_bold() {
    let content = "BT /F1 10 Tf 50 500 Td (Bold) Tj ET BT /F1 10 Tf 50.3 500 Td (Bold) Tj ET \
                   BT /F1 10 Tf 50 480 Td (twice) Tj ET BT /F1 10 Tf 50 480 Td (twice) Tj ET";
    let document = Builder::new().page(content, "").read().0;
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["Bold", "twice"]);
    assert_eq!(runs(&lines.lines[0]), "{b:Bold}");
    assert_eq!(runs(&lines.lines[1]), "twice");
    assert_eq!(lines.ledger.doubled, 9);
}

#[test]
fn stroked_text_is_bold() {
    let content = "BT /F1 10 Tf 2 Tr 0.3 w 50 500 Td (Bold) Tj ET";
    assert_eq!(runs(&lines_from(content)[0]), "{b:Bold}");
}

#[test]
fn equal_letters_side_by_side_stay() {
    let lines = lines_from("BT /F1 10 Tf 50 500 Td (illlegible) Tj ET");
    assert_eq!(texts(&lines), ["illlegible"]);
}

#[test]
fn drop_capital_joins_the_first_line() {
    let content = "BT /F1 36 Tf 50 476 Td (O) Tj ET \
                   BT /F1 10 Tf 82 490 Td (nce upon a time) Tj ET \
                   BT /F1 10 Tf 82 476 Td (there was a line) Tj ET \
                   BT /F1 10 Tf 50 462 Td (and one below it) Tj ET";
    let lines = lines_from(content);
    assert_eq!(
        texts(&lines),
        ["Once upon a time", "there was a line", "and one below it"]
    );
    assert!((lines[0].baseline.to_pt() - 110.0).abs() < 0.01);
}

#[test]
fn accent_over_a_letter_is_composed() {
    // The accent is painted first, raised to the height of the capital.
    let fonts = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 \
                 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>";
    let content = "BT /F1 10 Tf 50 500 Td (El ) Tj ET \
                   BT /F1 10 Tf 63 502 Td (\\264) Tj ET BT /F1 10 Tf 61.5 500 Td (Ebano) Tj ET";
    let lines = Builder::new().page(content, fonts).lines();
    assert_eq!(texts(&lines), ["El Ébano"]);
}

#[test]
fn accent_gives_a_dotless_letter_its_dot_back() {
    // TeX sets an accent on the letter without a dot.
    let fonts = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 \
                 /BaseFont /Helvetica /Encoding /StandardEncoding >> >> >>";
    let content = "BT /F1 10 Tf 50 500 Td (cortes) Tj ET \
                   BT /F1 10 Tf 76.95 500 Td (\\302) Tj ET BT /F1 10 Tf 77.23 500 Td (\\365a) Tj ET";
    let lines = Builder::new().page(content, fonts).lines();
    assert_eq!(texts(&lines), ["cortesía"]);
}

/// Rows from a height downward, one below the other.
fn rows(x: i32, y: i32, leading: i32, count: i32, words: &str) -> String {
    let row =
        |at| format!("BT /F1 10 Tf {x} {} Td ({words} {at}) Tj ET ", y - leading * at);
    (0..count).map(row).collect()
}

/// The words of lines with a stroke where another column begins.
fn words_of(content: &str) -> String {
    let mut column = 0;
    let mut shown = String::new();
    for line in lines_from(content) {
        if line.column != column {
            shown.push_str("| ");
            column = line.column;
        }
        shown.push_str(line.text.rsplit(' ').next().unwrap_or_default());
        shown.push(' ');
    }
    shown
}

#[test]
fn columns_below_rows_of_the_whole_width_are_found() {
    let across = "one row that goes over both of the columns and fills the page";
    let column = "words of a column, its row";
    // The rows of the columns are not on the same baselines.
    let page = rows(40, 560, 12, 9, across)
        + &rows(40, 440, 12, 10, column)
        + &rows(210, 437, 13, 9, column)
        + &rows(40, 300, 12, 3, across);
    assert_eq!(
        words_of(&page),
        "0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 9 | 0 1 2 3 4 5 6 7 8 | 0 1 2 "
    );
}

#[test]
fn rows_of_unequal_columns_stay_rows() {
    let across = "one row that goes over both of the columns and fills the page";
    let page = rows(40, 560, 12, 9, across)
        + &rows(40, 440, 12, 10, "a term of")
        + &rows(150, 440, 12, 10, "and what it means, in some more words");
    assert_eq!(words_of(&page), "0 1 2 3 4 5 6 7 8 0 1 2 3 4 5 6 7 8 9 ");
}

#[test]
fn two_columns_are_read_one_after_the_other() {
    let mut content = String::new();
    for row in 0..8 {
        let y = 500 - row * 12;
        let _ = write!(
            content,
            "BT /F1 10 Tf 40 {y} Td (this is row {row} of the left side) Tj ET \
             BT /F1 10 Tf 210 {y} Td (and this row {row} of the right one) Tj ET "
        );
    }
    let lines = lines_from(&content);
    assert_eq!(lines.len(), 16);
    assert_eq!(lines[7].text, "this is row 7 of the left side");
    assert_eq!((lines[7].column, lines[8].column), (0, 1));
    assert_eq!(lines[8].text, "and this row 0 of the right one");
}

#[test]
fn table_of_contents_is_read_row_by_row() {
    let mut content = String::new();
    for row in 1..9 {
        let y = 500 - row * 12;
        let _ = write!(
            content,
            "BT /F1 10 Tf 40 {y} Td (The title of chapter {row}) Tj ET \
             BT /F1 10 Tf 340 {y} Td ({row}7) Tj ET "
        );
    }
    let lines = lines_from(&content);
    assert_eq!(lines[0].text, "The title of chapter 1 17");
    assert_eq!(lines.len(), 8);
}

#[test]
fn turned_text_has_its_own_lines() {
    let content = "BT /F1 10 Tf 0 1 -1 0 30 100 Tm (in the margin) Tj ET \
                   BT /F1 10 Tf 50 500 Td (the text of the page) Tj ET";
    let lines = lines_from(content);
    assert_eq!(texts(&lines), ["the text of the page", "in the margin"]);
    assert_eq!(lines[1].direction, pliego::source::pdf::page::WritingDirection::Up);
}

#[test]
fn leaders_do_not_join_words() {
    let content = "BT /F1 10 Tf 50 500 Td [(1.1)-600(Main)-330(part)-500(.)-500(.)-500(.)\
                   -500(.)-500(.)-500(.)-500(.)-500(.)-500(.)-500(.)-500(7)] TJ ET";
    assert_eq!(texts(&lines_from(content)), ["1.1 Main part . . . . . . . . . . 7"]);
}

#[test]
fn equal_wide_gaps_are_letter_spacing() {
    let content = "BT /F1 10 Tf 50 500 Td [(in)-280(the)-280(G)-340(R)-340(E)-340(A)-340(T)\
                   -340(E)-340(R)-900(world)-280(there)-280(is)] TJ ET";
    assert_eq!(texts(&lines_from(content)), ["in the GREATER world there is"]);
}
