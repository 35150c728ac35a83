//! A tiny book, set by hand, as a PDF for a press: what is in the file.

mod imposition;

use crate::pdf::compositor::{area, document_info, tiny_book};
use crate::pdf::objects::objects;
use lopdf::content::Operation;
use lopdf::{Dictionary, Document, ObjectId};
use pliego::book::picture::Pixels;
use pliego::edition::pdf::{DocumentInfo, write_pdf, write_press_pdf};
use pliego::length::Length;
use pliego::press::{EdgeInsets, PrintIntent, PrinterMarks, Sheet, Standard};
use pliego::typeset::document::{Ink, PageImage, Pages, PlacedItem, Rule};

/// A sheet for a book in black.
fn black() -> Sheet {
    let bleed = EdgeInsets {
        inner: Length::ZERO,
        outer: Length::pt(9),
        top: Length::pt(9),
        bottom: Length::pt(9),
    };
    Sheet { bleed, black_only: true, ink_limit: 240, ..Sheet::default() }
}

/// A sheet with all that can stand beside a page.
fn marked(sheet: Sheet) -> Sheet {
    let marks = PrinterMarks { crop: true, bleed: true, colour_bar: true, slug: true };
    Sheet { marks, ..sheet }
}

fn print(pages: &Pages, sheet: &Sheet) -> Vec<u8> {
    write_press_pdf(pages, &document_info(), sheet).unwrap().value
}

#[test]
fn press_pdf_is_deterministic() {
    let undated = DocumentInfo { made: None, ..document_info() };
    for standard in [Standard::X4, Standard::X1a] {
        let sheet = marked(Sheet { standard, ..black() });
        let once = write_press_pdf(&tiny_book(), &undated, &sheet).unwrap().value;
        assert!(once == write_press_pdf(&tiny_book(), &undated, &sheet).unwrap().value);
        let document = Document::load_mem(&once).unwrap();
        let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
        let made = document.get_dictionary(info).unwrap().get(b"CreationDate").unwrap();
        assert_eq!(made.as_str().unwrap(), b"D:19800101000000Z");
    }
}

#[test]
fn objects_match() {
    let colour = Sheet { black_only: false, ..black() };
    let cases = [
        ("x4_black", black()),
        ("x1a_black_marked", marked(Sheet { standard: Standard::X1a, ..black() })),
        ("x4_colour_marked", marked(colour.clone())),
        ("x1a_colour", Sheet { standard: Standard::X1a, ..colour }),
    ];
    for (name, sheet) in cases {
        let dump = dump(&print(&tiny_book(), &sheet));
        insta::with_settings!({ snapshot_path => "print", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, dump);
        });
    }
}

/// The file as text, with its version.
fn dump(bytes: &[u8]) -> String {
    let version = String::from_utf8_lossy(&bytes[..8]);
    format!("{version}\n{}", objects(bytes))
}

/// What is painted on a page, in order.
fn painted(document: &Document, page: ObjectId) -> Vec<Operation> {
    document.get_and_decode_page_content(page).unwrap().operations
}

/// The numbers of a box of a page.
fn corners(page: &Dictionary, name: &str) -> Vec<f32> {
    let numbers = page.get(name.as_bytes()).unwrap().as_array().unwrap();
    numbers.iter().map(|number| number.as_float().unwrap()).collect()
}

#[test]
fn page_bleeds_at_outer_edge_only() {
    let bytes = print(&tiny_book(), &black());
    let document = Document::load_mem(&bytes).unwrap();
    for (number, id) in document.get_pages() {
        let page = document.get_dictionary(id).unwrap();
        let left = if number % 2 == 1 { 0.0 } else { 9.0 };
        assert_eq!(corners(page, "MediaBox"), [0.0, 0.0, 309.0, 218.0]);
        assert_eq!(corners(page, "BleedBox"), [0.0, 0.0, 309.0, 218.0]);
        assert_eq!(corners(page, "TrimBox"), [left, 9.0, left + 300.0, 209.0]);
        assert!(!page.has(b"CropBox") && !page.has(b"Annots"));
        let operations = painted(&document, id);
        let places = operations.iter().filter(|one| one.operator == "Tm");
        let first = places.map(|one| one.operands[4].as_float().unwrap()).next();
        // The first word of each page stands 100, 140 … points from the edge of the trim.
        let wanted = [Some(100.0), None, Some(40.0), Some(40.0)][number as usize - 1];
        assert_eq!(first, wanted.map(|x: f32| x + left), "page {number}");
    }
}

