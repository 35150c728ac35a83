//! The text of a book cut into pages: its sections are set side by side, placed one after the
//! other, and made up side by side.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::diagnostic::Diagnostic;
use crate::typeset::Told;
use crate::typeset::matter::body::SectionTask;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::makeup::{MadeUp, Stone};
use crate::typeset::page::section::{RunningHeads, PagedSection, Section, SectionStart, SectionParent};
use crate::typeset::setting::Setting;

/// The steps from a section of the text to its pages.
///
/// [`Setting`] takes them all. A cache takes them in its place, and leaves out what an earlier
/// run has done.
pub(crate) trait SectionSteps<'a>: Sync {
    /// A section while nothing is known of the sections before it.
    type Begun: Send;
    /// A section whose first page has its place.
    type Laid: Send;
    /// What is known of a section that is made up, besides its pages.
    type Origin: Send;

    /// Sets a section, as far as that is possible before its first page has a place.
    fn begin_section(&self, task: SectionTask<'a>) -> (Self::Begun, Vec<Diagnostic>);

    /// Cuts a section into pages, the first of which has a place among those of the text.
    fn lay_section(
        &self,
        task: SectionTask<'a>,
        begun: Self::Begun,
        first: usize,
    ) -> (SectionFacts, Self::Laid);

    /// Makes up the pages of a section.
    fn make_up_section(
        &self,
        section: &LaidSection<'a>,
        laid: Self::Laid,
        stone: Stone<'_>,
    ) -> (MadeUp, Self::Origin);
}

/// A section of the text whose pages have their places.
#[derive(Debug)]
pub(crate) struct LaidSection<'a> {
    /// What is set.
    pub(crate) task: SectionTask<'a>,
    /// Place of its first page among those of the text.
    pub(crate) first: usize,
    /// What stands above its pages.
    pub(crate) heads: RunningHeads,
    /// What the rest of the book asks of it.
    pub(crate) facts: SectionFacts,
}

impl LaidSection<'_> {
    /// What it is part of.
    pub(crate) fn within(&self) -> SectionParent {
        self.task.structure_parent()
    }
}

/// A section that is set before its first page has a place.
#[derive(Debug)]
pub(crate) enum BegunSection {
    /// It begins on whatever side comes next, and is cut into pages when that is known.
    Galley(Box<Section>),
    /// It begins on a recto whatever is before it, and is cut into pages.
    Paged(Box<PagedSection>),
}

impl<'a> SectionSteps<'a> for Setting<'a> {
    type Begun = BegunSection;
    type Laid = PagedSection;
    type Origin = ();

    fn begin_section(&self, task: SectionTask<'a>) -> (BegunSection, Vec<Diagnostic>) {
        let (section, found) = self.section(task);
        let begun = match self.start(task) {
            SectionStart::Recto => BegunSection::Paged(Box::new(self.paged(0, section))),
            SectionStart::Next => BegunSection::Galley(Box::new(section)),
        };
        (begun, found)
    }

    fn lay_section(
        &self,
        _: SectionTask<'a>,
        begun: BegunSection,
        first: usize,
    ) -> (SectionFacts, PagedSection) {
        let paged = match begun {
            BegunSection::Galley(section) => self.paged(first, *section),
            BegunSection::Paged(paged) => paged.with_first_page(first),
        };
        (SectionFacts::collect(&paged), paged)
    }

    fn make_up_section(
        &self,
        _: &LaidSection<'a>,
        laid: PagedSection,
        stone: Stone<'_>,
    ) -> (MadeUp, ()) {
        (stone.make_up(laid), ())
    }
}

impl<'a> Setting<'a> {
    /// Sets the text and cuts it into pages. Of each part and chapter that is done `told`
    /// hears how many there are.
    pub(crate) fn lay_text<S: SectionSteps<'a>>(
        &self,
        steps: &S,
        diagnostics: &mut Vec<Diagnostic>,
        told: &Told<'_>,
    ) -> (Vec<LaidSection<'a>>, Vec<S::Laid>) {
        let tasks = self.tasks();
        let is_told = |task: &SectionTask<'_>| {
            matches!(task, SectionTask::Part(..) | SectionTask::Chapter(..))
        };
        let all = tasks.iter().filter(|task| is_told(task)).count();
        let begun = tasks.into_par_iter().map(|task| {
            let begun = steps.begin_section(task);
            if is_told(&task) {
                told(all);
            }
            (task, begun)
        });
        let begun: Vec<_> = begun.collect();
        let mut next = 0;
        let lay =
            |(task, (begun, found)): (SectionTask<'a>, (S::Begun, Vec<Diagnostic>))| {
                diagnostics.extend(found);
                let first = self.start(task).first_page_from(next);
                let (facts, laid) = steps.lay_section(task, begun, first);
                next = first + facts.pages;
                (LaidSection { task, first, heads: facts.heads.clone(), facts }, laid)
            };
        begun.into_iter().map(lay).unzip()
    }

    /// Makes up the pages of the text. The type of each section is put away at once, on the
    /// thread that has made it up.
    pub(crate) fn make_up_text<S: SectionSteps<'a>>(
        steps: &S,
        sections: &[LaidSection<'a>],
        laid: Vec<S::Laid>,
        stone: Stone<'_>,
    ) -> Vec<(MadeUp, S::Origin)> {
        let sections = sections.into_par_iter().zip(laid);
        sections
            .map(|(section, laid)| steps.make_up_section(section, laid, stone))
            .collect()
    }

    /// A section cut into pages, the first of which has a place. What they have taken is set,
    /// where it was not yet.
    pub(crate) fn paged(&self, first: usize, section: Section) -> PagedSection {
        let mut paged = PagedSection::break_pages(first, section);
        if paged.chosen_variants().any(|version| version.deferred.is_some()) {
            let compositor = self.compositor(None);
            paged.chosen_variants().for_each(|version| compositor.set_deferred(version));
        }
        paged
    }
}
