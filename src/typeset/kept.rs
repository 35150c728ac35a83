//! Kept type: of sections that an earlier run has set, what the book needs of them.
//!
//! Printers kept the type of a book standing when they thought of another edition. Of a
//! section two things are kept: the [`Facts`] by which it finds its place in the book, and
//! its pages, made up. Both are kept under digests of all that they follow from; what counts
//! through the whole book (the serial numbers of notes, the places of chapters) is kept as
//! if the section were the first, so that it may move.

use serde::{Deserialize, Serialize};

use crate::book::Chapter;
use crate::book::matter::contents::{Target, chapter_label};
use crate::book::matter::notes::NumberedNote;
use crate::cache::{Cache, Key, Recipe};
use crate::length::Length;
use crate::typeset::document::{Items, Link, Page};
use crate::typeset::page::audit::{self, Fault};
use crate::typeset::page::breaks::Side;
use crate::typeset::page::galley::Place;
use crate::typeset::page::makeup::MadeUp;
use crate::typeset::page::section::{Heads, NotesOnPage, Paged, Start, Within};
use crate::typeset::page::sheet::Sheet;
use crate::typeset::page::tree::Branch;
use crate::typeset::setting::Setting;

/// What the rest of a book asks of a section that has its pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// How many pages it has.
    pub(crate) pages: usize,
    /// What stands above them.
    pub(crate) heads: Heads,
    /// Every place with its page in the section; note marks, too.
    pub(crate) places: Vec<(Place, usize)>,
    /// What the pages had to give up, each with its page.
    pub(crate) faults: Vec<(usize, Fault)>,
    /// The notes that begin on each page, where heads are said page by page; else none.
    pub(crate) notes: Vec<NotesOnPage>,
    /// Pages of the source that begin on each page, by line, with how far down it stands.
    pub(crate) sources: Vec<Vec<(Vec<String>, Length)>>,
}

impl Facts {
    /// The facts of a section.
    pub(crate) fn of(paged: &Paged) -> Self {
        let by_page = matches!(paged.section.heads, Heads::Pages(_));
        let noted = 0..if by_page { paged.len() } else { 0 };
        Self {
            pages: paged.len(),
            heads: paged.section.heads.clone(),
            places: paged.places(),
            faults: audit::faults(paged),
            notes: noted.map(|page| paged.notes(page)).collect(),
            sources: (0..paged.len()).map(|page| paged.sources(page)).collect(),
        }
    }
}

/// Where the counts begin that go through the whole book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Counts {
    /// The serial number of the first note.
    notes: u32,
    /// The place of the chapter.
    chapter: usize,
}

impl Counts {
    /// A place as if the section were the first of the book.
    fn leave(self, place: Place) -> Place {
        self.moved(place, u32::wrapping_sub, usize::wrapping_sub)
    }

    /// The place that was left.
    fn take(self, place: Place) -> Place {
        self.moved(place, u32::wrapping_add, usize::wrapping_add)
    }

    fn moved(
        self,
        place: Place,
        note: fn(u32, u32) -> u32,
        chapter: fn(usize, usize) -> usize,
    ) -> Place {
        let chapter = |index| chapter(index, self.chapter);
        match place {
            Place::Note(serial) => Place::Note(note(serial, self.notes)),
            Place::NoteMark(serial) => Place::NoteMark(note(serial, self.notes)),
            Place::Notes(index) => Place::Notes(index.map(chapter)),
            Place::Text(Target::Chapter(index)) => {
                Place::Text(Target::Chapter(chapter(index)))
            }
            Place::Text(Target::Heading(index, heading)) => {
                Place::Text(Target::Heading(chapter(index), heading))
            }
            Place::Text(Target::Part(_)) | Place::TitlePage | Place::Contents => place,
        }
    }

    /// The facts with other places.
    fn facts(mut facts: Facts, of: impl Fn(Place) -> Place) -> Facts {
        let serial = |serial: u32| match of(Place::Note(serial)) {
            Place::Note(serial) => serial,
            _ => serial,
        };
        for (place, _) in &mut facts.places {
            *place = of(*place);
        }
        for (_, fault) in &mut facts.faults {
            if let Fault::Late(note) = fault {
                *note = serial(*note);
            }
        }
        for note in facts.notes.iter_mut().flat_map(|notes| &mut notes.serials) {
            *note = serial(*note);
        }
        facts
    }

    /// The structure with other places.
    fn branch(mut branch: Branch, of: impl Fn(Place) -> Place) -> Branch {
        branch.places().for_each(|place| *place = of(*place));
        branch
    }
}

/// The pages of a section as they are kept; behind them their texts, one after the other.
#[derive(Debug, Serialize, Deserialize)]
struct Forme {
    /// Of each page its links, how many bytes its text has, and whether figures are on it.
    pages: Vec<(Vec<Link>, usize, bool)>,
    branch: Branch,
}

/// Where what follows from a section is kept.
#[derive(Debug, Clone)]
pub(crate) struct Shelf<'a> {
    cache: &'a Cache,
    recipe: Recipe,
    counts: Counts,
}

