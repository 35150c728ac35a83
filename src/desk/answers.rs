//! The requests of the page, and their answers. `page/api.js` is the other side.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::book::{MergedDecisions, ProofedDocument, display_name, keep_step};
use super::doubts::DecisionChoice;
use super::history::History;
use super::page_files::find_page_file;
use super::placed_decisions::{PlacedDecision, Verdict};
use super::shelf::ShelfEntry;
use super::{DecisionStore, Desk, DeskBook, DeskError, DeskPurpose};
use crate::build::ProofLine;
use crate::edition::epub::EpubProof;
use crate::project::decisions_path;
use crate::source::pdf::draw_page;
use crate::text::language::Language;
use crate::text::paths::display_path;

/// A request of the page.
#[derive(Debug, Clone, Copy)]
pub struct DeskRequest<'a> {
    /// What it does.
    pub method: RequestMethod,
    /// Its path below the folder of the desk, without the query: `api/shelf`.
    pub path: &'a str,
    /// What was sent.
    pub body: &'a [u8],
}

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestMethod {
    /// It reads.
    Get,
    /// It may change something.
    Post,
}

/// An answer, as HTTP has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskAnswer {
    /// The status (RFC 9110 §15).
    pub status: u16,
    /// The media type.
    pub media_type: &'static str,
    /// What is sent.
    pub bytes: Vec<u8>,
}

const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";
const XHTML: &str = "application/xhtml+xml; charset=utf-8";
const TOML: &str = "application/toml; charset=utf-8";

/// What a person does to the decisions about a document.
enum DecisionChange {
    Decide(Vec<DecisionChoice>),
    /// Takes one back, by its index.
    Withdraw(usize),
    /// Says of a doubt, by its id, whether it was seen.
    See(String, bool),
    Undo,
    Redo,
    /// Adds those of another person, from their file.
    Import(String),
}

#[derive(Debug, Deserialize)]
struct DecideRequest {
    revision: u64,
    decisions: Vec<DecisionChoice>,
}

#[derive(Debug, Deserialize)]
struct WithdrawRequest {
    revision: u64,
    index: usize,
}

#[derive(Debug, Deserialize)]
struct SeeRequest {
    revision: u64,
    doubt: String,
    seen: bool,
}

#[derive(Debug, Deserialize)]
struct StepRequest {
    revision: u64,
}

#[derive(Debug, Deserialize)]
struct ImportRequest {
    revision: u64,
    text: String,
}

impl DecisionChange {
    /// Reads a change, and the revision that it is made to.
    fn parse(action: &str, body: &[u8]) -> Result<(u64, Self), DeskError> {
        Ok(match action {
            "decide" => {
                let DecideRequest { revision, decisions } = parse(body)?;
                (revision, Self::Decide(decisions))
            }
            "withdraw" => {
                let WithdrawRequest { revision, index } = parse(body)?;
                (revision, Self::Withdraw(index))
            }
            "see" => {
                let SeeRequest { revision, doubt, seen } = parse(body)?;
                (revision, Self::See(doubt, seen))
            }
            "import" => {
                let ImportRequest { revision, text } = parse(body)?;
                (revision, Self::Import(text))
            }
            "undo" => (parse::<StepRequest>(body)?.revision, Self::Undo),
            "redo" => (parse::<StepRequest>(body)?.revision, Self::Redo),
            _ => return Err(DeskError::NotFound),
        })
    }
}

impl DeskAnswer {
    /// An answer in JSON.
    #[must_use]
    pub fn json(value: &Value) -> Self {
        Self::file(JSON, value.to_string())
    }

    /// The picture of a page.
    #[must_use]
    pub fn svg(picture: String) -> Self {
        Self::file(SVG, picture)
    }

    /// Whether it is a part of an edition or of a source, and not of the page of the desk.
    #[must_use]
    pub fn is_of_book(&self) -> bool {
        matches!(self.media_type, SVG | XHTML)
    }

    fn file(media_type: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, media_type, bytes: bytes.into() }
    }

    /// The answer to a request that failed.
    #[must_use]
    pub fn failure(status: u16, error: &str) -> Self {
        Self { status, ..Self::json(&json!({ "error": error })) }
    }
}

impl DeskError {
    fn status(&self) -> u16 {
        match self {
            Self::NoDocument | Self::NotFound => 404,
            Self::BadRequest(_) => 400,
            Self::OnlyShown => 403,
            Self::Stale => 409,
            Self::Ambiguous
            | Self::OddFile
            | Self::NothingToUndo
            | Self::NothingToRedo => 422,
            Self::Failed(_) | Self::Build(_) => 500,
        }
    }
}

