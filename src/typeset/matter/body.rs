//! The text of a book as sections: part titles, chapters, gathered notes.

use crate::book::inline::Inline;
use crate::book::matter::contents::{ContentsTarget, label_chapter, write_plain_text};
use crate::book::matter::notes::{NotePlacement, NumberedNote};
use crate::book::matter::titles::{split_title, write_head};
use crate::book::matter::words::{self, EditionWords};
use crate::book::purpose::BookMatter;
use crate::book::purpose::Purpose;
use crate::book::{Chapter, Division};
use crate::design::ChapterStart;
use crate::diagnostic::Diagnostic;
use crate::length::Length;
use crate::text::language::Language;
use crate::text::numerals::is_numeral;
use crate::typeset::book_setter::BookSetter;
use crate::typeset::document::{BookPassage, Role};
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LINES_WITH_HEADING};
use crate::typeset::matter::compositor::Compositor;
use crate::typeset::matter::heads::{self, RunningHeadSetter};
use crate::typeset::matter::named_styles::StyleOverrides;
use crate::typeset::matter::notes;
use crate::typeset::matter::opening::{self, ChapterOpening};
use crate::typeset::matter::small_type::{lead_small_type, set_small_type};
use crate::typeset::page::galley::{HalfLines, NamedDestination, Register};
use crate::typeset::page::geometry::{BaselineGrid, margin_column_width};
use crate::typeset::page::section::{RunningHeads, Section, SectionParent, SectionStart};
use crate::typeset::paragraph::{MarginColumn, ParagraphSetter};

/// Space above the heading over a chapter's notes, in half lines.
const ABOVE_NOTES: HalfLines = 4;
/// Space below that heading, in half lines.
const BELOW_HEADING: HalfLines = 1;

