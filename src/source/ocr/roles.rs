//! The names that OCR files have for the parts of a page.

use crate::source::ocr::OcrRole;

/// Parts of names, in lower case and without other signs than letters, with the roles
/// that they mean. The first one that a name has decides.
///
/// They are the types of PAGE XML (2019, `TextTypeSimpleType`), the classes of hOCR 1.2
/// §3.2, the zones and lines of the vocabulary `SegmOnto`, and labels of Transkribus and of
/// the Bibliothèque nationale.
const ROLE_NAMES: [(&str, OcrRole); 24] = [
    ("pageno", OcrRole::PageNumber),
    ("pagenumber", OcrRole::PageNumber),
    ("numberingzone", OcrRole::PageNumber),
    ("folio", OcrRole::PageNumber),
    ("runningtitle", OcrRole::Header),
    ("runninghead", OcrRole::Header),
    ("header", OcrRole::Header),
    ("footer", OcrRole::Footer),
    ("footnote", OcrRole::Footnote),
    ("endnote", OcrRole::Footnote),
    ("marginalia", OcrRole::Marginalia),
    ("margin", OcrRole::Marginalia),
    ("catchword", OcrRole::CatchWord),
    ("signaturemark", OcrRole::SignatureMark),
    ("quiremark", OcrRole::SignatureMark),
    ("dropcap", OcrRole::DropCapital),
    ("caption", OcrRole::Caption),
    ("legend", OcrRole::Caption),
    ("titlepage", OcrRole::Text),
    ("heading", OcrRole::Heading),
    ("headline", OcrRole::Heading),
    ("ocrtitle", OcrRole::Heading),
    ("title", OcrRole::Heading),
    ("titre", OcrRole::Heading),
];

/// The role that a name means; `None` if it names none, such as `paragraph`.
pub(super) fn parse_role(name: &str) -> Option<OcrRole> {
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let letters = letters.to_ascii_lowercase();
    let found = ROLE_NAMES.iter().find(|(part, _)| letters.contains(part));
    found.map(|(_, role)| *role)
}
