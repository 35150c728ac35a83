//! Fonts: from the codes of a string to characters, advance widths and ink boxes.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use hayro_cmap::CMap;
use hayro_font::hayro_cmap as font_cmap;
use hayro_font::{CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn};
use hayro_syntax::object::{Array, Dict, Name, Stream};

use crate::source::pdf::cmap::{
    CollectionText, is_private, is_void, look_up_text, read_to_unicode, spell_ligatures,
    unswap_bytes,
};
use crate::source::pdf::font_style::{FontTraits, read_style};
use crate::source::pdf::glyph_names::{
    decode_private, form_of_name, guess_text, has_accented_codes, read_differences,
    text_of_name,
};
use crate::source::pdf::matrix::Bounds;
use crate::source::pdf::outlines::{ProgramGlyphs, measure_ink};
use crate::source::pdf::page::GlyphForm;
use crate::source::pdf::streams::is_within_limit;

/// The most fonts of a document that are read; glyphs have an index of 16 bits.
pub(super) const MOST_FONTS: usize = 60_000;
/// The advance of a glyph whose font cannot be read, in thousandths of an em.
const UNKNOWN_ADVANCE: f64 = 500.0;
/// The lowest point of a superior figure, in thousandths of an em above the baseline.
/// Superior figures of 14 text fonts begin between 260 and 400; no other figure or letter
/// begins above 150.
const SUPERIOR_FROM: f64 = 240.0;
/// The height of a superior figure at most, in thousandths of an em. Figures on the
/// baseline have 450 (old style x-height) to 750; superior ones 330 to 480.
const SUPERIOR_HEIGHT: f64 = 560.0;

/// The height of small capitals, in thousandths of an em. Ascenders of text fonts begin at
/// 640.
const SMALL_CAPITAL: std::ops::RangeInclusive<f64> = 350.0..=570.0;
/// How far a small capital reaches below the baseline, in thousandths of an em; descenders
/// begin at 150.
const SMALL_CAPITAL_DEPTH: f64 = 60.0;

/// A font of the document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfFont {
    /// Its PostScript name, without the tag of a subset.
    pub name: String,
    /// What its name and its descriptor say of its style.
    pub style: FontTraits,
    /// How many glyphs were shown for which no characters were found.
    pub unknown: u32,
    /// How many glyphs were shown whose characters were guessed from their codes.
    pub guessed: u32,
}

impl PdfFont {
    /// Adds how many glyphs of it other pages show.
    pub(super) fn add_counts(&mut self, other: &Self) {
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.guessed = self.guessed.saturating_add(other.guessed);
    }
}

/// Where the dictionary of a font lies in memory, and how long it is: direct dictionaries
/// have no number of their own.
pub(super) type FontPlace = (usize, usize);

/// A glyph of a font, as far as it does not depend on the page.
#[derive(Debug, Clone)]
pub(super) struct CodeGlyph {
    /// Its characters; U+FFFD when they are unknown.
    pub(super) text: String,
    /// Whether the characters are unknown.
    pub(super) unknown: bool,
    /// Whether the characters are guessed from the code.
    pub(super) guessed: bool,
    /// Its advance width, in thousandths of an em.
    pub(super) advance: (f64, f64),
    /// Where its origin lies from the text position, in thousandths of an em; only in
    /// vertical writing.
    pub(super) displacement: (f64, f64),
    /// The box of its outline, in thousandths of an em.
    pub(super) ink: Option<Bounds>,
    /// What the glyph is beside its characters.
    pub(super) form: GlyphForm,
}

/// A font that has been opened.
pub(super) struct LoadedFont<'a> {
    font: Option<Font<'a>>,
    composite: bool,
    dingbats: bool,
    to_unicode: Option<CMap>,
    collection: Option<CollectionText>,
    differences: BTreeMap<u32, String>,
    program: ProgramGlyphs,
    glyphs: HashMap<u32, Rc<CodeGlyph>>,
}