/// A section to be set.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SectionTask<'a> {
    /// The title leaf of a part, by its index among the parts.
    Part(usize, &'a [Inline]),
    /// A chapter: its index in the book, its parent in the structure, and where it begins.
    Chapter(usize, &'a Chapter, SectionParent, SectionStart),
    /// The gathered notes.
    Notes,
    /// The last page, a display page such as a colophon: its index among the chapters.
    Display(usize, &'a Chapter),
}

impl SectionTask<'_> {
    /// The parent of the section in the structure tree.
    pub(crate) fn structure_parent(&self) -> SectionParent {
        match *self {
            Self::Part(index, _) => SectionParent::Part(index),
            Self::Chapter(_, _, parent, _) => parent,
            Self::Notes | Self::Display(..) => SectionParent::Book,
        }
    }

    /// Whether it is a display page, which is the last of the book.
    pub(crate) fn is_display(&self) -> bool {
        matches!(self, Self::Display(..))
    }
}

impl<'a> BookSetter<'a> {
    /// The sections of the text, then the gathered notes, then the colophon.
    pub(crate) fn list_tasks(&self) -> Vec<SectionTask<'a>> {
        let usual = self.usual_start();
        let text = |chapter: &Chapter| !chapter.purpose.is_display();
        let (mut parts, mut chapters) = (0, 0);
        let mut tasks = Vec::new();
        for division in &self.book.divisions {
            match division {
                Division::Chapter(chapter) => {
                    if text(chapter) {
                        tasks.push(SectionTask::Chapter(
                            chapters,
                            chapter,
                            SectionParent::Book,
                            usual,
                        ));
                    }
                    chapters += 1;
                }
                Division::Part(part) => {
                    tasks.push(SectionTask::Part(parts, &part.title));
                    for (place, chapter) in part.chapters.iter().enumerate() {
                        // The back of a part's title leaf stays blank.
                        let start = if place == 0 { SectionStart::Recto } else { usual };
                        let parent = SectionParent::Part(parts);
                        tasks
                            .push(SectionTask::Chapter(chapters, chapter, parent, start));
                        chapters += 1;
                    }
                    parts += 1;
                }
            }
        }
        if self.has_gathered_notes() {
            tasks.push(SectionTask::Notes);
        }
        let back = self.display_chapters(BookMatter::Back);
        tasks.extend(
            back.into_iter().map(|(index, chapter)| SectionTask::Display(index, chapter)),
        );
        tasks
    }

    /// Whether the book has notes, and all of them behind the text.
    pub(crate) fn has_gathered_notes(&self) -> bool {
        self.placement == NotePlacement::Book && !self.numbered.is_empty()
    }

    /// On which page a section may begin.
    pub(crate) fn section_start(&self, task: SectionTask<'_>) -> SectionStart {
        match task {
            SectionTask::Part(..) => SectionStart::Recto,
            SectionTask::Chapter(_, _, _, start) => start,
            SectionTask::Notes => self.usual_start(),
            SectionTask::Display(..) => SectionStart::Next,
        }
    }

    /// Sets a section.
    pub(crate) fn set_task(&self, task: SectionTask<'_>) -> (Section, Vec<Diagnostic>) {
        match task {
            SectionTask::Part(index, title) => self.set_part_title(index, title),
            SectionTask::Chapter(index, chapter, parent, start) => {
                self.set_chapter(index, chapter, parent, start)
            }
            SectionTask::Notes => self.set_gathered_notes(),
            SectionTask::Display(index, chapter) => self.set_display_page(index, chapter),
        }
    }

    /// A compositor for a part of the book, in the given language or else the book's.
    pub(crate) fn new_compositor(&self, language: Option<&Language>) -> Compositor<'a> {
        let mut setter = ParagraphSetter::new(self.fonts, self.numbered)
            .with_shared_words(self.shared_words)
            .with_pictures(&self.book.pictures)
            .with_margin(MarginColumn {
                width: margin_column_width(self.design),
                size: self.design.sizes.footnotes,
            });
        setter.set_hyphenation_exceptions(&self.design.exceptions);
        let pictures = &self.book.pictures;
        Compositor::new(setter, self.design, pictures, self.language_or_default(language))
    }

    /// The title leaf of a part.
    fn set_part_title(
        &self,
        index: usize,
        title: &[Inline],
    ) -> (Section, Vec<Diagnostic>) {
        let compositor = self.new_compositor(None);
        let mut column = GalleyColumn::new(self.geometry.grid);
        column.begin_destination(NamedDestination::Text(ContentsTarget::Part(index)));
        let named;
        let title = if title.is_empty() {
            let name = words::fill_pattern(self.words.part, &(index + 1).to_string());
            named = [Inline::Text(name)];
            &named
        } else {
            title
        };
        opening::set_part_title(&mut column, title, &compositor, self.geometry.measure);
        if self.placement == NotePlacement::Page {
            // The notes to the title are numbered with those of a chapter.
            let notes: Vec<NumberedNote<'_>> =
                self.numbered.chapters.iter().flatten().copied().collect();
            let blocks = BlockSetter { lowered: 1, ..BlockSetter::new(&compositor) };
            let (left, measure) = (Length::ZERO, self.geometry.measure);
            let frame = BlockFrame {
                tag: None,
                left,
                measure,
                size: self.design.sizes.footnotes,
            };
            notes::set_footnotes(&mut column, &notes, &blocks, frame);
        }
        let section = Section {
            galley: column.galley,
            grid: self.geometry.grid,
            start: SectionStart::Recto,
            heads: RunningHeads::None,
            parent: SectionParent::Part(index),
        };
        (section, compositor.into_findings())
    }

    /// A chapter, with its notes if they are gathered by chapter.
    fn set_chapter(
        &self,
        index: usize,
        chapter: &Chapter,
        parent: SectionParent,
        start: SectionStart,
    ) -> (Section, Vec<Diagnostic>) {
        let compositor = self.new_compositor(chapter.language.as_ref());
        let lowered = u8::from(matches!(parent, SectionParent::Part(_)));
        let is_index = chapter.purpose == Purpose::Index;
        // An index is in small type on a grid of its own, like gathered notes.
        let (grid, size) = if is_index {
            (self.notes_grid(), self.design.sizes.small)
        } else {
            (self.geometry.grid, self.design.font_size)
        };
        let mut column = GalleyColumn::new(grid);
        let is_list = is_index || chapter.purpose == Purpose::Figures;
        let role = if is_list { Role::Index } else { Role::Section };
        let tag = column.add_tag(role, None);
        column.galley.tags[tag].language.clone_from(&chapter.language);
        let blocks = BlockSetter {
            chapter: Some(index),
            lowered,
            overrides: StyleOverrides::of_chapter(chapter.purpose),
            ..BlockSetter::new(&compositor)
        };
        let frame = BlockFrame {
            tag: Some(tag),
            left: Length::ZERO,
            measure: self.geometry.measure,
            size,
        };
        column.begin_destination(NamedDestination::Text(ContentsTarget::Chapter(index)));
        let opening = ChapterOpening {
            title: &chapter.title,
            under: self.lines_under_title(chapter),
            level: 1 + lowered,
            tag: Some(tag),
            origin: chapter.origin,
        };
        let measure = self.geometry.measure;
        column.passage = Some(BookPassage::Title(index));
        opening::set_chapter_opening(&mut column, &opening, &compositor, measure);
        column.passage = None;
        if is_index {
            blocks.set_index_columns(&mut column, &chapter.blocks, frame);
        } else {
            blocks.set_blocks(&mut column, &chapter.blocks, frame);
        }
        let notes = self.words_of(chapter).notes;
        self.set_chapter_notes(&mut column, index, notes, &blocks, frame);
        let heads = self.set_running_heads(chapter, &compositor);
        let galley = column.galley;
        let section = Section { galley, grid, start, heads, parent };
        (section, compositor.into_findings())
    }

    /// A chapter's subtitle, its author and its date, where the book as a whole does not
    /// state them.
    fn lines_under_title(&self, chapter: &Chapter) -> Vec<String> {
        let words = self.words_of(chapter);
        let names = heads::join_names(&chapter.authors, words);
        let date = chapter.date.map(|date| words.format_date(date));
        let lines = [chapter.subtitle.clone(), Some(names), date].into_iter().flatten();
        lines.filter(|words| !words.is_empty()).collect()
    }

    /// The edition's own words in the language of a chapter.
    pub(crate) fn words_of(&self, chapter: &Chapter) -> &'static EditionWords {
        EditionWords::for_passage(
            chapter.language.as_ref(),
            self.book.metadata.language.as_ref(),
        )
    }

    /// The running heads: the author or the book on the left, the chapter on the right.
    fn set_running_heads(
        &self,
        chapter: &Chapter,
        compositor: &Compositor<'_>,
    ) -> RunningHeads {
        let head_setter = RunningHeadSetter { compositor, geometry: self.geometry };
        let metadata = &self.book.metadata;
        let title = write_head(&chapter.title, self.words_of(chapter));
        let short = chapter.short.clone().unwrap_or_default();
        let book = metadata.short.as_ref().or(metadata.title.as_ref());
        let book = book.cloned().unwrap_or_default();
        let author = heads::join_names(&chapter.authors, self.words_of(chapter));
        let authors = heads::join_names(&metadata.authors, self.words);
        // A bare number, `III`, is nothing without its title.
        let label = split_title(&chapter.title)
            .map(|parts| write_plain_text(&parts.label))
            .filter(|label| !is_numeral(label))
            .unwrap_or_default();
        let of_chapter = [short.as_str(), &title, &label, &book, &authors];
        let recto = head_setter.set_first_head(of_chapter);
        let own = if title.is_empty() { book.as_str() } else { &title };
        let of_book = [author.as_str(), &book, &authors];
        let others = of_book.into_iter().filter(|words| *words != own);
        let verso = head_setter.set_first_head(others).or_else(|| recto.clone());
        RunningHeads::BySide { verso, recto }
    }

    /// The notes of a chapter, at its end or at the foot of its pages, unless they are
    /// gathered for the book.
    pub(crate) fn set_chapter_notes(
        &self,
        column: &mut GalleyColumn,
        index: usize,
        title: &str,
        blocks: &BlockSetter<'_, '_>,
        frame: BlockFrame,
    ) {
        let list = &self.numbered.chapters[index];
        if self.placement == NotePlacement::Book || list.is_empty() {
            return;
        }
        let overrides = StyleOverrides::default();
        let blocks = BlockSetter { chapter: None, overrides, ..*blocks };
        if self.placement == NotePlacement::Page {
            let frame = BlockFrame { size: self.design.sizes.footnotes, ..frame };
            return notes::set_footnotes(column, list, &blocks, frame);
        }
        let tag = Some(column.add_tag(Role::Division, frame.tag));
        let frame = BlockFrame { tag, size: self.design.sizes.small, ..frame };
        column.request_space_with(ABOVE_NOTES, Register::On.after_white(BELOW_HEADING));
        column.begin_destination(NamedDestination::Notes(Some(index)));
        let level = 2 + blocks.lowered;
        notes::set_heading(column, title, level, &blocks, frame);
        column.request_space_with(BELOW_HEADING, Register::On);
        column.keep_with_above(LINES_WITH_HEADING);
        let leading = lead_small_type(self.design, column.grid.leading, frame.size);
        set_small_type(column, leading, |column| {
            notes::set_notes(column, list, &blocks, frame);
        });
    }

    /// The notes of the book as a section, with a heading for every chapter that has notes.
    fn set_gathered_notes(&self) -> (Section, Vec<Diagnostic>) {
        let mut compositor = self.new_compositor(None);
        let (grid, measure) = (self.notes_grid(), self.geometry.measure);
        let mut column = GalleyColumn::new(grid);
        let tag = column.add_tag(Role::Section, None);
        column.begin_destination(NamedDestination::Notes(None));
        let title = [Inline::Text(self.words.notes.to_owned())];
        let opening = ChapterOpening {
            title: &title,
            level: 1,
            tag: Some(tag),
            ..ChapterOpening::default()
        };
        opening::set_chapter_opening(&mut column, &opening, &compositor, measure);
        let several =
            self.numbered.chapters.iter().filter(|list| !list.is_empty()).count();
        let chapters = self.book.chapters().zip(&self.numbered.chapters);
        for (index, (chapter, list)) in chapters.enumerate() {
            if list.is_empty() {
                continue;
            }
            let language = chapter.language.as_ref();
            compositor.set_language(self.language_or_default(language));
            let part = column.add_tag(Role::Division, Some(tag));
            column.galley.tags[part].language = language.cloned();
            let (tag, size) = (Some(part), self.design.sizes.small);
            let frame = BlockFrame { tag, left: Length::ZERO, measure, size };
            let blocks = BlockSetter { lowered: 1, ..BlockSetter::new(&compositor) };
            column.begin_destination(NamedDestination::Notes(Some(index)));
            if several > 1 {
                let name = label_chapter(chapter, index, self.words);
                notes::set_chapter_name(&mut column, &name, &blocks, frame);
            }
            notes::set_notes(&mut column, list, &blocks, frame);
        }
        let section = Section {
            galley: column.galley,
            grid,
            start: self.usual_start(),
            heads: RunningHeads::ByPage(Vec::new()),
            parent: SectionParent::Book,
        };
        (section, compositor.into_findings())
    }

    /// The baseline grid of gathered notes.
    fn notes_grid(&self) -> BaselineGrid {
        let (grid, small) = (self.geometry.grid, self.design.sizes.small);
        grid.refine(lead_small_type(self.design, grid.leading, small))
    }

    /// On which page a chapter begins in this design.
    fn usual_start(&self) -> SectionStart {
        match self.design.chapter_start {
            ChapterStart::Recto => SectionStart::Recto,
            ChapterStart::Any => SectionStart::Next,
        }
    }

    /// The given language, or else the book's.
    fn language_or_default(&self, language: Option<&Language>) -> Language {
        let language = language.or(self.book.metadata.language.as_ref()).cloned();
        language.unwrap_or_else(Language::undetermined)
    }
}
