//! From the documents of a work to the book they make, ready to be set.

use anyhow::Result;
use pliego::book::assemble::{Contribution, Placed, assemble};
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::{Contributor, Metadata};
use pliego::book::purpose::Purpose;
use pliego::book::{Book, Document, markdown};
use pliego::design::Design;
use pliego::diagnostic::Warned;
use pliego::disk::{self, shown};
use pliego::project::{ChapterEntry, CoverSource, CoverTable, Print, Project};
use pliego::recover::corpus::{Corpus, Gathering};
use pliego::recover::ledger::Account;
use pliego::recover::{self, Recovered};
use pliego::source::{self, ReadError, Text};
use pliego::text::language::Language;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::args::{Dictionaries, Hints};
#[cfg(feature = "hunspell")]
use super::dictionaries;
use super::findings::Findings;
use super::pictures::Gallery;
use super::works::{Source, Work, is_markdown, odd_chapters};

/// A book that has its text and its look, and what was found on the way.
#[derive(Debug)]
pub(crate) struct Manuscript {
    /// The book.
    pub(crate) book: Book,
    /// Its look.
    pub(crate) design: Design,
    /// Where its notes go.
    pub(crate) notes: NotePlacement,
    /// What its EPUB does with notes that lean on those before them.
    pub(crate) ibid: Ibid,
    /// Where its cover comes from.
    pub(crate) cover: CoverSource,
    /// What the press wants.
    pub(crate) print: Print,
    /// What stands on the cover of the printed book besides its front.
    pub(crate) outside: CoverTable,
    /// The sources, and what was found in them.
    pub(crate) findings: Findings,
}

/// Reads the documents of a work and puts the book together.
///
/// # Errors
///
/// A document that is missing or is no text.
pub(crate) fn read(work: &Work, hints: &Hints) -> Result<Manuscript> {
    read_telling(work, hints, &|_, _| ())
}

/// The same, with somebody who is told of each document what it had in bytes and whether it
/// was raw.
///
/// # Errors
///
/// A document that is missing or is no text.
pub(crate) fn read_telling(
    work: &Work,
    hints: &Hints,
    told: &(dyn Fn(u64, bool) + Sync),
) -> Result<Manuscript> {
    let mut findings = Findings::new(&work.path);
    findings.diagnostics.extend(odd_chapters(work));
    // Side by side, and of two that fail the first is told.
    let read: Vec<Result<_>> = work.documents.par_iter().map(read_whole).collect();
    let read: Vec<(Vec<u8>, Warned<Text>)> = read.into_iter().collect::<Result<_>>()?;
    let mut gathering = Gathering::default();
    if share_words(&work.documents) {
        for (_, text) in &read {
            gathering.add(&text.value);
        }
    }
    let corpus = gathering.finish();
    let understood =
        work.documents.par_iter().zip(&read).map(|(source, (bytes, text))| {
            let raw = !is_markdown(&source.path);
            // Only raw text is told anything.
            let hints = if raw {
                hints_for(work, hints, &corpus, &text.value)?
            } else {
                recover::Hints::default()
            };
            let recovered = document(source, &text.value, &hints);
            let account = raw.then(|| Account::of(&recovered.value.ledger, bytes));
            told(bytes.len() as u64, raw);
            Ok((recovered, account))
        });
    let understood: Vec<Result<_>> = understood.collect();
    let mut documents = Vec::new();
    let mut pictures = Gallery::of(work);
    for ((source, (_, text)), understood) in
        work.documents.iter().zip(read).zip(understood)
    {
        let (recovered, account) = understood?;
        findings.texts.push(text.collect(&mut findings.diagnostics));
        let mut recovered = recovered.collect(&mut findings.diagnostics);
        pictures.bring(&mut recovered.document, source, &mut findings.diagnostics);
        findings.accounts.push(account);
        findings.removals.extend(recovered.removals);
        documents.push(recovered.document);
    }
    let Project {
        metadata,
        chapters,
        design,
        notes,
        ibid,
        cover,
        print,
        cover_table: outside,
        ..
    } = project(work, hints);
    let placed = place(chapters, &mut documents.into_iter());
    let mut book = assemble(placed, metadata).collect(&mut findings.diagnostics);
    book.pictures = pictures.finish();
    Ok(Manuscript { book, design, notes, ibid, cover, print, outside, findings })
}

/// How a work is described: by its `book.toml`, or by the command line.
pub(crate) fn project(work: &Work, hints: &Hints) -> Project {
    match &work.project {
        Some(project) => project.clone(),
        None => by_itself(work, hints),
    }
}

/// The lines of a document.
///
/// # Errors
///
/// A document that is missing, is too large or is no text.
pub(crate) fn text(source: &Source) -> Result<Warned<Text>> {
    Ok(read_whole(source)?.1)
}

/// The bytes of a document, and its lines.
fn read_whole(source: &Source) -> Result<(Vec<u8>, Warned<Text>)> {
    let bytes = bytes(source)?;
    let text = source::read(source.id, &shown(&source.path), &bytes)?;
    Ok((bytes, text))
}

