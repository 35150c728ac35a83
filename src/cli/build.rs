//! `build` and `check`: works become editions.
//!
//! Each is written to the disk under temporary names as soon as it is made, and all get
//! their names at the end. One that cannot be made does not keep the others from it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Error, Result, anyhow, bail};
use pliego::disk::{self, DiskError, Output, Staging, shown};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::args::{self, Deny, Making};
use super::cellar::Cellar;
use super::edition::Edition;
use super::findings::Told;
use super::library::Library;
use super::press::{Order, files, make};
use super::progress::Progress;
use super::report::{self, Outcome};
use super::shelf::{Flow, in_order};
use super::summary::{count, summary};
use super::voice::{self, Voice};
use super::works::{self, Broken, Work};

/// How many findings of one kind in one file are shown; of more, only the number is
/// told. Three show what is meant, and a terminal holds some ten kinds of them.
const SHOWN_OF_A_KIND: usize = 3;

/// Makes editions and writes them.
///
/// # Errors
///
/// When the only work cannot be made, or nothing can be written: then nothing is. When one
/// of several works cannot be made: then the others are written.
pub(crate) fn build(arguments: &args::Build, voice: Voice) -> Result<Outcome> {
    disk::expect_folder(&arguments.out)?;
    run(&arguments.making, Some(&arguments.out), voice)
}

/// Makes editions and does not write them.
///
/// # Errors
///
/// When a work cannot be made, or the report cannot be written.
pub(crate) fn check(arguments: &args::Check, voice: Voice) -> Result<Outcome> {
    run(&arguments.making, None, voice)
}

fn run(making: &Making, out: Option<&Path>, voice: Voice) -> Result<Outcome> {
    let order = Order {
        formats: making.formats.iter().copied().collect(),
        flavour: making.epub_flavour.into(),
        hints: &making.hints,
        library: Library::open(making.fonts.as_deref())?,
        cellar: Cellar::open(!making.no_cache),
        cover_in_pdf: making.cover,
        kept: out.is_some(),
        made: voice::source_date()?,
        out: out.unwrap_or(Path::new("")),
    };
    let works = works::find_each(&making.paths)?;
    works::expect_hints_to_fit(works.iter().flatten(), &making.hints)?;
    let report_path = making.telling.report.as_deref().filter(|path| *path != "-");
    let sources = works.iter().flatten().flat_map(|work| {
        let documents = work.documents.iter().map(|source| &source.path);
        documents.chain([&work.path]).cloned()
    });
    expect_not_over(report_path, sources, "read")?;
    let planned = works.iter().flatten().flat_map(|work| files(work, &order));
    let planned: Vec<PathBuf> = planned.filter(|_| out.is_some()).collect();
    expect_not_over(report_path, planned.iter().cloned(), "written")?;
    let asked = Asked {
        order,
        told: match making.deny {
            Some(Deny::Warnings) => Told::Doubts,
            None => Told::Looks,
        },
        denies: making.deny.is_some(),
        reported: making.telling.report.is_some(),
        alone: works.len() == 1,
        voice,
    };
    let staging = Staging::of(planned.into_iter().chain(report_path.map(PathBuf::from)));
    let shelf = make_all(works, &asked, &staging)?;

    let outcome = match shelf.denied {
        _ if shelf.failed > 0 => Outcome::Failed,
        true => Outcome::Denied,
        false => Outcome::Done,
    };
    let written = out.is_some() && !shelf.denied;
    let report = asked.reported.then(|| report::report(&shelf.reports, outcome, written));
    let (printed, report) = match (report, report_path) {
        (Some(bytes), Some(path)) => (None, Some(Output { path: path.into(), bytes })),
        (printed, _) => (printed, None),
    };
    if written {
        if let Some(report) = &report {
            staging.stage(report)?;
        }
        staging.finish()?;
    } else {
        drop(staging);
        disk::write_all(&report)?;
    }
    match printed {
        Some(report) => voice::print(&report)?,
        None if shelf.editions.is_empty() => {}
        None => voice.tell(&summary(&shelf.editions, shelf.denied, out.is_some()))?,
    }
    if outcome == Outcome::Failed {
        voice.fail(&shelf.failure(out.is_some()));
    }
    Ok(outcome)
}

/// What is asked of every work.
struct Asked<'a> {
    order: Order<'a>,
    /// Which findings are shown.
    told: Told,
    /// Nothing is written where there is one of these.
    denies: bool,
    /// A report is asked for.
    reported: bool,
    /// There is one work only.
    alone: bool,
    voice: Voice,
}

