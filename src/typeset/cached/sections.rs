//! Sections from the cache: what an earlier run has typeset is taken, all else is typeset
//! and kept.
//!
//! Of a section two things are cached: the [`SectionFacts`] by which it finds its place in
//! the book, and its pages, made up, without running heads and folios. The text of a page
//! stays bytes until it is asked for, see [`super::CachedPages`].

use serde::{Deserialize, Serialize};

use super::keys::{BookRecipe, SectionRecipe};
use super::offsets::SectionOffsets;
use super::pages::{SectionOrigin, encode_items};
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::typeset::book_setter::BookSetter;
use crate::typeset::document::{Link, Page};
use crate::typeset::matter::body::SectionTask;
use crate::typeset::page::breaks::Side;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::geometry::PageGeometry;
use crate::typeset::page::makeup::{MadeUpSection, MakeupContext};
use crate::typeset::page::section::{PagedSection, SectionStart, page_side};
use crate::typeset::page::tree::CachedTree;
use crate::typeset::section_steps::{PlacedSection, SectionSteps, SetSection};

/// The steps from a section to its pages, with a cache around those of a [`BookSetter`].
#[derive(Debug)]
pub(crate) struct SectionCache<'a, 's> {
    setter: &'s BookSetter<'a>,
    cache: &'s Cache,
    recipe: BookRecipe,
}

/// Where a section is in the cache, or should be stored.
#[derive(Debug, Clone)]
pub(crate) struct CacheSlot {
    recipe: SectionRecipe,
    offsets: SectionOffsets,
}

/// A section, before the pages of the sections before it are known.
pub(crate) enum SetOrCached {
    /// It is typeset and not cached. It is stored if there is a slot.
    Typeset(SetSection, Option<CacheSlot>),
    /// It begins on a recto, and its facts for that side are cached.
    Known(Box<SectionFacts>, CacheSlot),
    /// It is cached for at least one side.
    OnSomeSide(CacheSlot),
}

/// A section with the index of its first page.
pub(crate) struct PaginatedOrCached {
    /// The section broken into pages; none if its facts are cached.
    paged: Option<PagedSection>,
    slot: Option<CacheSlot>,
}

/// The pages of a section in the cache; their texts follow, one after the other.
#[derive(Debug, Serialize, Deserialize)]
struct CachedSection {
    pages: Vec<CachedSectionPage>,
    tree: CachedTree,
}

#[derive(Debug, Serialize, Deserialize)]
struct CachedSectionPage {
    links: Vec<Link>,
    /// How many bytes its text has.
    text_bytes: usize,
    /// Whether there are figures on it.
    has_figures: bool,
}

impl<'a, 's> SectionCache<'a, 's> {
    /// Creates the cached sections of a book.
    pub(crate) fn new(setter: &'s BookSetter<'a>, cache: &'s Cache) -> Self {
        Self { setter, cache, recipe: BookRecipe::new(setter) }
    }

    /// Where a section is cached. Small ones are not.
    fn find_slot(&self, task: SectionTask<'a>) -> Option<CacheSlot> {
        match task {
            SectionTask::Chapter(index, chapter, parent, start) => {
                let notes = &self.setter.numbered.chapters[index];
                let first_note = notes.first().map_or(0, |note| note.serial);
                Some(CacheSlot {
                    recipe: self.recipe.chapter_recipe(chapter, notes, parent, start),
                    offsets: SectionOffsets { first_note, chapter: index },
                })
            }
            SectionTask::Notes => Some(CacheSlot {
                recipe: self.recipe.notes_recipe(self.setter),
                offsets: SectionOffsets::default(),
            }),
            SectionTask::Part(..) | SectionTask::Display(..) => None,
        }
    }

    /// Whether the facts of a section are cached for this side.
    fn has_facts(&self, slot: &CacheSlot, side: Side) -> bool {
        self.cache.has(slot.recipe.facts_key(side))
    }

    /// The cached facts of a section for this side.
    fn get_facts(&self, slot: &CacheSlot, side: Side) -> Option<SectionFacts> {
        let bytes = self.cache.get(slot.recipe.facts_key(side))?;
        let facts = postcard::from_bytes(&bytes).ok()?;
        Some(slot.offsets.facts_in_book(facts))
    }

    /// The cached pages of a section for this side and geometry.
    fn get_pages(
        &self,
        slot: &CacheSlot,
        side: Side,
        geometry: &PageGeometry,
    ) -> Option<(MadeUpSection, SectionOrigin)> {
        let key = slot.recipe.pages_key(side, geometry);
        let bytes = self.cache.get(key)?;
        let (cached, mut rest): (CachedSection, &[u8]) =
            postcard::take_from_bytes(&bytes).ok()?;
        let mut texts = Vec::with_capacity(cached.pages.len());
        let mut pages = Vec::with_capacity(cached.pages.len());
        for CachedSectionPage { links, text_bytes, has_figures } in cached.pages {
            let (text, after) = rest.split_at_checked(text_bytes)?;
            rest = after;
            // Figures are always needed, so they are decoded.
            let (items, text) = if has_figures {
                (postcard::from_bytes(text).ok()?, None)
            } else {
                (Vec::new(), Some(bytes.slice_ref(text)))
            };
            pages.push(Page { items, links, ..Page::default() });
            texts.push(text);
        }
        let tree = slot.offsets.tree_in_book(cached.tree).into();
        Some((MadeUpSection { pages, tree }, SectionOrigin { key, texts }))
    }

