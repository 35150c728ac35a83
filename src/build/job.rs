//! A job: what becomes one book, and where its documents are.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use crate::book::codes;
use crate::book::metadata::Metadata;
use crate::book::purpose::Purpose;
use crate::diagnostic::{Diagnostic, Severity};
use crate::interchange::RichFormat;
use crate::project::{self, ChapterEntry, Project, ProjectErrors, TomlPosition};
use crate::source::pdf::PdfAccess;
use crate::text::paths::display_path;
use crate::text::span::FileId;

use super::{BuildError, Format, InputError, InputKind, Inputs, WorkLimits};

/// What becomes one book: its documents, and what else is known of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Stem of the names of its files.
    pub name: OsString,
    /// The `book.toml`, or the first document. Messages show it, and the paths that a
    /// `book.toml` or a document names start from its folder.
    pub path: PathBuf,
    /// The documents in reading order.
    pub documents: Vec<SourceFile>,
    /// The description of the book.
    pub project: Project,
    /// The name of the edition that it is, where it is one of several of a book; else none.
    pub edition: Option<String>,
    /// The text of the `book.toml`; none for documents by themselves.
    pub toml: Option<String>,
    /// How PDFs among the documents are opened.
    pub access: PdfAccess,
    /// How much work it may take.
    pub limits: WorkLimits,
}

/// A document that is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Names it in spans. Unique among all documents whose findings are shown together.
    pub id: FileId,
    /// Where it is.
    pub path: PathBuf,
}

impl Job {
    /// A job of documents without a `book.toml`. Several become the chapters of one book.
    /// `metadata` wins over what the documents say of themselves.
    #[must_use]
    pub fn from_documents(
        paths: impl IntoIterator<Item = impl Into<PathBuf>>,
        metadata: Metadata,
    ) -> Self {
        let files = paths.into_iter().map(Into::into);
        let chapters = files.map(|file| ChapterEntry::Document {
            file,
            position: None,
            title: None,
            short: None,
            purpose: Purpose::Text,
        });
        let chapters: Vec<ChapterEntry> = chapters.collect();
        let documents: Vec<SourceFile> = (0..)
            .zip(list_files(&chapters))
            .map(|(number, (path, _))| SourceFile {
                id: FileId(number),
                path: path.to_owned(),
            })
            .collect();
        let path = documents.first().map(|first| first.path.clone()).unwrap_or_default();
        Self {
            name: path.file_stem().unwrap_or_default().to_owned(),
            path,
            documents,
            project: Project { metadata, chapters, ..Project::default() },
            edition: None,
            toml: None,
            access: PdfAccess::default(),
            limits: WorkLimits::default(),
        }
    }

    /// The job that a `book.toml` describes.
    ///
    /// # Errors
    ///
    /// When the `book.toml` or a chapter cannot be read, or cannot be built from.
    pub fn from_project(path: &Path, inputs: &dyn Inputs) -> Result<Self, BuildError> {
        let shown = display_path(path);
        let Ok(text) = String::from_utf8(inputs.read(path)?) else {
            return Err(BuildError::NotUtf8 { path: shown });
        };
        let beside = |name: &str| read_beside(path, name, inputs);
        let mut project = project::read_project(&shown, &text, &beside)
            .map_err(|first| ProjectErrors::find(first, &shown, &text, &beside))?;
        if project.chapters.is_empty() {
            project.chapters = list_chapters_beside(path, inputs)?;
        }
        let name = match &project.slug {
            Some(slug) => slug.into(),
            None => path.file_stem().unwrap_or_default().to_owned(),
        };
        let mut job = Self {
            name,
            path: path.to_owned(),
            documents: Vec::new(),
            project,
            edition: None,
            toml: Some(text),
            access: PdfAccess::default(),
            limits: WorkLimits::default(),
        };
        let files = list_files(&job.project.chapters);
        job.documents = (0..)
            .zip(files)
            .map(|(number, (file, _))| SourceFile {
                id: FileId(number),
                path: job.resolve(file),
            })
            .collect();
        for (file, position) in list_files(&job.project.chapters) {
            job.expect_document(&job.resolve(file), position, inputs)?;
        }
        Ok(job)
    }

