//! The documents of a job become a book, ready to be typeset.

use crate::book::assemble::{AssemblyDocument, AssemblyItem, assemble};
use crate::book::matter::captions::number_captions;
use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::Metadata;
use crate::book::references::resolve_references;
use crate::book::shop::ShopDetails;
use crate::book::typography::{
    Typography, set_characters, set_heading_capitals, set_metadata, set_title,
};
use crate::book::{Book, Document};
use crate::design::Design;
use crate::diagnostic::{Diagnostic, Warned};
use crate::project::{ChapterEntry, CoverSource, CoverTable, Print, Project};
use crate::recover::ledger::Account;
use crate::recover::{Identification, Removal};
use crate::source::Text;
use crate::text::language::Language;

use super::job::check_chapters;
use super::pictures::PictureLoader;
use super::{BuildError, Inputs, Job, Progress, SourceDocument, read_documents};

/// A book with its look, and what is known of its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manuscript {
    /// The book.
    pub book: Book,
    /// Its look.
    pub design: Design,
    /// Where its notes go.
    pub notes: NotePlacement,
    /// What its EPUB does with notes that refer to those before them (`ibid.`).
    pub ibid: Ibid,
    /// Where its cover comes from.
    pub cover: CoverSource,
    /// What the press asks for.
    pub print: Print,
    /// What the cover of the printed book has besides its front.
    pub cover_table: CoverTable,
    /// What shops want to know.
    pub shop: ShopDetails,
    /// The sources in reading order.
    pub texts: Vec<Text>,
    /// For each source, what became of its bytes; none for Markdown.
    pub accounts: Vec<Option<Account>>,
    /// For each source, what it was taken for; none for Markdown.
    pub identifications: Vec<Option<Identification>>,
    /// What of the sources is not in the book.
    pub removals: Vec<Removal>,
}

/// Reads the documents of a job and assembles the book.
///
/// # Errors
///
/// When a document cannot be read or is not text.
pub fn read_manuscript(
    job: &Job,
    inputs: &dyn Inputs,
    progress: &dyn Progress,
) -> Result<Warned<Manuscript>, BuildError> {
    let read = read_documents(job, inputs, progress)?;
    Ok(assemble_manuscript(job, inputs, read))
}

/// Assembles the book of a job from its documents, in reading order.
pub(super) fn assemble_manuscript(
    job: &Job,
    inputs: &dyn Inputs,
    read: Vec<Warned<SourceDocument>>,
) -> Warned<Manuscript> {
    let mut diagnostics = check_chapters(job);
    let mut pictures = PictureLoader::new(job, inputs);
    let (mut texts, mut accounts) = (Vec::new(), Vec::new());
    let (mut removals, mut documents) = (Vec::new(), Vec::new());
    let mut identifications = Vec::new();
    for (file, read) in job.documents.iter().zip(read) {
        let mut read = read.collect(&mut diagnostics);
        pictures.load(&mut read, file, &mut diagnostics);
        diagnostics.extend(set_document_characters(&mut read, &job.project.metadata));
        let SourceDocument { text, recovered, account, .. } = read;
        texts.push(text);
        accounts.push(account);
        identifications.push(recovered.identification);
        removals.extend(recovered.removals);
        documents.push(recovered.document);
    }
    let names = job.documents.iter().map(|file| file.path.display().to_string());
    let names: Vec<String> = names.collect();
    let places = resolve_references(&names, &mut documents).collect(&mut diagnostics);
    let Project {
        metadata,
        chapters,
        design,
        notes,
        ibid,
        cover,
        print,
        cover_table,
        shop,
        ..
    } = job.project.clone();
    let own = |one: &Document| one.metadata.language.clone();
    let language = metadata.language.clone().or_else(|| documents.iter().find_map(own));
    let (chapters, metadata) = if metadata.typography == Some(Typography::AsIs) {
        (chapters, metadata)
    } else {
        let chapters = set_titles(chapters, language.as_ref());
        (chapters, set_metadata(metadata, language.as_ref()))
    };
    let metadata = metadata.with_divided_title();
    let placed = place_documents(chapters, &mut documents.into_iter());
    let mut book = assemble(placed, metadata).collect(&mut diagnostics);
    book.pictures = pictures.finish();
    book.places = places;
    let Project { captions, has_list_of_figures, .. } = job.project;
    number_captions(&mut book, captions, has_list_of_figures);
    let value = Manuscript {
        book,
        design,
        notes,
        ibid,
        cover,
        print,
        cover_table,
        shop,
        texts,
        accounts,
        identifications,
        removals,
    };
    Warned { value, diagnostics }
}

