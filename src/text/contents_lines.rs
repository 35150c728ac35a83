//! A line read as a line of a table of contents: a title, leaders, a page.

use super::numerals::roman_in_one_case;

/// Fewest consecutive points of a leader; fewer may end a sentence.
const LEADER: usize = 4;

/// Fewest spaced dashes of a leader: no text has them.
const SPACED_LEADER: usize = 3;

/// Fewest columns of white space between a title and its page.
const GAP: usize = 3;

/// The highest page; a greater number is a year or an amount.
const LAST_PAGE: u32 = 1500;

/// The page number of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryPage {
    /// Its value.
    pub(crate) value: u32,
    /// It is in Roman figures.
    pub(crate) roman: bool,
    /// It is in capitals, which pages seldom have, but chapter numbers do.
    pub(crate) upper: bool,
}

/// What links the title of a line to its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageLink {
    /// Leaders, with or without a page after them.
    Leader,
    /// White space wider than between words, and a page.
    Gap,
    /// One space or a comma, and a number.
    Loose,
    /// A number alone on its line.
    Alone,
    /// Nothing: the line has words only.
    Words,
}

/// A line, read as a line of a table of contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TableLine<'a> {
    /// Its words, without leaders and page.
    pub(crate) title: &'a str,
    /// Its page.
    pub(crate) folio: Option<EntryPage>,
    /// What is between them.
    pub(crate) sign: PageLink,
}

impl TableLine<'_> {
    /// Whether it has a page, or a leader to one.
    pub(crate) fn is_linked(&self) -> bool {
        self.sign != PageLink::Words
    }

    /// Whether hardly any line outside of a table looks like this.
    pub(crate) fn is_plain_sign(&self) -> bool {
        matches!(self.sign, PageLink::Leader | PageLink::Gap)
    }
}

/// Reads a line without white space around it.
pub(crate) fn read_contents_line(line: &str) -> TableLine<'_> {
    let (title, points) = without_leader(line);
    if points >= LEADER {
        return TableLine { title, folio: None, sign: PageLink::Leader };
    }
    let (before, folio) = match read_page(line) {
        Some((before, folio)) => (before, Some(folio)),
        None => (line, None),
    };
    let (title, points) = without_leader(before);
    let columns =
        before[before.trim_end().len()..].chars().map(column_width).sum::<usize>();
    let sign = match folio {
        _ if points >= LEADER => PageLink::Leader,
        None => PageLink::Words,
        Some(_) if columns >= GAP && !title.is_empty() => PageLink::Gap,
        // The number of a chapter or of a king.
        Some(folio) if folio.upper => PageLink::Words,
        Some(_) if title.is_empty() => PageLink::Alone,
        Some(_) => PageLink::Loose,
    };
    match sign {
        PageLink::Words => TableLine { title: line, folio: None, sign },
        PageLink::Loose => {
            let title = before.trim_end().trim_end_matches([',', '—', '–']).trim_end();
            TableLine { title, folio, sign }
        }
        _ => TableLine { title, folio, sign },
    }
}

/// How many columns a white space character takes.
fn column_width(c: char) -> usize {
    if c == '\t' { GAP } else { 1 }
}

/// Reads the page at the end of a line; gives what precedes it, too.
fn read_page(line: &str) -> Option<(&str, EntryPage)> {
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
        EntryPage { value: number.parse().ok()?, roman: false, upper: false }
    } else {
        let upper = number.starts_with(char::is_uppercase);
        EntryPage { value: roman_in_one_case(number)?, roman: true, upper }
    };
    (apart && (1..=LAST_PAGE).contains(&folio.value)).then_some((before, folio))
}

/// Strips the leader from the end of a line; gives the number of its points, too.
fn without_leader(line: &str) -> (&str, usize) {
    let title = line.trim_end_matches(|c: char| c.is_whitespace() || is_leader(c));
    let leader = &line[title.len()..];
    let points = leader.chars().map(|c| match c {
        '…' => 3,
        '‥' => 2,
        c if is_leader(c) => 1,
        _ => 0,
    });
    let points: usize = points.sum();
    if points >= LEADER || points >= SPACED_LEADER && leader.contains("- -") {
        // The title's own full stop looks like the leader.
        (title, points.max(LEADER))
    } else {
        (line.trim_end(), 0)
    }
}

/// The characters that leaders consist of.
fn is_leader(c: char) -> bool {
    matches!(c, '.' | '…' | '‥' | '․' | '·' | '•' | '_' | '-' | '—')
}

#[cfg(test)]
mod tests {
    use super::{PageLink, read_contents_line};

    #[test]
    fn parts_titles_from_pages() {
        for (line, title, page, sign) in [
            ("La prensa . . . . . . 12", "La prensa", Some(12), PageLink::Leader),
            ("La prensa........xii", "La prensa", Some(12), PageLink::Leader),
            ("La prensa . . . . . .", "La prensa", None, PageLink::Leader),
            ("La prensa, - - - 12", "La prensa,", Some(12), PageLink::Leader),
            ("La prensa   12", "La prensa", Some(12), PageLink::Gap),
            ("La prensa, 12", "La prensa", Some(12), PageLink::Loose),
            ("12", "", Some(12), PageLink::Alone),
            (". . . . . 12", "", Some(12), PageLink::Leader),
            ("Así fué...", "Así fué...", None, PageLink::Words),
            ("La prensa", "La prensa", None, PageLink::Words),
            ("XIX. . . . . .", "XIX", None, PageLink::Leader),
            ("El rey Felipe II", "El rey Felipe II", None, PageLink::Words),
            ("XIV", "XIV", None, PageLink::Words),
            ("El año 1808", "El año 1808", None, PageLink::Words),
        ] {
            let piece = read_contents_line(line);
            let value = piece.folio.map(|folio| folio.value);
            assert_eq!((piece.title, value, piece.sign), (title, page, sign), "{line}");
        }
    }
}
