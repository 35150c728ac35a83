//! The fonts that paint glyphs (ISO 32000-1 §9.6 to §9.10).

use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::content::PageContent;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::fonts::CheckedFont;
use crate::preflight::rules::PreflightRules;

/// The pages on which each font paints glyphs, by the index of the font in the file.
pub(in crate::preflight) type FontPages = std::collections::BTreeMap<usize, Vec<u32>>;

/// Records the fonts of a page.
pub(in crate::preflight) fn record_fonts(content: &PageContent, shown: &mut FontPages) {
    for index in content.fonts.keys() {
        shown.entry(*index).or_default().push(content.number);
    }
}

/// Checks the fonts of a file.
pub(in crate::preflight) fn check_fonts(
    fonts: &[CheckedFont],
    shown: &FontPages,
    rules: &PreflightRules<'_>,
    findings: &mut PreflightFindings,
) {
    for (index, pages) in shown {
        let Some(font) = fonts.get(*index) else { continue };
        let mut found = Vec::new();
        check_font(font, rules, &mut found);
        for finding in found {
            for page in pages {
                findings.add(finding.clone().on_page(*page));
            }
        }
    }
}

/// Checks a font.
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
            "embed all fonts; if the licence forbids it, use another font",
        ));
    }
    if font.is_type3 {
        found.push(PreflightFinding::new(
            codes::TYPE3,
            Severity::Warning,
            format!("the font '{name}' is a Type 3 font"),
            "use an outline font; bitmaps print coarsely, and many presses reject them",
        ));
    }
    if font.damaged {
        found.push(PreflightFinding::new_error(
            codes::FONT_DAMAGED,
            format!("the embedded font '{name}' is damaged"),
            "embed it again from a sound file",
        ));
    }
    if let Some((code, stated, own)) = font.wrong_width {
        found.push(
            PreflightFinding::new_error(
                codes::WIDTHS,
                format!(
                    "glyph widths in the file differ from those of the font '{name}'"
                ),
                "embed the font again; a press may space the words differently",
            )
            .with_found(format!("{stated:.0} for code {code}"))
            .with_wanted(format!("{own:.0}")),
        );
    }
    if !font.has_text {
        found.push(PreflightFinding::new(
            codes::NO_UNICODE,
            Severity::Note,
            format!("text in the font '{name}' cannot be extracted"),
            "a press does not need it; for archives, export it with ToUnicode",
        ));
    }
    let whole = rules.profile.is_some_and(|profile| profile.file.value.whole_fonts);
    if whole && font.is_subset {
        found.push(PreflightFinding::new(
            codes::SUBSET,
            Severity::Note,
            format!("the font '{name}' is embedded as a subset"),
            "embed fonts whole, as this press recommends",
        ));
    }
    if let Some(code) = font.missing {
        found.push(
            PreflightFinding::new_error(
                codes::NO_GLYPH,
                format!("the font '{name}' has no glyph for a character that is shown"),
                "set these words in a font that has the character",
            )
            .with_found(format!("code {code}")),
        );
    }
}
