//! A galley while it grows: space, lines, and what no page break may divide.

use std::ops::Range;

use crate::length::Length;
use crate::typeset::document::{BookPassage, Role};
use crate::typeset::line::{SetParagraph, TextLine};
use crate::typeset::page::galley::{
    BlockVariant, Galley, GalleyBlock, GalleyRow, HalfLines, NamedDestination,
    PageBreakKind, PlacedLine, Register, WhiteAbove,
};
use crate::typeset::page::geometry::BaselineGrid;
use crate::typeset::paragraph::ParagraphVariant;

/// At least this many lines of text must follow a heading on its page.
pub(crate) const LINES_WITH_HEADING: usize = 2;

/// A galley while it grows, row under row.
#[derive(Debug)]
pub(crate) struct GalleyColumn {
    /// What is set so far.
    pub(crate) galley: Galley,
    /// The baseline grid.
    pub(crate) grid: BaselineGrid,
    /// The space requested above the next row.
    above: WhiteAbove,
    /// How many further rows must stay with what is above them.
    kept: usize,
    /// The next row follows a pause.
    after_pause: bool,
    /// Link targets that begin with the next row.
    destinations: Vec<NamedDestination>,
    /// What is being set.
    pub(crate) passage: Option<BookPassage>,
}

/// How strongly the lines of a paragraph hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineCohesion {
    /// No widows or orphans.
    Text,
    /// Like text, and kept with what is above (a signature).
    Tied,
    /// Kept together, but not with what is above (a stanza of three lines).
    Together,
}

impl GalleyColumn {
    /// Creates an empty column.
    pub(crate) fn new(grid: BaselineGrid) -> Self {
        Self {
            galley: Galley::default(),
            grid,
            above: WhiteAbove::default(),
            kept: 0,
            after_pause: false,
            destinations: Vec::new(),
            passage: None,
        }
    }

    /// Requests space above the next row; the largest request counts.
    pub(crate) fn request_space(&mut self, least: HalfLines) {
        self.above.minimum = self.above.minimum.max(least);
    }

    /// The same, and sets how the next row aligns with the grid; the last call counts.
    pub(crate) fn request_space_with(&mut self, least: HalfLines, register: Register) {
        self.request_space(least);
        self.above.register = Some(register);
    }

    /// Requests the space between two stanzas, which no page stretches.
    pub(crate) fn request_fixed_space(&mut self, least: HalfLines) {
        self.request_space(least);
        self.above.fixed = true;
    }

    /// Withdraws the space requested above the next row.
    pub(crate) fn close_up(&mut self) {
        self.above = WhiteAbove::default();
    }

    /// Makes the next row a link target.
    pub(crate) fn begin_destination(&mut self, index: NamedDestination) {
        self.destinations.push(index);
    }

    /// Keeps the next lines with what is above them.
    pub(crate) fn keep_with_above(&mut self, lines: usize) {
        self.kept = self.kept.max(lines);
    }

    /// Lets pages end below the last row, whatever was to be kept with it.
    pub(crate) fn release_kept(&mut self) {
        self.kept = 0;
    }

    /// How far the last page is filled if each page has all that fits it. White space requested
    /// above the next row counts.
    pub(crate) fn measure_last_page(&self) -> HalfLines {
        let page = self.grid.lines.saturating_mul(2);
        let rows = self.galley.blocks.iter().flat_map(|block| &block.variants[0].rows);
        let filled = rows.fold(0, |filled, row| {
            match row.top_below(filled).saturating_add(row.height) {
                bottom if bottom > page => row.height,
                bottom => bottom,
            }
        });
        let next = GalleyRow { above: self.above, ..GalleyRow::default() };
        next.top_below(filled)
    }

    /// Sets something apart from the column and returns its rows, in their natural lengths.
    pub(crate) fn capture_rows(
        &mut self,
        grid: BaselineGrid,
        set: impl FnOnce(&mut Self),
    ) -> Vec<GalleyRow> {
        let text = std::mem::take(&mut self.galley.blocks);
        let galley = std::mem::take(&mut self.galley);
        let mut apart = Self { galley, passage: self.passage, ..Self::new(grid) };
        set(&mut apart);
        self.galley = apart.galley;
        let set = std::mem::replace(&mut self.galley.blocks, text);
        let natural = set.into_iter().filter_map(|one| one.variants.into_iter().next());
        natural.flat_map(|variant| variant.rows).collect()
    }

    /// Adds a set paragraph, line by line, as content of a tag.
    pub(crate) fn add_paragraph(
        &mut self,
        set: SetParagraph,
        tag: usize,
        left: Length,
        bond: LineCohesion,
    ) {
        self.add_variants(
            vec![ParagraphVariant { set, ..ParagraphVariant::default() }],
            tag,
            left,
            bond,
        );
    }

