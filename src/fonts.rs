//! Font files and what they are; their insides are the business of `typeset::font`.

pub use bytes::Bytes;

/// A font file of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFile {
    /// Name of the family.
    pub family: String,
    /// Which member of the family it is.
    pub style: FontStyle,
    /// The whole file.
    pub bytes: Bytes,
}

/// The four faces that a text family has.
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
}

impl FontStyle {
    /// The face of emphasis within this face: italics inside italics are upright.
    #[must_use]
    pub fn emphasis(self) -> Self {
        match self {
            Self::Roman => Self::Italic,
            Self::Italic => Self::Roman,
            Self::Bold => Self::BoldItalic,
            Self::BoldItalic => Self::Bold,
        }
    }

    /// The face of strong emphasis within this face.
    #[must_use]
    pub fn strong(self) -> Self {
        match self {
            Self::Roman | Self::Bold => Self::Bold,
            Self::Italic | Self::BoldItalic => Self::BoldItalic,
        }
    }
}

/// Name of the family that lends the others what they lack.
pub const LENDER: &str = "EB Garamond";

/// The faces of a family, in the order of [`STYLES`].
type Family = (&'static str, [&'static [u8]; 4]);

/// The four faces, in the order in which families are listed here.
const STYLES: [FontStyle; 4] =
    [FontStyle::Roman, FontStyle::Italic, FontStyle::Bold, FontStyle::BoldItalic];

/// EB Garamond, SIL Open Font License 1.1.
const EB_GARAMOND: Family = (
    LENDER,
    [
        include_bytes!("../fonts/eb-garamond/EBGaramond-Regular.ttf"),
        include_bytes!("../fonts/eb-garamond/EBGaramond-Italic.ttf"),
        include_bytes!("../fonts/eb-garamond/EBGaramond-Bold.ttf"),
        include_bytes!("../fonts/eb-garamond/EBGaramond-BoldItalic.ttf"),
    ],
);

/// Source Serif 4, SIL Open Font License 1.1.
const SOURCE_SERIF: Family = (
    "Source Serif 4",
    [
        include_bytes!("../fonts/source-serif/SourceSerif4-Regular.ttf"),
        include_bytes!("../fonts/source-serif/SourceSerif4-It.ttf"),
        include_bytes!("../fonts/source-serif/SourceSerif4-Bold.ttf"),
        include_bytes!("../fonts/source-serif/SourceSerif4-BoldIt.ttf"),
    ],
);

/// Source Sans 3, SIL Open Font License 1.1.
const SOURCE_SANS: Family = (
    "Source Sans 3",
    [
        include_bytes!("../fonts/source-sans/SourceSans3-Regular.ttf"),
        include_bytes!("../fonts/source-sans/SourceSans3-It.ttf"),
        include_bytes!("../fonts/source-sans/SourceSans3-Bold.ttf"),
        include_bytes!("../fonts/source-sans/SourceSans3-BoldIt.ttf"),
    ],
);

/// The family that lends the others what they lack, and that is the text face of the
/// classic design.
#[must_use]
pub fn built_in() -> Vec<FontFile> {
    files(EB_GARAMOND).collect()
}

/// Whether these are the bytes of a font that comes with the program, where they stand in it.
#[must_use]
pub fn is_built_in(bytes: &Bytes) -> bool {
    all_built_in().any(|file| std::ptr::eq(&raw const *file.bytes, &raw const **bytes))
}

/// All families that come with the program.
pub fn all_built_in() -> impl Iterator<Item = FontFile> {
    [EB_GARAMOND, SOURCE_SERIF, SOURCE_SANS].into_iter().flat_map(files)
}

fn files((family, faces): Family) -> impl Iterator<Item = FontFile> {
    STYLES.into_iter().zip(faces).map(move |(style, bytes)| FontFile {
        family: family.to_owned(),
        style,
        bytes: Bytes::from_static(bytes),
    })
}

/// `fsType` (OpenType 1.9, `OS/2`): embedding needs the maker's leave.
const RESTRICTED: u16 = 0x0002;
/// `fsType`: only the whole font may be embedded.
const NO_SUBSETTING: u16 = 0x0100;
/// `fsType`: only bitmaps of the font may be embedded.
const BITMAPS_ONLY: u16 = 0x0200;
/// Where `fsType` stands in `OS/2`.
const FS_TYPE: usize = 8;

/// What the maker of a font allows editions to do with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Embedding {
    /// It may be embedded in parts.
    Free,
    /// It may be embedded as a whole.
    Whole,
    /// It may not be embedded without the maker's leave.
    Forbidden,
}

/// What a font says of its embedding; one that says nothing may be embedded.
#[must_use]
pub fn embedding(font: &[u8]) -> Embedding {
    let bits = table(font, *b"OS/2").and_then(|table| short(table, FS_TYPE));
    match bits.unwrap_or(0) {
        bits if bits & (RESTRICTED | BITMAPS_ONLY) != 0 => Embedding::Forbidden,
        bits if bits & NO_SUBSETTING != 0 => Embedding::Whole,
        _ => Embedding::Free,
    }
}

/// Where `unitsPerEm` stands in `head` (OpenType 1.9).
const UNITS: usize = 18;

/// Whether anything of a font has a size: one without units in its em has none.
#[must_use]
pub fn has_units(font: &[u8]) -> bool {
    table(font, *b"head").and_then(|head| short(head, UNITS)) != Some(0)
}

/// A table of a font, by its tag, from the directory at the head of the file: twelve
/// bytes, then sixteen for each table (OpenType 1.9, "Organization of an OpenType Font").
pub(crate) fn table(font: &[u8], tag: [u8; 4]) -> Option<&[u8]> {
    let records = font.get(12..)?.chunks_exact(16).take(short(font, 4)?.into());
    let record = records.into_iter().find(|record| record.starts_with(&tag))?;
    let whole = |at: usize| {
        let bytes = record.get(at..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_be_bytes(*bytes)).ok()
    };
    let rest = font.get(whole(8)?..)?;
    rest.get(..whole(12)?.min(rest.len()))
}

/// A number of two bytes.
pub(crate) fn short(table: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*table.get(at..)?.first_chunk::<2>()?))
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Embedding, built_in, embedding, is_built_in, table};

    #[test]
    fn a_copy_of_a_built_in_font_is_another() {
        let font = &built_in()[0].bytes;
        assert!(is_built_in(font));
        assert!(!is_built_in(&font.slice(1..)));
        assert!(!is_built_in(&Bytes::copy_from_slice(font)));
    }

    #[test]
    fn what_a_maker_allows_is_read() {
        let font = built_in().remove(0).bytes.to_vec();
        assert_eq!(embedding(&font), Embedding::Free);
        let os2 = table(&font, *b"OS/2").expect("a table").as_ptr();
        let place = os2.addr() - font.as_ptr().addr() + super::FS_TYPE;
        for (bits, said) in [
            (0x0002_u16, Embedding::Forbidden),
            (0x0004, Embedding::Free),
            (0x0100, Embedding::Whole),
            (0x0200, Embedding::Forbidden),
        ] {
            let mut font = font.clone();
            font[place..place + 2].copy_from_slice(&bits.to_be_bytes());
            assert_eq!(embedding(&font), said, "{bits:#x}");
        }
    }

    #[test]
    fn a_font_that_ends_too_soon_has_no_table() {
        let font = &built_in()[0].bytes;
        for end in [0, 3, 5, 11, 12, 20, 100] {
            assert_eq!(table(&font[..end], *b"OS/2"), None);
        }
        assert_eq!(embedding(b"no font"), Embedding::Free);
    }
}
