//! A book on the desk: its documents as they are recovered with the decisions so far, and its
//! edition.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::changes::{TextChanges, compare_texts};
use super::doubts::{
    DecisionChoice, ListedDoubt, MARK, NO_MARK, NO_WORD, WORD, find_lines, list_doubts,
};
use super::history::History;
use super::line_runs::{KindRun, list_runs};
use super::note_marks::{ListedNote, NoteMarks};
use super::{DecisionStore, DeskError, StoreError};
use crate::book::decisions::{Decisions, LineVerdict};
use crate::book::{Document, markdown};
use crate::build::{
    BuildError, FontLibrary, Inputs, Job, ProofSources, SourceDocument, SourceFile,
    SourceKind, parse_decisions, read_decisions_text,
};
use crate::diagnostic::Warned;
use crate::edition::epub::EpubProof;
use crate::project::{
    DecisionIndices, add_decisions, decisions_path, read_decisions, remove_decisions,
};
use crate::recover::{
    DecisionPlaces, RemovalKind, decide_lines, decide_mark, decide_word, locate_decisions,
};
use crate::source::Text;
use crate::text::paths::display_path;
use crate::text::span::{FileId, Span};

/// A book that was opened: what is in memory of it.
pub(super) struct OpenBook {
    job: Job,
    sources: ProofSources,
    documents: Vec<ProofedDocument>,
    /// The edition, once it was asked for.
    edition: Option<Arc<EpubProof>>,
}

/// A document as it is recovered with some decisions, and what a person sees of it.
pub(super) struct ProofedDocument {
    recovered: Warned<SourceDocument>,
    /// It is recovered, and a person may decide about its lines.
    pub(super) is_raw: bool,
    pub(super) runs: Vec<KindRun>,
    pub(super) doubts: Vec<ListedDoubt>,
    pub(super) notes: Vec<ListedNote>,
    /// Those about lines, about marks and about words, each in the order of their file.
    pub(super) decisions: Vec<PlacedDecision>,
}

/// A decision about lines, a mark or a word, and where that is in the text as it is now.
pub(super) struct PlacedDecision {
    /// The words of its line.
    pub(super) words: String,
    /// What was decided.
    pub(super) verdict: Verdict,
    /// The lines; `None` if it is not obeyed.
    pub(super) lines: Option<Range<usize>>,
    /// The characters of a mark or a word.
    pub(super) characters: Option<Span>,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// What lines are, and the level of a heading.
    Lines(LineVerdict, Option<u8>),
    /// The first line of the note that a mark calls; it may be unknown.
    Mark(Option<usize>),
    /// Characters call no note.
    NoMark,
    /// What characters should be.
    Word(String),
    /// Characters are left out.
    NoWord,
}

/// A page of a source.
#[derive(Debug, Serialize)]
pub(super) struct PageStart {
    /// Its first line.
    line: usize,
    /// The number that is printed on it, if it is known.
    label: Option<String>,
    /// The index of its picture, if it has one.
    picture: Option<u32>,
}

/// What became of the decisions of another person.
#[derive(Debug, Default)]
pub(super) struct MergedDecisions {
    pub(super) added: usize,
    pub(super) same: usize,
    /// The words of the first line, and what the two say of it.
    pub(super) conflicts: Vec<(String, Verdict, Verdict)>,
}

impl ProofedDocument {
    fn new(
        recovered: Warned<SourceDocument>,
        decisions: &Decisions,
        is_raw: bool,
    ) -> Self {
        let Warned { value: document, diagnostics } = &recovered;
        let runs = list_runs(&document.text, &document.recovered);
        let doubts = list_doubts(&document.text, &document.recovered, &runs, diagnostics);
        let notes = NoteMarks::read(&document.recovered).list_notes(&document.text);
        let decisions = place_decisions(&document.text, decisions);
        Self { recovered, is_raw, runs, doubts, notes, decisions }
    }

