//! A subset of CSS: what a style sheet says of how text looks.
//!
//! Selectors are an element, a class, or both (`p`, `.x`, `p.x`), in lists; rules with any
//! other selector, and what is in `@media` and the like, are passed over. Properties are
//! `font-style`, `font-weight`, `font-variant`, `vertical-align`, `text-decoration` and
//! `display: none`. A selector with a class wins over one without; otherwise the later wins.

use std::collections::BTreeMap;

/// What CSS says of an element; `None` where it says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CssLook {
    pub(super) is_italic: Option<bool>,
    pub(super) is_bold: Option<bool>,
    pub(super) is_small_caps: Option<bool>,
    pub(super) shift: Option<CssShift>,
    pub(super) is_underlined: Option<bool>,
    pub(super) is_struck: Option<bool>,
    pub(super) is_hidden: Option<bool>,
}

/// `vertical-align`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CssShift {
    Baseline,
    Superscript,
    Subscript,
}

impl CssLook {
    /// What declarations say: `font-style: italic; color: red`.
    pub(super) fn parse(declarations: &str) -> Self {
        let mut look = Self::default();
        for declaration in declarations.split(';') {
            if let Some((property, value)) = declaration.split_once(':') {
                let value = value.replace("!important", "").to_ascii_lowercase();
                look.take(&property.trim().to_ascii_lowercase(), value.trim());
            }
        }
        look
    }

    fn take(&mut self, property: &str, value: &str) {
        let has = |word: &str| value.split_ascii_whitespace().any(|one| one == word);
        match property {
            "font-style" => match value {
                "italic" | "oblique" => self.is_italic = Some(true),
                "normal" => self.is_italic = Some(false),
                _ => {}
            },
            "font-weight" => match value {
                "bold" | "bolder" | "600" | "700" | "800" | "900" => {
                    self.is_bold = Some(true);
                }
                "normal" | "lighter" | "100" | "200" | "300" | "400" | "500" => {
                    self.is_bold = Some(false);
                }
                _ => {}
            },
            "font-variant" | "font-variant-caps" => {
                let is_small = has("small-caps") || has("all-small-caps");
                if is_small || has("normal") {
                    self.is_small_caps = Some(is_small);
                }
            }
            "vertical-align" => match value {
                "super" => self.shift = Some(CssShift::Superscript),
                "sub" => self.shift = Some(CssShift::Subscript),
                "baseline" => self.shift = Some(CssShift::Baseline),
                _ => {}
            },
            "text-decoration" | "text-decoration-line" => {
                let (under, through) = (has("underline"), has("line-through"));
                if under || through || has("none") {
                    self.is_underlined = Some(under);
                    self.is_struck = Some(through);
                }
            }
            "display" => self.is_hidden = Some(value == "none"),
            _ => {}
        }
    }

    /// This look with what a stronger rule says.
    pub(super) fn overlay(self, stronger: Self) -> Self {
        Self {
            is_italic: stronger.is_italic.or(self.is_italic),
            is_bold: stronger.is_bold.or(self.is_bold),
            is_small_caps: stronger.is_small_caps.or(self.is_small_caps),
            shift: stronger.shift.or(self.shift),
            is_underlined: stronger.is_underlined.or(self.is_underlined),
            is_struck: stronger.is_struck.or(self.is_struck),
            is_hidden: stronger.is_hidden.or(self.is_hidden),
        }
    }
}

/// An element and a class; either may be empty.
type SelectorKey = (String, String);

/// A style sheet.
#[derive(Debug, Clone, Default)]
pub(super) struct CssSheet {
    rules: BTreeMap<SelectorKey, Vec<(usize, CssLook)>>,
    count: usize,
}

impl CssSheet {
    /// Adds the rules of a sheet after those that are there.
    pub(super) fn add(&mut self, css: &str) {
        let css = remove_comments(css);
        let mut left = css.as_str();
        while let Some((head, rest)) = left.split_once('{') {
            // Statements such as `@import` end in a semicolon.
            let selectors = head.rsplit(';').next().unwrap_or(head).trim();
            if selectors.starts_with('@') {
                left = skip_block(rest);
                continue;
            }
            let (declarations, after) = rest.split_once('}').unwrap_or((rest, ""));
            self.add_rule(selectors, CssLook::parse(declarations));
            left = after;
        }
    }

    fn add_rule(&mut self, selectors: &str, look: CssLook) {
        self.count += 1;
        if look == CssLook::default() {
            return;
        }
        for selector in selectors.split(',') {
            if let Some(key) = parse_selector(selector.trim()) {
                self.rules.entry(key).or_default().push((self.count, look));
            }
        }
    }

    /// What the sheet says of an element with some classes.
    pub(super) fn look<'a>(
        &self,
        element: &str,
        classes: impl Iterator<Item = &'a str>,
    ) -> CssLook {
        if self.rules.is_empty() {
            return CssLook::default();
        }
        let of = |element: &str, class: &str| {
            self.rules.get(&(element.to_owned(), class.to_owned()))
        };
        // Both parts of the key decide how strong a rule is: `p.x` over `.x` over `p`.
        let mut found: Vec<(u8, usize, CssLook)> = Vec::new();
        let mut add = |strength: u8, rules: Option<&Vec<(usize, CssLook)>>| {
            let rules = rules.into_iter().flatten();
            found.extend(rules.map(|(order, look)| (strength, *order, *look)));
        };
        add(0, of(element, ""));
        for class in classes {
            add(1, of("", class));
            add(2, of(element, class));
        }
        found.sort_by_key(|(strength, order, _)| (*strength, *order));
        found
            .into_iter()
            .fold(CssLook::default(), |look, (_, _, more)| look.overlay(more))
    }
}

fn parse_selector(selector: &str) -> Option<SelectorKey> {
    let (element, class) = selector.split_once('.').unwrap_or((selector, ""));
    let is_name =
        |part: &str| part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    let is_empty = element.is_empty() && class.is_empty();
    (!is_empty && is_name(element) && is_name(class))
        .then(|| (element.to_ascii_lowercase(), class.to_owned()))
}

fn remove_comments(css: &str) -> String {
    let mut clean = String::with_capacity(css.len());
    let mut left = css;
    while let Some((before, rest)) = left.split_once("/*") {
        clean.push_str(before);
        left = rest.split_once("*/").map_or("", |(_, after)| after);
    }
    clean.push_str(left);
    clean
}

/// What comes after a block whose opening brace was read.
fn skip_block(css: &str) -> &str {
    let mut open = 1usize;
    for (place, c) in css.char_indices() {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return css.get(place + 1..).unwrap_or_default();
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{CssSheet, CssShift};

    #[test]
    fn classes_win_over_elements_and_later_rules_over_earlier() {
        let mut sheet = CssSheet::default();
        sheet.add(
            "/* p.x { display: none } */ @import 'a.css'; .x { font-style: italic }
             @media print { .x { display: none } }
             span { font-style: normal; vertical-align: super } a b { font-weight: bold }
             .y, i.y { font-style: normal; font-variant: small-caps }",
        );
        let look = sheet.look("span", ["x"].into_iter());
        assert_eq!(look.is_italic, Some(true));
        assert_eq!(look.shift, Some(CssShift::Superscript));
        assert_eq!((look.is_bold, look.is_hidden), (None, None));
        let look = sheet.look("i", ["x", "y"].into_iter());
        assert_eq!((look.is_italic, look.is_small_caps), (Some(false), Some(true)));
    }
}
