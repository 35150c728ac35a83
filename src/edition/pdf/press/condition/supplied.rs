//! An ICC profile that the publisher supplies: whether it is one, and for what.

use crate::edition::pdf::icc::{HEADER_BYTES, TAG_ENTRY_BYTES, read_number};
use crate::press::{Sheet, Standard};

/// Why a printing condition cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// The file is not a profile.
    #[error(
        "the file given for the printing condition is not an ICC profile: {cause} (give the \
         .icc file that the press names)"
    )]
    NoProfile {
        /// What shows it.
        cause: &'static str,
    },
    /// It is a profile of something else.
    #[error(
        "the ICC profile given has {found}, and is not for a press (give one of class prtr, \
         for grey or for four inks)"
    )]
    NotOfPress {
        /// What it says about itself.
        found: String,
    },
    /// It is for black only, and the book has colours.
    #[error(
        "the ICC profile given is for black only, and the press prints four inks (give one \
         for four inks, or print black only)"
    )]
    BlackOnly,
    /// PDF/X-1a is for four inks.
    #[error(
        "the ICC profile given is for black only, and PDF/X-1a needs one for four inks (give \
         one, or choose PDF/X-4)"
    )]
    NotForX1a,
    /// It is newer than the version of PDF allows.
    #[error(
        "the ICC profile given has version {found}, and {standard} allows none above {newest} \
         (give an older one)"
    )]
    TooNew {
        /// Its version.
        found: u8,
        /// The standard.
        standard: &'static str,
        /// The newest version that is allowed.
        newest: u8,
    },
    /// A file of PDF/X-4 has to contain the profile of its condition.
    #[error(
        "PDF/X-4 needs the ICC profile of '{name}', not only its name (give the .icc file, or \
         choose PDF/X-1a)"
    )]
    NameAlone {
        /// The name.
        name: String,
    },
    /// A condition without a name.
    #[error(
        "the printing condition has no name (give one of the registry, such as FOGRA39)"
    )]
    NoName,
}

/// The colours of a profile for a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InkSpace {
    /// Greys: black alone.
    Grey,
    /// Four inks.
    Four,
}

impl InkSpace {
    /// The number of inks.
    pub(super) fn inks(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Four => 4,
        }
    }
}

/// What the header of a supplied profile says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SuppliedProfile {
    /// Its colours.
    pub(super) space: InkSpace,
    /// The major version of the specification.
    pub(super) version: u8,
}

/// Reads a profile and checks whether it can be used for a sheet.
pub(super) fn read_profile(
    profile: &[u8],
    sheet: &Sheet,
) -> Result<SuppliedProfile, ConditionError> {
    let supplied = read_header(profile)?;
    // The newest profiles that PDF 1.3 and 1.6 allow (ISO 32000-1 §8.6.5.5, table 67).
    let (standard, newest) = match sheet.standard {
        Standard::X1a => ("PDF/X-1a:2001", 2),
        Standard::X4 => ("PDF/X-4", 4),
    };
    match (supplied.space, sheet.standard, sheet.black_only) {
        _ if supplied.version > newest => {
            let found = supplied.version;
            Err(ConditionError::TooNew { found, standard, newest })
        }
        (InkSpace::Grey, Standard::X1a, _) => Err(ConditionError::NotForX1a),
        (InkSpace::Grey, _, false) => Err(ConditionError::BlackOnly),
        _ => Ok(supplied),
    }
}

/// Reads the header of a profile and checks that all its tags are inside it (ICC.1 §7).
fn read_header(profile: &[u8]) -> Result<SuppliedProfile, ConditionError> {
    let none = |cause| ConditionError::NoProfile { cause };
    if profile.get(36..40) != Some(b"acsp") {
        return Err(none("it lacks the signature 'acsp'"));
    }
    let number = |at| read_number(profile, at);
    if number(0) != Some(profile.len()) {
        return Err(none("its size is not the size it states"));
    }
    let count = number(HEADER_BYTES).ok_or(none("it is cut off"))?;
    let is_complete = (0..count.min(profile.len() / TAG_ENTRY_BYTES + 1)).all(|tag| {
        let entry = HEADER_BYTES + 4 + TAG_ENTRY_BYTES * tag;
        let end = number(entry + 4).zip(number(entry + 8));
        end.and_then(|(at, size)| at.checked_add(size))
            .is_some_and(|end| end <= profile.len())
    });
    if !is_complete {
        return Err(none("some of its tags are outside the file"));
    }
    let word = |at: usize| String::from_utf8_lossy(&profile[at..at + 4]).into_owned();
    if word(12) != "prtr" {
        return Err(ConditionError::NotOfPress {
            found: format!("the class '{}'", word(12)),
        });
    }
    let space = match word(16).as_str() {
        "GRAY" => InkSpace::Grey,
        "CMYK" => InkSpace::Four,
        other => {
            let found = format!("the colours '{}'", other.trim_end());
            return Err(ConditionError::NotOfPress { found });
        }
    };
    Ok(SuppliedProfile { space, version: profile[8] })
}
