//! Listings and code in a typewriter face.

use super::builder::Builder;
use super::regions::{AFTER, BEFORE, recover_builder};
use super::tables::text;

const FONTS: &str = "/Resources << /Font << \
    /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> \
    /F2 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >> >>";

fn recover_page(content: &str) -> String {
    let mut builder = Builder::new();
    builder.page(content, FONTS);
    recover_builder(&builder)
}

fn prose(y: u32, lines: &[&str]) -> String {
    lines.iter().zip(0..).map(|(line, at)| text(40, y - 12 * at, line)).collect()
}

/// Lines in a typewriter face; an indent is given in characters.
fn typed(y: u32, lines: &[(u32, u32, &str)]) -> String {
    let show = |(line, indent, words): &(u32, u32, &str)| {
        let (x, y) = (60 + 6 * indent, y - 12 * line);
        format!("BT /F2 10 Tf {x} {y} Td ({words}) Tj ET ")
    };
    lines.iter().map(show).collect()
}

#[test]
fn a_listing_keeps_its_spaces_and_lines() {
    let listing = typed(
        510,
        &[
            (0, 0, "turn wheel {"),
            (1, 2, "if water > 3"),
            (1, 20, "# in feet"),
            (3, 2, "ring bell"),
            (4, 0, "}"),
        ],
    );
    let page = prose(560, &BEFORE) + &listing + &prose(440, &AFTER);
    let recovered = recover_page(&page);
    let (_, from_listing) =
        recovered.split_once("the whole village heard it, and\n\n").unwrap();
    let (listing, _) = from_listing.split_once("\n\nthe children ran down").unwrap();
    assert_eq!(
        listing,
        "```\n\
         turn wheel {\n\
         \x20 if water > 3      # in feet\n\
         \n\
         \x20 ring bell\n\
         }\n\
         ```"
    );
}

#[test]
fn a_listing_goes_on_over_the_page() {
    let mut builder = Builder::new();
    let first =
        prose(560, &BEFORE) + &typed(60, &[(0, 0, "turn wheel {"), (1, 2, "wait")]);
    let second = typed(560, &[(0, 2, "ring bell"), (1, 0, "}")]) + &prose(520, &AFTER);
    builder.page(&first, FONTS).page(&second, FONTS);
    assert_eq!(
        recover_builder(&builder),
        "(the paragraph)\n\n```\nturn wheel {\n  wait\n  ring bell\n}\n```\n"
    );
}

#[test]
fn a_single_line_is_a_listing_where_it_is_set_off() {
    let line = |x: u32| {
        let typed = format!("BT /F2 10 Tf {x} 505 Td (wheel --slow) Tj ET ");
        let above = [
            "The mill stood still all summer, because the river was so low.",
            "If you wanted to turn the wheel by hand, you had to type the line",
        ];
        recover_page(&(prose(540, &above) + &typed + &prose(484, &["Nobody wanted to."])))
    };
    assert!(line(70).contains("\n\n```\nwheel --slow\n```\n\n"), "{}", line(70));
    assert!(!line(40).contains("```"), "{}", line(40));
}

#[test]
fn words_in_typewriter_are_code() {
    let page = prose(560, &BEFORE)
        + "BT /F1 10 Tf 40 524 Td (and when a boy typed ) Tj /F2 10 Tf (wheel *fast*) Tj \
           /F1 10 Tf ( it turned, and the miller ran.) Tj ET"
        + &prose(512, &["He had never seen it turn so fast."]);
    let recovered = recover_page(&page);
    assert!(
        recovered.contains("and when a boy typed `wheel *fast*` it turned"),
        "{recovered}"
    );
}

#[test]
fn a_typed_letter_is_prose() {
    let letter = [
        (0, 0, "Dear miller, the paper that you sent us has come"),
        (1, 0, "and it is better than the paper of last year and"),
        (2, 0, "so we shall take all that you can make until the"),
        (3, 0, "winter comes."),
    ];
    let page = prose(560, &BEFORE) + &typed(510, &letter) + &prose(440, &AFTER);
    let recovered = recover_page(&page);
    assert!(!recovered.contains('`'), "{recovered}");
    assert!(recovered.contains("has come and it is better"), "{recovered}");
}

#[test]
fn a_document_in_typewriter_has_no_listings() {
    let mut lines: Vec<(u32, u32, &str)> = Vec::new();
    for (at, line) in (0..).zip(BEFORE.iter().chain(&AFTER)) {
        lines.push((at, 0, line));
    }
    lines.push((8, 4, "wheel --slow"));
    assert!(!recover_page(&typed(560, &lines)).contains('`'));
}
