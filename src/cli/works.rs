//! What the paths of a command line stand for: documents, books and shelves of both.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::{Error, Result, bail};
use pliego::book::codes;
use pliego::book::purpose::Purpose;
use pliego::diagnostic::{Diagnostic, Severity};
use pliego::disk::{self, ConfinedError, Kind, shown};
use pliego::project::{self, ChapterEntry, Project, TomlPosition};
use pliego::text::span::FileId;

use super::args::Hints;

/// The file that makes a folder a book.
const PROJECT_FILE: &str = "book.toml";

/// Something that becomes one book.
#[derive(Debug)]
pub(crate) struct Work {
    /// Stem of the names of its files.
    pub(crate) name: OsString,
    /// The path it was found at.
    pub(crate) path: PathBuf,
    /// Its documents in reading order.
    pub(crate) documents: Vec<Source>,
    /// How its publisher describes it; none for a document by itself.
    pub(crate) project: Option<Project>,
}

/// A `book.toml` of which no work can be made.
#[derive(Debug)]
pub(crate) struct Broken {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Why.
    pub(crate) error: Error,
}

/// A document that is to be read.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// Its place among all documents of the run.
    pub(crate) id: FileId,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Where a `book.toml` names it.
    pub(crate) position: Option<TomlPosition>,
}

impl Work {
    /// A path of the project, taken from the folder that its `book.toml` stands in.
    pub(crate) fn beside(&self, path: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }

    /// What its documents weigh, in bytes.
    pub(crate) fn weight(&self) -> u64 {
        self.documents.iter().map(|document| disk::size(&document.path)).sum()
    }
}

/// Whether a document is Markdown; anything else is raw text.
pub(crate) fn is_markdown(path: &Path) -> bool {
    has_extension(path, "md")
}

/// Makes sure that a title is given to one document only, and nothing to a `book.toml`.
///
/// # Errors
///
/// Where it is otherwise.
pub(crate) fn expect_hints_to_fit<'a>(
    works: impl IntoIterator<Item = &'a Work>,
    hints: &Hints,
) -> Result<()> {
    let works: Vec<&Work> = works.into_iter().collect();
    let documents = works.iter().filter(|work| work.project.is_none()).count();
    if hints.title.is_some() && documents > 1 {
        bail!("--title is for one document, but {documents} are named; name one of them");
    }
    expect_hints_for_documents(works, hints)
}

/// Makes sure that nothing is said of a `book.toml`, which knows it.
///
/// # Errors
///
/// Where it is otherwise.
pub(crate) fn expect_hints_for_documents<'a>(
    works: impl IntoIterator<Item = &'a Work>,
    hints: &Hints,
) -> Result<()> {
    let works: Vec<&Work> = works.into_iter().collect();
    let hinted =
        hints.title.is_some() || hints.lang.is_some() || !hints.authors.is_empty();
    match works.as_slice() {
        [book, ..] if hinted && works.iter().all(|work| work.project.is_some()) => bail!(
            "--title, --author and --lang are for documents; write them into '{}'",
            shown(&book.path)
        ),
        _ => Ok(()),
    }
}

/// The works that paths stand for, in order, each with a name of its own.
///
/// # Errors
///
/// A path with nothing at it or nothing to build from, a `book.toml` that cannot be
/// read, two works of one name.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<Work>> {
    let works = find_each(paths)?.into_iter();
    works.map(|work| work.map_err(|broken| broken.error)).collect()
}

/// The same; a `book.toml` that cannot be read is the failure of that work alone.
///
/// # Errors
///
/// A path with nothing at it or nothing to build from, two works of one name.
pub(crate) fn find_each(paths: &[PathBuf]) -> Result<Vec<Result<Work, Broken>>> {
    let mut works = Vec::new();
    for path in paths {
        match disk::kind(path)? {
            Kind::File => works.push(at_file(path)?),
            Kind::Folder => in_folder(path, &mut works)?,
        }
    }
    let mut names: BTreeMap<&OsString, &Path> = BTreeMap::new();
    for work in works.iter().flatten() {
        if let Some(other) = names.insert(&work.name, &work.path) {
            if disk::is_same(other, &work.path) {
                bail!("'{}' is named twice; name it once", shown(&work.path));
            }
            bail!(
                "'{}' and '{}' would both be written as '{}'; build one of them at a \
                 time into folders of their own (--out), or give a book.toml a slug",
                shown(other),
                shown(&work.path),
                work.name.to_string_lossy(),
            );
        }
    }
    // Numbered here, for the whole run, so that work done side by side agrees on them.
    let documents = works.iter_mut().flatten().flat_map(|work| &mut work.documents);
    for (number, document) in (0..).zip(documents) {
        document.id = FileId(number);
    }
    Ok(works)
}

