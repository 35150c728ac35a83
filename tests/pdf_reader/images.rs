//! Images in every form, and the files they become.

use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, Rgb, codecs::jpeg::JpegEncoder,
};
use pliego::source::pdf::{ImageFile, PdfDocument, PdfProblem};

use super::builder::Builder;

/// A picture of 16 × 16 samples, each letter of which is 4 × 4 samples in a colour.
const PICTURE: [&str; 4] = ["RGBK", "WWWK", "WKWW", "RRWG"];

/// The samples of a picture, each as what `of` makes of its letter.
fn samples(picture: [&str; 4], of: impl Fn(char) -> Vec<u8>) -> Vec<u8> {
    let letter = |at: usize| picture[at / 16 / 4].chars().nth(at % 16 / 4).unwrap();
    (0..256).flat_map(|at| of(letter(at))).collect()
}

/// Packs samples of some bits, 16 of them in a row.
fn pack(samples: &[u8], bits: usize) -> Vec<u8> {
    let byte = |part: &[u8]| part.iter().fold(0, |byte, sample| byte << bits | sample);
    samples.chunks(8 / bits).map(byte).collect()
}

fn rgb(letter: char) -> Vec<u8> {
    match letter {
        'R' => vec![255, 0, 0],
        'G' => vec![0, 255, 0],
        'B' => vec![0, 0, 255],
        'K' => vec![0, 0, 0],
        _ => vec![255, 255, 255],
    }
}

fn grey(letter: char) -> Vec<u8> {
    vec![if letter == 'W' { 255 } else { 0 }]
}

/// Black is 1, everything else 0.
fn ink(letter: char) -> Vec<u8> {
    vec![u8::from(letter == 'K')]
}

/// A document with an image, painted by a content in which it is `Im`.
fn document(
    objects: &mut Builder,
    image: u32,
    content: &str,
) -> (PdfDocument, Vec<PdfProblem>) {
    let resources = format!("/Resources << /XObject << /Im {image} 0 R >> >>");
    objects.page(content, &resources).read()
}

const UPRIGHT: &str = "q 100 0 0 100 50 300 cm /Im Do Q";

/// The document with an image that has entries and data.
fn paint(entries: &str, data: &[u8], content: &str) -> (PdfDocument, Vec<PdfProblem>) {
    let mut builder = Builder::new();
    let size = "/Subtype /Image /Width 16 /Height 16";
    let image = builder.stream(&format!("{size} {entries}"), data);
    document(&mut builder, image, content)
}

/// The letters of a file, one for the middle of each 4 × 4 samples.
fn letters(file: &ImageFile) -> String {
    let image: DynamicImage = image::load_from_memory(&file.bytes).unwrap();
    let image = image.to_rgb8();
    let letter =
        |Rgb([red, green, blue]): Rgb<u8>| match (red / 64, green / 64, blue / 64) {
            (3, 0, 0) => 'R',
            (0, 3, 0) => 'G',
            (0, 0, 3) => 'B',
            (0, 0, 0) => 'K',
            (3, 3, 3) => 'W',
            _ => '?',
        };
    let mut rows = Vec::new();
    for y in (2..image.height()).step_by(4) {
        let row = (2..image.width()).step_by(4).map(|x| letter(*image.get_pixel(x, y)));
        rows.push(row.collect::<String>());
    }
    rows.join(" ")
}

/// The letters of the only picture of a document.
fn show((document, problems): &(PdfDocument, Vec<PdfProblem>)) -> String {
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(document.pictures.len(), 1);
    letters(&document.image_files[0])
}

