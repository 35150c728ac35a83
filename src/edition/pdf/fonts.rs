//! The part of each face that the book uses, and what the writer must know of it.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};

use printpdf::ParsedFont;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use subsetter::GlyphRemapper;

use super::PdfError;
use super::kept::PageSource;
use super::legend::{HYPHENS, Legend, READINGS, Said};
use crate::fonts::{self, Embedding};
use crate::length::Length;
use crate::typeset::document::{FaceFile, Glyph, GlyphRun, Placed};

/// Where the number of glyphs stands in `maxp` (OpenType 1.9).
const GLYPH_COUNT: usize = 4;

/// What a glyph says that the font knows no character for.
const UNKNOWN: char = '\u{fffd}';

/// A face as the book uses it.
#[derive(Debug, Clone)]
pub(super) struct Face {
    /// What its glyphs say.
    pub(super) legend: Legend,
    /// A font for each reading; none for a face that is not used.
    pub(super) subsets: Vec<Subset>,
}

/// A face cut down to the glyphs of one reading.
#[derive(Debug, Clone)]
pub(super) struct Subset {
    /// The font program, parsed, with its name: `ABCDEF+EBGaramond-Regular`.
    pub(super) program: ParsedFont,
    /// Height of capitals in thousandths of an em, where the face says it.
    pub(super) cap_height: Option<i64>,
    /// The glyphs by their ids in the whole face; every glyph of the book is looked up.
    glyphs: Vec<Option<SubsetGlyph>>,
}

/// A glyph of a subset.
#[derive(Debug, Clone)]
pub(super) struct SubsetGlyph {
    /// Its id in the font program.
    pub(super) id: u16,
    /// What it says.
    pub(super) text: String,
    /// Its width as it stands in the file: whole thousandths of an em.
    pub(super) width: f64,
}

impl Hash for Subset {
    /// What it is called and what its glyphs are; the rest follows from the face.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.program.font_name.hash(state);
        for glyph in &self.glyphs {
            let said = |glyph: &SubsetGlyph| (glyph.id, glyph.width.to_bits());
            glyph.as_ref().map(said).hash(state);
            glyph.as_ref().map(|glyph| &glyph.text).hash(state);
        }
    }
}

impl Subset {
    /// A glyph by its id in the whole face.
    pub(super) fn glyph(&self, id: u16) -> Option<&SubsetGlyph> {
        self.glyphs.get(usize::from(id))?.as_ref()
    }

    /// All its glyphs.
    pub(super) fn glyphs(&self) -> impl Iterator<Item = &SubsetGlyph> {
        self.glyphs.iter().flatten()
    }
}

/// How much of a font is embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Portion {
    /// The glyphs that are used, where its maker does not ask for more.
    Used,
    /// All glyphs.
    Whole,
}

/// Pages of a section whose glyphs are looked through at a time, each set of them on any
/// thread.
const PAGES_AT_ONCE: usize = 8;

/// What is painted of a face: which of its glyphs, and what they say.
struct Used {
    glyphs: Vec<bool>,
    legend: Legend,
}

/// The same in few words: the glyphs in order, each with what it said.
pub(super) type Shown = Vec<(u16, Vec<Said>)>;

impl Used {
    /// Notes a run.
    fn note(&mut self, run: &GlyphRun) {
        for glyph in &run.glyphs {
            self.glyph(glyph.id);
        }
        self.legend.note(run);
    }

    fn glyph(&mut self, id: u16) {
        let id = usize::from(id);
        if self.glyphs.len() <= id {
            self.glyphs.resize(id + 1, false);
        }
        self.glyphs[id] = true;
    }

    /// Notes all that others have noted after it.
    fn add(&mut self, shown: &Shown) {
        for (glyph, said) in shown {
            self.glyph(*glyph);
            if !said.is_empty() {
                self.legend.add(*glyph, said);
            }
        }
    }

    /// The glyphs, in order.
    fn ids(&self) -> impl Iterator<Item = u16> {
        let used = (0..=u16::MAX).zip(&self.glyphs).filter(|(_, used)| **used);
        used.map(|(glyph, _)| glyph)
    }

    /// What it has noted.
    fn shown(&self) -> Shown {
        self.ids().map(|glyph| (glyph, self.legend.said(glyph).to_vec())).collect()
    }
}

/// Counts what is painted of the faces of a book.
struct Tally {
    /// Of each face the glyphs that hyphens are made with.
    hyphens: Vec<BTreeSet<u16>>,
}

impl Tally {
    fn of(faces: &[ParsedFont]) -> Self {
        let hyphens = |face: &ParsedFont| {
            let glyph = |&sign: &char| face.lookup_glyph_index(sign.into());
            HYPHENS.iter().filter_map(glyph).collect()
        };
        Self { hyphens: faces.iter().map(hyphens).collect() }
    }

    /// Nothing of any face.
    fn none(&self) -> Vec<Used> {
        let legends = self.hyphens.iter().cloned().map(Legend::new);
        legends.map(|legend| Used { glyphs: Vec::new(), legend }).collect()
    }

