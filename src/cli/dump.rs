//! `dump`: the value between two stages, as text.

use std::fmt::Write;

use anyhow::{Result, bail};
use pliego::build::{read_documents, read_manuscript, read_texts, typeset_manuscript};
use pliego::display::display_path;
use pliego::dump::{dump_book, dump_lines, dump_pages};
use pliego::{Inputs, Job, Pages, markdown};

use super::args::{DumpArgs, DumpStage};
use super::console;
use super::fonts::open_fonts;
use super::inputs::DiskInputs;
use super::jobs::{JobFinder, expect_hints_to_fit};

/// Prints the value after a stage.
///
/// # Errors
///
/// When the file cannot be read, or is not a document where a document is needed.
pub(crate) fn dump_stage(arguments: &DumpArgs) -> Result<()> {
    let inputs = DiskInputs::open(&arguments.hints.dictionaries)?
        .with_allowed(&arguments.hints.allow_path, &[]);
    let finder = JobFinder { inputs: &inputs, hints: &arguments.hints, stdin: None };
    let jobs = finder.find_all(std::slice::from_ref(&arguments.file))?;
    let [job] = jobs.as_slice() else {
        let file = display_path(&arguments.file);
        bail!("'{file}' holds several books; name one document or book.toml");
    };
    expect_hints_to_fit([job], &arguments.hints)?;
    let text = match arguments.after {
        DumpStage::Source => dump_source(job, &inputs)?,
        DumpStage::Recover => dump_recovered(job, &inputs)?,
        DumpStage::Book => dump_book(&read_manuscript(job, &inputs, &())?.value.book),
        DumpStage::Lines => dump_lines(&typeset(job, &inputs, arguments)?),
        DumpStage::Pages => dump_pages(&typeset(job, &inputs, arguments)?),
    };
    console::print_bytes(text.as_bytes())
}

/// The lines with their numbers and pages.
fn dump_source(job: &Job, inputs: &dyn Inputs) -> Result<String> {
    let mut dump = String::new();
    for text in read_texts(job, inputs)? {
        let text = text.value;
        let _ = writeln!(dump, "# {}", text.name);
        for (number, line) in (1..).zip(&text.lines) {
            let words = text.slice(line.span).escape_debug();
            let _ = writeln!(dump, "{number:>6} p{} {words}", line.page);
        }
    }
    Ok(dump)
}

/// The documents as Markdown, and what was left out of them.
fn dump_recovered(job: &Job, inputs: &dyn Inputs) -> Result<String> {
    let mut dump = String::new();
    for document in read_documents(job, inputs, &())? {
        let (text, recovered) = (document.value.text, document.value.recovered);
        let _ = writeln!(dump, "# {}\n", text.name);
        dump.push_str(&markdown::write(&recovered.document));
        let _ = writeln!(dump, "\n# left out");
        for removal in &recovered.removals {
            let words = text.slice(removal.span).escape_debug();
            let kind = removal.kind.name();
            let _ = writeln!(dump, "{:>6} {kind}: {words}", removal.span.line);
        }
    }
    Ok(dump)
}

fn typeset(job: &Job, inputs: &dyn Inputs, arguments: &DumpArgs) -> Result<Pages> {
    let fonts = open_fonts(arguments.fonts.as_deref())?;
    let manuscript = read_manuscript(job, inputs, &())?.value;
    Ok(typeset_manuscript(job, &manuscript, &fonts, &())?.value)
}
