//! How the files of the catalogue are made: a small language of bytes.
//!
//! An expression is one or several terms, which are joined:
//!
//! - `"text"`, with `\n`, `\r`, `\t`, `\"`, `\\`, `\x9F` for a byte and `\u{202E}` for a
//!   character; inside a repetition `{n}` is its number, from 1 on, and `{n+1}` the next;
//! - `x(FF FE 61)`, bytes in hexadecimal digits;
//! - `50 * term`, a term so many times; `50..9000 * term` that often in the tests, and
//!   the second number of times where the catalogue is measured (`tests/conformance/hostile`);
//! - `nest(50, "<b>", term, "</b>")`, so many beginnings, a term, so many ends;
//! - `name`, what a line `let name = …` before the first entry says;
//! - `(…)`, and the functions of [`apply`].

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::making;

/// What a term is.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(i64),
    Bytes(Vec<u8>),
}

impl Value {
    pub(crate) fn bytes(self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Number(number) => panic!("{number} is a number where bytes are wanted"),
        }
    }

    pub(crate) fn number(&self) -> i64 {
        match self {
            Self::Number(number) => *number,
            Self::Bytes(_) => panic!("bytes where a number is wanted"),
        }
    }

    fn text(self) -> String {
        String::from_utf8(self.bytes()).expect("a name is text")
    }
}

/// What the reading of a page knows.
#[derive(Debug, Default)]
pub(crate) struct Maker {
    pub(crate) names: BTreeMap<String, Vec<u8>>,
    /// Of two numbers of times, the second counts.
    pub(crate) full: bool,
}

impl Maker {
    /// The bytes that an expression stands for.
    pub(crate) fn make(&self, expression: &str) -> Vec<u8> {
        let mut reading = Reading { maker: self, rest: expression, number: None };
        let value = reading.joined();
        assert!(reading.rest.is_empty(), "not understood: {}", reading.rest);
        value.bytes()
    }
}

/// The reading of an expression.
struct Reading<'a> {
    maker: &'a Maker,
    rest: &'a str,
    /// Which repetition it is.
    number: Option<i64>,
}

impl<'a> Reading<'a> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn has(&mut self, mark: &str) -> bool {
        self.space();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn while_is(&mut self, is: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Terms up to a bracket, a comma or the end.
    fn joined(&mut self) -> Value {
        let mut whole: Option<Value> = None;
        loop {
            self.space();
            if self.rest.is_empty() || self.rest.starts_with([')', ',']) {
                return whole.unwrap_or(Value::Bytes(Vec::new()));
            }
            let term = self.term();
            whole = Some(match whole {
                None => term,
                Some(before) => Value::Bytes([before.bytes(), term.bytes()].concat()),
            });
        }
    }

    fn term(&mut self) -> Value {
        self.space();
        let first = self.rest.chars().next().expect("a term");
        match first {
            '"' => Value::Bytes(self.string()),
            '(' => {
                assert!(self.has("("));
                let value = self.joined();
                assert!(self.has(")"), "no end: {}", self.rest);
                value
            }
            '0'..='9' | '-' => self.number(),
            _ => {
                let name = self.while_is(|c| c.is_ascii_alphanumeric() || c == '_');
                assert!(!name.is_empty(), "not understood: {}", self.rest);
                self.named(name)
            }
        }
    }

    fn number(&mut self) -> Value {
        let number = |reading: &mut Self| {
            let word = reading.while_is(|c| c.is_ascii_digit() || "-_".contains(c));
            word.replace('_', "").parse::<i64>().expect("a number")
        };
        let mut times = number(self);
        if self.has("..") {
            let full = number(self);
            times = if self.maker.full { full } else { times };
        }
        if !self.has("*") {
            return Value::Number(times);
        }
        self.repeated(times)
    }

    fn repeated(&mut self, times: i64) -> Value {
        let (begin, number) = (self.rest, self.number);
        let mut bytes = Vec::new();
        // The number is part of the term only if it is asked for.
        self.number = Some(1);
        let first = self.term().bytes();
        let end = self.rest;
        let term = &begin[..begin.len() - end.len()];
        if term.contains("{n") {
            for number in 1..=times {
                self.rest = begin;
                self.number = Some(number);
                bytes.extend(self.term().bytes());
            }
        } else {
            bytes = first.repeat(usize::try_from(times).expect("times"));
        }
        (self.rest, self.number) = (end, number);
        Value::Bytes(bytes)
    }

    fn string(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut characters = self.rest[1..].char_indices();
        let hexadecimal = |digits: &str| {
            u32::from_str_radix(digits, 16)
                .unwrap_or_else(|_| panic!("no number: {digits}"))
        };
        let body = &self.rest[1..];
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &body[at + 1..];
                    return self.numbered(bytes);
                }
                '\\' => {
                    let (at, kind) = characters.next().expect("a kind of escape");
                    match kind {
                        'n' => bytes.push(b'\n'),
                        'r' => bytes.push(b'\r'),
                        't' => bytes.push(b'\t'),
                        'x' => {
                            let byte = hexadecimal(&body[at + 1..at + 3]);
                            bytes.push(u8::try_from(byte).expect("a byte"));
                            characters.nth(1);
                        }
                        'u' => {
                            let length = body[at..].find('}').expect("an end");
                            let digits = &body[at + 2..at + length];
                            let character =
                                char::from_u32(hexadecimal(digits)).expect("a character");
                            bytes.extend(character.to_string().bytes());
                            characters.nth(length - 1);
                        }
                        other => bytes.extend(other.to_string().bytes()),
                    }
                }
                other => bytes.extend(other.to_string().bytes()),
            }
        }
        panic!("a string without end: {}", self.rest);
    }

    /// Bytes with the number of the repetition in them.
    fn numbered(&self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(number) = self.number else { return bytes };
        match String::from_utf8(bytes) {
            Ok(text) if text.contains("{n") => text
                .replace("{n}", &number.to_string())
                .replace("{n+1}", &(number + 1).to_string())
                .into_bytes(),
            Ok(text) => text.into_bytes(),
            Err(bytes) => bytes.into_bytes(),
        }
    }

    fn named(&mut self, name: &str) -> Value {
        if !self.rest.starts_with('(') {
            let value = self.maker.names.get(name);
            let value = value.unwrap_or_else(|| panic!("nothing is called '{name}'"));
            return Value::Bytes(value.clone());
        }
        if name == "x" {
            let (digits, rest) = self.rest[1..].split_once(')').expect("an end");
            self.rest = rest;
            let digits: String = digits.split_whitespace().collect();
            let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16);
            let bytes = (0..digits.len()).step_by(2).map(|at| byte(at).expect("a byte"));
            return Value::Bytes(bytes.collect());
        }
        assert!(self.has("("));
        let mut arguments = Vec::new();
        while !self.has(")") {
            arguments.push(self.joined());
            self.has(",");
        }
        Value::Bytes(apply(name, arguments))
    }
}

