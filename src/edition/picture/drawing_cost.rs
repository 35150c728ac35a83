//! Counts what a drawing costs before it is laid out. The renderer lays text out in time that
//! grows with the square of its letters, holds every style rule against every element, and
//! makes each arc and each curve of a line several times.
//!
//! The counts are those that a hostile drawing drives up. They err on the high side, and
//! what people draw has a tenth of what is allowed.

use resvg::usvg::roxmltree::{Document, Node};

use super::PictureRefusal;

/// The most attributes of an element, together with the declarations of its `style`: each is
/// compared with all others.
const MOST_ATTRIBUTES: u64 = 1_000;

/// The most letters of text: each becomes an outline of some kilobytes.
const MOST_LETTERS: u64 = 50_000;

/// The most steps of laying text out, each of about a nanosecond.
const MOST_TEXT_STEPS: u64 = 2_500_000_000;

/// How many steps a letter takes for each span of its text, and how many where lines are
/// drawn at it.
const STEPS_OF_A_SPAN: u64 = 32;
const STEPS_OF_A_DECORATED_SPAN: u64 = 300;

/// How many steps a letter takes for each part of the path that it stands on.
const STEPS_OF_A_PATH_PART: u64 = 10;

/// The most curves of paths, each as often as it is drawn: a hundred microseconds of work
/// where its line is drawn.
const MOST_CURVES: u64 = 30_000;

/// The most comparisons of a style rule with an element.
const MOST_STYLE_STEPS: u64 = 200_000_000;

/// How many comparisons a declaration of a rule counts for.
const STEPS_OF_A_DECLARATION: u64 = 4;

/// How many curves without a line along them cost what one with a line does.
const CURVES_WITHOUT_LINE: u64 = 8;

/// How many curves an arc becomes.
const CURVES_OF_AN_ARC: u64 = 4;

/// What an element costs, with all that is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct DrawingCost {
    /// Elements.
    pub(super) elements: u64,
    /// Letters of text.
    pub(super) letters: u64,
    /// Steps of laying text out.
    pub(super) text_steps: u64,
    /// Curves of paths.
    pub(super) curves: u64,
    /// Elements as style rules see them: one of many classes takes longer.
    pub(super) styled: u64,
}

impl DrawingCost {
    /// The cost of an element without what is in it, but for the letters of a text.
    pub(super) fn of(node: Node<'_, '_>, traits: &DrawingTraits) -> Self {
        let classes = node.attribute("class").map_or(0, str::len) as u64;
        let mut cost = Self { elements: 1, styled: 1 + classes / 8, ..Self::default() };
        match node.tag_name().name() {
            "text" => cost.add_text(node, traits),
            "path" => {
                let curves = count_curves(node.attribute("d").unwrap_or_default());
                cost.curves =
                    if traits.has_lines { curves } else { curves / CURVES_WITHOUT_LINE };
            }
            _ => {}
        }
        cost
    }

    fn add_text(&mut self, text: Node<'_, '_>, traits: &DrawingTraits) {
        let inner = text.descendants();
        let (mut letters, mut spans, mut path_parts) = (0_u64, 1_u64, 0_u64);
        for node in inner {
            match node.text() {
                Some(words) if node.is_text() => letters += words.chars().count() as u64,
                _ if node.tag_name().name() == "textPath" => {
                    path_parts = traits.longest_path;
                    spans += 1;
                }
                _ if node.is_element() => spans += 1,
                _ => {}
            }
        }
        let of_a_span = if traits.has_decorations {
            STEPS_OF_A_DECORATED_SPAN
        } else {
            STEPS_OF_A_SPAN
        };
        let of_a_letter = letters
            .saturating_add(spans.saturating_mul(of_a_span))
            .saturating_add(path_parts.saturating_mul(STEPS_OF_A_PATH_PART));
        self.letters = letters;
        self.text_steps = letters.saturating_mul(of_a_letter);
    }

    /// Adds the cost of another element.
    pub(super) fn add(&mut self, other: Self) {
        self.elements = self.elements.saturating_add(other.elements);
        self.letters = self.letters.saturating_add(other.letters);
        self.text_steps = self.text_steps.saturating_add(other.text_steps);
        self.curves = self.curves.saturating_add(other.curves);
        self.styled = self.styled.saturating_add(other.styled);
    }

