//! `recover`: raw texts become Markdown for a person to correct.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::build::{SourceDocument, SourceKind, read_documents};
use pliego::disk::{self, OutputFile};
use pliego::display::display_path;
use pliego::markdown::{self, Remark};
use pliego::{
    Diagnostic, Job, Metadata, Removal, RemovalKind, Warned, write_pandoc_json,
};

use super::args::{DoubtTarget, RecoverArgs, RecoveredFormat};
use super::console::{self, Console};
use super::counts::count_things;
use super::findings::{BookFindings, FindingFilter, describe_confidence};
use super::identification::describe_sources;
use super::inputs::DiskInputs;
use super::jobs::STDIN;
use super::report;
use super::summary::describe_reviews;

/// A recovered text, and its findings.
struct RecoveredFile {
    /// Its Markdown or JSON.
    target: OutputFile,
    /// The list of doubts, if it is wanted.
    list: Option<OutputFile>,
    /// The pictures that the document contains.
    pictures: Vec<OutputFile>,
    /// Its findings.
    findings: BookFindings,
}

/// Recovers texts and writes them, or prints them.
///
/// # Errors
///
/// When a text cannot be read, or a Markdown file exists or cannot be written. Nothing
/// is written then.
pub(crate) fn recover_files(arguments: &RecoverArgs, console: Console) -> Result<()> {
    let name = |path: &PathBuf| {
        if path == Path::new(STDIN) { arguments.stdin_name.clone() } else { path.clone() }
    };
    let paths: Vec<PathBuf> = arguments.files.iter().map(name).collect();
    if arguments.to == RecoveredFormat::Markdown {
        expect_other_than_markdown(&paths)?;
    }
    let prints = prints_texts(arguments);
    if arguments.to == RecoveredFormat::PandocJson
        && arguments.doubts == DoubtTarget::Comments
    {
        bail!("--doubts comments writes into Markdown; give --doubts screen or list");
    }
    if !prints {
        expect_free_targets(arguments, &paths)?;
    } else if arguments.doubts == DoubtTarget::List {
        bail!(
            "--doubts list writes a file beside the Markdown; name a folder with --out"
        );
    }
    let metadata = Metadata {
        language: arguments.lang.clone(),
        source_traits: arguments.source.traits(),
        ..Metadata::default()
    };
    let mut job = Job::from_documents(&paths, metadata);
    job.access = arguments.source.access()?;
    job.limits = arguments.source.limits.into();
    let inputs = DiskInputs::open(&arguments.dictionaries)?
        .with_stdin(&arguments.files, &arguments.stdin_name)?;
    let documents = read_documents(&job, &inputs, &())?;
    let files = paths.iter().zip(documents);
    let recovered: Vec<RecoveredFile> =
        files.map(|(path, document)| recover_file(path, document, arguments)).collect();
    if arguments.doubts == DoubtTarget::Screen {
        for one in &recovered {
            console.print_findings(&one.findings.render(
                FindingFilter::Warnings,
                console.has_colour,
                usize::MAX,
            ));
        }
    }
    if prints {
        for one in &recovered {
            console::print_bytes(&one.target.bytes)?;
        }
        return Ok(());
    }
    let files = recovered.iter().flat_map(|one| {
        std::iter::once(&one.target).chain(&one.list).chain(&one.pictures)
    });
    disk::write_all(files)?;
    for one in &recovered {
        let mut facts = Vec::new();
        // Only a raw text is identified, and only recovery leaves anything out.
        if one.findings.identifications.iter().any(Option::is_some) {
            facts.push(describe_sources(&one.findings.identifications).join(", "));
            facts.push(describe_removals(&one.findings));
        }
        facts.push(describe_reviews(one.findings.counts()));
        let target = display_path(&one.target.path);
        console.print_message(&format!("{target}  {}\n", facts.join("; ")))?;
    }
    Ok(())
}

/// Whether the texts are printed. What comes from a pipe goes into one, unless a folder is
/// named.
pub(crate) fn prints_texts(arguments: &RecoverArgs) -> bool {
    let has_stdin = arguments.files.iter().any(|path| path == Path::new(STDIN));
    arguments.out == Path::new(STDIN) || has_stdin && arguments.out == Path::new(".")
}

