//! The pages as the press binds them: their number, their size, and which are blank.

use super::boxes::PageBoxes;
use super::file::{ClaimedStandard, PdfXStandard};
use super::margins::InkReach;
use crate::diagnostic::Severity;
use crate::length::{Length, Size};
use crate::preflight::codes;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::rules::{self, PreflightRules};
use crate::press::Standard;

/// How much larger than page and bleed the media box may be, in points.
const SLACK: f64 = 0.5;

/// Checks all pages together.
pub(in crate::preflight) fn check_pages(
    pages: &[PageBoxes],
    reaches: &[InkReach],
    claim: &ClaimedStandard,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    if pages.is_empty() {
        let remedy = "export the file again";
        findings.add(PreflightFinding::new_error(
            codes::NO_PAGES,
            "the file has no pages",
            remedy,
        ));
        return;
    }
    check_blank_pages(pages, reaches, findings);
    let Some(profile) = rules.profile else { return };
    let asked = profile.file.value.standard;
    let keeps = match asked {
        Standard::X1a => claim.kind == PdfXStandard::X1a,
        Standard::X4 => {
            matches!(claim.kind, PdfXStandard::X1a | PdfXStandard::X3 | PdfXStandard::X4)
        }
    };
    if claim.kind != PdfXStandard::None && !keeps {
        findings.add(
            PreflightFinding::new(
                codes::OTHER_STANDARD,
                Severity::Warning,
                "the file conforms to another standard than the press asks for",
                "export it again for this press",
            )
            .with_found(claim.standard_name())
            .with_wanted("PDF/X-1a:2001"),
        );
    }
    check_sheet_size(pages, rules, findings);
    if !rules.cover {
        check_trim_size(pages, rules, findings);
        check_page_count(pages, reaches, rules, findings);
    }
}

/// Reports pages that only look blank.
fn check_blank_pages(
    pages: &[PageBoxes],
    reaches: &[InkReach],
    findings: &mut PreflightFindings,
) {
    for (page, reach) in pages.iter().zip(reaches) {
        if reach.painted && !reach.inked {
            findings.add(
                PreflightFinding::new(
                    codes::WHITE_ONLY,
                    Severity::Note,
                    "a page looks blank, but white is painted on it",
                    "leave it empty if it is to be blank",
                )
                .on_page(page.number),
            );
        }
    }
}

/// Checks the size of the sheet around page and bleed.
fn check_sheet_size(
    pages: &[PageBoxes],
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    if rules.allows_marks() {
        return;
    }
    for page in pages.iter().filter(|page| page.states_trim) {
        if !page.bleed.contains(&page.media, SLACK) {
            findings.add(
                PreflightFinding::new(
                    codes::SHEET,
                    Severity::Warning,
                    "the sheet is larger than page and bleed",
                    "export it without room for marks",
                )
                .on_page(page.number)
                .with_found(page.media.format_size())
                .with_wanted(page.bleed.format_size()),
            );
        }
    }
}

/// Checks the size of the trimmed page.
fn check_trim_size(
    pages: &[PageBoxes],
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let Some(profile) = rules.profile else { return };
    for page in pages {
        let trim = Size {
            width: Length::from_pt(page.trim.width()),
            height: Length::from_pt(page.trim.height()),
        };
        let as_ordered = rules.trim.is_none_or(|asked| {
            let near = |one: Length, other: Length| (one - other).to_pt().abs() < SLACK;
            near(asked.width, trim.width) && near(asked.height, trim.height)
        });
        if !profile.trims.value.has(trim) || !as_ordered {
            let wanted = rules.trim.map(rules::format_size);
            findings.add(
                PreflightFinding::new_error(
                    codes::TRIM,
                    "pages have the wrong trim size",
                    "choose one of the sizes of the press",
                )
                .on_page(page.number)
                .with_found(page.trim.format_size())
                .with_wanted(wanted.unwrap_or_else(|| profile.trims.value.in_words())),
            );
        }
    }
}

/// Checks the number of pages.
fn check_page_count(
    pages: &[PageBoxes],
    reaches: &[InkReach],
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    let (Some(profile), Some(paper)) = (rules.profile, rules.paper) else { return };
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    if !paper.binds(count) {
        findings.add(
            PreflightFinding::new_error(
                codes::PAGE_COUNT,
                format!(
                    "the press does not bind this number of pages on the paper '{}'",
                    paper.name
                ),
                "choose another paper, size or type size",
            )
            .with_found(format!("{count} pages"))
            .with_wanted(format!("{} to {}", paper.least, paper.most)),
        );
    }
    let asked = profile.pages.value;
    if !count.is_multiple_of(asked.multiple.max(1)) {
        findings.add(
            PreflightFinding::new(
                codes::MULTIPLE,
                Severity::Warning,
                "the press does not bind this number of pages",
                "add blank pages at the end",
            )
            .with_found(format!("{count} pages"))
            .with_wanted(format!("a multiple of {}", asked.multiple)),
        );
    }
    if asked.last_blank && reaches.last().is_some_and(|last| last.inked) {
        findings.add(
            PreflightFinding::new(
                codes::LAST_PAGE,
                Severity::Warning,
                "the last page is not blank",
                "add a blank page: the press prints on it, or adds one itself",
            )
            .on_page(count),
        );
    }
}
