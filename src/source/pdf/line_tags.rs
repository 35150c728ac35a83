//! What the structure tree says of the lines, held against the pages.
//!
//! Some programs tag each printed line as a paragraph, or a whole page as one. The page shows
//! that: no paragraph ends where its sentence goes on, and none has an indent inside it.

use std::collections::BTreeMap;

use super::document::PdfDocument;
use super::document_tags::DocumentTags;
use super::line::PdfLine;
use super::lines::PdfLines;
use super::page::{SourcePage, WritingDirection};
use crate::source::looks::{LineTag, TagRole};
use crate::text::sentences::ends_sentence;

/// The tags of the lines of each page; empty if they are not used.
pub(super) type LineTags = Vec<Vec<Option<LineTag>>>;

/// The least share of the lines that are tagged, in thousandths: where fewer are, the tree is
/// of parts of the document, or of another version of it.
const LEAST_TAGGED: usize = 900;
/// The most lines where the page and the tags disagree, in thousandths of all. In 72 books
/// that three programs tagged there are at most 28, in verse, and mostly none.
/// Where each line is tagged as a paragraph there are several hundred.
const MOST_CONTRADICTIONS: usize = 50;
/// The least indent, in thousandths of the size: half an em.
const INDENT: i64 = 500;

/// Why the tags of a document are not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnsoundTags {
    /// They leave out lines; the number of the first page with such a line.
    LeaveOutLines(u32),
    /// They divide or join lines otherwise than the pages; the number of the first such page.
    ContradictPages(u32),
}

/// The tag of each line of a document, if it is tagged and the tags agree with its pages.
///
/// # Errors
///
/// When they do not agree.
pub(super) fn read_line_tags(
    document: &PdfDocument,
    pages: &[PdfLines],
) -> Result<LineTags, UnsoundTags> {
    let tree = &document.tags;
    if tree.elements.is_empty() {
        return Ok(LineTags::new());
    }
    let tags: LineTags = document
        .pages
        .iter()
        .zip(pages)
        .enumerate()
        .map(|(index, (source, page))| {
            let contents = tree.contents.get(index);
            let tag = |line| find_tag(source, line, contents?, tree);
            page.lines.iter().map(tag).collect()
        })
        .collect();
    check_tags(pages, &tags)?;
    Ok(tags)
}

/// The tag that most glyphs of a line have.
fn find_tag(
    source: &SourcePage,
    line: &PdfLine,
    contents: &BTreeMap<u32, u32>,
    tree: &DocumentTags,
) -> Option<LineTag> {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for index in &line.glyphs {
        let glyph = source.glyphs.get(*index as usize)?;
        let element = glyph.mcid.and_then(|mcid| contents.get(&mcid));
        if let Some(element) = element {
            *counts.entry(*element).or_default() += 1;
        }
    }
    let (element, _) = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
    let role = *tree.elements.get(element as usize)?;
    Some(LineTag { element, role })
}

/// A line of the text, and its tag.
#[derive(Clone, Copy)]
struct TaggedLine<'p> {
    line: &'p PdfLine,
    tag: Option<LineTag>,
}

fn check_tags(pages: &[PdfLines], tags: &LineTags) -> Result<(), UnsoundTags> {
    let lines: Vec<TaggedLine<'_>> = pages
        .iter()
        .zip(tags)
        .flat_map(|(page, tags)| page.lines.iter().zip(tags))
        .filter(|(line, _)| !line.artifact && line.direction == WritingDirection::Right)
        .map(|(line, tag)| TaggedLine { line, tag: *tag })
        .collect();
    let untagged: Vec<u32> = lines
        .iter()
        .filter(|line| line.tag.is_none())
        .map(|untagged| untagged.line.page)
        .collect();
    let wrong: Vec<u32> = lines
        .windows(2)
        .filter(|pair| matches!(pair, [above, below] if contradicts(*above, *below)))
        .filter_map(|pair| pair.last())
        .map(|below| below.line.page)
        .collect();
    let exceeds = |some: &[u32], most: usize| some.len() * 1000 > lines.len() * most;
    match (untagged.first(), wrong.first()) {
        (Some(page), _) if exceeds(&untagged, 1000 - LEAST_TAGGED) => {
            Err(UnsoundTags::LeaveOutLines(*page))
        }
        (_, Some(page)) if exceeds(&wrong, MOST_CONTRADICTIONS) => {
            Err(UnsoundTags::ContradictPages(*page))
        }
        _ => Ok(()),
    }
}

/// Whether the page shows of two lines of a column that they are one paragraph where the tags
/// divide them, or two where they do not.
fn contradicts(above: TaggedLine<'_>, below: TaggedLine<'_>) -> bool {
    let (Some(over), Some(under)) = (above.tag, below.tag) else { return false };
    let (above, below) = (above.line, below.line);
    let adjoin = above.page == below.page && above.column == below.column;
    if !adjoin || [over.role, under.role] != [TagRole::Paragraph; 2] {
        return false;
    }
    let goes_on = below.text.chars().next().is_some_and(char::is_lowercase);
    let ends = ends_sentence(&above.text);
    if over.element == under.element {
        let indent = i64::from(below.left.0) - i64::from(above.left.0);
        ends && !goes_on && indent * 1000 > INDENT * i64::from(below.size.0)
    } else {
        let breaks_off = above.text.ends_with(|c: char| c.is_alphabetic() || c == '-');
        !ends && goes_on && breaks_off
    }
}
