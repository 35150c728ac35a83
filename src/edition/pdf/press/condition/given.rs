//! A profile that somebody brings: whether it is one, and of what.

use crate::edition::pdf::icc::{self, ENTRY, HEADER};
use crate::press::{Sheet, Standard};

/// Why a printing condition cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// The file is no profile.
    #[error(
        "the file given for the printing condition is no ICC profile: {cause} (bring the \
         .icc file that the press names)"
    )]
    NoProfile {
        /// What shows it.
        cause: &'static str,
    },
    /// It is a profile of something else.
    #[error(
        "the ICC profile given is of {found}, and not of a press (bring one of class prtr, \
         for greys or for four inks)"
    )]
    NotOfPress {
        /// What it says that it is of.
        found: String,
    },
    /// It is of black only, and colours are wanted.
    #[error(
        "the ICC profile given is of black only, and the press prints four inks (bring one \
         for four inks, or print black only)"
    )]
    BlackOnly,
    /// PDF/X-1a is for four inks.
    #[error(
        "the ICC profile given is of black only, and PDF/X-1a wants one of four inks (bring \
         one, or choose PDF/X-4)"
    )]
    NotForX1a,
    /// It is newer than the PDF that it would stand in.
    #[error(
        "the ICC profile given is of version {found}, and {standard} knows none after \
         {newest} (bring an older one)"
    )]
    TooNew {
        /// Its version.
        found: u8,
        /// The standard.
        standard: &'static str,
        /// The newest version.
        newest: u8,
    },
    /// PDF/X-4 has to bring the profile of its condition.
    #[error(
        "PDF/X-4 has to bring the profile of '{name}', and not only its name (give the .icc \
         file, or choose PDF/X-1a)"
    )]
    NameAlone {
        /// The name.
        name: String,
    },
    /// A condition without a name.
    #[error("the printing condition has no name (give one of the registry, as FOGRA39)")]
    NoName,
}

/// The colours of a profile for a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    /// Greys: black alone.
    Grey,
    /// Four inks.
    Four,
}

impl Space {
    /// How many inks it has.
    pub(super) fn inks(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Four => 4,
        }
    }
}

/// What a profile says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    /// Its colours.
    pub(super) space: Space,
    /// The major version of the specification that it keeps.
    pub(super) version: u8,
}

/// Reads a profile and looks whether a sheet may have it.
pub(super) fn read(profile: &[u8], sheet: &Sheet) -> Result<Given, ConditionError> {
    let given = head(profile)?;
    // The newest profiles that PDF 1.3 and 1.6 know (ISO 32000-1 §8.6.5.5, table 67).
    let (standard, newest) = match sheet.standard {
        Standard::X1a => ("PDF/X-1a:2001", 2),
        Standard::X4 => ("PDF/X-4", 4),
    };
    match (given.space, sheet.standard, sheet.black_only) {
        _ if given.version > newest => {
            let found = given.version;
            Err(ConditionError::TooNew { found, standard, newest })
        }
        (Space::Grey, Standard::X1a, _) => Err(ConditionError::NotForX1a),
        (Space::Grey, _, false) => Err(ConditionError::BlackOnly),
        _ => Ok(given),
    }
}

/// Reads the head of a profile and looks whether all its tags lie within it (ICC.1 §7).
fn head(profile: &[u8]) -> Result<Given, ConditionError> {
    let none = |cause| ConditionError::NoProfile { cause };
    if profile.get(36..40) != Some(b"acsp") {
        return Err(none("it has not the mark 'acsp'"));
    }
    let number = |at| icc::number(profile, at);
    if number(0) != Some(profile.len()) {
        return Err(none("it is not as long as it says"));
    }
    let count = number(HEADER).ok_or(none("it ends too soon"))?;
    let within = (0..count.min(profile.len() / ENTRY + 1)).all(|tag| {
        let entry = HEADER + 4 + ENTRY * tag;
        let end = number(entry + 4).zip(number(entry + 8));
        end.and_then(|(at, size)| at.checked_add(size))
            .is_some_and(|end| end <= profile.len())
    });
    if !within {
        return Err(none("what it points to lies outside"));
    }
    let word = |at: usize| String::from_utf8_lossy(&profile[at..at + 4]).into_owned();
    if word(12) != "prtr" {
        return Err(ConditionError::NotOfPress {
            found: format!("class '{}'", word(12)),
        });
    }
    let space = match word(16).as_str() {
        "GRAY" => Space::Grey,
        "CMYK" => Space::Four,
        other => {
            let found = format!("the colours '{}'", other.trim_end());
            return Err(ConditionError::NotOfPress { found });
        }
    };
    Ok(Given { space, version: profile[8] })
}
