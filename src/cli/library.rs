//! The font families that books can be set in: the built-in one, and those of a folder
//! of the user's own.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, bail};
use pliego::disk::{self, shown};
use pliego::fonts::{self, FontFile, FontStyle};
use pliego::typeset::font::identify;

use super::works::{Work, locate};

/// Endings of the names of font files that can be read.
const FONT_FILES: [&str; 2] = ["ttf", "otf"];

/// All families, by name.
#[derive(Debug)]
pub(crate) struct Library {
    families: BTreeMap<String, BTreeMap<FontStyle, FontFile>>,
}

impl Library {
    /// The built-in family, and those of a folder. Of two files for the same style the
    /// first by name counts; files of the folder come before built-in ones.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read or has no font in it, a file that is no font.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self> {
        let mut files = Vec::new();
        if let Some(folder) = folder {
            for path in disk::list(folder)? {
                let is_font =
                    |end| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(end));
                if FONT_FILES.into_iter().any(is_font) {
                    files.push(file(&path)?);
                }
            }
            if files.is_empty() {
                bail!(
                    "the folder '{}' has no fonts; put .ttf or .otf files into it",
                    shown(folder)
                );
            }
        }
        files.extend(fonts::all_built_in());
        let mut families: BTreeMap<String, BTreeMap<FontStyle, FontFile>> =
            BTreeMap::new();
        for file in files {
            let styles = families.entry(file.family.clone()).or_default();
            styles.entry(file.style).or_insert(file);
        }
        Ok(Self { families })
    }

    /// The family of a name; letter case makes no difference.
    ///
    /// # Errors
    ///
    /// When it is not there; `work` is what asks for it.
    pub(crate) fn family(&self, name: &str, work: &Work) -> Result<Vec<FontFile>> {
        let found = self
            .families
            .iter()
            .find(|(family, _)| family.to_lowercase() == name.to_lowercase());
        let project = work.project.as_ref();
        let position = project.and_then(|project| project.font_position.as_ref());
        match found {
            Some((_, styles)) => Ok(styles.values().cloned().collect()),
            None => bail!(
                "{}: there is no font family '{name}'; choose one of {}, or name \
                 a folder that has it with --fonts",
                locate(&work.path, position),
                self.families.keys().cloned().collect::<Vec<_>>().join(", ")
            ),
        }
    }

    /// A text family, and after it the built-in one, which lends what it lacks.
    pub(crate) fn with_lenders(family: &[FontFile]) -> Vec<FontFile> {
        let mut files = family.to_vec();
        let is_built_in = |file: &FontFile| file.family == fonts::LENDER;
        if !files.iter().any(is_built_in) {
            files.extend(fonts::built_in());
        }
        files
    }

    /// The families in the order of their names, each with its styles.
    pub(crate) fn list(&self) -> String {
        let mut text = String::new();
        for (family, styles) in &self.families {
            let styles: Vec<&str> =
                styles.keys().map(|style| style_name(*style)).collect();
            let _ = writeln!(text, "{family}: {}", styles.join(", "));
        }
        text
    }
}

fn file(path: &Path) -> Result<FontFile> {
    let bytes = disk::read(path)?;
    let Some((family, style)) = identify(&bytes) else {
        bail!("'{}' is no font that can be read; take it out of the folder", shown(path));
    };
    if !fonts::has_units(&bytes) {
        bail!(
            "the font '{}' has no units in its em, so nothing of it has a size; take it \
             out of the folder",
            shown(path)
        );
    }
    Ok(FontFile { family, style, bytes: bytes.into() })
}

fn style_name(style: FontStyle) -> &'static str {
    match style {
        FontStyle::Roman => "roman",
        FontStyle::Italic => "italic",
        FontStyle::Bold => "bold",
        FontStyle::BoldItalic => "bold italic",
    }
}
