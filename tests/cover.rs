//! Covers that are made, and covers that are brought.

use std::collections::BTreeSet;

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use pliego::book::metadata::{BookSeries, Contributor, Metadata};
use pliego::edition::cover::{Cover, CoverError, cover_from_image, make_cover};
use pliego::edition::pdf::{DocumentInfo, write_pdf};
use pliego::fonts;
use pliego::project::designs::standard_design;
use pliego::typeset::document::{Destination, Page, Pages, PlacedItem, Role};

/// Bytes that a cover may have.
const LARGE_FILE: usize = 300_000;

/// The templates that there are.
const TEMPLATES: [&str; 7] =
    ["frame", "grid", "label", "initial", "plain", "band", "waves"];

fn metadata(title: &str, author: &str) -> Metadata {
    let author = Contributor { name: author.to_owned(), ..Contributor::default() };
    Metadata {
        title: Some(title.to_owned()),
        authors: vec![author],
        publisher: Some("Ediciones del Muelle".to_owned()),
        language: "es".parse().ok(),
        ..Metadata::default()
    }
}

fn cover(metadata: &Metadata, template: Option<&str>) -> Cover {
    let cover =
        make_cover(metadata, &standard_design(), template, &fonts::built_in()).unwrap();
    assert_eq!(cover.diagnostics, []);
    cover.value
}

#[test]
fn templates_draw_all_titles() {
    let long = "Memorial sobre la conservación de los caminos reales y de las ventas que en \
                ellos se encuentran, con relación de los puentes derruidos";
    for title in ["Sal", "Niebla en el puerto", "Зимние письма", "Ὀδός & Logos <2>", long]
    {
        for template in TEMPLATES {
            let cover = cover(&metadata(title, "Ana Prueba"), Some(template));
            let bytes = &cover.image().unwrap().bytes.clone();
            assert!(bytes.len() < LARGE_FILE, "{template}: {title}");
            assert!(image::guess_format(bytes).is_ok());
        }
    }
}

#[test]
fn cover_is_deterministic() {
    let book = metadata("Niebla en el puerto", "Ana Prueba");
    let both = |book: &Metadata| {
        let cover = cover(book, None);
        (cover.image().unwrap().clone(), cover.page)
    };
    assert_eq!(both(&book), both(&book));
    assert_ne!(both(&book), both(&metadata("Sal", "Ana Prueba")));
}

#[test]
fn book_without_metadata_has_a_cover() {
    for template in TEMPLATES {
        let cover = cover(&Metadata::default(), Some(template));
        let bytes = &cover.image().unwrap().bytes;
        let drawn = image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(drawn.dimensions(), (1600, 2560), "{template}");
        let colours: BTreeSet<_> = drawn.pixels().map(|pixel| pixel.0).collect();
        assert!(colours.len() > 1, "{template} draws nothing");
    }
}

#[test]
fn endless_title_is_cut() {
    let series = BookSeries { name: "Serie".repeat(40), number: Some(7) };
    let endless = Metadata {
        series: Some(series),
        ..metadata(&"palabra ".repeat(2_000), &"Nombre ".repeat(300))
    };
    for template in TEMPLATES {
        let made = make_cover(&endless, &standard_design(), Some(template), &[]).unwrap();
        assert_eq!(made.diagnostics[0].code.0, "c-001");
    }
}

#[test]
fn missing_glyph_is_reported() {
    let book = metadata("Las 漢字", "Ana Prueba");
    let made =
        make_cover(&book, &standard_design(), Some("frame"), &fonts::built_in()).unwrap();
    let messages: Vec<&str> =
        made.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(messages.len(), 2);
    assert!(messages[0].contains('字') || messages[0].contains('漢'));
}

#[test]
fn unknown_template_is_reported() {
    let book = metadata("Sal", "Ana Prueba");
    let error = make_cover(&book, &standard_design(), Some("marco"), &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no cover template 'marco' (choose one of: frame, grid, label, \
         initial, plain, band, waves)"
    );
}