#[test]
fn colour_spaces_become_png() {
    let cmyk = |letter| match letter {
        'R' => vec![0, 255, 255, 0],
        'G' => vec![255, 0, 255, 0],
        'B' => vec![255, 255, 0, 0],
        'K' => vec![0, 0, 0, 255],
        _ => vec![0, 0, 0, 0],
    };
    let index = |letter: char| vec![u8::try_from("RGBKW".find(letter).unwrap()).unwrap()];
    let table = "<FF0000 00FF00 0000FF 000000 FFFFFF>";
    let wide = |letter| rgb(letter).iter().flat_map(|part| [*part, 7]).collect();
    let coloured = "RGBK WWWK WKWW RRWG";
    let grey_letters = "KKKK WWWK WKWW KKWK";
    let only_black = "WWWK WWWK WKWW WWWW";
    for (entries, data, expected) in [
        ("/ColorSpace /DeviceRGB /BitsPerComponent 8", samples(PICTURE, rgb), coloured),
        (
            "/ColorSpace [/CalRGB << /WhitePoint [1 1 1] >>] /BitsPerComponent 8",
            samples(PICTURE, rgb),
            coloured,
        ),
        ("/ColorSpace /DeviceRGB /BitsPerComponent 16", samples(PICTURE, wide), coloured),
        ("/ColorSpace /DeviceCMYK /BitsPerComponent 8", samples(PICTURE, cmyk), coloured),
        (
            "/ColorSpace /DeviceGray /BitsPerComponent 8",
            samples(PICTURE, grey),
            grey_letters,
        ),
        (
            "/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]",
            pack(&samples(PICTURE, ink), 1),
            only_black,
        ),
        (
            "/ColorSpace [/Separation /Black /DeviceGray << >>] /BitsPerComponent 1",
            pack(&samples(PICTURE, ink), 1),
            only_black,
        ),
        (
            &format!("/ColorSpace [/Indexed /DeviceRGB 4 {table}] /BitsPerComponent 8"),
            samples(PICTURE, index),
            coloured,
        ),
        (
            &format!("/ColorSpace [/Indexed /DeviceRGB 4 {table}] /BitsPerComponent 4"),
            pack(&samples(PICTURE, index), 4),
            coloured,
        ),
        (
            "/ColorSpace [/Indexed /DeviceRGB 1 <FF0000 00FF00>] /BitsPerComponent 1",
            pack(&samples(PICTURE, ink), 1),
            "RRRG RRRG RGRR RRRR",
        ),
        (
            "/ColorSpace [/Indexed /DeviceGray 3 <00 FF FF FF>] /BitsPerComponent 2",
            pack(&samples(PICTURE, ink), 2),
            "KKKW KKKW KWKK KKKK",
        ),
    ] {
        assert_eq!(show(&paint(entries, &data, UPRIGHT)), expected, "{entries}");
    }
}

#[test]
fn icc_profiles_count_by_their_components() {
    let mut builder = Builder::new();
    let profile = builder.stream("/N 3", b"profile");
    let entries = format!(
        "/Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 \
         /ColorSpace [/ICCBased {profile} 0 R]"
    );
    let image = builder.stream(&entries, &samples(PICTURE, rgb));
    let read = document(&mut builder, image, UPRIGHT);
    assert_eq!(show(&read), "RGBK WWWK WKWW RRWG");
}

#[test]
fn masks_show_white_paper() {
    let mask = |letter: char| vec![if letter == 'K' { 0 } else { 255 }];
    for (key, entries, data) in [
        ("SMask", "/ColorSpace /DeviceGray /BitsPerComponent 8", samples(PICTURE, mask)),
        ("Mask", "/ImageMask true /BitsPerComponent 1", pack(&samples(PICTURE, ink), 1)),
    ] {
        let mut builder = Builder::new();
        let size = "/Subtype /Image /Width 16 /Height 16";
        let mask = builder.stream(&format!("{size} {entries}"), &data);
        let entries = format!(
            "{size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /{key} {mask} 0 R"
        );
        let image = builder.stream(&entries, &samples(PICTURE, rgb));
        let read = document(&mut builder, image, UPRIGHT);
        assert_eq!(show(&read), "RGBW WWWW WWWW RRWG", "{key}");
    }
    let keyed = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask [200 255 0 0 0 0]";
    let read = paint(keyed, &samples(PICTURE, rgb), UPRIGHT);
    assert_eq!(show(&read), "WGBK WWWK WKWW WWWG");
}

#[test]
fn a_stencil_has_the_colour_of_its_paint() {
    let content = format!("0 0 1 rg {UPRIGHT}");
    let entries = "/ImageMask true /BitsPerComponent 1 /Decode [1 0]";
    let read = paint(entries, &pack(&samples(PICTURE, ink), 1), &content);
    assert_eq!(show(&read), "WWWB WWWB WBWW WWWW");
}

#[test]
fn turned_images_stand_as_on_the_page() {
    let entries = "/ColorSpace /DeviceRGB /BitsPerComponent 8";
    for (matrix, expected) in [
        ("100 0 0 100 50 300", "RGBK WWWK WKWW RRWG"),
        ("-100 0 0 -100 150 400", "GWRR WWKW KWWW KBGR"),
        ("-100 0 0 100 150 300", "KBGR KWWW WWKW GWRR"),
        ("100 0 0 -100 50 400", "RRWG WKWW WWWK RGBK"),
        // A quarter to the left: the upper right corner becomes the upper left one.
        ("0 100 -100 0 150 300", "KKWG BWWW GWKR RWWR"),
        ("0 -100 100 0 50 400", "RWWR RKWG WWWB GWKK"),
    ] {
        let content = format!("q {matrix} cm /Im Do Q");
        let read = paint(entries, &samples(PICTURE, rgb), &content);
        assert_eq!(show(&read), expected, "{matrix}");
    }
}

