//! Page numbers as OCR reads them: `4S` for 45, `llZ` for 112.

/// How well a word agrees with a page number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NumberMatch {
    /// It is another number.
    Other,
    /// It has one wrong figure.
    WrongFigure,
    /// It has letters that look like the figures.
    LookAlike,
    /// It is the number.
    Exact,
}

/// Longest page number, in characters.
const LONGEST: usize = 4;

/// A word without the brackets and points around a page number, if it may be one: it has
/// figures, and letters that look like figures.
pub(crate) fn trim_page_number(word: &str) -> Option<&str> {
    let word = word.trim_matches(|c: char| {
        c.is_ascii_punctuation() && !matches!(c, '|' | '!')
            || matches!(c, '•' | '■' | '—')
    });
    let length = word.chars().count();
    let like_figures = word.chars().all(|c| !looks_like(c).is_empty());
    // `II` is a Roman number of a title rather than a page.
    let roman = word.chars().all(|c| c == 'I');
    ((1..=LONGEST).contains(&length) && like_figures && !roman).then_some(word)
}

/// The figures that a character may be.
fn looks_like(c: char) -> &'static [u32] {
    match c {
        '0' | 'O' | 'o' | 'D' | 'Q' => &[0],
        '1' | 'l' | 'I' | 'i' | '|' | '!' | 'j' | 'J' => &[1],
        '2' | 'Z' | 'z' => &[2],
        '3' => &[3],
        '4' => &[4],
        '5' => &[5],
        'S' | 's' => &[5, 8, 3],
        '6' | 'G' | 'b' => &[6],
        '7' | 'T' => &[7],
        '8' | 'B' => &[8],
        '9' | 'g' | 'q' => &[9],
        _ => &[],
    }
}

/// The number that a trimmed word most likely is.
pub(crate) fn read_misread_number(word: &str) -> Option<u32> {
    let mut figures = word.chars().map(|c| looks_like(c).first().copied());
    let value = figures.try_fold(0, |value: u32, figure| Some(value * 10 + figure?))?;
    (value > 0).then_some(value)
}

/// Compares a trimmed word with a page number.
pub(crate) fn match_number(word: &str, number: u32) -> NumberMatch {
    let printed = number.to_string();
    if word == printed {
        return NumberMatch::Exact;
    }
    if word.chars().count() != printed.len() {
        return NumberMatch::Other;
    }
    let (mut look_alike, mut wrong) = (0, 0);
    for (c, figure) in word.chars().zip(printed.chars()) {
        let alike =
            figure.to_digit(10).is_some_and(|figure| looks_like(c).contains(&figure));
        match (c == figure, alike) {
            (true, _) => {}
            (false, true) => look_alike += 1,
            (false, false) => wrong += 1,
        }
    }
    match (look_alike, wrong) {
        (_, 0) => NumberMatch::LookAlike,
        (_, 1) if printed.len() > 1 => NumberMatch::WrongFigure,
        _ => NumberMatch::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_like_figures_are_figures() {
        assert_eq!(match_number("45", 45), NumberMatch::Exact);
        assert_eq!(match_number("4S", 45), NumberMatch::LookAlike);
        assert_eq!(match_number("llZ", 112), NumberMatch::LookAlike);
        assert_eq!(match_number("84", 34), NumberMatch::WrongFigure);
        assert_eq!(match_number("84", 51), NumberMatch::Other);
        assert_eq!(trim_page_number("(1O)."), Some("1O"));
        assert_eq!(trim_page_number("OF"), None);
        assert_eq!(read_misread_number("l3"), Some(13));
    }
}