#[test]
fn cover_is_the_first_pdf_page() {
    let design = standard_design();
    let mut pages = Pages { trim: design.trim, ..Pages::default() };
    pages.pages.push(Page::default());
    pages.destinations.push(Destination::default());
    cover(&metadata("Sal", "Ana Prueba"), Some("label")).page.put_before(&mut pages);

    assert_eq!(pages.pages.len(), 3);
    assert!(pages.pages[1].items.is_empty());
    assert_eq!(pages.destinations[0].page, 2);
    let figure = &pages.elements[0];
    assert_eq!(figure.role, Role::Figure);
    assert_eq!(
        figure.alternative.as_deref(),
        Some("Cubierta: Sal, Ana Prueba, Ediciones del Muelle")
    );
    assert!(
        pages.pages[0].items.iter().all(|item| matches!(item, PlacedItem::Outline(_)))
    );
    let particulars =
        DocumentInfo { unnumbered: "Cubierta".to_owned(), ..DocumentInfo::default() };
    assert!(write_pdf(&pages, &particulars).is_ok());
}

/// A JPEG of a grey ramp, so many pixels wide and high.
fn jpeg(side: u8, kind: ExtendedColorType) -> Vec<u8> {
    let channels = usize::from(kind.channel_count());
    let pixels: Vec<u8> = (0..side)
        .flat_map(|row| (0..side).map(move |column| row / 2 + column / 2))
        .flat_map(|grey| vec![grey; channels])
        .collect();
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new(&mut bytes);
    encoder.write_image(&pixels, side.into(), side.into(), kind).unwrap();
    bytes
}

#[test]
fn image_is_kept_unchanged() {
    let design = standard_design();
    let book = metadata("Sal", "Ana Prueba");
    let made = cover(&book, Some("frame"));
    assert_eq!(made.alternative(), "Cubierta: Sal, Ana Prueba, Ediciones del Muelle");
    let made = made.image().unwrap().clone();
    let taken = cover_from_image(made.bytes.clone(), &book, &design).unwrap();
    assert_eq!(taken.diagnostics, []);
    // What stands on a stranger's image is not known.
    assert_eq!(taken.value.alternative(), "Cubierta: Sal, Ana Prueba");
    assert!(*taken.value.image().unwrap() == made);
    // Five to eight on a page of A5: as high as the page, in the middle of its width.
    let [PlacedItem::Image(picture)] = taken.value.page.items.as_slice() else {
        panic!()
    };
    assert_eq!(picture.rect.size.height, design.trim.height);
    let white = design.trim.width - picture.rect.size.width;
    assert!((picture.rect.corner.x * 2 - white).0.abs() <= 1);
}

#[test]
fn jpeg_stays_jpeg_in_pdf() {
    let design = standard_design();
    for (kind, colours) in
        [(ExtendedColorType::L8, "DeviceGray"), (ExtendedColorType::Rgb8, "DeviceRGB")]
    {
        let bytes = jpeg(200, kind);
        let taken =
            cover_from_image(bytes.clone(), &Metadata::default(), &design).unwrap();
        assert_eq!(taken.diagnostics[0].code.0, "c-003");
        let mut pages = Pages { trim: design.trim, ..Pages::default() };
        taken.value.page.put_before(&mut pages);
        let file = write_pdf(&pages, &DocumentInfo::default()).unwrap();
        let document = lopdf::Document::load_mem(&file).unwrap();
        let mut streams =
            document.objects.values().filter_map(|object| object.as_stream().ok());
        let image = streams.find(|stream| stream.dict.has(b"Width")).unwrap();
        assert_eq!(image.dict.get(b"Filter").unwrap().as_name().unwrap(), b"DCTDecode");
        let space = image.dict.get(b"ColorSpace").unwrap().as_name().unwrap();
        assert_eq!(space, colours.as_bytes());
        assert!(image.content == bytes);
    }
}

#[test]
fn non_image_is_refused() {
    let take = |bytes: &[u8]| {
        cover_from_image(bytes.to_vec(), &Metadata::default(), &standard_design())
    };
    assert!(matches!(take(b"<svg/>"), Err(CoverError::OtherFormat)));
    let whole = cover(&metadata("Sal", "Ana Prueba"), Some("frame"))
        .image()
        .unwrap()
        .bytes
        .clone();
    assert!(matches!(take(&whole[..whole.len() / 2]), Err(CoverError::Image(_))));
    let whole = jpeg(200, ExtendedColorType::Rgb8);
    assert!(take(&whole[..30]).is_err());
}
