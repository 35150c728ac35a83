//! Finishes the words of a block: closes letter-spaced words, and marks phrases of
//! another script or language.

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::vocabulary::Vocabulary;
use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::codes;
use crate::text::function_words::{ForeignPassage, MainLanguage};
use crate::text::guess::{self, Script};
use crate::text::odds::confidence_of_odds;
use crate::text::span::{Origin, Span};

/// Fewer consecutive single letters are initials or formulas.
const SPACED_LETTERS: usize = 4;

/// Foreign passages of at least this confidence, in thousandths, are reported together.
const SURE: u16 = 990;

/// How many words of a passage a message shows.
const WORDS_SHOWN: usize = 6;

/// The facts about a text that its words are compared with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PhraseFinisher<'a> {
    /// The words of the text.
    pub(crate) vocabulary: &'a Vocabulary<'a>,
    /// The script of the text.
    pub(crate) script: Script,
    /// Its language, if it is certain enough to distinguish others from it.
    pub(crate) main_language: Option<&'a MainLanguage>,
}

impl PhraseFinisher<'_> {
    /// Finishes the words of blocks, notes included. Here two spaces still represent a
    /// line end or a wide space.
    pub(crate) fn finish_blocks(self, blocks: &mut [Block]) -> Vec<Diagnostic> {
        let found = blocks.par_iter_mut().flat_map_iter(|block| {
            let mut found = Vec::new();
            self.finish_block(block, &mut found);
            found
        });
        found.collect()
    }

    fn finish_block(self, block: &mut Block, diagnostics: &mut Vec<Diagnostic>) {
        let mut line = |words: &mut Vec<Inline>, origin: Origin, emphasis| {
            for inline in &mut *words {
                if let Inline::Note(note) = inline {
                    for block in &mut note.blocks {
                        self.finish_block(block, diagnostics);
                    }
                }
            }
            let line = InlineLine { known: self, emphasis, span: origin.0 };
            *words = line.finish_inlines(std::mem::take(words), diagnostics);
        };
        match block {
            Block::Heading(one) => line(&mut one.content, one.origin, false),
            Block::Paragraph(one)
            | Block::Dateline(one)
            | Block::Direction(one)
            | Block::Salutation(one)
            | Block::Signature(one) => line(&mut one.content, one.origin, true),
            Block::Verse(verse) => {
                let lines = verse.stanzas.iter_mut().flat_map(|one| &mut one.lines);
                lines.for_each(|words| line(words, verse.origin, true));
            }
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::Speech(inner)
            | Block::SourceNote(inner)
            | Block::Styled { blocks: inner, .. } => {
                for block in inner {
                    self.finish_block(block, diagnostics);
                }
            }
            Block::List(list) => {
                for block in list.items.iter_mut().flatten() {
                    self.finish_block(block, diagnostics);
                }
            }
            // These contain no raw text.
            Block::Definitions(_)
            | Block::Table(_)
            | Block::Figure(_)
            | Block::Preformatted(_)
            | Block::SceneBreak => {}
        }
    }
}

/// A paragraph, a heading or a line of verse.
#[derive(Debug, Clone, Copy)]
struct InlineLine<'a> {
    known: PhraseFinisher<'a>,
    /// Letter-spaced words become emphasis; not in headings, which are emphasised as a
    /// whole.
    emphasis: bool,
    /// The span of the block.
    span: Option<Span>,
}

