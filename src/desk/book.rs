//! A book on the desk: its documents as they are recovered with the decisions so far, and its
//! edition.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use serde::Serialize;

use super::changes::{TextChanges, compare_texts};
use super::doubts::{DecisionChoice, ListedDoubt, find_lines, list_doubts};
use super::history::History;
use super::line_runs::{KindRun, list_runs};
use super::note_marks::{ListedNote, NoteMarks};
use super::placed_decisions::{
    PlacedDecision, Verdict, index_decisions, make_decision, place_decisions,
};
use super::recoveries::Recoveries;
use super::seen_doubts::{find_entries, find_seen, name_doubt};
use super::{DecisionStore, DeskError, StoreError};
use crate::book::decisions::{Decisions, SeenDoubt};
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
use crate::recover::RemovalKind;
use crate::source::Text;
use crate::text::paths::display_path;
use crate::text::span::{FileId, Span};

/// A book that was opened: what is in memory of it.
pub(super) struct OpenBook {
    job: Job,
    sources: ProofSources,
    documents: Vec<DocumentOnDesk>,
    /// The edition, once it was asked for.
    edition: Option<Arc<EpubProof>>,
}

/// A document of an open book.
struct DocumentOnDesk {
    /// As it is with the decisions of its file.
    now: Arc<ProofedDocument>,
    /// The doubts that the file says were seen.
    seen: Vec<SeenDoubt>,
    recoveries: Recoveries,
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
            let document = ProofedDocument::new(recovered, decisions, sources.is_raw(at));
            let mut recoveries = Recoveries::default();
            let now =
                recoveries.find_or_recover(decisions, |_| Ok::<_, Infallible>(document));
            let Ok(now) = now;
            DocumentOnDesk { now, seen: decisions.seen.clone(), recoveries }
        });
        let documents = documents.collect();
        Ok(Self { job: job.clone(), sources, documents, edition: None })
    }

    /// A document by its index in the book.
    pub(super) fn document(&self, at: usize) -> Result<&ProofedDocument, DeskError> {
        Ok(&self.on_desk(at)?.now)
    }

    fn on_desk(&self, at: usize) -> Result<&DocumentOnDesk, DeskError> {
        self.documents.get(at).ok_or(DeskError::NoDocument)
    }

    /// The ids of the doubts about a document that were seen.
    pub(super) fn list_seen(&self, at: usize) -> Result<Vec<&str>, DeskError> {
        let DocumentOnDesk { now, seen, .. } = self.on_desk(at)?;
        let found = find_seen(now.text(), &now.doubts, seen).into_iter();
        Ok(found.map(|at| now.doubts[at].id.as_str()).collect())
    }

    /// A document by its file.
    pub(super) fn find_document(&self, file: FileId) -> Option<&ProofedDocument> {
        let at = self.job.documents.iter().position(|one| one.id == file)?;
        Some(&self.documents.get(at)?.now)
    }

    /// Recovers a document with decisions, unless that was done a moment ago.
    fn recover(
        &mut self,
        at: usize,
        decisions: &Decisions,
        inputs: &dyn Inputs,
    ) -> Result<Arc<ProofedDocument>, DeskError> {
        let Self { sources, documents, .. } = self;
        let document = documents.get_mut(at).ok_or(DeskError::NoDocument)?;
        document.recoveries.find_or_recover(decisions, |decisions| {
            let recovered = sources.recover(at, decisions, inputs)?;
            let recovered = recovered.ok_or(DeskError::NoDocument)?;
            Ok(ProofedDocument::new(recovered, decisions, sources.is_raw(at)))
        })
    }

    /// What a decision would change. Nothing is kept.
    pub(super) fn preview(
        &mut self,
        at: usize,
        history: &History,
        choice: &DecisionChoice,
        inputs: &dyn Inputs,
    ) -> Result<(TextChanges, usize), DeskError> {
        let decisions = self.add_choices(at, history, std::slice::from_ref(choice))?;
        let decisions = parse_decisions(&self.file(at)?.path, &decisions)?;
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
        let own = &self.on_desk(at)?.seen;
        let is_new = |one: &SeenDoubt| find_entries(own, one).is_empty();
        added.seen = theirs.seen.into_iter().filter(is_new).collect();
        merged.added = added.lines.len() + added.marks.len() + added.words.len();
        Ok((self.extend_file(at, history.now(), &added)?, merged))
    }

    /// The file of decisions in which a doubt is seen, or not any more.
    pub(super) fn mark_seen(
        &self,
        at: usize,
        history: &History,
        id: &str,
        is_seen: bool,
    ) -> Result<String, DeskError> {
        let DocumentOnDesk { now, seen, .. } = self.on_desk(at)?;
        // A doubt that was settled meanwhile is not there any more.
        let doubt = now.doubts.iter().find(|doubt| doubt.id == id);
        let doubt = name_doubt(now.text(), doubt.ok_or(DeskError::Stale)?);
        let removed = find_entries(seen, &doubt);
        let removed = DecisionIndices { seen: removed, ..DecisionIndices::default() };
        let file = remove_decisions(history.now(), &removed).ok_or(DeskError::OddFile)?;
        if !is_seen {
            return Ok(file);
        }
        let added = Decisions { seen: vec![doubt], ..Decisions::default() };
        self.extend_file(at, &file, &added)
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
        let decisions = parse_decisions(&self.file(at)?.path, history.now())?;
        let now = self.recover(at, &decisions, inputs)?;
        let document = self.documents.get_mut(at).ok_or(DeskError::NoDocument)?;
        document.seen = decisions.seen;
        if !Arc::ptr_eq(&document.now, &now) {
            document.now = now;
            self.edition = None;
        }
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
        let documents = self.documents.iter().map(|one| one.now.recovered.clone());
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
