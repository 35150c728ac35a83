//! The server of the desk, for one person at one machine.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pliego::desk::{Desk, DeskAnswer, DeskRequest, RequestMethod};
use pliego::{BuildOptions, Inputs, Job};
use tiny_http::{Method, Request, Server, StatusCode};

use super::files::map_files;
use super::guard::{Asking, DeskAddress};
use super::pages::TypesetPages;
use crate::cli::asked_files::AskedFiles;

/// How many requests are answered side by side. A browser has six connections to a server; a
/// page of the book is drawn while others are.
const WORKERS: usize = 4;

/// The most bytes of a request: a file of some 50,000 decisions to be imported.
const LARGEST_BODY: u64 = 20_000_000;

/// The pause between two books that are read for the shelf, so that the person comes first.
const PAUSE: Duration = Duration::from_millis(20);

/// The pause before the shelf is looked through again.
const LONG_PAUSE: Duration = Duration::from_secs(2);

/// The pause between two looks at the files while a page waits for news. A person does not
/// notice so short a delay.
const LOOK: Duration = Duration::from_millis(15);

/// Up to this many files are looked at that often; more of them less often.
const LOOKED_AT: usize = 200;

/// How many looks a page waits for news, before it has to ask again.
const LOOKS: usize = 600;

/// What the page may do (CSP Level 3): load what the desk itself serves, and nothing else.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What an edition may do: nothing but show itself, inside the page of the desk. Pictures of
/// pages have their own pictures inside.
const EDITION_POLICY: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'self'; sandbox allow-same-origin";

/// Everything that the requests are answered from.
pub(super) struct DeskServer {
    pub(super) desk: Mutex<Desk>,
    /// The files that the books are made from.
    pub(super) asked: Arc<AskedFiles>,
    pub(super) pages: TypesetPages,
    pub(super) inputs: Arc<dyn Inputs + Send + Sync>,
    pub(super) options: BuildOptions,
    pub(super) address: DeskAddress,
}