impl Desk {
    /// Answers a request of the page.
    pub fn answer(&mut self, request: DeskRequest<'_>) -> DeskAnswer {
        let answer = self.route(request);
        answer.unwrap_or_else(|error| {
            DeskAnswer::failure(error.status(), &error.to_string())
        })
    }

    /// Says where lines of the typeset pages of a document's book come from. `digest` names the
    /// pages.
    pub fn show_places(
        &mut self,
        id: &str,
        digest: &str,
        lines: &[ProofLine],
    ) -> DeskAnswer {
        let places = self.find(id).and_then(|(book, _)| {
            let open = book.open.as_ref().ok_or(DeskError::NoDocument)?;
            Ok(DeskAnswer::json(
                &json!({ "digest": digest, "places": open.place_lines(lines) }),
            ))
        });
        places.unwrap_or_else(|error| {
            DeskAnswer::failure(error.status(), &error.to_string())
        })
    }

    fn route(&mut self, request: DeskRequest<'_>) -> Result<DeskAnswer, DeskError> {
        use RequestMethod::{Get, Post};
        let parts: Vec<&str> = request.path.split('/').collect();
        if request.method == Post && self.purpose == DeskPurpose::Preview {
            return Err(DeskError::OnlyShown);
        }
        match (request.method, parts.as_slice()) {
            (Get, ["api", "shelf"]) => Ok(DeskAnswer::json(&self.show_shelf())),
            (Get, ["api", "pulse", ..]) => Ok(DeskAnswer::json(&self.show_revisions())),
            (Get, ["api", "documents", id]) => {
                let (book, at) = self.find(id)?;
                Ok(DeskAnswer::json(&book.show_state(at)?))
            }
            (Get, ["api", "documents", id, "text"]) => {
                let (book, at) = self.find(id)?;
                Ok(DeskAnswer::json(&book.show_text(at)?))
            }
            (Get, ["api", "documents", id, "decisions.toml"]) => {
                let (book, at) = self.find(id)?;
                let text = book.histories.get(at).map(History::now);
                Ok(DeskAnswer::file(TOML, text.unwrap_or_default()))
            }
            (Get, ["api", "documents", id, "edition"]) => self.show_edition(id),
            (Get, ["editions", id, path @ ..]) => self.show_file(id, &path.join("/")),
            (Get, ["sources", id, page]) => self.draw_source_page(id, page),
            (Post, ["api", "documents", id, "preview"]) => {
                let choice: DecisionChoice = parse(request.body)?;
                self.preview(id, &choice)
            }
            (Post, ["api", "documents", id, action]) => {
                self.change(id, action, request.body)
            }
            (Get, [name]) => match find_page_file(name) {
                Some((media_type, text)) => Ok(DeskAnswer::file(media_type, text)),
                None => Err(DeskError::NotFound),
            },
            _ => Err(DeskError::NotFound),
        }
    }

    /// The index of the book of a document, which is open then, and that of the document in it.
    fn locate(&mut self, id: &str) -> Result<(usize, usize), DeskError> {
        let place = id.parse().ok().and_then(|id| self.position(id));
        let (book, at) = place.ok_or(DeskError::NoDocument)?;
        self.open_book(book)?;
        Ok((book, at))
    }

    /// The open book of a document, and the index of the document in it.
    fn find(&mut self, id: &str) -> Result<(&mut DeskBook, usize), DeskError> {
        let (book, at) = self.locate(id)?;
        Ok((&mut self.books[book], at))
    }

    /// The edition of the book of a document.
    fn edition(&mut self, id: &str) -> Result<Arc<EpubProof>, DeskError> {
        let (book, _) = self.locate(id)?;
        let Self { books, inputs, fonts, .. } = self;
        books[book].opened()?.0.edition(&**inputs, fonts)
    }

    fn show_shelf(&self) -> Value {
        let is_preview = self.purpose == DeskPurpose::Preview;
        let books = self.books.iter();
        let entries: Vec<ShelfEntry> = if is_preview {
            books.filter_map(DeskBook::describe_book).collect()
        } else {
            books.flat_map(DeskBook::list_entries).collect()
        };
        json!({ "title": self.title, "preview": is_preview, "documents": entries })
    }

