//! A written edition is audited: read again, and compared with the sources of its job.

use std::collections::BTreeMap;

use crate::audit::source_pages::{SecondReading, read_again};
use crate::audit::{self, AuditError, AuditedDocument, Streams};
use crate::book::metadata::Metadata;
use crate::book::picture::Pictures;
use crate::book::purpose::Purpose;
use crate::book::typography::Typography;

use crate::diagnostic::{Diagnostic, Warned};
use crate::project::ChapterEntry;
use crate::recover::ledger::{Fate, RiskCount, count_risks};
use crate::recover::{Recovered, Removal};
use crate::source::Text;

use super::documents::{ReadText, gather_words, read_all, recover_all};
use super::pictures::PictureLoader;
use super::{BuildError, Inputs, Job, SourceDocument};

/// What a written edition says, read with code that shares nothing with the writers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedEdition(Streams);

impl AuditedEdition {
    /// Reads an EPUB.
    ///
    /// # Errors
    ///
    /// When it is no EPUB, or a broken one.
    pub fn from_epub(bytes: &[u8]) -> Result<Self, AuditError> {
        audit::epub::read_epub(bytes).map(Self)
    }

    /// Reads a PDF for readers. One for the press has no reading order.
    ///
    /// # Errors
    ///
    /// When it is not a PDF, is broken, or has no structure tree.
    pub fn from_pdf(bytes: &[u8]) -> Result<Self, AuditError> {
        audit::pdf::read_pdf(bytes).map(Self)
    }
}

/// The sources that an edition was compared with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditedSources {
    /// Characters of the sources that were looked for, without white space.
    pub characters: usize,
    /// Notes of the sources.
    pub notes: usize,
    /// Typewriter characters of the sources that are printed ones in the edition.
    pub printed_signs: usize,
    /// Words of the edition in which its publisher speaks of it, and which no source has.
    pub publishers_words: usize,
    /// The sources in reading order. The spans of findings lie in them.
    pub texts: Vec<Text>,
    /// What recovery left out of them.
    pub removals: Vec<Removal>,
    /// What of the raw ones is not in the text at its place, by what became of it.
    pub risks: BTreeMap<Fate, RiskCount>,
    /// What a second reading of each PDF found, in reading order, or why there is none.
    pub second_readings: Vec<(String, Result<SecondReading, String>)>,
}

/// Compares a written edition with the sources of its jobs, and accounts for every character
/// and note of them. Each difference is a finding.
///
/// # Errors
///
/// When a source cannot be read.
///
/// # Examples
///
/// ```
/// use pliego::{AuditedEdition, BuildOptions, Format, Job, MemoryInputs, Metadata};
/// use pliego::{audit, build};
///
/// let inputs = MemoryInputs::new().with("carta.md", "# Carta\n\nQuerida amiga.\n");
/// let job = Job::from_documents(["carta.md"], Metadata::default());
/// let editions = build(&job, &inputs, &BuildOptions::default(), &())?.value;
/// let epub = AuditedEdition::from_epub(editions.bytes(Format::Epub).unwrap())?;
/// assert!(audit(&epub, std::slice::from_ref(&job), &inputs)?.diagnostics.is_empty());
///
/// let inputs = MemoryInputs::new().with("carta.md", "# Carta\n\nQuerida hermana.\n");
/// assert!(!audit(&epub, &[job], &inputs)?.diagnostics.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(
    edition: &AuditedEdition,
    jobs: &[Job],
    inputs: &dyn Inputs,
) -> Result<Warned<AuditedSources>, BuildError> {
    Ok(ReadSources::read(jobs, inputs)?.audit(edition))
}

/// The sources of jobs, read once to be compared with any number of editions.
#[derive(Debug, Clone)]
pub struct ReadSources {
    streams: Streams,
    sources: AuditedSources,
    /// What second readings of the sources found.
    diagnostics: Vec<Diagnostic>,
}

impl ReadSources {
    /// Reads the sources of jobs.
    ///
    /// # Errors
    ///
    /// When a source cannot be read.
    pub fn read(jobs: &[Job], inputs: &dyn Inputs) -> Result<Self, BuildError> {
        let mut sources = AuditedSources::default();
        let streams = read_streams(jobs, inputs, &mut sources)?;
        let diagnostics = read_pdfs_again(jobs, inputs, &mut sources)?;
        Ok(Self { streams, sources, diagnostics })
    }

    /// Compares an edition with them, as [`audit()`] does.
    #[must_use]
    pub fn audit(&self, edition: &AuditedEdition) -> Warned<AuditedSources> {
        let audit::AuditReport {
            mut diagnostics,
            characters,
            notes,
            printed_signs,
            publishers_words,
        } = audit::reconcile(&self.streams, &edition.0);
        diagnostics.extend(self.diagnostics.iter().cloned());
        let value = AuditedSources {
            characters,
            notes,
            printed_signs,
            publishers_words,
            ..self.sources.clone()
        };
        Warned { value, diagnostics }
    }
}

impl AuditedSources {
    /// Adds what of a document is not at its place.
    fn add_risks(&mut self, document: &Warned<SourceDocument>) {
        let SourceDocument { text, recovered, .. } = &document.value;
        let risks = count_risks(text, &recovered.ledger, &document.diagnostics);
        for (fate, risk) in risks {
            let all = self.risks.entry(fate).or_default();
            all.numbers += risk.numbers;
            all.words += risk.words;
            all.lines += risk.lines;
            all.reported += risk.reported;
        }
    }
}

