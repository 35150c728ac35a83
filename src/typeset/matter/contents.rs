//! The table of contents: titles at the left, folios at the right, fine leaders between.

use std::collections::BTreeMap;

use crate::book::Chapter;
use crate::book::inline::Inline;
use crate::book::matter::contents::{
    ContentsEntry, ContentsTarget, is_bare_number, write_plain_text,
};
use crate::book::matter::titles::{bind_title, is_in_capitals};
use crate::design::{Acronyms, ContentsPlace, Lettering};
use crate::length::Length;
use crate::text::numerals::{numbering, roman};
use crate::typeset::book_setter::BookSetter;
use crate::typeset::document::{Folio, Role};
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::heads::{self, RunningHeadSetter};
use crate::typeset::matter::opening::{ChapterOpening, set_chapter_opening};
use crate::typeset::page::galley::{HalfLines, NamedDestination, PlacedLine, Register};
use crate::typeset::page::section::{RunningHeads, Section, SectionParent, SectionStart};
use crate::typeset::paragraph::LineAlignment;
use crate::typeset::shape::FigureStyle;

/// The distance between leader dots, as a fraction of the em, so that dots align on all
/// lines.
const LEADER_STEP: i32 = 2;
/// Space between the leaders and a title or folio, as a fraction of the em.
const LEADER_GAP: i32 = 2;
/// The fewest dots between a title and its folio. A title that leaves room for fewer
/// continues on the next line, so that the eye is always led.
const FEWEST_LEADERS: i32 = 3;
/// Room for the folios at the right, in ems.
const FOLIO_ROOM: i32 = 2;
/// Space between a title and its folio without leaders, in ems.
const FOLIO_BESIDE: i32 = 1;
/// Space above a part, in half lines.
const ABOVE_PART: HalfLines = 2;

/// A contents page is worth its leaf if it has at least this many lines, not counting the
/// notes.
const LEAST_CONTENTS: usize = 2;

/// An entry of the contents, and the place whose folio it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContentsReference {
    /// Its words.
    pub(crate) title: String,
    /// The place that it links to.
    pub(crate) destination: NamedDestination,
    /// Its depth, from 0.
    depth: usize,
    /// It is a part, with chapters below it.
    part: bool,
}

/// The entries of the contents in reading order.
pub(crate) fn list_lines(entries: &[ContentsEntry]) -> Vec<ContentsReference> {
    let mut references = Vec::new();
    for entry in entries {
        push_entry(entry, 0, &mut references);
    }
    references
}

/// Lists an entry and those below it.
fn push_entry(
    entry: &ContentsEntry,
    depth: usize,
    references: &mut Vec<ContentsReference>,
) {
    references.push(ContentsReference {
        title: entry.title.clone(),
        destination: NamedDestination::Text(entry.target),
        depth,
        part: matches!(entry.target, ContentsTarget::Part(_)),
    });
    for child in &entry.children {
        push_entry(child, depth + 1, references);
    }
}

impl BookSetter<'_> {
    /// Whether the contents are nothing but the numbers of chapters, which tell nobody
    /// anything.
    fn has_bare_contents(&self, entries: &[ContentsEntry]) -> bool {
        let is_chapter = |entry: &ContentsEntry| {
            matches!(entry.target, ContentsTarget::Chapter(_))
                && entry.children.is_empty()
        };
        let text = |chapter: &&Chapter| !chapter.purpose.is_display();
        entries.iter().all(is_chapter)
            && self.book.chapters().filter(text).all(|one| is_bare_number(&one.title))
    }

    /// The entries without those of the words right below the titles of parts: where chapters
    /// have titles, the entry of the part stands for them.
    fn without_words_of_parts(&self, entries: &[ContentsEntry]) -> Vec<ContentsEntry> {
        let has_title = |entry: &ContentsEntry| match entry.target {
            ContentsTarget::Chapter(index) => {
                self.book.chapters().nth(index).is_some_and(|one| !one.title.is_empty())
            }
            ContentsTarget::Part(_) | ContentsTarget::Heading(..) => true,
        };
        let mut entries = entries.to_vec();
        for entry in &mut entries {
            let is_part = matches!(entry.target, ContentsTarget::Part(_));
            if let (true, [first, others @ ..]) = (is_part, entry.children.as_slice())
                && !has_title(first)
                && !others.is_empty()
                && others.iter().all(has_title)
            {
                entry.children.remove(0);
            }
        }
        entries
    }

    /// Sets the table of contents. None if there is too little to list.
    pub(crate) fn set_contents(
        &self,
        entries: &[ContentsEntry],
        destinations: &BTreeMap<NamedDestination, usize>,
        compositor: &Compositor<'_>,
    ) -> Option<Section> {
        let mut references = list_lines(&self.without_words_of_parts(entries));
        if references.len() < LEAST_CONTENTS || self.has_bare_contents(entries) {
            return None;
        }
        if self.has_gathered_notes() {
            references.push(ContentsReference {
                title: self.words.notes.to_owned(),
                destination: NamedDestination::Notes(None),
                depth: 0,
                part: false,
            });
        }
        let folio = |destination: &NamedDestination| {
            destinations.get(destination).map_or_else(String::new, |page| {
                heads::format_folio(Folio::of_page(*page, false))
            })
        };
        let references: Vec<(ContentsReference, String)> = references
            .into_iter()
            .map(|reference| {
                let folio = folio(&reference.destination);
                (reference, folio)
            })
            .collect();
        let mut column = GalleyColumn::new(self.geometry.grid);
        let tag = column.add_tag(Role::Section, None);
        column.begin_destination(NamedDestination::Contents);
        let title = [Inline::Text(self.words.contents.to_owned())];
        let opening = ChapterOpening {
            title: &title,
            level: 1,
            tag: Some(tag),
            ..ChapterOpening::default()
        };
        let measure = self.geometry.measure;
        set_chapter_opening(&mut column, &opening, compositor, measure);
        let blocks = BlockSetter::new(compositor);
        // The contents are looked up and not read through, so their type is small, like
        // that of notes.
        let frame = BlockFrame {
            tag: Some(tag),
            left: Length::ZERO,
            measure,
            size: self.design.sizes.small,
        };
        set_contents_lines(&mut column, &references, &blocks, frame);
        let head_setter = RunningHeadSetter { compositor, geometry: self.geometry };
        let head = head_setter.set_head(self.words.contents);
        let parent = match self.design.front.contents {
            ContentsPlace::Front => SectionParent::Front,
            ContentsPlace::Back => SectionParent::Book,
        };
        Some(Section {
            galley: column.galley,
            grid: self.geometry.grid,
            start: SectionStart::Recto,
            heads: RunningHeads::BySide { verso: head.clone(), recto: head },
            parent,
        })
    }
}

