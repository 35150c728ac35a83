//! Bad files: each gets an answer, soon, and none a panic.
use super::changes::{Numbers, change_markup};
use super::zipped;
use pliego::interchange::rich::{RichDocument, RichInline};
use pliego::interchange::{ReadRichError, RichFormat, read_rich};

/// How many files are changed and read.
const CHANGED_FILES: u32 = 3_000;

/// The documents that are changed.
const CASES: [&str; 12] = [
    include_str!("office/docx_headings_by_outline.case"),
    include_str!("office/docx_character_formats.case"),
    include_str!("office/docx_notes.case"),
    include_str!("office/docx_lists.case"),
    include_str!("office/docx_tables.case"),
    include_str!("office/docx_pictures.case"),
    include_str!("office/docx_fields.case"),
    include_str!("office/docx_formulas.case"),
    include_str!("office/odt_styles.case"),
    include_str!("office/odt_notes_and_lists.case"),
    include_str!("office/odt_tables_and_frames.case"),
    include_str!("office/odt_left_over_parts.case"),
];

fn read_docx(bytes: &[u8]) -> Result<RichDocument, ReadRichError> {
    read_rich(RichFormat::Docx, bytes)
}

fn read_odt(bytes: &[u8]) -> Result<RichDocument, ReadRichError> {
    read_rich(RichFormat::Odt, bytes)
}

type Parts = Vec<(String, String)>;

fn parts_of(name: &str, text: &str) -> Parts {
    vec![(name.to_owned(), text.to_owned())]
}

fn read(parts: &Parts) -> Result<RichDocument, ReadRichError> {
    let bytes = zipped::zip_case(parts);
    let is_odt = parts.iter().any(|(name, _)| name == "content");
    if is_odt { read_odt(&bytes) } else { read_docx(&bytes) }
}

/// What of a part may change besides its elements.
const REPLACED: [(&str, &str); 2] = [("begin", "end"), ("1", "4294967295")];

#[test]
fn changed_parts_never_panic() {
    let cases: Vec<Parts> = CASES.iter().map(|case| zipped::split_case(case).0).collect();
    let mut numbers = Numbers(88_172_645_463_325_252);
    let mut read_well = 0;
    for _ in 0..CHANGED_FILES {
        let mut parts = cases[numbers.below(cases.len())].clone();
        for _ in 0..=numbers.below(3) {
            let chosen = numbers.below(parts.len());
            parts[chosen].1 = change_markup(&parts[chosen].1, &mut numbers, REPLACED);
        }
        read_well += u32::from(read(&parts).is_ok());
    }
    assert!(read_well > CHANGED_FILES / 20, "only {read_well} were read");
}

#[test]
fn changed_bytes_never_panic() {
    let files: Vec<Vec<u8>> =
        CASES.iter().map(|case| zipped::zip_case(&zipped::split_case(case).0)).collect();
    let mut numbers = Numbers(362_436_069);
    for _ in 0..CHANGED_FILES / 5 {
        let mut bytes = files[numbers.below(files.len())].clone();
        for _ in 0..=numbers.below(4) {
            let place = numbers.below(bytes.len());
            bytes[place] = u8::try_from(numbers.below(256)).expect("a byte");
        }
        let _ = (read_docx(&bytes), read_odt(&bytes));
    }
}

