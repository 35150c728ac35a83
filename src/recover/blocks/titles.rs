//! The head of a document: title, author, date, source note, motto.

use super::drafts::{Draft, Kind, Sketch};
use crate::book::metadata::{Contributor, Metadata};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{RemovalKind, Zone, Zoned};
use crate::recover::rows::row::Announced;
use crate::source::Text;
use crate::text::letter_lines::is_dateline;
use crate::text::names::is_name;
use crate::text::{dates, numerals, sections};

/// The head of a document is over after this many blocks at the latest.
const HEAD: usize = 6;

/// A title has at most this many words.
const TITLE_WORDS: usize = 16;

/// A subtitle has at most this many words.
const SUBTITLE_WORDS: usize = 8;

/// A running head must repeat a title this often to vouch for it.
const REPEATS: usize = 2;

/// Words by which an editor says where a text comes from.
const SOURCES: &[&str] = &[
    "versión",
    "version",
    "traducción",
    "traducido",
    "traducida",
    "fuente",
    "tomado de",
    "tomada de",
    "publicado",
    "publicada",
    "edición",
    "translated",
    "translation",
    "source",
    "published",
    "traduction",
    "traduit",
    "publié",
    "übersetz",
    "quelle",
    "erschienen",
    "traduzione",
    "fonte",
    "pubblicato",
    "tradução",
    "publicado",
    "font:",
    "traducció",
    "перевод",
    "источник",
    "опубликован",
    "печатается",
];

/// Reads the head of a document, a displaced title block before all.
pub(super) fn read(
    text: &Text,
    zoned: &Zoned,
    sketch: &mut Sketch,
    diagnostics: &mut Vec<Diagnostic>,
) -> Metadata {
    let mut head = Head { text, zoned, metadata: Metadata::default(), diagnostics };
    head.displaced(sketch);
    source_notes(sketch);
    head.front(sketch);
    if head.metadata.title.is_none() {
        head.title(sketch);
    }
    head.date(sketch);
    head.metadata
}

