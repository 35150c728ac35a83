//! Reads the content of the pages of a document, several pages at the same time.

use std::collections::{BTreeMap, BTreeSet};

use hayro_syntax::object::{Dict, MaybeRef, Object, ObjectIdentifier};
use hayro_syntax::page::Page;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use rayon::slice::ParallelSlice;

use crate::source::pdf::content::{Cut, read_content};
use crate::source::pdf::fonts::{FontPlace, MOST_FONTS, OpenedFonts, PdfFont};
use crate::source::pdf::marked_content::OptionalContent;
use crate::source::pdf::page::SourcePage;

/// The least pages of a run: each run opens its fonts itself, which takes as long as reading
/// a page or two.
const LEAST_PAGES: usize = 16;

/// The deepest nesting of arrays and dictionaries in an object whose references are listed.
/// Each level is read anew; those of books have five.
const DEEPEST_OBJECT: usize = 24;

/// Pages that follow each other, read with one set of opened fonts.
#[derive(Debug, Default)]
pub(super) struct PageRun {
    pub(super) pages: Vec<SourcePage>,
    /// The fonts in the order in which the pages use them, each with its place.
    pub(super) fonts: Vec<(FontPlace, PdfFont)>,
    /// The pages that were not read to their end, by their numbers.
    pub(super) cuts: Vec<(u32, Cut)>,
}

/// Reads the content of pages that are still empty. The result is the same as if they were
/// read one after the other.
pub(super) fn read_pages(
    sources: &[Page<'_>],
    empty: &[SourcePage],
    optional: &OptionalContent,
) -> PageRun {
    if sources.len() <= LEAST_PAGES || !look_up_content(sources) {
        return read_run(sources, empty, optional);
    }
    let length = sources.len().div_ceil(rayon::current_num_threads()).max(LEAST_PAGES);
    let runs = sources.par_chunks(length).zip(empty.par_chunks(length));
    let runs: Vec<PageRun> =
        runs.map(|(sources, empty)| read_run(sources, empty, optional)).collect();
    let joined = join_runs(runs);
    if joined.fonts.len() >= MOST_FONTS {
        // Which fonts are one too many must not depend on the number of threads.
        return read_run(sources, empty, optional);
    }
    joined
}

fn read_run(
    sources: &[Page<'_>],
    empty: &[SourcePage],
    optional: &OptionalContent,
) -> PageRun {
    let mut fonts = OpenedFonts::new();
    let mut run = PageRun::default();
    // Glyphs are nearly all of a document. One list grows to the length of the longest page,
    // and each page keeps a list that is just long enough.
    let mut glyphs = Vec::new();
    for (source, page) in sources.iter().zip(empty) {
        let page = SourcePage { glyphs: std::mem::take(&mut glyphs), ..page.clone() };
        let (mut page, cuts) = read_content(source, page, &mut fonts, optional);
        glyphs = std::mem::take(&mut page.glyphs);
        page.glyphs.append(&mut glyphs);
        run.cuts.extend(cuts.into_iter().map(|cut| (page.number, cut)));
        run.pages.push(page);
    }
    run.fonts = fonts.into_described();
    run
}

/// Joins runs that follow each other. A font that several of them use becomes one.
fn join_runs(runs: Vec<PageRun>) -> PageRun {
    let mut joined = PageRun::default();
    let mut known: BTreeMap<FontPlace, usize> = BTreeMap::new();
    for mut run in runs {
        let mut indices = Vec::with_capacity(run.fonts.len());
        for (place, font) in run.fonts {
            let index = *known.entry(place).or_insert(joined.fonts.len());
            match joined.fonts.get_mut(index) {
                Some((_, same)) => same.add_counts(&font),
                None => joined.fonts.push((place, font)),
            }
            indices.push(u16::try_from(index).unwrap_or(u16::MAX));
        }
        joined.cuts.extend(run.cuts);
        run.pages.par_iter_mut().flat_map_iter(|page| &mut page.glyphs).for_each(
            |glyph| {
                let index = indices.get(usize::from(glyph.font));
                glyph.font = index.copied().unwrap_or(glyph.font);
            },
        );
        joined.pages.append(&mut run.pages);
    }
    joined
}

/// Looks up all objects that the content of pages refers to; false if that takes too long.
///
/// When an object is not where the cross-reference table says, the syntax crate makes the
/// table anew from the whole file. It has to do so before several pages are read at the same
/// time: otherwise what a page finds would depend on which of them is faster.
fn look_up_content(sources: &[Page<'_>]) -> bool {
    let mut waiting: Vec<ObjectIdentifier> = Vec::new();
    let mut known: BTreeSet<ObjectIdentifier> = BTreeSet::new();
    // Pages may have a dictionary in common.
    let mut listed: BTreeSet<usize> = BTreeSet::new();
    for source in sources {
        let resources = source.resources();
        let dicts = [
            &resources.ext_g_states,
            &resources.fonts,
            &resources.properties,
            &resources.color_spaces,
            &resources.x_objects,
            &resources.patterns,
            &resources.shadings,
        ];
        let new = |dict: &&&Dict<'_>| listed.insert(dict.data().as_ptr().addr());
        let mut new = dicts.iter().filter(new);
        let contents = source.raw().get_raw::<Object<'_>>("Contents");
        let is_listed = new.all(|dict| list_of_dict(dict, 0, &mut waiting))
            && contents.is_none_or(|entry| list_of_entry(entry, 0, &mut waiting));
        if !is_listed {
            return false;
        }
        while let Some(id) = waiting.pop() {
            if known.insert(id)
                && let Some(object) = source.xref().get::<Object<'_>>(id)
                && !list_references(&object, 0, &mut waiting)
            {
                return false;
            }
        }
    }
    true
}

/// Lists the references in an object; false if it is nested too deep.
fn list_references(
    object: &Object<'_>,
    depth: usize,
    found: &mut Vec<ObjectIdentifier>,
) -> bool {
    match object {
        Object::Dict(dict) => list_of_dict(dict, depth, found),
        Object::Stream(stream) => list_of_dict(stream.dict(), depth, found),
        Object::Array(array) => {
            array.raw_iter().all(|entry| list_of_entry(entry, depth, found))
        }
        _ => true,
    }
}

fn list_of_dict(
    dict: &Dict<'_>,
    depth: usize,
    found: &mut Vec<ObjectIdentifier>,
) -> bool {
    dict.entries().all(|(_, entry)| list_of_entry(entry, depth, found))
}

fn list_of_entry(
    entry: MaybeRef<Object<'_>>,
    depth: usize,
    found: &mut Vec<ObjectIdentifier>,
) -> bool {
    match entry {
        MaybeRef::Ref(reference) => {
            found.push(ObjectIdentifier::from(reference));
            true
        }
        MaybeRef::NotRef(object) => {
            depth < DEEPEST_OBJECT && list_references(&object, depth + 1, found)
        }
    }
}
