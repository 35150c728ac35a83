//! Reports markup of other dialects of Markdown: CommonMark takes it for text, and it would
//! be printed as it is typed.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::unread_labels::UnreadLabels;
use super::{EventAt, ReaderFindings};
use crate::book::codes;
use crate::book::markdown::attributes::measure_shortcode;

/// A kind of markup.
struct ForeignMarkup {
    /// What it is, for a message.
    name: &'static str,
    /// How to write it here.
    remedy: &'static str,
    /// The byte at which a text has it, which follows a character.
    find: fn(&str, Option<char>) -> Option<usize>,
}

/// The kinds that people write most, in pandoc, `GitHub`, TeX, and what makes sites and notes
/// of Markdown.
const FOREIGN_MARKUP: [ForeignMarkup; 17] = [
    ForeignMarkup {
        name: "a note inside the line, `^[…]`, that does not end in its paragraph",
        remedy: "close its bracket, or write `[^1]` here, and the note as `[^1]: …` on a line of its own",
        find: |text, _| {
            let mut signs = text.match_indices("^[");
            // A mark of a note may follow such a sign.
            signs.find(|(at, _)| !text[at + 2..].starts_with('^')).map(|(at, _)| at)
        },
    },
    ForeignMarkup {
        name: "a fence, `:::`, that begins and ends no division",
        remedy: "write one word or `{.class}` after it, and `:::` where the division ends",
        find: |text, before| begins_line(text, before, ":::"),
    },
    ForeignMarkup {
        name: "a command of TeX",
        remedy: "take it out, or write a formula between `$$`; a page cannot be broken by hand",
        find: |text, before| {
            let alone = ["\\newpage", "\\pagebreak", "\\clearpage"];
            let mut alone = alone.iter().filter_map(|one| begins_line(text, before, one));
            alone.next().or_else(|| find_command(text))
        },
    },
    ForeignMarkup {
        name: "raw content for another format, such as `{=latex}`,",
        remedy: "take it out; only raw HTML is read",
        find: |text, before| {
            (before == Some('`') && text.starts_with("{=") && text.contains('}'))
                .then_some(0)
        },
    },
    ForeignMarkup {
        name: "a citation key, or the key of a figure, `[@key]`,",
        remedy: "let pandoc write the citations first, with --citeproc, or write them yourself; a link to the name, `[](#name)`, refers to a figure",
        find: find_citation_key,
    },
    ForeignMarkup {
        name: "a wiki link, `[[page]]`,",
        remedy: "write `[words](file.md)`, and `![words](file)` for a picture",
        find: |text, _| {
            let is_link =
                text.starts_with("[[") && !text.starts_with("[[^") && text.contains("]]");
            (is_link && !is_toc_marker(text)).then_some(0)
        },
    },
    ForeignMarkup {
        name: "a reference, `[words][name]`, to a name that nothing has,",
        remedy: "write `[name]: address` on a line of its own, or `[words](address)`",
        find: |text, _| {
            let name = text.strip_prefix("][").filter(|name| !name.starts_with('^'))?;
            // A link, or words with attributes, may follow what is in brackets.
            let after = name.split_once(']')?.1;
            (!after.starts_with(['(', '{'])).then_some(0)
        },
    },
    ForeignMarkup {
        name: "a table-of-contents marker, `[TOC]`,",
        remedy: "take it out; every book has its contents",
        find: |text, before| (is_line_start(before) && is_toc_marker(text)).then_some(0),
    },
    ForeignMarkup {
        name: "a shortcode or template tag, `{{…}}` or `{%…%}`,",
        remedy: "take it out, or write what it stands for",
        find: |text, _| {
            [("{{", "}}"), ("{%", "%}")].iter().find_map(|(open, close)| {
                text.find(open).filter(|at| text[*at..].contains(close))
            })
        },
    },
    ForeignMarkup {
        name: "a kramdown attribute list, `{: …}`,",
        remedy: "write them as pandoc does: `{#name .class}` behind a heading, an image or words in brackets",
        find: |text, _| text.find("{:").filter(|at| text[*at..].contains('}')),
    },
    ForeignMarkup {
        name: "an emoji shortcode, `:smile:`,",
        remedy: "write the character itself",
        find: |text, before| {
            let colons = text.match_indices(':').map(|(at, _)| at);
            let is_free = |at: &usize| {
                let before = text[..*at].chars().next_back().or(before);
                !before.is_some_and(|c| c.is_alphanumeric() || c == ':')
            };
            colons.filter(is_free).find(|at| measure_shortcode(&text[*at..]).is_some())
        },
    },
    ForeignMarkup {
        name: "a highlight, `==…==`,",
        remedy: "write `[words]{.mark}`",
        find: |text, _| find_doubled(text, "=="),
    },
    ForeignMarkup {
        name: "an insertion, `++…++`,",
        remedy: "write `[words]{.underline}`",
        find: |text, _| find_doubled(text, "++"),
    },
    ForeignMarkup {
        name: "a table, or verse behind bars, that is not complete",
        remedy: "close every cell of a table, and put a blank line above it",
        find: |text, before| {
            let starts = ["+--", "+==", "| "];
            starts.iter().find_map(|start| begins_line(text, before, start))
        },
    },
    ForeignMarkup {
        name: "an abbreviation that the text does not use or explains twice, `*[…]: …`,",
        remedy: "take it out",
        find: |text, before| {
            text.contains("]:").then(|| begins_line(text, before, "*[")).flatten()
        },
    },
    ForeignMarkup {
        name: "a list with labels that are not read, such as `A.`, `1.-`, `1°` or `α)`, in one paragraph",
        remedy: "write `A)`, `1.`, `1.º` or `(a)`, or end each line with `\\` to keep its label",
        // Several lines show that they are labels.
        find: |_, _| None,
    },
    ForeignMarkup {
        name: "a formula between `\\(` and `\\)` or `\\[` and `\\]`",
        remedy: "write `$…$`, and `$$…$$` for one on a line of its own",
        find: find_escaped_formula,
    },
];