/// What the head of a document is compared with, and what it says.
struct Head<'a> {
    text: &'a Text,
    zoned: &'a Zoned,
    metadata: Metadata,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Head<'_> {
    /// Reads a displaced title block: title, author, date, each on its own line.
    fn displaced(&mut self, sketch: &mut Sketch) {
        for at in 0..sketch.displaced {
            let words = sketch.words(&sketch.drafts[at]);
            if is_dateline(&words) {
                sketch.drafts[at].kind = Kind::Dateline;
            } else if self.metadata.title.is_none() {
                self.take_title(sketch, at, 800);
            } else if is_name(&words, 2) && self.metadata.authors.is_empty() {
                self.take_author(sketch, at, 800);
            }
        }
    }

    /// Reads a half title and a title page: the first line is the title, and what says it
    /// again says no more; a name is the author's.
    fn front(&mut self, sketch: &mut Sketch) {
        let of_front =
            |draft: &&Draft| sketch.rows[draft.rows.start].line < self.zoned.front;
        let front = sketch.displaced..sketch.drafts.iter().take_while(of_front).count();
        let words: Vec<String> =
            front.clone().map(|at| sketch.words(&sketch.drafts[at])).collect();
        let Some(title) = words.first().filter(|words| may_be_title(words)) else {
            return;
        };
        let again = words.iter().filter(|words| *words == title).count() > 1;
        if self.metadata.title.is_none() {
            self.take_title(sketch, front.start, if again { 950 } else { 850 });
        }
        for (at, words) in front.zip(&words).skip(1) {
            let name = is_name(without_by(words), 2);
            if words == title {
                sketch.drafts[at].kind = Kind::Metadata;
            } else if name && self.metadata.authors.is_empty() {
                self.take_author(sketch, at, if again { 900 } else { 800 });
            }
        }
    }

    /// Finds a title that stands where one should, and its author.
    fn title(&mut self, sketch: &mut Sketch) {
        let head = sketch.drafts.len().min(HEAD);
        let shouted = |draft: &Draft| {
            let words = sketch.words(draft);
            draft.kind == Kind::Paragraph
                && draft.rows.len() == 1
                && !words.contains(char::is_lowercase)
                && !words.ends_with(['.', ',', ':', ';'])
        };
        if sketch.drafts.first().is_some_and(shouted) {
            sketch.drafts[0].kind = Kind::Heading(1);
        }
        let heading = |draft: &Draft| matches!(draft.kind, Kind::Heading(_));
        let titled = |draft: &Draft| heading(draft) && !is_by_line(&sketch.words(draft));
        let Some(at) = (0..head).find(|&at| titled(&sketch.drafts[at])) else { return };
        let words = sketch.words(&sketch.drafts[at]);
        if !may_be_title(&words) || self.has_mark(sketch, at) {
            return;
        }
        let next = at + 1;
        let named = |place: usize| {
            let draft = sketch.drafts.get(place)?;
            let words = sketch.words(draft);
            let words = without_by(&words);
            let alone = draft.rows.len() == 1 && is_name(words, 2);
            (alone && words != sketch.words(&sketch.drafts[at])).then_some(place)
        };
        let author = named(next).or_else(|| named(at.checked_sub(1)?));
        // A title is not of the kind of the others: these have numbers, or stand in the
        // printed contents, and it does not.
        let named = |draft: &Draft| {
            let row = &sketch.rows[draft.rows.start];
            matches!(row.announced, Some(Announced::First(_) | Announced::Title))
        };
        let passed_over = !named(&sketch.drafts[at]);
        let others = sketch.drafts[next..].iter().filter(|draft| heading(draft));
        // A heading directly under the title is a subtitle, not one of its kind.
        let under = usize::from(sketch.drafts.get(next).is_some_and(heading));
        let alone = others.skip(under).all(|other| {
            is_numbered(&sketch.words(other)) || passed_over && named(other)
        });
        let repeated = self.repeats(&words) >= REPEATS;
        let sure = match (author.is_some(), repeated, alone) {
            (true, true, _) => 950,
            (true, false, _) | (false, true, true) => 850,
            (false, false, true) => 750,
            _ => return,
        };
        self.take_title(sketch, at, sure);
        match author {
            Some(place) => self.take_author(sketch, place, sure),
            None => self.author_of_running_head(&words),
        }
        self.subtitle(sketch, next.max(author.map_or(next, |place| place + 1)));
        // What stands on a page of its own before the title is a motto.
        let turns = sketch.rows[sketch.drafts[at].rows.start].turn;
        let motto = |draft: &Draft| {
            matches!(draft.kind, Kind::Paragraph | Kind::Verse | Kind::Quotation)
        };
        if turns && sketch.drafts[..at].iter().all(motto) {
            for draft in &mut sketch.drafts[..at] {
                draft.kind = match draft.kind {
                    Kind::Verse => Kind::EpigraphVerse,
                    _ => Kind::Epigraph,
                };
            }
        }
    }

    /// Takes a line under the title that is neither a name nor a heading of its own.
    fn subtitle(&mut self, sketch: &mut Sketch, at: usize) {
        let Some([line, text]) = sketch.drafts.get(at..at + 2) else { return };
        let words = sketch.words(line);
        let alone = line.rows.len() == 1
            && match line.kind {
                Kind::Heading(_) => true,
                Kind::Paragraph => text.rows.len() > 1,
                _ => false,
            }
            && text.kind == Kind::Paragraph;
        let plain = !words.ends_with(['.', ',', ':', ';', '?', '!', '»', '”'])
            && words.starts_with(char::is_uppercase)
            && words.split(' ').count() <= SUBTITLE_WORDS
            && may_be_title(&words);
        if alone && plain && !self.has_mark(sketch, at) {
            let message = format!("'{words}' is taken for the subtitle");
            self.report(codes::TITLE, message, sketch, at, 700);
            self.metadata.subtitle = Some(words);
            sketch.drafts[at].kind = Kind::Metadata;
        }
    }

    /// Moves a draft into the title.
    fn take_title(&mut self, sketch: &mut Sketch, at: usize, sure: u16) {
        let printed = sketch.words(&sketch.drafts[at]);
        let title = self.in_running_head(&printed).unwrap_or(printed);
        let message = format!("'{title}' is taken for the title");
        self.report(codes::TITLE, message, sketch, at, sure);
        self.metadata.title = Some(title);
        sketch.drafts[at].kind = Kind::Metadata;
    }

    /// Moves a draft into the authors.
    fn take_author(&mut self, sketch: &mut Sketch, at: usize, sure: u16) {
        if self.has_mark(sketch, at) {
            return;
        }
        let words = sketch.words(&sketch.drafts[at]);
        let name = without_by(&words).to_owned();
        let message = format!("'{name}' is taken for the author");
        self.report(codes::AUTHOR, message, sketch, at, sure);
        self.metadata.authors = vec![Contributor { name, ..Contributor::default() }];
        sketch.drafts[at].kind = Kind::Metadata;
    }

    fn report(
        &mut self,
        code: crate::diagnostic::Code,
        message: String,
        sketch: &Sketch,
        at: usize,
        sure: u16,
    ) {
        let span = sketch.span(&sketch.drafts[at]);
        self.diagnostics.push(
            Diagnostic::new(code, Severity::Note, message)
                .at(span)
                .confidence(sure)
                .hint("the metadata block of its Markdown decides it, or --title and --author of build"),
        );
    }

    /// Takes the date of the first dateline, or of the last one of a single letter.
    fn date(&mut self, sketch: &Sketch) {
        let datelines: Vec<&Draft> =
            sketch.drafts.iter().filter(|draft| draft.kind == Kind::Dateline).collect();
        let letters =
            sketch.drafts.iter().filter(|draft| draft.kind == Kind::Salutation).count();
        // Two letters have two dates, and the book has neither.
        let ([dateline], 0..=1) = (&datelines[..], letters) else { return };
        let Some((written, _)) = dates::find_date(&sketch.words(dateline)) else {
            return;
        };
        self.metadata.date = Some(written.into());
    }

    /// Whether a mark calls a note in a draft.
    fn has_mark(&self, sketch: &Sketch, at: usize) -> bool {
        let span = sketch.span(&sketch.drafts[at]);
        self.zoned
            .marks
            .iter()
            .any(|mark| span.start <= mark.span.start && mark.span.end <= span.end)
    }

    /// The running heads of the source.
    fn running_heads(&self) -> impl Iterator<Item = &str> {
        let lines = self.zoned.zones.iter().enumerate();
        lines
            .filter(|(_, zone)| **zone == Zone::Furniture(RemovalKind::RunningHead))
            .map(|(line, _)| self.text.line(line).trim())
    }

    /// How many running heads hold some words.
    fn repeats(&self, words: &str) -> usize {
        let words = words.to_lowercase();
        self.running_heads().filter(|head| head.to_lowercase().contains(&words)).count()
    }

    /// A title in capitals as a running head writes it in small letters.
    fn in_running_head(&self, title: &str) -> Option<String> {
        if title.contains(char::is_lowercase) {
            return None;
        }
        let (start, head) = self.find_in_running_head(title)?;
        let length = title.chars().count();
        let found: String = head.chars().skip(start).take(length).collect();
        found.contains(char::is_lowercase).then_some(found)
    }

    /// The running head that holds a title, and the characters before it.
    fn find_in_running_head(&self, title: &str) -> Option<(usize, &str)> {
        let small = title.to_lowercase();
        self.running_heads().find_map(|head| {
            let lower = head.to_lowercase();
            let start = lower.find(&small)?;
            Some((lower[..start].chars().count(), head))
        })
    }

    /// The name that stands beside the title in the running head.
    fn author_of_running_head(&mut self, title: &str) {
        let Some((start, head)) = self.find_in_running_head(title) else { return };
        let length = title.chars().count();
        let rest: String =
            head.chars().take(start).chain(head.chars().skip(start + length)).collect();
        let name = rest.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
        if is_name(&name, 2) {
            let message =
                format!("'{name}', from the running head, is taken for the author");
            self.diagnostics.push(
                Diagnostic::new(codes::AUTHOR, Severity::Note, message)
                    .confidence(700)
                    .hint("the metadata block of its Markdown decides it, or --author of build"),
            );
            self.metadata.authors = vec![Contributor { name, ..Contributor::default() }];
        }
    }
}

