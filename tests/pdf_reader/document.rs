//! What a PDF says of itself, and when it is refused.

use pliego::length::Length;
use pliego::source::pdf::page::{PdfLinkTarget, Place};
use pliego::source::pdf::{PdfAccess, ReadPdfError, read_pdf};

use super::builder::Builder;

#[test]
fn page_labels_have_styles_and_prefixes() {
    let mut builder = Builder::new();
    builder.catalog = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /St 5 >> \
                       4 << /P (A-) /S /a >> 5 << /P (end) >>] >>"
        .into();
    for _ in 0..6 {
        builder.page("", "");
    }
    let (document, problems) = builder.read();
    assert_eq!(problems, []);
    let labels: Vec<&str> =
        document.pages.iter().map(|page| page.label.as_deref().unwrap()).collect();
    assert_eq!(labels, ["i", "ii", "5", "6", "A-a", "end"]);
}

#[test]
fn metadata_outline_and_links_are_read() {
    let mut builder = Builder::new();
    builder.page(
        "",
        "/Annots [<< /Type /Annot /Subtype /Link /Rect [50 90 80 100] \
        /A << /S /URI /URI (https://example.org/) >> >> << /Type /Annot /Subtype /Link \
        /Rect [50 70 80 80] /Dest (second) >>]",
    );
    builder.page("", "");
    // Objects 3 to 6 are the pages and their contents.
    builder.object("<< /Title (First) /Dest [4 0 R /XYZ 0 580 0] /Next 8 0 R >>");
    builder.object("<< /Title <FEFF00C9> /Dest (second) /First 9 0 R >>");
    builder.object("<< /Title (Deeper) /A << /S /GoTo /D [6 0 R /Fit] >> /Next 8 0 R >>");
    builder.object("<< /First 7 0 R >>");
    let info = builder.object("<< /Title (A title) /Author <FEFF00D1> >>");
    builder.trailer = format!("/Info {info} 0 R");
    builder.catalog = "/Lang (es-ES) /MarkInfo << /Marked true >> /Outlines 10 0 R \
        /Names << /Dests << /Names [(second) << /D [6 0 R /FitH 300] >>] >> >>"
        .into();
    let document = builder.read().0;
    assert_eq!(document.title.as_deref(), Some("A title"));
    assert_eq!(document.author.as_deref(), Some("Ñ"));
    assert_eq!(document.language.as_deref(), Some("es-ES"));
    assert!(document.tagged);
    let outline: Vec<_> = document
        .outline
        .iter()
        .map(|item| {
            let place =
                item.place.map(|place| (place.page, place.top.map(Length::to_pt)));
            (item.title.as_str(), item.level, place)
        })
        .collect();
    assert_eq!(
        outline,
        [
            ("First", 1, Some((1, Some(20.0)))),
            ("É", 1, Some((2, Some(300.0)))),
            ("Deeper", 2, Some((2, None))),
        ]
    );
    let links = &document.pages[0].links;
    assert_eq!(links[0].target, PdfLinkTarget::Address("https://example.org/".into()));
    assert!((links[0].place.top.to_pt() - 500.0).abs() < 0.01);
    let PdfLinkTarget::Place(Place { page: 2, .. }) = links[1].target else {
        unreachable!("{links:?}")
    };
}

#[test]
fn files_that_are_no_pdf_are_refused() {
    let read = |bytes: &[u8]| read_pdf(bytes, &PdfAccess::default()).unwrap_err();
    assert_eq!(read(b""), ReadPdfError::Empty);
    assert_eq!(read(b" \n"), ReadPdfError::Empty);
    assert_eq!(read(b"just some text"), ReadPdfError::NotPdf);
    assert_eq!(read(b"%PDF-1.4 and nothing more"), ReadPdfError::Damaged);
}

#[test]
fn document_without_pages_is_refused() {
    assert!(matches!(
        Builder::new().refuse(),
        ReadPdfError::NoPages | ReadPdfError::Damaged
    ));
}

/// A document that was encrypted (RC4, 128 bits) with the empty user password, and with
/// permissions that forbid everything.
const RESTRICTED: &[u8] = include_bytes!("restricted.pdf");
/// The same, but AES with 256 bits.
const RESTRICTED_AES: &[u8] = include_bytes!("restricted_aes.pdf");
/// The first with the user password `open`.
const LOCKED: &[u8] = include_bytes!("locked.pdf");

