//! `desk`: a person sees source and edition side by side in a browser, and settles the doubts.

pub(crate) mod files;
mod guard;
mod outside;
mod pages;
mod place;
mod server;

use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{Result, anyhow};
use pliego::desk::Desk;
use pliego::display::display_path;
use pliego::{BuildOptions, Format, Job};
use tiny_http::Server;

use super::asked_files::AskedFiles;
use super::cache_dir::CacheDir;
use super::console::{self, Console};
use super::fonts::open_fonts;
use super::inputs::DiskInputs;
use super::jobs::{JobFinder, expect_hints_for_documents};
use files::{DiskStore, map_files};
use guard::DeskAddress;
pub(crate) use outside::DeskOutside;
use pages::TypesetPages;
pub(crate) use place::{DeskCommand, DeskPlace};
use server::DeskServer;

/// Bytes of the token in the address: too many to be tried (RFC 4086 §8).
const TOKEN_BYTES: usize = 16;

/// Opens the desk or the preview of editions, and serves it until the program is stopped.
///
/// # Errors
///
/// When there is nothing to be proofed.
pub(crate) fn open_desk(outside: DeskOutside<'_>, console: Console) -> Result<()> {
    let DeskOutside { arguments, place, purpose, listener, port, browser } = outside;
    let asked = Arc::new(AskedFiles::default());
    let inputs = DiskInputs::open(&arguments.hints.dictionaries)?
        .with_allowed(&arguments.hints.allow_path, std::slice::from_ref(&arguments.path))
        .with_cache(CacheDir::open(true))
        .noting(Some(Arc::clone(&asked)));
    let finder = JobFinder { inputs: &inputs, hints: &arguments.hints, stdin: None };
    let found = finder.find_sources(std::slice::from_ref(&arguments.path))?;
    let jobs = found.into_iter().map(|job| job.map_err(|broken| broken.error));
    let jobs: Vec<Job> = jobs.collect::<Result<_>>()?;
    expect_hints_for_documents(&jobs, &arguments.hints)?;
    let place = place.map(|place| place.find(&arguments.path, &jobs)).transpose()?;
    for path in map_files(&jobs).keys() {
        asked.note_file(path);
    }
    let options = BuildOptions {
        fonts: open_fonts(arguments.fonts.as_deref())?,
        made: console::read_source_date()?,
        ..BuildOptions::with_formats([Format::Pdf])
    };
    let inputs = Arc::new(inputs);
    let desk = Desk::new(
        name_desk(&arguments.path, &jobs),
        jobs,
        inputs.clone(),
        Box::new(DiskStore(Arc::clone(&asked))),
        options.fonts.clone(),
    )
    .with_purpose(purpose);
    let server = Server::from_listener(listener, None).map_err(|cause| anyhow!(cause))?;
    let address = DeskAddress::new(port, make_token()?);
    let url = address.url() + &place.unwrap_or_default();
    // Programs that wrap the desk read this line.
    console::print_bytes(format!("{url}\n").as_bytes())?;
    if let Some(browser) = browser
        && !browser.open(url)
    {
        console.print_message("open this address in a browser\n")?;
    }
    let desk = Mutex::new(desk);
    let pages = TypesetPages::default();
    Arc::new(DeskServer { desk, asked, pages, inputs, options, address }).run(server);
    Ok(())
}

/// What the desk is called: the title of the only book, or the path.
fn name_desk(path: &Path, jobs: &[Job]) -> String {
    let title = match jobs {
        [only] => only.project.metadata.title.clone(),
        _ => None,
    };
    title.unwrap_or_else(|| display_path(path))
}

/// A token that nobody can guess.
fn make_token() -> Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|cause| anyhow!("the system has no random numbers: {cause}"))?;
    let mut token = String::new();
    for byte in bytes {
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}
