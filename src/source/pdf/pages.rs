//! Reads the content of the pages of a document, several pages at the same time.

use std::collections::{BTreeMap, BTreeSet};

use hayro_syntax::object::{Dict, MaybeRef, Object, ObjectIdentifier};
use hayro_syntax::page::Page;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use crate::source::pdf::content::{Cut, read_content};
use crate::source::pdf::fonts::{FontPlace, MOST_FONTS, OpenedFonts, PdfFont};
use crate::source::pdf::marked_content::OptionalContent;
use crate::source::pdf::page::SourcePage;

/// The least pages of a run: each run opens its fonts itself, which takes as long as reading
/// a page or two.
const LEAST_PAGES: usize = 16;

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
    look_up_content(sources);
    let length = sources.len().div_ceil(rayon::current_num_threads()).max(LEAST_PAGES);
    let runs = sources.par_chunks(length).zip(empty.par_chunks(length));
    let runs: Vec<PageRun> =
        runs.map(|(sources, empty)| read_run(sources, empty, optional)).collect();
    let joined = join_runs(runs);
    if joined.fonts.len() > MOST_FONTS {
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
        page.glyphs = glyphs.drain(..).collect();
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
    for run in runs {
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
        for mut page in run.pages {
            for glyph in &mut page.glyphs {
                let index = indices.get(usize::from(glyph.font));
                glyph.font = index.copied().unwrap_or(glyph.font);
            }
            joined.pages.push(page);
        }
    }
    joined
}

/// Looks up all objects that the content of pages refers to.
///
/// When an object is not where the cross-reference table says, the syntax crate makes the
/// table anew from the whole file. It has to do so before several pages are read at the same
/// time: otherwise what a page finds would depend on which of them is faster.
fn look_up_content(sources: &[Page<'_>]) {
    let mut waiting: Vec<Object<'_>> = Vec::new();
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
        waiting
            .extend(dicts.iter().filter(new).map(|dict| Object::Dict((*dict).clone())));
        waiting.extend(look_up(source, source.raw().get_raw("Contents"), &mut known));
        while let Some(object) = waiting.pop() {
            match object {
                Object::Dict(dict) => {
                    let entries = dict.entries().map(|(_, entry)| Some(entry));
                    waiting.extend(
                        entries.filter_map(|entry| look_up(source, entry, &mut known)),
                    );
                }
                Object::Stream(stream) => {
                    waiting.push(Object::Dict(stream.dict().clone()));
                }
                Object::Array(array) => waiting.extend(
                    array
                        .raw_iter()
                        .filter_map(|entry| look_up(source, Some(entry), &mut known)),
                ),
                _ => {}
            }
        }
    }
}

/// The object of an entry, unless it is known already.
fn look_up<'a>(
    source: &Page<'a>,
    entry: Option<MaybeRef<Object<'a>>>,
    known: &mut BTreeSet<ObjectIdentifier>,
) -> Option<Object<'a>> {
    match entry? {
        MaybeRef::NotRef(object) => Some(object),
        MaybeRef::Ref(reference) => {
            let id = ObjectIdentifier::from(reference);
            known.insert(id).then(|| source.xref().get::<Object<'a>>(id))?
        }
    }
}
