//! Paragraphs at the beginning in which an editor names the source of the text.

use super::segment::{SegmentKind, Segmentation};

/// Words with which an editor names the source of a text.
const SOURCES: &[&str] = &[
    "versión",
    "version",
    "traducción",
    "traducido",
    "traducida",
    "fuente",
    "tomado de",
    "tomada de",
    "publicado",
    "publicada",
    "edición",
    "translated",
    "translation",
    "source",
    "published",
    "traduction",
    "traduit",
    "publié",
    "übersetz",
    "quelle",
    "erschienen",
    "traduzione",
    "fonte",
    "pubblicato",
    "tradução",
    "publicado",
    "font:",
    "traducció",
    "перевод",
    "источник",
    "опубликован",
    "печатается",
];

/// Marks, among the first `head` blocks, the paragraphs in which an editor names the source of
/// the text.
pub(super) fn mark_source_notes(segmentation: &mut Segmentation, head: usize) {
    for at in 0..segmentation.segments.len().min(head) {
        let segment = &segmentation.segments[at];
        if !matches!(
            segment.kind,
            SegmentKind::Paragraph | SegmentKind::Quotation | SegmentKind::Heading(_)
        ) {
            continue;
        }
        let words = segmentation.words_of(segment);
        let bracketed = words.starts_with(['(', '['])
            && words.trim_end_matches('.').ends_with([')', ']']);
        let small = words.to_lowercase();
        let says = SOURCES.iter().any(|source| small.contains(source));
        let announced =
            SOURCES.iter().any(|source| small.starts_with(&format!("{source}:")));
        if bracketed && says || announced {
            segmentation.segments[at].kind = SegmentKind::SourceNote;
        }
    }
}
