//! Text that an edition adds must follow from the sources, and what the sources give
//! besides their text must be in the edition.

use std::collections::BTreeSet;

use super::codes;
use super::customs::{MAKERS_HEADINGS, find_strange_files};
use super::reconcile::Reconciliation;
use super::source_metadata::{LetterPieces, SourceMetadata, is_covered_by, letters_only};
use super::stream::{
    EditionMatter, EditionNoteLabel, MatterKind, StreamWord, WordStream,
};

/// What `LibreOffice` calls a file without a heading in the contents, before its number.
const FILE_ENTRY: &str = "section";

/// The longest number or bullet of a list item, in letters and digits.
const LONGEST_LABEL: usize = 6;

impl Reconciliation<'_> {
    /// Checks the text that the edition adds against the metadata of the sources.
    pub(super) fn check_added_text(&mut self) {
        let known = &self.source.metadata;
        let edition = self.edition;
        let expected = ExpectedWords::new(known, self);
        let publishers = expected.find_publishers_imprints(&edition.matter);
        let mut invented = Vec::new();
        // A head that many pages repeat is reported on the first.
        let mut heads = BTreeSet::new();
        let mut front = String::new();
        for matter in &edition.matter {
            let is_publishers =
                matter.kind == MatterKind::Imprint && publishers.contains(&matter.file);
            if is_publishers {
                self.publishers_words += matter.text.split_whitespace().count();
            }
            let is_known = is_publishers || expected.accounts_for(matter);
            let is_head = matter.kind == MatterKind::Furniture;
            if !is_known && (!is_head || heads.insert(matter.text.trim_matches(is_digit)))
            {
                invented.push(matter);
            }
            if matches!(matter.kind, MatterKind::Front | MatterKind::Imprint) {
                front.push_str(&letters_only(&matter.text));
            }
        }
        if front.is_empty() && !edition.entries.is_empty() {
            front = self.list_own_words();
        }
        // The notes of a chapter may have a file of their own.
        let is_of_notes = |matter: &EditionMatter| {
            let letters = letters_only(&matter.text);
            let notes = known.words.iter().map(|words| letters_only(words.notes));
            notes.into_iter().any(|notes| {
                let rest = letters.strip_prefix(notes.as_str());
                rest.is_some_and(|rest| expected.is_heading_text(rest))
            })
        };
        let is_title = |matter: &EditionMatter| {
            let letters = letters_only(&matter.text);
            known.titles.iter().any(|title| letters_only(title) == letters)
        };
        let is_known = |matter: &&EditionMatter| {
            expected.accounts_for(matter) || is_title(matter) || is_of_notes(matter)
        };
        let (right, wrong): (Vec<_>, Vec<_>) =
            edition.file_titles.iter().partition(is_known);
        // Who names files in another way does so throughout.
        if right.len() > wrong.len() {
            invented.extend(wrong);
        }
        let missing: Vec<&String> = known
            .required
            .iter()
            .filter(|words| !front.contains(&letters_only(words)))
            .collect();
        for matter in invented {
            let place = StreamWord {
                text: matter.text.clone(),
                file: matter.file,
                ..StreamWord::default()
            };
            let message =
                format!("'{}' does not come from the source", matter.text.trim());
            self.report(codes::INVENTED, message, None, Some(&place));
        }
        let shown: BTreeSet<String> = edition
            .matter
            .iter()
            .filter(|matter| matter.kind == MatterKind::Picture)
            .map(|matter| letters_only(&matter.text))
            .collect();
        let described =
            known.pictures.iter().filter(|words| !letters_only(words).is_empty());
        for words in described.filter(|words| !shown.contains(&letters_only(words))) {
            let message = format!("no picture is described as '{words}'");
            self.report(codes::DESCRIPTION_LOST, message, None, None);
        }
        for words in missing {
            let message = format!("'{words}' is not on the title page");
            self.report(codes::NAME_MISSING, message, None, None);
        }
    }
}

/// The words that an edition may add, by where it may add them.
struct ExpectedWords<'a> {
    known: &'a SourceMetadata,
    /// The headings of the edition, letters only.
    headings: Vec<String>,
    /// The notes of the edition with their labels, letters only.
    notes: BTreeSet<String>,
    /// The text of each part and chapter of the edition, letters only.
    divisions: Vec<String>,
    /// What an index consists of: its entries, the edition's own words, and figures.
    index: LetterPieces,
    /// What is repeated above a table: its head and its caption, without digits.
    tables: LetterPieces,
}