#[test]
fn blank_page_is_empty() {
    let mut book = tiny_book();
    book.pages[3].items.clear();
    for sheet in [black(), Sheet { black_only: false, ..black() }] {
        let document = Document::load_mem(&print(&book, &sheet)).unwrap();
        assert!(painted(&document, document.get_pages()[&4]).is_empty());
    }
}

/// Of what the pages show, and with which fonts.
fn shown(bytes: &[u8]) -> Vec<String> {
    let document = Document::load_mem(bytes).unwrap();
    let mut shown = Vec::new();
    for id in document.get_pages().into_values() {
        let mut font = String::new();
        for operation in painted(&document, id) {
            match operation.operator.as_str() {
                "Tf" => font = format!("{:?}", operation.operands[0]),
                "TJ" => {
                    let items = operation.operands[0].as_array().unwrap();
                    let glyphs = items.iter().filter_map(|item| item.as_str().ok());
                    shown.push(format!("{font} {:?}", glyphs.collect::<Vec<_>>()));
                }
                _ => {}
            }
        }
    }
    shown
}

/// The maps from glyphs to text.
fn legends(bytes: &[u8]) -> Vec<Vec<u8>> {
    let document = Document::load_mem(bytes).unwrap();
    let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
    let maps = fonts.filter_map(|font| font.get(b"ToUnicode").ok()?.as_reference().ok());
    let maps = maps.map(|id| document.get_object(id).unwrap().as_stream().unwrap());
    maps.map(|stream| stream.get_plain_content().unwrap()).collect()
}

#[test]
fn text_equals_reader_pdf() {
    let reader = write_pdf(&tiny_book(), &document_info()).unwrap();
    assert!(!shown(&reader).is_empty() && !legends(&reader).is_empty());
    for standard in [Standard::X4, Standard::X1a] {
        let press = print(&tiny_book(), &Sheet { standard, ..black() });
        assert_eq!(shown(&press), shown(&reader));
        assert_eq!(legends(&press), legends(&reader));
    }
}

#[test]
fn whole_font_is_embedded_once() {
    let programs = |sheet: &Sheet| {
        let document = Document::load_mem(&print(&tiny_book(), sheet)).unwrap();
        let streams = document.objects.values().filter_map(|one| one.as_stream().ok());
        let fonts = streams.filter(|one| one.dict.has(b"Length1"));
        fonts.map(|one| one.get_plain_content().unwrap().len()).collect::<Vec<_>>()
    };
    let (cut, whole) =
        (programs(&black()), programs(&Sheet { whole_fonts: true, ..black() }));
    assert_eq!((cut.len(), whole.len()), (1, 1));
    assert!(whole[0] > 10 * cut[0], "{whole:?} is no larger than {cut:?}");
}

/// The tiny book with colours: a rule, and an image of four pixels.
fn coloured() -> Pages {
    let mut book = tiny_book();
    let ink = |red, green, blue| Ink::Rgb(red, green, blue);
    let rules = [ink(0, 0, 0), ink(255, 255, 255), ink(119, 119, 119), ink(10, 20, 40)];
    for ink in rules {
        let rect = area(40, 40, Length::pt(10), Length::pt(10));
        book.pages[3].items.push(PlacedItem::Rule(Rule { rect, ink }));
    }
    let pixels = [0, 0, 0, 255, 255, 255, 0, 0, 255, 30, 10, 10];
    let pixels = Pixels::Rgb(pixels.as_slice().into());
    let rect = area(60, 60, Length::pt(20), Length::pt(20));
    let (element, in_line) = (None, false);
    let picture = PageImage { rect, columns: 2, rows: 2, pixels, element, in_line };
    book.pages[3].items.push(PlacedItem::Image(picture));
    book
}

