#![no_main]
//! See `promises`.

pliego_fuzz::target!("import");