impl DeskServer {
    /// Answers requests until the program is stopped.
    pub(super) fn run(self: &Arc<Self>, server: Server) {
        let server = Arc::new(server);
        let workers = (0..WORKERS).map(|_| {
            let (own, server) = (Arc::clone(self), Arc::clone(&server));
            thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    own.serve(request);
                }
            })
        });
        let workers: Vec<_> = workers.collect();
        let own = Arc::clone(self);
        thread::spawn(move || {
            loop {
                let is_busy = own.lock_desk().read_next();
                thread::sleep(if is_busy { PAUSE } else { LONG_PAUSE });
            }
        });
        for worker in workers {
            // A worker ends when the server does.
            let _ = worker.join();
        }
    }

    /// Answers a request. One that waits for news keeps no other waiting.
    fn serve(self: &Arc<Self>, request: Request) {
        if request.url().contains("/api/pulse/") {
            let own = Arc::clone(self);
            thread::spawn(move || own.respond(request));
        } else {
            self.respond(request);
        }
    }

    /// Writes the answer to a request. A person who has gone is no failure.
    fn respond(self: &Arc<Self>, mut request: Request) {
        let answer = self.answer(&mut request);
        let _ = write_answer(request.into_writer(), &answer);
    }

    fn answer(self: &Arc<Self>, request: &mut Request) -> DeskAnswer {
        let method = match request.method() {
            Method::Get => RequestMethod::Get,
            Method::Post => RequestMethod::Post,
            _ => return DeskAnswer::failure(405, "only GET and POST are answered"),
        };
        let header = |name: &'static str| {
            let mut found =
                request.headers().iter().filter(|header| header.field.equiv(name));
            // A header that comes twice says nothing certain.
            match (found.next(), found.next()) {
                (Some(only), None) => Some(only.value.as_str()),
                _ => None,
            }
        };
        let asking = Asking {
            changes: method == RequestMethod::Post,
            url: request.url(),
            host: header("Host"),
            origin: header("Origin"),
            fetch_site: header("Sec-Fetch-Site"),
            content_type: header("Content-Type"),
        };
        let path = match self.address.admit(asking) {
            Ok(path) => path.to_owned(),
            Err(refusal) => return DeskAnswer::failure(refusal.status(), "not for you"),
        };
        let mut body = Vec::new();
        let read = request.as_reader().take(LARGEST_BODY + 1).read_to_end(&mut body);
        match read {
            Ok(bytes) if bytes as u64 <= LARGEST_BODY => {}
            Ok(_) => return DeskAnswer::failure(413, "that is too much for the desk"),
            Err(_) => return DeskAnswer::failure(400, "the request ends too early"),
        }
        let parts: Vec<&str> = path.split('/').collect();
        match parts.as_slice() {
            ["api", "pulse"] => self.notice_changes(),
            ["api", "pulse", known] => self.wait_for_news(known),
            _ => {}
        }
        match (method, parts.as_slice()) {
            (_, ["api", "documents", id, "pages"]) => self.describe_pages(method, id),
            (RequestMethod::Get, ["api", "documents", id, "places"]) => {
                self.show_places(id)
            }
            (RequestMethod::Get, ["pages", id, page]) => self.draw_page(id, page),
            _ => {
                self.lock_desk().answer(DeskRequest { method, path: &path, body: &body })
            }
        }
    }

    /// Waits until something has changed since the state that a page knows, but not for ever.
    fn wait_for_news(&self, known: &str) {
        let rarely = 1 + self.asked.count() / LOOKED_AT;
        let pause = LOOK * u32::try_from(rarely).unwrap_or(u32::MAX);
        for _ in 0..LOOKS.div_ceil(rarely) {
            self.notice_changes();
            if self.lock_desk().stamp() != known {
                return;
            }
            thread::sleep(pause);
        }
    }

    /// Reads again what somebody else has changed.
    fn notice_changes(&self) {
        if !self.asked.let_changes_settle(LOOK) {
            return;
        }
        // What the desk itself has written is no change: it holds the lock as long as it does.
        let mut desk = self.lock_desk();
        let changed = self.asked.take_changes();
        if changed.is_empty() {
            return;
        }
        let files = map_files(desk.jobs());
        // Which book has asked for another file is not known: then all are read again.
        let books: Option<BTreeSet<usize>> =
            changed.iter().map(|path| files.get(path).copied()).collect();
        let books = books.unwrap_or_else(|| (0..desk.jobs().count()).collect());
        for book in books {
            let Some(job) = desk.jobs().nth(book).filter(|job| job.toml.is_some()) else {
                desk.reload(book);
                continue;
            };
            let access = job.access.clone();
            match Job::from_project(&job.path, &*self.inputs) {
                Ok(job) => desk.replace_job(book, Job { access, ..job }),
                Err(error) => desk.report_mistake(book, error.to_string()),
            }
        }
        for path in map_files(desk.jobs()).keys() {
            self.asked.note_file(path);
        }
    }

    /// Says how far the pages of a document's book are, and begins to set them if that is
    /// asked for.
    fn describe_pages(self: &Arc<Self>, method: RequestMethod, id: &str) -> DeskAnswer {
        let Some((book, stamp, job)) = self.find_book(id) else {
            return DeskAnswer::failure(404, "there is no such document");
        };
        if method == RequestMethod::Post && self.pages.begin(book, stamp) {
            let (own, job) = (Arc::clone(self), job.clone());
            thread::spawn(move || {
                own.pages.typeset(book, stamp, &job, &*own.inputs, &own.options);
            });
        }
        DeskAnswer::json(&self.pages.describe(book, stamp, &job))
    }

    /// Says where the lines of the sources are on the pages that are set.
    fn show_places(&self, id: &str) -> DeskAnswer {
        let found = self.find_book(id).and_then(|(book, stamp, _)| {
            Some((stamp, self.pages.find_pages(book, Some(stamp))?))
        });
        match found {
            Some((stamp, pages)) => {
                self.lock_desk().show_places(id, &stamp.to_string(), &pages.lines)
            }
            None => DeskAnswer::failure(404, "the pages are not set"),
        }
    }

    fn draw_page(&self, id: &str, page: &str) -> DeskAnswer {
        let found = self.find_book(id).and_then(|(book, _, job)| {
            let page = page.strip_suffix(".svg")?.parse().ok()?;
            self.pages.draw(book, page, &job)
        });
        match found {
            Some(picture) => DeskAnswer::svg(picture),
            None => DeskAnswer::failure(404, "there is no such page"),
        }
    }

    /// The book of a document: its index, the stamp of its state, and its job.
    fn find_book(&self, id: &str) -> Option<(usize, u64, Job)> {
        let id: u32 = id.parse().ok()?;
        self.lock_desk().find_job(id)
    }

    fn lock_desk(&self) -> MutexGuard<'_, Desk> {
        // A request that has panicked has left the files as they were.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes an answer as HTTP. Each is the last of its connection: of several connections that
/// begin together, `tiny_http` 0.12 may give one no thread until another ends, and those that
/// are kept alive do not end.
fn write_answer(mut to: impl Write, answer: &DeskAnswer) -> io::Result<()> {
    let DeskAnswer { status, media_type, bytes } = answer;
    let policy = if answer.is_of_book() { EDITION_POLICY } else { PAGE_POLICY };
    let reason = StatusCode(*status).default_reason_phrase();
    write!(to, "HTTP/1.1 {status} {reason}\r\n")?;
    for (name, value) in [
        ("Content-Type", *media_type),
        ("Content-Length", bytes.len().to_string().as_str()),
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
    ] {
        write!(to, "{name}: {value}\r\n")?;
    }
    to.write_all(b"\r\n")?;
    to.write_all(bytes)?;
    to.flush()
}
