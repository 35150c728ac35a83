//! `recover`: raw texts become Markdown, to be read and mended by a person.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::build::{SourceDocument, is_markdown, read_documents};
use pliego::disk::{self, Output};
use pliego::display::display_path;
use pliego::markdown::{self, Remark};
use pliego::{Diagnostic, Job, Metadata, Removal, RemovalKind, Warned};

use super::args::{Doubts, Recover};
use super::console::{self, Voice};
use super::findings::{Findings, Told, sure};
use super::inputs::DiskInputs;
use super::report;
use super::summary::{count, looks};

/// A recovered text, and what was found in it.
struct Clean {
    /// Its Markdown.
    markdown: Output,
    /// The list of what was not sure, where that was asked for.
    list: Option<Output>,
    /// What was found.
    findings: Findings,
}

/// Recovers texts and writes them, or prints them.
///
/// # Errors
///
/// When a text cannot be read, or a Markdown file exists or cannot be written. Nothing
/// is written then.
pub(crate) fn recover(arguments: &Recover, voice: Voice) -> Result<()> {
    expect_raw(&arguments.files)?;
    let prints = arguments.out == Path::new("-");
    if !prints {
        expect_room(arguments)?;
    } else if arguments.doubts == Doubts::List {
        bail!("--doubts list is written beside the Markdown; name a folder with --out");
    }
    let metadata = Metadata { language: arguments.lang.clone(), ..Metadata::default() };
    let job = Job::from_documents(&arguments.files, metadata);
    let inputs = DiskInputs::new(&arguments.dictionaries);
    let documents = read_documents(&job, &inputs, &())?;
    let files = arguments.files.iter().zip(documents);
    let clean: Vec<Clean> =
        files.map(|(path, document)| clean_one(path, document, arguments)).collect();
    if arguments.doubts == Doubts::Screen {
        for one in &clean {
            voice.warn(&one.findings.show(Told::Looks, voice.colour, usize::MAX));
        }
    }
    if prints {
        for one in &clean {
            console::print(&one.markdown.bytes)?;
        }
        return Ok(());
    }
    let files = clean.iter().flat_map(|one| [Some(&one.markdown), one.list.as_ref()]);
    disk::write_all(files.flatten())?;
    for one in &clean {
        let looks = looks(one.findings.tally());
        voice.tell(&format!(
            "{}  {}; {looks}\n",
            display_path(&one.markdown.path),
            removed(&one.findings)
        ))?;
    }
    Ok(())
}

fn clean_one(
    path: &Path,
    document: Warned<SourceDocument>,
    arguments: &Recover,
) -> Clean {
    let mut findings = Findings::new(path);
    let SourceDocument { text, recovered, .. } =
        document.collect(&mut findings.diagnostics);
    let Recover { doubts, out, .. } = arguments;
    findings.texts.push(text);
    findings.removals = recovered.removals;
    let remarks = match doubts {
        Doubts::Comments => {
            let found = findings.diagnostics.iter();
            found.filter_map(|found| remark(found, &findings.removals)).collect()
        }
        Doubts::Screen | Doubts::List => Vec::new(),
    };
    let bytes = markdown::write_with_remarks(&recovered.document, &remarks).into_bytes();
    let markdown = Output { path: target(path, out, "md"), bytes };
    let list = (*doubts == Doubts::List).then(|| Output {
        path: target(path, out, "doubts"),
        bytes: findings.show(Told::Doubts, false, usize::MAX).into_bytes(),
    });
    Clean { markdown, list, findings }
}

/// A doubt, as it stands in a comment. What became metadata concerns the whole document.
fn remark(found: &Diagnostic, removals: &[Removal]) -> Option<Remark> {
    let span = found.span.filter(|_| Told::Doubts.holds(found))?;
    let mut words = format!("{}, line {}: {}", found.code.0, span.line, found.message);
    if let Some(thousandths) = found.confidence {
        let _ = write!(words, " ({})", sure(thousandths));
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

/// Makes sure that every file is a raw text by its name.
fn expect_raw(files: &[PathBuf]) -> Result<()> {
    match files.iter().find(|path| is_markdown(path)) {
        Some(path) => {
            let path = display_path(path);
            bail!("'{path}' is Markdown already; build it, or name a raw text (.txt)")
        }
        None => Ok(()),
    }
}

/// Makes sure that every text has a place to go to, before any work is done.
fn expect_room(arguments: &Recover) -> Result<()> {
    disk::expect_folder(&arguments.out)?;
    let mut targets: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for path in &arguments.files {
        let target = target(path, &arguments.out, "md");
        if !arguments.force {
            disk::expect_absent(&target)?;
            if arguments.doubts == Doubts::List {
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

fn target(path: &Path, out: &Path, extension: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(extension);
    // The current folder needs no name.
    if out == Path::new(".") { name.into() } else { out.join(name) }
}

/// What was left out, most frequent kinds first as they stand in the report.
fn removed(findings: &Findings) -> String {
    let kinds = report::removals(findings);
    let told: Vec<String> = kinds
        .iter()
        .map(|(&kind, &number)| match kind {
            "metadata" => count(number, "title line"),
            _ => count(number, &kind.replace('-', " ")),
        })
        .collect();
    if told.is_empty() {
        "nothing left out".to_owned()
    } else {
        told.join(", ") + " left out"
    }
}