    /// The cost of drawing the same thing `count` times.
    pub(super) fn times(self, count: u64) -> Self {
        Self {
            elements: self.elements.saturating_mul(count),
            letters: self.letters.saturating_mul(count),
            text_steps: self.text_steps.saturating_mul(count),
            curves: self.curves.saturating_mul(count),
            styled: self.styled.saturating_mul(count),
        }
    }

    /// Of two costs, the higher of each kind.
    pub(super) fn highest(self, other: Self) -> Self {
        Self {
            elements: self.elements.max(other.elements),
            letters: self.letters.max(other.letters),
            text_steps: self.text_steps.max(other.text_steps),
            curves: self.curves.max(other.curves),
            styled: self.styled.max(other.styled),
        }
    }

    /// Refuses a cost that no drawing is worth.
    pub(super) fn check(self) -> Result<(), PictureRefusal> {
        refuse_more("letters", self.letters, MOST_LETTERS)?;
        refuse_more("steps of laying out text", self.text_steps, MOST_TEXT_STEPS)?;
        refuse_more("curves", self.curves, MOST_CURVES)
    }
}

/// Refuses a drawing with more of something than is allowed.
pub(super) fn refuse_more(
    what: &'static str,
    cost: u64,
    most: u64,
) -> Result<(), PictureRefusal> {
    if cost > most {
        return Err(PictureRefusal::TooCostly { what, cost, most });
    }
    Ok(())
}

/// What of a whole drawing decides on the cost of its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct DrawingTraits {
    /// The most parts of a path: text may stand on any.
    longest_path: u64,
    /// Lines are drawn at some of its text.
    has_decorations: bool,
    /// Lines are drawn along some of its shapes.
    has_lines: bool,
}

impl DrawingTraits {
    /// Reads a drawing. A word of a style counts wherever it stands.
    pub(super) fn of(document: &Document<'_>) -> Self {
        let mut traits = Self::default();
        for node in document.descendants() {
            traits.longest_path = traits.longest_path.max(count_path_parts(node));
            let styles = node.attributes().filter(|own| own.name() == "style");
            let styles = styles.map(|own| own.value());
            let sheet = node.text().filter(|_| node.is_text());
            for style in styles.chain(sheet) {
                traits.has_decorations |= style.contains("decoration");
                traits.has_lines |= style.contains("stroke");
            }
            for own in node.attributes() {
                traits.has_decorations |= own.name() == "text-decoration";
                traits.has_lines |=
                    own.name() == "stroke" && own.value().trim() != "none";
            }
        }
        traits
    }
}

/// The parts of the path of an element, or more.
pub(super) fn count_path_parts(node: Node<'_, '_>) -> u64 {
    let points = node.attribute("d").or_else(|| node.attribute("points"));
    points.map_or(4, |points| {
        points.bytes().filter(|byte| is_separator(*byte)).count() as u64 + 8
    })
}

/// Whether a byte ends a number of a path: white space, a comma, a sign or a letter.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte.is_ascii_alphabetic() || b",-+".contains(&byte)
}

/// The curves of a path (SVG 1.1 §8.3): of each command that draws curves, as many as its
/// numbers make.
fn count_curves(path: &str) -> u64 {
    let mut curves = 0;
    let mut command = b' ';
    let mut numbers: u64 = 0;
    let (mut in_number, mut has_point) = (false, false);
    let finished = |command: u8, numbers: u64| match command.to_ascii_lowercase() {
        b'c' => numbers.div_ceil(6),
        b's' | b'q' => numbers.div_ceil(4),
        b't' => numbers.div_ceil(2),
        // The flags of an arc may stand without a space.
        b'a' => numbers.div_ceil(5) * CURVES_OF_AN_ARC,
        _ => 0,
    };
    for byte in path.bytes() {
        match byte {
            b'0'..=b'9' if in_number => {}
            b'.' if in_number && !has_point => has_point = true,
            b'0'..=b'9' | b'.' => {
                (in_number, has_point) = (true, byte == b'.');
                numbers += 1;
            }
            b'e' | b'E' => {}
            byte if byte.is_ascii_alphabetic() => {
                curves += finished(command, numbers);
                (command, numbers, in_number) = (byte, 0, false);
            }
            _ => in_number = false,
        }
    }
    curves + finished(command, numbers)
}