/// What the functions do: texts in other encodings; parts of bytes left out or written
/// over; files of the project; and what the files are made of that are no text.
fn apply(name: &str, arguments: Vec<Value>) -> Vec<u8> {
    let mut rest = arguments.into_iter();
    let mut next = || rest.next().unwrap_or_else(|| panic!("{name} wants more"));
    match name {
        "utf16le" => next().text().encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf16be" => next().text().encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "nest" => {
            let times = usize::try_from(next().number()).expect("times");
            let (begin, middle, end) = (next().bytes(), next().bytes(), next().bytes());
            [begin.repeat(times), middle, end.repeat(times)].concat()
        }
        "cut" => {
            let (mut bytes, length) = (next().bytes(), next().number());
            bytes.truncate(place(&bytes, length));
            bytes
        }
        "put" => {
            let (mut bytes, at, new) = (next().bytes(), next().number(), next().bytes());
            let at = place(&bytes, at);
            bytes[at..at + new.len()].copy_from_slice(&new);
            bytes
        }
        "swap" => {
            let (bytes, from, to) = (next().bytes(), next().bytes(), next().bytes());
            let mut places = bytes.windows(from.len());
            let at = places.position(|window| window == from).unwrap_or_else(|| {
                panic!("'{}' does not stand there", String::from_utf8_lossy(&from))
            });
            [&bytes[..at], &to, &bytes[at + from.len()..]].concat()
        }
        "file" => {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(next().text());
            fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
        }
        "chunk" => making::chunk(&next().bytes(), &next().bytes()),
        "zlib" => making::zlib(&next().bytes()),
        "jpeg" => making::jpeg(),
        "member" => {
            let (name, bytes) = (next().bytes(), next().bytes());
            let how: Vec<String> = rest.map(Value::text).collect();
            making::member(&name, &bytes, &how)
        }
        "zip" => making::zip(&rest.map(Value::bytes).collect::<Vec<_>>()),
        "pdf" => making::pdf(&next().bytes()),
        "table" => {
            let (font, tag, new) = (next().bytes(), next().text(), next().bytes());
            making::with_table(&font, &tag, |_| new)
        }
        "patch" => {
            let (font, tag) = (next().bytes(), next().text());
            let (at, new) = (next().number(), next().bytes());
            making::with_table(&font, &tag, |mut table| {
                let at = place(&table, at);
                table[at..at + new.len()].copy_from_slice(&new);
                table
            })
        }
        "glyph" => {
            let (font, glyph, new) = (next().bytes(), next().number(), next().bytes());
            let glyph = usize::try_from(glyph).expect("a number of a glyph");
            making::with_glyph(&font, glyph, &new)
        }
        "cff" => making::as_cff(&next().bytes(), next().number(), false),
        "ring" => making::as_cff(&next().bytes(), next().number(), true),
        "halve" => {
            let (font, tag) = (next().bytes(), next().text());
            making::with_table(&font, &tag, |table| table[..table.len() / 2].to_vec())
        }
        "without" => making::without_table(&next().bytes(), &next().text()),
        _ => panic!("no such function: {name}"),
    }
}

/// A place in bytes; a negative one counts from their end.
fn place(bytes: &[u8], at: i64) -> usize {
    let length = i64::try_from(bytes.len()).expect("a length");
    let at = if at < 0 { length + at } else { at.min(length) };
    usize::try_from(at).expect("a place within")
}