impl Manuscript {
    /// The same book as one of its editions has it, without what is known of its sources.
    pub(super) fn for_edition(&self, project: &Project) -> Self {
        let Project { design, notes, ibid, cover, print, cover_table, shop, .. } =
            project.clone();
        let mut book = self.book.clone();
        let own = project.metadata.clone();
        let own = if own.typography == Some(Typography::AsIs) {
            own
        } else {
            set_metadata(own, book.metadata.language.as_ref())
        };
        let metadata = &mut book.metadata;
        if own.isbn_epub.is_some() || own.isbn_print.is_some() {
            (metadata.isbn_epub, metadata.isbn_print) = (own.isbn_epub, own.isbn_print);
        }
        metadata.isbns = own.isbns;
        for (known, own) in [
            (&mut metadata.edition, own.edition),
            (&mut metadata.deposit, own.deposit),
            (&mut metadata.identifier, own.identifier),
            (&mut metadata.description, own.description),
            (&mut metadata.rights, own.rights),
        ] {
            *known = own.or(known.take());
        }
        Self {
            book,
            design,
            notes,
            ibid,
            cover,
            print,
            cover_table,
            shop,
            texts: Vec::new(),
            accounts: Vec::new(),
            identifications: Vec::new(),
            removals: Vec::new(),
        }
    }
}

/// Sets the typewriter characters of a document as the book or the document asks for it.
fn set_document_characters(
    read: &mut SourceDocument,
    book: &Metadata,
) -> Vec<Diagnostic> {
    let is_raw = read.account.is_some();
    let own = &read.recovered.document.metadata;
    let stated = own.typography.or(book.typography);
    let language = own.language.clone().or_else(|| book.language.clone());
    let document = &mut read.recovered.document;
    let mut found = set_characters(document, stated, language.as_ref(), is_raw);
    found.extend(set_heading_capitals(document, stated, language.as_ref()));
    if !is_raw {
        let metadata = std::mem::take(&mut document.metadata);
        document.metadata = metadata.with_divided_title();
    }
    found
}

/// Sets the characters of the titles that the book gives its documents and parts.
fn set_titles(
    chapters: Vec<ChapterEntry>,
    language: Option<&Language>,
) -> Vec<ChapterEntry> {
    let set = |title: String| set_title(&title, language);
    let entries = chapters.into_iter().map(|entry| match entry {
        ChapterEntry::Document { file, position, title, short, purpose } => {
            let (title, short) = (title.map(set), short.map(set));
            ChapterEntry::Document { file, position, title, short, purpose }
        }
        ChapterEntry::Part { title, chapters } => ChapterEntry::Part {
            title: set(title),
            chapters: set_titles(chapters, language),
        },
    });
    entries.collect()
}

/// Puts documents where the entries of `chapters` want them; they come in the same order.
fn place_documents(
    chapters: Vec<ChapterEntry>,
    documents: &mut impl Iterator<Item = Document>,
) -> Vec<AssemblyItem> {
    let mut contribution = |title, short: Option<String>, purpose| {
        let mut document = documents.next().unwrap_or_default();
        document.metadata.short = short.or(document.metadata.short);
        AssemblyDocument { document, title, purpose }
    };
    let mut placed = Vec::new();
    for entry in chapters {
        match entry {
            ChapterEntry::Document { title, short, purpose, .. } => {
                placed.push(AssemblyItem::Document(contribution(title, short, purpose)));
            }
            ChapterEntry::Part { title, chapters } => {
                // Parts hold no further parts, so their entries are documents.
                let documents = chapters.into_iter().filter_map(|entry| match entry {
                    ChapterEntry::Document { title, short, purpose, .. } => {
                        Some(contribution(title, short, purpose))
                    }
                    ChapterEntry::Part { .. } => None,
                });
                let documents = documents.collect();
                placed.push(AssemblyItem::Part { title, documents });
            }
        }
    }
    placed
}
