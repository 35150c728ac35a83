//! `build` and `check`: jobs become editions.
//!
//! Each file is written under a temporary name as soon as it is ready, and all get their
//! names at the end. A job that cannot be built does not stop the others.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Error, Result, anyhow, bail};
use pliego::build::{Flow, run_in_order};
use pliego::disk::{self, DiskError, OutputFile, PathKind, Staging};
use pliego::display::display_path;
use pliego::{BuildOptions, Job, build};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::args::{self, EditionArgs, FindingAmount, FindingFormat};
use super::asked_files::AskedFiles;
use super::built_book::{BuiltBook, UnwrittenBook};
use super::cache_dir::CacheDir;
use super::console::{self, Console};
use super::counts::count_things;
use super::desk::DeskCommand;
use super::finding_formats::{FindingRecord, render_records};
use super::findings::{BookFindings, FindingFilter};
use super::fonts::open_fonts;
use super::inputs::DiskInputs;
use super::jobs::{BrokenJob, JobFinder, STDIN, expect_hints_to_fit};
use super::lint::LintChoice;
use super::progress::{BookProgress, RunProgress};
use super::report::{self, RunOutcome};
use super::summary::render_summary;

/// How many findings of one kind in one file are shown; the others are only counted. Three
/// make it clear, and a terminal has room for some ten kinds of them.
const SHOWN_OF_A_KIND: usize = 3;

/// What `--out -` wants.
const ONE_EDITION: &str = "--out - prints one edition; name one document or book.toml, and \
                           one format: --formats epub";

/// Makes editions and writes them.
///
/// # Errors
///
/// When the only job cannot be built, or nothing can be written: then nothing is. When one
/// of several jobs cannot be built: then the others are written.
pub(crate) fn build_and_write(
    arguments: &args::BuildArgs,
    console: Console,
) -> Result<RunOutcome> {
    let editions = &arguments.editions;
    let reads_stdin = editions.paths.iter().any(|path| path == Path::new(STDIN));
    if arguments.watch && (reads_stdin || arguments.out == Path::new(STDIN)) {
        bail!("--watch waits for files to change; name a file and a folder, not '-'");
    }
    if arguments.out == Path::new(STDIN) {
        return print_edition(editions, console);
    }
    disk::expect_folder(&arguments.out)?;
    if !arguments.watch {
        return run(editions, Some(&arguments.out), console, None);
    }
    loop {
        let asked = Arc::new(AskedFiles::default());
        for path in &editions.paths {
            match disk::path_kind(path) {
                Ok(PathKind::Folder) => asked.note_folder(path),
                _ => asked.note_file(path),
            }
        }
        // What is wrong now may be right after the next change.
        let made = run(editions, Some(&arguments.out), console, Some(asked.clone()));
        if let Err(error) = made {
            console.print_error(&error);
        }
        asked.recognise_folders();
        let changed = asked.wait_for_change();
        console.print_message(&format!("{} has changed\n", display_path(&changed)))?;
    }
}

/// Makes the one edition of one book, and prints it.
fn print_edition(arguments: &EditionArgs, console: Console) -> Result<RunOutcome> {
    let (options, inputs) = prepare(arguments, false, None)?;
    let jobs = find_jobs(arguments, &inputs)?;
    let is_one = |job: &Result<Job, BrokenJob>| match job {
        Ok(job) => job.list_files(&options).len() == 1,
        Err(_) => options.formats.len() == 1,
    };
    let [job] = jobs.as_slice() else { bail!(ONE_EDITION) };
    if !is_one(job) {
        bail!(ONE_EDITION);
    }
    let job = match job {
        Ok(job) => job,
        Err(BrokenJob { error, .. }) => bail!("{}", console::describe_error(error)),
    };
    let lint = LintChoice::new(&arguments.deny, &arguments.allow)?;
    let lint = lint.with_book(&job.project.lint)?;
    let editions = build(job, &inputs, &options, &())?;
    let mut made = UnwrittenBook::new(job, editions, Path::new(""));
    let is_denied = lint.apply(&mut made.findings.diagnostics);
    let shown = show_findings(&made.findings, arguments, lint.filter(), console);
    console.print_findings(&shown);
    if is_denied {
        return Ok(RunOutcome::Denied);
    }
    for file in &made.files {
        console::print_bytes(&file.output.bytes)?;
    }
    Ok(RunOutcome::Done)
}

