//! Pictures: what may come in, what it becomes, and what never reaches an edition.
//!
//! The files of `tests/pictures` are drawings, most of them by someone who means no good;
//! the snapshot says what becomes of each.

#![expect(clippy::disallowed_methods, reason = "it reads its cases and makes a folder")]

use std::fmt::Write as _;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, GenericImage, ImageFormat as Format, Rgba};
use pliego::book::Book;
use pliego::book::assemble::{AssemblyDocument, AssemblyItem as Part, assemble};
use pliego::book::markdown;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::book::picture::{ImageFormat, Picture, Pixels};
use pliego::disk::{ConfinedError, read_file_inside};
use pliego::edition::picture::{LARGE_PICTURE, PictureRefusal, read_picture};
use pliego::fonts;
use pliego::length::{Length, Size};
use pliego::text::span::FileId;
use pliego::typeset::document::{LinkTarget, Page, Pages, PlacedItem, Role};
use pliego::typeset::font::Fonts;
use pliego::typeset::{dump, typeset};

use crate::small::small;

/// The formats that become PNG or JPEG in an edition.
const CONVERTED: [Format; 4] = [Format::Gif, Format::WebP, Format::Tiff, Format::Bmp];

/// How often each kind of image is damaged.
const DAMAGES: u32 = 300;

#[test]
fn drawings_match() {
    let mut paths: Vec<_> = fs::read_dir("tests/pictures")
        .expect("the cases")
        .map(|entry| entry.expect("a case").path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let mut said = String::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let became = match read_picture(&fs::read(&path).expect("a file")) {
            Ok(ready) => {
                let (columns, rows) = (ready.picture.columns, ready.picture.rows);
                let resolution = ready.picture.resolution;
                format!("{columns} by {rows} pixels, {resolution} to the inch")
            }
            Err(refusal) => refusal.to_string(),
        };
        let _ = writeln!(said, "{name}: {became}");
    }
    insta::assert_snapshot!(said);
}

#[test]
fn missing_svg_font_is_replaced() {
    for family in ["Arial", "Times New Roman, serif", "Courier New, monospace"] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"30\">\
             <text y=\"20\" font-family=\"{family}\">Molino</text></svg>"
        );
        let ready = read_picture(svg.as_bytes()).expect("a picture");
        let Pixels::Grey(pixels) = ready.picture.pixels else {
            panic!("black on white is grey")
        };
        assert!(pixels.contains(&0), "{family}");
    }
}

/// A file of an image.
fn file(image: &DynamicImage, format: Format) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("an image");
    bytes.into_inner()
}

#[test]
fn readable_image_is_unchanged() {
    let grey = file(&DynamicImage::new_luma8(30, 20), Format::Png);
    let ready = read_picture(&grey).expect("a picture");
    assert_eq!((&*ready.picture.bytes, ready.reduced_from), (grey.as_slice(), None));
    assert!(matches!(&ready.picture.pixels, Pixels::Grey(bytes) if bytes.len() == 600));

    let photograph = file(&DynamicImage::new_rgb8(30, 20), Format::Jpeg);
    let ready = read_picture(&photograph).expect("a picture");
    assert_eq!(ready.picture.format, ImageFormat::Jpeg);
    assert_eq!(ready.picture.pixels, Pixels::Jpeg(photograph.as_slice().into()));
    assert_eq!(ready.picture.resolution, 300);
}

#[test]
fn transparency_is_white_in_print() {
    let mut image = DynamicImage::new_rgba8(1, 1);
    image.put_pixel(0, 0, Rgba([0, 0, 0, 51]));
    let ready = read_picture(&file(&image, Format::Png)).expect("a picture");
    assert_eq!(ready.picture.pixels, Pixels::Rgb([204, 204, 204].as_slice().into()));
}

