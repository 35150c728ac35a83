//! How the labels of notes are written.

use super::note_series::{
    LabelSeries, MOST_SIGNS, is_asterisk, is_free_sign, is_letter_word, is_note_sign,
    letter_numbers, misread_numbers, raised_figure, raised_number, sign_number,
};

/// Most letters of a label without a point or a bracket: `xviii`.
const LONGEST_PLAIN: usize = 5;

/// How a label is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelFormat {
    /// `12.`
    Point,
    /// `12.—`, `12.-`
    PointDash,
    /// `12:`
    Colon,
    /// `12/`
    Slash,
    /// `12)`
    Bracket,
    /// `(12)`
    Round,
    /// `[12]`
    Square,
    /// `{12}`
    Curly,
    /// `/12/`
    Slashes,
    /// `12-`
    Dash,
    /// `12`, raised or not, before the text or on a line of its own.
    Plain,
    /// `*`
    Symbol,
}

/// A label at the beginning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelHead {
    /// Its number.
    pub number: u32,
    /// What it counts with: figures, letters, Roman figures, signs.
    pub series: LabelSeries,
    /// How it is written.
    pub format: LabelFormat,
    /// Its length in bytes.
    pub length: usize,
    /// One of its figures was misread as a letter.
    pub misread: bool,
}

/// Whether a line begins like a note: with a label of figures or signs, and words after
/// it. Letters and Roman figures do not count, because headings begin with them, too.
#[must_use]
pub fn begins_with_label(words: &str) -> bool {
    read_figures_or_signs(words)
        .is_some_and(|head| words[head.length..].chars().any(char::is_alphabetic))
}

/// Reads the beginning of a line in every way that makes it a label.
#[must_use]
pub fn read_label_heads(words: &str) -> Vec<LabelHead> {
    let mut heads: Vec<LabelHead> = read_figures_or_signs(words).into_iter().collect();
    if let Some((word, manner, length)) = read_letters(words) {
        heads.extend(letter_numbers(word).map(|(series, number)| LabelHead {
            number,
            series,
            format: manner,
            length,
            misread: false,
        }));
        heads.extend(misread_numbers(word).map(|number| LabelHead {
            number,
            series: LabelSeries::Figure,
            format: manner,
            length,
            misread: true,
        }));
    }
    heads
}

/// The closing bracket for an opening one, and the format of a label between the two.
fn closing_bracket(open: char) -> Option<(char, LabelFormat)> {
    match open {
        '(' => Some((')', LabelFormat::Round)),
        '[' => Some((']', LabelFormat::Square)),
        '{' => Some(('}', LabelFormat::Curly)),
        '/' => Some(('/', LabelFormat::Slashes)),
        _ => None,
    }
}

/// Reads what is between brackets at the beginning of a line, with its format and length.
fn read_bracketed(words: &str) -> Option<(&str, LabelFormat, usize)> {
    let (close, manner) = closing_bracket(words.chars().next()?)?;
    let inside = &words[1..];
    let inside = &inside[..inside.find(close)?];
    (!inside.is_empty() && inside.len() <= 9).then_some((
        inside,
        manner,
        inside.len() + 2,
    ))
}

/// Reads a word at the beginning of a line that may be the letters of a label: between
/// brackets, or before a point or a bracket and a space.
fn read_letters(words: &str) -> Option<(&str, LabelFormat, usize)> {
    if let Some(found) = read_bracketed(words) {
        return Some(found);
    }
    let end = words.char_indices().take(8).find(|(_, c)| !c.is_alphanumeric());
    let Some((end, after)) = end else { return read_plain_letters(words) };
    let manner = match after {
        '.' => LabelFormat::Point,
        ')' => LabelFormat::Bracket,
        '-' => LabelFormat::Dash,
        _ => return read_plain_letters(words),
    };
    let (word, rest) = words.split_at(end);
    rest[1..]
        .starts_with(' ')
        .then_some((word, manner, end + 1))
        .or_else(|| read_plain_letters(words))
}

