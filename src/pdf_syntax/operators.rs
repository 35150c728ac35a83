//! The operators of a content stream (ISO 32000-1 §7.8.2), read one at a time: a page may
//! have millions of them.

use lopdf::{Dictionary, Object, StringFormat};

/// The most operands of an operator. No operator takes as many; long lists are arrays.
const MOST_OPERANDS: usize = 64;

/// The most entries of the arrays and dictionaries of an operator. A line of text has some
/// hundred, and an entry takes more than a hundred bytes of memory.
const MOST_ENTRIES: usize = 100_000;

/// The deepest nesting of arrays and dictionaries.
const DEEPEST: usize = 16;

/// An operator and its operands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ContentOperation {
    pub(crate) operator: Vec<u8>,
    pub(crate) operands: Vec<Object>,
    /// The bytes of an inline image; its dictionary is the only operand.
    pub(crate) image: Option<Vec<u8>>,
}

/// Reads the operators of a content stream.
pub(crate) struct ContentLexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// How many entries the current operator may still have.
    entries_left: usize,
    /// It met something that is not valid content.
    pub(crate) broken: bool,
}

/// A token of the stream.
enum LexedToken {
    Operand(Object),
    Operator(Vec<u8>),
    /// The end of an array or a dictionary.
    Close,
}