#[test]
fn large_image_is_scaled_down() {
    let large = file(&DynamicImage::new_luma8(4000, 2000), Format::Png);
    let ready = read_picture(&large).expect("a picture");
    assert_eq!(ready.reduced_from, Some((4000, 2000)));
    let picture = ready.picture;
    let pixels = u64::from(picture.columns) * u64::from(picture.rows);
    assert!((LARGE_PICTURE - 10_000..=LARGE_PICTURE).contains(&pixels), "{pixels}");
    assert!(picture.columns.abs_diff(picture.rows * 2) <= 2);
    // A little less than 4000 pixels at 300 to the inch: 13.3 inches.
    assert_eq!(picture.columns / picture.resolution, 13);
}

/// The head of a PNG of so many pixels, without any of them.
fn bomb(columns: u32, rows: u32) -> Vec<u8> {
    let mut file = file(&DynamicImage::new_luma8(1, 1), Format::Png);
    file[16..20].copy_from_slice(&columns.to_be_bytes());
    file[20..24].copy_from_slice(&rows.to_be_bytes());
    let sum = check_sum(&file[12..29]);
    file[29..33].copy_from_slice(&sum.to_be_bytes());
    file
}

/// The check sum of a chunk (PNG Annex D).
fn check_sum(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    });
    !sum
}

#[test]
fn image_bomb_is_refused_by_header() {
    let refused = read_picture(&bomb(60_000, 60_000));
    assert_eq!(refused, Err(PictureRefusal::TooLarge { columns: 60_000, rows: 60_000 }));
    for end in [0, 1, 8, 20, 33, 40] {
        assert!(read_picture(&bomb(30, 20)[..end]).is_err(), "{end}");
    }
    assert!(read_picture(&bomb(30, 20)).is_err());
    let photograph = file(&DynamicImage::new_rgb8(30, 20), Format::Jpeg);
    for end in (0..photograph.len() - 2).step_by(7) {
        let _ = read_picture(&photograph[..end]);
    }
    assert_eq!(read_picture(b"8BPS\0\x01"), Err(PictureRefusal::OtherFormat));
}

#[test]
fn other_formats_become_png() {
    let mut image = DynamicImage::new_rgb8(24, 16);
    image.put_pixel(3, 2, Rgba([255, 80, 0, 255]));
    for format in CONVERTED {
        let ready = read_picture(&file(&image, format)).expect("a picture");
        let picture = ready.picture;
        assert_eq!(picture.format, ImageFormat::Png, "{format:?}");
        assert_eq!((picture.columns, picture.rows, picture.resolution), (24, 16, 300));
        let Pixels::Rgb(pixels) = &picture.pixels else {
            panic!("{format:?}: no colours")
        };
        let at = (2 * 24 + 3) * 3;
        assert_eq!(&pixels[at - 3..at + 6], [0, 0, 0, 255, 80, 0, 0, 0, 0], "{format:?}");
        assert!(!ready.animated);
        assert_eq!(read_picture(&picture.bytes).expect("a picture").picture, picture);
    }
}

#[test]
fn photograph_of_another_format_becomes_jpeg() {
    let mut image = DynamicImage::new_rgb8(1200, 800);
    let mut random = 1_u32;
    for (column, row) in (0..800).flat_map(|row| (0..1200).map(move |at| (at, row))) {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [red, green, blue, _] = random.to_be_bytes();
        image.put_pixel(column, row, Rgba([red, green, blue, 255]));
    }
    let ready = read_picture(&file(&image, Format::Tiff)).expect("a picture");
    assert_eq!(ready.picture.format, ImageFormat::Jpeg);
    assert!(matches!(ready.picture.pixels, Pixels::Jpeg(_)));
    // What hides nothing may lose its opacity, what shows the paper may not.
    image = image.into_rgba8().into();
    let opaque = read_picture(&file(&image, Format::Tiff)).expect("a picture");
    assert_eq!(opaque.picture.format, ImageFormat::Jpeg);
    image.put_pixel(0, 0, Rgba([0, 0, 0, 0]));
    let clear = read_picture(&file(&image, Format::Tiff)).expect("a picture");
    assert_eq!(clear.picture.format, ImageFormat::Png);
    let Pixels::Rgb(pixels) = &clear.picture.pixels else { panic!("no colours") };
    assert_eq!(pixels[..3], [255, 255, 255]);
}

