//! `audit`: a written edition is read again and held against its sources.

use std::path::Path;

use anyhow::{Context, Error, Result, bail};
use pliego::audit::pages::{Compared, compare};
use pliego::audit::{self, AuditError, Contribution, Streams};
use pliego::book::purpose::Purpose;
use pliego::disk::{self, shown};
use pliego::project::{ChapterEntry, Project};

use super::args::Audit;
use super::findings::{Findings, Told};
use super::manuscript;
use super::pictures::Gallery;
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
    if let [readers] = arguments.source.as_slice()
        && is_pdf(readers)
        && is_pdf(&arguments.edition)
    {
        return against_readers(arguments, &bytes, readers, voice);
    }
    let edition = read(&bytes).map_err(|error| {
        let again =
            if matches!(error, AuditError::Untagged) { "" } else { "; build it again" };
        Error::from(error).context(format!("'{name}' cannot be audited{again}"))
    })?;
    let mut findings = Findings::new(&arguments.edition);
    let source = sources(arguments, &mut findings)?;
    let audit::Outcome { diagnostics, characters, notes } =
        audit::reconcile(&source, &edition);
    findings.diagnostics = diagnostics;
    if !findings.diagnostics.is_empty() {
        return differ(&name, &findings, voice);
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

/// Holds a PDF for the press against that for readers.
fn against_readers(
    arguments: &Audit,
    press: &[u8],
    readers: &Path,
    voice: Voice,
) -> Result<Outcome> {
    let name = shown(&arguments.edition);
    let Compared { diagnostics, characters, pages } =
        compare(press, &disk::read(readers)?).with_context(|| {
            format!("'{name}' cannot be held against '{}'", shown(readers))
        })?;
    let mut findings = Findings::new(&arguments.edition);
    findings.diagnostics = diagnostics;
    if !findings.diagnostics.is_empty() {
        return differ(&name, &findings, voice);
    }
    voice.tell(&format!(
        "{name}: shows what '{}' shows: {} on {}\n",
        shown(readers),
        count(characters, "character"),
        count(pages, "page"),
    ))?;
    Ok(Outcome::Done)
}

/// Tells the differences.
fn differ(name: &str, findings: &Findings, voice: Voice) -> Result<Outcome> {
    voice.warn(&findings.show(Told::Looks, voice.colour, OF_A_KIND));
    let differences = count(findings.diagnostics.len(), "difference");
    voice.tell(&format!("{name}: {differences}\n"))?;
    Ok(Outcome::Denied)
}

/// Whether a file is a PDF, by its name.
fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf"))
}

/// What the sources say, one after the other.
fn sources(arguments: &Audit, findings: &mut Findings) -> Result<Streams> {
    let mut streams = Streams::default();
    let works = works::find(&arguments.source)?;
    works::expect_hints_for_documents(&works, &arguments.hints)?;
    let projects: Vec<Project> =
        works.iter().map(|work| manuscript::project(work, &arguments.hints)).collect();
    let all = projects.iter().flat_map(|project| places(&project.chapters));
    let several = all.filter(|place| !place.purpose.is_display()).nth(1).is_some();
    let corpus = manuscript::corpus(works.iter().flat_map(|work| &work.documents))?;
    for (work, project) in works.into_iter().zip(&projects) {
        let mut places = places(&project.chapters).into_iter();
        let mut pictures = Gallery::of(&work);
        let mut read = Vec::with_capacity(work.documents.len());
        for source in &work.documents {
            let text = manuscript::text(source)?.value;
            let hints = manuscript::hints_for(&work, &arguments.hints, &corpus, &text)?;
            let mut recovered = manuscript::document(source, &text, &hints).value;
            // Where an image is refused, its words are text, in the edition too.
            pictures.bring(&mut recovered.document, source, &mut Vec::new());
            read.push((source, text, recovered));
        }
        let mut book = project.metadata.clone();
        // A book that names no language has that of the first document that does.
        book.language = book.language.or_else(|| {
            let mut own = read.iter().map(|(.., one)| &one.document.metadata.language);
            own.find_map(Clone::clone)
        });
        for (source, text, recovered) in read {
            let Place { part, title, purpose } = places.next().unwrap_or_default();
            streams.begin(Contribution {
                book: &book,
                document: &recovered.document,
                part,
                title,
                alone: !several
                    && title.is_none()
                    && part.is_none()
                    && !purpose.is_display(),
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

/// What a `book.toml` says of a document.
#[derive(Debug, Clone, Copy, Default)]
struct Place<'a> {
    /// The title of the part that begins with it.
    part: Option<&'a str>,
    /// Its own title.
    title: Option<&'a str>,
    /// What it is for.
    purpose: Purpose,
}

/// What is said of each document.
fn places(entries: &[ChapterEntry]) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    for entry in entries {
        match entry {
            ChapterEntry::Document { title, purpose, .. } => places.push(Place {
                part: None,
                title: title.as_deref(),
                purpose: *purpose,
            }),
            ChapterEntry::Part { title, chapters } => {
                let first = places.len();
                places.extend(self::places(chapters));
                if let Some(place) = places.get_mut(first) {
                    place.part = Some(title);
                }
            }
        }
    }
    places
}
