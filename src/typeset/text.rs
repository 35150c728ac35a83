//! The text of a book cut into pages: its sections are set, or taken from what an earlier run
//! has kept.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::cache::Recipe;
use crate::diagnostic::Diagnostic;
use crate::typeset::Told;
use crate::typeset::kept::{Facts, Shelf};
use crate::typeset::matter::body::SectionTask;
use crate::typeset::page::breaks::Side;
use crate::typeset::page::makeup::{MadeUp, Stone};
use crate::typeset::page::section::{Heads, Paged, Section, Start, Within, side};
use crate::typeset::setting::Setting;

/// A section of the text that has its place.
#[derive(Debug)]
pub(crate) struct Laid<'a> {
    /// Place of its first page among those of the text.
    pub(crate) first: usize,
    /// What stands above its pages.
    pub(crate) heads: Heads,
    /// What the rest of the book asks of it.
    pub(crate) facts: Facts,
    task: SectionTask<'a>,
    /// Its type; none where only the facts are needed of it, since its pages are kept.
    set: Option<Paged>,
    /// Where it is kept, or shall be.
    shelf: Option<Shelf<'a>>,
}

/// How far a section has come before it is known on which page it begins.
enum Begun {
    /// It is set.
    Set(Box<Section>),
    /// It is set and begins on a recto whatever is before it.
    Cut(Box<Paged>),
    /// It is kept, begins on a recto, and has these facts.
    Known(Box<Facts>),
    /// It is kept as it was, on one side or the other.
    Kept,
}

impl<'a> Setting<'a> {
    /// Sets the text and cuts it into pages. Of each part and chapter that is done `told`
    /// hears how many there are.
    pub(crate) fn text(
        &self,
        diagnostics: &mut Vec<Diagnostic>,
        told: &Told<'_>,
    ) -> Vec<Laid<'a>> {
        let tasks = self.tasks();
        let is_told = |task: &SectionTask<'_>| {
            matches!(task, SectionTask::Part(..) | SectionTask::Chapter(..))
        };
        let all = tasks.iter().filter(|task| is_told(task)).count();
        let means = self.cache.keeps().then(|| self.means());
        let begun = tasks.into_par_iter().map(|task| {
            let shelf = means.as_ref().and_then(|means| self.shelf(means, task));
            let begun = self.begin(task, shelf);
            if is_told(&task) {
                told(all);
            }
            (task, begun)
        });
        let begun: Vec<_> = begun.collect();
        let mut next = 0;
        let mut laid = Vec::with_capacity(begun.len());
        for (task, (begun, shelf, found)) in begun {
            diagnostics.extend(found);
            let first = self.start(task).place(next);
            let kept = match begun {
                Begun::Kept => shelf.as_ref().and_then(|shelf| shelf.facts(side(first))),
                _ => None,
            };
            let (facts, set) = match (kept, begun) {
                (Some(facts), _) => (facts, None),
                (None, Begun::Known(facts)) => (*facts, None),
                (None, Begun::Cut(set)) => (Facts::of(&set), Some(set.at(first))),
                (None, Begun::Set(section)) => self.cut(first, *section),
                (None, Begun::Kept) => self.cut(first, self.section(task).0),
            };
            next = first + facts.pages;
            let heads = facts.heads.clone();
            laid.push(Laid { first, heads, facts, task, set, shelf });
        }
        laid
    }

    /// Where a section is kept; what is small is not.
    fn shelf(&self, means: &Recipe, task: SectionTask<'a>) -> Option<Shelf<'a>> {
        match task {
            SectionTask::Chapter(index, chapter, within, start) => {
                Some(self.shelf_of_chapter(means, index, chapter, within, start))
            }
            SectionTask::Notes => Some(self.shelf_of_notes(means)),
            SectionTask::Part(..) | SectionTask::Display(..) => None,
        }
    }

    /// Finds a section, or sets it. What was found while it was set is not kept, so neither is
    /// the section.
    fn begin(
        &self,
        task: SectionTask<'_>,
        shelf: Option<Shelf<'a>>,
    ) -> (Begun, Option<Shelf<'a>>, Vec<Diagnostic>) {
        let recto = self.start(task) == Start::Recto;
        if let Some(known) = &shelf {
            let facts = recto.then(|| known.facts(Side::Recto)).flatten();
            if let Some(facts) = facts {
                return (Begun::Known(Box::new(facts)), shelf, Vec::new());
            }
            if !recto && (known.has(Side::Recto) || known.has(Side::Verso)) {
                return (Begun::Kept, shelf, Vec::new());
            }
        }
        let (section, found) = self.section(task);
        let shelf = shelf.filter(|_| found.is_empty());
        let begun = if recto {
            Begun::Cut(Box::new(self.paged(0, section)))
        } else {
            Begun::Set(Box::new(section))
        };
        (begun, shelf, found)
    }

    /// A section cut into pages, the first of which has a place, and its facts.
    fn cut(&self, first: usize, section: Section) -> (Facts, Option<Paged>) {
        let paged = self.paged(first, section);
        (Facts::of(&paged), Some(paged))
    }

    /// A section cut into pages, the first of which has a place. What they have taken is set,
    /// where it was not yet.
    pub(crate) fn paged(&self, first: usize, section: Section) -> Paged {
        let mut paged = Paged::new(first, section);
        if paged.taken().any(|version| version.late.is_some()) {
            let compositor = self.compositor(None);
            paged.taken().for_each(|version| compositor.set_deferred(version));
        }
        paged
    }
}

impl Laid<'_> {
    /// What it is part of.
    pub(crate) fn within(&self) -> Within {
        self.task.structure_parent()
    }

    /// Makes up its pages, or takes those that are kept. Its type is not needed any more,
    /// and goes at once, on this thread.
    pub(crate) fn make_up(&mut self, setting: &Setting<'_>, stone: Stone<'_>) -> MadeUp {
        let side = side(self.first);
        let set = if let Some(set) = self.set.take() {
            set
        } else {
            let kept =
                self.shelf.as_ref().and_then(|shelf| shelf.pages(side, stone.sheet));
            if let Some(made) = kept {
                return made;
            }
            // It is kept for another sheet.
            setting.paged(self.first, setting.section(self.task).0)
        };
        let mut made = stone.make_up(set);
        if let Some(shelf) = &self.shelf {
            shelf.keep(side, stone.sheet, &self.facts, &mut made);
        }
        made
    }
}