    /// Notes all runs among some items.
    fn note<'i>(
        used: &mut [Used],
        items: impl IntoIterator<Item = &'i Placed>,
    ) -> Result<(), PdfError> {
        let count = used.len();
        for item in items {
            let Placed::Run(run) = item else { continue };
            let index = run.face.0;
            let face = used.get_mut(usize::from(index));
            face.ok_or(PdfError::MissingFace { index, count })?.note(run);
        }
        Ok(())
    }

    /// What the text of some pages shows of each face.
    fn text(
        &self,
        pages: &[usize],
        source: PageSource<'_>,
    ) -> Result<Vec<Shown>, PdfError> {
        let mut used = self.none();
        for &place in pages {
            Self::note(&mut used, source.page(place).text())?;
        }
        Ok(used.iter().map(Used::shown).collect())
    }

    /// The same of all pages of a section, which may be cached.
    fn section(
        &self,
        pages: Range<usize>,
        source: PageSource<'_>,
    ) -> Result<Vec<Shown>, PdfError> {
        let first = pages.start;
        if let Some(shown) = source.get_shown(first) {
            return Ok(shown);
        }
        let pages: Vec<usize> = pages.collect();
        let sets = pages.par_chunks(PAGES_AT_ONCE).map(|set| self.text(set, source));
        let shown: Vec<Shown> =
            self.sum(sets.collect())?.iter().map(Used::shown).collect();
        source.put_shown(first, &shown);
        Ok(shown)
    }

    /// What several sets of pages show together, one after the other.
    fn sum(
        &self,
        sets: Vec<Result<Vec<Shown>, PdfError>>,
    ) -> Result<Vec<Used>, PdfError> {
        let mut used = self.none();
        for set in sets {
            used.iter_mut().zip(&set?).for_each(|(face, shown)| face.add(shown));
        }
        Ok(used)
    }

    /// What is painted on pages and beside them: the text of all sections first, and the
    /// furniture of their pages behind it, so that it is the same whether a section is
    /// known or not.
    fn all(
        &self,
        source: PageSource<'_>,
        beside: &[Placed],
    ) -> Result<Vec<Used>, PdfError> {
        let sections = source.sections().into_par_iter();
        let sections = sections.map(|pages| self.section(pages, source));
        let mut used = self.sum(sections.collect())?;
        let pages = &source.outer().pages;
        let furniture = pages.iter().flat_map(crate::typeset::document::Page::furniture);
        Self::note(&mut used, furniture.chain(beside))?;
        Ok(used)
    }
}

/// Cuts down all faces to what is painted of them, on pages and beside them.
pub(super) fn subset(
    source: PageSource<'_>,
    beside: &[Placed],
    portion: Portion,
) -> Result<Vec<Face>, PdfError> {
    let faces = &source.outer().faces;
    let parsed = faces.par_iter().map(|face| parse(&face.bytes, face));
    let parsed: Vec<ParsedFont> = parsed.collect::<Result<_, _>>()?;
    let used = Tally::of(&parsed).all(source, beside)?;
    let faces = faces.iter().zip(&parsed).zip(used);
    faces
        .map(|((file, whole), shown)| {
            let used: BTreeSet<u16> = shown.ids().collect();
            let mut legend = shown.legend;
            legend.settle();
            let mut subsets = Vec::new();
            for reading in 0..READINGS {
                let texts = texts(whole, &used, &legend, reading);
                if !texts.is_empty() {
                    subsets.push(cut(file, whole, &texts, reading, portion)?);
                }
            }
            Ok(Face { legend, subsets })
        })
        .collect()
}

/// Lines of a size in a face, letter by letter: for words beside the page, which no
/// typesetter has seen. What the face has not is left out.
pub(super) fn lines(
    file: &FaceFile,
    texts: impl IntoIterator<Item = String>,
    size: Length,
) -> Result<Vec<(String, Vec<Glyph>)>, PdfError> {
    let face = parse(&file.bytes, file)?;
    let em = i64::from(face.units_per_em.max(1));
    let line = |words: String| {
        let (mut text, mut glyphs, mut x) = (String::new(), Vec::new(), Length::ZERO);
        for character in words.chars() {
            let Some(id) = face.lookup_glyph_index(character.into()) else { continue };
            let start = u32::try_from(text.len()).unwrap_or(u32::MAX);
            text.push(character);
            let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
            glyphs.push(Glyph { id, x, rise: Length::ZERO, text: start..end });
            let advance = face.get_glyph_width(id).unwrap_or_default();
            x += size.scaled(advance.into(), em);
        }
        (text, glyphs)
    };
    Ok(texts.into_iter().map(line).collect())
}

/// A font program as the writer knows it: the file itself, or what was cut from it.
fn parse(program: &[u8], file: &FaceFile) -> Result<ParsedFont, PdfError> {
    let parsed =
        unless_damaged(file, || ParsedFont::from_bytes(program, 0, &mut Vec::new()))?;
    parsed.ok_or_else(|| PdfError::Metrics { name: file.name.clone() })
}

