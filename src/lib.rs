//! Turns corpus documents into books.
//!
//! Data flows one way: `source → recover → book → typeset → edition`.
//! The map of the rooms is `ARCHITECTURE.md`.

pub mod audit;
pub mod book;
pub mod cache;
pub mod design;
pub mod diagnostic;
pub mod disk;
pub mod edition;
pub mod fonts;
pub mod length;
pub mod preflight;
pub mod press;
pub mod project;
pub mod recover;
pub mod source;
pub mod text;
pub mod typeset;
