//! What the content stream says of glyphs.

use pliego::length::Length;
use pliego::source::pdf::page::{Colour, Visibility};

use super::builder::{Builder, HELVETICA, lines_from, lines_of, texts};

#[test]
fn hidden_text_is_no_line() {
    let content = "BT /F1 10 Tf 50 500 Td (seen) Tj 3 Tr ( not seen) Tj ET";
    let document = Builder::new().page(content, "").read().0;
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["seen"]);
    assert_eq!(lines.ledger.hidden, 9);
}

#[test]
fn hidden_text_of_a_scan_is_read() {
    let content = "BT /F1 10 Tf 3 Tr 50 500 Td (recognised) Tj ET";
    let document = Builder::new().page(content, "").read().0;
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["recognised"]);
    assert!(lines.from_hidden_text);
}

#[test]
fn rotated_page_is_read_as_it_is_seen() {
    // The page is turned by 90 degrees, and the text runs up on it.
    let content = "BT /F1 10 Tf 0 1 -1 0 100 50 Tm (level) Tj ET";
    let document = Builder::new().page(content, "/Rotate 90").read().0;
    let page = &document.pages[0];
    assert_eq!((page.width.to_pt(), page.height.to_pt()), (600.0, 400.0));
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["level"]);
    assert_eq!(
        lines.lines[0].direction,
        pliego::source::pdf::page::WritingDirection::Right
    );
    assert!((lines.lines[0].left.to_pt() - 50.0).abs() < 0.01);
    assert!((lines.lines[0].baseline.to_pt() - 100.0).abs() < 0.01);
}

#[test]
fn text_outside_the_crop_box_is_no_line() {
    let content =
        "BT /F1 10 Tf 60 300 Td (inside) Tj ET BT /F1 10 Tf 60 580 Td (mark) Tj ET";
    let document = Builder::new().page(content, "/CropBox [50 50 350 550]").read().0;
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["inside"]);
    assert_eq!(lines.ledger.outside, 4);
    assert!((lines.lines[0].left.to_pt() - 10.0).abs() < 0.01);
    assert!((lines.lines[0].baseline.to_pt() - 250.0).abs() < 0.01);
}

#[test]
fn clipped_text_is_no_line() {
    let content = "q 40 490 100 30 re W n BT /F1 10 Tf 50 500 Td (in) Tj ET \
                   BT /F1 10 Tf 50 300 Td (out) Tj ET Q BT /F1 10 Tf 50 200 Td (after) Tj ET";
    let document = Builder::new().page(content, "").read().0;
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["in", "after"]);
    assert_eq!(lines.ledger.clipped, 3);
}

#[test]
fn form_that_contains_itself_ends() {
    let mut builder = Builder::new();
    let form = builder.stream(
        &format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 400 600] \
             /Resources << {HELVETICA} /XObject << /X 3 0 R >> >>"
        ),
        b"BT /F1 10 Tf 50 500 Td (once) Tj ET /X Do",
    );
    assert_eq!(form, 3);
    builder.page("/X Do", "/Resources << /XObject << /X 3 0 R >> >>");
    let (document, problems) = builder.read();
    assert_eq!(texts(&lines_of(&document).lines), ["once"]);
    assert!(problems[0].message.contains("contains itself"), "{problems:?}");
    assert_eq!(problems[0].page, Some(1));
}

#[test]
fn form_has_its_matrix_and_its_state_ends_with_it() {
    let mut builder = Builder::new();
    builder.stream(
        &format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Matrix [1 0 0 1 100 0] \
             /Resources << {HELVETICA} >>"
        ),
        b"q q 1 0 0 rg BT /F1 20 Tf 0 500 Td (moved) Tj ET",
    );
    let entries = format!("/Resources << {HELVETICA} /XObject << /X 3 0 R >> >>");
    builder.page("/X Do BT /F1 10 Tf 50 400 Td (black) Tj ET", &entries);
    let lines = builder.lines();
    assert_eq!(texts(&lines), ["moved", "black"]);
    assert!((lines[0].left.to_pt() - 100.0).abs() < 0.01);
    assert_eq!(lines[0].runs[0].colour, Some(Colour(0x00FF_0000)));
    assert_eq!(lines[1].runs[0].colour, Some(Colour(0)));
}

#[test]
fn actual_text_replaces_the_glyphs() {
    let content = "BT /F1 10 Tf 50 500 Td /Span << /ActualText (ffi) >> BDC (X) Tj EMC \
                   (nity) Tj ET";
    assert_eq!(texts(&lines_from(content)), ["ffinity"]);
}

#[test]
fn actual_text_that_is_empty_leaves_the_hyphen() {
    let content = "BT /F1 10 Tf 50 500 Td (walk) Tj /Span << /ActualText () >> BDC (-) Tj \
                   EMC ET";
    assert_eq!(texts(&lines_from(content)), ["walk-"]);
}

#[test]
fn artifacts_are_lines_that_say_so() {
    let content = "/Artifact BMC BT /F1 10 Tf 50 550 Td (running head) Tj ET EMC \
                   /P << /MCID 4 /Lang (es) >> BDC BT /F1 10 Tf 50 500 Td (texto) Tj ET EMC";
    let document = Builder::new().page(content, "").read().0;
    let lines = lines_of(&document);
    assert_eq!(texts(&lines.lines), ["running head", "texto"]);
    assert!(lines.lines[0].artifact);
    assert!(!lines.lines[1].artifact);
    let page = &document.pages[0];
    assert_eq!(page.languages, ["es"]);
    assert_eq!(lines.lines[1].runs[0].language, Some(0));
    let last = page.glyphs.last().unwrap();
    assert_eq!((last.mcid, last.visibility), (Some(4), Visibility::Visible));
}

#[test]
fn optional_content_that_is_off_is_hidden() {
    let mut builder = Builder::new();
    builder.object("<< /Type /OCG /Name (draft) >>");
    builder.object("<< /Type /OCG /Name (print) >>");
    builder.catalog =
        "/OCProperties << /OCGs [3 0 R 4 0 R] /D << /OFF [3 0 R] >> >>".into();
    let entries =
        format!("/Resources << {HELVETICA} /Properties << /A 3 0 R /B 4 0 R >> >>");
    let content = "BT /F1 10 Tf 50 500 Td /OC /A BDC (DRAFT) Tj EMC /OC /B BDC (printed) Tj \
                   EMC ET";
    builder.page(content, &entries);
    assert_eq!(texts(&builder.lines()), ["printed"]);
}

#[test]
fn rules_and_images_have_places() {
    let mut builder = Builder::new();
    builder.stream(
        "/Type /XObject /Subtype /Image /Width 20 /Height 10 /BitsPerComponent 8 \
         /ColorSpace /DeviceGray",
        &[0; 200],
    );
    let entries = "/Resources << /XObject << /I 3 0 R >> >>";
    builder.page(
        "q 100 0 0 50 30 400 cm /I Do Q 50 300 80 0.5 re f 50 200 m 150 200 l S",
        entries,
    );
    let document = builder.read().0;
    let page = &document.pages[0];
    let image = page.images[0];
    assert_eq!((image.place.left.to_pt(), image.place.top.to_pt()), (30.0, 150.0));
    assert_eq!((image.columns, image.rows), (20, 10));
    assert_eq!(page.rules.len(), 2);
    assert_eq!(page.rules[0].place.right - page.rules[0].place.left, Length::pt(80));
    assert_eq!(page.rules[1].place.bottom - page.rules[1].place.top, Length::pt(1));
}
