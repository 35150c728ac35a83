//! Divides the text of a document into parts and chapters, by its headings.

use std::mem::take;

use super::assemble::{fold_title, iter_headings, take_page_marks};
use super::block::{Block, Heading, Paragraph, TextPassage, visit_passages};
use super::inline::{self, Inline};
use super::matter::contents::{is_bare_number, write_plain_text};
use super::metadata::Metadata;
use super::passage::first_line_mut;
use super::{Chapter, Division, Part};
use crate::text::numerals::{self, CHAPTER_RANK, PART_RANK};
use crate::text::span::Origin;

/// The least average length of a chapter, in words: three pages of A5. Headings that are
/// closer together are headings inside a chapter.
const CHAPTER_WORDS: usize = 900;

/// The level of the headings that begin chapters; `None` if the text is one chapter.
pub(super) fn find_chapter_level(blocks: &[Block]) -> Option<u8> {
    let level = iter_headings(blocks).map(|heading| heading.level).min()?;
    if level == 1 {
        return Some(level);
    }
    let count = iter_headings(blocks).filter(|heading| heading.level == level).count();
    (count > 1 && count_words(blocks) >= count * CHAPTER_WORDS).then_some(level)
}

/// A heading and the blocks below it.
struct HeadedSection {
    heading: Heading,
    blocks: Vec<Block>,
}

/// Splits blocks at the headings of a level: the blocks before the first, and the sections.
fn split_sections(blocks: Vec<Block>, level: u8) -> (Vec<Block>, Vec<HeadedSection>) {
    let mut opening = Vec::new();
    let mut sections: Vec<HeadedSection> = Vec::new();
    for block in blocks {
        match (block, sections.last_mut()) {
            (Block::Heading(heading), Some(last))
                if heading.level == level
                    && last.blocks.is_empty()
                    && is_numeral_heading(&last.heading)
                    // Two headings that name their ranks are two.
                    && !(find_named_rank(&last.heading).is_some()
                        && find_named_rank(&heading).is_some()) =>
            {
                last.heading.content.push(Inline::LineBreak);
                last.heading.content.extend(heading.content);
            }
            (Block::Heading(heading), _) if heading.level == level => {
                sections.push(HeadedSection { heading, blocks: Vec::new() });
            }
            (block, Some(last)) => last.blocks.push(block),
            (block, None) => opening.push(block),
        }
    }
    (opening, sections)
}

/// Whether a heading is only a number.
fn is_numeral_heading(heading: &Heading) -> bool {
    !heading.content.contains(&Inline::LineBreak) && is_bare_number(&heading.content)
}

/// Divides a text into chapters. `title` is the heading that gave the title, if there was
/// one; if the book has another title, it is placed above the opening.
pub(super) fn divide_text(
    blocks: Vec<Block>,
    level: u8,
    title: Option<Heading>,
    book: &Metadata,
) -> Vec<Division> {
    let (mut opening, mut sections) = split_sections(blocks, level);
    let title = title.map(|heading| {
        let said = fold_title(&write_plain_text(&heading.content));
        let names_book =
            book.title.iter().any(|title| said.starts_with(&fold_title(title)));
        (calls_note(&heading.content) || !names_book, heading)
    });
    let mut divisions = Vec::new();
    match title {
        // A note on the title must be referred to from a title.
        Some((true, heading)) => {
            divisions.push(Division::Chapter(build_chapter(heading, take(&mut opening))));
        }
        Some((false, heading)) if opening.is_empty() => {
            if let Some(first) = sections.first_mut() {
                first.heading.content.splice(0..0, take_page_marks(heading.content));
            }
        }
        Some((false, heading)) => {
            prepend_marks(&mut opening, take_page_marks(heading.content));
        }
        None => {}
    }
    if count_words(&opening) > 0 {
        divisions.push(Division::Chapter(build_chapter(Heading::default(), opening)));
    } else if let Some(first) = sections.first_mut() {
        first.blocks.splice(0..0, opening);
    }
    divisions.extend(build_divisions(raise_named_chapters(sections)));
    divisions
}

/// Raises the chapters that stand below a heading that is no chapter, such as `Preface`: the
/// preface ends where the first of them begins.
fn raise_named_chapters(sections: Vec<HeadedSection>) -> Vec<HeadedSection> {
    let mut raised = Vec::with_capacity(sections.len());
    for HeadedSection { heading, blocks } in sections {
        let is_named = |one: &Heading| find_named_rank(one) == Some(CHAPTER_RANK);
        let named = iter_headings(&blocks).filter(|one| is_named(one));
        let level = named.map(|one| one.level).min();
        let level = level.filter(|_| find_named_rank(&heading).is_none());
        let Some(level) = level else {
            raised.push(HeadedSection { heading, blocks });
            continue;
        };
        let (opening, below) = split_sections(blocks.clone(), level);
        let are_all = below.len() > 1 && below.iter().all(|one| is_named(&one.heading));
        let is_highest = iter_headings(&opening).next().is_none();
        if are_all && is_highest && count_words(&opening) > 0 {
            raised.push(HeadedSection { heading, blocks: opening });
            raised.extend(below);
        } else {
            raised.push(HeadedSection { heading, blocks });
        }
    }
    raised
}

