//! Damaged files end in an answer.

use pliego::source::pdf::{PdfAccess, build_lines, read_pdf};

use super::builder::{Builder, HELVETICA};

fn sample() -> Vec<u8> {
    let mut builder = Builder::new();
    builder.stream(
        &format!("/Subtype /Form /BBox [0 0 400 600] /Resources << {HELVETICA} >>"),
        b"BT /F1 10 Tf 50 450 Td (in a form) Tj ET",
    );
    builder.stream("", b"1 beginbfrange <41> <5A> <0061> endbfrange");
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /ToUnicode 4 0 R \
                /Encoding << /Differences [65 /A /B /C] >> >>";
    let entries = format!(
        "/Rotate 0 /Resources << /Font << /F1 {font} >> /XObject << /X 3 0 R >> >>"
    );
    builder.page(
        "q 1 0 0 1 0 0 cm BT /F1 10 Tf 1 Tc 14 TL 50 500 Td (ABC) Tj T* [(AB)-300(C)] TJ \
         (CBA) ' 1 2 (BCA) \" ET /X Do 10 10 50 1 re f Q /P << /MCID 1 >> BDC EMC",
        &entries,
    );
    builder.catalog = "/PageLabels << /Nums [0 << /S /r >>] >> /Outlines << >>".into();
    builder.build()
}

/// Reads whatever comes, and checks the ledger.
fn read_any(bytes: &[u8]) {
    let how = PdfAccess { ignore_restrictions: true, ..PdfAccess::default() };
    if let Ok((document, _)) = read_pdf(bytes, &how) {
        for page in &document.pages {
            let lines = build_lines(page, &document.fonts, None);
            assert!(lines.ledger.balance(), "{:?}", lines.ledger);
            for line in &lines.lines {
                let covered = line.runs.iter().map(|run| run.text.len()).sum::<usize>();
                assert_eq!(covered, line.text.len(), "{line:?}");
            }
        }
    }
}

#[test]
fn truncated_files_end() {
    let sample = sample();
    for end in (0..sample.len()).step_by(7) {
        read_any(&sample[..end]);
    }
}

#[test]
fn changed_bytes_end() {
    let sample = sample();
    // A plain generator (Park and Miller), so that a failure can be repeated.
    let mut seed: u64 = 20_261_126;
    let mut next = |below: usize| {
        seed = seed * 48_271 % 2_147_483_647;
        usize::try_from(seed).unwrap() % below
    };
    for _ in 0..3000 {
        let mut bytes = sample.clone();
        for _ in 0..=next(6) {
            let at = next(bytes.len());
            bytes[at] = b"0123456789-. /<>[]()R\n"[next(22)];
        }
        read_any(&bytes);
    }
}

#[test]
fn numbers_beyond_all_measure_end() {
    for number in ["1e99", "99999999999999999999", "-2147483648", "0.00000000001", "nan"]
    {
        let content = format!(
            "{number} 0 0 {number} {number} 0 cm BT /F1 {number} Tf {number} Tc {number} Tz \
             {number} Ts 1 0 0 1 {number} {number} Tm (text) Tj [(a){number}(b)] TJ ET \
             {number} {number} m {number} 5 l S 0 0 {number} 1 re f W n"
        );
        read_any(&Builder::new().page(&content, "").build());
    }
}

#[test]
fn many_states_and_sequences_end() {
    let content = format!(
        "{} {} BT /F1 10 Tf 50 500 Td (deep) Tj ET",
        "q ".repeat(5000),
        "/P BMC ".repeat(5000)
    );
    read_any(&Builder::new().page(&content, "").build());
}

#[test]
fn forms_that_multiply_end() {
    let mut builder = Builder::new();
    // Ten forms: each paints the next one twenty times.
    for form in 3..13 {
        let content = "/X Do ".repeat(20);
        let entries = format!(
            "/Subtype /Form /BBox [0 0 400 600] /Resources << /XObject << /X {} 0 R >> >>",
            form + 1
        );
        assert_eq!(builder.stream(&entries, content.as_bytes()), form);
    }
    builder.page("/X Do", "/Resources << /XObject << /X 3 0 R >> >>");
    let begin = std::time::Instant::now();
    let (_, problems) = builder.read();
    assert!(begin.elapsed().as_secs() < 60);
    assert!(problems[0].message.contains("more content"), "{problems:?}");
}
