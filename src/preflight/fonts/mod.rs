//! The fonts of a file: whether they are embedded, the extents of their glyphs, and whether
//! the dictionaries agree with the programs (ISO 32000-1 §9.5 to §9.10).

mod encoding;
mod program;

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object};

use super::geometry::{Matrix, PageArea};
use super::object::{PdfFile, object_name};
use encoding::SimpleCharacter;
use program::FontProgram;

/// How far the widths of a dictionary may differ from those of the program, in thousandths
/// of the em: writers round them down to whole units (ISO 19005-2 §6.2.11.5).
const WIDTH_SLACK: f64 = 1.0;

/// The default width of a composite font that states none (§9.7.4.3).
const USUAL_WIDTH: f64 = 1000.0;

/// The assumed descent and ascent of a font without a program.
const USUAL_HEIGHT: (f64, f64) = (-250.0, 800.0);

/// A glyph as it is painted, in thousandths of the em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MeasuredGlyph {
    /// Its advance width.
    pub(super) width: f64,
    /// Its bounding box; `None` where it is blank.
    pub(super) area: Option<PageArea>,
}

/// A font, as far as it is used.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub(super) struct CheckedFont {
    pub(super) name: String,
    pub(super) embedded: bool,
    pub(super) is_type3: bool,
    /// Its text can be extracted.
    pub(super) has_text: bool,
    /// Only some of its glyphs are embedded.
    pub(super) is_subset: bool,
    /// A program is embedded, but cannot be read.
    pub(super) damaged: bool,
    /// The first code whose width differs from the program: code, stated width, real width.
    pub(super) wrong_width: Option<(u32, f64, f64)>,
    /// The first code that is shown and has no glyph.
    pub(super) missing: Option<u32>,
    /// Codes have two bytes.
    composite: bool,
    program: Option<FontProgram>,
    names: Vec<Option<String>>,
    widths: Vec<(u32, u32, f64)>,
    default_width: f64,
    /// The CIDToGIDMap, two bytes for each CID.
    to_glyphs: Option<Vec<u8>>,
    /// Codes are CIDs.
    identity: bool,
    /// The font matrix of a Type 3 font.
    matrix: Matrix,
    height: (f64, f64),
    measured: BTreeMap<u32, MeasuredGlyph>,
}

impl CheckedFont {
    /// Reads a font dictionary.
    pub(super) fn read_font(pdf: &PdfFile, font: &Dictionary) -> Self {
        let kind = pdf.get_name(font, "Subtype").unwrap_or_default();
        let composite = kind == "Type0";
        let descendant = pdf.get_array(font, "DescendantFonts");
        let descendant = descendant.first().and_then(|first| pdf.as_dictionary(first));
        let own = if composite { descendant.unwrap_or(font) } else { font };
        let descriptor = pdf.get_dictionary(own, "FontDescriptor");
        let is_type3 = kind == "Type3";
        let symbolic = descriptor
            .and_then(|descriptor| pdf.get_integer(descriptor, "Flags"))
            .is_some_and(|flags| flags & 4 != 0);
        let file = descriptor.and_then(|descriptor| {
            let keys = ["FontFile", "FontFile2", "FontFile3"];
            keys.iter().find_map(|key| pdf.get_stream(descriptor, key))
        });
        let own_encoding = file.is_some() && kind != "TrueType";
        let program = file.and_then(|file| FontProgram::parse(pdf.decode_stream(file)?));
        let name = pdf.get_name(font, "BaseFont").or_else(|| pdf.get_name(font, "Name"));
        let name = name.unwrap_or_else(|| "(unnamed)".to_owned());
        let is_subset = name.split_once('+').is_some_and(|(tag, _)| {
            tag.len() == 6 && tag.bytes().all(|byte| byte.is_ascii_uppercase())
        });
        let matrix = match pdf.get_numbers(font, "FontMatrix").try_into() {
            Ok(numbers) if is_type3 => Matrix(numbers),
            _ => Matrix([0.001, 0.0, 0.0, 0.001, 0.0, 0.0]),
        };
        let mut read = Self {
            embedded: file.is_some() || is_type3,
            is_type3,
            has_text: has_text_mapping(pdf, font, composite, symbolic),
            is_subset,
            damaged: file.is_some() && program.is_none() && pdf.spent().is_none(),
            wrong_width: None,
            missing: None,
            composite,
            program,
            names: encoding::glyph_names(pdf, font, symbolic || own_encoding),
            widths: Vec::new(),
            default_width: 0.0,
            to_glyphs: pdf
                .get_stream(own, "CIDToGIDMap")
                .and_then(|stream| pdf.decode_stream(stream)),
            identity: pdf
                .get_name(font, "Encoding")
                .is_some_and(|name| matches!(name.as_str(), "Identity-H" | "Identity-V")),
            matrix,
            height: vertical_extent(pdf, descriptor),
            measured: BTreeMap::new(),
            name,
        };
        read.read_widths(pdf, own, descriptor);
        if is_type3 && let Some(area) = pdf.get_area(font, "FontBBox") {
            let area = read.matrix.map_area(&area);
            read.height = (area.bottom * 1000.0, area.top * 1000.0);
        }
        read
    }

