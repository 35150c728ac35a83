//! What does not belong into a file for a press: what is for screens, and what happens by
//! itself (ISO 32000-1 §12).

use lopdf::{Dictionary, Object};

use super::file::{Claim, Kind};
use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::finding::{Finding, Findings};
use crate::preflight::object::{Leaf, Pdf};
use crate::preflight::rules::Order;

/// Looks at the catalog, the pages and all objects.
pub(in crate::preflight) fn check(
    pdf: &Pdf,
    claim: &Claim,
    order: &Order<'_>,
    leaves: &[Leaf],
    findings: &mut Findings,
) {
    let gravity = claim.gravity();
    // What is not printed does no harm, but where a press refuses it.
    let unseen = if order.profile.is_some() { Severity::Warning } else { Severity::Note };
    let mut add = |code, gravity, message: &str, remedy| {
        findings.add(Finding::new(code, gravity, message, remedy));
    };
    let catalog = pdf.catalog();
    if let Some(form) = pdf.dictionary(catalog, "AcroForm")
        && (!pdf.list(form, "Fields").is_empty() || form.has(b"XFA"))
    {
        let remedy = "turn its fields into plain text";
        add(codes::FORM, gravity, "there is a form to be filled in", remedy);
    }
    let scripts =
        pdf.dictionary(catalog, "Names").is_some_and(|names| names.has(b"JavaScript"));
    let is_script = |own: &Dictionary| {
        matches!(pdf.name(own, "S").as_deref(), Some("JavaScript")) && own.has(b"JS")
    };
    if scripts || pdf.has(is_script) {
        add(codes::SCRIPT, gravity, "there is a script", "take it out");
    }
    let opens = pdf.as_dictionary(pdf.value(catalog, "OpenAction"));
    if opens.is_some() || catalog.has(b"AA") {
        add(
            codes::ACTION,
            gravity,
            "something happens when the file is opened",
            "take the actions out",
        );
    }
    let outline = pdf.dictionary(catalog, "Outlines");
    if outline.is_some_and(|outline| outline.has(b"First")) {
        let remedy = "leave them out of the file for the press";
        add(codes::BOOKMARKS, unseen, "there are bookmarks", remedy);
    }
    let names = pdf.dictionary(catalog, "Names");
    let attached = names.is_some_and(|names| names.has(b"EmbeddedFiles"))
        || catalog.has(b"AF")
        || pdf.has(|own| {
            own.has(b"EF") && pdf.as_dictionary(pdf.value(own, "EF")).is_some()
        });
    if attached {
        add(codes::ATTACHED, gravity, "other files lie in the file", "take them out");
    }
    if catalog.has(b"OCProperties") {
        let gravity = if claim.kind == Kind::X4 { Severity::Note } else { gravity };
        let remedy = "leave what shall be printed, without layers";
        add(codes::LAYERS, gravity, "there are layers", remedy);
    }
    let is_lzw = |own: &Dictionary| {
        pdf.name(own, "Subtype").as_deref() != Some("Image")
            && own.has(b"Length")
            && pdf.filters(own).iter().any(|filter| filter == "LZWDecode")
    };
    if matches!(claim.kind, Kind::X1a | Kind::X3) && pdf.has(is_lzw) {
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
        page(pdf, claim, unseen, leaf, findings);
    }
}

/// What a page brings besides its content.
fn page(
    pdf: &Pdf,
    claim: &Claim,
    unseen: Severity,
    leaf: &Leaf,
    findings: &mut Findings,
) {
    let own = &leaf.dictionary;
    if own.has(b"AA") {
        findings.add(
            Finding::new(
                codes::ACTION,
                claim.gravity(),
                "something happens when a page is opened",
                "take the actions out",
            )
            .on(leaf.number),
        );
    }
    let boxes = ["BleedBox", "TrimBox", "ArtBox", "MediaBox"];
    let bleed = boxes.iter().find_map(|key| pdf.area(own, key));
    let trim = boxes[1..].iter().find_map(|key| pdf.area(own, key));
    for annotation in pdf.list(own, "Annots").into_iter().take(100_000) {
        let Some(annotation) = pdf.as_dictionary(annotation) else { continue };
        let kind = pdf.name(annotation, "Subtype").unwrap_or_default();
        // The press makes these itself (§14.11.3, §14.11.6).
        if kind == "PrinterMark" || kind == "TrapNet" {
            continue;
        }
        let area = pdf.area(annotation, "Rect");
        let beside = area.zip(bleed).is_some_and(|(area, bleed)| {
            area.within(&bleed)
                .is_none_or(|both| both.width() <= 0.0 || both.height() <= 0.0)
        });
        if beside {
            continue;
        }
        // A link is not seen; what is drawn is.
        let gravity = match (claim.kind, kind.as_str()) {
            (Kind::None, "Link") => unseen,
            _ => claim.gravity(),
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
        let finding = Finding::new(codes::ANNOTATION, gravity, message, remedy)
            .on(leaf.number)
            .found(kind);
        findings.add(match area.zip(trim) {
            Some((area, trim)) => finding.at(&area, &trim),
            None => finding,
        });
    }
}
