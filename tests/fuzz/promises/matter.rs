//! What books bring besides their text: fonts, pictures, colours.

use pliego::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::book::picture::Pixels;
use pliego::edition::epub::EpubFlavour;
use pliego::edition::{Publication, cover, epub, pdf, picture};
use pliego::fonts::{Bytes, FontFile, FontStyle, read_embedding};
use pliego::press::{PrintIntent, Sheet, Standard};
use pliego::project::designs::standard_design;
use pliego::text::span::FileId;
use pliego::typeset::font::{Fonts, identify_font};
use pliego::typeset::typeset;

use super::{leave, pages};

/// Words that ask a font for ligatures, kerning, small capitals and old figures.
const WORDS: &str = "# Fi 1\n\nAVa fifl *office* 12[^1]\n\n[^1]: b\n";

/// A font is refused, or a book can be set in it, and written with what of it it needs.
pub(super) fn font(bytes: &[u8]) {
    let bytes = Bytes::copy_from_slice(bytes);
    let _ = (identify_font(&bytes), read_embedding(&bytes));
    let family = "Own".to_owned();
    let files = [FontFile { family, style: FontStyle::Roman, bytes }];
    let Ok(fonts) = Fonts::new(&files) else { return };
    let document = markdown::read(WORDS, FileId(0)).value;
    let document = AssemblyDocument { document, ..AssemblyDocument::default() };
    let book =
        assemble(vec![AssemblyItem::Document(document)], Metadata::default()).value;
    let design = standard_design();
    let pages = typeset(&book, &design, NotePlacement::Book, &fonts.value).value;
    let publication = Publication {
        book: &book,
        design: &design,
        notes: NotePlacement::Book,
        ibid: Ibid::Kept,
        fonts: &files,
        cover: None,
        style: "",
        shop: None,
        made: None,
    };
    if let Ok(written) =
        pdf::write_pdf(&pages, &pdf::DocumentInfo::from_publication(&publication))
    {
        leave(&written);
    }
    let _ = epub::epub(&publication, EpubFlavour::Generic);
}

/// A picture is refused, or has as many pixels as it says; as a cover, likewise.
pub(super) fn image(bytes: &[u8]) {
    if let Ok(ready) = picture::read_picture(bytes) {
        let picture = ready.picture;
        let pixels = u64::from(picture.columns) * u64::from(picture.rows);
        assert!(pixels > 0 && pixels <= picture::MOST_PIXELS);
        match &picture.pixels {
            Pixels::Grey(bytes) => assert_eq!(bytes.len() as u64, pixels),
            Pixels::Rgb(bytes) => assert_eq!(bytes.len() as u64, pixels * 3),
            Pixels::Jpeg(bytes) | Pixels::GreyJpeg(bytes) => assert!(!bytes.is_empty()),
        }
        picture::read_picture(&picture.bytes).expect("what was read can be read again");
    }
    let made =
        cover::cover_from_image(bytes.to_vec(), &Metadata::default(), &standard_design());
    if let Ok(made) = made {
        made.value.image().expect("it was brought");
    }
}

/// A printing condition is refused, or a book can be printed by it.
pub(super) fn condition(bytes: &[u8]) {
    for standard in [Standard::X1a, Standard::X4] {
        for black_only in [true, false] {
            let sheet = Sheet {
                intent: PrintIntent::Profile(bytes.to_vec()),
                standard,
                black_only,
                ..Sheet::default()
            };
            let pages = pages::of_colours();
            let none = pdf::DocumentInfo::default();
            if let Ok(written) = pdf::write_press_pdf(&pages, &none, &sheet) {
                leave(&written.value);
            }
        }
    }
}
