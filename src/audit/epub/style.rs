//! Which elements the style of an EPUB hides, as far as it is certain: declarations of the
//! element itself, and rules for elements, classes and ids alone.

use super::markup::MarkupTag;

/// The most rules that hide something; more are not kept.
const MOST_RULES: usize = 100;

/// Rules of style sheets that hide elements.
#[derive(Debug, Clone, Default)]
pub(super) struct HidingRules {
    rules: Vec<HidingRule>,
}

/// A rule that hides elements.
#[derive(Debug, Clone)]
struct HidingRule {
    /// `p`, `.class`, `#id` or `p.class`.
    selector: String,
    cause: &'static str,
}

impl HidingRules {
    /// Adds the rules of a style sheet. Those for some media only are left out.
    pub(super) fn add_sheet(&mut self, sheet: &str) {
        let sheet = strip_comments(sheet);
        let mut rest = sheet.as_str();
        while let Some(start) = rest.find('{') {
            let selectors = rest[..start].rsplit(['}', ';']).next().unwrap_or_default();
            let Some(length) = find_end(&rest[start..]) else { return };
            let body = &rest[start + 1..start + length];
            rest = &rest[start + length + 1..];
            let Some(cause) = find_hiding(body) else { continue };
            let simple = |one: &&str| {
                !one.is_empty()
                    && one.chars().all(|c| c.is_alphanumeric() || "-_.#".contains(c))
            };
            for selector in selectors.split(',').map(str::trim).filter(simple) {
                if self.rules.len() < MOST_RULES {
                    let selector = selector.to_owned();
                    self.rules.push(HidingRule { selector, cause });
                }
            }
        }
    }

    /// Why an element is not seen, if it is not.
    pub(super) fn find_cause(&self, tag: &MarkupTag) -> Option<&'static str> {
        if tag.has("hidden") {
            return Some("its element is hidden");
        }
        let own = find_hiding(tag.get("style"));
        own.or_else(|| {
            let rule = self.rules.iter().find(|rule| rule.selects(tag))?;
            Some(rule.cause)
        })
    }
}

impl HidingRule {
    fn selects(&self, tag: &MarkupTag) -> bool {
        let selector = self.selector.as_str();
        let at = selector.find(['.', '#']).unwrap_or(selector.len());
        let (name, rest) = selector.split_at(at);
        let is_named = name.is_empty() || name == tag.name;
        let is_rest = match rest.split_at(rest.len().min(1)) {
            (".", class) => tag.has_class(class),
            ("#", id) => tag.get("id") == id,
            _ => !name.is_empty(),
        };
        is_named && is_rest
    }
}

/// A style sheet without its comments.
fn strip_comments(sheet: &str) -> String {
    let mut bare = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some(start) = rest.find("/*") {
        bare.push_str(&rest[..start]);
        let end = rest[start..].find("*/").map_or(rest.len(), |end| start + end + 2);
        rest = &rest[end..];
    }
    bare + rest
}

/// Where the block ends that a text begins with.
fn find_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Why declarations hide an element, if they do.
fn find_hiding(declarations: &str) -> Option<&'static str> {
    let mut has_ground = false;
    let mut cause = None;
    for declaration in declarations.split(';') {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let name = name.trim().to_ascii_lowercase();
        let value: String = value
            .to_ascii_lowercase()
            .replace("!important", "")
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        let hides = match (name.as_str(), value.as_str()) {
            ("display", "none") | ("visibility", "hidden" | "collapse") => {
                Some("its style hides it")
            }
            ("opacity", value) if is_zero(value) => Some("its style hides it"),
            ("font-size", value) if is_zero(value) => Some("its letters have no size"),
            ("color", value) if is_white(value) => Some("its letters are white"),
            _ => None,
        };
        has_ground |= name.starts_with("background");
        cause = cause.or(hides);
    }
    // White letters on a ground of their own are seen.
    cause.filter(|cause| !(has_ground && cause.ends_with("white")))
}

/// Whether a length or a share is nothing.
fn is_zero(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_alphabetic() || c == '%');
    number.parse::<f32>().is_ok_and(|number| number.abs() < f32::EPSILON)
}

/// Whether a colour is white, or none.
fn is_white(value: &str) -> bool {
    matches!(
        value,
        "white"
            | "#fff"
            | "#ffffff"
            | "#ffff"
            | "#ffffffff"
            | "transparent"
            | "rgb(255,255,255)"
            | "rgb(100%,100%,100%)"
            | "rgba(255,255,255,1)"
            | "rgba(0,0,0,0)"
            | "hsl(0,0%,100%)"
    )
}
