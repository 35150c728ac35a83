//! The file that all objects go into, and the objects that every file has.

use pdf_writer::writers::{Catalog, DocumentInfo as InfoWriter};
use pdf_writer::{Chunk, Name, Pdf, Ref, Settings, TextStr};
use sha2::{Digest, Sha256};

use super::document_info::DocumentInfo;
use super::values::{format_date, shorten_text};
use crate::edition::moment::Moment;

/// What wrote the file, by name and version.
pub(super) const PRODUCER: &str = concat!("pliego ", env!("CARGO_PKG_VERSION"));

/// Bytes of a file identifier (ISO 32000-1 §14.4 suggests MD5: sixteen).
const IDENTIFIER_BYTES: usize = 16;

/// Bytes of an entry of the cross-reference table (ISO 32000-1 §7.5.4).
const CROSS_REFERENCE_BYTES: usize = 20;

/// About what header, catalog, information dictionary and trailer take.
const FRAME_BYTES: usize = 8 * 1024;

/// A PDF file that is being written.
///
/// Objects have the numbers from 1 on, in the order in which they are reserved. Each is
/// written into a chunk, on any thread; the file has the chunks in the order in which they
/// are added. Every reserved number must be written.
pub(super) struct PdfBuilder {
    /// The last number that is reserved.
    last: usize,
    chunks: Vec<Chunk>,
}

/// A place among the chunks of a [`PdfBuilder`].
pub(super) struct ChunkSlot(usize);

impl PdfBuilder {
    /// A file without objects.
    pub(super) fn new() -> Self {
        Self { last: 0, chunks: Vec::new() }
    }

    /// Reserves the next object number.
    pub(super) fn reserve(&mut self) -> Ref {
        self.last += 1;
        Ref::new(to_i32(self.last))
    }

    /// Reserves the next object numbers.
    pub(super) fn reserve_many(&mut self, count: usize) -> Vec<Ref> {
        (0..count).map(|_| self.reserve()).collect()
    }

    /// Adds objects after those that were added before.
    pub(super) fn add(&mut self, chunk: Chunk) {
        self.chunks.push(chunk);
    }

    /// Adds objects that were written on several threads, in order.
    pub(super) fn add_all(&mut self, chunks: impl IntoIterator<Item = Chunk>) {
        self.chunks.extend(chunks);
    }

    /// Reserves a place after the objects that were added before, for objects that are known
    /// only later.
    pub(super) fn add_slot(&mut self) -> ChunkSlot {
        self.chunks.push(new_chunk());
        ChunkSlot(self.chunks.len() - 1)
    }

    /// Adds objects in a place that was reserved for them.
    #[expect(clippy::needless_pass_by_value, reason = "a slot is filled once")]
    pub(super) fn fill_slot(&mut self, slot: ChunkSlot, chunk: Chunk) {
        self.chunks[slot.0] = chunk;
    }

    /// Reserves a number and writes an object.
    pub(super) fn write_object(&mut self, write: impl FnOnce(&mut Chunk, Ref)) -> Ref {
        let id = self.reserve();
        let mut chunk = new_chunk();
        write(&mut chunk, id);
        self.add(chunk);
        id
    }

    /// Writes the catalog and the information dictionary and returns the bytes of the file,
    /// of version 1.`minor`.
    pub(super) fn finish(
        mut self,
        minor: u8,
        write_catalog: impl FnOnce(&mut Catalog<'_>),
        write_info: impl FnOnce(&mut InfoWriter<'_>),
    ) -> Vec<u8> {
        let (catalog, info) = (self.reserve(), self.reserve());
        let size = self.chunks.iter().map(Chunk::len).sum::<usize>()
            + self.last * CROSS_REFERENCE_BYTES
            + FRAME_BYTES;
        let mut pdf = Pdf::with_settings_and_capacity(COMPACT, size);
        pdf.set_version(1, minor);
        for chunk in self.chunks {
            pdf.extend(&chunk);
        }
        write_catalog(&mut pdf.catalog(catalog));
        write_info(&mut pdf.document_info(info));
        let digest = &Sha256::digest(pdf.as_bytes())[..IDENTIFIER_BYTES];
        pdf.set_file_id((digest.to_vec(), digest.to_vec()));
        pdf.finish()
    }
}

/// Objects are written without a byte that is only for human readers.
const COMPACT: Settings = Settings { pretty: false };

/// A chunk without objects.
pub(super) fn new_chunk() -> Chunk {
    Chunk::with_settings(COMPACT)
}

/// A count as PDF integers hold it. A file with more objects than that is not allowed (ISO
/// 32000-1 annex C.2) and does not fit into memory.
pub(super) fn to_i32(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// Writes the metadata stream. It is not compressed, so that tools that do not know PDF can
/// find it.
pub(super) fn write_metadata(file: &mut PdfBuilder, packet: &str) -> Ref {
    file.write_object(|chunk, id| {
        chunk
            .stream(id, packet.as_bytes())
            .pair(Name(b"Type"), Name(b"Metadata"))
            .pair(Name(b"Subtype"), Name(b"XML"));
    })
}

/// Writes the information dictionary (ISO 32000-1 §14.3.3).
pub(super) fn write_info(info: &DocumentInfo, to: &mut InfoWriter<'_>) {
    to.title(TextStr(&shorten_text(&info.title)));
    to.producer(TextStr(PRODUCER));
    to.creator(TextStr(PRODUCER));
    if !info.authors.is_empty() {
        to.author(TextStr(&shorten_text(&info.authors.join(", "))));
    }
    if let Some(subject) = &info.subject {
        to.subject(TextStr(&shorten_text(subject)));
    }
    if !info.keywords.is_empty() {
        to.keywords(TextStr(&shorten_text(&info.keywords.join(", "))));
    }
    if let Some(made) = info.made {
        let date = format_date(Moment::from_seconds(made));
        to.pair(Name(b"CreationDate"), TextStr(&date));
        to.pair(Name(b"ModDate"), TextStr(&date));
    }
}
