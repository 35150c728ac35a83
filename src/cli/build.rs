//! `build` and `check`: works become editions, all of them or none.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::disk::{self, Output, shown};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::args::{self, Deny, Making};
use super::findings::Told;
use super::library::Library;
use super::press::{Made, Order, make};
use super::report::{Outcome, report};
use super::summary::summary;
use super::voice::{self, Voice};
use super::works::{self, Work};

/// How many findings of one kind in one file are shown; of more, only the number is
/// told. Three show what is meant, and a terminal holds some ten kinds of them.
const SHOWN_OF_A_KIND: usize = 3;

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
        flavour: making.epub_flavour.into(),
        hints: &making.hints,
        library: Library::open(making.fonts.as_deref())?,
        cover_in_pdf: making.cover,
        kept: out.is_some(),
        made: voice::source_date()?,
        out: out.unwrap_or(Path::new("")),
    };
    let works = works::find(&making.paths)?;
    works::expect_hints_to_fit(&works, &making.hints)?;
    let sources = works.iter().flat_map(|work| {
        let documents = work.documents.iter().map(|source| &source.path);
        documents.chain([&work.path])
    });
    expect_not_over(making.telling.report.as_deref(), sources, "read")?;
    let made = make_all(&works, &order, voice)?;

    let told = match making.deny {
        Some(Deny::Warnings) => Told::Doubts,
        None => Told::Looks,
    };
    let found = made.iter().any(|one| one.findings.told(told) > 0);
    let denied = making.deny.is_some() && found;
    let outcome = if denied { Outcome::Denied } else { Outcome::Done };
    let written = out.is_some() && !denied;
    for one in &made {
        voice.warn(&one.findings.show(told, voice.colour, SHOWN_OF_A_KIND));
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
    let edition_paths = editions.clone().map(|file| &file.path);
    expect_not_over(
        report.as_ref().map(|report| report.path.as_path()),
        edition_paths,
        "written",
    )?;
    disk::write_all(editions.filter(|_| written).chain(&report))?;
    match printed {
        Some(report) => voice::print(&report)?,
        None => voice.tell(&summary(&made, outcome, out.is_some()))?,
    }
    Ok(outcome)
}

/// Makes sure that the report is not written over a file of this run.
fn expect_not_over<'a>(
    report: Option<&Path>,
    files: impl Iterator<Item = &'a PathBuf>,
    deed: &str,
) -> Result<()> {
    let Some(report) = report else { return Ok(()) };
    let mut files = files.filter(|file| disk::is_same(report, file));
    match files.next() {
        Some(file) => bail!(
            "--report would be written over '{}', which is {deed} in this run; name \
             another file",
            shown(file)
        ),
        None => Ok(()),
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
