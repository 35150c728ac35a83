//! What is printed around a book and how: covers, barcodes, sheets that are folded.

use std::collections::BTreeMap;

use lopdf::Document;
use pliego::book::metadata::{Contributor, Metadata, parse_isbn};
use pliego::design::Design;
use pliego::edition::cover::{
    BarcodeField, Blurbs, IsbnSymbol, WrapContent, WrapFront, make_wrap,
};
use pliego::edition::pdf::{DocumentInfo, write_imposed_pdf, write_pdf, write_press_pdf};
use pliego::fonts::built_in;
use pliego::length::{Length, Rect, Size};
use pliego::press::{
    Direction, EdgeInsets, Imposition, Sheet, Signature, Standard, Wrap,
};
use pliego::project::designs::standard_design;
use pliego::typeset::document::{Ink, Page, Pages, PlacedItem};

use super::{leave, pages};
#[path = "../../wrap/scanner.rs"]
mod scanner;

/// Bytes that say how a thing is made; what stands after them is what it is made of.
const MEASURES: usize = 16;

/// The covers that may be drawn, and one that there is not.
const TEMPLATES: [Option<&str>; 9] = [
    None,
    Some("frame"),
    Some("grid"),
    Some("label"),
    Some("initial"),
    Some("plain"),
    Some("band"),
    Some("waves"),
    Some("none"),
];

/// A wrap is refused, or it can be printed, its words are on the sheet, and a scanner reads
/// its ISBN. The lines are title, subtitle, author, publisher, language and price, then what
/// is read on the flaps and on the back.
pub(super) fn cover(bytes: &[u8]) {
    let Some((measures, words)) = bytes.split_at_checked(MEASURES) else { return };
    let words = String::from_utf8_lossy(words);
    let mut lines = words.lines();
    let mut said = || lines.next().filter(|line| !line.is_empty()).map(str::to_owned);
    let mut metadata =
        Metadata { title: said(), subtitle: said(), ..Metadata::default() };
    let author = said().map(|name| Contributor { name, ..Contributor::default() });
    metadata.authors.extend(author);
    metadata.publisher = said();
    metadata.language = said().and_then(|language| language.parse().ok());
    metadata.isbn_print = number(&measures[12..]);
    let price = said().and_then(|price| price.parse().ok());
    let blurbs = Blurbs {
        front_flap: said().unwrap_or_default(),
        back_flap: said().unwrap_or_default(),
        back: lines.collect::<Vec<&str>>().join("\n"),
    };
    let mm = |place: usize| Length::from_mm(measures[place].into());
    let symbol = IsbnSymbol { magnification: measures[8].into(), price };
    let design = standard_design();
    let fonts = built_in();
    let made = make_wrap(&WrapContent {
        wrap: &Wrap {
            panel: Size { width: mm(0) * 2, height: mm(1) * 2 },
            spine: mm(2),
            hinge: mm(3) / 8,
            flap: mm(4),
            bleed: mm(5) / 8,
            safe: mm(6) / 8,
            spine_words: (measures[7] > 0).then(|| mm(7) / 64),
        },
        metadata: &metadata,
        design: &design,
        fonts: &fonts,
        front: WrapFront::Template(TEMPLATES[usize::from(measures[9]) % TEMPLATES.len()]),
        blurbs: &blurbs,
        direction: [None, Some(Direction::Up), Some(Direction::Down)]
            [usize::from(measures[10]) % 3],
        barcode: &match measures[11] % 4 {
            0 => BarcodeField::Nothing,
            1 => BarcodeField::Room(Size { width: mm(8), height: mm(8) / 2 }),
            _ => BarcodeField::Symbol(symbol),
        },
    });
    let Ok(made) = made else { return };
    let made = made.value;
    pages::are_sound(&made, &Design { trim: made.trim, ..design });
    let read = scanner::scan(bars(&made));
    let wanted = metadata.isbn_print.filter(|_| measures[11] % 4 > 1);
    // The last digit is that of thirteen.
    let wanted = wanted.map(|isbn| match isbn.len() {
        13 => isbn[..12].to_owned(),
        _ => format!("978{}", &isbn[..9]),
    });
    assert_eq!(read.as_deref().map(|read| &read[..12]), wanted.as_deref());
    let particulars = DocumentInfo::default();
    let written = write_pdf(&made, &particulars).expect("a PDF");
    leave(&written);
    Document::load_mem(&written).expect("lopdf reads it");
    let sheet = Sheet::default();
    let written =
        write_press_pdf(&made, &particulars, &sheet).expect("a PDF for the press").value;
    leave(&written);
    Document::load_mem(&written).expect("lopdf reads it");
}