/// All fonts of a document, each opened once.
pub(super) struct OpenedFonts<'a> {
    cache: FontCache<'a>,
    font_resolver: FontResolverFn,
    cmap_resolver: CMapResolverFn,
    loaded: Vec<LoadedFont<'a>>,
    described: Vec<(FontPlace, PdfFont)>,
    by_place: HashMap<FontPlace, usize>,
    by_name: HashMap<(usize, Vec<u8>), usize>,
}

impl<'a> OpenedFonts<'a> {
    /// No fonts yet.
    pub(super) fn new() -> Self {
        let font_resolver: FontResolverFn = Arc::new(|query: &FontQuery| {
            let font = match query {
                FontQuery::Standard(font) => *font,
                FontQuery::Fallback(query) => query.pick_standard_font(),
            };
            Some(font.get_font_data())
        });
        let cmap_resolver: CMapResolverFn = Arc::new(font_cmap::load_embedded);
        Self {
            cache: FontCache::new(),
            font_resolver,
            cmap_resolver,
            loaded: Vec::new(),
            described: Vec::new(),
            by_place: HashMap::new(),
            by_name: HashMap::new(),
        }
    }

    /// The index of the font that resources have under a name.
    pub(super) fn load_named(&mut self, fonts: &Dict<'a>, name: &[u8]) -> usize {
        // Looking a dictionary up reads it anew, and some pages choose a font for each glyph.
        let key = (fonts.data().as_ptr().addr(), name.to_vec());
        if let Some(index) = self.by_name.get(&key) {
            return *index;
        }
        let index = self.load(&fonts.get::<Dict<'a>>(name).unwrap_or_default());
        self.by_name.insert(key, index);
        index
    }

    /// The index of the font of a font dictionary, which is opened when it is new.
    pub(super) fn load(&mut self, dict: &Dict<'a>) -> usize {
        let data = dict.data();
        let place = (data.as_ptr().addr(), data.len());
        if let Some(index) = self.by_place.get(&place) {
            return *index;
        }
        if self.loaded.len() >= MOST_FONTS {
            return 0;
        }
        let font = is_safe(dict)
            .then(|| self.cache.font(dict, &self.font_resolver, &self.cmap_resolver))
            .flatten();
        self.loaded.push(LoadedFont::read(dict, font));
        self.described.push((place, describe(dict)));
        let index = self.loaded.len() - 1;
        self.by_place.insert(place, index);
        index
    }

    /// The next glyph of a string, and how many bytes its code has.
    pub(super) fn next_glyph(
        &mut self,
        index: usize,
        bytes: &[u8],
        at: usize,
    ) -> Option<(Rc<CodeGlyph>, usize)> {
        let font = self.loaded.get_mut(index)?;
        let (glyph, length) = font.next_glyph(bytes, at)?;
        if let Some((_, described)) = self.described.get_mut(index) {
            described.unknown =
                described.unknown.saturating_add(u32::from(glyph.unknown));
            described.guessed =
                described.guessed.saturating_add(u32::from(glyph.guessed));
        }
        Some((glyph, length))
    }

    /// Whether a font is written vertically.
    pub(super) fn is_vertical(&self, index: usize) -> bool {
        let font = self.loaded.get(index).and_then(|font| font.font.as_ref());
        font.is_some_and(|font| !font.is_horizontal())
    }

    /// The fonts, in the order in which they were first used, each with its place.
    pub(super) fn into_described(self) -> Vec<(FontPlace, PdfFont)> {
        self.described
    }
}

impl<'a> LoadedFont<'a> {
    fn read(dict: &Dict<'a>, font: Option<Font<'a>>) -> Self {
        let composite = subtype_is(dict, b"Type0");
        let to_unicode = read_to_unicode(dict);
        let collection = if composite && to_unicode.is_none() {
            CollectionText::read(dict)
        } else {
            None
        };
        let descriptor = find_descriptor(dict);
        let program = descriptor.as_ref().map(ProgramGlyphs::read).unwrap_or_default();
        let name = dict.get::<Name<'_>>("BaseFont");
        let dingbats = name.is_some_and(|name| name.as_str().contains("Dingbats"));
        Self {
            font,
            composite,
            dingbats,
            to_unicode,
            collection,
            differences: read_differences(dict),
            program,
            glyphs: HashMap::new(),
        }
    }

