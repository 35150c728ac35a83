//! The cover that is wrapped around the printed book.

use anyhow::{Context, Error, Result};
use pliego::diagnostic::{Diagnostic, Severity};
use pliego::disk::{self, shown};
use pliego::edition::Publication;
use pliego::edition::cover::{
    AddOn, Barcode, BarcodeCorner, BarcodeField, Blurbs, IsbnSymbol, WrapContent,
    WrapFront, make_wrap,
};
use pliego::press::cover::Bound;
use pliego::press::profile::{Profile, Standing};
use pliego::press::{Edges, Intent, Sheet, Wrap, codes};
use pliego::project::{self, Cover, Outside, Print};
use pliego::typeset::document::Pages;

use super::findings::Findings;
use super::library::Library;
use super::works::{Work, place};

/// What the files of a book for the press are made by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ordered<'a> {
    /// What the press wants.
    pub(crate) print: &'a Print,
    /// What stands on the cover besides its front.
    pub(crate) outside: &'a Outside,
    /// Where the front comes from.
    pub(crate) cover: &'a Cover,
}

/// The measures of the cover of a book of so many pages.
pub(crate) fn measures(
    order: Ordered<'_>,
    publication: &Publication<'_>,
    pages: u32,
) -> Wrap {
    let Ordered { print, outside, .. } = order;
    print.profile.wrap(&Bound {
        trim: publication.design.trim,
        pages,
        bulk: print.caliper.map_or(print.paper.bulk, |caliper| caliper / 2),
        flap: outside.flap,
        spine_words: outside.spine,
    })
}

/// Makes the cover of a book of so many pages, and of these measures: one page.
///
/// # Errors
///
/// When the front cannot be used, or something does not go on the back.
pub(crate) fn cover(
    work: &Work,
    order: Ordered<'_>,
    publication: &Publication<'_>,
    (pages, wrapped): (u32, &Wrap),
    findings: &mut Findings,
) -> Result<Pages> {
    let Ordered { print, outside, cover } = order;
    let brought = match cover {
        Cover::Image(path) => Some(disk::read(&work.beside(path)).map_err(Error::from)),
        _ => None,
    };
    let at = match cover {
        Cover::Image(path) => place(&work.path, &path.to_string_lossy()),
        _ => shown(&work.path),
    };
    let brought = brought.transpose().with_context(|| at.clone())?;
    let front = match (cover, &brought) {
        (Cover::Template(name), _) => WrapFront::Template(Some(name)),
        (_, Some(bytes)) => WrapFront::Image(bytes),
        (_, None) => WrapFront::Template(None),
    };
    let words = |text: &Option<String>| text.clone().unwrap_or_default();
    let page = make_wrap(&WrapContent {
        wrap: wrapped,
        metadata: &publication.book.metadata,
        design: publication.design,
        fonts: &Library::with_lenders(publication.fonts),
        front,
        blurbs: &Blurbs {
            back: words(&outside.back),
            front_flap: words(&outside.front_flap),
            back_flap: words(&outside.back_flap),
        },
        direction: outside.spine_direction,
        barcode: &barcode(order, publication),
    })
    .with_context(|| at)?;
    findings.diagnostics.extend(told(print, outside, pages, wrapped));
    Ok(page.collect(&mut findings.diagnostics))
}

/// The barcode: that of the ISBN, or room for the one that the press prints.
fn barcode(order: Ordered<'_>, publication: &Publication<'_>) -> Barcode {
    let Ordered { print, outside, .. } = order;
    let press = &print.profile.barcode.value;
    let has_number = publication.book.metadata.isbn_print.is_some();
    let field = match (outside.barcode && (has_number || !press.printed), press.printed) {
        (true, _) => {
            let add_on = outside.price.clone().map_or(AddOn::None, AddOn::Price);
            BarcodeField::Symbol(IsbnSymbol { add_on, ..IsbnSymbol::default() })
        }
        (false, true) => BarcodeField::Room(press.room),
        (false, false) => BarcodeField::Nothing,
    };
    Barcode { field, corner: BarcodeCorner::default() }
}

/// What is to be known of a cover before it is printed.
fn told(print: &Print, outside: &Outside, pages: u32, wrapped: &Wrap) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Profile { name, template, spine, .. } = &print.profile;
    let mut estimates = print.profile.estimates(true);
    let paper = print.profile.paper(&print.paper.name, print.paper.ink);
    let guessed = paper.is_some_and(|paper| paper.source.standing == Standing::Estimate);
    if guessed && print.caliper.is_none() {
        estimates.push("paper");
    }
    if !estimates.is_empty() {
        let message = format!(
            "of the cover for '{name}', its spine {} wide, this is an estimate: {}",
            wrapped.spine.in_mm(),
            estimates.join(", ")
        );
        let finding = Diagnostic::new(codes::ESTIMATE, Severity::Warning, message);
        found.push(finding.hint(match template {
            Some(address) => format!("hold it against the template of the press: {address}"),
            None => "ask the press for its measures; caliper, under [print], says how thick \
                     a leaf of its paper is"
                .to_owned(),
        }));
    }
    if outside.spine && wrapped.spine_words.is_none() {
        let from = spine.value.words_from;
        let message = if pages < from {
            format!(
                "the spine stays without words: '{name}' prints them from {from} pages on"
            )
        } else {
            "the spine stays without words: it is too narrow for any".to_owned()
        };
        found.push(Diagnostic::new(codes::BARE_SPINE, Severity::Note, message));
    }
    found
}

/// What the pages of the interior stand on.
///
/// # Errors
///
/// When the file of the printing condition cannot be read.
pub(crate) fn inside_sheet(work: &Work, print: &Print) -> Result<Sheet> {
    Ok(Sheet {
        bleed: print.bleed,
        marks: print.marks,
        standard: print.standard,
        intent: intent(work, print)?,
        whole_fonts: print.whole_fonts,
        ink_limit: print.profile.file.value.ink_limit,
        black_only: print.paper.ink == pliego::press::profile::Ink::Black,
        resolution: print.profile.file.value.resolution,
    })
}

/// What the cover stands on, by what the pages do: four inks on all presses, and bleed on
/// every edge.
pub(crate) fn outside_sheet(inside: &Sheet, wrapped: &Wrap) -> Sheet {
    let edge = wrapped.bleed;
    let bleed = Edges { inner: edge, outer: edge, top: edge, bottom: edge };
    Sheet { bleed, black_only: false, ..inside.clone() }
}

/// The printing condition.
fn intent(work: &Work, print: &Print) -> Result<Intent> {
    Ok(match &print.intent {
        project::Intent::Usual => Intent::Usual,
        project::Intent::Named(name) => Intent::Named(name.clone()),
        project::Intent::File(path) => {
            let at = || place(&work.path, &path.to_string_lossy());
            Intent::Profile(disk::read(&work.beside(path)).with_context(at)?)
        }
    })
}

/// Where the printing condition is named.
pub(crate) fn intent_place(work: &Work, print: &Print) -> String {
    match &print.intent {
        project::Intent::Usual => shown(&work.path),
        project::Intent::Named(name) => place(&work.path, name),
        project::Intent::File(path) => place(&work.path, &path.to_string_lossy()),
    }
}
