//! The pictures of a book: from the addresses in its documents to their files.
//!
//! A picture is a file in the folder of the book or below it. An address that says
//! anything else (another machine, a script, a way out of the folder) is refused, and the
//! words of the figure stand in its place.

use std::path::{Path, PathBuf};

use pliego::book::Document;
use pliego::book::codes;
use pliego::book::figure::{self, Figure};
use pliego::book::picture::Pictures;
use pliego::diagnostic::{Code, Diagnostic, Severity};
use pliego::disk::{self, ConfinedError};
use pliego::edition::picture::{self, LARGEST_FILE, PictureRefusal};
use pliego::text::excerpt::excerpt;
use pliego::text::span::Origin;

use super::works::{Source, Work};

/// What is said where an address leads out of the book.
const KEEP_INSIDE: &str = "put the file into the folder of the book, and name it from the document: \
     images/map.png";

/// The pictures of a book in the gathering.
pub(crate) struct Gallery {
    /// The folder of the book.
    folder: PathBuf,
    pictures: Pictures,
}

/// Why a figure has no picture.
struct Missing {
    code: Code,
    /// What is said of the image.
    cause: String,
    remedy: String,
}

impl Gallery {
    /// The gallery of a work, empty.
    pub(crate) fn of(work: &Work) -> Self {
        let folder = work.path.parent().unwrap_or(Path::new("")).to_owned();
        Self { folder, pictures: Pictures::new() }
    }

    /// The pictures.
    pub(crate) fn finish(self) -> Pictures {
        self.pictures
    }

    /// Brings the pictures of a document. Its figures name them from the folder of the book
    /// then; one whose picture cannot be had becomes its words.
    pub(crate) fn bring(
        &mut self,
        document: &mut Document,
        source: &Source,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        figure::replace(
            &mut document.blocks,
            &mut |mut figure: Figure| match self.fetch(
                &figure.picture,
                source,
                figure.origin,
                diagnostics,
            ) {
                Ok(name) => {
                    figure.picture = name;
                    Some(figure.into())
                }
                Err(Missing { code, cause, remedy }) => {
                    let address = excerpt(&figure.picture);
                    let message = format!(
                        "the image '{address}' {cause}; its words stand in its place"
                    );
                    let found = Diagnostic::new(code, Severity::Warning, message);
                    diagnostics.push(found.hint(remedy).at(figure.origin));
                    figure.without_picture()
                }
            },
        );
    }

