//! Small PDFs that are written here, and what becomes of them.
#![expect(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "contents of pages read better as formats"
)]
#![expect(clippy::disallowed_methods, reason = "tests read the files of the project")]
#![expect(clippy::print_stdout, reason = "a test says what it skips")]

use std::fs;
use std::path::{Path, PathBuf};

mod broken;
mod builder;
mod document;
mod facing_pages;
mod figures;
mod fonts;
mod glyphs;
mod images;
mod layouts;
mod lines;
mod listings;
mod mutations;
mod not_tables;
mod poppler;
mod regions;
mod second_reading;
mod tables;
mod tags;

/// The PDFs of books whose text is known: that of the sample corpus, and those beside the
/// project, where they are.
fn list_books() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut books = vec![root.join("corpus/the-paper-mill.pdf")];
    let known = root.join("../shared/recovery-dev");
    match fs::read_dir(&known) {
        Ok(cases) => {
            let cases = cases.map(|case| case.unwrap().path().join("case.pdf"));
            let mut cases: Vec<PathBuf> = cases.filter(|path| path.is_file()).collect();
            cases.sort();
            books.extend(cases);
        }
        Err(_) => println!("skipped: the PDFs of {}", known.display()),
    }
    books
}
