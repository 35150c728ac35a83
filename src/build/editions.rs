//! From a job to its editions, as bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::book::metadata::Metadata;
use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Warned};
use crate::length::Length;
use crate::recover::ledger::Account;
use crate::recover::{Identification, Removal};
use crate::source::Text;

use super::context::BuildContext;
use super::layout::{PressLayout, SharedLayout, Typesetter};
use super::materials::{Materials, SharedMaterials};
use super::variants::{Variant, check_editions, list_variants};
use super::write::{WrittenEditions, write_editions};
use super::{
    BookCounts, BuildError, BuildOptions, Format, Inputs, Job, Manuscript, Progress,
};

/// A book in all the formats that were asked for.
#[derive(Debug)]
pub struct Editions {
    /// What is known of the book, from its job and its documents.
    pub metadata: Metadata,
    /// Its files, in the order of the formats; those of named editions one edition after the
    /// other.
    pub files: Vec<EditionFile>,
    /// How many words, notes and the like it has.
    pub counts: BookCounts,
    /// Pages of the PDF; none where no PDF was asked for. Of several named editions, those of
    /// the first that has them.
    pub pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for. Of several named
    /// editions, that of the first that has it.
    pub press: Option<PressSummary>,
    /// The editions that the book has by name, in its order; none for a book that has one.
    pub named: Vec<MadeEdition>,
    /// Its sources in reading order. The spans of findings lie in them.
    pub texts: Vec<Text>,
    /// For each source, what became of its bytes; none for Markdown.
    pub accounts: Vec<Option<Account>>,
    /// For each source, what it was taken for; none for Markdown.
    pub identifications: Vec<Option<Identification>>,
    /// What of the sources is not in the book.
    pub removals: Vec<Removal>,
    /// What the next build of the job can use (see [`Inputs::cache`]).
    pub cache: Cache,
}

/// An edition of a book that has several by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeEdition {
    /// Its name.
    pub name: String,
    /// Pages of its PDF; none where it has none.
    pub pages: Option<usize>,
    /// What the press gets; none where it has no file for it.
    pub press: Option<PressSummary>,
}

/// A file of an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionFile {
    /// What it is.
    pub format: Format,
    /// The name of its edition, where the book has several by name.
    pub edition: Option<String>,
    /// Its name, from the name of the job and the format.
    pub name: OsString,
    /// The whole of it.
    pub bytes: Vec<u8>,
}

/// A book as a press gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PressSummary {
    /// The profile that it keeps.
    pub profile: String,
    /// The date of the profile.
    pub date: String,
    /// Its pages, with the blank ones at the end.
    pub pages: u32,
    /// The margin at the fold.
    pub gutter: Length,
    /// The paper.
    pub paper: String,
    /// The width of the spine.
    pub spine: Length,
}

impl Editions {
    /// The bytes of a format, if it was asked for; of several named editions, those of the
    /// first that has it.
    #[must_use]
    pub fn bytes(&self, format: Format) -> Option<&[u8]> {
        let file = self.files.iter().find(|file| file.format == format);
        file.map(|file| file.bytes.as_slice())
    }

    /// The pages of the PDF beside a file, and what a press gets with it.
    #[must_use]
    pub fn measures_of(
        &self,
        file: &EditionFile,
    ) -> (Option<usize>, Option<&PressSummary>) {
        let own = self.named.iter().find(|one| Some(&one.name) == file.edition.as_ref());
        match own {
            Some(MadeEdition { pages, press, .. }) => (*pages, press.as_ref()),
            None => (self.pages, self.press.as_ref()),
        }
    }
}

