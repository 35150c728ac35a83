//! The words of a library as a table: in how many of its documents each word is, and how
//! often. Recovery asks it about words that neither the text nor its book decides.
//!
//! A table is a text file. Its first line is
//! `# pliego-words 1 documents=51 least=2 words=4013`: the version of the form, the documents
//! that were counted, the fewest documents that a word of the table is in, and the number of
//! words. Each other line is a language, a word in lower case, its documents and its
//! occurrences, with tabs between them, in the order of the bytes of language and word. A
//! table that has all words (`least=1`) can be merged with others.
//!
//! Each language has words of its own: `sic` is no word of German, and `grau` no misread
//! `gran`.
//!
//! What makes a word is the number of documents: one book may repeat a misprint a hundred
//! times. Occurrences tell a rare word from a common misreading, which many documents have:
//! in each `tbe` is far rarer than `the`.

use std::fmt::Write as _;
use std::ops::AddAssign;
use std::str::Utf8Error;

use rustc_hash::FxHashMap;

use super::corpus::{WordCounts, count_word, words_inside};
use crate::source::Text;
use crate::text::language::Language;
use crate::text::letters;

/// The version of the form.
const VERSION: &str = "1";

/// How the first line begins.
const HEAD: &str = "# pliego-words ";

/// The fewest documents of a word in a finished table. A word of one document is no evidence:
/// the text that is recovered may be that document.
const LEAST: u64 = 2;

/// A finished table asks for one more document in this many. Misreadings grow with a
/// library, and the rarest words are asked for least. A table of five million documents in
/// fifty languages stays below [`LARGEST`] by this.
const DOCUMENTS_TO_ONE_MORE: u64 = 50_000;

/// The most bytes of a table that recovery takes: two million words. The workers of a library
/// have a hundred megabytes each.
const LARGEST: usize = 40_000_000;

/// The most bytes of a word. The longest words in use have forty letters; what is longer lost
/// its spaces.
const LONGEST: usize = 80;

/// A word is taken for a common misreading of another one that is this many times as
/// frequent. The worst scans have one letter of a hundred wrong, and each letter is taken for
/// one of about ten others.
const MISREADING: u64 = 1000;

/// The language of a text whose language is not known (BCP 47).
const UNKNOWN: &str = "und";

/// The fewest documents of a finished table's words, if nothing else is said.
#[must_use]
pub fn find_least(documents: u64) -> u64 {
    LEAST + documents / DOCUMENTS_TO_ONE_MORE
}

/// The words of a library.
///
/// It is the bytes of its file, and the place of each line: a million words take about
/// 25 MB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordTable {
    text: Box<str>,
    /// Where the line of each word begins.
    starts: Box<[u32]>,
    documents: u64,
}

/// A file is not a table of words that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}: {fault}")]
pub struct WordTableError {
    name: String,
    line: usize,
    fault: Fault,
}

/// What is wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("this is not a table of words; make one with 'pliego words'")]
    Head,
    #[error(
        "the table has the form {0}, and this pliego reads the form {VERSION}; count the \
         words again with it"
    )]
    Version(String),
    #[error("the line is not UTF-8; count the words again")]
    Encoding,
    #[error(
        "a language, a word and two counts should be here, with tabs between them; count the \
         words again"
    )]
    Entry,
    #[error("the words are not in order; count them again")]
    Order,
    #[error("the table ends before its last word; copy it, or count the words, again")]
    Short,
    #[error(
        "the table has {0} bytes, more than {LARGEST}; merge it with a larger --least"
    )]
    TooLarge(usize),
    #[error(
        "words of fewer than {0} documents were left out, so the table cannot be merged; \
         count its words with --least 1"
    )]
    Reduced(u64),
}

/// In how many documents a word is, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WordUse {
    documents: u64,
    times: u64,
}

impl AddAssign for WordUse {
    fn add_assign(&mut self, other: Self) {
        self.documents = self.documents.saturating_add(other.documents);
        self.times = self.times.saturating_add(other.times);
    }
}

