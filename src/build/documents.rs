//! The documents of a job are read, and raw ones recovered.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::book::decisions::Decisions;
use crate::book::metadata::Metadata;
use crate::book::{Document, markdown};
use crate::diagnostic::Warned;
use crate::interchange::{self, Imported, RichFormat};
use crate::project;
use crate::recover::corpus::{Corpus, Gathering};
#[cfg(feature = "hunspell")]
use crate::recover::dictionary::Dictionary;
use crate::recover::ledger::Account;
use crate::recover::table::DocumentWords;
use crate::recover::{self, Recovered};
use crate::source::ocr;
use crate::source::pdf::{self, PdfAccess};
use crate::source::{self, ReadError, Text};
use crate::text::guess;
use crate::text::language::Language;
use crate::text::paths::display_path;

use super::job::{SourceKind, file_size};
use super::work::Work;
use super::{BuildError, InputKind, Inputs, Job, Progress, SourceFile};

/// A document of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDocument {
    /// Its lines.
    pub text: Text,
    /// What they say, and what was left out of it.
    pub recovered: Recovered,
    /// What became of the bytes of a raw text; none for a document that says what its text
    /// is.
    pub account: Option<Account>,
    /// The pictures that its file contains, by the address that its figures name.
    pub media: BTreeMap<String, Vec<u8>>,
}

/// A document and its lines.
#[derive(Debug, Clone)]
pub(super) struct ReadText {
    /// The size of its file in bytes.
    size: u64,
    /// The bytes that have to be accounted for; none where the text is a transcript of them.
    bytes: Option<Vec<u8>>,
    pub(super) text: Warned<Text>,
    /// Whether it has to be recovered.
    pub(super) is_raw: bool,
    /// What a person decided about its lines.
    decisions: Decisions,
    /// What a file that says what its text is contains besides the text.
    rich: Option<(Document, BTreeMap<String, Vec<u8>>)>,
}

impl ReadText {
    /// The same document with other decisions about its lines.
    pub(super) fn with_decisions(&self, decisions: &Decisions) -> Self {
        Self { decisions: decisions.clone(), ..self.clone() }
    }
}

/// Reads the documents of a job and recovers the raw ones, on all cores.
///
/// # Errors
///
/// When a document cannot be read or is not text: the first, in reading order.
pub fn read_documents(
    job: &Job,
    inputs: &dyn Inputs,
    progress: &dyn Progress,
) -> Result<Vec<Warned<SourceDocument>>, BuildError> {
    let texts = read_all(job, inputs)?;
    let corpus = gather_words(&texts);
    recover_all(job, texts, &corpus, inputs, progress)
}

/// Reads the documents of a job into lines, and recovers nothing.
///
/// # Errors
///
/// When a document cannot be read or is not text.
pub fn read_texts(
    job: &Job,
    inputs: &dyn Inputs,
) -> Result<Vec<Warned<Text>>, BuildError> {
    let texts = read_all(job, inputs)?;
    Ok(texts.into_iter().map(|read| read.text).collect())
}

/// Counts the words of a job's documents, which are one document of a library.
///
/// # Errors
///
/// When a document cannot be read or is not text.
///
/// # Examples
///
/// ```
/// use pliego::build::{WordTally, count_words};
/// use pliego::{Job, MemoryInputs, Metadata};
///
/// let inputs = MemoryInputs::new().with("uno.md", "Un molino viejo.\n");
/// let metadata = Metadata { language: Some("es".parse()?), ..Metadata::default() };
/// let job = Job::from_documents(["uno.md"], metadata);
/// let mut tally = WordTally::default();
/// tally.add_document(&count_words(&job, &inputs)?);
/// let table = b"# pliego-words 1 documents=1 least=1 words=2\nes\tmolino\t1\t1\nes\tun\t1\t1\n";
/// assert_eq!(tally.write(1), table);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_words(job: &Job, inputs: &dyn Inputs) -> Result<DocumentWords, BuildError> {
    let language = job.project.metadata.language.as_ref();
    let mut words = DocumentWords::default();
    for read in read_all(job, inputs)? {
        let text = &read.text.value;
        words.add(text, find_language(language, text).as_ref());
    }
    Ok(words)
}

/// Reads the documents of a job on all cores. Of several that fail, the first is reported.
pub(super) fn read_all(
    job: &Job,
    inputs: &dyn Inputs,
) -> Result<Vec<ReadText>, BuildError> {
    let files = job.documents.par_iter();
    let texts: Vec<Result<_, _>> =
        files.map(|file| read_one(file, &job.access, inputs)).collect();
    let texts: Vec<ReadText> = texts.into_iter().collect::<Result<_, _>>()?;
    let work = texts.iter().map(|read| Work::of_text(&read.text.value, read.is_raw));
    job.expect_work(Work::of_program() + work.sum())?;
    Ok(texts)
}