impl<'a> ContentLexer<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, entries_left: MOST_ENTRIES, broken: false }
    }

    /// Reads the next operator; `None` at the end.
    pub(crate) fn next_operation(&mut self) -> Option<ContentOperation> {
        let mut operands = Vec::new();
        self.entries_left = MOST_ENTRIES;
        loop {
            match self.next_token(0)? {
                LexedToken::Operand(_) if operands.len() >= MOST_OPERANDS => {
                    self.broken = true;
                }
                LexedToken::Operand(operand) => operands.push(operand),
                LexedToken::Operator(operator) if operator == b"BI" => {
                    return Some(self.read_inline_image());
                }
                LexedToken::Operator(operator) => {
                    return Some(ContentOperation { operator, operands, image: None });
                }
                LexedToken::Close => self.broken = true,
            }
        }
    }

    /// Reads an inline image from its dictionary to `EI` (§8.9.7).
    fn read_inline_image(&mut self) -> ContentOperation {
        let mut dictionary = Dictionary::new();
        let mut key = None;
        loop {
            match self.next_token(0) {
                Some(LexedToken::Operand(Object::Name(name))) if key.is_none() => {
                    key = Some(expand_key(&name).to_vec());
                }
                Some(LexedToken::Operand(value)) => match key.take() {
                    Some(key) => dictionary.set(key, value),
                    None => self.broken = true,
                },
                Some(LexedToken::Operator(operator)) if operator == b"ID" => break,
                Some(_) => self.broken = true,
                None => {
                    self.broken = true;
                    break;
                }
            }
        }
        // One white-space character, then the data.
        let begin = (self.at + 1).min(self.bytes.len());
        let rest = &self.bytes[begin..];
        let is_space = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let is_end = |at: &usize| {
            rest[*at..].starts_with(b"EI")
                && (*at == 0 || is_space(rest.get(at - 1)))
                && is_space(rest.get(at + 2))
                // The data may contain EI; after the real one comes text.
                && rest[at + 2..].iter().take(12).all(is_text)
        };
        let end = (0..rest.len()).find(is_end);
        self.broken |= end.is_none();
        let end = end.unwrap_or(rest.len());
        self.at = (begin + end + 2).min(self.bytes.len());
        ContentOperation {
            operator: b"BI".to_vec(),
            operands: vec![Object::Dictionary(dictionary)],
            // The white space before EI is not part of the data.
            image: Some(rest[..end.saturating_sub(1)].to_vec()),
        }
    }

    fn next_token(&mut self, depth: usize) -> Option<LexedToken> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            match byte {
                b'%' => {
                    let rest = &self.bytes[self.at..];
                    let line = rest.iter().position(|byte| b"\r\n".contains(byte));
                    self.at += line.unwrap_or(rest.len());
                }
                _ if is_white(byte) => self.at += 1,
                _ => break,
            }
        }
        let byte = self.bytes[self.at];
        let next = self.bytes.get(self.at + 1);
        Some(match byte {
            b'/' => {
                self.at += 1;
                LexedToken::Operand(Object::Name(unescape_name(self.read_regular())))
            }
            b'(' => LexedToken::Operand(Object::String(
                self.read_literal_string(),
                StringFormat::Literal,
            )),
            b'<' if next == Some(&b'<') => {
                self.at += 2;
                LexedToken::Operand(Object::Dictionary(self.read_dictionary(depth)))
            }
            b'<' => LexedToken::Operand(Object::String(
                self.read_hex_string(),
                StringFormat::Hexadecimal,
            )),
            b'[' => {
                self.at += 1;
                LexedToken::Operand(Object::Array(self.read_array(depth)))
            }
            b'>' if next == Some(&b'>') => {
                self.at += 2;
                LexedToken::Close
            }
            b']' | b'>' | b')' | b'{' | b'}' => {
                self.at += 1;
                LexedToken::Close
            }
            _ => {
                let word = self.read_regular();
                match word {
                    b"true" => LexedToken::Operand(Object::Boolean(true)),
                    b"false" => LexedToken::Operand(Object::Boolean(false)),
                    b"null" => LexedToken::Operand(Object::Null),
                    _ => match parse_number(word) {
                        Some(number) => LexedToken::Operand(number),
                        None => LexedToken::Operator(word.to_vec()),
                    },
                }
            }
        })
    }

    /// Reads up to white space or a delimiter; at least one byte.
    fn read_regular(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let ends = |byte: &u8| is_white(*byte) || b"()<>[]{}/%".contains(byte);
        let end = rest.iter().position(ends).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn read_array(&mut self, depth: usize) -> Vec<Object> {
        let mut items = Vec::new();
        if depth >= DEEPEST {
            self.broken = true;
            self.at = self.bytes.len();
        }
        loop {
            match self.next_token(depth + 1) {
                Some(LexedToken::Operand(item)) if self.entries_left > 0 => {
                    self.entries_left -= 1;
                    items.push(item);
                }
                Some(LexedToken::Close) => return items,
                Some(_) => self.broken = true,
                None => {
                    self.broken = true;
                    return items;
                }
            }
        }
    }

    fn read_dictionary(&mut self, depth: usize) -> Dictionary {
        let mut dictionary = Dictionary::new();
        for pair in self.read_array(depth).chunks_exact(2) {
            if let Object::Name(key) = &pair[0] {
                dictionary.set(key.clone(), pair[1].clone());
            }
        }
        dictionary
    }

    /// Reads a string in parentheses (§7.3.4.2).
    fn read_literal_string(&mut self) -> Vec<u8> {
        let mut string = Vec::new();
        let mut open = 0_usize;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'(' => {
                    if open > 0 {
                        string.push(byte);
                    }
                    open += 1;
                }
                b')' => {
                    open -= 1;
                    if open == 0 {
                        return string;
                    }
                    string.push(byte);
                }
                b'\\' => self.read_escape(&mut string),
                _ => string.push(byte),
            }
        }
        self.broken = true;
        string
    }

    fn read_escape(&mut self, string: &mut Vec<u8>) {
        let Some(&byte) = self.bytes.get(self.at) else { return };
        self.at += 1;
        match byte {
            b'n' => string.push(b'\n'),
            b'r' => string.push(b'\r'),
            b't' => string.push(b'\t'),
            b'b' => string.push(8),
            b'f' => string.push(12),
            b'\r' => {
                if self.bytes.get(self.at) == Some(&b'\n') {
                    self.at += 1;
                }
            }
            b'\n' => {}
            b'0'..=b'7' => {
                let mut value = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(&next @ b'0'..=b'7') = self.bytes.get(self.at) else {
                        break;
                    };
                    value = value * 8 + u32::from(next - b'0');
                    self.at += 1;
                }
                string.push(u8::try_from(value & 255).unwrap_or_default());
            }
            other => string.push(other),
        }
    }

    fn read_hex_string(&mut self) -> Vec<u8> {
        let rest = &self.bytes[self.at + 1..];
        let end = rest.iter().position(|byte| *byte == b'>');
        self.broken |= end.is_none();
        let end = end.unwrap_or(rest.len());
        self.at = (self.at + end + 2).min(self.bytes.len());
        decode_hex(&rest[..end])
    }
}

