//! A written edition is read again and held against its sources and their ledgers.
//!
//! What it reads with shares nothing with the writers: it may not name `edition` or
//! `typeset`. What an edition adds by itself is known by its semantics, not by its words.

pub mod codes;
mod difference;
pub mod epub;
mod reconcile;
pub mod stream;

pub use reconcile::{Outcome, reconcile};
pub use stream::{Streams, Words};
