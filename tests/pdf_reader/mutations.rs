//! Files with changed bytes are read without a panic.

use std::panic::catch_unwind;

use pliego::source::pdf::{
    PdfAccess, PdfLines, build_lines, find_figures, find_tables, read_pdf,
};

use super::builder::{Builder, HELVETICA};

/// A file with images of several kinds, a drawing and a table.
fn build_file() -> Vec<u8> {
    let mut builder = Builder::new();
    let size = "/Subtype /Image /Width 32 /Height 32";
    let fax = builder.stream(
        &format!(
            "{size} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode \
             /DecodeParms << /K -1 /Columns 32 /Rows 32 >>"
        ),
        &[0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x10, 0x01],
    );
    let mask = builder.stream(
        &format!("{size} /ColorSpace /DeviceGray /BitsPerComponent 2"),
        &[0x1B; 256],
    );
    let indexed = builder.stream(
        &format!(
            "{size} /ColorSpace [/Indexed /DeviceCMYK 3 <00FF00FF 11223344 FFFFFFFF 00000000>] \
             /BitsPerComponent 4 /Decode [0 15] /SMask {mask} 0 R"
        ),
        &[0x12; 512],
    );
    let resources = format!(
        "/Resources << {HELVETICA} /XObject << /Fax {fax} 0 R /Indexed {indexed} 0 R >> >>"
    );
    let rows: String = (0..6)
        .map(|at| {
            let y = 300 - 14 * at;
            format!(
                "50 {y} m 350 {y} l S BT /F1 9 Tf 60 {} Td (Hull) Tj 100 0 Td (1{at}1) Tj \
                 90 0 Td (2,{at}04) Tj ET ",
                y - 10
            )
        })
        .collect();
    let content = format!(
        "q 100 0 0 100 50 450 cm /Fax Do Q q 0 80 -80 0 350 450 cm /Indexed Do Q \
         10 20 m 90 60 l 40 90 l S 20 30 m 50 60 70 80 90 20 c S 30 40 m 60 90 l 90 30 l S \
         50 300 m 50 216 l S 350 300 m 350 216 l S 150 300 m 150 216 l S {rows}"
    );
    builder.page(&content, &resources).build()
}

fn read(bytes: &[u8]) {
    let Ok((document, _)) = read_pdf(bytes, &PdfAccess::default()) else { return };
    let lines: Vec<PdfLines> = document
        .pages
        .iter()
        .map(|page| build_lines(page, &document.fonts, None))
        .collect();
    let mut tables = find_tables(&document, &lines);
    let _ = find_figures(&document, &lines, &mut tables);
}

#[test]
fn changed_files_do_not_panic() {
    let file = build_file();
    // A linear congruential generator (Knuth 1997, p. 26).
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for round in 0..10_000 {
        let mut bytes = file.clone();
        for _ in 0..=next(6) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = u8::try_from(next(256)).unwrap(),
                1 => bytes[at] = b"0123456789-./<>[]() "[next(20)],
                2 => drop(bytes.drain(at..bytes.len().min(at + 1 + next(20)))),
                _ => {
                    let copy: Vec<u8> =
                        bytes[at..bytes.len().min(at + 1 + next(40))].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        assert!(catch_unwind(|| read(&bytes)).is_ok(), "round {round}");
    }
}
