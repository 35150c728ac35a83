//! A galley while it grows: space, lines, and what must not be parted.

use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::line::{Line, SetParagraph};
use crate::typeset::page::galley::{
    Galley, HalfLines, Parting, Place, PlacedLine, Register, Stretch, Strip, Version,
    White,
};
use crate::typeset::page::sheet::Grid;
use crate::typeset::paragraph::ParagraphVariant;

/// At least this many lines of text must follow a heading on its page.
pub(crate) const LINES_WITH_HEADING: usize = 2;

/// A galley while it grows, row under row.
#[derive(Debug)]
pub(crate) struct GalleyColumn {
    /// What is set so far.
    pub(crate) galley: Galley,
    /// The baseline grid.
    pub(crate) grid: Grid,
    /// The space requested above the next row.
    above: White,
    /// How many further rows must stay with what is above them.
    kept: usize,
    /// The next row follows a pause.
    after_pause: bool,
    /// Link targets that begin with the next row.
    places: Vec<Place>,
}

/// How strongly the lines of a paragraph hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineCohesion {
    /// No widows or orphans.
    Text,
    /// Like text, and not parted from what is above (a signature).
    Tied,
    /// Not parted, but not tied to what is above (a stanza of three lines).
    Together,
}

impl GalleyColumn {
    /// Creates an empty column.
    pub(crate) fn new(grid: Grid) -> Self {
        Self {
            galley: Galley::default(),
            grid,
            above: White::default(),
            kept: 0,
            after_pause: false,
            places: Vec::new(),
        }
    }

    /// Requests space above the next row; the largest request counts.
    pub(crate) fn request_space(&mut self, least: HalfLines) {
        self.above.least = self.above.least.max(least);
    }

    /// The same, and sets how the next row aligns with the grid; the last call counts.
    pub(crate) fn request_space_with(&mut self, least: HalfLines, register: Register) {
        self.request_space(least);
        self.above.register = Some(register);
    }

    /// Withdraws the space requested above the next row.
    pub(crate) fn close_up(&mut self) {
        self.above = White::default();
    }

    /// Makes the next row a link target.
    pub(crate) fn begin_destination(&mut self, place: Place) {
        self.places.push(place);
    }

    /// Keeps the next lines with what is above them.
    pub(crate) fn keep_with_above(&mut self, lines: usize) {
        self.kept = self.kept.max(lines);
    }

    /// Sets something apart from the column and returns its rows, in their natural lengths.
    pub(crate) fn capture_rows(
        &mut self,
        grid: Grid,
        set: impl FnOnce(&mut Self),
    ) -> Vec<Strip> {
        let text = std::mem::take(&mut self.galley.stretches);
        let galley = std::mem::take(&mut self.galley);
        let mut apart = Self { galley, ..Self::new(grid) };
        set(&mut apart);
        self.galley = apart.galley;
        let set = std::mem::replace(&mut self.galley.stretches, text);
        let natural = set.into_iter().filter_map(|one| one.versions.into_iter().next());
        natural.flat_map(|version| version.strips).collect()
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
        let head = self.prepare_row(Strip::default());
        let kept = self.kept;
        let longest = lengths.iter().map(|one| one.set.lines.len()).max().unwrap_or(0);
        self.kept = kept.saturating_sub(longest.saturating_sub(1));
        let mut versions = Vec::with_capacity(lengths.len());
        for ParagraphVariant { set, surcharge, deferred: late } in lengths {
            let count = set.lines.len();
            let mut strips: Vec<Strip> = Vec::with_capacity(count);
            for (place, line) in set.lines.into_iter().enumerate() {
                if 0 < place
                    && place < set.joined
                    && let Some(strip) = strips.last_mut()
                {
                    strip.add([line], tag, left, 2, self.grid);
                    continue;
                }
                let mut strip = if place == 0 { head.clone() } else { Strip::default() };
                strip.parting = strip.parting.max(break_cost_above(bond, place, count));
                if place > 0 && place <= kept {
                    strip.parting = Parting::AfterHeading;
                }
                strip.add([line], tag, left, 2, self.grid);
                strips.push(strip);
            }
            self.galley.tags[tag].pieces = set.pieces;
            let late = late.map(|late| (late, tag));
            versions.push(Version { surcharge, strips, late });
        }
        self.galley.stretches.push(Stretch { versions });
    }

    /// Adds a set paragraph that no page break may part, as content of a tag. If it is
    /// taller than half a page, it is parted anyway.
    pub(crate) fn add_unbreakable(
        &mut self,
        set: SetParagraph,
        tag: usize,
        left: Length,
    ) {
        if set.lines.len() > usize::from(self.grid.lines / 2) {
            return self.add_paragraph(set, tag, left, LineCohesion::Text);
        }
        self.galley.tags[tag].pieces = set.pieces;
        let mut strip = Strip::default();
        strip.add(set.lines, tag, left, 2, self.grid);
        self.add_block(strip);
    }

