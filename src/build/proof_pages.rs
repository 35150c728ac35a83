//! The typeset pages of a job as a person proofs them: a PDF, and which part of a source each
//! of its lines was made of.

use std::collections::BTreeMap;

use crate::book::matter::notes::{NotePlacement, NumberedNotes};
use crate::book::{Book, Chapter};
use crate::edition::pdf::{DocumentInfo, write_cached_pdf};
use crate::length::{Length, Point, Rect, Size};
use crate::text::span::Span;
use crate::typeset::cached::CachedPages;
use crate::typeset::document::{
    BookPassage, ElementId, GlyphRun, Page, PlacedItem, StructElem,
};

use super::layout::Typesetter;
use super::materials::SharedMaterials;
use super::variants::{Variant, list_variants};
use super::{BuildError, BuildOptions, Inputs, Job};

/// The typeset pages of a job.
#[derive(Debug, Clone, Default)]
pub struct ProofPages {
    /// The PDF.
    pub pdf: Vec<u8>,
    /// The number of its pages.
    pub count: usize,
    /// Its lines that were made of a source, in reading order.
    pub lines: Vec<ProofLine>,
}

/// A line of the typeset pages, or a picture on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProofLine {
    /// The index of its page.
    pub page: usize,
    /// What it covers.
    pub rect: Rect,
    /// Where the part of the text that it belongs to is in its source: a title, a block or a
    /// note.
    pub source: Span,
    /// Whether that is a note.
    pub is_note: bool,
    /// How many letters of the part come before it.
    pub before: u32,
    /// How many letters it has; a picture has none.
    pub letters: u32,
    /// How many letters the part has.
    pub part_letters: u32,
}

/// Typesets a job for its PDF; of several named editions, the first that has one.
///
/// # Errors
///
/// As [`super::build`].
pub fn typeset_proof(
    job: &Job,
    inputs: &dyn Inputs,
    options: &BuildOptions,
) -> Result<ProofPages, BuildError> {
    let mut variants = list_variants(job, options)?;
    variants.truncate(1);
    let shared = SharedMaterials::gather(job, &variants, inputs, &())?;
    let mut variants = variants.iter().zip(&shared.looks);
    let Some((variant, look)) = variants.next() else {
        return Ok(ProofPages::default());
    };
    let Variant { job, options } = variant;
    let materials = shared.of_variant(variant, look);
    let publication = materials.publication(options.made);
    let Some(faces) = materials.faces else { return Ok(ProofPages::default()) };
    let typesetter = Typesetter {
        publication: &publication,
        faces,
        cache: materials.cache,
        progress: &(),
    };
    let pages = typesetter.typeset(&materials.manuscript.design).value;
    let info = DocumentInfo::from_publication(&publication);
    let pdf = write_cached_pdf(&pages, &info, materials.cache).map_err(|cause| {
        variant.name_error(BuildError::Pdf { place: job.display_path(), cause })
    })?;
    let lines = list_lines(publication.book, publication.notes, &pages);
    Ok(ProofPages { pdf, count: pages.page_count(), lines })
}

