//! The second step of a build: what several editions share is typeset or drawn once.

use crate::book::Book;
use crate::cache::Cache;
use crate::design::Design;
use crate::diagnostic::Warned;
use crate::edition::Publication;
use crate::edition::cover::{self, Cover, CoverError};
use crate::press::{Sheet, Wrap};
use crate::project;
use crate::typeset::cached::CachedPages;
use crate::typeset::document::Pages;
use crate::typeset::font::Fonts;
use crate::typeset::references::set_references;
use crate::typeset::{OnProgress, typeset_with};

use super::context::BuildContext;
use super::materials::{Materials, load_faces, publish};
use super::press_fit::{PressInterior, fit_interior};
use super::wrap::{build_interior_sheet, measure_wrap};
use super::{BuildError, FontLibrary, Format, Job, Manuscript, Progress};

/// What several editions share.
pub(super) struct SharedLayout {
    /// The cover, where it is drawn before anything is typeset.
    pub(super) early_cover: Option<Warned<Cover>>,
    /// What the editions for a press share; none where there are none.
    pub(super) press: Option<PressLayout>,
}

/// What the editions for a press share.
pub(super) struct PressLayout {
    /// The pages.
    pub(super) interior: PressInterior,
    /// The measures of the cover that is wrapped around them.
    pub(super) wrap: Wrap,
    /// What the pages are printed on.
    pub(super) sheet: Sheet,
}

impl SharedLayout {
    /// Typesets and draws what several editions share.
    pub(super) fn build(
        context: BuildContext<'_>,
        materials: &Materials<'_>,
        typesetter: Option<&Typesetter<'_>>,
    ) -> Result<Self, BuildError> {
        let BuildContext { options, .. } = context;
        let Manuscript { design, cover, print, .. } = &*materials.manuscript;
        // An image file may be unusable. Its error should come before the long work.
        let is_image = options.has_any(&Format::WITH_EPUB_COVER)
            && matches!(cover, project::CoverSource::Image(_));
        let early_cover = (options.cover_in_pdf || is_image)
            .then(|| draw_cover(context, materials))
            .transpose()?;
        let mut press = None;
        if let Some(typesetter) = typesetter
            && options.has_any(&Format::FOR_PRESS)
        {
            let interior = fit_interior(context, design, print, typesetter)?;
            let wrap = measure_wrap(&materials.manuscript, interior.page_count);
            let sheet = build_interior_sheet(context, print)?;
            press = Some(PressLayout { interior, wrap, sheet });
        }
        Ok(Self { early_cover, press })
    }
}

/// Typesets one book in any design.
pub(super) struct Typesetter<'a> {
    pub(super) publication: &'a Publication<'a>,
    pub(super) faces: &'a Warned<Fonts>,
    pub(super) cache: &'a Cache,
    pub(super) progress: &'a dyn Progress,
}

impl Typesetter<'_> {
    /// The pages of the book in a design.
    pub(super) fn typeset(&self, design: &Design) -> Warned<CachedPages> {
        let Publication { book, notes, .. } = *self.publication;
        let Warned { value: fonts, diagnostics } = self.faces;
        let mut diagnostics = diagnostics.clone();
        let on_chapter = |chapters| self.progress.chapter_typeset(chapters);
        let set = |book: &Book, on_chapter: &OnProgress<'_>| {
            typeset_with(book, design, notes, fonts, self.cache, on_chapter)
        };
        let pages = set_references(book, CachedPages::anchors, &|book, pass| {
            // Chapters are counted once.
            if pass == 0 { set(book, &on_chapter) } else { set(book, &|_| ()) }
        });
        let value = pages.collect(&mut diagnostics);
        Warned { value, diagnostics }
    }
}

/// Typesets a manuscript in the design and the family that its job names.
///
/// # Errors
///
/// When there is no such family, or its fonts cannot be used.
pub fn typeset_manuscript(
    job: &Job,
    manuscript: &Manuscript,
    fonts: &FontLibrary,
    progress: &dyn Progress,
) -> Result<Warned<Pages>, BuildError> {
    let family = fonts.family_of(job)?;
    let publication = publish(manuscript, &family, "", None);
    let faces = load_faces(&family)?;
    let cache = Cache::none();
    let typesetter =
        Typesetter { publication: &publication, faces: &faces, cache: &cache, progress };
    let Warned { value, diagnostics } = typesetter.typeset(&manuscript.design);
    Ok(Warned { value: value.into_pages(), diagnostics })
}

/// The publisher's cover, or a typographic one: for the EPUB, and as a page of the PDF.
pub(super) fn draw_cover(
    context: BuildContext<'_>,
    materials: &Materials<'_>,
) -> Result<Warned<Cover>, BuildError> {
    let Manuscript { book, design, cover: source, .. } = &*materials.manuscript;
    let template = match source {
        project::CoverSource::Image(path) => {
            let bytes = context.read_named_file(path)?;
            return cover::cover_from_image(bytes, &book.metadata, design).map_err(
                |cause| BuildError::Cover { place: path.position.to_string(), cause },
            );
        }
        project::CoverSource::Template(name) => Some(name),
        project::CoverSource::Made => None,
    };
    let name = template.map(|name| name.as_str());
    cover::make_cover(&book.metadata, design, name, materials.family).map_err(|cause| {
        let unknown = matches!(cause, CoverError::NoTemplate { .. });
        let position = template.filter(|_| unknown).map(|name| &name.position);
        BuildError::Cover { place: context.job.locate(position), cause }
    })
}
