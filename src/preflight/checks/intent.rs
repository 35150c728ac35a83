//! The output intent: the press that the inks are meant for (ISO 32000-1 §14.11.5).

use lopdf::Dictionary;

use super::file::{ClaimedStandard, PdfXStandard};
use crate::preflight::codes;
use crate::preflight::finding::{PreflightFinding, PreflightFindings};
use crate::preflight::object::PdfFile;

/// The colours of the device that a file is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::preflight) enum IntentKind {
    /// Not stated.
    #[default]
    Unknown,
    /// Black ink.
    Gray,
    /// Four inks.
    Cmyk,
    /// A screen.
    Rgb,
}

/// Checks the output intents.
pub(in crate::preflight) fn check_intents(
    pdf: &PdfFile,
    claim: &ClaimedStandard,
    findings: &mut PreflightFindings,
) -> IntentKind {
    let all = pdf.get_array(pdf.catalog(), "OutputIntents");
    let all = all.into_iter().filter_map(|intent| pdf.as_dictionary(intent));
    let of_press: Vec<&Dictionary> = all
        .filter(|intent| pdf.get_name(intent, "S").as_deref() == Some("GTS_PDFX"))
        .collect();
    if of_press.len() > 1 {
        findings.add(
            PreflightFinding::new_error(
                codes::SEVERAL_INTENTS,
                "the file has several output intents for PDF/X",
                "keep one of them",
            )
            .with_found(format!("{} output intents", of_press.len()))
            .with_wanted("one"),
        );
    }
    let Some(intent) = of_press.first() else {
        if claim.kind != PdfXStandard::None {
            findings.add(PreflightFinding::new_error(
                codes::NO_INTENT,
                "the file has no output intent for PDF/X",
                "choose an output intent, such as FOGRA47 for uncoated paper",
            ));
        }
        return IntentKind::Unknown;
    };
    let condition = pdf.get_text(intent, "OutputConditionIdentifier");
    let condition = condition.filter(|condition| !condition.trim().is_empty());
    if condition.is_none() {
        findings.add(PreflightFinding::new(
            codes::NO_CONDITION,
            claim.severity(),
            "the output intent does not name its printing condition",
            "name it, such as 'FOGRA47' or 'CGATS TR 001', or 'Custom' with a profile",
        ));
    }
    let profile = pdf.get_stream(intent, "DestOutputProfile");
    let Some(profile) = profile else {
        let registry = pdf.get_text(intent, "RegistryName");
        if registry.is_none() || condition.as_deref() == Some("Custom") {
            findings.add(
                PreflightFinding::new(
                    codes::NO_CONDITION,
                    claim.severity(),
                    "the output intent has neither a profile nor the name of a registry",
                    "embed the profile of the press, or name the registry \
                     http://www.color.org of its condition",
                )
                .with_found(condition.unwrap_or_else(|| "nothing".to_owned())),
            );
        }
        return IntentKind::Unknown;
    };
    let stated = pdf.get_integer(&profile.dict, "N");
    let bytes = pdf.decode_stream(profile).unwrap_or_default();
    let Some(header) = IccHeader::parse(&bytes) else {
        findings.add(PreflightFinding::new(
            codes::PROFILE_BROKEN,
            claim.severity(),
            "the profile of the output intent cannot be read",
            "embed the ICC profile of the press again",
        ));
        return IntentKind::Unknown;
    };
    let wrong = |message: &str, found: String, wanted: &str| {
        PreflightFinding::new(
            codes::PROFILE_WRONG,
            claim.severity(),
            message,
            "embed the ICC profile of the press, of class 'prtr'",
        )
        .with_found(found)
        .with_wanted(wanted)
    };
    if header.class != *b"prtr" && claim.kind != PdfXStandard::None {
        let class = String::from_utf8_lossy(&header.class).into_owned();
        findings.add(wrong(
            "the profile of the output intent is not that of a press",
            class,
            "prtr",
        ));
    }
    let (intent, count) = match &header.space {
        b"GRAY" => (IntentKind::Gray, 1),
        b"CMYK" => (IntentKind::Cmyk, 4),
        b"RGB " => (IntentKind::Rgb, 3),
        _ => (IntentKind::Unknown, 0),
    };
    if count != 0 && stated != Some(count) {
        let found = stated.map_or("nothing".to_owned(), |stated| stated.to_string());
        let message = "/N does not match the colour space of the output intent's profile";
        findings.add(wrong(message, found, &count.to_string()));
    }
    if intent == IntentKind::Rgb && claim.kind == PdfXStandard::X1a {
        let found = "RGB".to_owned();
        findings.add(wrong(
            "the output intent is a screen, not a press",
            found,
            "CMYK or grey",
        ));
    }
    intent
}

/// The fields of an ICC profile header that are checked (ICC.1:2010 §7.2).
struct IccHeader {
    class: [u8; 4],
    space: [u8; 4],
}

impl IccHeader {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let size = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
        let sound =
            bytes.get(36..40)? == b"acsp" && size as usize <= bytes.len() && size >= 128;
        let class = bytes.get(12..16)?.try_into().ok()?;
        let space = bytes.get(16..20)?.try_into().ok()?;
        sound.then_some(Self { class, space })
    }
}