/// The options of a run, and its inputs.
fn prepare(
    arguments: &EditionArgs,
    is_check: bool,
    files: Option<Arc<AskedFiles>>,
) -> Result<(BuildOptions, DiskInputs)> {
    let asked = arguments.formats.as_slice();
    let usual = if asked.is_empty() {
        BuildOptions::default()
    } else {
        BuildOptions::with_formats(asked.iter().copied())
    };
    let options = BuildOptions {
        formats: usual.formats,
        format_choice: usual.format_choice,
        flavour: arguments.epub_flavour.into(),
        fonts: open_fonts(arguments.fonts.as_deref())?,
        cover_in_pdf: arguments.cover,
        is_check,
        is_lean: false,
        made: console::read_source_date()?,
    };
    let inputs = DiskInputs::open(&arguments.hints.dictionaries)?
        .with_allowed(&arguments.hints.allow_path, &arguments.paths)
        .with_cache(CacheDir::open(!arguments.no_cache))
        .noting(files)
        .with_stdin(&arguments.paths, &arguments.stdin_name)?;
    Ok((options, inputs))
}

/// The jobs of a run.
fn find_jobs(
    arguments: &EditionArgs,
    inputs: &DiskInputs,
) -> Result<Vec<Result<Job, BrokenJob>>> {
    let stdin = Some(arguments.stdin_name.as_path());
    let finder = JobFinder { inputs, hints: &arguments.hints, stdin };
    let mut jobs = finder.find_each(&arguments.paths)?;
    for job in jobs.iter_mut().flatten() {
        job.select_editions(&arguments.editions)?;
    }
    expect_hints_to_fit(jobs.iter().flatten(), &arguments.hints)?;
    Ok(jobs)
}

/// The findings of a book for people; nothing if they are for another program.
fn show_findings(
    findings: &BookFindings,
    arguments: &EditionArgs,
    filter: FindingFilter,
    console: Console,
) -> String {
    if arguments.format != FindingFormat::Human {
        return String::new();
    }
    match arguments.findings {
        FindingAmount::Some => {
            findings.render(filter, console.has_colour, SHOWN_OF_A_KIND)
        }
        FindingAmount::All => findings.render(filter, console.has_colour, usize::MAX),
        FindingAmount::Counts => findings.render_counts(filter),
        FindingAmount::None => String::new(),
    }
}

/// Makes editions and does not write them.
///
/// # Errors
///
/// When a job cannot be built, or the report cannot be written.
pub(crate) fn check(arguments: &args::CheckArgs, console: Console) -> Result<RunOutcome> {
    run(&arguments.editions, None, console, None)
}

fn run(
    arguments: &EditionArgs,
    out: Option<&Path>,
    console: Console,
    asked: Option<Arc<AskedFiles>>,
) -> Result<RunOutcome> {
    let (options, inputs) = prepare(arguments, out.is_none(), asked)?;
    let jobs = find_jobs(arguments, &inputs)?;
    let report_path = arguments.reporting.report.as_deref().filter(|path| *path != "-");
    let planned = plan_files(&jobs, &options, out)?;
    expect_documents_to_stay(&jobs, &planned)?;
    expect_report_over_nothing(report_path, &jobs, &planned)?;
    let run = BuildRun {
        options,
        inputs,
        out: out.unwrap_or(Path::new("")),
        arguments,
        lint: LintChoice::new(&arguments.deny, &arguments.allow)?,
        has_report: arguments.reporting.report.is_some(),
        is_single: jobs.len() == 1,
        console,
    };
    let staging =
        Staging::for_files(planned.into_iter().chain(report_path.map(PathBuf::from)));
    let batch = run.build_all(jobs, &staging)?;
    finish(&run, &batch, staging, report_path)
}

/// The files that will be written. No two have one name: an edition of a book may be called
/// as another book is.
fn plan_files(
    jobs: &[Result<Job, BrokenJob>],
    options: &BuildOptions,
    out: Option<&Path>,
) -> Result<Vec<PathBuf>> {
    let Some(out) = out else { return Ok(Vec::new()) };
    let mut planned: BTreeMap<PathBuf, &Job> = BTreeMap::new();
    let mut files = Vec::new();
    for job in jobs.iter().flatten() {
        for name in job.list_files(options) {
            let path = out.join(name);
            if let Some(other) = planned.insert(path.clone(), job) {
                bail!(
                    "'{}' and '{}' would both be written as '{}'; build one of them at a \
                     time into folders of their own (--out)",
                    other.display_path(),
                    job.display_path(),
                    display_path(&path),
                );
            }
            files.push(path);
        }
    }
    Ok(files)
}

