//! ToUnicode and predefined `CMap`s (ISO 32000-1 §9.7.5, §9.10.3).

use hayro_cmap::{BfString, CMap, CMapName, CidFamily};
use hayro_syntax::object::{Array, Dict, Object, String as PdfString};

use crate::source::pdf::streams::decode_stream;

/// The `CMap` under the key `ToUnicode` of a font, as a stream or by its name.
pub(super) fn read_to_unicode(font: &Dict<'_>) -> Option<CMap> {
    match font.get::<Object<'_>>("ToUnicode")? {
        Object::Stream(stream) => {
            CMap::parse(&decode_stream(&stream)?, hayro_cmap::load_embedded)
        }
        Object::Name(name) => load_predefined(CMapName::from_bytes(name.as_ref())),
        _ => None,
    }
}

/// The characters that a `CMap` gives for a code.
pub(super) fn look_up_text(cmap: &CMap, code: u32) -> Option<String> {
    match cmap.lookup_bf_string(code)? {
        BfString::Char(character) => Some(character.to_string()),
        BfString::String(text) => Some(text),
    }
}

fn load_predefined(name: CMapName<'_>) -> Option<CMap> {
    CMap::parse(hayro_cmap::load_embedded(name)?, hayro_cmap::load_embedded)
}

/// From the codes of a composite font to characters by way of its character collection,
/// for fonts without ToUnicode (ISO 32000-1 §9.10.2).
#[derive(Debug)]
pub(super) struct CollectionText {
    /// From codes to CIDs.
    encoding: CMap,
    /// From CIDs to characters.
    ucs2: CMap,
}

impl CollectionText {
    /// Reads the encoding of a composite font and loads the `CMap` of its collection.
    pub(super) fn read(font: &Dict<'_>) -> Option<Self> {
        let encoding = match font.get::<Object<'_>>("Encoding")? {
            Object::Stream(stream) => {
                CMap::parse(&decode_stream(&stream)?, hayro_cmap::load_embedded)?
            }
            Object::Name(name) => match name.as_ref() {
                b"Identity-H" => CMap::identity_h(),
                b"Identity-V" => CMap::identity_v(),
                name => load_predefined(CMapName::from_bytes(name))?,
            },
            _ => return None,
        };
        let of_encoding = encoding.metadata().character_collection.clone();
        let family = of_encoding
            .map(|collection| collection.family)
            .filter(|family| *family != CidFamily::AdobeIdentity)
            .or_else(|| read_collection(font))?;
        let ucs2 = load_predefined(family.ucs2_cmap()?)?;
        Some(Self { encoding, ucs2 })
    }

    /// The characters of a code.
    pub(super) fn look_up(&self, code: u32) -> Option<String> {
        let mut cids =
            (1..=4).filter_map(|length| self.encoding.lookup_cid_code(code, length));
        let cid = cids.next()?;
        look_up_text(&self.ucs2, cid).or_else(|| {
            let character = self.ucs2.lookup_cid_code(cid, 2)?;
            char::from_u32(character).map(String::from)
        })
    }
}

fn read_collection(font: &Dict<'_>) -> Option<CidFamily> {
    let descendant =
        font.get::<Array<'_>>("DescendantFonts")?.iter::<Dict<'_>>().next()?;
    let system = descendant.get::<Dict<'_>>("CIDSystemInfo")?;
    let registry = system.get::<PdfString<'_>>("Registry")?;
    let ordering = system.get::<PdfString<'_>>("Ordering")?;
    Some(CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes()))
}

/// The Latin ligatures among the presentation forms, and the letters that they join.
const LIGATURES: [(char, &str); 7] = [
    ('\u{FB00}', "ff"),
    ('\u{FB01}', "fi"),
    ('\u{FB02}', "fl"),
    ('\u{FB03}', "ffi"),
    ('\u{FB04}', "ffl"),
    ('\u{FB05}', "ſt"),
    ('\u{FB06}', "st"),
];

/// Spells ligatures as letters: pdfTeX maps their glyphs to presentation forms, which nobody
/// types, searches for or hyphenates.
pub(super) fn spell_ligatures(text: String) -> String {
    let spell = |text: String, (ligature, letters): (char, &str)| {
        if text.contains(ligature) { text.replace(ligature, letters) } else { text }
    };
    LIGATURES.into_iter().fold(text, spell)
}

/// Whether characters say nothing: none at all, U+0000, U+FFFD, or another character that
/// no text has.
pub(super) fn is_void(text: &str) -> bool {
    text.is_empty()
        || text.chars().any(|c| {
            matches!(c, '\0'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{FFFD}' | '\u{FFFE}' | '\u{FFFF}')
        })
}

/// Whether all characters are for private use, so that only the font knows their meaning.
pub(super) fn is_private(text: &str) -> bool {
    text.chars().all(|c| {
        matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
    })
}

/// The letters of a ligature whose UTF-16 has its bytes exchanged: Ghostscript has written
/// `<66006900>` for `fi`.
pub(super) fn unswap_bytes(text: &str) -> Option<String> {
    let letter = |c: char| match u32::from(c).to_be_bytes() {
        [0, 0, letter @ b'a'..=b'z', 0] => Some(char::from(letter)),
        _ => None,
    };
    (text.chars().count() > 1).then(|| text.chars().map(letter).collect())?
}

#[cfg(test)]
mod tests {
    use super::spell_ligatures;

    #[test]
    fn ligatures_become_letters() {
        assert_eq!(spell_ligatures("ﬁ".to_owned()), "fi");
        assert_eq!(spell_ligatures("suﬃcient ﬂow".to_owned()), "sufficient flow");
        assert_eq!(spell_ligatures("æther".to_owned()), "æther");
    }
}