    /// A path that the job names, taken from the folder that its `book.toml` is in.
    #[must_use]
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.folder().join(path)
    }

    /// The folder of the book; empty for the current one.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// Its path, as messages show it.
    #[must_use]
    pub fn display_path(&self) -> String {
        display_path(&self.path)
    }

    /// The name of the file of an edition.
    #[must_use]
    pub fn file_name(&self, format: Format) -> OsString {
        let mut name = self.name.clone();
        name.push(format.file_suffix());
        name
    }

    /// The size of all its documents in bytes; one that cannot be read counts as empty.
    #[must_use]
    pub fn source_bytes(&self, inputs: &dyn Inputs) -> u64 {
        let sizes = self.documents.iter().map(|one| file_size(&one.path, inputs));
        sizes.sum()
    }

    /// Where the `book.toml` has a value: `book.toml:7`; the file alone where it has none.
    pub(super) fn locate(&self, position: Option<&TomlPosition>) -> String {
        position.map_or_else(|| self.display_path(), TomlPosition::to_string)
    }

    /// A chapter has to be a document that is there.
    fn expect_document(
        &self,
        path: &Path,
        position: Option<&TomlPosition>,
        inputs: &dyn Inputs,
    ) -> Result<(), BuildError> {
        let place = || self.locate(position);
        match inputs.look_up(path) {
            Ok(InputKind::File { .. }) if is_document(path) => {
                // At most 0 bytes: only where the file lies is of interest.
                match inputs.read_confined(self.folder(), path, 0) {
                    Err(cause @ InputError::Outside { .. }) => {
                        Err(BuildError::NamedFile { place: place(), cause })
                    }
                    _ => Ok(()),
                }
            }
            Ok(InputKind::File { .. } | InputKind::Folder) => {
                Err(BuildError::NoDocument { place: place(), path: display_path(path) })
            }
            Err(cause) => Err(BuildError::NamedFile { place: place(), cause }),
        }
    }
}

/// The text of a design or a profile beside a `book.toml`; none if it cannot be read.
pub(super) fn read_beside(
    project: &Path,
    name: &str,
    inputs: &dyn Inputs,
) -> Option<String> {
    let folder = project.parent().unwrap_or(Path::new(""));
    let path = project.with_file_name(name);
    String::from_utf8(inputs.read_confined(folder, &path, u64::MAX).ok()?).ok()
}

/// The size of a file in bytes; 0 where it cannot be read.
pub(super) fn file_size(path: &Path, inputs: &dyn Inputs) -> u64 {
    match inputs.look_up(path) {
        Ok(InputKind::File { bytes }) => bytes,
        Ok(InputKind::Folder) | Err(_) => 0,
    }
}

/// Numbers the documents of several jobs through, so that jobs that are built side by side
/// agree on them.
pub fn number_documents<'a>(jobs: impl IntoIterator<Item = &'a mut Job>) {
    let documents = jobs.into_iter().flat_map(|job| &mut job.documents);
    for (number, document) in (0..).zip(documents) {
        document.id = FileId(number);
    }
}

/// What kind of document a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// Raw text.
    Text,
    /// Markdown.
    Markdown,
    /// A PDF.
    Pdf,
    /// A file of an OCR program; HTML may be one, too.
    Ocr,
    /// A file that says what its text is: of a word processor, a browser, pandoc.
    Rich(RichFormat),
}

impl SourceKind {
    /// The kind of a file; none for one that is not a document.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "txt" => Some(Self::Text),
            "md" | "markdown" => Some(Self::Markdown),
            "pdf" => Some(Self::Pdf),
            "hocr" | "xml" => Some(Self::Ocr),
            other => RichFormat::from_extension(other).map(Self::Rich),
        }
    }

    /// Whether a document of this kind has to be recovered: its file does not say what its
    /// lines are.
    #[must_use]
    pub fn is_raw(self) -> bool {
        matches!(self, Self::Text | Self::Pdf | Self::Ocr)
    }

    /// Which of several documents with the same name is the one to build: the highest. Texts
    /// are recovered into Markdown and extracted from all others, and PDFs and EPUBs are made
    /// of all others.
    fn rank(self) -> u8 {
        match self {
            Self::Markdown => 8,
            Self::Text => 7,
            Self::Rich(RichFormat::Docx) => 6,
            Self::Rich(RichFormat::Odt) => 5,
            Self::Rich(RichFormat::Html) => 4,
            Self::Rich(RichFormat::PandocJson) => 3,
            Self::Ocr => 2,
            Self::Pdf => 1,
            Self::Rich(RichFormat::Epub) => 0,
        }
    }

    /// Whether such a file in a folder is a document although nothing names it: JSON and XML
    /// are anything.
    fn is_shown_by_name(self) -> bool {
        !matches!(self, Self::Ocr | Self::Rich(RichFormat::PandocJson))
    }

    /// Whether such a file in the folder of a book is a chapter of it although nothing names
    /// it: PDFs and EPUBs are mostly editions.
    fn is_chapter(self) -> bool {
        self.is_shown_by_name()
            && !matches!(self, Self::Pdf | Self::Rich(RichFormat::Epub))
    }
}

/// Whether a file is a document by its name.
#[must_use]
pub fn is_document(path: &Path) -> bool {
    SourceKind::of(path).is_some()
}