impl WordUse {
    /// In how many documents it is besides the one that is recovered. The table does not know
    /// whether that was counted, so one is always taken off: a misprint of the text itself
    /// never supports itself.
    pub(crate) fn other_documents(self) -> u32 {
        u32::try_from(self.documents.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Whether it is so much rarer than another word that it may be a misreading of it in
    /// all of its documents.
    pub(crate) fn may_be_misread_for(self, other: Self) -> bool {
        self.times.saturating_mul(MISREADING) <= other.times
    }
}

/// The first line of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Head {
    documents: u64,
    least: u64,
    words: u64,
}

impl Head {
    fn parse(line: &str) -> Result<Self, Fault> {
        let Some(rest) = line.strip_prefix(HEAD) else { return Err(Fault::Head) };
        let mut fields = rest.split(' ');
        let version = fields.next().unwrap_or_default();
        if version != VERSION {
            return Err(Fault::Version(version.chars().take(LONGEST).collect()));
        }
        let mut number = |key: &str| {
            let value = fields.next()?.strip_prefix(key)?.strip_prefix('=')?;
            value.parse::<u64>().ok()
        };
        let numbers = (number("documents"), number("least"), number("words"));
        match numbers {
            (Some(documents), Some(least), Some(words)) => {
                Ok(Self { documents, least, words })
            }
            _ => Err(Fault::Head),
        }
    }
}

/// Reads a table line by line: `visit` gets the place of each line, its language with the
/// word, and their use.
fn read_lines<'t>(
    name: &str,
    text: &'t str,
    mut visit: impl FnMut(usize, &'t str, WordUse),
) -> Result<Head, WordTableError> {
    let fail = |line: usize, fault| WordTableError { name: name.to_owned(), line, fault };
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let head =
        Head::parse(first.trim_end_matches('\n')).map_err(|fault| fail(1, fault))?;
    let (mut at, mut last, mut number) = (first.len(), "", 1);
    for line in lines {
        number += 1;
        let Some(whole) = line.strip_suffix('\n') else {
            return Err(fail(number, Fault::Short));
        };
        let Some((key, used)) = parse_entry(whole) else {
            return Err(fail(number, Fault::Entry));
        };
        if key <= last {
            return Err(fail(number, Fault::Order));
        }
        visit(at, key, used);
        (at, last) = (at + line.len(), key);
    }
    let words = u64::try_from(number - 1).unwrap_or(u64::MAX);
    if words != head.words || !first.ends_with('\n') {
        return Err(fail(number, Fault::Short));
    }
    Ok(head)
}

/// The error of a table that is not UTF-8.
fn find_broken_line(name: &str, bytes: &[u8], error: Utf8Error) -> WordTableError {
    let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let line = before.split(|byte| *byte == b'\n').count();
    // What does not begin as a table is no damaged one.
    let is_table = bytes.starts_with(HEAD.as_bytes());
    let (line, fault) = if is_table { (line, Fault::Encoding) } else { (1, Fault::Head) };
    WordTableError { name: name.to_owned(), line, fault }
}

/// A language with its word, and their use. Occurrences are at least as many as documents.
fn parse_entry(line: &str) -> Option<(&str, WordUse)> {
    let (rest, times) = line.rsplit_once('\t')?;
    let (key, documents) = rest.rsplit_once('\t')?;
    let (language, word) = key.split_once('\t')?;
    let used = WordUse { documents: documents.parse().ok()?, times: times.parse().ok()? };
    let is_valid = !language.is_empty()
        && !word.is_empty()
        && !word.contains('\t')
        && used.documents > 0
        && used.documents <= used.times;
    is_valid.then_some((key, used))
}

impl WordTable {
    /// Reads a table. `name` is that of its file, for messages.
    ///
    /// # Errors
    ///
    /// When it is not a table, is damaged, or is too large for the memory of a worker.
    ///
    /// # Examples
    ///
    /// ```
    /// use pliego::build::WordTable;
    ///
    /// let table = "# pliego-words 1 documents=9 least=2 words=1\nes\tmolino\t4\t11\n";
    /// assert_eq!(WordTable::read("words.tsv", table.into())?.documents(), 9);
    /// assert!(WordTable::read("words.tsv", b"molino\n".to_vec()).is_err());
    /// # Ok::<(), pliego::build::WordTableError>(())
    /// ```
    pub fn read(name: &str, bytes: Vec<u8>) -> Result<Self, WordTableError> {
        if bytes.len() > LARGEST {
            let fault = Fault::TooLarge(bytes.len());
            return Err(WordTableError { name: name.to_owned(), line: 1, fault });
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            find_broken_line(name, error.as_bytes(), error.utf8_error())
        })?;
        let mut starts = Vec::new();
        let head = read_lines(name, &text, |at, _, _| {
            // A table has less than LARGEST bytes.
            starts.extend(u32::try_from(at).ok());
        })?;
        let (text, starts) = (text.into(), starts.into());
        Ok(Self { text, starts, documents: head.documents })
    }