impl<'a> ExpectedWords<'a> {
    fn new(known: &'a SourceMetadata, audit: &Reconciliation<'_>) -> Self {
        let edition = audit.edition;
        let headings =
            edition.headings.iter().map(|heading| letters_only(heading)).collect();
        let all = &edition.body.words;
        let ends = edition.openings.iter().copied().skip(1).chain([all.len()]);
        let division = |(&begin, end): (&usize, usize)| {
            let words = all.get(begin..end).unwrap_or_default();
            words.iter().map(|word| letters_only(&word.text)).collect()
        };
        let note = |(label, words): (&EditionNoteLabel, &WordStream)| {
            let text = words.words.iter().map(|word| letters_only(&word.text));
            letters_only(&label.text) + &text.collect::<String>()
        };
        let own = known.words.iter();
        let own = own.flat_map(|words| {
            let figure = words.figure.split("{}");
            let own = [words.index, words.see, words.see_also, words.figures];
            own.into_iter().chain(figure)
        });
        let figures = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let entries = known.index.iter().map(String::as_str);
        let tables = known.heads.iter().map(|head| head.replace(is_digit, ""));
        let tables: Vec<String> = tables.collect();
        Self {
            known,
            index: LetterPieces::new(entries.chain(own).chain(figures)),
            tables: LetterPieces::new(tables.iter().map(String::as_str)),
            headings,
            notes: edition.labels.iter().zip(&edition.notes).map(note).collect(),
            divisions: edition.openings.iter().zip(ends).map(division).collect(),
        }
    }

    /// Whether added text follows from the sources.
    fn accounts_for(&self, matter: &EditionMatter) -> bool {
        let letters = letters_only(&matter.text);
        let known = self.known;
        let names = || known.names.iter().map(String::as_str);
        if letters.is_empty() {
            return true;
        }
        match matter.kind {
            MatterKind::Title => {
                let untitled = known.words.iter().map(|words| words.untitled);
                let mut titles = known.titles.iter().map(String::as_str).chain(untitled);
                titles.any(|title| letters_only(title) == letters)
            }
            MatterKind::Names => {
                let and = known.words.iter().map(|words| words.and);
                is_covered_by(&letters, names().chain(and))
            }
            MatterKind::Picture if self.is_alternative_text(&letters) => true,
            MatterKind::Front | MatterKind::Imprint | MatterKind::Picture => {
                is_covered_by(&letters, known.list_front())
            }
            MatterKind::ContentsHeading | MatterKind::Landmark
                if self.is_title(&letters) =>
            {
                true
            }
            MatterKind::Entry
            | MatterKind::Heading
            | MatterKind::ContentsHeading
            | MatterKind::Landmark => variants_without_folio(&letters)
                .any(|letters| self.is_heading_text(letters)),
            MatterKind::Reference => variants_without_folio(&letters).any(|letters| {
                let pages = known
                    .words
                    .iter()
                    .flat_map(|words| [words.page_reference, words.figure, words.table]);
                let mut pages = pages.map(|words| letters_only(&words.replace("{}", "")));
                letters.is_empty()
                    || pages.any(|page| page == letters)
                    || self.is_heading_text(letters)
            }),
            MatterKind::Index => self.index.can_compose(&letters),
            MatterKind::Completion => self.notes.contains(&letters),
            MatterKind::ListLabel => letters.chars().count() <= LONGEST_LABEL,
            MatterKind::Furniture => self.is_page_furniture(&letters),
            MatterKind::Stray => false,
        }
    }

    /// The files whose imprint is mostly not from the sources: there the publisher speaks for
    /// itself.
    fn find_publishers_imprints(&self, matter: &[EditionMatter]) -> BTreeSet<usize> {
        let imprints = || matter.iter().filter(|one| one.kind == MatterKind::Imprint);
        let known = imprints().filter(|one| self.accounts_for(one));
        find_strange_files(imprints().map(|one| one.file), known.map(|one| one.file))
    }

    /// Whether words describe a picture of the documents.
    fn is_alternative_text(&self, letters: &str) -> bool {
        let placeholder = self.known.words.iter().map(|words| words.picture);
        let mut known = self.known.pictures.iter().map(String::as_str).chain(placeholder);
        known.any(|words| letters_only(words) == letters)
    }

