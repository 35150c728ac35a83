//! What an edition sets above the documents by right, found before the streams are
//! compared: a title shares words with its text, and with the title that it stands for.

use std::ops::Range;

use super::difference::Hunk;
use super::particulars::{DocumentBeginning, letters_only};
use super::stream::{StreamWord, Streams};

/// So many words of a document have to follow on its titles: one may stand in them, too.
const FOLLOWING: usize = 4;

/// The opening of a document that is in an edition as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KnownOpening {
    /// Its place among the beginnings of the sources.
    pub(super) beginning: usize,
    /// The title that the text has.
    pub(super) source: Range<usize>,
    /// All that stands above the text that follows.
    pub(super) edition: Range<usize>,
    /// What of it the source has not, or has otherwise.
    pub(super) hunks: Vec<Hunk>,
}

/// The openings that are as they should be, in order. Of the others the comparison tells.
pub(super) fn find_openings(source: &Streams, edition: &Streams) -> Vec<KnownOpening> {
    let (known, words) = (&source.particulars.beginnings, &source.body.words);
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
        all.push(KnownOpening {
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
    /// What may stand above it: in letters, how many signs stand at its end, and whether it
    /// has to be said.
    above: Vec<(String, usize, bool)>,
    /// The title that the text has.
    title: &'a [StreamWord],
    /// What follows on it.
    text: &'a [StreamWord],
    edition: &'a Streams,
}

/// An opening that was found.
#[derive(Debug, Clone, Copy)]
struct OpeningMatch {
    /// The word behind it.
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
        let above = one.above.iter().map(|(words, has_to)| {
            (letters_only(words), count_signs(words.split_whitespace().rev()), *has_to)
        });
        let own = one.own.as_deref().unwrap_or_default();
        let signs = count_signs(own.split_whitespace().rev());
        let end = skip_letters(document, 0, &letters_only(own), signs).unwrap_or(0);
        let (title, text) = document.split_at(end);
        let text = &text[..text.len().min(FOLLOWING)];
        Self { above: above.collect(), title, text, edition }
    }

    /// The opening at a word of the edition, if it sets anything beside the title that the
    /// text has.
    fn match_at(&self, at: usize) -> Option<OpeningMatch> {
        let found = self.match_rest(at, &self.above, None)?;
        let kept = found.title.map_or(0, |_| self.title.len());
        (found.end - at > kept).then_some(found)
    }

    /// The rest of the opening, from a word on. The title of the text stands anywhere
    /// between the lines, or another stands for it.
    fn match_rest(
        &self,
        at: usize,
        above: &[(String, usize, bool)],
        title: Option<usize>,
    ) -> Option<OpeningMatch> {
        let words = &self.edition.body.words;
        let line = above.split_first();
        let said = line.and_then(|((letters, signs, _), rest)| {
            self.match_rest(skip_letters(words, at, letters, *signs)?, rest, title)
        });
        let said = said.or_else(|| {
            let own = title.is_none() && !self.title.is_empty();
            let own = own && has_words_at(words, at, self.title);
            own.then(|| self.match_rest(at + self.title.len(), above, Some(at)))?
        });
        said.or_else(|| match line {
            Some(((.., true), _)) => None,
            Some((_, rest)) => self.match_rest(at, rest, title),
            None => {
                self.is_followed_by_text(at).then_some(OpeningMatch { end: at, title })
            }
        })
    }

    /// Whether the text follows at a word, or, of a document without any, what is next.
    fn is_followed_by_text(&self, at: usize) -> bool {
        let Streams { body, openings, .. } = self.edition;
        if self.text.is_empty() {
            at == body.words.len() || openings.binary_search(&at).is_ok()
        } else {
            has_words_at(&body.words, at, self.text)
        }
    }
}

/// Whether words stand at a place among others.
fn has_words_at(words: &[StreamWord], at: usize, wanted: &[StreamWord]) -> bool {
    let found = words.get(at..at + wanted.len()).unwrap_or_default();
    found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| a.text == b.text)
}

/// How many of some words, up to the first with a letter, have none.
fn count_signs<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.take_while(|word| letters_only(word).is_empty()).count()
}

/// The place behind the words from a place on that have some letters and, at their end, so
/// many signs; none where they say something else.
fn skip_letters(
    words: &[StreamWord],
    mut at: usize,
    said: &str,
    signs: usize,
) -> Option<usize> {
    let mut left = said;
    while !left.is_empty() {
        left = left.strip_prefix(letters_only(&words.get(at)?.text).as_str())?;
        at += 1;
    }
    let rest = words[at..].iter().map(|word| word.text.as_str());
    Some(at + count_signs(rest.take(signs)))
}