    /// How many documents were counted.
    #[must_use]
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The bytes of its file, from which its digest is made.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// The use of a word, as [`make_key`] writes it; none if the table lacks it.
    pub(crate) fn find(&self, key: &str) -> WordUse {
        let line = |start: u32| {
            let rest = self.text.get(start as usize..).unwrap_or_default();
            rest.split('\n').next().unwrap_or_default()
        };
        let key_of = |start: u32| {
            let line = line(start);
            let end = line.match_indices('\t').nth(1).map_or(line.len(), |(at, _)| at);
            line.get(..end).unwrap_or_default()
        };
        let found = self.starts.binary_search_by(|start| key_of(*start).cmp(key));
        let start = found.ok().and_then(|at| self.starts.get(at));
        let entry = start.and_then(|start| parse_entry(line(*start)));
        entry.map(|(_, used)| used).unwrap_or_default()
    }
}

/// The words of a document, as they are counted for a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentWords(WordCounts);

impl DocumentWords {
    /// Adds the words of a text that belongs to the document: those inside its lines, with
    /// the parts of compounds and what an apostrophe ties as words of their own. What has
    /// figures or other signs inside is no word.
    pub(crate) fn add(&mut self, text: &Text, language: Option<&Language>) {
        let mut key = String::new();
        let mut count = |word: &str| {
            if !word.is_empty() {
                make_key(language, word, &mut key);
                count_word(&key, &mut self.0);
            }
        };
        for line in &text.lines {
            for word in words_inside(text.slice(line.span)) {
                if word.len() > LONGEST || !word.chars().all(is_of_a_word) {
                    continue;
                }
                let word = letters::small(word);
                for tied in word.split(is_apostrophe).map(|part| part.trim_matches('-')) {
                    count(tied);
                    if tied.contains('-') {
                        tied.split('-').for_each(&mut count);
                    }
                }
            }
        }
    }
}

/// Writes a word in lower case as the table has it: behind its language, without region.
pub(crate) fn make_key(language: Option<&Language>, word: &str, key: &mut String) {
    key.clear();
    key.push_str(language.map_or(UNKNOWN, Language::primary));
    key.push('\t');
    key.push_str(word);
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphabetic() || c == '-' || is_apostrophe(c)
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

/// Counts the words of many documents. The order in which documents and tables come does not
/// matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordTally {
    words: FxHashMap<Box<str>, WordUse>,
    documents: u64,
}

impl WordTally {
    /// Adds a document.
    #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
    pub fn add_document(&mut self, words: &DocumentWords) {
        self.documents += 1;
        for (word, times) in &words.0 {
            self.add(word, WordUse { documents: 1, times: u64::from(*times) });
        }
    }

