//! Sheets with pages on them are folded again on paper: what is read from leaf to leaf, and
//! which way up.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};
use pliego::edition::pdf::write_imposed_pdf;
use pliego::length::{Length, Size};
use pliego::press::{EdgeInsets, Imposition, Sheet, Signature, Standard};
use pliego::typeset::document::Pages;

use crate::pdf::compositor::{Compositor, document_info};

/// A book of numbered pages, the third of them blank.
fn book(count: u32) -> Pages {
    let mut book = Compositor::new();
    for number in 1..=count {
        book.page(false, number);
        if number != 3 {
            book.line(&number.to_string(), 100, 60, None);
        }
    }
    book.pages
}

fn sheet() -> Sheet {
    let nine = Length::pt(9);
    let bleed = EdgeInsets { inner: nine, outer: nine, top: nine, bottom: nine };
    Sheet { bleed, black_only: true, ..Sheet::default() }
}

fn imposed(pages: &Pages, sheet: &Sheet, signature: Signature) -> Document {
    let imposition = Imposition { signature, sheet: None, leaf: Length::from_mm(0.1) };
    let bytes =
        write_imposed_pdf(pages, &document_info(), sheet, &imposition).unwrap().value;
    Document::load_mem(&bytes).unwrap()
}

/// A page on a side of a sheet: its number, negative where it stands on its head; none
/// where the sheet is blank.
type Place = Option<i64>;

/// A side of a sheet, row by row from the top.
type Side = Vec<Vec<Place>>;

/// What the file has on a side, by the places on the other sides of the same book: a place
/// that is blank here is not blank everywhere.
fn side(document: &Document, page: ObjectId, rows: u16, columns: u16) -> Side {
    let dictionary = document.get_dictionary(page).unwrap();
    let size = dictionary.get(b"MediaBox").unwrap().as_array().unwrap();
    let (width, height) = (size[2].as_float().unwrap(), size[3].as_float().unwrap());
    let mut side = vec![vec![None; columns.into()]; rows.into()];
    let mut middle = (0.0, 0.0);
    let mut turned = false;
    for operation in document.get_and_decode_page_content(page).unwrap().operations {
        let number = |place: usize| operation.operands[place].as_float().unwrap();
        match operation.operator.as_str() {
            // The last rectangle before a form is what shows of it.
            "re" => middle = (number(0) + number(2) / 2.0, number(1) + number(3) / 2.0),
            "cm" => turned = number(0) < 0.0,
            "Do" => {
                let name = operation.operands[0].as_name().unwrap();
                let page: i64 = std::str::from_utf8(&name[1..]).unwrap().parse().unwrap();
                // In which of some equal parts.
                let place = |part: f32, of: u16| {
                    let edges = 1..of;
                    edges.filter(|&edge| part * f32::from(of) > f32::from(edge)).count()
                };
                let column = place(middle.0 / width, columns);
                let row = place(1.0 - middle.1 / height, rows);
                assert!(side[row][column].is_none(), "two pages in one place");
                side[row][column] = Some(if turned { -page } else { page });
            }
            _ => {}
        }
    }
    side
}

/// A leaf: what is printed on the side that looks up, and on the other.
type Leaf = (Place, Place);

/// Folds a sheet with its outer side up: by turns the upper half after the lower and the
/// left half after the right, until one pile is left. Its leaves from the top.
fn folded(outer: &Side, inner: &Side, mut level: bool) -> Vec<Leaf> {
    let columns = outer[0].len();
    let mut piles: Vec<Vec<Vec<Leaf>>> = (0..outer.len())
        .map(|row| {
            let leaf = |at: usize| vec![(outer[row][at], inner[row][columns - 1 - at])];
            (0..columns).map(leaf).collect()
        })
        .collect();
    while piles.len() * piles[0].len() > 1 {
        if level {
            let lower = piles.split_off(piles.len() / 2);
            // What is turned over at its foot has its head below.
            let hung = |(up, down): Leaf| (down.map(|page| -page), up.map(|page| -page));
            let pairs = lower.into_iter().zip(piles.into_iter().rev());
            piles = pairs.map(|(lower, upper)| after(lower, upper, hung)).collect();
        } else {
            for row in &mut piles {
                let right = row.split_off(row.len() / 2);
                let mut left = std::mem::take(row);
                left.reverse();
                *row = after(right, left, |(up, down)| (down, up));
            }
        }
        level = !level;
    }
    piles.remove(0).remove(0)
}

