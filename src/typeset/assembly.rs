//! Assembles the whole book: text, front matter, running heads, outline.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::matter::contents::{self as listing, ContentsEntry, ContentsTarget};
use crate::book::matter::notes::NotePlacement;
use crate::book::matter::words::fill_pattern;
use crate::book::purpose::BookMatter;
use crate::design::ContentsPlace;
use crate::diagnostic::{Diagnostic, Severity};
use crate::length::Length;
use crate::text::excerpt::truncate;
use crate::text::language::Language;
use crate::typeset::OnProgress;
use crate::typeset::book_setter::BookSetter;
use crate::typeset::codes;
use crate::typeset::document::{
    Bookmark, ElementId, Folio, Page, Pages, PlacedItem, Role,
};
use crate::typeset::line::TextLine;
use crate::typeset::matter::column::GalleyColumn;
use crate::typeset::matter::compositor::Compositor;
use crate::typeset::matter::contents;
use crate::typeset::matter::front::FrontMatterSetter;
use crate::typeset::matter::heads::{self, RunningHeadSetter};
use crate::typeset::page::breaks::Side;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::galley::{NamedDestination, PlacedLine};
use crate::typeset::page::makeup::{MadeUpSection, MakeupContext};
use crate::typeset::page::section::{
    self, PagedSection, RunningHeads, Section, SectionParent, SectionStart,
};
use crate::typeset::page::tree::{SectionInBook, StructureTree};
use crate::typeset::page_findings::{report_blank_pages, report_faults};
use crate::typeset::section_steps::{PlacedSection, SectionSteps};

/// The most characters of a bookmark. No string of a PDF/A file has more than 32,767 bytes
/// (ISO 19005-2 §6.1.13), and a character may take four.
const LONGEST_BOOKMARK: usize = 1_000;

