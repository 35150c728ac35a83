//! Notes at the foot of the page, in books that nobody wrote: each begins on the page of
//! its mark, none is lost, and every page is as deep as the others.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::{
    ProptestConfig, Strategy, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem as Part, assemble};
use pliego::book::markdown;
use pliego::book::matter::notes::{NotePlacement, NumberedNotes};
use pliego::book::metadata::Metadata;
use pliego::design::Design;
use pliego::diagnostic::Warned;
use pliego::fonts;
use pliego::text::span::FileId;
use pliego::typeset::document::{ElementId, GlyphRun, Page, Pages, PlacedItem, Role};
use pliego::typeset::font::Fonts;
use pliego::typeset::{codes, typeset};

use crate::small::small;

/// Words of the text and of its notes, long and short.
const WORDS: [&str; 8] =
    ["the", "river", "stood", "under", "a", "bridge", "of", "yesterday's"];

/// Lines of the pages.
const LINES: i32 = 16;

/// A block of a random book: what it is, its words, and the words of the notes it calls,
/// each after so many words of the text.
#[derive(Debug, Clone)]
struct Drawn {
    kind: Kind,
    words: usize,
    notes: Vec<(usize, usize)>,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    Heading,
    Quotation,
    Item,
    Verse,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let kind = prop_oneof![
        8 => prop::strategy::Just(Kind::Paragraph),
        1 => prop::strategy::Just(Kind::Heading),
        1 => prop::strategy::Just(Kind::Quotation),
        1 => prop::strategy::Just(Kind::Item),
        1 => prop::strategy::Just(Kind::Verse),
    ];
    // Some notes of several pages among the usual ones.
    let length = prop_oneof![20 => 1_usize..40, 1 => 100_usize..600];
    let notes = prop::collection::vec((0_usize..120, length), 0..4);
    (kind, 1_usize..120, notes).prop_map(|(kind, words, notes)| Drawn {
        kind,
        words,
        notes,
    })
}

/// So many words of running text.
fn words(count: usize, from: usize) -> Vec<String> {
    (from..from + count).map(|place| WORDS[place * 5 % WORDS.len()].to_owned()).collect()
}

/// The Markdown of a random book. Note *n* begins with `beginN` and ends with `endN`.
fn markdown_of(blocks: &[Drawn]) -> (String, usize) {
    let (mut text, mut notes, mut count) = ("# Title\n\n".to_owned(), String::new(), 0);
    for (place, block) in blocks.iter().enumerate() {
        let length = if block.kind == Kind::Heading { 3 } else { block.words };
        let mut said = words(length, place);
        let mut calls = block.notes.clone();
        calls.sort_unstable();
        for (at, length) in calls {
            count += 1;
            let at = at.min(said.len() - 1);
            let _ = write!(said[at], "[^{count}]");
            let body = words(length, count).join(" ");
            let _ = write!(notes, "[^{count}]: begin{count} {body} end{count}\n\n");
        }
        let said = said.join(" ");
        let said = match block.kind {
            Kind::Paragraph => said,
            Kind::Heading => format!("## {said}"),
            Kind::Quotation => format!("> {said}"),
            Kind::Item => format!("- {said}"),
            Kind::Verse => format!("<div class=\"verse\">\n{said}\n</div>"),
        };
        let _ = write!(text, "{said}\n\n");
    }
    (text + &notes, count)
}

fn book(text: &str) -> Book {
    let document = markdown::read(text, FileId::default()).value;
    let part =
        Part::Document(AssemblyDocument { document, ..AssemblyDocument::default() });
    assemble(vec![part], Metadata::default()).value
}

fn set(book: &Book, design: &Design) -> (Pages, Vec<String>) {
    let fonts = Fonts::new(&fonts::built_in()).expect("the built-in faces are fonts");
    let Warned { value, diagnostics } =
        typeset(book, design, NotePlacement::Page, &fonts.value);
    let late = diagnostics.into_iter().filter(|one| one.code == codes::NOTE_LATE);
    (value, late.map(|one| one.message).collect())
}

/// The note that an element is, or is part of.
fn note_of(pages: &Pages, element: ElementId) -> Option<ElementId> {
    let mut at = Some(element);
    while let Some(id) = at {
        let element = &pages.elements[id.0 as usize];
        if element.role == Role::Note {
            return at;
        }
        at = element.parent;
    }
    None
}

