//! Paths with wildcards, expanded where the shell has not done it: `*`, `?`, `[a-z]`, and `**`
//! for folders in folders.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use glob::MatchOptions;
use pliego::disk;
use pliego::display::display_path;

use super::args::Command;

/// The characters that make a path a pattern.
const WILDCARDS: [char; 3] = ['*', '?', '['];

/// As shells match: `*` does not cross `/` and matches no hidden files.
const LIKE_SHELLS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Replaces each pattern among the paths of a command with the paths that match it.
///
/// # Errors
///
/// When a pattern matches nothing, is malformed, or needs a folder that cannot be read.
pub(crate) fn expand_patterns(command: &mut Command) -> Result<()> {
    let paths = match command {
        Command::Build(build) => &mut build.editions.paths,
        Command::Check(check) => &mut check.editions.paths,
        Command::Recover(recover) => &mut recover.files,
        Command::Words(words) => &mut words.paths,
        _ => return Ok(()),
    };
    let mut expanded = Vec::with_capacity(paths.len());
    for path in paths.drain(..) {
        if is_pattern(&path) {
            expanded.extend(find_matches(&path)?);
        } else {
            expanded.push(path);
        }
    }
    *paths = expanded;
    Ok(())
}

/// Whether a path is a pattern. What exists is no pattern: a file may be called `[1].txt`.
fn is_pattern(path: &Path) -> bool {
    let has_wildcard = path.to_str().is_some_and(|path| path.contains(WILDCARDS));
    has_wildcard && disk::path_kind(path).is_err()
}

/// The paths that match, in the order of their names.
fn find_matches(pattern: &Path) -> Result<Vec<PathBuf>> {
    let shown = display_path(pattern);
    let found = glob::glob_with(&pattern.to_string_lossy(), LIKE_SHELLS);
    let found = found.with_context(|| format!("'{shown}' is not a valid pattern"))?;
    let paths = found
        .collect::<Result<Vec<PathBuf>, _>>()
        .with_context(|| format!("cannot expand '{shown}'"))?;
    if paths.is_empty() {
        bail!("no file or folder matches '{shown}'");
    }
    Ok(paths)
}
