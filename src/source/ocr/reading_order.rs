//! The reading order that a file gives beside its blocks (PAGE XML, ALTO 4), or with them
//! (ALTO `IDNEXT`).

use std::collections::{BTreeMap, BTreeSet};

/// Places of blocks that a file does not order.
pub(super) const UNORDERED: u32 = u32::MAX / 2;

/// The order of ids, from groups inside groups.
#[derive(Debug, Default)]
pub(super) struct ReadingOrder {
    open: Vec<OrderGroup>,
    ranks: BTreeMap<String, u32>,
}

/// A group whose end has not come.
#[derive(Debug, Default)]
struct OrderGroup {
    index: Option<u32>,
    items: Vec<(Option<u32>, Vec<String>)>,
}

impl ReadingOrder {
    pub(super) fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// The place of a block; `None` if the file does not order it.
    pub(super) fn rank(&self, id: &str) -> Option<u32> {
        self.ranks.get(id).copied()
    }

    /// Begins a group. It may stand for a block itself, such as a table.
    pub(super) fn open_group(&mut self, index: Option<u32>, block: Option<&str>) {
        let items = block.map(|id| (Some(0), vec![id.to_owned()])).into_iter().collect();
        self.open.push(OrderGroup { index, items });
    }

    /// Adds a block to the open group.
    pub(super) fn add(&mut self, index: Option<u32>, id: &str) {
        let item = (index, vec![id.to_owned()]);
        match self.open.last_mut() {
            Some(group) => group.items.push(item),
            None => self.append(item.1),
        }
    }

    /// Ends a group: its members go by their index, and without one as they come.
    pub(super) fn close_group(&mut self) {
        let Some(mut group) = self.open.pop() else { return };
        group.items.sort_by_key(|(index, _)| index.unwrap_or(UNORDERED));
        let ids: Vec<String> = group.items.into_iter().flat_map(|(_, ids)| ids).collect();
        match self.open.last_mut() {
            Some(outer) => outer.items.push((group.index, ids)),
            None => self.append(ids),
        }
    }

    /// Ends all groups.
    pub(super) fn close(&mut self) {
        while !self.open.is_empty() {
            self.close_group();
        }
    }

    /// Where several orders name a block, the first one counts: the others are
    /// alternatives.
    fn append(&mut self, ids: Vec<String>) {
        for id in ids {
            let next = u32::try_from(self.ranks.len() + 1).unwrap_or(UNORDERED);
            self.ranks.entry(id).or_insert(next.min(UNORDERED - 1));
        }
    }
}

/// Blocks, each of which may name the next one.
#[derive(Debug, Default)]
pub(super) struct BlockChain {
    blocks: Vec<(String, Option<String>)>,
}

impl BlockChain {
    /// Adds a block, in the order of the file.
    pub(super) fn add(&mut self, id: &str, next: Option<&str>) {
        self.blocks.push((id.to_owned(), next.map(str::to_owned)));
    }

    pub(super) fn is_linked(&self) -> bool {
        self.blocks.iter().any(|(_, next)| next.is_some())
    }

    /// The place of each block. The beginnings of chains keep the order of the file.
    pub(super) fn find_places(&self) -> Vec<usize> {
        let numbered = self.blocks.iter().enumerate();
        let numbers: BTreeMap<&str, usize> =
            numbered.map(|(number, (id, _))| (id.as_str(), number)).collect();
        let next_of = |number: usize| {
            let next = self.blocks.get(number)?.1.as_deref()?;
            numbers.get(next).copied()
        };
        let all = 0..self.blocks.len();
        let followers: BTreeSet<usize> = all.clone().filter_map(next_of).collect();
        // Blocks that follow in a circle have no beginning and come last.
        let starts = all.clone().filter(|number| !followers.contains(number));
        let mut places = vec![None; self.blocks.len()];
        let mut count = 0;
        for start in starts.chain(all) {
            let mut current = Some(start);
            while let Some(number) = current {
                let Some(place @ None) = places.get_mut(number) else { break };
                *place = Some(count);
                count += 1;
                current = next_of(number);
            }
        }
        places.into_iter().map(Option::unwrap_or_default).collect()
    }
}