/// An ISBN of ten digits or of thirteen; none where there are no bytes but zeros.
fn number(bytes: &[u8]) -> Option<String> {
    let number = bytes.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let nine = number / 2 % 1_000_000_000;
    let before = if number % 2 == 0 { "978" } else { "" };
    let checks = "0123456789X".chars().filter(|_| number > 0);
    let all = checks.map(|check| format!("{before}{nine:09}{check}"));
    all.into_iter().find_map(|number| parse_isbn(&number).ok())
}

/// The bars of a cover: what is black in the last white field.
fn bars(cover: &Pages) -> Vec<(i64, i64)> {
    let rules: Vec<_> = cover.pages[0]
        .items
        .iter()
        .filter_map(|item| match item {
            PlacedItem::Rule(rule) => Some(rule),
            _ => None,
        })
        .collect();
    let field = rules.iter().rposition(|rule| rule.ink == Ink::Tint(0));
    let within = &rules[field.unwrap_or(rules.len())..];
    let black = within.iter().filter(|rule| rule.ink == Ink::Black);
    let edges = |Rect { corner, size }: Rect| {
        (corner.x.0.into(), (corner.x + size.width).0.into())
    };
    black.map(|rule| edges(rule.rect)).collect()
}

/// Pages are refused a sheet that is too small, or each that is not blank stands once in
/// the file, on the folded sheet that its number asks for. Bytes say how the sheets are,
/// and each bit of the rest whether a page is blank.
pub(super) fn imposition(bytes: &[u8]) {
    let Some((measures, blank)) = bytes.split_at_checked(8) else { return };
    let mm = |place: usize| Length::from_mm(measures[place].into());
    let mut pages = pages::of_colours();
    let full = pages.pages.remove(0);
    let bits = blank.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
    let bits: Vec<bool> = bits.take(MOST_PAGES).collect();
    let page = |&blank: &bool| if blank { Page::default() } else { full.clone() };
    pages.pages = bits.iter().map(page).collect();
    let signatures = [Signature::Eight, Signature::Sixteen, Signature::ThirtyTwo];
    let signature = signatures[usize::from(measures[0]) % 3];
    let bleed = mm(1) / 16;
    let imposition = Imposition {
        signature,
        sheet: (measures[2] > 0).then(|| Size { width: mm(2) * 8, height: mm(3) * 8 }),
        leaf: mm(4) / 64,
    };
    let sheet = Sheet {
        bleed: EdgeInsets { inner: mm(5) / 16, outer: bleed, top: bleed, bottom: bleed },
        standard: if measures[6] % 2 == 0 { Standard::X4 } else { Standard::X1a },
        black_only: measures[7] % 2 == 0,
        ..Sheet::default()
    };
    let made = write_imposed_pdf(&pages, &DocumentInfo::default(), &sheet, &imposition);
    let Ok(made) = made else {
        assert!(imposition.sheet.is_some(), "a sheet as large as it needs");
        return;
    };
    leave(&made.value);
    let document = Document::load_mem(&made.value).expect("lopdf reads it");
    let sides = document.get_pages();
    assert_eq!(sides.len(), bits.len().div_ceil(signature.pages()) * 2);
    let mut placed = BTreeMap::new();
    for (side, id) in sides {
        let content = document.get_and_decode_page_content(id).expect("it has content");
        for form in content.operations.iter().filter(|one| one.operator == "Do") {
            let name = form.operands[0].as_name().expect("a name");
            let number = std::str::from_utf8(&name[1..]).expect("a number");
            let number: usize = number.parse().expect("a number");
            let of_sheet = (number - 1) / signature.pages();
            assert_eq!(of_sheet, (side as usize - 1) / 2, "page {number}");
            assert!(placed.insert(number, side).is_none(), "page {number} twice");
        }
    }
    let wanted = (1..).zip(&bits).filter(|(_, blank)| !**blank);
    assert!(placed.into_keys().eq(wanted.map(|(number, _)| number)));
}

/// More pages are more of the same.
const MOST_PAGES: usize = 150;
