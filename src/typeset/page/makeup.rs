//! Make-up: paints the rows of a section onto pages, and builds its structure tree.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::book::matter::notes::ReferenceMark;
use crate::book::matter::words::{self, EditionWords};
use crate::book::picture::Picture;
use crate::length::{Length, Point, Rect, Size};
use crate::text::excerpt::truncate;
use crate::typeset::document::{
    ElementId, GlyphRun, Ink, Link, LinkTarget, Page, PageImage, PlacedItem, Role, Rule,
};
use crate::typeset::line::{
    Decoration, LinePicture, LineRun, MarginNote, ParagraphSpan, SpanTarget,
};
use crate::typeset::page::breaks::Side;
use crate::typeset::page::galley::{
    GalleyRow, GalleyTag, NamedDestination, PlacedLine, PlacedPicture, PlacedRule,
};
use crate::typeset::page::geometry::{MARGIN_NOTE_GAP, PageGeometry};
use crate::typeset::page::margin_notes::{MarginRequest, list_requests, place_notes};
use crate::typeset::page::section::{self, PagedSection, RowOnPage};
use crate::typeset::page::tree::StructureTree;

/// The height of a link's area above the baseline, in hundredths of a line. It ends a
/// quarter line below, so links on adjacent lines touch and do not overlap.
const LINK_ABOVE: i64 = 75;
/// Characters of a title or an address that the description of a link has at most. Each
/// line of a link is an annotation with the same description. Titles that summarise a
/// chapter have some 330.
const LONGEST_DESCRIPTION: usize = 500;
/// The rule above notes has the measure divided by this number as its length. The same rule
/// is above a note that continues from the page before.
const RULE_LENGTH: i32 = 5;
/// The thickness of rules: four tenths of a point, a fine rule.
const RULE_THICKNESS: Length = Length::pt(2).scaled(1, 5);
/// The tint behind highlighted words, in thousandths of black: light enough to read the text
/// on it (contrast above 15 to 1), dark enough to be printed.
const HIGHLIGHT: u16 = 150;

/// What the make-up of all sections of a book has in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MakeupContext<'a> {
    /// The page geometry.
    pub(crate) geometry: &'a PageGeometry,
    /// The words that describe links.
    pub(crate) words: &'a EditionWords,
    /// The label of every note, by serial number.
    pub(crate) labels: &'a BTreeMap<u32, ReferenceMark>,
    /// The titles of the destinations that the contents lists.
    pub(crate) titles: &'a BTreeMap<NamedDestination, String>,
}

/// The pages of a section, without page furniture, and its structure tree. What has no
/// parent in the section is a child of the tree's root.
#[derive(Debug)]
pub(crate) struct MadeUpSection {
    /// The pages.
    pub(crate) pages: Vec<Page>,
    /// The structure.
    pub(crate) tree: StructureTree,
}

/// A section during make-up.
struct SectionMakeup<'a> {
    context: MakeupContext<'a>,
    made: MadeUpSection,
    /// The first baselines of the notes in the margin that the page still waits for.
    margin_places: VecDeque<Length>,
}

/// Creates the structure elements of a galley when their first line is placed, so that an
/// element without content is never created.
struct ElementBuilder<'a> {
    /// The elements to create.
    tags: &'a [GalleyTag],
    tag_elements: Vec<Option<ElementId>>,
    span_elements: BTreeMap<(usize, usize), ElementId>,
}

/// The index of the span that a part of a line links from; none if the whole line is a
/// link.
type LinkKey = Option<usize>;

impl<'a> ElementBuilder<'a> {
    /// Creates a builder without elements.
    fn new(tags: &'a [GalleyTag]) -> Self {
        Self {
            tags,
            tag_elements: vec![None; tags.len()],
            span_elements: BTreeMap::new(),
        }
    }

    /// Returns the element of a tag, and creates it the first time.
    fn tag_element(&mut self, tag: usize, tree: &mut StructureTree) -> ElementId {
        if let Some(element) = self.tag_elements[tag] {
            return element;
        }
        let galley_tag = &self.tags[tag];
        let parent = match galley_tag.parent {
            Some(parent) => self.tag_element(parent, tree),
            None => StructureTree::ROOT,
        };
        let id =
            tree.add_element(galley_tag.role, Some(parent), galley_tag.language.clone());
        let element = &mut tree.elements[id.0 as usize];
        element.alternative.clone_from(&galley_tag.alternative);
        element.passage = galley_tag.passage;
        self.tag_elements[tag] = Some(id);
        id
    }