fn at_file(path: &Path) -> Result<Result<Work, Broken>> {
    if has_extension(path, "toml") {
        return Ok(book(path));
    }
    if is_document(path) {
        return Ok(Ok(document(path)));
    }
    bail!(
        "'{}' is no document; name a .txt file (raw extracted text), a .md file \
         (Markdown), a book.toml, or a folder of these",
        shown(path)
    )
}

fn document(path: &Path) -> Work {
    Work {
        name: path.file_stem().unwrap_or_default().to_owned(),
        path: path.to_owned(),
        documents: vec![Source {
            id: FileId::default(),
            path: path.to_owned(),
            position: None,
        }],
        project: None,
    }
}

fn book(path: &Path) -> Result<Work, Broken> {
    read_book(path).map_err(|error| Broken { path: path.to_owned(), error })
}

fn read_book(path: &Path) -> Result<Work> {
    let bytes = disk::read(path)?;
    let Ok(text) = str::from_utf8(&bytes) else {
        bail!("'{}' is not UTF-8; save it as UTF-8", shown(path));
    };
    let beside = |name: &str| {
        let bytes = disk::read(&path.with_file_name(name)).ok()?;
        String::from_utf8(bytes).ok()
    };
    let mut project = project::read_project(&shown(path), text, &beside)?;
    if project.chapters.is_empty() {
        project.chapters = chapters_beside(path)?;
    }
    let name = match &project.slug {
        Some(slug) => slug.into(),
        None => path.file_stem().unwrap_or_default().to_owned(),
    };
    let mut work =
        Work { name, path: path.to_owned(), documents: Vec::new(), project: None };
    list_documents(&project.chapters, &mut work);
    for document in &work.documents {
        if let Err(cause) = expect_document(document) {
            bail!("{}: {cause:#}", locate(path, document.position.as_ref()));
        }
    }
    work.project = Some(project);
    Ok(work)
}

/// The documents that stand beside a `book.toml`, in the order of their names: the
/// chapters of a book that names none.
fn chapters_beside(project: &Path) -> Result<Vec<ChapterEntry>> {
    let folder = project.parent().filter(|folder| !folder.as_os_str().is_empty());
    let found = on_shelf(folder.unwrap_or(Path::new(".")))?.into_iter();
    let documents = found
        .filter(|path| is_document(path) && matches!(disk::kind(path), Ok(Kind::File)));
    let chapters: Vec<ChapterEntry> = documents
        .filter_map(|path| path.file_name().map(PathBuf::from))
        .map(|file| ChapterEntry::Document {
            file,
            position: None,
            title: None,
            purpose: Purpose::Text,
        })
        .collect();
    if chapters.is_empty() {
        bail!(
            "'{}' names no chapters and has no documents beside it; put .txt or .md \
             files there, or name them: chapters = [\"one.txt\"]",
            shown(project)
        );
    }
    Ok(chapters)
}

/// A chapter has to be a document that is there.
fn expect_document(document: &Source) -> Result<()> {
    let path = &document.path;
    match disk::kind(path)? {
        Kind::File if is_document(path) => Ok(()),
        Kind::File | Kind::Folder => {
            bail!("'{}' is no document; name a .txt or .md file", shown(path))
        }
    }
}

