//! The phases of the library in the form in which the commands call them.

use anyhow::{Result, bail};
use pliego::book::{Book, Document};
use pliego::design::Design;
use pliego::diagnostic::Warned;
use pliego::edition::pdf::{self, Particulars};
use pliego::edition::{CoverImage, ImageFormat, Publication};
use pliego::fonts::{FontFile, FontStyle};
use pliego::project::{Cover, Project};
use pliego::recover::{self, Recovered};
use pliego::source::Text;
use pliego::typeset::document::Pages;

use super::works::Work;

pub(crate) fn project(name: &str, _bytes: &[u8]) -> Result<Project> {
    bail!("{name}: not yet")
}

pub(crate) fn recover(text: &Text, hints: &recover::Hints) -> Warned<Recovered> {
    let mut diagnostics = Vec::new();
    let zoned = recover::zones::find(text, hints).collect(&mut diagnostics);
    let value = recover::blocks::rebuild(text, &zoned, hints).collect(&mut diagnostics);
    Warned { value, diagnostics }
}

pub(crate) fn assemble(project: &Project, _documents: Vec<Document>) -> Warned<Book> {
    Warned::sure(Book { metadata: project.metadata.clone(), divisions: Vec::new() })
}

pub(crate) fn cover(
    _work: &Work,
    _book: &Book,
    _design: &Design,
    _fonts: &[FontFile],
    _cover: &Cover,
) -> Result<Warned<CoverImage>> {
    Ok(Warned::sure(CoverImage { format: ImageFormat::Png, bytes: Vec::new() }))
}

pub(crate) fn epub(_publication: &Publication<'_>) -> Result<Warned<Vec<u8>>> {
    Ok(Warned::default())
}

pub(crate) fn typeset(_publication: &Publication<'_>) -> Result<Warned<Pages>> {
    Ok(Warned::default())
}

pub(crate) fn pdf(
    pages: &Pages,
    publication: &Publication<'_>,
    _cover_first: bool,
) -> Result<Vec<u8>> {
    Ok(pdf::pdf(pages, &Particulars::of(publication))?)
}

pub(crate) fn identify(_bytes: &[u8]) -> Option<(String, FontStyle)> {
    None
}

pub(crate) fn dump_book(book: &Book) -> String {
    format!("{book:#?}\n")
}

pub(crate) fn dump_pages(pages: &Pages) -> String {
    format!("{pages:#?}\n")
}

pub(crate) fn dump_lines(pages: &Pages) -> String {
    format!("{pages:#?}\n")
}

/// The files of a new project: path from its folder, and words.
pub(crate) fn new_project(_name: &str) -> Vec<(&'static str, String)> {
    Vec::new()
}
