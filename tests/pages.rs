//! Small books, set: every Markdown file in `tests/pages` becomes pages, which are
//! compared with those reviewed before and must keep the rules of the trade. A file of the
//! same name that ends in `.toml` has keys for their design.

#![expect(clippy::disallowed_methods, reason = "it reads its own cases")]

mod overflow;
use std::collections::BTreeSet;
use std::fs;

use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem as Part, assemble};
use pliego::book::markdown;
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::{NotePlacement, NumberedNotes};
use pliego::book::metadata::Metadata;
use pliego::book::purpose::Purpose;
use pliego::book::references::resolve_references;
use pliego::design::{Design, InitialDesign};
use pliego::diagnostic::{Diagnostic, Warned};
use pliego::edition::Publication;
use pliego::edition::epub::{EpubFlavour, epub};
use pliego::fonts::{self, FontFile};
use pliego::length::{Length, Size};
use pliego::project::{designs, read_project};
use pliego::text::span::FileId;
use pliego::typeset::document::{
    Bookmark, DestinationId, LinkTarget, Pages, PlacedItem, Role,
};
use pliego::typeset::font::Fonts;
use pliego::typeset::{dump, typeset};

use crate::small::{small, small_with};

/// The book of a case: its documents stand between lines of percent signs, which may say
/// what the next is for.
fn book(text: &str) -> Book {
    let parts = text.split("\n%%%%").filter(|text| !text.is_empty()).map(|text| {
        let stated = Purpose::STATED.into_iter();
        let mut stated = stated.filter_map(|(name, purpose)| {
            let rest = text.strip_prefix(' ')?.strip_prefix(name)?.strip_prefix('\n')?;
            Some((rest, purpose))
        });
        let usual = (text.strip_prefix('\n').unwrap_or(text), Purpose::Text);
        let (text, purpose) = stated.next().unwrap_or(usual);
        (markdown::read(text, FileId::default()).value, purpose)
    });
    let (mut documents, purposes): (Vec<_>, Vec<_>) = parts.unzip();
    let names: Vec<String> = (1..=documents.len()).map(|n| format!("{n}.md")).collect();
    let places = resolve_references(&names, &mut documents).value;
    let documents = documents.into_iter().zip(purposes).map(|(document, purpose)| {
        Part::Document(AssemblyDocument { document, purpose, title: None })
    });
    let assembled = assemble(documents.collect(), Metadata::default()).value;
    Book { places, ..assembled }
}

fn set(book: &Book, notes: NotePlacement) -> (Pages, Vec<String>) {
    set_as(book, &small(), notes)
}

fn set_as(book: &Book, design: &Design, notes: NotePlacement) -> (Pages, Vec<String>) {
    let set = warned(book, design, notes);
    let found = set.diagnostics.iter().map(|d| format!("{}: {}\n", d.code.0, d.message));
    (set.value, found.collect())
}

fn warned(book: &Book, design: &Design, notes: NotePlacement) -> Warned<Pages> {
    let fonts = Fonts::new(&fonts::built_in()).expect("the built-in faces are fonts");
    typeset(book, design, notes, &fonts.value)
}

#[test]
fn cases_match() {
    insta::glob!("pages/*.md", |path| {
        let book = book(&fs::read_to_string(path).expect("the case can be read"));
        let placement = match path.file_stem().and_then(|stem| stem.to_str()) {
            Some(stem) if stem.ends_with("-by-chapter") => NotePlacement::Chapter,
            Some(stem) if stem.ends_with("-by-page") => NotePlacement::Page,
            _ => NotePlacement::Book,
        };
        let design = fs::read_to_string(path.with_extension("toml"));
        let design = small_with(&design.unwrap_or_default());
        let (pages, found) = set_as(&book, &design, placement);
        links_lead_both_ways(&pages, NumberedNotes::new(&book, placement).len());
        structure_is_sound(&pages, &design);
        nothing_is_off_the_paper(&pages);
        let outline = dump::format_outline(&pages);
        insta::assert_snapshot!(format!(
            "{}{outline}{}",
            dump::format_lines(&pages),
            found.concat()
        ));
    });
}