    /// Adds a paragraph set to several lengths, the best first. What the first line takes
    /// from the column applies to all variants.
    pub(crate) fn add_variants(
        &mut self,
        lengths: Vec<ParagraphVariant>,
        tag: usize,
        left: Length,
        bond: LineCohesion,
    ) {
        let head = self.prepare_row(GalleyRow::default());
        let kept = self.kept;
        let longest = lengths.iter().map(|one| one.set.lines.len()).max().unwrap_or(0);
        self.kept = kept.saturating_sub(longest.saturating_sub(1));
        let mut variants = Vec::with_capacity(lengths.len());
        for ParagraphVariant { set, surcharge, deferred } in lengths {
            let count = set.lines.len();
            let mut rows: Vec<GalleyRow> = Vec::with_capacity(count);
            for (index, line) in set.lines.into_iter().enumerate() {
                if 0 < index
                    && index < set.unbreakable_lines
                    && let Some(row) = rows.last_mut()
                {
                    row.add_lines([line], tag, left, 2, self.grid);
                    continue;
                }
                let mut row =
                    if index == 0 { head.clone() } else { GalleyRow::default() };
                row.break_above =
                    row.break_above.max(break_cost_above(bond, index, count));
                if index > 0 && index <= kept {
                    row.break_above = PageBreakKind::AfterHeading;
                }
                row.add_lines([line], tag, left, 2, self.grid);
                rows.push(row);
            }
            self.galley.tags[tag].spans = set.spans;
            let deferred = deferred.map(|deferred| (deferred, tag));
            variants.push(BlockVariant { surcharge, rows, deferred });
        }
        self.galley.blocks.push(GalleyBlock { variants });
    }

    /// Adds a set paragraph that no page break may divide, as content of a tag. If it is
    /// taller than half a page, it may be divided after all.
    pub(crate) fn add_unbreakable(
        &mut self,
        set: SetParagraph,
        tag: usize,
        left: Length,
    ) {
        if set.lines.len() > usize::from(self.grid.lines / 2) {
            return self.add_paragraph(set, tag, left, LineCohesion::Text);
        }
        self.galley.tags[tag].spans = set.spans;
        let mut row = GalleyRow::default();
        row.add_lines(set.lines, tag, left, 2, self.grid);
        self.add_block(row);
    }

    /// Adds a stanza as content of a tag. Each line of verse, with its turnovers, is a span
    /// of its own, and no page break divides it.
    pub(crate) fn add_stanza(
        &mut self,
        lines: Vec<SetParagraph>,
        tag: usize,
        left: Length,
        bond: LineCohesion,
    ) {
        let count = lines.len();
        for (index, set) in lines.into_iter().enumerate() {
            let span = self.add_tag(Role::Span, Some(tag));
            self.galley.tags[span].spans = set.spans;
            let break_above = match break_cost_above(bond, index, count) {
                PageBreakKind::Free if index > 0 => PageBreakKind::InStanza,
                break_above => break_above,
            };
            let mut rows = Vec::with_capacity(set.lines.len());
            for (turn, line) in set.lines.into_iter().enumerate() {
                let line =
                    PlacedLine { line, tag: Some(span), left, drop: self.grid.first };
                let break_above =
                    if turn > 0 { PageBreakKind::Widow } else { break_above };
                let row = GalleyRow {
                    height: 2,
                    break_above,
                    lines: vec![line],
                    ..GalleyRow::default()
                };
                rows.push(self.prepare_row(row));
            }
            self.galley.push_rows(rows);
        }
    }

    /// The number of rows so far: a mark for [`Self::add_label`].
    pub(crate) fn block_count(&self) -> usize {
        self.galley.blocks.len()
    }

    /// Puts a label beside the first line added since the mark, right-aligned in its room.
    pub(crate) fn add_label(
        &mut self,
        mark: usize,
        line: TextLine,
        tag: usize,
        left: Length,
        room: Length,
    ) {
        let left = left + (room - line.width).max(Length::ZERO);
        let label = PlacedLine { line, tag: Some(tag), left, drop: self.grid.first };
        let Some(block) = self.galley.blocks.get_mut(mark) else {
            let row = GalleyRow { height: 2, lines: vec![label], ..GalleyRow::default() };
            return self.add_block(row);
        };
        if let [BlockVariant { rows, .. }] = block.variants.as_mut_slice()
            && let Some(pause) = rows.first_mut().filter(|row| row.only_at_edge)
        {
            // A pause is not always shown, so the label gets the line above it for itself.
            let row = GalleyRow {
                above: std::mem::take(&mut pause.above),
                height: 2,
                break_above: std::mem::replace(
                    &mut pause.break_above,
                    PageBreakKind::Widow,
                ),
                destinations: std::mem::take(&mut pause.destinations),
                lines: vec![label],
                ..GalleyRow::default()
            };
            let variants = vec![BlockVariant::new_natural(vec![row])];
            return self.galley.blocks.insert(mark, GalleyBlock { variants });
        }
        for variant in &mut block.variants {
            if let Some(first) = variant.rows.first_mut() {
                first.lines.reserve_exact(1);
                first.lines.insert(0, label.clone());
            }
        }
    }

