//! The file as a whole: version, structure, and metadata.

use lopdf::Dictionary;
use lopdf::xref::{XrefEntry, XrefType};

use crate::diagnostic::Severity;
use crate::preflight::codes;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::object::PdfFile;
use crate::preflight::rules::PreflightOptions;
use crate::preflight::xmp::{self, XmpProperties};

/// A standard, as far as the clauses distinguish them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::preflight) enum PdfXStandard {
    /// PDF/X-1a: inks only.
    X1a,
    /// PDF/X-3: also colours defined by ICC profiles.
    X3,
    /// PDF/X-4: also transparency and layers.
    X4,
    /// None, or an unknown one.
    None,
}

/// The standard that a file claims.
#[derive(Debug, Clone)]
pub(in crate::preflight) struct ClaimedStandard {
    pub(in crate::preflight) kind: PdfXStandard,
    /// The name of the standard, as the file states it.
    pub(in crate::preflight) name: Option<String>,
}

impl ClaimedStandard {
    /// The severity of breaking a clause that all PDF/X standards share.
    pub(in crate::preflight) fn severity(&self) -> Severity {
        match self.kind {
            PdfXStandard::None => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// The name, for messages.
    pub(in crate::preflight) fn standard_name(&self) -> &str {
        self.name.as_deref().unwrap_or("a press")
    }
}

/// Checks the file as a whole, and returns the standard that it claims.
pub(in crate::preflight) fn check_file(
    pdf: &PdfFile,
    options: &PreflightOptions<'_>,
    findings: &mut PreflightFindings,
) -> ClaimedStandard {
    let xmp = XmpProperties::from_file(pdf);
    let empty = Dictionary::new();
    let info = pdf.info().unwrap_or(&empty);
    let claim = read_claim(pdf, info, &xmp);
    read_standard(pdf, info, &claim, &xmp, options, findings);
    check_version(pdf, &claim, findings);
    check_structure(pdf, &claim, findings);
    check_info(pdf, info, &claim, &xmp, findings);
    check_metadata_agreement(pdf, info, &claim, &xmp, findings);
    claim
}

/// Reads which standard a file claims (ISO 15930-1, ISO 15930-7).
fn read_claim(pdf: &PdfFile, info: &Dictionary, xmp: &XmpProperties) -> ClaimedStandard {
    let version = pdf.get_text(info, "GTS_PDFXVersion");
    let conformance = pdf.get_text(info, "GTS_PDFXConformance");
    let stated = xmp.get(xmp::PDFXID, "GTS_PDFXVersion").map(str::to_owned);
    let claims_1a = |text: &Option<String>| {
        text.as_ref().is_some_and(|one| one.starts_with("PDF/X-1"))
    };
    let name = if claims_1a(&version) || claims_1a(&conformance) {
        // The version of 2001 covers two conformance levels; this key says which one.
        conformance.or(version)
    } else {
        stated.or(version)
    };
    let kind = match name.as_deref() {
        Some(name) if name.starts_with("PDF/X-1") => PdfXStandard::X1a,
        Some(name) if name.starts_with("PDF/X-3") => PdfXStandard::X3,
        Some(name) if name.starts_with("PDF/X-4") => PdfXStandard::X4,
        _ => PdfXStandard::None,
    };
    ClaimedStandard { kind, name: name.filter(|_| kind != PdfXStandard::None) }
}

/// Checks the claim itself.
fn read_standard(
    pdf: &PdfFile,
    info: &Dictionary,
    claim: &ClaimedStandard,
    xmp: &XmpProperties,
    options: &PreflightOptions<'_>,
    findings: &mut PreflightFindings,
) {
    if claim.kind == PdfXStandard::None {
        // Presses that print for everybody accept whatever they can use.
        let severity =
            if options.profile.is_some() { Severity::Warning } else { Severity::Error };
        let part = xmp.get(xmp::PDFA, "part").map(|part| format!("PDF/A-{part}"));
        let found = part.unwrap_or_else(|| "no standard".to_owned());
        findings.add(
            PreflightFinding::new(
                codes::NO_STANDARD,
                severity,
                "the file does not claim a PDF/X standard",
                "export it as PDF/X-4, or as PDF/X-1a where the press asks for that",
            )
            .with_found(found)
            .with_wanted("PDF/X"),
        );
        return;
    }
    let version = pdf.get_text(info, "GTS_PDFXVersion");
    let conformance = pdf.get_text(info, "GTS_PDFXConformance");
    let wrong = |message: &str, found: Option<String>, wanted: &str| {
        PreflightFinding::new_error(
            codes::CONFORMANCE,
            message,
            "export the file again as PDF/X",
        )
        .with_found(found.unwrap_or_else(|| "nothing".to_owned()))
        .with_wanted(wanted)
    };
    let known = |text: Option<&str>, names: &[&str]| {
        text.is_some_and(|text| names.contains(&text))
    };
    match claim.kind {
        PdfXStandard::X1a if claim.name.as_deref() == Some("PDF/X-1a:2003") => {
            if !known(version.as_deref(), &["PDF/X-1a:2003"]) {
                let message = "GTS_PDFXVersion does not match the standard";
                findings.add(wrong(message, version, "PDF/X-1a:2003"));
            }
        }
        PdfXStandard::X1a => {
            if !known(version.as_deref(), &["PDF/X-1:2001"]) {
                let message = "GTS_PDFXVersion does not match the standard";
                findings.add(wrong(message, version, "PDF/X-1:2001"));
            }
            if !known(conformance.as_deref(), &["PDF/X-1a:2001"]) {
                let message = "GTS_PDFXConformance does not match the standard";
                findings.add(wrong(message, conformance, "PDF/X-1a:2001"));
            }
        }
        PdfXStandard::X3 => {
            let names = ["PDF/X-3:2002", "PDF/X-3:2003"];
            if !known(version.as_deref(), &names) {
                let message = "GTS_PDFXVersion does not match the standard";
                findings.add(wrong(message, version, "PDF/X-3:2002"));
            }
        }
        PdfXStandard::X4 => {
            let stated = xmp.get(xmp::PDFXID, "GTS_PDFXVersion");
            if !known(stated, &["PDF/X-4", "PDF/X-4p"]) {
                let message =
                    "GTS_PDFXVersion in the metadata does not match the standard";
                findings.add(wrong(message, stated.map(str::to_owned), "PDF/X-4"));
            }
        }
        PdfXStandard::None => {}
    }
}

/// Checks the PDF version (ISO 32000-1 §7.5.2, §7.7.2).
fn check_version(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    findings: &mut PreflightFindings,
) {
    let header = pdf.header_version();
    let version = pdf.get_name(pdf.catalog(), "Version").unwrap_or_default().max(header);
    let (allowed, wanted): (&[&str], _) = match claim.kind {
        PdfXStandard::X1a | PdfXStandard::X3 => (&["1.3", "1.4"], "1.3 or 1.4"),
        PdfXStandard::X4 => (&["1.3", "1.4", "1.5", "1.6"], "1.6 or lower"),
        PdfXStandard::None => (&["1.3", "1.4", "1.5", "1.6", "1.7"], "1.7 or lower"),
    };
    if !allowed.contains(&version.as_str()) {
        findings.add(
            PreflightFinding::new(
                codes::VERSION,
                claim.severity(),
                format!(
                    "the PDF version is not one that {} allows",
                    claim.standard_name()
                ),
                "export the file again in the wanted version",
            )
            .with_found(version)
            .with_wanted(wanted),
        );
    }
    if claim.kind != PdfXStandard::None && !pdf.has_binary_marker() {
        findings.add(PreflightFinding::new(
            codes::HEADER,
            Severity::Warning,
            "the second line does not mark the file as binary",
            "put a comment of four bytes above 127 after the first line",
        ));
    }
}

/// Checks encryption, cross-references and the identifier (§7.5, §7.6, §14.4).
fn check_structure(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    findings: &mut PreflightFindings,
) {
    let document = &pdf.document;
    if document.is_encrypted() || document.was_encrypted() {
        findings.add(PreflightFinding::new_error(
            codes::ENCRYPTED,
            "the file is encrypted",
            "save it without a password and without restrictions",
        ));
    }
    let table = &document.reference_table;
    let packed =
        table.entries.values().any(|entry| matches!(entry, XrefEntry::Compressed { .. }));
    let streams = matches!(table.cross_reference_type, XrefType::CrossReferenceStream);
    if matches!(claim.kind, PdfXStandard::X1a | PdfXStandard::X3) && (packed || streams) {
        findings.add(
            PreflightFinding::new_error(
                codes::PACKED,
                format!(
                    "objects are compressed in a way that {} does not allow",
                    claim.standard_name()
                ),
                "save the file without object streams, as PDF 1.4",
            )
            .with_found(if packed {
                "object streams"
            } else {
                "a cross-reference stream"
            })
            .with_wanted("a cross-reference table"),
        );
    }
    let identifiers = pdf.get_array(&document.trailer, "ID");
    let sound = identifiers.len() == 2
        && identifiers.iter().all(|one| one.as_str().is_ok_and(|one| !one.is_empty()));
    if claim.kind != PdfXStandard::None && !sound {
        findings.add(PreflightFinding::new_error(
            codes::NO_ID,
            "the trailer has no ID of two parts",
            "export the file again as PDF/X",
        ));
    }
}

/// Checks the information dictionary (§14.3.3).
fn check_info(
    pdf: &PdfFile,
    info: &Dictionary,
    claim: &ClaimedStandard,
    xmp: &XmpProperties,
    findings: &mut PreflightFindings,
) {
    if claim.kind == PdfXStandard::None {
        return;
    }
    let trapped = pdf.get_name(info, "Trapped");
    let stated = xmp.get(xmp::PDF, "Trapped").map(str::to_owned);
    let trapped = trapped.or(stated.filter(|_| claim.kind == PdfXStandard::X4));
    if !matches!(trapped.as_deref(), Some("True" | "False")) {
        findings.add(
            PreflightFinding::new_error(
                codes::TRAPPED,
                "the file does not state whether it is trapped",
                "set Trapped to False, unless the inks were trapped",
            )
            .with_found(trapped.unwrap_or_else(|| "nothing".to_owned()))
            .with_wanted("True or False"),
        );
    }
    let title = pdf.get_text(info, "Title").filter(|title| !title.trim().is_empty());
    let stated =
        xmp.get(xmp::DUBLIN, "title").is_some() && claim.kind == PdfXStandard::X4;
    if title.is_none() && !stated {
        findings.add(PreflightFinding::new_error(
            codes::NO_TITLE,
            "the file has no title",
            "give the document a title",
        ));
    }
    for (key, property, what) in [
        ("CreationDate", "CreateDate", "the creation date is missing"),
        ("ModDate", "ModifyDate", "the modification date is missing"),
    ] {
        let dated =
            pdf.get_text(info, key).is_some_and(|date| date_digits(&date).len() >= 4);
        let stated =
            xmp.get(xmp::BASIC, property).is_some() && claim.kind == PdfXStandard::X4;
        if !dated && !stated {
            let remedy = "export the file again as PDF/X";
            findings.add(PreflightFinding::new_error(codes::NO_DATE, what, remedy));
        }
    }
}

/// Checks the metadata stream, and that it agrees with the information dictionary
/// (§14.3.2).
fn check_metadata_agreement(
    pdf: &PdfFile,
    info: &Dictionary,
    claim: &ClaimedStandard,
    xmp: &XmpProperties,
    findings: &mut PreflightFindings,
) {
    let needed = claim.kind == PdfXStandard::X4;
    if (needed && !xmp.present) || (xmp.present && !xmp.sound) {
        let severity = if needed { Severity::Error } else { Severity::Warning };
        findings.add(PreflightFinding::new(
            codes::NO_METADATA,
            severity,
            if xmp.present {
                "the metadata cannot be read"
            } else {
                "the metadata is missing"
            },
            "export the file again as PDF/X",
        ));
        return;
    }
    let compare = |text: Option<String>,
                   stated: Option<&str>,
                   what: &str,
                   dates: bool| {
        let (text, stated) = (text?, stated?);
        let same = if dates {
            let (one, other) = (date_digits(&text), date_digits(stated));
            let length = one.len().min(other.len()).min(14);
            one[..length] == other[..length]
        } else {
            text.trim() == stated
        };
        (!same).then(|| {
            PreflightFinding::new(
                codes::METADATA_DIFFERS,
                claim.severity(),
                format!("{what} differs between metadata and information dictionary"),
                "export the file again; a program that updates only one of them changed it",
            )
            .with_found(format!("'{stated}'"))
            .with_wanted(format!("'{}'", text.trim()))
        })
    };
    let differences = [
        compare(
            pdf.get_text(info, "Title"),
            xmp.get(xmp::DUBLIN, "title"),
            "the title",
            false,
        ),
        compare(
            pdf.get_text(info, "CreationDate"),
            xmp.get(xmp::BASIC, "CreateDate"),
            "the creation date",
            true,
        ),
        compare(
            pdf.get_text(info, "ModDate"),
            xmp.get(xmp::BASIC, "ModifyDate"),
            "the modification date",
            true,
        ),
        compare(
            pdf.get_name(info, "Trapped"),
            xmp.get(xmp::PDF, "Trapped"),
            "trapping",
            false,
        ),
        compare(
            pdf.get_text(info, "GTS_PDFXVersion"),
            xmp.get(xmp::PDFXID, "GTS_PDFXVersion"),
            "the standard",
            false,
        ),
    ];
    differences.into_iter().flatten().for_each(|finding| findings.add(finding));
}

/// The digits of a date.
fn date_digits(date: &str) -> String {
    date.chars().filter(char::is_ascii_digit).collect()
}
