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
use crate::typeset::document::{Link, Page};
use crate::typeset::matter::body::SectionTask;
use crate::typeset::page::breaks::Side;
use crate::typeset::page::facts::SectionFacts;
use crate::typeset::page::makeup::{MadeUp, Stone};
use crate::typeset::page::section::{PagedSection, SectionStart, page_side};
use crate::typeset::page::sheet::PageGeometry;
use crate::typeset::page::tree::Branch;
use crate::typeset::setting::Setting;
use crate::typeset::text::{BegunSection, LaidSection, SectionSteps};

/// The steps from a section to its pages, around those of a [`Setting`].
#[derive(Debug)]
pub(crate) struct SectionCache<'a, 's> {
    setting: &'s Setting<'a>,
    cache: &'s Cache,
    recipe: BookRecipe,
}

/// Where the cache has a section, or shall have it.
#[derive(Debug, Clone)]
pub(crate) struct CacheSlot {
    recipe: SectionRecipe,
    offsets: SectionOffsets,
}

/// A section while nothing is known of the sections before it.
pub(crate) enum BegunInCache {
    /// It is typeset; nothing of it is cached. It shall be where there is a slot.
    Typeset(BegunSection, Option<CacheSlot>),
    /// It begins on a recto, and these facts of it are cached.
    Known(Box<SectionFacts>, CacheSlot),
    /// It is cached as it is on one side or the other.
    OnSomeSide(CacheSlot),
}

/// A section whose first page has its place.
pub(crate) struct LaidInCache {
    /// Its type; none if its facts are cached.
    paged: Option<PagedSection>,
    slot: Option<CacheSlot>,
}

/// The pages of a section as they are cached; behind them their texts, one after the other.
#[derive(Debug, Serialize, Deserialize)]
struct CachedSection {
    pages: Vec<CachedSectionPage>,
    branch: Branch,
}

#[derive(Debug, Serialize, Deserialize)]
struct CachedSectionPage {
    links: Vec<Link>,
    /// How many bytes its text has.
    text_bytes: usize,
    /// Whether figures are on it.
    has_figures: bool,
}

impl<'a, 's> SectionCache<'a, 's> {
    /// The cached sections of a book.
    pub(crate) fn new(setting: &'s Setting<'a>, cache: &'s Cache) -> Self {
        Self { setting, cache, recipe: BookRecipe::new(setting) }
    }

    /// Where a section is cached. Small ones are not.
    fn slot(&self, task: SectionTask<'a>) -> Option<CacheSlot> {
        match task {
            SectionTask::Chapter(index, chapter, within, start) => {
                let notes = &self.setting.numbered.chapters[index];
                let first_note = notes.first().map_or(0, |note| note.serial);
                Some(CacheSlot {
                    recipe: self.recipe.chapter(chapter, notes, within, start),
                    offsets: SectionOffsets { first_note, chapter: index },
                })
            }
            SectionTask::Notes => Some(CacheSlot {
                recipe: self.recipe.gathered_notes(self.setting),
                offsets: SectionOffsets::default(),
            }),
            SectionTask::Part(..) | SectionTask::Display(..) => None,
        }
    }

    /// Whether a section is cached as it is where it begins on a side.
    fn has(&self, slot: &CacheSlot, side: Side) -> bool {
        self.cache.has(slot.recipe.facts_key(side))
    }

    /// The facts of a section where it begins on a side.
    fn get_facts(&self, slot: &CacheSlot, side: Side) -> Option<SectionFacts> {
        let bytes = self.cache.get(slot.recipe.facts_key(side))?;
        let facts = postcard::from_bytes(&bytes).ok()?;
        Some(slot.offsets.facts_in_book(facts))
    }

    /// The pages of a section on a sheet.
    fn get_pages(
        &self,
        slot: &CacheSlot,
        side: Side,
        sheet: &PageGeometry,
    ) -> Option<(MadeUp, SectionOrigin)> {
        let key = slot.recipe.pages_key(side, sheet);
        let bytes = self.cache.get(key)?;
        let (cached, mut rest): (CachedSection, &[u8]) =
            postcard::take_from_bytes(&bytes).ok()?;
        let mut texts = Vec::with_capacity(cached.pages.len());
        let mut pages = Vec::with_capacity(cached.pages.len());
        for CachedSectionPage { links, text_bytes, has_figures } in cached.pages {
            let (text, behind) = rest.split_at_checked(text_bytes)?;
            rest = behind;
            // Figures are asked for in any case.
            let (items, text) = if has_figures {
                (postcard::from_bytes(text).ok()?, None)
            } else {
                (Vec::new(), Some(bytes.slice_ref(text)))
            };
            pages.push(Page { items, links, ..Page::default() });
            texts.push(text);
        }
        let tree = slot.offsets.branch_in_book(cached.branch).into();
        Some((MadeUp { pages, tree }, SectionOrigin { key, texts }))
    }

