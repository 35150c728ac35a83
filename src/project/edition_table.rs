//! The `[[edition]]` tables: several editions of one book, each with what it does not share
//! with the others.
//!
//! An edition is read as a book of its own: its tables are laid over those of the file, and
//! the result is read as a file without editions is. So every key has the same form and the
//! same messages, and places are those of the file.
//!
//! The fields of [`EditionTable`] are the keys, and their doc comments are what the JSON
//! Schema and the manual say of them. A key of `[book]` that may differ between editions is
//! a field of [`EditionBookTable`], and what [`crate::book::metadata`] has of it is taken
//! over in `build::manuscript`.

use std::collections::{BTreeMap, BTreeSet};

use schemars::{JsonSchema, Schema, json_schema};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use super::book_file::read_tree;
use super::book_table::{CoverTemplateTable, IsbnTable};
use super::description::Project;
use super::error::ProjectError;
use super::forms::{CoverFile, Misfit, Parsed, TextForm, TextOr, WrittenIsbn};
use super::position::{Located, TomlPosition};
use super::reader::read_node;
use super::tree::{EDITIONS, NodeValue, TomlNode};
use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::metadata::{EditionForm, EditionIsbn, strip_isbn};
use crate::text::config::read_list;

/// The longest name of an edition, in bytes: with the longest slug and what follows it, a
/// name of a file stays below the 255 of common file systems.
const LONGEST_NAME: usize = 40;

/// What messages call the table: `[[edition]]`.
const TABLE: &str = "[edition]";

/// What files for a press have after the name of their edition. An edition that is called
/// so, too, would have their names.
const PRESS_SUFFIXES: [&str; 3] = ["-print", "-imposed", "-cover"];

/// The keys of a design that belong to the text, and not to its look: an edition with a
/// template of its own keeps them.
const OF_THE_TEXT: [&str; 2] = ["hyphenation", "styles"];

/// A kind of edition.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// EPUB 3.
    Epub,
    /// EPUB 3 with Kobo's own markup.
    Kepub,
    /// The PDF for readers.
    Pdf,
    /// The interior for the press.
    Print,
    /// The interior on sheets to be folded.
    Imposed,
    /// The cover for the press.
    Cover,
    /// The ONIX message that tells shops about the EPUB.
    Onix,
}

impl Format {
    /// Whether it is for a press.
    fn is_for_press(self) -> bool {
        match self {
            Self::Print | Self::Imposed | Self::Cover => true,
            Self::Epub | Self::Kepub | Self::Pdf | Self::Onix => false,
        }
    }

    /// Whether it is an EPUB, or says what one is.
    fn is_about_epub(self) -> bool {
        match self {
            Self::Epub | Self::Kepub | Self::Onix => true,
            Self::Pdf | Self::Print | Self::Imposed | Self::Cover => false,
        }
    }
}

/// The readers that an EPUB is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EpubReaders {
    /// All readers.
    Generic,
    /// Kobo: notes of more than 5,000 characters are links.
    Kobo,
    /// Kindle: as Kobo, and the cover is not a page.
    Kindle,
    /// Apple Books: the book asks for its own fonts.
    Apple,
}

/// One of several editions of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEdition {
    /// Its name, which its files have after that of the book: ASCII letters, digits and
    /// hyphens. No other edition of the book has it, in whatever letter case.
    pub name: String,
    /// Where it is named.
    pub position: TomlPosition,
    /// The formats that it is made in; those of the run where it states none. Never empty.
    pub formats: Option<BTreeSet<Format>>,
    /// The readers of its EPUB; those of the run where it states none.
    pub readers: Option<EpubReaders>,
    /// The book as this edition has it, without other editions.
    pub project: Project,
}

/// An edition of the book, with what it does not share with the others.
#[derive(Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a table: a line [[edition]], and below it name = \"…\""
)]
pub(super) struct EditionTable {
    /// The name of the edition, which its files have after that of the book: letters from a
    /// to z, digits and hyphens.
    name: Located<Parsed<EditionName>>,
    /// What the edition is called in the imprint, where that lists the ISBNs of all
    /// editions; without it paperback, hardcover, EPUB or PDF, in the language of the book.
    label: Option<String>,
    /// The formats of the edition; without it those of `--formats`. Where both say
    /// something, what both have is made.
    formats: Option<Located<Vec<Format>>>,
    /// The readers that the EPUB is made for; without it those of `--epub-flavour`.
    epub_flavour: Option<EpubReaders>,
    /// The ISBN of the edition: one, or one for its EPUB and one for the printed book, as
    /// in `[book]`.
    isbn: Option<Located<TextOr<Parsed<WrittenIsbn>, IsbnTable>>>,
    /// Keys of `[book]` that are other ones for this edition.
    #[serde(rename = "book")]
    #[expect(dead_code, reason = "it is read from the tree, over [book]")]
    book: Option<EditionBookTable>,
    /// Keys of `[design]` that are other ones. An edition that names a template begins with
    /// it, and takes from `[design]` nothing but `hyphenation` and `styles`.
    #[schemars(with = "Option<TopLevelTable>")]
    #[expect(dead_code, reason = "it is read from the tree, over [design]")]
    design: Option<IgnoredAny>,
    /// Keys of `[print]` that are other ones. An edition that names another profile than
    /// `[print]` takes nothing from there.
    #[schemars(with = "Option<TopLevelTable>")]
    #[expect(dead_code, reason = "it is read from the tree, over [print]")]
    print: Option<IgnoredAny>,
    /// Keys of `[cover]` that are other ones.
    #[schemars(with = "Option<TopLevelTable>")]
    #[expect(dead_code, reason = "it is read from the tree, over [cover]")]
    cover: Option<IgnoredAny>,
    /// Keys of `[shop]` that are other ones.
    #[schemars(with = "Option<TopLevelTable>")]
    #[expect(dead_code, reason = "it is read from the tree, over [shop]")]
    shop: Option<IgnoredAny>,
}

