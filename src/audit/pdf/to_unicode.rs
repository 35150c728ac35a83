//! The text of character codes: the `ToUnicode` map of a font (ISO 32000-1 §9.10.3).

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document};

use super::budget::{ReadBudget, SpentBudget};
use super::file::LARGEST;

/// The text of a code that the map lacks.
const UNKNOWN: char = '\u{FFFD}';

/// The most codes of one range: all that two bytes can express.
const WIDEST_RANGE: u32 = 0xFFFF;

/// The most bytes that the text of a code has in a map (ISO 32000-1 §9.10.3); one that has
/// more is unknown.
const LONGEST_TEXT: usize = 512;

/// The most code space ranges of a map. The maps of Unicode have four.
const MOST_CODE_SPACES: usize = 64;

/// How many bytes of text one code takes the room of.
const BYTES_OF_A_CODE: usize = 64;

/// The most operands of an operator of a map: a hundred ranges of 256 codes, and as many
/// again for writers that make longer ones.
const MOST_OPERANDS: usize = 200_000;

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
    pub(super) fn from_font(
        document: &Document,
        font: &Dictionary,
        budget: &mut ReadBudget,
    ) -> Result<Self, SpentBudget> {
        let object = font.get(b"ToUnicode").and_then(|map| document.dereference(map));
        let program = object
            .and_then(|(_, map)| map.as_stream()?.get_plain_content_with_limit(LARGEST));
        let program = program.unwrap_or_default();
        budget.spend_unpacked(program.len())?;
        let mut map = Self::default();
        let mut operands: Vec<CMapToken<'_>> = Vec::new();
        let mut tokens = CMapLexer { rest: &program };
        while let Some(token) = tokens.next_token() {
            budget.spend_operators(1)?;
            let CMapToken::Word(word) = token else {
                if operands.len() < MOST_OPERANDS {
                    operands.push(token);
                }
                continue;
            };
            match word {
                b"endcodespacerange" => map.add_code_space(&operands),
                b"endbfchar" => map.add_characters(&operands, budget)?,
                b"endbfrange" => map.add_ranges(&operands, budget)?,
                _ => {}
            }
            operands.clear();
        }
        Ok(map)
    }

    fn add_code_space(&mut self, operands: &[CMapToken<'_>]) {
        for pair in operands.chunks_exact(2) {
            if let (Some((bytes, first)), Some((_, last))) =
                (pair[0].code(), pair[1].code())
                && self.ranges.len() < MOST_CODE_SPACES
            {
                self.ranges.push(CodeSpaceRange { bytes, first, last });
            }
        }
    }

    fn add_characters(
        &mut self,
        operands: &[CMapToken<'_>],
        budget: &mut ReadBudget,
    ) -> Result<(), SpentBudget> {
        for pair in operands.chunks_exact(2) {
            if let (Some(code), Some(text)) = (pair[0].code(), pair[1].text()) {
                self.add_code(code, text, budget)?;
            }
        }
        Ok(())
    }

    /// Adds ranges: first code, last code, and the text of the first or of each.
    fn add_ranges(
        &mut self,
        operands: &[CMapToken<'_>],
        budget: &mut ReadBudget,
    ) -> Result<(), SpentBudget> {
        let mut operands = operands.iter();
        while let (Some(first), Some(last)) = (operands.next(), operands.next()) {
            let (Some((bytes, first)), Some((_, last))) = (first.code(), last.code())
            else {
                return Ok(());
            };
            let last = last.min(first.saturating_add(WIDEST_RANGE));
            match operands.next() {
                Some(CMapToken::Open) => {
                    let each =
                        operands.by_ref().take_while(|token| **token != CMapToken::Close);
                    for (code, text) in (first..=last).zip(each) {
                        if let Some(text) = text.text() {
                            self.add_code((bytes, code), text, budget)?;
                        }
                    }
                }
                text => {
                    let Some(mut prefix) = text.and_then(CMapToken::text) else {
                        return Ok(());
                    };
                    let last_of_first = prefix.pop();
                    for code in first..=last {
                        let last = last_of_first
                            .and_then(|c| char::from_u32(u32::from(c) + code - first));
                        let text = format!("{prefix}{}", last.unwrap_or(UNKNOWN));
                        self.add_code((bytes, code), text, budget)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a code; one of a long text counts for several.
    fn add_code(
        &mut self,
        code: (usize, u32),
        text: String,
        budget: &mut ReadBudget,
    ) -> Result<(), SpentBudget> {
        budget.spend_codes(1 + text.len() / BYTES_OF_A_CODE)?;
        self.texts.insert(code, text);
        Ok(())
    }

    /// Appends the text of a string of codes.
    pub(super) fn decode(
        &self,
        codes: &[u8],
        text: &mut String,
        budget: &mut ReadBudget,
    ) -> Result<(), SpentBudget> {
        let mut rest = codes;
        while !rest.is_empty() {
            let bytes = self.code_length(rest);
            let (code, after) = rest.split_at(bytes);
            let known = self.find(code);
            budget.spend_text(known.map_or(1, |known| known.len().max(1)))?;
            match known {
                Some(known) => text.push_str(known),
                None => text.push(UNKNOWN),
            }
            rest = after;
        }
        Ok(())
    }

    /// The codes of two bytes, and their texts.
    pub(super) fn two_byte_codes(&self) -> impl Iterator<Item = (u32, &str)> {
        let texts = self.texts.iter();
        texts
            .filter(|((bytes, _), _)| *bytes == 2)
            .map(|((_, code), text)| (*code, text.as_str()))
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
        if bytes.len() > LONGEST_TEXT {
            return Some(UNKNOWN.to_string());
        }
        let units =
            bytes.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
        Some(String::from_utf16_lossy(&units.collect::<Vec<u16>>()))
    }
}

/// Reads the tokens of a `CMap`, without comments.
struct CMapLexer<'a> {
    rest: &'a [u8],
}

impl<'a> CMapLexer<'a> {
    fn next_token(&mut self) -> Option<CMapToken<'a>> {
        loop {
            let rest = self.rest;
            let (&first, after) = rest.split_first()?;
            let ends_at =
                |end: fn(&u8) -> bool| after.iter().position(end).unwrap_or(after.len());
            let (token, length) = match first {
                b'%' => (None, ends_at(|byte| matches!(byte, b'\n' | b'\r'))),
                b'<' if after.first() != Some(&b'<') => {
                    let end = ends_at(|&byte| byte == b'>');
                    // One byte more than a text has, so that it is known to be longer.
                    let digits = &after[..end.min(2 * (LONGEST_TEXT + 1))];
                    let token = CMapToken::Hex(decode_hex(digits));
                    (Some(token), (end + 1).min(after.len()))
                }
                b'[' => (Some(CMapToken::Open), 0),
                b']' => (Some(CMapToken::Close), 0),
                byte if byte.is_ascii_whitespace() => (None, 0),
                _ => {
                    let end = ends_at(|byte| {
                        byte.is_ascii_whitespace() || b"<[]%/".contains(byte)
                    });
                    (Some(CMapToken::Word(&rest[..=end])), end)
                }
            };
            self.rest = &after[length..];
            if token.is_some() {
                return token;
            }
        }
    }
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
