//! What the program promises, whatever bytes it is given: each promise a function that
//! panics where it is broken, called by a fuzz target of its name and, with all that was
//! ever found, by `tests/fuzz.rs`.

#![allow(unreachable_pub, reason = "the crate of the fuzz targets reaches it")]

mod books;
mod files;
mod matter;
mod pages;
mod prints;
mod projects;
mod texts;
mod words;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::{env, fs};

/// A promise: it panics where bytes break it.
pub type Promise = fn(&[u8]);

/// The promises, each by the name of its target.
pub const PROMISES: [(&str, Promise); 23] = [
    ("source", texts::source),
    ("read_pdf", files::read_pdf),
    ("read_ocr", files::read_ocr),
    ("import", files::import),
    ("recover", texts::recover),
    ("markdown", texts::markdown),
    ("metadata", texts::metadata),
    ("words", words::words),
    ("project", projects::project),
    ("press", projects::press),
    ("document", books::document),
    ("epub", books::epub),
    ("pdf", books::pdf),
    ("edition", books::edition),
    ("cover", prints::cover),
    ("imposition", prints::imposition),
    ("font", matter::font),
    ("image", matter::image),
    ("drawing", matter::image),
    ("condition", matter::condition),
    ("audit_epub", files::audit_epub),
    ("audit_pdf", files::audit_pdf),
    ("preflight", files::preflight),
];

/// Holds bytes to the promise of a name.
///
/// # Panics
///
/// When there is none, or they break it.
pub fn hold(name: &str, bytes: &[u8]) {
    let promise = PROMISES.iter().find(|(of, _)| *of == name);
    let (_, promise) = promise.expect("a promise has this name");
    promise(bytes);
}

/// Leaves a PDF in the folder `$PLIEGO_PDFS`, if there is one, for `readable`: another
/// program is to read it.
fn leave(pdf: &[u8]) {
    let Some(folder) = env::var_os("PLIEGO_PDFS") else { return };
    let mut name = DefaultHasher::new();
    pdf.hash(&mut name);
    let path = PathBuf::from(folder).join(format!("{:016x}.pdf", name.finish()));
    fs::write(path, pdf).expect("the folder takes it");
}
