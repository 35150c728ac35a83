//! What each line of a source was taken for: runs of lines that are one block, or left out.

use serde::Serialize;

use crate::book::Document;
use crate::book::block::{Block, Definition};
use crate::recover::ledger::Fate;
use crate::recover::{Recovered, RemovalKind};
use crate::source::Text;
use crate::text::span::Span;

/// Consecutive lines that were taken for the same thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct KindRun {
    /// The index of the first line.
    pub(super) first: usize,
    /// How many lines they are.
    pub(super) count: usize,
    /// The kind of block, or what was left out.
    pub(super) kind: &'static str,
    /// The level of a heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) level: Option<u8>,
    /// They are no part of the text.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) left_out: bool,
    /// The block began in an earlier run.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) continued: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The kind of lines without words.
const BLANK: &str = "blank";
/// The kind of lines of notes.
pub(super) const NOTE: &str = "note";
/// The kind of lines whose block is not known: marginal notes, words of a figure.
const OTHER: &str = "other";

/// How many blocks that begin before a place are asked whether they contain it. Blocks inside
/// each other are short of that: a note inside a quotation inside a list.
const OUTER_BLOCKS: usize = 16;

/// A block without blocks inside.
struct LeafBlock {
    extent: Span,
    kind: &'static str,
    level: Option<u8>,
}

/// What a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineOwner {
    Blank,
    /// A leaf block, by its index.
    Block(Option<usize>),
    /// A note, by its index.
    Note(usize),
    LeftOut(RemovalKind),
}

/// Finds the runs of a source. They cover all of its lines, in order.
pub(super) fn list_runs(text: &Text, recovered: &Recovered) -> Vec<KindRun> {
    let blocks = list_leaf_blocks(&recovered.document);
    let owners = find_owners(text, recovered, &blocks);
    let mut has_begun = vec![false; blocks.len()];
    let mut runs: Vec<KindRun> = Vec::new();
    let mut last = None;
    for (at, owner) in owners.into_iter().enumerate() {
        if let Some(run) = runs.last_mut()
            && last == Some(owner)
        {
            run.count += 1;
            continue;
        }
        last = Some(owner);
        let run = KindRun {
            first: at,
            count: 1,
            kind: BLANK,
            level: None,
            left_out: false,
            continued: false,
        };
        runs.push(match owner {
            LineOwner::Blank => run,
            LineOwner::Note(_) => KindRun { kind: NOTE, ..run },
            LineOwner::LeftOut(kind) => {
                KindRun { kind: kind.name(), left_out: true, ..run }
            }
            LineOwner::Block(None) => KindRun { kind: OTHER, ..run },
            LineOwner::Block(Some(block)) => {
                let continued = std::mem::replace(&mut has_begun[block], true);
                let LeafBlock { kind, level, .. } = blocks[block];
                KindRun { kind, level, continued, ..run }
            }
        });
    }
    runs
}

/// The run of a line, by the index of the run.
pub(super) fn find_run(runs: &[KindRun], line: usize) -> Option<usize> {
    let at = runs.partition_point(|run| run.first <= line).checked_sub(1)?;
    (line < runs[at].first + runs[at].count).then_some(at)
}

/// What each line belongs to: what most of its characters do.
fn find_owners(
    text: &Text,
    recovered: &Recovered,
    blocks: &[LeafBlock],
) -> Vec<LineOwner> {
    let entries = &recovered.ledger.entries;
    let mut next = 0;
    let of_line = |span: Span| {
        while entries.get(next).is_some_and(|entry| entry.span.end <= span.start) {
            next += 1;
        }
        let mut shares: Vec<(LineOwner, usize, u32)> = Vec::new();
        let mut add = |owner: LineOwner, start: u32, end: u32| {
            let part = text.text.get(start as usize..end as usize).unwrap_or_default();
            let count = part.chars().filter(|c| !c.is_whitespace()).count();
            match shares.iter_mut().find(|(one, ..)| *one == owner) {
                _ if count == 0 => {}
                Some((_, sum, _)) => *sum += count,
                None => shares.push((owner, count, start)),
            }
        };
        if entries.is_empty() {
            // What says itself what it is has no ledger: all of it is text.
            add(LineOwner::Block(None), span.start, span.end);
        }
        let inside = entries[next..].iter().take_while(|one| one.span.start < span.end);
        for entry in inside {
            let owner = match entry.fate {
                Fate::Removed(kind) => LineOwner::LeftOut(kind),
                Fate::InNote(note)
                | Fate::Label(note)
                | Fate::Decoded(Some(note))
                | Fate::Corrected(Some(note)) => LineOwner::Note(note),
                _ => LineOwner::Block(None),
            };
            add(owner, entry.span.start.max(span.start), entry.span.end.min(span.end));
        }
        // Of equal shares the first.
        let most = shares.into_iter().rev().max_by_key(|(_, count, _)| *count);
        match most {
            None => LineOwner::Blank,
            Some((LineOwner::Block(_), _, start)) => {
                LineOwner::Block(find_block(blocks, start))
            }
            Some((owner, ..)) => owner,
        }
    };
    text.lines.iter().map(|line| line.span).map(of_line).collect()
}

