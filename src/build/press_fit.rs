//! The pages of a book as a press binds them: margins, page count, blank pages at the end.

use std::cmp::Reverse;

use crate::design::{Design, Gutter, Margins};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::length::{Length, Size};
use crate::press::fit::fit_gutter;
use crate::press::profile::{NamedTrim, Profile};
use crate::press::{EdgeInsets, codes};
use crate::project::{self, Print, Project, edit};
use crate::typeset::cached::{CachedPages, PageKeys};
use crate::typeset::document::{Folio, Page, Pages};
use crate::typeset::measure_overhang;

use super::context::BuildContext;
use super::job::read_beside;
use super::layout::Typesetter;
use super::{BuildError, FitError, Job};

/// How many trims, and how many font sizes, are tried at most for a book that does not fit.
const MOST_TRIALS: usize = 3;

/// The font sizes that are tried, in half points: those that are easy to read.
const FONT_SIZES: std::ops::RangeInclusive<i32> = 18..=28;

/// The pages of a book as a press binds them.
#[derive(Debug, Clone)]
pub(super) struct PressInterior {
    /// The pages, with blank ones at the end.
    pub(super) pages: Pages,
    /// The keys by which the cache knows them.
    page_keys: PageKeys,
    /// How many they are.
    pub(super) page_count: u32,
    /// The design that they are typeset in.
    pub(super) design: Design,
    /// How many of them the typesetter made.
    pub(super) typeset_count: usize,
    /// What was found while they were typeset and fitted.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl PressInterior {
    /// The pages without the blank ones at the end, for readers.
    pub(super) fn typeset_pages(&self) -> CachedPages {
        let mut pages = self.pages.clone();
        pages.pages.truncate(self.typeset_count);
        CachedPages::from_whole(pages, self.page_keys.clone())
    }

    /// Whether its pages are those of another design, too.
    pub(super) fn looks_the_same_in(&self, design: &Design) -> bool {
        looks_the_same(&self.design, design, self.typeset_count)
    }
}

/// Typesets a book for the press that it names.
///
/// # Errors
///
/// When the margins leave no room for the text, or the press does not bind this number of
/// pages.
pub(super) fn fit_interior(
    context: BuildContext<'_>,
    design: &Design,
    print: &Print,
    typesetter: &Typesetter<'_>,
) -> Result<PressInterior, BuildError> {
    let job = context.job;
    let mut interior = fit_margins(design, print, typesetter)
        .map_err(|cause| BuildError::Fit { place: locate_press(job, print), cause })?;
    if count_printed(&interior.pages) == 0 {
        return Err(BuildError::BlankPages { place: job.display_path() });
    }
    let (paper, pages) = (&print.paper, interior.page_count);
    if !paper.binds(pages) {
        return Err(BuildError::PageCount {
            place: locate_press(job, print),
            pages,
            press: print.profile.name.clone(),
            least: paper.least,
            most: paper.most,
            paper: paper.name.clone(),
            remedy: find_remedy(context, print, design, pages, typesetter),
        });
    }
    interior.diagnostics.extend(describe_changes(design, print, &interior));
    add_blank_pages(&mut interior);
    Ok(interior)
}

/// Where the press is named.
fn locate_press(job: &Job, print: &Print) -> String {
    job.locate(print.profile_position.as_ref())
}

/// Typesets a book with the margins that its press asks for, which depend on the number of
/// pages.
fn fit_margins(
    design: &Design,
    print: &Print,
    typesetter: &Typesetter<'_>,
) -> Result<PressInterior, FitError> {
    let profile = &print.profile;
    let beyond = measure_overhang(design);
    let margin = profile.least_margin(print.bleed != EdgeInsets::default());
    let least_margins = |gutter: Length| Margins {
        inner: gutter + beyond.inner,
        outer: margin + beyond.outer,
        top: margin + beyond.top,
        bottom: margin + beyond.bottom,
    };
    // As long as the text block can move, the typesetter itself gives the fold what the
    // number of pages asks for.
    let of_press = profile.margins.value.gutters.iter();
    let of_press = of_press
        .map(|gutter| Gutter { over: gutter.over, inner: gutter.inner + beyond.inner });
    let gutters: Vec<Gutter> = design.gutters.iter().copied().chain(of_press).collect();
    let mut last: Option<PressInterior> = None;
    fit_gutter(
        |pages| profile.gutter(pages),
        |gutter| {
            let margins = least_margins(gutter);
            let asked =
                Design { gutters: gutters.clone(), ..design.with_least_margins(margins) };
            if !asked.is_possible() {
                return Err(describe_lack_of_room(&asked, profile, gutter));
            }
            let interior = match last.take() {
                Some(before) if before.looks_the_same_in(&asked) => {
                    PressInterior { design: asked, ..before }
                }
                _ => {
                    let Warned { value, diagnostics } = typesetter.typeset(&asked);
                    let (pages, page_keys) = value.into_whole();
                    PressInterior {
                        page_count: profile
                            .fill_pages(count_printed(&pages), print.multiple),
                        design: asked,
                        typeset_count: pages.pages.len(),
                        pages,
                        page_keys,
                        diagnostics,
                    }
                }
            };
            Ok(last.insert(interior).page_count)
        },
    )?;
    Ok(last.expect("`fit` typesets the book at least once"))
}

