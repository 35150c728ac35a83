//! `recover`: raw texts become Markdown, to be read and mended by a person.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::book::markdown::{self, Remark};
use pliego::diagnostic::Diagnostic;
use pliego::disk::{self, Output, shown};
use pliego::recover::corpus::Corpus;
use pliego::recover::{self, Removal, RemovalKind};
use pliego::text::span::FileId;

use super::args::{Doubts, Recover};
use super::findings::{Findings, Told, sure};
use super::manuscript;
use super::report;
use super::summary::{count, looks};
use super::voice::{self, Voice};
use super::works::{Source, is_markdown};

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
    let sources: Vec<Source> = (0..)
        .zip(&arguments.files)
        .map(|(number, path)| Source {
            id: FileId(number),
            path: path.clone(),
            position: None,
        })
        .collect();
    let corpus = manuscript::corpus(&sources)?;
    let clean = sources.iter().map(|source| clean_one(source, arguments, &corpus));
    let clean: Vec<Clean> = clean.collect::<Result<_>>()?;
    if arguments.doubts == Doubts::Screen {
        for one in &clean {
            voice.warn(&one.findings.show(Told::Looks, voice.colour, usize::MAX));
        }
    }
    if prints {
        for one in &clean {
            voice::print(&one.markdown.bytes)?;
        }
        return Ok(());
    }
    let files = clean.iter().flat_map(|one| [Some(&one.markdown), one.list.as_ref()]);
    disk::write_all(files.flatten())?;
    for one in &clean {
        let looks = looks(one.findings.tally());
        voice.tell(&format!(
            "{}  {}; {looks}\n",
            shown(&one.markdown.path),
            removed(&one.findings)
        ))?;
    }
    Ok(())
}

fn clean_one(source: &Source, arguments: &Recover, corpus: &Corpus) -> Result<Clean> {
    let mut findings = Findings::new(&source.path);
    let text = manuscript::text(source)?.collect(&mut findings.diagnostics);
    let Recover { doubts, out, lang, dictionaries, .. } = arguments;
    let hints = manuscript::told(lang.clone(), dictionaries, corpus, &text)?;
    let recovered = recover::recover(&text, &hints).collect(&mut findings.diagnostics);
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
    let markdown = Output { path: target(&source.path, out, "md"), bytes };
    let list = (*doubts == Doubts::List).then(|| Output {
        path: target(&source.path, out, "doubts"),
        bytes: findings.show(Told::Doubts, false, usize::MAX).into_bytes(),
    });
    Ok(Clean { markdown, list, findings })
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
            let path = shown(path);
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
                shown(other),
                shown(path),
                shown(&target)
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
