//! The cover that is wrapped around the printed book.

use anyhow::{Context, Error, Result};
use pliego::diagnostic::{Diagnostic, Severity};
use pliego::disk::{self, shown};
use pliego::edition::Publication;
use pliego::edition::cover::{
    AddOn, Barcode, Blurbs, Corner, Field, Front, Symbol, Wrapping, wrap,
};
use pliego::press::cover::BoundBook;
use pliego::press::profile::{Profile, Reliability};
use pliego::press::{EdgeInsets, PrintIntent, Sheet, Wrap, codes};
use pliego::project::{self, CoverSource, CoverTable, Print};
use pliego::typeset::document::Pages;

use super::findings::Findings;
use super::library::Library;
use super::works::Work;

/// What the files of a book for the press are made by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ordered<'a> {
    /// What the press wants.
    pub(crate) print: &'a Print,
    /// What stands on the cover besides its front.
    pub(crate) outside: &'a CoverTable,
    /// Where the front comes from.
    pub(crate) cover: &'a CoverSource,
}

/// The measures of the cover of a book of so many pages.
pub(crate) fn measures(
    order: Ordered<'_>,
    publication: &Publication<'_>,
    pages: u32,
) -> Wrap {
    let Ordered { print, outside, .. } = order;
    print.profile.wrap(&BoundBook {
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
        CoverSource::Image(path) => {
            Some(disk::read(&work.beside(path)).map_err(Error::from))
        }
        _ => None,
    };
    let at = match cover {
        CoverSource::Image(path) => path.position.to_string(),
        _ => shown(&work.path),
    };
    let brought = brought.transpose().with_context(|| at.clone())?;
    let front = match (cover, &brought) {
        (CoverSource::Template(name), _) => Front::Template(Some(name)),
        (_, Some(bytes)) => Front::Image(bytes),
        (_, None) => Front::Template(None),
    };
    let words = |text: &Option<String>| text.clone().unwrap_or_default();
    let page = wrap(&Wrapping {
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
            Field::Symbol(Symbol { add_on, ..Symbol::default() })
        }
        (false, true) => Field::Room(press.room),
        (false, false) => Field::Nothing,
    };
    Barcode { field, corner: Corner::default() }
}

/// What is to be known of a cover before it is printed.
fn told(
    print: &Print,
    outside: &CoverTable,
    pages: u32,
    wrapped: &Wrap,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Profile { name, template, spine, .. } = &print.profile;
    let mut estimates = print.profile.estimates(true);
    let paper = print.profile.paper(&print.paper.name, print.paper.ink);
    let guessed =
        paper.is_some_and(|paper| paper.source.standing == Reliability::Estimate);
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
        black_only: print.paper.ink == pliego::press::profile::PressInk::Black,
        resolution: print.profile.file.value.resolution,
    })
}

/// What the cover stands on, by what the pages do: four inks on all presses, and bleed on
/// every edge.
pub(crate) fn outside_sheet(inside: &Sheet, wrapped: &Wrap) -> Sheet {
    let edge = wrapped.bleed;
    let bleed = EdgeInsets { inner: edge, outer: edge, top: edge, bottom: edge };
    Sheet { bleed, black_only: false, ..inside.clone() }
}

/// The printing condition.
fn intent(work: &Work, print: &Print) -> Result<PrintIntent> {
    Ok(match &print.intent {
        project::IntentSource::Usual => PrintIntent::Usual,
        project::IntentSource::Named(name) => PrintIntent::Named(name.value.clone()),
        project::IntentSource::File(path) => {
            let at = || path.position.to_string();
            PrintIntent::Profile(disk::read(&work.beside(path)).with_context(at)?)
        }
    })
}

/// Where the printing condition is named.
pub(crate) fn intent_place(work: &Work, print: &Print) -> String {
    match &print.intent {
        project::IntentSource::Usual => shown(&work.path),
        project::IntentSource::Named(name) => name.position.to_string(),
        project::IntentSource::File(path) => path.position.to_string(),
    }
}
