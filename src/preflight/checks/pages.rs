//! The pages as the press binds them: how many, how large, and which are blank.

use super::boxes::Page;
use super::file::{Claim, Kind};
use super::margins::Reach;
use crate::diagnostic::Severity;
use crate::length::{Length, Size};
use crate::preflight::codes;
use crate::preflight::finding::{Finding, Findings};
use crate::preflight::rules::{self, Rules};
use crate::press::Standard;

/// How far sheets may be larger than page and bleed, in points.
const SLACK: f64 = 0.5;

/// Looks at all pages together.
pub(in crate::preflight) fn check(
    pages: &[Page],
    reaches: &[Reach],
    claim: &Claim,
    rules: &Rules<'_>,
    findings: &mut Findings,
) {
    if pages.is_empty() {
        let remedy = "export the file again";
        findings.add(Finding::error(codes::NO_PAGES, "the file has no page", remedy));
        return;
    }
    blank(pages, reaches, findings);
    let Some(profile) = rules.profile else { return };
    let asked = profile.file.value.standard;
    let keeps = match asked {
        Standard::X1a => claim.kind == Kind::X1a,
        Standard::X4 => matches!(claim.kind, Kind::X1a | Kind::X3 | Kind::X4),
    };
    if claim.kind != Kind::None && !keeps {
        findings.add(
            Finding::new(
                codes::OTHER_STANDARD,
                Severity::Warning,
                "the file keeps another standard than the press asks for",
                "export it again for this press",
            )
            .found(claim.standard())
            .wanted("PDF/X-1a:2001"),
        );
    }
    sheets(pages, rules, findings);
    if !rules.cover {
        trims(pages, rules, findings);
        count(pages, reaches, rules, findings);
    }
}

/// Pages that are to be blank.
fn blank(pages: &[Page], reaches: &[Reach], findings: &mut Findings) {
    for (page, reach) in pages.iter().zip(reaches) {
        if reach.painted && !reach.inked {
            findings.add(
                Finding::new(
                    codes::WHITE_ONLY,
                    Severity::Note,
                    "a page looks blank, and is not: only white is painted on it",
                    "leave it empty, where it shall be blank",
                )
                .on(page.number),
            );
        }
    }
}

/// The size of the sheet around page and bleed.
fn sheets(pages: &[Page], rules: &Rules<'_>, findings: &mut Findings) {
    if rules.takes_marks() {
        return;
    }
    for page in pages.iter().filter(|page| page.says_trim) {
        if !page.bleed.holds(&page.media, SLACK) {
            findings.add(
                Finding::new(
                    codes::SHEET,
                    Severity::Warning,
                    "the sheet is larger than page and bleed",
                    "export it without room for marks",
                )
                .on(page.number)
                .found(page.media.size())
                .wanted(page.bleed.size()),
            );
        }
    }
}

/// The size of the trimmed page.
fn trims(pages: &[Page], rules: &Rules<'_>, findings: &mut Findings) {
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
            let wanted = rules.trim.map(rules::size);
            findings.add(
                Finding::error(
                    codes::TRIM,
                    "pages are of a size that is not asked for",
                    "choose one of the sizes of the press",
                )
                .on(page.number)
                .found(page.trim.size())
                .wanted(wanted.unwrap_or_else(|| profile.trims.value.in_words())),
            );
        }
    }
}

/// How many there are.
fn count(pages: &[Page], reaches: &[Reach], rules: &Rules<'_>, findings: &mut Findings) {
    let (Some(profile), Some(paper)) = (rules.profile, rules.paper) else { return };
    let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    if !paper.binds(count) {
        findings.add(
            Finding::error(
                codes::PAGE_COUNT,
                format!(
                    "the press does not bind so many pages of the paper '{}'",
                    paper.name
                ),
                "choose another paper, size or type size",
            )
            .found(format!("{count} pages"))
            .wanted(format!("{} to {}", paper.least, paper.most)),
        );
    }
    let asked = profile.pages.value;
    if !count.is_multiple_of(asked.multiple.max(1)) {
        findings.add(
            Finding::new(
                codes::MULTIPLE,
                Severity::Warning,
                "the number of pages is not one that is bound",
                "add blank pages at the end",
            )
            .found(format!("{count} pages"))
            .wanted(format!("a multiple of {}", asked.multiple)),
        );
    }
    if asked.last_blank && reaches.last().is_some_and(|last| last.inked) {
        findings.add(
            Finding::new(
                codes::LAST_PAGE,
                Severity::Warning,
                "the last page is not blank",
                "add a blank one: the press prints on it, or adds one itself",
            )
            .on(count),
        );
    }
}