/// What has become of the works so far, in their order.
#[derive(Default)]
struct Shelf {
    editions: Vec<Edition>,
    /// What the report says of each, if one is asked for.
    reports: Vec<String>,
    /// How many could not be made.
    failed: usize,
    /// Something was found that `--deny` names.
    denied: bool,
}

impl Shelf {
    /// What is said at the end where some could not be made.
    fn failure(&self, writes: bool) -> Error {
        let all = count(self.editions.len() + self.failed, "book");
        let others = match (self.denied, writes) {
            _ if self.editions.is_empty() => {
                return anyhow!("none of {all} could be made");
            }
            (true, true) => "the others are not written either (--deny)",
            (false, true) => "the others are written",
            (_, false) => "the others are checked",
        };
        anyhow!("{} of {all} could not be made; {others}", self.failed)
    }
}

/// A work that was made, or tried.
struct Tried {
    /// What is kept of it, and what is said of it.
    made: Result<(Edition, String)>,
    /// What the report says of it.
    report: String,
    /// Whether it is on the disk.
    staged: Result<(), DiskError>,
}

/// Makes all works side by side and says what was found, in their order.
fn make_all(
    works: Vec<Result<Work, Broken>>,
    asked: &Asked<'_>,
    staging: &Staging,
) -> Result<Shelf> {
    let progress = Progress::new(asked.voice, works.iter().flatten(), &asked.order);
    // Once something is denied, no more need be put on the disk.
    let denied = AtomicBool::new(false);
    let mut shelf = Shelf::default();
    let mut stopped = None;
    let attempt = |work: Result<Work, Broken>| {
        let (name, made) = match work {
            Ok(work) => {
                let course = progress.begin(&work, &asked.order);
                let made = make(&work, &asked.order, &course);
                course.end();
                let name = work.name.to_string_lossy().into_owned();
                (name, made.map(|made| (work, made)))
            }
            Err(Broken { path, error }) => (shown(&path), Err(error)),
        };
        let (work, mut made) = match made {
            Ok(made) => made,
            Err(error) => {
                let report = report::failure(&name, &error);
                return Tried { made: Err(error), report, staged: Ok(()) };
            }
        };
        let found = made.findings.told(asked.told) > 0;
        if asked.denies && found {
            denied.store(true, Ordering::Relaxed);
        }
        let keeps = asked.order.kept && !denied.load(Ordering::Relaxed);
        let cache = std::mem::take(&mut made.cache);
        let put_down = || {
            // All are written at the same time, and of two that fail the first is told.
            let files = made.files.par_iter().filter(|_| keeps);
            let staged: Vec<_> = files.map(|(_, file)| staging.stage(file)).collect();
            let staged = staged.into_iter().collect();
            let report =
                if asked.reported { report::edition(&made) } else { String::new() };
            let (edition, findings) = Edition::of(made);
            let said = findings.show(asked.told, asked.voice.colour, SHOWN_OF_A_KIND);
            Tried { made: Ok((edition, said)), report, staged }
        };
        rayon::join(put_down, || asked.order.cellar.keep(&work, cache)).0
    };
    let take = |tried: Tried| {
        match tried.made {
            Ok((edition, said)) => {
                progress.aside(|| asked.voice.warn(&said));
                shelf.editions.push(edition);
            }
            Err(error) if asked.alone => {
                stopped = Some(error);
                return Flow::Stop;
            }
            Err(error) => {
                progress.aside(|| asked.voice.fail(&error));
                shelf.failed += 1;
            }
        }
        shelf.reports.push(tried.report);
        match tried.staged {
            Ok(()) => Flow::Go,
            // No room for one is no room for the others.
            Err(error) => {
                stopped = Some(error.into());
                Flow::Stop
            }
        }
    };
    let weight = |work: &Result<Work, Broken>| work.as_ref().map_or(0, Work::weight);
    in_order(works, weight, attempt, take);
    progress.end();
    shelf.denied = denied.into_inner();
    match stopped {
        Some(error) => Err(error),
        None => Ok(shelf),
    }
}

/// Makes sure that the report is not written over a file of this run.
fn expect_not_over(
    report: Option<&Path>,
    mut files: impl Iterator<Item = PathBuf>,
    deed: &str,
) -> Result<()> {
    let Some(report) = report else { return Ok(()) };
    match files.find(|file| disk::is_same(report, file)) {
        Some(file) => bail!(
            "--report would be written over '{}', which is {deed} in this run; name \
             another file",
            shown(&file)
        ),
        None => Ok(()),
    }
}
