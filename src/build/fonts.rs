//! The font families that designs may name: the built-in ones, and the caller's own.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::fonts::{self, FontFile, FontStyle};
use crate::text::paths::display_path;
use crate::typeset::font::identify_font;

use super::{BuildError, Job};

/// Font families by name.
#[derive(Debug, Clone)]
pub struct FontLibrary {
    families: BTreeMap<String, BTreeMap<FontStyle, FontFile>>,
}

impl Default for FontLibrary {
    /// The built-in families.
    fn default() -> Self {
        Self::from_files(fonts::all_built_in())
    }
}

impl FontLibrary {
    /// The built-in families, and those of font files (TrueType or OpenType). Of two files
    /// for one style of a family the first counts; the built-in ones come last.
    ///
    /// # Errors
    ///
    /// When a file is not a font.
    pub fn with_files<P: AsRef<Path>>(
        files: impl IntoIterator<Item = (P, Vec<u8>)>,
    ) -> Result<Self, BuildError> {
        let files = files.into_iter();
        let files: Result<Vec<FontFile>, BuildError> =
            files.map(|(path, bytes)| read_font(path.as_ref(), bytes)).collect();
        Ok(Self::from_files(files?.into_iter().chain(fonts::all_built_in())))
    }

    fn from_files(files: impl Iterator<Item = FontFile>) -> Self {
        let mut families: BTreeMap<String, BTreeMap<FontStyle, FontFile>> =
            BTreeMap::new();
        for file in files {
            let styles = families.entry(file.family.clone()).or_default();
            styles.entry(file.style).or_insert(file);
        }
        Self { families }
    }

    /// The font files of a family; its name may be written in any letter case.
    #[must_use]
    pub fn family(&self, name: &str) -> Option<Vec<FontFile>> {
        let mut families = self.families.iter();
        let (_, styles) =
            families.find(|(family, _)| family.to_lowercase() == name.to_lowercase())?;
        Some(styles.values().cloned().collect())
    }

    /// The family that the design of a job names.
    pub(super) fn family_of(&self, job: &Job) -> Result<Vec<FontFile>, BuildError> {
        let name = &job.project.design.font;
        self.family(name).ok_or_else(|| BuildError::NoFamily {
            place: job.locate(job.project.font_position.as_ref()),
            name: name.clone(),
            known: self.families.keys().cloned().collect::<Vec<_>>().join(", "),
        })
    }

    /// A line for each family, in the order of their names: the name and its styles.
    #[must_use]
    pub fn list(&self) -> String {
        let mut text = String::new();
        for (family, styles) in &self.families {
            let styles: Vec<&str> =
                styles.keys().map(|style| style_name(*style)).collect();
            let _ = writeln!(text, "{family}: {}", styles.join(", "));
        }
        text
    }
}

/// A family, followed by the built-in one, which has characters that the family lacks.
pub(super) fn add_fallback_fonts(family: &[FontFile]) -> Vec<FontFile> {
    let mut files = family.to_vec();
    let is_built_in = |file: &FontFile| file.family == fonts::FALLBACK_FAMILY;
    if !files.iter().any(is_built_in) {
        files.extend(fonts::built_in());
    }
    files
}

fn read_font(path: &Path, bytes: Vec<u8>) -> Result<FontFile, BuildError> {
    let Some((family, style)) = identify_font(&bytes) else {
        return Err(BuildError::NoFont { path: display_path(path) });
    };
    if !fonts::has_units(&bytes) {
        return Err(BuildError::NoUnits { path: display_path(path) });
    }
    Ok(FontFile { family, style, bytes: bytes.into() })
}

fn style_name(style: FontStyle) -> &'static str {
    match style {
        FontStyle::Roman => "roman",
        FontStyle::Italic => "italic",
        FontStyle::Bold => "bold",
        FontStyle::BoldItalic => "bold italic",
        FontStyle::Monospaced => "monospaced",
    }
}
