//! Abbreviations that a text explains once, `*[HTML]: Hypertext Markup Language`, as PHP
//! Markdown Extra has them: each place where it uses one becomes an `<abbr>`.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::EventAt;
use super::rewriting::OpenFence;
use crate::book::markdown::write::escape::escape_attribute;

/// What begins the explanation of an abbreviation.
const OPENING: &str = "*[";

/// A text explains no more abbreviations than this; further ones stay as text. Without a
/// limit, many would be looked for in a long text.
const MOST_ABBREVIATIONS: usize = 200;

/// The abbreviations that a text explains and uses.
#[derive(Default)]
pub(super) struct Abbreviations<'a> {
    /// What each stands for.
    words: BTreeMap<&'a str, &'a str>,
    /// The one that each line explains, by the byte at which the line begins.
    lines: BTreeMap<usize, &'a str>,
}

impl<'a> Abbreviations<'a> {
    /// Finds those that a text explains from a byte on.
    pub(super) fn find(text: &'a str, from: usize) -> Self {
        let mut found = Self::default();
        if !text[from..].contains(OPENING) {
            return found;
        }
        let mut fence = OpenFence::default();
        let mut start = from;
        let mut rest = Vec::new();
        for line in text[from..].split_inclusive('\n') {
            let is_code = fence.takes_line(line.trim_start());
            // Another explanation of the same one is text.
            match read_definition(line).filter(|_| !is_code) {
                Some((short, long))
                    if found.words.len() < MOST_ABBREVIATIONS
                        && found.words.get(short).is_none_or(|known| *known == long) =>
                {
                    found.words.insert(short, long);
                    found.lines.insert(start, short);
                }
                _ if is_code => {}
                _ => rest.push(line),
            }
            start += line.len();
        }
        // One that nothing uses is text; code uses none.
        let is_used_in = |line: &&str, short: &str| {
            let mut words = line.split('`').step_by(2);
            words.any(|words| find_whole(words, short).next().is_some())
        };
        found.words.retain(|short, _| rest.iter().any(|line| is_used_in(line, short)));
        found.lines.retain(|_, short| found.words.contains_key(short));
        found
    }

    /// Whether the line that begins at a byte explains one.
    pub(super) fn are_defined_at(&self, line: usize) -> bool {
        self.lines.contains_key(&line)
    }

    /// Puts an `<abbr>` around each place where the text uses one.
    pub(super) fn mark_uses<'e>(
        &self,
        events: Vec<EventAt<'e>>,
        text: &'e str,
    ) -> Vec<EventAt<'e>> {
        if self.words.is_empty() {
            return events;
        }
        let mut marked = Vec::with_capacity(events.len());
        let mut in_code = false;
        for (event, place) in events {
            match &event {
                Event::Start(Tag::CodeBlock(_)) => in_code = true,
                Event::End(TagEnd::CodeBlock) => in_code = false,
                Event::Text(words)
                    if !in_code && text.get(place.clone()) == Some(words) =>
                {
                    self.mark_uses_in(place, text, &mut marked);
                    continue;
                }
                _ => {}
            }
            marked.push((event, place));
        }
        marked
    }

    fn mark_uses_in<'e>(
        &self,
        place: Range<usize>,
        text: &'e str,
        marked: &mut Vec<EventAt<'e>>,
    ) {
        let mut uses: Vec<(Range<usize>, &str)> = Vec::new();
        for (short, long) in &self.words {
            let found = find_whole(&text[place.clone()], short);
            uses.extend(found.map(|at| (at..at + short.len(), *long)));
        }
        // The longest of those that begin at the same place.
        uses.sort_by_key(|(at, _)| (at.start, std::cmp::Reverse(at.end)));
        let mut start = place.start;
        let push = |bytes: Range<usize>, marked: &mut Vec<EventAt<'e>>| {
            if !bytes.is_empty() {
                marked.push((Event::Text(text[bytes.clone()].into()), bytes));
            }
        };
        for (at, long) in uses {
            let at = place.start + at.start..place.start + at.end;
            if at.start < start {
                continue;
            }
            push(start..at.start, marked);
            start = at.end;
            let tag = format!("<abbr title=\"{}\">", escape_attribute(long));
            marked.push((Event::InlineHtml(tag.into()), at.start..at.start));
            push(at.clone(), marked);
            marked.push((Event::InlineHtml("</abbr>".into()), at.end..at.end));
        }
        push(start..place.end, marked);
    }
}

/// The abbreviation that a line explains, and its words.
fn read_definition(line: &str) -> Option<(&str, &str)> {
    let (short, long) = line.strip_prefix(OPENING)?.split_once("]:")?;
    let long = long.trim();
    // What is in the brackets of a note mark is none.
    let is_plain = !short.trim().is_empty()
        && !short.contains(['[', ']', '\\'])
        && !short.starts_with('^');
    (is_plain && !long.is_empty()).then_some((short, long))
}

/// The bytes at which a text has some words that are not a part of longer ones.
fn find_whole<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(words).map(|(at, _)| at).filter(move |&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}
