//! Which characters the codes of a font stand for.

use lopdf::{Dictionary, Document, Object, dictionary};
use read_fonts::ps::agl;

use crate::audit::pdf::budget::{ReadBudget, SpentBudget};
use crate::audit::pdf::file::resolve_dictionary;
use crate::audit::pdf::to_unicode::ToUnicodeMap;

/// How many operators reading a font counts for: one that is no object of its own is read
/// whenever it is chosen, with an encoding of 256 names.
const OPERATORS_OF_A_FONT: usize = 500;

/// The characters of the codes of a font: by its `ToUnicode` map (ISO 32000-1 §9.10.3), or
/// by the glyph names of its encoding (§9.6.6).
pub(super) struct SourceFont {
    map: ToUnicodeMap,
    /// The characters of each code of a simple font; empty where its dictionary does not say
    /// which they are. The names of glyphs of a Type 3 font say nothing: they are often
    /// numbers.
    letters: Vec<String>,
    /// A composite font has codes of two bytes where its map does not say otherwise.
    is_composite: bool,
}

impl SourceFont {
    pub(super) fn read(
        document: &Document,
        font: &Dictionary,
        budget: &mut ReadBudget,
    ) -> Result<Self, SpentBudget> {
        budget.spend_operators(OPERATORS_OF_A_FONT)?;
        let kind = font.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
        let is_composite = kind == b"Type0";
        let has_names = !matches!(kind, b"Type0" | b"Type3");
        let letters =
            if has_names { read_encoding(document, font, budget)? } else { Vec::new() };
        let map = ToUnicodeMap::from_font(document, font, budget)?;
        Ok(Self { map, letters, is_composite })
    }

    /// Adds the characters of some codes; gives the number of those that are unknown.
    pub(super) fn decode(
        &self,
        codes: &[u8],
        text: &mut String,
        budget: &mut ReadBudget,
    ) -> Result<usize, SpentBudget> {
        let mut unknown = 0;
        let mut rest = codes;
        while let Some(first) = rest.first() {
            let stated = self.is_composite.then(|| self.map.stated_code_length(rest));
            let length = stated.map_or(1, |stated| stated.unwrap_or(2));
            let (code, after) = rest.split_at(length.clamp(1, rest.len()));
            rest = after;
            let named = || self.letters.get(usize::from(*first)).map(String::as_str);
            let letters = self.map.find(code).or_else(named).unwrap_or_default();
            budget.spend_text(letters.len().max(1))?;
            if letters.is_empty() || letters.contains(is_private) {
                unknown += 1;
            } else {
                text.push_str(letters);
            }
        }
        Ok(unknown)
    }
}

/// Whether a character means only what its font decides.
fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}')
}

/// The characters of the 256 codes of a simple font, as its dictionary states them. A font
/// program that is embedded may have an encoding of its own.
fn read_encoding(
    document: &Document,
    font: &Dictionary,
    budget: &mut ReadBudget,
) -> Result<Vec<String>, SpentBudget> {
    let encoding = font.get(b"Encoding").and_then(|one| document.dereference(one));
    let encoding = encoding.ok().map(|(_, encoding)| encoding);
    let own = encoding.and_then(|encoding| encoding.as_dict().ok());
    let base = match (encoding.and_then(|encoding| encoding.as_name().ok()), own) {
        (None, Some(own)) => own.get(b"BaseEncoding").and_then(Object::as_name).ok(),
        (name, _) => name,
    };
    let standard =
        || (!has_own_encoding(document, font)).then_some(b"StandardEncoding".as_slice());
    let mut letters = match base.or_else(standard) {
        Some(name) => list_letters(name),
        None => vec![String::new(); 256],
    };
    let differences = own.and_then(|own| own.get(b"Differences").ok());
    let differences = differences.and_then(|list| document.dereference(list).ok());
    let mut code = 0;
    for item in
        differences.and_then(|(_, list)| list.as_array().ok()).into_iter().flatten()
    {
        budget.spend_operators(1)?;
        match item {
            Object::Integer(first) => {
                code = usize::try_from(*first).unwrap_or(letters.len());
            }
            Object::Name(name) => {
                if let Some(slot) = letters.get_mut(code) {
                    *slot = read_glyph_name(name);
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    Ok(letters)
}

/// The characters of the codes of a predefined encoding (Annex D); none of another one.
fn list_letters(name: &[u8]) -> Vec<String> {
    let font =
        dictionary! { "Type" => "Font", "Encoding" => Object::Name(name.to_vec()) };
    let document = Document::new();
    let encoding = font.get_font_encoding(&document);
    let letter = |code: u8| encoding.as_ref().ok()?.bytes_to_string(&[code]).ok();
    (0..=255).map(|code| letter(code).unwrap_or_default()).collect()
}

/// Whether a font may have an encoding of its own, where its dictionary states none: it is
/// in the file, or has signs in place of letters (§9.6.2.2, §9.8.2).
fn has_own_encoding(document: &Document, font: &Dictionary) -> bool {
    let name = font.get(b"BaseFont").and_then(Object::as_name).unwrap_or_default();
    let descriptor = font.get(b"FontDescriptor").ok();
    let descriptor = descriptor.and_then(|one| resolve_dictionary(document, one));
    matches!(name, b"Symbol" | b"ZapfDingbats")
        || descriptor.is_some_and(|descriptor| {
            let keys = [b"FontFile".as_slice(), b"FontFile2", b"FontFile3"];
            keys.iter().any(|key| descriptor.has(key))
        })
}

/// The characters of a glyph name (Adobe Glyph List Specification §2); none if one of its
/// parts is unknown.
fn read_glyph_name(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let stem = name.split('.').next().unwrap_or_default();
    let parts: Vec<String> =
        stem.split('_').map(|part| agl::name_to_chars(part).collect()).collect();
    if parts.iter().any(String::is_empty) { String::new() } else { parts.concat() }
}
