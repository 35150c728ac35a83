//! That the content of a page can be read, and was.

use super::boxes::Page;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::Sheet;
use crate::preflight::finding::{Finding, Findings};

/// Looks at how a page was read (ISO 32000-1 §7.8.2).
pub(in crate::preflight) fn check(
    sheet: &Sheet,
    page: &Page,
    more: bool,
    findings: &mut Findings,
) {
    if let Some(why) = sheet.broken {
        let message = format!("the content of a page is broken: {why}");
        let remedy = "export the file again";
        findings
            .add(Finding::error(codes::CONTENT_BROKEN, message, remedy).on(page.number));
    }
    if sheet.unfinished || more {
        findings.add(
            Finding::new(
                codes::UNFINISHED,
                Severity::Error,
                "there is more than is looked at",
                "divide the file, or flatten what is drawn of very many pieces",
            )
            .on(page.number),
        );
    }
}
