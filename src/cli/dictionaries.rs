//! A folder of dictionaries, as Hunspell and the office programs have them: `es.aff` and
//! `es.dic`, or `es_ES.aff` and `es_ES.dic`, for each language.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use pliego::disk::{self, shown};
use pliego::recover::corpus::Corpus;
use pliego::recover::dictionary::Dictionary;
use pliego::source::Text;
use pliego::text::guess;
use pliego::text::language::Language;

/// Adds the dictionary of a text's language to what is known of its words; of a language
/// that is not given the text tells, and one without a dictionary adds nothing.
///
/// # Errors
///
/// A folder without dictionaries, files that are none.
pub(crate) fn add(
    corpus: Corpus,
    folder: Option<&Path>,
    language: Option<&Language>,
    text: &Text,
) -> Result<Corpus> {
    let Some(folder) = folder else { return Ok(corpus) };
    let language = language.cloned().or_else(|| guess::language(&text.text));
    let Some(affixes) = language.map(|language| find(folder, &language)).transpose()?
    else {
        return Ok(corpus);
    };
    let Some(affixes) = affixes else { return Ok(corpus) };
    let words = affixes.with_extension("dic");
    let dictionary = Dictionary::parse(&read(&affixes)?, &read(&words)?);
    let dictionary = dictionary.with_context(|| {
        format!(
            "'{}' and '{}' are no dictionary; take them out of the folder",
            shown(&affixes),
            shown(&words)
        )
    })?;
    Ok(corpus.with(dictionary))
}

/// The rules for a language: those of its country first, else the first by name.
fn find(folder: &Path, language: &Language) -> Result<Option<PathBuf>> {
    let mut rules = disk::list(folder)?;
    rules.retain(|path| path.extension().is_some_and(|end| end == "aff"));
    if rules.is_empty() {
        bail!(
            "the folder '{}' has no dictionaries; put an .aff and a .dic file into it",
            shown(folder)
        );
    }
    let tag = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        stem.replace('_', "-").parse::<Language>().ok()
    };
    let exact = rules.iter().find(|path| tag(path).as_ref() == Some(language));
    let akin = |path: &&PathBuf| {
        tag(path).is_some_and(|tag| tag.primary() == language.primary())
    };
    Ok(exact.or_else(|| rules.iter().find(akin)).cloned())
}

fn read(path: &Path) -> Result<String> {
    let Ok(text) = String::from_utf8(disk::read(path)?) else {
        bail!(
            "'{}' is not UTF-8; save it so, and write SET UTF-8 into the .aff file",
            shown(path)
        );
    };
    Ok(text)
}