fn read_one(
    file: &SourceFile,
    access: &PdfAccess,
    inputs: &dyn Inputs,
) -> Result<ReadText, BuildError> {
    let name = display_path(&file.path);
    if inputs.look_up(&file.path).is_ok_and(|found| found == InputKind::Folder) {
        return read_ocr_folder(file, &name, inputs);
    }
    let kind = SourceKind::of(&file.path).unwrap_or(SourceKind::Text);
    let largest = match kind {
        SourceKind::Text | SourceKind::Markdown => source::LARGEST.into(),
        SourceKind::Pdf => pdf::LARGEST,
        SourceKind::Ocr => ocr::LARGEST,
        SourceKind::Rich(_) => interchange::LARGEST,
    };
    // Before gigabytes are read in vain.
    if file_size(&file.path, inputs) > largest {
        return Err(ReadError::TooLarge { name }.into());
    }
    let bytes = inputs.read(&file.path)?;
    let size = bytes.len() as u64;
    if let SourceKind::Rich(format) = kind
        && !(format == RichFormat::Html && is_ocr(&bytes))
    {
        let Warned { value, diagnostics } =
            interchange::import_document(format, file.id, &name, &bytes)
                .map_err(|cause| BuildError::Import { name, cause })?;
        let Imported { document, text, media } = value;
        let text = Warned { value: text, diagnostics };
        let rich = Some((document, media));
        return Ok(ReadText {
            size,
            bytes: None,
            text,
            is_raw: false,
            decisions: Decisions::default(),
            rich,
        });
    }
    let text = source::read_document(file.id, &name, &bytes, access)?;
    // What a page shows is accounted for by its lines.
    let is_plain = text.value.looks.is_empty();
    let bytes = is_plain.then_some(bytes);
    let is_raw = kind != SourceKind::Markdown;
    let decisions =
        if is_raw { read_decisions(&file.path, inputs)? } else { Decisions::default() };
    Ok(ReadText { size, bytes, text, is_raw, decisions, rich: None })
}

/// The most bytes of a file of decisions: some 50,000 of them.
const MOST_DECISION_BYTES: u64 = 16 << 20;

/// Reads the decisions about a document, if there is a file of them beside it.
fn read_decisions(document: &Path, inputs: &dyn Inputs) -> Result<Decisions, BuildError> {
    parse_decisions(document, &read_decisions_text(document, inputs)?)
}

/// Reads the text of the file of decisions beside a document; empty if there is none.
///
/// # Errors
///
/// When it cannot be read, is too large, or is not UTF-8.
pub fn read_decisions_text(
    document: &Path,
    inputs: &dyn Inputs,
) -> Result<String, BuildError> {
    let path = project::decisions_path(document);
    if inputs.look_up(&path).is_err() {
        return Ok(String::new());
    }
    let folder = document.parent().unwrap_or(Path::new(""));
    let bytes = inputs.read_confined(folder, &path, MOST_DECISION_BYTES)?;
    let path = display_path(&path);
    String::from_utf8(bytes).map_err(|_| BuildError::NotUtf8 { path })
}

/// Parses the text of the file of decisions beside a document.
///
/// # Errors
///
/// When it is not TOML, or says what is no decision.
pub fn parse_decisions(document: &Path, text: &str) -> Result<Decisions, BuildError> {
    let name = display_path(&project::decisions_path(document));
    Ok(project::read_decisions(&name, text)?)
}

/// Whether bytes are a file of an OCR program: hOCR, ALTO or PAGE XML.
#[must_use]
pub fn is_ocr(bytes: &[u8]) -> bool {
    ocr::detect_ocr_format(bytes).is_some()
}

/// Reads a folder of files of an OCR program as one document.
fn read_ocr_folder(
    file: &SourceFile,
    name: &str,
    inputs: &dyn Inputs,
) -> Result<ReadText, BuildError> {
    let mut pages = Vec::new();
    let mut size = 0;
    for path in inputs.list(&file.path)? {
        let kind = SourceKind::of(&path);
        if !matches!(kind, Some(SourceKind::Ocr | SourceKind::Rich(RichFormat::Html))) {
            continue;
        }
        size += file_size(&path, inputs);
        if size > ocr::LARGEST {
            return Err(ReadError::TooLarge { name: name.to_owned() }.into());
        }
        pages.push((display_path(&path), inputs.read(&path)?));
    }
    let pages: Vec<(&str, &[u8])> =
        pages.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let text = source::read_ocr_files(file.id, name, &pages)?;
    let decisions = read_decisions(&file.path, inputs)?;
    Ok(ReadText { size, bytes: None, text, is_raw: true, decisions, rich: None })
}

