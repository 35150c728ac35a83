//! Steps over the events of a block.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::EventAt;

/// Collects the text of events up to the end of a block that contains only text.
pub(super) fn collect_text<'s, 'a: 's>(
    events: &mut impl Iterator<Item = &'s EventAt<'a>>,
    ends: impl Fn(TagEnd) -> bool,
) -> String {
    let mut whole = String::new();
    for (event, _) in events {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                whole.push_str(text);
            }
            Event::End(end) if ends(*end) => break,
            _ => {}
        }
    }
    whole
}

/// Skips to the end of the current footnote definition.
pub(super) fn skip_definition<'s, 'a: 's>(
    events: &mut impl Iterator<Item = &'s EventAt<'a>>,
) {
    let mut depth = 1;
    for (event, _) in events {
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => depth += 1,
            Event::End(TagEnd::FootnoteDefinition) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}
