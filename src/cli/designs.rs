//! `designs` and `covers`: what is built in, to look at and to copy.

use anyhow::{Result, anyhow};
use pliego::display::describe_unknown;

/// A line for each file, or the text of one. `kind` is what a message calls them.
///
/// # Errors
///
/// When there is none of that name.
pub(crate) fn describe_files(
    kind: &str,
    files: &[(&str, &str)],
    name: Option<&str>,
) -> Result<String> {
    let Some(name) = name else {
        let line = |(name, text): &(&str, &str)| {
            format!("{name}: {}\n", summarise_comment(text))
        };
        return Ok(files.iter().map(line).collect());
    };
    let found = files.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| {
        let known = files.iter().map(|(known, _)| *known);
        anyhow!(describe_unknown(kind, name, known))
    })?;
    Ok((*text).to_owned())
}

/// The first sentence of the comment that a file begins with.
fn summarise_comment(text: &str) -> String {
    let comment = text.trim_start_matches("<!--").trim_start();
    let lines = comment.lines().map(|line| line.trim_start_matches('#').trim());
    let words: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let words = words.join(" ");
    match words.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::describe_files;

    #[test]
    fn a_file_is_described_by_its_first_sentence() {
        let files = [
            ("a", "# The first design:\n# one. Two.\n\n[design]\n"),
            ("b", "<!--\nB.\n\n-->"),
        ];
        let list = describe_files("design", &files, None).unwrap();
        assert_eq!(list, "a: The first design: one.\nb: B.\n");
        assert_eq!(describe_files("design", &files, Some("b")).unwrap(), files[1].1);
        let wrong = describe_files("design", &files, Some("c")).unwrap_err();
        assert_eq!(wrong.to_string(), "there is no design 'c'; choose one of a, b");
    }
}