/// Makes the editions of a job. The same inputs and options give the same bytes.
///
/// # Errors
///
/// When a file that the job names cannot be read or used, the book does not fit its press,
/// or a format cannot be written.
///
/// # Examples
///
/// ```
/// use pliego::{BuildOptions, Format, Job, MemoryInputs, Metadata, build};
///
/// let inputs = MemoryInputs::new().with("carta.md", "# Carta\n\nQuerida amiga.\n");
/// let job = Job::from_documents(["carta.md"], Metadata::default());
/// let options = BuildOptions::with_formats([Format::Epub]);
/// let editions = build(&job, &inputs, &options, &())?.value;
/// assert_eq!(editions.files[0].name, "carta.epub");
/// assert_eq!(editions.counts.words, 3);
/// # Ok::<(), pliego::BuildError>(())
/// ```
pub fn build(
    job: &Job,
    inputs: &dyn Inputs,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Warned<Editions>, BuildError> {
    let variants = list_variants(job, options)?;
    let shared = SharedMaterials::gather(job, &variants, inputs, progress)?;
    let pairs = variants.par_iter().zip(&shared.looks);
    let made = pairs.map(|(variant, look)| {
        let Variant { job, options } = variant;
        let context = BuildContext { job, inputs, options, progress };
        make_variant(context, &shared.of_variant(variant, look))
            .map_err(|cause| variant.name_error(cause))
    });
    // Of several that fail, the first is reported.
    let made: Vec<Result<MadeVariant, BuildError>> = made.collect();
    let made = made.into_iter().collect::<Result<Vec<MadeVariant>, BuildError>>()?;
    Ok(collect_editions(shared, made, check_editions(&variants)))
}

/// A job, or one of its editions, in all formats.
struct MadeVariant {
    edition: Option<String>,
    files: Vec<EditionFile>,
    pages: Option<usize>,
    press: Option<PressSummary>,
    /// In the order of the pipeline: of the cover, the pages for the press, and each file.
    diagnostics: Vec<Diagnostic>,
}

fn make_variant(
    context: BuildContext<'_>,
    materials: &Materials<'_>,
) -> Result<MadeVariant, BuildError> {
    let BuildContext { job, options, progress, .. } = context;
    let publication = materials.publication(options.made);
    let typesetter = materials.faces.map(|faces| Typesetter {
        publication: &publication,
        faces,
        cache: materials.cache,
        progress,
    });
    let typesetter = typesetter.as_ref();
    let layout = SharedLayout::build(context, materials, typesetter)?;
    let (written, press) = write_editions(context, materials, layout, typesetter)?;
    let WrittenEditions { editions, cover_diagnostics: mut diagnostics } = written;
    let summary =
        press.as_ref().map(|layout| summarise_press(&materials.manuscript, layout));
    diagnostics.extend(press.into_iter().flat_map(|layout| layout.interior.diagnostics));
    let pages = editions.iter().find_map(|edition| edition.pages);
    let files = editions.into_iter().map(|edition| EditionFile {
        format: edition.format,
        edition: job.edition.clone(),
        name: job.file_name(edition.format),
        bytes: edition.bytes.collect(&mut diagnostics),
    });
    let files = files.collect();
    let edition = job.edition.clone();
    Ok(MadeVariant { edition, files, pages, press: summary, diagnostics })
}

/// Puts together what the steps have made. Findings come in the order of the pipeline: of
/// the sources, and of each variant.
fn collect_editions(
    shared: SharedMaterials,
    made: Vec<MadeVariant>,
    odd_editions: Vec<Diagnostic>,
) -> Warned<Editions> {
    let SharedMaterials { manuscript, mut diagnostics, cache, counts, .. } = shared;
    diagnostics.extend(odd_editions);
    let pages = made.iter().find_map(|one| one.pages);
    let press = made.iter().find_map(|one| one.press.clone());
    let (mut files, mut named, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for variant in made {
        files.extend(variant.files);
        if let Some(name) = variant.edition {
            found.push((name.clone(), variant.diagnostics));
            let MadeVariant { pages, press, .. } = variant;
            named.push(MadeEdition { name, pages, press });
        } else {
            diagnostics.extend(variant.diagnostics);
        }
    }
    diagnostics.extend(join_findings(found));
    remove_repeats(&mut diagnostics);
    let Manuscript { book, texts, accounts, identifications, removals, .. } = manuscript;
    let value = Editions {
        metadata: book.metadata,
        files,
        counts,
        pages,
        press,
        named,
        texts,
        accounts,
        identifications,
        removals,
        cache,
    };
    Warned { value, diagnostics }
}

/// The findings of named editions: what several have is one finding about all of them.
fn join_findings(found: Vec<(String, Vec<Diagnostic>)>) -> Vec<Diagnostic> {
    let mut joined: Vec<Diagnostic> = Vec::new();
    let mut places = BTreeMap::new();
    for (name, findings) in found {
        for one in findings {
            let Diagnostic { code, severity, span, confidence, .. } = one;
            let said = (one.message.clone(), one.hints.clone());
            let place = *places
                .entry((code, severity, span, confidence, said))
                .or_insert_with(|| {
                    joined.push(one);
                    joined.len() - 1
                });
            let editions = &mut joined[place].editions;
            if editions.last() != Some(&name) {
                editions.push(name.clone());
            }
        }
    }
    joined
}

fn summarise_press(manuscript: &Manuscript, layout: &PressLayout) -> PressSummary {
    let PressLayout { interior, wrap, .. } = layout;
    let print = &manuscript.print;
    let leaves = interior.typeset_count.next_multiple_of(2);
    PressSummary {
        profile: print.profile.name.clone(),
        date: print.profile.date.clone(),
        pages: interior.page_count,
        gutter: interior.design.bound_margins(leaves).inner,
        paper: print.paper.name.clone(),
        spine: wrap.spine,
    }
}

/// Keeps the first of several findings that say the same and have no place in a source:
/// several steps may find a character that no font has.
fn remove_repeats(diagnostics: &mut Vec<Diagnostic>) {
    let mut said = BTreeSet::new();
    diagnostics.retain(|found| {
        let said_of = (found.severity, found.message.clone(), found.editions.clone());
        found.span.is_some() || said.insert(said_of)
    });
}
