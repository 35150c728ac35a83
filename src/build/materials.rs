//! The first step of a build: everything that the editions of a job are made from.

use crate::cache::Cache;
use crate::diagnostic::{Diagnostic, Warned};
use crate::edition::Publication;
use crate::edition::epub::check_style_sheet;
use crate::fonts::{self, FontFile};
use crate::text::paths::display_path;
use crate::typeset::font::Fonts;

use super::context::BuildContext;
use super::fonts::add_fallback_fonts;
use super::{BuildError, Format, Manuscript, read_manuscript};

/// Everything that the editions of a job are made from.
pub(super) struct Materials {
    pub(super) manuscript: Manuscript,
    /// What was found while it was read.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The font files of the text family.
    pub(super) family: Vec<FontFile>,
    /// Its faces and the fallback faces; none where no edition has pages.
    pub(super) faces: Option<Warned<Fonts>>,
    /// The publisher's own style sheet for the EPUB; empty if there is none.
    pub(super) style: String,
    /// What earlier builds have left.
    pub(super) cache: Cache,
}

impl Materials {
    /// Reads the documents and the fonts of a job side by side.
    pub(super) fn gather(context: BuildContext<'_>) -> Result<Self, BuildError> {
        let BuildContext { job, inputs, options, progress } = context;
        let style = read_style(context)?;
        let has_pages = options.formats.iter().copied().any(Format::has_pages);
        let (manuscript, (cache, fonts)) = rayon::join(
            || read_manuscript(job, inputs, progress),
            || {
                let cache = if has_pages { inputs.cache(job) } else { Cache::none() };
                let fonts = options.fonts.family_of(job).and_then(|family| {
                    let faces = has_pages.then(|| load_faces(&family)).transpose()?;
                    Ok((family, faces))
                });
                (cache, fonts)
            },
        );
        let Warned { value: manuscript, diagnostics } = manuscript?;
        let (family, faces) = fonts?;
        Ok(Self { manuscript, diagnostics, family, faces, style, cache })
    }

    /// The book as the writers of editions take it, still without a cover.
    pub(super) fn publication(&self, made: Option<u64>) -> Publication<'_> {
        publish(&self.manuscript, &self.family, &self.style, made)
    }
}

/// Reads the style sheet that the book names.
fn read_style(context: BuildContext<'_>) -> Result<String, BuildError> {
    let Some(path) = &context.job.project.css else { return Ok(String::new()) };
    let name = display_path(&path.value);
    let Ok(css) = String::from_utf8(context.read_named_file(path)?) else {
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