/// Reads a font with code that panics on about three in a hundred fonts with wrong bytes
/// in them (allsorts does, on some tables `cmap`): a damaged font is an error like others.
fn unless_damaged<T>(file: &FaceFile, read: impl FnOnce() -> T) -> Result<T, PdfError> {
    panic::catch_unwind(AssertUnwindSafe(read))
        .map_err(|_| PdfError::Damaged { name: file.name.clone() })
}

/// The glyphs of a reading and what they say. The first has them all: one that never
/// stood alone says there the character that the face has it for.
fn texts(
    whole: &ParsedFont,
    used: &BTreeSet<u16>,
    legend: &Legend,
    reading: usize,
) -> BTreeMap<u16, String> {
    let own = |&glyph: &u16| Some((glyph, legend.text(glyph, reading)?.to_owned()));
    let mut texts: BTreeMap<u16, String> = used.iter().filter_map(own).collect();
    if reading == 0 && texts.len() < used.len() {
        let characters = whole.codepoint_to_glyph.iter().rev();
        let named: BTreeMap<u16, u32> =
            characters.map(|(&character, &glyph)| (glyph, character)).collect();
        for &glyph in used {
            let character = named.get(&glyph).and_then(|&code| char::from_u32(code));
            let text = || character.unwrap_or(UNKNOWN).to_string();
            texts.entry(glyph).or_insert_with(text);
        }
    }
    texts
}

/// Cuts a face down to the glyphs of a reading, as far as its maker allows.
fn cut(
    file: &FaceFile,
    whole: &ParsedFont,
    texts: &BTreeMap<u16, String>,
    reading: usize,
    portion: Portion,
) -> Result<Subset, PdfError> {
    let glyphs: Vec<u16> = match (fonts::read_embedding(&file.bytes), portion) {
        (Embedding::Free, Portion::Used) => texts.keys().copied().collect(),
        // All in their order: nothing is cut off.
        (Embedding::Whole, _) | (Embedding::Free, Portion::Whole) => {
            let count = fonts::find_table(&file.bytes, *b"maxp");
            let count = count.and_then(|maxp| fonts::read_u16(maxp, GLYPH_COUNT));
            (0..count.unwrap_or(0)).chain(texts.keys().copied()).collect()
        }
        (Embedding::Forbidden, _) => {
            return Err(PdfError::Licence { name: file.name.clone() });
        }
    };
    let ids = GlyphRemapper::new_from_glyphs(&glyphs);
    let program = unless_damaged(file, || subsetter::subset(&file.bytes, 0, &ids))?
        .map_err(|cause| PdfError::Font { name: file.name.clone(), cause })?;
    let mut program = parse(&program, file)?;
    // The subset has lost the table that the weight is in.
    program.pdf_font_metrics.us_weight_class = whole.pdf_font_metrics.us_weight_class;
    program.font_name = Some(match portion {
        Portion::Used => {
            let tag = tag(&file.name, texts.keys().copied(), reading);
            format!("{tag}+{}", file.name)
        }
        Portion::Whole => file.name.clone(),
    });
    let em = f32::from(program.units_per_em.max(1));
    let glyph = |whole_id: u16| {
        let text = texts.get(&whole_id)?;
        let id = ids.get(whole_id).unwrap_or_default();
        let advance = f32::from(program.get_glyph_width(id).unwrap_or_default());
        // Cut to whole thousandths in the way in which printpdf writes them.
        let width = f64::from((advance * 1000.0 / em).trunc());
        Some(SubsetGlyph { id, text: text.clone(), width })
    };
    let last = texts.keys().next_back().map_or(0, |&last| last);
    let glyphs = (0..=last).map(glyph).collect();
    let cap_height = cap_height(&file.bytes, program.units_per_em);
    Ok(Subset { program, cap_height, glyphs })
}

/// `sCapHeight` of the table `OS/2` (OpenType 1.9, from version 2 of the table), in
/// thousandths of an em.
fn cap_height(file: &[u8], em: u16) -> Option<i64> {
    let table = fonts::find_table(file, *b"OS/2")?;
    let height = (fonts::read_u16(table, 0)? >= 2).then(|| fonts::read_u16(table, 88));
    Some(i64::from(height.flatten()?.cast_signed()) * 1000 / i64::from(em.max(1)))
}

/// Six capital letters that tell subsets of one font apart (ISO 32000-1 §9.6.4): a
/// digest of face, glyphs and reading, so that the same book has the same tags.
fn tag(name: &str, glyphs: impl Iterator<Item = u16>, reading: usize) -> String {
    // FNV-1a, 64 bits: nothing hostile is digested here.
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    let glyphs = glyphs.flat_map(u16::to_be_bytes);
    for byte in name.bytes().chain(glyphs).chain(reading.to_be_bytes()) {
        digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let letters = (0..6).map(|place| {
        let letter = digest / 26_u64.pow(place) % 26;
        char::from(b'A' + u8::try_from(letter).unwrap_or_default())
    });
    letters.collect()
}
