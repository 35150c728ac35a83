//! `build` and `check`: works become editions, all of them or none.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::disk::{self, Output, shown};
use pliego::edition::Publication;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::args::{self, Deny, Format, Making};
use super::counts::Counts;
use super::findings::Findings;
use super::library::Library;
use super::manuscript::{self, Manuscript};
use super::phases;
use super::report::{Outcome, report};
use super::summary;
use super::voice::{self, Voice};
use super::works::{self, Work};

/// How many findings of one kind in one file are shown; of more, only the number is
/// told. Three show what is meant, and a terminal holds some ten kinds of them.
const SHOWN_OF_A_KIND: usize = 3;

/// A book in all the formats that were asked for.
#[derive(Debug)]
pub(crate) struct Made {
    /// Stem of its files' names.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Its language.
    pub(crate) language: Option<String>,
    /// Its files, which are not on the disk yet.
    pub(crate) files: Vec<(Format, Output)>,
    /// What it holds.
    pub(crate) counts: Counts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub(crate) pages: Option<usize>,
    /// Its sources, and what was found in them.
    pub(crate) findings: Findings,
}

/// What is made of every work.
struct Order<'a> {
    formats: BTreeSet<Format>,
    hints: &'a args::Hints,
    library: Library,
    /// The PDF begins with the cover.
    cover_in_pdf: bool,
    /// Seconds since 1970-01-01.
    made: Option<u64>,
    /// The folder for editions.
    out: &'a Path,
}

/// Makes editions and writes them.
///
/// # Errors
///
/// When anything cannot be read, made or written. Nothing is written then.
pub(crate) fn build(arguments: &args::Build, voice: Voice) -> Result<Outcome> {
    disk::expect_folder(&arguments.out)?;
    run(&arguments.making, Some(&arguments.out), voice)
}

/// Makes editions and does not write them.
///
/// # Errors
///
/// When anything cannot be read or made, or the report cannot be written.
pub(crate) fn check(arguments: &args::Check, voice: Voice) -> Result<Outcome> {
    run(&arguments.making, None, voice)
}

fn run(making: &Making, out: Option<&Path>, voice: Voice) -> Result<Outcome> {
    let order = Order {
        formats: making.formats.iter().copied().collect(),
        hints: &making.hints,
        library: Library::open(making.fonts.as_deref())?,
        cover_in_pdf: making.cover,
        made: voice::source_date()?,
        out: out.unwrap_or(Path::new("")),
    };
    let works = works::find(&making.paths)?;
    expect_hints_to_fit(&works, &making.hints)?;
    let made = make_all(&works, &order, voice)?;

    let doubts: usize = made.iter().map(|one| one.findings.doubts()).sum();
    let denied = making.deny == Some(Deny::Warnings) && doubts > 0;
    let outcome = if denied { Outcome::Denied } else { Outcome::Done };
    let written = out.is_some() && !denied;
    for one in &made {
        voice.warn(&one.findings.show(voice.colour, SHOWN_OF_A_KIND));
    }
    let report = making.telling.report.as_ref().map(|path| Output {
        path: path.clone(),
        bytes: report(&made, outcome, written),
    });
    let (printed, report) = match report {
        Some(report) if report.path == Path::new("-") => (Some(report.bytes), None),
        report => (None, report),
    };
    let editions = made.iter().flat_map(|one| &one.files).map(|(_, file)| file);
    disk::write_all(editions.filter(|_| written).chain(&report))?;
    match printed {
        Some(report) => voice::print(&report)?,
        None => voice.tell(&summary::summary(&made, outcome, out.is_some()))?,
    }
    Ok(outcome)
}

/// A title is one book's, and a `book.toml` knows its own.
fn expect_hints_to_fit(works: &[Work], hints: &args::Hints) -> Result<()> {
    let documents = works.iter().filter(|work| work.project.is_none()).count();
    if hints.title.is_some() && documents > 1 {
        bail!("--title is for one document, but {documents} are built; name one of them");
    }
    let hinted =
        hints.title.is_some() || hints.lang.is_some() || !hints.authors.is_empty();
    match works {
        [book, ..] if hinted && documents == 0 => bail!(
            "--title, --author and --lang are for documents; write them into '{}'",
            shown(&book.path)
        ),
        _ => Ok(()),
    }
}

/// Makes all works side by side; the first that fails, in their order, fails the run.
fn make_all(works: &[Work], order: &Order<'_>, voice: Voice) -> Result<Vec<Made>> {
    let progress = voice.progress(works.len(), works.iter().map(Work::weight).sum());
    let made: Vec<Result<Made>> = works
        .par_iter()
        .map(|work| {
            let made = make(work, order);
            progress.set_message(work.name.to_string_lossy().into_owned());
            progress.inc(1);
            made
        })
        .collect();
    progress.finish_and_clear();
    made.into_iter().collect()
}

fn make(work: &Work, order: &Order<'_>) -> Result<Made> {
    let manuscript = manuscript::read(work, order.hints)?;
    let Manuscript { book, design, notes, cover, mut findings } = manuscript;
    let fonts = order.library.family(&design.font, &shown(&work.path))?;
    let cover = phases::cover(work, &book, &design, &fonts, &cover)?;
    let cover = cover.collect(&mut findings.diagnostics);
    let publication = Publication {
        book: &book,
        design: &design,
        notes,
        fonts: &fonts,
        cover: Some(&cover),
        made: order.made,
    };
    let mut files = Vec::new();
    let mut pages = None;
    for format in &order.formats {
        let bytes = match format {
            Format::Epub => {
                phases::epub(&publication)?.collect(&mut findings.diagnostics)
            }
            Format::Pdf => {
                let set =
                    phases::typeset(&publication)?.collect(&mut findings.diagnostics);
                pages = Some(set.pages.len());
                phases::pdf(&set, &publication, order.cover_in_pdf)?
            }
        };
        let path = file(order.out, work, *format);
        files.push((*format, Output { path, bytes }));
    }
    Ok(Made {
        name: work.name.to_string_lossy().into_owned(),
        title: book.metadata.title.clone(),
        language: book.metadata.language.as_ref().map(ToString::to_string),
        files,
        counts: Counts::of(&book),
        pages,
        findings,
    })
}

/// Where an edition is written: `NAME.epub` in the folder for editions.
fn file(out: &Path, work: &Work, format: Format) -> PathBuf {
    let mut name = work.name.clone();
    name.push(".");
    name.push(format.name());
    out.join(name)
}