    fn show_revisions(&self) -> Value {
        json!({ "stamp": self.stamp(), "revisions": self.list_revisions() })
    }

    /// The ids of all documents, and how often each has changed.
    fn list_revisions(&self) -> Vec<(u32, u64)> {
        let revisions = self.books.iter().flat_map(|book| {
            let ids = book.job.documents.iter().map(|file| file.id.0);
            ids.zip(book.revisions.iter().copied())
        });
        revisions.collect()
    }

    /// Tells two states of all documents apart.
    #[must_use]
    pub fn stamp(&self) -> String {
        digest(&self.list_revisions())
    }

    fn show_edition(&mut self, id: &str) -> Result<DeskAnswer, DeskError> {
        let edition = self.edition(id)?;
        let documents = edition.documents.iter().map(|document| {
            let digest = digest(&document.markup);
            json!({ "name": document.name, "title": document.title, "digest": digest })
        });
        Ok(DeskAnswer::json(&json!({ "documents": documents.collect::<Vec<Value>>() })))
    }

    /// A file of the edition.
    fn show_file(&mut self, id: &str, path: &str) -> Result<DeskAnswer, DeskError> {
        let edition = self.edition(id)?;
        let name = path.strip_prefix("text/");
        let document = edition.documents.iter().find(|one| Some(&*one.name) == name);
        if let Some(document) = document {
            return Ok(DeskAnswer::file(XHTML, document.markup.as_str()));
        }
        let resource = edition.resources.get(path).ok_or(DeskError::NotFound)?;
        Ok(DeskAnswer::file(resource.media_type, &resource.bytes[..]))
    }

    fn draw_source_page(
        &mut self,
        id: &str,
        page: &str,
    ) -> Result<DeskAnswer, DeskError> {
        let page = page.strip_suffix(".svg").and_then(|page| page.parse().ok());
        let page: usize = page.ok_or(DeskError::NotFound)?;
        let inputs = self.inputs.clone();
        let (book, at) = self.find(id)?;
        let file = book.job.documents.get(at).ok_or(DeskError::NoDocument)?;
        let bytes = inputs.read(&file.path).map_err(crate::build::BuildError::from)?;
        let drawn = draw_page(&bytes, &book.job.access, page);
        Ok(DeskAnswer::svg(drawn.ok_or(DeskError::NotFound)?))
    }

    fn preview(
        &mut self,
        id: &str,
        choice: &DecisionChoice,
    ) -> Result<DeskAnswer, DeskError> {
        let inputs = self.inputs.clone();
        let (book, at) = self.find(id)?;
        let (open, histories) = book.opened()?;
        let history = histories.get(at).ok_or(DeskError::NoDocument)?;
        let (changes, doubts) = open.preview(at, history, choice, &*inputs)?;
        let super::changes::TextChanges { changes, more } = changes;
        let shown = json!({ "changes": changes, "more": more, "doubts": doubts });
        Ok(DeskAnswer::json(&shown))
    }

    /// Changes the decisions about a document, keeps them, and recovers it again.
    fn change(
        &mut self,
        id: &str,
        action: &str,
        body: &[u8],
    ) -> Result<DeskAnswer, DeskError> {
        let (book, at) = self.locate(id)?;
        let (revision, change) = DecisionChange::parse(action, body)?;
        let Self { books, store, inputs, .. } = self;
        let book = &mut books[book];
        if book.revisions.get(at) != Some(&revision) {
            return Err(DeskError::Stale);
        }
        let merged = book.make_change(at, &change, &**store)?;
        book.revisions[at] += 1;
        let (open, histories) = book.opened()?;
        if let Err(error) = open.recover_again(at, &histories[at], &**inputs) {
            // The decision is kept; what is shown has to be read anew.
            book.open = None;
            return Err(error);
        }
        book.summarise(at)?;
        let state = book.show_state(at)?;
        Ok(DeskAnswer::json(&match merged {
            None => state,
            Some(merged) => describe_merged(&merged, &state),
        }))
    }
}

