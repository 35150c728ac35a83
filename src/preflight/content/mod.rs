//! An interpreter for page content: which marks a page paints, including those of its form
//! XObjects and patterns (ISO 32000-1 §7.8.2, §8, §9).

mod page;
mod state;

mod shared;

mod interpreter;

mod objects;
mod text;

use super::fonts::CheckedFont;
use super::geometry::PageArea;
use super::limit::PreflightLimit;
use super::object::{EMPTY_DICTIONARY, LARGEST, PdfFile, PdfPage};
use interpreter::ContentInterpreter;
pub(super) use page::{MarkKind, PageContent, PageFeature, PaintedMark, PlacedImage};
use shared::SharedResources;
use state::GraphicsState;

/// Interprets the pages of a file one after the other.
pub(super) struct ContentReader<'a> {
    shared: SharedResources<'a>,
}

impl<'a> ContentReader<'a> {
    pub(super) fn new(pdf: &'a PdfFile) -> Self {
        Self { shared: SharedResources::new(pdf) }
    }

    /// The fonts of the pages that were read; [`PageContent::fonts`] has their indices.
    pub(super) fn fonts(&self) -> &[CheckedFont] {
        &self.shared.fonts
    }

    /// Interprets a page. Nothing outside `clip` counts.
    pub(super) fn read_page(
        &mut self,
        pdf_page: &'a PdfPage,
        clip: PageArea,
    ) -> PageContent {
        let pdf = self.shared.pdf;
        let own = &pdf_page.dictionary;
        let mut page = PageContent { number: pdf_page.number, ..PageContent::default() };
        if let Some(group) = pdf.get_dictionary(own, "Group")
            && pdf.get_name(group, "S").as_deref() == Some("Transparency")
        {
            page.features.insert(PageFeature::Group, None);
        }
        let resources = pdf.get_dictionary(own, "Resources").unwrap_or(&EMPTY_DICTIONARY);
        let mut content = Vec::new();
        for part in pdf.get_array(own, "Contents") {
            let decoded =
                part.as_stream().ok().and_then(|stream| pdf.decode_stream(stream));
            match decoded {
                Some(bytes) if content.len() + bytes.len() <= LARGEST => {
                    content.extend(bytes);
                    content.push(b'\n');
                }
                Some(_) => page.limit = Some(PreflightLimit::PageBytes),
                None if pdf.spent().is_some() => break,
                None => page.broken = Some("a content stream cannot be decoded"),
            }
        }
        let mut interpreter = ContentInterpreter::new(&mut self.shared, page);
        interpreter.run_content(&content, resources, GraphicsState::new(clip));
        interpreter.finish()
    }
}
