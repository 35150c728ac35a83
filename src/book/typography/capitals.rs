//! Headings in full capitals get small letters, spelled as the text itself spells the words.
//!
//! Capitals are how a typewriter, or the compositor of the source, made a heading stand out.
//! The design of the book does that: beside other headings they shout. What a word looks
//! like in small letters only the text can say, because names keep their capitals. A word
//! that the text has nowhere else is spelled as its relatives are, such as its plural. Its
//! capital is right in any case where it begins the heading. With another unknown word a
//! heading stays as it is.

use std::collections::{BTreeMap, HashMap};

use crate::book::block::{Block, TextPassage, visit_passages};
use crate::book::codes;
use crate::book::inline::{Inline, InlineLeaf, leaves};
use crate::diagnostic::{Diagnostic, Severity};
use crate::text::excerpt::excerpt;
use crate::text::language::Language;
use crate::text::numerals::{is_keyword, numbering, roman};
use crate::text::small_words::is_small_word;
use crate::text::span::Origin;

/// The fewest letters of a heading that shouts: fewer are a numeral or initials.
const FEWEST_LETTERS: usize = 4;

/// The share of its spellings with a capital from which a word of German may be a noun, as
/// a divisor: rarer ones are capitals after signs that the text lacks.
const RAREST_NOUN: usize = 4;

/// The fewest letters that words of one stem have in common.
const STEM: usize = 5;

/// The most letters after a common beginning longer than [`STEM`]: `variedad`, `variedades`.
const ENDING: usize = 3;

/// The endings after a common beginning of just [`STEM`] letters: those of plurals.
const SHORT_ENDINGS: [&str; 4] = ["", "s", "es", "n"];

/// Gives the headings of a document that are in full capitals, and its title, the letters of
/// its text, and reports how many headings.
pub(super) fn recase_headings(
    title: &mut Option<String>,
    blocks: &mut [Block],
    language: &Language,
) -> Option<Diagnostic> {
    let is_heading = |block: &&mut Block| matches!(block, Block::Heading(_));
    let mut spelling = SpellingTable::default();
    for block in blocks.iter() {
        let Block::Heading(heading) = block else { continue };
        let lines = write_lines(&heading.content);
        for line in lines.split('\n') {
            let [_, words] = split_number(line);
            if let Some(part) = [line, words].into_iter().find(|part| is_shouted(part)) {
                spelling.seek_words(part);
            }
        }
    }
    let shouted = title.as_mut().filter(|title| is_shouted(title));
    if let Some(title) = &shouted {
        spelling.seek_words(title);
    }
    if spelling.spellings.is_empty() {
        return None;
    }
    spelling.add_blocks(blocks);
    if let Some(title) = shouted
        && let Some(recased) = spelling.recase(title, language)
    {
        *title = recased;
    }
    let (mut count, mut first) = (0_usize, None);
    for block in blocks.iter_mut().filter(is_heading) {
        let Block::Heading(heading) = block else { continue };
        let before = write_lines(&heading.content);
        let lines = before.split('\n').map(|line| spelling.recase_parts(line, language));
        let after = lines.collect::<Vec<String>>().join("\n");
        if after == before {
            continue;
        }
        replace_characters(&mut heading.content, &mut after.chars());
        count += 1;
        first.get_or_insert((before, after, heading.origin));
    }
    first.map(|(before, after, origin)| report_recased(count, &before, &after, origin))
}

fn report_recased(count: usize, before: &str, after: &str, origin: Origin) -> Diagnostic {
    let [before, after] = [before, after].map(|line| line.replace('\n', " "));
    let [before, after] = [excerpt(&before), excerpt(&after)];
    let many = if count == 1 {
        String::new()
    } else {
        format!(", and {} more alike", count - 1)
    };
    let message = format!("the heading '{before}' is set as '{after}'{many}");
    Diagnostic::new(codes::HEADING_RECASED, Severity::Note, message)
        .hint("'typography = \"as-is\"' keeps the capitals")
        .at(origin)
}

/// Whether a line has no small letter, and more letters than a numeral.
fn is_shouted(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    letters().nth(FEWEST_LETTERS - 1).is_some()
        && letters().all(char::is_uppercase)
        && split_words(line).any(|(_, word)| roman(word).is_none())
}