/// Refuses a drawing one of whose elements has more attributes than any has. It is looked
/// at as text, because the parser compares each with all others.
pub(super) fn refuse_many_attributes(text: &str) -> Result<(), PictureRefusal> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let length = if rest.starts_with("<!--") {
            rest.find("-->").unwrap_or(rest.len())
        } else if rest.starts_with("<![CDATA[") {
            rest.find("]]>").unwrap_or(rest.len())
        } else {
            let (length, attributes) = measure_tag(rest.as_bytes());
            refuse_more("attributes in one element", attributes, MOST_ATTRIBUTES)?;
            length
        };
        // What ends an element, a comment or a section is one byte of its own.
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    Ok(())
}

/// The bytes of a tag up to its end, and how many attributes and declarations it has.
fn measure_tag(tag: &[u8]) -> (usize, u64) {
    let (mut attributes, mut quote) = (0, None);
    for (at, &byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (at, attributes),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(mark), _) if mark == byte => quote = None,
            (None, b'=') | (Some(_), b';') => attributes += 1,
            _ => {}
        }
    }
    (tag.len(), attributes)
}

/// Refuses style sheets that are compared with elements more often than any drawing asks
/// for. A rule for what is in something is tried at all that is around an element, for each
/// of its parts anew.
pub(super) fn check_style_cost(
    styles: &[String],
    styled: u64,
    depth: u64,
) -> Result<(), PictureRefusal> {
    let mut steps: u64 = 0;
    for style in styles {
        for rule in split_rules(style) {
            let declarations = rule.declarations.saturating_mul(STEPS_OF_A_DECLARATION);
            for parts in rule.selectors {
                let tries =
                    depth.saturating_pow(parts.saturating_sub(1)).saturating_add(1);
                let each =
                    tries.saturating_mul(parts.into()).saturating_add(declarations);
                steps = steps.saturating_add(each.saturating_mul(styled));
            }
        }
    }
    refuse_more("comparisons with style rules", steps, MOST_STYLE_STEPS)
}

/// A rule of a style sheet.
struct StyleRule {
    /// How many parts each of its selectors has.
    selectors: Vec<u32>,
    /// How many declarations it has.
    declarations: u64,
}

/// The rules of a style sheet (CSS 2.1 §4.1).
fn split_rules(style: &str) -> Vec<StyleRule> {
    let style = without_comments(style);
    let mut rules = Vec::new();
    let mut rest = style.as_str();
    while let Some((selector, after)) = rest.split_once('{') {
        // An end of a rule in quotation marks is none; more parts are counted then.
        let selector = match selector.rsplit_once('}') {
            Some((_, selector)) if !selector.contains(['"', '\'']) => selector,
            _ => selector,
        };
        let end = after.find('{').unwrap_or(after.len());
        let declarations = after[..end].bytes().filter(|byte| *byte == b';').count();
        let parts = |selector: &str| {
            let parts =
                selector.split(|c: char| c.is_whitespace() || c == '>' || c == '+');
            let parts = parts.filter(|part| !part.is_empty()).count().max(1);
            u32::try_from(parts).unwrap_or(u32::MAX)
        };
        rules.push(StyleRule {
            selectors: selector.split(',').map(parts).collect(),
            declarations: declarations as u64,
        });
        rest = after;
    }
    rules
}

fn without_comments(style: &str) -> String {
    let mut plain = String::new();
    let mut rest = style;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::{count_curves, measure_tag, split_rules};

    #[test]
    fn curves_are_counted_by_their_numbers() {
        for (path, curves) in [
            ("M0 0 L9 9 1 1Z", 0),
            ("M0 0C1 2 3 4 5 6 1 2 3 4 5 6", 2),
            ("m0,0c1-2,3-4,5-6s1-2,3-4", 2),
            ("m0 0c.1.2.3.4.5.6.1.2.3.4.5.6", 2),
            ("M0 0Q1 2 3 4T5 6 7 8", 3),
            ("M0 0a5 5 0 0 1 9 9", 8),
            ("M0 0A5 5 0 019 9", 4),
        ] {
            assert_eq!(count_curves(path), curves, "{path}");
        }
    }

    #[test]
    fn attributes_are_counted_outside_their_values() {
        let tag = b"<a b='=>' c=\"d:e;f:g\"/>more";
        assert_eq!(measure_tag(tag), (22, 3));
    }

    #[test]
    fn rules_are_split_and_measured() {
        let rules = split_rules("a{}/* } */ b c>d, e {x:y;z:w;} f{g:h}");
        let measured: Vec<(Vec<u32>, u64)> =
            rules.into_iter().map(|rule| (rule.selectors, rule.declarations)).collect();
        assert_eq!(measured, [(vec![1], 0), (vec![3, 1], 2), (vec![1], 0)]);
    }
}