impl Shelf<'_> {
    /// Whether the section is kept as it is where it begins on a side.
    pub(crate) fn has(&self, side: Side) -> bool {
        self.cache.has(self.facts_key(side))
    }

    /// The facts of the section where it begins on a side.
    pub(crate) fn facts(&self, side: Side) -> Option<Facts> {
        let facts = postcard::from_bytes(&self.cache.get(self.facts_key(side))?).ok()?;
        Some(Counts::facts(facts, |place| self.counts.take(place)))
    }

    /// The pages of the section on a sheet.
    pub(crate) fn pages(&self, side: Side, sheet: &Sheet) -> Option<MadeUp> {
        let key = self.pages_key(side, sheet);
        let kept = self.cache.get(key)?;
        let (forme, mut texts): (Forme, &[u8]) = postcard::take_from_bytes(&kept).ok()?;
        let page = |(links, size, has_figures): (Vec<Link>, usize, bool)| {
            let (text, behind) = texts.split_at_checked(size)?;
            texts = behind;
            let items = Items::kept(kept.slice_ref(text));
            // Somebody always asks for figures.
            let items = if has_figures { items.read() } else { items };
            Some(Page { items, links, ..Page::default() })
        };
        let pages: Option<Vec<Page>> = forme.pages.into_iter().map(page).collect();
        let branch = Counts::branch(forme.branch, |place| self.counts.take(place));
        Some(MadeUp { pages: pages?, tree: branch.into(), sign: Some(key) })
    }

    /// Keeps a section. What has pictures is not kept.
    pub(crate) fn keep(
        &self,
        side: Side,
        sheet: &Sheet,
        facts: &Facts,
        made: &mut MadeUp,
    ) {
        let texts: Option<Vec<Vec<u8>>> =
            made.pages.iter().map(|page| page.items.text_bytes()).collect();
        let Some(texts) = texts else { return };
        let page = |(page, text): (&Page, &Vec<u8>)| {
            let has_figures = page.items.figures().next().is_some();
            (page.links.clone(), text.len(), has_figures)
        };
        let forme = Forme {
            pages: made.pages.iter().zip(&texts).map(page).collect(),
            branch: Counts::branch((&made.tree).into(), |place| self.counts.leave(place)),
        };
        let facts = Counts::facts(facts.clone(), |place| self.counts.leave(place));
        let forme = postcard::to_stdvec(&forme);
        if let (Ok(facts), Ok(mut pages)) = (postcard::to_stdvec(&facts), forme) {
            let key = self.pages_key(side, sheet);
            self.cache.put(self.facts_key(side), facts);
            pages.extend(texts.into_iter().flatten());
            self.cache.put(key, pages);
            made.sign = Some(key);
        }
    }

    fn facts_key(&self, side: Side) -> Key {
        self.recipe.clone().with(("facts", side)).key()
    }

    fn pages_key(&self, side: Side, sheet: &Sheet) -> Key {
        self.recipe.clone().with(("pages", side, sheet)).key()
    }
}

impl<'a> Setting<'a> {
    /// What all sections of the book are set with, as a digest.
    pub(crate) fn means(&self) -> Recipe {
        let metadata = &self.book.metadata;
        let mut recipe = Recipe::of("a book's type")
            .with(self.design)
            .with(self.sheet)
            .with(self.placement)
            .with(&metadata.language)
            .with(&metadata.title)
            .with(&metadata.authors)
            .with(self.fonts);
        for (name, picture) in &self.book.pictures {
            recipe = recipe.with((name, &picture.bytes));
        }
        Recipe::of("type").with(recipe.key())
    }

    /// Where a chapter is kept.
    pub(crate) fn shelf_of_chapter(
        &self,
        means: &Recipe,
        index: usize,
        chapter: &Chapter,
        within: Within,
        start: Start,
    ) -> Shelf<'a> {
        let notes = &self.numbered.chapters[index];
        let first = notes.first().map_or(0, |note| note.serial);
        let numbers = notes.iter().map(|note| (note.serial - first, note.label));
        let recipe = means
            .clone()
            .with("chapter")
            .with(chapter.clone().without_positions())
            .with((matches!(within, Within::Part(_)), start))
            .with(numbers.collect::<Vec<_>>());
        let counts = Counts { notes: first, chapter: index };
        Shelf { cache: self.cache, recipe: digested(&recipe), counts }
    }

    /// Where the gathered notes are kept.
    pub(crate) fn shelf_of_notes(&self, means: &Recipe) -> Shelf<'a> {
        let mut recipe = means.clone().with("notes");
        let chapters = self.book.chapters().zip(&self.numbered.chapters);
        for (index, (chapter, notes)) in chapters.enumerate() {
            let note = |note: &NumberedNote<'a>| {
                (note.serial, note.label, note.note.clone().without_positions())
            };
            let title = chapter_label(chapter, index, self.words);
            recipe = recipe
                .with((&chapter.language, title))
                .with(notes.iter().map(note).collect::<Vec<_>>());
        }
        let counts = Counts::default();
        Shelf { cache: self.cache, recipe: digested(&recipe), counts }
    }
}

/// A long recipe as a short one.
fn digested(recipe: &Recipe) -> Recipe {
    Recipe::of("a section").with(recipe.key())
}
