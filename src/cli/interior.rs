//! The pages of a book as a press binds them: margins, count, blank pages at the end.

use std::cmp::Reverse;

use anyhow::{Error, Result, anyhow, bail};
use pliego::design::{Design, Gutter, Margins};
use pliego::diagnostic::{Diagnostic, Severity, Warned};
use pliego::disk::{self, shown};
use pliego::length::{Length, Size};
use pliego::press::EdgeInsets;
use pliego::press::codes;
use pliego::press::fit::fit_gutter;
use pliego::press::profile::Profile;
use pliego::project::{self, Print, Project, edit};
use pliego::typeset::document::{Folio, Page, Pages};
use pliego::typeset::overhang;

use super::works::{Work, locate};

/// So many sizes of page or of type are tried for a book that does not fit, of each kind.
const TRIES: usize = 3;

/// The sizes of type that are tried, in half points: what is read with ease.
const TYPE_SIZES: std::ops::RangeInclusive<i32> = 18..=28;

/// Sets the book in a design.
pub(crate) type Set<'a> = dyn FnMut(&Design) -> Result<Warned<Pages>> + 'a;

/// The pages of a book as a press binds them.
#[derive(Debug, Clone)]
pub(crate) struct Interior {
    /// The pages, with blank ones at the end.
    pub(crate) pages: Pages,
    /// How many they are.
    pub(crate) count: u32,
    /// The design that they are set in.
    pub(crate) design: Design,
    /// The pages that the typesetter made.
    pub(crate) set: usize,
    /// What was found while they were set.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Interior {
    /// The pages as the typesetter made them, for readers.
    pub(crate) fn as_set(&self) -> Pages {
        let mut pages = self.pages.clone();
        pages.pages.truncate(self.set);
        pages
    }
}

/// Sets a book for the press that it names.
///
/// # Errors
///
/// When it cannot be set, or the press does not bind so few or so many pages.
pub(crate) fn interior(
    work: &Work,
    design: &Design,
    print: &Print,
    set: &mut Set<'_>,
) -> Result<Interior> {
    let at = || complaint_place(work, print);
    let mut made = fitted(design, print, set).map_err(|error| error.context(at()))?;
    if printed(&made.pages) == 0 {
        bail!(
            "{}: nothing stands on the pages of the book; give it some text",
            shown(&work.path)
        );
    }
    let paper = &print.paper;
    if !paper.binds(made.count) {
        let remedy = remedy(work, print, design, made.count, set);
        bail!(
            "{}: the book has {} pages, and '{}' binds from {} to {} on {} paper; {remedy}",
            at(),
            made.count,
            print.profile.name,
            paper.least,
            paper.most,
            paper.name
        );
    }
    made.diagnostics.extend(changes(design, print, &made));
    fill(&mut made);
    Ok(made)
}

/// Where the press is named.
fn complaint_place(work: &Work, print: &Print) -> String {
    locate(&work.path, print.profile_position.as_ref())
}

/// Sets a book with the margins that its press asks for, which the pages decide on.
fn fitted(design: &Design, print: &Print, set: &mut Set<'_>) -> Result<Interior> {
    let profile = &print.profile;
    let beyond = overhang(design);
    let margin = profile.least_margin(print.bleed != EdgeInsets::default());
    let white = |gutter: Length| Margins {
        inner: gutter + beyond.inner,
        outer: margin + beyond.outer,
        top: margin + beyond.top,
        bottom: margin + beyond.bottom,
    };
    // As long as the block can move, the typesetter gives the fold what the pages ask for.
    let of_press = profile.margins.value.gutters.iter();
    let of_press = of_press
        .map(|gutter| Gutter { over: gutter.over, inner: gutter.inner + beyond.inner });
    let gutters: Vec<Gutter> = design.gutters.iter().copied().chain(of_press).collect();
    let mut last: Option<Interior> = None;
    fit_gutter(
        |pages| profile.gutter(pages),
        |gutter| {
            let asked = Design {
                gutters: gutters.clone(),
                ..design.with_least_margins(white(gutter))
            };
            if !asked.is_possible() {
                return Err(no_room(&asked, profile, gutter));
            }
            match &mut last {
                Some(made) if alike(&made.design, &asked, made.set) => {
                    made.design = asked;
                }
                _ => {
                    let Warned { value: pages, diagnostics } = set(&asked)?;
                    let count = profile.fill_pages(printed(&pages), print.multiple);
                    let set = pages.pages.len();
                    last =
                        Some(Interior { pages, count, design: asked, set, diagnostics });
                }
            }
            Ok(last.as_ref().map_or(0, |made| made.count))
        },
    )?;
    last.ok_or_else(|| anyhow!("the book was not set"))
}

