//! The text of character codes: the `ToUnicode` map of a font (ISO 32000-1 §9.10.3).

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document};

use super::file::LARGEST;

/// The text of a code that the map lacks.
const UNKNOWN: char = '\u{FFFD}';

/// The most codes of one range: all that two bytes can express.
const WIDEST_RANGE: u32 = 0xFFFF;

/// The text of each code of a font.
#[derive(Debug, Clone, Default)]
pub(super) struct ToUnicodeMap {
    /// The code space ranges.
    ranges: Vec<CodeSpaceRange>,
    /// The texts, by number of bytes and code.
    texts: BTreeMap<(usize, u32), String>,
}

/// A range of the code space.
#[derive(Debug, Clone, Copy)]
struct CodeSpaceRange {
    /// How many bytes its codes have.
    bytes: usize,
    first: u32,
    last: u32,
}

impl ToUnicodeMap {
    /// Reads the map of a font; without one, codes have no text.
    pub(super) fn from_font(document: &Document, font: &Dictionary) -> Self {
        let object = font.get(b"ToUnicode").and_then(|map| document.dereference(map));
        let program = object
            .and_then(|(_, map)| map.as_stream()?.get_plain_content_with_limit(LARGEST));
        let mut map = Self::default();
        let mut operands: Vec<CMapToken<'_>> = Vec::new();
        for token in tokenize(&program.unwrap_or_default()) {
            let CMapToken::Word(word) = token else {
                operands.push(token);
                continue;
            };
            match word {
                b"endcodespacerange" => map.add_code_space(&operands),
                b"endbfchar" => map.add_characters(&operands),
                b"endbfrange" => map.add_ranges(&operands),
                _ => {}
            }
            operands.clear();
        }
        map
    }

    fn add_code_space(&mut self, operands: &[CMapToken<'_>]) {
        for pair in operands.chunks_exact(2) {
            if let (Some((bytes, first)), Some((_, last))) =
                (pair[0].code(), pair[1].code())
            {
                self.ranges.push(CodeSpaceRange { bytes, first, last });
            }
        }
    }

    fn add_characters(&mut self, operands: &[CMapToken<'_>]) {
        for pair in operands.chunks_exact(2) {
            if let (Some(code), Some(text)) = (pair[0].code(), pair[1].text()) {
                self.texts.insert(code, text);
            }
        }
    }

    /// Adds ranges: first code, last code, and the text of the first or of each.
    fn add_ranges(&mut self, operands: &[CMapToken<'_>]) {
        let mut operands = operands.iter();
        while let (Some(first), Some(last)) = (operands.next(), operands.next()) {
            let (Some((bytes, first)), Some((_, last))) = (first.code(), last.code())
            else {
                return;
            };
            let last = last.min(first.saturating_add(WIDEST_RANGE));
            match operands.next() {
                Some(CMapToken::Open) => {
                    let each =
                        operands.by_ref().take_while(|token| **token != CMapToken::Close);
                    for (code, text) in (first..=last).zip(each) {
                        self.texts.extend(text.text().map(|text| ((bytes, code), text)));
                    }
                }
                text => {
                    let Some(mut prefix) = text.and_then(CMapToken::text) else { return };
                    let last_of_first = prefix.pop();
                    for code in first..=last {
                        let last = last_of_first
                            .and_then(|c| char::from_u32(u32::from(c) + code - first));
                        let text = format!("{prefix}{}", last.unwrap_or(UNKNOWN));
                        self.texts.insert((bytes, code), text);
                    }
                }
            }
        }
    }

    /// Appends the text of a string of codes.
    pub(super) fn decode(&self, codes: &[u8], text: &mut String) {
        let mut rest = codes;
        while !rest.is_empty() {
            let bytes = self.code_length(rest);
            let (code, after) = rest.split_at(bytes);
            match self.find(code) {
                Some(known) => text.push_str(known),
                None => text.push(UNKNOWN),
            }
            rest = after;
        }
    }

    /// The text of a code.
    pub(super) fn find(&self, code: &[u8]) -> Option<&str> {
        self.texts.get(&(code.len(), code_number(code))).map(String::as_str)
    }

    /// How many bytes the next code has.
    fn code_length(&self, codes: &[u8]) -> usize {
        self.stated_code_length(codes).unwrap_or(1).clamp(1, codes.len())
    }

    /// How many bytes the next code has, if a code space range has it.
    pub(super) fn stated_code_length(&self, codes: &[u8]) -> Option<usize> {
        let fits = |range: &&CodeSpaceRange| {
            let code = codes.get(..range.bytes).map(code_number);
            code.is_some_and(|code| (range.first..=range.last).contains(&code))
        };
        self.ranges.iter().find(fits).map(|range| range.bytes)
    }
}

/// The bytes of a code as a number.
fn code_number(code: &[u8]) -> u32 {
    code.iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// A token of a `CMap`. It is a `PostScript` program; only its mappings are interpreted.
#[derive(Debug, Clone, PartialEq, Eq)]
enum CMapToken<'a> {
    /// A hexadecimal string.
    Hex(Vec<u8>),
    /// The beginning of an array.
    Open,
    /// The end of an array.
    Close,
    /// Anything else: an operator, a name, a number.
    Word(&'a [u8]),
}

impl CMapToken<'_> {
    /// A code of at most four bytes.
    fn code(&self) -> Option<(usize, u32)> {
        match self {
            Self::Hex(bytes) if (1..=4).contains(&bytes.len()) => {
                Some((bytes.len(), code_number(bytes)))
            }
            _ => None,
        }
    }

    /// A text in UTF-16BE.
    fn text(&self) -> Option<String> {
        let Self::Hex(bytes) = self else { return None };
        let units =
            bytes.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
        Some(String::from_utf16_lossy(&units.collect::<Vec<u16>>()))
    }
}

/// The tokens of a `CMap`, without comments.
fn tokenize(map: &[u8]) -> Vec<CMapToken<'_>> {
    let mut tokens = Vec::new();
    let mut rest = map;
    while let Some((&first, after)) = rest.split_first() {
        let ends_at =
            |end: fn(&u8) -> bool| after.iter().position(end).unwrap_or(after.len());
        let length = match first {
            b'%' => ends_at(|byte| matches!(byte, b'\n' | b'\r')),
            b'<' if after.first() != Some(&b'<') => {
                let end = ends_at(|&byte| byte == b'>');
                tokens.push(CMapToken::Hex(decode_hex(&after[..end])));
                (end + 1).min(after.len())
            }
            b'[' | b']' => {
                tokens.push(if first == b'[' {
                    CMapToken::Open
                } else {
                    CMapToken::Close
                });
                0
            }
            byte if byte.is_ascii_whitespace() => 0,
            _ => {
                let end =
                    ends_at(|byte| byte.is_ascii_whitespace() || b"<[]%/".contains(byte));
                tokens.push(CMapToken::Word(&rest[..=end]));
                end
            }
        };
        rest = &after[length..];
    }
    tokens
}

/// Decodes hexadecimal digits; a missing last digit is zero (§7.3.4.3).
fn decode_hex(digits: &[u8]) -> Vec<u8> {
    let value =
        |&byte: &u8| char::from(byte).to_digit(16).and_then(|one| u8::try_from(one).ok());
    let values: Vec<u8> = digits.iter().filter_map(value).collect();
    values
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or_default())
        .collect()
}