    fn next_glyph(&mut self, bytes: &[u8], at: usize) -> Option<(Rc<CodeGlyph>, usize)> {
        let first = *bytes.get(at)?;
        let (code, length) = match &self.font {
            Some(font) => font.read_code(bytes, at),
            None if self.composite => {
                let second = bytes.get(at + 1).copied().unwrap_or(0);
                (u32::from(first) << 8 | u32::from(second), 2)
            }
            None => (u32::from(first), 1),
        };
        // The length is part of the key: `<41>` and `<0041>` are different codes.
        let key = code ^ (u32::try_from(length).unwrap_or(0) << 30);
        if let Some(glyph) = self.glyphs.get(&key) {
            return Some((Rc::clone(glyph), length.max(1)));
        }
        let glyph = Rc::new(self.read_glyph(code));
        self.glyphs.insert(key, Rc::clone(&glyph));
        Some((glyph, length.max(1)))
    }

    fn read_glyph(&self, code: u32) -> CodeGlyph {
        let Some(font) = &self.font else {
            let text = self.to_unicode.as_ref().and_then(|cmap| look_up_text(cmap, code));
            let latin = || char::from_u32(code).filter(|_| !self.composite && code >= 32);
            let text = text.or_else(|| latin().map(String::from));
            return CodeGlyph {
                unknown: text.is_none(),
                guessed: false,
                text: text.map_or_else(
                    || char::REPLACEMENT_CHARACTER.to_string(),
                    spell_ligatures,
                ),
                advance: (UNKNOWN_ADVANCE, 0.0),
                displacement: (0.0, 0.0),
                ink: None,
                form: GlyphForm::Plain,
            };
        };
        let glyph = font.map_code(code);
        let name = self.differences.get(&code).map(String::as_str);
        let name = name.or_else(|| self.program.name(glyph));
        let text = self.find_text(font, code, name).map(spell_ligatures);
        let ink = measure_ink(font, glyph, code);
        let advance = font.code_advance(code);
        let displacement = font.origin_displacement(code);
        let is_drawn = matches!(font.glyph(glyph, code), FontGlyph::Type3(_));
        // A blank glyph that nobody names is most likely a space.
        let blank = text.is_none() && ink.is_none() && !is_drawn;
        // Numbers name the glyphs of bitmap fonts, and the signs of symbol fonts.
        let guess = name.filter(|_| text.is_none() && is_drawn).and_then(|name| {
            guess_text(name, code, has_accented_codes(&self.differences))
        });
        let guessed = guess.is_some();
        let unknown = text.is_none() && !blank && !guessed;
        let text = match text.or(guess) {
            Some(text) => text,
            None if blank => " ".to_owned(),
            None => char::REPLACEMENT_CHARACTER.to_string(),
        };
        let form = match name.map(form_of_name).unwrap_or_default() {
            GlyphForm::Plain => form_of_ink(&text, ink),
            form => form,
        };
        CodeGlyph {
            text,
            unknown,
            guessed,
            advance: (finite(advance.x), finite(advance.y)),
            displacement: (finite(displacement.x), finite(displacement.y)),
            ink,
            form,
        }
    }