/// Whether a book of so many pages looks the same in two designs that differ in nothing but
/// their margins.
pub(crate) fn alike(one: &Design, other: &Design, pages: usize) -> bool {
    let leaves = pages.next_multiple_of(2);
    let beside =
        |design: &Design| design.heads.source_pages.then_some(design.least_outer);
    one.bound_margins(leaves) == other.bound_margins(leaves)
        && beside(one) == beside(other)
}

/// The pages up to the last that has something on it.
fn printed(pages: &Pages) -> u32 {
    let last = pages.pages.iter().rposition(|page| !page.items.is_empty());
    u32::try_from(last.map_or(0, |last| last + 1)).unwrap_or(u32::MAX)
}

/// Puts blank pages behind the last.
fn fill(made: &mut Interior) {
    let count = usize::try_from(made.count).unwrap_or(made.set);
    let pages = &mut made.pages.pages;
    while pages.len() < count {
        let before = pages.last().map(|page| page.folio).unwrap_or_default();
        let folio = Folio { number: before.number.saturating_add(1), ..before };
        pages.push(Page { folio, ..Page::default() });
    }
}

/// The press leaves the text no room.
fn no_room(asked: &Design, profile: &Profile, gutter: Length) -> Error {
    let Size { width, height } = asked.least_block();
    anyhow!(
        "with the margins that '{}' asks for ({} at the fold) the text block is {} by {} and \
         has to be at least {} by {}; write a larger trim, or a smaller font-size",
        profile.name,
        gutter.in_mm(),
        asked.measure().max(Length::ZERO).in_mm(),
        asked.text_height().max(Length::ZERO).in_mm(),
        width.in_mm(),
        height.in_mm(),
    )
}

/// What was changed for the press.
fn changes(design: &Design, print: &Print, made: &Interior) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let name = &print.profile.name;
    let leaves = made.set.next_multiple_of(2);
    let (wanted, given) =
        (design.bound_margins(leaves), made.design.bound_margins(leaves));
    let narrower = design.measure() - made.design.measure();
    let lower = design.text_height() - made.design.text_height();
    let smaller = [(narrower, "narrower"), (lower, "lower")];
    let smaller = smaller.iter().filter(|(by, _)| *by > Length::ZERO);
    let smaller: Vec<String> =
        smaller.map(|(by, how)| format!("{} {how}", by.in_mm())).collect();
    if !smaller.is_empty() {
        let smaller = smaller.join(" and ");
        let message = format!("for the margins of '{name}' the text block is {smaller}");
        let finding = Diagnostic::new(codes::MARGINS, Severity::Warning, message);
        found.push(finding.hint(said(given)));
    } else if wanted != given {
        let message = format!("for the margins of '{name}' the text block moves");
        let finding = Diagnostic::new(codes::MARGINS, Severity::Note, message);
        found.push(finding.hint(said(given)));
    }
    if let Some(written) = print.bleed_written
        && written != print.bleed.outer
    {
        let asked = print.bleed.outer.in_mm();
        let message = format!(
            "the bleed is {asked}, as '{name}' asks, and not {}",
            written.in_mm()
        );
        found.push(Diagnostic::new(codes::BLEED, Severity::Note, message));
    }
    if let estimates @ [_, ..] = print.profile.estimates(false).as_slice() {
        let message = format!(
            "of what '{name}' asks of the pages this is an estimate: {}",
            estimates.join(", ")
        );
        found.push(Diagnostic::new(codes::ESTIMATE, Severity::Note, message));
    }
    found
}

/// Margins, as a `book.toml` has them.
fn said(margins: Margins) -> String {
    let Margins { inner, outer, top, bottom } = margins;
    let [inner, outer, top, bottom] =
        [inner, outer, top, bottom].map(|margin| margin.in_mm().replace(' ', ""));
    format!(
        "they are inner = \"{inner}\", outer = \"{outer}\", top = \"{top}\", bottom = \
         \"{bottom}\""
    )
}

