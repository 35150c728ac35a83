//! Headings that an edition may add above the documents. They are found before the
//! streams are compared, because a title shares words with its text and with the title
//! that it replaces.

use super::difference::{Hunk, MatchedOpening};
use super::source_metadata::{DocumentBeginning, letters_only};
use super::stream::{StreamWord, Streams};
use super::typewriter::is_same_word;

/// How many words of a document must follow its titles, because a title may occur in the
/// text too.
const FOLLOWING: usize = 4;

/// Finds the openings that are as expected, in order. The comparison reports the others.
pub(super) fn find_openings(source: &Streams, edition: &Streams) -> Vec<MatchedOpening> {
    let (known, words) = (&source.metadata.beginnings, &source.body.words);
    let mut openings = edition.openings.as_slice();
    let mut all = Vec::new();
    for (beginning, one) in known.iter().enumerate() {
        let end = known.get(beginning + 1).map_or(words.len(), |next| next.word);
        let document = words.get(one.word..end).unwrap_or_default();
        let opening = ExpectedOpening::new(one, document, edition);
        let Some((at, found)) =
            openings.iter().find_map(|&at| Some((at, opening.match_at(at)?)))
        else {
            continue;
        };
        let title = one.word..one.word + opening.title.len();
        let hunks = match found.title {
            Some(kept) => {
                let kept_to = kept + opening.title.len();
                let above = Hunk { source: title.start..title.start, edition: at..kept };
                let below =
                    Hunk { source: title.end..title.end, edition: kept_to..found.end };
                vec![above, below]
            }
            None => vec![Hunk { source: title.clone(), edition: at..found.end }],
        };
        let hunks = hunks.into_iter().filter(|hunk| !hunk.edition.is_empty()).collect();
        openings = &openings[openings.partition_point(|&next| next < found.end)..];
        all.push(MatchedOpening {
            beginning,
            source: title,
            edition: at..found.end,
            hunks,
        });
    }
    all
}

/// How a document may open.
struct ExpectedOpening<'a> {
    /// The lines that may come above it.
    above: Vec<ExpectedLine>,
    /// The title that the text itself has.
    title: &'a [StreamWord],
    /// The first words of the text below it.
    text: &'a [StreamWord],
    edition: &'a Streams,
}

/// A line that may come above a document.
struct ExpectedLine {
    /// Its letters.
    letters: String,
    /// How many words without a letter come at its end.
    signs: usize,
    /// The edition must have it.
    is_required: bool,
}

/// An opening that was found.
#[derive(Debug, Clone, Copy)]
struct OpeningMatch {
    /// The word after it.
    end: usize,
    /// Where it has the title of the text.
    title: Option<usize>,
}

impl<'a> ExpectedOpening<'a> {
    fn new(
        one: &DocumentBeginning,
        document: &'a [StreamWord],
        edition: &'a Streams,
    ) -> Self {
        let above = one.above.iter().map(|line| ExpectedLine {
            letters: letters_only(&line.text),
            signs: count_signs(line.text.split_whitespace().rev()),
            is_required: line.is_required,
        });
        let own = one.own.as_deref().unwrap_or_default();
        let signs = count_signs(own.split_whitespace().rev());
        let end = skip_letters(document, 0, &letters_only(own), signs).unwrap_or(0);
        let (title, text) = document.split_at(end);
        let text = &text[..text.len().min(FOLLOWING)];
        Self { above: above.collect(), title, text, edition }
    }

    /// The opening at a word of the edition, if it adds anything to the title of the text.
    fn match_at(&self, at: usize) -> Option<OpeningMatch> {
        let found = self.match_rest(at, &self.above, None)?;
        let kept = found.title.map_or(0, |_| self.title.len());
        (found.end - at > kept).then_some(found)
    }

    /// Matches the rest of the opening from a word on. The title of the text may come
    /// between any two lines, or be replaced by one of them.
    fn match_rest(
        &self,
        at: usize,
        above: &[ExpectedLine],
        title: Option<usize>,
    ) -> Option<OpeningMatch> {
        let words = &self.edition.body.words;
        let line = above.split_first();
        let with_line = line.and_then(|(line, rest)| {
            let end = skip_letters(words, at, &line.letters, line.signs)?;
            self.match_rest(end, rest, title)
        });
        let with_title = with_line.or_else(|| {
            let own = title.is_none() && !self.title.is_empty();
            let own = own && has_words_at(words, at, self.title);
            own.then(|| self.match_rest(at + self.title.len(), above, Some(at)))?
        });
        with_title.or_else(|| match line {
            Some((line, _)) if line.is_required => None,
            Some((_, rest)) => self.match_rest(at, rest, title),
            None => {
                self.is_followed_by_text(at).then_some(OpeningMatch { end: at, title })
            }
        })
    }

    /// Whether the text follows at a word; for a document without text, whether the next
    /// one does.
    fn is_followed_by_text(&self, at: usize) -> bool {
        let Streams { body, openings, .. } = self.edition;
        if self.text.is_empty() {
            at == body.words.len() || openings.binary_search(&at).is_ok()
        } else {
            has_words_at(&body.words, at, self.text)
        }
    }
}

/// Whether the wanted words are at a position. Headings in full capitals may have small letters
/// in an edition, and lack the stop after their numbers.
fn has_words_at(words: &[StreamWord], at: usize, wanted: &[StreamWord]) -> bool {
    let found = words.get(at..at + wanted.len()).unwrap_or_default();
    let is_same = |(found, wanted): (&StreamWord, &StreamWord)| {
        let is_recased = found.in_heading
            && !wanted.text.contains(char::is_lowercase)
            && letters_only(&found.text) == letters_only(&wanted.text);
        is_recased || is_same_word(&found.text, &wanted.text)
    };
    found.len() == wanted.len() && found.iter().zip(wanted).all(is_same)
}

/// How many words without a letter come before the first with one.
fn count_signs<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.take_while(|word| letters_only(word).is_empty()).count()
}

/// Skips words that consist of the given letters and end in at most `signs` words without a
/// letter; `None` where they are other words.
fn skip_letters(
    words: &[StreamWord],
    mut at: usize,
    letters: &str,
    signs: usize,
) -> Option<usize> {
    let mut left = letters;
    while !left.is_empty() {
        left = left.strip_prefix(letters_only(&words.get(at)?.text).as_str())?;
        at += 1;
    }
    let rest = words[at..].iter().map(|word| word.text.as_str());
    Some(at + count_signs(rest.take(signs)))
}
