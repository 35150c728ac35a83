//! `preflight`: is a PDF fit for the press?

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use pliego::diagnostic::Severity;
use pliego::disk::{self, Output, shown};
use pliego::preflight::{self as look, Finding, Order};
use pliego::press::profile::{Paper, Profile};
use pliego::project::presses;
use serde_json::{Value, json};

use super::args::Preflight;
use super::findings::{Findings, Told};
use super::report::{Outcome, severity};
use super::summary::count;
use super::voice::{self, Voice};

/// How many findings of a kind are shown.
const OF_A_KIND: usize = 20;

/// What the name of a profile file ends with; other names are of built-in profiles.
const FILE: &str = ".toml";

/// Version of the form of the report.
const SCHEMA: u32 = 1;

/// Looks a PDF over.
///
/// # Errors
///
/// When it cannot be read, or the press is not known.
pub(crate) fn preflight(arguments: &Preflight, voice: Voice) -> Result<Outcome> {
    let name = shown(&arguments.file);
    let profile = arguments.profile.as_deref().map(profile).transpose()?;
    let order = Order {
        paper: profile.as_ref().map(|profile| paper(profile, arguments)).transpose()?,
        profile: profile.as_ref(),
        cover: arguments.cover,
        pages: arguments.pages,
        trim: arguments.trim,
    };
    if let Some(report) = &arguments.telling.report
        && disk::is_same(report, &arguments.file)
    {
        bail!("--report would be written over '{name}'; name another file");
    }
    let bytes = disk::read(&arguments.file)?;
    let outcome = look::preflight(&bytes, &order)
        .with_context(|| format!("'{name}' cannot be looked over"))?;
    let mut findings = Findings::new(&arguments.file);
    findings.diagnostics = outcome.findings.iter().map(Finding::diagnostic).collect();
    let errors = findings.count(Severity::Error);
    let warnings = findings.count(Severity::Warning);
    let fit = errors == 0 && (arguments.deny.is_none() || warnings == 0);
    voice.warn(&findings.show(Told::All, voice.colour, OF_A_KIND));
    let against = match (&profile, &outcome.standard) {
        (Some(profile), _) => format!("profile {} of {}", profile.name, profile.date),
        (None, Some(standard)) => format!("the check for {standard}"),
        (None, None) => "the check for a press".to_owned(),
    };
    let verdict = if fit { "passes" } else { "does not pass" };
    let mut counts = vec![count(errors, "error"), count(warnings, "warning")];
    if let notes @ 1.. = findings.count(Severity::Note) {
        counts.push(count(notes, "note"));
    }
    let summary = format!("{name}: {verdict} {against}: {}\n", counts.join(", "));
    let outcome_told = if fit { Outcome::Done } else { Outcome::Denied };
    match &arguments.telling.report {
        None => voice.tell(&summary)?,
        Some(path) => {
            let report = report(&name, profile.as_ref(), &outcome, fit);
            if path == Path::new("-") {
                voice::print(&report)?;
            } else {
                let report = Output { path: path.clone(), bytes: report };
                disk::write_all(std::iter::once(&report))?;
                voice.tell(&summary)?;
            }
        }
    }
    Ok(outcome_told)
}

/// The profile of a name.
fn profile(name: &str) -> Result<Profile> {
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
    let bytes = disk::read(Path::new(name))?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("'{name}' is no profile: it is not UTF-8"))?;
    Ok(presses::read_profile(name, stem, &text)?)
}

/// The paper that was named, or the usual one.
fn paper<'a>(profile: &'a Profile, arguments: &Preflight) -> Result<&'a Paper> {
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

/// All that was found, as one JSON document: places in millimetres from the upper left
/// corner of the trimmed page.
fn report(
    name: &str,
    profile: Option<&Profile>,
    outcome: &look::Outcome,
    fit: bool,
) -> Vec<u8> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &outcome.findings {
        *counts.entry(severity(finding.severity)).or_default() += 1;
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
        "diagnostics": outcome.findings.iter().map(finding).collect::<Vec<_>>(),
    });
    format!("{report:#}\n").into_bytes()
}

fn finding(finding: &Finding) -> Value {
    let mm = |length: pliego::length::Length| {
        (length.to_pt() * 25.4 / 72.0 * 100.0).round() / 100.0
    };
    json!({
        "code": finding.code.0,
        "severity": severity(finding.severity),
        "message": finding.message,
        "pages": finding.pages,
        "place": finding.place.map(|place| json!({ "x": mm(place.x), "y": mm(place.y) })),
        "found": finding.found,
        "wanted": finding.wanted,
        "hints": [finding.remedy],
    })
}
