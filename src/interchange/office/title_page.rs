//! The paragraphs that name a document become its metadata.

use crate::interchange::office::flow::{FlowBody, FlowItem};
use crate::interchange::office::style_roles::StyleRole;
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::{RichInline, RichMetadata};

/// Takes the title, subtitle, authors and date from the paragraphs that a document begins
/// with. A paragraph that contradicts the metadata of the file stays in the text.
pub(crate) fn take_title_page(items: &mut [FlowItem], metadata: &mut RichMetadata) {
    let is_opening = |item: &FlowItem| {
        item.paragraph().is_some_and(|paragraph| {
            matches!(
                paragraph.role,
                StyleRole::Title
                    | StyleRole::Subtitle
                    | StyleRole::Author
                    | StyleRole::Date
            )
        })
    };
    let end = items.iter().position(|item| !is_opening(item)).unwrap_or(items.len());
    let Some(opening) = items.get_mut(..end) else { return };
    take_lines(opening, StyleRole::Title, &mut metadata.title);
    take_lines(opening, StyleRole::Subtitle, &mut metadata.subtitle);
    let had_authors = !metadata.authors.is_empty();
    for item in opening {
        let Some(paragraph) = item.paragraph() else { continue };
        let text = text_of(&paragraph.content);
        let take = match paragraph.role {
            StyleRole::Author if had_authors => {
                metadata.authors.iter().any(|author| is_same(author, &text))
            }
            StyleRole::Author => {
                metadata.authors.push(text);
                true
            }
            StyleRole::Date => *metadata.date.get_or_insert_with(|| text.clone()) == text,
            _ => false,
        };
        if take {
            item.body = FlowBody::Taken;
        }
    }
}

/// Takes all paragraphs of a role if they agree with what is known.
fn take_lines(items: &mut [FlowItem], role: StyleRole, known: &mut Vec<RichInline>) {
    let mut lines: Vec<RichInline> = Vec::new();
    for item in items.iter() {
        let Some(paragraph) = item.paragraph() else { continue };
        if paragraph.role == role {
            if !lines.is_empty() {
                lines.push(RichInline::LineBreak);
            }
            lines.extend(paragraph.content.iter().cloned());
        }
    }
    if lines.is_empty()
        || !known.is_empty() && !is_same(&text_of(known), &text_of(&lines))
    {
        return;
    }
    *known = lines;
    for item in items {
        if item.paragraph().is_some_and(|paragraph| paragraph.role == role) {
            item.body = FlowBody::Taken;
        }
    }
}

/// Whether two texts differ in white space and case at most.
fn is_same(one: &str, other: &str) -> bool {
    let fold =
        |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    fold(one) == fold(other)
}