/// The words of documents that belong together, each of which is told those of the others:
/// the chapters of a book, or texts that are recovered at once. The books of a shelf do not
/// count: an edition depends on nothing but its own sources.
///
/// # Errors
///
/// A document that is missing, is too large or is no text.
pub(crate) fn corpus<'a>(
    sources: impl IntoIterator<Item = &'a Source>,
) -> Result<Corpus> {
    let sources: Vec<&Source> = sources.into_iter().collect();
    let mut gathering = Gathering::default();
    if share_words(sources.iter().copied()) {
        for source in sources {
            gathering.add(&text(source)?.value);
        }
    }
    Ok(gathering.finish())
}

/// Whether documents have words to tell each other: one alone has nobody to tell, and where
/// none is raw nobody asks.
fn share_words<'a>(sources: impl IntoIterator<Item = &'a Source>) -> bool {
    let raw: Vec<bool> =
        sources.into_iter().map(|source| !is_markdown(&source.path)).collect();
    raw.len() > 1 && raw.contains(&true)
}

/// The bytes of a document.
fn bytes(source: &Source) -> Result<Vec<u8>> {
    // Before gigabytes are read for nothing.
    if disk::size(&source.path) > source::LARGEST.into() {
        let name = shown(&source.path);
        return Err(ReadError::TooLarge { name }.into());
    }
    Ok(disk::read(&source.path)?)
}

/// The document that a text is or was extracted from.
pub(crate) fn document(
    source: &Source,
    text: &Text,
    hints: &recover::Hints,
) -> Warned<Recovered> {
    if !is_markdown(&source.path) {
        return recover::recover(text, hints);
    }
    let Warned { value: document, diagnostics } = markdown::read(&text.text, text.file);
    Warned { value: Recovered { document, ..Recovered::default() }, diagnostics }
}

/// Documents where the lines of `chapters` put them; they come in the same order.
fn place(
    chapters: Vec<ChapterEntry>,
    documents: &mut impl Iterator<Item = Document>,
) -> Vec<Placed> {
    let mut contribution = |title, purpose| {
        let document = documents.next().unwrap_or_default();
        Contribution { document, title, purpose }
    };
    let mut placed = Vec::new();
    for entry in chapters {
        match entry {
            ChapterEntry::Document { title, purpose, .. } => {
                placed.push(Placed::Document(contribution(title, purpose)));
            }
            ChapterEntry::Part { title, chapters } => {
                // Parts hold no further parts, so their lines are documents.
                let documents = chapters.into_iter().filter_map(|entry| match entry {
                    ChapterEntry::Document { title, purpose, .. } => {
                        Some(contribution(title, purpose))
                    }
                    ChapterEntry::Part { .. } => None,
                });
                let documents = documents.collect();
                placed.push(Placed::Part { title, documents });
            }
        }
    }
    placed
}

/// A document has no `book.toml`, so the command line may tell what it is.
fn by_itself(work: &Work, hints: &Hints) -> Project {
    let author =
        |name: &String| Contributor { name: name.clone(), ..Contributor::default() };
    let chapter = |source: &Source| ChapterEntry::Document {
        position: None,
        file: source.path.clone(),
        title: None,
        purpose: Purpose::Text,
    };
    Project {
        metadata: Metadata {
            title: hints.title.clone(),
            authors: hints.authors.iter().map(author).collect(),
            language: hints.lang.clone(),
            ..Metadata::default()
        },
        chapters: work.documents.iter().map(chapter).collect(),
        ..Project::default()
    }
}

/// What recovery is told of a document of a work: its language is the one of the
/// `book.toml` or of the command line.
///
/// # Errors
///
/// Dictionaries that cannot be read.
pub(crate) fn hints_for(
    work: &Work,
    hints: &Hints,
    corpus: &Corpus,
    text: &Text,
) -> Result<recover::Hints> {
    let language = match &work.project {
        Some(project) => project.metadata.language.clone(),
        None => hints.lang.clone(),
    };
    told(language, &hints.dictionaries, corpus, text)
}

/// What recovery is told: the language, if that is known, and the words of the other
/// documents and of dictionaries.
///
/// # Errors
///
/// Dictionaries that cannot be read.
#[cfg_attr(
    not(feature = "hunspell"),
    expect(clippy::unnecessary_wraps, reason = "only dictionaries can fail to be read"),
    expect(unused_variables, reason = "without the feature there are none")
)]
pub(crate) fn told(
    language: Option<Language>,
    dictionaries: &Dictionaries,
    corpus: &Corpus,
    text: &Text,
) -> Result<recover::Hints> {
    let corpus = corpus.around(text);
    #[cfg(feature = "hunspell")]
    let corpus = dictionaries::add(
        corpus,
        dictionaries.folder.as_deref(),
        language.as_ref(),
        text,
    )?;
    Ok(recover::Hints { language, corpus })
}
