//! The printing condition that a file is meant for (ISO 32000-1 §14.11.5).

mod given;
mod grey;

pub use given::ConditionError;

use lopdf::{Document, Object, Stream};

use self::given::Space;
use crate::edition::pdf::value::{dict, integer, name, text};
use crate::press::{Intent, Sheet, Standard};

/// The registry of printing conditions, by the name that ISO 15930 gives it.
const REGISTRY: &str = "http://www.color.org";

/// The identifier of a condition that no registry has (ISO 32000-1 §14.11.5, table 365).
const CUSTOM: &str = "Custom";

/// A printing condition.
#[derive(Debug)]
pub(super) struct Condition {
    /// Only black is printed.
    black_only: bool,
    /// Its name.
    identifier: String,
    /// What it is, in words, where no registry says it.
    info: Option<String>,
    /// Its profile, and how many inks it has.
    profile: Option<(usize, Vec<u8>)>,
}

impl Condition {
    /// The condition that a sheet is printed under.
    pub(super) fn of(sheet: &Sheet) -> Result<Self, ConditionError> {
        let black_only = sheet.black_only;
        let x1a = sheet.standard == Standard::X1a;
        match &sheet.intent {
            // ISO 15930-1 is for four inks, of which black is one.
            Intent::Usual if black_only && !x1a => Ok(Self {
                black_only,
                identifier: CUSTOM.to_owned(),
                info: Some(grey::INFO.to_owned()),
                profile: Some((Space::Grey.components(), grey::profile())),
            }),
            Intent::Usual => Self::named(black_only, "FOGRA39"),
            Intent::Named(name) if x1a => Self::named(black_only, name),
            Intent::Named(name) => Err(ConditionError::NameAlone { name: name.clone() }),
            Intent::Profile(profile) => Self::given(sheet, profile),
        }
    }

    /// One of the registry.
    fn named(black_only: bool, name: &str) -> Result<Self, ConditionError> {
        let identifier = name.trim().to_owned();
        if identifier.is_empty() {
            return Err(ConditionError::NoName);
        }
        Ok(Self { black_only, identifier, info: None, profile: None })
    }

    /// That of a profile that somebody brings.
    fn given(sheet: &Sheet, profile: &[u8]) -> Result<Self, ConditionError> {
        let given = given::read(profile)?;
        // PDF 1.3 and 1.6 name the newest profiles that they know (ISO 32000-1 §8.6.5.5,
        // table 67).
        let (standard, newest) = match sheet.standard {
            Standard::X1a => ("PDF/X-1a:2001", 2),
            Standard::X4 => ("PDF/X-4", 4),
        };
        if given.version > newest {
            let found = given.version;
            return Err(ConditionError::TooNew { found, standard, newest });
        }
        match (given.space, sheet.standard, sheet.black_only) {
            (Space::Grey, Standard::X1a, _) => return Err(ConditionError::NotForX1a),
            (Space::Grey, _, false) => return Err(ConditionError::BlackOnly),
            _ => {}
        }
        Ok(Self {
            black_only: sheet.black_only,
            identifier: CUSTOM.to_owned(),
            info: Some("The ICC profile that the publisher brought".to_owned()),
            profile: Some((given.space.components(), profile.to_vec())),
        })
    }

    /// Whether only black is printed.
    pub(super) fn is_black_only(&self) -> bool {
        self.black_only
    }

    /// Adds the output intent.
    pub(super) fn output_intent(&self, document: &mut Document) -> Object {
        let mut intent = dict([
            ("Type", name("OutputIntent")),
            ("S", name("GTS_PDFX")),
            ("OutputConditionIdentifier", text(&self.identifier)),
        ]);
        match &self.info {
            Some(info) => intent.set("Info", text(info)),
            None => intent.set("RegistryName", text(REGISTRY)),
        }
        if let Some((components, profile)) = &self.profile {
            let profile =
                Stream::new(dict([("N", integer(*components))]), profile.clone());
            let profile = document.add_object(profile);
            intent.set("DestOutputProfile", Object::Reference(profile));
        }
        Object::Array(vec![Object::Reference(document.add_object(intent))])
    }
}
