//! Items with numbers or bullets become nested lists.

use crate::interchange::office::flow::{FlowBody, FlowItem, ListPlace, assemble_flow};
use crate::interchange::office::style_roles::StyleRole;
use crate::interchange::rich::{RichBlock, RichNumbering};

/// A list whose items are being collected.
struct OpenList {
    level: u8,
    numbering: Option<RichNumbering>,
    /// The number of the next item.
    next: u32,
    items: Vec<Vec<FlowItem>>,
}

/// Makes lists of consecutive items. Word has at most nine levels (ISO/IEC 29500-1 §17.9.3)
/// and `OpenDocument` ten, and each call of this function takes one away.
pub(crate) fn build_lists(run: Vec<FlowItem>) -> Vec<RichBlock> {
    let mut lists: Vec<OpenList> = Vec::new();
    for mut item in run {
        match (item.place, lists.last_mut()) {
            (Some(ListPlace::Item { level, .. }), Some(open)) if level > open.level => {
                open.push_within(item);
            }
            (Some(ListPlace::Within { level }), Some(open)) => {
                if level <= open.level || !open.ends_in_list() {
                    strip_place(&mut item);
                }
                open.push_within(item);
            }
            (Some(ListPlace::Item { level, number }), _) => {
                begin_item(&mut lists, level, number, item);
            }
            (Some(ListPlace::Within { .. }) | None, _) => {
                begin_item(&mut lists, 0, None, item);
            }
        }
    }
    lists.into_iter().map(close_list).collect()
}

impl OpenList {
    fn push_within(&mut self, item: FlowItem) {
        match self.items.last_mut() {
            Some(last) => last.push(item),
            None => self.items.push(vec![item]),
        }
    }

    /// Whether the last item ends with a list in it.
    fn ends_in_list(&self) -> bool {
        let last = self.items.last().and_then(|item| item.last());
        last.is_some_and(|item| item.place.is_some())
    }
}

/// What has found its item is not a continuation of another one.
fn strip_place(item: &mut FlowItem) {
    item.place = None;
    if let FlowBody::Paragraph(paragraph) = &mut item.body
        && paragraph.role == StyleRole::ListContinuation
    {
        paragraph.role = StyleRole::Plain;
    }
}

/// Editors give items of one list different list ids, so only the numbers decide whether a
/// list goes on.
fn begin_item(
    lists: &mut Vec<OpenList>,
    level: u8,
    number: Option<RichNumbering>,
    mut item: FlowItem,
) {
    strip_place(&mut item);
    let next = number.map_or(0, |number| number.start.saturating_add(1));
    if let Some(open) = lists.last_mut() {
        let goes_on = match (open.numbering, number) {
            (None, None) => true,
            (Some(old), Some(new)) => {
                old.numbering == new.numbering && open.next == new.start
            }
            _ => false,
        };
        if goes_on && open.level == level {
            open.items.push(vec![item]);
            open.next = next;
            return;
        }
    }
    lists.push(OpenList { level, numbering: number, next, items: vec![vec![item]] });
}

fn close_list(list: OpenList) -> RichBlock {
    let items = list.items.into_iter().map(|item| assemble_flow(item).blocks).collect();
    RichBlock::List { numbering: list.numbering, items }
}
