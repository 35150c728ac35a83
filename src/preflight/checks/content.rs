//! That the content of a page can be read, and was.

use super::boxes::PageBoxes;
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::PaintedPage;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};

/// Looks at how a page was read (ISO 32000-1 §7.8.2).
pub(in crate::preflight) fn check_content(
    sheet: &PaintedPage,
    page: &PageBoxes,
    more: bool,
    findings: &mut PreflightFindings,
) {
    if let Some(why) = sheet.broken {
        let message = format!("the content of a page is broken: {why}");
        let remedy = "export the file again";
        findings.add(
            PreflightFinding::new_error(codes::CONTENT_BROKEN, message, remedy)
                .on_page(page.number),
        );
    }
    if sheet.unfinished || more {
        findings.add(
            PreflightFinding::new(
                codes::UNFINISHED,
                Severity::Error,
                "there is more than is looked at",
                "divide the file, or flatten what is drawn of very many pieces",
            )
            .on_page(page.number),
        );
    }
}