    /// Returns the element of a span, and creates it the first time. A reference with a
    /// target contains a link element, to which its glyphs belong (ISO 32000-1
    /// §14.8.4.4.2).
    fn span_element(
        &mut self,
        tag: usize,
        span: usize,
        tree: &mut StructureTree,
    ) -> ElementId {
        if let Some(&element) = self.span_elements.get(&(tag, span)) {
            return element;
        }
        let paragraph_span = &self.tags[tag].spans[span];
        let parent = match paragraph_span.parent.filter(|&parent| parent < span) {
            Some(parent) => self.span_element(tag, parent, tree),
            None => self.tag_element(tag, tree),
        };
        let mut id = tree.add_element(
            paragraph_span.role,
            Some(parent),
            paragraph_span.language.clone(),
        );
        let alternative = &paragraph_span.alternative;
        tree.elements[id.0 as usize].alternative.clone_from(alternative);
        if paragraph_span.target.is_some() && paragraph_span.role != Role::Link {
            id = tree.add_element(Role::Link, Some(id), None);
        }
        self.span_elements.insert((tag, span), id);
        id
    }

    /// Finds what is drawn with the letters of a span.
    fn find_decoration(&self, tag: usize, span: usize) -> Option<Decoration> {
        let decorated = self.find_span(tag, span, |span| span.decoration.is_some())?;
        self.tags[tag].spans[decorated].decoration
    }

    /// Extends the area of the link that a part of a line belongs to, if it does.
    fn extend_link(
        &self,
        areas: &mut LinkAreas,
        tag: usize,
        span: Option<usize>,
        extent: &Range<Length>,
    ) {
        let link =
            span.and_then(|span| self.find_span(tag, span, |span| span.target.is_some()));
        if link.is_none() && self.tags[tag].target.is_none() {
            return;
        }
        let area = areas.entry(link).or_insert_with(|| extent.clone());
        area.start = area.start.min(extent.start);
        area.end = area.end.max(extent.end);
    }

    /// Finds the innermost span that is wanted, among a span and those around it.
    fn find_span(
        &self,
        tag: usize,
        span: usize,
        is_wanted: fn(&ParagraphSpan) -> bool,
    ) -> Option<usize> {
        let spans = &self.tags[tag].spans;
        let around = |index: &usize| spans[*index].parent.filter(|parent| parent < index);
        std::iter::successors(Some(span), around).find(|index| is_wanted(&spans[*index]))
    }
}

/// The areas of the links on a line, from left to right.
type LinkAreas = BTreeMap<LinkKey, Range<Length>>;

/// Draws what belongs to the letters of a run.
fn draw_decoration(decoration: Decoration, run: &LineRun, origin: Point) -> Rule {
    let size = run.run.size;
    let (top, height, ink) = match decoration {
        // Through the middle of the lower-case letters.
        Decoration::StrikeThrough => (-size.scaled(24, 100), size / 20, Ink::Black),
        Decoration::Underline => (size.scaled(12, 100), size / 20, Ink::Black),
        // From above the ascenders to below the descenders.
        Decoration::Highlight => (-size.scaled(76, 100), size, Ink::Tint(HIGHLIGHT)),
    };
    let corner = Point { x: origin.x + run.extent.start, y: origin.y + top };
    let width = run.extent.end - run.extent.start;
    Rule { rect: Rect { corner, size: Size { width, height } }, ink }
}

impl MakeupContext<'_> {
    /// Makes up a section. Moves its lines onto the pages.
    pub(crate) fn make_up(self, mut paged: PagedSection) -> MadeUpSection {
        let pages = Vec::with_capacity(paged.page_count());
        let made = MadeUpSection { pages, tree: StructureTree::new(None) };
        let margin_places = VecDeque::new();
        let mut makeup = SectionMakeup { context: self, made, margin_places };
        let tags = std::mem::take(&mut paged.section.galley.tags);
        let mut builder = ElementBuilder::new(&tags);
        for page in 0..paged.page_count() {
            makeup.add_page(&mut paged, page, &mut builder);
        }
        makeup.made
    }

    /// Paints page furniture, which is made of artifacts.
    pub(crate) fn paint_furniture(
        self,
        lines: &[PlacedLine],
        side: Side,
    ) -> Vec<PlacedItem> {
        let runs = |line: &PlacedLine| {
            let origin = self.geometry.point_in_block(side, line.left, line.drop);
            let runs =
                line.line.runs.iter().map(|run| shift_run(run.run.clone(), origin));
            runs.map(PlacedItem::Run).collect::<Vec<PlacedItem>>()
        };
        lines.iter().flat_map(runs).collect()
    }
}