/// What is odd about the files that a `book.toml` names as its chapters.
///
/// A chapter may stand anywhere: a publisher names it, not a text, and many keep their
/// texts in one place and their books in another. So a path that leads out of the book's
/// folder (`../texts/uno.txt`) is followed in silence, for it says where it leads. A link
/// in the folder does not, and whoever was given the folder should know; it is followed,
/// too, and told. Pictures, which the texts name, have to stand in the folder.
pub(crate) fn odd_chapters(work: &Work) -> Vec<Diagnostic> {
    if work.project.is_none() {
        return Vec::new();
    }
    let folder = work.path.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    let mut named: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for document in &work.documents {
        let name = document.path.strip_prefix(folder).unwrap_or(&document.path);
        let name: PathBuf =
            name.components().filter(|&one| one != Component::CurDir).collect();
        let times = named.entry(name.clone()).or_default();
        *times += 1;
        if *times == 2 {
            let message = format!("'{}' is a chapter of the book twice", shown(&name));
            let twice = Diagnostic::new(codes::CHAPTER_TWICE, Severity::Warning, message);
            found.push(twice.hint("name it once in the chapters of the book.toml"));
        }
        let says_inside =
            name.components().all(|one| matches!(one, Component::Normal(_)));
        // Nothing is read: it would be more than nothing.
        let leads = || disk::read_inside(folder, &document.path, 0);
        if *times == 1
            && says_inside
            && matches!(leads(), Err(ConfinedError::Outside { .. }))
        {
            let message = format!(
                "the chapter '{}' is reached by a link that leads out of the folder of the book",
                shown(&name)
            );
            let linked = Diagnostic::new(codes::CHAPTER_LINKED, Severity::Note, message);
            found.push(
                linked.hint("put the file itself there if the folder is to be whole"),
            );
        }
    }
    found
}

/// Where a `book.toml` has a value: `book.toml:7`; the file alone where it has none.
pub(crate) fn locate(project: &Path, position: Option<&TomlPosition>) -> String {
    position.map_or_else(|| shown(project), TomlPosition::to_string)
}

fn list_documents(entries: &[ChapterEntry], work: &mut Work) {
    for entry in entries {
        match entry {
            ChapterEntry::Document { file, position, .. } => {
                let (path, position) = (work.beside(file), position.clone());
                work.documents.push(Source { id: FileId::default(), path, position });
            }
            ChapterEntry::Part { chapters, .. } => list_documents(chapters, work),
        }
    }
}

/// A folder is a book when it has a `book.toml`; else it is a shelf.
fn in_folder(folder: &Path, works: &mut Vec<Result<Work, Broken>>) -> Result<()> {
    if let Some(project) = project_in(folder) {
        works.push(book(&project));
        return Ok(());
    }
    let before = works.len();
    for path in on_shelf(folder)? {
        match disk::kind(&path) {
            Ok(Kind::Folder) => {
                if let Some(project) = project_in(&path) {
                    works.push(book(&project));
                }
            }
            Ok(Kind::File) if is_document(&path) => works.push(Ok(document(&path))),
            // A link that leads nowhere is nothing to build from.
            Ok(Kind::File) | Err(_) => {}
        }
    }
    if works.len() == before {
        bail!(
            "the folder '{}' has no documents; put .txt or .md files into it, or a \
             book.toml, or name another folder",
            shown(folder)
        );
    }
    Ok(())
}

fn project_in(folder: &Path) -> Option<PathBuf> {
    let path = folder.join(PROJECT_FILE);
    matches!(disk::kind(&path), Ok(Kind::File)).then_some(path)
}

/// What a folder holds, sorted by name, without a README, which tells about the shelf and
/// does not stand on it, and without a raw text whose Markdown stands beside it: that was
/// recovered from it, and is built from then on.
fn on_shelf(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = disk::list(folder)?;
    let is_file = |path: &Path| matches!(disk::kind(path), Ok(Kind::File));
    let recovered: Vec<PathBuf> = found
        .iter()
        .filter(|path| is_markdown(path) && is_file(path))
        .map(|path| path.with_extension("txt"))
        .collect();
    found.retain(|path| {
        let stem = path.file_stem();
        let readme = stem.is_some_and(|stem| stem.eq_ignore_ascii_case("readme"));
        !(recovered.contains(path) || is_document(path) && readme)
    });
    Ok(found)
}

/// Whether a file is a document by its name.
fn is_document(path: &Path) -> bool {
    has_extension(path, "txt") || is_markdown(path)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