/// The runs of a page: of its text, and of its notes.
fn runs<'a>(pages: &Pages, page: &'a Page) -> (Vec<&'a GlyphRun>, Vec<&'a GlyphRun>) {
    let runs = page.items.iter().filter_map(|item| match item {
        PlacedItem::Run(run) if run.element.is_some() => Some(run),
        _ => None,
    });
    runs.partition(|run| run.element.and_then(|id| note_of(pages, id)).is_none())
}

/// The page on which each word stands that ends with a number and begins so.
fn pages_of(said: &[String], start: &str) -> BTreeMap<usize, Vec<usize>> {
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (page, text) in said.iter().enumerate() {
        for word in text.split_whitespace() {
            if let Some(number) = word.strip_prefix(start).and_then(|n| n.parse().ok()) {
                found.entry(number).or_default().push(page);
            }
        }
    }
    found
}

/// What stands in the notes of every page.
fn said_in_notes(pages: &Pages) -> Vec<String> {
    let text = |page: &Page| {
        let mut text = String::new();
        let mut line = None;
        for run in runs(pages, page).1 {
            let place = (run.origin.y, run.element);
            if line.replace(place).is_some_and(|before| before != place) {
                text.push(' ');
            }
            text.push_str(&run.text);
        }
        text
    };
    pages.pages.iter().map(text).collect()
}

/// The pages of the marks, note by note.
fn marks(pages: &Pages) -> Vec<usize> {
    let mut marks = Vec::new();
    for (number, page) in pages.pages.iter().enumerate() {
        let references = page.links.iter().filter(|link| {
            let parent = pages.elements[link.element.0 as usize].parent;
            parent.is_some_and(|id| pages.elements[id.0 as usize].role == Role::Reference)
        });
        marks.extend(references.map(|_| number));
    }
    marks
}

/// The text is above the notes, and the notes end on the last line: of the page, or where a
/// page is longer than others, one below.
fn foot_is_sound(pages: &Pages) -> Result<(), String> {
    let design = small();
    let leading = design.leading;
    let last = design.margins.top + leading.scaled(75, 100) + leading * (LINES - 1);
    for (number, page) in (1..).zip(&pages.pages) {
        let (text, notes) = runs(pages, page);
        let lowest = text.iter().map(|run| run.origin.y).max();
        let (Some(first), Some(foot)) = (
            notes.iter().map(|run| run.origin.y).min(),
            notes.iter().map(|run| run.origin.y).max(),
        ) else {
            continue;
        };
        if lowest.is_some_and(|lowest| lowest + leading > first) {
            return Err(format!("text and notes meet on page {number}"));
        }
        if foot != last && foot != last + leading {
            return Err(format!("the notes of page {number} end at {foot}, not {last}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn note_begins_on_page_of_its_mark(
        blocks in prop::collection::vec(drawn(), 1..24),
    ) {
        let (text, count) = markdown_of(&blocks);
        let book = book(&text);
        prop_assert_eq!(NumberedNotes::new(&book, NotePlacement::Page).len(), count);
        let (pages, late) = set(&book, &small());
        let said = said_in_notes(&pages);
        let begins = pages_of(&said, "begin");
        let marks = marks(&pages);
        prop_assert_eq!(marks.len(), count);
        let mut parted = 0;
        for (number, mark) in (1..).zip(marks) {
            prop_assert_eq!(begins.get(&number).map(Vec::len), Some(1), "note {}", number);
            let note = begins[&number][0];
            prop_assert!(note >= mark, "note {} stands before its mark", number);
            parted += usize::from(note > mark);
        }
        // What has no room is told, and only that.
        prop_assert_eq!(parted, late.len(), "{:?}", late);
        let ends: Vec<usize> = pages_of(&said, "end").into_keys().collect();
        prop_assert_eq!(ends, (1..=count).collect::<Vec<usize>>());
        prop_assert_eq!(foot_is_sound(&pages), Ok(()));
    }
}

/// Notes of several pages each, called by one word: they are set one after the other, on
/// pages of their own when the text has ended, and it is told which begin late.
#[test]
fn oversized_notes_continue() {
    let note = words(900, 0).join(" ");
    let text = format!(
        "# Title\n\nA word[^1][^2][^3].\n\n[^1]: begin1 {note} end1\n\n[^2]: begin2 {note} \
         end2\n\n[^3]: begin3 {note} end3\n"
    );
    let (pages, late) = set(&book(&text), &small());
    let said = said_in_notes(&pages);
    for word in ["begin", "end"] {
        let found: Vec<usize> = pages_of(&said, word).into_keys().collect();
        assert_eq!(found, [1, 2, 3]);
    }
    assert_eq!(late.len(), 2, "{late:?}");
    assert_eq!(foot_is_sound(&pages), Ok(()));
}
