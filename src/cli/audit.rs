//! `audit`: a written edition is read again and held against its sources.

use anyhow::{Context, Result, bail};
use pliego::audit::{self, Contribution, Streams};
use pliego::disk::{self, shown};
use pliego::project::Entry;

use super::args::Audit;
use super::findings::{Findings, Told};
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
    let read = match arguments.edition.extension() {
        Some(end) if end.eq_ignore_ascii_case("epub") => audit::epub::read,
        Some(end) if end.eq_ignore_ascii_case("pdf") => audit::pdf::read,
        _ => bail!("'{name}' is no edition; name an .epub or a .pdf file"),
    };
    let bytes = disk::read(&arguments.edition)?;
    let edition = read(&bytes)
        .with_context(|| format!("'{name}' cannot be audited; build it again"))?;
    let mut findings = Findings::new(&arguments.edition);
    let source = sources(arguments, &mut findings)?;
    let audit::Outcome { diagnostics, characters, notes } =
        audit::reconcile(&source, &edition);
    findings.diagnostics = diagnostics;
    if !findings.diagnostics.is_empty() {
        voice.warn(&findings.show(Told::Looks, voice.colour, OF_A_KIND));
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
    let mut streams = Streams::default();
    let works = works::find(&arguments.source)?;
    works::expect_hints_for_documents(&works, &arguments.hints)?;
    let several = works.iter().map(|work| work.documents.len()).sum::<usize>() > 1;
    let corpus = manuscript::corpus(works.iter().flat_map(|work| &work.documents))?;
    for work in works {
        let project = manuscript::project(&work, &arguments.hints);
        let mut places = places(&project.chapters).into_iter();
        for source in &work.documents {
            let text = manuscript::text(source)?.value;
            let hints = manuscript::hints_for(&work, &arguments.hints, &corpus, &text)?;
            let recovered = manuscript::document(source, &text, &hints).value;
            let (part, title) = places.next().unwrap_or_default();
            streams.begin(Contribution {
                book: &project.metadata,
                document: &recovered.document,
                part,
                title,
                alone: !several && title.is_none() && part.is_none(),
            });
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

/// For each document: the title of the part that begins with it, and its own, where they
/// are given.
fn places(entries: &[Entry]) -> Vec<(Option<&str>, Option<&str>)> {
    let mut places = Vec::new();
    for entry in entries {
        match entry {
            Entry::Document { title, .. } => places.push((None, title.as_deref())),
            Entry::Part { title, chapters } => {
                let first = places.len();
                places.extend(self::places(chapters));
                if let Some(place) = places.get_mut(first) {
                    place.0 = Some(title);
                }
            }
        }
    }
    places
}
