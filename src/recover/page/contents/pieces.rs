//! What a line says as a line of a table of contents: a title, leaders, a page.

use crate::text::numerals::roman_in_one_case;

/// Fewest points in a row that lead to a page; fewer may end a sentence.
const LEADER: usize = 4;

/// Fewest columns of white space that part a page from its title.
const GAP: usize = 3;

/// The highest page; what is higher is a year or an amount.
const LAST_PAGE: u32 = 1500;

/// A page number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Folio {
    /// Its value.
    pub(crate) value: u32,
    /// It is in Roman figures.
    pub(crate) roman: bool,
    /// It is in capitals, as pages seldom are, and numbers of chapters are.
    pub(crate) upper: bool,
}

/// What parts the title of a line from its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Leaders, with a page behind them or without.
    Leader,
    /// White space wider than between words, and a page.
    Gap,
    /// One space or a comma, and a number.
    Loose,
    /// A number alone on its line.
    Alone,
    /// Nothing: the line is but words.
    Words,
}

/// A line, read as one of a table of contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    /// Its words without leaders and page.
    pub(crate) title: &'a str,
    /// Its page.
    pub(crate) folio: Option<Folio>,
    /// What stands between them.
    pub(crate) sign: Sign,
}

impl Piece<'_> {
    /// Whether hardly any line looks so but one of a table.
    pub(crate) fn is_plain_sign(&self) -> bool {
        matches!(self.sign, Sign::Leader | Sign::Gap)
    }
}

/// Reads a line without white space around it.
pub(crate) fn read(line: &str) -> Piece<'_> {
    let (title, points) = without_leader(line);
    if points >= LEADER {
        return Piece { title, folio: None, sign: Sign::Leader };
    }
    let (before, folio) = match folio(line) {
        Some((before, folio)) => (before, Some(folio)),
        None => (line, None),
    };
    let (title, points) = without_leader(before);
    let columns = before[before.trim_end().len()..].chars().map(columns).sum::<usize>();
    let sign = match folio {
        _ if points >= LEADER => Sign::Leader,
        None => Sign::Words,
        Some(_) if columns >= GAP && !title.is_empty() => Sign::Gap,
        // The number of a chapter, of a king.
        Some(folio) if folio.upper => Sign::Words,
        Some(_) if title.is_empty() => Sign::Alone,
        Some(_) => Sign::Loose,
    };
    match sign {
        Sign::Words => Piece { title: line, folio: None, sign },
        Sign::Loose => {
            let title = before.trim_end().trim_end_matches([',', '—', '–']).trim_end();
            Piece { title, folio, sign }
        }
        _ => Piece { title, folio, sign },
    }
}

/// How many columns white space takes.
fn columns(c: char) -> usize {
    if c == '\t' { GAP } else { 1 }
}

/// The page at the end of a line, and what stands before it.
fn folio(line: &str) -> Option<(&str, Folio)> {
    let line = line.strip_suffix('.').unwrap_or(line);
    let start = line
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_ascii_alphanumeric())
        .last()
        .map(|(at, _)| at)?;
    let (before, number) = line.split_at(start);
    let apart = before.is_empty()
        || before.ends_with(|c: char| c.is_whitespace() || is_leader(c));
    let figures = number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit());
    let folio = if figures {
        Folio { value: number.parse().ok()?, roman: false, upper: false }
    } else {
        let upper = number.starts_with(char::is_uppercase);
        Folio { value: roman_in_one_case(number)?, roman: true, upper }
    };
    (apart && (1..=LAST_PAGE).contains(&folio.value)).then_some((before, folio))
}

/// A line without the leader at its end, and how many points that has.
fn without_leader(line: &str) -> (&str, usize) {
    let title = line.trim_end_matches(|c: char| c.is_whitespace() || is_leader(c));
    let leader = &line[title.len()..];
    let points = leader.chars().map(|c| match c {
        '…' => 3,
        '‥' => 2,
        c if is_leader(c) => 1,
        _ => 0,
    });
    let points = points.sum();
    if points >= LEADER {
        // The title's own full stop stands before the leader, and is not told from it.
        (title, points)
    } else {
        (line.trim_end(), 0)
    }
}

/// What leaders are made of.
fn is_leader(c: char) -> bool {
    matches!(c, '.' | '…' | '‥' | '․' | '·' | '•' | '_' | '-' | '—')
}

#[cfg(test)]
mod tests {
    use super::{Sign, read};

    #[test]
    fn parts_titles_from_pages() {
        for (line, title, page, sign) in [
            ("La prensa . . . . . . 12", "La prensa", Some(12), Sign::Leader),
            ("La prensa........xii", "La prensa", Some(12), Sign::Leader),
            ("La prensa . . . . . .", "La prensa", None, Sign::Leader),
            ("La prensa   12", "La prensa", Some(12), Sign::Gap),
            ("La prensa, 12", "La prensa", Some(12), Sign::Loose),
            ("12", "", Some(12), Sign::Alone),
            (". . . . . 12", "", Some(12), Sign::Leader),
            ("Así fué...", "Así fué...", None, Sign::Words),
            ("La prensa", "La prensa", None, Sign::Words),
            ("XIX. . . . . .", "XIX", None, Sign::Leader),
            ("El rey Felipe II", "El rey Felipe II", None, Sign::Words),
            ("XIV", "XIV", None, Sign::Words),
            ("El año 1808", "El año 1808", None, Sign::Words),
        ] {
            let piece = read(line);
            let value = piece.folio.map(|folio| folio.value);
            assert_eq!((piece.title, value, piece.sign), (title, page, sign), "{line}");
        }
    }
}