/// Gives the files their names, and writes the report and the summary.
fn finish(
    run: &BuildRun<'_>,
    batch: &BatchResult,
    staging: Staging,
    report_path: Option<&Path>,
) -> Result<RunOutcome> {
    let console = run.console;
    let is_check = run.options.is_check;
    let outcome = match batch.is_denied {
        _ if batch.failed > 0 => RunOutcome::Failed,
        true => RunOutcome::Denied,
        false => RunOutcome::Done,
    };
    let written = !is_check && !batch.is_denied;
    let report =
        run.has_report.then(|| report::render_report(&batch.reports, outcome, written));
    let (printed, report) = match (report, report_path) {
        (Some(bytes), Some(path)) => {
            (None, Some(OutputFile { path: path.into(), bytes }))
        }
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
        _ if run.arguments.format != FindingFormat::Human => {
            let records = render_records(&batch.records, run.arguments.format);
            console::print_bytes(records.as_bytes())?;
        }
        Some(report) => console::print_bytes(&report)?,
        None if batch.books.is_empty() => {}
        None => console.print_message(&render_summary(
            &batch.books,
            batch.is_denied,
            !is_check,
        ))?,
    }
    if outcome == RunOutcome::Failed {
        console.print_error(&batch.describe_failure(!is_check));
    }
    Ok(outcome)
}

/// A run of `build` or `check`.
struct BuildRun<'a> {
    options: BuildOptions,
    inputs: DiskInputs,
    /// The folder for editions.
    out: &'a Path,
    arguments: &'a EditionArgs,
    /// Which findings stop an edition, and which are not reported.
    lint: LintChoice,
    /// A report is asked for.
    has_report: bool,
    /// There is one job only.
    is_single: bool,
    console: Console,
}

/// The jobs that were built so far, in their order.
#[derive(Default)]
struct BatchResult {
    books: Vec<BuiltBook>,
    /// The report of each, if it is wanted.
    reports: Vec<String>,
    /// The findings of all, if they are for another program.
    records: Vec<FindingRecord>,
    /// How many jobs could not be built.
    failed: usize,
    /// There is a finding that `--deny` names.
    is_denied: bool,
}

impl BatchResult {
    /// The closing error where some jobs could not be built.
    fn describe_failure(&self, writes: bool) -> Error {
        let all = count_things(self.books.len() + self.failed, "book");
        let others = match (self.is_denied, writes) {
            _ if self.books.is_empty() => {
                return anyhow!("none of {all} could be built");
            }
            (true, true) => "the others are not written either (--deny)",
            (false, true) => "the others are written",
            (_, false) => "the others are checked",
        };
        anyhow!("{} of {all} could not be built; {others}", self.failed)
    }
}

/// A job that was built, or could not be.
struct JobResult {
    /// The book, and its findings as text.
    made: Result<(BuiltBook, String)>,
    /// Its report.
    report: String,
    /// Its findings, if they are for another program.
    records: Vec<FindingRecord>,
    /// Whether its files are on the disk.
    staged: Result<(), DiskError>,
}

impl JobResult {
    /// A job that could not be built.
    fn of_failure(name: &str, error: Error) -> Self {
        let message = console::describe_error(&error);
        Self {
            report: report::render_failure(name, &error),
            records: vec![FindingRecord::of_failure(name, &message)],
            made: Err(error),
            staged: Ok(()),
        }
    }
}

