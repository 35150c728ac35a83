//! Font files and their styles. `typeset::font` reads what is inside.

pub use bytes::Bytes;

/// A font file of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFile {
    /// The name of the family.
    pub family: String,
    /// The style that it has in the family.
    pub style: FontStyle,
    /// The whole file.
    pub bytes: Bytes,
}

/// The styles of a text family, and the style of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FontStyle {
    /// Upright, of text weight.
    Roman,
    /// Italic, of text weight.
    Italic,
    /// Upright, bold.
    Bold,
    /// Italic, bold.
    BoldItalic,
    /// With letters of one width, for code. Text families do not have it.
    Monospaced,
}

impl FontStyle {
    /// The style of emphasis within this style: italics inside italics are upright.
    #[must_use]
    pub fn emphasis(self) -> Self {
        match self {
            Self::Roman => Self::Italic,
            Self::Italic => Self::Roman,
            Self::Bold => Self::BoldItalic,
            Self::BoldItalic => Self::Bold,
            Self::Monospaced => Self::Monospaced,
        }
    }

    /// The style of strong emphasis within this style.
    #[must_use]
    pub fn strong(self) -> Self {
        match self {
            Self::Roman | Self::Bold => Self::Bold,
            Self::Italic | Self::BoldItalic => Self::BoldItalic,
            Self::Monospaced => Self::Monospaced,
        }
    }
}

/// The name of the fallback family, which supplies glyphs that other families lack.
pub const FALLBACK_FAMILY: &str = "EB Garamond";

/// A family and its font files, in the order of [`STYLES`].
type FontFamily = (&'static str, [&'static [u8]; 4]);

/// The styles of a text family, in the order of [`FontFamily`].
const STYLES: [FontStyle; 4] =
    [FontStyle::Roman, FontStyle::Italic, FontStyle::Bold, FontStyle::BoldItalic];

/// EB Garamond, SIL Open Font License 1.1.
const EB_GARAMOND: FontFamily = (
    FALLBACK_FAMILY,
    [
        include_bytes!("../fonts/eb-garamond/EBGaramond-Regular.ttf"),
        include_bytes!("../fonts/eb-garamond/EBGaramond-Italic.ttf"),
        include_bytes!("../fonts/eb-garamond/EBGaramond-Bold.ttf"),
        include_bytes!("../fonts/eb-garamond/EBGaramond-BoldItalic.ttf"),
    ],
);

/// Source Serif 4, SIL Open Font License 1.1.
const SOURCE_SERIF: FontFamily = (
    "Source Serif 4",
    [
        include_bytes!("../fonts/source-serif/SourceSerif4-Regular.ttf"),
        include_bytes!("../fonts/source-serif/SourceSerif4-It.ttf"),
        include_bytes!("../fonts/source-serif/SourceSerif4-Bold.ttf"),
        include_bytes!("../fonts/source-serif/SourceSerif4-BoldIt.ttf"),
    ],
);

/// Source Sans 3, SIL Open Font License 1.1.
const SOURCE_SANS: FontFamily = (
    "Source Sans 3",
    [
        include_bytes!("../fonts/source-sans/SourceSans3-Regular.ttf"),
        include_bytes!("../fonts/source-sans/SourceSans3-It.ttf"),
        include_bytes!("../fonts/source-sans/SourceSans3-Bold.ttf"),
        include_bytes!("../fonts/source-sans/SourceSans3-BoldIt.ttf"),
    ],
);

/// `JetBrains` Mono, SIL Open Font License 1.1.
const JETBRAINS_MONO: &[u8] =
    include_bytes!("../fonts/jetbrains-mono/JetBrainsMono-Regular.ttf");

/// The font of code.
#[must_use]
pub fn monospaced() -> FontFile {
    FontFile {
        family: "JetBrains Mono".to_owned(),
        style: FontStyle::Monospaced,
        bytes: Bytes::from_static(JETBRAINS_MONO),
    }
}

/// The fonts of the fallback family, which is also the text face of the classic design.
#[must_use]
pub fn built_in() -> Vec<FontFile> {
    family_files(EB_GARAMOND).collect()
}

/// Whether `bytes` are those of a built-in font, at their place in the program.
#[must_use]
pub fn is_built_in(bytes: &Bytes) -> bool {
    all_built_in()
        .chain([monospaced()])
        .any(|file| std::ptr::eq(&raw const *file.bytes, &raw const **bytes))
}

