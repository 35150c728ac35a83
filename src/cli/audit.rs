//! `audit`: a written edition is read again and held against its sources.

use std::path::Path;

use anyhow::{Context, Result, bail};
use pliego::audit::{self, Streams};
use pliego::disk::{self, shown};

use super::args::{Audit, Hints};
use super::findings::Findings;
use super::manuscript;
use super::report::{Outcome, removals};
use super::summary::count;
use super::voice::Voice;
use super::works::{self, is_markdown};

/// How many differences of a kind are shown.
const OF_A_KIND: usize = 20;

/// Audits an edition.
///
/// # Errors
///
/// When the edition or a source cannot be read.
pub(crate) fn audit(arguments: &Audit, voice: Voice) -> Result<Outcome> {
    let name = shown(&arguments.edition);
    if !has_extension(&arguments.edition, "epub") {
        bail!("'{name}' is no .epub; only EPUB editions can be audited so far");
    }
    let bytes = disk::read(&arguments.edition)?;
    let edition = audit::epub::read(&bytes)
        .with_context(|| format!("'{name}' cannot be audited; build it again"))?;
    let mut findings = Findings::new(&arguments.edition);
    let source = sources(arguments, &mut findings)?;
    let audit::Outcome { diagnostics, characters, notes } =
        audit::reconcile(&source, &edition);
    findings.diagnostics = diagnostics;
    if !findings.diagnostics.is_empty() {
        voice.warn(&findings.show(voice.colour, OF_A_KIND));
        let differences = count(findings.diagnostics.len(), "difference");
        voice.tell(&format!("{name}: {differences}\n"))?;
        return Ok(Outcome::Denied);
    }
    let removed: Vec<String> = removals(&findings)
        .iter()
        .map(|(kind, times)| format!("{kind} {times}"))
        .collect();
    let removed =
        if removed.is_empty() { "nothing".to_owned() } else { removed.join(", ") };
    voice.tell(&format!(
        "{name}: all is there: {}, {}; removed: {removed}\n",
        count(characters, "character"),
        count(notes, "note"),
    ))?;
    Ok(Outcome::Done)
}

/// What the sources say, one after the other.
fn sources(arguments: &Audit, findings: &mut Findings) -> Result<Streams> {
    let none = Hints { title: None, authors: Vec::new(), lang: arguments.lang.clone() };
    let mut streams = Streams::default();
    for work in works::find(&arguments.source)? {
        for source in &work.documents {
            let text = manuscript::text(source)?.value;
            let hints = manuscript::hints_for(&work, &none);
            let recovered = manuscript::document(source, &text, &hints).value;
            if is_markdown(&source.path) {
                streams.add_document(&recovered.document);
            } else {
                streams.add_ledger(&text, &recovered.ledger);
            }
            findings.removals.extend(recovered.removals);
            findings.texts.push(text);
        }
    }
    Ok(streams)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