/// The place of lists among them.
const LISTS: usize = 15;

/// The place of raw content among them; that of several lines is code.
const RAW: usize = 3;

/// The place of formulas among them: the backslash before their first bracket is a part of them.
const ESCAPED_FORMULA: usize = 16;

/// How often there is a kind of markup, and where it is first.
type MarkupCount = (usize, Range<usize>);

fn count_markup(count: &mut MarkupCount, place: Range<usize>) {
    if count.0 == 0 {
        count.1 = place;
    }
    count.0 += 1;
}

/// Whether a line begins after a character.
fn is_line_start(before: Option<char>) -> bool {
    before.is_none_or(|c| c == '\n')
}

/// The first byte of a text that begins a line, if it starts with some signs.
fn begins_line(text: &str, before: Option<char>, signs: &str) -> Option<usize> {
    (is_line_start(before) && text.starts_with(signs)).then_some(0)
}

/// Whether a text begins with a marker that asks for a table of contents.
fn is_toc_marker(text: &str) -> bool {
    ["[TOC]", "[[TOC]]", "[[_TOC_]]", "[[toc]]"].iter().any(|toc| text.starts_with(toc))
}

/// The first command of TeX that has an argument.
fn find_command(text: &str) -> Option<usize> {
    text.match_indices('\\').map(|(at, _)| at).find(|at| {
        let name = &text[at + 1..];
        let rest = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        name.len() > rest.len() + 1 && rest.starts_with('{') && rest.contains('}')
    })
}

/// The first citation key: in brackets, or with a figure or a colon in it.
fn find_citation_key(text: &str, before: Option<char>) -> Option<usize> {
    text.match_indices('@').map(|(at, _)| at).find(|&at| {
        let before = text[..at].trim_end_matches('-').chars().next_back().or(before);
        let key = text[at + 1..]
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':' | '-'))
            .map_or(&text[at + 1..], |end| &text[at + 1..][..end]);
        let begins = key.starts_with(char::is_alphabetic);
        let is_free = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ';'));
        let is_key =
            key.trim_end_matches(':').contains(|c: char| c.is_ascii_digit() || c == ':');
        let in_brackets = before == Some('[') && text[at..].contains(']');
        begins && (in_brackets || is_free && is_key)
    })
}

