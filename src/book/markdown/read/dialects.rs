//! Reports markup of other dialects of Markdown: CommonMark takes it for text, and it would
//! be printed as it is typed.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{EventAt, ReaderFindings};
use crate::book::codes;

/// A kind of markup.
struct ForeignMarkup {
    /// What it is, for a message.
    name: &'static str,
    /// How to write it here.
    remedy: &'static str,
    /// The byte at which a text has it. It begins a line if the flag says so.
    find: fn(&str, bool) -> Option<usize>,
}

/// The kinds that people write most, in pandoc, `GitHub` and TeX.
const FOREIGN_MARKUP: [ForeignMarkup; 3] = [
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
        find: |text, begins| (begins && text.starts_with(":::")).then_some(0),
    },
    ForeignMarkup {
        name: "a command of TeX",
        remedy: "take it out, or write a formula between `$$`; a page cannot be broken by hand",
        find: |text, begins| {
            let is_command = ["\\newpage", "\\pagebreak", "\\begin{", "\\clearpage"]
                .iter()
                .any(|command| text.starts_with(command));
            (begins && is_command).then_some(0)
        },
    },
];

/// Markup that begins in a text ends within so many bytes after it: without a bound, each of
/// many texts on a line would look at the rest of the line.
const LONGEST_MARKUP: usize = 400;

/// Reports each kind of foreign markup once, where it is first.
pub(super) fn report_foreign_markup(
    text: &str,
    events: &[EventAt<'_>],
    findings: &mut ReaderFindings<'_>,
) {
    let mut counts: [(usize, Range<usize>); FOREIGN_MARKUP.len()] = Default::default();
    let mut in_code = false;
    for (event, place) in events {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(words) if !in_code && text.get(place.clone()) == Some(words) => {
                // An escaped sign is meant as it is.
                let before = text[..place.start].chars().next_back();
                let begins = before.is_none_or(|c| c == '\n');
                let end = text.floor_char_boundary(place.end + LONGEST_MARKUP);
                let line = text[place.start..end].lines().next().unwrap_or_default();
                for (markup, count) in FOREIGN_MARKUP.iter().zip(&mut counts) {
                    let found = (markup.find)(line, begins);
                    let Some(at) = found.filter(|&at| at < words.len()) else { continue };
                    if at == 0 && before == Some('\\') {
                        continue;
                    }
                    if count.0 == 0 {
                        count.1 = place.start + at..place.end;
                    }
                    count.0 += 1;
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