    /// Its lines.
    pub(super) fn text(&self) -> &Text {
        &self.recovered.value.text
    }

    /// What they say.
    pub(super) fn document(&self) -> &Document {
        &self.recovered.value.recovered.document
    }
}

impl OpenBook {
    /// Reads a book, and recovers its documents with the decisions of their files.
    pub(super) fn open(
        job: &Job,
        inputs: &dyn Inputs,
        histories: &mut [History],
    ) -> Result<Self, BuildError> {
        let sources = ProofSources::read(job, inputs)?;
        let mut decisions = Vec::new();
        for (file, history) in job.documents.iter().zip(histories) {
            history.read(read_decisions_text(&file.path, inputs)?);
            decisions.push(parse_decisions(&file.path, history.now())?);
        }
        let recovered = sources.recover_all(&decisions, inputs)?;
        let documents = recovered.into_iter().zip(&decisions).enumerate();
        let documents = documents.map(|(at, (recovered, decisions))| {
            ProofedDocument::new(recovered, decisions, sources.is_raw(at))
        });
        let documents = documents.collect();
        Ok(Self { job: job.clone(), sources, documents, edition: None })
    }

    /// A document by its index in the book.
    pub(super) fn document(&self, at: usize) -> Result<&ProofedDocument, DeskError> {
        self.documents.get(at).ok_or(DeskError::NoDocument)
    }

    /// A document by its file.
    pub(super) fn find_document(&self, file: FileId) -> Option<&ProofedDocument> {
        let at = self.job.documents.iter().position(|one| one.id == file)?;
        self.documents.get(at)
    }

    /// Recovers a document with the decisions of a file.
    fn recover(
        &self,
        at: usize,
        decisions: &str,
        inputs: &dyn Inputs,
    ) -> Result<ProofedDocument, DeskError> {
        let decisions = parse_decisions(&self.file(at)?.path, decisions)?;
        let recovered = self.sources.recover(at, &decisions, inputs)?;
        let recovered = recovered.ok_or(DeskError::NoDocument)?;
        Ok(ProofedDocument::new(recovered, &decisions, self.sources.is_raw(at)))
    }

    /// What a decision would change. Nothing is kept.
    pub(super) fn preview(
        &self,
        at: usize,
        history: &History,
        choice: &DecisionChoice,
        inputs: &dyn Inputs,
    ) -> Result<(TextChanges, usize), DeskError> {
        let decisions = self.add_choices(at, history, std::slice::from_ref(choice))?;
        let changed = self.recover(at, &decisions, inputs)?;
        let [before, after] =
            [self.document(at)?, &changed].map(|one| markdown::write(one.document()));
        Ok((compare_texts(&before, &after), changed.doubts.len()))
    }

    /// The file of decisions with more of them. Earlier ones about the same lines or
    /// characters give way.
    pub(super) fn add_choices(
        &self,
        at: usize,
        history: &History,
        choices: &[DecisionChoice],
    ) -> Result<String, DeskError> {
        let document = self.document(at)?;
        let text = document.text();
        let mut added = Decisions::default();
        for choice in choices {
            make_decision(text, choice, &mut added)?;
        }
        let placed = place_decisions(text, &added);
        let old = &document.decisions;
        let is_same =
            |one: &PlacedDecision| placed.iter().any(|new| new.is_about_same(one));
        let given_up = (0..old.len()).filter(|&index| is_same(&old[index]));
        let removed = index_decisions(old, given_up);
        let file = remove_decisions(history.now(), &removed).ok_or(DeskError::OddFile)?;
        self.extend_file(at, &file, &added)
    }

    /// The file of decisions without one of them.
    pub(super) fn withdraw(
        &self,
        at: usize,
        history: &History,
        index: usize,
    ) -> Result<String, DeskError> {
        let old = &self.document(at)?.decisions;
        if index >= old.len() {
            return Err(DeskError::BadRequest("there is no such decision".to_owned()));
        }
        let removed = index_decisions(old, std::iter::once(index));
        remove_decisions(history.now(), &removed).ok_or(DeskError::OddFile)
    }

