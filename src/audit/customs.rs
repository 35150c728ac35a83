//! What makers of editions add by custom: pages about the edition, headings over notes,
//! descriptions below pictures, a title page that does not say that it is one.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::Hunk;
use super::reconcile::Reconciliation;
use super::source_metadata::{is_covered_by, letters_only};
use super::stream::{MatterKind, StreamWord, WordOwner};
use super::wording::join_letters;

/// What makers write over notes and contents, and in the contents for their own pages, in the
/// language of the program or of the book: pandoc, calibre, Standard Ebooks, `LibreOffice`,
/// Sigil, and the usual words of the trade.
pub(super) const MAKERS_HEADINGS: [&str; 47] = [
    "Notes",
    "Endnotes",
    "Footnotes",
    "Contents",
    "Table of Contents",
    "Navigation",
    "Landmarks",
    "Guide",
    "Cover",
    "Title Page",
    "Half Title",
    "Imprint",
    "Colophon",
    "Copyright",
    "Uncopyright",
    "List of Illustrations",
    "Begin Reading",
    "Start",
    "Start of Content",
    "Notas",
    "Notas al pie",
    "Notas a pie de página",
    "Notas al final",
    "Tabla de contenidos",
    "Contenido",
    "Sumario",
    "Portada",
    "Cubierta",
    "Notes de bas de page",
    "Notes de fin",
    "Table des matières",
    "Sommaire",
    "Couverture",
    "Anmerkungen",
    "Fußnoten",
    "Endnoten",
    "Inhalt",
    "Inhaltsverzeichnis",
    "Titelseite",
    "Note",
    "Note a piè di pagina",
    "Sommario",
    "Notas de rodapé",
    "Notas de fim",
    "Notes al peu",
    "Примечания",
    "Оглавление",
];

/// Words between a title and a name on title pages, in the languages of [`MAKERS_HEADINGS`].
pub(super) const BEFORE_NAMES: [&str; 7] = ["by", "de", "por", "par", "von", "di", "per"];

impl Reconciliation<'_> {
    /// Removes from the hunks of the body what is an addition by custom.
    pub(super) fn take_out_customs(&mut self, hunks: Vec<Hunk>) -> Vec<Hunk> {
        let publishers = self.find_publishers_pages();
        let words = self.edition.body.words.iter();
        self.publishers_words += words
            .filter(|word| word.owner == WordOwner::Publisher)
            .filter(|word| publishers.contains(&word.file))
            .count();
        let mut rest = Vec::new();
        for hunk in hunks {
            let words = &self.edition.body.words[hunk.edition.clone()];
            let mut kept = hunk.edition.clone();
            let runs: Vec<&[StreamWord]> =
                words.chunk_by(|a, b| (a.owner, a.file) == (b.owner, b.file)).collect();
            let is_own = |run: &&&[StreamWord]| self.is_by_custom(run, &publishers);
            let head = runs.iter().take_while(is_own).count();
            let tail = runs[head..].iter().rev().take_while(is_own).count();
            let length = |runs: &[&[StreamWord]]| -> usize {
                runs.iter().map(|run| run.len()).sum()
            };
            kept.start += length(&runs[..head]);
            kept.end -= length(&runs[runs.len() - tail..]);
            if hunk.edition.start == 0 {
                kept.start = self.skip_title_page(&kept);
            }
            if !(hunk.source.is_empty() && kept.is_empty()) {
                rest.push(Hunk { source: hunk.source, edition: kept });
            }
        }
        rest
    }

    /// Whether words of one owner that the sources lack are an addition by custom.
    fn is_by_custom(&self, words: &[StreamWord], publishers: &BTreeSet<usize>) -> bool {
        let Some(first) = words.first() else { return false };
        match first.owner {
            WordOwner::Book | WordOwner::Formula => Self::is_bullet(words),
            WordOwner::HiddenHeading => true,
            WordOwner::Publisher => publishers.contains(&first.file),
            WordOwner::PictureDescription => {
                let known = &self.source.metadata.pictures;
                is_covered_by(&join_letters(words), known.iter().map(String::as_str))
            }
            WordOwner::NotesHeading => {
                let known = self.source.metadata.words.iter().map(|words| words.notes);
                let letters = join_letters(words);
                known.chain(MAKERS_HEADINGS).any(|words| letters_only(words) == letters)
            }
        }
    }

    /// Whether words are the bullet of an item that is a block.
    fn is_bullet(words: &[StreamWord]) -> bool {
        let [word] = words else { return false };
        let is_bullet =
            matches!(word.text.as_str(), "•" | "◦" | "▪" | "■" | "○" | "‣" | "·");
        word.setting.begins_block && is_bullet
    }

    /// The files in which pages about the edition are mostly not from the sources.
    fn find_publishers_pages(&self) -> BTreeSet<usize> {
        let words = &self.edition.body.words;
        let files = |words: &[StreamWord]| -> Vec<usize> {
            let own = words.iter().filter(|word| word.owner == WordOwner::Publisher);
            own.map(|word| word.file).collect()
        };
        let known = self.body.same_runs().flat_map(|run| files(&words[run.edition]));
        find_strange_files(files(words), known)
    }

    /// Where the text begins behind a title page at the head of the body, in an edition that
    /// has no other: blocks that the metadata of the sources give.
    fn skip_title_page(&self, range: &std::ops::Range<usize>) -> usize {
        let has_front =
            self.edition.matter.iter().any(|one| one.kind == MatterKind::Front);
        if has_front {
            return range.start;
        }
        let words = &self.edition.body.words[range.clone()];
        let blocks = words.chunk_by(|_, next| !next.setting.begins_block);
        let is_given = |block: &&[StreamWord]| {
            is_covered_by(&join_letters(block), self.source.metadata.list_front())
        };
        range.start + blocks.take_while(is_given).map(<[StreamWord]>::len).sum::<usize>()
    }

    /// What an edition without a title page says of itself: the titles and the names of its
    /// metadata.
    pub(super) fn list_own_words(&self) -> String {
        let is_particular = |kind| matches!(kind, MatterKind::Title | MatterKind::Names);
        let matter = &self.edition.matter;
        let stated = matter.iter().filter(|one| is_particular(one.kind));
        stated.map(|one| letters_only(&one.text)).collect()
    }
}

/// The files of which less than half is known. `all` has the file of each part, and `known` that
/// of each part that the sources have.
pub(super) fn find_strange_files(
    all: impl IntoIterator<Item = usize>,
    known: impl IntoIterator<Item = usize>,
) -> BTreeSet<usize> {
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for file in all {
        counts.entry(file).or_default().0 += 1;
    }
    if counts.is_empty() {
        return BTreeSet::new();
    }
    for file in known {
        counts.entry(file).or_default().1 += 1;
    }
    let strange = counts.into_iter().filter(|(_, (all, known))| 2 * known < *all);
    strange.map(|(file, _)| file).collect()
}
