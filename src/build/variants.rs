//! The editions of a job that has several by name: each is built as a job of its own, from
//! the documents that were read once.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsString;

use crate::book::codes;
use crate::book::metadata::strip_isbn;
use crate::design::Design;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition::epub::EpubFlavour;
use crate::project::{EpubReaders, NamedEdition};
use crate::text::spelling::nearest_word;

use super::{BuildError, BuildOptions, Format, FormatChoice, Job};

/// A job without named editions, or one of them as a job of its own.
pub(super) struct Variant<'a> {
    pub(super) job: Cow<'a, Job>,
    pub(super) options: Cow<'a, BuildOptions>,
}

impl Variant<'_> {
    /// An error that says which edition it is about.
    pub(super) fn name_error(&self, cause: BuildError) -> BuildError {
        match &self.job.edition {
            Some(name) => {
                BuildError::Edition { name: name.clone(), cause: Box::new(cause) }
            }
            None => cause,
        }
    }
}

/// What a build of a job makes: the job itself, or each of its editions.
///
/// # Errors
///
/// When no edition has a format that is asked for.
pub(super) fn list_variants<'a>(
    job: &'a Job,
    options: &'a BuildOptions,
) -> Result<Vec<Variant<'a>>, BuildError> {
    if job.project.editions.is_empty() {
        let (job, options) = (Cow::Borrowed(job), Cow::Borrowed(options));
        return Ok(vec![Variant { job, options }]);
    }
    let variant = |edition: &NamedEdition| {
        let formats = choose_formats(edition, options);
        let flavour = edition.readers.map_or(options.flavour, EpubFlavour::from);
        (!formats.is_empty()).then(|| Variant {
            job: Cow::Owned(job.for_edition(edition)),
            options: Cow::Owned(BuildOptions { formats, flavour, ..options.clone() }),
        })
    };
    let variants: Vec<Variant<'_>> =
        job.project.editions.iter().filter_map(variant).collect();
    if variants.is_empty() {
        let names: Vec<&str> = options.formats.iter().map(|one| one.name()).collect();
        return Err(BuildError::NoFormat {
            path: job.display_path(),
            formats: names.join(", "),
        });
    }
    Ok(variants)
}

/// The formats of an edition in a build.
fn choose_formats(edition: &NamedEdition, options: &BuildOptions) -> BTreeSet<Format> {
    match &edition.formats {
        None => options.formats.clone(),
        Some(own) => match options.format_choice {
            FormatChoice::Usual => own.clone(),
            FormatChoice::Asked => own & &options.formats,
        },
    }
}

impl Job {
    /// The names of the files that a build with these options makes.
    #[must_use]
    pub fn list_files(&self, options: &BuildOptions) -> Vec<OsString> {
        let variants = list_variants(self, options).unwrap_or_default();
        let files = variants.iter().flat_map(|Variant { job, options }| {
            options.formats.iter().map(|format| job.file_name(*format))
        });
        files.collect()
    }

    /// The formats of each edition that a build with these options makes; of a book without
    /// named editions, of the one that it has.
    #[must_use]
    pub fn list_editions(&self, options: &BuildOptions) -> Vec<BTreeSet<Format>> {
        let variants = list_variants(self, options).unwrap_or_default();
        variants.iter().map(|one| one.options.formats.clone()).collect()
    }

    /// Keeps these editions of the book alone; without names, all.
    ///
    /// # Errors
    ///
    /// When it has no edition of a name.
    pub fn select_editions<S: AsRef<str>>(
        &mut self,
        names: &[S],
    ) -> Result<(), BuildError> {
        if names.is_empty() {
            return Ok(());
        }
        let editions = &mut self.project.editions;
        let known: Vec<&str> = editions.iter().map(|one| one.name.as_str()).collect();
        let missing = names.iter().find(|name| !known.contains(&name.as_ref()));
        if let Some(name) = missing {
            let name = name.as_ref().to_owned();
            let remedy = match nearest_word(&name, &known) {
                _ if known.is_empty() => {
                    "it has one edition, without a name; leave --edition out".to_owned()
                }
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("it has {}", known.join(", ")),
            };
            let path = self.display_path();
            return Err(BuildError::NoEdition { path, name, remedy });
        }
        editions.retain(|one| names.iter().any(|name| name.as_ref() == one.name));
        Ok(())
    }

    /// Gives the book, and each of its editions, another design.
    pub fn set_design(&mut self, design: &Design) {
        self.project.design = design.clone();
        for edition in &mut self.project.editions {
            edition.project.design = design.clone();
        }
    }

    /// One of its editions as a job of its own.
    fn for_edition(&self, edition: &NamedEdition) -> Self {
        let mut job = self.clone();
        job.name.push("-");
        job.name.push(&edition.name);
        job.edition = Some(edition.name.clone());
        // The chapters may be those of the folder, which the file does not name.
        let chapters = std::mem::take(&mut job.project.chapters);
        job.project = edition.project.clone();
        job.project.chapters = chapters;
        job
    }
}

impl From<EpubReaders> for EpubFlavour {
    fn from(readers: EpubReaders) -> Self {
        match readers {
            EpubReaders::Generic => Self::Generic,
            EpubReaders::Kobo => Self::Kobo,
            EpubReaders::Kindle => Self::Kindle,
            EpubReaders::Apple => Self::Apple,
        }
    }
}

/// What is odd about the editions of a job: a paperback and a hardcover, or books of two
/// sizes, are two products, and each product has an ISBN of its own (ISO 2108:2017). One
/// book at two presses is one product.
pub(super) fn check_editions(variants: &[Variant<'_>]) -> Vec<Diagnostic> {
    let printed = variants.iter().filter_map(|Variant { job, options }| {
        if !options.has_any(&Format::FOR_PRESS) {
            return None;
        }
        let (name, project) = (job.edition.as_ref()?, &job.project);
        let isbn = strip_isbn(project.metadata.isbn_print.as_ref()?);
        let has_case = project.print.profile.cover.value.case.is_some();
        Some((name, isbn, (project.design.trim, has_case)))
    });
    let printed: Vec<_> = printed.collect();
    let mut diagnostics = Vec::new();
    for (place, (name, isbn, product)) in printed.iter().enumerate() {
        let other = printed[..place]
            .iter()
            .find(|(_, other, another)| other == isbn && another != product);
        if let Some((other, ..)) = other {
            let message = format!(
                "the editions '{other}' and '{name}' have the same ISBN, but not the same \
                 trim and binding"
            );
            let finding = Diagnostic::new(codes::SHARED_ISBN, Severity::Warning, message);
            diagnostics.push(finding.hint("give each of them an isbn of its own"));
        }
    }
    diagnostics
}
