//! The requests of the page, and their answers. `page/api.js` is the other side.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::book::{DocumentView, MergedDecisions, PlacedDecision, Verdict, keep_step};
use super::doubts::DecisionChoice;
use super::history::History;
use super::page_files::find_page_file;
use super::{Desk, DeskBook, DeskError};
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

/// A list of decisions that a person has taken.
#[derive(Debug, Deserialize)]
struct DecideRequest {
    revision: u64,
    decisions: Vec<DecisionChoice>,
}

/// A step through the history, or the withdrawal of a decision.
#[derive(Debug, Deserialize)]
struct StepRequest {
    revision: u64,
    #[serde(default)]
    index: usize,
}

/// The decisions of another person.
#[derive(Debug, Deserialize)]
struct ImportRequest {
    revision: u64,
    text: String,
}

impl DeskAnswer {
    fn json(value: &impl Serialize) -> Result<Self, DeskError> {
        let bytes = serde_json::to_vec(value);
        let bytes = bytes.map_err(|cause| DeskError::Failed(cause.to_string()))?;
        Ok(Self { status: 200, media_type: JSON, bytes })
    }

    fn file(media_type: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, media_type, bytes: bytes.into() }
    }

    /// The answer to a request that failed.
    #[must_use]
    pub fn failure(status: u16, error: &str) -> Self {
        let bytes = json!({ "error": error }).to_string().into_bytes();
        Self { status, media_type: JSON, bytes }
    }
}