impl BuildRun<'_> {
    /// Builds all jobs side by side, and prints their findings in order.
    fn build_all(
        &self,
        jobs: Vec<Result<Job, BrokenJob>>,
        staging: &Staging,
    ) -> Result<BatchResult> {
        let (inputs, options) = (&self.inputs, &self.options);
        let progress =
            RunProgress::new(self.console, jobs.iter().flatten(), inputs, options);
        // Once something is denied, no more files need to be written.
        let denied = AtomicBool::new(false);
        let mut batch = BatchResult::default();
        let mut stopped = None;
        let make = |job: Result<Job, BrokenJob>| match job {
            Ok(job) => {
                let book = progress.begin_book(&job, inputs, options);
                self.try_job(&job, book, staging, &denied)
            }
            Err(BrokenJob { path, error }) => {
                JobResult::of_failure(&display_path(&path), error)
            }
        };
        let take = |tried: JobResult| {
            match tried.made {
                Ok((book, shown)) => {
                    progress.suspend(|| self.console.print_findings(&shown));
                    batch.books.push(book);
                }
                Err(error) if self.is_single => {
                    stopped = Some(error);
                    return Flow::Stop;
                }
                Err(error) => {
                    progress.suspend(|| self.console.print_error(&error));
                    batch.failed += 1;
                }
            }
            batch.records.extend(tried.records);
            batch.reports.push(tried.report);
            match tried.staged {
                Ok(()) => Flow::Go,
                // If the disk has no room for one, it has none for the others.
                Err(error) => {
                    stopped = Some(error.into());
                    Flow::Stop
                }
            }
        };
        let weight = |job: &Result<Job, BrokenJob>| {
            job.as_ref().map_or(0, |job| job.source_bytes(inputs))
        };
        run_in_order(jobs, weight, make, take);
        progress.finish();
        batch.is_denied = denied.into_inner();
        match stopped {
            Some(error) => Err(error),
            None => Ok(batch),
        }
    }

    /// Builds a job and puts its files on the disk under temporary names.
    fn try_job(
        &self,
        job: &Job,
        progress: BookProgress<'_>,
        staging: &Staging,
        denied: &AtomicBool,
    ) -> JobResult {
        let lint = self.lint.with_book(&job.project.lint);
        let lint = lint.with_context(|| format!("{}: [lint]", job.display_path()));
        let built = lint.and_then(|lint| {
            Ok((lint, build(job, &self.inputs, &self.options, &progress)?))
        });
        progress.finish();
        let (lint, mut made) = match built {
            Ok((lint, editions)) => {
                let mut made = UnwrittenBook::new(job, editions, self.out);
                let EditionArgs { paths, stdin_name, hints, .. } = self.arguments;
                made.findings.desk = DeskCommand::new(job, paths, stdin_name, hints);
                (lint, made)
            }
            Err(error) => {
                return JobResult::of_failure(&job.name.to_string_lossy(), error);
            }
        };
        if lint.apply(&mut made.findings.diagnostics) {
            denied.store(true, Ordering::Relaxed);
        }
        let keeps = !self.options.is_check && !denied.load(Ordering::Relaxed);
        let cache = std::mem::take(&mut made.cache);
        let stage_files = || {
            // On all cores; of several that fail the first is reported.
            let files = made.files.par_iter().filter(|_| keeps);
            let staged: Vec<_> = files.map(|one| staging.stage(&one.output)).collect();
            let staged = staged.into_iter().collect();
            let report = if self.has_report {
                report::render_edition(&made)
            } else {
                String::new()
            };
            let (book, findings) = BuiltBook::new(made);
            let (filter, console) = (lint.filter(), self.console);
            let shown = show_findings(&findings, self.arguments, filter, console);
            let records = if self.arguments.format == FindingFormat::Human {
                Vec::new()
            } else {
                FindingRecord::list(&findings)
            };
            JobResult { made: Ok((book, shown)), report, records, staged }
        };
        rayon::join(stage_files, || self.inputs.save_cache(job, cache)).0
    }
}

/// Makes sure that no edition is written over a document: the PDF of `book.pdf` has its name.
fn expect_documents_to_stay(
    jobs: &[Result<Job, BrokenJob>],
    planned: &[PathBuf],
) -> Result<()> {
    let mut by_name: BTreeMap<Option<&OsStr>, Vec<&Path>> = BTreeMap::new();
    for document in jobs.iter().flatten().flat_map(|job| &job.documents) {
        by_name.entry(document.path.file_name()).or_default().push(&document.path);
    }
    let is_document = |path: &&PathBuf| {
        let alike = by_name.get(&path.file_name());
        alike.is_some_and(|alike| {
            alike.iter().any(|document| disk::is_same_file(document, path))
        })
    };
    match planned.iter().find(is_document) {
        Some(path) => bail!(
            "the edition '{}' would overwrite the document that it is made of; name \
             another folder with --out",
            display_path(path)
        ),
        None => Ok(()),
    }
}

/// Makes sure that the report is not written over a file of this run.
fn expect_report_over_nothing(
    report: Option<&Path>,
    jobs: &[Result<Job, BrokenJob>],
    planned: &[PathBuf],
) -> Result<()> {
    let Some(report) = report else { return Ok(()) };
    let sources = jobs.iter().flatten().flat_map(|job| {
        let documents = job.documents.iter().map(|source| &source.path);
        documents.chain([&job.path]).map(|path| (path, "read"))
    });
    let planned = planned.iter().map(|path| (path, "written"));
    match sources.chain(planned).find(|(path, _)| disk::is_same_file(report, path)) {
        Some((path, deed)) => bail!(
            "--report would overwrite '{}', which is {deed} in this run; name \
             another file",
            display_path(path)
        ),
        None => Ok(()),
    }
}
