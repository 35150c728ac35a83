//! The marks of items and the signs of quotations that a line begins with, by columns.

/// The distance between tab stops, in columns (`CommonMark` 0.31.2, section 2.2).
const TAB_STOP: usize = 4;

/// The most digits of a number that the parser takes for a label (`CommonMark` 0.31.2,
/// section 5.2).
pub(super) const MOST_DIGITS: usize = 9;

/// The longest label of a note, in bytes: without a bound, each of many brackets would look at
/// the rest of its line.
const LONGEST_LABEL: usize = 400;

/// A mark that the parser knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineMark {
    None,
    Number,
    /// A bullet, or the sign of a description.
    Other,
    Note,
}

/// The mark that a text begins with, and its length without the white space after it.
pub(super) fn measure_mark(text: &str) -> (LineMark, usize) {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let sign = text[digits..].chars().next();
    match sign {
        Some('.' | ')') if (1..=MOST_DIGITS).contains(&digits) => {
            let length = digits + 1;
            if ends(&text[length..]) {
                return (LineMark::Number, length);
            }
        }
        Some('-' | '+' | '*' | ':' | '~') if digits == 0 && ends(&text[1..]) => {
            return (LineMark::Other, 1);
        }
        Some('[') if text.starts_with("[^") => {
            let label = &text[..text.floor_char_boundary(LONGEST_LABEL)];
            if let Some(end) = label.find("]:") {
                return (LineMark::Note, end + "]:".len());
            }
        }
        _ => {}
    }
    (LineMark::None, 0)
}

/// The bytes of the signs of quotations that a line begins with, and the space after them.
pub(super) fn measure_quotation(line: &str) -> usize {
    let lead = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
    line[..lead]
        .rfind('>')
        .map_or(0, |sign| sign + 1 + usize::from(line[sign + 1..].starts_with(' ')))
}

/// How far the next sign of a quotation is indented behind those of some others.
pub(super) fn measure_quotation_indent(line: &str, quotes: usize) -> usize {
    let mut rest = line;
    for _ in 0..quotes {
        let after = rest.split_once('>').map_or("", |(_, after)| after);
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    skip_spaces(rest, 0).1
}

/// What follows the white space that a text begins with, and its column.
pub(super) fn skip_spaces(text: &str, column: usize) -> (&str, usize) {
    let rest = text.trim_start_matches([' ', '\t']);
    let spaces = text[..text.len() - rest.len()].chars();
    let end = spaces.fold(column, |column, c| match c {
        '\t' => (column / TAB_STOP + 1) * TAB_STOP,
        _ => column + 1,
    });
    (rest, end)
}
