//! All integration tests, in one program: each module is a file beside this one, and its
//! cases are in the folder of its name. `cargo test --test it blocks::` runs one module.
//!
//! One program is linked once; 26 of them took minutes. `tests/tidy.rs` stays alone, because
//! it reads the sources only and needs no library.

#![expect(
    clippy::duplicate_mod,
    reason = "the promises of `tests/fuzz` are a crate of their own, too, and bring their helpers"
)]

mod audit;
mod blocks;
mod book;
mod build;
mod bytes;
mod cache;
mod characters;
mod cli;
mod cover;
mod desk;
mod epub;
mod faults;
mod field;
mod footnotes;
mod fuzz;
mod generated;
mod hostile;
mod interchange;
mod lines;
mod literate;
mod manual;
mod markdown;
mod ocr;
mod pages;
mod pdf;
mod pdf_reader;
mod pictures;
mod preflight;
mod press;
mod print;
mod project;
mod recover;
mod report;
mod roundtrip;
mod small;
mod source;
mod wrap;
