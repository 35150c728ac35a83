//! The `[book]` table: what the book is and what is in it.
//!
//! The fields of the tables below are the keys, and their doc comments are what the JSON
//! Schema and the manual say of them. A new key is a field and its use in
//! [`BookTable::apply`]; what describes a text has its place in `book::metadata` too, and
//! in the metadata block of a document.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::chapters::{ChapterList, check_chapters};
use super::description::{CoverSource, Project};
use super::error::ProjectError;
use super::forms::{
    CoverFile, FileStem, LanguageTag, Parsed, RelatorCode, TextOr, WrittenDate,
    WrittenIsbn,
};
use super::position::Located;
use crate::book::matter::captions::CaptionNumbers;
use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::{BookSeries, Contributor, Metadata};
use crate::book::source_traits::{SourceForm, SourceNotes, SourceTraits};
use crate::book::typography::Typography;
use crate::text::config::read_list;

/// What the book is and what is in it.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "[book] and the keys of the book below it"
)]
pub(super) struct BookTable {
    /// The title. ` / ` in it ends a line where the title is set large.
    title: String,
    /// A short title for running heads.
    short: Option<String>,
    /// The subtitle.
    subtitle: Option<String>,
    /// The title that a translated work has in its own language.
    original_title: Option<String>,
    /// The authors in the order of the title page: names, or tables with a name, how it is
    /// sorted, and a role, which is a relator code of MARC (`aut`, `trl`, `edt`, `ill`).
    #[serde(default, deserialize_with = "read_names")]
    authors: Vec<TextOr<String, ContributorTable>>,
    /// Translators, editors and others, written like authors.
    #[serde(default, deserialize_with = "read_names")]
    contributors: Vec<TextOr<String, ContributorTable>>,
    /// The main language; without it the language is guessed from the text.
    language: Option<Parsed<LanguageTag>>,
    /// The date of the text.
    date: Option<Parsed<WrittenDate>>,
    /// The publisher.
    publisher: Option<String>,
    /// The place where the book is published.
    place: Option<String>,
    /// Which edition it is, for the imprint.
    edition: Option<String>,
    /// The number of the legal deposit.
    deposit: Option<String>,
    /// The ISBNs of the editions.
    isbn: Option<IsbnTable>,
    /// An identifier of the publisher's own; without it one is derived from the content.
    identifier: Option<String>,
    /// A few sentences about the book.
    description: Option<String>,
    /// The rights statement; a text of several lines keeps them in the imprint.
    rights: Option<String>,
    /// The printed edition that the text and its page marks come from.
    source: Option<String>,
    /// The series that the book belongs to.
    series: Option<SeriesTable>,
    /// The form in which the raw texts came; without it each text shows its own.
    source_form: Option<SourceForm>,
    /// Where the raw texts have their notes; without it each text shows it.
    source_notes: Option<SourceNotes>,
    /// What becomes of the characters of a typewriter (`"` `'` `--` `...`). Without it they
    /// are set as those of the language in documents that say what their text is, and in raw
    /// texts that have no printed character.
    typography: Option<Typography>,
    /// The stem of the names of the files that are written; without it that of the
    /// `book.toml`.
    slug: Option<Parsed<FileStem>>,
    /// The documents in reading order, from the folder of this file; without it all
    /// documents of the folder, in the order of their names (`10-…` before `2-…`).
    chapters: Option<Located<ChapterList>>,
    /// Where the notes are.
    #[serde(default)]
    notes: NotePlacement,
    /// What the EPUB does with notes that say no more than "the same as before".
    #[serde(default)]
    ibid: Ibid,
    /// Whether the captions of figures and tables are numbered.
    #[serde(default)]
    captions: CaptionNumbers,
    /// Whether there is a list of the figures, before the index.
    #[serde(default)]
    list_of_figures: bool,
    /// A style sheet for the EPUB, whose rules come after those of the design.
    css: Option<Located<String>>,
    /// The front cover: an image file, or `{ template = "…" }`; without it a typographic
    /// cover is made, whose template follows from the series or the title.
    cover: Option<Located<TextOr<Parsed<CoverFile>, CoverTemplateTable>>>,
}