    /// Caches a section. One that has pictures is not cached: they are larger than they take
    /// time.
    fn put(
        &self,
        slot: &CacheSlot,
        side: Side,
        sheet: &PageGeometry,
        facts: &SectionFacts,
        made: &MadeUp,
    ) -> Option<SectionOrigin> {
        let texts = made.pages.iter().map(|page| encode_items(&page.items));
        let texts: Vec<Vec<u8>> = texts.collect::<Option<_>>()?;
        let page = |(page, text): (&Page, &Vec<u8>)| CachedSectionPage {
            links: page.links.clone(),
            text_bytes: text.len(),
            has_figures: page.figures().next().is_some(),
        };
        let cached = CachedSection {
            pages: made.pages.iter().zip(&texts).map(page).collect(),
            branch: slot.offsets.branch_in_section((&made.tree).into()),
        };
        let facts = slot.offsets.facts_in_section(facts.clone());
        let facts = postcard::to_stdvec(&facts).ok()?;
        let mut pages = postcard::to_stdvec(&cached).ok()?;
        pages.extend(texts.into_iter().flatten());
        let key = slot.recipe.pages_key(side, sheet);
        self.cache.put(slot.recipe.facts_key(side), facts);
        self.cache.put(key, pages);
        Some(SectionOrigin { key, texts: Vec::new() })
    }

    /// Typesets a section whose first page has a place.
    fn typeset(&self, task: SectionTask<'a>, first: usize) -> (SectionFacts, PagedSection) {
        let (begun, _) = self.setting.begin_section(task);
        self.setting.lay_section(task, begun, first)
    }
}

impl<'a> SectionSteps<'a> for SectionCache<'a, '_> {
    type Begun = BegunInCache;
    type Laid = LaidInCache;
    type Origin = Option<SectionOrigin>;

    /// Findings are not cached, so neither is a section in which something was found.
    fn begin_section(&self, task: SectionTask<'a>) -> (BegunInCache, Vec<Diagnostic>) {
        let slot = self.slot(task);
        if let Some(slot) = &slot {
            match self.setting.start(task) {
                SectionStart::Recto => {
                    if let Some(facts) = self.get_facts(slot, Side::Recto) {
                        let known = BegunInCache::Known(Box::new(facts), slot.clone());
                        return (known, Vec::new());
                    }
                }
                SectionStart::Next => {
                    if self.has(slot, Side::Recto) || self.has(slot, Side::Verso) {
                        return (BegunInCache::OnSomeSide(slot.clone()), Vec::new());
                    }
                }
            }
        }
        let (begun, found) = self.setting.begin_section(task);
        let slot = slot.filter(|_| found.is_empty());
        (BegunInCache::Typeset(begun, slot), found)
    }

    fn lay_section(
        &self,
        task: SectionTask<'a>,
        begun: BegunInCache,
        first: usize,
    ) -> (SectionFacts, LaidInCache) {
        let (facts, paged, slot) = match begun {
            BegunInCache::Typeset(begun, slot) => {
                let (facts, paged) = self.setting.lay_section(task, begun, first);
                (facts, Some(paged), slot)
            }
            BegunInCache::Known(facts, slot) => (*facts, None, Some(slot)),
            BegunInCache::OnSomeSide(slot) => {
                if let Some(facts) = self.get_facts(&slot, page_side(first)) {
                    (facts, None, Some(slot))
                } else {
                    let (facts, paged) = self.typeset(task, first);
                    (facts, Some(paged), Some(slot))
                }
            }
        };
        (facts, LaidInCache { paged, slot })
    }

    fn make_up_section(
        &self,
        section: &LaidSection<'a>,
        laid: LaidInCache,
        stone: Stone<'_>,
    ) -> (MadeUp, Option<SectionOrigin>) {
        let LaidInCache { paged, slot } = laid;
        let side = page_side(section.first);
        let cached = match (&paged, &slot) {
            (None, Some(slot)) => self.get_pages(slot, side, stone.sheet),
            _ => None,
        };
        if let Some((made, origin)) = cached {
            return (made, Some(origin));
        }
        // A section without type is cached for another sheet.
        let paged = paged.unwrap_or_else(|| self.typeset(section.task, section.first).1);
        let (made, ()) = self.setting.make_up_section(section, paged, stone);
        let origin = slot
            .and_then(|slot| self.put(&slot, side, stone.sheet, &section.facts, &made));
        (made, origin)
    }
}
