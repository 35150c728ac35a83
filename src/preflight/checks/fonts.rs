//! The fonts that show something (ISO 32000-1 §9.6 to §9.10).

use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::PaintedPage;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::fonts::CheckedFont;
use crate::preflight::rules::PreflightRules;

/// The pages on which each font shows something, by its place among those of the file.
pub(in crate::preflight) type FontPages = std::collections::BTreeMap<usize, Vec<u32>>;

/// Notes the fonts of a page.
pub(in crate::preflight) fn record_fonts(sheet: &PaintedPage, shown: &mut FontPages) {
    for place in sheet.fonts.keys() {
        shown.entry(*place).or_default().push(sheet.number);
    }
}

/// Looks at the fonts of a file.
pub(in crate::preflight) fn check_fonts(
    fonts: &[CheckedFont],
    shown: &FontPages,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    for (place, pages) in shown {
        let Some(font) = fonts.get(*place) else { continue };
        let mut found = Vec::new();
        check_font(font, rules, &mut found);
        for finding in found {
            for page in pages {
                findings.add(finding.clone().on_page(*page));
            }
        }
    }
}

/// What is wrong with a font.
fn check_font(
    font: &CheckedFont,
    rules: &PreflightRules<'_>,
    found: &mut Vec<PreflightFinding>,
) {
    let name = &font.name;
    if !font.embedded {
        found.push(PreflightFinding::new_error(
            codes::NOT_EMBEDDED,
            format!("the font '{name}' is not embedded"),
            "embed all fonts; where its licence forbids it, take another",
        ));
    }
    if font.is_type3 {
        found.push(PreflightFinding::new(
            codes::TYPE3,
            Severity::Warning,
            format!("the font '{name}' is of type 3"),
            "use a font with outlines; bitmaps print coarse, and many presses refuse them",
        ));
    }
    if font.damaged {
        found.push(PreflightFinding::new_error(
            codes::FONT_DAMAGED,
            format!("the embedded font '{name}' is damaged"),
            "embed it again from a sound file",
        ));
    }
    if let Some((code, said, own)) = font.odd_width {
        found.push(
            PreflightFinding::new_error(
                codes::WIDTHS,
                format!("widths in the file are not those of the font '{name}'"),
                "embed the font again; a press may set the words otherwise",
            )
            .with_found(format!("{said:.0} for code {code}"))
            .with_wanted(format!("{own:.0}")),
        );
    }
    if !font.reads {
        found.push(PreflightFinding::new(
            codes::NO_UNICODE,
            Severity::Note,
            format!("what the font '{name}' shows cannot be read as text"),
            "nothing for the press; for archives, export it with ToUnicode",
        ));
    }
    let whole = rules.profile.is_some_and(|profile| profile.file.value.whole_fonts);
    if whole && font.is_subset {
        found.push(PreflightFinding::new(
            codes::SUBSET,
            Severity::Note,
            format!("only a part of the font '{name}' is embedded"),
            "embed fonts whole, as this press recommends",
        ));
    }
    if let Some(code) = font.missing {
        found.push(
            PreflightFinding::new_error(
                codes::NO_GLYPH,
                format!("the font '{name}' has no glyph for what is shown"),
                "set these words in a font that has the letters",
            )
            .with_found(format!("code {code}")),
        );
    }
}