fn read_names<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<TextOr<String, ContributorTable>>, D::Error> {
    read_list(deserializer, "a list of names: [\"…\", \"…\"]")
}

/// A person, and the role.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ContributorTable {
    /// The name as it is printed.
    name: String,
    /// The name as it is sorted (`Prueba, Juan de`).
    sort: Option<String>,
    /// The role, by its MARC relator code.
    role: Option<Parsed<RelatorCode>>,
}

/// The ISBNs of the editions.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ epub = \"978…\", print = \"978…\" }"
)]
pub(super) struct IsbnTable {
    /// The ISBN of the EPUB; its groups are printed as they are written.
    pub(super) epub: Option<Parsed<WrittenIsbn>>,
    /// The ISBN of the printed book.
    pub(super) print: Option<Parsed<WrittenIsbn>>,
}

/// A series, and the book's number in it.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "{ name = \"…\", number = 1 }"
)]
struct SeriesTable {
    /// The name of the series.
    name: String,
    /// The number of the book in the series.
    number: Option<u32>,
}

/// A typographic cover.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct CoverTemplateTable {
    /// The name of the template.
    template: Located<String>,
}

impl BookTable {
    /// Puts the keys into a project.
    pub(super) fn apply(self, project: &mut Project) -> Result<(), ProjectError> {
        let (isbn_epub, isbn_print) =
            self.isbn.map_or((None, None), |isbn| (isbn.epub, isbn.print));
        project.metadata = Metadata {
            title: Some(self.title),
            title_lines: Vec::new(),
            short: self.short,
            subtitle: self.subtitle,
            original_title: self.original_title,
            authors: self.authors.into_iter().map(contributor).collect(),
            contributors: self.contributors.into_iter().map(contributor).collect(),
            language: self.language.map(|language| language.0),
            date: self.date.map(|date| date.0),
            publisher: self.publisher,
            place: self.place,
            edition: self.edition,
            deposit: self.deposit,
            isbn_epub: isbn_epub.map(|isbn| isbn.0),
            isbn_print: isbn_print.map(|isbn| isbn.0),
            isbns: Vec::new(),
            identifier: self.identifier,
            description: self.description,
            rights: self.rights,
            source: self.source,
            series: self
                .series
                .map(|SeriesTable { name, number }| BookSeries { name, number }),
            source_traits: SourceTraits {
                form: self.source_form,
                notes: self.source_notes,
            },
            typography: self.typography,
        };
        project.slug = self.slug.map(|slug| slug.0);
        if let Some(chapters) = self.chapters {
            project.chapters = check_chapters(chapters)?;
        }
        project.notes = self.notes;
        project.ibid = self.ibid;
        project.captions = self.captions;
        project.has_list_of_figures = self.list_of_figures;
        project.css = self.css.map(|css| css.map(PathBuf::from));
        if let Some(cover) = self.cover {
            project.cover = cover_source(cover);
        }
        Ok(())
    }
}

fn contributor(one: TextOr<String, ContributorTable>) -> Contributor {
    match one {
        TextOr::Text(name) => Contributor::named(name),
        TextOr::Table(ContributorTable { name, sort, role }) => {
            Contributor { name, sort, role: role.map(|role| role.0) }
        }
    }
}

fn cover_source(
    cover: Located<TextOr<Parsed<CoverFile>, CoverTemplateTable>>,
) -> CoverSource {
    let position = cover.position;
    match cover.value {
        TextOr::Text(file) => {
            CoverSource::Image(Located { value: PathBuf::from(file.0), position })
        }
        TextOr::Table(CoverTemplateTable { template }) => CoverSource::Template(template),
    }
}
