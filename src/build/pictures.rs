//! The pictures of a book: from the addresses in its documents to their files.
//!
//! A picture is a file in the folder of the book or below it. An address that says anything
//! else (another machine, a script, a way out of the folder) is refused, and the words of
//! the figure take its place.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, Path};

use crate::book::block::{Block, TextPassage, visit_passages};
use crate::book::codes;
use crate::book::figure::{self, Figure};
use crate::book::inline::{InlineLeaf, leaves};
use crate::book::picture::Pictures;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::edition::picture::{self, LARGEST_FILE, PictureRefusal};
use crate::text::addresses::decode_percent;
use crate::text::excerpt::excerpt;
use crate::text::span::Origin;

use super::{InputError, Inputs, Job, SourceDocument, SourceFile};

/// What to do about an address that leads out of the book.
const KEEP_INSIDE: &str = "put the file into the folder of the book, and write its path relative to the document: \
     images/map.png";

/// What is wrong with an address that leads out of the folder.
const LEADS_OUT: &str = "is outside the folder of the book";

/// Loads the pictures of a book, each once.
pub(super) struct PictureLoader<'a> {
    /// The folder of the book.
    folder: &'a Path,
    inputs: &'a dyn Inputs,
    pictures: Pictures,
}

/// Why a figure has no picture.
struct MissingPicture {
    code: Code,
    /// What is wrong with the image.
    cause: String,
    remedy: String,
}

impl<'a> PictureLoader<'a> {
    /// A loader for the pictures of a job.
    pub(super) fn new(job: &'a Job, inputs: &'a dyn Inputs) -> Self {
        Self { folder: job.folder(), inputs, pictures: Pictures::new() }
    }

    /// The pictures that were loaded.
    pub(super) fn finish(self) -> Pictures {
        self.pictures
    }

    /// Loads the pictures of a document: those that its file contains, and those beside it.
    /// Its figures name them from the folder of the book afterwards; a figure whose picture
    /// is refused becomes its words.
    pub(super) fn load(
        &mut self,
        document: &mut SourceDocument,
        file: &SourceFile,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let SourceDocument { recovered, media, .. } = document;
        let blocks = &mut recovered.document.blocks;
        figure::replace_figures(blocks, &mut |mut figure: Figure| match self.load_one(
            &figure.picture,
            media,
            file,
            figure.origin,
            diagnostics,
        ) {
            Ok(name) => {
                figure.picture = name;
                Some(figure.into())
            }
            Err(MissingPicture { code, cause, remedy }) => {
                let address = excerpt(&figure.picture);
                let message =
                    format!("the image '{address}' {cause}; its words take its place");
                let found = Diagnostic::new(code, Severity::Warning, message);
                diagnostics.push(found.hint(remedy).at(figure.origin));
                figure.without_picture()
            }
        });
        self.report_reduced_pictures(blocks, diagnostics);
    }

    /// Reports the pictures in lines that would be much larger in a paragraph of their own.
    fn report_reduced_pictures(
        &self,
        blocks: &[Block],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        visit_passages(blocks, &mut |passage| {
            let TextPassage::Line(line) = passage else { return };
            for leaf in leaves(line) {
                let figure = match leaf {
                    InlineLeaf::Picture(figure) => figure,
                    InlineLeaf::Note(note) => {
                        self.report_reduced_pictures(&note.blocks, diagnostics);
                        continue;
                    }
                    _ => continue,
                };
                let Some(picture) = self.pictures.get(&figure.picture) else { continue };
                let is_large = picture.rows > picture.resolution / 2;
                if figure.width.is_none() && is_large {
                    let address = excerpt(&figure.picture);
                    let message = format!(
                        "the image '{address}' is inside a line of text and is shown as high as its letters"
                    );
                    let found =
                        Diagnostic::new(codes::IMAGE_IN_LINE, Severity::Note, message)
                            .hint("to show it larger, give it a paragraph of its own");
                    diagnostics.push(found.at(figure.origin));
                }
            }
        });
    }