/// A formula as LaTeX has it, in brackets with backslashes. Markdown takes them for brackets
/// that are meant as they are, as in `\[sic\]`: so there must be signs of mathematics inside.
/// Square ones are often escaped, and need a command.
fn find_escaped_formula(text: &str, before: Option<char>) -> Option<usize> {
    if before != Some('\\') {
        return None;
    }
    let (inside, is_square) = match text.split_at_checked(1)? {
        ("(", rest) => (rest.split_once("\\)")?.0, false),
        ("[", rest) => (rest.split_once("\\]")?.0, true),
        _ => return None,
    };
    let is_letter =
        inside.chars().count() == 1 && inside.starts_with(char::is_alphabetic);
    let mut signs = inside.chars();
    let mut has_command = false;
    // A backslash that is escaped begins no command.
    while let Some(sign) = signs.next() {
        let escaped = (sign == '\\').then(|| signs.next()).flatten();
        has_command |= escaped.is_some_and(|c| c.is_ascii_alphabetic());
    }
    let has_signs = is_letter || inside.contains(['^', '_', '=', '+', '<', '>']);
    (has_command || has_signs && !is_square).then_some(0)
}

/// The first pair of doubled signs with words between.
fn find_doubled(text: &str, signs: &str) -> Option<usize> {
    let at = text.find(signs)?;
    let words = &text[at + signs.len()..];
    let end = words.find(signs)?;
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let words = &words[..end];
    (is_word(words.chars().next()) && !words.ends_with(char::is_whitespace)).then_some(at)
}

/// Markup that begins in a text ends within so many bytes after it: without a bound, each of
/// many texts on a line would look at the rest of the line.
const LONGEST_MARKUP: usize = 400;

/// Reports each kind of foreign markup once, where it is first.
pub(super) fn report_foreign_markup(
    text: &str,
    events: &[EventAt<'_>],
    findings: &mut ReaderFindings<'_>,
) {
    let mut counts: [MarkupCount; FOREIGN_MARKUP.len()] = Default::default();
    let mut in_code = false;
    let mut labels = UnreadLabels::default();
    for (event, place) in events {
        let is_typed =
            matches!(event, Event::Text(words) if text.get(place.clone()) == Some(words));
        if !is_typed {
            labels.pass(event);
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                in_code = true;
                if let CodeBlockKind::Fenced(label) = kind
                    && label.starts_with("{=")
                {
                    count_markup(&mut counts[RAW], place.clone());
                }
            }
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(words) if !in_code && is_typed => {
                // An escaped sign is meant as it is, if a person escaped it.
                let start = match text[..place.start].strip_suffix('\\') {
                    Some(before) if !findings.places.is_typed(before.len()) => {
                        before.len()
                    }
                    _ => place.start,
                };
                let before = text[..start].chars().next_back();
                let end = text.floor_char_boundary(place.end + LONGEST_MARKUP);
                let line = text[place.start..end].lines().next().unwrap_or_default();
                let is_escaped = before == Some('\\');
                if let Some(first) = labels.pass_text(line, place, is_escaped) {
                    count_markup(&mut counts[LISTS], first);
                }
                let kinds = FOREIGN_MARKUP.iter().zip(&mut counts).enumerate();
                for (kind, (markup, count)) in kinds {
                    let found = (markup.find)(line, before);
                    let Some(at) = found.filter(|&at| at < words.len()) else { continue };
                    if at == 0 && is_escaped && kind != ESCAPED_FORMULA {
                        continue;
                    }
                    count_markup(count, place.start + at..place.end);
                }
            }
            _ => {}
        }
    }
    for (markup, (count, place)) in FOREIGN_MARKUP.iter().zip(counts) {
        let more = match count {
            0 => continue,
            1 => "is printed as it is typed".to_owned(),
            2 => "is printed as it is typed, here and once more".to_owned(),
            count => {
                format!("is printed as it is typed, here and {} times more", count - 1)
            }
        };
        let message = format!("{} {more}", markup.name);
        findings.warn_with_hint(codes::FOREIGN_MARKUP, &place, message, markup.remedy);
    }
}
