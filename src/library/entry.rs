//! What a manifest says of a document.

use std::path::PathBuf;

use serde::Deserialize;

/// What parts the names of several authors in a CSV.
const BETWEEN_NAMES: char = ';';

/// A document of a library.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// Names it; unique in the manifest.
    pub id: String,
    /// Where it is, from the folder of the manifest.
    pub path: PathBuf,
    /// The title.
    #[serde(default)]
    pub title: Option<String>,
    /// The authors.
    #[serde(default)]
    pub authors: AuthorNames,
    /// The language, as BCP 47 has it.
    #[serde(default)]
    pub language: Option<String>,
    /// The date of the text.
    #[serde(default)]
    pub date: Option<String>,
    /// The rights statement.
    #[serde(default)]
    pub rights: Option<String>,
    /// One of the built-in designs.
    #[serde(default)]
    pub design: Option<String>,
    /// The digest of the file, in hexadecimal; another file is not built.
    #[serde(default)]
    pub sha256: Option<String>,
}

impl ManifestEntry {
    /// Without its empty fields, which in a CSV say nothing.
    #[must_use]
    pub fn without_empty_fields(mut self) -> Self {
        for field in [
            &mut self.title,
            &mut self.language,
            &mut self.date,
            &mut self.rights,
            &mut self.design,
            &mut self.sha256,
        ] {
            *field = field.take().filter(|text| !text.is_empty());
        }
        self
    }
}

/// The authors of a document: a list, or names with semicolons between them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(from = "AuthorField")]
pub struct AuthorNames(
    /// Their names.
    pub Vec<String>,
);

#[derive(Deserialize)]
#[serde(untagged)]
enum AuthorField {
    List(Vec<String>),
    Text(String),
    Nothing(()),
}

impl From<AuthorField> for AuthorNames {
    fn from(field: AuthorField) -> Self {
        let names = match field {
            AuthorField::List(names) => names,
            AuthorField::Text(names) => {
                names.split(BETWEEN_NAMES).map(|name| name.trim().to_owned()).collect()
            }
            AuthorField::Nothing(()) => Vec::new(),
        };
        Self(names.into_iter().filter(|name| !name.is_empty()).collect())
    }
}