    /// Adds the documents of a table that has all their words. `name` is that of its file.
    ///
    /// # Errors
    ///
    /// When it is not a table, is damaged, or lacks rare words. Nothing is added then.
    pub fn add_table(&mut self, name: &str, bytes: &[u8]) -> Result<(), WordTableError> {
        // First to the end, so that nothing of a damaged table is counted.
        let text = std::str::from_utf8(bytes)
            .map_err(|error| find_broken_line(name, bytes, error))?;
        let head = read_lines(name, text, |_, _, _| {})?;
        if head.least > 1 {
            let (line, fault) = (1, Fault::Reduced(head.least));
            return Err(WordTableError { name: name.to_owned(), line, fault });
        }
        read_lines(name, text, |_, word, used| self.add(word, used))?;
        self.documents = self.documents.saturating_add(head.documents);
        Ok(())
    }

    fn add(&mut self, word: &str, used: WordUse) {
        match self.words.get_mut(word) {
            Some(sum) => *sum += used,
            None => drop(self.words.insert(word.into(), used)),
        }
    }

    /// How many documents were counted.
    #[must_use]
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The table of the words that at least `least` documents have, as a file.
    #[must_use]
    pub fn write(&self, least: u64) -> Vec<u8> {
        let least = least.max(1);
        let words = self.words.iter().filter(|(_, used)| used.documents >= least);
        let mut words: Vec<(&Box<str>, &WordUse)> = words.collect();
        words.sort_unstable_by_key(|(word, _)| *word);
        let mut text = format!(
            "{HEAD}{VERSION} documents={} least={least} words={}\n",
            self.documents,
            words.len()
        );
        for (word, WordUse { documents, times }) in words {
            let _ = writeln!(text, "{word}\t{documents}\t{times}");
        }
        text.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any, proptest};
    use proptest::prop_assert_eq;

    use super::*;
    use crate::source::read;
    use crate::text::span::FileId;

    fn document(words: &str) -> DocumentWords {
        // The stop at the end is the last word, which is not counted; no text is empty.
        let words = format!("{words}.\n");
        let text = read(FileId(0), "uno.txt", words.as_bytes()).unwrap().value;
        let mut document = DocumentWords::default();
        document.add(&text, Some(&"es-MX".parse().unwrap()));
        document
    }

    fn count(documents: &[String]) -> WordTally {
        let mut tally = WordTally::default();
        for words in documents {
            tally.add_document(&document(words));
        }
        tally
    }