/// Whether a word is in full capitals, and no numeral.
fn is_in_capitals(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
        && !word.contains(char::is_lowercase)
        && roman(word).is_none()
}

/// The words of a line, with where they begin: letters, and the apostrophes and points
/// between them.
fn split_words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '’' | '\'' | '·');
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.find(char::is_alphanumeric)?;
        let from = &rest[start..];
        let length = from.find(|c| !is_inner(c)).unwrap_or(from.len());
        let word = from[..length].trim_end_matches(|c: char| !c.is_alphanumeric());
        rest = &from[word.len()..];
        Some((line.len() - from.len(), word))
    })
}

/// The number of a line with its keyword, and the words after it; each may be empty.
fn split_number(line: &str) -> [&str; 2] {
    let (number, words) = line.split_at(label_length(line));
    [number, words]
}

/// The bytes of the number of a line, with its keyword and the signs after it.
fn label_length(line: &str) -> usize {
    let end = line.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    match numbering(line) {
        Some(number) if number.rest == 0 => line.len(),
        Some(number) => end.saturating_sub(number.rest),
        None => 0,
    }
}

/// Whether two words in small letters have one stem.
fn is_related(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let end = |word: &str| word.chars().skip(same).collect::<String>();
    let ends = [end(one), end(other)];
    if same == STEM {
        ends.iter().all(|end| SHORT_ENDINGS.contains(&end.as_str()))
    } else {
        same > STEM && ends.iter().all(|end| end.chars().count() <= ENDING)
    }
}

/// The first letters of a word, which its relatives have too; `None` if it is shorter.
fn stem_of(word: &str) -> Option<&str> {
    let (last, letter) = word.char_indices().nth(STEM - 1)?;
    Some(&word[..last + letter.len_utf8()])
}

/// How often the text spells the words of its headings in each way.
#[derive(Debug, Default)]
struct SpellingTable {
    /// The spellings of each word that is sought, by its small letters.
    spellings: HashMap<String, BTreeMap<String, usize>>,
    /// The words that are sought, by their first letters.
    stems: HashMap<String, Vec<String>>,
    /// How often their relatives have small letters, and a capital.
    relatives: HashMap<String, [usize; 2]>,
}

impl SpellingTable {
    /// Seeks the words of a line in the text.
    fn seek_words(&mut self, line: &str) {
        for (_, word) in split_words(line) {
            let small = word.to_lowercase();
            if self.spellings.contains_key(&small) {
                continue;
            }
            if let Some(stem) = stem_of(&small) {
                self.stems.entry(stem.to_owned()).or_default().push(small.clone());
            }
            self.spellings.insert(small, BTreeMap::new());
        }
    }

    /// Counts the words of a text. Those at the beginning of a sentence have a capital in any
    /// case; lines in full capitals say nothing, nor do several such words in a row.
    fn add_blocks(&mut self, blocks: &[Block]) {
        visit_passages(blocks, &mut |passage| {
            let TextPassage::Line(line) = passage else { return };
            write_lines(line).split('\n').for_each(|one| self.add_line(one));
            for leaf in leaves(line) {
                if let InlineLeaf::Note(note) = leaf {
                    self.add_blocks(&note.blocks);
                }
            }
        });
    }

    fn add_line(&mut self, line: &str) {
        if is_shouted(line) {
            return;
        }
        let words: Vec<(usize, &str)> = split_words(line).collect();
        let are_in_capitals = |(_, one): &(usize, &str), (_, next): &(usize, &str)| {
            is_in_capitals(one) && is_in_capitals(next)
        };
        for run in words.chunk_by(are_in_capitals) {
            // One word in capitals may be an acronym; several are shouted.
            let &[(at, word)] = run else { continue };
            let before = line[..at].trim_end_matches(char::is_whitespace);
            let follows_word =
                before.ends_with(|c: char| c.is_alphanumeric() || c == ',');
            let is_small = word.starts_with(char::is_lowercase);
            if !follows_word && !is_small {
                continue;
            }
            let small = word.to_lowercase();
            if let Some(spellings) = self.spellings.get_mut(&small) {
                *spellings.entry(word.to_owned()).or_default() += 1;
            }
            let sought = stem_of(&small).and_then(|stem| self.stems.get(stem));
            for other in sought.into_iter().flatten() {
                if *other != small && is_related(other, &small) {
                    let counts = self.relatives.entry(other.clone()).or_default();
                    counts[usize::from(!is_small)] += 1;
                }
            }
        }
    }