/// The tables of all editions.
#[derive(Deserialize)]
#[serde(transparent)]
struct EditionList(
    #[serde(deserialize_with = "read_tables")]
    #[expect(dead_code, reason = "they are read one by one, from the tree")]
    Vec<IgnoredAny>,
);

fn read_tables<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<IgnoredAny>, D::Error> {
    read_list(deserializer, "a table for each edition, below a line [[edition]]")
}

/// The tables of an edition that are like those of the file.
pub(super) const LIKE_TOP_LEVEL: [&str; 4] = ["design", "print", "cover", "shop"];

/// Stands for one of them; the schema module puts that of the file in its place.
type TopLevelTable = BTreeMap<String, String>;

/// Keys of `[book]` that may differ between editions.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(dead_code, reason = "their values are read from the tree, over [book]")]
pub(super) struct EditionBookTable {
    /// Which edition it is, for the imprint.
    edition: Option<String>,
    /// The number of the legal deposit.
    deposit: Option<String>,
    /// An identifier of the publisher's own.
    identifier: Option<String>,
    /// A few sentences about the edition.
    description: Option<String>,
    /// The rights statement.
    rights: Option<String>,
    /// Where the notes are.
    notes: Option<NotePlacement>,
    /// What the EPUB does with notes that say no more than "the same as before".
    ibid: Option<Ibid>,
    /// A style sheet for the EPUB.
    css: Option<String>,
    /// The front cover.
    cover: Option<TextOr<Parsed<CoverFile>, CoverTemplateTable>>,
}

/// The name of an edition.
struct EditionName;

impl TextForm for EditionName {
    type Value = String;

    fn parse(text: &str) -> Result<String, Misfit> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if text.len() <= LONGEST_NAME
            && text.bytes().all(is_plain)
            && !text.starts_with('-')
            && !text.ends_with('-')
        {
            return Ok(text.to_owned());
        }
        Err(Misfit::Write(
            "write a short name of letters from a to z, digits and hyphens, such as \
             'large-print'; files are named after it",
        ))
    }

    fn schema() -> Schema {
        json_schema!({
            "type": "string",
            "maxLength": LONGEST_NAME,
            "pattern": r"^\s*[A-Za-z0-9]([A-Za-z0-9\-]*[A-Za-z0-9])?\s*$",
            "x-form": "letters, digits and hyphens",
        })
    }
}