/// Piles with others turned over and laid after them.
fn after(
    before: Vec<Vec<Leaf>>,
    turned: Vec<Vec<Leaf>>,
    turn: impl Fn(Leaf) -> Leaf,
) -> Vec<Vec<Leaf>> {
    let pairs = before.into_iter().zip(turned);
    pairs
        .map(|(mut pile, below)| {
            pile.extend(below.into_iter().rev().map(&turn));
            pile
        })
        .collect()
}

#[test]
fn folded_sheets_read_in_order() {
    // Rows, columns, and whether the first fold is level.
    let signatures = [
        (Signature::Eight, 2, 2, true),
        (Signature::Sixteen, 2, 4, false),
        (Signature::ThirtyTwo, 4, 4, true),
    ];
    for (signature, rows, columns, level) in signatures {
        for count in [1, 8, 20, 32, 70] {
            let document = imposed(&book(count), &sheet(), signature);
            let sides: Vec<Side> = document
                .get_pages()
                .into_values()
                .map(|page| side(&document, page, rows, columns))
                .collect();
            let leaves = sides.chunks(2).flat_map(|two| folded(&two[0], &two[1], level));
            let read: Vec<Place> = leaves.flat_map(|(up, down)| [up, down]).collect();
            let whole = (count as usize).next_multiple_of(signature.pages());
            let there = |page: i64| page <= i64::from(count) && page != 3;
            let pages = (1..).take(whole).map(|page| there(page).then_some(page));
            assert_eq!(
                read,
                pages.collect::<Vec<Place>>(),
                "{signature:?}, {count} pages"
            );
        }
    }
}

/// A page is in the file once, with its text, however many sheets there are.
#[test]
fn pages_are_form_xobjects() {
    let document = imposed(&book(20), &sheet(), Signature::Eight);
    let forms = document.objects.values().filter_map(|one| one.as_stream().ok());
    let is_form = |dictionary: &Dictionary| {
        dictionary
            .get(b"Subtype")
            .and_then(Object::as_name)
            .is_ok_and(|kind| kind == b"Form")
    };
    let forms: Vec<_> = forms.filter(|one| is_form(&one.dict)).collect();
    assert_eq!(forms.len(), 19);
    for form in forms {
        let content = form.decode_content().unwrap();
        assert!(content.operations.iter().any(|one| one.operator == "TJ"));
    }
}

#[test]
fn imposed_file_keeps_its_standard() {
    for (standard, version) in [(Standard::X4, "1.6"), (Standard::X1a, "1.3")] {
        let sheet = Sheet { standard, ..sheet() };
        let document = imposed(&book(20), &sheet, Signature::Sixteen);
        assert_eq!(document.version, version);
        assert!(document.catalog().unwrap().has(b"OutputIntents"));
        let boxes: BTreeMap<_, _> = document
            .get_pages()
            .into_iter()
            .map(|(number, id)| {
                let page = document.get_dictionary(id).unwrap();
                let same =
                    page.get(b"BleedBox").unwrap() == page.get(b"TrimBox").unwrap();
                (number, same && !page.has(b"CropBox") && !page.has(b"Annots"))
            })
            .collect();
        assert_eq!(boxes.len(), 4, "two sheets of two sides");
        assert!(boxes.values().all(|&right| right));
    }
}

#[test]
fn small_sheet_is_refused() {
    let small = Size { width: Length::from_mm(210.0), height: Length::from_mm(297.0) };
    let imposition = Imposition {
        signature: Signature::Eight,
        sheet: Some(small),
        leaf: Length::ZERO,
    };
    let error =
        write_imposed_pdf(&book(8), &document_info(), &sheet(), &imposition).unwrap_err();
    let said = "a sheet of 210 x 297 mm is too small for a signature of 8 pages, which needs \
                234.017 x 169.811 mm";
    assert!(error.to_string().starts_with(said), "{error}");
}

#[test]
fn empty_book_has_no_sheets() {
    assert!(imposed(&book(0), &sheet(), Signature::Eight).get_pages().is_empty());
}
