//! Which findings stop an edition, and which nobody wants to hear of: `--deny`, `--allow`,
//! and `[lint]` in a `book.toml`.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use pliego::project::LintRules;
use pliego::{Diagnostic, Severity};

use super::explain::find_finding;
use super::findings::FindingFilter;

/// What `--deny` names besides codes: warnings, and every guess.
const WARNINGS: &str = "warnings";

/// The rules of a run, or of one book in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LintChoice {
    denies_warnings: bool,
    denied: BTreeSet<String>,
    allowed: BTreeSet<String>,
}

impl LintChoice {
    /// The rules of the command line.
    ///
    /// # Errors
    ///
    /// When a code is not that of a finding.
    pub(crate) fn new(deny: &[String], allow: &[String]) -> Result<Self> {
        let mut choice = Self::default();
        choice.deny_all(deny)?;
        choice.allow_all(allow)?;
        Ok(choice)
    }

    /// These rules, and those of a book. Where they disagree, the command line counts.
    ///
    /// # Errors
    ///
    /// When a code of the book is not that of a finding.
    pub(crate) fn with_book(&self, rules: &LintRules) -> Result<Self> {
        let mut choice = Self::default();
        choice.deny_all(&rules.deny)?;
        choice.allow_all(&rules.allow)?;
        choice.denies_warnings |= self.denies_warnings;
        choice.allowed.retain(|code| !self.denied.contains(code));
        choice.denied.retain(|code| !self.allowed.contains(code));
        choice.denied.extend(self.denied.iter().cloned());
        choice.allowed.extend(self.allowed.iter().cloned());
        Ok(choice)
    }

    fn deny_all(&mut self, names: &[String]) -> Result<()> {
        for name in names {
            if name == WARNINGS {
                self.denies_warnings = true;
            } else {
                self.denied.insert(known_code(name)?);
            }
        }
        Ok(())
    }

    fn allow_all(&mut self, names: &[String]) -> Result<()> {
        for name in names {
            self.allowed.insert(known_code(name)?);
        }
        Ok(())
    }

    /// Which findings are shown.
    pub(crate) fn filter(&self) -> FindingFilter {
        if self.denies_warnings {
            FindingFilter::Guesses
        } else {
            FindingFilter::Warnings
        }
    }

    /// Leaves out what is allowed, but for errors, and makes errors of what is denied by its
    /// code. Returns whether something is denied.
    pub(crate) fn apply(&self, findings: &mut Vec<Diagnostic>) -> bool {
        findings.retain(|found| {
            found.severity == Severity::Error || !self.allowed.contains(found.code.0)
        });
        let mut is_denied = false;
        for found in findings {
            if self.denied.contains(found.code.0) {
                found.severity = Severity::Error;
                is_denied = true;
            }
            is_denied |= self.denies_warnings && FindingFilter::Guesses.matches(found);
        }
        is_denied
    }
}

/// A code as findings have it.
fn known_code(name: &str) -> Result<String> {
    match find_finding(name) {
        Some(found) => Ok(found.code.to_owned()),
        None => bail!(
            "'{name}' is no finding; write a code such as b-022, which 'pliego explain' \
             lists"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::LintChoice;
    use pliego::project::LintRules;
    use pliego::{Code, Diagnostic, Severity};

    #[test]
    fn the_command_line_overrides_the_book() {
        let names = |codes: &[&str]| codes.iter().map(|&one| one.to_owned()).collect();
        let book =
            LintRules { deny: names(&["b-022"]), allow: names(&["t-305", "r-101"]) };
        let line = LintChoice::new(&names(&["r-101"]), &names(&["b-022"])).unwrap();
        let both = line.with_book(&book).unwrap();
        let found = |code| Diagnostic::new(Code(code), Severity::Warning, "said");
        let mut findings = vec![found("b-022"), found("t-305"), found("r-101")];
        assert!(both.apply(&mut findings));
        assert_eq!(findings.len(), 1);
        assert_eq!(
            (findings[0].code.0, findings[0].severity),
            ("r-101", Severity::Error)
        );
        assert!(LintChoice::new(&names(&["nothing"]), &[]).is_err());
    }
}
