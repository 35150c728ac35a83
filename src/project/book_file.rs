//! The file `book.toml`: its tables, in the order in which they depend on each other.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::book_table::BookTable;
use super::cover_table::{CoverTable, read_cover_table};
use super::description::Project;
use super::design_table::read_design_table;
use super::designs::Designs;
use super::edition_table::{EditionTable, read_editions};
use super::error::ProjectError;
use super::lint_table::LintRules;
use super::print_table::PrintTable;
use super::reader;
use super::reference::{TABLES, list_keys, write_header};
use super::shop_table::ShopTable;
use super::tree::{EDITIONS, FileKind, TomlNode};
use crate::design::Design;

/// The tables of a `book.toml`. All but the first are read by themselves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "[book], and below it title = \"…\"")]
pub(super) struct BookFile {
    book: BookTable,
    #[schemars(with = "Option<Design>")]
    #[expect(dead_code, reason = "it is read from the tree, over its template")]
    design: Option<IgnoredAny>,
    #[schemars(with = "Option<PrintTable>")]
    #[expect(dead_code, reason = "it is read from the tree, after the design")]
    print: Option<IgnoredAny>,
    #[schemars(with = "Option<CoverTable>")]
    #[expect(dead_code, reason = "it is read from the tree, after the press")]
    cover: Option<IgnoredAny>,
    #[schemars(with = "Option<ShopTable>")]
    #[expect(
        dead_code,
        reason = "it is read from the tree, with the places of its values"
    )]
    shop: Option<IgnoredAny>,
    #[schemars(with = "Option<Vec<EditionTable>>")]
    #[expect(dead_code, reason = "it is read from the tree, over the other tables")]
    edition: Option<IgnoredAny>,
    #[schemars(with = "Option<LintRules>")]
    #[serde(default)]
    lint: LintRules,
}

/// Reads a `book.toml`. `name` is what messages call it; `file` returns the text of a file
/// beside it, or none if that cannot be read.
///
/// # Errors
///
/// When it is not TOML, or has an unknown key, a value of the wrong type or an
/// impossible one, or no title; or when the same holds of the design file or the profile
/// that it names.
pub fn read_project(
    name: &str,
    text: &str,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Project, ProjectError> {
    read_tree(&TomlNode::parse(name, FileKind::Book, text)?, file)
}

/// Reads a `book.toml` that is TOML.
pub(super) fn read_tree(
    tree: &TomlNode,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Project, ProjectError> {
    let mut project = Project::default();
    for read in STEPS {
        read(tree, file, &mut project)?;
    }
    Ok(project)
}

/// A step of reading a file: some of its tables become part of a project.
pub(super) type ProjectStep = fn(
    tree: &TomlNode,
    file: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError>;

/// The steps, in order: each needs what those before it have read.
pub(super) const STEPS: [ProjectStep; 6] =
    [read_book, read_design, read_print, read_cover, read_shop, read_editions];

/// Reads `[book]` and `[lint]`, and refuses unknown tables.
fn read_book(
    tree: &TomlNode,
    _: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError> {
    let BookFile { book, lint, .. } = reader::read_file(tree).map_err(find_table)?;
    project.lint = lint;
    book.apply(project)
}

fn read_design(
    tree: &TomlNode,
    file: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError> {
    if let Some(design) = tree.get("design") {
        let read = read_design_table(design, &Designs { file })?;
        project.design = read.design;
        project.font_position = read.font_position;
    }
    Ok(())
}

fn read_print(
    tree: &TomlNode,
    file: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError> {
    if let Some(print) = get_for_press(tree, "print") {
        let print: PrintTable = reader::read_node(print, "print")?;
        project.print = print.resolve(&project.design, file)?;
    }
    Ok(())
}

fn read_cover(
    tree: &TomlNode,
    _: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError> {
    if let Some(cover) = get_for_press(tree, "cover") {
        let (profile, trim) = (&project.print.profile, project.design.trim);
        project.cover_table = read_cover_table(cover, profile, trim)?;
    }
    Ok(())
}

fn read_shop(
    tree: &TomlNode,
    _: &dyn Fn(&str) -> Option<String>,
    project: &mut Project,
) -> Result<(), ProjectError> {
    if let Some(shop) = tree.get("shop") {
        let shop: ShopTable = reader::read_node(shop, "shop")?;
        project.shop = shop.resolve()?;
    }
    Ok(())
}

/// A table about the press. Those of a book with editions are read with each edition: the
/// trim of one and the press of another need not suit each other.
fn get_for_press<'t>(tree: &'t TomlNode, key: &str) -> Option<&'t TomlNode> {
    let has_editions = tree.get(EDITIONS).is_some_and(|list| !list.elements().is_empty());
    if has_editions { None } else { tree.get(key) }
}

/// A better remedy for a key that is above its table, or in `[book]` instead of its own.
fn find_table(error: ProjectError) -> ProjectError {
    let ProjectError::UnknownKey { position, key, table, remedy } = error else {
        return error;
    };
    let is_above = table == FileKind::Book.name();
    let has_key = |name: &&&str| list_keys(name).contains(&key);
    let owner = TABLES.iter().find(has_key).map(|name| write_header(name));
    let remedy = match owner {
        Some(owner) if is_above => format!("put a line {owner} above it"),
        _ if !is_above && TABLES.contains(&key.as_str()) => {
            format!("it is a table: write {}, and its keys below it", write_header(&key))
        }
        Some(owner) if table == "[book]" => format!("it belongs in {owner}"),
        _ => remedy,
    };
    ProjectError::UnknownKey { position, key, table, remedy }
}