impl DeskBook {
    /// Keeps a change in the file of decisions, and then in the history: what cannot be kept
    /// was not decided. Returns what became of the decisions of another person.
    fn make_change(
        &mut self,
        at: usize,
        change: &DecisionChange,
        store: &dyn DecisionStore,
    ) -> Result<Option<MergedDecisions>, DeskError> {
        let (open, histories) = self.opened()?;
        let history = histories.get(at).ok_or(DeskError::NoDocument)?;
        let mut merged = None;
        let text = match change {
            DecisionChange::Decide(choices) => open.add_choices(at, history, choices)?,
            DecisionChange::Withdraw(index) => open.withdraw(at, history, *index)?,
            DecisionChange::See(id, seen) => open.mark_seen(at, history, id, *seen)?,
            DecisionChange::Import(theirs) => {
                let (text, found) = open.merge(at, history, theirs)?;
                merged = Some(found);
                text
            }
            DecisionChange::Undo => {
                history.before().ok_or(DeskError::NothingToUndo)?.to_owned()
            }
            DecisionChange::Redo => {
                history.after().ok_or(DeskError::NothingToRedo)?.to_owned()
            }
        };
        let history = &mut self.histories[at];
        if text != history.now() {
            keep_step(&self.job.documents[at], store, history.now(), &text)?;
        }
        match change {
            DecisionChange::Undo => history.undo(),
            DecisionChange::Redo => history.redo(),
            _ => history.step(text),
        }
        Ok(merged)
    }

    fn show_text(&self, at: usize) -> Result<Value, DeskError> {
        let open = self.open.as_ref().ok_or(DeskError::NoDocument)?;
        let text = open.document(at)?.text();
        let lines: Vec<&str> =
            (0..text.lines.len()).map(|line| text.line(line)).collect();
        Ok(json!({ "lines": lines, "pages": open.list_pages(at)? }))
    }

    fn show_state(&self, at: usize) -> Result<Value, DeskError> {
        let open = self.open.as_ref().ok_or(DeskError::NoDocument)?;
        let history = self.histories.get(at).ok_or(DeskError::NoDocument)?;
        let file = self.job.documents.get(at).ok_or(DeskError::NoDocument)?;
        let document = open.document(at)?;
        let ProofedDocument { is_raw, runs, doubts, notes, decisions, .. } = document;
        let seen = open.list_seen(at)?;
        let settled = decisions.iter().filter(|one| one.lines.is_some()).count();
        let decisions: Vec<Value> = decisions
            .iter()
            .enumerate()
            .map(|(at, one)| describe_decision(at, one))
            .collect();
        let metadata = &document.document().metadata;
        let language = self.job.project.metadata.language.as_ref();
        let language = metadata.language.as_ref().or(language);
        Ok(json!({
            "id": file.id.0,
            "name": display_name(file),
            "path": display_path(&file.path),
            "decisionsPath": display_path(&decisions_path(&file.path)),
            "title": metadata.title.clone().unwrap_or_default(),
            "language": language.map(Language::as_str),
            "raw": is_raw,
            "revision": self.revisions.get(at),
            "text": digest(&document.text().text),
            "counts": { "doubts": doubts.len(), "seen": seen.len(), "settled": settled },
            "runs": runs,
            "doubts": doubts,
            "seen": seen,
            "notes": notes,
            "decisions": decisions,
            "canUndo": history.before().is_some(),
            "canRedo": history.after().is_some(),
        }))
    }
}

fn describe_decision(index: usize, placed: &PlacedDecision) -> Value {
    let PlacedDecision { words, verdict, lines, .. } = placed;
    let (level, note, reading) = match verdict {
        Verdict::Lines(_, level) => (*level, None, None),
        Verdict::Mark(note) => (None, *note, None),
        Verdict::Word(word) => (None, None, Some(word)),
        Verdict::NoMark | Verdict::NoWord => (None, None, None),
    };
    json!({
        "index": index,
        "first": lines.as_ref().map(|lines| lines.start),
        "count": lines.as_ref().map_or(0, ExactSizeIterator::len),
        "is": verdict.name(),
        "level": level,
        "note": note,
        "reading": reading,
        "words": words,
        "applies": lines.is_some(),
    })
}

fn describe_merged(merged: &MergedDecisions, state: &Value) -> Value {
    let conflicts = merged.conflicts.iter().map(|(words, mine, theirs)| {
        json!({ "words": words, "mine": mine.name(), "theirs": theirs.name() })
    });
    let conflicts: Vec<Value> = conflicts.collect();
    json!({
        "state": state,
        "added": merged.added,
        "same": merged.same,
        "conflicts": conflicts,
    })
}

fn parse<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, DeskError> {
    serde_json::from_slice(body).map_err(|error| DeskError::BadRequest(error.to_string()))
}

/// Tells two contents apart in the page. It is kept nowhere.
fn digest(content: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
