//! Files that were written, by this program or another, and are read again.

use std::io::{Cursor, Write};

use pliego::audit::source_pages::read_again;
use pliego::audit::{self, reconcile};
use pliego::book::markdown;
use pliego::interchange::{Imported, RichFormat, import_document};
use pliego::preflight::{self, PreflightOptions};
use pliego::project::presses;
use pliego::source;
use pliego::source::pdf::{self, PdfAccess};
use pliego::text::span::FileId;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

#[path = "../../preflight/writer.rs"]
mod writer;

/// What the line begins with that names a file of a package; the file follows it.
const ENTRY: &str = "==== ";

/// A package is refused or read; it is given as the text of its files, or as it is.
pub(super) fn audit_epub(bytes: &[u8]) {
    let package = if bytes.starts_with(b"PK") {
        Some(bytes.to_vec())
    } else {
        package(&String::from_utf8_lossy(bytes))
    };
    let Some(package) = package else { return };
    if let Ok(streams) = audit::epub::read_epub(&package) {
        let _ = reconcile(&streams, &streams);
        let _ = reconcile(&audit::Streams::default(), &streams);
    }
}

/// The files of a text as an archive.
fn package(text: &str) -> Option<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in text.strip_prefix(ENTRY)?.split("\n==== ") {
        let (name, content) = entry.split_once('\n')?;
        archive.start_file(name, SimpleFileOptions::default()).ok()?;
        archive.write_all(content.as_bytes()).ok()?;
    }
    Some(archive.finish().ok()?.into_inner())
}

/// A PDF is refused or read; it is given as the text of its objects (`preflight/writer.rs`),
/// or as it is.
pub(super) fn audit_pdf(bytes: &[u8]) {
    let Some(file) = pdf(bytes) else { return };
    if let Ok(streams) = audit::pdf::read_pdf(&file) {
        let _ = reconcile(&streams, &streams);
        let _ = reconcile(&audit::Streams::default(), &streams);
    }
    let _ = audit::pages::compare_pages(&file, &file);
}

/// A PDF is refused or looked over, by itself and for a press.
pub(super) fn preflight(bytes: &[u8]) {
    let Some(file) = pdf(bytes) else { return };
    let profile = presses::find_profile("kdp-paperback");
    for order in [
        PreflightOptions::default(),
        PreflightOptions { profile: profile.as_ref(), ..PreflightOptions::default() },
    ] {
        if let Ok(outcome) = preflight::preflight(&file, &order) {
            for finding in &outcome.findings {
                let _ = finding.to_diagnostic();
            }
        }
    }
}

fn pdf(bytes: &[u8]) -> Option<Vec<u8>> {
    let has_heads = bytes.windows(2).any(|two| two == b"\n[");
    if bytes.starts_with(b"%PDF") && !has_heads {
        Some(bytes.to_vec())
    } else {
        writer::pdf(&String::from_utf8_lossy(bytes))
    }
}

/// Whatever a PDF holds, each glyph of a page ends in one entry of its ledger, and each line
/// of the transcript has a look.
pub(super) fn read_pdf(bytes: &[u8]) {
    let access = PdfAccess { ignore_restrictions: true, ..PdfAccess::default() };
    let Ok((document, _)) = pdf::read_pdf(bytes, &access) else { return };
    for page in &document.pages {
        let lines = pdf::build_lines(page, &document.fonts, None);
        assert!(lines.ledger.balance(), "{:?}", lines.ledger);
    }
    if !pdf::is_pdf(bytes) {
        return;
    }
    if let Ok(text) = source::read_document(FileId(0), "a.pdf", bytes, &access) {
        assert_eq!(text.value.looks.len(), text.value.lines.len());
        // The second reading ends, too; of a broken file it may say anything.
        let _ = read_again(&text.value, bytes, None);
    }
}

/// Whatever a file of an OCR program holds, each line of the transcript has a look, and each
/// suspect is a word of it.
pub(super) fn read_ocr(bytes: &[u8]) {
    let Ok(text) = source::read_ocr_files(FileId(0), "a.xml", &[("a.xml", bytes)]) else {
        return;
    };
    let text = text.value;
    assert_eq!(text.looks.len(), text.lines.len());
}

/// A file of another program is refused or becomes a document whose Markdown is the same
/// document. The first byte chooses the format; of an archive the bytes are the main part.
pub(super) fn import(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let packed;
    let (format, file) = match kind % 8 {
        0 => {
            packed = pack_word(rest);
            (RichFormat::Docx, packed.as_slice())
        }
        1 => (RichFormat::Odt, rest),
        2 => (RichFormat::Html, rest),
        3 => (RichFormat::PandocJson, rest),
        _ => (RichFormat::Epub, rest),
    };
    let Ok(imported) = import_document(format, FileId(0), "a", file) else { return };
    let Imported { document, text, .. } = imported.value;
    assert_eq!(markdown::write(&document), text.text);
}

/// A Word file with one part.
fn pack_word(part: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r\" Type=\"http://x/officeDocument\" Target=\"document.xml\"/></Relationships>";
    for (name, bytes) in [("_rels/.rels", relations.as_bytes()), ("document.xml", part)] {
        zip.start_file(name, options).expect("a new name");
        zip.write_all(bytes).expect("memory takes all");
    }
    zip.finish().expect("memory takes all").into_inner()
}