#[test]
fn a_clipped_image_is_cropped() {
    let content = "q 50 300 50 100 re W n 100 0 0 100 50 300 cm /Im Do Q";
    let entries = "/ColorSpace /DeviceRGB /BitsPerComponent 8";
    let read = paint(entries, &samples(PICTURE, rgb), content);
    assert_eq!(show(&read), "RG WW WK RR");
}

fn jpeg(grey: bool) -> Vec<u8> {
    let mut file = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut file, 95);
    if grey {
        encoder
            .write_image(&samples(PICTURE, self::grey), 16, 16, ExtendedColorType::L8)
            .unwrap();
    } else {
        encoder
            .write_image(&samples(PICTURE, rgb), 16, 16, ExtendedColorType::Rgb8)
            .unwrap();
    }
    file
}

#[test]
fn a_jpeg_stays_as_it_is() {
    for (space, grey) in [("/DeviceRGB", false), ("/DeviceGray", true)] {
        let entries =
            format!("/ColorSpace {space} /BitsPerComponent 8 /Filter /DCTDecode");
        let (document, _) = paint(&entries, &jpeg(grey), UPRIGHT);
        assert_eq!(document.image_files[0].extension, "jpg");
        assert_eq!(document.image_files[0].bytes, jpeg(grey));
    }
    let entries =
        "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Decode [1 0]";
    let (document, _) = paint(entries, &jpeg(true), UPRIGHT);
    assert_eq!(document.image_files[0].extension, "png");
    assert_eq!(letters(&document.image_files[0]), "WWWW KKKW KWKK WWKW");
}

#[test]
fn fax_data_is_decoded() {
    // Sixteen rows that are like the white row above, and the end of the block.
    let data = [0xFF, 0xFF, 0x00, 0x10, 0x01];
    let entries = "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode \
                   /DecodeParms << /K -1 /Columns 16 /Rows 16 >> /Decode [1 0]";
    assert_eq!(show(&paint(entries, &data, UPRIGHT)), "KKKK KKKK KKKK KKKK");
}

#[test]
fn inline_images_are_read() {
    let hex: String =
        (0..1024).map(|at| if at % 32 < 16 { "FF" } else { "00" }).collect();
    let content = format!(
        "q 100 0 0 100 50 300 cm BI /W 32 /H 32 /BPC 8 /CS /G /F /AHx ID {hex}> EI Q"
    );
    let (document, problems) = Builder::new().page(&content, "").read();
    assert!(problems.is_empty());
    assert!(letters(&document.image_files[0]).starts_with("WWWWKKKK WWWWKKKK"));
}

#[test]
fn bands_are_joined() {
    let mut builder = Builder::new();
    let mut names = String::new();
    for (band, part) in samples(PICTURE, rgb).chunks(4 * 16 * 3).enumerate() {
        let entries = "/Subtype /Image /Width 16 /Height 4 /ColorSpace /DeviceRGB \
                       /BitsPerComponent 8";
        let band_object = builder.stream(entries, part);
        names += &format!("/Im{band} {band_object} 0 R ");
    }
    let content: String = (0..4)
        .map(|band| format!("q 100 0 0 25 50 {} cm /Im{band} Do Q ", 375 - 25 * band))
        .collect();
    let resources = format!("/Resources << /XObject << {names} >> >>");
    let read = builder.page(&content, &resources).read();
    assert_eq!(show(&read), "RGBK WWWK WKWW RRWG");
}

#[test]
fn what_cannot_be_read_is_reported() {
    for (entries, data, reason) in [
        (
            "/ColorSpace [/Separation /Gold /DeviceRGB << >>] /BitsPerComponent 8",
            samples(PICTURE, grey),
            "its colours are inks that only a press mixes",
        ),
        (
            "/Width 16000 /Height 16000 /ColorSpace /DeviceGray /BitsPerComponent 8",
            samples(PICTURE, grey),
            "it is larger than any picture of a book",
        ),
        (
            "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
            vec![0; 100],
            "its data is damaged",
        ),
    ] {
        let mut builder = Builder::new();
        let size = if entries.contains("Width") { "" } else { "/Width 16 /Height 16" };
        let image = builder.stream(&format!("/Subtype /Image {size} {entries}"), &data);
        let (document, problems) = document(&mut builder, image, UPRIGHT);
        assert!(document.pictures.is_empty());
        assert_eq!(problems[0].page, Some(1));
        assert_eq!(
            problems[0].message,
            format!("a picture is left out, because {reason}")
        );
    }
}