impl<'a> BookSetter<'a> {
    /// Typesets all pages of the book. `steps` paginate the sections of the text;
    /// `on_progress` is called per chapter. Also returns the position of each section of
    /// the text, and its origin.
    pub(crate) fn assemble_pages<S: SectionSteps<'a>>(
        &self,
        steps: &S,
        diagnostics: &mut Vec<Diagnostic>,
        on_progress: &OnProgress<'_>,
    ) -> (Pages, Vec<(SectionInBook, S::Origin)>) {
        let levels = self.design.front.contents_levels.0;
        let entries = listing::build_contents(self.book, self.words, levels);
        let compositor = self.new_compositor(None);
        let at_back = self.design.front.contents == ContentsPlace::Back;
        // Their page numbers do not change how many pages the contents have.
        let measure = || self.set_contents(&entries, &BTreeMap::new(), &compositor);
        let unnumbered = at_back.then(|| compositor.without_findings(measure)).flatten();
        let contents_pages =
            unnumbered.map_or(0, |section| self.paginate(0, section).page_count());
        let (mut text, paginated) =
            self.paginate_text(steps, contents_pages, diagnostics, on_progress);
        let head_setter =
            RunningHeadSetter { compositor: &compositor, geometry: self.geometry };
        let destinations = index_destinations(&text);
        let anchors = destinations.iter().filter_map(|(destination, page)| {
            let NamedDestination::Anchor(number) = destination else { return None };
            Some((*number, heads::format_folio(Folio::of_page(*page, false))))
        });
        let anchors: BTreeMap<u32, String> = anchors.collect();
        self.set_note_heads(&mut text, &destinations, &head_setter);
        let labels = self.numbered.chapters.iter().flatten();
        let labels = labels.map(|note| (note.serial, note.label)).collect();
        for section in &text {
            report_faults(section, &labels, diagnostics);
        }
        report_blank_pages(&text, self.design.chapter_start, diagnostics);
        let mut front = self.set_front_matter(&compositor, diagnostics);
        let contents = self.set_contents(&entries, &destinations, &compositor);
        let mut back_contents = None;
        let before_colophon = index_of_colophon(&text);
        if at_back {
            let next = text[..before_colophon].last().map_or(0, PlacedSection::end);
            back_contents = contents.map(|section| {
                self.paginate(section.start.first_page_from(next), section)
            });
        } else {
            front.extend(contents);
        }
        let front = self.paginate_front_matter(front);
        let pages = |end: Option<usize>| end.unwrap_or(0).next_multiple_of(2);
        let ends = text.last().map(PlacedSection::end).into_iter();
        let ends = ends.chain(back_contents.as_ref().map(PagedSection::end));
        // The text begins on a recto, and the back of the last leaf counts as a page.
        let leaves = pages(front.last().map(PagedSection::end)) + pages(ends.max());
        let geometry = self.geometry.with_bound_margins(self.design, leaves);
        let head_setter =
            RunningHeadSetter { compositor: &compositor, geometry: &geometry };
        if self.design.heads.source_pages && !head_setter.shows_source_pages() {
            let message =
                "the outer margin has no room for the page numbers of the source";
            let found = Diagnostic::new(codes::MARGIN_NARROW, Severity::Warning, message);
            diagnostics.push(found.hint("widen 'outer' under 'margins'"));
        }

        let references = contents::list_lines(&entries).into_iter();
        let titles = references.map(|one| (one.destination, one.title));
        let places = self.book.places.anchors.iter().map(|(number, heading)| {
            let folio = anchors.get(number).map_or("", String::as_str);
            let words = match heading.as_str() {
                "" => fill_pattern(self.words.page_reference, folio),
                heading => heading.to_owned(),
            };
            (NamedDestination::Anchor(*number), words)
        });
        let context = MakeupContext {
            geometry: &geometry,
            words: self.words,
            labels: &labels,
            titles: &titles.chain(places).collect(),
        };
        let mut assembler = BookAssembler::new(
            &head_setter,
            context,
            self.book.metadata.language.clone(),
        );
        for paged in front {
            assembler.add_own_section(paged, context, true);
        }
        if assembler.pages.len() % 2 == 1 {
            assembler.pages.push(blank_page(assembler.pages.len(), true));
        }
        let made = Self::make_up_text(steps, &text, paginated, context);
        assembler.front_pages = assembler.pages.len();
        let mut sections = Vec::with_capacity(text.len());
        for (place, (section, (made, origin))) in text.iter().zip(made).enumerate() {
            if let Some(contents) = back_contents.take_if(|_| place == before_colophon) {
                assembler.add_own_section(contents, context, false);
            }
            let slot =
                SectionSlot { first_page: section.first_page, parent: section.parent() };
            let position = assembler.add_section(
                slot,
                &section.heads,
                &section.facts.source_pages,
                made,
                false,
            );
            sections.push((position, origin));
        }
        if let Some(contents) = back_contents {
            assembler.add_own_section(contents, context, false);
        }
        let BookAssembler { tree, pages, .. } = assembler;
        let outline = self.build_outline(&tree);
        diagnostics.extend(compositor.into_findings());
        let pages = Pages {
            trim: self.geometry.trim,
            pages,
            faces: self.fonts.files(),
            elements: tree.elements,
            destinations: tree.destinations,
            outline,
            anchors,
        };
        (pages, sections)
    }

    /// Breaks the front matter into pages.
    fn paginate_front_matter(&self, sections: Vec<Section>) -> Vec<PagedSection> {
        let mut next = 0;
        let page = |section: Section| {
            let paged = self.paginate(section.start.first_page_from(next), section);
            next = paged.end();
            paged
        };
        sections.into_iter().map(page).collect()
    }

    /// Sets a running head for every page of the gathered notes: the pages that its notes
    /// belong to.
    fn set_note_heads(
        &self,
        text: &mut [PlacedSection<'_>],
        destinations: &BTreeMap<NamedDestination, usize>,
        head_setter: &RunningHeadSetter<'_, '_>,
    ) {
        for section in text {
            if !matches!(section.heads, RunningHeads::ByPage(_)) {
                continue;
            }
            let mut on_page = vec![BTreeSet::new(); section.facts.pages];
            let mut running = None;
            for (marks, notes) in on_page.iter_mut().zip(&section.facts.notes) {
                // A page that begins inside a note also belongs to that note's page.
                if !notes.begins_with_note {
                    marks.extend(running);
                }
                for serial in &notes.serials {
                    let mark =
                        destinations.get(&NamedDestination::NoteMark(*serial)).copied();
                    marks.extend(mark);
                    running = mark.or(running);
                }
            }
            let head = |marks: &BTreeSet<usize>| -> Option<TextLine> {
                let (first, last) = (marks.first()? + 1, marks.last()? + 1);
                let words = if first == last {
                    self.words.notes_to_page.replacen("{}", &first.to_string(), 1)
                } else {
                    let pattern = self.words.notes_to_pages;
                    let pattern = pattern.replacen("{}", &first.to_string(), 1);
                    pattern.replacen("{}", &last.to_string(), 1)
                };
                head_setter.set_head(&words)
            };
            section.heads = RunningHeads::ByPage(on_page.iter().map(head).collect());
        }
    }

    /// Sets the half title, title page, imprint, dedication and motto, as far as the book has
    /// them.
    fn set_front_matter(
        &self,
        compositor: &Compositor<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Section> {
        let front = FrontMatterSetter {
            compositor,
            metadata: &self.book.metadata,
            words: self.words,
            measure: self.geometry.measure,
        };
        let column = || GalleyColumn::new(self.geometry.grid);
        let display = |column: GalleyColumn, start| Section {
            galley: column.galley,
            grid: self.geometry.grid,
            start,
            heads: RunningHeads::None,
            parent: SectionParent::Front,
        };
        let mut sections = Vec::new();
        sections.extend(
            front.set_half_title(column()).map(|c| display(c, SectionStart::Recto)),
        );
        if let Some(title_page) = front.set_title_page(column()) {
            sections.push(display(title_page, SectionStart::Recto));
            let imprint =
                front.set_imprint(column()).filter(|_| !self.book.has_copyright_page());
            sections.extend(imprint.map(|c| display(c, SectionStart::Next)));
        }
        for (index, chapter) in self.display_chapters(BookMatter::Front) {
            let (section, found) = self.set_display_page(index, chapter);
            sections.push(section);
            diagnostics.extend(found);
        }
        sections
    }

    /// Builds the outline: front matter, parts, chapters, headings, notes.
    fn build_outline(&self, tree: &StructureTree) -> Vec<Bookmark> {
        let entries = listing::build_contents(self.book, self.words, u8::MAX);
        let mut outline = Vec::new();
        outline.extend(new_bookmark(
            self.words.title_page,
            NamedDestination::TitlePage,
            tree,
        ));
        let contents =
            new_bookmark(self.words.contents, NamedDestination::Contents, tree);
        let (before, behind) = match self.design.front.contents {
            ContentsPlace::Front => (contents, None),
            ContentsPlace::Back => (None, contents),
        };
        outline.extend(before);
        outline
            .extend(entries.iter().filter_map(|entry| self.build_bookmark(entry, tree)));
        if let Some(mut notes) =
            new_bookmark(self.words.notes, NamedDestination::Notes(None), tree)
        {
            let groups =
                listing::build_notes_contents(self.book, self.numbered, self.words);
            notes.children = groups
                .iter()
                .filter_map(|group| build_notes_bookmark(group, tree))
                .collect();
            outline.push(notes);
        }
        outline.extend(behind);
        outline
    }

    /// Builds the bookmark of an entry of the contents, with those below it.
    fn build_bookmark(
        &self,
        entry: &ContentsEntry,
        tree: &StructureTree,
    ) -> Option<Bookmark> {
        let mut item =
            new_bookmark(&entry.title, NamedDestination::Text(entry.target), tree)?;
        let children = entry.children.iter();
        item.children =
            children.filter_map(|child| self.build_bookmark(child, tree)).collect();
        if let ContentsTarget::Chapter(index) = entry.target
            && self.placement != NotePlacement::Book
        {
            let notes = NamedDestination::Notes(Some(index));
            item.children.extend(new_bookmark(self.words.notes, notes, tree));
        }
        Some(item)
    }
}

/// A bookmark without children; none for a destination that is not in the book.
fn new_bookmark(
    title: &str,
    destination: NamedDestination,
    tree: &StructureTree,
) -> Option<Bookmark> {
    let target = tree.find_destination(destination)?;
    let title = truncate(title, LONGEST_BOOKMARK);
    Some(Bookmark { title, target, children: Vec::new() })
}

/// Builds the bookmark of a group of notes. A part begins where its first chapter does.
fn build_notes_bookmark(group: &ContentsEntry, tree: &StructureTree) -> Option<Bookmark> {
    let first = group.children.first().unwrap_or(group).target;
    let ContentsTarget::Chapter(chapter) = first else { return None };
    let mut item =
        new_bookmark(&group.title, NamedDestination::Notes(Some(chapter)), tree)?;
    item.children = group
        .children
        .iter()
        .filter_map(|child| build_notes_bookmark(child, tree))
        .collect();
    Some(item)
}

/// The index of the colophon among the sections of the text, or their number: the contents at
/// the back come before it.
fn index_of_colophon(text: &[PlacedSection<'_>]) -> usize {
    let colophon = text.iter().position(|section| section.task.is_display());
    colophon.unwrap_or(text.len())
}

/// The page of every destination, by its index among the pages of the text.
fn index_destinations(text: &[PlacedSection<'_>]) -> BTreeMap<NamedDestination, usize> {
    let mut destinations = BTreeMap::new();
    for section in text {
        for &(destination, page) in &section.facts.destinations {
            destinations.entry(destination).or_insert(section.first_page + page);
        }
    }
    destinations
}

/// Where to put a section.
#[derive(Debug, Clone, Copy)]
struct SectionSlot {
    /// The index of its first page among those of the front matter, or of the text.
    first_page: usize,
    /// Its parent in the structure tree.
    parent: SectionParent,
}

/// Assembles the pages of a book in order.
struct BookAssembler<'a, 'f> {
    head_setter: &'a RunningHeadSetter<'a, 'f>,
    context: MakeupContext<'a>,
    tree: StructureTree,
    /// The structure elements of the sections' parents.
    parent_elements: BTreeMap<SectionParent, ElementId>,
    pages: Vec<Page>,
    /// Whether source page numbers are shown beside the text.
    shows_source_pages: bool,
    /// The number of pages before the text, which are numbered separately.
    front_pages: usize,
}

impl<'a, 'f> BookAssembler<'a, 'f> {
    /// Creates an assembler for a book in a language, without pages.
    fn new(
        head_setter: &'a RunningHeadSetter<'a, 'f>,
        context: MakeupContext<'a>,
        language: Option<Language>,
    ) -> Self {
        let (tree, parent_elements) = (StructureTree::new(language), BTreeMap::new());
        let shows_source_pages = head_setter.shows_source_pages();
        let pages = Vec::new();
        Self {
            head_setter,
            context,
            tree,
            parent_elements,
            pages,
            shows_source_pages,
            front_pages: 0,
        }
    }

    /// Adds a section that the book's sources do not have, such as the contents.
    fn add_own_section(
        &mut self,
        paged: PagedSection,
        context: MakeupContext<'_>,
        roman: bool,
    ) {
        let facts = SectionFacts::collect(&paged);
        let slot =
            SectionSlot { first_page: paged.first_page, parent: paged.section.parent };
        let made = context.make_up(paged);
        self.add_section(slot, &facts.heads, &facts.source_pages, made, roman);
    }

    /// Adds a made-up section, with blank pages before it as needed and with page
    /// furniture. Returns its position.
    fn add_section(
        &mut self,
        slot: SectionSlot,
        heads: &RunningHeads,
        sources: &[Vec<(Vec<String>, Length)>],
        made: MadeUpSection,
        roman: bool,
    ) -> SectionInBook {
        while self.pages.len() - self.front_pages < slot.first_page {
            self.pages.push(blank_page(self.pages.len() - self.front_pages, roman));
        }
        let tree = &mut self.tree;
        let root =
            *self.parent_elements.entry(slot.parent).or_insert_with_key(|parent| {
                match parent {
                    SectionParent::Book => StructureTree::ROOT,
                    SectionParent::Front | SectionParent::Part(_) => {
                        tree.add_element(Role::Part, Some(StructureTree::ROOT), None)
                    }
                }
            });
        let begin = self.pages.len();
        let joint = self.tree.join_section(made.tree, root, begin);
        for (number, mut page) in made.pages.into_iter().enumerate() {
            joint.renumber_page(&mut page);
            page.folio = Folio::of_page(slot.first_page + number, roman);
            let side = section::page_side(slot.first_page + number);
            let mut furniture = self.set_furniture(heads, number, &page, side);
            if self.shows_source_pages {
                furniture.extend(sources[number].iter().map(|(numbers, drop)| {
                    self.head_setter.set_source_pages(numbers, *drop, side)
                }));
            }
            let furniture = self.context.paint_furniture(&furniture, side);
            page.furniture = furniture.len();
            page.items.extend(furniture);
            // The page is complete now.
            page.items.shrink_to_fit();
            self.pages.push(page);
        }
        SectionInBook { pages: begin..self.pages.len(), elements: joint.elements }
    }

    /// Sets the running head and folio of a page of a section.
    fn set_furniture(
        &self,
        heads: &RunningHeads,
        number: usize,
        page: &Page,
        side: Side,
    ) -> Vec<PlacedLine> {
        let head = match heads {
            _ if number == 0 || self.is_plate(page) => return Vec::new(),
            RunningHeads::None => return Vec::new(),
            RunningHeads::BySide { verso, .. } if side == Side::Verso => verso.as_ref(),
            RunningHeads::BySide { recto, .. } => recto.as_ref(),
            RunningHeads::ByPage(heads) => heads.get(number).and_then(Option::as_ref),
        };
        self.head_setter.set_furniture(head, page.folio, side)
    }

    /// Whether a page has nothing but figures and their captions. By custom it has no running
    /// head and no folio.
    fn is_plate(&self, page: &Page) -> bool {
        let is_figure = |id: ElementId| {
            let element = |id: ElementId| self.tree.elements.get(id.0 as usize);
            let parents = std::iter::successors(element(id), |one| element(one.parent?));
            parents
                .map(|one| one.role)
                .any(|role| matches!(role, Role::Caption | Role::Figure))
        };
        page.has_figure()
            && page.text_items().iter().all(|item| match item {
                PlacedItem::Run(run) => run.element.is_some_and(is_figure),
                _ => true,
            })
    }
}

/// Creates a page without anything on it.
fn blank_page(index: usize, roman: bool) -> Page {
    Page { folio: Folio::of_page(index, roman), ..Page::default() }
}
