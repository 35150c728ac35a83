//! A tiny book, set by hand, as a PDF: what is in the file.

pub(crate) mod compositor;
pub(crate) mod objects;

use compositor::{Compositor, area, document_info, tiny_book};
use lopdf::{Document, Object};
use objects::objects;
use pliego::book::picture::Pixels;
use pliego::edition::pdf::{DocumentInfo, PdfError, write_pdf};
use pliego::length::{Length, Ratio};
use pliego::typeset::document::{
    ElementId, Link, LinkTarget, PageImage, Pages, PlacedItem, Role,
};

#[test]
fn pdf_is_deterministic() {
    let (book, info) = (tiny_book(), document_info());
    let first = write_pdf(&book, &info).unwrap();
    assert!(first.starts_with(b"%PDF-1.7"));
    assert!(first == write_pdf(&book, &info).unwrap());
    let other = DocumentInfo { title: "Otro".into(), ..info };
    let identifier = |bytes: &[u8]| Document::load_mem(bytes).unwrap().trailer;
    assert_ne!(
        identifier(&first).get(b"ID").unwrap(),
        identifier(&write_pdf(&book, &other).unwrap()).get(b"ID").unwrap()
    );
}

/// ISO 32000-1 §14.8.4.3.4: a row has its cells in the order of the columns.
#[test]
fn empty_cells_are_tagged() {
    let mut book = Compositor::new();
    let root = book.element(Role::Document, None);
    let table = book.element(Role::Table, Some(root));
    let row = book.element(Role::TableRow, Some(table));
    let words = [None, Some("uno"), None, Some("tres"), None];
    let roles = [Role::HeadCell, Role::HeadCell, Role::Cell, Role::HeadCell, Role::Cell];
    let cells = roles.map(|role| book.element(role, Some(row)));
    book.page(false, 1);
    for (cell, words) in cells.into_iter().zip(words) {
        if let Some(words) = words {
            book.line(words, 40, 60, Some(cell));
        }
    }
    let document =
        Document::load_mem(&write_pdf(&book.pages, &document_info()).unwrap()).unwrap();
    let elements =
        || document.objects.values().filter_map(|object| object.as_dict().ok());
    let kind = |element: &lopdf::Dictionary| {
        element.get(b"S").and_then(Object::as_name).unwrap_or_default().to_vec()
    };
    let row = elements().find(|element| kind(element) == b"TR").unwrap();
    let kids = row.get(b"K").unwrap().as_array().unwrap().iter();
    let cells: Vec<_> = kids
        .map(|kid| document.get_dictionary(kid.as_reference().unwrap()).unwrap())
        .collect();
    let kinds: Vec<_> = cells.iter().map(|cell| kind(cell)).collect();
    assert_eq!(kinds, [b"TH", b"TH", b"TD", b"TH", b"TD"]);
    let filled: Vec<bool> = cells
        .iter()
        .map(|cell| !cell.get(b"K").unwrap().as_array().unwrap().is_empty())
        .collect();
    assert_eq!(filled, [false, true, false, true, false]);
    let scope = cells[1].get(b"A").unwrap().as_dict().unwrap().get(b"Scope");
    assert_eq!(scope.unwrap().as_name().unwrap(), b"Column");
}

#[test]
fn repeated_picture_is_stored_once() {
    let mut book = Compositor::new();
    let root = book.element(Role::Document, None);
    let pixels = Pixels::Grey([0_u8, 80, 160, 240].as_slice().into());
    for page in 1..3 {
        book.page(false, page);
        let rect = area(40, 40, Length::pt(20), Length::pt(20));
        let element = Some(book.element(Role::Figure, Some(root)));
        let pixels = pixels.clone();
        let in_line = false;
        let picture = PageImage { rect, columns: 2, rows: 2, pixels, element, in_line };
        book.place(PlacedItem::Image(picture));
    }
    let document =
        Document::load_mem(&write_pdf(&book.pages, &document_info()).unwrap()).unwrap();
    let streams = document.objects.values().filter_map(|one| one.as_stream().ok());
    let images = streams.filter(|one| {
        one.dict
            .get(b"Subtype")
            .is_ok_and(|kind| kind.as_name().is_ok_and(|name| name == b"Image"))
    });
    assert_eq!(images.count(), 1);
}

/// The file as text: every object, and the streams that can be read.
#[test]
fn objects_match() {
    let bytes = write_pdf(&tiny_book(), &document_info()).unwrap();
    let dump = objects(&bytes);
    insta::with_settings!({ snapshot_path => "pdf", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("tiny_book", dump);
    });
}