/// A little-endian TIFF of four grey pixels at `dots` in a unit: inches are 2, centimetres 3.
fn tiff(dots: u32, unit: u16) -> Vec<u8> {
    let entries: [(u16, u16, u32); 9] = [
        (256, 3, 2),
        (257, 3, 2),
        (258, 3, 8),
        (259, 3, 1),
        (262, 3, 1),
        (273, 4, 8),
        (279, 4, 4),
        (282, 5, 12),
        (296, 3, u32::from(unit)),
    ];
    let mut bytes = b"II*\0".to_vec();
    bytes.extend(20_u32.to_le_bytes());
    bytes.extend([10, 20, 30, 40]);
    bytes.extend([dots, 1].map(u32::to_le_bytes).concat());
    bytes.extend(9_u16.to_le_bytes());
    for (tag, kind, value) in entries {
        bytes.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
        bytes.extend([1, value].map(u32::to_le_bytes).concat());
    }
    bytes.extend(0_u32.to_le_bytes());
    bytes
}

#[test]
fn resolution_of_a_scan_is_kept() {
    let resolution =
        |file: &[u8]| read_picture(file).expect("a picture").picture.resolution;
    assert_eq!(resolution(&tiff(600, 2)), 600);
    assert_eq!(resolution(&tiff(236, 3)), 599);
    assert_eq!(resolution(&tiff(1, 2)), 300, "no page is that large");
    let mut bmp = file(&DynamicImage::new_rgb8(4, 4), Format::Bmp);
    bmp[38..42].copy_from_slice(&5906_u32.to_le_bytes());
    assert_eq!(resolution(&bmp), 150);
}

#[test]
fn animation_is_told() {
    let frame = |grey| {
        let pixels = image::RgbaImage::from_pixel(4, 4, Rgba([grey, grey, grey, 255]));
        image::Frame::new(pixels)
    };
    let mut animation = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut animation);
    encoder.encode_frames([frame(90), frame(200)]).expect("an animation");
    drop(encoder);
    let ready = read_picture(&animation).expect("a picture");
    assert!(ready.animated);
    let Pixels::Rgb(pixels) = &ready.picture.pixels else { panic!("no colours") };
    assert!(pixels.iter().all(|&value| value == 90), "the first image is shown");
}

/// Changes a few bytes of a file, the same in every run.
fn damaged(file: &[u8], seed: u32) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let mut random = seed.wrapping_mul(2_654_435_761) | 1;
    for _ in 0..=seed % 5 {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        let at = random as usize % bytes.len();
        bytes[at] = random.to_be_bytes()[0];
    }
    bytes
}

/// A picture has as many pixels as its size says, or is a JPEG file.
#[track_caller]
fn assert_pixels_fill(picture: &Picture) {
    let size = picture.columns as usize * picture.rows as usize;
    assert!(size > 0);
    match &picture.pixels {
        Pixels::Rgb(bytes) => assert_eq!(bytes.len(), size * 3),
        Pixels::Grey(bytes) => assert_eq!(bytes.len(), size),
        Pixels::Jpeg(file) | Pixels::GreyJpeg(file) => {
            assert_eq!(file[..2], [0xff, 0xd8]);
        }
    }
}

