//! `preflight`: a PDF is checked for the press.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use pliego::disk::{self, OutputFile};
use pliego::display::display_path;
use pliego::preflight::{self as look, PreflightFinding, PreflightOptions};
use pliego::project::presses;
use pliego::{Length, Paper, Profile, Severity};
use serde_json::{Value, json};

use super::args::PreflightArgs;
use super::console::{self, Console};
use super::counts::count_things;
use super::findings::{BookFindings, FindingFilter};
use super::report::RunOutcome;

/// How many findings of a kind are shown.
const OF_A_KIND: usize = 20;

/// What the name of a profile file ends with; other names are of built-in profiles.
const FILE: &str = ".toml";

/// Version of the form of the report.
const SCHEMA: u32 = 1;

/// Checks a PDF.
///
/// # Errors
///
/// When it cannot be read, or the profile is unknown.
pub(crate) fn preflight_file(
    arguments: &PreflightArgs,
    console: Console,
) -> Result<RunOutcome> {
    let name = display_path(&arguments.file);
    let profile = arguments.profile.as_deref().map(find_profile).transpose()?;
    let order = PreflightOptions {
        paper: profile
            .as_ref()
            .map(|profile| find_paper(profile, arguments))
            .transpose()?,
        profile: profile.as_ref(),
        cover: arguments.cover,
        pages: arguments.pages,
        trim: arguments.trim,
    };
    if let Some(report) = &arguments.reporting.report
        && disk::is_same_file(report, &arguments.file)
    {
        bail!("--report would overwrite '{name}'; name another file");
    }
    let bytes = disk::read_file(&arguments.file)?;
    let outcome = look::preflight(&bytes, &order)
        .with_context(|| format!("'{name}' cannot be checked"))?;
    let mut findings = BookFindings::new(&arguments.file);
    findings.diagnostics =
        outcome.findings.iter().map(PreflightFinding::to_diagnostic).collect();
    let errors = findings.count_severity(Severity::Error);
    let warnings = findings.count_severity(Severity::Warning);
    let fit = errors == 0 && (arguments.deny.is_none() || warnings == 0);
    console.print_findings(&findings.render(
        FindingFilter::All,
        console.has_colour,
        OF_A_KIND,
    ));
    let against = match (&profile, &outcome.standard) {
        (Some(profile), _) => format!("profile {} of {}", profile.name, profile.date),
        (None, Some(standard)) => format!("the check for {standard}"),
        (None, None) => "the check for a press".to_owned(),
    };
    let verdict = if fit { "passes" } else { "does not pass" };
    let mut counts =
        vec![count_things(errors, "error"), count_things(warnings, "warning")];
    if let notes @ 1.. = findings.count_severity(Severity::Note) {
        counts.push(count_things(notes, "note"));
    }
    let summary = format!("{name}: {verdict} {against}: {}\n", counts.join(", "));
    let run_outcome = if fit { RunOutcome::Done } else { RunOutcome::Denied };
    match &arguments.reporting.report {
        None => console.print_message(&summary)?,
        Some(path) => {
            let report = render_report(&name, profile.as_ref(), &outcome, fit);
            if path == Path::new("-") {
                console::print_bytes(&report)?;
            } else {
                let report = OutputFile { path: path.clone(), bytes: report };
                disk::write_all(std::iter::once(&report))?;
                console.print_message(&summary)?;
            }
        }
    }
    Ok(run_outcome)
}

/// The profile of a name.
fn find_profile(name: &str) -> Result<Profile> {
    let Some(stem) = name.strip_suffix(FILE) else {
        let known = || {
            let names: Vec<&str> = presses::names().collect();
            format!(
                "there is no profile '{name}'; choose from {}, or name a file (.toml)",
                names.join(", ")
            )
        };
        return presses::find_profile(name).with_context(known);
    };
    let bytes = disk::read_file(Path::new(name))?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("'{name}' is not a profile: it is not UTF-8"))?;
    Ok(presses::read_profile(name, stem, &text)?)
}

/// The named paper, or the first for the ink.
fn find_paper<'a>(profile: &'a Profile, arguments: &PreflightArgs) -> Result<&'a Paper> {
    let ink = arguments.ink.into();
    let mut of_ink = profile.papers.iter().filter(|paper| paper.value.ink == ink);
    let found = match &arguments.paper {
        Some(name) => profile.paper(name, ink),
        None => of_ink.next(),
    };
    let Some(paper) = found else {
        let of_ink = profile.papers.iter().filter(|paper| paper.value.ink == ink);
        let names: Vec<&str> = of_ink.map(|paper| paper.value.name.as_str()).collect();
        let choice = if names.is_empty() {
            "this press has no paper for that ink".to_owned()
        } else {
            format!("choose from {}", names.join(", "))
        };
        let name = arguments.paper.as_deref().unwrap_or("any");
        bail!("the profile '{}' has no paper '{name}'; {choice}", profile.name);
    };
    Ok(&paper.value)
}

/// The findings as one JSON document: places in millimetres from the upper left
/// corner of the trimmed page.
fn render_report(
    name: &str,
    profile: Option<&Profile>,
    outcome: &look::PreflightReport,
    fit: bool,
) -> Vec<u8> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &outcome.findings {
        *counts.entry(finding.severity.name()).or_default() += 1;
    }
    let report = json!({
        "schema": SCHEMA,
        "program": concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")),
        "file": name,
        "outcome": if fit { "passes" } else { "does not pass" },
        "profile": profile.map(|profile| json!({
            "name": profile.name,
            "date": profile.date,
        })),
        "standard": outcome.standard,
        "pages": outcome.pages,
        "cover": outcome.cover,
        "counts": counts,
        "diagnostics": outcome.findings.iter().map(finding_json).collect::<Vec<_>>(),
    });
    format!("{report:#}\n").into_bytes()
}

fn finding_json(finding: &PreflightFinding) -> Value {
    let mm = |length: Length| (length.to_pt() * 25.4 / 72.0 * 100.0).round() / 100.0;
    json!({
        "code": finding.code.0,
        "severity": finding.severity.name(),
        "message": finding.message,
        "pages": finding.pages,
        "place": finding.place.map(|place| json!({ "x": mm(place.x), "y": mm(place.y) })),
        "found": finding.found,
        "wanted": finding.wanted,
        "hints": [finding.remedy],
    })
}