/// The fonts of the built-in text families.
pub fn all_built_in() -> impl Iterator<Item = FontFile> {
    [EB_GARAMOND, SOURCE_SERIF, SOURCE_SANS].into_iter().flat_map(family_files)
}

fn family_files((family, faces): FontFamily) -> impl Iterator<Item = FontFile> {
    STYLES.into_iter().zip(faces).map(move |(style, bytes)| FontFile {
        family: family.to_owned(),
        style,
        bytes: Bytes::from_static(bytes),
    })
}

/// `fsType` (OpenType 1.9, `OS/2`): embedding needs the maker's permission.
const RESTRICTED: u16 = 0x0002;
/// `fsType`: the font may not be subset.
const NO_SUBSETTING: u16 = 0x0100;
/// `fsType`: only bitmaps may be embedded.
const BITMAPS_ONLY: u16 = 0x0200;
/// The offset of `fsType` in `OS/2`.
const FS_TYPE: usize = 8;

/// How a font may be embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embedding {
    /// It may be subset.
    Free,
    /// It may be embedded as a whole only.
    Whole,
    /// It may not be embedded without the maker's permission.
    Forbidden,
}

/// Reads the embedding permission of a font; without one, the font may be embedded.
#[must_use]
pub fn read_embedding(font: &[u8]) -> Embedding {
    let bits = find_table(font, *b"OS/2").and_then(|table| read_u16(table, FS_TYPE));
    match bits.unwrap_or(0) {
        bits if bits & (RESTRICTED | BITMAPS_ONLY) != 0 => Embedding::Forbidden,
        bits if bits & NO_SUBSETTING != 0 => Embedding::Whole,
        _ => Embedding::Free,
    }
}

/// The offset of `unitsPerEm` in `head` (OpenType 1.9).
const UNITS: usize = 18;

/// Whether a font has a unit of measure. With zero units per em, nothing in it has a size.
#[must_use]
pub fn has_units(font: &[u8]) -> bool {
    find_table(font, *b"head").and_then(|head| read_u16(head, UNITS)) != Some(0)
}

/// Finds a table of a font by its tag, in the table directory: twelve bytes, then sixteen
/// for each table (OpenType 1.9, "Organization of an OpenType Font").
pub(crate) fn find_table(font: &[u8], tag: [u8; 4]) -> Option<&[u8]> {
    let records = font.get(12..)?.chunks_exact(16).take(read_u16(font, 4)?.into());
    let record = records.into_iter().find(|record| record.starts_with(&tag))?;
    let whole = |at: usize| {
        let bytes = record.get(at..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_be_bytes(*bytes)).ok()
    };
    let rest = font.get(whole(8)?..)?;
    rest.get(..whole(12)?.min(rest.len()))
}

/// Reads a big-endian number of two bytes.
pub(crate) fn read_u16(table: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*table.get(at..)?.first_chunk::<2>()?))
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Embedding, built_in, find_table, is_built_in, read_embedding};

    #[test]
    fn a_copy_is_not_built_in() {
        let font = &built_in()[0].bytes;
        assert!(is_built_in(font));
        assert!(!is_built_in(&font.slice(1..)));
        assert!(!is_built_in(&Bytes::copy_from_slice(font)));
    }

    #[test]
    fn embedding_permissions_are_read() {
        let font = built_in().remove(0).bytes.to_vec();
        assert_eq!(read_embedding(&font), Embedding::Free);
        let os2 = find_table(&font, *b"OS/2").expect("a table").as_ptr();
        let place = os2.addr() - font.as_ptr().addr() + super::FS_TYPE;
        for (bits, said) in [
            (0x0002_u16, Embedding::Forbidden),
            (0x0004, Embedding::Free),
            (0x0100, Embedding::Whole),
            (0x0200, Embedding::Forbidden),
        ] {
            let mut font = font.clone();
            font[place..place + 2].copy_from_slice(&bits.to_be_bytes());
            assert_eq!(read_embedding(&font), said, "{bits:#x}");
        }
    }

    #[test]
    fn a_truncated_font_has_no_table() {
        let font = &built_in()[0].bytes;
        for end in [0, 3, 5, 11, 12, 20, 100] {
            assert_eq!(find_table(&font[..end], *b"OS/2"), None);
        }
        assert_eq!(read_embedding(b"no font"), Embedding::Free);
    }
}
