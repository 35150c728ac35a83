//! The faces that an EPUB brings have every character that its style sheet shows in them,
//! whether the text or a rule asks for the face.

use pliego::book::block::{Block, Definition, Paragraph};
use pliego::book::inline::Inline;
use pliego::book::metadata::{Contributor, Metadata};
use pliego::book::purpose::Purpose;
use pliego::book::table::{ColumnAlign, Table};
use pliego::book::{Book, Chapter, Division};
use pliego::edition::Publication;
use pliego::edition::epub::{EpubFlavour, epub};
use pliego::fonts::built_in;
use pliego::project::read_project;
use read_fonts::{FontRef, TableProvider};

use crate::epub::books::{paragraph, text};
use crate::epub::files;

fn line(words: &str) -> Paragraph {
    Paragraph { content: vec![text(words)], ..Paragraph::default() }
}

/// A book with a character of its own in each place.
fn book() -> Book {
    let emphasis = |words| Inline::Emphasis(vec![text(words)]);
    let strong = |words| Inline::Strong(vec![text(words)]);
    let table = Table {
        columns: vec![ColumnAlign::Start],
        head: vec![vec![text("ó")]],
        rows: vec![vec![vec![text("a")]]],
        ..Table::default()
    };
    let definition = Definition {
        term: vec![text("ë")],
        descriptions: vec![vec![paragraph(vec![text("a")])]],
    };
    let blocks = vec![
        Block::Epigraph(vec![paragraph(vec![text("á"), emphasis("ï")])]),
        paragraph(vec![text("à"), emphasis("ü"), strong("ö")]),
        paragraph(vec![Inline::Emphasis(vec![strong("ä")])]),
        Block::Direction(line("í")),
        Block::Speech(vec![paragraph(vec![strong("â"), text(" a")])]),
        Block::Table(table),
        Block::Definitions(vec![definition]),
    ];
    let chapter = Chapter {
        title: vec![text("è"), emphasis("ê")],
        subtitle: Some("ú".to_owned()),
        blocks,
        ..Chapter::default()
    };
    let dedication = Chapter {
        purpose: Purpose::Dedication,
        blocks: vec![paragraph(vec![text("é")])],
        ..Chapter::default()
    };
    let translator = Contributor {
        name: "ñ".to_owned(),
        role: "trl".parse().ok(),
        ..Contributor::default()
    };
    let metadata = Metadata {
        title: Some("ò".to_owned()),
        contributors: vec![translator],
        ..Metadata::default()
    };
    let divisions = vec![Division::Chapter(dedication), Division::Chapter(chapter)];
    Book { metadata, divisions, ..Book::default() }
}

/// Which of some characters a face of the EPUB has; none if it does not bring the face.
fn characters_of(design: &str, css: &str, face: &str) -> String {
    let project = read_project("book.toml", design, &|_| None).expect("a project");
    let (book, fonts) = (book(), built_in());
    let publication =
        Publication { style: css, ..Publication::new(&book, &project.design, &fonts) };
    let package = epub(&publication, EpubFlavour::Generic).expect("a package");
    let files = files(&package.value);
    let Some(bytes) = files.get(&format!("OEBPS/fonts/{face}.ttf")) else {
        return String::new();
    };
    let font = FontRef::new(bytes).expect("a font");
    let cmap = font.cmap().expect("a table of characters");
    let all = "áàâäéèêëíïóòöúüñ".chars();
    all.filter(|&c| cmap.map_codepoint(c).is_some_and(|glyph| glyph.to_u32() != 0))
        .collect()
}

#[test]
fn faces_have_what_the_style_sheet_shows_in_them() {
    let classic = "[book]\ntitle = \"T\"\n";
    let bold = "[book]\ntitle = \"T\"\n[design]\napart.letters = \"bold\"\n\
                openings.letters = \"italic\"\n";
    for (design, css, face, wanted) in [
        // Set in italics by a rule: epigraph, dedication, direction, head of a table,
        // subtitle, translator. Emphasis in italics is upright.
        (classic, "", "italic", "áéêíóúüñ"),
        (classic, "", "bold", "ëö"),
        (classic, "", "bold-italic", "ä"),
        (bold, "", "italic", "èúüñ"),
        (bold, "", "bold", "áéëíóö"),
        (bold, "", "bold-italic", "äï"),
        // Of the publisher.
        (classic, "dt { font-style: italic }", "bold-italic", "äë"),
    ] {
        assert_eq!(characters_of(design, css, face), wanted, "{face} of {design}{css}");
    }
    // The table of contents has the emphasised words of the title without their emphasis.
    assert_eq!(characters_of(classic, "", "roman"), "àâèêïò");
}
