//! `dump`: the value between two stages, as text.

use std::fmt::Write;

use anyhow::{Result, bail};
use pliego::book::{self, markdown};
use pliego::disk::shown;
use pliego::edition::Publication;
use pliego::source::Text;
use pliego::typeset::dump;

use super::args::{Dump, Stage};
use super::library::Library;
use super::manuscript::{self, Manuscript};
use super::report::removal_name;
use super::works::{self, Work};
use super::{press, voice};

/// Prints what stands after a stage.
///
/// # Errors
///
/// When the file cannot be read, or is no document where a document is needed.
pub(crate) fn dump(arguments: &Dump) -> Result<()> {
    let works = works::find(std::slice::from_ref(&arguments.file))?;
    let [work] = works.as_slice() else {
        bail!("'{}' is a shelf; name one document or book.toml", shown(&arguments.file));
    };
    works::expect_hints_to_fit([work], &arguments.hints)?;
    let text = match arguments.after {
        Stage::Source => source(work)?,
        Stage::Recover => recovered(work, arguments)?,
        Stage::Book => book::dump::book(&manuscript::read(work, &arguments.hints)?.book),
        Stage::Lines | Stage::Pages => pages(work, arguments)?,
    };
    voice::print(text.as_bytes())
}

/// The lines with their numbers and pages.
fn source(work: &Work) -> Result<String> {
    let mut dump = String::new();
    for source in &work.documents {
        let text = manuscript::text(source)?.value;
        let _ = writeln!(dump, "# {}", text.name);
        for (number, line) in (1..).zip(&text.lines) {
            let words = text.slice(line.span).escape_debug();
            let _ = writeln!(dump, "{number:>6} p{} {words}", line.page);
        }
    }
    Ok(dump)
}

/// The documents as Markdown, and what was left out of them.
fn recovered(work: &Work, arguments: &Dump) -> Result<String> {
    let mut dump = String::new();
    let corpus = manuscript::corpus(&work.documents)?;
    for source in &work.documents {
        let text: Text = manuscript::text(source)?.value;
        let hints = manuscript::hints_for(work, &arguments.hints, &corpus, &text)?;
        let recovered = manuscript::document(source, &text, &hints).value;
        let _ = writeln!(dump, "# {}\n", text.name);
        dump.push_str(&markdown::write(&recovered.document));
        let _ = writeln!(dump, "\n# left out");
        for removal in &recovered.removals {
            let words = text.slice(removal.span).escape_debug();
            let kind = removal_name(removal.kind);
            let _ = writeln!(dump, "{:>6} {kind}: {words}", removal.span.line);
        }
    }
    Ok(dump)
}

fn pages(work: &Work, arguments: &Dump) -> Result<String> {
    let library = Library::open(arguments.fonts.as_deref())?;
    let Manuscript { book, design, notes, ibid, mut findings, .. } =
        manuscript::read(work, &arguments.hints)?;
    let fonts = library.family(&design.font, work)?;
    let publication = Publication {
        book: &book,
        design: &design,
        notes,
        ibid,
        fonts: &fonts,
        cover: None,
        made: None,
    };
    let pages = press::set(&publication, &mut findings)?;
    Ok(match arguments.after {
        Stage::Lines => dump::lines(&pages),
        _ => dump::pages(&pages),
    })
}
