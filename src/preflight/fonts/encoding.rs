//! Glyph selection in simple fonts (ISO 32000-1 §9.6.6).

use lopdf::{Dictionary, Object};
use read_fonts::ps::PredefinedEncoding;
use read_fonts::tables::cmap::PlatformId;
use read_fonts::{FontRef, TableProvider};

use crate::preflight::object::{PdfFile, object_name};

/// The glyph names of the codes from 0x80 to 0x9F in `WinAnsiEncoding` (Annex D.2).
const WINDOWS: [&str; 32] = [
    "Euro",
    "bullet",
    "quotesinglbase",
    "florin",
    "quotedblbase",
    "ellipsis",
    "dagger",
    "daggerdbl",
    "circumflex",
    "perthousand",
    "Scaron",
    "guilsinglleft",
    "OE",
    "bullet",
    "Zcaron",
    "bullet",
    "bullet",
    "quoteleft",
    "quoteright",
    "quotedblleft",
    "quotedblright",
    "bullet",
    "endash",
    "emdash",
    "tilde",
    "trademark",
    "scaron",
    "guilsinglright",
    "oe",
    "bullet",
    "zcaron",
    "Ydieresis",
];

/// The glyph names of the codes from 0x80 on in `MacRomanEncoding` (Annex D.2).
const MACINTOSH: &str = "\
    Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave acircumflex \
    adieresis atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave \
    icircumflex idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave \
    ucircumflex udieresis dagger degree cent sterling section bullet paragraph germandbls \
    registered copyright trademark acute dieresis notequal AE Oslash infinity plusminus \
    lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine \
    ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical florin \
    approxequal Delta guillemotleft guillemotright ellipsis space Agrave Atilde Otilde OE \
    oe endash emdash quotedblleft quotedblright quoteleft quoteright divide lozenge \
    ydieresis Ydieresis fraction currency guilsinglleft guilsinglright fi fl daggerdbl \
    periodcentered quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute \
    Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve \
    Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ring \
    cedilla hungarumlaut ogonek caron";

/// The Unicode characters of [`WINDOWS`]; codes without a character of their own are the
/// bullet.
const WINDOWS_LETTERS: [char; 32] = [
    '€', '•', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '•', 'Ž', '•', '•',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '•', 'ž', 'Ÿ',
];

/// A character code of a simple font.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SimpleCharacter {
    pub(super) code: u8,
    /// Its glyph name; `None` where the font's own encoding decides.
    pub(super) name: Option<String>,
}

/// The glyph names that a font dictionary assigns to its codes. `None` where the font
/// program decides: for all codes that the dictionary leaves out, if the program has an
/// encoding of its own.
pub(super) fn glyph_names(
    pdf: &PdfFile,
    font: &Dictionary,
    own_encoding: bool,
) -> Vec<Option<String>> {
    let encoding = pdf.get(font, "Encoding");
    let own = pdf.as_dictionary(encoding);
    let base = object_name(encoding).or_else(|| pdf.get_name(own?, "BaseEncoding"));
    let mut names: Vec<Option<String>> = (0..=255)
        .map(|code| match base.as_deref() {
            Some("WinAnsiEncoding") => Some(win_ansi_name(code).to_owned()),
            Some("MacRomanEncoding") => Some(mac_roman_name(code).to_owned()),
            Some("StandardEncoding") => standard_name(code),
            _ if own.is_some() && !own_encoding => standard_name(code),
            _ => None,
        })
        .collect();
    let differences = own.map_or(Vec::new(), |own| pdf.get_array(own, "Differences"));
    let mut code = 0;
    for item in differences {
        match item {
            Object::Integer(number) => code = usize::try_from(*number).unwrap_or(256),
            item => {
                if let (Some(name), Some(given)) =
                    (names.get_mut(code), object_name(item))
                {
                    *name = Some(given);
                }
                code = code.saturating_add(1);
            }
        }
    }
    names
}

fn standard_name(code: u8) -> Option<String> {
    let name = PredefinedEncoding::Standard.name(code);
    (name != ".notdef").then(|| name.to_owned())
}

/// The glyph name of a code of `WinAnsiEncoding`.
fn win_ansi_name(code: u8) -> &'static str {
    match code {
        39 => "quotesingle",
        96 => "grave",
        0x80..0xA0 => WINDOWS[usize::from(code - 0x80)],
        // The no-break space and the soft hyphen are drawn as what they look like.
        0xA0 => "space",
        45 | 0xAD => "hyphen",
        _ => PredefinedEncoding::IsoLatin1.name(code),
    }
}

/// The glyph name of a code of `MacRomanEncoding`.
fn mac_roman_name(code: u8) -> &'static str {
    match code.checked_sub(0x80) {
        Some(index) => MACINTOSH.split(' ').nth(index.into()).unwrap_or(".notdef"),
        None => win_ansi_name(code),
    }
}

/// The character of a glyph name, if it is one of `WinAnsiEncoding` or a `uniXXXX` name.
fn character_of_glyph(name: &str) -> Option<u32> {
    if let Some(digits) = name.strip_prefix("uni").or_else(|| name.strip_prefix('u'))
        && let Ok(number) = u32::from_str_radix(digits, 16)
    {
        return Some(number);
    }
    let code = (32..=255).find(|code| win_ansi_name(*code) == name)?;
    Some(match code {
        0x80..0xA0 => u32::from(WINDOWS_LETTERS[usize::from(code - 0x80)]),
        _ => u32::from(code),
    })
}

/// Looks up the glyph of a character in the `cmap` of a TrueType font (§9.6.6.4).
pub(super) fn glyph_by_cmap(font: &FontRef<'_>, letter: &SimpleCharacter) -> Option<u32> {
    let cmap = font.cmap().ok()?;
    let code = u32::from(letter.code);
    let named = letter.name.as_deref().and_then(character_of_glyph);
    let find = |platform: PlatformId, encoding: u16, character: u32| {
        let records = cmap.encoding_records();
        let record = records.iter().find(|record| {
            record.platform_id() == platform && record.encoding_id() == encoding
        })?;
        let subtable = record.subtable(cmap.offset_data()).ok()?;
        let glyph = subtable.map_codepoint(character)?.to_u32();
        (glyph != 0).then_some(glyph)
    };
    named
        .and_then(|character| find(PlatformId::Windows, 1, character))
        .or_else(|| find(PlatformId::Windows, 0, 0xF000 + code))
        .or_else(|| find(PlatformId::Windows, 0, code))
        .or_else(|| find(PlatformId::Macintosh, 0, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_names_of_the_standard() {
        assert_eq!(MACINTOSH.split(' ').count(), 128);
        assert_eq!(
            [mac_roman_name(222), mac_roman_name(202), mac_roman_name(65)],
            ["fi", "space", "A"]
        );
        assert_eq!(
            [win_ansi_name(0x80), win_ansi_name(0xF1), win_ansi_name(39)],
            ["Euro", "ntilde", "quotesingle"]
        );
        assert_eq!(character_of_glyph("emdash"), Some(0x2014));
        assert_eq!(character_of_glyph("uni0416"), Some(0x416));
        assert_eq!(character_of_glyph("no such name"), None);
    }
}