#[test]
fn corrupt_image_is_refused_or_shown() {
    let mut image = DynamicImage::new_rgb8(24, 16);
    for at in 0..16 {
        image.put_pixel(at, at, Rgba([255, 80, 0, 255]));
    }
    let drawing = include_bytes!("pictures/plain.svg").to_vec();
    let rasters = [Format::Png, Format::Jpeg].into_iter().chain(CONVERTED);
    let mut files: Vec<_> = rasters.map(|format| file(&image, format)).collect();
    files.extend([drawing, tiff(600, 2)]);
    let (mut shown, mut refused) = (0, 0);
    for file in &files {
        for seed in 0..DAMAGES {
            match read_picture(&damaged(file, seed)) {
                Ok(ready) => {
                    assert_pixels_fill(&ready.picture);
                    shown += 1;
                }
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(shown > 0 && refused > 0, "{shown} shown, {refused} refused");
}

#[test]
fn paths_stay_inside_the_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("confined");
    let _ = fs::remove_dir_all(&folder);
    let book = folder.join("book");
    fs::create_dir_all(book.join("images")).expect("a folder");
    fs::write(folder.join("secret.png"), "secret").expect("a file");
    fs::write(book.join("images/map.png"), "map").expect("a file");
    let read = |path: &str| read_file_inside(&[&book], &book.join(path), 100);
    assert_eq!(read("images/map.png").expect("it is inside"), b"map");
    assert!(matches!(read("../secret.png"), Err(ConfinedError::Outside { .. })));
    assert!(matches!(read("images"), Err(ConfinedError::NoFile { .. })));
    assert!(matches!(read("none.png"), Err(ConfinedError::Disk(_))));
    let small = read_file_inside(&[&book], &book.join("images/map.png"), 2);
    assert!(matches!(small, Err(ConfinedError::TooLarge { bytes: 3, .. })));
    let allowed = [book.as_path(), &folder];
    let read_allowed = read_file_inside(&allowed, &book.join("../secret.png"), 100);
    assert_eq!(read_allowed.expect("its folder is allowed"), b"secret");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("../secret.png", book.join("link.png")).expect("a link");
        symlink("..", book.join("up")).expect("a link");
        symlink("images/map.png", book.join("inside.png")).expect("a link");
        symlink("/dev/zero", book.join("zero.png")).expect("a link");
        assert!(matches!(read("link.png"), Err(ConfinedError::Outside { .. })));
        assert!(matches!(read("up/secret.png"), Err(ConfinedError::Outside { .. })));
        assert!(matches!(read("zero.png"), Err(ConfinedError::Outside { .. })));
        assert_eq!(read("inside.png").expect("the link stays inside"), b"map");
    }
}

/// A book of one document, with a picture of so many pixels called `map.png`.
fn book(text: &str, columns: u32, rows: u32) -> Book {
    let document = markdown::read(text, FileId::default()).value;
    let part =
        Part::Document(AssemblyDocument { document, ..AssemblyDocument::default() });
    let mut book = assemble(vec![part], Metadata::default()).value;
    let ready = read_picture(&file(&DynamicImage::new_luma8(columns, rows), Format::Png));
    book.pictures.insert("map.png".to_owned(), ready.expect("a picture").picture);
    book
}

fn set(book: &Book) -> Pages {
    let fonts = Fonts::new(&fonts::built_in()).expect("the built-in faces are fonts");
    typeset(book, &small(), NotePlacement::Book, &fonts.value).value
}

#[test]
fn figure_and_caption_stay_together() {
    let text = "# Uno\n\nAntes del plano hay texto.\n\n<div class=\"figure\">\n\n\
                ![Un plano](map.png)\n\nEl plano del molino\n\n</div>\n\nDespués.\n";
    let pages = set(&book(text, 300, 200));
    let picture = pages.pages.iter().enumerate().find_map(|(page, one)| {
        one.items.iter().find_map(|item| match item {
            PlacedItem::Image(picture) => Some((page, picture.clone())),
            _ => None,
        })
    });
    let (page, picture) = picture.expect("a picture");
    let size = picture.rect.size;
    assert_eq!((size.width, size.height), (Length::pt(72), Length::pt(48)));
    let element = &pages.elements[picture.element.expect("an element").0 as usize];
    assert_eq!(element.role, Role::Figure);
    assert_eq!(element.alternative.as_deref(), Some("Un plano"));
    let caption = pages.pages[page].items.iter().find_map(|item| match item {
        PlacedItem::Run(run) if run.text.contains("El plano") => Some(run),
        _ => None,
    });
    let caption = caption.expect("the caption stands on the same page");
    let below = picture.rect.corner.y + size.height;
    assert!(caption.origin.y > below && caption.origin.y < below + small().leading * 3);
    let role = pages.elements[caption.element.expect("an element").0 as usize].role;
    assert_eq!(role, Role::Caption);
    // The text below stands on the grid again.
    let after = pages.pages[page].items.iter().find_map(|item| match item {
        PlacedItem::Run(run) if run.text.contains("Después") => Some(run.origin.y),
        _ => None,
    });
    let first = small().margins.top + small().leading.scaled(75, 100);
    let lines = (after.expect("the text below") - first).0;
    assert_eq!(lines % small().leading.0, 0);
}

/// A figure that does not fit the rest of its page waits for the head of the next one, and the
/// text fills the page. In the structure it stands where it belongs.
#[test]
fn figure_floats_to_the_next_page() {
    let sentence = "El molino estaba junto al río, y nadie sabe ya quién lo compró. ";
    let paragraph = |name: &str, times| format!("{name}. {}\n\n", sentence.repeat(times));
    for (before, rows) in [(4, 700), (4, 1100), (5, 900), (1, 1200)] {
        let mut text = "# Uno\n\n".to_owned();
        text += &paragraph("Antes", before);
        text +=
            "<div class=\"figure\">\n\n![Un plano](map.png)\n\nEl plano\n\n</div>\n\n";
        text += &paragraph("Después", 6);
        text += &paragraph("Luego", 6);
        let pages = set(&book(&text, 400, rows));
        let on = |wanted: &str| {
            let shown = |page: &Page| {
                page.items.iter().any(|item| match item {
                    PlacedItem::Run(run) => run.text.contains(wanted),
                    _ => false,
                })
            };
            pages.pages.iter().position(shown)
        };
        let picture = pages.pages.iter().enumerate().find_map(|(number, page)| {
            let place = |item: &PlacedItem| match item {
                PlacedItem::Image(picture) => Some((number, picture.rect.corner.y)),
                _ => None,
            };
            page.items.iter().find_map(place)
        });
        let (number, top) = picture.expect("a picture");
        let (first, after) = (on("Antes"), on("Después"));
        assert_eq!((first, on("plano")), (Some(number - 1), Some(number)), "{rows}");
        assert_eq!(after, first, "the text goes on, {rows}");
        assert!(top < small().margins.top + small().leading, "{rows}");
        let foot = |page: &Page| {
            let foot = |item: &PlacedItem| match item {
                PlacedItem::Run(run) => Some(run.origin.y),
                _ => None,
            };
            page.text_items().iter().filter_map(foot).max()
        };
        let depth = small().text_height() - small().leading.scaled(25, 100);
        let lines = small().margins.top + depth - foot(&pages.pages[number - 1]).unwrap();
        assert!(lines <= small().leading, "the page is full, {rows}");
        let element = |role| pages.elements.iter().position(|one| one.role == role);
        let of_text = |wanted: &str| {
            pages.pages.iter().flat_map(|page| &page.items).find_map(|item| match item {
                PlacedItem::Run(run) if run.text.contains(wanted) => run.element,
                _ => None,
            })
        };
        let figure = element(Role::Figure).expect("a figure");
        assert!(of_text("Antes").is_some_and(|text| (text.0 as usize) < figure));
        assert!(of_text("Después").is_some_and(|text| (text.0 as usize) > figure));
    }
}

#[test]
fn picture_fits_the_text_block() {
    for (columns, rows) in [(9000, 20), (20, 9000), (3000, 3000), (1, 1)] {
        let text = "# Uno\n\n![Un plano](map.png \"Con título\")\n";
        let pages = set(&book(text, columns, rows));
        let design = small();
        let pictures = pages.pages.iter().flat_map(|page| &page.items);
        let pictures = pictures.filter_map(|item| match item {
            PlacedItem::Image(picture) => Some(picture.rect),
            _ => None,
        });
        let pictures: Vec<_> = pictures.collect();
        assert_eq!(pictures.len(), 1, "{columns} by {rows}");
        let (corner, size) = (pictures[0].corner, pictures[0].size);
        assert!(size.width <= design.measure() && size.height <= design.text_height());
        assert!(corner.y >= design.margins.top);
        let foot = design.margins.top + design.text_height() + design.leading;
        assert!(corner.y + size.height <= foot);
    }
}

#[test]
fn picture_in_a_line_is_as_high_as_its_letters() {
    for (columns, rows) in [(300, 300), (20, 9000), (9000, 20)] {
        let text = "# Uno\n\nEl signo ![una hoja](map.png) abre la página del libro, y \
                    [![otra hoja](map.png)](https://example.org/) la cierra.\n";
        let pages = set(&book(text, columns, rows));
        let items: Vec<_> = pages.pages.iter().flat_map(|page| &page.items).collect();
        let found = items.iter().enumerate().filter_map(|(place, item)| match item {
            PlacedItem::Image(picture) => Some((place, picture)),
            _ => None,
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), 2, "{columns} by {rows}");
        for ((place, picture), words) in found.iter().zip(["una hoja", "otra hoja"]) {
            let Size { width, height } = picture.rect.size;
            assert!(height <= small().font_size && width <= small().measure());
            let element =
                &pages.elements[picture.element.expect("an element").0 as usize];
            assert_eq!(element.role, Role::Figure);
            assert_eq!(element.alternative.as_deref(), Some(words));
            // It stands in the line between the words around it.
            let (PlacedItem::Run(before), PlacedItem::Run(after)) =
                (items[place - 1], items[place + 1])
            else {
                panic!("a picture between words");
            };
            if before.origin.y == after.origin.y {
                let (foot, left) = (picture.rect.far().y, picture.rect.corner.x);
                assert!(foot > before.origin.y && picture.rect.corner.y < foot);
                assert!(left > before.origin.x && picture.rect.far().x <= after.origin.x);
            }
        }
        let linked = pages.pages.iter().flat_map(|page| &page.links).any(|link| {
            matches!(&link.target, LinkTarget::Address(to) if to.contains("example.org"))
                && link.rect.size.width >= found[1].1.rect.size.width
        });
        assert!(linked, "{columns} by {rows}");
    }
    // Pictures alone in a paragraph are figures; one that is missing is its words.
    let text =
        "# Uno\n\n![Un plano](map.png) ![Otro](map.png)\n\nEl ![signo](none.png) abre.\n";
    let pages = set(&book(text, 300, 200));
    let figures =
        pages.pages.iter().flat_map(|page| &page.items).filter(
            |item| matches!(item, PlacedItem::Image(picture) if !picture.in_line),
        );
    assert_eq!(figures.count(), 2);
    assert!(dump::format_lines(&pages).contains("El signo abre."));
}

#[test]
fn ornament_is_an_artifact() {
    let text = "# Uno\n\nTexto.\n\n<img src=\"map.png\" alt=\"\">\n\nMás.\n";
    let pages = set(&book(text, 30, 20));
    let mut items = pages.pages.iter().flat_map(|page| &page.items);
    let is_artifact = |item: &PlacedItem| matches!(item, PlacedItem::Image(picture) if picture.element.is_none());
    assert!(items.any(is_artifact));
}

#[test]
fn missing_picture_becomes_its_text() {
    let text = "# Uno\n\n![Un plano](other.png)\n\n![Otro](none.png \"Su título\")\n";
    let lines = dump::format_lines(&set(&book(text, 30, 20)));
    assert!(lines.contains("Un plano") && lines.contains("Su título"), "{lines}");
    assert!(!lines.contains("Otro"), "{lines}");
}
