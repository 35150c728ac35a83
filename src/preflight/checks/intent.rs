//! The output intent: the press that the inks are meant for (ISO 32000-1 §14.11.5).

use lopdf::Dictionary;

use super::file::{Claim, Kind};
use crate::preflight::codes;
use crate::preflight::finding::{Finding, Findings};
use crate::preflight::object::Pdf;

/// What the inks of a file are meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::preflight) enum Intent {
    /// Not said.
    #[default]
    Unknown,
    /// Black ink.
    Gray,
    /// Four inks.
    Cmyk,
    /// A screen.
    Rgb,
}

/// Looks at the output intents.
pub(in crate::preflight) fn check(
    pdf: &Pdf,
    claim: &Claim,
    findings: &mut Findings,
) -> Intent {
    let all = pdf.list(pdf.catalog(), "OutputIntents");
    let all = all.into_iter().filter_map(|intent| pdf.as_dictionary(intent));
    let of_press: Vec<&Dictionary> = all
        .filter(|intent| pdf.name(intent, "S").as_deref() == Some("GTS_PDFX"))
        .collect();
    if of_press.len() > 1 {
        findings.add(
            Finding::error(
                codes::SEVERAL_INTENTS,
                "the file is meant for several presses",
                "leave one output intent for PDF/X",
            )
            .found(format!("{} output intents", of_press.len()))
            .wanted("one"),
        );
    }
    let Some(intent) = of_press.first() else {
        if claim.kind != Kind::None {
            findings.add(Finding::error(
                codes::NO_INTENT,
                "the file does not say for which press its inks are meant",
                "choose an output intent, such as FOGRA47 for uncoated paper",
            ));
        }
        return Intent::Unknown;
    };
    let condition = pdf.text(intent, "OutputConditionIdentifier");
    let condition = condition.filter(|condition| !condition.trim().is_empty());
    if condition.is_none() {
        findings.add(Finding::new(
            codes::NO_CONDITION,
            claim.gravity(),
            "the output intent does not name its printing condition",
            "name it, such as 'FOGRA47' or 'CGATS TR 001', or 'Custom' with a profile",
        ));
    }
    let profile = pdf.stream(intent, "DestOutputProfile");
    let Some(profile) = profile else {
        let registry = pdf.text(intent, "RegistryName");
        if registry.is_none() || condition.as_deref() == Some("Custom") {
            findings.add(
                Finding::new(
                    codes::NO_CONDITION,
                    claim.gravity(),
                    "the output intent has neither a profile nor the name of a registry",
                    "embed the profile of the press, or name the registry \
                     http://www.color.org of its condition",
                )
                .found(condition.unwrap_or_else(|| "nothing".to_owned())),
            );
        }
        return Intent::Unknown;
    };
    let stated = pdf.integer(&profile.dict, "N");
    let bytes = pdf.unpacked(profile).unwrap_or_default();
    let Some(header) = Header::read(&bytes) else {
        findings.add(Finding::new(
            codes::PROFILE_BROKEN,
            claim.gravity(),
            "the profile of the output intent cannot be read",
            "embed the ICC profile of the press again",
        ));
        return Intent::Unknown;
    };
    let wrong = |message: &str, found: String, wanted: &str| {
        Finding::new(
            codes::PROFILE_WRONG,
            claim.gravity(),
            message,
            "embed the ICC profile of the press, of class 'prtr'",
        )
        .found(found)
        .wanted(wanted)
    };
    if header.class != *b"prtr" && claim.kind != Kind::None {
        let class = String::from_utf8_lossy(&header.class).into_owned();
        findings.add(wrong(
            "the profile of the output intent is not one of a press",
            class,
            "prtr",
        ));
    }
    let (intent, count) = match &header.space {
        b"GRAY" => (Intent::Gray, 1),
        b"CMYK" => (Intent::Cmyk, 4),
        b"RGB " => (Intent::Rgb, 3),
        _ => (Intent::Unknown, 0),
    };
    if count != 0 && stated != Some(count) {
        let found = stated.map_or("nothing".to_owned(), |stated| stated.to_string());
        let message =
            "the profile of the output intent counts other inks than it is said to";
        findings.add(wrong(message, found, &count.to_string()));
    }
    if intent == Intent::Rgb && claim.kind == Kind::X1a {
        let found = "RGB".to_owned();
        findings.add(wrong(
            "the output intent is a screen, not a press",
            found,
            "CMYK or grey",
        ));
    }
    intent
}

/// What the head of an ICC profile says (ICC.1:2010 §7.2).
struct Header {
    class: [u8; 4],
    space: [u8; 4],
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Self> {
        let size = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
        let sound =
            bytes.get(36..40)? == b"acsp" && size as usize <= bytes.len() && size >= 128;
        let class = bytes.get(12..16)?.try_into().ok()?;
        let space = bytes.get(16..20)?.try_into().ok()?;
        sound.then_some(Self { class, space })
    }
}