    /// Reads the widths that the dictionary states (§9.2.4, §9.7.4.3).
    fn read_widths(
        &mut self,
        pdf: &PdfFile,
        own: &Dictionary,
        descriptor: Option<&Dictionary>,
    ) {
        if !self.composite {
            let first = pdf.get_integer(own, "FirstChar").unwrap_or(0);
            let first = u32::try_from(first).unwrap_or(0);
            let widths = pdf.get_array(own, "Widths").into_iter().take(256);
            self.widths = (first..)
                .zip(widths)
                .filter_map(|(code, width)| {
                    Some((code, code, super::object::object_number(width)?))
                })
                .collect();
            let missing = descriptor.and_then(|own| pdf.get_number(own, "MissingWidth"));
            self.default_width = missing.unwrap_or(0.0);
            return;
        }
        self.default_width = pdf.get_number(own, "DW").unwrap_or(USUAL_WIDTH);
        let items = pdf.get_array(own, "W");
        let mut items = items.into_iter().peekable();
        let code =
            |item: &Object| item.as_i64().ok().and_then(|code| u32::try_from(code).ok());
        while let Some(first) = items.next().and_then(code) {
            match items.next() {
                Some(Object::Array(widths)) => {
                    let widths = widths.iter().map(|width| pdf.resolve(width));
                    let widths =
                        (first..).zip(widths.filter_map(super::object::object_number));
                    self.widths.extend(widths.map(|(code, width)| (code, code, width)));
                }
                Some(last) => {
                    let width = items.next().and_then(super::object::object_number);
                    if let (Some(last), Some(width)) = (code(last), width) {
                        self.widths.push((first, last, width));
                    }
                }
                None => break,
            }
        }
        self.widths.sort_by_key(|(first, ..)| *first);
    }

    /// Splits a string into character codes.
    pub(super) fn split_codes(&self, string: &[u8]) -> Vec<u32> {
        if !self.composite {
            return string.iter().map(|byte| u32::from(*byte)).collect();
        }
        let code =
            |pair: &[u8]| pair.iter().fold(0, |code, byte| code << 8 | u32::from(*byte));
        string.chunks(2).map(code).collect()
    }

    /// Whether word spacing applies to a code (§9.3.3).
    pub(super) fn is_space(&self, code: u32) -> bool {
        !self.composite && code == 32
    }

    /// The glyph of a code.
    pub(super) fn glyph(&mut self, code: u32) -> MeasuredGlyph {
        if let Some(glyph) = self.measured.get(&code) {
            return *glyph;
        }
        let glyph = self.measure_glyph(code);
        self.measured.insert(code, glyph);
        glyph
    }

    fn measure_glyph(&mut self, code: u32) -> MeasuredGlyph {
        let index = self.widths.partition_point(|(first, ..)| *first <= code);
        let stated = index
            .checked_sub(1)
            .and_then(|index| self.widths.get(index))
            .filter(|(_, last, _)| code <= *last)
            .map(|(.., width)| *width);
        let mut width = stated.unwrap_or(self.default_width);
        if self.is_type3 {
            let [scale, ..] = self.matrix.0;
            width *= scale * 1000.0;
        }
        let body = PageArea::from_corners(0.0, self.height.0, width, self.height.1);
        let blank = !self.composite
            && self
                .names
                .get(code as usize)
                .is_some_and(|name| name.as_deref() == Some("space"));
        let unread = MeasuredGlyph { width, area: Some(body).filter(|_| !blank) };
        let Some(program) = &self.program else { return unread };
        if self.composite && !self.identity {
            return unread;
        }
        let Some(glyph) = self.glyph_of(program, code) else {
            // In a simple font, the dictionary may name a glyph that no map knows.
            if self.composite {
                self.missing.get_or_insert(code);
            }
            return unread;
        };
        let Some(drawn) = program.glyph_box(glyph) else {
            self.missing.get_or_insert(code);
            return unread;
        };
        // Glyph 0 is `.notdef` and may be blank. A simple font may have its space there.
        if glyph == 0 && (self.composite || drawn.area.is_some()) {
            self.missing.get_or_insert(code);
        }
        if let Some(own) = drawn.width
            && (own - width).abs() > WIDTH_SLACK
        {
            self.wrong_width.get_or_insert((code, width, own));
        }
        MeasuredGlyph { width, area: drawn.area }
    }

    /// The glyph index of a code in the program.
    fn glyph_of(&self, program: &FontProgram, code: u32) -> Option<u32> {
        if !self.composite {
            let name = self.names.get(code as usize)?.clone();
            let letter = SimpleCharacter { code: u8::try_from(code).ok()?, name };
            return program.glyph_of_character(&letter);
        }
        match &self.to_glyphs {
            Some(map) => {
                let at = code as usize * 2;
                let pair = map.get(at..at + 2)?;
                Some(u32::from(pair[0]) << 8 | u32::from(pair[1]))
            }
            None => program.glyph_of_cid(code),
        }
    }
}

/// Whether the text of a font can be extracted (§9.10.2).
fn has_text_mapping(
    pdf: &PdfFile,
    font: &Dictionary,
    composite: bool,
    symbolic: bool,
) -> bool {
    let encoding = pdf.get(font, "Encoding");
    let named = object_name(encoding).is_some() || pdf.as_dictionary(encoding).is_some();
    pdf.get_stream(font, "ToUnicode").is_some() || !composite && (named || !symbolic)
}

/// The descent and ascent that the descriptor states.
fn vertical_extent(pdf: &PdfFile, descriptor: Option<&Dictionary>) -> (f64, f64) {
    let Some(descriptor) = descriptor else { return USUAL_HEIGHT };
    let low = pdf.get_number(descriptor, "Descent").filter(|low| *low < 0.0);
    let high = pdf.get_number(descriptor, "Ascent").filter(|high| *high > 0.0);
    (low.unwrap_or(USUAL_HEIGHT.0), high.unwrap_or(USUAL_HEIGHT.1))
}