/// Reads lower-case letters at the beginning of a line, before something that begins a
/// text, or alone on the line: these are raised like marks.
fn read_plain_letters(words: &str) -> Option<(&str, LabelFormat, usize)> {
    let length = words.find(|c: char| !c.is_lowercase()).unwrap_or(words.len());
    let (word, rest) = words.split_at(length);
    let text = rest.trim_start();
    let apart = text.len() < rest.len() && !is_letter_word(word);
    let opens = text.chars().next().is_none_or(|c| opens_text(c) || apart);
    (0 < length && length <= LONGEST_PLAIN && opens).then_some((
        word,
        LabelFormat::Plain,
        length,
    ))
}

/// Reads a label of figures or signs at the beginning of a line.
fn read_figures_or_signs(words: &str) -> Option<LabelHead> {
    let first = words.chars().next()?;
    let run =
        |of: fn(char) -> bool| &words[..words.find(|c| !of(c)).unwrap_or(words.len())];
    let figure = |number: u32, manner: LabelFormat, length: usize| LabelHead {
        number,
        series: LabelSeries::Figure,
        format: manner,
        length,
        misread: false,
    };
    let sign = |run: &str, length: usize| LabelHead {
        number: sign_number(run),
        series: LabelSeries::Sign,
        format: LabelFormat::Symbol,
        length,
        misread: false,
    };
    if closing_bracket(first).is_some() {
        let (inside, manner, length) = read_bracketed(words)?;
        if inside.chars().all(is_note_sign) {
            return Some(sign(inside, length));
        }
        let number = inside.parse().ok().filter(|_| inside.len() <= 3);
        let number = number.or_else(|| raised_number(inside))?;
        return Some(figure(number, manner, length));
    }
    if is_note_sign(first) {
        let run = run(is_note_sign);
        // A row of asterisks is an ornament.
        let free = is_free_sign(&words[run.len()..]) || is_asterisk(first);
        return (free && run.chars().nth(MOST_SIGNS as usize).is_none()).then(|| {
            let closed = words[run.len()..].starts_with(')');
            sign(run, run.len() + usize::from(closed))
        });
    }
    if first.is_ascii_digit() {
        let run = run(|c| c.is_ascii_digit());
        let number = run.parse().ok().filter(|_| run.len() <= 3 && first != '0')?;
        let (manner, length) = format_of_figures(&words[run.len()..])?;
        return Some(figure(number, manner, run.len() + length));
    }
    let run = run(|c| raised_figure(c).is_some());
    (!run.is_empty()).then_some(())?;
    Some(figure(raised_number(run)?, LabelFormat::Plain, run.len()))
}

/// The format of a label by what follows its figures, and how much of that belongs to it.
fn format_of_figures(rest: &str) -> Option<(LabelFormat, usize)> {
    let mut letters = rest.chars();
    let Some(after) = letters.next() else { return Some((LabelFormat::Plain, 0)) };
    let beyond = letters.next();
    let figure_beyond = beyond.is_some_and(|c| c.is_ascii_digit());
    let space_beyond = beyond.is_none_or(char::is_whitespace);
    match after {
        // `1.º` and `1.A.` number articles.
        '.' if numbers_article(&rest[1..]) => None,
        '.' if let Some(dash) = beyond.filter(|c| matches!(c, '-' | '–' | '—')) => {
            Some((LabelFormat::PointDash, 1 + dash.len_utf8()))
        }
        '.' if !figure_beyond => Some((LabelFormat::Point, 1)),
        ')' => Some((LabelFormat::Bracket, 1)),
        ':' if space_beyond => Some((LabelFormat::Colon, 1)),
        '/' if space_beyond => Some((LabelFormat::Slash, 1)),
        '-' | '–' | '—' if !figure_beyond => {
            Some((LabelFormat::Dash, after.len_utf8()))
        }
        c if c.is_whitespace() || c.is_alphabetic() || opens_text(c) => {
            Some((LabelFormat::Plain, 0))
        }
        _ => None,
    }
}

/// Whether a text may begin with this character right after a number.
#[must_use]
pub fn opens_text(c: char) -> bool {
    c.is_uppercase() || matches!(c, '“' | '«' | '"' | '¿' | '¡' | '„' | '‘' | '(' | '[')
}

/// Whether what follows `1.` makes it the number of an article or a clause.
fn numbers_article(rest: &str) -> bool {
    let mut letters = rest.chars();
    let (first, second) = (letters.next(), letters.next());
    matches!(first, Some('º' | 'ª' | '°'))
        || first.is_some_and(char::is_alphabetic) && second == Some('.')
}
