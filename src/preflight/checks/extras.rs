//! What does not belong into a file for a press: what is for screens, and what happens by
//! itself (ISO 32000-1 §12).

use lopdf::{Dictionary, Object};

use super::file::{ClaimedStandard, PdfXStandard};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::object::{PdfFile, PdfPage};
use crate::preflight::rules::PreflightOptions;

/// Looks at the catalog, the pages and all objects.
pub(in crate::preflight) fn check_extras(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    order: &PreflightOptions<'_>,
    leaves: &[PdfPage],
    findings: &mut PreflightFindings,
) {
    let gravity = claim.severity();
    // What is not printed does no harm, but where a press refuses it.
    let unseen = if order.profile.is_some() { Severity::Warning } else { Severity::Note };
    let mut add = |code, gravity, message: &str, remedy| {
        findings.add(PreflightFinding::new(code, gravity, message, remedy));
    };
    let catalog = pdf.catalog();
    if let Some(form) = pdf.get_dictionary(catalog, "AcroForm")
        && (!pdf.get_array(form, "Fields").is_empty() || form.has(b"XFA"))
    {
        let remedy = "turn its fields into plain text";
        add(codes::FORM, gravity, "there is a form to be filled in", remedy);
    }
    let scripts = pdf
        .get_dictionary(catalog, "Names")
        .is_some_and(|names| names.has(b"JavaScript"));
    let is_script = |own: &Dictionary| {
        matches!(pdf.get_name(own, "S").as_deref(), Some("JavaScript")) && own.has(b"JS")
    };
    if scripts || pdf.any_dictionary(is_script) {
        add(codes::SCRIPT, gravity, "there is a script", "take it out");
    }
    let opens = pdf.as_dictionary(pdf.get(catalog, "OpenAction"));
    if opens.is_some() || catalog.has(b"AA") {
        add(
            codes::ACTION,
            gravity,
            "something happens when the file is opened",
            "take the actions out",
        );
    }
    let outline = pdf.get_dictionary(catalog, "Outlines");
    if outline.is_some_and(|outline| outline.has(b"First")) {
        let remedy = "leave them out of the file for the press";
        add(codes::BOOKMARKS, unseen, "there are bookmarks", remedy);
    }
    let names = pdf.get_dictionary(catalog, "Names");
    let attached = names.is_some_and(|names| names.has(b"EmbeddedFiles"))
        || catalog.has(b"AF")
        || pdf.any_dictionary(|own| {
            own.has(b"EF") && pdf.as_dictionary(pdf.get(own, "EF")).is_some()
        });
    if attached {
        add(codes::ATTACHED, gravity, "other files lie in the file", "take them out");
    }
    if catalog.has(b"OCProperties") {
        let gravity =
            if claim.kind == PdfXStandard::X4 { Severity::Note } else { gravity };
        let remedy = "leave what shall be printed, without layers";
        add(codes::LAYERS, gravity, "there are layers", remedy);
    }
    let is_lzw = |own: &Dictionary| {
        pdf.get_name(own, "Subtype").as_deref() != Some("Image")
            && own.has(b"Length")
            && pdf.filter_names(own).iter().any(|filter| filter == "LZWDecode")
    };
    if matches!(claim.kind, PdfXStandard::X1a | PdfXStandard::X3)
        && pdf.any_dictionary(is_lzw)
    {
        let remedy = "pack it with Flate";
        let message = "a stream is packed by LZW, which the standard does not allow";
        add(codes::FILTER, gravity, message, remedy);
    }
    // A stream that is read from another file (§7.3.8.2).
    let is_external = |object: &Object| {
        object.as_stream().is_ok_and(|stream| {
            stream.dict.has(b"F")
                && !stream.dict.has(b"FFilter")
                && stream.content.is_empty()
                || stream.dict.has(b"FFilter")
        })
    };
    if pdf.document.objects.values().any(is_external) {
        let remedy = "place it in this one";
        add(
            codes::EXTERNAL,
            gravity,
            "a part of the file stands in another file",
            remedy,
        );
    }
    for leaf in leaves {
        check_page_extras(pdf, claim, unseen, leaf, findings);
    }
}

/// What a page brings besides its content.
fn check_page_extras(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    unseen: Severity,
    leaf: &PdfPage,
    findings: &mut PreflightFindings,
) {
    let own = &leaf.dictionary;
    if own.has(b"AA") {
        findings.add(
            PreflightFinding::new(
                codes::ACTION,
                claim.severity(),
                "something happens when a page is opened",
                "take the actions out",
            )
            .on_page(leaf.number),
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
        // A link is not seen; what is drawn is.
        let gravity = match (claim.kind, kind.as_str()) {
            (PdfXStandard::None, "Link") => unseen,
            _ => claim.severity(),
        };
        let (message, remedy) = match kind.as_str() {
            "Link" => {
                ("a link lies on a page", "leave links out of the file for the press")
            }
            "Widget" => ("a field lies on a page", "turn its fields into plain text"),
            _ => (
                "an annotation lies on a page",
                "take it out, or make it part of the page",
            ),
        };
        let finding = PreflightFinding::new(codes::ANNOTATION, gravity, message, remedy)
            .on_page(leaf.number)
            .with_found(kind);
        findings.add(match area.zip(trim) {
            Some((area, trim)) => finding.at_area(&area, &trim),
            None => finding,
        });
    }
}
