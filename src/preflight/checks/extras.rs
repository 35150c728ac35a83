//! Objects that do not belong in a press file: interactive features, actions, attachments
//! (ISO 32000-1 §12).

use lopdf::{Dictionary, Object};

use super::file::{ClaimedStandard, PdfXStandard};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::object::{PdfFile, PdfPage};
use crate::preflight::rules::PreflightOptions;

/// Checks the catalog, the pages and all objects.
pub(in crate::preflight) fn check_extras(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    options: &PreflightOptions<'_>,
    pdf_pages: &[PdfPage],
    findings: &mut PreflightFindings,
) {
    let severity = claim.severity();
    // What is not printed is harmless, unless a press rejects it.
    let unseen =
        if options.profile.is_some() { Severity::Warning } else { Severity::Note };
    let mut add = |code, severity, message: &str, remedy| {
        findings.add(PreflightFinding::new(code, severity, message, remedy));
    };
    let catalog = pdf.catalog();
    if let Some(form) = pdf.get_dictionary(catalog, "AcroForm")
        && (!pdf.get_array(form, "Fields").is_empty() || form.has(b"XFA"))
    {
        let remedy = "turn its fields into plain text";
        add(codes::FORM, severity, "the file has a form with fields", remedy);
    }
    let scripts = pdf
        .get_dictionary(catalog, "Names")
        .is_some_and(|names| names.has(b"JavaScript"));
    let is_script = |own: &Dictionary| {
        matches!(pdf.get_name(own, "S").as_deref(), Some("JavaScript")) && own.has(b"JS")
    };
    if scripts || pdf.any_dictionary(is_script) {
        add(codes::SCRIPT, severity, "the file has a script", "remove it");
    }
    let opens = pdf.as_dictionary(pdf.get(catalog, "OpenAction"));
    if opens.is_some() || catalog.has(b"AA") {
        add(
            codes::ACTION,
            severity,
            "an action runs when the file is opened",
            "remove the actions",
        );
    }
    let outline = pdf.get_dictionary(catalog, "Outlines");
    if outline.is_some_and(|outline| outline.has(b"First")) {
        let remedy = "remove them from the press file";
        add(codes::BOOKMARKS, unseen, "the file has bookmarks", remedy);
    }
    let names = pdf.get_dictionary(catalog, "Names");
    let attached = names.is_some_and(|names| names.has(b"EmbeddedFiles"))
        || catalog.has(b"AF")
        || pdf.any_dictionary(|own| {
            own.has(b"EF") && pdf.as_dictionary(pdf.get(own, "EF")).is_some()
        });
    if attached {
        add(codes::ATTACHED, severity, "the file has attachments", "remove them");
    }
    if catalog.has(b"OCProperties") {
        let severity =
            if claim.kind == PdfXStandard::X4 { Severity::Note } else { severity };
        let remedy = "keep only what is to be printed, without layers";
        add(codes::LAYERS, severity, "the file has layers", remedy);
    }
    let is_lzw = |own: &Dictionary| {
        pdf.get_name(own, "Subtype").as_deref() != Some("Image")
            && own.has(b"Length")
            && pdf.filter_names(own).iter().any(|filter| filter == "LZWDecode")
    };
    if matches!(claim.kind, PdfXStandard::X1a | PdfXStandard::X3)
        && pdf.any_dictionary(is_lzw)
    {
        let remedy = "compress it with Flate";
        let message =
            "a stream is compressed with LZW, which the standard does not allow";
        add(codes::FILTER, severity, message, remedy);
    }
    // A stream whose data is in another file (§7.3.8.2).
    let is_external = |object: &Object| {
        object.as_stream().is_ok_and(|stream| {
            stream.dict.has(b"F")
                && !stream.dict.has(b"FFilter")
                && stream.content.is_empty()
                || stream.dict.has(b"FFilter")
        })
    };
    if pdf.document.objects.values().any(is_external) {
        let remedy = "embed it in this one";
        add(codes::EXTERNAL, severity, "a part of the file is in another file", remedy);
    }
    for pdf_page in pdf_pages {
        check_page_extras(pdf, claim, unseen, pdf_page, findings);
    }
}

/// Checks the actions and annotations of a page.
fn check_page_extras(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    unseen: Severity,
    pdf_page: &PdfPage,
    findings: &mut PreflightFindings,
) {
    let own = &pdf_page.dictionary;
    if own.has(b"AA") {
        findings.add(
            PreflightFinding::new(
                codes::ACTION,
                claim.severity(),
                "an action runs when a page is opened",
                "remove the actions",
            )
            .on_page(pdf_page.number),
        );
    }
    let boxes = ["BleedBox", "TrimBox", "ArtBox", "MediaBox"];
    let bleed = boxes.iter().find_map(|key| pdf.get_area(own, key));
    let trim = boxes[1..].iter().find_map(|key| pdf.get_area(own, key));
    for annotation in pdf.get_array(own, "Annots").into_iter().take(100_000) {
        let Some(annotation) = pdf.as_dictionary(annotation) else { continue };
        let kind = pdf.get_name(annotation, "Subtype").unwrap_or_default();
        // The press makes these itself (§14.11.3, §14.11.6).
        if kind == "PrinterMark" || kind == "TrapNet" {
            continue;
        }
        let area = pdf.get_area(annotation, "Rect");
        let beside = area.zip(bleed).is_some_and(|(area, bleed)| {
            area.intersection(&bleed)
                .is_none_or(|both| both.width() <= 0.0 || both.height() <= 0.0)
        });
        if beside {
            continue;
        }
        // A link is invisible; other annotations are drawn.
        let severity = match (claim.kind, kind.as_str()) {
            (PdfXStandard::None, "Link") => unseen,
            _ => claim.severity(),
        };
        let (message, remedy) = match kind.as_str() {
            "Link" => ("a page has a link", "remove links from the press file"),
            "Widget" => ("a page has a form field", "turn its fields into plain text"),
            _ => ("a page has an annotation", "remove it, or flatten it into the page"),
        };
        let finding = PreflightFinding::new(codes::ANNOTATION, severity, message, remedy)
            .on_page(pdf_page.number)
            .with_found(kind);
        findings.add(match area.zip(trim) {
            Some((area, trim)) => finding.at_area(&area, &trim),
            None => finding,
        });
    }
}