/// Marks the paragraphs at the head in which an editor says where the text comes from.
fn source_notes(sketch: &mut Sketch) {
    let head = sketch.drafts.len().min(HEAD);
    for at in 0..head {
        let draft = &sketch.drafts[at];
        if !matches!(draft.kind, Kind::Paragraph | Kind::Quotation | Kind::Heading(_)) {
            continue;
        }
        let words = sketch.words(draft);
        let bracketed = words.starts_with(['(', '['])
            && words.trim_end_matches('.').ends_with([')', ']']);
        let small = words.to_lowercase();
        let says = SOURCES.iter().any(|source| small.contains(source));
        let announced =
            SOURCES.iter().any(|source| small.starts_with(&format!("{source}:")));
        if bracketed && says || announced {
            sketch.drafts[at].kind = Kind::SourceNote;
        }
    }
}

/// Whether words may be the title of a whole text.
fn may_be_title(words: &str) -> bool {
    !is_numbered(words)
        && sections::named(words).is_none()
        && words.split_whitespace().count() <= TITLE_WORDS
        && words.contains(char::is_alphabetic)
}

/// Whether a heading counts: by a number, or by a word such as "first".
fn is_numbered(words: &str) -> bool {
    numerals::numbering(words).is_some() || numerals::ordinal(words).is_some()
}

/// "By" and a name: who wrote it, and never the title.
fn is_by_line(words: &str) -> bool {
    let name = without_by(words);
    name.len() < words.len() && is_name(name, 2)
}

/// A name without the "by" before it.
fn without_by(words: &str) -> &str {
    [
        "Por ", "por ", "By ", "by ", "Par ", "par ", "Von ", "von ", "Di ", "di ",
        "POR ", "BY ",
    ]
    .iter()
    .find_map(|by| words.strip_prefix(by))
    .unwrap_or(words)
    .trim()
}