    /// Whether an entry of the contents, or a heading over notes, names its target: a
    /// heading, a section of the edition, or the first words of a chapter without a
    /// heading. Long tables and mottoes may come before these words. A chapter with a title
    /// is never named by them, unless they are the title: a document may state it and have it
    /// as its first words, too.
    fn is_heading_text(&self, letters: &str) -> bool {
        let places = self.known.words.iter().flat_map(|words| {
            [
                words.notes,
                words.contents,
                words.title_page,
                words.cover,
                words.imprint,
                words.dedication,
                words.motto,
                words.colophon,
                words.index,
                words.figures,
            ]
        });
        let numbered =
            self.known.words.iter().flat_map(|words| [words.chapter, words.part]);
        let numbered = numbered.map(letters_only);
        let is_numbered = |pattern: String| {
            letters.strip_prefix(pattern.as_str()).is_some_and(|rest| {
                rest.chars().all(|c| c.is_ascii_digit())
                    || self.headings.iter().any(|heading| heading == rest)
            })
        };
        let is_file_number = letters
            .strip_prefix(FILE_ENTRY)
            .is_some_and(|number| !number.is_empty() && number.chars().all(is_digit));
        is_file_number
            || self.headings.iter().any(|heading| heading == letters)
            || self.divisions.iter().any(|division| division.contains(letters))
                && !self.is_title(letters)
            || self.known.beginnings.iter().any(|beginning| beginning.own.is_none())
                && self.divisions.iter().any(|division| division.starts_with(letters))
            || places.chain(MAKERS_HEADINGS).any(|place| letters_only(place) == letters)
            || numbered.into_iter().any(is_numbered)
    }

    /// Whether letters are a title that the metadata give.
    fn is_title(&self, letters: &str) -> bool {
        self.known.titles.iter().any(|title| letters_only(title) == letters)
    }

    /// Whether a running head, with or without a folio, is a title, a name, a number, or
    /// the pages of some notes. Heads may be cut after a word.
    fn is_page_furniture(&self, line: &str) -> bool {
        let known = self.known;
        // The head of a table that continues on the next page, whose references are numbers;
        // or the heading of such an entry of the index.
        let own = known.words.iter().map(|words| letters_only(words.continued));
        let continued = own.filter_map(|words| {
            let at = line.find(&words)?;
            Some(line[..at].to_owned() + &line[at + words.len()..])
        });
        let mut continued = continued.map(|line| {
            self.index.can_compose(&line)
                || self.tables.can_compose(&line.replace(is_digit, ""))
        });
        let is_head = self.tables.has(&line.replace(is_digit, ""));
        if is_head || continued.any(|is_known| is_known) {
            return true;
        }
        let contents = known.words.iter().map(|words| letters_only(words.contents));
        let heads =
            known.head_letters().chain(contents).chain(self.headings.iter().cloned());
        let heads: Vec<String> = heads.collect();
        let notes = known.words.iter().flat_map(|words| {
            [letters_only(words.notes_to_page), letters_only(words.notes_to_pages)]
        });
        let notes: Vec<String> = notes.collect();
        variants_without_folio(line).any(|letters| {
            let of_notes = |words: &String| {
                letters
                    .strip_prefix(words.as_str())
                    .is_some_and(|rest| rest.chars().all(is_digit))
            };
            letters.is_empty()
                || self.is_heading_text(letters)
                || heads.iter().any(|head| head.starts_with(letters))
                || notes.iter().any(of_notes)
        })
    }
}

/// A line as it is, and without each folio that may come before or after it: a title may
/// begin or end with digits too. There may be both, where the margin has the page numbers
/// of the source.
pub(super) fn variants_without_folio(line: &str) -> impl Iterator<Item = &str> {
    let is_roman = |c: char| "ivxlcdm".contains(c);
    let leading = line.len() - line.trim_start_matches(is_digit).len();
    let trailing = line.trim_end_matches(is_digit).len();
    let after = (trailing..=line.len()).rev().map(|end| &line[..end]);
    let before = (1..=leading).map(|start| &line[start..]);
    let roman = [line.trim_start_matches(is_roman), line.trim_end_matches(is_roman)];
    let bare = std::iter::once(line.trim_matches(is_digit));
    after.chain(before).chain(roman).chain(bare)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}