/// Reads each source that is a PDF with other code than it was read with, and compares what
/// both find.
fn read_pdfs_again(
    jobs: &[Job],
    inputs: &dyn Inputs,
    sources: &mut AuditedSources,
) -> Result<Vec<Diagnostic>, BuildError> {
    let files = jobs.iter().flat_map(|job| {
        let password = job.access.password.as_deref();
        job.documents.iter().map(move |file| (file, password))
    });
    let is_pdf = |text: &Text| !text.left_out.is_empty();
    let pdfs = files.zip(&sources.texts).filter(|(_, text)| is_pdf(text));
    let mut diagnostics = Vec::new();
    for ((file, password), text) in pdfs {
        let bytes = inputs.read(&file.path)?;
        let reading = match read_again(text, &bytes, password) {
            Ok(found) => Ok(found.collect(&mut diagnostics)),
            Err(cause) => Err(cause.to_string()),
        };
        sources.second_readings.push((text.name.clone(), reading));
    }
    Ok(diagnostics)
}

/// What the sources of jobs say, one after the other.
fn read_streams(
    jobs: &[Job],
    inputs: &dyn Inputs,
    sources: &mut AuditedSources,
) -> Result<Streams, BuildError> {
    let mut streams = Streams::default();
    let mut may_set = false;
    let all = jobs.iter().flat_map(|job| list_entries(&job.project.chapters));
    let is_several = all.filter(|entry| !entry.purpose.is_display()).nth(1).is_some();
    let texts: Vec<Result<Vec<ReadText>, BuildError>> =
        jobs.iter().map(|job| read_all(job, inputs)).collect();
    let texts: Vec<Vec<ReadText>> = texts.into_iter().collect::<Result<_, _>>()?;
    let corpus = gather_words(texts.iter().flatten());
    for (job, texts) in jobs.iter().zip(texts) {
        let documents = recover_all(job, texts, &corpus, inputs, &())?;
        for document in &documents {
            sources.add_risks(document);
        }
        let (documents, pictures) = load_pictures(job, documents, inputs);
        let metadata = complete_metadata(job, &documents);
        for edition in &job.project.editions {
            streams.add_edition(&edition.project.metadata);
        }
        let mut entries = list_entries(&job.project.chapters).into_iter();
        for document in documents {
            let AuditEntry { part, title, short, purpose } =
                entries.next().unwrap_or_default();
            let SourceDocument { text, recovered, account, .. } = document;
            let own = recovered.document.metadata.typography;
            may_set |= own.or(metadata.typography) != Some(Typography::AsIs);
            streams.begin_document(AuditedDocument {
                book: &metadata,
                document: &recovered.document,
                part,
                title,
                short,
                alone: !is_several
                    && title.is_none()
                    && part.is_none()
                    && !purpose.is_display(),
            });
            if account.is_some() {
                let Recovered { document, ledger, corrections, .. } = &recovered;
                streams.add_ledger(&text, ledger, corrections, document);
            } else {
                streams.add_document(&recovered.document);
            }
            sources.removals.extend(recovered.removals);
            sources.texts.push(text);
        }
        streams.add_pictures(&pictures);
    }
    streams.keeps_characters = !may_set;
    Ok(streams)
}

/// Where an image is refused, its words are text, in the edition too. What was found while
/// the sources were read does not matter here.
fn load_pictures(
    job: &Job,
    documents: Vec<Warned<SourceDocument>>,
    inputs: &dyn Inputs,
) -> (Vec<SourceDocument>, Pictures) {
    let mut pictures = PictureLoader::new(job, inputs);
    let pairs = job.documents.iter().zip(documents);
    let documents = pairs.map(|(file, document)| {
        let mut document = document.value;
        pictures.load(&mut document, file, &mut Vec::new());
        document
    });
    (documents.collect(), pictures.finish())
}

/// A book that names no language has that of the first document that does.
fn complete_metadata(job: &Job, documents: &[SourceDocument]) -> Metadata {
    let mut metadata = job.project.metadata.clone();
    metadata.language = metadata.language.or_else(|| {
        let own = |one: &SourceDocument| one.recovered.document.metadata.language.clone();
        documents.iter().find_map(own)
    });
    metadata
}

/// What a `book.toml` says of a document.
#[derive(Debug, Clone, Copy, Default)]
struct AuditEntry<'a> {
    /// The title of the part that begins with it.
    part: Option<&'a str>,
    /// Its own title.
    title: Option<&'a str>,
    /// Its title for running heads.
    short: Option<&'a str>,
    /// What it is for.
    purpose: Purpose,
}

fn list_entries(chapters: &[ChapterEntry]) -> Vec<AuditEntry<'_>> {
    let mut entries = Vec::new();
    for entry in chapters {
        match entry {
            ChapterEntry::Document { title, short, purpose, .. } => {
                entries.push(AuditEntry {
                    part: None,
                    title: title.as_deref(),
                    short: short.as_deref(),
                    purpose: *purpose,
                });
            }
            ChapterEntry::Part { title, chapters } => {
                let first = entries.len();
                entries.extend(list_entries(chapters));
                if let Some(entry) = entries.get_mut(first) {
                    entry.part = Some(title);
                }
            }
        }
    }
    entries
}
