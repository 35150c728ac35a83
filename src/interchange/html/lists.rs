//! Lists and definitions.

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::reader::HtmlReader;
use crate::book::block::{ListNumbering, ListNumerals};
use crate::interchange::rich::{RichBlock, RichInline, RichNumbering};

/// A term with its definitions.
type TermWithDefinitions = (Vec<RichInline>, Vec<Vec<RichBlock>>);

impl HtmlReader<'_> {
    /// Reads a list. What is between its items goes into the item before.
    pub(super) fn read_list(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        let mut items: Vec<Vec<RichBlock>> = Vec::new();
        let mut between = flow.inner();
        let mut is_taken = false;
        let mut start = tree.attribute(id, "start").and_then(|s| s.trim().parse().ok());
        for child in tree.children(id) {
            if self.notes.taken.contains_key(child) {
                is_taken = true;
                // The numbers of the items that remain stay what they were.
                start = start.or(Some(1)).map(|s: u32| s.saturating_add(1));
                continue;
            }
            if tree.name(*child) != "li" {
                if tree.text(*child).is_some_and(|text| text.trim().is_empty()) {
                    continue;
                }
                self.read_between(*child, &mut between);
                continue;
            }
            self.end_between(&mut between, &mut items);
            if items.is_empty()
                && let Some(value) = tree.attribute(*child, "value")
            {
                start = value.trim().parse().ok().or(start);
            }
            if self.passes_over(*child) {
                continue;
            }
            let entered = self.enter_language(*child);
            self.expect_name(*child);
            let (blocks, taken) = self.read_inside(*child, flow);
            self.leave_language(entered.as_ref());
            is_taken |= !taken.is_empty();
            if !blocks.is_empty() || taken.is_empty() {
                items.push(blocks);
            }
        }
        self.end_between(&mut between, &mut items);
        if is_taken {
            flow.mark_taken();
        }
        if items.iter().all(Vec::is_empty) {
            return;
        }
        let numbering = (tree.name(id) == "ol").then(|| RichNumbering {
            start: start.unwrap_or(1),
            numbering: self.read_list_style(id),
        });
        self.push_block(flow, RichBlock::List { numbering, items });
    }

    fn read_between(&mut self, id: NodeId, between: &mut BlockFlow) {
        let mut holder = between.inner();
        self.read_single(id, &mut holder);
        let inner = self.finish_flow(holder, None);
        self.push_flow(between, inner);
    }

    fn end_between(&mut self, between: &mut BlockFlow, items: &mut Vec<Vec<RichBlock>>) {
        let flow = std::mem::take(between);
        between.wraps.clone_from(&flow.wraps);
        let (blocks, _) = self.finish_flow(flow, None);
        if blocks.is_empty() {
            return;
        }
        match items.last_mut() {
            Some(item) => item.extend(blocks),
            None => items.push(blocks),
        }
    }

    fn read_list_style(&self, id: NodeId) -> ListNumbering {
        let tree = &self.pages.tree;
        let styled = tree.attribute(id, "style").unwrap_or_default();
        let styled = styled.split_once("list-style-type:").map_or("", |(_, value)| value);
        let styled = styled.split(';').next().unwrap_or_default().trim();
        let numerals = match (tree.attribute(id, "type").unwrap_or_default(), styled) {
            ("a", _) | (_, "lower-alpha" | "lower-latin") => ListNumerals::LowerAlpha,
            ("A", _) | (_, "upper-alpha" | "upper-latin") => ListNumerals::UpperAlpha,
            ("i", _) | (_, "lower-roman") => ListNumerals::LowerRoman,
            ("I", _) | (_, "upper-roman") => ListNumerals::UpperRoman,
            _ => ListNumerals::Decimal,
        };
        ListNumbering { numerals, ..ListNumbering::default() }
    }

    /// Reads terms and their definitions, also those in a `div` for each.
    pub(super) fn read_definitions(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let mut definitions: Vec<TermWithDefinitions> = Vec::new();
        let is_taken = self.read_definition_parts(id, flow, &mut definitions);
        if is_taken {
            flow.mark_taken();
        }
        if !definitions.is_empty() {
            self.push_block(flow, RichBlock::Definitions(definitions));
        }
    }

    fn read_definition_parts(
        &mut self,
        id: NodeId,
        flow: &BlockFlow,
        definitions: &mut Vec<TermWithDefinitions>,
    ) -> bool {
        let pages = self.pages;
        let tree = &pages.tree;
        let mut is_taken = false;
        for child in tree.children(id) {
            let name = tree.name(*child);
            if self.notes.taken.contains_key(child) {
                is_taken = true;
                continue;
            }
            if tree.text(*child).is_some_and(|text| text.trim().is_empty())
                || self.passes_over(*child)
            {
                continue;
            }
            match name {
                "dt" => {
                    self.expect_name(*child);
                    let line = self.read_line(*child);
                    let term = self.finish_line(line, &flow.wraps).unwrap_or_default();
                    definitions.push((term, Vec::new()));
                }
                "div" => {
                    is_taken |= self.read_definition_parts(*child, flow, definitions);
                }
                _ => {
                    let mut inner = flow.inner();
                    if name == "dd" {
                        self.expect_name(*child);
                        self.read_flow(*child, &mut inner);
                    } else {
                        self.read_single(*child, &mut inner);
                    }
                    let (blocks, taken) = self.finish_flow(inner, None);
                    is_taken |= !taken.is_empty();
                    if blocks.is_empty() {
                        continue;
                    }
                    match definitions.last_mut() {
                        Some((_, meanings)) => meanings.push(blocks),
                        None => definitions.push((Vec::new(), vec![blocks])),
                    }
                }
            }
        }
        is_taken
    }
}