#[test]
fn encrypted_files_are_distinguished_from_others() {
    let mut compound = vec![0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    assert_eq!(
        read_docx(&compound),
        Err(ReadRichError::NotFormat { format: "a DOCX file" })
    );
    compound.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(read_docx(&compound), Err(ReadRichError::Encrypted));
    let manifest = "<m:file-entry><m:encryption-data/></m:file-entry>".to_owned();
    let parts =
        vec![("manifest".to_owned(), manifest), ("content".to_owned(), String::new())];
    assert_eq!(read(&parts), Err(ReadRichError::Encrypted));
}

#[test]
fn other_files_are_not_of_the_format() {
    for bytes in [&b""[..], b"PK", b"plain text", b"<html/>"] {
        assert!(read_docx(bytes).is_err() && read_odt(bytes).is_err());
    }
    let zip = zipped::zip_files(&[("a.txt", b"text")]);
    assert_eq!(read_docx(&zip), Err(ReadRichError::NotFormat { format: "a DOCX file" }));
    assert_eq!(read_odt(&zip), Err(ReadRichError::NotFormat { format: "an ODT file" }));
}

#[test]
fn mistake_in_markup_has_its_line() {
    let error =
        read(&parts_of("document", "\n\n<w:p><w:r></w:p>")).expect_err("it is broken");
    let ReadRichError::Markup { part, line, .. } = error else { panic!("{error}") };
    assert_eq!((part.as_str(), line), ("word/document.xml", 3));
}

#[test]
fn deep_nesting_is_an_error_and_less_is_not() {
    let nest = |open: &str, close: &str, times: usize| {
        parts_of("document", &format!("{}{}", open.repeat(times), close.repeat(times)))
    };
    let table = ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>");
    assert!(matches!(
        read(&nest(table.0, table.1, 70)),
        Err(ReadRichError::TooDeep { .. })
    ));
    assert!(read(&nest(table.0, table.1, 60)).is_ok());
    let run = ("<w:p><w:r><w:txbxContent>", "</w:txbxContent></w:r></w:p>");
    assert!(read(&nest(run.0, run.1, 60)).is_ok());
    let text_box =
        ("<w:p><w:r><w:pict><w:txbxContent>", "</w:txbxContent></w:pict></w:r></w:p>");
    assert!(read(&nest(text_box.0, text_box.1, 48)).is_ok());
}

#[test]
fn notes_in_notes_end() {
    let body = |id: u32| {
        let inner = format!(
            "<w:p><w:r><w:t>{id}</w:t><w:footnoteReference w:id=\"{}\"/></w:r></w:p>",
            id + 1
        );
        let nest = 185;
        let inner = format!("{}{inner}{}", "<w:x>".repeat(nest), "</w:x>".repeat(nest));
        format!("<w:footnote w:id=\"{id}\">{inner}</w:footnote>")
    };
    let notes: String = (0..50).map(body).collect();
    let document = "<w:p><w:r><w:footnoteReference w:id=\"0\"/></w:r></w:p>".to_owned();
    let parts = vec![("document".to_owned(), document), ("footnotes".to_owned(), notes)];
    let document = read(&parts).expect("it is well-formed");
    let unread = document.omissions.iter().filter(|omission| !omission.text.is_empty());
    assert_eq!(unread.count(), 49);
}

#[test]
fn styles_based_on_each_other_end() {
    let style = |id: &str, base: &str| {
        format!(
            "<w:style w:type=\"paragraph\" w:styleId=\"{id}\"><w:basedOn w:val=\"{base}\"/></w:style>"
        )
    };
    let styles = style("a", "b") + &style("b", "a");
    let text =
        "<w:p><w:pPr><w:pStyle w:val=\"a\"/></w:pPr><w:r><w:t>text</w:t></w:r></w:p>";
    let parts =
        vec![("styles".to_owned(), styles), ("document".to_owned(), text.to_owned())];
    assert_eq!(read(&parts).map(|document| document.blocks.len()), Ok(1));
}

#[test]
fn large_numbers_take_no_memory() {
    let odt = "<text:p>a<text:s text:c=\"4000000000\"/>b</text:p><table:table><table:table-row table:number-rows-repeated=\"4000000000\"><table:table-cell table:number-columns-repeated=\"4000000000\" table:number-columns-spanned=\"4000000000\"/></table:table-row></table:table>";
    assert!(read(&parts_of("content", odt)).is_ok());
    let cell = "<w:tc><w:tcPr><w:gridSpan w:val=\"4294967295\"/><w:hMerge w:val=\"continue\"/></w:tcPr></w:tc>";
    let table = format!(
        "<w:tbl><w:tr><w:trPr><w:gridBefore w:val=\"4294967295\"/></w:trPr>{}</w:tr></w:tbl>",
        cell.repeat(2000)
    );
    assert!(read(&parts_of("document", &table)).is_ok());
}

#[test]
fn long_documents_take_linear_time() {
    let paragraph = "<w:p><w:pPr><w:numPr><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:rPr><w:i/></w:rPr><w:t xml:space=\"preserve\">a </w:t></w:r><w:r><w:footnoteReference w:id=\"7\"/></w:r></w:p>";
    assert!(read(&parts_of("document", &paragraph.repeat(10_000))).is_ok());
    let run = "<w:r><w:rPr><w:b/></w:rPr><w:t xml:space=\"preserve\">a </w:t></w:r><w:r><w:t>b</w:t></w:r>";
    let one = format!("<w:p>{}</w:p>", run.repeat(20_000));
    assert!(read(&parts_of("document", &one)).is_ok());
    let note = |id: u32| {
        format!(
            "<w:footnote w:id=\"{id}\"><w:p><w:r><w:t>n</w:t></w:r></w:p></w:footnote>"
        )
    };
    let mark =
        |id: u32| format!("<w:p><w:r><w:footnoteReference w:id=\"{id}\"/></w:r></w:p>");
    let notes = (0..10_000).map(note).collect::<Vec<_>>().concat();
    let marks = (0..10_000).map(mark).collect::<Vec<_>>().concat();
    let parts = vec![("document".to_owned(), marks), ("footnotes".to_owned(), notes)];
    let document = read(&parts).expect("it is well-formed");
    assert_eq!(document.blocks.len(), 10_000);
}

#[test]
fn text_in_utf_16_is_read() {
    let text = "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>Ñandú</w:t></w:r></w:p></w:body></w:document>";
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    let zip = zipped::zip_files(&[("word/document.xml", &bytes)]);
    let document = read_docx(&zip).expect("it is well-formed");
    let pliego::interchange::rich::RichBlock::Paragraph { content, .. } =
        &document.blocks[0]
    else {
        panic!()
    };
    assert_eq!(content, &[RichInline::Text("Ñandú".to_owned())]);
}