    /// If what was added since the mark is a single line, prefers to keep it on a page with
    /// what is above.
    pub(crate) fn prefer_with_above(&mut self, mark: usize) {
        let Some(block) = self.galley.blocks.get_mut(mark) else { return };
        for variant in &mut block.variants {
            if let [only] = variant.rows.as_mut_slice() {
                only.break_above = only.break_above.max(PageBreakKind::InStanza);
            }
        }
    }

    /// Prefers to keep some of the first rows added since the mark on a page with what is
    /// above each.
    pub(crate) fn tie_to_above(&mut self, mark: usize, rows: Range<usize>) {
        let mut before = 0;
        for block in self.galley.blocks.iter_mut().skip(mark) {
            let natural = block.variants.first().map_or(0, |natural| natural.rows.len());
            for variant in &mut block.variants {
                for (row, place) in variant.rows.iter_mut().zip(before..) {
                    if rows.contains(&place) {
                        row.break_above = row.break_above.max(PageBreakKind::AfterLeadIn);
                    }
                }
            }
            before += natural;
            if before >= rows.end {
                break;
            }
        }
    }

    /// Puts something beside the last line added since the mark.
    pub(crate) fn add_beside(&mut self, mark: usize, line: &PlacedLine) {
        let Some(block) = self.galley.blocks.get_mut(mark) else { return };
        for variant in &mut block.variants {
            if let Some(last) = variant.rows.last_mut() {
                last.lines.reserve_exact(1);
                last.lines.push(line.clone());
            }
        }
    }

    /// Adds a row that no page break may part.
    pub(crate) fn add_block(&mut self, row: GalleyRow) {
        let row = self.prepare_row(row);
        self.galley.push_rows(vec![row]);
    }

    /// Adds a figure that may wait for the head of the next page, unless something must stay
    /// with it.
    pub(crate) fn add_floating_block(&mut self, row: GalleyRow) {
        let mut row = self.prepare_row(row);
        row.floats = row.break_above == PageBreakKind::Free
            && row.destinations.is_empty()
            && row.note_calls().next().is_none();
        self.galley.push_rows(vec![row]);
    }

    /// Adds a row that no page break may part and that may have other heights at a cost.
    pub(crate) fn add_block_of_heights(
        &mut self,
        row: GalleyRow,
        others: impl Iterator<Item = HalfLines>,
        surcharge: i64,
    ) {
        let row = self.prepare_row(row);
        let other = |height| BlockVariant {
            surcharge,
            ..BlockVariant::new_natural(vec![GalleyRow { height, ..row.clone() }])
        };
        let mut variants: Vec<BlockVariant> = others.map(other).collect();
        variants.insert(0, BlockVariant::new_natural(vec![row]));
        self.galley.blocks.push(GalleyBlock { variants });
    }

    /// Adds a pause: an ornament, which may be shown at the edge of a page only.
    pub(crate) fn add_pause(&mut self, ornament: PlacedLine, only_at_edge: bool) {
        let row = GalleyRow {
            height: 2,
            break_above: PageBreakKind::AtPause,
            only_at_edge,
            lines: vec![ornament],
            ..GalleyRow::default()
        };
        self.add_block(row);
        self.after_pause = true;
    }

    /// A row with everything requested for the next one.
    fn prepare_row(&mut self, mut row: GalleyRow) -> GalleyRow {
        let above = std::mem::take(&mut self.above);
        row.above.minimum = row.above.minimum.max(above.minimum);
        row.above.register = row.above.register.or(above.register);
        row.above.fixed |= above.fixed;
        if std::mem::take(&mut self.after_pause) {
            row.break_above = row.break_above.max(PageBreakKind::AtPause);
        }
        if self.kept > 0 {
            self.kept -= 1;
            row.break_above = row.break_above.max(PageBreakKind::AfterHeading);
        }
        row.destinations.append(&mut self.destinations);
        row
    }

    /// Adds a tag for what is set next.
    pub(crate) fn add_tag(&mut self, role: Role, parent: Option<usize>) -> usize {
        let tag = self.galley.add_tag(role, parent);
        self.galley.tags[tag].passage = self.passage;
        tag
    }

    /// Whether nothing is set yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.galley.blocks.is_empty()
    }
}

/// What it costs to end a page above a line of a paragraph.
fn break_cost_above(bond: LineCohesion, index: usize, count: usize) -> PageBreakKind {
    match bond {
        LineCohesion::Together if index > 0 => PageBreakKind::Widow,
        LineCohesion::Tied if index == 0 => PageBreakKind::Widow,
        _ if index > 0 && index + 1 == count => PageBreakKind::Widow,
        _ if index == 1 => PageBreakKind::Orphan,
        _ => PageBreakKind::Free,
    }
}