/// The divisions of sections of one level. A section that calls itself a part and has only a
/// few words takes the sections after it as its chapters, if one of them calls itself a chapter.
fn build_divisions(sections: Vec<HeadedSection>) -> Vec<Division> {
    let mut divisions = Vec::with_capacity(sections.len());
    let mut rest = sections.into_iter().peekable();
    while let Some(section) = rest.next() {
        let is_title = find_named_rank(&section.heading) == Some(PART_RANK)
            && iter_headings(&section.blocks).next().is_none()
            && count_words(&section.blocks) < CHAPTER_WORDS;
        if !is_title {
            divisions.push(build_division(section));
            continue;
        }
        let mut below = Vec::new();
        while let Some(next) = rest.next_if(|next| {
            find_named_rank(&next.heading).is_none_or(|rank| rank > PART_RANK)
        }) {
            below.push(next);
        }
        let is_part =
            below.iter().any(|one| find_named_rank(&one.heading) == Some(CHAPTER_RANK));
        if !is_part {
            divisions.push(build_division(section));
            divisions.extend(below.into_iter().map(build_division));
            continue;
        }
        let HeadedSection { heading, blocks } = section;
        let mut chapters = Vec::new();
        if count_words(&blocks) > 0 {
            chapters.push(build_chapter(Heading::default(), blocks));
        } else if let Some(first) = below.first_mut() {
            first.blocks.splice(0..0, blocks);
        }
        let below = below.into_iter().map(|one| build_chapter(one.heading, one.blocks));
        chapters.extend(below);
        divisions.push(Division::Part(Part { title: heading.content, chapters }));
    }
    divisions
}

/// The rank that a word of a numbered heading states.
fn find_named_rank(heading: &Heading) -> Option<u8> {
    let text = write_plain_text(&heading.content);
    let number = numerals::numbering(&text)?;
    number.keyword.then(|| numerals::rank(&text))
}

/// A section as a chapter, or as a part with chapters.
fn build_division(section: HeadedSection) -> Division {
    let HeadedSection { heading, blocks } = section;
    let below = match blocks.first() {
        Some(Block::Heading(first)) => first.level,
        _ => return Division::Chapter(build_chapter(heading, blocks)),
    };
    let count = iter_headings(&blocks).filter(|one| one.level == below).count();
    let is_highest = iter_headings(&blocks).all(|one| one.level >= below);
    let is_long = count_words(&blocks) >= count * CHAPTER_WORDS;
    let named = find_named_rank(&heading);
    let below_named = iter_headings(&blocks).find_map(find_named_rank);
    let is_part = match (named, below_named) {
        // The words of both say what they are.
        (Some(PART_RANK), Some(CHAPTER_RANK)) => true,
        (Some(CHAPTER_RANK..), _) => false,
        _ => count > 1 && is_long,
    };
    if !is_highest || !is_part {
        return Division::Chapter(build_chapter(heading, blocks));
    }
    let (_, chapters) = split_sections(blocks, below);
    let chapters =
        chapters.into_iter().map(|one| build_chapter(one.heading, one.blocks)).collect();
    Division::Part(Part { title: heading.content, chapters })
}

/// Builds a chapter, with headings of the right levels.
pub(super) fn build_chapter(heading: Heading, mut blocks: Vec<Block>) -> Chapter {
    settle_levels(&mut blocks);
    let origin =
        Origin(heading.origin.0.or_else(|| blocks.iter().find_map(Block::extent)));
    Chapter { title: heading.content, blocks, origin, ..Chapter::default() }
}

/// Makes headings begin at level 2 without gaps.
fn settle_levels(blocks: &mut [Block]) {
    // The levels, as written, of the headings above the current one.
    let mut above: Vec<u8> = Vec::new();
    for block in blocks {
        if let Block::Heading(heading) = block {
            while above.last().is_some_and(|&level| level >= heading.level) {
                above.pop();
            }
            above.push(heading.level);
            heading.level = u8::try_from(above.len() + 1).unwrap_or(6).min(6);
        }
    }
}

/// Whether a line refers to a note.
fn calls_note(content: &[Inline]) -> bool {
    inline::notes(content).next().is_some()
}

/// Puts page marks before all other inlines, so that they stay in the order of their pages.
fn prepend_marks(blocks: &mut Vec<Block>, marks: Vec<Inline>) {
    match first_line_mut(blocks) {
        Some(line) => drop(line.splice(0..0, marks)),
        None if marks.is_empty() => {}
        None => blocks.insert(
            0,
            Block::Paragraph(Paragraph { content: marks, ..Paragraph::default() }),
        ),
    }
}

/// Counts the words of some blocks, without their notes.
fn count_words(blocks: &[Block]) -> usize {
    let mut count = 0;
    visit_passages(blocks, &mut |passage| {
        count += match passage {
            TextPassage::Line(line) => write_plain_text(line).split_whitespace().count(),
            TextPassage::Preformatted(text) => text.split_whitespace().count(),
        };
    });
    count
}