#[test]
fn black_text_is_k_only() {
    for limit in [240, 300] {
        let sheet = Sheet { black_only: false, ink_limit: limit, ..black() };
        let document = Document::load_mem(&print(&coloured(), &sheet)).unwrap();
        let mut colours = Vec::new();
        for id in document.get_pages().into_values() {
            for operation in painted(&document, id) {
                let operator = operation.operator.as_str();
                assert!(!["rg", "RG", "g", "G", "sh"].contains(&operator), "{operator}");
                if operator == "k" {
                    let inks = operation.operands.iter();
                    let inks = inks.map(|ink| f64::from(ink.as_float().unwrap()));
                    colours.push(inks.collect::<Vec<f64>>());
                }
            }
        }
        assert!(colours.contains(&vec![0.0, 0.0, 0.0, 1.0]));
        assert!(colours.contains(&vec![0.0; 4]), "paper is not printed on");
        let most = f64::from(limit) / 100.0;
        assert!(colours.iter().all(|inks| inks.iter().sum::<f64>() <= most));
        let images = document.objects.values().filter_map(|one| one.as_stream().ok());
        let image = images
            .filter(|one| one.dict.get(b"Width").is_ok())
            .map(|one| (one.dict.get(b"ColorSpace").unwrap(), one))
            .next();
        let (space, image) = image.unwrap();
        assert_eq!(space.as_name().unwrap(), b"DeviceCMYK");
        let pixels = image.get_plain_content().unwrap();
        assert_eq!(pixels.len(), 16);
        assert_eq!(pixels[4..8], [0; 4], "white is paper");
        for inks in pixels.chunks(4) {
            let sum: u32 = inks.iter().map(|&ink| u32::from(ink)).sum();
            assert!(f64::from(sum) / 255.0 <= most, "{inks:?}");
        }
    }
}

#[test]
fn black_book_is_grey_only() {
    for standard in [Standard::X4, Standard::X1a] {
        let sheet = marked(Sheet { standard, ..black() });
        let document = Document::load_mem(&print(&coloured(), &sheet)).unwrap();
        for id in document.get_pages().into_values() {
            for operation in painted(&document, id) {
                let operator = operation.operator.as_str();
                assert!(
                    !["rg", "k", "cs", "scn", "sh"].contains(&operator),
                    "{operator}"
                );
            }
        }
        for stream in document.objects.values().filter_map(|one| one.as_stream().ok()) {
            if let Ok(space) = stream.dict.get(b"ColorSpace") {
                assert_eq!(space.as_name().unwrap(), b"DeviceGray");
            }
        }
    }
}

#[test]
fn low_resolution_is_reported() {
    let told = |resolution| {
        let sheet = Sheet { resolution, ..black() };
        let told =
            write_press_pdf(&coloured(), &document_info(), &sheet).unwrap().diagnostics;
        told.into_iter().map(|one| (one.code.0, one.message)).collect::<Vec<_>>()
    };
    let of_page = "the image on page 4 of the file is printed with 7 pixels per inch";
    for (asked, usual) in [(0, 300), (72, 72), (600, 600)] {
        let message = format!("{of_page}, and the press asks for {usual}");
        assert_eq!(told(asked), [("p-001", message)]);
    }
    assert_eq!(told(8), []);
}

/// The profile that a file brings.
fn profile(bytes: &[u8]) -> Vec<u8> {
    let document = Document::load_mem(bytes).unwrap();
    let intents = document.catalog().unwrap().get(b"OutputIntents").unwrap();
    let intent = intents.as_array().unwrap()[0].as_reference().unwrap();
    let intent = document.get_dictionary(intent).unwrap();
    let profile = intent.get(b"DestOutputProfile").unwrap().as_reference().unwrap();
    document
        .get_object(profile)
        .unwrap()
        .as_stream()
        .unwrap()
        .get_plain_content()
        .unwrap()
}