/// The documents among the files of a folder. A README is about the folder, and no part
/// of it. Of documents with one name, some are made of another: a raw text with Markdown
/// beside it was recovered into that, and the Markdown is built from then on; a PDF with a
/// text beside it is an edition of it, or the text was extracted from it. JSON and XML have to
/// be named.
#[must_use]
pub fn select_documents(files: &[PathBuf]) -> Vec<PathBuf> {
    let is_readme = |path: &Path| {
        path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("readme"))
    };
    let kinds = files.iter().filter(|path| !is_readme(path)).filter_map(|path| {
        let kind = SourceKind::of(path)?;
        kind.is_shown_by_name().then_some((path, kind))
    });
    let kinds: Vec<(&PathBuf, SourceKind)> = kinds.collect();
    let mut highest: BTreeMap<PathBuf, u8> = BTreeMap::new();
    for (path, kind) in &kinds {
        let rank = highest.entry(path.with_extension("")).or_default();
        *rank = (*rank).max(kind.rank());
    }
    let is_highest = |(path, kind): &(&PathBuf, SourceKind)| {
        highest.get(&path.with_extension("")) == Some(&kind.rank())
    };
    kinds.into_iter().filter(is_highest).map(|(path, _)| path.clone()).collect()
}

/// The chapters of a `book.toml` that names none: the documents of its folder, in the
/// order of their names.
fn list_chapters_beside(
    project: &Path,
    inputs: &dyn Inputs,
) -> Result<Vec<ChapterEntry>, BuildError> {
    let folder = project.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = inputs.list(folder.unwrap_or(Path::new(".")))?;
    let chapters: Vec<ChapterEntry> = select_documents(&files)
        .iter()
        .filter(|path| SourceKind::of(path).is_some_and(SourceKind::is_chapter))
        .filter_map(|path| path.file_name().map(PathBuf::from))
        .map(|file| ChapterEntry::Document {
            file,
            position: None,
            title: None,
            short: None,
            purpose: Purpose::Text,
        })
        .collect();
    if chapters.is_empty() {
        return Err(BuildError::NoChapters { path: display_path(project) });
    }
    Ok(chapters)
}

/// The files of chapters in reading order, those of parts too, and where they are named.
fn list_files(chapters: &[ChapterEntry]) -> Vec<(&Path, Option<&TomlPosition>)> {
    let files = chapters.iter().flat_map(|entry| match entry {
        ChapterEntry::Document { file, position, .. } => {
            vec![(file.as_path(), position.as_ref())]
        }
        ChapterEntry::Part { chapters, .. } => list_files(chapters),
    });
    files.collect()
}

/// What is odd about the files that a `book.toml` names as its chapters.
pub(super) fn check_chapters(job: &Job) -> Vec<Diagnostic> {
    if job.toml.is_none() {
        return Vec::new();
    }
    let folder = job.folder();
    let mut diagnostics = Vec::new();
    let mut times: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for document in &job.documents {
        let name = document.path.strip_prefix(folder).unwrap_or(&document.path);
        let name: PathBuf =
            name.components().filter(|&step| step != Component::CurDir).collect();
        let times = times.entry(name.clone()).or_default();
        *times += 1;
        if *times == 2 {
            let message = format!(
                "'{}' is a chapter of the book more than once",
                display_path(&name)
            );
            let twice = Diagnostic::new(codes::CHAPTER_TWICE, Severity::Warning, message);
            diagnostics.push(twice.hint("name it once in the chapters of the book.toml"));
        }
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::MemoryInputs;

    #[test]
    fn documents_are_distinguished_from_other_files() {
        let files = [
            "README.md",
            "a.docx",
            "a.epub",
            "a.pdf",
            "a.txt",
            "b.md",
            "b.txt",
            "c.png",
            "d.pdf",
            "e.epub",
            "e.odt",
            "f.json",
            "g.epub",
            "g.pdf",
            "readme.txt",
        ];
        let files = files.map(PathBuf::from);
        let documents = ["a.txt", "b.md", "d.pdf", "e.odt", "g.pdf"].map(Path::new);
        assert_eq!(select_documents(&files), documents);
    }

    #[test]
    fn a_project_without_chapters_has_those_of_its_folder() {
        let inputs = MemoryInputs::new()
            .with("libro/book.toml", "[book]\ntitle = \"T\"\nslug = \"t\"\n")
            .with("libro/dos.md", "Dos.\n")
            .with("libro/uno.txt", "Uno.\n");
        let job = Job::from_project(Path::new("libro/book.toml"), &inputs).unwrap();
        let paths: Vec<&Path> =
            job.documents.iter().map(|one| one.path.as_path()).collect();
        assert_eq!(paths, [Path::new("libro/dos.md"), Path::new("libro/uno.txt")]);
        assert_eq!(job.file_name(Format::Print), "t-print.pdf");
        assert_eq!(job.source_bytes(&inputs), 10);
    }

    #[test]
    fn a_chapter_that_is_missing_is_located() {
        let toml = "[book]\ntitle = \"T\"\nchapters = [\"uno.txt\"]\n";
        let inputs = MemoryInputs::new().with("book.toml", toml);
        let error = Job::from_project(Path::new("book.toml"), &inputs).unwrap_err();
        let message =
            "book.toml:3: 'uno.txt': there is no such file or folder; check the name";
        assert_eq!(error.to_string(), message);
    }
}