    /// The file of decisions with those of another person about other lines, and what
    /// became of all of them. What both decide alike stays once; where they differ, the own
    /// decision stays.
    pub(super) fn merge(
        &self,
        at: usize,
        history: &History,
        theirs: &str,
    ) -> Result<(String, MergedDecisions), DeskError> {
        let theirs = read_decisions("the imported file", theirs)
            .map_err(|error| DeskError::BadRequest(error.to_string()))?;
        let document = self.document(at)?;
        let placed = place_decisions(document.text(), &theirs);
        let own = &document.decisions;
        let mut merged = MergedDecisions::default();
        let mut is_added = placed.iter().map(|one| {
            let meets = |own: &&PlacedDecision| own.meets(one);
            match own.iter().find(meets) {
                None => true,
                Some(own) if own.is_about_same(one) && own.verdict == one.verdict => {
                    merged.same += 1;
                    false
                }
                Some(own) => {
                    let (mine, theirs) = (own.verdict.clone(), one.verdict.clone());
                    merged.conflicts.push((one.words.clone(), mine, theirs));
                    false
                }
            }
        });
        let mut added = Decisions::default();
        for line in theirs.lines {
            added.lines.extend(is_added.next().unwrap_or_default().then_some(line));
        }
        for mark in theirs.marks {
            added.marks.extend(is_added.next().unwrap_or_default().then_some(mark));
        }
        for word in theirs.words {
            added.words.extend(is_added.next().unwrap_or_default().then_some(word));
        }
        merged.added = added.lines.len() + added.marks.len() + added.words.len();
        Ok((self.extend_file(at, history.now(), &added)?, merged))
    }

    /// A file of decisions with more of them. One in another form may have no room for them.
    fn extend_file(
        &self,
        at: usize,
        text: &str,
        added: &Decisions,
    ) -> Result<String, DeskError> {
        let file = self.file(at)?;
        let text = add_decisions(text, &display_name(file), added);
        match parse_decisions(&file.path, &text) {
            Ok(_) => Ok(text),
            Err(_) => Err(DeskError::OddFile),
        }
    }

    /// Recovers a document again, after its file of decisions has changed.
    pub(super) fn recover_again(
        &mut self,
        at: usize,
        history: &History,
        inputs: &dyn Inputs,
    ) -> Result<(), DeskError> {
        let recovered = self.recover(at, history.now(), inputs)?;
        *self.documents.get_mut(at).ok_or(DeskError::NoDocument)? = recovered;
        self.edition = None;
        Ok(())
    }

    /// Where the pages of a document begin: the line, the number that is printed on the page,
    /// and the index of its picture.
    pub(super) fn list_pages(&self, at: usize) -> Result<Vec<PageStart>, DeskError> {
        let SourceDocument { text, recovered, .. } = &self.document(at)?.recovered.value;
        // Two pages of the text are one of the file where that shows facing pages.
        let is_pdf = SourceKind::of(&self.file(at)?.path) == Some(SourceKind::Pdf);
        let has_pictures = is_pdf && !text.has_facing_pages;
        let folios = recovered.removals.iter();
        let folios =
            folios.filter(|one| one.kind == RemovalKind::Folio).filter_map(|one| {
                let (line, _) = find_lines(text, one.span)?;
                let printed = text.text.get(one.span.range())?.trim();
                Some((text.lines.get(line)?.page, printed.to_owned()))
            });
        let folios: BTreeMap<u32, String> = folios.collect();
        let mut pages = Vec::new();
        let mut last = 0;
        for (line, page) in text.lines.iter().map(|line| line.page).enumerate() {
            if page != last {
                last = page;
                let picture = has_pictures.then_some(page.saturating_sub(1));
                pages.push(PageStart {
                    line,
                    label: folios.get(&page).cloned(),
                    picture,
                });
            }
        }
        // A text without form feeds shows no pages but by its folios.
        Ok(if pages.len() > 1 { pages } else { Vec::new() })
    }

