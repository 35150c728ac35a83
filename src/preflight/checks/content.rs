//! Whether the content of a page could be read, and completely.

use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::PageContent;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};

/// Reports what stopped the interpreter (ISO 32000-1 §7.8.2).
pub(in crate::preflight) fn check_content(
    content: &PageContent,
    page: &PageBoxes,
    more: bool,
    findings: &mut PreflightFindings,
) {
    if let Some(why) = content.broken {
        let message = format!("the content of a page is broken: {why}");
        let remedy = "export the file again";
        findings.add(
            PreflightFinding::new_error(codes::CONTENT_BROKEN, message, remedy)
                .on_page(page.number),
        );
    }
    if content.unfinished || more {
        findings.add(
            PreflightFinding::new(
                codes::UNFINISHED,
                Severity::Error,
                "there is more content than preflight checks",
                "divide the file, or flatten drawings of very many objects",
            )
            .on_page(page.number),
        );
    }
}