fn recover_file(
    path: &Path,
    document: Warned<SourceDocument>,
    arguments: &RecoverArgs,
) -> RecoveredFile {
    let mut findings = BookFindings::new(path);
    let SourceDocument { text, recovered, media, .. } =
        document.collect(&mut findings.diagnostics);
    let RecoverArgs { doubts, out, to, .. } = arguments;
    findings.texts.push(text);
    findings.removals = recovered.removals;
    findings.identifications.push(recovered.identification);
    let remarks = match doubts {
        DoubtTarget::Comments => {
            let found = findings.diagnostics.iter();
            found.filter_map(|found| build_remark(found, &findings.removals)).collect()
        }
        DoubtTarget::Screen | DoubtTarget::List => Vec::new(),
    };
    let written = match to {
        RecoveredFormat::Markdown => {
            markdown::write_with_remarks(&recovered.document, &remarks)
        }
        RecoveredFormat::PandocJson => write_pandoc_json(&recovered.document),
    };
    let path_of = |extension| target_path(path, out, extension);
    let target =
        OutputFile { path: path_of(extension(*to)), bytes: written.into_bytes() };
    let list = (*doubts == DoubtTarget::List).then(|| OutputFile {
        path: path_of("doubts"),
        bytes: findings.render(FindingFilter::Guesses, false, usize::MAX).into_bytes(),
    });
    let pictures = media.into_iter();
    let pictures = pictures
        .map(|(name, bytes)| OutputFile { path: out.join(name), bytes })
        .collect();
    RecoveredFile { target, list, pictures, findings }
}

/// A doubt as a comment in the Markdown. One about metadata belongs to the whole document.
fn build_remark(found: &Diagnostic, removals: &[Removal]) -> Option<Remark> {
    let span = found.span.filter(|_| FindingFilter::Guesses.matches(found))?;
    let mut words = format!("{}, line {}: {}", found.code.0, span.line, found.message);
    if let Some(thousandths) = found.confidence {
        let _ = write!(words, " ({})", describe_confidence(thousandths));
    }
    for hint in &found.hints {
        words.push_str("; ");
        words.push_str(hint);
    }
    let at = removals.partition_point(|removal| removal.span.end <= span.start);
    let metadata = removals.get(at).is_some_and(|removal| {
        removal.kind == RemovalKind::Metadata && removal.span.start <= span.start
    });
    Some(Remark { span: (!metadata).then_some(span), words })
}

/// Makes sure that no file is Markdown already, by its name.
fn expect_other_than_markdown(files: &[PathBuf]) -> Result<()> {
    match files.iter().find(|path| SourceKind::of(path) == Some(SourceKind::Markdown)) {
        Some(path) => {
            let path = display_path(path);
            bail!(
                "'{path}' is Markdown already; build it, or name a raw text (.txt) or a PDF"
            )
        }
        None => Ok(()),
    }
}

/// Makes sure, before the work begins, that every text can be written.
fn expect_free_targets(arguments: &RecoverArgs, paths: &[PathBuf]) -> Result<()> {
    disk::expect_folder(&arguments.out)?;
    let mut targets: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for path in paths {
        let target = target_path(path, &arguments.out, extension(arguments.to));
        if !arguments.force {
            disk::expect_absent(&target)?;
            if arguments.doubts == DoubtTarget::List {
                disk::expect_absent(&target.with_extension("doubts"))?;
            }
        }
        if let Some(other) = targets.insert(target.clone(), path) {
            bail!(
                "'{}' and '{}' would both be written as '{}'; recover one of them at a \
                 time into folders of their own (--out)",
                display_path(other),
                display_path(path),
                display_path(&target)
            );
        }
    }
    Ok(())
}

/// The end of the name of a file.
fn extension(format: RecoveredFormat) -> &'static str {
    match format {
        RecoveredFormat::Markdown => "md",
        RecoveredFormat::PandocJson => "json",
    }
}

fn target_path(path: &Path, out: &Path, extension: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(extension);
    // The current folder needs no name.
    if out == Path::new(".") { name.into() } else { out.join(name) }
}

/// What was left out, by kind.
fn describe_removals(findings: &BookFindings) -> String {
    let counts = report::count_removals(findings);
    let kinds: Vec<String> = counts
        .iter()
        .map(|(&kind, &number)| match kind {
            "metadata" => count_things(number, "title line"),
            "contents" => count_things(number, "contents line"),
            _ => count_things(number, &kind.replace('-', " ")),
        })
        .collect();
    if kinds.is_empty() {
        "nothing left out".to_owned()
    } else {
        kinds.join(", ") + " left out"
    }
}