    /// The edition as it is now. Its blocks say where they are in the sources: the document,
    /// its first and its last line (`3:12-14`).
    pub(super) fn edition(
        &mut self,
        inputs: &dyn Inputs,
        fonts: &FontLibrary,
    ) -> Result<Arc<EpubProof>, DeskError> {
        if let Some(edition) = &self.edition {
            return Ok(Arc::clone(edition));
        }
        let describe = |span: Span| {
            let own = self.job.documents.iter().position(|file| file.id == span.file);
            let text = own.and_then(|at| self.sources.text(at));
            let lines = text.and_then(|text| find_lines(text, span));
            let (first, count) = lines.unwrap_or((0, 1));
            format!("{}:{first}-{}", span.file.0, first + count - 1)
        };
        let documents = self.documents.iter().map(|one| one.recovered.clone());
        let documents = documents.collect();
        let rendered = self.sources.render(documents, inputs, fonts, &describe)?;
        Ok(Arc::clone(self.edition.insert(Arc::new(rendered.value))))
    }

    fn file(&self, at: usize) -> Result<&SourceFile, DeskError> {
        self.job.documents.get(at).ok_or(DeskError::NoDocument)
    }
}

/// Keeps a step of a history in its file.
pub(super) fn keep_step(
    file: &SourceFile,
    store: &dyn DecisionStore,
    known: &str,
    text: &str,
) -> Result<(), DeskError> {
    let path = decisions_path(&file.path);
    store.replace(&path, known, text).map_err(|error| match error {
        StoreError::Changed => DeskError::Stale,
        StoreError::Failed(cause) => DeskError::Failed(cause),
    })
}

/// The name of a document without its folder.
pub(super) fn display_name(file: &SourceFile) -> String {
    let name = file.path.file_name().unwrap_or(file.path.as_os_str());
    display_path(name.as_ref())
}

/// Decisions with their places: those about lines, about marks and about words.
fn place_decisions(text: &Text, decisions: &Decisions) -> Vec<PlacedDecision> {
    let DecisionPlaces { lines, marks, words } = locate_decisions(text, decisions);
    let lines = decisions.lines.iter().zip(lines);
    let lines = lines.map(|(decision, lines)| PlacedDecision {
        words: decision.line.clone(),
        verdict: Verdict::Lines(decision.is, decision.level),
        lines,
        characters: None,
    });
    let place = |words: &str, verdict, characters: Option<Span>| {
        let lines = characters.and_then(|span| find_lines(text, span));
        let lines = lines.map(|(first, count)| first..first + count);
        PlacedDecision { words: words.to_owned(), verdict, lines, characters }
    };
    let marks = decisions.marks.iter().zip(marks);
    let marks = marks.map(|(decision, found)| {
        let verdict = match decision.note {
            Some(_) => Verdict::Mark(found.and_then(|found| found.note)),
            None => Verdict::NoMark,
        };
        place(&decision.line, verdict, found.map(|found| found.span))
    });
    let words = decisions.words.iter().zip(words);
    let words = words.map(|(decision, found)| {
        let verdict = match &decision.reading {
            Some(reading) => Verdict::Word(reading.clone()),
            None => Verdict::NoWord,
        };
        place(&decision.line, verdict, found.map(|found| found.span))
    });
    lines.chain(marks).chain(words).collect()
}

/// The indices of some decisions in the lists of their file. `placed` has those about lines
/// first, then those about marks.
fn index_decisions(
    placed: &[PlacedDecision],
    indices: impl Iterator<Item = usize>,
) -> DecisionIndices {
    let kind = |one: &PlacedDecision| match one.verdict {
        Verdict::Lines(..) => 0,
        Verdict::Mark(_) | Verdict::NoMark => 1,
        Verdict::Word(_) | Verdict::NoWord => 2,
    };
    let first_of = |wanted: i32| placed.partition_point(|one| kind(one) < wanted);
    let (marks, words) = (first_of(1), first_of(2));
    let mut found = DecisionIndices::default();
    for at in indices {
        match at {
            at if at < marks => found.lines.push(at),
            at if at < words => found.marks.push(at - marks),
            at => found.words.push(at - words),
        }
    }
    found
}