/// Sets the entries of the contents, each with its folio.
fn set_contents_lines(
    column: &mut GalleyColumn,
    references: &[(ContentsReference, String)],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let contents = column.add_tag(Role::Contents, frame.tag);
    // An old-style eleven has the same strokes as a two in Roman small capitals, and beside
    // Roman capitals old-style figures are too small.
    let has_capitals = references.iter().any(|(reference, _)| {
        let title = reference.title.as_str();
        is_in_capitals(title) || numbering(title).is_some_and(|number| number.roman)
    });
    let figures = if has_capitals { FigureStyle::Lining } else { FigureStyle::default() };
    for (place, (reference, folio)) in references.iter().enumerate() {
        if reference.part && place > 0 {
            column.request_space_with(ABOVE_PART, Register::On);
        }
        set_contents_line(
            column,
            reference,
            folio,
            figures,
            blocks,
            BlockFrame { tag: Some(contents), ..frame },
        );
        if reference.part {
            column.keep_with_above(1);
        }
    }
}

/// Sets an entry of the contents: title, leaders, folio.
fn set_contents_line(
    column: &mut GalleyColumn,
    reference: &ContentsReference,
    folio: &str,
    figures: FigureStyle,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let em = frame.size;
    let depth = i32::try_from(reference.depth).unwrap_or(0);
    let indent = (blocks.compositor.design().indent() * depth).min(frame.measure / 3);
    let room = em * FOLIO_ROOM;
    let plain =
        CompositorStyle::display(frame.size, frame.measure, LineAlignment::Ragged);
    let letters = match () {
        () if reference.part => blocks.compositor.design().section.letters,
        () if roman(&reference.title).is_some() => Lettering::Roman,
        () if is_in_capitals(&reference.title) => Lettering::SmallCapitals,
        () => Lettering::Roman,
    };
    let led = blocks.compositor.design().front.leaders;
    let words = [Inline::Text(reference.title.clone())];
    let words = write_plain_text(&bind_title(&words, blocks.compositor.language()));
    let title = |measure: Length| {
        let style = CompositorStyle {
            letters,
            measure,
            turnover_indent: em,
            // The numeral of an entry has the capitals of the heading.
            acronyms: roman(&reference.title).map(|_| Acronyms::Capitals),
            ..plain
        };
        blocks.compositor.set_plain(&words, &style)
    };
    let last_width =
        |set: &SetParagraph| set.lines.last().map_or(Length::ZERO, |l| l.width);
    let measure = frame.measure - indent - room;
    let fullest = measure - em / LEADER_STEP * FEWEST_LEADERS - em / LEADER_GAP;
    let set = match title(measure) {
        set if led && last_width(&set) > fullest => title(fullest),
        set => set,
    };
    let item = column.add_tag(Role::ContentsItem, frame.tag);
    let link = column.add_tag(Role::Link, Some(item));
    column.galley.tags[link].target = Some(reference.destination);
    let title_ends = indent + last_width(&set);
    let mark = column.block_count();
    column.add_paragraph(set, link, frame.left + indent, LineCohesion::Together);
    let drop = column.grid.first;
    let style = CompositorStyle { figures, ..plain };
    let folio = blocks.compositor.set_on_one_line(folio, &style);
    let folio_begins =
        if led { frame.measure - folio.width } else { title_ends + em * FOLIO_BESIDE };
    if led {
        let gap = em / LEADER_GAP;
        let (from, to) = (title_ends + gap, folio_begins - gap);
        if let Some(leaders) = set_leaders(blocks, &plain, from, to, frame) {
            column.add_beside(mark, &PlacedLine { drop, ..leaders });
        }
    }
    let left = frame.left + folio_begins;
    column.add_beside(mark, &PlacedLine { line: folio, tag: Some(link), left, drop });
}

/// Sets the leaders between a title and its folio, counted from the right so that the dots
/// form columns; none without room for a dot. They are not part of the text.
fn set_leaders(
    blocks: &BlockSetter<'_, '_>,
    style: &CompositorStyle,
    from: Length,
    to: Length,
    frame: BlockFrame,
) -> Option<PlacedLine> {
    let step = style.size / LEADER_STEP;
    let point = blocks.compositor.set_on_one_line(".", style);
    let rightmost = frame.measure - style.size * FOLIO_ROOM;
    let columns = std::iter::successors(Some(rightmost), |&left| Some(left - step));
    let points = columns
        .take_while(|&left| left >= from && step > Length::ZERO)
        .skip_while(|&left| left + point.width > to);
    let (leftmost, count) = points.zip(1..).last()?;
    let line = point.repeat(count, step);
    let left = frame.left + leftmost;
    Some(PlacedLine { line, tag: None, left, drop: Length::ZERO })
}
