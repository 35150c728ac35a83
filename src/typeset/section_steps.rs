//! The pagination of the text: sections are set in parallel, placed one after the other,
//! and made up in parallel.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::diagnostic::Diagnostic;
use crate::typeset::OnProgress;
use crate::typeset::book_setter::BookSetter;
use crate::typeset::matter::body::SectionTask;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::makeup::{MadeUpSection, MakeupContext};
use crate::typeset::page::section::{
    PagedSection, RunningHeads, Section, SectionParent, SectionStart,
};

/// The steps from a section of the text to its pages.
///
/// [`BookSetter`] performs them all. A cache can replace it, and skips what an earlier run
/// has done.
pub(crate) trait SectionSteps<'a>: Sync {
    /// A set section, before the pages of the sections before it are known.
    type Set: Send;
    /// A section broken into pages, with the index of its first page.
    type Paginated: Send;
    /// What is known about a made-up section in addition to its pages.
    type Origin: Send;

    /// Sets a section, as far as that is possible before the index of its first page is
    /// known.
    fn set_section(&self, task: SectionTask<'a>) -> (Self::Set, Vec<Diagnostic>);

    /// Breaks a section into pages. `first` is the index of its first page among those of
    /// the text.
    fn paginate_section(
        &self,
        task: SectionTask<'a>,
        set: Self::Set,
        first: usize,
    ) -> (SectionFacts, Self::Paginated);

    /// Makes up the pages of a section.
    fn make_up_section(
        &self,
        section: &PlacedSection<'a>,
        paged: Self::Paginated,
        context: MakeupContext<'_>,
    ) -> (MadeUpSection, Self::Origin);
}

/// A section of the text whose pages have their indices.
#[derive(Debug)]
pub(crate) struct PlacedSection<'a> {
    /// Its content.
    pub(crate) task: SectionTask<'a>,
    /// The index of its first page among those of the text.
    pub(crate) first_page: usize,
    /// Its running heads.
    pub(crate) heads: RunningHeads,
    /// What the rest of the book needs to know about it.
    pub(crate) facts: SectionFacts,
}

impl PlacedSection<'_> {
    /// The index of the page after it.
    pub(crate) fn end(&self) -> usize {
        self.first_page + self.facts.pages
    }

    /// Its parent in the structure tree.
    pub(crate) fn parent(&self) -> SectionParent {
        self.task.structure_parent()
    }
}

/// A section that is set before the index of its first page is known.
#[derive(Debug)]
pub(crate) enum SetSection {
    /// It can begin on either side, and is broken into pages when the side is known.
    Galley(Box<Section>),
    /// It always begins on a recto, so it is already broken into pages.
    Paged(Box<PagedSection>),
}

impl<'a> SectionSteps<'a> for BookSetter<'a> {
    type Set = SetSection;
    type Paginated = PagedSection;
    type Origin = ();

    fn set_section(&self, task: SectionTask<'a>) -> (SetSection, Vec<Diagnostic>) {
        let (section, found) = self.set_task(task);
        let set = match self.section_start(task) {
            SectionStart::Recto => SetSection::Paged(Box::new(self.paginate(0, section))),
            SectionStart::Next => SetSection::Galley(Box::new(section)),
        };
        (set, found)
    }

    fn paginate_section(
        &self,
        _: SectionTask<'a>,
        set: SetSection,
        first: usize,
    ) -> (SectionFacts, PagedSection) {
        let paged = match set {
            SetSection::Galley(section) => self.paginate(first, *section),
            SetSection::Paged(paged) => paged.with_first_page(first),
        };
        (SectionFacts::collect(&paged), paged)
    }

    fn make_up_section(
        &self,
        _: &PlacedSection<'a>,
        paged: PagedSection,
        context: MakeupContext<'_>,
    ) -> (MadeUpSection, ()) {
        (context.make_up(paged), ())
    }
}

impl<'a> BookSetter<'a> {
    /// Sets the text and breaks it into pages; `contents_pages` pages, the first of them on a
    /// recto, are left for the contents before a colophon. After each part or chapter, calls
    /// `on_progress` with the total number of parts and chapters.
    pub(crate) fn paginate_text<S: SectionSteps<'a>>(
        &self,
        steps: &S,
        mut contents_pages: usize,
        diagnostics: &mut Vec<Diagnostic>,
        on_progress: &OnProgress<'_>,
    ) -> (Vec<PlacedSection<'a>>, Vec<S::Paginated>) {
        let tasks = self.list_tasks();
        let is_counted = |task: &SectionTask<'_>| {
            matches!(task, SectionTask::Part(..) | SectionTask::Chapter(..))
        };
        let all = tasks.iter().filter(|task| is_counted(task)).count();
        // Sections differ much in length: each is shared out by itself.
        let set = tasks.into_par_iter().with_max_len(1).map(|task| {
            let set = steps.set_section(task);
            if is_counted(&task) {
                on_progress(all);
            }
            (task, set)
        });
        let set: Vec<_> = set.collect();
        let mut next = 0;
        let paginate_next =
            |(task, (set, found)): (SectionTask<'a>, (S::Set, Vec<Diagnostic>))| {
                diagnostics.extend(found);
                if task.is_display() && contents_pages > 0 {
                    next = SectionStart::Recto.first_page_from(next)
                        + std::mem::take(&mut contents_pages);
                }
                let first = self.section_start(task).first_page_from(next);
                let (facts, paged) = steps.paginate_section(task, set, first);
                next = first + facts.pages;
                (
                    PlacedSection {
                        task,
                        first_page: first,
                        heads: facts.heads.clone(),
                        facts,
                    },
                    paged,
                )
            };
        set.into_iter().map(paginate_next).unzip()
    }

    /// Makes up the pages of the text. Each section's galley is freed at once, on the
    /// thread that made it up.
    pub(crate) fn make_up_text<S: SectionSteps<'a>>(
        steps: &S,
        sections: &[PlacedSection<'a>],
        paged: Vec<S::Paginated>,
        context: MakeupContext<'_>,
    ) -> Vec<(MadeUpSection, S::Origin)> {
        let sections = sections.into_par_iter().zip(paged).with_max_len(1);
        sections
            .map(|(section, paged)| steps.make_up_section(section, paged, context))
            .collect()
    }

    /// Breaks a section into pages, the first of which has index `first`. Sets the deferred
    /// lines that the pages use.
    pub(crate) fn paginate(&self, first: usize, section: Section) -> PagedSection {
        let mut paged = PagedSection::break_pages(first, section);
        if paged.chosen_variants().any(|variant| variant.deferred.is_some()) {
            let compositor = self.new_compositor(None);
            paged.chosen_variants().for_each(|variant| compositor.set_deferred(variant));
        }
        paged
    }
}