    /// A line of a heading with small letters, if it or the words after its number are in full
    /// capitals.
    fn recase_parts(&self, line: &str, language: &Language) -> String {
        let recase = |part: &str| {
            let recased = is_shouted(part).then(|| self.recase(part, language));
            recased.flatten().unwrap_or_else(|| part.to_owned())
        };
        if is_shouted(line) {
            return recase(line);
        }
        // The editions give a number alone its letters where they show it.
        let [number, words] = split_number(line);
        number.to_owned() + &recase(words)
    }

    /// A line of a heading with small letters; `None` if the text does not say how.
    fn recase(&self, line: &str, language: &Language) -> Option<String> {
        let label = label_length(line);
        let mut recased = line.to_owned();
        for (at, word) in split_words(line) {
            let before = line[..at].trim_end_matches(|c: char| {
                c.is_whitespace() || !c.is_alphanumeric() && !matches!(c, '.' | '?' | '!')
            });
            let begins =
                at == label || before.is_empty() || before.ends_with(['.', '?', '!']);
            let is_numeral = roman(word).is_some();
            let small = word.to_lowercase();
            let is_german = language.primary() == "de";
            let is_of_label = at < label;
            let spelled = if is_of_label && is_numeral {
                word.to_owned()
            } else if let Some(spelled) = self.spelling_of(&small) {
                // A noun and another word, which only the sense tells apart.
                if is_german
                    && !is_small_word(&small, language)
                    && self.is_noun_too(&small)
                {
                    return None;
                }
                spelled.to_owned()
            } else if is_german && is_keyword(&small) {
                // The keywords of divisions are nouns.
                capitalise(&small)
            } else if is_of_label || is_small_word(&small, language) {
                small
            } else if is_numeral || !word.contains(char::is_alphabetic) {
                word.to_owned()
            } else if begins || !is_german && self.has_small_relatives(&small) {
                small
            } else {
                return None;
            };
            let spelled = if begins { capitalise(&spelled) } else { spelled };
            // The letters are replaced one by one.
            if spelled.chars().count() != word.chars().count()
                || spelled.len() != word.len()
            {
                return None;
            }
            recased.replace_range(at..at + word.len(), &spelled);
        }
        Some(recased)
    }

    /// Whether the text has relatives of a word, and all of them have small letters.
    fn has_small_relatives(&self, word: &str) -> bool {
        self.relatives
            .get(word)
            .is_some_and(|&[small, capital]| small > 0 && capital == 0)
    }

    /// Whether a word that usually has small letters often has a capital, too.
    fn is_noun_too(&self, word: &str) -> bool {
        let Some(spellings) = self.spellings.get(word) else { return false };
        let (mut small, mut all) = (0, 0);
        for (spelling, count) in spellings {
            all += count;
            if spelling == word {
                small += count;
            }
        }
        let capital = all - small;
        capital <= small && capital * RAREST_NOUN >= all
    }

    /// The usual spelling of a word. In doubt it has small letters.
    fn spelling_of(&self, word: &str) -> Option<&str> {
        let spellings = self.spellings.get(word)?;
        let most = spellings.values().max()?;
        let usual = spellings.iter().filter(|(_, count)| *count == most);
        // Small letters come last in the order of characters.
        usual.map(|(spelling, _)| spelling.as_str()).next_back()
    }
}

