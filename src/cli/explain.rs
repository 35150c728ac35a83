//! `explain`: what a finding means, as the manual says it.

use anyhow::{Result, anyhow};

/// The pages of the manual that explain findings, each with a section for every code.
const PAGES: [&str; 8] = [
    include_str!("../../docs/manual/src/findings/source.md"),
    include_str!("../../docs/manual/src/findings/formats.md"),
    include_str!("../../docs/manual/src/findings/recovery.md"),
    include_str!("../../docs/manual/src/findings/book.md"),
    include_str!("../../docs/manual/src/findings/editions.md"),
    include_str!("../../docs/manual/src/findings/press.md"),
    include_str!("../../docs/manual/src/findings/preflight.md"),
    include_str!("../../docs/manual/src/findings/audit.md"),
];

/// A finding that the manual explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ExplainedFinding {
    /// Its code: `r-101`.
    pub(crate) code: &'static str,
    /// What it is, in a few words.
    pub(crate) title: &'static str,
    /// The section of the manual below its heading.
    pub(crate) text: &'static str,
}

/// All findings, in the order of the manual.
pub(crate) fn list_findings() -> impl Iterator<Item = ExplainedFinding> {
    PAGES.into_iter().flat_map(|page| page.split("\n## ").skip(1)).filter_map(|section| {
        let (heading, text) = section.split_once('\n')?;
        let (code, title) = heading.split_once(": ")?;
        Some(ExplainedFinding { code, title: title.trim(), text: text.trim() })
    })
}

/// The finding of a code, in any letter case.
pub(crate) fn find_finding(code: &str) -> Option<ExplainedFinding> {
    list_findings().find(|finding| finding.code.eq_ignore_ascii_case(code.trim()))
}

/// The explanation of a code; without one, a line for each finding.
///
/// # Errors
///
/// When there is no finding of that code.
pub(crate) fn explain_finding(code: Option<&str>) -> Result<String> {
    let Some(code) = code else {
        let line = |one: ExplainedFinding| format!("{}  {}\n", one.code, one.title);
        return Ok(list_findings().map(line).collect());
    };
    let found = find_finding(code).ok_or_else(|| {
        anyhow!("there is no finding '{code}'; 'pliego explain' lists all of them")
    })?;
    Ok(format!("{}: {}\n\n{}\n", found.code, found.title, found.text))
}

#[cfg(test)]
mod tests {
    use super::{explain_finding, find_finding, list_findings};

    #[test]
    fn every_section_of_the_manual_is_a_finding() {
        assert!(list_findings().count() > 150);
        for found in list_findings() {
            let (family, number) = found.code.split_once('-').expect("a code");
            assert!(family.len() == 1 && number.parse::<u32>().is_ok(), "{}", found.code);
            assert!(!found.text.is_empty(), "{}", found.code);
        }
        assert!(find_finding("R-101").is_some());
        assert!(explain_finding(Some("x-999")).is_err());
    }
}
