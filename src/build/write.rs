//! The third step of a build: the editions are written, those that flow beside those that
//! have pages.

use std::borrow::Cow;

use crate::book::Book;
use crate::book::matter::fixed_spaces::fix_spaces;
use crate::book::matter::references::name_references;
use crate::cache::Cache;
use crate::design::{Design, EpubFonts};
use crate::diagnostic::{Diagnostic, Warned};
use crate::edition::Publication;
use crate::edition::cover::Cover;
use crate::edition::epub::{EpubContent, EpubFlavour};
use crate::edition::pdf::{
    DocumentInfo, PdfError, write_cached_pdf, write_imposed_pdf, write_press_pdf,
};

use super::context::BuildContext;
use super::layout::{PressLayout, SharedLayout, Typesetter, draw_cover};
use super::materials::Materials;
use super::wrap::{build_cover_sheet, draw_wrap, locate_intent};
use super::{BuildError, Format, Manuscript};

/// The bytes of the editions, and what came up while they were written.
pub(super) struct WrittenEditions {
    /// In the order of the formats.
    pub(super) editions: Vec<WrittenEdition>,
    /// What was found while the cover was drawn.
    pub(super) cover_diagnostics: Vec<Diagnostic>,
}

/// An edition as bytes.
pub(super) struct WrittenEdition {
    pub(super) format: Format,
    pub(super) bytes: Warned<Vec<u8>>,
    /// The number of its pages, if it is [`Format::Pdf`].
    pub(super) pages: Option<usize>,
}

/// Writes all editions that were asked for.
pub(super) fn write_editions(
    context: BuildContext<'_>,
    materials: &Materials<'_>,
    layout: SharedLayout,
    typesetter: Option<&Typesetter<'_>>,
) -> Result<(WrittenEditions, Option<PressLayout>), BuildError> {
    let SharedLayout { early_cover, press } = layout;
    let cover = early_cover.as_ref().map(|cover| &cover.value);
    let paged = typesetter.map(|typesetter| PagedWriter {
        context,
        manuscript: &materials.manuscript,
        typesetter,
        cover,
        press: press.as_ref(),
        cache: materials.cache,
    });
    let (paged, flowing) = rayon::join(
        || paged.map_or_else(|| Ok(Vec::new()), |writer| writer.write_all()),
        || write_flowing(context, materials, cover),
    );
    let (mut editions, late_cover) = flowing?;
    editions.extend(paged?);
    editions.sort_by_key(|edition| edition.format);
    let cover = early_cover.or(late_cover);
    let cover_diagnostics = cover.map(|cover| cover.diagnostics).unwrap_or_default();
    Ok((WrittenEditions { editions, cover_diagnostics }, press))
}

/// A book as the editions that flow have it: they break their lines themselves, and have no
/// pages to refer to. An EPUB has its spaces fixed.
pub(super) fn prepare_flowing(book: &Book, is_for_epub: bool) -> Cow<'_, Book> {
    let named = name_references(book).map_or(Cow::Borrowed(book), Cow::Owned);
    if is_for_epub { Cow::Owned(fix_spaces(&named)) } else { named }
}

/// Writes the editions that flow, with the cover. If that is not drawn yet, it is drawn
/// here, and returned.
fn write_flowing(
    context: BuildContext<'_>,
    materials: &Materials<'_>,
    early_cover: Option<&Cover>,
) -> Result<(Vec<WrittenEdition>, Option<Warned<Cover>>), BuildError> {
    let options = context.options;
    let wants_cover = options.has_any(&Format::WITH_EPUB_COVER) && !options.is_lean;
    let is_late = wants_cover && early_cover.is_none();
    let late_cover = is_late.then(|| draw_cover(context, materials)).transpose()?;
    let cover = early_cover.or(late_cover.as_ref().map(|cover| &cover.value));
    // A check does not look at the cover.
    let cover = cover.filter(|_| !options.is_check && !options.is_lean);
    let publication = Publication { cover, ..materials.publication(options.made) };
    let design = options
        .is_lean
        .then(|| Design { fonts: EpubFonts::System, ..publication.design.clone() });
    let design = design.as_ref().unwrap_or(publication.design);
    let publication = Publication { design, ..publication };
    let has_epub = options.has_any(&Format::WITH_EPUB_COVER);
    let flowing = prepare_flowing(publication.book, has_epub);
    let publication = Publication { book: &flowing, ..publication };
    let mut editions = Vec::new();
    // Formats are ordered: the ONIX message comes last, and describes what is rendered.
    let mut rendered: Option<EpubContent<'_>> = None;
    for &format in &options.formats {
        let failed = |cause| {
            let place = context.job.display_path();
            BuildError::Epub { place, cause }
        };
        let bytes = match format {
            Format::Epub => {
                let content = EpubContent::render(&publication, options.flavour);
                rendered.insert(content).write_epub().map_err(failed)?
            }
            Format::Kepub => {
                let content = EpubContent::render_kepub(&publication);
                rendered.insert(content).write_epub().map_err(failed)?
            }
            Format::Onix => {
                let render = || EpubContent::render(&publication, EpubFlavour::default());
                let content = rendered.get_or_insert_with(render);
                let Warned { value, diagnostics } = content.describe_onix();
                Warned { value: value.into_bytes(), diagnostics }
            }
            Format::Pdf | Format::Print | Format::Imposed | Format::Cover => continue,
        };
        context.progress.edition_written(format, None);
        editions.push(WrittenEdition { format, bytes, pages: None });
    }
    Ok((editions, late_cover))
}