    /// Caches a section, except one with pictures: those take more space than they save
    /// time.
    fn put_section(
        &self,
        slot: &CacheSlot,
        side: Side,
        geometry: &PageGeometry,
        facts: &SectionFacts,
        made: &MadeUpSection,
    ) -> Option<SectionOrigin> {
        let texts = made.pages.iter().map(|page| encode_items(&page.items));
        let texts: Vec<Vec<u8>> = texts.collect::<Option<_>>()?;
        let page = |(page, text): (&Page, &Vec<u8>)| CachedSectionPage {
            links: page.links.clone(),
            text_bytes: text.len(),
            has_figures: page.figure_items().next().is_some(),
        };
        let cached = CachedSection {
            pages: made.pages.iter().zip(&texts).map(page).collect(),
            tree: slot.offsets.tree_in_section((&made.tree).into()),
        };
        let facts = slot.offsets.facts_in_section(facts.clone());
        let facts = postcard::to_stdvec(&facts).ok()?;
        let mut pages = postcard::to_stdvec(&cached).ok()?;
        pages.extend(texts.into_iter().flatten());
        let key = slot.recipe.pages_key(side, geometry);
        self.cache.put(slot.recipe.facts_key(side), facts);
        self.cache.put(key, pages);
        Some(SectionOrigin { key, texts: Vec::new() })
    }

    /// Typesets a section and breaks it into pages, without the cache.
    fn paginate_uncached(
        &self,
        task: SectionTask<'a>,
        first: usize,
    ) -> (SectionFacts, PagedSection) {
        let (set, _) = self.setter.set_section(task);
        self.setter.paginate_section(task, set, first)
    }
}

impl<'a> SectionSteps<'a> for SectionCache<'a, '_> {
    type Set = SetOrCached;
    type Paginated = PaginatedOrCached;
    type Origin = Option<SectionOrigin>;

    /// Findings are not cached, so a section with findings is not cached either.
    fn set_section(&self, task: SectionTask<'a>) -> (SetOrCached, Vec<Diagnostic>) {
        let slot = self.find_slot(task);
        if let Some(slot) = &slot {
            match self.setter.section_start(task) {
                SectionStart::Recto => {
                    if let Some(facts) = self.get_facts(slot, Side::Recto) {
                        let known = SetOrCached::Known(Box::new(facts), slot.clone());
                        return (known, Vec::new());
                    }
                }
                SectionStart::Next => {
                    if self.has_facts(slot, Side::Recto)
                        || self.has_facts(slot, Side::Verso)
                    {
                        return (SetOrCached::OnSomeSide(slot.clone()), Vec::new());
                    }
                }
            }
        }
        let (set, found) = self.setter.set_section(task);
        let slot = slot.filter(|_| found.is_empty());
        (SetOrCached::Typeset(set, slot), found)
    }

    fn paginate_section(
        &self,
        task: SectionTask<'a>,
        set: SetOrCached,
        first: usize,
    ) -> (SectionFacts, PaginatedOrCached) {
        let (facts, paged, slot) = match set {
            SetOrCached::Typeset(set, slot) => {
                let (facts, paged) = self.setter.paginate_section(task, set, first);
                (facts, Some(paged), slot)
            }
            SetOrCached::Known(facts, slot) => (*facts, None, Some(slot)),
            SetOrCached::OnSomeSide(slot) => {
                if let Some(facts) = self.get_facts(&slot, page_side(first)) {
                    (facts, None, Some(slot))
                } else {
                    let (facts, paged) = self.paginate_uncached(task, first);
                    (facts, Some(paged), Some(slot))
                }
            }
        };
        (facts, PaginatedOrCached { paged, slot })
    }

    fn make_up_section(
        &self,
        section: &PlacedSection<'a>,
        paginated: PaginatedOrCached,
        context: MakeupContext<'_>,
    ) -> (MadeUpSection, Option<SectionOrigin>) {
        let PaginatedOrCached { paged, slot } = paginated;
        let side = page_side(section.first_page);
        let cached = match (&paged, &slot) {
            (None, Some(slot)) => self.get_pages(slot, side, context.geometry),
            _ => None,
        };
        if let Some((made, origin)) = cached {
            return (made, Some(origin));
        }
        // Only the facts are cached, or the pages are cached for another geometry.
        let paged = paged.unwrap_or_else(|| {
            self.paginate_uncached(section.task, section.first_page).1
        });
        let (made, ()) = self.setter.make_up_section(section, paged, context);
        let origin = slot.and_then(|slot| {
            self.put_section(&slot, side, context.geometry, &section.facts, &made)
        });
        (made, origin)
    }
}
