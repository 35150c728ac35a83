//! Mutants of EPUBs: their files are changed as markup.

pub(super) mod elements;

use std::io::{Cursor, Read, Write};

use pliego::AuditedEdition;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{Dice, MutableEdition};

/// Letters that are put in place of others.
const LETTERS: &str = "aeiostrnlmаеио";

/// Letters with and without accents.
const ACCENTS: [(char, char); 10] = [
    ('a', 'á'),
    ('e', 'é'),
    ('i', 'í'),
    ('o', 'ó'),
    ('u', 'ú'),
    ('n', 'ñ'),
    ('e', 'è'),
    ('a', 'à'),
    ('u', 'ü'),
    ('e', 'ê'),
];

/// Quotation marks.
const QUOTES: [char; 8] = ['«', '»', '“', '”', '„', '‘', '’', '"'];

/// The files of an EPUB.
#[derive(Clone)]
pub(crate) struct EpubFiles {
    files: Vec<(String, Vec<u8>)>,
}

impl EpubFiles {
    pub(crate) fn unpack(bytes: &[u8]) -> Self {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut files = Vec::new();
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            files.push((entry.name().to_owned(), content));
        }
        Self { files }
    }

    fn text(&self, file: usize) -> &str {
        std::str::from_utf8(&self.files[file].1).unwrap()
    }

    fn set(&mut self, file: usize, text: String) {
        self.files[file].1 = text.into_bytes();
    }

    /// The file with an end.
    fn file(&self, end: &str) -> Option<usize> {
        self.files.iter().position(|(name, _)| name.ends_with(end))
    }

    /// The files with text of the sources, in any order.
    fn text_files(&self, dice: &mut Dice) -> Vec<usize> {
        let is_text = |&file: &usize| {
            let (name, _) = &self.files[file];
            name.contains("/text/")
                && !["frontmatter", "\"cover\"", "\"loi\"", "\"index\""]
                    .iter()
                    .any(|kind| self.text(file).contains(kind))
        };
        let mut files: Vec<usize> = (0..self.files.len()).filter(is_text).collect();
        dice.shuffle(&mut files);
        files
    }

    /// Changes one piece of text that the sources have.
    fn change_text(
        &mut self,
        dice: &mut Dice,
        change: impl Fn(&str, &mut Dice) -> Option<String>,
    ) -> Option<()> {
        for file in self.text_files(dice) {
            let mut pieces = split(self.text(file));
            let mut places = list_texts(&pieces);
            dice.shuffle(&mut places);
            for place in places {
                if let Some(changed) = change(&pieces[place], dice)
                    && changed != pieces[place]
                {
                    pieces[place] = changed;
                    self.set(file, pieces.concat());
                    return Some(());
                }
            }
        }
        None
    }

    /// Changes the markup of a file of text.
    fn change_markup(
        &mut self,
        dice: &mut Dice,
        change: impl Fn(&str, &mut Dice) -> Option<String>,
    ) -> Option<()> {
        for file in self.text_files(dice) {
            if let Some(changed) = change(self.text(file), dice) {
                self.set(file, changed);
                return Some(());
            }
        }
        None
    }
}

impl MutableEdition for EpubFiles {
    const FORMAT: &str = "epub";

    fn pack(&self) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in &self.files {
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn read(bytes: &[u8]) -> AuditedEdition {
        AuditedEdition::from_epub(bytes).unwrap()
    }
}

/// Tags and texts in turn.
fn split(markup: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').unwrap() + 1;
        pieces.push(rest[..start].to_owned());
        pieces.push(rest[start..end].to_owned());
        rest = &rest[end..];
    }
    pieces.push(rest.to_owned());
    pieces
}

