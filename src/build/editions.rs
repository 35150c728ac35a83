//! From a job to its editions, as bytes.

use std::collections::BTreeSet;
use std::ffi::OsString;

use crate::book::metadata::Metadata;
use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Warned};
use crate::length::Length;
use crate::recover::ledger::Account;
use crate::recover::{Identification, Removal};
use crate::source::Text;

use super::context::BuildContext;
use super::layout::{PressLayout, SharedLayout, Typesetter};
use super::materials::Materials;
use super::write::{WrittenEditions, write_editions};
use super::{
    BookCounts, BuildError, BuildOptions, Format, Inputs, Job, Manuscript, Progress,
};

/// A book in all the formats that were asked for.
#[derive(Debug)]
pub struct Editions {
    /// What is known of the book, from its job and its documents.
    pub metadata: Metadata,
    /// Its files, in the order of the formats.
    pub files: Vec<EditionFile>,
    /// How many words, notes and the like it has.
    pub counts: BookCounts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for.
    pub press: Option<PressSummary>,
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

/// A file of an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionFile {
    /// What it is.
    pub format: Format,
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
    /// The bytes of an edition, if it was asked for.
    #[must_use]
    pub fn bytes(&self, format: Format) -> Option<&[u8]> {
        let file = self.files.iter().find(|file| file.format == format);
        file.map(|file| file.bytes.as_slice())
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
    let context = BuildContext { job, inputs, options, progress };
    let materials = Materials::gather(context)?;
    let publication = materials.publication(options.made);
    let typesetter = materials.faces.as_ref().map(|faces| Typesetter {
        publication: &publication,
        faces,
        cache: &materials.cache,
        progress,
    });
    let typesetter = typesetter.as_ref();
    let layout = SharedLayout::build(context, &materials, typesetter)?;
    let (written, press) = write_editions(context, &materials, layout, typesetter)?;
    Ok(collect_editions(job, materials, written, press))
}

/// Puts together what the steps have made. Findings come in the order of the pipeline: of
/// the sources, the cover, the pages for the press, and each edition.
fn collect_editions(
    job: &Job,
    materials: Materials,
    written: WrittenEditions,
    press: Option<PressLayout>,
) -> Warned<Editions> {
    let Materials { manuscript, mut diagnostics, cache, .. } = materials;
    let WrittenEditions { editions, cover_diagnostics, counts } = written;
    diagnostics.extend(cover_diagnostics);
    let summary = press.as_ref().map(|layout| summarise_press(&manuscript, layout));
    diagnostics.extend(press.into_iter().flat_map(|layout| layout.interior.diagnostics));
    let pages = editions.iter().find_map(|edition| edition.pages);
    let files = editions.into_iter().map(|edition| EditionFile {
        format: edition.format,
        name: job.file_name(edition.format),
        bytes: edition.bytes.collect(&mut diagnostics),
    });
    let files = files.collect();
    remove_repeats(&mut diagnostics);
    let Manuscript { book, texts, accounts, identifications, removals, .. } = manuscript;
    let value = Editions {
        metadata: book.metadata,
        files,
        counts,
        pages,
        press: summary,
        texts,
        accounts,
        identifications,
        removals,
        cache,
    };
    Warned { value, diagnostics }
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
        found.span.is_some() || said.insert((found.severity, found.message.clone()))
    });
}
