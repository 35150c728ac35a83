//! Whether the content of a page could be read, and completely.

use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::PageContent;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::limit::PreflightLimit;

/// Reports what stopped the interpreter (ISO 32000-1 §7.8.2).
pub(in crate::preflight) fn check_content(
    content: &PageContent,
    page: &PageBoxes,
    more: Option<PreflightLimit>,
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
    if let Some(limit) = content.limit.or(more) {
        findings.add(
            PreflightFinding::new(
                codes::UNFINISHED,
                Severity::Error,
                format!("there is more content than preflight checks: {limit}"),
                "divide the file, or flatten drawings of very many objects",
            )
            .on_page(page.number),
        );
    }
}