/// A file says that it keeps PDF/A-2a and PDF/UA-1 if nothing in the book stands in the way:
/// an unknown language, a character that no font has, content without structure.
#[test]
fn conformance_is_claimed_when_met() {
    let claims = |pages: &Pages, info: &DocumentInfo| {
        let bytes = write_pdf(pages, info).unwrap();
        let has = |mark: &str| bytes.windows(mark.len()).any(|at| at == mark.as_bytes());
        (has("<pdfaid:conformance>A<"), has("<pdfuaid:part>1<"))
    };
    assert_eq!(claims(&tiny_book(), &document_info()), (true, true));

    let mute = DocumentInfo { language: None, ..document_info() };
    assert_eq!(claims(&tiny_book(), &mute), (false, false));

    let mut lacking = tiny_book();
    let runs = lacking.pages.iter_mut().flat_map(|page| &mut page.items);
    for item in runs {
        if let PlacedItem::Run(run) = item {
            run.glyphs[0].id = 0;
        }
    }
    assert_eq!(claims(&lacking, &document_info()), (false, false));

    let formless = Pages { elements: Vec::new(), ..tiny_book() };
    assert_eq!(claims(&formless, &document_info()), (false, false));
}

#[test]
fn glyph_positions_are_kept() {
    for (scaling, tracking) in [(1_000_000, 0), (1_013_700, 431), (985_100, -2_017)] {
        let mut book = Compositor::new();
        book.page(false, 1);
        book.line("Aquí se compone, letra a letra, lo que se ha de leer", 40, 60, None);
        let PlacedItem::Run(run) = &mut book.pages.pages[0].items[0] else {
            unreachable!()
        };
        run.scaling = Ratio(scaling);
        // Uneven on purpose: scaled, set apart, and now and then kerned.
        for (place, glyph) in (0..).zip(&mut run.glyphs) {
            let kern = if place % 5 == 3 { 7_001 * place % 40_000 } else { 0 };
            glyph.x = run.scaling.of(glyph.x) + Length(tracking) * place + Length(kern);
        }
        let wanted: Vec<f64> =
            run.glyphs.iter().map(|glyph| 40.0 + glyph.x.to_pt()).collect();
        let found = origins(&write_pdf(&book.pages, &document_info()).unwrap());
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!((found - wanted).abs() < 0.002, "{found} {wanted} at {scaling}");
        }
    }
}

/// Where the glyphs of the first page have their origins, as a viewer reckons it
/// (ISO 32000-1 §9.4.4).
fn origins(bytes: &[u8]) -> Vec<f64> {
    let document = Document::load_mem(bytes).unwrap();
    let page = document.get_pages()[&1];
    let (_, font) = document.get_page_fonts(page).unwrap().into_iter().next().unwrap();
    let descendant = font.get(b"DescendantFonts").unwrap().as_array().unwrap()[0].clone();
    let widths = descendant.as_dict().unwrap().get(b"W").unwrap().as_array().unwrap();
    let mut advances = std::collections::BTreeMap::new();
    for pair in widths.chunks(2) {
        let first = pair[0].as_i64().unwrap();
        for (id, width) in (first..).zip(pair[1].as_array().unwrap()) {
            advances.insert(id, f64::from(width.as_float().unwrap()));
        }
    }
    let content = document.get_and_decode_page_content(page).unwrap();
    let (mut size, mut scaling, mut spacing, mut pen) = (0.0, 1.0, 0.0, 0.0);
    let mut origins = Vec::new();
    for operation in content.operations {
        let number =
            |place: usize| f64::from(operation.operands[place].as_float().unwrap());
        match operation.operator.as_str() {
            "Tf" => size = number(1),
            "Tz" => scaling = number(0) / 100.0,
            "Tc" => spacing = number(0),
            "Tm" => pen = number(4),
            "TJ" => {
                for item in operation.operands[0].as_array().unwrap() {
                    if let Ok(codes) = item.as_str() {
                        for &code in codes.as_chunks::<2>().0 {
                            origins.push(pen);
                            let id = i64::from(u16::from_be_bytes(code));
                            pen += (advances[&id] / 1000.0 * size + spacing) * scaling;
                        }
                    } else {
                        let shift = f64::from(item.as_float().unwrap());
                        pen -= shift / 1000.0 * size * scaling;
                    }
                }
            }
            _ => {}
        }
    }
    origins
}

