//! Tampering with an EPUB: its files are changed as text.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{Deed, Edition, Unit};

/// The files of an EPUB: first those of the text, then navigation and package.
pub(crate) struct Epub {
    files: Vec<(String, Vec<u8>)>,
}

impl Epub {
    /// Opens an EPUB.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut files = Vec::new();
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            files.push((entry.name().to_owned(), content));
        }
        files.sort_by_key(|(name, _)| !name.contains("/text/"));
        Self { files }
    }

    /// An EPUB with files that stand one below the other, each under its name.
    pub(crate) fn of_files(listing: &str) -> Self {
        let files = listing.split("=== ").filter_map(|file| file.split_once('\n'));
        let mut files: Vec<(String, Vec<u8>)> = files
            .map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()))
            .collect();
        files.sort_by_key(|(name, _)| !name.contains("/text/"));
        Self { files }
    }

    /// The file that says some words, and where.
    fn find(&self, words: &str) -> (usize, usize) {
        let found = self.files.iter().enumerate().find_map(|(file, (_, content))| {
            Some((file, std::str::from_utf8(content).ok()?.find(words)?))
        });
        found.unwrap_or_else(|| panic!("the edition does not say '{words}'"))
    }

    fn text(&self, file: usize) -> &str {
        std::str::from_utf8(&self.files[file].1).unwrap()
    }

    /// The file and the markup of a unit that says some words.
    fn unit(&self, unit: Unit, words: &str) -> (usize, String) {
        let (file, at) = self.find(words);
        let text = self.text(file);
        let (begins, end): (&[&str], &str) = match unit {
            Unit::Paragraph => (&["<p>", "<p "], "</p>"),
            Unit::Heading => (&["<h1", "<h2"], "\n"),
            Unit::Note if text.contains("<aside") => (&["<aside "], "</aside>"),
            Unit::Note if text.contains("<dl") => (&["<dl "], "</dl>"),
            Unit::Note => (&["<li id"], "</li>"),
            Unit::Line => (&["<span>"], "</span>"),
            Unit::Link => (&["<a "], "</a>"),
        };
        let start = begins
            .iter()
            .filter_map(|begin| text[..at + words.len()].rfind(begin))
            .max()
            .unwrap();
        let end = start + text[start..].find(end).unwrap() + end.len();
        (file, text[start..end].to_owned())
    }

    fn replace(&mut self, file: usize, old: &str, new: &str) {
        let text = self.text(file).replacen(old, new, 1);
        self.files[file].1 = text.into_bytes();
    }
}

impl Edition for Epub {
    fn tamper(&mut self, deed: &Deed) {
        match deed {
            Deed::Become(words, others) => {
                let (file, _) = self.find(words);
                self.replace(file, words, others);
            }
            Deed::Go(unit, words) => {
                let (file, markup) = self.unit(*unit, words);
                self.replace(file, &markup, "");
            }
            Deed::Double(unit, words) => {
                let (file, markup) = self.unit(*unit, words);
                self.replace(file, &markup, &format!("{markup}\n{markup}"));
            }
            Deed::Furnish(_) => panic!("an EPUB has no furniture"),
            Deed::Swap(unit, one, other) => {
                let (first, one) = self.unit(*unit, one);
                let (second, other) = self.unit(*unit, other);
                self.replace(first, &one, "\u{1}");
                self.replace(second, &other, &one);
                self.replace(first, "\u{1}", &other);
            }
        }
    }

    fn write(self: Box<Self>) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in self.files {
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(&content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }
}
