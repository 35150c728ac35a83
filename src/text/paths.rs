//! Paths of files: how messages show them, and their folders.

use std::path::Path;

/// A path as messages show it: without a leading `./`, and with control characters escaped,
/// so that a file name cannot steer a terminal.
#[must_use]
pub fn display_path(path: &Path) -> String {
    let mut text = String::new();
    let path =
        path.strip_prefix(".").ok().filter(|rest| *rest != Path::new("")).unwrap_or(path);
    for character in path.to_string_lossy().chars() {
        if character.is_control() {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    text
}

/// The folder of a path; `.` for a bare name.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or_else(|| Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::display_path;
    use std::path::Path;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(display_path(Path::new("./a/b.txt")), "a/b.txt");
        assert_eq!(display_path(Path::new(".")), ".");
        assert_eq!(display_path(Path::new("a\u{1b}[2Jb")), "a\\u{1b}[2Jb");
    }
}
