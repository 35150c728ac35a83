//! The profiles that a book may name: those that come with the program, and files.

use std::sync::LazyLock;

use super::error::ProjectError;
use super::position::Located;
use super::reader::{read_file, suggest_word};
use super::tree::{FileKind, TomlNode};
use crate::press::profile::Profile;

/// The profiles that come with the program, by name.
const BUILT_IN: [(&str, &str); 7] = [
    ("kdp-paperback", include_str!("../../presses/kdp-paperback.toml")),
    ("kdp-hardcover", include_str!("../../presses/kdp-hardcover.toml")),
    ("ingram-paperback", include_str!("../../presses/ingram-paperback.toml")),
    ("ingram-hardcover", include_str!("../../presses/ingram-hardcover.toml")),
    ("lulu-paperback", include_str!("../../presses/lulu-paperback.toml")),
    ("bod", include_str!("../../presses/bod.toml")),
    (STANDARD_NAME, include_str!("../../presses/offset-generic.toml")),
];

/// The profile of a book that names none.
pub(super) const STANDARD_NAME: &str = "offset-generic";

/// The name by which a book names no press.
pub(super) const NONE: &str = "none";

/// The end of the name of a profile file; other names are those of built-in profiles.
const FILE: &str = ".toml";

/// The profile of a book that names none.
static STANDARD: LazyLock<Profile> = LazyLock::new(|| {
    find_profile(STANDARD_NAME)
        .expect("the profiles that come with the program are whole")
});

/// No press in particular.
///
/// # Panics
///
/// Never: a test reads the profiles that come with the program.
#[must_use]
pub fn standard_profile() -> Profile {
    STANDARD.clone()
}

/// The profiles that come with the program.
pub fn all_profiles() -> impl Iterator<Item = Profile> {
    names().filter_map(find_profile)
}

/// The names of the profiles that come with the program.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name)
}

/// A profile that comes with the program.
#[must_use]
pub fn find_profile(name: &str) -> Option<Profile> {
    read_profile(name, name, profile_text(name)?).ok()
}

/// The file of a profile that comes with the program.
#[must_use]
pub fn profile_text(name: &str) -> Option<&'static str> {
    BUILT_IN.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text)
}

/// Reads a profile file. `file` is what messages call it.
///
/// # Errors
///
/// When it is not TOML, or lacks something that a profile has.
pub fn read_profile(file: &str, name: &str, text: &str) -> Result<Profile, ProjectError> {
    let tree = TomlNode::parse(file, FileKind::Profile, text)?;
    let profile: Profile = read_file(&tree)?;
    Ok(Profile { name: name.to_owned(), ..profile })
}

/// Reads the profile that a book names.
pub(super) fn open_profile(
    name: &Located<String>,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Profile, ProjectError> {
    let Some(stem) = name.strip_suffix(FILE) else {
        let wanted = if name.value == NONE { STANDARD_NAME } else { &name.value };
        return find_profile(wanted).ok_or_else(|| {
            let known: Vec<&str> = names().chain([NONE]).collect();
            let cause = format!("cannot be '{}'", name.value);
            name.refuse("profile", &cause, suggest_word(&name.value, &known))
        });
    };
    let text = file(name).ok_or_else(|| {
        let cause = format!("names '{}', which cannot be read", name.value);
        let remedy = "name a file of this folder, or a profile of pliego's; \
                      a link out of it needs --allow-path";
        name.refuse("profile", &cause, remedy)
    })?;
    read_profile(name, stem, &text)
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, read_profile};

    #[test]
    fn the_profiles_that_come_with_the_program_are_whole() {
        for (name, text) in BUILT_IN {
            let profile =
                read_profile(name, name, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(profile.name, name);
        }
    }
}