    /// Reads the file of an address, if that was not done yet, and gives its name.
    fn fetch(
        &mut self,
        address: &str,
        source: &Source,
        origin: Origin,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<String, Missing> {
        let local = local(address)?;
        let beside = source.path.parent().unwrap_or(Path::new(""));
        let inside = beside.strip_prefix(&self.folder).map_err(|_| outside(LEADS_OUT))?;
        let name = name(inside, &local).ok_or_else(|| outside(LEADS_OUT))?;
        if self.pictures.contains_key(&name) {
            return Ok(name);
        }
        let path = self.folder.join(&name);
        let bytes = disk::read_inside(&self.folder, &path, LARGEST_FILE)?;
        let ready = picture::read_picture(&bytes)?;
        if let Some((columns, rows)) = ready.reduced_from {
            let message = format!(
                "the image '{address}' has {columns} by {rows} pixels and was made \
                 smaller: Apple refuses books with images of more than 5.6 million"
            );
            let found = Diagnostic::new(codes::IMAGE_REDUCED, Severity::Note, message);
            diagnostics.push(found.at(origin));
        }
        self.pictures.insert(name.clone(), ready.picture);
        Ok(name)
    }
}

/// What is said of an address that leads out of the folder.
const LEADS_OUT: &str = "stands outside the folder of the book";

fn outside(cause: &str) -> Missing {
    let (cause, remedy) = (cause.to_owned(), KEEP_INSIDE.to_owned());
    Missing { code: codes::IMAGE_OUTSIDE, cause, remedy }
}

impl From<ConfinedError> for Missing {
    fn from(error: ConfinedError) -> Self {
        let told = |code, cause: String, remedy: &str| Self {
            code,
            cause,
            remedy: remedy.to_owned(),
        };
        match error {
            ConfinedError::Outside { .. } => outside(LEADS_OUT),
            ConfinedError::NoFile { .. } => {
                told(codes::IMAGE_MISSING, "is no file".to_owned(), "name a file")
            }
            ConfinedError::TooLarge { bytes, most, .. } => told(
                codes::IMAGE_TOO_LARGE,
                format!("has {bytes} bytes, and an image may have {most}"),
                PictureRefusal::SAVE_SMALLER,
            ),
            ConfinedError::Disk(disk::DiskError::Missing { .. }) => told(
                codes::IMAGE_MISSING,
                "is not there".to_owned(),
                "check its name, which is taken from the folder of the document",
            ),
            ConfinedError::Disk(_) => told(
                codes::IMAGE_MISSING,
                "cannot be read".to_owned(),
                "check that you may read it",
            ),
        }
    }
}

impl From<PictureRefusal> for Missing {
    fn from(refusal: PictureRefusal) -> Self {
        let code = match &refusal {
            PictureRefusal::OtherFormat | PictureRefusal::Broken { .. } => {
                codes::IMAGE_UNREADABLE
            }
            PictureRefusal::TooLarge { .. } | PictureRefusal::TooMuch => {
                codes::IMAGE_TOO_LARGE
            }
            PictureRefusal::Unsafe { .. } => codes::IMAGE_UNSAFE,
        };
        let remedy = refusal.remedy().to_owned();
        Self { code, cause: refusal.to_string(), remedy }
    }
}

/// The path that an address is, without what stands for characters in addresses (RFC 3986
/// §2.1). Only one within the book has no scheme, host or root.
fn local(address: &str) -> Result<String, Missing> {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    if let Some((scheme, _)) = address.split_once(':').filter(|(one, _)| is_scheme(one)) {
        let scheme = scheme.to_ascii_lowercase();
        return Err(outside(&format!(
            "is no file of the book, but an address '{scheme}:'"
        )));
    }
    let decoded = decoded(address);
    if decoded.starts_with('/') || decoded.contains(['\\', '\0']) {
        return Err(outside("is not named from the document"));
    }
    Ok(decoded)
}

/// An address with its characters for themselves; as it is where they make no text.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| str::from_utf8(code).ok());
        let is_code = |code: &&str| code.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = code.filter(is_code).filter(|_| first == b'%');
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| address.to_owned())
}

/// The name of a file from the folder of the book; none for one that is not in it. `inside`
/// is the folder of the document.
fn name(inside: &Path, local: &str) -> Option<String> {
    let mut steps: Vec<&str> = Vec::new();
    let folder = inside.to_str()?;
    for step in folder.split(['/', std::path::MAIN_SEPARATOR]).chain(local.split('/')) {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()?),
            step => steps.push(step),
        }
    }
    (!steps.is_empty()).then(|| steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{decoded, local, name};
    use std::path::Path;

    #[test]
    fn a_name_stays_within_the_book() {
        let name = |inside, local| name(Path::new(inside), local);
        assert_eq!(name("", "a/./b.png").as_deref(), Some("a/b.png"));
        assert_eq!(name("text", "../a.png").as_deref(), Some("a.png"));
        assert_eq!(name("text", "../../a.png"), None);
        assert_eq!(name("", "a/../../b.png"), None);
        assert_eq!(name("", "."), None);
    }

    #[test]
    fn addresses_that_are_no_files_of_the_book_are_told_apart() {
        for address in [
            "http://example.org/a.png",
            "//example.org/a.png",
            "data:image/png;base64,AAAA",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "C:\\a.png",
            "/a.png",
            "%2Fa.png",
            "..\\a.png",
        ] {
            assert!(local(address).is_err(), "{address}");
        }
        assert_eq!(decoded("a%20b%C3%B1.png"), "a bñ.png");
        assert_eq!(decoded("100%.png"), "100%.png");
        assert_eq!(decoded("%ff.png"), "%ff.png");
    }
}
