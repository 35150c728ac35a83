//! `preflight` on files that are known to the letter: it finds each planted fault by its
//! own code and nothing else, and no fault in a good file.

#![expect(clippy::disallowed_methods, reason = "a test reads the files it needs")]

pub(crate) mod recipes;
mod writer;

use std::collections::BTreeSet;

use pliego::length::written::parse_trim;
use pliego::preflight::{PreflightOptions, PreflightReport, preflight};
use pliego::press::profile::PressInk;
use pliego::project::presses;
use proptest::prelude::{Strategy, any, prop, proptest};
use recipes::Recipe;

/// What is found in a file, as its recipe asks.
fn looked_over(recipe: &Recipe, bytes: &[u8]) -> PreflightReport {
    let mut options = recipe.options.iter();
    let mut order = PreflightOptions::default();
    let (mut profile, mut paper, mut ink) = (None, None, PressInk::Black);
    while let Some(option) = options.next() {
        match option.as_str() {
            "--cover" => order.cover = true,
            "--profile" => profile = presses::find_profile(options.next().unwrap()),
            "--paper" => paper = options.next(),
            "--ink" => ink = PressInk::Colour,
            "--pages" => order.pages = options.next().unwrap().parse().ok(),
            "--trim" => order.trim = parse_trim(options.next().unwrap()).ok(),
            _ => {}
        }
    }
    let of_ink = profile.as_ref().and_then(|profile| match paper {
        Some(paper) => profile.paper(paper, ink),
        None => profile.papers.iter().find(|paper| paper.value.ink == ink),
    });
    order.paper = of_ink.map(|paper| &paper.value);
    order.profile = profile.as_ref();
    preflight(bytes, &order).unwrap()
}

#[test]
fn planted_faults_are_found() {
    let mut wrong = Vec::new();
    let mut faults = 0;
    for recipe in recipes::all() {
        let bytes = recipes::bytes(&recipe.name);
        let outcome = looked_over(&recipe, &bytes);
        let found: BTreeSet<&str> =
            outcome.findings.iter().map(|finding| finding.code.0).collect();
        let expected: BTreeSet<&str> = recipe.codes.iter().map(String::as_str).collect();
        faults += usize::from(!expected.is_empty());
        if found != expected {
            let said: Vec<String> = outcome
                .findings
                .iter()
                .map(|finding| format!("    {:?}", finding.to_diagnostic()))
                .collect();
            wrong.push(format!(
                "{}: expected {expected:?}, found {found:?}\n{}",
                recipe.name,
                said.join("\n")
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(faults >= 60, "{faults}");
}

/// A small file with one of everything: no font is in it that could be read.
fn small() -> Vec<u8> {
    recipes::bytes("font-of-words")
}

#[test]
fn non_pdf_is_reported() {
    for bytes in [&b""[..], b"%PDF-1.4", b"no PDF at all", &small()[..400]] {
        let refused =
            preflight(bytes, &PreflightOptions::default()).unwrap_err().to_string();
        assert!(refused.starts_with("it is not a complete PDF"), "{refused}");
    }
}

/// Places of a file, and what is written there.
fn blots() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)
}

proptest! {
    #[test]
    fn broken_files_are_refused_or_checked(blots in blots()) {
        let mut bytes = small();
        for (place, byte) in blots {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let profile = presses::find_profile("kdp-paperback");
        let order = PreflightOptions { profile: profile.as_ref(), ..PreflightOptions::default() };
        if let Ok(outcome) = preflight(&bytes, &order) {
            assert!(!outcome.findings.is_empty());
        }
    }
}