/// Whether a book of this many pages looks the same in two designs that differ in nothing
/// but their margins.
fn looks_the_same(one: &Design, other: &Design, pages: usize) -> bool {
    let leaves = pages.next_multiple_of(2);
    let beside =
        |design: &Design| design.heads.source_pages.then_some(design.least_outer);
    one.bound_margins(leaves) == other.bound_margins(leaves)
        && beside(one) == beside(other)
}

/// The number of pages up to the last that has something on it.
fn count_printed(pages: &Pages) -> u32 {
    let last = pages.pages.iter().rposition(|page| !page.items.is_empty());
    u32::try_from(last.map_or(0, |last| last + 1)).unwrap_or(u32::MAX)
}

/// Adds blank pages after the last.
fn add_blank_pages(interior: &mut PressInterior) {
    let count = usize::try_from(interior.page_count).unwrap_or(interior.typeset_count);
    let pages = &mut interior.pages.pages;
    while pages.len() < count {
        let before = pages.last().map(|page| page.folio).unwrap_or_default();
        let folio = Folio { number: before.number.saturating_add(1), ..before };
        pages.push(Page { folio, ..Page::default() });
    }
}

fn describe_lack_of_room(asked: &Design, profile: &Profile, gutter: Length) -> FitError {
    FitError {
        press: profile.name.clone(),
        gutter,
        block: Size {
            width: asked.measure().max(Length::ZERO),
            height: asked.text_height().max(Length::ZERO),
        },
        least: asked.least_block(),
    }
}

/// Findings about what was changed for the press.
fn describe_changes(
    design: &Design,
    print: &Print,
    interior: &PressInterior,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let name = &print.profile.name;
    let leaves = interior.typeset_count.next_multiple_of(2);
    let (wanted, given) =
        (design.bound_margins(leaves), interior.design.bound_margins(leaves));
    let narrower = design.measure() - interior.design.measure();
    let lower = design.text_height() - interior.design.text_height();
    let smaller = [(narrower, "narrower"), (lower, "lower")];
    let smaller = smaller.iter().filter(|(by, _)| *by > Length::ZERO);
    let smaller: Vec<String> =
        smaller.map(|(by, how)| format!("{} {how}", by.in_mm())).collect();
    if !smaller.is_empty() {
        let smaller = smaller.join(" and ");
        let message = format!("the margins of '{name}' make the text block {smaller}");
        let finding = Diagnostic::new(codes::MARGINS, Severity::Warning, message);
        diagnostics.push(finding.hint(describe_margins(given)));
    } else if wanted != given {
        let message = format!("the margins of '{name}' move the text block");
        let finding = Diagnostic::new(codes::MARGINS, Severity::Note, message);
        diagnostics.push(finding.hint(describe_margins(given)));
    }
    if let Some(written) = print.bleed_written
        && written != print.bleed.outer
    {
        let asked = print.bleed.outer.in_mm();
        let message = format!(
            "the bleed is {asked}, as '{name}' requires, instead of {}",
            written.in_mm()
        );
        diagnostics.push(Diagnostic::new(codes::BLEED, Severity::Note, message));
    }
    if let estimates @ [_, ..] = print.profile.estimates(false).as_slice() {
        let message = format!(
            "some requirements of '{name}' for the pages are estimates: {}",
            estimates.join(", ")
        );
        diagnostics.push(Diagnostic::new(codes::ESTIMATE, Severity::Note, message));
    }
    diagnostics
}

/// Margins as a `book.toml` has them.
fn describe_margins(margins: Margins) -> String {
    let Margins { inner, outer, top, bottom } = margins;
    let [inner, outer, top, bottom] =
        [inner, outer, top, bottom].map(|margin| margin.in_mm().replace(' ', ""));
    format!(
        "the margins are now inner = \"{inner}\", outer = \"{outer}\", top = \"{top}\", bottom = \
         \"{bottom}\""
    )
}