    /// Reads the file of an address, unless that was done before, and gives its name.
    fn load_one(
        &mut self,
        address: &str,
        media: &BTreeMap<String, Vec<u8>>,
        file: &SourceFile,
        origin: Origin,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<String, MissingPicture> {
        let path = parse_address(address)?;
        let beside = file.path.parent().unwrap_or(Path::new(""));
        let inside =
            beside.strip_prefix(self.folder).map_err(|_| refuse_outside(LEADS_OUT))?;
        let name =
            name_from_book(inside, &path).ok_or_else(|| refuse_outside(LEADS_OUT))?;
        if self.pictures.contains_key(&name) {
            return Ok(name);
        }
        let bytes = if let Some(contained) = media.get(address) {
            Cow::Borrowed(contained)
        } else {
            let path = self.folder.join(&name);
            Cow::Owned(self.inputs.read_confined(self.folder, &path, LARGEST_FILE)?)
        };
        let ready = picture::read_picture(&bytes)?;
        if let Some((columns, rows)) = ready.reduced_from {
            let message = format!(
                "the image '{address}' has {columns} by {rows} pixels and was made \
                 smaller: Apple refuses books with images of more than 5.6 million"
            );
            let found = Diagnostic::new(codes::IMAGE_REDUCED, Severity::Note, message);
            diagnostics.push(found.at(origin));
        }
        if ready.animated {
            let message = format!(
                "the image '{address}' is an animation; its first image is shown"
            );
            let found =
                Diagnostic::new(codes::IMAGE_ANIMATED, Severity::Warning, message);
            let hint = "save the image that says most as PNG or JPEG, and use that";
            diagnostics.push(found.at(origin).hint(hint));
        }
        self.pictures.insert(name.clone(), ready.picture);
        Ok(name)
    }
}

fn refuse_outside(cause: &str) -> MissingPicture {
    let (cause, remedy) = (cause.to_owned(), KEEP_INSIDE.to_owned());
    MissingPicture { code: codes::IMAGE_OUTSIDE, cause, remedy }
}

impl From<InputError> for MissingPicture {
    fn from(error: InputError) -> Self {
        let missing = |cause: &str, remedy: &str| Self {
            code: codes::IMAGE_MISSING,
            cause: cause.to_owned(),
            remedy: remedy.to_owned(),
        };
        match error {
            InputError::Outside { .. } => refuse_outside(LEADS_OUT),
            InputError::NoFile { .. } => missing("is not a file", "name a file"),
            InputError::TooLarge { bytes, most, .. } => Self {
                code: codes::IMAGE_TOO_LARGE,
                cause: format!("has {bytes} bytes, and an image may have at most {most}"),
                remedy: PictureRefusal::SAVE_SMALLER.to_owned(),
            },
            InputError::Missing { .. } => missing(
                "does not exist",
                "check its path, which is relative to the folder of the document",
            ),
            InputError::Unreadable(_) => {
                missing("cannot be read", "check that you may read it")
            }
        }
    }
}

impl From<PictureRefusal> for MissingPicture {
    fn from(refusal: PictureRefusal) -> Self {
        let code = match &refusal {
            PictureRefusal::OtherFormat | PictureRefusal::Broken { .. } => {
                codes::IMAGE_UNREADABLE
            }
            PictureRefusal::TooLarge { .. }
            | PictureRefusal::TooMuch
            | PictureRefusal::TooCostly { .. } => codes::IMAGE_TOO_LARGE,
            PictureRefusal::Unsafe { .. } => codes::IMAGE_UNSAFE,
        };
        let remedy = refusal.remedy().to_owned();
        Self { code, cause: refusal.to_string(), remedy }
    }
}

/// The path that an address stands for, with its percent-encoded characters decoded (RFC
/// 3986 §2.1). An address within the book has no scheme, host or root.
fn parse_address(address: &str) -> Result<String, MissingPicture> {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    if let Some((scheme, _)) = address.split_once(':').filter(|(one, _)| is_scheme(one)) {
        let scheme = scheme.to_ascii_lowercase();
        return Err(refuse_outside(&format!(
            "is not a file of the book, but an address '{scheme}:'"
        )));
    }
    let decoded = String::from_utf8(decode_percent(address));
    let decoded = decoded.unwrap_or_else(|_| address.to_owned());
    if decoded.starts_with('/') || decoded.contains(['\\', '\0']) {
        return Err(refuse_outside("is not a path relative to the document"));
    }
    Ok(decoded)
}

/// The name of a file from the folder of the book; none for one that is not in it. `inside`
/// is the folder of the document.
fn name_from_book(inside: &Path, path: &str) -> Option<String> {
    let mut steps: Vec<&str> = Vec::new();
    let folder = inside.to_str()?;
    for step in folder.split(['/', MAIN_SEPARATOR]).chain(path.split('/')) {
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
    use super::{name_from_book, parse_address};
    use std::path::Path;

    #[test]
    fn a_name_stays_within_the_book() {
        let name = |inside, path| name_from_book(Path::new(inside), path);
        assert_eq!(name("", "a/./b.png").as_deref(), Some("a/b.png"));
        assert_eq!(name("text", "../a.png").as_deref(), Some("a.png"));
        assert_eq!(name("text", "../../a.png"), None);
        assert_eq!(name("", "a/../../b.png"), None);
        assert_eq!(name("", "."), None);
    }

    #[test]
    fn an_address_outside_the_book_is_refused() {
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
            assert!(parse_address(address).is_err(), "{address}");
        }
    }
}
