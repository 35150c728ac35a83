//! What the desk takes from outside the sandbox: a port, and a thread that opens the browser.

use std::net::TcpListener;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};

use pliego::desk::DeskPurpose;

use super::DeskPlace;
use crate::cli::args::{Command, DeskArgs};

/// A desk or a preview that is asked for, and what it has from outside the sandbox.
pub(crate) struct DeskOutside<'a> {
    pub(super) arguments: &'a DeskArgs,
    /// Where it opens, where that is said.
    pub(super) place: Option<&'a DeskPlace>,
    pub(super) purpose: DeskPurpose,
    /// Accepts connections from this machine only.
    pub(super) listener: TcpListener,
    /// Its port.
    pub(super) port: u16,
    /// Opens the browser; none with `--no-open`.
    pub(super) browser: Option<BrowserThread>,
}

impl<'a> DeskOutside<'a> {
    /// Takes a port that is free; `None` for a command that needs none.
    ///
    /// # Errors
    ///
    /// When no port is free, or the wanted one is taken.
    pub(crate) fn prepare(command: &'a Command) -> Result<Option<Self>> {
        let (arguments, place, purpose) = match command {
            Command::Desk { arguments, place } => {
                (arguments, Some(place), DeskPurpose::Proof)
            }
            Command::Preview(arguments) => (arguments, None, DeskPurpose::Preview),
            _ => return Ok(None),
        };
        let port = arguments.port;
        let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| {
            format!(
                "cannot listen on port {port} of 127.0.0.1; choose another with --port"
            )
        })?;
        let port = listener.local_addr().context("the server has no port")?.port();
        let browser = (!arguments.no_open).then(BrowserThread::start);
        Ok(Some(Self { arguments, place, purpose, listener, port, browser }))
    }
}

/// A thread outside the sandbox that waits for one address. A browser started from inside
/// would stay in the sandbox as long as it runs. The thread ends before the first request is
/// answered.
pub(super) struct BrowserThread {
    address: Sender<String>,
    opening: JoinHandle<bool>,
}

impl BrowserThread {
    fn start() -> Self {
        let (address, addresses) = mpsc::channel::<String>();
        let opening = thread::spawn(move || {
            addresses.recv().is_ok_and(|address| open::that_detached(address).is_ok())
        });
        Self { address, opening }
    }

    /// Opens an address in the default browser. Returns whether that worked.
    pub(super) fn open(self, address: String) -> bool {
        let Self { address: sender, opening } = self;
        sender.send(address).is_ok() && opening.join().unwrap_or(false)
    }
}
