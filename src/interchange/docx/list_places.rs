//! The places of paragraphs in lists.

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::numbering::{ItemMark, LEVELS};
use crate::interchange::docx::package::value_of;
use crate::interchange::docx::styles::{DocxDraft, read_indent};
use crate::interchange::office::drafts::prefix_label;
use crate::interchange::office::flow::ListPlace;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::style_roles::StyleRole;
use crate::interchange::rich::RichInline;

/// How far the indents of a list item and of a paragraph that continues it may differ, in
/// twentieths of a point: a twentieth of an inch, for programs that round differently.
const MOST_INDENT_DIFFERENCE: i32 = 72;

impl StoryReader<'_, '_> {
    /// The list level and mark of a paragraph.
    pub(super) fn count_paragraph(
        &mut self,
        draft: &DocxDraft,
        properties: Option<&XmlElement>,
    ) -> Option<(u8, ItemMark)> {
        let (list, level) = find_list(draft, properties)?;
        let mark = self.reader.numbering.count(list, level)?;
        Some((u8::try_from(level).unwrap_or(0), mark))
    }

    /// The left indent of a paragraph. That of its list goes before that of its style
    /// (ISO/IEC 29500-1 §17.9.22).
    pub(super) fn find_indent(
        &self,
        draft: &DocxDraft,
        properties: Option<&XmlElement>,
    ) -> i32 {
        let own = properties.and_then(|properties| read_indent(properties).left);
        let of_list = || {
            let (list, level) = find_list(draft, properties)?;
            self.reader.numbering.find_indent(list, level)
        };
        own.or_else(of_list).or(draft.style.indent.left).unwrap_or(0)
    }

    /// The place of plain text that has the indent of a list item before it: programs that
    /// have no paragraphs without a number in a list write them so.
    pub(super) fn continue_item(
        &self,
        role: StyleRole,
        indent: i32,
    ) -> Option<ListPlace> {
        let fits = |(_, of_item): &&(u8, i32)| {
            indent.saturating_sub(*of_item).saturating_abs() <= MOST_INDENT_DIFFERENCE
        };
        let is_plain = role == StyleRole::Plain && indent > MOST_INDENT_DIFFERENCE;
        let (level, _) = self.open_items.iter().rev().find(fits).filter(|_| is_plain)?;
        Some(ListPlace::Within { level: *level })
    }

    pub(super) fn note_item(
        &mut self,
        place: Option<ListPlace>,
        role: StyleRole,
        indent: i32,
    ) {
        match place {
            Some(ListPlace::Item { level, .. }) => {
                self.open_items.retain(|(open, _)| *open < level);
                self.open_items.push((level, indent));
            }
            Some(ListPlace::Within { .. }) => {}
            None if role == StyleRole::ListContinuation => {}
            None => self.open_items.clear(),
        }
    }
}

/// The list and level of a paragraph. The number 0 takes a paragraph out of the list of its
/// style (ISO/IEC 29500-1 §17.9.18).
fn find_list<'d>(
    draft: &'d DocxDraft,
    properties: Option<&'d XmlElement>,
) -> Option<(&'d str, usize)> {
    let own = properties.and_then(|properties| properties.child("w:numPr"));
    let own_list = own.and_then(|own| value_of(own, "w:numId"));
    let list = own_list.or(draft.style.list.as_deref()).filter(|list| *list != "0")?;
    let level = own.and_then(|own| value_of(own, "w:ilvl")?.parse::<u8>().ok());
    let level = level.or(draft.style.list_level).unwrap_or(0);
    Some((list, usize::from(level).min(LEVELS - 1)))
}

/// The place of a paragraph with a mark. A label with words is part of the text.
pub(super) fn place_in_list(
    mark: Option<(u8, ItemMark)>,
    content: &mut Vec<RichInline>,
) -> Option<ListPlace> {
    let (level, mark) = mark?;
    match mark {
        ItemMark::Bullet => Some(ListPlace::Item { level, number: None }),
        ItemMark::Blank => Some(ListPlace::Within { level }),
        ItemMark::Number { label, is_worded: true, .. } => {
            prefix_label(&label, content);
            None
        }
        ItemMark::Number { numbering, .. } => {
            Some(ListPlace::Item { level, number: Some(numbering) })
        }
    }
}