/// The block that contains a byte.
fn find_block(blocks: &[LeafBlock], byte: u32) -> Option<usize> {
    let end = blocks.partition_point(|block| block.extent.start <= byte);
    let before = (0..end).rev().take(OUTER_BLOCKS);
    before.into_iter().find(|&at| byte < blocks[at].extent.end)
}

/// The blocks of a document without blocks inside, in the order of their places.
fn list_leaf_blocks(document: &Document) -> Vec<LeafBlock> {
    let mut leaves = Vec::new();
    add_leaves(&document.blocks, None, &mut leaves);
    leaves.sort_by_key(|leaf| (leaf.extent.start, leaf.extent.end));
    leaves
}

/// Adds the leaves of blocks. Paragraphs inside another block have its kind.
fn add_leaves(blocks: &[Block], kind: Option<&'static str>, leaves: &mut Vec<LeafBlock>) {
    for block in blocks {
        let (own, inner) = name_block(block);
        let name = match block {
            Block::Paragraph(_) => kind.unwrap_or(own),
            _ => own,
        };
        if !inner.is_empty() {
            for blocks in inner {
                add_leaves(blocks, Some(name), leaves);
            }
        } else if let Some(extent) = block.extent() {
            let level = match block {
                Block::Heading(heading) => Some(heading.level),
                _ => None,
            };
            leaves.push(LeafBlock { extent, kind: name, level });
        }
    }
}

/// What a block is called, and the lists of blocks inside it.
fn name_block(block: &Block) -> (&'static str, Vec<&[Block]>) {
    match block {
        Block::Heading(_) => ("heading", Vec::new()),
        Block::Paragraph(_) => ("paragraph", Vec::new()),
        Block::Quotation(inner) => ("quotation", vec![inner]),
        Block::Verse(_) => ("verse", Vec::new()),
        Block::List(list) => ("list", list.items.iter().map(Vec::as_slice).collect()),
        Block::Definitions(list) => {
            let inner =
                list.iter().flat_map(|Definition { descriptions, .. }| descriptions);
            ("definition", inner.map(Vec::as_slice).collect())
        }
        Block::Table(_) => ("table", Vec::new()),
        Block::Figure(_) => ("figure", Vec::new()),
        Block::Epigraph(inner) => ("epigraph", vec![inner]),
        Block::Speech(inner) => ("speech", vec![inner]),
        Block::Direction(_) => ("direction", Vec::new()),
        Block::Dateline(_) => ("dateline", Vec::new()),
        Block::Salutation(_) => ("salutation", Vec::new()),
        Block::Signature(_) => ("signature", Vec::new()),
        Block::SourceNote(inner) => ("source-note", vec![inner]),
        Block::Styled { blocks, .. } => ("styled", vec![blocks]),
        Block::SceneBreak => ("scene-break", Vec::new()),
        Block::Preformatted(_) => ("preformatted", Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recover::{Hints, recover};
    use crate::source::read;
    use crate::text::span::FileId;

    #[test]
    fn runs_cover_all_lines() {
        let source = "CAPÍTULO PRIMERO\n\nEl molino estaba en lo alto del cerro,\n\
                      y desde allí se veía el mar.1\n\nVivía en él un hombre solo.\n\n\
                      1 Lo dice Juan en su carta.\n\u{c}\n12\n\nY nadie más.\n";
        let text = read(FileId(0), "a.txt", source.as_bytes()).unwrap().value;
        let recovered = recover(&text, &Hints::default()).value;
        let runs = list_runs(&text, &recovered);
        let mut next = 0;
        for run in &runs {
            assert_eq!(run.first, next);
            assert_eq!(
                find_run(&runs, run.first + run.count - 1).map(|at| &runs[at]),
                Some(run)
            );
            next += run.count;
        }
        assert_eq!(next, text.lines.len());
        assert_eq!(find_run(&runs, next), None);
        let kinds: Vec<&str> = runs.iter().map(|run| run.kind).collect();
        assert!(kinds.contains(&"heading") && kinds.contains(&"paragraph"), "{kinds:?}");
    }
}