    fn error(table: &[u8]) -> String {
        WordTable::read("words.tsv", table.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_counted() {
        let mut tally = WordTally::default();
        tally
            .add_document(&document("El Rey y el rey dijo: «L'homme» pa1acio a/b fin\n"));
        tally.add_document(&document("Un cuasi-rey de\nrey y rey\nmues-\n"));
        let table = "# pliego-words 1 documents=2 least=1 words=9\nes\tcuasi\t1\t1\n\
                     es\tcuasi-rey\t1\t1\nes\tdijo\t1\t1\nes\tel\t1\t2\nes\thomme\t1\t1\n\
                     es\tl\t1\t1\nes\trey\t2\t3\nes\tun\t1\t1\nes\ty\t2\t2\n";
        assert_eq!(String::from_utf8(tally.write(1)).unwrap(), table);
        let finished =
            "# pliego-words 1 documents=2 least=2 words=2\nes\trey\t2\t3\nes\ty\t2\t2\n";
        assert_eq!(String::from_utf8(tally.write(2)).unwrap(), finished);
    }

    #[test]
    fn a_misprint_of_one_book_is_no_evidence() {
        let books = ["Un rnodo rnodo rnodo modo y", "Un modo y", "Un modo y"];
        let books = books.map(str::to_owned);
        let table = WordTable::read("words.tsv", count(&books).write(1)).unwrap();
        let others = |word: &str| table.find(&format!("es\t{word}")).other_documents();
        assert_eq!((others("rnodo"), others("modo"), others("nada")), (0, 2, 0));
    }

    #[test]
    fn a_broken_table_says_what_is_wrong() {
        assert!(error(b"molino\t2\t2\n").starts_with("words.tsv:1: this is not a table"));
        assert!(error(b"\xff\xfe").starts_with("words.tsv:1: this is not a table"));
        assert!(error(b"# pliego-words 2 x\n").contains("the form 2"));
        let of = |lines: &str| {
            let words = lines.lines().count();
            let head = format!("# pliego-words 1 documents=9 least=1 words={words}\n");
            error(format!("{head}{lines}").as_bytes())
        };
        for lines in [
            "e\ta\n",
            "a\t1\t1\n",
            "e\ta\t2\t1\n",
            "e\t\t1\t1\n",
            "\ta\t1\t1\n",
            "e\ta\t1\tx\n",
            "e\ta\t0\t0\n",
            "e\ta\t1\t1\t1\n",
        ] {
            assert!(
                of(lines).starts_with("words.tsv:2: a language, a word and"),
                "{lines}"
            );
        }
        assert!(
            of("e\tb\t1\t1\ne\ta\t1\t1\n")
                .starts_with("words.tsv:3: the words are not in")
        );
        assert!(
            of("e\ta\t1\t1\ne\ta\t1\t1\n")
                .starts_with("words.tsv:3: the words are not in")
        );
        assert!(of("e\ta\t1\t1\ne\tb\t1\t1").starts_with("words.tsv:3: the table ends"));
        let cut = b"# pliego-words 1 documents=9 least=1 words=2\ne\ta\t1\t1\n";
        assert!(error(cut).starts_with("words.tsv:2: the table ends"));
        let mut tally = WordTally::default();
        let reduced = b"# pliego-words 1 documents=9 least=2 words=1\ne\ta\t2\t2\n";
        let refused = tally.add_table("a.tsv", reduced).unwrap_err().to_string();
        assert!(refused.starts_with("a.tsv:1: words of fewer than 2"), "{refused}");
        assert!(tally.add_table("a.tsv", cut).is_err());
        assert_eq!(tally, WordTally::default());
    }

    /// A document of few words, so that documents share them.
    fn words() -> impl Strategy<Value = String> {
        const WORDS: [&str; 7] =
            ["Rey ", "dia-rio ", "l’eau ", "y\n", "Ñandú ", "un ", "мир "];
        vec(0..WORDS.len(), 0..30)
            .prop_map(|picks| picks.into_iter().map(|pick| WORDS[pick]).collect())
    }

    proptest! {
        /// Shards in any order and any grouping give the table of one count.
        #[test]
        fn merging_shards_is_counting_at_once(
            documents in vec((words(), 0_usize..4), 0..12),
            turned in any::<bool>(),
            least in 1_u64..4,
        ) {
            let all: Vec<String> =
                documents.iter().map(|(words, _)| words.clone()).collect();
            let shards = (0..4).map(|shard| {
                let own = documents.iter().filter(|(_, of)| *of == shard);
                let own: Vec<String> = own.map(|(words, _)| words.clone()).collect();
                count(&own).write(1)
            });
            let mut shards: Vec<Vec<u8>> = shards.collect();
            if turned {
                shards.reverse();
            }
            let merge = |tables: &[Vec<u8>]| {
                let mut tally = WordTally::default();
                for table in tables {
                    tally.add_table("a", table).unwrap();
                }
                tally
            };
            let (left, right) = shards.split_at(2);
            let grouped = merge(&[merge(left).write(1), merge(right).write(1)]);
            prop_assert_eq!(&merge(&shards), &grouped);
            prop_assert_eq!(grouped.write(least), count(&all).write(least));
        }

        /// No bytes make a table panic, and what it reads it finds.
        #[test]
        fn any_bytes_are_a_table_or_an_error(tail in "(e\t[a-cß]\t1\t1\n|[e1\t\n]){0,4}", words in 0_u8..3) {
            let head = format!("# pliego-words 1 documents=9 least=1 words={words}\n");
            let bytes = format!("{head}{tail}").into_bytes();
            if let Ok(table) = WordTable::read("a", bytes) {
                for (key, used) in tail.lines().filter_map(parse_entry) {
                    prop_assert_eq!(table.find(key), used);
                }
            }
        }
    }
}