/// The pages and the EPUB of a book are the same whether or not it is known where its text
/// stood in the source; the findings differ in their spans alone.
#[test]
fn positions_influence_messages_only() {
    let without_spans = |found: Vec<Diagnostic>| -> Vec<Diagnostic> {
        found.into_iter().map(|one| Diagnostic { span: None, ..one }).collect()
    };
    let epub_of = |book: &Book, notes| {
        let publication = Publication {
            book,
            design: &small(),
            notes,
            ibid: Ibid::Completed,
            fonts: &[],
            cover: None,
            style: "",
            shop: None,
            made: None,
        };
        epub(&publication, EpubFlavour::Generic).expect("a package")
    };
    let files = fs::read_dir("tests/pages").expect("the cases");
    let files = files.map(|entry| entry.expect("a case").path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let cases = files.map(|path| fs::read_to_string(path).expect("the case can be read"));
    // No font has this sign, which is found where it stands.
    let missing = "Un signo raro: \u{12000}.[^1]\n\n[^1]: Y otro: \u{12001}.\n";
    let (mut books, mut spans) = (0, 0);
    for case in cases.chain([missing.to_owned()]) {
        let book = book(&case);
        let bare = book.clone().without_positions().with_note_ids();
        assert_ne!(book, bare, "the book knows where its text stood");
        books += 1;
        for notes in [NotePlacement::Book, NotePlacement::Chapter, NotePlacement::Page] {
            let [full, plain] = [&book, &bare].map(|book| warned(book, &small(), notes));
            assert!(full.value == plain.value, "the pages are the same");
            spans += full.diagnostics.iter().filter(|one| one.span.is_some()).count();
            let [full, plain] = [full, plain].map(|set| without_spans(set.diagnostics));
            assert_eq!(full, plain);
            let [full, plain] = [&book, &bare].map(|book| epub_of(book, notes));
            assert!(full.value == plain.value, "the EPUB is the same");
            let [full, plain] = [full, plain].map(|made| without_spans(made.diagnostics));
            assert_eq!(full, plain);
        }
    }
    assert!(books > 10 && spans > 0, "{books} books, {spans} findings with spans");
}

/// Who copies or hears a text has the words that begin with an initial whole, and once.
#[test]
fn initial_and_word_share_actual_text() {
    let mut design = small();
    design.openings.initial = InitialDesign::Drop;
    let book = book(include_str!("pages/chapters-dropped.md"));
    let (pages, _) = set_as(&book, &design, NotePlacement::Book);
    let runs = pages.pages.iter().flat_map(|page| &page.items);
    let said: String = runs
        .filter_map(|item| match item {
            PlacedItem::Run(run) => Some(run.replacement.as_ref().unwrap_or(&run.text)),
            _ => None,
        })
        .map(String::as_str)
        .collect();
    assert!(said.contains("cuenta.«¿Cuántas manos"), "{said}");
    assert!(said.contains("AbrilA mí me llaman Tomás"), "{said}");
}

/// What goes on with a sentence after verse is no new paragraph, and is not indented.
#[test]
fn resumed_sentences_are_not_indented() {
    let book = book(include_str!("pages/resumed-sentence.md"));
    let (pages, _) = set_as(&book, &small(), NotePlacement::Book);
    let left_of = |words: &str| {
        let mut runs = pages.pages.iter().flat_map(|page| &page.items);
        let found = runs.find_map(|item| match item {
            PlacedItem::Run(run) if run.text.starts_with(words) => Some(run.origin.x),
            _ => None,
        });
        found.expect("the words are on a page")
    };
    // Letters hang into the margin, each as far as its shape asks for.
    assert!(left_of("y no decía") <= left_of("Decía la carta"));
    assert!(left_of("Eso lo añadió") > left_of("Decía la carta"));
}

/// Letterspaced small capitals are for lines of text: larger type has capitals.
#[test]
fn acronyms_of_titles_are_in_capitals() {
    let set_with = |text: &str, acronyms: &str| {
        let design = small_with(&format!("acronyms = \"{acronyms}\""));
        set_as(&book(text), &design, NotePlacement::Book).0
    };
    let title = "# La ONU\n\nUn texto.\n";
    assert!(set_with(title, "small-capitals") == set_with(title, "capitals"));
    let text = "# Un texto\n\nLa ONU.\n";
    assert!(set_with(text, "small-capitals") != set_with(text, "capitals"));
}

#[test]
fn designs_match() {
    let book = book(include_str!("pages/blocks.md"));
    for name in designs::names() {
        let text = format!("[book]\ntitle = \"T\"\n[design]\ntemplate = \"{name}\"");
        let design = read_project("book.toml", &text, &|_| None).expect("a book").design;
        let own = fonts::all_built_in().filter(|file| file.family == design.font);
        let faces: Vec<FontFile> = own.chain(fonts::built_in()).collect();
        let faces = Fonts::new(&faces).expect("the built-in faces are fonts").value;
        let set = typeset(&book, &design, NotePlacement::Page, &faces);
        let found = set.diagnostics.iter().map(|d| (d.code, &d.message));
        assert_eq!(found.collect::<Vec<_>>(), [], "{name}");
        structure_is_sound(&set.value, &design);
        nothing_is_off_the_paper(&set.value);
        let runs = set.value.pages.iter().flat_map(|page| &page.items);
        let letters: BTreeSet<(u32, Length)> = runs
            .filter_map(|item| match item {
                PlacedItem::Run(run) => Some((run.face.0.into(), run.size)),
                _ => None,
            })
            .collect();
        let letters: Vec<String> = letters
            .into_iter()
            .map(|(face, size)| format!("face {face} at {size}\n"))
            .collect();
        let shown = format!("{}{}", dump::format_lines(&set.value), letters.concat());
        insta::assert_snapshot!(format!("design-{name}"), shown);
    }
}

#[test]
fn thick_book_has_wider_gutter() {
    let book = book(include_str!("pages/over-the-page.md"));
    let left_edges = |gutters: &str| -> Vec<Option<Length>> {
        let design = small_with(&format!("gutters = [{gutters}]"));
        let (pages, _) = set_as(&book, &design, NotePlacement::Book);
        let left = |item: &PlacedItem| match item {
            PlacedItem::Run(run) => Some(run.origin.x),
            _ => None,
        };
        pages.pages.iter().map(|page| page.items.iter().filter_map(left).min()).collect()
    };
    let thin = left_edges("{ over = 9999, inner = \"20mm\" }");
    let thick =
        left_edges("{ over = 1, inner = \"20mm\" }, { over = 9999, inner = \"30mm\" }");
    assert_eq!(thin.len(), thick.len());
    let shift = Length::from_mm(20.0) - Length::from_mm(16.0);
    let pages = thin.into_iter().zip(thick).enumerate();
    let shifts = pages.filter_map(|(page, (thin, thick))| {
        // The first page of the file is a recto.
        let outward = if page % 2 == 0 { shift } else { -shift };
        thin.map(|thin| (thick, Some(thin + outward)))
    });
    let shifts: Vec<_> = shifts.collect();
    assert!(shifts.len() > 1, "{shifts:?}");
    assert!(shifts.iter().all(|(thick, wanted)| thick == wanted), "{shifts:?}");
    // The outer margin gives no more than it can spare; hyphens may hang into the rest.
    let thickest = left_edges("{ over = 1, inner = \"100mm\" }");
    assert!(thickest.iter().flatten().all(|left| *left >= Length::pt(15)));
}

#[test]
fn unusable_link_is_plain_text() {
    let text = "# One\n\nA [mill](https://example.org/a b), a [wheel](wheel.html) and \
                a [weir](javascript:alert(1)).";
    let text = text.replace("a b", "a%20b");
    let (pages, _) = set(&book(&text), NotePlacement::Book);
    let links = pages.pages.iter().flat_map(|page| &page.links);
    let addresses: BTreeSet<&str> = links
        .filter_map(|link| match &link.target {
            LinkTarget::Address(address) => Some(address.as_str()),
            LinkTarget::Destination(_) => None,
        })
        .collect();
    assert_eq!(addresses, BTreeSet::from(["https://example.org/a%20b"]));
    assert!(dump::format_lines(&pages).contains("wheel"));
}

/// A reference says the page that it leads to, and its link what is there; the index has the
/// pages of its entries.
#[test]
fn references_say_their_pages() {
    let text = "# One\n\nSee [the weir](#weir) and [](#nowhere).\n\n# Two {#weir}\n\n\
                A [wheel]{.index}, [back](#one).\n";
    let (pages, _) = set(&book(text), NotePlacement::Book);
    let lines = dump::format_lines(&pages);
    for words in ["the weir (page 2)", "back (page 1)", "wheel, 2"] {
        assert!(lines.contains(words), "{words} is not in {lines}");
    }
    let links = pages.pages.iter().flat_map(|page| &page.links);
    let descriptions: BTreeSet<&str> =
        links.map(|link| link.description.as_str()).collect();
    assert!(descriptions.contains("Two"), "{descriptions:?}");
    assert!(!descriptions.contains(""), "{descriptions:?}");
}

#[test]
fn notes_are_grouped_by_part() {
    let part = |title: &str, texts: &[&str]| Part::Part {
        title: title.to_owned(),
        documents: texts
            .iter()
            .map(|text| AssemblyDocument {
                document: markdown::read(text, FileId::default()).value,
                ..AssemblyDocument::default()
            })
            .collect(),
    };
    let parts = vec![
        part("Spring", &["# One\n\nText[^1].\n\n[^1]: Note.", "# Two\n\nText."]),
        part("Autumn", &["Words[^1].\n\n[^1]: Note."]),
    ];
    let book = assemble(parts, Metadata::default()).value;
    let (pages, _) = set(&book, NotePlacement::Book);
    let notes = pages.outline.last().expect("a bookmark of the notes");
    let titles = |items: &[Bookmark]| -> Vec<String> {
        items.iter().map(|item| item.title.clone()).collect()
    };
    assert_eq!(titles(&notes.children), ["Spring", "Autumn"]);
    assert_eq!(titles(&notes.children[0].children), ["One"]);
    assert_eq!(titles(&notes.children[1].children), ["Words"]);
}

#[test]
fn chapter_language_is_used() {
    let book = |language: &str| {
        let read = |text: &str| AssemblyDocument {
            document: markdown::read(text, FileId::default()).value,
            ..AssemblyDocument::default()
        };
        let chapter = "---\ntitle: Dos\nlanguage: XX\ndate: 1907-05-03\n---\nUno[^1].\n\n[^1]: Nota.";
        let documents = [
            read("---\ntitle: One\nlanguage: en\n---\nText."),
            read(&chapter.replace("XX", language)),
        ];
        assemble(documents.map(Part::Document).to_vec(), Metadata::default()).value
    };
    let said =
        |language| dump::format_lines(&set(&book(language), NotePlacement::Chapter).0);
    let spanish = said("es");
    assert!(spanish.contains("3 de mayo de 1907") && spanish.contains("Notas"));
    // A language that there are no words in: those of the book.
    let icelandic = said("is");
    assert!(icelandic.contains("3 May 1907") && icelandic.contains("Notes"));
}

/// Every note has a link from its mark and one back, each to the page of the other.
fn links_lead_both_ways(pages: &Pages, notes: usize) {
    let (marks, labels) = (links(pages, Role::Reference), links(pages, Role::Label));
    let places = |links: &[(u32, DestinationId)]| -> BTreeSet<DestinationId> {
        links.iter().map(|&(_, place)| place).collect()
    };
    assert_eq!(places(&marks).len(), notes, "notes that marks lead to");
    assert_eq!(places(&labels).len(), notes, "marks that notes lead back to");
    let page_of = |place: DestinationId| pages.destinations[place.0 as usize].page;
    for &(page, note) in &marks {
        let back = |&&(on, mark): &&(u32, DestinationId)| {
            on == page_of(note) && page_of(mark) == page
        };
        assert!(labels.iter().any(|label| back(&label)), "a note called on page {page}");
    }
}

/// The links inside elements of a role: the page each stands on, and where it leads.
fn links(pages: &Pages, inside: Role) -> Vec<(u32, DestinationId)> {
    let mut found = Vec::new();
    for (number, page) in (0..).zip(&pages.pages) {
        for link in &page.links {
            let element = &pages.elements[link.element.0 as usize];
            let parent =
                element.parent.map(|parent| pages.elements[parent.0 as usize].role);
            if let LinkTarget::Destination(place) = link.target
                && parent == Some(inside)
            {
                found.push((number, place));
            }
        }
    }
    found
}

/// All that is painted stands on the paper.
fn nothing_is_off_the_paper(pages: &Pages) {
    let Size { width, height } = pages.trim;
    for (number, page) in (1..).zip(&pages.pages) {
        for item in &page.items {
            let PlacedItem::Run(run) = item else { continue };
            let last = run.glyphs.last().map_or(Length::ZERO, |glyph| glyph.x);
            let (x, y) = (run.origin.x, run.origin.y);
            assert!(x > Length::ZERO && x + last < width, "'{}' on {number}", run.text);
            assert!(y > Length::ZERO && y < height, "'{}' on {number}", run.text);
        }
    }
}

/// Parents stand before children; text has an element, furniture has none.
fn structure_is_sound(pages: &Pages, design: &Design) {
    for (place, element) in pages.elements.iter().enumerate() {
        match element.parent {
            None => assert_eq!((place, element.role), (0, Role::Document)),
            Some(parent) => assert!((parent.0 as usize) < place),
        }
    }
    for page in &pages.pages {
        let mut furniture = false;
        for item in &page.items {
            let PlacedItem::Run(run) = item else { continue };
            if run.origin.y < design.margins.top {
                assert_eq!(run.element, None, "'{}' is furniture", run.text);
                furniture = true;
            }
        }
        // A page with a running head has text; a blank page has neither.
        assert!(!furniture || page.items.iter().any(in_text));
    }
}

fn in_text(item: &PlacedItem) -> bool {
    matches!(item, PlacedItem::Run(run) if run.element.is_some())
}

#[test]
fn empty_book_has_no_pages() {
    let (pages, found) = set(&Book::default(), NotePlacement::Book);
    assert_eq!(pages.pages.len(), 0);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn one_line_makes_a_page() {
    let book = book("# Uno\n\nUna línea que no cabe en una sola línea de la página.\n");
    let design = Design { leading: Length::pt(180), ..small() };
    let (pages, _) = set_as(&book, &design, NotePlacement::Book);
    assert!(dump::format_lines(&pages).contains("Una línea"));
}
