//! A font as objects of the file (ISO 32000-1 §9.7, §9.8).

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo};
use pdf_writer::writers::{CidFont, FontDescriptor, Type0Font};
use pdf_writer::{Chunk, Finish, Name, Rect, Ref, Str};

use super::deflate::{CompressorPool, StreamData};
use super::file::{PdfBuilder, new_chunk, to_i32};
use super::font_program::{ProgramFormat, format_to_unicode};
use super::fonts::{FontSubset, SubsetGlyph};

/// The `StemV` of a font that does not say its weight: that of a medium one.
const USUAL_STEM: f32 = 80.0;

/// The width of glyphs that the font does not have (ISO 32000-1 §9.7.4.3).
const DEFAULT_WIDTH: f32 = 1000.0;

/// The streams of a font, and what its dictionaries are made of.
pub(super) struct FontStreams<'a> {
    subset: &'a FontSubset,
    program: StreamData<'a>,
    /// Bytes of the program before it is compressed.
    program_length: usize,
    format: ProgramFormat,
    to_unicode: StreamData<'a>,
}

impl<'a> FontStreams<'a> {
    /// The streams of a subset that is called `name` among the resources.
    pub(super) fn new(name: &str, subset: &'a FontSubset) -> Self {
        let (program, format) = subset.program.to_embedded();
        let glyphs = subset.glyphs();
        let texts = glyphs.iter().map(|(&id, glyph)| (id, glyph.text.as_str()));
        Self {
            subset,
            program_length: program.len(),
            program: StreamData::plain(program),
            format,
            to_unicode: StreamData::plain(format_to_unicode(name, texts).into_bytes()),
        }
    }

    /// The bytes of the font program.
    pub(super) fn program(&self) -> &[u8] {
        self.program.bytes()
    }

    /// The bytes of the `ToUnicode` map.
    pub(super) fn to_unicode(&self) -> &[u8] {
        self.to_unicode.bytes()
    }

    /// Compresses the `ToUnicode` map, and the font program if it is written.
    pub(super) fn compress(
        &mut self,
        has_own_program: bool,
        content: &CompressorPool,
        data: &CompressorPool,
    ) {
        self.to_unicode.compress(content);
        if has_own_program {
            self.program.compress(data);
        }
    }

    /// Writes the objects of the font. `shared_program` is the program of another font with
    /// the same bytes. Returns the font and its program.
    pub(super) fn write(
        &self,
        file: &mut PdfBuilder,
        shared_program: Option<Ref>,
    ) -> [Ref; 2] {
        let mut chunk = new_chunk();
        let program = shared_program.unwrap_or_else(|| {
            let id = file.reserve();
            self.write_program(&mut chunk, id);
            id
        });
        let to_unicode = file.reserve();
        self.to_unicode.write(&mut chunk, to_unicode, |_| {});
        let descriptor = file.reserve();
        self.write_descriptor(chunk.font_descriptor(descriptor), program);
        let font = file.reserve();
        self.write_font(chunk.type0_font(font), to_unicode, descriptor);
        file.add(chunk);
        [font, program]
    }

    fn write_program(&self, chunk: &mut Chunk, id: Ref) {
        self.program.write(chunk, id, |stream| {
            match self.format {
                ProgramFormat::TrueType => {
                    stream.pair(Name(b"Length1"), to_i32(self.program_length))
                }
                ProgramFormat::BareCff => {
                    stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"))
                }
                ProgramFormat::OpenType => {
                    stream.pair(Name(b"Subtype"), Name(b"OpenType"))
                }
            };
        });
    }

    fn write_descriptor(&self, mut to: FontDescriptor<'_>, program: Ref) {
        let metrics = self.subset.program.metrics();
        let scale = match metrics.units_per_em {
            0 => 1.0,
            units => 1000.0 / f32::from(units),
        };
        let thousandths = |units: i16| (f32::from(units) * scale).round();
        let ascent = thousandths(metrics.ascent);
        #[expect(clippy::cast_precision_loss, reason = "a letter is a few ems high")]
        let cap_height = self.subset.cap_height.map_or(ascent, |height| height as f32);
        let italic_angle = find_italic_angle(metrics.caret_slope);
        let mut flags = FontFlags::NON_SYMBOLIC;
        flags.set(FontFlags::ITALIC, italic_angle != 0.0);
        let [x1, y1, x2, y2] = metrics.bbox.map(thousandths);
        to.name(Name(self.subset.name.as_bytes()))
            .ascent(ascent)
            .descent(thousandths(metrics.descent))
            .cap_height(cap_height)
            .italic_angle(italic_angle)
            .flags(flags)
            .stem_v(estimate_stem(self.subset.weight))
            .bbox(Rect { x1, y1, x2, y2 });
        match self.format {
            ProgramFormat::TrueType => to.font_file2(program),
            ProgramFormat::BareCff | ProgramFormat::OpenType => to.font_file3(program),
        };
    }

    fn write_font(&self, mut to: Type0Font<'_>, to_unicode: Ref, descriptor: Ref) {
        let name = Name(self.subset.name.as_bytes());
        to.base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .to_unicode(to_unicode);
        let mut descendants = to.insert(Name(b"DescendantFonts")).array();
        let mut font: CidFont<'_> = descendants.push().start();
        font.base_font(name).subtype(match self.format {
            ProgramFormat::TrueType => CidFontType::Type2,
            ProgramFormat::BareCff | ProgramFormat::OpenType => CidFontType::Type0,
        });
        font.system_info(SystemInfo {
            registry: Str(b"Adobe"),
            ordering: Str(b"Identity"),
            supplement: 0,
        });
        write_widths(&self.subset.glyphs(), &mut font);
        font.default_width(DEFAULT_WIDTH).font_descriptor(descriptor);
        // The other type finds glyphs by the CIDs of its program.
        if self.format == ProgramFormat::TrueType {
            font.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        font.finish();
    }
}

/// Writes the widths, one list for glyphs with consecutive ids.
fn write_widths(glyphs: &BTreeMap<u16, &SubsetGlyph>, font: &mut CidFont<'_>) {
    let glyphs: Vec<(u16, f64)> =
        glyphs.iter().map(|(&id, glyph)| (id, glyph.width)).collect();
    let mut widths = font.widths();
    for list in glyphs.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
        #[expect(clippy::cast_possible_truncation, reason = "widths are whole numbers")]
        widths.consecutive(list[0].0, list.iter().map(|(_, width)| *width as f32));
    }
}

/// The slant in degrees, counter-clockwise, by the slope of the caret: rise, then run.
fn find_italic_angle([rise, run]: [i16; 2]) -> f32 {
    if rise == 0 {
        return 0.0;
    }
    // Whole degrees: the last bits, in which platforms differ, are rounded away. Zero has no
    // sign.
    -f32::from(run).atan2(f32::from(rise)).to_degrees().round() + 0.0
}

/// Estimates the thickness of upright stems from the weight, as PDF writers usually do: about
/// 88 for 400 and 166 for 700. No table of a font has it.
fn estimate_stem(weight: u16) -> f32 {
    if weight == 0 {
        return USUAL_STEM;
    }
    let part = f32::from(weight) / 65.0;
    50.0 + (part * part).round()
}
