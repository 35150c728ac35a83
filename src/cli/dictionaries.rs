//! A folder of dictionaries, in the format of Hunspell and the office programs: `es.aff`
//! and `es.dic`, or `es_ES.aff` and `es_ES.dic`, for each language.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::Language;
use pliego::build::DictionaryFiles;
use pliego::disk;
use pliego::display::display_path;

/// The dictionary of a language; none where the folder has one for other languages only.
///
/// # Errors
///
/// When the folder has no dictionaries, or the files cannot be read.
pub(crate) fn find_dictionary(
    folder: &Path,
    language: &Language,
) -> Result<Option<DictionaryFiles>> {
    let Some(affixes) = find_affixes(folder, language)? else { return Ok(None) };
    let words = affixes.with_extension("dic");
    Ok(Some(DictionaryFiles {
        affixes: read_utf8(&affixes)?,
        words: read_utf8(&words)?,
        affixes_name: display_path(&affixes),
        words_name: display_path(&words),
    }))
}

/// The rules for a language: those of its country first, else the first by name.
fn find_affixes(folder: &Path, language: &Language) -> Result<Option<PathBuf>> {
    let mut rules = disk::list_folder(folder)?;
    rules.retain(|path| path.extension().is_some_and(|end| end == "aff"));
    if rules.is_empty() {
        bail!(
            "the folder '{}' has no dictionaries; put an .aff and a .dic file into it",
            display_path(folder)
        );
    }
    let tag = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        stem.replace('_', "-").parse::<Language>().ok()
    };
    let exact = rules.iter().find(|path| tag(path).as_ref() == Some(language));
    let is_related = |path: &&PathBuf| {
        tag(path).is_some_and(|tag| tag.primary() == language.primary())
    };
    Ok(exact.or_else(|| rules.iter().find(is_related)).cloned())
}

fn read_utf8(path: &Path) -> Result<String> {
    let Ok(text) = String::from_utf8(disk::read_file(path)?) else {
        bail!(
            "'{}' is not UTF-8; save it as UTF-8, and write SET UTF-8 into the .aff file",
            display_path(path)
        );
    };
    Ok(text)
}
