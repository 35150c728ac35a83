//! Spaces that end no line, and dashes that stay with their words, written as characters.
//!
//! The typesetter decides where lines end. A reading system breaks them by UAX #14 alone,
//! which leaves `»` and `!` of French, closing dashes, and numbers after `p.` at the
//! beginning of a line. So an edition that flows has no-break spaces there, and word joiners
//! beside dashes.

use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::book::matter::titles::bind_lines;
use crate::book::passage::{Passage, Replacement, visit_group, visit_lines_mut};
use crate::book::{Book, Chapter, Division};
use crate::text::language::Language;
use crate::text::line_ends::{DASHES, OPENING, may_end_line};
use crate::text::span::Origin;

/// A space that ends no line.
const NO_BREAK: &str = "\u{A0}";

/// A narrow space that ends no line: in numbers, and beside the signs of French.
const NARROW_NO_BREAK: &str = "\u{202F}";

/// Forbids a line end between two characters.
const WORD_JOINER: &str = "\u{2060}";

/// A copy of a book in which the spaces that end no line are no-break spaces, and word
/// joiners are beside the dashes that stay with a word.
#[must_use]
pub fn fix_spaces(book: &Book) -> Book {
    let mut fixed = book.clone();
    let language = book.metadata.language.clone().unwrap_or_else(Language::undetermined);
    for division in &mut fixed.divisions {
        match division {
            Division::Chapter(chapter) => fix_chapter(chapter, &language),
            Division::Part(part) => {
                fix_title(&mut part.title, &language);
                for chapter in &mut part.chapters {
                    fix_chapter(chapter, &language);
                }
            }
        }
    }
    fixed
}

fn fix_chapter(chapter: &mut Chapter, language: &Language) {
    let language = chapter.language.as_ref().unwrap_or(language).clone();
    fix_title(&mut chapter.title, &language);
    for block in &mut chapter.blocks {
        if let Block::Heading(heading) = block {
            bind_lines(std::slice::from_mut(&mut heading.content), &language);
        }
    }
    visit_lines_mut(&mut chapter.blocks, &mut |lines, _| fix_lines(lines, &language));
}

fn fix_title(title: &mut Vec<Inline>, language: &Language) {
    let title = std::slice::from_mut(title);
    bind_lines(title, language);
    let origin = Origin::default();
    visit_group(title, origin, &mut |lines, _| fix_lines(lines, language));
}

fn fix_lines(lines: &mut [Vec<Inline>], language: &Language) {
    let passage = Passage::of(lines);
    passage.replace(&find_replacements(&passage, language), lines);
}

/// The spaces and joiners of a passage.
fn find_replacements(passage: &Passage, language: &Language) -> Vec<Replacement> {
    let text = passage.text.as_str();
    let mut found = Vec::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let language = passage.language_at(at).unwrap_or(language);
        let end = at + c.len_utf8();
        if matches!(c, ' ' | '\u{A0}') {
            let (above, below) = (&text[..at], &text[end..]);
            let ends_no_line = c == '\u{A0}'
                || is_inside_guillemets(above, below)
                || !may_end_line(text, end, language);
            if !below.is_empty() && ends_no_line {
                let by = choose_space(above, below, language);
                let length = c.len_utf8();
                found.push(Replacement { start: at, length, by });
            }
        } else if let Some(before) = before
            && may_break_at_dash(before, c)
            && !may_end_line(text, at, language)
            && passage.is_in_one_text(&(at..end))
        {
            found.push(Replacement { start: at, length: 0, by: WORD_JOINER });
        }
        before = (!c.is_whitespace()).then_some(c);
    }
    found
}

/// Whether UAX #14 allows a line break between two characters, one of them a dash.
fn may_break_at_dash(before: char, after: char) -> bool {
    DASHES.contains(&before) && !DASHES.contains(&after)
        // UAX #14 ends no line before an en dash (class BA).
        || matches!(after, '—' | '―') && !DASHES.contains(&before)
}

/// Whether a space is between a guillemet and the words that it encloses. Where guillemets
/// point inwards, no space is there.
fn is_inside_guillemets(above: &str, below: &str) -> bool {
    let begins = |c: Option<char>| {
        c.is_none_or(|c| c.is_whitespace() || OPENING.contains(&c) || DASHES.contains(&c))
    };
    let ends =
        |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || ".,;:!?)]".contains(c));
    let opening = above.strip_suffix(['«', '‹']);
    let closing = below.strip_prefix(['»', '›']);
    opening.is_some_and(|before| begins(before.chars().next_back()))
        || closing.is_some_and(|after| ends(after.chars().next()))
}

/// The kind of a space that ends no line (*Lexique des règles typographiques en usage à
/// l'Imprimerie nationale*, 2002, «Espacements»).
fn choose_space(above: &str, below: &str, language: &Language) -> &'static str {
    let next = below.chars().next().unwrap_or(' ');
    let is_french = language.primary() == "fr"
        && (matches!(next, ';' | '!' | '?' | '»' | '›') || above.ends_with(['«', '‹']));
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let in_number = is_digit(above.chars().next_back()) && is_digit(Some(next));
    if is_french || in_number { NARROW_NO_BREAK } else { NO_BREAK }
}

#[cfg(test)]
mod tests {
    use super::{Passage, find_replacements};
    use crate::book::inline::Inline;

    /// A text with `_` for no-break spaces, `'` for narrow ones and `^` for joiners.
    fn fix(language: &str, text: &str) -> String {
        let mut lines = vec![vec![Inline::Text(text.to_owned())]];
        let passage = Passage::of(&lines);
        let found = find_replacements(&passage, &language.parse().unwrap());
        passage.replace(&found, &mut lines);
        let [Inline::Text(fixed)] = lines[0].as_slice() else { panic!("one text") };
        fixed.replace('\u{A0}', "_").replace('\u{202F}', "'").replace('\u{2060}', "^")
    }

    #[test]
    fn spaces_are_fixed_by_language() {
        let cases = [
            (
                "fr",
                "Du schweppes ! dit-il : « Non » ; 11 500 000 fr.",
                "Du schweppes'! dit-il_: «'Non'»'; 11'500'000 fr.",
            ),
            (
                "es",
                "el esclavo —dijo Sab—, está en la p. 12",
                "el esclavo —^dijo Sab^—, está en la p._12",
            ),
            ("es", "—Sí.", "—^Sí."),
            ("ru", "Москва — город", "Москва_— город"),
            ("en", "a word—another", "a word^—another"),
            ("es", "ends here ", "ends here "),
        ];
        for (language, text, expected) in cases {
            assert_eq!(fix(language, text), expected);
        }
    }
}