/// The words of documents that belong together: recovery asks the other chapters of a book
/// about a word. The other books of a run are not asked: an edition depends on its own
/// sources only.
pub(super) fn gather_words<'a>(
    texts: impl IntoIterator<Item = &'a ReadText> + Clone,
) -> Corpus {
    let mut gathering = Gathering::default();
    let is_raw: Vec<bool> = texts.clone().into_iter().map(|read| read.is_raw).collect();
    // A single document has no others to ask, and one that says what it is asks nothing.
    if is_raw.len() > 1 && is_raw.contains(&true) {
        for read in texts {
            gathering.add(&read.text.value);
        }
    }
    gathering.finish()
}

/// Recovers documents on all cores.
pub(super) fn recover_all(
    job: &Job,
    texts: Vec<ReadText>,
    corpus: &Corpus,
    inputs: &dyn Inputs,
    progress: &dyn Progress,
) -> Result<Vec<Warned<SourceDocument>>, BuildError> {
    let documents = texts.into_par_iter().map(|read| {
        let (size, is_raw) = (read.size, read.is_raw);
        let document = recover_one(job, read, corpus, inputs)?;
        progress.document_read(size, is_raw);
        Ok(document)
    });
    let documents: Vec<Result<_, BuildError>> = documents.collect();
    documents.into_iter().collect()
}

/// Recovers a document, or completes one that says what its text is.
pub(super) fn recover_one(
    job: &Job,
    read: ReadText,
    corpus: &Corpus,
    inputs: &dyn Inputs,
) -> Result<Warned<SourceDocument>, BuildError> {
    let Metadata { language, source_traits, .. } = &job.project.metadata;
    let language = language.as_ref();
    let ReadText { bytes, text, is_raw, decisions, rich, .. } = read;
    let mut diagnostics = Vec::new();
    let mut text = text.collect(&mut diagnostics);
    let (document, media) = rich.unzip();
    let media = media.unwrap_or_else(|| std::mem::take(&mut text.media));
    let recovered = if is_raw {
        let hints = find_hints(language, corpus, &text, inputs)?;
        let traits = *source_traits;
        recover::recover(&text, &recover::Hints { traits, decisions, ..hints })
    } else {
        let read = || markdown::read(&text.text, text.file);
        let document =
            document.map_or_else(read, |value| Warned { value, diagnostics: Vec::new() });
        complete_document(document, &text, language)
    };
    let account = is_raw.then(|| {
        let bytes = bytes.as_deref().unwrap_or(text.text.as_bytes());
        Account::of(&recovered.value.ledger, bytes)
    });
    let recovered = recovered.collect(&mut diagnostics);
    let value = SourceDocument { text, recovered, account, media };
    Ok(Warned { value, diagnostics })
}

/// Completes a document that says what its text is. Its language is guessed from its words,
/// as that of a raw text, if nothing gives it.
fn complete_document(
    document: Warned<Document>,
    text: &Text,
    language: Option<&Language>,
) -> Warned<Recovered> {
    let Warned { value: mut document, diagnostics } = document;
    if language.is_none() && document.metadata.language.is_none() {
        document.metadata.language = guess::detect_language(&text.text);
    }
    Warned { value: Recovered { document, ..Recovered::default() }, diagnostics }
}

/// What recovery knows before it reads a text: the language, if it is given, and the words
/// of the other documents, of a library and of a dictionary.
fn find_hints(
    language: Option<&Language>,
    corpus: &Corpus,
    text: &Text,
    inputs: &dyn Inputs,
) -> Result<recover::Hints, BuildError> {
    let mut corpus = corpus.around(text);
    if let Some(library) = inputs.words()? {
        corpus = corpus.with_library(library, find_language(language, text));
    }
    #[cfg(feature = "hunspell")]
    let corpus = add_dictionary(corpus, language, text, inputs)?;
    Ok(recover::Hints { language: language.cloned(), corpus, ..Default::default() })
}

/// The language of a text; guessed from its words where it is not given.
fn find_language(language: Option<&Language>, text: &Text) -> Option<Language> {
    language.cloned().or_else(|| guess::detect_language(&text.text))
}

/// Adds the dictionary of a text's language to what is known of its words. Where the
/// language is not given, it is guessed from the text.
#[cfg(feature = "hunspell")]
fn add_dictionary(
    corpus: Corpus,
    language: Option<&Language>,
    text: &Text,
    inputs: &dyn Inputs,
) -> Result<Corpus, BuildError> {
    let Some(language) = find_language(language, text) else { return Ok(corpus) };
    let Some(files) = inputs.dictionary(&language)? else { return Ok(corpus) };
    let dictionary = Dictionary::parse(&files.affixes, &files.words);
    let dictionary = dictionary.map_err(|cause| BuildError::Dictionary {
        affixes: files.affixes_name,
        words: files.words_name,
        cause: cause.to_string(),
    })?;
    Ok(corpus.with(dictionary))
}
