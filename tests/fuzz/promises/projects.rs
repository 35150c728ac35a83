//! What a publisher writes: a `book.toml`, a design file, the profile of a press.

use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::project::{Project, edit, presses, read_project};
use pliego::text::span::FileId;

use super::pages::{self, set};

/// What parts a `book.toml` from the design file that lies beside it.
const BESIDE: &str = "#####\n";

/// A `book.toml` is refused, or a book can be made of it: set, and put into a PDF. A key
/// that is put into its text is read there.
pub(super) fn project(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (text, beside) = text.split_once(BESIDE).unwrap_or((&text, ""));
    let beside = |_: &str| Some(beside.to_owned());
    let Ok(project) = read_project("book.toml", text, &beside) else { return };
    let Project { metadata, design, notes, .. } = &project;
    assert!(metadata.title.is_some());
    assert!(design.is_possible());
    let documents = vec![AssemblyItem::Document(AssemblyDocument {
        document: markdown::read(TEXT, FileId(0)).value,
        ..AssemblyDocument::default()
    })];
    let book = Book { ..assemble(documents, metadata.clone()).value };
    pages::are_sound(&set(&book, design, *notes), design);
    if let Some(changed) =
        edit::set_value(text, None, "design", "font-size", "\"10.5pt\"")
    {
        let _ = read_project("book.toml", &changed, &beside);
    }
}

/// A text of all that a design has a word for.
const TEXT: &str = "\
# One\n\n> A motto.\n\nA paragraph[^1] of some words, and of *some* more.\n\n\
<div class=\"verse\">\n\nA line\\\nand another.\n\n</div>\n\n* * *\n\n- An item.\n\n\
## Two\n\nThe rest, at no length at all.\n\n[^1]: A note.\n";

/// More pages than any book has.
const MOST_PAGES: u32 = 1_000_000;

/// The profile of a press is refused, or all that follows from it can be reckoned.
pub(super) fn press(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(profile) = presses::read_profile("press.toml", "press", &text) else { return };
    for paper in &profile.papers {
        for pages in [0, 1, 24, 333, 10_000, MOST_PAGES] {
            let _ = profile.gutter(pages);
            let _ = profile.fill_pages(pages, 1);
            let _ = profile.spine_width(pages, paper.value.bulk);
            let _ = paper.value.binds(pages);
        }
    }
    for bleeds in [true, false] {
        let _ = profile.least_margin(bleeds);
        let _ = profile.estimates(bleeds);
    }
}