#[test]
fn unusable_profile_is_refused() {
    let colour = Sheet { black_only: false, ..black() };
    let (four, grey) =
        (profile(&print(&tiny_book(), &colour)), profile(&print(&tiny_book(), &black())));
    let with = |at: usize, bytes: &[u8]| {
        let mut profile = four.clone();
        profile[at..at + bytes.len()].copy_from_slice(bytes);
        profile
    };
    let x1a = Sheet { standard: Standard::X1a, ..colour.clone() };
    let cases = [
        (&colour, Vec::new(), "it lacks the signature 'acsp'"),
        (&colour, b"%PDF-1.4".repeat(20), "it lacks the signature 'acsp'"),
        (&colour, four[..four.len() - 4].to_vec(), "its size is not the size it states"),
        (&colour, with(136, &[0xFF; 8]), "some of its tags are outside the file"),
        (&colour, with(12, b"mntr"), "has the class 'mntr', and is not for a press"),
        (&colour, with(16, b"RGB "), "has the colours 'RGB', and is not for a press"),
        (&colour, grey.clone(), "is for black only, and the press prints four inks"),
        (&x1a, grey.clone(), "is for black only, and PDF/X-1a needs one for four inks"),
        (&x1a, with(8, &[4]), "has version 4, and PDF/X-1a:2001 allows none above 2"),
        (&colour, with(8, &[5]), "has version 5, and PDF/X-4 allows none above 4"),
    ];
    for (sheet, bytes, said) in cases {
        let sheet = Sheet { intent: PrintIntent::Profile(bytes), ..sheet.clone() };
        let error = write_press_pdf(&tiny_book(), &document_info(), &sheet).unwrap_err();
        assert!(error.to_string().contains(said), "'{error}' does not say '{said}'");
    }
    for (sheet, bytes) in [(&colour, four.clone()), (&x1a, four), (&black(), grey)] {
        let sheet =
            Sheet { intent: PrintIntent::Profile(bytes.clone()), ..sheet.clone() };
        let printed = write_press_pdf(&coloured(), &document_info(), &sheet).unwrap();
        assert!(
            profile(&printed.value) == bytes,
            "it stands in the file as it was brought"
        );
        assert!(printed.diagnostics.iter().all(|one| one.code.0 != "p-002"));
    }
}

#[test]
fn named_condition_is_for_x1a() {
    let named = Sheet { intent: PrintIntent::Named("FOGRA39".into()), ..black() };
    let error =
        write_press_pdf(&tiny_book(), &document_info(), &named).unwrap_err().to_string();
    assert!(error.starts_with("PDF/X-4 needs the ICC profile of 'FOGRA39'"), "{error}");
    let nameless = Sheet { intent: PrintIntent::Named(" ".into()), ..black() };
    assert!(write_press_pdf(&tiny_book(), &document_info(), &nameless).is_err());

    let x1a = Sheet { standard: Standard::X1a, black_only: false, ..named };
    let printed = write_press_pdf(&coloured(), &document_info(), &x1a).unwrap();
    let dump = dump(&printed.value);
    assert!(dump.contains("(FOGRA39)/RegistryName (http://www.color.org)"));
    assert!(!dump.contains("DestOutputProfile"));
    assert!(printed.diagnostics.iter().any(|one| one.code.0 == "p-002"));
}

#[test]
fn corrupt_image_is_an_error() {
    let mut book = coloured();
    let Some(PlacedItem::Image(picture)) = book.pages[3].items.last_mut() else {
        unreachable!()
    };
    picture.pixels = Pixels::Jpeg(b"no JPEG at all".as_slice().into());
    assert!(write_press_pdf(&book, &document_info(), &black()).is_err());
}