/// Decodes hexadecimal digits (§7.4.2).
pub(crate) fn decode_hex(text: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let digits: Vec<u32> =
        text.iter().take_while(|byte| **byte != b'>').filter_map(digit).collect();
    let pair = |pair: &[u32]| pair[0] * 16 + pair.get(1).unwrap_or(&0);
    digits.chunks(2).map(|two| u8::try_from(pair(two)).unwrap_or_default()).collect()
}

fn is_white(byte: u8) -> bool {
    byte == 0 || byte == 12 || byte.is_ascii_whitespace()
}

/// Decodes `#` and two digits in a name to one byte (§7.3.5).
fn unescape_name(name: &[u8]) -> Vec<u8> {
    let mut whole = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'#');
        let byte = digits
            .and_then(|digits| str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        whole.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    whole
}

/// Parses a number (§7.3.3).
fn parse_number(word: &[u8]) -> Option<Object> {
    let text = str::from_utf8(word).ok()?;
    if !text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte)) {
        return None;
    }
    if let Ok(whole) = text.parse::<i64>() {
        return Some(Object::Integer(whole));
    }
    text.parse::<f32>().ok().map(Object::Real)
}

/// The full form of a key of an inline image (§8.9.7).
fn expand_key(key: &[u8]) -> &[u8] {
    match key {
        b"BPC" => b"BitsPerComponent",
        b"CS" => b"ColorSpace",
        b"D" => b"Decode",
        b"DP" => b"DecodeParms",
        b"F" => b"Filter",
        b"H" => b"Height",
        b"IM" => b"ImageMask",
        b"I" => b"Interpolate",
        b"W" => b"Width",
        whole => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(content: &[u8]) -> (Vec<String>, bool) {
        let mut lexer = ContentLexer::new(content);
        let mut operations = Vec::new();
        while let Some(operation) = lexer.next_operation() {
            let operator = String::from_utf8_lossy(&operation.operator).into_owned();
            let length =
                operation.image.map_or(operation.operands.len(), |image| image.len());
            operations.push(format!("{length} {operator}"));
        }
        (operations, lexer.broken)
    }

    #[test]
    fn operators_come_with_their_operands() {
        let content =
            b"q 1 0 0 -.5 +3 4. cm%no\n/F#41 12 Tf[(a\\)(b))-3<414>]TJ /P<</M 1>>BDC Q";
        let (operations, broken) = operations(content);
        assert_eq!(operations, ["0 q", "6 cm", "2 Tf", "1 TJ", "2 BDC", "0 Q"]);
        assert!(!broken);
    }

    #[test]
    fn an_image_ends_where_text_follows() {
        let content = b"BI /W 2 /H 1 /BPC 8 /CS /G ID \x01 EI \x02 EI\nQ";
        let (operations, broken) = operations(content);
        assert_eq!(operations, ["6 BI", "0 Q"]);
        assert!(!broken);
    }

    #[test]
    fn invalid_content_is_reported() {
        for content in [
            &b"((("[..],
            b"[[[[[[[[[[[[[[[[[[[[[[",
            b"<41",
            b"BI /W",
            b"] >> Q",
            b"<< /A [ 1",
        ] {
            assert!(operations(content).1, "{}", String::from_utf8_lossy(content));
        }
    }
}