#[test]
fn restriction_is_named_before_it_is_ignored() {
    let refused = read_pdf(RESTRICTED, &PdfAccess::default()).unwrap_err();
    assert_eq!(refused, ReadPdfError::ExtractionForbidden);
    assert!(refused.to_string().contains("--ignore-restrictions"));
    let how = PdfAccess { ignore_restrictions: true, ..PdfAccess::default() };
    let (document, problems) = read_pdf(RESTRICTED, &how).unwrap();
    assert_eq!(document.pages[0].text, "Do not copy");
    assert!(problems[0].message.contains("does not permit"));
    let owner = PdfAccess { password: Some("owner".to_owned()), ..PdfAccess::default() };
    assert_eq!(read_pdf(RESTRICTED_AES, &owner).unwrap().1, []);
    let refused = read_pdf(RESTRICTED_AES, &PdfAccess::default()).unwrap_err();
    assert_eq!(refused, ReadPdfError::ExtractionForbidden);
    // The syntax crate does not try the password as the owner's before AES with 256 bits.
    assert_eq!(read_pdf(RESTRICTED, &owner).unwrap_err(), ReadPdfError::WrongPassword);
}

#[test]
fn password_is_asked_for() {
    let refused = read_pdf(LOCKED, &PdfAccess::default()).unwrap_err();
    assert_eq!(refused, ReadPdfError::PasswordNeeded);
    let with = |password: &str| PdfAccess {
        password: Some(password.to_owned()),
        ignore_restrictions: true,
    };
    assert_eq!(
        read_pdf(LOCKED, &with("wrong")).unwrap_err(),
        ReadPdfError::WrongPassword
    );
    let (document, _) = read_pdf(LOCKED, &with("open")).unwrap();
    assert_eq!(document.pages[0].text, "Do not copy");
}

#[test]
fn stream_that_explodes_is_not_decoded() {
    use std::io::Write as _;
    let mut deflate =
        flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let block = vec![b' '; 1 << 20];
    for _ in 0..160 {
        deflate.write_all(&block).unwrap();
    }
    let bomb = deflate.finish().unwrap();
    assert!(bomb.len() < 200_000);
    let mut builder = Builder::new();
    builder.stream("/Filter /FlateDecode", &bomb);
    builder.object("<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>");
    builder.page("BT /F1 10 Tf 50 500 Td (fine) Tj ET", "");
    let mut file = builder.build();
    let kids = b"/Kids [6 0 R]";
    let at = file.windows(kids.len()).position(|window| window == kids).unwrap();
    // The page with the bomb takes the place of the other in the page tree.
    file[at + 7] = b'4';
    let (document, problems) = read_pdf(&file, &PdfAccess::default()).unwrap();
    assert_eq!(document.pages.len(), 1);
    assert!(problems[0].message.contains("cannot be read"), "{problems:?}");
}

#[test]
fn lost_cross_reference_table_is_reported() {
    let mut builder = Builder::new();
    builder.page("BT /F1 10 Tf 50 500 Td (still here) Tj ET", "");
    assert_eq!(builder.read().1, []);
    let file = builder.build();
    let end = file.windows(9).position(|window| window == b"startxref").unwrap();
    let (document, problems) = read_pdf(&file[..end], &PdfAccess::default()).unwrap();
    assert_eq!(document.pages[0].text, "still here");
    assert!(problems[0].message.contains("damaged"), "{problems:?}");
}

#[test]
fn pages_without_a_catalog_are_found() {
    let mut builder = Builder::new();
    let resources = format!("/Resources << {} >>", super::builder::HELVETICA);
    builder.page("BT /F1 10 Tf 50 500 Td (the one) Tj ET", &resources);
    builder.page("BT /F1 10 Tf 50 500 Td (and the other) Tj ET", &resources);
    let file = builder.build();
    let find = |word: &[u8]| file.windows(word.len()).position(|window| window == word);
    let (begin, end) = (find(b"3 0 obj").unwrap(), find(b"xref").unwrap());
    let rest = [b"%PDF-1.7\n", &file[begin..end]].concat();
    let (document, problems) = read_pdf(&rest, &PdfAccess::default()).unwrap();
    let texts: Vec<&str> = document.pages.iter().map(|page| page.text.as_str()).collect();
    assert_eq!(texts, ["the one", "and the other"]);
    assert!(problems[0].message.contains("damaged"), "{problems:?}");
}
