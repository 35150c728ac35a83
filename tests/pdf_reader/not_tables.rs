//! What looks like a table and is none.

use super::tables::{find, paragraph, row, text};

fn assert_none(name: &str, page: String) {
    let (tables, _) = find(&[page]);
    assert!(tables.is_empty(), "{name}: {tables:#?}");
}

#[test]
fn contents_and_indexes_are_no_tables() {
    let chapters =
        ["The ferry", "The clerk", "A piano", "The tannery", "Eleven carts", "Night"];
    let mut contents = text(40, 560, "Contents");
    let mut leaders = contents.clone();
    for (at, chapter) in chapters.iter().enumerate() {
        let at = u32::try_from(at).unwrap();
        let (y, page) = (530 - 14 * at, format!("{}", 3 + 17 * at));
        contents += &row(y, &[(40, chapter), (340, &page)]);
        leaders +=
            &row(y, &[(40, &format!("{chapter} . . . . . . . . . . . ")), (340, &page)]);
    }
    assert_none("contents", contents);
    assert_none("leaders", leaders);
    let entries =
        ["anchor, 3", "barrel, 4, 17", "bridge, 9", "cart, 12", "clerk, 5", "deck, 8"];
    let index = (0..18).map(|at| {
        let place = usize::try_from(at).unwrap();
        row(500 - 12 * (at / 3), &[(40 + 110 * (at % 3), entries[place / 3])])
    });
    assert_none("index", index.collect());
}

#[test]
fn prose_in_columns_is_no_table() {
    let left = [
        "The ferry left the quay before",
        "dawn, and nobody on deck spoke",
        "of the price of herring, which",
    ];
    let right = [
        "had fallen again. A clerk wrote",
        "the numbers into his ledger and",
        "closed it in the afternoon, and",
    ];
    let page = (0..30).map(|at| {
        let line = usize::try_from(at).unwrap() % 3;
        row(560 - 12 * at, &[(40, left[line]), (210, right[line])])
    });
    assert_none("columns", page.collect());
}

#[test]
fn lists_verse_and_plays_are_no_tables() {
    let list = [
        row(400, &[(40, "1."), (60, "Close the gate before night.")]),
        row(386, &[(40, "2."), (60, "Count the carts on the bridge.")]),
        row(372, &[(40, "3."), (60, "Pay the man at the ferry.")]),
        row(358, &[(40, "4."), (60, "Go home.")]),
    ];
    assert_none("list", paragraph(560, 6) + &list.concat());
    let verse = [
        row(400, &[(80, "The carts go over the bridge,")]),
        row(388, &[(100, "the river goes below,"), (330, "5")]),
        row(376, &[(80, "the smoke goes up the chimney")]),
        row(364, &[(100, "and no one sees it go."), (330, "10")]),
    ];
    assert_none("verse", verse.concat());
    let play = [
        row(
            400,
            &[(40, "CLERK."), (100, "How many were there on the bridge this morning,")],
        ),
        row(388, &[(100, "before the bell, and who has counted them?")]),
        row(376, &[(40, "MILLER."), (100, "Eleven.")]),
        row(
            364,
            &[
                (40, "CLERK."),
                (100, "And the piano? I have it in the ledger, and nobody"),
            ],
        ),
        row(352, &[(100, "has paid for it, neither you nor the ferryman.")]),
        row(340, &[(40, "MILLER."), (100, "It was not mine.")]),
    ];
    assert_none("play", play.concat());
}

#[test]
fn letters_and_signatures_are_no_tables() {
    let letter = [
        row(560, &[(250, "Emden, 3 March 1872")]),
        row(540, &[(40, "To the Council")]),
        row(528, &[(40, "of the Town of Emden"), (250, "No. 14")]),
        paragraph(500, 10),
        row(360, &[(60, "The Mayor"), (240, "The Clerk")]),
        row(346, &[(60, "J. Vogt"), (240, "K. Lang")]),
    ];
    assert_none("letter", letter.concat());
}

#[test]
fn rules_around_prose_make_no_table() {
    let page = format!("40 590 m 360 590 l S {} 40 40 m 360 40 l S", paragraph(570, 40));
    assert_none("ruled page", page);
}
