//! An image as an object of the file (ISO 32000-1 §8.9.5).

use pdf_writer::{Chunk, Name, Ref};

use super::deflate::{CompressorPool, StreamData};
use crate::typeset::document::PageImage;

/// The device colour space of an image (ISO 32000-1 §8.6.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeviceSpace {
    /// One byte for a pixel: light.
    Grey,
    /// Red, green and blue light.
    Rgb,
    /// Cyan, magenta, yellow and black ink.
    Cmyk,
}

impl DeviceSpace {
    fn name(self) -> Name<'static> {
        match self {
            Self::Grey => Name(b"DeviceGray"),
            Self::Rgb => Name(b"DeviceRGB"),
            Self::Cmyk => Name(b"DeviceCMYK"),
        }
    }
}

/// The stream of an image, and what its dictionary says.
pub(super) struct ImageStream<'a> {
    columns: u32,
    rows: u32,
    space: DeviceSpace,
    is_jpeg: bool,
    data: StreamData<'a>,
}

impl<'a> ImageStream<'a> {
    /// An image of 8-bit samples.
    pub(super) fn from_samples(
        picture: &PageImage,
        space: DeviceSpace,
        samples: StreamData<'a>,
    ) -> Self {
        let (columns, rows) = (picture.columns, picture.rows);
        Self { columns, rows, space, is_jpeg: false, data: samples }
    }

    /// A JPEG file as it is.
    pub(super) fn from_jpeg(
        picture: &PageImage,
        space: DeviceSpace,
        file: StreamData<'a>,
    ) -> Self {
        Self { is_jpeg: true, ..Self::from_samples(picture, space, file) }
    }

    /// The bytes of the stream.
    pub(super) fn bytes(&self) -> &[u8] {
        self.data.bytes()
    }

    /// Compresses the samples; a JPEG file is compressed already.
    pub(super) fn compress(&mut self, data: &CompressorPool) {
        if !self.is_jpeg {
            self.data.compress(data);
        }
    }

    /// Writes the object.
    pub(super) fn write(&self, chunk: &mut Chunk, id: Ref) {
        let to_i32 = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
        self.data.write(chunk, id, |stream| {
            stream.pair(Name(b"BitsPerComponent"), 8);
            stream.pair(Name(b"ColorSpace"), self.space.name());
            if self.is_jpeg {
                stream.pair(Name(b"Filter"), Name(b"DCTDecode"));
            }
            stream.pair(Name(b"Height"), to_i32(self.rows));
            stream.pair(Name(b"Subtype"), Name(b"Image"));
            stream.pair(Name(b"Type"), Name(b"XObject"));
            stream.pair(Name(b"Width"), to_i32(self.columns));
        });
    }
}
