//! The first step of a build: everything that the editions of a job are made from.

use std::borrow::Cow;

use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Warned};
use crate::edition::Publication;
use crate::edition::epub::check_style_sheet;
use crate::fonts::{self, FontFile};
use crate::text::paths::display_path;
use crate::typeset::font::Fonts;

use super::context::read_named_file;
use super::fonts::add_fallback_fonts;
use super::variants::Variant;
use super::work::Work;
use super::{
    BookCounts, BuildError, Format, Inputs, Job, Manuscript, Progress, read_manuscript,
};

/// What all editions of a job are made from.
pub(super) struct SharedMaterials {
    /// The book as its documents and its `[book]` have it.
    pub(super) manuscript: Manuscript,
    /// What was found while it was read.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What the book holds.
    pub(super) counts: BookCounts,
    /// What earlier builds have left.
    pub(super) cache: Cache,
    /// The look of each variant.
    pub(super) looks: Vec<VariantLook>,
}

/// What a variant of a job needs besides the book.
pub(super) struct VariantLook {
    /// The font files of the text family.
    family: Vec<FontFile>,
    /// Its faces and the fallback faces; none where no edition has pages.
    faces: Option<Warned<Fonts>>,
    /// The publisher's own style sheet for the EPUB; empty if there is none.
    style: String,
}

/// Everything that a variant of a job is made from.
pub(super) struct Materials<'a> {
    pub(super) manuscript: Cow<'a, Manuscript>,
    /// The font files of the text family.
    pub(super) family: &'a [FontFile],
    /// Its faces and the fallback faces; none where no edition has pages.
    pub(super) faces: Option<&'a Warned<Fonts>>,
    /// The publisher's own style sheet for the EPUB; empty if there is none.
    style: &'a str,
    /// What earlier builds have left.
    pub(super) cache: &'a Cache,
}

impl SharedMaterials {
    /// Reads the documents of a job and the fonts of its variants side by side.
    ///
    /// # Errors
    ///
    /// When a file or a font cannot be read or used, or the book would take too much work.
    pub(super) fn gather(
        job: &Job,
        variants: &[Variant<'_>],
        inputs: &dyn Inputs,
        progress: &dyn Progress,
    ) -> Result<Self, BuildError> {
        let styles = variants.iter().map(|variant| {
            read_style(&variant.job, inputs).map_err(|cause| variant.name_error(cause))
        });
        let styles: Vec<String> = styles.collect::<Result<_, _>>()?;
        let has_pages = |variant: &Variant<'_>| {
            variant.options.formats.iter().copied().any(Format::has_pages)
        };
        let load_fonts = |variant: &Variant<'_>| {
            let family = variant.options.fonts.family_of(&variant.job)?;
            let faces = has_pages(variant).then(|| load_faces(&family)).transpose()?;
            Ok((family, faces))
        };
        let (manuscript, (cache, fonts)) = rayon::join(
            || read_manuscript(job, inputs, progress),
            || {
                let has_pages = variants.iter().any(has_pages);
                let cache = if has_pages { inputs.cache(job) } else { Cache::none() };
                let fonts = variants.iter().map(|variant| {
                    load_fonts(variant).map_err(|cause| variant.name_error(cause))
                });
                (cache, fonts.collect::<Result<Vec<_>, BuildError>>())
            },
        );
        let Warned { value: manuscript, diagnostics } = manuscript?;
        let counts = BookCounts::new(&manuscript.book);
        job.expect_work(estimate_work(&manuscript, &counts, variants))?;
        let looks = fonts?.into_iter().zip(styles);
        let looks = looks
            .map(|((family, faces), style)| VariantLook { family, faces, style })
            .collect();
        Ok(Self { manuscript, diagnostics, counts, cache, looks })
    }

    /// The materials of a variant, whose look is `look`.
    pub(super) fn of_variant<'a>(
        &'a self,
        variant: &Variant<'_>,
        look: &'a VariantLook,
    ) -> Materials<'a> {
        let manuscript = &self.manuscript;
        let manuscript = match variant.job.edition {
            Some(_) => Cow::Owned(manuscript.for_edition(&variant.job.project)),
            None => Cow::Borrowed(manuscript),
        };
        let VariantLook { family, faces, style } = look;
        let (faces, cache) = (faces.as_ref(), &self.cache);
        Materials { manuscript, family, faces, style, cache }
    }
}

impl Materials<'_> {
    /// The book as the writers of editions take it, still without a cover.
    pub(super) fn publication(&self, made: Option<u64>) -> Publication<'_> {
        publish(&self.manuscript, self.family, self.style, made)
    }
}

/// The work on a book from its sources to all editions.
fn estimate_work(
    manuscript: &Manuscript,
    counts: &BookCounts,
    variants: &[Variant<'_>],
) -> Work {
    let Manuscript { book, texts, accounts, .. } = manuscript;
    let texts = texts.iter().zip(accounts);
    let texts: Work =
        texts.map(|(text, account)| Work::of_text(text, account.is_some())).sum();
    let pictures: Work = book.pictures.values().map(Work::of_picture).sum();
    let formats = variants.iter().flat_map(|variant| &variant.options.formats);
    let editions =
        formats.map(|&format| Work::of_edition(counts, &book.metadata, format));
    Work::of_program() + pictures + texts.then(editions.sum())
}

/// Reads the style sheet that the book names.
pub(super) fn read_style(job: &Job, inputs: &dyn Inputs) -> Result<String, BuildError> {
    let Some(path) = &job.project.css else { return Ok(String::new()) };
    let name = display_path(&path.value);
    let Ok(css) = String::from_utf8(read_named_file(job, inputs, path)?) else {
        return Err(BuildError::NotUtf8 { path: name });
    };
    check_style_sheet(&css).map_err(|cause| BuildError::Style { path: name, cause })?;
    Ok(css)
}

/// A manuscript as the writers of editions take it, still without a cover.
pub(super) fn publish<'a>(
    manuscript: &'a Manuscript,
    fonts: &'a [FontFile],
    style: &'a str,
    made: Option<u64>,
) -> Publication<'a> {
    Publication {
        book: &manuscript.book,
        design: &manuscript.design,
        notes: manuscript.notes,
        ibid: manuscript.ibid,
        fonts,
        cover: None,
        style,
        shop: Some(&manuscript.shop),
        made,
    }
}

/// The faces of a family, the fallback faces, and the face of code.
pub(super) fn load_faces(family: &[FontFile]) -> Result<Warned<Fonts>, BuildError> {
    let mut files = add_fallback_fonts(family);
    files.push(fonts::monospaced());
    Ok(Fonts::new(&files)?)
}
