//! Reads what OCR programs write: hOCR, ALTO and PAGE XML.
//!
//! Each format has a reader that finds the words, their boxes and what the file says of
//! them. From the boxes come the measures that a PDF gives directly: baseline, size of the
//! type, columns and the distance of lines. The lines then become a text with a look for
//! each line, as those of a PDF do.

mod alto;
mod baselines;
mod columns;
mod custom_attribute;
mod decode;
mod drop_capitals;
mod facing_pages;
mod frames;
mod hocr;
mod hocr_elements;
mod line_style;
mod markup;
mod measure;
mod natural_order;
mod note_marks;
mod page;
mod page_text;
mod page_xml;
mod problems;
mod reading_order;
mod roles;
mod scanned;
mod sizes;
mod title_properties;
mod transcript;
mod upright;

pub use page::{OcrLine, OcrPage, OcrRole, OcrRun, OcrWord};
pub use problems::{OcrProblem, OcrProblemKind, ReadOcrError};
pub use transcript::{OcrTranscript, Suspect, write_transcript};

use decode::decode_markup;
use hocr_elements::has_ocr_class;
use markup::{Markup, Token};
use natural_order::sort_naturally;
use problems::ProblemList;
use scanned::ScannedPage;

/// The resolution of a picture whose file names none, in dots per inch: that of most scans
/// of books, and what Tesseract asks for.
pub const DEFAULT_DPI: u32 = 300;

/// The largest file that is read, or the largest sum of the files of a folder, in bytes. A
/// thick book with a box for each letter has some 200 MB.
pub const LARGEST: u64 = 512_000_000;

/// How many bytes of a file decide its format. The head of an hOCR file may have metadata
/// and styles before the first page.
const DETECTED_BYTES: usize = 16_384;

/// A format in which OCR programs write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OcrFormat {
    /// hOCR 1.1 and 1.2: HTML whose classes begin with `ocr`.
    Hocr,
    /// ALTO 1 to 4: XML of the Library of Congress.
    Alto,
    /// PAGE XML of the `PRImA` laboratory, 2009 to 2019, and as Transkribus writes it.
    Page,
}

/// Says in which OCR format a file is, from its first kilobytes; `None` if in none.
#[must_use]
pub fn detect_ocr_format(bytes: &[u8]) -> Option<OcrFormat> {
    let head = bytes.get(..DETECTED_BYTES).unwrap_or(bytes);
    let head = decode_markup(head).text;
    if !head.trim_start_matches('\u{FEFF}').trim_start().starts_with('<') {
        return None;
    }
    for token in Markup::new(&head) {
        let Token::Start { name, attributes, .. } = token else { continue };
        match name {
            "alto" => return Some(OcrFormat::Alto),
            "PcGts" => return Some(OcrFormat::Page),
            _ => {}
        }
        let is_capability = |value: &str| value.starts_with("ocr-");
        if attributes.get("class").is_some_and(has_ocr_class)
            || attributes.get("name").is_some_and(is_capability)
        {
            return Some(OcrFormat::Hocr);
        }
    }
    None
}

/// Reads the pages of an OCR file, with what could not be read as it is.
///
/// # Errors
///
/// When the file is in no OCR format, is cut off before its first page, or nests its
/// elements too deep.
pub fn read_ocr(bytes: &[u8]) -> Result<(Vec<OcrPage>, Vec<OcrProblem>), ReadOcrError> {
    let mut problems = ProblemList::new(None);
    let scanned = scan_file(bytes, &mut problems)?;
    Ok((measure::measure_pages(scanned), problems.list))
}

/// Reads several files as one document, in the natural order of their names: `p9` before
/// `p10`. A file in no OCR format is a problem, unless all are.
///
/// # Errors
///
/// As [`read_ocr`], with the name of the file.
pub fn read_ocr_pages(
    files: &[(&str, &[u8])],
) -> Result<(Vec<OcrPage>, Vec<OcrProblem>), ReadOcrError> {
    let mut files: Vec<_> = files.to_vec();
    sort_naturally(&mut files);
    let (mut scanned, mut problems, mut read) = (Vec::new(), Vec::new(), 0);
    for (name, bytes) in &files {
        let mut of_file = ProblemList::new(Some(name));
        match scan_file(bytes, &mut of_file) {
            Ok(pages) => {
                read += 1;
                of_file.first_page(scanned.len());
                scanned.extend(pages);
            }
            Err(ReadOcrError::NoFormat) => of_file.push(None, OcrProblemKind::NoFormat),
            Err(cause) => {
                let (file, cause) = ((*name).to_owned(), Box::new(cause));
                return Err(ReadOcrError::InFile { file, cause });
            }
        }
        problems.extend(of_file.list);
    }
    if read == 0 {
        return Err(ReadOcrError::NoFormat);
    }
    Ok((measure::measure_pages(scanned), problems))
}

fn scan_file(
    bytes: &[u8],
    problems: &mut ProblemList,
) -> Result<Vec<ScannedPage>, ReadOcrError> {
    let format = detect_ocr_format(bytes).ok_or(ReadOcrError::NoFormat)?;
    let decoded = decode_markup(bytes);
    if decoded.damaged {
        problems.push(None, OcrProblemKind::UnreadableBytes);
    }
    let pages = match format {
        OcrFormat::Hocr => hocr::scan_hocr(&decoded.text, problems),
        OcrFormat::Alto => alto::scan_alto(&decoded.text, problems),
        OcrFormat::Page => page_xml::scan_page_xml(&decoded.text, problems),
    }?;
    if pages.is_empty() {
        return Err(ReadOcrError::NoPage);
    }
    Ok(pages)
}
