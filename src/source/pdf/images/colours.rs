//! The colour spaces of images (ISO 32000-1 §8.6), as far as they can be turned into red,
//! green and blue without a table of inks.

use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};

use crate::source::pdf::streams::decode_stream;

/// Spaces within spaces: an indexed space in its base is the deepest of a valid file.
const DEEPEST_SPACE: u8 = 4;

/// A colour space of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SampleSpace {
    Gray,
    /// A separation of black: 1 is black.
    Black,
    Rgb,
    Cmyk,
    /// A table of colours.
    Indexed(Vec<[u8; 3]>),
}

impl SampleSpace {
    /// The colour space under the key of an image; `None` when it is not known.
    ///
    /// `spaces` are those of the resources, for the names in inline images.
    pub(super) fn read(dict: &Dict<'_>, spaces: &Dict<'_>) -> Option<Self> {
        let space = dict.get::<Object<'_>>("ColorSpace");
        let space = space.or_else(|| dict.get::<Object<'_>>("CS"))?;
        Self::of_object(&space, spaces, 0)
    }

    /// Whether an image says in what colour space it is.
    pub(super) fn is_given(dict: &Dict<'_>) -> bool {
        dict.contains_key("ColorSpace") || dict.contains_key("CS")
    }

    fn of_object(space: &Object<'_>, spaces: &Dict<'_>, depth: u8) -> Option<Self> {
        if depth > DEEPEST_SPACE {
            return None;
        }
        match space {
            Object::Name(name) => match name.as_ref() {
                b"DeviceGray" | b"CalGray" | b"G" => Some(Self::Gray),
                b"DeviceRGB" | b"CalRGB" | b"RGB" => Some(Self::Rgb),
                b"DeviceCMYK" | b"CMYK" => Some(Self::Cmyk),
                key => {
                    Self::of_object(&spaces.get::<Object<'_>>(key)?, spaces, depth + 1)
                }
            },
            Object::Array(array) => Self::of_array(array, spaces, depth),
            _ => None,
        }
    }

    fn of_array(array: &Array<'_>, spaces: &Dict<'_>, depth: u8) -> Option<Self> {
        let mut entries = array.flex_iter();
        let family = entries.next::<Name<'_>>()?;
        match family.as_ref() {
            b"ICCBased" => {
                let profile = entries.next::<Stream<'_>>()?;
                match profile.dict().get::<u32>("N")? {
                    1 => Some(Self::Gray),
                    3 => Some(Self::Rgb),
                    4 => Some(Self::Cmyk),
                    _ => None,
                }
            }
            b"Indexed" | b"I" => {
                let base = entries.next::<Object<'_>>()?;
                let base = Self::of_object(&base, spaces, depth + 1)?;
                let _highest = entries.next::<u32>()?;
                let table = match entries.next::<Object<'_>>()? {
                    Object::String(table) => PdfString::as_bytes(&table).to_vec(),
                    Object::Stream(table) => decode_stream(&table)?.into_owned(),
                    _ => return None,
                };
                Some(Self::Indexed(base.list_colours(&table)?))
            }
            b"Separation" => match entries.next::<Name<'_>>()?.as_ref() {
                b"Black" | b"All" => Some(Self::Black),
                _ => None,
            },
            _ => Self::of_object(&Object::Name(family), &Dict::empty(), depth + 1),
        }
    }

    /// The colours of the first 256 entries of a table.
    fn list_colours(&self, table: &[u8]) -> Option<Vec<[u8; 3]>> {
        if matches!(self, Self::Indexed(_)) {
            return None;
        }
        let entries = table.chunks_exact(self.components()).take(256);
        Some(entries.map(|entry| self.colour(entry)).collect())
    }

    /// How many samples make a colour.
    pub(super) fn components(&self) -> usize {
        match self {
            Self::Gray | Self::Black | Self::Indexed(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }

    /// The colour of some components.
    pub(super) fn colour(&self, parts: &[u8]) -> [u8; 3] {
        match (self, parts) {
            (Self::Gray, [gray, ..]) => [*gray; 3],
            (Self::Black, [black, ..]) => [255 - black; 3],
            (Self::Rgb, [red, green, blue, ..]) => [*red, *green, *blue],
            (Self::Cmyk, [cyan, magenta, yellow, black, ..]) => {
                let part = |ink: &u8| {
                    let light = (255 - u16::from(*ink)) * (255 - u16::from(*black));
                    u8::try_from((light + 127) / 255).unwrap_or(u8::MAX)
                };
                [part(cyan), part(magenta), part(yellow)]
            }
            // An index beyond the table is its last (ISO 32000-1 §8.6.6.3).
            (Self::Indexed(table), [index, ..]) => {
                let colour = table.get(usize::from(*index)).or_else(|| table.last());
                colour.copied().unwrap_or([255; 3])
            }
            _ => [255; 3],
        }
    }
}