    /// Adds a stanza as content of a tag. Each line of verse, with its turnovers, is a span
    /// of its own and is never parted.
    pub(crate) fn add_stanza(
        &mut self,
        lines: Vec<SetParagraph>,
        tag: usize,
        left: Length,
        bond: LineCohesion,
    ) {
        let count = lines.len();
        for (place, set) in lines.into_iter().enumerate() {
            let span = self.add_tag(Role::Span, Some(tag));
            self.galley.tags[span].pieces = set.pieces;
            let parting = match break_cost_above(bond, place, count) {
                Parting::Free if place > 0 => Parting::InStanza,
                parting => parting,
            };
            let mut strips = Vec::with_capacity(set.lines.len());
            for (turn, line) in set.lines.into_iter().enumerate() {
                let line =
                    PlacedLine { line, tag: Some(span), left, drop: self.grid.first };
                let parting = if turn > 0 { Parting::Widow } else { parting };
                let strip =
                    Strip { height: 2, parting, lines: vec![line], ..Strip::default() };
                strips.push(self.prepare_row(strip));
            }
            self.galley.push(strips);
        }
    }

    /// The number of rows so far: a mark for [`Self::add_label`].
    pub(crate) fn row_count(&self) -> usize {
        self.galley.stretches.len()
    }

    /// Puts a label beside the first line added since the mark, right-aligned in its room.
    pub(crate) fn add_label(
        &mut self,
        mark: usize,
        line: Line,
        tag: usize,
        left: Length,
        room: Length,
    ) {
        let left = left + (room - line.width).max(Length::ZERO);
        let label = PlacedLine { line, tag: Some(tag), left, drop: self.grid.first };
        let Some(stretch) = self.galley.stretches.get_mut(mark) else {
            let strip = Strip { height: 2, lines: vec![label], ..Strip::default() };
            return self.add_block(strip);
        };
        if let [Version { strips, .. }] = stretch.versions.as_mut_slice()
            && let Some(pause) = strips.first_mut().filter(|strip| strip.only_at_edge)
        {
            // A pause is not always shown, so the label gets the line above it for itself.
            let strip = Strip {
                above: std::mem::take(&mut pause.above),
                height: 2,
                parting: std::mem::replace(&mut pause.parting, Parting::Widow),
                places: std::mem::take(&mut pause.places),
                lines: vec![label],
                ..Strip::default()
            };
            let versions = vec![Version::natural(vec![strip])];
            return self.galley.stretches.insert(mark, Stretch { versions });
        }
        for version in &mut stretch.versions {
            if let Some(first) = version.strips.first_mut() {
                first.lines.reserve_exact(1);
                first.lines.insert(0, label.clone());
            }
        }
    }

    /// If what was added since the mark is a single line, prefers to keep it on a page with
    /// what is above.
    pub(crate) fn prefer_with_above(&mut self, mark: usize) {
        let Some(stretch) = self.galley.stretches.get_mut(mark) else { return };
        for version in &mut stretch.versions {
            if let [only] = version.strips.as_mut_slice() {
                only.parting = only.parting.max(Parting::InStanza);
            }
        }
    }

    /// Puts something beside the last line added since the mark.
    pub(crate) fn add_beside(&mut self, mark: usize, line: &PlacedLine) {
        let Some(stretch) = self.galley.stretches.get_mut(mark) else { return };
        for version in &mut stretch.versions {
            if let Some(last) = version.strips.last_mut() {
                last.lines.reserve_exact(1);
                last.lines.push(line.clone());
            }
        }
    }

    /// Adds a row that no page break may part.
    pub(crate) fn add_block(&mut self, strip: Strip) {
        let strip = self.prepare_row(strip);
        self.galley.push(vec![strip]);
    }

    /// Adds a row that no page break may part and that may have other heights at a cost.
    pub(crate) fn add_block_of_heights(
        &mut self,
        strip: Strip,
        others: impl Iterator<Item = HalfLines>,
        surcharge: i64,
    ) {
        let strip = self.prepare_row(strip);
        let other = |height| Version {
            surcharge,
            ..Version::natural(vec![Strip { height, ..strip.clone() }])
        };
        let mut versions: Vec<Version> = others.map(other).collect();
        versions.insert(0, Version::natural(vec![strip]));
        self.galley.stretches.push(Stretch { versions });
    }

    /// Adds a pause: space in the text, an ornament at the edge of a page.
    pub(crate) fn add_pause(&mut self, ornament: PlacedLine) {
        let strip = Strip {
            height: 2,
            parting: Parting::AtPause,
            only_at_edge: true,
            lines: vec![ornament],
            ..Strip::default()
        };
        self.add_block(strip);
        self.after_pause = true;
    }

    /// A row with everything requested for the next one.
    fn prepare_row(&mut self, mut strip: Strip) -> Strip {
        let above = std::mem::take(&mut self.above);
        strip.above.least = strip.above.least.max(above.least);
        strip.above.register = strip.above.register.or(above.register);
        if std::mem::take(&mut self.after_pause) {
            strip.parting = strip.parting.max(Parting::AtPause);
        }
        if self.kept > 0 {
            self.kept -= 1;
            strip.parting = strip.parting.max(Parting::AfterHeading);
        }
        strip.places.append(&mut self.places);
        strip
    }

    /// Adds a tag for what is set next.
    pub(crate) fn add_tag(&mut self, role: Role, parent: Option<usize>) -> usize {
        self.galley.tag(role, parent)
    }

    /// Whether nothing is set yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.galley.stretches.is_empty()
    }
}

/// What it costs to end a page above a line of a paragraph.
fn break_cost_above(bond: LineCohesion, place: usize, count: usize) -> Parting {
    match bond {
        LineCohesion::Together if place > 0 => Parting::Widow,
        LineCohesion::Tied if place == 0 => Parting::Widow,
        _ if place > 0 && place + 1 == count => Parting::Widow,
        _ if place == 1 => Parting::Orphan,
        _ => Parting::Free,
    }
}