    /// The characters of a code: ToUnicode first, then the name of the glyph, the character
    /// collection, and what the font program maps to the glyph.
    fn find_text(
        &self,
        font: &Font<'_>,
        code: u32,
        name: Option<&str>,
    ) -> Option<String> {
        let stated = self.to_unicode.as_ref().and_then(|cmap| look_up_text(cmap, code));
        let stated = stated.filter(|text| !is_void(text));
        let stated = stated.map(|text| unswap_bytes(&text).unwrap_or(text));
        if let Some(text) = stated.as_ref().filter(|text| !is_private(text)) {
            return Some(text.clone());
        }
        let named = name.and_then(|name| text_of_name(name, self.dingbats));
        if let Some(text) = named.filter(|text| !is_void(text)) {
            return Some(text);
        }
        let glyph = font.map_code(code);
        let inferred = match font.glyph(glyph, code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode(),
        };
        let inferred = inferred.map(|text| match text {
            font_cmap::BfString::Char(character) => character.to_string(),
            font_cmap::BfString::String(text) => text,
        });
        if let Some(text) = inferred.filter(|text| !is_void(text) && !is_private(text)) {
            return Some(text);
        }
        let collected = self.collection.as_ref().and_then(|c| c.look_up(code));
        if let Some(text) = collected.filter(|text| !is_void(text)) {
            return Some(text);
        }
        let mapped = self.program.character(glyph).map(String::from);
        mapped.or_else(|| stated.as_deref().and_then(decode_private)).or(stated)
    }
}

/// What the outline of a figure or letter tells: that it stands high enough, and is small
/// enough, to be superior; that it has not the ascender or descender of its small letter.
fn form_of_ink(text: &str, ink: Option<Bounds>) -> GlyphForm {
    let mut characters = text.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return GlyphForm::Plain;
    };
    // Superscript characters say it themselves; a modifier letter stands high by nature.
    let ordinary = character.is_ascii_alphanumeric();
    match ink {
        Some(ink)
            if ordinary && ink.y0 >= SUPERIOR_FROM && ink.height() <= SUPERIOR_HEIGHT =>
        {
            GlyphForm::Superior
        }
        Some(ink)
            if matches!(character, 'b' | 'd' | 'f' | 'h' | 'k' | 'l')
                && SMALL_CAPITAL.contains(&ink.y1)
                && ink.y0.abs() < SMALL_CAPITAL_DEPTH
                || matches!(character, 'g' | 'p' | 'q' | 'y')
                    && SMALL_CAPITAL.contains(&ink.y1)
                    && ink.y0 > -SMALL_CAPITAL_DEPTH =>
        {
            GlyphForm::SmallCapital
        }
        _ => GlyphForm::Plain,
    }
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

fn subtype_is(dict: &Dict<'_>, subtype: &[u8]) -> bool {
    dict.get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == subtype)
}

/// The font descriptor of a font, or of the descendant of a composite font.
pub(super) fn find_descriptor<'a>(font: &Dict<'a>) -> Option<Dict<'a>> {
    font.get::<Dict<'a>>("FontDescriptor").or_else(|| {
        let descendants = font.get::<Array<'a>>("DescendantFonts")?;
        descendants.iter::<Dict<'a>>().next()?.get::<Dict<'a>>("FontDescriptor")
    })
}

/// Whether all streams of a font are within the limit.
fn is_safe(font: &Dict<'_>) -> bool {
    let within = |dict: &Dict<'_>, key: &str| {
        dict.get::<Stream<'_>>(key).is_none_or(|stream| is_within_limit(&stream))
    };
    let descendant = font
        .get::<Array<'_>>("DescendantFonts")
        .and_then(|descendants| descendants.iter::<Dict<'_>>().next());
    let files = ["FontFile", "FontFile2", "FontFile3"];
    within(font, "ToUnicode")
        && within(font, "Encoding")
        && descendant.is_none_or(|font| within(&font, "CIDToGIDMap"))
        && find_descriptor(font)
            .is_none_or(|descriptor| files.iter().all(|key| within(&descriptor, key)))
}

fn describe(font: &Dict<'_>) -> PdfFont {
    let descriptor = find_descriptor(font);
    let name = font.get::<Name<'_>>("BaseFont").or_else(|| font.get::<Name<'_>>("Name"));
    let name = name.map(|name| name.as_str().to_owned()).unwrap_or_default();
    let name = match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest.to_owned(),
        _ => name,
    };
    let style = read_style(&name, descriptor.as_ref());
    PdfFont { name, style, unknown: 0, guessed: 0 }
}