/// The texts that come from the sources, and no numbers of notes.
fn list_texts(pieces: &[String]) -> Vec<usize> {
    let mut open: Vec<bool> = Vec::new();
    let mut places = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        if place % 2 == 0 {
            let is_own = open.last().copied().unwrap_or_default();
            if is_own && !piece.trim().is_empty() && !piece.contains('&') {
                places.push(place);
            }
        } else if piece.starts_with("</") {
            open.pop();
        } else if !piece.ends_with("/>")
            && !piece.starts_with("<!")
            && !piece.starts_with("<?")
        {
            let own = [
                "noteref",
                "backlink",
                "\"added\"",
                "<math",
                "<head",
                "-notes\"",
                "\"notes-",
                "notes-title",
                "completed",
            ];
            let outer = open.last().copied().unwrap_or(true);
            open.push(outer && !own.iter().any(|kind| piece.contains(kind)));
        }
    }
    places
}

/// Puts something in place of a character that is chosen among those that `change` changes.
fn change_character(
    text: &str,
    dice: &mut Dice,
    change: impl Fn(char, &mut Dice) -> Option<String>,
) -> Option<String> {
    let mut places: Vec<(usize, char)> = text.char_indices().collect();
    dice.shuffle(&mut places);
    places.into_iter().find_map(|(at, c)| {
        let other = change(c, dice)?;
        Some(format!("{}{other}{}", &text[..at], &text[at + c.len_utf8()..]))
    })
}

/// Another letter.
pub(super) fn other_letter(c: char, dice: &mut Dice) -> Option<char> {
    let letters: Vec<char> = LETTERS.chars().filter(|other| *other != c).collect();
    c.is_alphabetic().then(|| *dice.pick(&letters).unwrap())
}

/// Another figure.
pub(super) fn other_digit(c: char, dice: &mut Dice) -> Option<char> {
    let other = (c.to_digit(10)? + 1 + u32::try_from(dice.below(9)).unwrap()) % 10;
    char::from_digit(other, 10)
}

/// The letter with an accent, or without it.
pub(super) fn other_accent(c: char, dice: &mut Dice) -> Option<char> {
    let others = ACCENTS.iter().filter_map(|(plain, accented)| match c {
        _ if c == *plain => Some(*accented),
        _ if c == *accented => Some(*plain),
        _ => None,
    });
    dice.pick(&others.collect::<Vec<char>>()).copied()
}

/// Another quotation mark.
pub(super) fn other_quote(c: char, dice: &mut Dice) -> Option<char> {
    let others: Vec<char> = QUOTES.into_iter().filter(|other| *other != c).collect();
    if QUOTES.contains(&c) { dice.pick(&others).copied() } else { None }
}

pub(super) fn change_letter(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        change_character(text, dice, |c, dice| other_letter(c, dice).map(String::from))
    })
}

pub(super) fn drop_letter(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        change_character(text, dice, |c, _| c.is_alphabetic().then(String::new))
    })
}

pub(super) fn double_word(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        let words: Vec<&str> = text.split(' ').filter(|word| word.len() > 1).collect();
        let word = dice.pick(&words)?;
        Some(text.replacen(word, &format!("{word} {word}"), 1))
    })
}

pub(super) fn change_digit(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        change_character(text, dice, |c, dice| other_digit(c, dice).map(String::from))
    })
}

pub(super) fn change_accent(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        change_character(text, dice, |c, dice| other_accent(c, dice).map(String::from))
    })
}

pub(super) fn change_quote(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        change_character(text, dice, |c, dice| other_quote(c, dice).map(String::from))
    })
}

pub(super) fn drop_quote(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        change_character(text, dice, |c, _| QUOTES.contains(&c).then(String::new))
    })
}

pub(super) fn swap_words(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_text(dice, |text, dice| {
        let mut words: Vec<&str> = text.split(' ').collect();
        let mut places: Vec<usize> = (0..words.len().saturating_sub(1)).collect();
        dice.shuffle(&mut places);
        let differ = |one: &str, other: &str| {
            one != other && !one.trim().is_empty() && !other.trim().is_empty()
        };
        let place = places.into_iter().find(|&at| differ(words[at], words[at + 1]))?;
        words.swap(place, place + 1);
        Some(words.join(" "))
    })
}