/// A word with a capital.
fn capitalise(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The text of a line, with its line ends.
fn write_lines(line: &[Inline]) -> String {
    let words = leaves(line).map(|leaf| match leaf {
        InlineLeaf::Text(text) => text,
        InlineLeaf::LineBreak => "\n",
        _ => "",
    });
    words.collect()
}

/// Replaces the characters of the texts of a line one by one.
fn replace_characters(line: &mut [Inline], with: &mut impl Iterator<Item = char>) {
    for inline in line {
        match inline {
            Inline::Text(text) => *text = with.take(text.chars().count()).collect(),
            Inline::LineBreak => {
                with.next();
            }
            _ => {
                if let Some(inner) = inline.content_mut() {
                    replace_characters(inner, with);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{recase_headings, write_lines};
    use crate::book::block::Block;
    use crate::book::markdown;
    use crate::text::span::FileId;

    /// The headings of a text, and what is reported.
    fn recased(text: &str) -> (String, String) {
        let mut document = markdown::read(text, FileId::default()).value;
        let language = "es".parse().expect("a language");
        let mut title = Some("EL PAPEL".to_owned());
        let found = recase_headings(&mut title, &mut document.blocks, &language);
        assert_eq!(title.as_deref(), Some("El papel"));
        let written = markdown::write(&document);
        let headings = written.lines().filter(|line| line.starts_with('#'));
        let headings = headings.collect::<Vec<_>>().join("\n");
        (headings, found.map(|one| one.message).unwrap_or_default())
    }

    const TEXT: &str = "\n\nEl molino de papel de Ana, junto al Duero, tiene la rueda rota; \
                        la ONU y otros amigos del molino lo vieron en su capítulo.\n\n";

    #[test]
    fn headings_are_spelled_as_the_text_spells_them() {
        for (heading, wanted) in [
            ("EL MOLINO DE PAPEL", "El molino de papel"),
            ("CAPÍTULO IV. LA RUEDA DE ANA", "Capítulo IV. La rueda de Ana"),
            ("CAPÍTULO IV<br/>LA RUEDA", "Capítulo IV<br/>La rueda"),
            ("II. *LA RUEDA* DE LA ONU", "II. *La rueda* de la ONU"),
            ("¿EL DUERO? LA RUEDA", "¿El Duero? La rueda"),
            // Words that the text has nowhere: they begin the heading, or have relatives.
            ("CUESTIONARIO", "Cuestionario"),
            ("REPARACIÓN DE LAS RUEDAS", "Reparación de las ruedas"),
            ("TÍTULO PRIMERO. La rueda", "TÍTULO PRIMERO. La rueda"),
            ("Capítulo II. LA RUEDA", "Capítulo II. La rueda"),
        ] {
            let (found, _) = recased(&format!("# {heading}{TEXT}"));
            assert_eq!(found, format!("# {wanted}"));
        }
    }

    #[test]
    fn nouns_of_german_keep_their_capital() {
        const TEXT: &str = "\n\nAn der Mühle ging er seinen Weg; es war weit bis dahin, und er \
                            ging weg, denn die Räder und alle Teile standen.\n\n";
        let german = "de".parse().expect("a language");
        for (heading, wanted) in [
            ("ZWANZIGSTES KAPITEL", "Zwanzigstes Kapitel"),
            ("ZWANZIGSTES KAPITEL. DIE MÜHLE", "Zwanzigstes Kapitel. Die Mühle"),
            ("DAS BUCH DER MÜHLE", "Das Buch der Mühle"),
            // A way, or away: only the sense says it.
            ("ER GING WEG", "ER GING WEG"),
        ] {
            let text = format!("# {heading}{TEXT}");
            let mut blocks = markdown::read(&text, FileId::default()).value.blocks;
            recase_headings(&mut None, &mut blocks, &german);
            let Some(Block::Heading(found)) = blocks.first() else { panic!("a heading") };
            assert_eq!(write_lines(&found.content), wanted);
        }
    }

    #[test]
    fn headings_stay_that_the_text_does_not_spell() {
        for heading in ["EL MOLINO DE SORIA", "XVII", "ONU", "El molino DE PAPEL"] {
            let (found, message) = recased(&format!("# {heading}{TEXT}"));
            assert_eq!((found, message), (format!("# {heading}"), String::new()));
        }
    }

    #[test]
    fn several_words_in_capitals_spell_none() {
        let text =
            "\n\nLeyó el papel, que decía AVISO IMPORTANTE, y siguió hasta el paso.\n\n";
        let (found, _) = recased(&format!("# AVISO DEL PASO{text}"));
        assert_eq!(found, "# Aviso del paso");
    }

    #[test]
    fn headings_are_reported_together() {
        let (_, message) = recased(&format!("# EL PAPEL{TEXT}# LA RUEDA{TEXT}"));
        assert_eq!(
            message,
            "the heading 'EL PAPEL' is set as 'El papel', and 1 more alike"
        );
    }
}