impl PlacedDecision {
    /// Whether another decision is about the same lines or characters.
    fn is_about_same(&self, other: &Self) -> bool {
        match (self.characters, other.characters) {
            (Some(own), Some(other)) => own.overlaps(other),
            (None, None) => self.lines.is_some() && self.lines == other.lines,
            _ => false,
        }
    }

    /// Whether another decision is about some of the same lines or characters; where neither
    /// is obeyed, whether it is about a line of the same words.
    fn meets(&self, other: &Self) -> bool {
        match (&self.lines, &other.lines, self.characters, other.characters) {
            (_, _, Some(own), Some(other)) => own.overlaps(other),
            (Some(own), Some(other), None, None) => {
                own.start < other.end && other.start < own.end
            }
            (None, None, None, None) => self.words == other.words,
            _ => false,
        }
    }
}

impl Verdict {
    /// Its name in the page.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Lines(is, _) => is.name(),
            Self::Mark(_) => MARK,
            Self::NoMark => NO_MARK,
            Self::Word(_) => WORD,
            Self::NoWord => NO_WORD,
        }
    }
}

/// Adds the decision that a person has taken.
fn make_decision(
    text: &Text,
    choice: &DecisionChoice,
    added: &mut Decisions,
) -> Result<(), DeskError> {
    let DecisionChoice { first, count, is, level, start, end, note, reading } = choice;
    let refusal = |words: &str| DeskError::BadRequest(words.to_owned());
    let find_characters = || match (*start, *end) {
        (Some(start), Some(end)) => {
            find_span(text, *first, start, end).ok_or(DeskError::Ambiguous)
        }
        _ => Err(refusal("a mark or a word has a start and an end")),
    };
    match is.as_str() {
        MARK | NO_MARK => {
            let span = find_characters()?;
            if note.is_some() != (is == MARK) {
                return Err(refusal("a mark has a note"));
            }
            let decision = decide_mark(text, span, *note);
            added.marks.push(decision.ok_or(DeskError::Ambiguous)?);
        }
        WORD | NO_WORD => {
            let span = find_characters()?;
            if reading.is_some() != (is == WORD) {
                return Err(refusal("a word has a reading"));
            }
            let decision = decide_word(text, span, reading.as_deref());
            added.words.push(decision.ok_or(DeskError::Ambiguous)?);
        }
        _ => {
            let Some(is) = LineVerdict::of_name(is) else {
                return Err(refusal(&format!("'{is}' is no decision")));
            };
            let level = match (is, *level) {
                (LineVerdict::Heading, Some(1..=6)) => *level,
                (_, None) => None,
                _ => return Err(refusal("a heading has a level from 1 to 6")),
            };
            let end = first.saturating_add(*count).min(text.lines.len());
            let decision = decide_lines(text, *first..end, is, level);
            added.lines.push(decision.ok_or(DeskError::Ambiguous)?);
        }
    }
    Ok(())
}

/// The span of some characters of a line, in UTF-16 code units, as browsers count.
fn find_span(text: &Text, line: usize, start: usize, end: usize) -> Option<Span> {
    let own = text.lines.get(line)?.span;
    let words = text.text.get(own.range())?;
    let byte_at = |units: usize| {
        let mut seen = 0;
        for (at, c) in words.char_indices() {
            if seen >= units {
                return (seen == units).then_some(at);
            }
            seen += c.len_utf16();
        }
        (seen == units).then_some(words.len())
    };
    let (start, end) = (byte_at(start)?, byte_at(end)?);
    (start < end).then(|| own.part(start..end))
}