/// What would bring a book to the pages that its press binds, by trying it.
fn remedy(
    work: &Work,
    print: &Print,
    design: &Design,
    count: u32,
    set: &mut Set<'_>,
) -> String {
    let too_many = count > print.paper.most;
    let mut remedies = Vec::new();
    for kind in [trims(print, design, too_many), sizes(design, too_many)] {
        let fits = |part: &Change| print.paper.binds(part.estimate(design, count));
        // Where none should do, the last is the one that goes furthest.
        let first = kind.iter().position(fits).unwrap_or(kind.len().saturating_sub(1));
        let tried = kind[first..].iter().take(TRIES);
        let made = tried.filter_map(|change| Some((change, change.tried(work, set)?)));
        let mut fitting = made.filter(|(_, count)| print.paper.binds(*count));
        if let Some((change, count)) = fitting.next() {
            remedies.push(format!("{} = {} ({count} pages)", change.key, change.value));
        }
    }
    match (remedies.is_empty(), too_many) {
        (false, _) => format!("write {}", remedies.join(" or ")),
        (true, true) => {
            "divide it into volumes, or name another paper or press".to_owned()
        }
        (true, false) => "gather it with other texts, or name another press".to_owned(),
    }
}

/// A line of `[design]` that says something else.
struct Change {
    key: &'static str,
    value: String,
    trim: Option<Size>,
    font_size: Option<Length>,
}

impl Change {
    /// About how many pages a book of so many would have: as many fewer as the page is
    /// larger, and by the square of the size of its type.
    fn estimate(&self, design: &Design, count: u32) -> u32 {
        let area =
            |size: Size| (i64::from(size.width.0) * i64::from(size.height.0)) >> 16;
        let square = |length: Length| (i64::from(length.0) * i64::from(length.0)) >> 16;
        let (part, whole) = match (self.trim, self.font_size) {
            (Some(trim), _) => (area(design.trim), area(trim)),
            (None, Some(size)) => (square(size), square(design.font_size)),
            (None, None) => (1, 1),
        };
        u32::try_from(i64::from(count) * part / whole.max(1)).unwrap_or(u32::MAX)
    }

    /// The pages of the book if the line said so; none where it cannot be set then.
    fn tried(&self, work: &Work, set: &mut Set<'_>) -> Option<u32> {
        let project = self.written(work)?;
        let Project { design, print, .. } = &project;
        let as_wanted = self.trim.is_none_or(|trim| design.trim == trim)
            && self.font_size.is_none_or(|size| design.font_size == size);
        let made = as_wanted.then(|| fitted(design, print, set).ok()).flatten()?;
        Some(made.count)
    }

    /// The project with the line.
    fn written(&self, work: &Work) -> Option<Project> {
        let bytes = disk::read(&work.path).ok()?;
        let text = edit::set_value(
            str::from_utf8(&bytes).ok()?,
            "design",
            self.key,
            &self.value,
        )?;
        let beside = |name: &str| {
            String::from_utf8(disk::read(&work.path.with_file_name(name)).ok()?).ok()
        };
        project::read_project(&shown(&work.path), &text, &beside).ok()
    }
}

/// The trims of a press that are larger, or smaller, than that of a book, the nearest first.
fn trims(print: &Print, design: &Design, larger: bool) -> Vec<Change> {
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
    let change = |trim: &pliego::press::profile::NamedTrim| Change {
        key: "trim",
        value: format!("\"{}\"", trim.name),
        trim: Some(trim.size),
        font_size: None,
    };
    trims.into_iter().map(change).collect()
}

/// Sizes of type that are smaller, or larger, than that of a book, the nearest first.
fn sizes(design: &Design, smaller: bool) -> Vec<Change> {
    let sizes = TYPE_SIZES.map(|halves| (halves, Length::pt(halves) / 2));
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
        Change {
            key: "font-size",
            value: format!("\"{}{half}pt\"", halves / 2),
            trim: None,
            font_size: Some(size),
        }
    };
    sizes.into_iter().map(change).collect()
}