impl InlineLine<'_> {
    /// Finishes the words.
    fn finish_inlines(
        self,
        inlines: Vec<Inline>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Inline> {
        let mut finished = Vec::with_capacity(inlines.len());
        for inline in inlines {
            match inline {
                Inline::Text(text) => {
                    self.close_letter_spacing(&text, &mut finished, diagnostics);
                }
                other => finished.push(other),
            }
        }
        match self.known.main_language {
            Some(main_language) => {
                self.name_passages(finished, main_language, diagnostics)
            }
            None => finished,
        }
    }

    /// Marks passages in another language of the same script. Notes and emphasis do not
    /// interrupt them.
    fn name_passages(
        self,
        inlines: Vec<Inline>,
        main_language: &MainLanguage,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Inline> {
        let mut whole = String::new();
        for inline in &inlines {
            if let Inline::Text(text) = inline {
                whole.push_str(text);
            }
        }
        let passages = main_language.passages(&whole);
        if passages.is_empty() {
            return inlines;
        }
        diagnostics.extend(passages.iter().map(|passage| {
            let words = first_words(&whole[passage.range.clone()]);
            let language = &passage.language;
            let message = format!("“{words}” is taken for another language: {language}");
            self.make_finding(codes::FOREIGN, message)
                .confidence(confidence_of_odds(passage.margin))
        }));
        let mut named = Vec::with_capacity(inlines.len() + 2 * passages.len());
        let mut start = 0;
        for inline in inlines {
            let Inline::Text(text) = inline else {
                named.push(inline);
                continue;
            };
            let mut at = 0;
            for ForeignPassage { range, language, .. } in &passages {
                let from = range.start.saturating_sub(start).clamp(at, text.len());
                let to = range.end.saturating_sub(start).min(text.len());
                let Some(part) =
                    text.get(from..to).filter(|part| !part.trim().is_empty())
                else {
                    continue;
                };
                let from = from + part.len() - part.trim_start().len();
                let part = part.trim();
                push_text(&text[at..from], &mut named);
                let content = vec![Inline::Text(part.to_owned())];
                named.push(Inline::Foreign { language: language.clone(), content });
                at = from + part.len();
            }
            push_text(&text[at..], &mut named);
            start += text.len();
        }
        named
    }

    /// Makes a diagnostic about these words.
    fn make_finding(self, code: Code, message: String) -> Diagnostic {
        let found = Diagnostic::new(code, Severity::Note, message);
        Diagnostic { span: self.span, ..found }
    }

    /// Writes a text, closing letter-spaced runs.
    fn close_letter_spacing(
        self,
        text: &str,
        finished: &mut Vec<Inline>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let mut at = 0;
        for run in spaced_runs(text) {
            self.push_plain(&text[at..run.start], finished);
            let closed = self.close_run(&text[run.clone()]);
            let spaced =
                text[run.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
            let message = format!("letter-spaced '{spaced}' is closed up to '{closed}'");
            diagnostics.push(self.make_finding(codes::LETTER_SPACED, message));
            let closed = Inline::Text(closed);
            finished.push(if self.emphasis {
                Inline::Emphasis(vec![closed])
            } else {
                closed
            });
            at = run.end;
            // The space between the last letter and a closing mark.
            let rest = text[at..].trim_start_matches(' ');
            if rest.starts_with(['”', '"', '»', '’', ',', '.', ';', ')']) {
                at = text.len() - rest.len();
            }
        }
        self.push_plain(&text[at..], finished);
    }

    /// Writes a text without letter-spaced words, marking its foreign phrases.
    fn push_plain(self, text: &str, finished: &mut Vec<Inline>) {
        let text = text.replace("  ", " ");
        let mut at = 0;
        for (run, language) in guess::find_foreign_phrases(&text, self.known.script) {
            push_text(&text[at..run.start], finished);
            let content = vec![Inline::Text(text[run.clone()].to_owned())];
            finished.push(Inline::Foreign { language, content });
            at = run.end;
        }
        push_text(&text[at..], finished);
    }

    /// Closes a letter-spaced run: two spaces separate words, unless the text has the
    /// joined word and not its halves.
    fn close_run(self, run: &str) -> String {
        let words: Vec<String> =
            run.split("  ").map(|word| word.replace(' ', "")).collect();
        let mut closed: Vec<String> = Vec::new();
        for word in words {
            let whole = closed.last().map(|last| format!("{last}{word}"));
            match (closed.last_mut(), whole) {
                (Some(last), Some(whole)) if self.is_one_word(last, &word, &whole) => {
                    *last = whole;
                }
                _ => closed.push(word),
            }
        }
        closed.join(" ")
    }

    fn is_one_word(self, left: &str, right: &str, whole: &str) -> bool {
        let seen = |word: &str| self.known.vocabulary.count(word) > 0;
        seen(whole) && !(seen(left) && seen(right))
    }
}

/// Merges the diagnostics about certainly foreign passages into the first of them.
pub(crate) fn merge_foreign_findings(diagnostics: &mut Vec<Diagnostic>) {
    let surely = |one: &Diagnostic| {
        one.code == codes::FOREIGN && one.confidence.is_some_and(|sure| sure >= SURE)
    };
    let more = diagnostics.iter().filter(|&one| surely(one)).count().saturating_sub(1);
    if more == 0 {
        return;
    }
    let mut reported = false;
    diagnostics.retain_mut(|one| {
        if !surely(one) {
            return true;
        }
        if reported {
            return false;
        }
        one.hints.push(match more {
            1 => "1 more passage is as certain".to_owned(),
            _ => format!("{more} more passages are as certain"),
        });
        reported = true;
        true
    });
}

/// The first words of a passage.
fn first_words(passage: &str) -> String {
    let mut words = passage.split_whitespace();
    let mut excerpt = words.by_ref().take(WORDS_SHOWN).collect::<Vec<_>>().join(" ");
    if words.next().is_some() {
        excerpt.push_str(" …");
    }
    excerpt
}

/// Appends a text to the last one, or begins one.
fn push_text(text: &str, inlines: &mut Vec<Inline>) {
    if text.is_empty() {
        return;
    }
    match inlines.last_mut() {
        Some(Inline::Text(last)) => last.push_str(text),
        _ => inlines.push(Inline::Text(text.to_owned())),
    }
}

/// Finds runs of single letters separated by spaces. Punctuation before the first letter
/// and after the last is not included.
fn spaced_runs(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::new();
    let mut run: Option<(std::ops::Range<usize>, usize)> = None;
    let mut at = 0;
    for word in text.split(' ') {
        let mut letters = word.char_indices().filter(|(_, c)| c.is_alphanumeric());
        let single = match (letters.next(), letters.next()) {
            (Some((place, c)), None) if c.is_alphabetic() => {
                Some(at + place..at + place + c.len_utf8())
            }
            _ => None,
        };
        let opens = single.as_ref().is_some_and(|letter| letter.start > at);
        if !word.is_empty() {
            run = match (run.take(), single) {
                (Some((range, count)), Some(letter)) if !opens => {
                    Some((range.start..letter.end, count + 1))
                }
                (before, single) => {
                    runs.extend(before);
                    single.map(|letter| (letter, 1))
                }
            };
            // Punctuation after a letter ends the run.
            let end = at + word.len();
            if run.as_ref().is_some_and(|(range, _)| range.end < end) {
                runs.extend(run.take());
            }
        }
        at += word.len() + 1;
    }
    runs.extend(run);
    runs.into_iter()
        .filter(|(_, count)| *count >= SPACED_LETTERS)
        .map(|(range, _)| without_lone_letters(text, range))
        .collect()
}

/// Removes a word of one letter from an end of a letter-spaced run, if a single space
/// separates it from the text outside, and a wide space from the run:
/// `d e l  t i n t e r o  y no`.
fn without_lone_letters(
    text: &str,
    mut run: std::ops::Range<usize>,
) -> std::ops::Range<usize> {
    let lone = |word: &str| word.chars().count() == 1;
    let (before, after) = (&text[..run.start], &text[run.end..]);
    let after = &after[..after.len() - after.trim_start_matches(' ').len()];
    let before = &before[before.trim_end_matches(' ').len()..];
    if after == " "
        && let Some((rest, last)) = text[run.clone()].rsplit_once("  ")
        && lone(last)
    {
        run.end = run.start + rest.trim_end().len();
    }
    if before == " "
        && let Some((first, rest)) = text[run.clone()].split_once("  ")
        && lone(first)
    {
        run.start = run.end - rest.trim_start().len();
    }
    run
}
