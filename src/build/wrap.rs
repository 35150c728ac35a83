//! The cover that is wrapped around the printed book, and what a press prints it on.

use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::Publication;
use crate::edition::cover::{
    BarcodeField, Blurbs, IsbnSymbol, WrapContent, WrapFront, make_wrap,
};
use crate::press::cover::BoundBook;
use crate::press::profile::{PressInk, Profile, Reliability};
use crate::press::{EdgeInsets, PrintIntent, Sheet, Wrap, codes};
use crate::project::{self, CoverSource, CoverTable, Print};
use crate::typeset::document::Pages;

use super::context::BuildContext;
use super::fonts::add_fallback_fonts;
use super::layout::PressLayout;
use super::{BuildError, Job, Manuscript};

/// The measures of the cover of a book of this many pages.
pub(super) fn measure_wrap(manuscript: &Manuscript, pages: u32) -> Wrap {
    let Manuscript { design, print, cover_table, .. } = manuscript;
    print.profile.wrap(&BoundBook {
        trim: design.trim,
        pages,
        bulk: print.caliper.map_or(print.paper.bulk, |caliper| caliper / 2),
        flap: cover_table.flap,
        spine_words: cover_table.spine,
    })
}

/// Draws the cover for the press: one page.
///
/// # Errors
///
/// When the front cannot be used, or something does not fit on the back.
pub(super) fn draw_wrap(
    context: BuildContext<'_>,
    manuscript: &Manuscript,
    publication: &Publication<'_>,
    layout: &PressLayout,
) -> Result<Warned<Pages>, BuildError> {
    let Manuscript { print, cover_table, cover, .. } = manuscript;
    let image = match cover {
        CoverSource::Image(path) => Some(context.read_named_file(path)?),
        CoverSource::Made | CoverSource::Template(_) => None,
    };
    let front = match (cover, &image) {
        (CoverSource::Template(name), _) => WrapFront::Template(Some(name)),
        (_, Some(bytes)) => WrapFront::Image(bytes),
        (_, None) => WrapFront::Template(None),
    };
    let words = |text: &Option<String>| text.clone().unwrap_or_default();
    let page = make_wrap(&WrapContent {
        wrap: &layout.wrap,
        metadata: &manuscript.book.metadata,
        design: &manuscript.design,
        fonts: &add_fallback_fonts(publication.fonts),
        front,
        blurbs: &Blurbs {
            back: words(&cover_table.back),
            front_flap: words(&cover_table.front_flap),
            back_flap: words(&cover_table.back_flap),
        },
        direction: cover_table.spine_direction,
        barcode: &choose_barcode(manuscript),
    });
    let page = page.map_err(|cause| {
        let place = match cover {
            CoverSource::Image(path) => path.position.to_string(),
            CoverSource::Made | CoverSource::Template(_) => context.job.display_path(),
        };
        BuildError::Cover { place, cause }
    })?;
    let pages = layout.interior.page_count;
    let mut diagnostics = describe_wrap(print, cover_table, pages, &layout.wrap);
    let value = page.collect(&mut diagnostics);
    Ok(Warned { value, diagnostics })
}

/// The barcode: that of the ISBN, or room for the one that the press prints.
fn choose_barcode(manuscript: &Manuscript) -> BarcodeField {
    let Manuscript { book, print, cover_table, .. } = manuscript;
    let press = &print.profile.barcode.value;
    let has_number = book.metadata.isbn_print.is_some();
    match (cover_table.barcode && (has_number || !press.printed), press.printed) {
        (true, _) => {
            let price = cover_table.price.clone();
            BarcodeField::Symbol(IsbnSymbol { price, ..IsbnSymbol::default() })
        }
        (false, true) => BarcodeField::Room(press.room),
        (false, false) => BarcodeField::Nothing,
    }
}

/// What has to be known about a cover before it is printed.
fn describe_wrap(
    print: &Print,
    cover_table: &CoverTable,
    pages: u32,
    wrap: &Wrap,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
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
            "some requirements of '{name}' for the cover (spine {} wide) are estimates: {}",
            wrap.spine.in_mm(),
            estimates.join(", ")
        );
        let finding = Diagnostic::new(codes::ESTIMATE, Severity::Warning, message);
        diagnostics.push(finding.hint(match template {
            Some(address) => format!("compare it with the template of the press: {address}"),
            None => "ask the press for its measurements; set caliper under [print] to the \
                     thickness of a leaf of its paper"
                .to_owned(),
        }));
    }
    if cover_table.spine && wrap.spine_words.is_none() {
        let from = spine.value.words_from;
        let message = if pages < from {
            format!("the spine has no words: '{name}' prints them from {from} pages on")
        } else {
            "the spine has no words: it is too narrow".to_owned()
        };
        diagnostics.push(Diagnostic::new(codes::BARE_SPINE, Severity::Note, message));
    }
    diagnostics
}

/// What the pages of the interior are printed on.
///
/// # Errors
///
/// When the file of the printing condition cannot be read.
pub(super) fn build_interior_sheet(
    context: BuildContext<'_>,
    print: &Print,
) -> Result<Sheet, BuildError> {
    let intent = match &print.intent {
        project::IntentSource::Usual => PrintIntent::Usual,
        project::IntentSource::Named(name) => PrintIntent::Named(name.value.clone()),
        project::IntentSource::File(path) => {
            PrintIntent::Profile(context.read_named_file(path)?)
        }
    };
    Ok(Sheet {
        bleed: print.bleed,
        marks: print.marks,
        standard: print.standard,
        intent,
        whole_fonts: print.whole_fonts,
        ink_limit: print.profile.file.value.ink_limit,
        black_only: print.paper.ink == PressInk::Black,
        resolution: print.profile.file.value.resolution,
    })
}

/// What the cover is printed on: as the pages, but in four inks on all presses, and with
/// bleed on every edge.
pub(super) fn build_cover_sheet(layout: &PressLayout) -> Sheet {
    let edge = layout.wrap.bleed;
    let bleed = EdgeInsets { inner: edge, outer: edge, top: edge, bottom: edge };
    Sheet { bleed, black_only: false, ..layout.sheet.clone() }
}

/// Where the printing condition is named.
pub(super) fn locate_intent(job: &Job, print: &Print) -> String {
    match &print.intent {
        project::IntentSource::Usual => job.display_path(),
        project::IntentSource::Named(name) => name.position.to_string(),
        project::IntentSource::File(path) => path.position.to_string(),
    }
}