/// Moves a run to the origin of its line.
fn shift_run(mut run: GlyphRun, origin: Point) -> GlyphRun {
    run.origin.x += origin.x;
    run.origin.y += origin.y;
    run
}

impl SectionMakeup<'_> {
    /// Adds a page of the section after those before.
    fn add_page(
        &mut self,
        paged: &mut PagedSection,
        page: usize,
        builder: &mut ElementBuilder<'_>,
    ) {
        let side = section::page_side(paged.first_page + page);
        self.made.pages.push(Page::default());
        let grid = paged.section.grid;
        let lines = paged.take_lines(page);
        let last = lines.len().saturating_sub(1);
        let rows = paged.place_rows(page);
        let raised: Vec<Option<Length>> =
            rows.iter().map(|RowOnPage { row, .. }| row.raised).collect();
        let lowered = section::lower_small_type(&raised);
        let is_painted = |index: usize, row: &GalleyRow| {
            !row.only_at_edge || index == 0 || index == last
        };
        let tops: Vec<Length> = rows
            .iter()
            .zip(&lowered)
            .map(|(one, &lowered)| grid.measure_height(one.top) + lowered)
            .collect();
        let painted = rows.iter().zip(&lines).zip(&tops).enumerate();
        let painted =
            painted.filter(|(index, ((one, _), _))| is_painted(*index, one.row));
        let requests: Vec<MarginRequest> = painted
            .flat_map(|(_, ((_, lines), &top))| {
                lines.iter().flat_map(move |line| list_requests(line, top))
            })
            .collect();
        self.margin_places = place_notes(&requests, grid).into();
        let placed_rows = rows.into_iter().zip(lines).zip(tops).enumerate();
        for (index, ((RowOnPage { row, deferred, .. }, lines), top)) in placed_rows {
            // In reading order, a figure stands where it belongs.
            for tag in deferred.into_iter().flat_map(GalleyRow::tags) {
                builder.tag_element(tag, &mut self.made.tree);
            }
            let corner = self.context.geometry.point_in_block(
                side,
                Length::ZERO,
                top - grid.leading / 4,
            );
            let corner = Point { x: corner.x, y: corner.y.max(Length::ZERO) };
            self.set_destinations(row, corner);
            if let Some(head) = row.repeated_head.as_ref().filter(|_| index == 0) {
                self.paint_rules(&head.rules, Length::ZERO, side);
                if let Some(made) = self.made.pages.last_mut() {
                    made.items.extend(self.context.paint_furniture(&head.lines, side));
                }
            }
            if is_painted(index, row) {
                self.paint_row(row, lines, top, side, builder);
            }
        }
        self.paint_notes(paged, page, builder, side);
    }

    /// Paints the notes of a page at its foot, under a rule.
    fn paint_notes(
        &mut self,
        paged: &PagedSection,
        page: usize,
        builder: &mut ElementBuilder<'_>,
        side: Side,
    ) {
        let leading = paged.section.galley.notes.leading();
        for (index, (row, top)) in paged.place_notes(page).into_iter().enumerate() {
            let corner = self.context.geometry.point_in_block(
                side,
                Length::ZERO,
                top - leading / 4,
            );
            if index == 0 {
                let width = self.context.geometry.measure / RULE_LENGTH;
                let rule = PlacedRule { left: Length::ZERO, width, drop: Length::ZERO };
                self.paint_rules(&[rule], top - leading / 4, side);
            }
            self.set_destinations(row, corner);
            self.paint_row(row, row.lines.clone(), top, side, builder);
        }
    }

    /// Records the destinations that begin with a row.
    fn set_destinations(&mut self, row: &GalleyRow, corner: Point) {
        for &name in &row.destinations {
            self.made.tree.set_destination(name, self.made.pages.len() - 1, corner);
        }
    }

    /// Paints the rules, pictures and lines of a row.
    fn paint_row(
        &mut self,
        row: &GalleyRow,
        lines: Vec<PlacedLine>,
        top: Length,
        side: Side,
        builder: &mut ElementBuilder<'_>,
    ) {
        self.paint_rules(&row.rules, top, side);
        for placed in &row.pictures {
            self.paint_picture(placed, top, side, builder);
        }
        for line in lines {
            self.paint_line(line, top, side, builder);
        }
    }

    /// Paints a picture.
    fn paint_picture(
        &mut self,
        placed: &PlacedPicture,
        top: Length,
        side: Side,
        builder: &mut ElementBuilder<'_>,
    ) {
        let element = placed.tag.map(|tag| builder.tag_element(tag, &mut self.made.tree));
        let corner =
            self.context.geometry.point_in_block(side, placed.left, top + placed.drop);
        let rect = Rect { corner, size: placed.size };
        self.place_image(&placed.picture, rect, element, false);
    }

    /// Puts a picture on the page.
    fn place_image(
        &mut self,
        picture: &Picture,
        rect: Rect,
        element: Option<ElementId>,
        in_line: bool,
    ) {
        let Picture { columns, rows, ref pixels, .. } = *picture;
        let pixels = pixels.clone();
        let image = PageImage { rect, columns, rows, pixels, element, in_line };
        if let Some(made) = self.made.pages.last_mut() {
            made.items.push(PlacedItem::Image(image));
        }
    }

    /// Paints rules.
    fn paint_rules(&mut self, rules: &[PlacedRule], top: Length, side: Side) {
        let Some(made) = self.made.pages.last_mut() else { return };
        for rule in rules {
            let corner =
                self.context.geometry.point_in_block(side, rule.left, top + rule.drop);
            let size = Size { width: rule.width, height: RULE_THICKNESS };
            let rect = Rect { corner, size };
            made.items.push(PlacedItem::Rule(Rule { rect, ink: Ink::Black }));
        }
    }

    /// Paints a line. One without a tag is an artifact.
    fn paint_line(
        &mut self,
        placed: PlacedLine,
        top: Length,
        side: Side,
        builder: &mut ElementBuilder<'_>,
    ) {
        let number = self.made.pages.len() - 1;
        let origin =
            self.context.geometry.point_in_block(side, placed.left, top + placed.drop);
        let mut areas = LinkAreas::new();
        for &anchor in &placed.line.anchors {
            let corner = self.corner_above(origin);
            let anchor = NamedDestination::Anchor(anchor);
            self.made.tree.set_destination(anchor, number, corner);
        }
        let baseline = top + placed.drop;
        let mut pictures = placed.line.pictures.into_iter().peekable();
        let mut margin_notes = placed.line.margin_notes.into_iter().peekable();
        for (place, run) in placed.line.runs.into_iter().enumerate() {
            while let Some(picture) = pictures.next_if(|one| one.runs_before <= place) {
                self.paint_line_picture(picture, placed.tag, origin, builder, &mut areas);
            }
            while let Some(note) = margin_notes.next_if(|one| one.runs_before <= place) {
                self.paint_margin_note(note, placed.tag, baseline, side, builder);
            }
            if let Some((tag, span)) = placed.tag.zip(run.span)
                && let Some(decoration) = builder.find_decoration(tag, span)
            {
                let rule = draw_decoration(decoration, &run, origin);
                self.made.pages[number].items.push(PlacedItem::Rule(rule));
            }
            let mut painted = shift_run(run.run, origin);
            if let Some(tag) = placed.tag {
                painted.element = Some(match run.span {
                    Some(span) => builder.span_element(tag, span, &mut self.made.tree),
                    None => builder.tag_element(tag, &mut self.made.tree),
                });
                builder.extend_link(&mut areas, tag, run.span, &run.extent);
            }
            self.made.pages[number].items.push(PlacedItem::Run(painted));
        }
        for picture in pictures {
            self.paint_line_picture(picture, placed.tag, origin, builder, &mut areas);
        }
        for note in margin_notes {
            self.paint_margin_note(note, placed.tag, baseline, side, builder);
        }
        let Some(tag) = placed.tag else { return };
        // An empty cell still needs its element.
        builder.tag_element(tag, &mut self.made.tree);
        for (key, Range { start: from, end: to }) in areas {
            let leading = self.context.geometry.grid.leading;
            let above = leading.scaled(LINK_ABOVE, 100);
            let corner = Point { x: origin.x + from, y: origin.y - above };
            let rect = Rect { corner, size: Size { width: to - from, height: leading } };
            let (target, description) =
                self.resolve_target(&builder.tags[tag], key, origin);
            let element = match key {
                Some(span) => builder.span_element(tag, span, &mut self.made.tree),
                None => builder.tag_element(tag, &mut self.made.tree),
            };
            let links = &mut self.made.pages[number].links;
            match links.last_mut() {
                // A title and its folio on one line are one link, including the leaders.
                Some(last)
                    if last.element == element && last.rect.corner.y == rect.corner.y =>
                {
                    last.rect.size.width = rect.far().x - last.rect.corner.x;
                }
                _ => links.push(Link { rect, target, element, description }),
            }
        }
    }

    /// Paints a note in the margin, in the place that it has on the page. A note on a note at
    /// the foot is beside its line.
    fn paint_margin_note(
        &mut self,
        note: MarginNote,
        tag: Option<usize>,
        baseline: Length,
        side: Side,
        builder: &mut ElementBuilder<'_>,
    ) {
        let mut top = self.margin_places.pop_front().unwrap_or(baseline);
        for line in note.lines {
            let left = match side {
                Side::Recto => self.context.geometry.measure + MARGIN_NOTE_GAP,
                Side::Verso => -(MARGIN_NOTE_GAP + line.width),
            };
            let placed = PlacedLine { line, tag, left, drop: Length::ZERO };
            self.paint_line(placed, top, side, builder);
            top += note.leading;
        }
    }

    /// Paints a picture in a line.
    fn paint_line_picture(
        &mut self,
        placed: LinePicture,
        tag: Option<usize>,
        origin: Point,
        builder: &mut ElementBuilder<'_>,
        areas: &mut LinkAreas,
    ) {
        let LinePicture { picture, size, left, depth, span, .. } = placed;
        let is_ornament =
            |tag: usize| builder.tags[tag].spans[span].alternative.is_none();
        let element = tag
            .filter(|&tag| !is_ornament(tag))
            .map(|tag| builder.span_element(tag, span, &mut self.made.tree));
        if let Some(tag) = tag {
            let extent = left..left + size.width;
            builder.extend_link(areas, tag, Some(span), &extent);
        }
        let corner = Point { x: origin.x + left, y: origin.y + depth - size.height };
        self.place_image(&picture, Rect { corner, size }, element, true);
    }

    /// The top left corner of the view of a destination on a baseline.
    fn corner_above(&self, at: Point) -> Point {
        let y = (at.y - self.context.geometry.grid.leading).max(Length::ZERO);
        Point { x: at.x, y }
    }

    /// The target of a link and its description. A note mark is a destination itself.
    fn resolve_target(
        &mut self,
        tag: &GalleyTag,
        key: LinkKey,
        at: Point,
    ) -> (LinkTarget, String) {
        let destination = match key.and_then(|span| tag.spans[span].target.as_ref()) {
            Some(SpanTarget::Address(address)) => {
                let description = truncate(address, LONGEST_DESCRIPTION);
                return (LinkTarget::Address(address.clone()), description);
            }
            Some(SpanTarget::Anchor(number)) => NamedDestination::Anchor(*number),
            Some(SpanTarget::Note(serial)) => {
                let page = self.made.pages.len() - 1;
                let corner = self.corner_above(at);
                self.made.tree.set_destination(
                    NamedDestination::NoteMark(*serial),
                    page,
                    corner,
                );
                NamedDestination::Note(*serial)
            }
            None => tag.target.unwrap_or(NamedDestination::TitlePage),
        };
        (
            LinkTarget::Destination(self.made.tree.destination_id(destination)),
            self.describe_destination(destination),
        )
    }

    /// Describes a link to a destination.
    fn describe_destination(&self, destination: NamedDestination) -> String {
        let label = |serial: u32| {
            self.context
                .labels
                .get(&serial)
                .map(ReferenceMark::to_string)
                .unwrap_or_default()
        };
        match destination {
            NamedDestination::Note(serial) => {
                words::fill_pattern(self.context.words.note, &label(serial))
            }
            NamedDestination::NoteMark(serial) => {
                words::fill_pattern(self.context.words.back_to_note, &label(serial))
            }
            NamedDestination::Notes(_) => self.context.words.notes.to_owned(),
            NamedDestination::TitlePage => self.context.words.title_page.to_owned(),
            NamedDestination::Contents => self.context.words.contents.to_owned(),
            NamedDestination::Text(_) | NamedDestination::Anchor(_) => {
                let title =
                    self.context.titles.get(&destination).map_or("", String::as_str);
                truncate(title, LONGEST_DESCRIPTION)
            }
        }
    }
}
