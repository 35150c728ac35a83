//! How a formula is marked in Markdown, for the reader and the writer.

use std::ops::Range;

use super::write::escape::escape_attribute;

/// The element that a formula is rewritten as.
pub(super) const FORMULA: &str = "tex-formula";

/// Writes a formula as an element.
pub(super) fn format_formula_element(tex: &str, is_display: bool) -> String {
    let tex = escape_attribute(tex).replace('|', "&#124;");
    let display = if is_display { " display=\"block\"" } else { "" };
    // The code after the tag keeps a line with nothing else from being a block of HTML.
    format!("<{FORMULA} tex=\"{tex}\"{display}>`x`</{FORMULA}>")
}

/// The longest formula, in bytes.
pub(super) const LONGEST_FORMULA: usize = 4096;

/// A formula that a text begins with.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FoundFormula {
    /// The bytes of its TeX.
    pub(super) tex: Range<usize>,
    /// The bytes of the whole, with its signs.
    pub(super) length: usize,
    /// It stands on lines of its own.
    pub(super) is_display: bool,
}

/// Whether a text is read as a formula, from its first byte to its last.
pub(super) fn is_whole_formula(text: &str) -> bool {
    text.len() <= LONGEST_FORMULA
        && !text.starts_with("$`")
        && measure_formula(text).is_some_and(|found| found.length == text.len())
}

/// Finds the end of the formula that a text begins with: `$$…$$`, `` $`…`$ `` as `GitHub` has
/// it, or `$…$` without white space inside its signs and without a figure after them, as in
/// prices.
pub(super) fn measure_formula(text: &str) -> Option<FoundFormula> {
    let (opens, closes) = if text.starts_with("$$") {
        ("$$", "$$")
    } else if text.starts_with("$`") {
        ("$`", "`$")
    } else {
        ("$", "$")
    };
    let is_plain = opens == "$";
    let inner = text.strip_prefix(opens)?;
    if is_plain && inner.starts_with(char::is_whitespace) {
        return None;
    }
    let (mut escaped, mut line_is_blank) = (false, false);
    for (at, c) in inner.char_indices() {
        let is_escaped = std::mem::take(&mut escaped) && opens != "$`";
        if !is_escaped && inner[at..].starts_with(closes) {
            let (tex, rest) = (&inner[..at], &inner[at + closes.len()..]);
            let is_price = is_plain
                && (tex.ends_with(char::is_whitespace)
                    || rest.starts_with(|c: char| c.is_ascii_digit()));
            let whole = opens.len() + at + closes.len();
            return (!tex.trim().is_empty() && !is_price).then_some(FoundFormula {
                tex: opens.len()..opens.len() + at,
                length: whole,
                is_display: opens == "$$",
            });
        }
        match c {
            '\\' => escaped = !is_escaped,
            // Code begins, or an item.
            '`' if is_plain => return None,
            '\n' if is_plain && begins_item(&inner[at + 1..]) => return None,
            '\n' if std::mem::replace(&mut line_is_blank, true) => return None,
            _ => {}
        }
        line_is_blank &= c.is_whitespace() || c == '>';
    }
    None
}

/// Whether a line begins with the sign of an item.
fn begins_item(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']);
    ["- ", "* ", "+ "].iter().any(|sign| line.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::measure_formula;

    #[test]
    fn formulas_are_told_from_prices() {
        let formula = |text| {
            let found = measure_formula(text)?;
            Some((&text[found.tex], found.is_display))
        };
        assert_eq!(formula("$x^2$."), Some(("x^2", false)));
        assert_eq!(formula("$$\na + b\n$$"), Some(("\na + b\n", true)));
        assert_eq!(formula("$`\\text{$}`$"), Some(("\\text{$}", false)));
        assert_eq!(formula("$\\$5$"), Some(("\\$5", false)));
        for text in ["$5 and $10", "$5/$10", "$ x$", "$$", "$x\n\ny$", "$x"] {
            assert_eq!(formula(text), None, "{text}");
        }
    }
}
