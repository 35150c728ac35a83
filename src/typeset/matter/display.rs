//! Pages of their own: dedication and epigraph before the contents, the colophon as the
//! last page.

use crate::book::Chapter;
use crate::book::block::Block;
use crate::book::purpose::{BookMatter, Purpose};
use crate::design::Lettering;
use crate::diagnostic::Diagnostic;
use crate::length::Length;
use crate::typeset::book_setter::BookSetter;
use crate::typeset::document::{BookPassage, Role};
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::matter::opening::{self, ChapterOpening};
use crate::typeset::page::galley::{GalleyRow, HalfLines, Register};
use crate::typeset::page::section::{RunningHeads, Section, SectionParent, SectionStart};
use crate::typeset::paragraph::LineAlignment;
use crate::typeset::shape::FigureStyle;

/// How far down its page a text without a title begins, in tenths: in the upper third,
/// where the eye falls first.
const DEPTH: HalfLines = 3;

impl<'a> BookSetter<'a> {
    /// The chapters that are pages of their own in the front matter, each on a recto but for
    /// the page of the rights, which stands first, on the back of the title page; or the last
    /// page, in the back matter. Each with its index among the chapters.
    pub(crate) fn display_chapters(
        &self,
        matter: BookMatter,
    ) -> Vec<(usize, &'a Chapter)> {
        let pages = self.book.chapters().enumerate().filter(|(_, chapter)| {
            chapter.purpose.is_display() && chapter.purpose.matter() == matter
        });
        let mut pages: Vec<(usize, &Chapter)> = pages.collect();
        pages.sort_by_key(|(_, chapter)| chapter.purpose != Purpose::Copyright);
        pages
    }

    /// Sets a page of its own.
    pub(crate) fn set_display_page(
        &self,
        index: usize,
        chapter: &Chapter,
    ) -> (Section, Vec<Diagnostic>) {
        let compositor = self.new_compositor(chapter.language.as_ref());
        let mut column = GalleyColumn::new(self.geometry.grid);
        let tag = column.add_tag(Role::Article, None);
        column.galley.tags[tag].language.clone_from(&chapter.language);
        let blocks = BlockSetter::new(&compositor);
        let last = chapter.purpose == Purpose::Colophon;
        let is_copyright = chapter.purpose == Purpose::Copyright;
        let is_at_foot = last || is_copyright;
        let sizes = self.design.sizes;
        let frame = BlockFrame {
            tag: Some(tag),
            left: Length::ZERO,
            measure: self.geometry.measure,
            size: match chapter.purpose {
                Purpose::Colophon => sizes.small,
                Purpose::Copyright => sizes.imprint,
                _ => self.design.font_size,
            },
        };
        if !chapter.title.is_empty() {
            let (title, origin) = (&chapter.title, chapter.origin);
            let opening = ChapterOpening {
                title,
                level: 1,
                tag: Some(tag),
                origin,
                ..ChapterOpening::default()
            };
            column.passage = Some(BookPassage::Title(index));
            opening::set_chapter_opening(
                &mut column,
                &opening,
                &compositor,
                frame.measure,
            );
            column.passage = None;
        } else if !is_at_foot {
            let height = self.geometry.grid.lines * 2 * DEPTH / 10 / 2 * 2;
            column.add_block(GalleyRow { height, ..GalleyRow::default() });
        }
        if is_at_foot {
            let grid = column.grid;
            let rows = column.capture_rows(grid, |apart| {
                self.set_display_text(apart, (index, chapter), &blocks, frame);
            });
            let alone = column.is_empty();
            place_at_foot(&mut column, rows, alone);
        } else {
            self.set_display_text(&mut column, (index, chapter), &blocks, frame);
        }
        let title = self.words_of(chapter).notes;
        self.set_chapter_notes(&mut column, index, title, &blocks, frame);
        let section = Section {
            galley: column.galley,
            grid: self.geometry.grid,
            start: if is_at_foot { SectionStart::Next } else { SectionStart::Recto },
            heads: RunningHeads::None,
            parent: if last { SectionParent::Book } else { SectionParent::Front },
        };
        (section, compositor.into_findings())
    }

    /// Sets the content of such a page: paragraphs on the axis of the front matter, an
    /// epigraph like those of chapters.
    fn set_display_text(
        &self,
        column: &mut GalleyColumn,
        (index, chapter): (usize, &Chapter),
        blocks: &BlockSetter<'_, '_>,
        frame: BlockFrame,
    ) {
        if chapter.purpose == Purpose::Epigraph {
            let whole = match chapter.blocks.as_slice() {
                [Block::Epigraph(inner) | Block::Quotation(inner)] => inner,
                all => all,
            };
            column.passage = Some(BookPassage::Block(index, 0));
            return blocks.set_epigraph(column, whole, frame);
        }
        let letters = match chapter.purpose {
            Purpose::Dedication => self.design.display_blocks.letters,
            _ => Lettering::Roman,
        };
        let style = if chapter.purpose == Purpose::Copyright {
            let (size, measure) = (frame.size, frame.measure);
            CompositorStyle {
                figures: FigureStyle::Lining,
                ..CompositorStyle::display(size, measure, LineAlignment::Ragged)
            }
        } else {
            let axis = self.design.front.axis;
            CompositorStyle::standalone(frame.size, frame.measure, axis)
        };
        let style = CompositorStyle { letters, ..style };
        for (place, block) in chapter.blocks.iter().enumerate() {
            column.passage = Some(BookPassage::Block(index, place));
            let Block::Paragraph(paragraph) = block else {
                blocks.set_blocks(column, std::slice::from_ref(block), frame);
                continue;
            };
            let tag = column.add_tag(Role::Paragraph, frame.tag);
            let (content, origin) = (&paragraph.content, paragraph.origin);
            let set = match chapter.purpose {
                Purpose::Copyright => {
                    // White parts its groups.
                    column.request_space_with(2, Register::On);
                    blocks.compositor.set_paragraph(content, &style, origin)
                }
                _ => blocks.compositor.set_balanced(content, &style, origin),
            };
            column.add_paragraph(set, tag, frame.left, LineCohesion::Text);
        }
        column.passage = None;
    }
}

/// Puts rows at the foot of a page that has nothing else on it; under a title they follow
/// it.
fn place_at_foot(column: &mut GalleyColumn, rows: Vec<GalleyRow>, alone: bool) {
    let page = column.grid.lines * 2;
    // With something above, the space of the first row counts.
    let above = 2;
    let depth = rows
        .iter()
        .fold(above, |filled, one| one.top_below(filled).saturating_add(one.height));
    if alone && depth < page {
        let height = (page + above - depth) / 2 * 2;
        column.add_block(GalleyRow { height, ..GalleyRow::default() });
    }
    column.galley.push_rows(rows);
}
