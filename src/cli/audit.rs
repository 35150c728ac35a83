//! `audit`: a written edition is read again and compared with its sources.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Error, Result, bail};
use pliego::disk;
use pliego::display::display_path;
use pliego::{
    AuditError, AuditedEdition, AuditedSources, Fate, PageComparison, RiskCount,
    SecondReading, Warned, audit, compare_pages,
};

use super::args::AuditArgs;
use super::console::Console;
use super::counts::count_things;
use super::findings::{BookFindings, FindingFilter};
use super::inputs::DiskInputs;
use super::jobs::{JobFinder, expect_hints_for_documents};
use super::report::{RunOutcome, count_removals};

/// How many differences of a kind are shown.
const OF_A_KIND: usize = 20;

/// Audits an edition.
///
/// # Errors
///
/// When the edition or a source cannot be read.
pub(crate) fn audit_edition(
    arguments: &AuditArgs,
    console: Console,
) -> Result<RunOutcome> {
    let name = display_path(&arguments.edition);
    let is_epub = match arguments.edition.extension() {
        Some(end) if end.eq_ignore_ascii_case("epub") => true,
        Some(end) if end.eq_ignore_ascii_case("pdf") => false,
        _ => bail!("'{name}' is not an edition; name an .epub or a .pdf file"),
    };
    let bytes = disk::read_file(&arguments.edition)?;
    let edition = if is_epub {
        AuditedEdition::from_epub(&bytes)
    } else {
        AuditedEdition::from_pdf(&bytes)
    };
    // A PDF for a press has no reading order: it is held against the PDF for readers.
    if let ([readers], Err(AuditError::Untagged)) =
        (arguments.source.as_slice(), &edition)
        && is_pdf(readers)
    {
        return compare_with_readers(arguments, &bytes, readers, console);
    }
    let edition = edition.map_err(|error| explain(error, &name))?;
    let inputs = DiskInputs::open(&arguments.hints.dictionaries)?
        .with_allowed(&arguments.hints.allow_path, &arguments.source);
    let finder = JobFinder { inputs: &inputs, hints: &arguments.hints, stdin: None };
    let jobs = finder.find_all(&arguments.source)?;
    expect_hints_for_documents(&jobs, &arguments.hints)?;
    let Warned { value: sources, diagnostics } = audit(&edition, &jobs, &inputs)?;
    let AuditedSources {
        characters,
        notes,
        printed_signs,
        publishers_words,
        texts,
        removals: removed,
        risks,
        second_readings,
    } = sources;
    let findings = BookFindings {
        texts,
        diagnostics,
        removals: removed,
        ..BookFindings::new(&arguments.edition)
    };
    if !findings.diagnostics.is_empty() {
        return report_differences(&name, &findings, console);
    }
    let risks = describe_risks(&risks);
    let readings = describe_second_readings(&second_readings);
    let removed: Vec<String> = count_removals(&findings)
        .iter()
        .map(|(kind, times)| format!("{kind} {times}"))
        .collect();
    let removed =
        if removed.is_empty() { "nothing".to_owned() } else { removed.join(", ") };
    let printed = match printed_signs {
        0 => String::new(),
        _ => format!(
            "; set as printed: {}",
            count_things(printed_signs, "typed character")
        ),
    };
    let publishers = match publishers_words {
        0 => String::new(),
        _ => format!("; of the publisher: {}", count_things(publishers_words, "word")),
    };
    console.print_message(&format!(
        "{name}: complete: {}, {}{printed}{publishers}; removed: {removed}\n{readings}{risks}",
        count_things(characters, "character"),
        count_things(notes, "note"),
    ))?;
    Ok(RunOutcome::Done)
}

/// What the second reading of each source PDF found.
fn describe_second_readings(
    readings: &[(String, Result<SecondReading, String>)],
) -> String {
    let mut text = String::new();
    for (name, reading) in readings {
        let found = match reading {
            Ok(SecondReading { letters, pages, cut_pages, unreadable }) => {
                let mut found = format!(
                    "read a second time: the same {} on {}",
                    count_things(*letters, "letter"),
                    count_things(*pages, "page"),
                );
                if *unreadable > 0 {
                    let glyphs = count_things(*unreadable, "glyph");
                    let _ = write!(found, "; {glyphs} without a known letter");
                }
                if *cut_pages > 0 {
                    let pages = count_things(*cut_pages, "page");
                    let _ = write!(found, "; {pages} not read to the end");
                }
                found
            }
            Err(cause) => format!("not read a second time: {cause}"),
        };
        let _ = writeln!(text, "{name}: {found}");
    }
    text
}

/// What of the sources is not in the text at its place, by what became of it. Each of these
/// decisions of recovery may be wrong.
fn describe_risks(risks: &BTreeMap<Fate, RiskCount>) -> String {
    let mut text = String::new();
    if !risks.is_empty() {
        text.push_str("risks of recovery: not in the text where the source has it\n");
    }
    for (fate, RiskCount { numbers, words, lines, reported }) in risks {
        let _ = writeln!(
            text,
            "  {}: {}, {}, {}; {} near a finding",
            fate.name(),
            count_things(*numbers, "number"),
            count_things(*words, "word"),
            count_things(*lines, "line"),
            reported,
        );
    }
    text
}

/// An error with the name of the edition, and what to do about it.
fn explain(error: AuditError, name: &str) -> Error {
    let again = if error.is_broken() { "; build it again" } else { "" };
    Error::from(error).context(format!("'{name}' cannot be audited{again}"))
}

/// Compares a PDF for the press with that for readers.
fn compare_with_readers(
    arguments: &AuditArgs,
    press: &[u8],
    readers: &Path,
    console: Console,
) -> Result<RunOutcome> {
    let name = display_path(&arguments.edition);
    let PageComparison { diagnostics, characters, pages } =
        compare_pages(press, &disk::read_file(readers)?).with_context(|| {
            format!("'{name}' cannot be compared with '{}'", display_path(readers))
        })?;
    let mut findings = BookFindings::new(&arguments.edition);
    findings.diagnostics = diagnostics;
    if !findings.diagnostics.is_empty() {
        return report_differences(&name, &findings, console);
    }
    console.print_message(&format!(
        "{name}: shows the same as '{}': {} on {}\n",
        display_path(readers),
        count_things(characters, "character"),
        count_things(pages, "page"),
    ))?;
    Ok(RunOutcome::Done)
}

/// Prints the differences.
fn report_differences(
    name: &str,
    findings: &BookFindings,
    console: Console,
) -> Result<RunOutcome> {
    console.print_findings(&findings.render(
        FindingFilter::Warnings,
        console.has_colour,
        OF_A_KIND,
    ));
    let differences = count_things(findings.diagnostics.len(), "difference");
    console.print_message(&format!("{name}: {differences}\n"))?;
    Ok(RunOutcome::Denied)
}

/// Whether a file is a PDF, by its name.
fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf"))
}