/// Hyphen of the text and hyphen of the typesetter; a letter that stands for another.
#[test]
fn glyph_maps_to_several_texts() {
    let mut book = Compositor::new();
    book.page(false, 1);
    let root = book.element(Role::Document, None);
    book.line("medio-día y compo|", 40, 60, Some(root));
    book.line("aA", 40, 80, Some(root));
    let PlacedItem::Run(run) = &mut book.pages.pages[0].items[1] else { unreachable!() };
    // Small capitals: the glyph of `a` stands for `A` too.
    run.glyphs[1].id = run.glyphs[0].id;
    let bytes = write_pdf(&book.pages, &document_info()).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let fonts = document.get_page_fonts(document.get_pages()[&1]).unwrap();
    assert_eq!(fonts.len(), 2);
    let second = fonts[&b"F0.1".to_vec()].get(b"ToUnicode").unwrap();
    let map = document.dereference(second).unwrap().1.as_stream().unwrap();
    let map = String::from_utf8(map.decompressed_content().unwrap()).unwrap();
    assert!(map.contains("<00AD>") && map.contains("<0041>"), "{map}");
}

/// What no font can say glyph by glyph is said by a replacement text.
#[test]
fn clusters_have_actual_text() {
    let mut book = Compositor::new();
    book.page(false, 1);
    let root = book.element(Role::Document, None);
    book.line("xyz", 40, 60, Some(root));
    let PlacedItem::Run(run) = &mut book.pages.pages[0].items[0] else { unreachable!() };
    run.glyphs[0].text = 0..2;
    run.glyphs[1].text = 2..2;
    let bytes = write_pdf(&book.pages, &document_info()).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let content = document.get_page_content(document.get_pages()[&1]);
    let content = String::from_utf8(content).unwrap();
    assert!(content.contains("/ActualText<FEFF00780079>"), "{content}");
}

/// Wrong pages are no reason to fail loudly.
#[test]
fn nonsense_pages_are_written() {
    let mut book = tiny_book();
    let lost = ElementId(99);
    for element in &mut book.elements {
        element.parent = Some(lost);
    }
    for item in book.pages.iter_mut().flat_map(|page| &mut page.items) {
        if let PlacedItem::Run(run) = item {
            run.element = Some(lost);
            run.size = Length::ZERO;
            run.glyphs.iter_mut().for_each(|glyph| glyph.text = 7..900);
            run.glyphs[0].id = 60_000;
        }
    }
    book.destinations.clear();
    let link = book.pages[2].links[0].clone();
    let address = "http://ejemplo.es/ñ a".to_owned();
    book.pages[2].links.push(Link { target: LinkTarget::Address(address), ..link });
    let result = write_pdf(&book, &document_info());
    assert!(result.is_ok() || matches!(result, Err(PdfError::Font { .. })));

    let mut faceless = tiny_book();
    faceless.faces.clear();
    let result = write_pdf(&faceless, &document_info());
    assert!(matches!(result, Err(PdfError::MissingFace { .. })));
    assert!(write_pdf(&Pages::default(), &DocumentInfo::default()).is_ok());
}

/// The built-in roman with other bytes in a table, in a book that it sets.
fn with_font(change: impl FnOnce(&mut [u8])) -> Result<Vec<u8>, PdfError> {
    let mut pages = tiny_book();
    let mut bytes = pages.faces[0].bytes.to_vec();
    change(&mut bytes);
    pages.faces[0].bytes = bytes.into();
    write_pdf(&pages, &DocumentInfo::default())
}

/// Where a table begins.
fn place(font: &[u8], tag: &[u8]) -> usize {
    let record = font.chunks_exact(4).position(|four| four == tag).unwrap() * 4;
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap());
    usize::try_from(number(record + 8)).unwrap()
}

#[test]
fn font_permissions_are_respected() {
    let made = |bits: u16| {
        with_font(|font| {
            let at = place(font, b"OS/2") + 8;
            font[at..at + 2].copy_from_slice(&bits.to_be_bytes());
        })
    };
    let error = made(0x0002).unwrap_err();
    assert!(matches!(error, PdfError::Licence { .. }), "{error}");
    let (free, whole) = (made(0).unwrap().len(), made(0x0100).unwrap().len());
    assert!(whole > free * 2, "{whole} bytes with the whole font, {free} without");
}

#[test]
fn corrupt_font_is_reported() {
    for seed in 1..=40_usize {
        let made = with_font(|font| {
            let (start, end) = (place(font, b"cmap"), place(font, b"cmap") + 600);
            for step in 0..12 {
                let at = start + (seed * 7919 + step * 104_729) % (end - start);
                font[at] = u8::try_from((seed * 31 + step * 17) % 256).unwrap();
            }
        });
        if let Err(error) = made {
            assert!(error.to_string().contains("font"), "{error}");
        }
    }
}
