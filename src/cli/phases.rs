//! The phases of the library in the form in which the commands call them.

use anyhow::{Result, bail};
use pliego::book::block::Block;
use pliego::book::inline::Inline;
use pliego::book::{Book, Chapter, Division, Document};
use pliego::diagnostic::Warned;
use pliego::project::Project;

pub(crate) fn project(name: &str, _bytes: &[u8]) -> Result<Project> {
    bail!("{name}: not yet")
}

/// Stands in for `book::assemble`: one chapter for each document.
pub(crate) fn assemble(project: &Project, documents: Vec<Document>) -> Warned<Book> {
    let chapter = |document: Document| {
        let mut blocks = document.blocks;
        for block in &mut blocks {
            if let Block::Heading(heading) = block {
                heading.level = heading.level.max(2);
            }
        }
        let title = document.metadata.title.into_iter().map(Inline::Text).collect();
        Division::Chapter(Chapter {
            title,
            blocks,
            restarts_notes: true,
            ..Chapter::default()
        })
    };
    let mut metadata = project.metadata.clone();
    if let [only] = documents.as_slice() {
        metadata.title = metadata.title.or(only.metadata.title.clone());
        metadata.language = metadata.language.or(only.metadata.language.clone());
    }
    let divisions = documents.into_iter().map(chapter).collect();
    Warned::sure(Book { metadata, divisions })
}

pub(crate) fn dump_book(book: &Book) -> String {
    format!("{book:#?}\n")
}

/// The files of a new project: path from its folder, and words.
pub(crate) fn new_project(_name: &str) -> Vec<(&'static str, String)> {
    Vec::new()
}

pub(crate) fn epub(
    _publication: &pliego::edition::Publication<'_>,
) -> Result<Warned<Vec<u8>>> {
    Ok(Warned::default())
}
