//! What the desk does before the program shuts itself in: it takes a port, and starts the
//! thread that opens the browser.

use std::net::TcpListener;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};

use super::DeskArgs;

/// What the desk has of the world outside.
pub(crate) struct DeskOutside {
    /// Listens to this machine alone.
    pub(super) listener: TcpListener,
    /// Its port.
    pub(super) port: u16,
    /// Opens the browser; none where nobody wants one.
    pub(super) browser: Option<BrowserThread>,
}

impl DeskOutside {
    /// Takes a port that is free.
    ///
    /// # Errors
    ///
    /// When there is none, or the one that is wanted is not.
    pub(crate) fn prepare(arguments: &DeskArgs) -> Result<Self> {
        let port = arguments.port;
        let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| {
            format!("cannot listen at port {port} of 127.0.0.1; name another")
        })?;
        let port = listener.local_addr().context("the server has no port")?.port();
        let browser = (!arguments.no_open).then(BrowserThread::start);
        Ok(Self { listener, port, browser })
    }
}

/// A thread that is not shut in and waits for one address. A browser that was started by a
/// thread inside would be shut in for as long as it runs. The thread ends before the first
/// request is answered.
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

    /// Opens an address in the browser of the system. Returns whether there is one.
    pub(super) fn open(self, address: String) -> bool {
        let Self { address: sender, opening } = self;
        sender.send(address).is_ok() && opening.join().unwrap_or(false)
    }
}