/// Writes the editions that have pages, one after the other: each uses all cores.
struct PagedWriter<'a> {
    context: BuildContext<'a>,
    manuscript: &'a Manuscript,
    typesetter: &'a Typesetter<'a>,
    /// The cover that the PDF may begin with.
    cover: Option<&'a Cover>,
    press: Option<&'a PressLayout>,
    cache: &'a Cache,
}

impl PagedWriter<'_> {
    fn write_all(&self) -> Result<Vec<WrittenEdition>, BuildError> {
        let mut editions = Vec::new();
        for &format in &self.context.options.formats {
            let (bytes, pages) = match (format, self.press) {
                (Format::Pdf, _) => self.write_pdf()?,
                (Format::Print, Some(press)) => (self.write_print(press)?, None),
                (Format::Imposed, Some(press)) => (self.write_imposed(press)?, None),
                (Format::Cover, Some(press)) => (self.write_cover(press)?, None),
                // They flow, or their layout was not asked for.
                (Format::Epub | Format::Kepub | Format::Onix, _)
                | (Format::Print | Format::Imposed | Format::Cover, None) => continue,
            };
            self.context.progress.edition_written(format, pages);
            editions.push(WrittenEdition { format, bytes, pages });
        }
        Ok(editions)
    }

    /// The PDF for readers, and the number of its pages.
    fn write_pdf(&self) -> Result<(Warned<Vec<u8>>, Option<usize>), BuildError> {
        let design = &self.manuscript.design;
        let interior = self.press.map(|press| &press.interior);
        let same = interior.filter(|interior| interior.looks_the_same_in(design));
        let Warned { value: mut pages, diagnostics } = match same {
            // Its findings are those of the interior.
            Some(interior) => Warned::sure(interior.typeset_pages()),
            None => self.typesetter.typeset(design),
        };
        if let (true, Some(cover)) = (self.context.options.cover_in_pdf, self.cover) {
            pages.put_before(|pages| cover.page.clone().put_before(pages));
        }
        let count = pages.page_count();
        let bytes = write_cached_pdf(&pages, &self.document_info(), self.cache).map_err(
            |cause| BuildError::Pdf { place: self.context.job.display_path(), cause },
        )?;
        // The pages are dropped while others go on.
        rayon::spawn(|| drop(pages));
        Ok((Warned { value: bytes, diagnostics }, Some(count)))
    }

    fn write_print(&self, press: &PressLayout) -> Result<Warned<Vec<u8>>, BuildError> {
        write_press_pdf(&press.interior.pages, &self.document_info(), &press.sheet)
            .map_err(|cause| self.name_intent(cause))
    }

    fn write_imposed(&self, press: &PressLayout) -> Result<Warned<Vec<u8>>, BuildError> {
        let (pages, imposition) =
            (&press.interior.pages, &self.manuscript.print.imposition);
        write_imposed_pdf(pages, &self.document_info(), &press.sheet, imposition)
            .map_err(|cause| self.name_intent(cause))
    }

    fn write_cover(&self, press: &PressLayout) -> Result<Warned<Vec<u8>>, BuildError> {
        let publication = self.typesetter.publication;
        let page = draw_wrap(self.context, self.manuscript, publication, press)?;
        let mut diagnostics = Vec::new();
        let page = page.collect(&mut diagnostics);
        let sheet = build_cover_sheet(press);
        let bytes = write_press_pdf(&page, &self.document_info(), &sheet)
            .map_err(|cause| self.name_intent(cause))?;
        let value = bytes.collect(&mut diagnostics);
        Ok(Warned { value, diagnostics })
    }

    fn document_info(&self) -> DocumentInfo {
        DocumentInfo::from_publication(self.typesetter.publication)
    }

    /// An error of a file for the press, with where the printing condition is named.
    fn name_intent(&self, cause: PdfError) -> BuildError {
        let place = locate_intent(self.context.job, &self.manuscript.print);
        BuildError::Pdf { place, cause }
    }
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;

    use crate::book::metadata::Metadata;
    use crate::build::{BuildOptions, Format, Job, MemoryInputs, build};
    use crate::edition::epub::count_renderings_in;

    #[test]
    fn epub_and_onix_share_a_rendering() {
        let inputs = MemoryInputs::new().with("carta.md", "# Carta\n\nQuerida amiga.\n");
        let job = Job::from_documents(["carta.md"], Metadata::default());
        let count = |formats: &[Format]| {
            let options = BuildOptions::with_formats(formats.iter().copied());
            // Renderings are counted by thread.
            let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
            pool.install(|| {
                count_renderings_in(|| {
                    build(&job, &inputs, &options, &()).expect("editions");
                })
            })
        };
        assert_eq!(count(&[Format::Epub, Format::Onix]), 1);
        assert_eq!(count(&[Format::Kepub, Format::Onix]), 1);
        assert_eq!(count(&[Format::Epub, Format::Kepub, Format::Onix]), 2);
        assert_eq!(count(&[Format::Onix]), 1);
    }
}
