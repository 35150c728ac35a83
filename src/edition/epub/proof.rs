//! The content documents as a person proofs them: with the place of each block in its source,
//! whole fonts, and no package. Nothing is divided, compressed or subset, so that a change is
//! seen at once.

use std::collections::BTreeMap;

use super::cross_references::resolve_cross_references;
use super::document::{BookFacts, ContentDocument, DocumentKind};
use super::fonts::list_whole_fonts;
use super::names::STYLE_SHEET;
use super::plan::{EpubPlan, EpubVariant};
use super::render::{arrange_documents, render_documents};
use super::style::write_style_sheet;
use crate::design::EpubFonts;
use crate::edition::Publication;
use crate::fonts::Bytes;
use crate::text::span::Span;

/// The attribute with the place of a block in its source.
const SOURCE: &str = "data-source";

/// The EPUB of a book as its files, to be shown by a browser.
#[derive(Debug, Clone, Default)]
pub struct EpubProof {
    /// The content documents in reading order.
    pub documents: Vec<ProofDocument>,
    /// What they refer to, by path in the package: the style sheet, fonts and pictures.
    pub resources: BTreeMap<String, ProofResource>,
}

/// A content document.
#[derive(Debug, Clone)]
pub struct ProofDocument {
    /// The name of its file in the folder `text` of the package.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The whole file.
    pub markup: String,
}

/// A file that content documents refer to.
#[derive(Debug, Clone)]
pub struct ProofResource {
    /// Its media type.
    pub media_type: &'static str,
    /// The whole file.
    pub bytes: Bytes,
}

/// Renders a publication to be proofed. Blocks and notes that have a place in a source say
/// it in `data-source`, in the words of `describe`, which needs no escape.
#[must_use]
pub fn render_proof(
    publication: &Publication<'_>,
    describe: &dyn Fn(Span) -> String,
) -> EpubProof {
    let plan = EpubPlan::new(publication, EpubVariant::default());
    let mut documents = render_documents(&plan);
    let facts = BookFacts::collect(&plan, &documents);
    // The places of a markup hold until something is written into it.
    let places = list_places(&plan, &documents);
    if !plan.publication.book.places.anchors.is_empty() {
        resolve_cross_references(&mut documents);
    }
    for (document, places) in documents.iter_mut().zip(places) {
        document.markup = mark_places(&document.markup, &places, describe);
    }
    let documents = arrange_documents(&plan, documents).into_iter();
    let documents = documents.filter(|one| one.kind != DocumentKind::Cover);
    let Publication { design, fonts, style, .. } = plan.publication;
    let embedded = match design.fonts {
        EpubFonts::Embedded => list_whole_fonts(fonts),
        EpubFonts::System => Vec::new(),
    };
    let (fonts_of_style, files): (Vec<_>, Vec<_>) = embedded.into_iter().unzip();
    let css = write_style_sheet(design, fonts, &fonts_of_style, &facts.style, style);
    let css = ProofResource { media_type: "text/css", bytes: css.into() };
    let pictures = plan.pictures().map(|(path, picture)| {
        let bytes = Bytes::copy_from_slice(&picture.bytes);
        let media_type = picture.format.media_type();
        (path.to_owned(), ProofResource { media_type, bytes })
    });
    let fonts = fonts_of_style.iter().zip(files).map(|(font, bytes)| {
        (font.path.clone(), ProofResource { media_type: font.media_type, bytes })
    });
    let resources = pictures.chain(fonts).chain([(STYLE_SHEET.to_owned(), css)]);
    EpubProof {
        resources: resources.collect(),
        documents: documents
            .map(|document| ProofDocument {
                name: document.name,
                title: document.title,
                markup: document.markup,
            })
            .collect(),
    }
}

/// For each document, where in its markup a block begins, and where that is in the source.
/// Documents are in the order of rendering, in which their chapters are in that of the book.
fn list_places(
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
) -> Vec<Vec<(usize, Span)>> {
    let notes = plan.notes.chapters.iter().flatten();
    let notes: BTreeMap<u32, Option<Span>> =
        notes.map(|note| (note.serial, note.note.origin.0)).collect();
    let mut chapters = plan.chapters.iter();
    let of_document = |document: &ContentDocument| {
        let facts = &document.facts;
        let mut places = Vec::new();
        if let DocumentKind::Chapter(_) = document.kind
            && let Some(chapter) = chapters.next()
        {
            let head = document.markup.get(facts.body_start..facts.text_start);
            let title = head.and_then(|head| head.find("<h")).unwrap_or_default();
            places.extend(chapter.origin.0.map(|span| (facts.body_start + title, span)));
            let blocks = facts.blocks.iter().zip(&chapter.blocks);
            places.extend(blocks.filter_map(|(extent, block)| {
                Some((extent.range.start, block.extent()?))
            }));
        }
        let of_notes = facts.notes.iter().filter_map(|note| {
            Some((note.range.start, notes.get(&note.serial).copied()??))
        });
        places.extend(of_notes);
        places
    };
    documents.iter().map(of_document).collect()
}

/// Writes places into the first start tag from each of them on. A block may begin with the
/// end tags of the sections that it closes.
fn mark_places(
    markup: &str,
    places: &[(usize, Span)],
    describe: &dyn Fn(Span) -> String,
) -> String {
    let mut marked = String::with_capacity(markup.len() + places.len() * 32);
    let mut written = 0;
    for &(from, span) in places {
        let Some(at) = find_name_end(markup, from.max(written)) else { continue };
        marked.push_str(&markup[written..at]);
        for part in [" ", SOURCE, "=\"", &describe(span), "\""] {
            marked.push_str(part);
        }
        written = at;
    }
    marked.push_str(&markup[written..]);
    marked
}

/// Where the name of the first start tag ends, from a place on.
fn find_name_end(markup: &str, from: usize) -> Option<usize> {
    let rest = markup.get(from..)?;
    let is_start = |&(at, _): &(usize, &str)| {
        rest[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let (start, _) = rest.match_indices('<').find(is_start)?;
    let name = &rest[start + 1..];
    let length = name.find(|c: char| !c.is_ascii_alphanumeric())?;
    Some(from + start + 1 + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::span::FileId;

    #[test]
    fn places_are_written_into_start_tags() {
        let span = |start| Span { file: FileId(2), line: start, start, end: start };
        let markup = "<body>\n</section><section id=\"a\"><h2>A</h2></section><p>B</p>";
        let places = [(7, span(3)), (markup.find("<p>").unwrap(), span(9))];
        let marked = mark_places(markup, &places, &|span| span.line.to_string());
        assert_eq!(
            marked,
            "<body>\n</section><section data-source=\"3\" id=\"a\"><h2>A</h2></section>\
             <p data-source=\"9\">B</p>"
        );
        assert_eq!(mark_places("no tag", &[(0, span(1))], &|_| String::new()), "no tag");
    }
}