impl DeskError {
    fn status(&self) -> u16 {
        match self {
            Self::NoDocument | Self::NotFound => 404,
            Self::BadRequest(_) => 400,
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

    fn route(&mut self, request: DeskRequest<'_>) -> Result<DeskAnswer, DeskError> {
        use RequestMethod::{Get, Post};
        let parts: Vec<&str> = request.path.split('/').collect();
        match (request.method, parts.as_slice()) {
            (Get, ["api", "shelf"]) => self.show_shelf(),
            (Get, ["api", "pulse"]) => self.show_revisions(),
            (Get, ["api", "documents", id]) => {
                let (book, at) = self.find(id)?;
                DeskAnswer::json(&book.show_state(at)?)
            }
            (Get, ["api", "documents", id, "text"]) => {
                let (book, at) = self.find(id)?;
                DeskAnswer::json(&book.show_text(at)?)
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

    /// The open book of a document, and the index of the document in it.
    fn find(&mut self, id: &str) -> Result<(&mut DeskBook, usize), DeskError> {
        let id: u32 = id.parse().map_err(|_| DeskError::NoDocument)?;
        let place = self.books.iter().enumerate().find_map(|(book, one)| {
            let at = one.job.documents.iter().position(|file| file.id.0 == id)?;
            Some((book, at))
        });
        let (book, at) = place.ok_or(DeskError::NoDocument)?;
        Ok((self.open_book(book)?, at))
    }

    fn show_shelf(&self) -> Result<DeskAnswer, DeskError> {
        let entries: Vec<_> =
            self.books.iter().flat_map(DeskBook::list_entries).collect();
        DeskAnswer::json(&json!({ "title": self.title, "documents": entries }))
    }

    fn show_revisions(&self) -> Result<DeskAnswer, DeskError> {
        let revisions = self.books.iter().flat_map(|book| book.revisions.iter().copied());
        DeskAnswer::json(&json!({ "revisions": revisions.collect::<Vec<u64>>() }))
    }

    fn show_edition(&mut self, id: &str) -> Result<DeskAnswer, DeskError> {
        let (inputs, fonts) = (self.inputs.clone(), self.fonts.clone());
        let (book, _) = self.find(id)?;
        let edition = book.opened()?.0.edition(&*inputs, &fonts)?;
        let documents = edition.documents.iter().map(|document| {
            let digest = digest(document.markup.as_bytes());
            json!({ "name": document.name, "title": document.title, "digest": digest })
        });
        DeskAnswer::json(&json!({ "documents": documents.collect::<Vec<Value>>() }))
    }

    /// A file of the edition.
    fn show_file(&mut self, id: &str, path: &str) -> Result<DeskAnswer, DeskError> {
        let (inputs, fonts) = (self.inputs.clone(), self.fonts.clone());
        let (book, _) = self.find(id)?;
        let edition = book.opened()?.0.edition(&*inputs, &fonts)?;
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
        Ok(DeskAnswer::file(SVG, drawn.ok_or(DeskError::NotFound)?))
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
        DeskAnswer::json(&shown)
    }

    /// Changes the decisions about a document, keeps them, and recovers it again.
    fn change(
        &mut self,
        id: &str,
        action: &str,
        body: &[u8],
    ) -> Result<DeskAnswer, DeskError> {
        let inputs = self.inputs.clone();
        self.find(id)?;
        // Not by `find`: the store is borrowed beside the book.
        let Self { books, store, .. } = self;
        let place = books.iter_mut().find_map(|book| {
            let at =
                book.job.documents.iter().position(|file| file.id.0.to_string() == id);
            Some((book, at?))
        });
        let (book, at) = place.ok_or(DeskError::NoDocument)?;
        let revision = match action {
            "decide" => parse::<DecideRequest>(body)?.revision,
            "import" => parse::<ImportRequest>(body)?.revision,
            "withdraw" | "undo" | "redo" => parse::<StepRequest>(body)?.revision,
            _ => return Err(DeskError::NotFound),
        };
        if book.revisions.get(at) != Some(&revision) {
            return Err(DeskError::Stale);
        }
        let mut merged = None;
        let (open, histories) = book.opened()?;
        let history = histories.get_mut(at).ok_or(DeskError::NoDocument)?;
        let text = match action {
            "decide" => {
                let choices = parse::<DecideRequest>(body)?.decisions;
                open.add_choices(at, history, &choices)?
            }
            "withdraw" => {
                let index = parse::<StepRequest>(body)?.index;
                open.withdraw(at, history, index)?
            }
            "import" => {
                let theirs = parse::<ImportRequest>(body)?.text;
                let (text, found) = open.merge(at, history, &theirs)?;
                merged = Some(found);
                text
            }
            "undo" => history.before().ok_or(DeskError::NothingToUndo)?.to_owned(),
            _ => history.after().ok_or(DeskError::NothingToRedo)?.to_owned(),
        };
        let known = history.now().to_owned();
        let file = book.job.documents.get(at).ok_or(DeskError::NoDocument)?;
        if text != known {
            // First on the disk: what cannot be kept was not decided.
            keep_step(file, &**store, &known, &text)?;
        }
        let history = &mut book.histories[at];
        match action {
            "undo" => history.undo(),
            "redo" => history.redo(),
            _ => history.step(text),
        }
        book.revisions[at] += 1;
        let (open, histories) = book.opened()?;
        if let Err(error) = open.recover_again(at, &histories[at], &*inputs) {
            // The decision is kept; what is shown has to be read anew.
            book.open = None;
            return Err(error);
        }
        book.summarise(at)?;
        let state = book.show_state(at)?;
        match merged {
            None => DeskAnswer::json(&state),
            Some(merged) => DeskAnswer::json(&describe_merged(&merged, &state)),
        }
    }
}

impl DeskBook {
    fn show_text(&self, at: usize) -> Result<Value, DeskError> {
        let open = self.open.as_ref().ok_or(DeskError::NoDocument)?;
        let text = open.view(at).ok_or(DeskError::NoDocument)?.text;
        let lines: Vec<&str> =
            (0..text.lines.len()).map(|line| text.line(line)).collect();
        Ok(json!({ "lines": lines, "pages": open.list_pages(at) }))
    }

    fn show_state(&self, at: usize) -> Result<Value, DeskError> {
        let open = self.open.as_ref().ok_or(DeskError::NoDocument)?;
        let history = self.histories.get(at).ok_or(DeskError::NoDocument)?;
        let file = self.job.documents.get(at).ok_or(DeskError::NoDocument)?;
        let DocumentView { text, document, is_raw, runs, doubts } =
            open.view(at).ok_or(DeskError::NoDocument)?;
        let placed = open.list_decisions(at, history)?;
        let settled = placed.iter().filter(|one| one.lines.is_some()).count();
        let decisions: Vec<Value> = placed
            .iter()
            .enumerate()
            .map(|(at, one)| describe_decision(at, one))
            .collect();
        let metadata = &document.recovered.document.metadata;
        let language = self.job.project.metadata.language.as_ref();
        let language = metadata.language.as_ref().or(language);
        Ok(json!({
            "id": file.id.0,
            "name": super::book::display_name(file),
            "path": display_path(&file.path),
            "decisionsPath": display_path(&decisions_path(&file.path)),
            "title": metadata.title.clone().unwrap_or_default(),
            "language": language.map(Language::as_str),
            "raw": is_raw,
            "revision": self.revisions.get(at),
            "text": digest(text.text.as_bytes()),
            "counts": { "doubts": doubts.len(), "settled": settled },
            "runs": runs,
            "doubts": doubts,
            "decisions": decisions,
            "canUndo": history.before().is_some(),
            "canRedo": history.after().is_some(),
        }))
    }
}

fn describe_decision(index: usize, placed: &PlacedDecision) -> Value {
    let PlacedDecision { words, verdict, lines, .. } = placed;
    let (level, note) = match verdict {
        Verdict::Lines(_, level) => (*level, None),
        Verdict::Mark(note) => (None, *note),
        Verdict::NoMark => (None, None),
    };
    json!({
        "index": index,
        "first": lines.as_ref().map(|lines| lines.start),
        "count": lines.as_ref().map_or(0, ExactSizeIterator::len),
        "is": verdict.name(),
        "level": level,
        "note": note,
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
fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