/// What brings a book to a number of pages that its press binds, found by trying it.
fn find_remedy(
    context: BuildContext<'_>,
    print: &Print,
    design: &Design,
    pages: u32,
    typesetter: &Typesetter<'_>,
) -> String {
    let too_many = pages > print.paper.most;
    let mut remedies = Vec::new();
    for kind in [list_trims(print, design, too_many), list_font_sizes(design, too_many)] {
        let fits =
            |change: &DesignChange| print.paper.binds(change.estimate(design, pages));
        // Where none is expected to fit, the last one changes most.
        let first = kind.iter().position(fits).unwrap_or(kind.len().saturating_sub(1));
        let tried = kind[first..].iter().take(MOST_TRIALS);
        let counted = tried.filter_map(|change| {
            Some((change, change.count_pages(context, typesetter)?))
        });
        let mut fitting = counted.filter(|(_, pages)| print.paper.binds(*pages));
        if let Some((change, pages)) = fitting.next() {
            remedies.push(format!("{} = {} ({pages} pages)", change.key, change.value));
        }
    }
    match (remedies.is_empty(), too_many) {
        (false, _) => format!("set {}", remedies.join(" or ")),
        (true, true) => {
            "split it into volumes, or name another paper or press".to_owned()
        }
        (true, false) => "combine it with other texts, or name another press".to_owned(),
    }
}

/// Another value for a key of `[design]`.
struct DesignChange {
    key: &'static str,
    value: String,
    trim: Option<Size>,
    font_size: Option<Length>,
}

impl DesignChange {
    /// The expected number of pages of a book that has this many now: it falls with the
    /// area of the page, and rises with the square of the font size.
    fn estimate(&self, design: &Design, pages: u32) -> u32 {
        let area =
            |size: Size| (i64::from(size.width.0) * i64::from(size.height.0)) >> 16;
        let square = |length: Length| (i64::from(length.0) * i64::from(length.0)) >> 16;
        let (part, whole) = match (self.trim, self.font_size) {
            (Some(trim), _) => (area(design.trim), area(trim)),
            (None, Some(size)) => (square(size), square(design.font_size)),
            (None, None) => (1, 1),
        };
        u32::try_from(i64::from(pages) * part / whole.max(1)).unwrap_or(u32::MAX)
    }

    /// The number of pages of the book with the change; none where it cannot be typeset so.
    fn count_pages(
        &self,
        context: BuildContext<'_>,
        typesetter: &Typesetter<'_>,
    ) -> Option<u32> {
        let Project { design, print, .. } = &self.apply(context)?;
        let as_wanted = self.trim.is_none_or(|trim| design.trim == trim)
            && self.font_size.is_none_or(|size| design.font_size == size);
        let fitted = as_wanted.then(|| fit_margins(design, print, typesetter).ok());
        Some(fitted.flatten()?.page_count)
    }

    /// The project whose `book.toml` has the change.
    fn apply(&self, context: BuildContext<'_>) -> Option<Project> {
        let BuildContext { job, inputs, .. } = context;
        let text = job.toml.as_deref()?;
        let edition = job.edition.as_deref();
        let text = edit::set_value(text, edition, "design", self.key, &self.value)?;
        let beside = |name: &str| read_beside(&job.path, name, inputs);
        let project = project::read_project(&job.display_path(), &text, &beside).ok()?;
        match edition {
            Some(name) => {
                let mut editions = project.editions.into_iter();
                editions.find(|one| one.name == name).map(|one| one.project)
            }
            None => Some(project),
        }
    }
}

/// The trims of a press that are larger than that of a book, or smaller, the nearest first.
fn list_trims(print: &Print, design: &Design, larger: bool) -> Vec<DesignChange> {
    let area = |size: Size| i64::from(size.width.0) * i64::from(size.height.0);
    let own = area(design.trim);
    let listed = print.profile.trims.value.listed.iter();
    let mut trims: Vec<_> = listed
        .filter(|trim| (area(trim.size) > own) == larger && area(trim.size) != own)
        .filter(|trim| trim.size.height > trim.size.width)
        .collect();
    trims.sort_by_key(|trim| area(trim.size));
    if !larger {
        trims.sort_by_key(|trim| Reverse(area(trim.size)));
    }
    let change = |trim: &NamedTrim| DesignChange {
        key: "trim",
        value: format!("\"{}\"", trim.name),
        trim: Some(trim.size),
        font_size: None,
    };
    trims.into_iter().map(change).collect()
}

/// Font sizes that are smaller than that of a book, or larger, the nearest first.
fn list_font_sizes(design: &Design, smaller: bool) -> Vec<DesignChange> {
    let sizes = FONT_SIZES.map(|halves| (halves, Length::pt(halves) / 2));
    let mut sizes: Vec<_> =
        sizes
            .filter(|(_, size)| {
                if smaller { *size < design.font_size } else { *size > design.font_size }
            })
            .collect();
    if smaller {
        sizes.reverse();
    }
    let change = |(halves, size): (i32, Length)| {
        let half = if halves % 2 == 1 { ".5" } else { "" };
        DesignChange {
            key: "font-size",
            value: format!("\"{}{half}pt\"", halves / 2),
            trim: None,
            font_size: Some(size),
        }
    };
    sizes.into_iter().map(change).collect()
}
