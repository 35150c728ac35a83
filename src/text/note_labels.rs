//! How the labels of notes are written.

use super::note_series::{
    MOST_SIGNS, Series, is_free, is_symbol, is_word, misread, of_letters, raised_figure,
    raised_number, symbol_number,
};

/// Most letters of a label without a point or a bracket: `xviii`.
const LONGEST_PLAIN: usize = 5;

/// How labels are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
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

/// A label at the head of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Its number.
    pub number: u32,
    /// What it counts with.
    pub series: Series,
    /// How it is written.
    pub manner: Manner,
    /// Its length in bytes.
    pub length: usize,
    /// A figure of it was read as a letter.
    pub misread: bool,
}

/// Whether a line begins as a note does: with a label of figures or signs, and words behind
/// it. With letters and Roman figures headings begin, too.
#[must_use]
pub fn is_label(words: &str) -> bool {
    figures_or_signs(words)
        .is_some_and(|head| words[head.length..].chars().any(char::is_alphabetic))
}

/// What the head of a line may be as a label.
#[must_use]
pub fn heads(words: &str) -> Vec<Head> {
    let mut heads: Vec<Head> = figures_or_signs(words).into_iter().collect();
    if let Some((word, manner, length)) = lettered(words) {
        heads.extend(of_letters(word).map(|(series, number)| Head {
            number,
            series,
            manner,
            length,
            misread: false,
        }));
        heads.extend(misread(word).map(|number| Head {
            number,
            series: Series::Figure,
            manner,
            length,
            misread: true,
        }));
    }
    heads
}

/// The bracket that closes what this one opens, and the manner of a label between the two.
fn closes(open: char) -> Option<(char, Manner)> {
    match open {
        '(' => Some((')', Manner::Round)),
        '[' => Some((']', Manner::Square)),
        '{' => Some(('}', Manner::Curly)),
        '/' => Some(('/', Manner::Slashes)),
        _ => None,
    }
}

/// What stands between brackets at the head of a line, with its manner and its length.
fn bracketed(words: &str) -> Option<(&str, Manner, usize)> {
    let (close, manner) = closes(words.chars().next()?)?;
    let inside = &words[1..];
    let inside = &inside[..inside.find(close)?];
    (!inside.is_empty() && inside.len() <= 9).then_some((
        inside,
        manner,
        inside.len() + 2,
    ))
}

/// A word at the head of a line that letters of a label may be: between brackets, or with a
/// point or a bracket and a space behind it.
fn lettered(words: &str) -> Option<(&str, Manner, usize)> {
    if let Some(found) = bracketed(words) {
        return Some(found);
    }
    let end = words.char_indices().take(8).find(|(_, c)| !c.is_alphanumeric());
    let Some((end, after)) = end else { return plain(words) };
    let manner = match after {
        '.' => Manner::Point,
        ')' => Manner::Bracket,
        '-' => Manner::Dash,
        _ => return plain(words),
    };
    let (word, rest) = words.split_at(end);
    rest[1..].starts_with(' ').then_some((word, manner, end + 1)).or_else(|| plain(words))
}

/// Small letters at the head of a line, before a text that begins as texts do, or alone on
/// it: raised, as the marks are.
fn plain(words: &str) -> Option<(&str, Manner, usize)> {
    let length = words.find(|c: char| !c.is_lowercase()).unwrap_or(words.len());
    let (word, rest) = words.split_at(length);
    let text = rest.trim_start();
    let apart = text.len() < rest.len() && !is_word(word);
    let opens = text.chars().next().is_none_or(|c| opens_text(c) || apart);
    (0 < length && length <= LONGEST_PLAIN && opens).then_some((
        word,
        Manner::Plain,
        length,
    ))
}

/// A label of figures or signs at the head of a line.
fn figures_or_signs(words: &str) -> Option<Head> {
    let first = words.chars().next()?;
    let run =
        |of: fn(char) -> bool| &words[..words.find(|c| !of(c)).unwrap_or(words.len())];
    let figure = |number: u32, manner: Manner, length: usize| Head {
        number,
        series: Series::Figure,
        manner,
        length,
        misread: false,
    };
    let sign = |run: &str, length: usize| Head {
        number: symbol_number(run),
        series: Series::Sign,
        manner: Manner::Symbol,
        length,
        misread: false,
    };
    if closes(first).is_some() {
        let (inside, manner, length) = bracketed(words)?;
        if inside.chars().all(is_symbol) {
            return Some(sign(inside, length));
        }
        let number = inside.parse().ok().filter(|_| inside.len() <= 3);
        let number = number.or_else(|| raised_number(inside))?;
        return Some(figure(number, manner, length));
    }
    if is_symbol(first) {
        let run = run(is_symbol);
        // A row of asterisks is an ornament.
        let free = is_free(&words[run.len()..]) || first == '*';
        return (free && run.chars().nth(MOST_SIGNS as usize).is_none()).then(|| {
            let closed = words[run.len()..].starts_with(')');
            sign(run, run.len() + usize::from(closed))
        });
    }
    if first.is_ascii_digit() {
        let run = run(|c| c.is_ascii_digit());
        let number = run.parse().ok().filter(|_| run.len() <= 3 && first != '0')?;
        let (manner, length) = of_figures(&words[run.len()..])?;
        return Some(figure(number, manner, run.len() + length));
    }
    let run = run(|c| raised_figure(c).is_some());
    (!run.is_empty()).then_some(())?;
    Some(figure(raised_number(run)?, Manner::Plain, run.len()))
}

/// The manner of a label by what follows its figures, and how much of that belongs to it.
fn of_figures(rest: &str) -> Option<(Manner, usize)> {
    let mut letters = rest.chars();
    let Some(after) = letters.next() else { return Some((Manner::Plain, 0)) };
    let beyond = letters.next();
    let figure_beyond = beyond.is_some_and(|c| c.is_ascii_digit());
    let space_beyond = beyond.is_none_or(char::is_whitespace);
    match after {
        // `1.º` and `1.A.` number articles.
        '.' if numbers_article(&rest[1..]) => None,
        '.' if let Some(dash) = beyond.filter(|c| matches!(c, '-' | '–' | '—')) => {
            Some((Manner::PointDash, 1 + dash.len_utf8()))
        }
        '.' if !figure_beyond => Some((Manner::Point, 1)),
        ')' => Some((Manner::Bracket, 1)),
        ':' if space_beyond => Some((Manner::Colon, 1)),
        '/' if space_beyond => Some((Manner::Slash, 1)),
        '-' | '–' | '—' if !figure_beyond => Some((Manner::Dash, after.len_utf8())),
        c if c.is_whitespace() || c.is_alphabetic() || opens_text(c) => {
            Some((Manner::Plain, 0))
        }
        _ => None,
    }
}

/// Whether a text may begin with this character right behind a number.
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
