//! Contexts in which a number is part of the sentence and calls no note: the verse of a
//! citation, the number before the name of a book, that of a section, the page at the end
//! of a leader.

use crate::text::numerals::is_section_number;

/// Largest number before the name of a book: `3 John 1`, `4 Esdras 7`.
const MOST_BOOKS: u32 = 4;

/// Fewest points of a leader.
const LEADER: usize = 3;

/// Whether the number between `head` and `tail` is a chapter or a verse: another number
/// is on the other side of a colon, with or without spaces (`3 : 16`, `3:16`). A chapter
/// has a space before it; a number right after a word may be a mark before a colon.
pub(crate) fn is_chapter_or_verse(head: &str, tail: &str) -> bool {
    let parted = !head.ends_with(char::is_alphabetic);
    let after = tail.trim_start_matches(' ').strip_prefix(':');
    let chapter = parted && after.is_some_and(begins_in_figure);
    let before = head.trim_end_matches(' ').strip_suffix(':');
    let verse = before.is_some_and(|chapter| {
        chapter.trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit())
    });
    chapter || verse
}

/// Whether a number is the first or second book of a name, with a chapter after it: `2
/// Pet. 3`, `1 Samuel 17`.
pub(crate) fn numbers_a_book(head: &str, number: u32, tail: &str) -> bool {
    let parted = head.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(');
    let Some(name) = tail.strip_prefix(' ').filter(|_| parted && number <= MOST_BOOKS)
    else {
        return false;
    };
    let end = name.find(|c: char| !c.is_alphabetic()).unwrap_or(name.len());
    let chapter = name[end..].strip_prefix('.').unwrap_or(&name[end..]);
    name.starts_with(char::is_uppercase)
        && name[..end].chars().nth(1).is_some_and(char::is_lowercase)
        && chapter.starts_with(' ')
        && begins_in_figure(chapter)
}

/// Whether a line begins with the number of a section, whose last part ends `head`, and its
/// title follows: `3.1 Introduction`.
pub(crate) fn ends_section_number(head: &str, tail: &str) -> bool {
    let title = tail.strip_prefix('.').unwrap_or(tail).strip_prefix([' ', '\u{A0}']);
    is_section_number(head.trim_start())
        && title.is_some_and(|title| title.trim_start().starts_with(char::is_alphabetic))
}

/// Whether a text ends in a leader, which leads to a number: points with spaces around
/// them (`rim ... 2`, `rim . . . . 2`), or a long row of points.
pub(crate) fn ends_in_leader(head: &str) -> bool {
    let words = head.trim_end();
    let (title, row, points) = split_leader(words);
    let parted = row.starts_with(' ') || row.trim_start().contains(' ');
    !title.is_empty()
        && points >= LEADER
        && head.len() > words.len()
        && (parted || points > 2 * LEADER)
}

/// Whether a line is an entry of a contents list: a title, a leader, and a number after
/// it or on the next line. Points right after a word are an omission.
pub(crate) fn is_leader_line(words: &str) -> bool {
    let before = words.trim_end_matches(|c: char| c.is_ascii_digit());
    let (title, row, points) = split_leader(before);
    let leads = if before.len() < words.len() {
        ends_in_leader(before)
    } else {
        points > 2 * LEADER && row.trim_end().contains(' ')
    };
    leads && title.contains(char::is_alphabetic)
}

/// Splits a text into its words, and the row of points and spaces at its end; counts the
/// points.
fn split_leader(text: &str) -> (&str, &str, usize) {
    let title = text.trim_end_matches(['.', ' ', '·']);
    let row = &text[title.len()..];
    (title, row, row.chars().filter(|c| *c != ' ').count())
}

fn begins_in_figure(text: &str) -> bool {
    text.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit())
}