/// Reads the editions of a file.
pub(super) fn read_editions(
    tree: &TomlNode,
    file: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError> {
    project.editions.clear();
    let Some(list) = tree.get(EDITIONS) else { return Ok(()) };
    if !matches!(list.value(), NodeValue::List(_)) {
        // This fails, with a message that says what the value should be.
        read_node::<EditionList>(list, EDITIONS)?;
    }
    let mut numbers = Vec::new();
    for node in list.elements() {
        let table: EditionTable = read_node(node, TABLE)?;
        expect_own_name(&table.name, &project.editions)?;
        let tree = lay_over_file(tree, node);
        let (edition, isbns) = table.resolve(read_tree(&tree, file)?)?;
        numbers.push(isbns);
        project.editions.push(edition);
    }
    let numbers = list_isbns(&numbers);
    for edition in &mut project.editions {
        edition.project.metadata.isbns.clone_from(&numbers);
    }
    project.metadata.isbns = numbers;
    Ok(())
}

/// Two editions may not have files of one name.
fn expect_own_name(
    name: &Located<Parsed<EditionName>>,
    others: &[NamedEdition],
) -> Result<(), ProjectError> {
    let own = name.value.0.to_ascii_lowercase();
    let clash = |other: &&NamedEdition| {
        let other = other.name.to_ascii_lowercase();
        let of_press = |one: &str, another: &str| {
            let rest = one.strip_prefix(another);
            rest.is_some_and(|rest| PRESS_SUFFIXES.contains(&rest))
        };
        own == other || of_press(&own, &other) || of_press(&other, &own)
    };
    let Some(other) = others.iter().find(clash) else { return Ok(()) };
    let cause = format!(
        "cannot be '{}': files of this edition and of '{}' (line {}) would have one name",
        name.value.0, other.name, other.position.line
    );
    Err(name.refuse("name", &cause, "give each edition a name of its own"))
}

/// The file as it would be if it were for this edition alone.
fn lay_over_file(file: &TomlNode, edition: &TomlNode) -> TomlNode {
    let mut tree = file.clone();
    tree.retain(|key| key != EDITIONS);
    for entry in edition.entries() {
        match entry.key.as_str() {
            "design" if entry.node.get("template").is_some() => {
                tree.change("design", |design| {
                    design.retain(|key| OF_THE_TEXT.contains(&key));
                });
            }
            "print" if names_other_profile(file, &entry.node) => {
                tree.retain(|key| key != "print");
            }
            "book" | "design" | "print" | "cover" | "shop" => {}
            _ => continue,
        }
        tree.lay_over(entry);
    }
    tree
}

/// Whether a table names another press than `[print]` does.
fn names_other_profile(file: &TomlNode, print: &TomlNode) -> bool {
    let name = |print: &TomlNode| match print.get("profile").map(TomlNode::value) {
        Some(NodeValue::Text(name)) => Some(name.trim().to_owned()),
        _ => None,
    };
    let usual = file.get("print").and_then(name);
    usual.is_some() && name(print).is_some_and(|own| Some(own) != usual)
}

impl EditionTable {
    /// The edition, and its ISBNs as an imprint lists them. `project` is what its tables say
    /// over those of the file.
    fn resolve(
        self,
        mut project: Project,
    ) -> Result<(NamedEdition, Vec<EditionIsbn>), ProjectError> {
        let formats = self.formats.map(check_formats).transpose()?;
        let stated =
            |is_one: fn(Format) -> bool| formats.iter().flatten().copied().any(is_one);
        let (has_press, has_epub) =
            (stated(Format::is_for_press), stated(Format::is_about_epub));
        let named = self.label.map(EditionForm::Named);
        let of_print = || match &named {
            Some(named) => named.clone(),
            None if project.print.profile.cover.value.case.is_some() => {
                EditionForm::Hardcover
            }
            None => EditionForm::Paperback,
        };
        let mut isbns = Vec::new();
        if let Some(Located { value, position }) = self.isbn {
            let (epub, print) = match value {
                TextOr::Text(_) if has_press && has_epub => {
                    return Err(ProjectError::impossible(
                        position,
                        "isbn",
                        "is one number for an EPUB and a printed book",
                        "each has its own: { epub = \"978…\", print = \"978…\" }",
                    ));
                }
                TextOr::Text(isbn) => {
                    let form = match &named {
                        Some(named) => named.clone(),
                        None if has_press => of_print(),
                        None if has_epub || formats.is_none() => EditionForm::Epub,
                        None => EditionForm::Pdf,
                    };
                    isbns.push(EditionIsbn { isbn: isbn.0.clone(), form });
                    (Some(isbn.0.clone()), Some(isbn.0))
                }
                TextOr::Table(IsbnTable { epub, print }) => {
                    let (epub, print) =
                        (epub.map(|isbn| isbn.0), print.map(|isbn| isbn.0));
                    isbns.extend(
                        print.clone().map(|isbn| EditionIsbn { isbn, form: of_print() }),
                    );
                    let form = match (named.clone(), &print) {
                        (Some(EditionForm::Named(name)), Some(_)) => {
                            EditionForm::Named(format!("{name}, EPUB"))
                        }
                        (named, _) => named.unwrap_or(EditionForm::Epub),
                    };
                    isbns.extend(epub.clone().map(|isbn| EditionIsbn { isbn, form }));
                    (epub, print)
                }
            };
            project.metadata.isbn_epub = epub;
            project.metadata.isbn_print = print;
        }
        let Located { value: name, position } = self.name;
        let edition = NamedEdition {
            name: name.0,
            position,
            formats,
            readers: self.epub_flavour,
            project,
        };
        Ok((edition, isbns))
    }
}

fn check_formats(
    formats: Located<Vec<Format>>,
) -> Result<BTreeSet<Format>, ProjectError> {
    if formats.value.is_empty() {
        let remedy = "name one, or leave the key out";
        return Err(formats.refuse("formats", "has no format", remedy));
    }
    Ok(formats.value.into_iter().collect())
}

/// The ISBNs of all editions, each once, as an imprint lists them: if every edition states
/// one, and they are several.
fn list_isbns(editions: &[Vec<EditionIsbn>]) -> Vec<EditionIsbn> {
    if editions.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let mut listed: Vec<EditionIsbn> = Vec::new();
    for one in editions.iter().flatten() {
        let number = strip_isbn(&one.isbn);
        if !listed.iter().any(|known| strip_isbn(&known.isbn) == number) {
            listed.push(one.clone());
        }
    }
    if listed.len() > 1 { listed } else { Vec::new() }
}