/// The lines of pages that were made of a source.
fn list_lines(
    book: &Book,
    placement: NotePlacement,
    pages: &CachedPages,
) -> Vec<ProofLine> {
    let sources = PartSources::new(book, placement);
    let elements = &pages.outer().elements;
    // How many letters of each part were met so far.
    let mut letters: BTreeMap<BookPassage, u32> = BTreeMap::new();
    let mut lines: Vec<(BookPassage, ProofLine)> = Vec::new();
    for index in 0..pages.page_count() {
        let page: &Page = &pages.page(index);
        let begin = lines.len();
        for item in page.text_items() {
            let part = item.element().and_then(|element| find_part(elements, element));
            let Some(part) = part else { continue };
            let Some(source) = sources.find(part) else { continue };
            let (rect, count) = match item {
                PlacedItem::Run(run) => (measure_run(run), count_letters(&run.text)),
                PlacedItem::Image(picture) => (picture.rect, 0),
                PlacedItem::Rule(_) | PlacedItem::Outline(_) => continue,
            };
            let met = letters.entry(part).or_default();
            let before = *met;
            *met = met.saturating_add(count);
            if let Some((own, last)) = lines[begin..].last_mut()
                && *own == part
                && is_beside(last.rect, rect)
            {
                last.rect = join_rects(last.rect, rect);
                last.letters = last.letters.saturating_add(count);
                continue;
            }
            let is_note = matches!(part, BookPassage::Note(_));
            let line = ProofLine {
                page: index,
                rect,
                source,
                is_note,
                before,
                letters: count,
                part_letters: 0,
            };
            lines.push((part, line));
        }
    }
    let whole = |(part, line): (BookPassage, ProofLine)| ProofLine {
        part_letters: letters.get(&part).copied().unwrap_or_default(),
        ..line
    };
    lines.into_iter().map(whole).collect()
}

/// Where the parts of a book are in its sources.
struct PartSources<'a> {
    chapters: Vec<&'a Chapter>,
    /// By their serial numbers.
    notes: BTreeMap<u32, Span>,
}

impl<'a> PartSources<'a> {
    fn new(book: &'a Book, placement: NotePlacement) -> Self {
        let numbered = NumberedNotes::new(book, placement);
        let notes = numbered.chapters.iter().flatten();
        let notes = notes.filter_map(|note| Some((note.serial, note.note.origin.0?)));
        Self { chapters: book.chapters().collect(), notes: notes.collect() }
    }

    fn find(&self, part: BookPassage) -> Option<Span> {
        match part {
            BookPassage::Title(chapter) => self.chapters.get(chapter)?.origin.0,
            BookPassage::Block(chapter, block) => {
                self.chapters.get(chapter)?.blocks.get(block)?.extent()
            }
            BookPassage::Note(serial) => self.notes.get(&serial).copied(),
        }
    }
}

/// The part that an element belongs to: its own, or that of what contains it.
fn find_part(elements: &[StructElem], element: ElementId) -> Option<BookPassage> {
    let find = |id: ElementId| elements.get(id.0 as usize);
    let mut around = std::iter::successors(find(element), |one| find(one.parent?));
    around.find_map(|one| one.passage)
}

/// What the glyphs of a run cover, roughly: ascenders and descenders of most faces, and an
/// average width for the last glyph.
fn measure_run(run: &GlyphRun) -> Rect {
    let last = run.glyphs.last().map_or(Length::ZERO, |glyph| glyph.x);
    let up = run.size.scaled(3, 4);
    let corner = Point { x: run.origin.x, y: run.origin.y - up };
    let size = Size { width: last + run.size / 2, height: run.size };
    Rect { corner, size }
}

/// Whether something continues a line: its middle is as high as that. An initial is as high as
/// several lines, and no part of any.
fn is_beside(line: Rect, other: Rect) -> bool {
    let middle = other.corner.y + other.size.height / 2;
    line.size.height < other.size.height * 2
        && line.corner.y < middle
        && middle < line.corner.y + line.size.height
}

fn join_rects(one: Rect, other: Rect) -> Rect {
    let [left, top] =
        [one.corner.x.min(other.corner.x), one.corner.y.min(other.corner.y)];
    let ends = [one, other]
        .map(|rect| (rect.corner.x + rect.size.width, rect.corner.y + rect.size.height));
    let right = ends[0].0.max(ends[1].0);
    let bottom = ends[0].1.max(ends[1].1);
    Rect {
        corner: Point { x: left, y: top },
        size: Size { width: right - left, height: bottom - top },
    }
}

/// How many signs that are not white space a text has.
pub(crate) fn count_letters(text: &str) -> u32 {
    let letters = text.chars().filter(|c| !c.is_whitespace()).count();
    u32::try_from(letters).unwrap_or(u32::MAX)
}
